package targets

import (
	"regexp"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/targets/acsl"
)

// use says how far what a function does with an argument tells whether the
// argument meets its precondition.
type use uint8

const (
	plain   use = iota // not a pointer, or one that nothing is known of
	exact              // it is accessed exactly as the precondition demands
	first              // its first byte is always accessed, the rest perhaps
	partly             // it is accessed at most as the precondition demands
	several            // it has several preconditions, which the accesses do not tell apart
	release            // it is released
)

// formal is a parameter of a library function.
type formal struct {
	name string
	use  use
}

// signature is what the mapping knows of a library function.
type signature struct {
	formals []formal
	// apart: the model checks that source and destination do not overlap.
	apart bool
	// sized: with a length of 0 not all of its arguments are accessed.
	sized bool
	// fills: it writes to what its first argument points to, and to nothing else.
	fills bool
	// block: it takes blocks of bytes, no strings.
	block bool
	// told: the model tells whether an argument of which it reads a part is a text (op.NoText).
	told bool
}

// signatures are the functions whose preconditions are understood, with the
// names that Frama-C's headers give their parameters. A mark behind a name is
// its use: ! exact, ^ first, ~ partly, * several, % release.
var signatures = readSignatures(`
	memcpy(dest! src! n) apart sized block
	mempcpy(dest! src! n) apart sized block
	memmove(dest! src! n) sized block
	memset(s! c n) sized fills block
	bzero(s! n) sized fills block
	memcmp(s1~ s2~ n) sized block
	memchr(s~ c n) sized block
	strlen(s!)
	strnlen(s~ maxlen) sized
	strcpy(dest! src!) apart
	stpcpy(dest! src!) apart
	strncpy(dest! src! n) apart sized
	strcat(dest* src!) apart
	strncat(dest* src! n) apart sized
	strcmp(s1^ s2^) told
	strncmp(s1~ s2~ n) sized
	strcasecmp(s1^ s2^) told
	strncasecmp(s1~ s2~ n) sized
	strcoll(s1^ s2^) told
	strchr(s^ c) told
	strrchr(s! c)
	strstr(haystack~ needle!) told
	strspn(s^ accept!) told
	strcspn(s^ reject!) told
	strpbrk(s^ accept!) told
	strdup(s!)
	strndup(s~ n) sized
	atoi(nptr^) told
	atol(nptr^) told
	atoll(nptr^) told
	atof(nptr^) told
	strtol(nptr^ endptr base) told
	strtoul(nptr^ endptr base) told
	strtoll(nptr^ endptr base) told
	strtoull(nptr^ endptr base) told
	strtod(nptr^ endptr) told
	strtof(nptr^ endptr) told
	strtold(nptr^ endptr)
	free(p%) block
	realloc(ptr% size) block
	fgets(s~ size stream!) fills
	fread(ptr~ size nmemb stream!) block fills
	fwrite(ptr~ size nmemb stream!) block
	fgetc(stream!)
	getc(stream!)
	fputc(c stream!)
	putc(c stream!)
	ungetc(c stream!)
	fclose(stream!)
	feof(stream!)
	ferror(stream!)
	clearerr(stream!)
	fseek(stream! offset whence)
	ftell(stream!)
	rewind(stream!)
	fileno(stream!)
	system(command!)
	read(fd buf~ count) block
	write(fd buf~ count) block
	puts(s!)
	fputs(s! stream!)
	gets(s~) fills
	sprintf(s~ format~) fills
	snprintf(s~ n format~) fills
	vsprintf(s~ format~) fills
	vsnprintf(s~ n format~) fills
	sscanf(s! format~)
	scanf(format~)
	printf(format~)
	fprintf(stream! format~)
	fscanf(stream! format~)
`)

var uses = map[byte]use{'!': exact, '^': first, '~': partly, '*': several, '%': release}

var signatureLine = regexp.MustCompile(`(\w+)\(([^)]*)\)(.*)`)

func readSignatures(text string) map[string]signature {
	all := map[string]signature{}
	for _, m := range signatureLine.FindAllStringSubmatch(text, -1) {
		sig := signature{apart: strings.Contains(m[3], "apart"), sized: strings.Contains(m[3], "sized"), block: strings.Contains(m[3], "block"),
			told: strings.Contains(m[3], "told"), fills: strings.HasPrefix(m[2], "dest") || strings.Contains(m[3], "fills")}
		for _, f := range strings.Fields(m[2]) {
			u := uses[f[len(f)-1]]
			if u != plain {
				f = f[:len(f)-1]
			}
			sig.formals = append(sig.formals, formal{f, u})
		}
		all[m[1]] = sig
	}
	return all
}

// signatureOf finds a function by the symbol that glibc's headers make of it.
func signatureOf(symbol string) (signature, bool) {
	sig, ok := signatures[baseName(symbol)]
	return sig, ok
}

