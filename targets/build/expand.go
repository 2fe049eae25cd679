package build

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Expand is what the preprocessor makes of a file in the units that read it: its lines, and
// the text of these units with all that they include. A line that the units expand
// differently, or that is included several times, is there in each way, between semicolons;
// a macro's use over several lines is on the first, with what follows it. Units of IR have no
// text. A file that no unit reads may be one that #line directives name.
func (b *Builder) Expand(ctx context.Context, units []Unit, path string) (lines []string, text string, err error) {
	read := slices.ContainsFunc(units, func(u Unit) bool { return u.reads(path) })
	for i := range units {
		u := &units[i]
		if u.Language == LangIR || read && u.Language != LangCPP && !u.reads(path) {
			continue
		}
		expanded, err := b.preprocessed(ctx, u)
		if err != nil {
			return nil, "", err
		}
		lines = linesOf(lines, expanded, u, path)
		text += expanded
	}
	return lines, text, nil
}

// preprocessed is what the preprocessor makes of a unit, with its line markers.
func (b *Builder) preprocessed(ctx context.Context, u *Unit) (string, error) {
	if u.Language == LangCPP {
		text, err := os.ReadFile(u.Source)
		if err != nil {
			return "", &InputError{File: u.Source, Problem: cause(err)}
		}
		return string(text), nil
	}
	args := b.clangArgs(u.Flags, u.Semantic.M32)
	args = append(append(args, b.opts.Extra...), "-E", "-x", string(u.Language), u.Source)
	text, stderr, err := runOutput(ctx, u.Dir, b.tools.Clang, args...)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", &InputError{File: u.Source, Problem: "compiles, and does not get through the preprocessor: " + firstError(stderr),
			Remedy: "leave the file alone while assay runs"}
	}
	return text, nil
}

// linesOf adds the lines of one file of preprocessed text, as its markers tell, to those that
// other text has of it.
func linesOf(lines []string, text string, u *Unit, path string) []string {
	here, number := u.Source == path, 1
	for line := range strings.Lines(text) {
		if n, name, ok := marker(line); ok {
			here, number = absolute(u.Dir, name) == path, n
			continue
		}
		if line = strings.TrimSpace(line); here && line != "" {
			for len(lines) < number {
				lines = append(lines, "")
			}
			if old := &lines[number-1]; *old == "" {
				*old = line
			} else if *old != line {
				*old += " ; " + line
			}
		}
		number++
	}
	return lines
}

// maxLine is more lines than a file has: a #line with a larger number tells nothing.
const maxLine = 1 << 20

// marker reads a line marker: # LINE "FILE" FLAGS.
func marker(line string) (number int, name string, ok bool) {
	rest, ok := strings.CutPrefix(line, "# ")
	if !ok {
		return 0, "", false
	}
	digits, rest, _ := strings.Cut(rest, " ")
	number, err := strconv.Atoi(digits)
	last := strings.LastIndexByte(rest, '"')
	if err != nil || number < 1 || number > maxLine || last < 1 {
		return 0, "", false
	}
	if name, err = strconv.Unquote(rest[:last+1]); err != nil {
		name = strings.Trim(rest[:last+1], `"`)
	}
	return number, name, true
}
