package targets

import (
	"regexp"
	"strings"
)

// maxStatement bounds how many lines before and after an alarm's are taken for
// parts of its statement.
const maxStatement = 20

// statement returns the first and last line of the statement around the lines
// from..to, as far as the text tells; the lines themselves if the source
// cannot be read.
func (m *Mapper) statement(path string, from, to int) (first, last int) {
	lines := m.source(path)
	first, last = from, to
	if to > len(lines) {
		return first, last
	}
	if _, ok := macroAt(lines, from); ok { // its text is no part of the statements around it
		return first, last
	}
	for last-to < maxStatement && last < len(lines) && continues(lines[last-1]) {
		last++
	}
	for from-first < maxStatement && first > 1 && continues(lines[first-2]) {
		first--
	}
	return first, last
}

var (
	control = regexp.MustCompile(`^[}\s]*(?:else\b\s*)?(?:if|for|while|switch)\b|^[}\s]*(?:else|do)$`)
	// bareControl needs no condition.
	bareControl = regexp.MustCompile(`(?:\belse|\bdo)$`)
	literals    = regexp.MustCompile(`"(?:\\.|[^"\\])*"|'(?:\\\w+|\\.|[^'\\])'`)
	labelLine   = regexp.MustCompile(`^\s*(?:case\b.*|default\s*|[A-Za-z_]\w*\s*):$`)
)

// continues reports whether a statement goes on behind the end of a line.
func continues(line string) bool {
	s := strings.TrimSpace(stripComments(literals.ReplaceAllString(line, "0")))
	comment := s == "*" || strings.HasPrefix(s, "* ") || strings.HasPrefix(s, "*/")
	if s == "" || comment || s[0] == '#' || labelLine.MatchString(s) {
		return false
	}
	if strings.ContainsAny(s[len(s)-1:], ";{}") {
		return false
	}
	head := control.MatchString(s) && (strings.HasSuffix(s, ")") || bareControl.MatchString(s))
	return !head || strings.Count(s, "(") > strings.Count(s, ")")
}

// stripComments removes comments that begin and end on the line, and what
// follows an opening one.
func stripComments(s string) string {
	for {
		i := strings.Index(s, "/*")
		if i < 0 {
			break
		}
		j := strings.Index(s[i+2:], "*/")
		if j < 0 {
			s = s[:i]
			break
		}
		s = s[:i] + " " + s[i+2+j+2:]
	}
	if i := strings.Index(s, "//"); i >= 0 {
		s = s[:i]
	}
	return s
}

// macroAt returns the name of the macro whose definition covers the line.
func macroAt(lines []string, line int) (string, bool) {
	first := line - 1
	for first > 0 && strings.HasSuffix(strings.TrimRight(lines[first-1], " \t\r"), `\`) {
		first--
	}
	words := strings.Fields(strings.Replace(strings.TrimSpace(lines[first]), "#", "# ", 1))
	if len(words) < 3 || words[0] != "#" || words[1] != "define" {
		return "", false
	}
	name, _, _ := strings.Cut(words[2], "(")
	return name, true
}

// conditional is an open #if group: where its current branch began.
type conditional struct {
	line      int
	directive string
}

// excludedBy returns the directive of the innermost conditional group around
// a line, if no line of that branch has code.
func (m *Mapper) excludedBy(file located, lines []string, line int) (int, string, bool) {
	var open []conditional
	for i, s := range lines[:line] {
		switch d := directive(s); d {
		case "if", "ifdef", "ifndef":
			open = append(open, conditional{i + 1, strings.TrimSpace(s)})
		case "else", "elif", "elifdef", "elifndef":
			if len(open) > 0 {
				open[len(open)-1] = conditional{i + 1, strings.TrimSpace(s)}
			}
		case "endif":
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
	// The outermost branch without code is the one that left the line out.
	for _, c := range open {
		if end := branchEnd(lines, c.line); len(m.lines.between(file.ids, c.line, end)) == 0 && !guard(lines, c.line) {
			return c.line, c.directive, true
		}
	}
	return 0, "", false
}

// directive is the name of the preprocessor directive on a line, "" if none.
func directive(s string) string {
	s, ok := strings.CutPrefix(strings.TrimSpace(s), "#")
	if !ok {
		return ""
	}
	s = strings.TrimSpace(s)
	i := 0
	for i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] == '_') {
		i++
	}
	return s[:i]
}

// branchEnd is the last line of the branch that a directive opens.
func branchEnd(lines []string, line int) int {
	depth := 0
	for i := line; i < len(lines); i++ {
		switch directive(lines[i]) {
		case "if", "ifdef", "ifndef":
			depth++
		case "else", "elif", "elifdef", "elifndef":
			if depth == 0 {
				return i
			}
		case "endif":
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return len(lines)
}

// guard recognises an include guard: #ifndef X followed by #define X.
func guard(lines []string, line int) bool {
	return directive(lines[line-1]) == "ifndef" && line < len(lines) && directive(lines[line]) == "define"
}

// inBraces reports whether a line lies inside a braced block, by counting the
// braces before it.
func inBraces(lines []string, line int) bool {
	depth := 0
	for _, s := range lines[:line-1] {
		s = stripComments(s)
		depth += strings.Count(s, "{") - strings.Count(s, "}")
	}
	return depth > 0
}
