package term

// OverChoices is a function of a term, applied to each term that it may be, where it is a choice:
// a conditional, what is read behind a write or at an index that is a conditional, perhaps with a
// constant added. No more than so many choices are looked through.
//
//	f(a{i: v}[k] + 8)   becomes   i == k ? f(v + 8) : f(a[k] + 8)
func (p *Pool) OverChoices(t T, most int, f func(T) T) T {
	w := choices{p, most}
	return w.over(t, f)
}

// choices counts what OverChoices may still look through.
type choices struct {
	p    *Pool
	left int
}

func (w *choices) over(t T, f func(T) T) T {
	p := w.p
	if w.left == 0 {
		return f(t)
	}
	switch p.Op(t) {
	case OpIte:
		return w.choose(p.Arg(t, 0), p.Arg(t, 1), p.Arg(t, 2), f)
	case OpSelect:
		array, at := p.Arg(t, 0), p.Arg(t, 1)
		if p.Op(array) == OpStore {
			return w.choose(p.Eq(p.Arg(array, 1), at), p.Arg(array, 2), p.Select(p.Arg(array, 0), at), f)
		}
		if p.Op(at) == OpIte {
			return w.choose(p.Arg(at, 0), p.Select(array, p.Arg(at, 1)), p.Select(array, p.Arg(at, 2)), f)
		}
	case OpAdd:
		if k := p.Arg(t, 1); p.IsConst(k) {
			return w.over(p.Arg(t, 0), func(x T) T { return f(p.Add(x, k)) })
		}
	}
	return f(t)
}

func (w *choices) choose(c, x, y T, f func(T) T) T {
	w.left--
	return w.p.Ite(c, w.over(x, f), w.over(y, f))
}
