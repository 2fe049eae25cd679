package targets

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
)

// Alarm is what the mapping needs to know of an analyzer's alarm.
type Alarm struct {
	Tool   sarif.ToolKind
	RuleID string
	// File is the path as the analyzer wrote it, slash-separated.
	File string
	// Line and EndLine are 1-based and inclusive; EndLine 0 means Line.
	// Line 0 is an alarm without a place.
	Line, EndLine int
	// Col and EndCol are 1-based, 0 if unknown.
	Col, EndCol int
	// Function is the enclosing function, "" if the analyzer does not say.
	Function string
	Message  string
	// Elsewhere: the result has further locations, which may be meant as well.
	Elsewhere bool
	// Label names the predicate in its contract ("valid_dest"), "" if it has none.
	Label string
	// Predicate is Frama-C's ACSL predicate, with or without clause and
	// label; "" for other analyzers.
	Predicate string
	// Allocated are the places at which the analyzer's path says that the memory was
	// allocated, of an alarm about lost memory.
	Allocated []Spot
}

// Spot is a place in a file, as an analyzer names it. Col is 0 if it is unknown.
type Spot struct {
	File      string
	Line, Col int
}

// allocates is what the analyzers write at the step of a path that allocates memory.
var allocates = regexp.MustCompile(`(?i)\ballocat(?:ed|ion)\b|\bstorage is returned\b|\bstorage returned\b`)

// FromDocument takes what the mapping needs from a result of a SARIF document, its path
// included where that matters.
func FromDocument(d *sarif.Document, run, i int) Alarm {
	a := FromSARIF(d.Alarm(run, i))
	if RuleFor(a.Tool, a.RuleID, a.Message).Look != LookExit {
		return a
	}
	for _, f := range d.Flows(run, i) {
		for _, s := range f.Steps {
			if !f.Assay && allocates.MatchString(s.Text) {
				a.Allocated = append(a.Allocated, Spot{s.Path, s.Region.Line, s.Region.Col})
			}
		}
	}
	return a
}

// FromSARIF takes what the mapping needs from an alarm of a SARIF document.
func FromSARIF(a sarif.Alarm) Alarm {
	l := a.Location
	return Alarm{
		Tool: a.Tool, RuleID: a.RuleID, File: l.Path,
		Line: l.Region.Line, EndLine: l.Region.EndLine, Col: l.Region.Col, EndCol: l.Region.EndCol,
		Function: l.Function, Message: a.Message, Label: a.Label, Predicate: a.Predicate, Elsewhere: a.Elsewhere,
	}
}

// Mapping is what became of an alarm. Exactly one of Target and Unmapped is
// set if the alarm is checkable, neither if it is not.
type Mapping struct {
	// Target holds the instructions and the violation looked for. Alarms with
	// the same sites share one target (the same pointer).
	Target *engine.Target
	// Rule is the catalogue's entry for the alarm.
	Rule Rule
	// Candidates counts the instructions of the right kind at the alarm's
	// place before the predicate narrowed them to the sites of Target.
	Candidates int
	// Narrowed says that the predicate or the message chose among them.
	Narrowed bool
	// Unmapped says why there is no target.
	Unmapped *Unmapped
	// Settles says which verdicts on Target answer the alarm, and why not all do.
	Settles Settles
	// Checkable is false for an alarm that says nothing about a run; Note
	// then has the reason.
	Checkable bool
	// File is the program's file that was taken for the alarm's. ByName says
	// that only its last component agrees with the path of the alarm.
	File   string
	ByName bool
	// First and Last are the lines of the statement at the alarm's place, and of Target.
	First, Last int
	// Note says what else a user should know: that another line was taken,
	// that the predicate fits nothing, that the target is shared.
	Note string
}

// Settles says which verdicts on a target answer an alarm where what the target
// looks for is not exactly what the alarm claims. The zero value: all do.
type Settles struct {
	// OnlyReachable: each violation of the target is one of the alarm's, but
	// there may be others.
	OnlyReachable bool
	// OnlyUnreachable: each violation of the alarm is one of the target's, but
	// the target has others.
	OnlyUnreachable bool
	// Except are the instructions at which a violation is one of the alarm's although
	// OnlyUnreachable.
	Except []ir.Point
	Why    string
}

// and unites two restrictions.
func (s Settles) and(t Settles) Settles {
	both := Settles{OnlyReachable: s.OnlyReachable || t.OnlyReachable, OnlyUnreachable: s.OnlyUnreachable || t.OnlyUnreachable,
		Why: cmp.Or(s.Why, t.Why)}
	switch {
	case !t.OnlyUnreachable:
		both.Except = s.Except
	case !s.OnlyUnreachable:
		both.Except = t.Except
	default:
		both.Except = slices.DeleteFunc(slices.Clone(s.Except), func(pt ir.Point) bool { return !slices.Contains(t.Except, pt) })
	}
	return both
}

// Cause classifies why an alarm has no target.
type Cause string

// The causes.
const (
	NoPlace       Cause = "no place"         // the analyzer gives no line
	NotCompiled   Cause = "not compiled"     // no unit of the program has this file
	AmbiguousFile Cause = "ambiguous file"   // several files fit equally
	Excluded      Cause = "excluded"         // behind #if, or in a function that clang dropped
	Folded        Cause = "folded"           // clang computed it or found it dead
	NoCode        Cause = "no code"          // a declaration, a comment, a brace
	MacroText     Cause = "macro"            // the definition of a macro
	OtherCode     Cause = "other code"       // there is code, none of the kind
	Unsupported   Cause = "no check"         // the engine has no check for the rule
	UnknownRule   Cause = "unknown rule"     // the catalogue does not know the rule, or the tool
	NotUnderstood Cause = "not understood"   // what the alarm claims is not understood
	ChangedSource Cause = "source too short" // the line lies behind the end of the file
)

// Unmapped says why an alarm has no target and what the user can do.
type Unmapped struct {
	Cause  Cause
	Reason string
	Next   string
}

// String is the reason followed by the next step.
func (u *Unmapped) String() string {
	if u.Next == "" {
		return u.Reason
	}
	return u.Reason + "; " + u.Next
}

// PathMap replaces the prefix From of an alarm's path by To.
type PathMap struct{ From, To string }

// Options tell where the sources are.
type Options struct {
	// PathMaps are tried in order; the first whose prefix fits is applied.
	PathMaps []PathMap
	// SourceRoot is the directory that relative paths of alarms start from.
	SourceRoot string
	// Entry is the function the program starts with, "main" if empty.
	Entry string
	// ReadFile reads a source for explaining why a line has no code; nil
	// means os.ReadFile.
	ReadFile func(path string) ([]byte, error)
	// Expand is the text of a file after the expansion of its macros, by lines, and that of
	// the units that read it, for finding what the compiler computed; nil means that there
	// are no macros, and no lines that the text is not to be had.
	Expand func(path string) (lines []string, text string)
}
