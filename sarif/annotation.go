package sarif

import "fmt"

// Status is a verdict.
type Status string

// The four verdicts.
const (
	Reachable   Status = "reachable"
	Unreachable Status = "unreachable"
	Bounded     Status = "bounded"
	Undecided   Status = "undecided"
)

// Triage is the verdict on one alarm, as it stands in
// result.properties["assay/triage"].
type Triage struct {
	// Status is the verdict.
	Status Status `json:"status"`
	// Confirmed is true only for reachable: the natively compiled program ran
	// on the witness and failed as claimed.
	Confirmed bool `json:"confirmed"`
	// Reason says why, in words; for undecided it is the reason as a value.
	Reason string `json:"reason"`
	// Next is the cheapest next step for the user, where there is one.
	Next string `json:"next,omitempty"`
	// Assumptions are what the verdict takes for granted.
	Assumptions []string `json:"assumptions"`
	// Given are the earlier checks that the proof used and that are not
	// proved.
	Given []Given `json:"given"`
	// Bounds are the limits that exploration met.
	Bounds []Bound `json:"bounds"`
	// Candidates is the number of instructions the alarm may mean.
	Candidates int `json:"candidates"`
	// Witness and Certificate are URIs of the evidence.
	Witness     string `json:"witness,omitempty"`
	Certificate string `json:"certificate,omitempty"`
	// Checked names what re-proved the certificate, e.g. "z3 4.8.12".
	Checked string `json:"checked,omitempty"`
	// Effort is what the verdict cost, in deterministic units.
	Effort Effort `json:"effort"`
	// Seconds is the wall-clock time, nil in reproducible output.
	Seconds *float64 `json:"seconds,omitempty"`
}

// Given is an earlier check that a proof rests on.
type Given struct {
	// Error is the check's violation, At its place as file:line:col.
	Error string `json:"error"`
	At    string `json:"at"`
}

// Bound is a limit smaller than the platform's that a path met.
type Bound struct {
	// Kind is what is limited ("loop", "recursion", …), At where.
	Kind string `json:"kind"`
	At   string `json:"at"`
	// Limit is the number of iterations, levels or bytes.
	Limit int64 `json:"limit"`
}

// Effort counts work in units that do not depend on the machine.
type Effort struct {
	Instructions int64 `json:"instructions"`
	Nodes        int64 `json:"nodes"`
	Subsumed     int64 `json:"subsumed"`
	Queries      int64 `json:"queries"`
	Propagations int64 `json:"propagations"`
	// LargestInterpolant counts the conjuncts of the largest interpolant that
	// pruned.
	LargestInterpolant int64 `json:"largestInterpolant,omitempty"`
}

// Annotation is what is to be written to one result.
type Annotation struct {
	// Triage is the verdict.
	Triage Triage
	// Suppress says that the rules on given checks allow an unreachable alarm
	// to be suppressed, passed or dropped, as the profile does. It is an error
	// of the caller to set it with another verdict.
	Suppress bool
	// Justification says why the alarm is suppressed. Empty: made from Triage.
	Justification string
	// Flows are the paths of the witness.
	Flows []Flow
	// Attachments are files of evidence: witness, reproducer.
	Attachments []Attachment
	// LineHash is the fingerprint primaryLocationLineHash, which the GitHub
	// profile adds where it is absent; "" if it is not known.
	LineHash string
	// Inputs is the witness in one line, for consumers that show no
	// attachments: `argv[1] = "7"`.
	Inputs string
}

// Flow is one path through the program (§3.36, §3.37).
type Flow struct {
	// Message describes the path.
	Message string
	// Initial are the inputs, Immutable the facts that hold all along.
	Initial, Immutable []Pair
	// Steps are the places in the order of execution.
	Steps []Step
	// Assay is set on flows that an earlier run of assay wrote.
	Assay bool
}