// param is the number of the parameter that a contract's name for it stands
// for: param0 is the first variable argument.
func (sig *signature) param(name string) (int32, use, bool) {
	for i, f := range sig.formals {
		if f.name == name {
			return int32(i), f.use, true
		}
	}
	if k, ok := strings.CutPrefix(name, "param"); ok && len(k) == 1 && k[0] >= '0' && k[0] <= '9' {
		return int32(len(sig.formals)) + int32(k[0]-'0'), partly, true
	}
	return 0, plain, false
}

// demand is what a precondition demands.
type demand uint8

const (
	anything   demand = iota // the alarm does not say
	valid                    // that memory may be accessed
	separated                // that ranges are apart
	releasable               // that memory may be released
)

// contract is the part of a library function's contract that an alarm says is
// not met.
type contract struct {
	demand demand
	// formal is the parameter concerned, "" if the alarm does not say.
	formal string
	// element: a single element may be accessed, not a range or a string.
	element bool
	// text: a string is demanded, whatever its length.
	text bool
	// kind restricts a contract without a function to those of strings or of blocks.
	kind kind
}

// kind is what a function takes.
type kind uint8

const (
	anyKind kind = iota
	ofStrings
	ofBlocks
)

// fits reports whether a function takes what the contract is about.
func (k kind) fits(sig *signature) bool {
	return k == anyKind || sig.block == (k == ofBlocks)
}

// accesses are the predicates of Frama-C's headers that memory may be accessed.
var accesses = map[string]bool{
	`\valid`: true, `\valid_read`: true, "valid_or_empty": true, "valid_read_or_empty": true,
	"valid_string": true, "valid_read_string": true, "valid_nstring": true, "valid_read_nstring": true,
}

// readContract reads a predicate of a contract. It does not understand all.
func readContract(p acsl.Expr) (contract, bool) {
	if b, ok := p.(*acsl.Binary); ok && b.Op == "||" && isNullTest(b.X) {
		p = b.Y
	}
	app, ok := p.(*acsl.App)
	if !ok || len(app.Args) == 0 {
		return contract{}, false
	}
	k := contract{formal: root(app.Args[0])}
	switch _, isName := acsl.StripCasts(app.Args[0]).(*acsl.Ident); {
	case app.Name == `\separated`:
		return contract{demand: separated}, true
	case app.Name == `\freeable` && isName:
		k.demand = releasable
	case accesses[app.Name]:
		k.demand = valid
		k.element = isName && (app.Name == `\valid` || app.Name == `\valid_read`)
		k.text = app.Name == "valid_read_string" || app.Name == "valid_string"
	}
	return k, k.demand != anything && k.formal != ""
}

// isNullTest recognises `p == \null`.
func isNullTest(e acsl.Expr) bool {
	ch, ok := e.(*acsl.Chain)
	if !ok || len(ch.Xs) != 2 || ch.Ops[0] != "==" {
		return false
	}
	id, ok := acsl.StripCasts(ch.Xs[1]).(*acsl.Ident)
	return ok && id.Name == `\null`
}

// root is the parameter at the root of an address: dest of dest + (0 .. n - 1).
func root(e acsl.Expr) string {
	switch e := acsl.StripCasts(e).(type) {
	case *acsl.Ident:
		return e.Name
	case *acsl.Binary:
		if e.Op == "+" {
			return root(e.X)
		}
	}
	return ""
}

// labels of Frama-C's headers begin so where the rest names the parameter.
var labels = []string{"valid_read_string_", "valid_read_nstring_", "valid_string_", "valid_nstring_", "valid_"}

// readLabel reads the name of a predicate, where the report has no more.
func readLabel(label string) (contract, bool) {
	switch label {
	case "separation":
		return contract{demand: separated}, true
	case "freeable":
		return contract{demand: releasable}, true
	case "room_string", "room_nstring":
		return contract{demand: valid, formal: "dest", kind: ofStrings}, true
	case "buf_has_room":
		return contract{demand: valid, formal: "buf"}, true
	}
	for _, prefix := range labels {
		if name, ok := strings.CutPrefix(label, prefix); ok {
			k := contract{demand: valid, formal: name, element: prefix == "valid_", kind: ofStrings, text: strings.HasSuffix(prefix, "_string_")}
			if k.element {
				k.kind = blockNames[name]
			}
			return k, true
		}
	}
	return contract{}, false
}

// blockNames are the parameters that Frama-C's headers give functions of strings, too,
// whose predicates then have another label.
var blockNames = map[string]kind{"dest": ofBlocks, "src": ofBlocks, "s": ofBlocks, "s1": ofBlocks, "s2": ofBlocks}

// specialization finds the predicate that Frama-C's SARIF says of a call.
var specialization = regexp.MustCompile(`^specialization of (?:requires )?(.+?) at stmt \d+\.?$`)

