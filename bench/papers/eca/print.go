package eca

import (
	"fmt"
	"strings"
)

// C is the program's text, without the prelude that declares assume, ERROR and
// the input function: each label k ends in ERROR(k), and the function error_k
// is there for a tool that asks whether it is called.
func (p *Program) C() string {
	var b strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	put("/* %s rules of shape %s, %d steps, seed %d */", fmt.Sprint(p.Rules), p.Kind, p.Bound, p.Seed)
	for i := range p.labels {
		put("static void error_%d(void) {}", i)
	}
	for _, d := range p.decls {
		put("%s", d)
	}
	var names []string
	for _, in := range p.inputs {
		names = append(names, "int "+in.name)
	}
	put("\nstatic void step(%s)\n{", strings.Join(names, ", "))
	for i, l := range p.labels {
		put("    if (%s)\n        ERROR(%d);", conjunction(l.conds), i)
	}
	for _, r := range p.rules {
		put("    if (in == %d && %s) {", r.event, conjunction(r.conds))
		for _, s := range r.sets {
			put("        %s", s.C())
		}
		put("        return;\n    }")
	}
	put("}\n\nint main(void)\n{\n    for (int i = 0; i < %d; i++) {", p.Bound)
	var args, outside []string
	for i, in := range p.inputs {
		put("        int %s = __VERIFIER_nondet_int();", in.name)
		args = append(args, in.name)
		outside = append(outside, fmt.Sprintf("%s < %d || %s > %d", in.name, p.ranges[i][0], in.name, p.ranges[i][1]))
	}
	put("        if (%s)\n            return 0;", strings.Join(outside, " || "))
	put("        step(%s);\n    }\n    return 0;\n}", strings.Join(args, ", "))
	return b.String()
}

func conjunction(conds []within) string {
	out := make([]string, len(conds))
	for i, c := range conds {
		out[i] = c.C()
	}
	return strings.Join(out, " && ")
}
