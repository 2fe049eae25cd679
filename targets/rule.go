package targets

import (
	"sort"
	"strings"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/sarif"
)

// Look is the kind of instruction that commits what a rule warns of.
type Look uint8

// The kinds of instruction looked for.
const (
	LookNothing    Look = iota // the engine has no check for this
	LookDivision               // integer division or remainder
	LookArithmetic             // signed arithmetic
	LookUnsigned               // unsigned arithmetic
	LookShift                  // shift
	LookIndex                  // subscript of an array of declared length
	LookAccess                 // read or write through an address
	LookBounds                 // subscript, and the access made with it
	LookRead                   // read of an object's value
	LookPointer                // read of a pointer's value
	LookNarrowing              // integer conversion
	LookCompare                // comparison of pointers
	LookDifference             // subtraction of pointers
	LookOffset                 // pointer arithmetic
	LookCallee                 // call through a pointer
	LookFloatToInt             // conversion of a floating value to an integer
	LookFloat                  // floating-point operation
	LookCopy                   // copy of memory
	LookBool                   // read of a _Bool
	LookCall                   // call of a library function
	LookFree                   // call that releases memory
	LookAssert                 // failing assertion, abort, reach_error
	LookExit                   // end of the program
	LookPlace                  // anything there
	numLooks
)

var lookTexts = [numLooks]string{
	LookNothing:    "nothing",
	LookDivision:   "integer division",
	LookArithmetic: "signed arithmetic",
	LookUnsigned:   "unsigned arithmetic",
	LookShift:      "shift",
	LookIndex:      "subscript of an array",
	LookAccess:     "memory access",
	LookBounds:     "subscript or memory access",
	LookRead:       "read of a value",
	LookPointer:    "read of a pointer",
	LookNarrowing:  "integer conversion",
	LookCompare:    "comparison of pointers",
	LookDifference: "subtraction of pointers",
	LookOffset:     "pointer arithmetic",
	LookCallee:     "call through a pointer",
	LookFloatToInt: "conversion from floating point",
	LookFloat:      "floating-point operation",
	LookCopy:       "copy of memory",
	LookBool:       "read of a _Bool",
	LookCall:       "call of a library function",
	LookFree:       "release of memory",
	LookAssert:     "assertion",
	LookExit:       "end of the program",
	LookPlace:      "code",
}

// String names the kind of instruction in words for a user.
func (l Look) String() string { return lookTexts[l] }

// Rule is an entry of the catalogue: what a rule of an analyzer claims.
type Rule struct {
	Tool sarif.ToolKind
	// ID is the analyzer's rule id; `*` stands for any text.
	ID string
	// Message restricts the entry to alarms whose message contains it (in any
	// case): some analyzers report several defects under one rule.
	Message string
	// Classes are the violations, any of which makes the alarm true, and Look
	// is the kind of instruction that commits them.
	Classes op.Set
	Look    Look
	// Checkable is false for a rule that says nothing about a run of the
	// program (style, naming): its results are passed through and not counted.
	// A checkable rule with LookNothing is one the engine has no check for.
	Checkable bool
	// Callees are the functions that an alarm is about whose message names none, between
	// blanks; "" if any.
	Callees string
	// Strings says that a call must take strings.
	Strings bool
	// Side is the one of the classes that is claimed.
	Side op.Side
	// Into says that what a function writes to is meant.
	Into bool
	// Here says that an alarm of the rule is about the text at its place, never about what a
	// function does that is called there.
	Here bool
	// Narrower says what the claim has that the target has not, "" if nothing: only the
	// verdict reachable answers then.
	Narrower string
	// Unknown marks the answer for a rule that no entry is about.
	Unknown bool
	// Note says what to know about the entry, and for a rule that is not
	// checked, why.
	Note string
}

// check makes an entry that is checked.
func check(id string, look Look, classes op.Set, note string) Rule {
	return Rule{ID: id, Look: look, Classes: classes, Checkable: true, Note: note}
}

// when restricts an entry to messages that contain a text.
func (r Rule) when(message string) Rule {
	r.Message = message
	return r
}

// ofStrings restricts an entry to calls of functions that take strings.
func (r Rule) ofStrings() Rule {
	r.Strings = true
	return r
}

// side restricts an entry to one side of its classes.
func (r Rule) side(side op.Side) Rule {
	r.Side = side
	return r
}

// into restricts an entry to what the functions write to.
func (r Rule) into() Rule {
	r.Into = true
	return r
}

// here restricts an entry to what the text at the alarm's place does.
func (r Rule) here() Rule {
	r.Here = true
	return r
}

// of names the functions that an entry is about.
func (r Rule) of(callees string) Rule {
	r.Callees = callees
	return r
}

// narrower says what of the claim is not looked for.
func (r Rule) narrower(why string) Rule {
	r.Narrower = why
	r.Note += ": found, or undecided"
	return r
}

// open makes an entry for a claim about runs that the engine cannot check.
func open(id, why string) Rule { return Rule{ID: id, Checkable: true, Note: why} }

// style makes an entry for a rule that says nothing about a run.
func style(why string, ids ...string) []Rule {
	rules := make([]Rule, len(ids))
	for i, id := range ids {
		rules[i] = Rule{ID: id, Note: why}
	}
	return rules
}

