package pdr

import (
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// step is how a state goes on: by the answers of a model to what its segment asks,
// to an edge, or, at the last step, to the check.
type step struct {
	model *term.Model
	out   *system.Edge
	next  *step
}

// ran notes a run to a check, whose first step begins at the start of the program.
// From the states of each cube all answers of the step lead on, so the run is told
// by them; where a segment calls a procedure, they are not all.
func (d *search) ran(k *system.Check, first *step) {
	b := d.s.Sys
	r := system.Run{Args: b.Arguments(term.NewEvaluator(b.Pool, first.model))}
	m := first.model
	for s := first; ; s = s.next {
		seg := k.Seg
		if s.out != nil {
			seg = b.SegmentFrom(s.out.From)
		}
		if len(seg.Calls) > 0 {
			return
		}
		own := func(t term.T) term.T { return t }
		r.Answers = append(r.Answers, seg.Answers(b.Pool, term.NewEvaluator(b.Pool, m), own)...)
		if s.next == nil {
			break
		}
		next := s.next.model.Clone()
		d.s.Carry(s.out, m, next)
		m = next
	}
	d.runs[k] = r
}