// Step is one place on a path (§3.38).
type Step struct {
	// Artifact is the file; take it from the alarm's location where it is the
	// same file, so that viewers find it.
	Artifact ArtifactRef
	// Path is the resolved path of Artifact, set on reading.
	Path string
	// Region is 1-based.
	Region Region
	// Function is the enclosing function.
	Function string
	// Text says what happens: the branch taken, the input read.
	Text string
	// State are expressions and their values.
	State []Pair
	// Depth is the nesting depth of calls.
	Depth int
	// Essential marks the steps a reader needs.
	Essential bool
}

// Attachment is a file of evidence (§3.21).
type Attachment struct{ URI, Description string }

// RunAnnotation is what is to be written to one run.
type RunAnnotation struct {
	// Results has one entry for each result of the run; nil leaves the result
	// alone: one of kind pass, or one that is not checkable.
	Results []*Annotation
	// Met are the errors met on the way to other alarms.
	Met []Met
	// Version is assay's version.
	Version string
	// Cut are the indices of results to leave out, and Omit says to leave out
	// the whole run: where a consumer does not take all of a document.
	Cut  map[int]bool
	Omit bool
}

// Met is an error met on the way, for run.properties["assay/met"].
type Met struct {
	Error   string `json:"error"`
	At      string `json:"at"`
	Status  Status `json:"status"`
	Witness string `json:"witness,omitempty"`
}

// Summary are the counts of one run, as they stand in
// run.properties["assay/summary"].
type Summary struct {
	Version string `json:"version,omitempty"`
	// Profile is the output profile.
	Profile Profile `json:"profile"`
	// Results counts all results of the run; Alarms those with a verdict.
	Results int `json:"results"`
	Alarms  int `json:"alarms"`
	// The verdicts. Confirmed are among Reachable, Suppressed (or passed, or
	// dropped) among Unreachable.
	Reachable   int `json:"reachable"`
	Confirmed   int `json:"confirmed"`
	Unreachable int `json:"unreachable"`
	Suppressed  int `json:"suppressed"`
	Bounded     int `json:"bounded"`
	Undecided   int `json:"undecided"`
	// LeftAlone counts the results of kind pass or notApplicable.
	LeftAlone int `json:"leftAlone"`
	// NotCheckable are the indices of the results whose rule says nothing
	// about a run of the program.
	NotCheckable []int `json:"notCheckable"`
}

// Profile is how verdicts are shown to the consumers of the output.
type Profile string

// The profiles.
const (
	// ProfileAnnotate suppresses unreachable alarms and leaves kind and level.
	ProfileAnnotate Profile = "annotate"
	// ProfileVerdict rewrites kind and level to say the verdict.
	ProfileVerdict Profile = "verdict"
	// ProfileGitHub drops unreachable alarms and puts verdicts into texts,
	// since GitHub code scanning heeds neither kind nor suppressions.
	ProfileGitHub Profile = "github"
)

// ParseProfile returns the profile of that name.
func ParseProfile(name string) (Profile, error) {
	switch p := Profile(name); p {
	case ProfileAnnotate, ProfileVerdict, ProfileGitHub:
		return p, nil
	}
	return "", fmt.Errorf("unknown profile %q: choose annotate, verdict or github", name)
}

// summarize counts the annotations of a run.
func summarize(r *Run, a *RunAnnotation, p Profile) Summary {
	s := Summary{Version: a.Version, Profile: p, Results: len(r.Results), NotCheckable: []int{}}
	for i, an := range a.Results {
		switch {
		case an == nil && r.Results[i].Counted():
			s.NotCheckable = append(s.NotCheckable, i)
			continue
		case an == nil:
			s.LeftAlone++
			continue
		}
		s.Alarms++
		switch an.Triage.Status {
		case Reachable:
			s.Reachable++
			if an.Triage.Confirmed {
				s.Confirmed++
			}
		case Unreachable:
			s.Unreachable++
			if an.Suppress {
				s.Suppressed++
			}
		case Bounded:
			s.Bounded++
		default:
			s.Undecided++
		}
	}
	return s
}
