package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ModelDir is the directory that debug information gives for the sources of
// models; no file of the user can be there.
const ModelDir = "<assay-model>"

// A ModelSource is a C file with definitions of functions that a program uses
// and does not define: Text of assay's own, or the Path of a user's file.
type ModelSource struct {
	Name string // base name, such as string.c; the base of Path if empty
	Text string
	Path string // absolute; a user's file, which wins over assay's own models
	// Unknown: linked as a whole to programs that call functions which nobody defines.
	Unknown bool
	// Defines: linked only to programs that need one of these functions, unless empty.
	Defines []string
	// From: the user's files that Text was made from, absolute; it wins over assay's own
	// models.
	From []string
}

// AddModels adds models for every program that is linked afterwards. Only
// what a program leaves undefined is taken from them, so a definition of the
// program always wins.
func (b *Builder) AddModels(sources []ModelSource) {
	for _, s := range sources {
		if s.Name == "" {
			s.Name = filepath.Base(s.Path)
		}
		b.models = append(b.models, s)
	}
}

// linkModels makes name.bc from name.user.bc and the models. The models are
// one module before that, so that functions of one file share its variables
// however they are reached. flags is C of what the program's flags imply.
func (b *Builder) linkModels(ctx context.Context, name, flags string, p *Program, absent bool) error {
	user := name + ".user.bc"
	if len(b.models) == 0 {
		return os.Rename(filepath.Join(b.temp, user), filepath.Join(b.temp, name+".bc"))
	}
	target := targetFlags(p.Units[0])
	user, err := b.linkImplied(ctx, name, user, flags, target)
	if err != nil {
		return err
	}
	o, err := b.compileModels(ctx, name, p, target, nil)
	if err != nil {
		return err
	}
	renames, err := b.renames(ctx, user, o)
	if err != nil {
		return err
	}
	if len(renames) > 0 {
		p.Models, p.ModelDeps = nil, nil
		if o, err = b.compileModels(ctx, name, p, target, renames); err != nil {
			return err
		}
	}
	return b.linkOffered(ctx, name, user, o, absent)
}

// served are the functions of the C library in whose place its own calls take those of a
// program that defines them (engine/ir/interposed.go).
var served = []string{"malloc", "calloc", "realloc", "free"}

// renames are flags for assay's own models that give other names to those functions which
// the program defines: the library's own calls do not lead to the program.
func (b *Builder) renames(ctx context.Context, user string, o *offered) (flags []string, err error) {
	given, err := b.readSymbols(ctx, user)
	if err != nil {
		return nil, err
	}
	if len(o.own) == 0 {
		return nil, nil
	}
	models, err := b.readSymbols(ctx, o.own...)
	if err != nil {
		return nil, err
	}
	for f := range models.code {
		if given.code[f] && !slices.Contains(served, f) {
			flags = append(flags, "-D"+f+"=__model_own_"+f)
		}
	}
	slices.Sort(flags)
	return flags, nil
}

// compileModels compiles the models for a program, assay's own with some flags more.
func (b *Builder) compileModels(ctx context.Context, name string, p *Program, target, more []string) (*offered, error) {
	names := make([]string, len(b.models))
	headers := make([][]string, len(b.models))
	errs := make([]error, len(b.models))
	parallel(b.opts.Workers, len(b.models), func(i int) {
		names[i] = fmt.Sprintf("%s.m%03d.bc", name, i)
		flags := target
		if b.models[i].Path == "" {
			flags = slices.Concat(target, more)
		}
		headers[i], errs[i] = b.compileModel(ctx, b.models[i], flags, names[i])
	})
	var o offered
	for i, m := range b.models {
		if errs[i] != nil {
			return nil, errs[i]
		}
		p.Models = append(p.Models, m.Name)
		p.ModelDeps = append(append(p.ModelDeps, headers[i]...), m.From...)
		switch {
		case m.Path != "" || len(m.From) > 0:
			o.users = append(o.users, names[i])
		case m.Unknown:
			o.unknown = append(o.unknown, names[i])
		case len(m.Defines) > 0:
			o.demanded = append(o.demanded, demanded{names[i], m.Defines})
		default:
			o.own = append(o.own, names[i])
		}
	}
	slices.Sort(p.ModelDeps)
	p.ModelDeps = slices.Compact(p.ModelDeps)
	return &o, nil
}

