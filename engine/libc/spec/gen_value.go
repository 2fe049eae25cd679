package spec

import (
	"fmt"
	"math/bits"
	"strings"
)

// value writes that one of the alternatives becomes the value of a place.
func (g *generator) value(place string, t *Type, alts []Alt) {
	var numbers, ways []Alt
	g.someHolds(alts)
	for _, a := range alts {
		switch {
		case a.Kind == Any && a.If == nil:
			g.any(place, t)
			return
		case t.Kind == Integer && a.Kind != Descriptor && a.Kind != Any:
			numbers = append(numbers, a)
		default:
			ways = append(ways, a)
		}
	}
	n := len(ways)
	if len(numbers) > 0 {
		n++
	}
	if n == 1 && len(numbers) > 0 {
		g.numbers(place, t, numbers)
		return
	}
	way := ""
	if n > 1 {
		way = g.fresh("way")
		g.line("int %s = spec_way(%d, %d, %s);", way, n, bits.Len(uint(n-1)), g.key())
	}
	for i := range n {
		g.branch(way, i, n)
		if i < len(ways) {
			if ways[i].If != nil {
				g.line("__assay_assume(%s);", ways[i].If.term().c)
			}
			g.way(place, t, &ways[i])
		} else {
			g.numbers(place, t, numbers)
		}
	}
	if n > 1 {
		g.close()
	}
}

// branch begins way i of n.
func (g *generator) branch(way string, i, n int) {
	switch {
	case n == 1:
		return
	case i == 0:
		g.open("if (%s == 0)", way)
		return
	case i < n-1:
		g.indent--
		g.line("} else if (%s == %d) {", way, i)
	default:
		g.indent--
		g.line("} else {")
	}
	g.indent++
}

// any writes that the place becomes any value of the type.
func (g *generator) any(place string, t *Type) {
	switch {
	case t.Kind == Integer && t.Bool:
		g.line("%s = (_Bool)__assay_nondet(1, %s);", place, g.key())
	case t.Kind == Integer:
		g.line("%s = %s;", place, g.anyInteger(t))
	case t.C == "double":
		g.line("%s = spec_any_double(%s);", place, g.key())
	case t.C == "float":
		g.line("%s = spec_any_float(%s);", place, g.key())
	default:
		g.line("__assay_any(&%s, sizeof %s);", place, place)
	}
}

// anyInteger is C for any value of an integer type.
func (g *generator) anyInteger(t *Type) string {
	switch t.Size {
	case [2]int{8, 4}:
		return fmt.Sprintf("(%s)__assay_nondet(LONG, %s)", t.C, g.key())
	case [2]int{8, 8}:
		return fmt.Sprintf("(%s)spec_any64(%s)", t.C, g.key())
	}
	return fmt.Sprintf("(%s)__assay_nondet(%d, %s)", t.C, 8*t.Size[0], g.key())
}

// numbers writes that the place becomes one of some numbers, without a branch.
func (g *generator) numbers(place string, t *Type, alts []Alt) {
	if len(alts) == 1 && alts[0].Kind == Value && alts[0].If == nil {
		g.line("%s = (%s)%s;", place, t.C, wrapped(alts[0].From.term().c))
		return
	}
	if a, b, ok := twoConstants(alts); ok {
		g.line("%s = (%s)(%d + %d * __assay_nondet(1, %s));", place, t.C, a, b-a, g.key())
		return
	}
	v := g.fresh("value")
	g.line("%s%s = %s;", spaced(t.C), v, g.anyInteger(t))
	var conds []string
	sure := false
	for _, a := range alts {
		cond, always := holds(v, t, &a)
		if a.If != nil {
			cond, always = fmt.Sprintf("(%s) & ((%s) != 0)", cond, a.If.term().c), false
		}
		conds = append(conds, wrapped(cond))
		sure = sure || always
	}
	if !sure {
		g.possible(alts)
	}
	g.line("__assay_assume(%s);", strings.Join(conds, " | "))
	g.line("%s = %s;", place, v)
}

