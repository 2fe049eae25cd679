package spec

import (
	"sort"
	"strings"
)

// A Func is a function with what a call of it may do.
type Func struct {
	Pos
	Name     string
	Result   *Type
	Params   []Param
	Variadic bool
	Text     string   // the prototype as it stands in the file
	Clauses  []Clause // in the order of the file, which is that of the call
	Model    string   // the file of engine/libc/src that implements it, or ""
}

// A Clause is one line below a prototype.
type Clause struct {
	Pos
	Verb  string // "text", "any" …
	Null  bool   // `?`: nothing happens if P is null
	Place        // P; of `argument`, the new name with its type
	Size  *Expr  // N, or what follows max
	Most  *Expr  // of `any P N..M`, or nil
	If    *Expr
	Alts  []Alt
	With  []Place // of `calls F with …`
	Mode  string  // "later", "concurrently", "if", "any" …; what changes
	Text  string  // in quotes, a key, or a file
}

// AltKind is the kind of an alternative.
type AltKind int

const (
	Value      AltKind = iota // an expression
	Range                     // From..To
	Any                       // any value of the type
	Null                      // the null pointer
	Into                      // P + From..To
	Static                    // storage of the library's own
	New                       // a heap block
	Kept                      // a pointer that the library was given or gave
	Descriptor                // a descriptor that is free
	Code                      // a function
)

// An Alt is one of the values that a call may return or store.
type Alt struct {
	Kind     AltKind
	From, To *Expr
	Param    string // of Into
	Type     *Type  // of Static and New, or nil
	Size     *Expr  // of Static and New, or nil: a text of any length
	Fill     string // of New: "", "zero", "any", "text"
	Members  []Link
	Shared   string // the name by which functions share static storage, or ""
	If       *Expr  // of a result
}

// A Link says what a pointer member of an object of the library's own points
// to: "text", "text?" (or null), "texts" (ended by null), or Size bytes.
type Link struct {
	Member string
	What   string
	Size   *Expr
}

// A clauseParser reads the rest of a clause behind its name.
type clauseParser struct {
	exprParser
	c           *Clause
	conditional bool // alternatives may end in `if C`
}

const (
	errnoForms = "errno kept, errno any, errno if C, errno to N [or M …] [if C]"
	callsForms = "calls F [with P, Q …], calls F later [with P], calls F concurrently [with P]"
)

// forms are the clauses with what follows their names.
var forms = map[string]struct {
	usage string
	read  func(p *clauseParser)
}{
	"text":         {"text P [max N]", func(p *clauseParser) { p.pointer(false, true); p.max(false) }},
	"wide":         {"wide P [max N]", func(p *clauseParser) { p.pointer(false, true); p.wideOnly(); p.max(false) }},
	"texts":        {"texts P (or `texts ...`)", readTexts},
	"reads":        {"reads P N", func(p *clauseParser) { p.pointer(false, true); p.c.Size = p.number() }},
	"room":         {"room P N", func(p *clauseParser) { p.pointer(true, true); p.c.Size = p.number() }},
	"any":          {"any P N [if C], any P N..M [if C]", readAny},
	"reads-vector": {"reads-vector P N", func(p *clauseParser) { p.pointer(false, true); p.c.Size = p.number() }},
	"any-vector":   {"any-vector P N [if C]", func(p *clauseParser) { p.pointer(false, true); p.c.Size = p.number() }},
	"text-into":    {"text-into P max N [if C]", func(p *clauseParser) { p.pointer(true, true); p.max(true) }},
	"set":          {"set P ALT [or ALT …] [if C]", readSet},
	"result":       {"result ALT [or ALT …]", readResult},
	"argument":     {"argument TYPE NAME [if C]", readArgument},
	"errno":        {errnoForms, readErrno},
	"stream":       {"stream P", func(p *clauseParser) { p.pointer(true, true) }},
	"closes":       {"closes D [if C]", func(p *clauseParser) { p.c.Place = p.place(p.name("a parameter", "")) }},
	"keeps":        {"keeps P [if C]", func(p *clauseParser) { p.pointer(false, false) }},
	"frees":        {"frees P [if C]", func(p *clauseParser) { p.pointer(false, false) }},
	"calls":        {callsForms, readCalls},
	"variable":     {"variable TYPE NAME", readVariable},
	"changes":      {"changes environment, signals, locale, directory, descriptors, streams, process, …", readChanges},
	"anything":     {"anything", func(*clauseParser) {}},
	"noreturn":     {"noreturn", func(*clauseParser) {}},
	"exits":        {"exits [STATUS]", readExits},
	"aborts":       {"aborts", func(*clauseParser) {}},
	"fails":        {"fails KEY", func(p *clauseParser) { p.c.Text = p.name("a key", "") }},
	"stops":        {`stops "why"`, readStops},
	"model":        {"model FILE.c", readModel},
	"like":         {"like FUNCTION", func(p *clauseParser) { p.c.Text = p.name("a function", "") }},
}