// offered is bitcode of models: assay's own, the user's, what is linked where
// functions are missing, and what is linked where somebody needs it.
type offered struct {
	own, users, unknown []string
	demanded            []demanded
}

type demanded struct {
	bitcode string
	defines []string
}

// linkOffered links a program with models, and again with those that it then
// turns out to need: to load large ones takes longer than to link twice.
func (b *Builder) linkOffered(ctx context.Context, name, user string, o *offered, absent bool) error {
	merged := name + ".models.bc"
	missing, err := b.linkOnce(ctx, name, user, merged, o)
	if err != nil {
		return err
	}
	more := false
	for _, d := range o.demanded {
		if slices.ContainsFunc(d.defines, func(f string) bool { return slices.Contains(missing, f) }) {
			o.own, more = append(o.own, d.bitcode), true
		}
	}
	if more {
		if missing, err = b.linkOnce(ctx, name, user, merged, o); err != nil {
			return err
		}
	}
	if len(o.unknown) == 0 || !absent && !slices.ContainsFunc(missing, isUnknown) {
		return nil
	}
	return b.linkUnknown(ctx, name, user, merged, o.unknown)
}

// linkOnce links a program with assay's own models and the user's, and returns
// what it still leaves undefined.
func (b *Builder) linkOnce(ctx context.Context, name, user, merged string, o *offered) (missing []string, err error) {
	if err := b.mergeModels(ctx, merged, o.own, o.users); err != nil {
		return nil, err
	}
	if err := b.llvmLink(ctx, name+".bc", []string{"--only-needed"}, []string{user, merged}); err != nil {
		return nil, err
	}
	left, err := b.readSymbols(ctx, name+".bc")
	return left.missing, err
}

// linkUnknown links a program that leaves functions undefined again, with what
// unknown code does to the models.
func (b *Builder) linkUnknown(ctx context.Context, name, user, models string, unknown []string) error {
	whole := name + ".unknown.bc"
	if err := b.llvmLink(ctx, whole, nil, append([]string{user}, unknown...)); err != nil {
		return err
	}
	return b.llvmLink(ctx, name+".bc", []string{"--only-needed"}, []string{whole, models})
}

// isUnknown tells that an undefined symbol is none that assay itself gives a meaning.
func isUnknown(symbol string) bool {
	return !slices.ContainsFunc([]string{"__assay_", "__VERIFIER_", "klee_"}, func(prefix string) bool {
		return strings.HasPrefix(symbol, prefix)
	})
}

// mergeModels links assay's own models and lays the user's over them. The
// user's are one module first, in which nothing may be defined twice.
func (b *Builder) mergeModels(ctx context.Context, out string, own, users []string) error {
	if len(users) > 0 {
		merged := "user." + out
		if err := b.llvmLink(ctx, merged, nil, users); err != nil {
			var bad *InputError
			if errors.As(err, &bad) {
				bad.Remedy = "two of the --model and --spec files define the same function; remove one definition"
			}
			return err
		}
		if len(own) == 0 {
			return os.Rename(filepath.Join(b.temp, merged), filepath.Join(b.temp, out))
		}
		return b.llvmLink(ctx, out, []string{"--override=" + merged}, own)
	}
	return b.llvmLink(ctx, out, nil, own)
}

// targetFlags are the flags that give a model the data model of a unit.
func targetFlags(u Unit) []string {
	var flags []string
	for i, f := range u.Flags {
		switch {
		case f == "-m32" || f == "-m64" || strings.HasPrefix(f, "--target=") || strings.HasPrefix(f, "--sysroot="):
			flags = append(flags, f)
		case (f == "-target" || f == "--sysroot") && i+1 < len(u.Flags):
			flags = append(flags, f, u.Flags[i+1])
		}
	}
	return flags
}