// readCallContract reads which part of which contract an alarm of Frama-C is
// about, and says so if it does not understand it.
func (c *claim) readCallContract(a Alarm, p acsl.Expr) {
	known := false
	if p != nil {
		c.contract, known = readContract(p)
	} else if m := specialization.FindStringSubmatch(a.Message); m != nil {
		if c.contract, known = readLabel(m[1]); !known {
			if ann, err := acsl.Parse(m[1]); err == nil {
				c.contract, known = readContract(ann.Pred)
			}
		}
	}
	if !known {
		c.unclear = "the predicate is none that the library models check"
	}
}

// contractAt judges a call as one of the function whose contract an alarm is
// about, and adds what the function can do to break it.
func (s *search) contractAt(in *ir.Instr, name string) {
	k := s.claim.contract
	sig, known := signatureOf(name)
	if !known {
		s.unclear("nothing is known of the preconditions of " + name + "()")
		return
	}
	if s.claim.callee == "" && !k.kind.fits(&sig) {
		return
	}
	arg, u := anyArg, plain
	if k.formal != "" {
		n, found, ok := sig.param(k.formal)
		if !ok {
			if s.claim.callee != "" {
				s.unclear(name + "() is not known to have a parameter " + k.formal)
			}
			return
		}
		arg, u = int(n), found
	}
	var classes op.Set
	var settles Settles
	switch k.demand {
	case valid:
		classes = op.Memory
		settles = u.settles(name, k.element)
		switch {
		case !k.text || !settles.OnlyReachable:
		case u != plain && arg < len(sig.formals) && s.tellsTexts(in, &sig):
			classes, settles = classes|op.SetOf(op.NoText), Settles{}
		case prints(name) && arg >= len(sig.formals): // an argument of %s, of which all is read
			settles = Settles{}
		}
		if u == plain {
			s.unclear("nothing is known of what " + name + "() does with " + k.formal)
			return
		}
	case separated:
		if !sig.apart {
			s.unclear(name + "() is not checked for ranges that overlap")
			return
		}
		classes, arg = overlapClass, anyArg
	case releasable:
		if len(sig.formals) == 0 || sig.formals[0].use != release {
			return
		}
		classes, arg = releaseClass, anyArg
	}
	s.add(classes, op.AnySide, int32(arg), maybe)
	s.found[len(s.found)-1].settles = settles
}

// tellsTexts: what a call does tells whether the arguments of which it reads a part are texts.
func (s *search) tellsTexts(in *ir.Instr, sig *signature) bool {
	return sig.told && in.Op == ir.Call && tells(s.p, in.Call.Callee, map[ir.FuncID]bool{})
}

// tells: the model of a function says that it expects texts. A model that stands in for it, or a
// specification of it, need not.
func tells(p *ir.Program, id ir.FuncID, seen map[ir.FuncID]bool) bool {
	if id < 0 || seen[id] {
		return false
	}
	seen[id] = true
	fn := p.Funcs[id]
	if fn.Name == "__assay_expect_text" {
		return true
	}
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, func(in ir.Instr) bool { return fn.Model && in.Call != nil && tells(p, in.Call.Callee, seen) }) {
			return true
		}
	}
	return false
}

// forbidsNull says which verdicts answer that null is passed where a function
// forbids it: it may be passed where nothing is accessed.
func (s *search) forbidsNull(name string, arg int32) Settles {
	sig, known := signatureOf(name)
	always := known && !sig.sized
	for i, f := range sig.formals {
		if arg < 0 || arg == int32(i) {
			always = always && f.use != partly && (f.use != plain || arg < 0)
		}
	}
	if always && int(arg) < len(sig.formals) {
		return Settles{}
	}
	return Settles{OnlyReachable: true, Why: "null may be passed to " + name + "() without an access through it"}
}

// stopsEarly says which verdicts answer that a function leaves an object: one that looks at
// blocks need not look at all that its length demands to be there.
func stopsEarly(name string) Settles {
	sig, _ := signatureOf(name)
	if sig.sized && sig.block && slices.ContainsFunc(sig.formals, func(f formal) bool { return f.use == partly }) {
		return partly.settles(name, false)
	}
	return Settles{}
}

// unclear adds a call of which nothing can be said.
func (s *search) unclear(why string) {
	s.add(op.Memory, op.AnySide, anyArg, maybe)
	s.found[len(s.found)-1].unclear = why
}

// settles says which verdicts answer that memory may be accessed as the
// precondition demands.
func (u use) settles(name string, element bool) Settles {
	switch {
	case u == partly, u == first && !element:
		return Settles{OnlyReachable: true, Why: name + "() need not access all that its precondition is about"}
	case u == several:
		return Settles{OnlyUnreachable: true, Why: "which of several preconditions of " + name + "() is not met is not told"}
	}
	return Settles{}
}