// Clauses are the names of all clauses with their forms, in order.
func Clauses() []string {
	var out []string
	for _, f := range forms {
		out = append(out, f.usage)
	}
	sort.Strings(out)
	return out
}

// clause reads one.
func (p *clauseParser) clause(name string) {
	name, p.c.Null = strings.CutSuffix(name, "?")
	p.c.Verb = name
	form, ok := forms[name]
	if !ok {
		p.fail("the clauses are: "+strings.Join(Clauses(), "; "), "unknown clause `%s`", name)
		return
	}
	if p.c.Null && !nullable[name] {
		p.fail("write it without the question mark", "`%s?`: this clause has no form for null", name)
	}
	form.read(p)
	if p.c.If == nil && p.accept("if") {
		if unconditional[name] {
			p.fail("write it without `if`", "`%s` under a condition", name)
		}
		p.c.If = p.condition()
	}
	p.done("the clause is: `" + form.usage + "`")
}

// unconditional are the clauses that stand without a condition.
var unconditional = map[string]bool{"result": true, "fails": true, "model": true, "like": true}

// nullable are the clauses that can be written with a question mark.
var nullable = map[string]bool{
	"text": true, "wide": true, "texts": true, "reads": true, "room": true, "any": true, "text-into": true, "set": true,
	"reads-vector": true, "any-vector": true, "stream": true,
}

// pointer reads P; a parameter that is written must not point to const.
func (p *clauseParser) pointer(written, data bool) {
	p.c.Place = p.place(p.name("a parameter", "a clause names the parameter that it speaks of"))
	t := p.c.Type
	switch {
	case p.err != nil:
	case t.Kind != Pointer:
		p.fail("use a parameter that is a pointer", "`%s` is no pointer", p.c.Place)
	case data && t.Elem.Kind == Function:
		p.fail("say `calls "+p.c.Place.String()+"`", "`%s` is a function", p.c.Place)
	case written && t.Elem.Const:
		p.fail("take const away, or say `reads`", "`%s` points to const, and is written", p.c.Place)
	}
}

func (p *clauseParser) wideOnly() {
	if p.err == nil && !p.c.Type.Elem.wide() {
		p.fail("say `text`", "`%s` does not point to wide characters", p.c.Place)
	}
}

// max reads `max N`.
func (p *clauseParser) max(must bool) {
	if p.accept("max") {
		p.c.Size = p.number()
	} else if must {
		p.fail("say how many characters there is room for: `max N`", "`max` expected before %v", p.peek())
	}
}

// number reads an expression that is a number.
func (p *clauseParser) number() *Expr {
	e := p.expr()
	if e.pointer() {
		p.fail("write a number of bytes", "an address is no size")
	}
	return e
}

func (p *clauseParser) condition() *Expr {
	e := p.expr()
	if e.pointer() {
		p.fail("compare it with `null`", "an address is no condition")
	}
	return e
}

func readTexts(p *clauseParser) {
	if p.accept("...") {
		if !p.fn.Variadic || len(p.fn.Params) == 0 {
			p.fail("name a parameter", "%s has no variable arguments", p.fn.Name)
		}
		p.c.Name = "..."
		return
	}
	p.pointer(false, true)
}

func readAny(p *clauseParser) {
	p.pointer(true, true)
	p.c.Size = p.number()
	if p.accept("..") {
		p.c.Most = p.number()
	}
}

func readSet(p *clauseParser) {
	p.c.Place = p.place(p.name("a parameter", "a clause names the parameter that it speaks of"))
	t := p.c.Type
	if p.err == nil && !p.c.value() {
		if t.Kind != Pointer {
			p.fail("use a parameter that is a pointer", "`%s` is no pointer", p.c.Place)
			return
		}
		t = t.Elem
	}
	switch {
	case p.err != nil:
	case !t.Scalar():
		p.fail("say `any "+p.c.Place.String()+" N`", "`%s` does not lead to a number or an address", p.c.Place)
	case t.Const || p.c.value() && p.c.Object.Const:
		p.fail("take const away", "`%s` points to const, and is written", p.c.Place)
	default:
		p.alternatives(t)
	}
}