// compileModel puts the bitcode of a model into out, from the cache if all
// that it was compiled from is unchanged. It returns the headers it was made
// from, with a user's own file.
func (b *Builder) compileModel(ctx context.Context, m ModelSource, target []string, out string) (headers []string, err error) {
	source, text := m.Path, []byte(m.Text)
	dir := filepath.Join(b.temp, strings.TrimSuffix(out, ".bc"))
	if source == "" {
		source = filepath.Join(dir, m.Name)
		if err := writeNew(source, text); err != nil {
			return nil, err
		}
	} else {
		if err := checkSource(source); err != nil {
			return nil, err
		}
		data, err := os.ReadFile(source)
		if err != nil {
			return nil, &InputError{File: source, Problem: cause(err)}
		}
		dir, text = filepath.Dir(source), data
	}
	cache := b.modelCache(m, target, text)
	full := filepath.Join(b.temp, out)
	if headers, ok := cache.load(full); ok {
		return headers, nil
	}
	deps := full + ".d"
	args := b.clangArgs(target, true)
	args = append(args, "-c", "-emit-llvm", "-MD", "-MF", deps, "-MT", "model",
		"-fdebug-prefix-map="+dir+"="+ModelDir, "-fdebug-compilation-dir="+ModelDir, "-o", full, "-x", "c", source)
	if stderr, err := run(ctx, dir, b.tools.Clang, args...); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &InputError{File: m.Name, Problem: "the model does not compile; clang says:\n" + stderr,
			Remedy: "see --model"}
	}
	for _, dep := range readDeps(deps, dir) {
		if (dep != source || m.Path != "") && !strings.HasPrefix(dep, b.shimDir()) {
			headers = append(headers, dep)
		}
	}
	cache.store(full, headers)
	return headers, nil
}

// writeNew writes a file, with its directory.
func writeNew(path string, data []byte) error {
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, data, 0o644)
	}
	if err != nil {
		return &InputError{File: path, Problem: cause(err), Remedy: "free space in the temporary directory"}
	}
	return nil
}

// A cacheEntry is the file of one compiled model: a line of JSON with the
// headers that were read and their hashes, as ccache's direct mode has it, and
// the bitcode after it. A header that newly shadows one of them is not seen.
// The file appears by renaming, so processes can share the directory; whatever
// cannot be read or written makes the cache miss, never fail.
type cacheEntry struct{ path string }

// modelCache is the entry for a text, a compiler and its flags.
func (b *Builder) modelCache(m ModelSource, target []string, text []byte) cacheEntry {
	dir := b.opts.CacheDir
	if dir == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			return cacheEntry{}
		}
		dir = filepath.Join(base, "assay", "models")
	}
	h := sha256.New()
	words := append([]string{b.tools.ClangVersion, m.Name, filepath.Dir(m.Path), string(text)}, irFlags...)
	for _, w := range append(words, target...) {
		fmt.Fprintf(h, "%d:%s", len(w), w)
	}
	return cacheEntry{filepath.Join(dir, hex.EncodeToString(h.Sum(nil)))}
}

// load copies the bitcode to out if the entry exists and its headers, which it
// returns, are unchanged.
func (e cacheEntry) load(out string) (headers []string, ok bool) {
	if e.path == "" {
		return nil, false
	}
	data, err := os.ReadFile(e.path)
	if err != nil {
		return nil, false
	}
	list, bitcode, _ := bytes.Cut(data, []byte("\n"))
	var sums map[string]string
	if json.Unmarshal(list, &sums) != nil || len(bitcode) == 0 {
		return nil, false
	}
	for path, want := range sums {
		if have, err := hashFile(path); err != nil || have != want {
			return nil, false
		}
		headers = append(headers, path)
	}
	return headers, os.WriteFile(out, bitcode, 0o644) == nil
}

// store saves the bitcode of out with the hashes of headers.
func (e cacheEntry) store(out string, headers []string) {
	bitcode, err := os.ReadFile(out)
	if err != nil || e.path == "" {
		return
	}
	sums := map[string]string{}
	for _, header := range headers {
		if sums[header], err = hashFile(header); err != nil {
			return
		}
	}
	list, err := json.Marshal(sums)
	if err != nil || os.MkdirAll(filepath.Dir(e.path), 0o755) != nil {
		return
	}
	// An entry that cannot be written is only a slower next run.
	_ = replaceFile(e.path, append(append(list, '\n'), bitcode...))
}

func hashFile(path string) (string, error) {
	data, err := os.ReadFile(path)
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), err
}

// replaceFile writes a file so that others see the old or the new one.
func replaceFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
