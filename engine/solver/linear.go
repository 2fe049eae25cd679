package solver

import (
	"github.com/assay-dev/assay/engine/solver/arrays"
	"github.com/assay-dev/assay/engine/term"
)

// linear refutes paths over tables by a linear relaxation.
type linear struct {
	mentions *arrays.Mentions
	relaxed  *arrays.Relaxation
}

func newLinear(pool *term.Pool) linear {
	return linear{arrays.NewMentions(pool), arrays.New(pool)}
}

// refute adds the parts of the path that are not in yet and returns the
// positions of parts that contradict each other, nil if it finds none. Paths that
// read no table are left to the other layers.
func (l *linear) refute(p *path, q *query) []int {
	if l.relaxed.Len() == 0 && !l.reads(p, q) {
		return nil
	}
	for pos := l.relaxed.Len(); pos < len(p.parts) && !q.cancelled(); pos++ {
		if clash := l.relaxed.Add(p.parts[pos]); clash != nil {
			l.relaxed.Truncate(pos)
			return clash
		}
	}
	return nil
}

func (l *linear) reads(p *path, q *query) bool {
	for _, t := range p.parts {
		if q.cancelled() {
			return false
		}
		if l.mentions.Has(t, q.cancelled) {
			return true
		}
	}
	return false
}

func (s *layered) tryLinear(q *query) (Result, bool) {
	clash := s.linear.refute(&s.path, q)
	if clash == nil {
		return Result{}, false
	}
	core := make([]term.T, len(clash))
	for i, pos := range clash {
		core[i] = s.path.parts[pos]
	}
	return Result{Status: Unsat, Core: core}, true
}
