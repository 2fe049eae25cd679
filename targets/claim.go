package targets

import (
	"math/big"
	"regexp"
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
	// bound is the declared length in `i < 10`, nil if none.
	bound *big.Int
	// reads, writes say which accesses are meant.
	reads, writes bool
	// left says that the left operand of a shift is meant.
	left bool
	// subject is the variable or array that a message names, nil if none.
	subject acsl.Expr
	// separation says that the predicate is \separated(…).
	separation bool
	// callee is the library function of a precondition, "" if any.
	callee string
}

// claimOf reads the predicate, or the message of an analyzer that has none.
// What it cannot read it leaves out: the alarm then keeps all candidates.
func claimOf(a Alarm, look Look) claim {
	c := claim{reads: true, writes: true}
	if name, ok := strings.CutPrefix(a.RuleID, "precondition of "); ok {
		c.callee = name
	}
	if a.Predicate == "" {
		if a.Tool != sarif.FramaC {
			c.readMessage(a, look)
		}
		return c
	}
	ann, err := acsl.Parse(a.Predicate)
	if err != nil {
		return c
	}
	c.readPredicate(ann.Pred, look)
	return c
}

// readPredicate takes a predicate apart in the form that its kind has.
func (c *claim) readPredicate(p acsl.Expr, look Look) {
	switch look {
	case LookDivision, LookArithmetic, LookUnsigned, LookShift, LookIndex, LookNarrowing, LookFloatToInt:
		c.readRange(p)
	case LookAccess, LookRead, LookPointer, LookCallee, LookFloat, LookOffset:
		c.readApplication(p)
	case LookCompare, LookDifference, LookCopy:
		c.readPair(p)
	case LookCall:
		c.exprs = []acsl.Expr{p}
		app, ok := p.(*acsl.App)
		c.separation = ok && app.Name == `\separated`
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
	regexp.MustCompile(`[Nn]ull pointer dereference: ([^ ,]+)`),                           // cppcheck
	regexp.MustCompile(`['‘]([^'’]+)['’] (?:may be|is) used uninitialized`),               // gcc
	regexp.MustCompile(`uninitialized value ['‘]([^'’]+)['’]`),                            // gcc
	regexp.MustCompile(`(?:dereference of|write to) (?:possibly-)?NULL ['‘]([^'’]+)['’]`), // gcc
	regexp.MustCompile(`use after ['‘]free['’] of ['‘]([^'’]+)['’]`),                      // gcc
	regexp.MustCompile("[Pp]ointer `([^`]+)`"),                                            // Infer
	regexp.MustCompile("value read from ([^ ,]+) was never initialized"),                  // Infer
}

var (
	below     = regexp.MustCompile(`(?i)negative|under-?write|under-?read|underflow|below array bounds|before the|preceding`)
	above     = regexp.MustCompile(`(?i)over-?read|overflow|above array bounds|past the end|after the end|while it holds only`)
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
			if ann, err := acsl.Parse(strings.TrimSuffix(m[1], ".")); err == nil && lvalue(ann.Pred) {
				c.subject = ann.Pred
			}
			break
		}
	}
	if look != LookBounds {
		return
	}
	switch low, high := below.MatchString(a.Message), above.MatchString(a.Message); {
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
