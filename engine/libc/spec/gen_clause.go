package spec

import (
	"fmt"
	"strings"
)

// clause writes C for one clause.
func (g *generator) clause(c *Clause) {
	if c.Verb == "fails" || c.Verb == "model" {
		return
	}
	if c.Verb == "argument" {
		g.argument(c)
		return
	}
	var conds []string
	if c.Null {
		conds = append(conds, c.Place.c()+" != NULL")
	}
	if c.If != nil && c.Verb != "errno" {
		conds = append(conds, c.If.term().c)
	}
	if len(conds) > 0 {
		for i := range conds {
			if len(conds) > 1 {
				conds[i] = wrapped(conds[i])
			}
		}
		g.open("if (%s)", strings.Join(conds, " && "))
		defer g.close()
	}
	g.effect(c)
}

// bytes is C for a number of bytes or characters.
func bytes(e *Expr) string {
	if e == nil {
		return "SIZE_MAX"
	}
	t := e.term()
	if v, ok := e.constant(); ok && v >= 0 {
		return fmt.Sprintf("%d", v)
	}
	if t.sign == unsigned {
		return "(size_t)" + wrapped(t.c)
	}
	return "spec_bytes(" + t.c + ")"
}

// effect writes what a clause does where its condition holds.
func (g *generator) effect(c *Clause) {
	p := c.Place.c()
	key := g.key()
	switch c.Verb {
	case "text":
		g.line("__assay_check_string(%s, %s);", p, bytes(c.Size))
	case "wide":
		g.line("spec_check_wide(%s, %s);", p, bytes(c.Size))
	case "texts":
		g.texts(c)
	case "reads":
		g.line("__model_readable(%s, %s);", p, bytes(c.Size))
	case "room":
		g.line("spec_writable(%s, %s);", p, bytes(c.Size))
	case "any":
		g.anyBytes(p, c)
	case "reads-vector":
		g.line("spec_read_vector(%s, %s);", p, bytes(c.Size))
	case "any-vector":
		g.line("spec_any_vector(%s, %s);", p, bytes(c.Size))
	case "text-into":
		width := 1
		if c.Type.Elem.wide() {
			width = 4
		}
		g.line("spec_text_into(%s, %s, %d, %s);", p, bytes(c.Size), width, key)
	case "set":
		if c.value() {
			g.value(p, c.Type, c.Alts)
		} else {
			g.value(fmt.Sprintf("*(%s *)%s", c.Type.Elem.Spelling(), p), c.Type.Elem, c.Alts)
		}
	case "result":
		g.result(c)
	case "errno":
		g.errno(c)
	case "closes":
		g.line("__model_descriptor_closed((int)%s);", p)
	case "keeps":
		g.line("__assay_keep(%s);", p)
	case "frees":
		g.line("free(%s);", p)
	case "calls":
		g.calls(c)
	case "stream":
		g.line("(void)__model_stream(%s);", p)
		g.line("__model_unknown_stream();")
	case "variable":
		g.variable(c)
	case "changes":
		g.changes(c)
	default:
		g.ending(c)
	}
}

// anyBytes writes that bytes at p become anything, their number in a range
// perhaps.
func (g *generator) anyBytes(p string, c *Clause) {
	if c.Most == nil {
		g.line("__assay_any(%s, %s);", p, bytes(c.Size))
		return
	}
	g.line("spec_any_some(%s, %s, %s, %s);", p, bytes(c.Size), bytes(c.Most), g.key())
}

// ending writes clauses that may end the program.
func (g *generator) ending(c *Clause) {
	switch c.Verb {
	case "anything":
		g.line("spec_unknown();")
	case "noreturn":
		g.line("__assay_exit((int)__assay_nondet(32, %s));", g.key())
	case "exits":
		status := fmt.Sprintf("__assay_nondet(32, %s)", g.key())
		if c.Size != nil {
			status = wrapped(c.Size.term().c)
		}
		g.line("exit((int)%s);", status)
	case "aborts":
		g.line("abort();")
	case "stops":
		g.line("__assay_undecided(%q);", g.fn.Name+": "+c.Text)
	default:
		panic("spec: no C for the clause " + c.Verb)
	}
}

// key is the key of what the environment answers to this function.
func (g *generator) key() string { return fmt.Sprintf("%q", g.fn.Name) }

// argument fetches the next variable argument.
func (g *generator) argument(c *Clause) {
	name, t := local(c.Name), c.Type.Spelling()
	g.line("%s%s = 0;", spaced(t), name)
	g.line("(void)%s;", name)
	if c.If == nil {
		g.line("%s = va_arg(arguments, %s);", name, t)
		return
	}
	g.open("if (%s)", c.If.term().c)
	g.line("%s = va_arg(arguments, %s);", name, t)
	g.close()
}

func (g *generator) texts(c *Clause) {
	if c.Name != "..." {
		g.line("spec_check_texts(%s);", c.Place.c())
		return
	}
	g.open("for (const char *t; (t = va_arg(arguments, const char *)) != NULL;)")
	g.line("__assay_check_string(t, SIZE_MAX);")
	g.close()
}

func (g *generator) calls(c *Clause) {
	f := c.Place.c()
	// Later is some time from now on: a library may call at exit, too.
	if c.Mode != "" {
		arg := "NULL"
		for i, p := range c.With {
			if i == 0 {
				arg = p.c()
			} else {
				g.line("__assay_keep(%s);", p.c())
			}
		}
		g.line("__assay_concurrently(%s, %s);", f, arg)
		return
	}
	for _, p := range c.With {
		if p.Type.Kind == Pointer {
			g.line("__assay_keep(%s);", p.c())
		}
	}
	g.line("__assay_call_back(%s);", f)
}

func (g *generator) changes(c *Clause) {
	if c.Mode == "locale" {
		g.line("__assay_undecided(%q);", g.fn.Name+": the models know the C locale only")
	}
	for _, f := range states[c.Mode] {
		g.line("%s();", f)
	}
}

// variable writes that a variable of the library's has any value from then on, if the program
// looks at it.
func (g *generator) variable(c *Clause) {
	g.open("if (__assay_uses(%q, 0))", c.Name)
	g.line("extern %s%s;", spaced(c.Type.Spelling()), c.Name)
	g.line("__assay_any(&%s, sizeof %s);", c.Name, c.Name)
	g.close()
}

func (g *generator) errno(c *Clause) {
	switch c.Mode {
	case "any":
		g.line("__model_unknown_errno();")
	case "if":
		g.line("__model_errno_if((%s) != 0);", c.If.term().c)
	case "to":
		if c.If != nil {
			g.open("if (%s)", c.If.term().c)
			defer g.close()
		}
		g.value("errno", basics["int"], c.Alts)
	}
}

// result writes the choice of what is returned. With `fails KEY`, the
// environment says under the key whether it is one of the failures.
func (g *generator) result(c *Clause) {
	t := g.fn.Result
	fails := g.fn.find("fails")
	if fails == nil {
		g.value("result", t, c.Alts)
		return
	}
	var failures, others []Alt
	for _, a := range c.Alts {
		if a.failure() {
			failures = append(failures, a)
		} else {
			others = append(others, a)
		}
	}
	g.open("if (__assay_choose(%q))", fails.Text)
	g.value("result", t, failures)
	g.indent--
	g.line("} else {")
	g.indent++
	g.value("result", t, others)
	g.close()
}
