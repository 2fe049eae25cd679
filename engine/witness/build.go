package witness

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed" // the C sources of the shim
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed shim/shim.c
var shimC []byte

//go:embed shim/shim.h
var shimH []byte

//go:embed shim/check.c
var checkC []byte

//go:embed shim/launch.c
var launchC []byte

// programName is the base name of every replayed executable.
const programName = "program"

// compileTimeout bounds one run of the compiler.
const compileTimeout = 2 * time.Minute

// wrapped are the functions of the C library that the shim stands before.
var wrapped = []string{
	"malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "posix_memalign", "strdup", "strndup",
	"rand", "random", "time", "clock", "fopen", "read", "write", "abort", "__assert_fail",
}

// externTypes gives the C type of a havocked function's result.
var externTypes = map[string]string{
	"void": "void", "pointer": "void *", "float": "float", "double": "double", "i1": "_Bool",
	"i8": "signed char", "i16": "short", "i32": "int", "i64": "long long",
}

// buildError says why a program cannot be built for replay.
type buildError struct{ text string }

func (e *buildError) Error() string { return e.text }

// program is an executable ready to run, or the objects of the shim.
type program struct {
	path    string
	asan    bool
	lines   *lineTable // nil for builds of IR
	objects []string   // the shim's
}

// builder compiles and keeps what it compiled, by content: many alarms of
// one program share their builds. Safe for concurrent use.
type builder struct {
	clang  string
	dir    string
	memory int // MiB
	mu     sync.Mutex
	done   map[string]*build
}

type build struct {
	once sync.Once
	prog *program
	err  error
}

// cached runs make once per key. A build that ended because its context did
// is forgotten, so that the next caller tries again.
func (b *builder) cached(key string, parts []string, make func(out string) (*program, error)) (*program, error) {
	h := sha256.Sum256([]byte(key + "\x00" + strings.Join(parts, "\x00")))
	name := key + "-" + hex.EncodeToString(h[:10])
	b.mu.Lock()
	e := b.done[name]
	if e == nil {
		e = &build{}
		b.done[name] = e
	}
	b.mu.Unlock()
	e.once.Do(func() {
		out := filepath.Join(b.dir, name)
		if e.err = os.MkdirAll(out, 0o755); e.err == nil {
			e.prog, e.err = make(out)
		}
		if errors.Is(e.err, context.Canceled) || errors.Is(e.err, context.DeadlineExceeded) {
			b.mu.Lock()
			delete(b.done, name)
			b.mu.Unlock()
		}
	})
	return e.prog, e.err
}

// launcher builds the program that starts others.
func (b *builder) launcher(ctx context.Context) (string, error) {
	p, err := b.cached("launch", nil, func(out string) (*program, error) {
		src := filepath.Join(out, "launch.c")
		exe := filepath.Join(out, "launch")
		if err := os.WriteFile(src, launchC, 0o644); err != nil {
			return nil, err
		}
		return &program{path: exe}, b.clangRun(ctx, "", "-O1", "-w", "-o", exe, src)
	})
	if err != nil {
		return "", err
	}
	return p.path, nil
}

// sources builds the program from its sources with a sanitizer (nil: none).
func (b *builder) sources(ctx context.Context, w *Witness, s *sanitizer) (*program, error) {
	flags := []string{"-O0", "-g", "-w", "-fPIE", "-fno-omit-frame-pointer", "-U_FORTIFY_SOURCE", "-fno-sanitize=all"}
	if s == nil {
		flags = append(flags, wrap...)
	} else {
		flags = append(flags, "-fsanitize="+s.checks)
		flags = append(flags, s.flags...)
	}
	flags = append(flags, modelFlags(w)...)
	key := slices.Concat([]string{b.clang}, flags, havocKey(w))
	all := slices.Concat(w.Program.Sources, w.Program.Models)
	for _, src := range all {
		key = append(key, src.Path, src.Dir, src.SHA256, strings.Join(src.Flags, "\x01"))
	}
	return b.cached("sources", key, func(out string) (*program, error) {
		var objs []string
		var libs []string
		for i, src := range all {
			obj := filepath.Join(out, fmt.Sprintf("unit%d.o", i))
			compile, link := splitFlags(src.Flags)
			libs = append(libs, link...)
			args := slices.Concat(compile, flags, []string{"-c", "-o", obj, src.Path})
			if err := b.clangRun(ctx, src.Dir, args...); err != nil {
				return nil, err
			}
			objs = append(objs, obj)
		}
		p := &program{path: filepath.Join(out, programName), asan: s != nil && s.asan}
		var link []string
		if s != nil {
			link = []string{"-fsanitize=" + s.checks}
		}
		if err := b.link(ctx, w, p, objs, slices.Concat(link, libs), false); err != nil {
			return nil, err
		}
		var err error
		p.lines, err = newLineTable(p.path)
		return p, err
	})
}

