package library

import (
	"fmt"
	"strings"

	"github.com/assay-dev/assay/engine/libc/spec"
)

// check writes C that holds what was seen against one clause.
func (f *function) check(c *spec.Clause) {
	effect := f.effect(c)
	if effect == "" {
		return
	}
	var conds []string
	if c.Null {
		conds = append(conds, place(c.Place)+" != NULL")
	}
	if c.If != nil {
		conds = append(conds, number(c.If))
	}
	if len(conds) > 0 {
		f.line("if (%s) { %s }", strings.Join(conds, " && "), effect)
		return
	}
	f.line("{ %s }", effect)
}

// effect is C for what a clause allows where its condition holds.
func (f *function) effect(c *spec.Clause) string {
	at := ""
	if c.Name != "" && c.Name != "..." {
		at = place(c.Place)
	}
	switch c.Verb {
	case "any":
		n := c.Size
		if c.Most != nil {
			n = c.Most
		}
		return fmt.Sprintf("written(%s, %s);", at, number(n))
	case "text-into":
		width := 1
		if isWide(c.Type.Elem) {
			width = 4
		}
		return fmt.Sprintf("written_text(%s, %s, %d);", at, number(c.Size), width)
	case "any-vector":
		return fmt.Sprintf("written_vector(%s, %s);", at, number(c.Size))
	case "set":
		return f.set(c, at)
	case "result":
		return fmt.Sprintf("if (!(%s)) outside(\"the result is one of those described\");", f.among("result", f.Result, c.Alts))
	case "closes":
		return fmt.Sprintf("may_close(%s);", at)
	case "keeps":
		return fmt.Sprintf("may_keep(%s);", at)
	case "frees":
		return fmt.Sprintf("must_free(%s);", at)
	case "calls":
		return fmt.Sprintf("may_call(%s);", at)
	case "stream":
		return "may_change(STREAMS);"
	case "variable":
		return "may_change(VARIABLES);"
	case "changes":
		return "may_change(" + changed[c.Mode] + ");"
	case "anything":
		return "may_change(ANYTHING);"
	case "noreturn", "exits", "aborts":
		return "outside(\"the call does not return\");"
	}
	return ""
}

var changed = map[string]string{
	"streams": "STREAMS", "descriptors": "DESCRIPTORS | STREAMS", "directory": "DIRECTORY", "environment": "ENVIRONMENT", "signals": "SIGNALS",
	"handlers": "0", "getopt": "GETOPT", "string": "0", "stdlib": "0", "process": "0", "time": "0", "zone": "ZONE", "locale": "ANYTHING",
}

// set is C for what is written to one number or address.
func (f *function) set(c *spec.Clause, at string) string {
	t := c.Type
	if c.Member != "" && c.Object != nil && t.Kind != spec.Pointer || f.isValue(c) {
		at = "&" + at
	} else {
		t = t.Elem
	}
	return fmt.Sprintf("%s *at = (void *)%s; %s value = *(%s *)seen(at); if (!(%s)) outside(\"what is set in %s is one of those described\"); written(at, sizeof *at);",
		t.Spelling(), at, t.Spelling(), t.Spelling(), f.among("value", t, c.Alts), c.Place.String())
}

// isValue says that the place of a clause is a member that is written itself.
func (f *function) isValue(c *spec.Clause) bool {
	if c.Member == "" {
		return false
	}
	for _, m := range c.Object.Members {
		if m.Name == c.Member {
			return m.Count == 0
		}
	}
	return false
}

// among is C for: v is one of the alternatives.
func (f *function) among(v string, t *spec.Type, alts []spec.Alt) string {
	var out []string
	for i := range alts {
		c := "(" + f.one(v, t, &alts[i], i) + ")"
		if alts[i].If != nil {
			c = "((" + number(alts[i].If) + ") && " + c + ")"
		}
		out = append(out, c)
	}
	return strings.Join(out, " || ")
}

