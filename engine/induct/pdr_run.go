package induct

import "github.com/assay-dev/assay/engine/term"

// step is how a state goes on: by the answers of a model to what its segment asks,
// to a way out, or, at the last step, to the check.
type step struct {
	model *term.Model
	out   *out
	next  *step
}

// ran notes a run to a check, whose first step begins at the start of the program.
// From the states of each cube all answers of the step lead on, so the run is told
// by them; where a segment calls a procedure, they are not all.
func (d *pdr) ran(k *check, first *step) {
	b := d.pr.b
	r := Run{Args: b.arguments(term.NewEvaluator(b.pool, first.model))}
	m := first.model
	for s := first; ; s = s.next {
		seg := k.seg
		if s.out != nil {
			seg = b.segmentFrom(s.out.from)
		}
		if len(seg.calls) > 0 {
			return
		}
		own := func(t term.T) term.T { return t }
		r.Answers = append(r.Answers, seg.answers(b.pool, term.NewEvaluator(b.pool, m), own)...)
		if s.next == nil {
			break
		}
		next := s.next.model.Clone()
		d.pr.carry(s.out, m, next)
		m = next
	}
	d.runs[k] = r
}
