package mutation

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The switch is a variable of each package with mutants, set from the
// environment before anything can look at it, in a file of its own.
const (
	switchEnv  = "ASSAY_MUTANT"
	switchVar  = "assayMutant"
	switchFile = "zz_assay_mutant.go"
	switchText = `package %s

import (
	"os"
	"strconv"
)

var ` + switchVar + `, _ = strconv.Atoi(os.Getenv("` + switchEnv + `"))
`
)

// A mutant is a mutation with the number that switches it on, from 1.
type mutant struct {
	Mutation
	number int
}

// suffix tells the copy of a function from the function.
func (m mutant) suffix() string { return "__mutant" + strconv.Itoa(m.number) }

// weaveAll makes the files, by their names relative to the root, that hold all
// mutations beside the source.
func weaveAll(root string, mutations []Mutation) (map[string]string, error) {
	byFile := map[string][]mutant{}
	for i, m := range mutations {
		byFile[m.File] = append(byFile[m.File], mutant{m, i + 1})
	}
	files := map[string]string{}
	for name, ms := range byFile {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		woven, pkg, err := weave(name, string(text), ms)
		if err != nil {
			return nil, err
		}
		files[name] = woven
		files[path.Join(path.Dir(name), switchFile)] = fmt.Sprintf(switchText, pkg)
	}
	return files, nil
}

// weave adds mutants to the text of a file, whose package it names. Each
// function that is mutated calls the copy of it that is switched on, if any;
// the lines of the source stay where they are.
func weave(name, text string, ms []mutant) (woven, pkg string, err error) {
	w := weaver{text: text, fset: token.NewFileSet()}
	file, err := parser.ParseFile(w.fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return "", "", err
	}
	calls := map[*ast.FuncDecl]func(string) string{}
	for _, m := range ms {
		if n := strings.Count(text, m.Old); n != 1 {
			return "", "", fmt.Errorf("%s: %s: the text to mutate occurs %d times: %q", m.Rule, name, n, m.Old)
		}
		d := w.function(file, strings.Index(text, m.Old), len(m.Old))
		if d == nil {
			return "", "", fmt.Errorf("%s: %s: the text to mutate is not in the body of one function: %q", m.Rule, name, m.Old)
		}
		if calls[d] == nil {
			calls[d] = w.caller(d)
		}
		w.insert(d.Body.Lbrace+1, fmt.Sprintf(" if %s == %d { %s };", switchVar, m.number, calls[d](m.suffix())))
		w.copies.WriteString(w.copied(d, m))
	}
	return w.edited() + w.copies.String(), file.Name.Name, nil
}

// A weaver collects the edits of one file.
type weaver struct {
	text   string
	fset   *token.FileSet
	edits  []edit
	copies strings.Builder
	fresh  int // names given to parameters
}

// An edit puts a text in the place of that between two offsets.
type edit struct {
	from, to int
	text     string
}

func (w *weaver) offset(p token.Pos) int { return w.fset.File(p).Offset(p) }

func (w *weaver) insert(at token.Pos, text string) { w.replace(at, at, text) }

func (w *weaver) replace(from, to token.Pos, text string) {
	w.edits = append(w.edits, edit{w.offset(from), w.offset(to), text})
}

// edited is the text with the edits made.
func (w *weaver) edited() string {
	slices.SortStableFunc(w.edits, func(a, b edit) int { return a.from - b.from })
	var s strings.Builder
	done := 0
	for _, e := range w.edits {
		s.WriteString(w.text[done:e.from] + e.text)
		done = e.to
	}
	return s.String() + w.text[done:]
}

// function finds the declaration whose body, with its braces, holds n bytes of
// the text.
func (w *weaver) function(file *ast.File, at, n int) *ast.FuncDecl {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && w.offset(f.Body.Lbrace) <= at && at+n <= w.offset(f.End()) {
			return f
		}
	}
	return nil
}

// copied is the function as a mutant has it, under a name of its own. Messages
// of the compiler and stacks give its lines as those of `mutantK/FILE`.
func (w *weaver) copied(d *ast.FuncDecl, m mutant) string {
	from, name, to := w.offset(d.Pos()), w.offset(d.Name.End()), w.offset(d.End())
	at := w.fset.Position(d.Pos())
	return fmt.Sprintf("\n//line mutant%d/%s:%d\n%s%s%s\n", m.number, path.Base(at.Filename), at.Line,
		w.text[from:name], m.suffix(), strings.Replace(w.text[name:to], m.Old, m.New, 1))
}

// caller makes the statements by which a function hands its arguments over to
// a copy of it; parameters get names where they have none.
func (w *weaver) caller(d *ast.FuncDecl) func(suffix string) string {
	var receiver, types string
	if d.Recv != nil {
		receiver = w.named(d.Recv)[0] + "."
	}
	if d.Type.TypeParams != nil {
		types = "[" + strings.Join(w.named(d.Type.TypeParams), ", ") + "]"
	}
	args := strings.Join(w.named(d.Type.Params), ", ")
	if p := d.Type.Params.List; len(p) > 0 {
		if _, ok := p[len(p)-1].Type.(*ast.Ellipsis); ok {
			args += "..."
		}
	}
	return func(suffix string) string {
		call := receiver + d.Name.Name + suffix + types + "(" + args + ")"
		if d.Type.Results.NumFields() == 0 {
			return call + "; return"
		}
		return "return " + call
	}
}

// named returns the names of parameters, and gives one to those without.
func (w *weaver) named(list *ast.FieldList) []string {
	var names []string
	for _, f := range list.List {
		if len(f.Names) == 0 {
			names = append(names, w.freshName())
			w.insert(f.Type.Pos(), names[len(names)-1]+" ")
		}
		for _, id := range f.Names {
			name := id.Name
			if name == "_" {
				name = w.freshName()
				w.replace(id.Pos(), id.End(), name)
			}
			names = append(names, name)
		}
	}
	return names
}

func (w *weaver) freshName() string {
	w.fresh++
	return "assayArgument" + strconv.Itoa(w.fresh)
}
