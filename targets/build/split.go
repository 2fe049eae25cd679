package build

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxResponseDepth bounds how deep response files may include each other.
const maxResponseDepth = 16

// FromArgs makes units from the command line after "--": sources and clang
// flags in any order. dir is the absolute directory that relative names are
// relative to. A leading compiler name is not expected. Every source must
// exist; object files, libraries and assembly are left out with a note.
func FromArgs(args []string, dir string) (*Input, error) {
	args, err := expandResponseFiles(args, dir, 0)
	if err != nil {
		return nil, err
	}
	line, err := parseLine(args)
	if err != nil {
		return nil, err
	}
	in := &Input{}
	in.link(line, dir)
	for _, arg := range line.inputs {
		if isBinary(arg.path) {
			continue
		}
		source := absolute(dir, arg.path)
		if err := checkSource(source); err != nil {
			return nil, err
		}
		in.add(newUnit(arg.path, dir, line, languageOf(arg, false)))
	}
	if len(in.Units) == 0 {
		return nil, &InputError{Problem: "no C source among the arguments after --",
			Remedy: "name at least one .c file, or use --compile-commands FILE"}
	}
	in.noteReported()
	return in, nil
}

// newUnit makes the unit of one source, as it is written, from a sorted command line.
func newUnit(written, dir string, line parsedLine, lang Language) Unit {
	u := Unit{Source: absolute(dir, written), Written: written, Dir: dir, Language: lang, Flags: line.flags, RawFlags: line.raw,
		Link: line.link, Dropped: line.dropped, Semantic: line.sem, Isa: line.isa}
	if strings.HasPrefix(written, "-") { // behind "--"
		u.Written = u.Source
	}
	if !slices.Equal(line.macros, line.flags) {
		u.Predefining = line.macros
	}
	if line.output != "" {
		u.Output = absolute(dir, line.output)
	}
	return u
}

// add appends a unit unless it is a duplicate of one that is there: same source,
// directory, flags and language. What becomes of one of them becomes of it.
func (in *Input) add(u Unit) {
	id := u.identity()
	if at, ok := in.seen[id]; ok {
		if known := &in.Units[at]; u.shared() && !known.shared() {
			known.Dropped = append(slices.Clone(known.Dropped), u.Dropped...)
		}
		return
	}
	if in.seen == nil {
		in.seen = map[string]int{}
	}
	in.seen[id] = len(in.Units)
	in.Units = append(in.Units, u)
}

// identity is equal for units that compile to the same code.
func (u *Unit) identity() string {
	return strings.Join(slices.Concat([]string{u.Source, u.Dir, string(u.Language)}, u.Flags, []string{""}, u.Predefining), "\x00")
}

// noteReported tells, once per flag, which flags that can change the program's
// meaning were not passed on.
func (in *Input) noteReported() {
	type key struct{ flag, reason string }
	var order []key
	units := map[key]int{}
	for _, u := range in.Units {
		for _, d := range u.Dropped {
			k := key{d.Flag, d.Reason}
			if !d.Report {
				continue
			}
			if units[k] == 0 {
				order = append(order, k)
			}
			units[k]++
		}
	}
	for _, k := range order {
		in.Notes = append(in.Notes, fmt.Sprintf("%s (%s): %s", k.flag, plural(units[k], "unit"), k.reason))
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// absolute resolves path against dir and cleans it.
func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// checkSource says what is wrong with a path that should be a readable file.
func checkSource(path string) error {
	info, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		return &InputError{File: path, Problem: "there is no such source file",
			Remedy: "check the path, or generate the file first"}
	case err != nil:
		return &InputError{File: path, Problem: err.Error()}
	case info.IsDir():
		return &InputError{File: path, Problem: "is a directory, not a source file",
			Remedy: "name the .c files in it, or use --compile-commands FILE"}
	}
	return nil
}

// expandResponseFiles replaces @file by the words in the file, which are
// quoted as for gcc, also in what is passed to the linker. An @name that is no file stays as it is, as in gcc.
func expandResponseFiles(args []string, dir string, depth int) ([]string, error) {
	var out []string
	for _, arg := range args {
		if rest, ok := strings.CutPrefix(arg, "-Wl,"); ok && strings.Contains(arg, ",@") { // the linker reads them too
			for _, word := range strings.Split(rest, ",") {
				words, err := expandResponseFiles([]string{word}, dir, depth)
				if err != nil {
					return nil, err
				}
				for _, w := range words {
					out = append(out, "-Xlinker", w)
				}
			}
			continue
		}
		name, isFile := strings.CutPrefix(arg, "@")
		if !isFile || name == "" {
			out = append(out, arg)
			continue
		}
		path := absolute(dir, name)
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			out = append(out, arg)
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, &InputError{File: path, Problem: cause(err)}
		}
		if depth == maxResponseDepth {
			return nil, &InputError{File: name, Problem: "response files include each other without end",
				Remedy: "remove the @file that leads back"}
		}
		words, err := splitWords(string(text), quoteResponse)
		if err != nil {
			return nil, &InputError{File: name, Problem: err.Error(), Remedy: "close the quote"}
		}
		words, err = expandResponseFiles(words, dir, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, words...)
	}
	return out, nil
}

// quoting says how splitWords reads a backslash.
type quoting int

const (
	quoteShell    quoting = iota // POSIX sh: inside "" only before $ ` " \ and newline, inside '' never
	quoteResponse                // gcc's response files: everywhere, inside '' too
)

// SplitShell splits a command line as a POSIX shell does, without expanding
// anything: no variables, no globs, no comments, no operators. An unclosed
// quote is an error.
func SplitShell(line string) ([]string, error) { return splitWords(line, quoteShell) }

func splitWords(line string, mode quoting) ([]string, error) {
	var words []string
	var word strings.Builder
	started := false // an empty pair of quotes is a word as well
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '\\' && i+1 < len(line) && (mode == quoteResponse || quote != '\''):
			i++
			if mode == quoteShell && quote == '"' && !strings.ContainsRune("$`\"\\\n", rune(line[i])) {
				word.WriteByte('\\')
			}
			if line[i] != '\n' || mode == quoteResponse {
				word.WriteByte(line[i])
				started = true
			}
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				word.WriteByte(c)
			}
		case c == '\'' || c == '"':
			quote, started = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f':
			if started {
				words = append(words, word.String())
			}
			word.Reset()
			started = false
		default:
			word.WriteByte(c)
			started = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("unclosed %c in the command line", quote)
	}
	if started {
		words = append(words, word.String())
	}
	return words, nil
}
