package report

import (
	"fmt"
	"slices"
	"testing"
)

func alarm(status string, covers string, given ...string) Alarm {
	a := Alarm{State: Mapped, Outcome: Outcome{Status: status}}
	if covers != "" {
		a.Covers = []string{covers}
	}
	for _, g := range given {
		a.Outcome.Given = append(a.Outcome.Given, Given{Key: g})
	}
	return a
}

func TestSuppress(t *testing.T) {
	byUser := alarm("reachable", "A")
	byUser.ByUser = true
	style := alarm("undecided", "A")
	style.State = NotCheckable
	met := []Met{{Key: "A"}}
	for _, c := range []struct {
		name   string
		alarms []Alarm
		met    []Met
		policy Policy
		want   []bool
	}{
		{"nothing given", []Alarm{alarm("unreachable", "A")}, nil, Policy{}, []bool{true}},
		{"bounded never suppresses", []Alarm{alarm("bounded", "A")}, nil, Policy{}, []bool{false}},
		{"given an unsuppressed alarm", []Alarm{alarm("reachable", "A"), alarm("unreachable", "B", "A")}, nil, Policy{}, []bool{false, true}},
		{"given a check nobody shows", []Alarm{alarm("unreachable", "B", "A")}, nil, Policy{}, []bool{false}},
		{"given a finding", []Alarm{alarm("unreachable", "B", "A")}, met, Policy{Findings: true}, []bool{true}},
		{"given a finding that is not written", []Alarm{alarm("unreachable", "B", "A")}, met, Policy{}, []bool{false}},
		{"given a check that becomes a finding", []Alarm{alarm("unreachable", "B", "A")}, nil, Policy{Findings: true}, []bool{true}},
		{"strict", []Alarm{alarm("reachable", "A"), alarm("unreachable", "B", "A")}, nil, Policy{Strict: true}, []bool{false, false}},
		{"strict without given", []Alarm{alarm("unreachable", "B")}, nil, Policy{Strict: true}, []bool{true}},
		{"resting on each other", []Alarm{alarm("unreachable", "A", "B"), alarm("unreachable", "B", "A")}, nil, Policy{}, []bool{false, true}},
		{"resting on a suppressed one", []Alarm{alarm("unreachable", "A"), alarm("unreachable", "B", "A")}, nil, Policy{}, []bool{true, false}},
		{"a duplicate of the given alarm stays", []Alarm{alarm("undecided", "A"), alarm("unreachable", "A"), alarm("unreachable", "B", "A")}, nil, Policy{}, []bool{false, true, true}},
		{"one of two given is hidden", []Alarm{alarm("reachable", "A"), alarm("unreachable", "C", "A", "B")}, nil, Policy{}, []bool{false, false}},
		{"given an alarm a person suppressed", []Alarm{byUser, alarm("unreachable", "B", "A")}, nil, Policy{}, []bool{false, false}},
		{"given a style result", []Alarm{style, alarm("unreachable", "B", "A")}, nil, Policy{}, []bool{false, false}},
		{"itself", []Alarm{alarm("unreachable", "A", "A")}, nil, Policy{}, []bool{false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := &Triage{Alarms: c.alarms, Met: c.met}
			kept := Suppress(tr, c.policy)
			var got []bool
			var wantKept []int
			for i, a := range tr.Alarms {
				got = append(got, a.Suppressed)
				if a.Outcome.Status == "unreachable" && !c.want[i] {
					wantKept = append(wantKept, i)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("suppressed %v, want %v", got, c.want)
			}
			if !slices.Equal(kept, wantKept) {
				t.Errorf("kept %v, want %v", kept, wantKept)
			}
		})
	}
}

// An error met that is a reachable alarm of the input is no news; one whose
// alarm is undecided, hidden or not an alarm is.
func TestDropKnown(t *testing.T) {
	hidden := alarm("reachable", "H")
	hidden.ByUser = true
	tr := &Triage{
		Alarms: []Alarm{alarm("reachable", "R"), alarm("undecided", "U"), hidden},
		Met:    []Met{{Key: "R"}, {Key: "U"}, {Key: "H"}, {Key: "X"}},
	}
	DropKnown(tr)
	var got []string
	for _, m := range tr.Met {
		got = append(got, m.Key)
	}
	if !slices.Equal(got, []string{"U", "H", "X"}) {
		t.Errorf("left: %v", got)
	}
}

// Whatever rests on whatever: a suppressed alarm's given checks are shown by
// alarms that are not suppressed.
// A given check that no alarm shows becomes one finding, however many proofs
// rest on it; one that an alarm or an error met shows becomes none.
func TestSuppressAddsGivenToFindings(t *testing.T) {
	tr := &Triage{
		Alarms: []Alarm{
			alarm("reachable", "R"),
			alarm("unreachable", "B", "A", "R", "M"),
			alarm("unreachable", "C", "A"),
		},
		Met: []Met{{Key: "M", Shown: true}},
	}
	tr.Alarms[1].Outcome.Given[0].File, tr.Alarms[1].Outcome.Given[0].Line = "x.c", 7
	Suppress(tr, Policy{Findings: true})
	if len(tr.Met) != 2 || tr.Met[1].Key != "A" || tr.Met[1].Shown || tr.Met[1].File != "x.c" || tr.Met[1].Line != 7 {
		t.Errorf("met: %+v", tr.Met)
	}
}

func TestSuppressKeepsFirstErrorVisible(t *testing.T) {
	const n = 4
	for mask := range 1 << (n * n) {
		tr := &Triage{}
		for i := range n {
			a := alarm("unreachable", fmt.Sprint(i))
			for j := range n {
				if mask>>(i*n+j)&1 != 0 {
					a.Outcome.Given = append(a.Outcome.Given, Given{Key: fmt.Sprint(j)})
				}
			}
			tr.Alarms = append(tr.Alarms, a)
		}
		Suppress(tr, Policy{})
		for i, a := range tr.Alarms {
			for _, g := range a.Outcome.Given {
				var j int
				fmt.Sscan(g.Key, &j)
				if a.Suppressed && tr.Alarms[j].Suppressed {
					t.Fatalf("graph %#x: %d is suppressed and rests on %d, which is suppressed too", mask, i, j)
				}
			}
		}
	}
}

// An alarm that is said to be unreachable stays visible where an error of its kind, or a
// failing assertion, was met on its line: the proof may answer another question.
func TestSuppressKeepsWhatWasMetThere(t *testing.T) {
	at := func(line int, classes ...string) Alarm {
		a := alarm("unreachable", "")
		a.Source, a.Line, a.Classes = "x.c", line, classes
		return a
	}
	tr := &Triage{
		Alarms: []Alarm{
			at(3, "out-of-bounds"), at(3, "division-by-zero"), at(4, "out-of-bounds"), at(5, "out-of-bounds"),
			at(8, "out-of-bounds"), at(8, "out-of-bounds"),
		},
		Met: []Met{
			{Key: "A", File: "x.c", Line: 3, Class: "out-of-bounds", Text: "access outside the object"},
			{Key: "B", File: "y.c", Line: 4, Class: "out-of-bounds"},
			{Key: "C", File: "x.c", Line: 5, Class: "assertion"},
			{Key: "D", File: "x.c", Line: 9, Class: "out-of-bounds", Text: "access outside the object"},
		},
	}
	tr.Alarms[4].FirstLine, tr.Alarms[4].LastLine = 7, 9
	tr.Alarms[5].FirstLine, tr.Alarms[5].LastLine = 7, 8
	kept := Suppress(tr, Policy{})
	if !slices.Equal(kept, []int{0, 3, 4}) {
		t.Errorf("kept %v, want 0, 3 and 4", kept)
	}
	if want := "not suppressed: access outside the object was met on line 9 of that statement"; tr.Alarms[4].Why() != want {
		t.Errorf("why: %q", tr.Alarms[4].Why())
	}
	if want := "not suppressed: access outside the object was met on that line"; tr.Alarms[0].Why() != want {
		t.Errorf("why: %q", tr.Alarms[0].Why())
	}
}

// A verdict on a target that is not exactly what the alarm claims answers it in one
// direction only.
func TestRestrict(t *testing.T) {
	for _, c := range []struct {
		settles      Settles
		status, want string
	}{
		{Settles{}, "reachable", "reachable"},
		{Settles{}, "unreachable", "unreachable"},
		{Settles{OnlyReachable: true}, "reachable", "reachable"},
		{Settles{OnlyReachable: true}, "unreachable", "undecided"},
		{Settles{OnlyReachable: true}, "bounded", "undecided"},
		{Settles{OnlyUnreachable: true}, "reachable", "undecided"},
		{Settles{OnlyUnreachable: true}, "unreachable", "unreachable"},
		{Settles{OnlyUnreachable: true}, "bounded", "bounded"},
		{Settles{OnlyReachable: true, OnlyUnreachable: true}, "undecided", "undecided"},
	} {
		a := alarm(c.status, "", "G")
		a.Settles = c.settles
		a.Restrict()
		if a.Outcome.Status != c.want {
			t.Errorf("%+v, %s: got %s, want %s", c.settles, c.status, a.Outcome.Status, c.want)
		}
	}
}