// twoConstants are two alternatives that are constants, the smaller first.
func twoConstants(alts []Alt) (a, b int64, ok bool) {
	if len(alts) != 2 || alts[0].Kind != Value || alts[1].Kind != Value || alts[0].If != nil || alts[1].If != nil {
		return 0, 0, false
	}
	a, ok1 := alts[0].From.constant()
	b, ok2 := alts[1].From.constant()
	return min(a, b), max(a, b), ok1 && ok2
}

// holds is C for: the variable v of type t is one of the alternative; always
// says that there is one. One value is converted as C does: -1 is a size.
func holds(name string, t *Type, a *Alt) (cond string, always bool) {
	v, from := convert(name, t), a.From.term()
	if a.Kind == Value {
		return compare("==", v, convert(wrapped(t.C)+wrapped(from.c), t)), true
	}
	_, ok1 := a.From.constant()
	_, ok2 := a.To.constant()
	return wrapped(compare(">=", v, from)) + " & " + wrapped(compare("<=", v, a.To.term())), ok1 && ok2
}

// possible ends the path as undecided where every range is empty: the path
// would be lost.
func (g *generator) possible(alts []Alt) {
	var conds []string
	for _, a := range alts {
		cond := "1"
		if a.Kind == Range {
			cond = compare("<=", a.From.term(), a.To.term())
		}
		if a.If != nil {
			cond = fmt.Sprintf("(%s) & ((%s) != 0)", cond, a.If.term().c)
		}
		conds = append(conds, wrapped(cond))
	}
	g.open("if (!(%s))", strings.Join(conds, " | "))
	g.line("__assay_undecided(%q);", g.fn.Name+": no result fits its specification")
	g.close()
}

// someHolds ends the path as undecided where no alternative has a condition
// that holds: the path would be lost.
func (g *generator) someHolds(alts []Alt) {
	var conds []string
	for _, a := range alts {
		if a.If == nil {
			return
		}
		conds = append(conds, wrapped(a.If.term().c))
	}
	g.open("if (!(%s))", strings.Join(conds, " || "))
	g.line("__assay_undecided(%q);", g.fn.Name+": no result fits its specification")
	g.close()
}

// way writes one alternative that is an address or a descriptor.
func (g *generator) way(place string, t *Type, a *Alt) {
	switch a.Kind {
	case Any:
		g.any(place, t)
	case Null:
		g.line("%s = NULL;", place)
	case Kept:
		g.line("%s = __assay_kept();", place)
	case Code: // or a variable: what has a name
		g.line("%s = __assay_named();", place)
	case Descriptor:
		g.line("%s = (%s)__model_new_descriptor(%s);", place, t.C, g.key())
	case Value:
		g.address(place, a.From)
	case Into:
		g.into(place, a)
	case Static:
		g.static(place, a)
	case New:
		g.fresh1(place, a)
	default:
		panic("spec: an alternative without C")
	}
}

// address writes an address, or a constant such as -1 as one.
func (g *generator) address(place string, e *Expr) {
	if v, ok := e.constant(); ok {
		g.line("%s = (void *)(intptr_t)(%d);", place, v)
		return
	}
	g.line("%s = (void *)%s;", place, e.term().c)
}

// into writes an address inside the object of a parameter.
func (g *generator) into(place string, a *Alt) {
	from, to := a.From.term().as(signed), a.To.term().as(signed)
	if a.From == a.To {
		g.line("%s = (char *)%s + (ssize_t)%s;", place, local(a.Param), wrapped(from))
		return
	}
	low, high := g.fresh("low"), g.fresh("high")
	g.line("long long %s = %s, %s = %s;", low, from, high, to)
	g.open("if (%s > %s)", low, high)
	g.line("__assay_undecided(%q);", g.fn.Name+": no result fits its specification")
	g.close()
	g.line("%s = (char *)%s + (ssize_t)spec_between(%s, %s, %s);", place, local(a.Param), low, high, g.key())
}

// storage declares a static object of an alternative: its own, or with part >
// 0 one that a member points to. Functions may share it.
func (g *generator) storage(a *Alt, part int, format string) string {
	name := fmt.Sprintf("spec_shared%d_%s", part, a.Shared)
	if a.Shared == "" {
		name = fmt.Sprintf("spec_own%d_%s", len(g.statics)+1, g.fn.Name)
	} else if g.shared[name] {
		return name
	}
	g.shared[name] = true
	g.statics = append(g.statics, fmt.Sprintf("static "+format+";", name))
	return name
}