func (f *function) one(v string, t *spec.Type, a *spec.Alt, i int) string {
	switch a.Kind {
	case spec.Any, spec.Code:
		return "1"
	case spec.Null:
		return v + " == NULL"
	case spec.Kept:
		return fmt.Sprintf("is_kept(%s)", v)
	case spec.Descriptor:
		return fmt.Sprintf("is_descriptor((i64)%s)", v)
	case spec.Range:
		return fmt.Sprintf("(num)%s >= %s && (num)%s <= %s", v, number(a.From), v, number(a.To))
	case spec.Value:
		if t.Kind == spec.Pointer {
			return fmt.Sprintf("(num)(uintptr_t)%s == (num)(uintptr_t)%s", v, number(a.From))
		}
		return fmt.Sprintf("%s == (%s)%s", v, t.C, number(a.From))
	case spec.Into:
		if f.arg(a.Param).typ.Elem.Name == "DIR" { // the library's own, whose shape is made up
			return v + " != NULL"
		}
		d := fmt.Sprintf("(num)((char *)%s - (char *)p_%s)", v, a.Param)
		return fmt.Sprintf("%s != NULL && %s >= %s && %s <= %s", v, d, number(a.From), d, number(a.To))
	case spec.Static:
		return f.static(v, a, i)
	}
	return f.fresh(v, a)
}

// static is C for: v is storage of the library's own.
func (f *function) static(v string, a *spec.Alt, i int) string {
	name := a.Shared
	if name == "" {
		name = fmt.Sprint(f.Name, " ", i)
	}
	n := "1"
	switch {
	case a.Type != nil:
		n = size(a.Type)
	case a.Fill != "text":
		n = number(a.Size)
	}
	c := fmt.Sprintf("is_static(%s, %q, %s)", v, name, n)
	if a.Fill == "text" && i > 0 { // of texts that are many, which a specification says with a few
		c = fmt.Sprintf("is_readable(%s, %s)", v, n)
	}
	if a.Fill == "text" {
		c += fmt.Sprintf(" && is_text(%s, %s)", v, bound(a.Size))
	}
	return c + f.linked(v, a)
}

// fresh is C for: v is a new block.
func (f *function) fresh(v string, a *spec.Alt) string {
	n := "-1"
	if elsewhere[f.Name] {
		return v + " != NULL"
	}
	if a.Type != nil {
		n = size(a.Type)
	} else if a.Size != nil && a.Fill != "text" {
		n = number(a.Size)
	}
	c := fmt.Sprintf("is_new(%s, %s)", v, n)
	if a.Fill == "text" {
		c += fmt.Sprintf(" && is_text(%s, %s)", v, bound(a.Size))
	}
	return c + f.linked(v, a)
}

func bound(e *spec.Expr) string {
	if e == nil {
		return "-1"
	}
	return number(e)
}

// linked is C for: the pointers in an object lead where the specification says.
func (f *function) linked(v string, a *spec.Alt) (out string) {
	for _, l := range a.Members {
		at := fmt.Sprintf("((%s *)%s)->%s", a.Type.C, v, l.Member)
		what, optional := strings.CutSuffix(l.What, "?")
		c := ""
		switch what {
		case "text":
			c = fmt.Sprintf("is_text(%s, -1)", at)
		case "texts":
			c = fmt.Sprintf("is_texts(%s)", at)
		case "null":
			c = at + " == NULL"
		case "any":
			c = fmt.Sprintf("is_readable(%s, %s)", at, number(l.Size))
		default:
			continue
		}
		if optional {
			c = at + " == NULL || " + c
		}
		out += " && (" + c + ")"
	}
	return out
}

// errno writes C for all clauses on errno: the last one that applies counts.
func (f *function) errno() {
	var effects, choice []string
	for i := range f.Clauses {
		c := &f.Clauses[i]
		if c.Verb != "errno" {
			continue
		}
		cond := "1"
		if c.If != nil {
			cond = number(c.If)
		}
		effect := ""
		switch c.Mode {
		case "kept":
			effect = "errno_kept();"
		case "if":
			effect = "errno_if(1);"
		case "to":
			var list []string
			for _, a := range c.Alts {
				list = append(list, "(i64)"+number(a.From))
			}
			effect = fmt.Sprintf("errno_to((const i64[]){%s}, %d);", strings.Join(list, ", "), len(list))
		}
		choice = append(choice, fmt.Sprintf("if (%s) said = %d;", cond, len(effects)+1))
		effects = append(effects, effect)
	}
	if len(effects) == 0 {
		return
	}
	f.line("int said = 0;")
	for _, c := range choice {
		f.line("%s", c)
	}
	f.line("if (said == 0) errno_kept();")
	for i, e := range effects {
		f.line("if (said == %d) { %s }", i+1, e)
	}
}
