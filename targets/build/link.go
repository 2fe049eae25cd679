package build

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// A symbolTable is what a module gives to others and needs from them.
type symbolTable struct {
	strong  map[string]bool // definitions of which a program has one
	weak    map[string]bool // weak, linkonce and common definitions
	code    map[string]bool // definitions that are functions
	needed  []string        // undefined, sorted; weak references are not needed
	missing []string        // undefined, sorted, weak references included
}

// defines says whether the module has a definition that others can use.
func (t *symbolTable) defines(name string) bool { return t.strong[name] || t.weak[name] }

// readSymbols runs llvm-nm on bitcode files in the temporary directory.
func (b *Builder) readSymbols(ctx context.Context, bitcode ...string) (symbolTable, error) {
	out, stderr, err := runOutput(ctx, b.temp, b.tools.NM, append([]string{"-P"}, bitcode...)...)
	if err != nil {
		return symbolTable{}, errors.New(strings.TrimSpace(stderr))
	}
	return parseSymbols(out), nil
}

// parseSymbols reads the POSIX format of nm: name, type letter, value, size;
// a name may hold spaces. Lower-case letters are local symbols, but for w and
// v, which are weak references.
func parseSymbols(out string) symbolTable {
	t := symbolTable{strong: map[string]bool{}, weak: map[string]bool{}, code: map[string]bool{}}
	for _, line := range strings.Split(out, "\n") {
		words := strings.Split(line, " ")
		n := len(words)
		if n < 4 {
			continue
		}
		name := strings.Join(words[:n-3], " ")
		if words[n-3] == "T" || words[n-3] == "W" {
			t.code[name] = true
		}
		switch words[n-3] {
		case "U":
			t.needed = append(t.needed, name)
			t.missing = append(t.missing, name)
		case "w", "v":
			t.missing = append(t.missing, name)
		case "W", "V", "C":
			t.weak[name] = true
		case "T", "D", "B", "R", "G", "S", "A", "i", "I", "u":
			t.strong[name] = true
		}
	}
	sort.Strings(t.needed)
	sort.Strings(t.missing)
	return t
}

// assemble takes LLVM IR as a unit: .ll through llvm-as, .bc as it is. It
// returns the problem if LLVM 14 cannot read it.
func (b *Builder) assemble(ctx context.Context, r *unitResult) string {
	out := filepath.Join(b.temp, r.bitcode)
	tool, source := b.tools.As, r.unit.Source
	args := []string{source, "-o", out}
	if filepath.Ext(source) == ".bc" {
		tool = b.tools.Link
	}
	if stderr, err := run(ctx, b.temp, tool, args...); err != nil {
		return irProblem(source, stderr)
	}
	head := out + ".head.ll"
	defer os.Remove(head)
	if err := b.disassemble(ctx, r.bitcode, head); err != nil {
		return err.Error()
	}
	triple, _, err := readHeader(head)
	if err != nil {
		return err.Error()
	}
	r.unit.Flags = []string{"--target=" + triple}
	r.unit.Deps = []string{source}
	r.notes = append(r.notes, source+": LLVM IR is taken as it is; what an optimiser removed has no alarms")
	return ""
}

// irProblem words why LLVM 14 refuses an IR file, and says which clang to use.
func irProblem(source, stderr string) string {
	e := &InputError{File: source, Problem: "no LLVM IR that LLVM " + LLVMVersion + " can read: " + firstError(stderr)}
	newer := strings.Contains(stderr, "opaque-pointers") || strings.Contains(stderr, "Producer: 'LLVM") ||
		strings.Contains(stderr, "expected type")
	if newer {
		e.Problem = "IR of a newer LLVM, which has opaque pointers: " + firstError(stderr)
	}
	e.Remedy = "give the C source instead, or make the IR with: clang-14 -S -emit-llvm -g -O1 -Xclang -disable-llvm-passes FILE.c"
	return e.Error()
}

// disassemble writes bitcode, a name inside the temporary directory, as text.
func (b *Builder) disassemble(ctx context.Context, bitcode, out string) error {
	if stderr, err := run(ctx, b.temp, b.tools.Dis, bitcode, "-o", out); err != nil {
		return fmt.Errorf("llvm-dis: %w: %s", err, strings.TrimSpace(stderr))
	}
	return nil
}

// Bitcode lists the files of a set's units, one module each; they live as long
// as the builder.
func (c *Compiled) Bitcode(set LinkSet) []string {
	var files []string
	for _, i := range set.Members {
		files = append(files, filepath.Join(c.b.temp, c.bitcode[i]))
	}
	return files
}

