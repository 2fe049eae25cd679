package library

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/assay-dev/assay/engine/libc/spec"
)

// wide are functions on streams of wide characters: on one of bytes C has no meaning for them.
var wide = regexp.MustCompile(`^(fget|fput|get|put|unget)wc(har)?(_unlocked)?$|^f(get|put)ws(_unlocked)?$|w(printf|scanf)$`)

// A function is one of the library with what its calls need.
type function struct {
	*spec.Func
	args   []*argument
	out    strings.Builder
	hidden bool // what memory holds before a call is for a run to choose (Asking.Contracts)
}

func (f *function) line(format string, args ...any) { fmt.Fprintf(&f.out, "\t"+format+"\n", args...) }

// callers is C with a caller for each function, and the table of them.
func callers(lib *spec.Library, names []string) string {
	var b, table strings.Builder
	b.WriteString("#include \"harness.h\"\n#include \"callers.h\"\n")
	b.WriteString(lib.Objects())
	for _, name := range names {
		f := &function{Func: lib.Func(name)}
		f.collect()
		b.WriteString(f.caller())
		fmt.Fprintf(&table, "\t{%q, call_%s, %d},\n", name, name, truth(f.once() || wide.MatchString(name))|truth(wide.MatchString(name))<<1)
	}
	fmt.Fprintf(&b, "const struct function functions[] = {\n%s};\nconst int functions_n = %d;\n", table.String(), len(names))
	return b.String()
}

// once says that a call leaves a state that the next one cannot use.
func (f *function) once() bool {
	if alone[f.Name] {
		return true
	}
	for _, c := range f.Clauses {
		switch c.Verb {
		case "closes", "changes", "anything", "keeps":
			return true
		case "calls":
			if c.Mode != "" {
				return true
			}
		}
	}
	return false
}

// caller is C for one function.
func (f *function) caller() string {
	f.declare()
	f.out.WriteString("static void call_" + f.Name + "(void)\n{\n")
	f.line("if (!%s) absent();", f.symbol())
	given, passed := f.draw()
	for _, a := range f.args {
		f.out.WriteString(a.enlarge(f))
	}
	for _, a := range f.args {
		if a.typ.Kind == spec.Pointer && !a.null {
			f.line("if (!p_%s) not_described();", a.name)
		}
	}
	if f.Variadic && len(f.args) == len(f.Params) {
		passed = append(passed, "v1", "v2", "v3", "v4")
	}
	if f.formatted() {
		given = append(given, f.variable()...)
	}
	f.line("struct arg args[] = {%s};", strings.Join(append(given, "{0}"), ", "))
	f.ends()
	f.line("before(args, %d);", len(given))
	call := fmt.Sprintf("x_%s(%s)", f.Name, strings.Join(passed, ", "))
	if f.Result.Kind != spec.Void {
		call = f.Result.Spelling() + " result = " + call
	}
	f.line("%s;", call)
	f.line("after();")
	f.say()
	for i := range f.Clauses {
		if !f.again(i) {
			f.check(&f.Clauses[i])
		}
	}
	if strings.HasPrefix(f.Name, "getopt") { // the words move, which no clause says of what points to const
		f.line("written(p_argv, 4 * sizeof(char *));")
	}
	if f.scans() {
		f.line("written(v1, 4); written(v2, 16); written(v3, 8);")
	}
	f.errno()
	f.line("end_of_call();")
	f.out.WriteString("}\n")
	return f.out.String()
}

// draw writes the variables of the arguments, numbers first, and returns C for what is
// given and passed.
func (f *function) draw() (given, passed []string) {
	for _, pointers := range []bool{false, true} {
		for _, a := range f.args {
			switch {
			case a.typ.Kind == spec.List || pointers != (a.typ.Kind == spec.Pointer):
			case a.typ.Kind == spec.Object:
				f.line("%s p_%s; some_bytes(&p_%s, sizeof p_%s);", a.typ.C, a.name, a.name, a.name)
			default:
				f.line("%s p_%s = %s;", a.typ.Spelling(), a.name, a.draw(f))
			}
		}
	}
	for _, a := range f.args {
		if a.typ.Kind == spec.List {
			passed = append(passed, "v1", "v2", "v3", "v4")
			continue
		}
		passed = append(passed, "p_"+a.name)
		given = append(given, a.given())
	}
	return given, passed
}

// again says that a clause writes to a place that a later one sets once more: what is seen is
// what the last one says.
func (f *function) again(i int) bool {
	c := &f.Clauses[i]
	if c.Member == "" || c.Verb != "set" && c.Verb != "text-into" {
		return false
	}
	for _, d := range f.Clauses[i+1:] {
		if d.Verb == "set" && d.Name == c.Name && d.Member == c.Member && sameCondition(c, &d) {
			return true
		}
	}
	return false
}

func sameCondition(c, d *spec.Clause) bool {
	return (c.If == nil) == (d.If == nil) && (c.If == nil || number(c.If) == number(d.If))
}