// static writes the address of storage of the library's own.
func (g *generator) static(place string, a *Alt) {
	switch {
	case a.Fill == "text" && a.Size == nil:
		g.line("%s = spec_text_at(%s, %s);", place, g.storage(a, 0, "char %s[MOST_TEXT]"), g.key())
		return
	case a.Fill == "text":
		name := g.storage(a, 0, fmt.Sprintf("char %%s[%d]", a.Size.Num))
		g.line("__assay_any(%s, sizeof %s - 1);", name, name)
		g.line("%s = %s;", place, name)
		return
	case a.Type != nil && a.Type.C != "":
		name := g.storage(a, 0, a.Type.C+" %s")
		g.line("__assay_any(&%s, sizeof %s);", name, name)
		g.links("(&"+name+")", a)
		g.line("%s = &%s;", place, name)
		return
	}
	size := ""
	if a.Type != nil {
		size = sizeOf(a.Type)
	} else {
		size = bytes(a.Size)
	}
	name := g.storage(a, 0, "_Alignas(16) char %s["+size+"]")
	g.line("__assay_any(%s, sizeof %s);", name, name)
	g.line("%s = %s;", place, name)
}

// fresh1 writes the address of a new heap block.
func (g *generator) fresh1(place string, a *Alt) {
	if a.Size == nil && a.Type == nil {
		g.line("%s = spec_new_text(%s);", place, g.key())
		return
	}
	size := ""
	if a.Type != nil {
		size = sizeOf(a.Type)
	} else {
		size = bytes(a.Size)
	}
	if a.Fill == "text" {
		g.line("%s = spec_new(%s, 0, 0);", place, size)
		g.open("if (%s != NULL)", place)
		g.line("spec_text_into(%s, %s, 1, %s);", place, size, g.key())
		g.close()
		return
	}
	flags := map[string]string{"": "0, 0", "zero": "1, 0", "any": "0, 1"}[a.Fill]
	if len(a.Members) == 0 {
		g.line("%s = spec_new(%s, %s);", place, size, flags)
		return
	}
	object := g.fresh("object")
	g.line("%s *%s = spec_new(%s, 0, 1);", a.Type.C, object, size)
	g.open("if (%s != NULL)", object)
	g.links(object, a)
	g.close()
	g.line("%s = %s;", place, object)
}

// links writes what the pointers in an object of the library's own point to.
func (g *generator) links(object string, a *Alt) {
	for i, l := range a.Members {
		place := object + "->" + l.Member
		what, optional := strings.CutSuffix(l.What, "?")
		if optional {
			g.open("if (__assay_nondet(1, %s))", g.key())
			g.line("%s = NULL;", place)
			g.indent--
			g.line("} else {")
			g.indent++
		}
		g.link(place, what, l.Size, a, i+1)
		if optional {
			g.close()
		}
	}
}

// link writes what member number part of an alternative's object points to.
func (g *generator) link(place, what string, size *Expr, a *Alt, part int) {
	static := a.Kind == Static
	switch {
	case what == "null":
		g.line("%s = NULL;", place)
	case what == "kept":
		g.line("%s = __assay_kept();", place)
	case what == "text" && static:
		g.line("%s = spec_text_at(%s, %s);", place, g.storage(a, part, "char %s[MOST_TEXT]"), g.key())
	case what == "text":
		g.line("%s = spec_new_text(%s);", place, g.key())
	case what == "texts" && static:
		g.line("%s = spec_texts_at(&%s, %s);", place, g.storage(a, part, "struct spec_texts %s"), g.key())
	case what == "texts":
		g.line("%s = spec_new_texts(%s);", place, g.key())
	case static && size.Op == "num":
		name := g.storage(a, part, "_Alignas(16) char %s["+bytes(size)+"]")
		g.line("__assay_any(%s, sizeof %s);", name, name)
		g.line("%s = %s;", place, name)
	default:
		g.line("%s = spec_new(%s, 0, 1);", place, bytes(size))
	}
}
