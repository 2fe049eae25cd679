package engine

import (
	"maps"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/exec"
)

// Cause is a kind of reason for which a target stays undecided. The user can do
// something else about each.
type Cause uint8

// The causes.
const (
	Unmodelled   Cause = iota // paths end at something that assay does not model
	NoBody                    // paths end at, or a witness depends on, a function that is not there
	SolverGaveUp              // a question was too hard
	TargetTime                // the target's time is used up
	RunTime                   // the run's time is used up
	Interrupted               // the user ended the run
	OutOfMemory
	Optimiser     // a witness depends on what an optimiser knows
	FloatingPoint // a witness depends on floating-point arithmetic
	OutOfBudget   // a plan's search has a budget of its own
	NotReplayed   // a witness did not replay
	NoProof       // the plan asks for a proof, and there is none
	ElsewhereOnly // what is looked for happens in runs that the alarm is not about
	Unfollowed    // paths end at an instruction that assay does not follow
	ProofRefused
	Crashed
	NumCauses
)

// advice is the cheapest step that may change something, by cause. More time is
// for what time ended, and for nothing else.
var advice = [NumCauses]string{
	Unmodelled:    "more time does not help there: stand in for it with a stub (--model), or restrict the inputs",
	NoBody:        "more time does not help there: define the function in a stub (--model)",
	SolverGaveUp:  "more time does not help there: restrict the inputs with lower bounds (--max-stdin, --max-arg-len, --max-argc)",
	TargetTime:    "give more time with --timeout-per-alarm",
	RunTime:       "give more time with --timeout",
	Interrupted:   "run it again",
	OutOfMemory:   "give more memory with --memory, or use fewer --workers",
	Optimiser:     "more time does not help there: ask about a build with -O0, which knows nothing of it",
	FloatingPoint: "more time does not help there: floating-point values that depend on input are not followed; review the alarm by hand",
	OutOfBudget:   "use the default plan",
	NotReplayed:   "look at the path with `assay explain`; this may be a defect of assay's model",
	NoProof:       "say what holds in the loop: /* assay: invariant EXPR */",
	ElsewhereOnly: "review the alarm by hand, and what is lost elsewhere",
	Unfollowed:    "more time does not help there, nor a stub: write it in other C for assay, or review the alarm by hand",
	ProofRefused:  "report this: it is a defect of assay",
	Crashed:       "report the error with the file that its message names",
}

// Advice is what a user can do about a cause.
func (c Cause) Advice() string { return advice[c] }

// because is a reason with its kind.
type because struct {
	cause Cause
	text  string
}

// undecided is the verdict for some reasons, the one that weighs most first.
func undecided(whys ...because) Verdict {
	v := Verdict{Status: Undecided}
	var texts, next []string
	for _, w := range whys {
		step := w.cause.Advice()
		if len(next) > 0 && w.cause.ends() {
			step = "for the rest " + step
		}
		v.Causes, texts = append(v.Causes, w.cause), append(texts, w.text)
		if !slices.Contains(next, step) {
			next = append(next, step)
		}
	}
	v.Reason, v.Next = strings.Join(texts, "; "), strings.Join(next, "; ")
	return v
}

// ends tells that a cause ended a whole search, not single paths.
func (c Cause) ends() bool {
	switch c {
	case TargetTime, RunTime, OutOfMemory, OutOfBudget:
		return true
	}
	return false
}

// stopCauses are the causes of what ends single paths.
var stopCauses = map[exec.StopKind]Cause{exec.Unmodelled: Unmodelled, exec.NoBody: NoBody, exec.GaveUp: SolverGaveUp, exec.Elsewhere: ElsewhereOnly,
	exec.Instruction: Unfollowed}

// boundKinds says of each kind of bound what its limit counts, by which option it
// is raised, and whether it holds at a place or for the whole run.
var boundKinds = map[string]struct {
	one, many string
	option    string
	placed    bool
}{
	"loop":                  {" turn that depends on input", " turns that depend on input", "--max-loop", true},
	"recursion":             {" activation", " activations", "--max-depth", true},
	"stdin":                 {" byte", " bytes", "--max-stdin", false},
	"argc":                  {"", "", "--max-argc", false},
	"argv":                  {" byte each", " bytes each", "--max-arg-len", false},
	"getenv":                {" byte of a value", " bytes of a value", "", false},
	"environment variables": {"", "", "", false},
	"environment names":     {" byte each", " bytes each", "", false},
	"mappings":              {" at once", " at once", "", false},
	"atexit":                {" handler", " handlers", "", false},
	"ungetc":                {" byte pushed back", " bytes pushed back", "", false},
	"getline":               {" byte in one piece", " bytes in one piece", "", false},

	"text of the library's own":  {" byte", " bytes", "", false},
	"texts of the library's own": {"", "", "", false},
}

// BoundKinds lists the kinds of bound, sorted.
func BoundKinds() []string { return slices.Sorted(maps.Keys(boundKinds)) }

// BoundOption is the option that raises a bound, "" where none does: the bound is
// in assay's model of a library function.
func BoundOption(kind string) string { return boundKinds[kind].option }

// raise is the advice on bounds that were met.
func raise(bounds []Bound) string {
	var options []string
	for _, b := range bounds {
		if o := BoundOption(b.Kind); o != "" && !slices.Contains(options, o) {
			options = append(options, o)
		}
	}
	if len(options) == 0 {
		return "the bounds are in assay's models of the library: a stub (--model) may go beyond them"
	}
	return "raise " + strings.Join(options, ", ")
}

// noLength is the advice where the program writes into its arguments: the prover does not follow
// that, and longer arguments are bounded once more.
func (v *Verdict) noLength() {
	v.Next = "no length of the arguments is enough where the program writes into them: review what is longer by hand"
}
