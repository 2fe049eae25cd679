package tidy

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The limits on size. A function's length is counted from `func` to its
// closing brace, comments inside included.
const (
	maxFuncLines = 70
	maxFileLines = 800
)

// root is the folder of go.mod as seen from this package.
const root = "../.."

type file struct {
	name string // relative to the module, with slashes
	text []byte
}

// textExts are the files people read and write; data is judged by its tests.
var textExts = map[string]bool{
	".go": true, ".c": true, ".h": true, ".md": true, ".sh": true, ".txtar": true,
	".mod": true, ".yml": true, ".yaml": true, ".json": true, ".sarif": true, "": true,
}

// files returns every text file of the module in order of name, without what
// git, the build and a triage run leave behind.
func files(t *testing.T) []file {
	t.Helper()
	var out []file
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if rel == ".git" || rel == "bin" || rel == ".assay" {
				return filepath.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || !textExts[filepath.Ext(rel)] {
			return nil
		}
		text, err := os.ReadFile(p)
		if err == nil && !bytes.ContainsRune(text, 0) {
			out = append(out, file{rel, text})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func goFiles(t *testing.T) []file {
	t.Helper()
	var out []file
	for _, f := range files(t) {
		if strings.HasSuffix(f.name, ".go") {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		t.Fatal("found no Go file: is the module's root where this test thinks it is?")
	}
	return out
}

// longFuncs lists the functions of a Go file that exceed max lines.
func longFuncs(name string, text []byte, max int) ([]string, error) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, decl := range parsed.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		from, to := fset.Position(fn.Type.Func).Line, fset.Position(fn.Body.Rbrace).Line
		if n := to - from + 1; n > max {
			out = append(out, fmt.Sprintf("%s:%d: %s has %d lines, at most %d are allowed", name, from, fn.Name.Name, n, max))
		}
	}
	return out, nil
}

func TestSizes(t *testing.T) {
	for _, f := range goFiles(t) {
		if n := bytes.Count(f.text, []byte("\n")); n > maxFileLines {
			t.Errorf("%s has %d lines, at most %d are allowed", f.name, n, maxFileLines)
		}
		long, err := longFuncs(f.name, f.text, maxFuncLines)
		if err != nil {
			t.Error(err)
		}
		for _, l := range long {
			t.Error(l)
		}
	}
}

func TestLongFuncs(t *testing.T) {
	src := "package p\n\nfunc short() {}\n\nfunc (t T) long() {\n\t_ = 1\n\t_ = 2\n}\n"
	got, err := longFuncs("p.go", []byte(src), 3)
	if err != nil {
		t.Fatal(err)
	}
	want := "p.go:5: long has 4 lines, at most 3 are allowed"
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want [%q]", got, want)
	}
}

func TestFormatted(t *testing.T) {
	for _, f := range goFiles(t) {
		want, err := format.Source(f.text)
		if err != nil {
			t.Errorf("%s: %v", f.name, err)
		} else if !bytes.Equal(want, f.text) {
			t.Errorf("%s is not formatted: gofmt -w %s", f.name, f.name)
		}
	}
}

// A ban is something that may stand in no file. Spelled in pieces here, so
// that this file passes its own test.
type ban struct {
	what string
	re   *regexp.Regexp
}

var bans = []ban{
	{"a note to oneself: finish it or open an issue", regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X)\b`)},
	{"a path of one machine", regexp.MustCompile(`(^|[^A-Za-z0-9_.-])/(wo` + `rk|ro` + `ot|tmp/contr` + `acts)/`)},
	{"a document that is not here: cite the paper (docs/papers.md) or an ADR", regexp.MustCompile(`\b(engine|unbou` + `nded|solver|facts-fa` + `st)\.md\b|\bseeds? 0` + `0[0-9]\b`)},
	{"a package registry's host", regexp.MustCompile(`(proxy|sum)\.golang` + `\.org|registry\.npmjs` + `\.org|\bpypi` + `\.org`)},
}

// offences lists the banned texts of a file as "name:line: what".
func offences(f file) []string {
	var out []string
	for _, b := range bans {
		for _, at := range b.re.FindAllIndex(f.text, -1) {
			line := 1 + bytes.Count(f.text[:at[1]], []byte("\n"))
			out = append(out, fmt.Sprintf("%s:%d: %s", f.name, line, b.what))
		}
	}
	return out
}

func TestBannedText(t *testing.T) {
	for _, f := range files(t) {
		for _, o := range offences(f) {
			t.Error(o)
		}
	}
}

func TestOffences(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"// TO" + "DO: later", 1},
		{"read /wo" + "rk/main/x.c", 1},
		{"/wo" + "rk/main", 1},
		{"the net/wo" + "rk/ folder, a frame" + "work", 0},
		{"GOPROXY=https://proxy.golang" + ".org", 1},
		{"as engine" + ".md says", 1},
		{"see seed 0" + "03", 1},
		{"mastodon and fixmes", 0},
	} {
		if got := offences(file{"x", []byte(c.text)}); len(got) != c.want {
			t.Errorf("%q: %d offences, want %d: %v", c.text, len(got), c.want, got)
		}
	}
}

// TestPackagesSayWhatTheyAre: each package has a comment, with the folder's name where it is
// no command.
func TestPackagesSayWhatTheyAre(t *testing.T) {
	said := map[string]bool{}
	for _, f := range goFiles(t) {
		dir := path.Dir(f.name)
		if strings.HasSuffix(f.name, "_test.go") || strings.Contains(f.name, "testdata/") {
			continue
		}
		said[dir] = said[dir] || packageComment.Match(f.text)
	}
	for dir, ok := range said {
		if !ok {
			t.Errorf("%s does not say what it is: begin a file with // Package %s, or // Command", dir, path.Base(dir))
		}
	}
}

var packageComment = regexp.MustCompile(`(?m)^// (Package|Command) \w+`)

// maxFields bounds the fields of a type: what has more is several things.
const maxFields = 30

// wide are the types that have more, and why.
var wide = map[string]string{
	"internal/app/option.Settings": "one field for each option",
	"engine.Options":               "the settings of a run",
	"engine/solver/sat.Solver":     "the state of a CDCL solver, on its hot path",
	"engine/exec.Machine":          "what a run knows of its program and its targets",
	"engine/memory.Object":         "what is known of an object, a word or a flag each",
}

func TestFields(t *testing.T) {
	for _, f := range goFiles(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), f.name, f.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			st, ok := spec.Type.(*ast.StructType)
			if !ok {
				return true
			}
			fields := 0
			for _, l := range st.Fields.List {
				fields += max(1, len(l.Names))
			}
			name := path.Dir(f.name) + "." + spec.Name.Name
			if why := wide[name]; (fields > maxFields) != (why != "") {
				t.Errorf("%s has %d fields, at most %d are allowed: split it by the life of its fields, or say why not in the table wide", name, fields, maxFields)
			}
			return true
		})
	}
}
