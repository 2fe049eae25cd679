package spec

import (
	"errors"
	"maps"
	"slices"
	"strings"
)

// A File is one specification file.
type File struct {
	Name   string
	Header string // what the functions are declared in: "sys/stat.h"; "none" if nowhere
	Needs  []string
	Own    []*Type // types that the file declares, in order
	Funcs  []*Func
}

// A Library is files that were read together: they share types and names.
type Library struct {
	Files []*File
	Types Types
	Below *Library // whose types and functions its files may name, or nil
	funcs map[string]*Func

	shared map[string]string // what is said of static storage that functions share
}

// NewLibrary is one without functions, on another one or nil.
func NewLibrary(below *Library) *Library {
	lib := &Library{Types: Types{}, Below: below, funcs: map[string]*Func{}, shared: map[string]string{}}
	if below != nil {
		lib.Types = maps.Clone(below.Types)
	}
	return lib
}

// Func is a function of the library itself by name, or nil.
func (lib *Library) Func(name string) *Func { return lib.funcs[name] }

// find is a function of the library or those below, or nil.
func (lib *Library) find(name string) *Func {
	for ; lib != nil; lib = lib.Below {
		if f := lib.funcs[name]; f != nil {
			return f
		}
	}
	return nil
}

// files are those of the library, behind those of the ones below.
func (lib *Library) files() []*File {
	if lib.Below == nil {
		return lib.Files
	}
	return slices.Concat(lib.Below.files(), lib.Files)
}

// A fileParser reads one file into a library.
type fileParser struct {
	lib      *Library
	file     *File
	fn       *Func
	scope    map[string]*Type
	problems []error
}

// Add reads a file into the library. The error joins a *Problem for every
// line that is wrong; what is right is in the library nevertheless.
func (lib *Library) Add(name, text string) error {
	p := &fileParser{lib: lib, file: &File{Name: name}}
	for i, l := range strings.Split(text, "\n") {
		p.line(Pos{name, i + 1}, strings.TrimRight(uncommented(l), " \t\r"))
	}
	p.finish()
	if p.file.Header == "" && len(p.file.Funcs) > 0 {
		p.problem(&Problem{p.file.Funcs[0].Pos, "no header is named",
			"begin the file with `header sys/stat.h`, or `header none`"})
	}
	lib.Files = append(lib.Files, p.file)
	return errors.Join(p.problems...)
}

// uncommented cuts the comment off a line.
func uncommented(l string) string {
	inside := false
	for i := 0; i < len(l); i++ {
		switch {
		case l[i] == '"':
			inside = !inside
		case l[i] == '#' && !inside:
			return l[:i]
		}
	}
	return l
}

func (p *fileParser) problem(err *Problem) {
	if err != nil {
		p.problems = append(p.problems, err)
	}
}

func (p *fileParser) line(pos Pos, text string) {
	trimmed := strings.TrimLeft(text, " \t")
	if trimmed == "" {
		return
	}
	if trimmed != text {
		p.clause(pos, trimmed)
		return
	}
	p.finish()
	first, rest, _ := strings.Cut(text, " ")
	l := lex(pos, rest)
	d := &declParser{l, p.lib.Types}
	switch first {
	case "header":
		p.header(pos, strings.TrimSpace(rest))
		return
	case "needs":
		p.file.Needs = append(p.file.Needs, strings.Fields(rest)...)
		return
	case "typedef":
		p.typedef(d)
	case "type":
		p.typeOf(d)
	default:
		l = lex(pos, text)
		d.line = l
		p.function(d, text)
	}
	p.problem(l.err)
}

func (p *fileParser) header(pos Pos, name string) {
	switch {
	case p.file.Header != "":
		p.problem(&Problem{pos, "the file has two headers", "write one file per header"})
	case name == "":
		p.problem(&Problem{pos, "the header has no name", "write `header sys/stat.h`, or `header none`"})
	}
	p.file.Header = name
}

// typedef reads `typedef long time_t`.
func (p *fileParser) typedef(d *declParser) {
	base := d.specifiers()
	decl := d.declarator(0)
	t := *d.typed(base, decl.layers)
	d.accept(";")
	d.done("write `typedef long time_t`")
	switch {
	case d.err != nil:
	case decl.name == "":
		d.fail("write `typedef long time_t`", "the type has no name")
	case t.Kind == Function:
		d.fail("declare it where it is used: `void (*f)(int)`", "a type of functions is not understood")
	default:
		p.declare(d, decl.name, &t)
	}
}

// typeOf reads `type struct stat 144 88`, `type FILE`, or `type div_t { int quot; int rem; }`.
func (p *fileParser) typeOf(d *declParser) {
	const remedy = "write `type struct stat 144 88` (bytes with 64-bit and 32-bit pointers) or `type div_t { int quot; int rem; }`"
	name := d.name("a name", remedy)
	t := &Type{Kind: Object, Union: name == "union"}
	if name == "struct" || name == "union" {
		name += " " + d.name("a tag", remedy)
	}
	p.declare(d, name, t)
	switch {
	case d.accept("{"):
		p.members(d, t)
	case d.peek().kind == number:
		t.Size[0] = int(d.next().value)
		if d.peek().kind != number {
			d.fail(remedy, "the size with 32-bit pointers is missing")
		}
		t.Size[1] = int(d.next().value)
	}
	d.done(remedy)
}

