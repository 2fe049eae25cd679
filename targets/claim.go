package targets

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/targets/acsl"
)

// claim is what an alarm says beyond rule and place: which operand, which side.
type claim struct {
	// exprs are the expressions of the predicate that name the operand (two
	// for relations between pointers): a value, or a pointer for predicates
	// about memory.
	exprs []acsl.Expr
	// side is the side of the range by which the value is feared to leave.
	side op.Side
	// negated says that the value is that of which the negative leaves its type.
	negated bool
	// bound is the declared length in `i < 10`, nil if none.
	bound *big.Int
	// reads, writes say which accesses are meant.
	reads, writes bool
	// left says that the left operand of a shift is meant.
	left bool
	// subject is the variable or array that a message names, nil if none.
	subject acsl.Expr
	// region says that the subject is the object accessed, which may have other names.
	region bool
	// callee is the library function of a precondition, "" if any, and contract
	// what the precondition demands.
	callee   string
	contract contract
	// named are the words of a message that may name the function meant, arg is
	// the number of the argument that it names, -1 if none.
	named []string
	arg   int32
	// into and from say that what a function writes to, or reads from, is meant.
	into, from bool
	// operand is the operator of which a message names an operand, "" if none, and
	// operandSide which one: 0 the left, 1 the right.
	operand     string
	operandSide int
	// operator is the operator of the operation that a message names, "" if any.
	operator string
	// wraps says that unsigned arithmetic may be meant.
	wraps bool
	// amount says that the right operand of a shift is meant, as left says of the
	// left one.
	amount bool
	// inCall says that the error happens in a function which is called at the place, callees
	// which functions the message names.
	inCall  bool
	callees []string
	// memory says that what the subject points to is meant, not the pointer.
	memory bool
	// subscript says that a subscript is meant, and no call.
	subscript bool
	// asIndex says that what is read is used as a subscript.
	asIndex bool
	// quoted are the variables that a message quotes, understood or not.
	quoted []string
	// unclear says why the claim is not understood, "" if it is.
	unclear string
}

// claimOf reads the predicate, or the message of an analyzer that has none.
// What it cannot read it leaves out: the alarm then keeps all candidates.
func claimOf(a Alarm, rule Rule) claim {
	look := rule.Look
	c := claim{reads: true, writes: true, arg: anyArg}
	if name, ok := strings.CutPrefix(a.RuleID, "precondition of "); ok {
		c.callee = name
	}
	if look != LookCall {
		c.readCalls(a.Message)
	}
	if a.Predicate == "" {
		if a.Tool != sarif.FramaC {
			c.readMessage(a, look)
			if why := notCovered(a.Message, look); why != "" {
				c.unclear = why
			}
			c.quoted, c.into = mentioned(a.Message), c.into || rule.Into
			c.wraps = mayWrap[a.Tool] && !signedOperation.MatchString(a.Message)
			if len(c.named) == 0 {
				c.named = strings.Fields(rule.Callees)
			}
		} else if look == LookCall {
			c.readCallContract(a, nil)
		}
		if look == LookArithmetic && narrowType.MatchString(a.Message) {
			c.unclear = "an overflow of a type narrower than int is none in C, which computes in int"
		}
		return c
	}
	ann, err := acsl.Parse(a.Predicate)
	switch {
	case err != nil && look == LookCall:
		c.unclear = "the predicate cannot be read"
	case err != nil:
	case look == LookCall:
		c.readCallContract(a, ann.Pred)
	default:
		c.readPredicate(ann.Pred, look)
	}
	return c
}

// narrowType is how Infer writes the type in which arithmetic overflows.
var narrowType = regexp.MustCompile(`:(?:un)?signed(?:[1-9]|[12][0-9]|3[01])\b`)

// readPredicate takes a predicate apart in the form that its kind has.
func (c *claim) readPredicate(p acsl.Expr, look Look) {
	switch look {
	case LookDivision, LookArithmetic, LookUnsigned, LookShift, LookIndex, LookNarrowing, LookFloatToInt:
		c.readRange(p)
	case LookAccess, LookRead, LookPointer, LookCallee, LookFloat, LookOffset:
		c.readApplication(p)
	case LookCompare, LookDifference, LookCopy:
		c.readPair(p)
	case LookAssert:
		c.exprs = []acsl.Expr{p}
	case LookBool:
		if b, ok := p.(*acsl.Binary); ok && b.Op == "||" {
			p = b.X
		}
		if ch, ok := p.(*acsl.Chain); ok && len(ch.Xs) == 2 {
			c.exprs = []acsl.Expr{ch.Xs[0]}
		}
	}
}

