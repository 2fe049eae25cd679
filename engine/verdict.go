package engine

import (
	"context"
	"time"

	"github.com/assay-dev/assay/engine/cert"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// Status is one of the four words of docs/verdicts.md.
type Status uint8

// The statuses. Undecided is the zero value: what is not known is undecided.
const (
	Undecided Status = iota
	Reachable
	Unreachable
	Bounded
)

// String is the status as SARIF, reports and exit-code options spell it.
func (s Status) String() string {
	return [...]string{"undecided", "reachable", "unreachable", "bounded"}[s]
}

// Verdict answers one target.
type Verdict struct {
	Status      Status
	Confirmed   bool     // Reachable: the native run failed the same way
	Reason      string   // why undecided or unconfirmed; a sentence for the user
	Causes      []Cause  // Undecided: of what kind the reasons are
	Next        string   // the cheapest next step for the user, "" when there is none
	Assumptions []string // sorted, without duplicates
	Given       []Given  // earlier path-ending checks the proof rests on
	Bounds      []Bound  // bounds that were hit
	Witness     *Witness // Reachable: the input
	Effort      Effort
	Time        time.Duration
	// Certificates prove an unreachable or bounded verdict, one for each entry
	// function, where Options.Certificates asked for them and a depth-first
	// search with interpolation found it. Checked is the solver that confirmed
	// them, "" if they were not checked, or not all.
	Certificates []*cert.Certificate
	Checked      string
	// Invariants say in C what is proved of loop statements, where
	// Options.Invariants asks for that.
	Invariants []LoopInvariant
}

// LoopInvariant is a C expression over variables in scope at the keyword of a
// loop statement, true whenever a run arrives at its head.
type LoopInvariant = certify.LoopInvariant

// Given is a path-ending check that a proof assumed to have passed.
type Given struct {
	Error string   `json:"error"` // op.Class name
	At    string   `json:"at"`    // file:line:col
	Point ir.Point `json:"-"`
}

// Bound is a limit chosen by assay or an option that a path met.
type Bound struct {
	Kind  string `json:"kind"` // of those in boundKinds
	At    string `json:"at"`   // file:line of the loop, call or input
	Limit int64  `json:"limit"`
}

// Effort counts deterministic work, the same on every machine.
type Effort struct {
	Instructions int64 `json:"instructions"`
	Nodes        int64 `json:"nodes"`
	Subsumed     int64 `json:"subsumed"`
	Queries      int64 `json:"queries"`
	Propagations int64 `json:"propagations"`
	// LargestInterpolant counts the conjuncts of the largest one stored.
	LargestInterpolant int64 `json:"largestInterpolant,omitempty"`
}

// Add counts the work of another search, too.
func (e *Effort) Add(o Effort) {
	e.Instructions += o.Instructions
	e.Nodes += o.Nodes
	e.Subsumed += o.Subsumed
	e.Queries += o.Queries
	e.Propagations += o.Propagations
	e.LargestInterpolant = max(e.LargestInterpolant, o.LargestInterpolant)
}

// Met is an error found on the way that no target asked about, or that
// precedes one. Reachable ones carry the input that shows them.
type Met struct {
	Class   string // op.Class name
	Point   ir.Point
	Witness *Witness // nil: only possible, not shown
}

// Extern says what a call of a function without definition or model does.
type Extern string

// NoCallback, among Options.Assume, is the assumption that code which is not in the
// program calls no function of it.
const NoCallback = exec.NoCallback

// Closed, among Options.Assume, is the assumption that units which are missing leave the
// program alone; ir.Program.Missing is empty then.
const Closed = exec.Closed

// The policies for unmodelled external functions.
const (
	ExternHavoc     Extern = "havoc"
	ExternHavocFree Extern = "havoc-free"
	ExternPure      Extern = "pure"
	ExternStop      Extern = "stop"
)

// Options configures a run of the engine. The zero value of a field means its
// default, documented in the option table of cmd/assay.
type Options struct {
	Entry          []string // entry functions; empty: main
	Extern         Extern
	Assume         []string // failures switched off: "malloc", "read", …
	VolatileMemory bool     // volatile objects are ordinary memory
	Trapv          bool     // compiled with -ftrapv: signed overflow ends the program
	NoProver       bool     // decide by search alone
	// Hints are loop invariants that the user proposes. They are proved before
	// they are used. Hinted is told what came of each: why it is not used, ""
	// if it holds.
	Hints  []Hint
	Hinted func(Hint, string)
	// Known are facts that proofs of earlier runs rested on. They are proved before
	// they are used. Learnt is told those of this run's proofs.
	Known            []Known
	Learnt           func([]Known)
	MaxArgc          int // bound on argc
	MaxArgLen        int // bound on the length of each argv string
	MaxStdin         int // bound on the bytes of standard input; 0: none
	MaxLoop          int // bound on the turns of a loop of the program that depend on input; 0: none
	MaxDepth         int // bound on activations
	TimeoutPerTarget time.Duration
	Timeout          time.Duration // of the whole run
	Memory           int64         // bytes for all searches together
	Workers          int
	Seed             int64
	Solver           solver.Options // of every search; the zero value is the default
	Interpolation    Interpolation  // how searches prune; empty: InterpolationWP
	Literals         int            // of the longest clause in an interpolant; 0: the default, < 0: no clauses
	NoSlackening     bool           // equalities in interpolants are not weakened
	Plan             Plan           // which searches are made; empty: PlanPortfolio
	// Certificates makes certificates of proofs. CheckCertificates checks them,
	// with Second to confirm its answers (cert.Options).
	Certificates, CheckCertificates bool
	// Invariants wants invariants of loops in C with unreachable verdicts.
	Invariants  bool
	Second      SecondSolver
	ProgramHash string // SHA-256 of the program's IR, for certificates
	// Defect is told of every part of the run that an error of assay's own ended,
	// by several goroutines; nil lets the panic go on.
	Defect func(Defect)
	// Confirm replays a witness natively; nil leaves verdicts unconfirmed.
	Confirm func(context.Context, *Witness) Confirmation
	// Trace, if set, receives the tree of each depth-first search with
	// interpolation, with the index of its target. Called from one goroutine at
	// a time.
	Trace func(target int, t *Trace)
	// Progress is told of each step of the run; nil: nobody listens. Called
	// from one goroutine at a time.
	Progress func(Progress)
}

// Hint is a C expression that the user takes for an invariant of a loop, with
// its place: the loop begins there or just below.
type Hint = prover.Hint

// Known is a fact that a proof rested on; see certify.Known.
type Known = certify.Known

// SecondSolver makes the solver that confirms the answers on which the check of
// a certificate rests; nil: nobody does.
type SecondSolver = func(*term.Pool) (cert.Opinion, error)

// Plan names the searches that a run makes.
type Plan string

// The plans. All but the portfolio are for experiments and tests: no other
// search takes work off the one that is looked at.
const (
	PlanPortfolio  Plan = ""            // a shared exploration, then rounds of several kinds with growing budgets
	PlanDepthFirst Plan = "depth-first" // one depth-first search per target
	PlanShallow    Plan = "shallow"     // the same with loops bounded to two turns
	PlanCoarse     Plan = "coarse"      // what a coarse abstraction of the program excludes, and nothing else
	PlanProver     Plan = "prover"      // no search: what is proved without a bound, and nothing else
)

// Interpolation names a way to make interpolants.
type Interpolation string

// The ways.
const (
	InterpolationNone     Interpolation = "none"
	InterpolationDeletion Interpolation = "deletion" // cores over facts
	InterpolationWP       Interpolation = "wp"       // weakest preconditions with abduction; the default
)

// Confirmation is what a native replay showed (verdicts.md, rule 8).
type Confirmation struct {
	Status ConfirmStatus
	Reason string // for the user; names the observer or what prevented it
}

// ConfirmStatus classifies a Confirmation.
type ConfirmStatus uint8

// The outcomes of a replay.
const (
	NotRun        ConfirmStatus = iota // could not run, or the class cannot be observed: stays unconfirmed
	Confirmed                          // same failure at the candidate's line
	NotReproduced                      // ran, could observe, did not fail: undecided
	DependsOn                          // fails only with choices fed: unconfirmed, named in Reason
)

// Progress describes the state of a run.
type Progress struct {
	Done, Total int
	Current     string // name of the target being worked on
	Counts      [4]int // by Status, of the verdicts so far
}

// Result is what Run returns besides the verdicts.
type Result struct {
	Verdicts []Verdict // one per target, in order
	Met      []Met     // sorted by point
	Partial  bool      // time, memory or cancellation ended the run early
	Spent    []Spent   // by strategy, in the order of their first turns
}

// Spent is what a strategy took, over all entry functions, and how many targets it settled.
type Spent struct {
	Strategy string
	Time     time.Duration
	Settled  int
}

// Sink receives every verdict as it falls, with the index of its target, from
// one goroutine at a time. A journal hangs here.
type Sink func(target int, v Verdict)