// declare gives a type its name.
func (p *fileParser) declare(d *declParser, name string, t *Type) {
	if d.err != nil {
		return
	}
	if p.lib.Types[name] != nil || basics[name] != nil || basicWords[name] {
		d.fail("remove one declaration", "the type `%s` is declared already", name)
		return
	}
	t.Pos, t.Name = d.pos, name
	p.lib.Types[name] = t
	p.file.Own = append(p.file.Own, t)
}

func (p *fileParser) members(d *declParser, t *Type) {
	const remedy = "write members as in C: `{ int quot; char name[16]; void *next; }`"
	seen := map[string]bool{}
	for d.err == nil && !d.accept("}") {
		base := d.specifiers()
		decl := d.declarator(0)
		m := Member{Name: decl.name}
		for len(decl.layers) > 0 && decl.layers[0].kind == Object {
			if decl.layers[0].count < 1 || decl.layers[0].count > 1<<20 {
				d.fail("write the number of its elements", "an array without a length")
			}
			m.Count = max(m.Count, 1) * decl.layers[0].count
			decl.layers = decl.layers[1:]
		}
		m.Type = d.typed(base, decl.layers)
		d.expect(";", remedy)
		switch {
		case d.err != nil:
		case m.Name == "" || seen[m.Name]:
			d.fail(remedy, "a member has no name of its own")
		case m.Type == t || m.Type.Kind == Void || m.Type.Kind == Function || m.Type.C == "" && m.Type.Kind != Pointer && m.Type.Size[0] == 0:
			d.fail(remedy, "`%s` cannot be of this type", m.Name)
		}
		seen[m.Name] = true
		t.Members = append(t.Members, m)
	}
	if d.err == nil && len(t.Members) == 0 {
		d.fail(remedy, "there are no members")
	}
	if d.err == nil {
		t.C = "struct spec_" + strings.ReplaceAll(t.Name, " ", "_")
	}
}

// ours says whether a name stands for something else than a function of a library: where
// programs begin, and what assay's models and its users' programs call it by.
func ours(name string) bool {
	return name == "main" || name == "reach_error" || slices.ContainsFunc([]string{"__assay_", "__model_", "__VERIFIER_", "spec_"},
		func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// function reads a prototype; its clauses follow.
func (p *fileParser) function(d *declParser, text string) {
	f := d.prototype()
	if f == nil || d.err != nil {
		return
	}
	f.Text = strings.TrimSuffix(strings.TrimSpace(text), ";")
	if old := p.lib.funcs[f.Name]; old != nil {
		d.fail("remove one of them", "%s is specified already, at %v", f.Name, old.Pos)
		return
	}
	if ours(f.Name) {
		d.fail("give it another name, or take it out: the program's calls of it mean something already", "%s cannot be specified", f.Name)
		return
	}
	p.lib.funcs[f.Name] = f
	p.file.Funcs = append(p.file.Funcs, f)
	p.fn, p.scope = f, map[string]*Type{}
	for _, q := range f.Params {
		p.scope[q.Name] = q.Type
	}
}

func (p *fileParser) clause(pos Pos, text string) {
	if p.fn == nil {
		if len(p.problems) == 0 {
			p.problem(&Problem{pos, "a clause stands below no function", "begin the line of a prototype without blanks"})
		}
		return
	}
	name, rest, _ := strings.Cut(text, " ")
	l := lex(pos, rest)
	c := Clause{Pos: pos}
	cp := &clauseParser{exprParser{declParser{l, p.lib.Types}, p.fn, p.scope, p.fn.has("result")}, &c, false}
	cp.clause(name)
	if l.err == nil && c.Verb == "like" {
		p.like(l, c.Text)
	}
	if c.Verb == "model" && p.lib.Below != nil {
		l.fail("give your C with --model", "`model` is for assay's own files")
	}
	p.share(l, &c)
	p.problem(l.err)
	if l.err == nil && c.Verb != "like" {
		p.fn.Clauses = append(p.fn.Clauses, c)
	}
}

// share fails where functions say different things of storage that they share.
func (p *fileParser) share(l *line, c *Clause) {
	for i := range c.Alts {
		a := &c.Alts[i]
		if a.Shared == "" {
			continue
		}
		if old, ok := p.lib.shared[a.Shared]; ok && old != a.form() {
			l.fail("say the same of it everywhere", "the storage `%s` is described in another way before", a.Shared)
		}
		p.lib.shared[a.Shared] = a.form()
	}
}

// like copies the clauses of a function that is specified above.
func (p *fileParser) like(l *line, name string) {
	from := p.lib.find(name)
	if from == nil || from == p.fn {
		l.fail("specify it above, or in a file that comes before", "no function `%s` is specified yet", name)
		return
	}
	for _, q := range from.Params {
		if t := p.scope[q.Name]; t == nil || t.Kind != q.Type.Kind {
			l.fail("give its parameters the same names and kinds", "%s has no parameter `%s` as %s has", p.fn.Name, q.Name, name)
			return
		}
	}
	for _, c := range from.Clauses {
		if c.Pos = l.pos; c.Verb != "model" {
			p.fn.Clauses = append(p.fn.Clauses, c)
		}
	}
}

// finish ends a function: its clauses are judged together.
func (p *fileParser) finish() {
	if p.fn != nil {
		for _, err := range p.fn.contradictions() {
			p.problem(err)
		}
	}
	p.fn = nil
}