// readRange reads `e != 0`, `lo <= e`, `e < hi` and `lo <= e < hi`.
func (c *claim) readRange(p acsl.Expr) {
	ch, ok := p.(*acsl.Chain)
	switch {
	case !ok:
	case len(ch.Xs) == 3 && constant(ch.Xs[0]) && constant(ch.Xs[2]):
		c.exprs = []acsl.Expr{ch.Xs[1]}
		c.bound = number(ch.Xs[2])
	case len(ch.Xs) != 2:
	case ch.Ops[0] == "!=":
		c.exprs = []acsl.Expr{ch.Xs[0]}
	case (ch.Ops[0] == "<=" || ch.Ops[0] == "<") && constant(ch.Xs[0]):
		c.exprs, c.side, c.left = []acsl.Expr{ch.Xs[1]}, op.Low, true
		// The least value itself has no negative: -2147483647 ≤ x is about -x.
		least := number(negative(ch.Xs[0]))
		c.negated = least != nil && least.Bit(0) == 1
	case (ch.Ops[0] == "<=" || ch.Ops[0] == "<") && constant(ch.Xs[1]):
		c.exprs, c.side = []acsl.Expr{ch.Xs[0]}, op.High
		c.bound = number(ch.Xs[1])
	}
}

// constant reports whether an expression is a number, with a sign perhaps.
func constant(e acsl.Expr) bool {
	e = acsl.StripCasts(e)
	if u, ok := e.(*acsl.Unary); ok && u.Op == "-" {
		e = acsl.StripCasts(u.X)
	}
	_, ok := e.(*acsl.Number)
	return ok
}

// negative is the operand of a minus sign, nil if there is none.
func negative(e acsl.Expr) acsl.Expr {
	if u, ok := acsl.StripCasts(e).(*acsl.Unary); ok && u.Op == "-" {
		return u.X
	}
	return nil
}

// number is the value of an integer constant, nil for anything else.
func number(e acsl.Expr) *big.Int {
	if n, ok := acsl.StripCasts(e).(*acsl.Number); ok {
		return n.Val
	}
	return nil
}

// readApplication reads \valid(e), \initialized(e), !\dangling(e) and the like.
func (c *claim) readApplication(p acsl.Expr) {
	if u, ok := p.(*acsl.Unary); ok && u.Op == "!" {
		p = u.X
	}
	app, ok := p.(*acsl.App)
	if !ok || len(app.Args) != 1 {
		return
	}
	c.exprs = app.Args
	c.writes = app.Name != `\valid_read`
}

// readPair reads relations of two pointers.
func (c *claim) readPair(p acsl.Expr) {
	switch p := p.(type) {
	case *acsl.App:
		if len(p.Args) == 2 {
			c.exprs = p.Args
		}
	case *acsl.Binary: // p == q || \separated(p, q)
		c.readPair(p.Y)
	case *acsl.Chain:
		if len(p.Xs) != 2 {
			return
		}
		x, okX := p.Xs[0].(*acsl.App)
		y, okY := p.Xs[1].(*acsl.App)
		if okX && okY && len(x.Args) == 1 && len(y.Args) == 1 {
			c.exprs = []acsl.Expr{x.Args[0], y.Args[0]}
		}
	}
}

