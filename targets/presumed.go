package targets

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/sarif"
)

// With #line and line markers, a line has two places: the one in its file, and the one that the
// directive gives, which debug information has, too. An alarm may mean either.

// lineDirective is a #line directive, or a line marker.
var lineDirective = regexp.MustCompile(`^\s*#\s*(?:line\b\s*(.*)|(\d+\b.*))$`)

// lineArguments are what it says: a line, and a file perhaps.
var lineArguments = regexp.MustCompile(`^(\d+)(?:\s+"((?:\\.|[^"\\])*)")?`)

// presumedLine is the place that a line of a file has by the directives before it.
type presumedLine struct {
	file string // as the directive has it, "": the file's own name
	own  bool   // the file is this one
	line int    // 0: a directive
}

// presumedLines are the places of a file's lines; nil if the file has no directives. They are
// not known where a directive may be left out, or has a macro for its line.
func presumedLines(name string, lines []string) (places []presumedLine, known bool) {
	known = true
	some := false
	var open []bool // #if groups, and whether they may be left out
	here := presumedLine{line: 1, own: true}
	places = make([]presumedLine, len(lines))
	comment := false
	for i, text := range lines {
		if within := comment; !within {
			switch directive(text) {
			case "if", "ifdef", "ifndef":
				open = append(open, !guard(lines, i+1))
			case "endif":
				open = open[:max(len(open)-1, 0)]
			}
			if m := lineDirective.FindStringSubmatch(text); m != nil {
				args := lineArguments.FindStringSubmatch(m[1] + m[2])
				known = known && args != nil && !slices.Contains(open, true)
				if some = true; args != nil {
					here.line, _ = strconv.Atoi(args[1])
					here.line = min(here.line, maxLine)
					if args[2] != "" {
						here.file = args[2]
						here.own = here.file == name || strings.HasSuffix(name, "/"+path.Clean(here.file))
					}
				}
				continue
			}
		}
		comment = inComment(text, comment)
		places[i] = here
		here.line++
	}
	if !some {
		return nil, true
	}
	return places, known
}

// maxLine is more lines than a file has.
const maxLine = 1 << 20

// inComment reports whether a comment goes on behind a line.
func inComment(text string, within bool) bool {
	if !within {
		text = literals.ReplaceAllString(text, "0")
	}
	for {
		if within {
			_, rest, ends := strings.Cut(text, "*/")
			if !ends {
				return true
			}
			text = rest
		}
		before, rest, begins := strings.Cut(text, "/*")
		if !begins || strings.Contains(before, "//") {
			return false
		}
		text, within = rest, true
	}
}

// reading gives an alarm's place as debug information has it, where its file has directives;
// why is set where it cannot be told.
func (m *Mapper) reading(a Alarm, file located) (b Alarm, why string) {
	places, known := m.presumed(file.path)
	if places == nil || a.Line <= 0 || a.Tool == sarif.GCC || a.Tool == sarif.FramaC {
		return a, "" // those take directives into account
	}
	open := fmt.Sprintf("line %d may be that of the file, or the one that a #line directive gives", a.Line)
	if !known {
		return a, open
	}
	b = a
	if a.Line <= len(places) {
		at := places[a.Line-1]
		b.File, b.Line, b.EndLine = file.path, at.line, 0
		if at.file != "" && len(m.files.find(at.file).ids) > 0 {
			b.File = at.file
		} else if !at.own {
			b.Line = 0
		}
		if end := a.EndLine; end > a.Line && end <= len(places) && places[end-1].file == at.file {
			b.EndLine = places[end-1].line
		}
	} else {
		b.Line = 0
	}
	switch {
	case a.Tool == sarif.Clang && canonicalID(a.Tool, a.RuleID) == a.RuleID: // its SARIF has lines of the file
		return b, ""
	case b.Line == a.Line && m.files.find(b.File).path == file.path, !m.hasCode(b):
		return a, ""
	case !m.hasCode(a):
		return b, ""
	}
	return a, open
}

// hasCode reports whether there are instructions at an alarm's place.
func (m *Mapper) hasCode(a Alarm) bool {
	return a.Line > 0 && len(m.lines.between(m.files.find(a.File).ids, a.Line, max(a.Line, a.EndLine))) > 0
}

// presumed gives the places of a file's lines, once.
func (m *Mapper) presumed(name string) (places []presumedLine, known bool) {
	x, ok := m.places[name]
	if !ok {
		if text, err := m.opt.ReadFile(name); err == nil {
			x.places, x.known = presumedLines(name, splitLines(text))
		}
		m.places[name] = x
	}
	return x.places, x.known
}

// presumption is what is known of the places of a file's lines.
type presumption struct {
	places []presumedLine
	known  bool
}

// twice reports whether several lines of a file have the number of an alarm's.
func (m *Mapper) twice(name string, line int) bool {
	places, _ := m.presumed(name)
	n := 0
	for _, p := range places {
		if p.own && p.line == line {
			n++
		}
	}
	return n > 1
}

// renumbered are the lines of a file by the numbers that directives give them. A number that
// several lines have has no text.
func renumbered(lines []string, places []presumedLine) []string {
	var out []string
	met := map[int]bool{}
	for i, p := range places {
		if !p.own || p.line == 0 {
			continue
		}
		if p.line > len(out) {
			out = slices.Concat(out, make([]string, p.line-len(out)))
		}
		if out[p.line-1] = lines[i]; met[p.line] {
			out[p.line-1] = ""
		}
		met[p.line] = true
	}
	return out
}