// Sets of classes that rules share.
var (
	// With an index, an access through null may be anywhere.
	nullClasses   = op.SetOf(op.NullAccess, op.ForeignAccess)
	boundsClasses = op.SetOf(op.IndexBound, op.OutOfBounds, op.ForeignAccess)
	freedClasses  = op.SetOf(op.DeadAccess, op.DoubleFree)
	releaseClass  = op.SetOf(op.BadFree, op.DoubleFree, op.DeadAccess)
	freedTwice    = op.SetOf(op.DoubleFree, op.DeadAccess)
	calleeClasses = op.SetOf(op.BadCall, op.NullAccess, op.ForeignAccess, op.DeadAccess)
	nullArgument  = op.SetOf(op.NullAccess, op.LibPrecond)
	libClasses    = op.SetOf(op.OutOfBounds, op.ForeignAccess, op.LibPrecond) // of claims that an object is left
	overlapClass  = op.SetOf(op.Overlap)
	precondition  = op.Memory | op.SetOf(op.LibPrecond) | releaseClass | overlapClass
	divideClasses = op.SetOf(op.DivByZero)
	shiftClasses  = op.SetOf(op.ShiftRange)
	uninitClasses = op.SetOf(op.UninitRead)
	leakClasses   = op.SetOf(op.Leak)
	signedClasses = op.SetOf(op.SignedOverflow, op.DivOverflow)
)

// Sides of classes that are no ranges (engine.Site).
const (
	freed    = op.Low  // memory that was freed
	variable = op.High // a variable that is dead, or constant
	literal  = op.Low  // a string literal
)

// What rules claim beyond what is looked for.
const (
	otherPairs = "only releases by free and realloc are checked, and only for memory that malloc and its like did not allocate"
	keptMemory = "memory that a pointer still reaches at the end is never freed either, and is not looked for"
	unusedSign = "the alarm is at the test, or at the call whose result is not tested: where the pointer is used is not told"
	nextAtCall = "the alarm is where the variable may stay unwritten: where it is read is not told"
	ofLiteral  = "where the life of a compound literal ends is not in the code that clang makes"
	atStore    = "the address of a local is stored: no violation until it is used"
)

// catalogue lists the tables in the order of `assay rules`.
var catalogue = []struct {
	tool  sarif.ToolKind
	rules []Rule
}{
	{sarif.FramaC, framacRules},
	{sarif.Clang, clangRules},
	{sarif.Cppcheck, cppcheckRules},
	{sarif.GCC, gccRules},
	{sarif.CodeQL, codeqlRules},
	{sarif.Infer, inferRules},
	{sarif.Flawfinder, flawfinderRules},
}

// Rules returns the whole catalogue, sorted by analyzer in the order of the
// tables, then by rule id. Entries of one id stay in the order in which they
// are tried.
func Rules() []Rule {
	var all []Rule
	for _, t := range catalogue {
		part := make([]Rule, len(t.rules))
		copy(part, t.rules)
		for i := range part {
			part[i].Tool = t.tool
		}
		sort.SliceStable(part, func(i, j int) bool { return part[i].ID < part[j].ID })
		all = append(all, part...)
	}
	return all
}

// RuleFor finds the entry for an alarm. A rule that no entry is about is unknown,
// and so are all rules of an analyzer without a table: an id of theirs that another
// analyzer has, too, need not mean the same.
func RuleFor(tool sarif.ToolKind, id, message string) Rule {
	message = strings.ToLower(message)
	for _, t := range catalogue {
		if t.tool != tool {
			continue
		}
		if r, ok := find(t.rules, canonicalID(tool, id), message); ok {
			r.Tool = tool
			return r
		}
		return Rule{Tool: tool, ID: id, Checkable: true, Unknown: true, Note: "unknown rule: the catalogue has no entry for " + quoted(id)}
	}
	return Rule{Tool: tool, ID: id, Checkable: true, Unknown: true, Note: "unknown rule: the catalogue has no table for this analyzer"}
}

// quoted is a rule id as a message shows it.
func quoted(id string) string {
	if id == "" {
		return "a result without a rule id"
	}
	return id
}

func find(rules []Rule, id, message string) (Rule, bool) {
	for _, r := range rules {
		if matches(r.ID, id) && strings.Contains(message, strings.ToLower(r.Message)) {
			return r, true
		}
	}
	return Rule{}, false
}

// canonicalID undoes decorations of rule ids: clang-tidy's prefix for the
// analyzer's checkers, the brackets some converters leave around options of
// gcc.
func canonicalID(tool sarif.ToolKind, id string) string {
	switch tool {
	case sarif.Clang:
		return strings.TrimPrefix(id, "clang-analyzer-")
	case sarif.GCC:
		return strings.TrimSuffix(strings.TrimPrefix(id, "["), "]")
	}
	return id
}

// matches reports whether an id fits a pattern in which `*` is any text.
func matches(pattern, id string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == id
	}
	if !strings.HasPrefix(id, parts[0]) {
		return false
	}
	id = id[len(parts[0]):]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(id, part)
		if i < 0 {
			return false
		}
		id = id[i+len(part):]
	}
	return strings.HasSuffix(id, parts[len(parts)-1])
}
