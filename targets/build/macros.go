package build

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
)

// The macros that a compiler predefines tell the code which flags it is compiled with: code
// behind them is part of the program or not. A unit is analysed without most of these flags,
// and is given the macros all the same.

// predefining are the words of a flag that can change which macros are predefined, for
// clang; rule is the flag's row of the table, or nil. What is not honoured, and reported as
// that, counts as not given.
func predefining(rule *FlagRule, words []string) []string {
	switch {
	case rule == nil || rule.Action == Keep:
		if rule != nil && (rule.Flag == "-include" || rule.Flag == "-imacros" || strings.HasSuffix(rule.Flag, "-prefix-map=")) {
			return nil
		}
		return words
	case rule.Action == Replace:
		return []string{rule.With}
	case rule.Flag == "-Ofast":
		return []string{"-O3"}
	case rule.Action == Report || rule.Action == Link || rule.Form == Separate || rule.Form == Either:
		return nil
	}
	if word := words[0]; strings.HasPrefix(word, "-O") || strings.HasPrefix(word, "-f") || strings.HasPrefix(word, "-m") {
		return words
	}
	return nil
}

// predefined are the macros of units by their flags; a clang process finds each.
var predefined sync.Map // string -> map[string]string

// macrosOf are the macros that clang predefines with flags, by names with parameters.
func macrosOf(ctx context.Context, clang, dir string, flags []string) (map[string]string, error) {
	key := strings.Join(slices.Concat([]string{clang, dir}, flags), "\x00")
	if m, ok := predefined.Load(key); ok {
		return m.(map[string]string), nil
	}
	for {
		text, stderr, err := runOutput(ctx, dir, clang, slices.Concat(flags, []string{"-w", "-E", "-dM", "-x", "c", os.DevNull})...)
		if err == nil {
			m := readMacros(text)
			predefined.Store(key, m)
			return m, nil
		}
		rest := slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return slices.Contains(refused(stderr), f) })
		if len(rest) == len(flags) {
			return nil, fmt.Errorf("%w: %s", err, firstError(stderr))
		}
		flags = rest
	}
}

// readMacros reads the lines "#define NAME VALUE" of clang -dM.
func readMacros(text string) map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(text) {
		def, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "#define ")
		if !ok {
			continue
		}
		end := strings.IndexByte(def, ' ')
		if open := strings.IndexByte(def, '('); open >= 0 && open < end {
			end = open + strings.IndexByte(def[open:], ')') + 1
		}
		if end < 0 {
			end = len(def)
		}
		m[def[:end]] = strings.TrimPrefix(def[end:], " ")
	}
	return m
}

// macros are the flags by which a unit that is compiled with clangArgs sees the macros that
// its Predefining predefines. _FORTIFY_SOURCE stays as it is analysed: see the table.
func macros(ctx context.Context, clang string, u *Unit, shim string) ([]string, error) {
	if u.Predefining == nil || u.Language != LangC {
		return nil, nil
	}
	theirs, err := macrosOf(ctx, clang, u.Dir, u.Predefining)
	if err != nil {
		return nil, err
	}
	var plain parsedLine // without -include and -imacros
	for i := 0; i < len(u.Flags); {
		rule, _, n := findRule(u.Flags[i], u.Flags[i+1:])
		n = max(n, 1)
		plain.flags = append(plain.flags, predefining(rule, u.Flags[i:i+n])...)
		i += n
	}
	ours, err := macrosOf(ctx, clang, u.Dir, clangArgs(plain.flags, u.Semantic.M32, shim))
	if err != nil {
		return nil, err
	}
	return difference(ours, theirs), nil
}

// difference are the flags that make theirs of our macros.
func difference(ours, theirs map[string]string) []string {
	var flags []string
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		if have, ok := ours[name]; name != "_FORTIFY_SOURCE" && (!ok || have != theirs[name]) {
			flags = append(flags, "-D"+name+"="+theirs[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		if _, ok := theirs[name]; name != "_FORTIFY_SOURCE" && !ok {
			name, _, _ = strings.Cut(name, "(")
			flags = append(flags, "-U"+name)
		}
	}
	return flags
}