// subjects find the variable that a message is about.
var subjects = []*regexp.Regexp{
	regexp.MustCompile(`variable '([^']+)'`),                                              // clang
	regexp.MustCompile(`Access of '([^']+)' at`),                                          // clang
	regexp.MustCompile(`Array '([^']+)\[\d*\]' `),                                         // cppcheck
	regexp.MustCompile(`[Uu]ninitialized (?:variable|struct member|data): ([^ ,]+)`),      // cppcheck
	regexp.MustCompile(`not initialized: ([^ ,]+)`),                                       // cppcheck
	regexp.MustCompile(`argument ([^ ,]+) that points at uninitialized`),                  // cppcheck
	regexp.MustCompile(`[Nn]ull pointer dereference: ([^ ,]+)`),                           // cppcheck
	regexp.MustCompile(`['‘]([^'’]+)['’] (?:may be|is) used uninitialized`),               // gcc
	regexp.MustCompile(`uninitialized value ['‘]([^'’]+)['’]`),                            // gcc
	regexp.MustCompile(`(?:dereference of|write to) (?:possibly-)?NULL ['‘]([^'’]+)['’]`), // gcc
	regexp.MustCompile(`use after ['‘]free['’] of ['‘]([^'’]+)['’]`),                      // gcc
	regexp.MustCompile(`double-['‘]free['’] of ['‘]([^'’]+)['’]`),                         // gcc
	regexp.MustCompile(`['‘]free['’] of ['‘]([^'’]+)['’] which points`),                   // gcc
	regexp.MustCompile(`leak of ['‘]([^'’]+)['’]`),                                        // gcc
	regexp.MustCompile(`pointed to by '([^']+)'`),                                         // clang, cppcheck
	regexp.MustCompile(`[Mm]emory leak: ([^ ,]+)`),                                        // cppcheck
	regexp.MustCompile("[Pp]ointer `([^`]+)`"),                                            // Infer
	regexp.MustCompile(`pointer ['‘]([^'’]+)['’] (?:may be )?used after`),                 // gcc
	regexp.MustCompile("^`([^`]+)` (?:could|is|may)"),                                     // Infer
	regexp.MustCompile(`Dereferencing '([^']+)' after`),                                   // cppcheck
	regexp.MustCompile(`(?:the end of|preceding|around) '([^']+)'`),                       // clang
	regexp.MustCompile(`'([^']+)' has size`),                                              // CodeQL
	regexp.MustCompile("value read from ([^ ,]+) was never initialized"),                  // Infer
}

// forExpression is the operation in messages of cppcheck.
var forExpression = regexp.MustCompile(`for expression '([^']+)'`)

// regions are messages that name the object which an access leaves: by a pointer, perhaps.
var regions = regexp.MustCompile(`^(?:Access of|Array|the end of|preceding|around) '`)

var (
	below     = regexp.MustCompile(`(?i)negative|under-?write|under-?read|underflow|below array bounds|before the|preced(?:ing|es)`)
	above     = regexp.MustCompile(`(?i)over-?read|above array bounds|past the end|after the end|exceeds upper limit|while it holds only`)
	atIndex   = regexp.MustCompile(`accessed at index (-?)\d`)
	readOnly  = regexp.MustCompile(`(?i)(?:under|over)-?read`)
	writeOnly = regexp.MustCompile(`(?i)under-?write`)
)

// readMessage looks for names in the messages of analyzers that have no
// predicate, and for the side of an array that is left. "Overflow" tells no
// side of arithmetic: it is said of results that are too small as well.
func (c *claim) readMessage(a Alarm, look Look) {
	for _, re := range subjects {
		if m := re.FindStringSubmatch(a.Message); m != nil {
			if ann, err := acsl.Parse(strings.Trim(m[1], "&.")); err == nil && lvalue(ann.Pred) {
				c.subject, c.region = ann.Pred, regions.MatchString(m[0])
			}
			break
		}
	}
	switch look {
	case LookCall:
		c.readCall(a.Message)
	case LookRead:
		c.readOperand(a.Message)
		_, deref := c.subject.(*acsl.Unary)
		c.memory = !deref && pointedTo.MatchString(a.Message)
	case LookShift:
		c.readShift(a.Message)
	case LookArithmetic:
		c.readOperation(a.Message)
	}
	if look != LookBounds {
		return
	}
	c.subscript = a.Tool != sarif.GCC && subscripted.MatchString(a.Message)
	// The clang analyzer says "buffer overflow" of indices below zero, too; only gcc has
	// another word for them.
	overflow := a.Tool == sarif.GCC && strings.Contains(a.Message, "overflow")
	switch low, high := below.MatchString(a.Message), overflow || above.MatchString(a.Message); {
	case low && !high:
		c.side = op.Low
	case high && !low:
		c.side = op.High
	}
	if m := atIndex.FindStringSubmatch(a.Message); m != nil {
		c.side = op.High
		if m[1] == "-" {
			c.side = op.Low
		}
	}
	c.writes = !readOnly.MatchString(a.Message)
	c.reads = !writeOnly.MatchString(a.Message)
}

// readOperation looks for the operation that a message is about.
func (c *claim) readOperation(message string) {
	if strings.HasPrefix(message, "Multiplication result") {
		c.operator = "*"
	}
	if m := forExpression.FindStringSubmatch(message); m != nil {
		if ann, err := acsl.Parse(m[1]); err == nil {
			c.exprs = []acsl.Expr{ann.Pred}
		}
	}
}

