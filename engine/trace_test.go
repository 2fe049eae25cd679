package engine

import (
	"slices"
	"strings"
	"testing"
)

// TestTrace: the tree of a search names its places, decisions, conditions and
// interpolants as the source does, and says how each path ended.
func TestTrace(t *testing.T) {
	var traces []*Trace
	opt := Options{Plan: PlanDepthFirst, Trace: func(_ int, tr *Trace) { traces = append(traces, tr) }}
	v := decideText(t, nondet+`extern void reach_error(void);
int main(void) {
	int s = 0;
	for (int i = 0; i < 4; i++) {
		if (__VERIFIER_nondet_int() > 7)
			s += 1;
		else
			s += 2;
	}
	if (s > 8)
		reach_error(); // @ reached
	return 0;
}`, opt).Verdicts[0]
	if v.Status != Unreachable || len(traces) != 1 {
		t.Fatalf("%v, %d traces", v.Status, len(traces))
	}
	tr := traces[0]
	has := func(what string, is func(n *TraceNode) bool) {
		t.Helper()
		if !slices.ContainsFunc(tr.Nodes, func(n TraceNode) bool { return is(&n) }) {
			t.Errorf("no node %s", what)
		}
	}
	has("at the branch with its answer", func(n *TraceNode) bool {
		return n.Line > 0 && n.Function == "main" && n.Answer == "__VERIFIER_nondet_int(…) > 7 is true"
	})
	has("with the condition over the input", func(n *TraceNode) bool {
		return slices.Contains(n.Condition, "__VERIFIER_nondet_int()#1 ≥ 8")
	})
	has("with an interpolant about s", func(n *TraceNode) bool {
		return n.Proved && slices.ContainsFunc(n.Psi, func(s string) bool { return strings.HasPrefix(s, "s ≤ ") })
	})
	has("with an infeasible direction", func(n *TraceNode) bool { return slices.Contains(n.Refuted, "line 11: s > 8 cannot be true") })
	subsumed := 0
	for i, n := range tr.Nodes {
		if n.Parent >= i || n.Parent < 0 != (n.Kind == TraceRoot) {
			t.Errorf("node %d, %s, has the parent %d", i, n.Kind, n.Parent)
		}
		if n.Kind == TraceSubsumed {
			subsumed++
			if by := tr.Nodes[n.By]; by.Kind != TraceJoin || by.Line != n.Line || !by.Proved {
				t.Errorf("node %d at line %d is subsumed by %d, %s at line %d", i, n.Line, n.By, by.Kind, by.Line)
			}
		}
		if i > 0 && n.Born < tr.Nodes[i-1].Born {
			t.Errorf("node %d was born before the one before it", i)
		}
	}
	if subsumed == 0 || int64(subsumed) != v.Effort.Subsumed {
		t.Errorf("%d subsumed leaves, the search counted %d", subsumed, v.Effort.Subsumed)
	}
}

// TestTraceOfAnUnfinishedSearch: what is open when a search ends is in its tree,
// with all its ancestors.
func TestTraceOfAnUnfinishedSearch(t *testing.T) {
	var tr *Trace
	v := decideText(t, nondet+`extern void reach_error(void);
int main(void) {
	if (__VERIFIER_nondet_int()) {
		if (__VERIFIER_nondet_int() == 5)
			reach_error(); // @ reached
	}
	return 0;
}`, Options{Plan: PlanDepthFirst, Trace: func(_ int, x *Trace) { tr = x }}).Verdicts[0]
	if v.Status != Reachable || tr == nil {
		t.Fatalf("%v, trace %v", v.Status, tr)
	}
	open := 0
	for i, n := range tr.Nodes {
		if n.Kind == TraceOpen {
			open++
			for k := n.Parent; k >= 0; k = tr.Nodes[k].Parent {
				if tr.Nodes[k].Proved {
					t.Errorf("node %d proves something with the open node %d below it", k, i)
				}
			}
		}
	}
	if open == 0 || tr.Nodes[0].Kind != TraceRoot {
		t.Errorf("%d open nodes below a %s", open, tr.Nodes[0].Kind)
	}
}
