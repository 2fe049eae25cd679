package premerge

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Change is what a diff does to one file.
type Change struct {
	// Old and New are the file's names in the diff, "" where it did not exist
	// or exists no more.
	Old, New string
	// Hunks are the changed places, in order.
	Hunks []Hunk
}

// Hunk is one changed place (of `diff -u`), with its lines on the new side.
type Hunk struct {
	Line  int      // of the diff, for messages
	Start int      // first line of the new side, 1-based
	New   []string // its lines, context included
	// Added are the lines of the new file that the hunk adds. Cut are those
	// before which lines were taken out: the line that follows, even if it is
	// one behind the file's end.
	Added, Cut []int
	// FileScope: a line was taken out that looks like one outside functions.
	FileScope bool
}

// A DiffError says what is wrong with a diff, and where.
type DiffError struct {
	Line    int
	Problem string
}

func (e *DiffError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Problem) }

var hunkHead = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// ParseDiff reads a unified diff, of git or of diff -u.
func ParseDiff(text string) ([]Change, error) {
	p := &diffParser{lines: strings.Split(text, "\n")}
	for p.at < len(p.lines) {
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	if len(p.changes) == 0 && strings.TrimSpace(text) != "" {
		return nil, &DiffError{1, "is no unified diff: there is no `--- OLD` line followed by `+++ NEW`"}
	}
	return p.changes, nil
}

type diffParser struct {
	lines   []string
	at      int
	changes []Change
	git     bool // inside a section of git, where names have prefixes
}

// next consumes one header, one hunk, or one line of neither.
func (p *diffParser) next() error {
	l := p.lines[p.at]
	switch {
	case strings.HasPrefix(l, "diff --git "):
		p.git = true
	case strings.HasPrefix(l, "--- ") && p.at+1 < len(p.lines) && strings.HasPrefix(p.lines[p.at+1], "+++ "):
		p.changes = append(p.changes, p.named(p.name(l[4:]), p.name(p.lines[p.at+1][4:])))
		p.at++
	case strings.HasPrefix(l, "@@ -"):
		return p.hunk()
	case strings.HasPrefix(l, "@@@ "):
		return &DiffError{p.at + 1, "is a combined diff of a merge; make one against a single revision"}
	case strings.HasPrefix(l, "rename from "):
		p.changes = append(p.changes, Change{Old: p.unquoted(l[len("rename from "):])})
	case strings.HasPrefix(l, "rename to ") && len(p.changes) > 0:
		p.changes[len(p.changes)-1].New = p.unquoted(l[len("rename to "):])
	}
	p.at++
	return nil
}

// named makes the change of a file from the names in its header. Those of git
// have prefixes, also where the line of git itself was taken off.
func (p *diffParser) named(before, now string) Change {
	a, isA := strings.CutPrefix(before, "a/")
	b, isB := strings.CutPrefix(now, "b/")
	if p.git || isA && isB {
		before, now = a, b
	}
	return Change{Old: before, New: now}
}

// name is a file's name from a header line, "" for no file.
func (p *diffParser) name(s string) string {
	if !strings.HasPrefix(s, `"`) {
		s, _, _ = strings.Cut(s, "\t") // a date follows
	}
	s = p.unquoted(strings.TrimRight(s, "\r"))
	if s == "/dev/null" {
		return ""
	}
	return s
}

// unquoted undoes git's quoting of unusual names, that of C strings.
func (p *diffParser) unquoted(s string) string {
	if len(s) < 2 || s[0] != '"' {
		return s
	}
	end := strings.LastIndexByte(s, '"')
	if u, err := strconv.Unquote(s[:end+1]); err == nil {
		return u
	}
	return s
}

func (p *diffParser) hunk() error {
	m := hunkHead.FindStringSubmatch(p.lines[p.at])
	if m == nil || len(p.changes) == 0 {
		return &DiffError{p.at + 1, "a hunk whose header or file cannot be read"}
	}
	count := func(s string) int {
		if s == "" {
			return 1
		}
		n, err := strconv.Atoi(s)
		if err != nil {
			return -1
		}
		return n
	}
	oldLeft, newLeft := count(m[2]), count(m[4])
	h := Hunk{Line: p.at + 1, Start: max(count(m[3]), 1)}
	if newLeft == 0 {
		h.Start = count(m[3]) + 1 // then the header names the line before
	}
	now := h.Start
	for p.at++; oldLeft > 0 || newLeft > 0; p.at++ {
		if p.at >= len(p.lines) {
			return &DiffError{h.Line, "the diff ends in the middle of this hunk"}
		}
		switch l := p.lines[p.at]; {
		case strings.HasPrefix(l, "+") && newLeft > 0:
			h.Added, h.New = append(h.Added, now), append(h.New, l[1:])
			now, newLeft = now+1, newLeft-1
		case strings.HasPrefix(l, "-") && oldLeft > 0:
			if !slices.Contains(h.Cut, now) {
				h.Cut = append(h.Cut, now)
			}
			h.FileScope = h.FileScope || fileScope(strings.TrimSuffix(l[1:], "\r"))
			oldLeft--
		case strings.HasPrefix(l, `\`): // no newline at the end of the file
		case (l == "" || strings.HasPrefix(l, " ")) && oldLeft > 0 && newLeft > 0:
			h.New = append(h.New, strings.TrimPrefix(l, " "))
			now, oldLeft, newLeft = now+1, oldLeft-1, newLeft-1
		default:
			return &DiffError{p.at + 1, fmt.Sprintf("does not belong to the hunk that starts at line %d", h.Line)}
		}
	}
	c := &p.changes[len(p.changes)-1]
	c.Hunks = append(c.Hunks, h)
	return nil
}

// fileScope says whether a line of C may be one outside functions: one that is
// not indented, unless it begins or ends a function's body or is its head.
func fileScope(l string) bool {
	switch {
	case l == "" || l[0] == ' ' || l[0] == '\t' || l[0] == '{':
		return false
	case l[0] == '}':
		return strings.Contains(l, ";")
	case l[0] == '#' || strings.Contains(l, ";"):
		return !strings.HasSuffix(strings.TrimSpace(l), "}") || !strings.Contains(l, "(")
	}
	return !strings.Contains(l, "(")
}

// FileScope says whether a line was taken out that looks like one outside
// functions.
func (c *Change) FileScope() bool {
	return slices.ContainsFunc(c.Hunks, func(h Hunk) bool { return h.FileScope })
}

// Applied checks that the new side of a change is what the text has: that the
// diff was made against these sources.
func (c *Change) Applied(text string) error {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for _, h := range c.Hunks {
		for i, want := range h.New {
			at := h.Start + i
			have := "the end of the file"
			if at <= len(lines) {
				have = lines[at-1]
			}
			if at > len(lines) || have != strings.TrimSuffix(want, "\r") {
				return &DiffError{h.Line, fmt.Sprintf("%s has %q at line %d, where the diff has %q", c.New, have, at, want)}
			}
		}
	}
	return nil
}

// Touches says whether a change adds or alters a line from first to last, or
// takes lines out next to one of them.
func (c *Change) Touches(first, last int) bool {
	for _, h := range c.Hunks {
		for _, l := range h.Added {
			if first <= l && l <= last {
				return true
			}
		}
		for _, l := range h.Cut {
			if first <= l && l-1 <= last {
				return true
			}
		}
	}
	return false
}

// Adds says whether a change adds or alters a line from first to last.
func (c *Change) Adds(first, last int) bool {
	for _, h := range c.Hunks {
		for _, l := range h.Added {
			if first <= l && l <= last {
				return true
			}
		}
	}
	return false
}

// Lines are all lines that a change touches: added ones, and for lines taken
// out without others in their place those before and behind.
func (c *Change) Lines() []int {
	var out []int
	for _, h := range c.Hunks {
		out = append(out, h.Added...)
		for _, l := range h.Cut {
			if !slices.Contains(h.Added, l) && !slices.Contains(h.Added, l-1) {
				out = append(out, l-1, l)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
