package spec

import (
	"fmt"
	"strings"
)

// HeaderCheck is C that a compiler accepts if the header of a file declares its
// functions with the prototypes that stand there, and if its types have the
// sizes that stand there. What the compiler complains about has the place in
// the specification. "" if there is nothing to compare with.
func (lib *Library) HeaderCheck(f *File) string {
	headers := f.Needs
	if f.Header != "none" && f.Header != "" {
		headers = append([]string{f.Header}, headers...)
	}
	if len(headers) == 0 {
		return ""
	}
	c := &headerCheck{}
	for _, h := range headers {
		c.line("#include <%s>", h)
	}
	if f.Header != "none" && f.Header != "" {
		for _, fn := range f.Funcs {
			c.at(fn.Pos)
			c.line("#undef %s", fn.Name)
			c.at(fn.Pos)
			c.line("_Static_assert(sizeof(&%s), \"\");", fn.Name)
		}
	}
	c.line("#include <sys/types.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>")
	for _, fn := range f.Funcs {
		c.at(fn.Pos)
		c.line("%s;", fn.Text)
	}
	c.objects(lib)
	for _, t := range f.Own {
		c.own(t)
	}
	return c.out.String()
}

type headerCheck struct{ out strings.Builder }

func (c *headerCheck) line(format string, args ...any) {
	fmt.Fprintf(&c.out, format+"\n", args...)
}

// at says that the next line stands at that place.
func (c *headerCheck) at(pos Pos) { c.line("#line %d %q", pos.Line, pos.File) }

// objects defines the structures that the specification gives members.
func (c *headerCheck) objects(lib *Library) {
	c.line("#define SIZE(bits64, bits32) (sizeof(void *) == 8 ? (bits64) : (bits32))")
	c.out.WriteString(lib.Objects())
}

// own compares a type with the header's.
func (c *headerCheck) own(t *Type) {
	assert := func(format string, args ...any) {
		c.at(t.Pos)
		c.line("_Static_assert("+format+", \"the header says otherwise\");", args...)
	}
	switch {
	case t.Members != nil:
		assert("sizeof(%s) == sizeof(%s)", t.Name, t.C)
		for _, m := range t.Members {
			assert("offsetof(%s, %s) == offsetof(%s, %s)", t.Name, m.Name, t.C, m.Name)
			assert("sizeof(((%s *)0)->%s) == sizeof(((%s *)0)->%s)", t.Name, m.Name, t.C, m.Name)
		}
	case t.Size[0] != 0:
		assert("sizeof(%s) == SIZE(%d, %d)", t.Name, t.Size[0], t.Size[1])
		if t.Kind == Integer {
			less := "<"
			if !t.Signed {
				less = ">"
			}
			assert("(%s)-1 %s 0", t.Name, less)
		}
	}
}