var (
	quotedWord  = regexp.MustCompile("['‘`]([A-Za-z_]\\w*)(?:\\(\\))?['’`]")
	calledWord  = regexp.MustCompile(`\b([A-Za-z_]\w*)\(\)`)
	callTo      = regexp.MustCompile(`call to ([A-Za-z_]\w*)`)
	whichNumber = regexp.MustCompile(`(?i)\b(\d+)(?:st|nd|rd|th) (?:argument|parameter)|argument (?:nr )?(\d+)`)
	into        = regexp.MustCompile(`(?:overflows?|exceeds?) the destination|destination[- ]buffer|the destination is only|\bwriting\b`)
	from        = regexp.MustCompile(`\breading\b|accesses out-of-bound|source buffer|the source is only`)
)

// families are the words of the clang analyzer for functions of string.h.
var families = []struct {
	text  string
	names []string
}{
	{"string length function", []string{"strlen", "strnlen"}},
	{"string copy function", []string{"strcpy", "strncpy", "stpcpy", "strlcpy"}},
	{"string concatenation function", []string{"strcat", "strncat", "strlcat"}},
	{"string comparison function", []string{"strcmp", "strncmp", "strcasecmp", "strncasecmp"}},
	{"memory copy function", []string{"memcpy", "memmove", "mempcpy", "bcopy"}},
	{"memory comparison function", []string{"memcmp", "bcmp"}},
	{"memory set function", []string{"memset", "bzero", "explicit_bzero"}},
	{"memory clearance function", []string{"bzero", "explicit_bzero"}},
}

// subscripted is in messages about a subscript. Gcc says so of calls that it made into
// assignments, too.
var subscripted = regexp.MustCompile("(?i)subscript|\\bindex|\\w\\[[^\\]]*\\]['\u2019`]? (?:is|may be) accessed")

// pointedTo is in messages about the memory that a pointer named leads to.
var pointedTo = regexp.MustCompile(`allocated but not initialized|points at uninitialized`)

var (
	garbageOperand = regexp.MustCompile(`The (left|right) operand of '([^'=]+|[=!<>]=)' is a garbage value`)
	garbageNumber  = regexp.MustCompile(`^(\d+)(?:st|nd|rd|th) function call argument is an uninitialized value`)
)

// readOperand looks for the argument or the operand that is read uninitialised.
func (c *claim) readOperand(message string) {
	if m := garbageNumber.FindStringSubmatch(message); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil && n > 0 {
			c.arg = int32(n - 1)
		}
	}
	c.asIndex = strings.HasPrefix(message, "Array subscript is undefined")
	if m := garbageOperand.FindStringSubmatch(message); m != nil && operations[m[2]] != nil {
		c.operand = m[2]
		if m[1] == "right" {
			c.operandSide = 1
		}
	}
}

// readCall looks for the function and the argument that a message names.
func (c *claim) readCall(message string) {
	for _, re := range []*regexp.Regexp{quotedWord, calledWord, callTo} {
		for _, m := range re.FindAllStringSubmatch(message, -1) {
			c.named = append(c.named, m[1])
		}
	}
	lower := strings.ToLower(message)
	for _, f := range families {
		if strings.Contains(lower, f.text) {
			c.named = append(c.named, f.names...)
			break
		}
	}
	if m := whichNumber.FindStringSubmatch(message); m != nil {
		if n, err := strconv.Atoi(m[1] + m[2]); err == nil && n > 0 {
			c.arg = int32(n - 1)
		}
	}
	c.into, c.from = into.MatchString(message), from.MatchString(message)
}

var (
	rightOperand = regexp.MustCompile(`(?i)right operand|shift count|shift(?:ing)? by`)
	leftOperand  = regexp.MustCompile(`(?i)left operand|cannot represent|shifting a negative`)
	tooLarge     = regexp.MustCompile(`not smaller than|greater or equal`)
)

// readShift looks for the operand of a shift that a message is about.
func (c *claim) readShift(message string) {
	right, left := rightOperand.MatchString(message), leftOperand.MatchString(message)
	c.left, c.amount = left && !right, right && !left
	switch low, high := strings.Contains(message, "negative"), tooLarge.MatchString(message); {
	case !c.amount:
	case low && !high:
		c.side = op.Low
	case high && !low:
		c.side = op.High
	}
}
