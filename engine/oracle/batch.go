package oracle

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
)

// Subject is a program ready to be tried: as the engine reads it, and as a
// native reference.
type Subject struct {
	Program *Program
	ir      *ir.Program
	asked   map[Candidate]bool
	binary  string // of the references of its batch
	index   int    // in binary
}

// Prepare compiles programs together, two calls of the compiler for all of
// them. The caller removes the directory that it makes.
func (l *Lab) Prepare(prs []*Program) (subjects []*Subject, dir string, err error) {
	dir = l.path(fmt.Sprintf("batch%d", l.serial.Add(1)))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, dir, err
	}
	plain, ref := bytes.Buffer{}, bytes.Buffer{}
	ref.WriteString("#include \"classes.h\"\n#include \"runtime.h\"\n")
	library := false
	for i, pr := range prs {
		pr.retypeAll()
		library = library || pr.Heap || pr.Stdin
		text := pr.Plain()
		reference, asked := pr.Reference()
		s := &Subject{Program: pr, asked: asked, binary: filepath.Join(dir, "r"), index: i}
		pr.renamed(&plain, i, fmt.Sprintf("#line 1 \"p%d.c\"\n%s", i, text), "main", "T", "variadic", "arg")
		pr.renamed(&ref, i, reference, "call_through", "reset_globals", "ref_main", "f_main")
		subjects = append(subjects, s)
	}
	ref.WriteString("struct program programs[] = {\n")
	for i := range prs {
		fmt.Fprintf(&ref, "  {reset_globals_%d, ref_main_%d},\n", i, i)
	}
	ref.WriteString("};\n")
	if err := l.reference(dir, ref.Bytes()); err != nil {
		return nil, dir, err
	}
	parts, err := l.read(dir, plain.Bytes(), library, len(subjects))
	for i, p := range parts {
		subjects[i].ir = p
	}
	return subjects, dir, err
}

// renamed writes the text of a program in which the names given, those of its
// functions and globals, and its tags end with the program's number. Lines
// stay.
func (pr *Program) renamed(to *bytes.Buffer, number int, text string, names ...string) {
	for _, f := range pr.Funcs {
		if f.Name != "main" {
			names = append(names, f.Name, "f_"+f.Name)
		}
	}
	for _, r := range pr.Records {
		_, tag, _ := strings.Cut(r.Name, " ")
		names = append(names, tag)
	}
	for _, g := range pr.allGlobals() {
		names = append(names, g.Var.Name)
	}
	for _, n := range names {
		fmt.Fprintf(to, "#define %s %s_%d\n", n, n, number)
	}
	to.WriteString(text)
	for _, n := range names {
		fmt.Fprintf(to, "#undef %s\n", n)
	}
}

// reference builds the binary of the references.
func (l *Lab) reference(dir string, text []byte) error {
	src := filepath.Join(dir, "r.c")
	if err := os.WriteFile(src, text, 0o644); err != nil {
		return err
	}
	return l.run("-O0", "-fwrapv", "-w", "-I", l.dir, "-o", filepath.Join(dir, "r"), src, l.path("runtime.o"))
}

// read compiles n programs written in one text, whose entries are main_0,
// main_1, …, and gives each its own part of the module.
func (l *Lab) read(dir string, text []byte, library bool, n int) ([]*ir.Program, error) {
	src := filepath.Join(dir, "p.c")
	if err := os.WriteFile(src, text, 0o644); err != nil {
		return nil, err
	}
	file, err := l.Compile(src, library)
	if err != nil {
		return nil, err
	}
	all, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	m := parseModule(string(all))
	out := make([]*ir.Program, n)
	for i := range out {
		own, err := m.program(fmt.Sprintf("main_%d", i))
		if err != nil {
			return nil, err
		}
		if out[i], err = ir.Parse(fmt.Sprintf("%s, program %d", file, i), []byte(own)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// maxRuns bounds an enumeration.
const maxRuns = 40000

// truth enumerates the runs of a program.
func (s *Subject) truth() (*Truth, error) {
	out, err := exec.Command(s.binary, strconv.Itoa(s.index), strconv.Itoa(maxRuns)).Output()
	if err != nil {
		return nil, fmt.Errorf("reference of seed %d: %w", s.Program.Seed, err)
	}
	t := &Truth{Asked: s.asked, Hit: map[Candidate]bool{}, After: map[Candidate][][]Candidate{}}
	return t, t.parse(string(out))
}

// claim is a candidate with the witness that the engine gave for it.
type claim struct {
	at   Candidate
	w    *engine.Witness
	mode Mode
}

// replay feeds witnesses to the reference and tells which of them make their
// candidate happen: "1", "0", or "2" where the reference lost the run.
func (s *Subject) replay(cs []claim) ([]string, error) {
	var in bytes.Buffer
	for _, c := range cs {
		asked := slices.DeleteFunc(slices.Clone(c.w.Feeds), func(f engine.Feed) bool { return !answers(f.Key) })
		fmt.Fprintf(&in, "%d %d %d %d %d\n", c.at.Line, c.at.Class, len(asked), len(c.w.Stdin), len(c.w.Argv))
		for _, b := range c.w.Stdin {
			fmt.Fprintf(&in, "%d\n", b)
		}
		for _, f := range asked {
			fmt.Fprintf(&in, "%s %d\n", f.Key, f.Value)
		}
		for _, a := range c.w.Argv {
			fmt.Fprintf(&in, "%d\n", len(a))
			for _, b := range a {
				fmt.Fprintf(&in, "%d\n", b)
			}
		}
	}
	cmd := exec.Command(s.binary, strconv.Itoa(s.index))
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	var hits []string
	for _, line := range strings.Split(string(out), "\n") {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "replay" {
			hits = append(hits, f[1])
		}
	}
	if len(hits) != len(cs) {
		return nil, fmt.Errorf("replay: %d answers for %d witnesses", len(hits), len(cs))
	}
	return hits, nil
}