// ir builds the program from instrumented IR.
func (b *builder) ir(ctx context.Context, w *Witness, text string) (*program, error) {
	h := sha256.Sum256([]byte(text))
	key := slices.Concat([]string{b.clang, hex.EncodeToString(h[:])}, modelFlags(w), havocKey(w))
	return b.cached("ir", key, func(out string) (*program, error) {
		ll, obj := filepath.Join(out, "linked.ll"), filepath.Join(out, "linked.o")
		if err := os.WriteFile(ll, []byte(text), 0o644); err != nil {
			return nil, err
		}
		args := slices.Concat([]string{"-O0", "-w", "-fPIE"}, modelFlags(w), []string{"-x", "ir", "-c", "-o", obj, ll})
		if err := b.clangRun(ctx, "", args...); err != nil {
			return nil, err
		}
		var libs []string
		for _, src := range w.Program.Sources {
			_, link := splitFlags(src.Flags)
			libs = append(libs, link...)
		}
		p := &program{path: filepath.Join(out, programName)}
		return p, b.link(ctx, w, p, []string{obj}, libs, true)
	})
}

// link links objects with the shim; tracking adds the registry and the checks.
func (b *builder) link(ctx context.Context, w *Witness, p *program, objs, flags []string, tracking bool) error {
	shim, err := b.shim(ctx, w, p.asan, tracking)
	if err != nil {
		return err
	}
	own := map[string]bool{}
	for _, o := range objs {
		syms, err := definedSymbols(o)
		if err != nil {
			return err
		}
		for s := range syms {
			own[s] = true
		}
	}
	args := slices.Concat([]string{"-pie", "-o", p.path}, modelFlags(w), objs, shim)
	names := wrapped
	if tracking {
		names = append(slices.Clone(wrapped), "free")
	}
	for _, name := range names {
		if own[name] { // the shim goes on to it
			args = append(args, "-Wl,--defsym=__real_"+name+"="+name)
		} else {
			args = append(args, "-Wl,--wrap="+name)
		}
	}
	args = slices.Concat(args, flags, []string{"-lm", "-lpthread", "-ldl"})
	return b.clangRun(ctx, "", args...)
}

// shim compiles the shim's objects, once per combination of flags.
func (b *builder) shim(ctx context.Context, w *Witness, asan, tracking bool) ([]string, error) {
	files := []struct {
		name string
		text []byte
	}{{"shim.h", shimH}, {"shim.c", shimC}, {"havoc.c", havocC(w)}, {"check.c", checkC}}
	flags := append([]string{"-O1", "-w", "-fPIE", "-fno-builtin"}, modelFlags(w)...)
	if asan {
		flags = append(flags, fmt.Sprintf("-DASSAY_RSS_MIB=%d", b.memory))
	}
	if tracking {
		flags = append(flags, "-DASSAY_TRACK")
	} else {
		files = files[:3]
	}
	p, err := b.cached("shim", slices.Concat([]string{b.clang}, flags, havocKey(w)), func(out string) (*program, error) {
		p := &program{path: out}
		for _, f := range files {
			src := filepath.Join(out, f.name)
			if err := os.WriteFile(src, f.text, 0o644); err != nil {
				return nil, err
			}
			base, isC := strings.CutSuffix(src, ".c")
			if !isC {
				continue
			}
			if err := b.clangRun(ctx, out, slices.Concat(flags, []string{"-c", "-o", base + ".o", src})...); err != nil {
				return nil, err
			}
			p.objects = append(p.objects, base+".o")
		}
		return p, nil
	})
	if err != nil {
		return nil, err
	}
	return p.objects, nil
}

