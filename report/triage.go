package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
)

// Triage is the result of a whole run, ready to be written in any format.
type Triage struct {
	Tool    string        `json:"tool"` // "assay" and its version
	Inputs  []string      `json:"inputs"`
	Alarms  []Alarm       `json:"alarms"` // every result of every input, in order
	Met     []Met         `json:"met"`    // errors met on the way
	Notes   []string      `json:"notes"`  // what the user should hear of: flags left out, units not compiled …
	Partial string        `json:"partial,omitempty"`
	Program []ProgramInfo `json:"programs"`
	// Comparison is set by assay filter.
	Comparison *Comparison `json:"comparison,omitempty"`
}

// ProgramInfo identifies a program that alarms were decided on.
type ProgramInfo struct {
	Name      string `json:"name"` // of the link set
	DataModel string `json:"dataModel"`
	Triple    string `json:"triple"`
	Hash      string `json:"hash"` // SHA-256 of its IR, hexadecimal
}

// State says what became of a result on the way to a target.
type State string

// The states of an alarm. Only Mapped alarms reach the engine; Unmapped ones
// are undecided with the reason in their outcome; the others are outside the
// counts and outside --fail-on (docs/verdicts.md, rule 5).
const (
	Mapped       State = "mapped"
	Unmapped     State = "unmapped"
	NotCheckable State = "not-checkable" // its rule says nothing about a run of the program
	NoAlarm      State = "no-alarm"      // kind pass or notApplicable
)

// Counts says whether alarms of the state appear in the counts.
func (s State) Counts() bool { return s == Mapped || s == Unmapped }

// Alarm is one result of an input.
type Alarm struct {
	Input       int      `json:"input"`  // index into Triage.Inputs
	Number      int      `json:"number"` // among all results of its input, from 0: the N of FILE#N
	Run         int      `json:"run"`
	Index       int      `json:"index"`       // in its run
	Fingerprint string   `json:"fingerprint"` // sarif.Document.Fingerprint
	Rule        string   `json:"rule"`
	Message     string   `json:"message"`
	File        string   `json:"file"`             // as the analyzer names it
	Source      string   `json:"source,omitempty"` // that file as found among the sources, relative to the working directory if below it
	Line        int      `json:"line"`
	Col         int      `json:"col,omitempty"`
	State       State    `json:"state"`
	FirstLine   int      `json:"firstLine,omitempty"` // of the statement there and of what was looked for
	LastLine    int      `json:"lastLine,omitempty"`
	Property    string   `json:"property,omitempty"` // what was looked for, in words
	Candidates  int      `json:"candidates"`         // instructions that the alarm can mean
	Target      string   `json:"target,omitempty"`   // names what is looked for, over runs; equal for alarms that mean the same
	Classes     []string `json:"classes,omitempty"`  // violations (op.Class names) that make the alarm true
	Covers      []string `json:"covers,omitempty"`   // checks (CheckKey) that the alarm's candidates are
	Settles     Settles  `json:"settles,omitzero"`   // which verdicts on the target answer the alarm
	Suppressed  bool     `json:"suppressed"`         // in the output, by Suppress
	Kept        string   `json:"kept,omitempty"`     // why Suppress kept it visible although its proof rests on nothing
	ByUser      bool     `json:"suppressedByUser"`   // already suppressed in the input
	Outcome     Outcome  `json:"outcome"`
	Programs    []Asked  `json:"programs,omitempty"` // where the alarm's unit belongs to several programs: what each says

	// Known, Was and Because are set by assay filter: the alarm was there
	// before the change, with this status ("" if not known); why it was
	// decided again, "" where an earlier verdict holds.
	Known   bool   `json:"known,omitempty"`
	Was     string `json:"was,omitempty"`
	Because string `json:"because,omitempty"`
}

// Settles says which verdicts on a target answer an alarm, where what is looked for is
// not exactly what the alarm claims; the zero value: all do (targets.Settles).
type Settles struct {
	OnlyReachable   bool `json:"onlyReachable,omitempty"`
	OnlyUnreachable bool `json:"onlyUnreachable,omitempty"`
	// Except are places at which a violation answers the alarm although OnlyUnreachable.
	Except []string `json:"except,omitempty"`
	Why    string   `json:"why,omitempty"`
}

// And unites the restrictions of two programs.
func (s Settles) And(t Settles) Settles {
	both := Settles{OnlyReachable: s.OnlyReachable || t.OnlyReachable, OnlyUnreachable: s.OnlyUnreachable || t.OnlyUnreachable,
		Why: cmp.Or(s.Why, t.Why)}
	switch {
	case !t.OnlyUnreachable:
		both.Except = s.Except
	case !s.OnlyUnreachable:
		both.Except = t.Except
	default:
		both.Except = slices.DeleteFunc(slices.Clone(s.Except), func(at string) bool { return !slices.Contains(t.Except, at) })
	}
	return both
}

// excepts reports whether a violation is at one of the places excepted.
func (s *Settles) excepts(violation string) bool {
	return slices.ContainsFunc(s.Except, func(at string) bool { return strings.HasSuffix(violation, " at "+at) })
}