// Link links the units of a set, adds the models, and writes textual IR.
func (c *Compiled) Link(ctx context.Context, set LinkSet) (*Program, error) {
	b := c.b
	p := &Program{LinkSet: set.Name, Chosen: set.Chosen, Failed: c.Failed, ClangVersion: b.tools.ClangVersion,
		Excluded: append([]ExcludedUnit(nil), c.Excluded...),
		Notes:    append(append([]string(nil), c.Notes...), set.Notes...)}
	member := make([]bool, len(c.Units))
	var files []string
	for _, i := range set.Members {
		member[i] = true
		p.Units = append(p.Units, c.Units[i])
		files = append(files, c.bitcode[i])
	}
	for i, u := range c.Units {
		if !member[i] {
			p.Excluded = append(p.Excluded, ExcludedUnit{u, "not in program " + set.Name})
		}
	}
	p.Semantic = mergeSemantics(p)
	name := fmt.Sprintf("program%d", set.id)
	if err := b.llvmLink(ctx, name+".user.bc", nil, files); err != nil {
		return nil, err
	}
	hooks := c.hooks(set)
	p.Implicit = c.implicit(set)
	p.assume(&c.linker, hooks, p.Implicit, c.unlinked(set))
	if err := b.linkModels(ctx, name, implied(hooks, &c.linker), p, c.absent(set)); err != nil {
		return nil, err
	}
	table, err := b.readSymbols(ctx, name+".bc")
	if err != nil {
		return nil, fmt.Errorf("reading the linked program: %w", err)
	}
	p.Undefined = table.missing
	p.IRPath = filepath.Join(b.temp, name+".ll")
	if err := b.disassemble(ctx, name+".bc", p.IRPath); err != nil {
		return nil, err
	}
	triple, layout, err := readHeader(p.IRPath)
	if err != nil {
		return nil, fmt.Errorf("reading back the linked program: %w", err)
	}
	p.Triple = triple
	if p.DataModel, err = dataModel(triple, layout); err != nil {
		return nil, err
	}
	p.Missing, err = c.missing(ctx, set, p, &table)
	return p, err
}

// llvmLink links files, all inside the temporary directory, to out. They go
// through a response file: a program can have thousands of units.
func (b *Builder) llvmLink(ctx context.Context, out string, flags, files []string) error {
	list := filepath.Join(b.temp, out+".rsp")
	if err := os.WriteFile(list, []byte(strings.Join(files, "\n")+"\n"), 0o644); err != nil {
		return &InputError{File: list, Problem: err.Error(), Remedy: "free space in the temporary directory"}
	}
	args := append(append([]string(nil), flags...), "-o", out, "@"+filepath.Base(list))
	stderr, err := run(ctx, b.temp, b.tools.Link, args...)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case strings.Contains(stderr, "different data layouts"):
		return &InputError{Problem: "the units are for different machines: " + strings.TrimSpace(stderr),
			Remedy: "compile all units of a program with -m32, or none"}
	case err != nil:
		return &InputError{Problem: "the units do not link: " + strings.TrimSpace(stderr),
			Remedy: "choose the units of one program with --link-set"}
	}
	return nil
}

// readHeader returns triple and data layout of a textual IR file; they stand
// before the first definition.
func readHeader(path string) (triple, layout string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	for scan := bufio.NewReader(f); triple == "" && err == nil; {
		var line string
		line, err = scan.ReadString('\n')
		if v, ok := quotedAfter(line, "target datalayout = "); ok {
			layout = v
		}
		if v, ok := quotedAfter(line, "target triple = "); ok {
			triple = v
		}
	}
	if err == io.EOF {
		err = nil
	}
	return triple, layout, err
}

func quotedAfter(line, prefix string) (string, bool) {
	rest, ok := strings.CutPrefix(line, prefix)
	return strings.Trim(strings.TrimSpace(rest), `"`), ok
}

// dataModel refuses what the engine does not model: big-endian machines, x32,
// 16-bit code, and Windows, whose long has 32 bits beside 64-bit pointers.
func dataModel(triple, layout string) (DataModel, error) {
	remedy := "give flags of a little-endian LP64 or ILP32 target, such as -m64 or -m32"
	refuse := func(what string) (DataModel, error) {
		return "", &InputError{Problem: fmt.Sprintf("target %q is not supported: %s", triple, what), Remedy: remedy}
	}
	fields := strings.Split(layout, "-")
	switch {
	case layout == "":
		return refuse("the IR has no data layout")
	case fields[0] != "e":
		return refuse("it is big-endian")
	case strings.Contains(triple, "windows") || strings.Contains(triple, "mingw"):
		return refuse("its long has 32 bits beside 64-bit pointers")
	case strings.Contains(triple, "x32") || strings.Contains(triple, "code16") || strings.Contains(triple, "ilp32"):
		return refuse("its registers are wider than its pointers, or narrower")
	}
	for _, f := range fields {
		switch {
		case strings.HasPrefix(f, "p:32:"):
			return ILP32, nil
		case strings.HasPrefix(f, "p:") && !strings.HasPrefix(f, "p:64:"):
			return refuse("its pointers have neither 32 nor 64 bits")
		}
	}
	return LP64, nil
}

// mergeSemantics is the semantics of a program: that of its first unit for
// what a program has one of, and of any unit for what was asked for. Signed overflow ends
// it if it does in every unit. Units that disagree about overflow are named in a note.
func mergeSemantics(p *Program) Semantics {
	s := p.Units[0].Semantic
	s.Sanitizers = append([]string(nil), s.Sanitizers...)
	for _, u := range p.Units[1:] {
		v := u.Semantic
		if v.Wrapv != s.Wrapv || v.UnsignedChar != s.UnsignedChar {
			p.Notes = append(p.Notes, fmt.Sprintf("%s and %s differ in -fwrapv or the sign of char; each is compiled with its own",
				p.Units[0].Source, u.Source))
		}
		if v.Trapv != s.Trapv {
			p.Notes = append(p.Notes, "overflow ends the run in some units only (-ftrapv, sanitizers): runs are followed beyond an overflow that ends them")
		}
		s.Trapv = s.Trapv && v.Trapv
		s.FastMath = s.FastMath || v.FastMath
		s.NullValid = s.NullValid || v.NullValid
		s.OpenMP = s.OpenMP || v.OpenMP
		if s.AutoInit == "" {
			s.AutoInit = v.AutoInit
		}
		addSanitizers(&s, strings.Join(v.Sanitizers, ","))
	}
	return s
}