// havocC defines the havocked functions. Their parameters are not known, so
// the definitions have none declared: callers pass what they like.
func havocC(w *Witness) []byte {
	var sb strings.Builder
	sb.WriteString("#include \"shim.h\"\n")
	for _, e := range w.Program.Havoc {
		if t := externTypes[e.Returns]; t == "void" {
			fmt.Fprintf(&sb, "void %s() { assay_havoc(%q, 0, 0); }\n", e.Name, e.Name)
		} else {
			fmt.Fprintf(&sb, "%s %s() { %s v; assay_havoc(%q, &v, sizeof v); return v; }\n", t, e.Name, t, e.Name)
		}
	}
	return []byte(sb.String())
}

func havocKey(w *Witness) []string {
	var out []string
	for _, e := range w.Program.Havoc {
		out = append(out, e.Name+":"+e.Returns)
	}
	return out
}

func modelFlags(w *Witness) []string {
	if w.Program.DataModel == "ILP32" {
		return []string{"-m32"}
	}
	return nil
}

// splitFlags separates the flags that concern linking (libraries and their
// directories) from those of compilation.
func splitFlags(flags []string) (compile, link []string) {
	for i := 0; i < len(flags); i++ {
		switch f := flags[i]; {
		case (f == "-l" || f == "-L") && i+1 < len(flags):
			link = append(link, f, flags[i+1])
			i++
		case strings.HasPrefix(f, "-l") || strings.HasPrefix(f, "-L") || strings.HasPrefix(f, "-Wl,"):
			link = append(link, f)
		default:
			compile = append(compile, f)
		}
	}
	return compile, link
}

// clangRun runs the compiler; its own message is part of the error.
func (b *builder) clangRun(ctx context.Context, dir string, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, compileTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.clang, args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("%s: %w", b.clang, ctx.Err())
	case errors.Is(err, exec.ErrNotFound):
		return &buildError{fmt.Sprintf("%s is not installed: apt-get install clang-14", b.clang)}
	}
	if names := undefined(out.String()); len(names) > 0 {
		return &buildError{"no definition to run of " + strings.Join(names, ", ") + " (give its source, or a model of it)"}
	}
	return &buildError{fmt.Sprintf("%s failed: %s%s", b.clang, head(out.String(), 2000), remedy(out.String(), slices.Contains(args, "-m32")))}
}

var undefinedReference = regexp.MustCompile("undefined reference to `([^']+)'")

// undefined lists what a linker misses, each name once.
func undefined(out string) (names []string) {
	for _, m := range undefinedReference.FindAllStringSubmatch(out, -1) {
		if !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

// remedy names the package that a compiler's complaint asks for.
func remedy(out string, m32 bool) string {
	switch {
	case m32 && (strings.Contains(out, "libc-header-start.h' file not found") || strings.Contains(out, "gnu/stubs-32.h") ||
		strings.Contains(out, "skipping incompatible") || strings.Contains(out, "cannot find")):
		return "\na program built with -m32 needs the 32-bit C library: apt-get install gcc-multilib"
	case strings.Contains(out, "libclang_rt."):
		return "\nthe sanitizers' run-time is missing: apt-get install libclang-rt-14-dev (Ubuntu: libclang-common-14-dev)"
	case strings.Contains(out, "'stdio.h' file not found") || strings.Contains(out, "Scrt1.o"):
		return "\nthe C library's headers are missing: apt-get install libc6-dev"
	}
	return ""
}

// head cuts text to n bytes.
func head(s string, n int) string {
	s = strings.TrimSpace(s)
	if len(s) > n {
		return s[:n] + " …"
	}
	return s
}
