package oracle

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine/op"
)

// Shrink makes the program of a trial smaller while a disagreement of the same
// kind persists in the same mode, and returns a trial of the smallest one.
func (l *Lab) Shrink(t *Trial, perTarget time.Duration) *Trial {
	want := t.Wrong[0]
	q := Question{Modes: []Mode{{}}, PerTarget: perTarget, Focus: want.At.Class, Check: t.check}
	if want.Mode != (Mode{}) {
		q.Modes = append(q.Modes, want.Mode)
	}
	kind, _, _ := strings.Cut(want.What, ":")
	best := t
	t.Program.shrink(func() bool {
		u, err := l.TryAlone(t.Program, q)
		if err != nil {
			return false
		}
		for _, w := range u.Wrong {
			if w.At.Class == want.At.Class && strings.HasPrefix(w.What, kind) {
				best, u.Wrong = u, []Disagreement{w}
				return true
			}
		}
		return false
	})
	best.Program.Plain() // the lines of the last edit were undone
	return best
}

// shrink makes edits for as long as some edit keeps the property.
func (pr *Program) shrink(still func() bool) {
	for again := true; again; {
		again = false
		s := &shrinker{pr: pr}
		for i := 0; ; i++ {
			undo, ok := s.edit(i)
			if !ok {
				break
			}
			if still() {
				again = true
				i--
				continue
			}
			undo()
		}
	}
	pr.retypeAll()
}

// shrinker numbers the edits that make a program smaller.
type shrinker struct {
	pr   *Program
	left int    // edits to skip before the one wanted
	undo func() // of the edit that was made
	done bool
}

// edit makes the n-th edit. ok is false when there are no more.
func (s *shrinker) edit(n int) (undo func(), ok bool) {
	s.left, s.undo, s.done = n, nil, false
	s.list(&s.pr.Globals)
	for i := 0; i < len(s.pr.Funcs) && !s.done; i++ {
		f := s.pr.Funcs[i]
		if f.Name != "main" {
			s.try(func() func() {
				old, table := s.pr.Funcs, s.pr.Table
				s.pr.Funcs = slices.Delete(slices.Clone(old), i, i+1)
				s.pr.Table = slices.DeleteFunc(slices.Clone(table), func(g *Func) bool { return g == f })
				return func() { s.pr.Funcs, s.pr.Table = old, table }
			})
		}
		s.list(&f.Body)
		s.expr(&f.Ret)
	}
	for i := 0; i < len(s.pr.Records) && !s.done; i++ {
		s.try(func() func() {
			old := s.pr.Records
			s.pr.Records = slices.Delete(slices.Clone(old), i, i+1)
			return func() { s.pr.Records = old }
		})
	}
	return s.undo, s.done
}

// try makes an edit if it is the one wanted.
func (s *shrinker) try(edit func() func()) {
	switch {
	case s.done:
	case s.left > 0:
		s.left--
	default:
		s.done, s.undo = true, edit()
	}
}

// replace puts other statements in the place of one.
func (s *shrinker) replace(ss *[]*Stmt, i int, by ...*Stmt) {
	s.try(func() func() {
		old := *ss
		*ss = slices.Concat(old[:i:i], by, old[i+1:])
		return func() { *ss = old }
	})
}

func (s *shrinker) list(ss *[]*Stmt) {
	for i := 0; i < len(*ss) && !s.done; i++ {
		st := (*ss)[i]
		s.replace(ss, i)
		if len(st.Body) > 0 {
			s.replace(ss, i, st.Body...)
		}
		if len(st.Else) > 0 {
			s.replace(ss, i, st.Else...)
		}
		for _, c := range st.Cases {
			s.replace(ss, i, c.Body...)
		}
		if s.done {
			return
		}
		s.list(&st.Body)
		s.list(&st.Else)
		for k := 0; k < len(st.Cases) && !s.done; k++ {
			s.list(&st.Cases[k].Body)
			if k < len(st.Cases)-1 {
				s.try(func() func() {
					old := st.Cases
					st.Cases = slices.Delete(slices.Clone(old), k, k+1)
					return func() { st.Cases = old }
				})
			}
		}
		s.expr(&st.Place)
		s.expr(&st.E)
	}
}

// expr edits an expression: by one of its operands, or by 0 or 1.
func (s *shrinker) expr(e **Expr) {
	if *e == nil || s.done {
		return
	}
	old := *e
	swap := func(by *Expr) {
		s.try(func() func() {
			*e = by
			return func() { *e = old }
		})
	}
	if old.Op > FuncRef && old.Type != nil && old.Type.Kind == Int {
		for _, a := range old.Args {
			if a.Op >= Lit && a.Type.Kind == Int {
				swap(a)
			}
		}
		if old.Op != Input {
			swap(lit(0))
			swap(lit(1))
		}
	}
	for i := range old.Args {
		s.expr(&old.Args[i])
	}
}

// retype recomputes the types of arithmetic after an edit.
func retype(e *Expr) {
	if e == nil {
		return
	}
	for _, a := range e.Args {
		retype(a)
	}
	switch {
	case e.Type != nil && e.Type.Kind == Flt:
	case e.Op == Bin && (e.Text == "<<" || e.Text == ">>"):
		e.Type = e.Args[0].Type.promoted()
	case e.Op == Bin && e.Type != nil && strings.Contains("+-*/%&|^", e.Text):
		e.Type = common(e.Args[0].Type, e.Args[1].Type)
	case e.Op == Un && e.Text != "!":
		e.Type = e.Args[0].Type.promoted()
	case e.Op == Cond:
		e.Type = common(e.Args[1].Type, e.Args[2].Type)
	}
}

// retypeAll does so for a program.
func (pr *Program) retypeAll() {
	again := func(s *Stmt) {
		retype(s.Place)
		retype(s.E)
	}
	eachStmt(pr.Globals, again)
	for _, f := range pr.Funcs {
		eachStmt(f.Body, again)
		retype(f.Ret)
	}
}

// Regression is the plain form of a program with the truth about a class
// written beside its lines.
func (t *Trial) Regression(class op.Class) string {
	lines := strings.Split(t.Program.Plain(), "\n")
	for c := range t.Truth.Asked {
		if c.Class != class || len(t.Targets) > 0 && !slices.Contains(t.Targets, c) {
			continue
		}
		status := "unreachable"
		if t.Truth.Hit[c] {
			status = "reachable"
		}
		lines[c.Line-1] += fmt.Sprintf(" // @%s %v", status, class)
	}
	return strings.Join(lines, "\n")
}
