package ir

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/llir/llvm/asm"
	lir "github.com/llir/llvm/ir"
)

// remedy ends each message about IR that cannot be read.
const remedy = "compile with clang-14 -S -emit-llvm -O1 -Xclang -disable-llvm-passes -g, or give assay the C sources"

// Read reads a textual LLVM module (clang-14, typed pointers) from a file. An
// error names the file, the place if known, and the remedy.
func Read(path string) (*Program, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse reads a textual LLVM module; name is used in messages only. The
// result is complete: control flow, loops and layouts are computed, and the
// representation has been checked.
func Parse(name string, text []byte) (*Program, error) {
	if err := foreign(name, text); err != nil {
		return nil, err
	}
	prepared, md := prescan(string(text))
	m, err := parseModule(name, prepared, string(text))
	if err != nil {
		return nil, err
	}
	p, err := convert(name, m, md)
	if err != nil {
		return nil, err
	}
	p.meanOthers()
	p.findInterposed()
	return p, nil
}

// foreign recognises files that are no textual LLVM IR at all.
func foreign(name string, text []byte) error {
	switch {
	case len(strings.TrimSpace(string(text))) == 0:
		return fmt.Errorf("%s: empty file, not LLVM IR; %s", name, remedy)
	case strings.HasPrefix(string(text), "BC\xC0\xDE"), strings.HasPrefix(string(text), "\xDE\xC0\x17\x0B"):
		return fmt.Errorf("%s: LLVM bitcode, textual IR is needed: llvm-dis-14 %s", name, name)
	}
	return nil
}

// parseModule calls the parser on prescanned text; its panics on input it does
// not know become errors. original is what the user gave.
func parseModule(name, text, original string) (m *lir.Module, err error) {
	defer func() {
		if r := recover(); r != nil {
			m, err = nil, diagnose(name, original, fmt.Errorf("%v", r))
		}
	}()
	m, err = asm.ParseString(name, text)
	if err != nil {
		return nil, diagnose(name, original, err)
	}
	return m, nil
}

var (
	opaquePointer = regexp.MustCompile(`(?m)^[^";]*(?:[ (,])ptr(?:[ ,)*]|$)`)
	producedBy    = regexp.MustCompile(`clang version (\d+)\.`)
)

// diagnose explains a failure of the parser in terms of what to do.
func diagnose(name, text string, cause error) error {
	cause = errors.New(rootMessage(cause))
	if opaquePointer.MatchString(text) {
		return fmt.Errorf("%s: LLVM IR with opaque pointers (LLVM 15 or newer%s); assay reads clang-14's typed pointers: %s",
			name, producer(text), remedy)
	}
	return fmt.Errorf("%s: not readable as LLVM 14 IR%s: %w; %s", name, producer(text), cause, remedy)
}

// rootMessage is the first line of the innermost message.
func rootMessage(err error) string {
	msg, _, _ := strings.Cut(err.Error(), "\n")
	return msg
}

// producer names the clang that wrote the module when it is not clang 14.
func producer(text string) string {
	if m := producedBy.FindStringSubmatch(text); m != nil && m[1] != "14" {
		return ", written by clang " + m[1]
	}
	return ""
}

// convert turns the parsed module into a Program. The converter trusts types
// that the parser does not verify (hand-written IR may be inconsistent), so a
// panic below is an error about the input; it carries the place in our code.
func convert(name string, m *lir.Module, md *metadata) (p *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = nil, fmt.Errorf("%s: inconsistent LLVM IR: %v (%s); %s", name, r, panicSite(), remedy)
		}
	}()
	r, err := newReader(m, md)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := r.run(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := Sanity(r.p); err != nil {
		return nil, fmt.Errorf("%s: inconsistent LLVM IR: %w; %s", name, err, remedy)
	}
	return r.p, nil
}

// panicSite names the innermost function of this package on the panicking
// stack.
func panicSite() string {
	seen := false
	for _, line := range strings.Split(string(debug.Stack()), "\n") {
		if strings.HasPrefix(line, "panic(") {
			seen = true
			continue
		}
		if _, fn, ok := strings.Cut(line, "engine/ir."); ok && seen && !strings.HasPrefix(line, "\t") {
			fn, _, _ = strings.Cut(fn, "({")
			return fn
		}
	}
	return "unknown place"
}