// Restrict makes undecided what a verdict on the target does not answer.
func (a *Alarm) Restrict() {
	o := &a.Outcome
	switch status := o.Status; {
	case a.Settles.OnlyReachable && (status == engine.Unreachable.String() || status == engine.Bounded.String()):
		a.unsettle("what is looked for there is not " + reachableIn(status) + ", but " + a.Settles.Why)
	case a.Settles.OnlyUnreachable && status == engine.Reachable.String() && !a.Settles.excepts(o.Violation):
		a.unsettle("what is looked for there is reachable, " + o.Violation + ", but " + a.Settles.Why)
	}
}

func reachableIn(status string) string {
	if status == engine.Bounded.String() {
		return "reachable within the bounds"
	}
	return "reachable"
}

func (a *Alarm) unsettle(reason string) {
	a.Outcome = Outcome{
		Status: engine.Undecided.String(), Reason: reason, Next: "review the alarm by hand", Effort: a.Outcome.Effort,
		Assumptions: a.Outcome.Assumptions, Given: []Given{}, Bounds: []engine.Bound{}, Seconds: a.Outcome.Seconds,
	}
}

// Outcome is a verdict in terms of the sources.
type Outcome struct {
	Status      string         `json:"status"` // engine.Status
	Confirmed   bool           `json:"confirmed"`
	Reason      string         `json:"reason,omitempty"`
	Next        string         `json:"next,omitempty"`
	Assumptions []string       `json:"assumptions"`
	Given       []Given        `json:"given"`
	Bounds      []engine.Bound `json:"bounds"`
	Witness     string         `json:"witness,omitempty"` // path of the witness file
	Inputs      []string       `json:"inputs,omitempty"`  // the witness's inputs in words
	Violation   string         `json:"violation,omitempty"`
	Path        []Step         `json:"path,omitempty"`
	Certificate string         `json:"certificate,omitempty"` // path of the certificate of a proof
	Checked     string         `json:"checked,omitempty"`     // the solver that confirmed it
	Effort      engine.Effort  `json:"effort"`
	Seconds     float64        `json:"seconds,omitempty"` // left out under --reproducible
}

// Given is an earlier path-ending check that a proof rests on.
type Given struct {
	Error    string `json:"error"` // op.Class name
	Text     string `json:"text"`  // what the class means
	File     string `json:"file"`
	Line     int    `json:"line"`
	Col      int    `json:"col,omitempty"`
	Function string `json:"function,omitempty"`
	Key      string `json:"key"` // CheckKey of the check, stable over runs
}

// At is the check's place as file:line:col.
func (g *Given) At() string { return fmt.Sprintf("%s:%d:%d", g.File, g.Line, g.Col) }

// Step is one step of a witness's path.
type Step struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Col      int    `json:"col,omitempty"`
	Function string `json:"function,omitempty"`
	Text     string `json:"text"`
}

// Met is an error found on the way to a target, or one that a proof is given.
type Met struct {
	Class     string   `json:"class"` // op.Class name
	Text      string   `json:"text"`  // what the class means
	File      string   `json:"file"`
	Line      int      `json:"line"`
	Col       int      `json:"col,omitempty"`
	Function  string   `json:"function,omitempty"`
	Key       string   `json:"key"`       // CheckKey
	Shown     bool     `json:"shown"`     // an input that makes it happen is known
	Confirmed bool     `json:"confirmed"` // and it did, natively
	Witness   string   `json:"witness,omitempty"`
	Inputs    []string `json:"inputs,omitempty"`
	Path      []Step   `json:"path,omitempty"`
}

// CheckKey names a check of the program: the error it finds and the
// instruction that is checked, by its stable point key.
func CheckKey(class, point string) string { return class + "@" + point }

// Counts is how many counted alarms have each status.
type Counts struct {
	Reachable   int `json:"reachable"`
	Confirmed   int `json:"confirmed"` // of the reachable ones
	Unreachable int `json:"unreachable"`
	Bounded     int `json:"bounded"`
	Undecided   int `json:"undecided"`
	Suppressed  int `json:"suppressed"`   // of the unreachable ones, in the output
	Total       int `json:"total"`        // the sum of the four statuses
	Unchecked   int `json:"notCheckable"` // outside Total
	NoAlarm     int `json:"noAlarm"`      // outside Total
}

// Count adds up the alarms for which keep is true; a nil keep keeps all.
func Count(alarms []Alarm, keep func(*Alarm) bool) Counts {
	var c Counts
	for i := range alarms {
		a := &alarms[i]
		if keep != nil && !keep(a) {
			continue
		}
		switch a.State {
		case NotCheckable:
			c.Unchecked++
			continue
		case NoAlarm:
			c.NoAlarm++
			continue
		}
		c.Total++
		switch a.Outcome.Status {
		case engine.Reachable.String():
			c.Reachable++
			if a.Outcome.Confirmed {
				c.Confirmed++
			}
		case engine.Unreachable.String():
			c.Unreachable++
			if a.Suppressed {
				c.Suppressed++
			}
		case engine.Bounded.String():
			c.Bounded++
		default:
			c.Undecided++
		}
	}
	return c
}

// Gate lists the counted alarms whose status is among those that fail the run
// and that nobody suppressed in the input. In a comparison only new ones count.
func (t *Triage) Gate(failOn []string) []*Alarm {
	var hit []*Alarm
	for i := range t.Alarms {
		a := &t.Alarms[i]
		if !a.State.Counts() || a.ByUser || t.Comparison != nil && !a.IsNew() {
			continue
		}
		for _, s := range failOn {
			if a.Outcome.Status == s {
				hit = append(hit, a)
				break
			}
		}
	}
	return hit
}