func readResult(p *clauseParser) {
	if p.fn.Result.Kind == Void {
		p.fail("leave the clause out", "%s returns nothing", p.fn.Name)
		return
	}
	p.conditional = true
	p.alternatives(p.fn.Result)
}

// readVariable reads the declaration of a variable of the library's.
func readVariable(p *clauseParser) {
	base := p.specifiers()
	decl := p.declarator(0)
	p.c.Place = Place{Name: decl.name, Type: p.adjusted(base, decl.layers)}
	switch {
	case p.err != nil:
	case decl.name == "" || reserved[decl.name]:
		p.fail("write `variable TYPE NAME` with the name of a variable of the library's", "no variable is named `%s`", decl.name)
	case p.c.Type.Size[0] == 0:
		p.fail("give the type its size", "a variable cannot be of type `%s`", p.c.Type.C)
	}
}

func readArgument(p *clauseParser) {
	base := p.specifiers()
	decl := p.declarator(0)
	p.c.Place = Place{Name: decl.name, Type: p.adjusted(base, decl.layers)}
	switch {
	case p.err != nil:
	case !p.fn.Variadic || len(p.fn.Params) == 0:
		p.fail("write `...` as its last parameter", "%s has no variable arguments", p.fn.Name)
	case decl.name == "" || reserved[decl.name] || p.scope[decl.name] != nil:
		p.fail("write `argument TYPE NAME` with a name of its own", "an argument cannot be named `%s`", decl.name)
	case p.c.Type.Kind != Pointer && (p.c.Type.Kind != Integer || p.c.Type.Size[1] < 4):
		p.fail("C passes smaller ones as int or double", "a variable argument cannot be of type `%s`", p.c.Type.C)
	default:
		p.scope[decl.name] = p.c.Type
	}
}

func readErrno(p *clauseParser) {
	switch {
	case p.accept("kept"):
		p.c.Mode = "kept"
	case p.accept("any"):
		p.c.Mode = "any"
	case p.accept("to"):
		p.c.Mode = "to"
		for p.err == nil {
			p.c.Alts = append(p.c.Alts, Alt{Kind: Value, From: p.number()})
			if !p.accept("or") {
				break
			}
		}
	case p.accept("if"):
		p.c.Mode = "if"
		p.c.If = p.condition()
	default:
		p.fail("it is one of: "+errnoForms, "%v says nothing of errno", p.peek())
	}
}

func readCalls(p *clauseParser) {
	p.pointer(false, false)
	if p.accept("later") {
		p.c.Mode = "later"
	} else if p.accept("concurrently") {
		p.c.Mode = "concurrently"
	}
	for p.err == nil && (p.accept("with") || len(p.c.With) > 0 && p.accept(",")) {
		p.c.With = append(p.c.With, p.place(p.name("a parameter", callsForms)))
	}
}

// states are what `changes` can name, with the functions of the models that
// make it anything: none where no model keeps any.
var states = map[string][]string{
	"streams": {"__model_unknown_stream"}, "descriptors": {"spec_descriptors"}, "process": {"__model_unknown_unistd"},
	"environment": {"__model_unknown_env"}, "signals": {"__model_unknown_signal"}, "getopt": {"__model_unknown_getopt"},
	"zone": {"__model_unknown_zone"}, "string": {"__model_unknown_string"}, "stdlib": {"__model_unknown_stdlib"}, "time": {"__model_unknown_time"},
	"directory": nil,
	// Handlers of atexit: whatever unknown code does, happens.
	"handlers": {"spec_unknown"},
	// The models know the C locale only.
	"locale": nil,
}

func readChanges(p *clauseParser) {
	p.c.Mode = p.name("a part of the library's state", "")
	if _, ok := states[p.c.Mode]; !ok && p.err == nil {
		var names []string
		for s := range states {
			names = append(names, s)
		}
		sort.Strings(names)
		p.fail("it is one of "+strings.Join(names, ", "), "unknown state `%s`", p.c.Mode)
	}
}

func readExits(p *clauseParser) {
	if t := p.peek(); t.kind != end && t.text != "if" {
		p.c.Size = p.number()
	}
}

func readStops(p *clauseParser) {
	t := p.next()
	if t.kind != quoted {
		p.fail(`write the reason in quotes: stops "why"`, "a reason is missing")
	}
	p.c.Text = t.text
}

func readModel(p *clauseParser) {
	p.c.Text = p.name("a file", "write `model FILE.c`") + ".c"
	p.expect(".", "write `model FILE.c`")
	p.expect("c", "write `model FILE.c`")
}