// ends writes C that tells whether the call may end the program, and leaves calls out that
// the specification says nothing of.
func (f *function) ends() {
	if deadly[f.Name] {
		f.line("may_end();")
	}
	for _, c := range f.Clauses {
		cond := "1"
		if c.If != nil && !uses(c.If, "result") {
			cond = number(c.If)
		}
		switch c.Verb {
		case "noreturn", "exits", "aborts", "anything":
			f.line("if (%s) may_end();", cond)
		case "stops":
			if c.If == nil || !uses(c.If, "result") {
				f.line("if (%s) not_described();", cond)
			}
		}
	}
}

func (f *function) hasList() bool {
	for _, a := range f.args {
		if a.typ.Kind == spec.List {
			return true
		}
	}
	return false
}

// symbol is our name of the function.
func (f *function) symbol() string {
	if f.hasList() {
		return "v_" + f.Name
	}
	return "x_" + f.Name
}

// declare writes the declaration under a name of our own, so that no header matters. A
// function with a va_list is called through one with variable arguments.
func (f *function) declare() {
	var params, names []string
	list := false
	for _, p := range f.Params {
		if p.Type.Kind == spec.List {
			list = true
			names = append(names, "list")
		} else {
			names = append(names, "p_"+p.Name)
		}
		params = append(params, spaced(p.Type.Spelling())+names[len(names)-1])
	}
	if f.Variadic {
		params = append(params, "...")
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	name := f.symbol()
	result := spaced(f.Result.Spelling())
	fmt.Fprintf(&f.out, "\n/* %s */\nextern __attribute__((weak)) %s%s(%s) __asm__(\"%s\");\n", strings.ReplaceAll(f.Text, "*/", "* /"), result, name, strings.Join(params, ", "), f.Name)
	if !list {
		return
	}
	params = params[:len(params)-1]
	names = names[:len(names)-1]
	fmt.Fprintf(&f.out, "static %sx_%s(%s, ...)\n{\n\tva_list list;\n\tva_start(list, %s);\n", result, f.Name, strings.Join(params, ", "), names[len(names)-1])
	call := fmt.Sprintf("%s(%s, list)", name, strings.Join(names, ", "))
	if f.Result.Kind == spec.Void {
		fmt.Fprintf(&f.out, "\t%s;\n\tva_end(list);\n}\n", call)
	} else {
		fmt.Fprintf(&f.out, "\t%sresult = %s;\n\tva_end(list);\n\treturn result;\n}\n", result, call)
	}
}

func spaced(c string) string {
	if strings.HasSuffix(c, "*") {
		return c
	}
	return c + " "
}

// formatted says that the function takes variable arguments that no clause describes.
func (f *function) formatted() bool {
	return f.hasList() || f.Variadic && len(f.args) == len(f.Params)
}

// variable writes the variable arguments that no clause describes, by formats, and returns C
// for what is given.
func (f *function) variable() []string {
	given := []string{"{'p', .address = v1}", "{'p', .address = v2}", "{'p', .address = v3}", "{'p', .address = v4}"}
	switch {
	case strings.HasPrefix(f.Name, "exec"):
		f.line("char *v1 = \"a\", *v2 = 0, *v3 = 0, *v4 = 0;")
	case f.scans():
		f.line("void *v1 = draw_bytes(10, 4, NOISE), *v2 = draw_bytes(11, 16, NOISE), *v3 = draw_bytes(12, 8, NOISE), *v4 = 0;")
	default:
		f.line("int v1 = (int)draw_number(32); void *v2 = draw_text(10, \"\", -1); double v3 = (double)draw_real(); long v4 = (long)draw_number(64);")
		given = []string{"{'i', .number = v1}", "{'p', .address = v2}", "{'r', .real = v3}", "{'i', .number = v4}"}
	}
	return given
}

func (f *function) scans() bool { return strings.Contains(f.Name, "scanf") }

// given is C for the argument in the description of the call.
func (a *argument) given() string {
	switch a.typ.Kind {
	case spec.Integer:
		return fmt.Sprintf("{'i', .number = (i64)p_%s}", a.name)
	case spec.Pointer:
		return fmt.Sprintf("{'p', .address = p_%s}", a.name)
	case spec.Real:
		if !strings.Contains(a.typ.C, "_Complex") {
			return fmt.Sprintf("{'r', .real = p_%s}", a.name)
		}
	}
	return "{'?'}"
}

// say writes C that tells the harness the result.
func (f *function) say() {
	switch f.Result.Kind {
	case spec.Integer:
		f.line("say_number((num)result);")
	case spec.Pointer:
		f.line("say_address(result);")
	case spec.Real:
		f.line("say_real(&result, sizeof result);")
	}
	for _, a := range f.args {
		if a.cond != nil {
			f.line("if (!(%s)) p_%s = 0;", number(a.cond), a.name)
		}
	}
}
