package targets

import (
	"slices"
	"strings"
	"unicode"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/targets/extent"
)

// pointing says which operations of a line the columns of an alarm mean.
type pointing struct {
	known bool           // the columns are those of an expression
	sure  bool           // it is the operation that the analyzer means, and no other
	at    map[int32]bool // columns of the instructions meant; nil if the columns are those of no expression
	// passed: the value is passed to a function, at whose call nothing is looked for.
	passed bool
}

// namesExpression are the analyzers whose columns are those of the expression that fails, or
// of its operator or bracket. Others may give the start of a statement.
var namesExpression = map[sarif.ToolKind]bool{sarif.Clang: true, sarif.GCC: true, sarif.Cppcheck: true, sarif.CodeQL: true}

// namesValue are the analyzers that may name a value, and mean what uses it: the member that
// is null, and not the access through it.
var namesValue = map[sarif.ToolKind]bool{sarif.Cppcheck: true, sarif.CodeQL: true}

// pointed reads the columns of an alarm on the text of its line: the operation whose text
// they are, or the one that a name there is an operand of, if candidates are instructions of it.
// An operation that reads what was never written may be meant by any of its operands.
func (m *Mapper) pointed(a Alarm, look Look, cs []candidate) pointing {
	if a.Col <= 0 || a.Tool == sarif.FramaC || a.Predicate != "" || a.EndLine > a.Line {
		return pointing{}
	}
	own := map[int32]bool{} // columns of the candidates on the line
	text, last := "", max(a.Col, a.EndCol)
	for _, c := range cs {
		loc := m.p.LocOf(c.site.Point)
		if int(loc.Line) == a.Line {
			own[loc.Col], last = true, max(last, int(loc.Col))
			text = m.lineText(loc)
		} else if text == "" && m.around(c, a) {
			loc.Line = int32(a.Line)
			text = m.lineText(loc)
		}
	}
	if text == "" {
		return pointing{}
	}
	if !countsBytes(text, last) {
		if a.Tool != sarif.CodeQL && a.Tool != sarif.Clang {
			return pointing{}
		}
		a.Col, a.EndCol = byteColumn(text, a.Col), byteColumn(text, a.EndCol)
	}
	line := extent.Parse(text)
	n, whole := line.Spanning(a.Col, a.EndCol), true
	if n == nil {
		n, whole = line.Owner(a.Col), false
	}
	if n == nil {
		return pointing{}
	}
	p := pointing{known: namesExpression[a.Tool], at: map[int32]bool{}}
	has := func(n *extent.Node) bool { return own[int32(n.At)] && line.Placed(n.At).Holds(n) }
	if !whole && !n.Leaf && has(n) && look != LookRead && look != LookPointer { // at its operator or bracket
		p.mean(n)
		if namesValue[a.Tool] {
			p.user(n, has)
		}
		p.sure = p.known
		return p
	}
	for up := n; ; up = up.Parent {
		for col := range own {
			if o := line.Placed(int(col)); o != nil && up.Holds(o) {
				p.at[col] = true
			}
		}
		if len(p.at) > 0 {
			p.store(up)
			if whole || namesValue[a.Tool] {
				p.user(up, has)
				p.passed = p.passed || len(p.at) == 1 && goesOn(up, text)
			}
			p.sure = p.known && (whole || namesValue[a.Tool] || len(p.at) == 1)
			return p
		}
		if whole || up.Parent == nil || up.Parent.From != a.Col { // no other begins there
			n = up
			break
		}
	}
	p.user(n, has)
	p.sure = p.known && whole && len(p.at) == 1
	return p
}

// byteColumn is the column in bytes of one that counts characters; 0 stays 0. Characters beyond
// the basic plane, which some count twice, are taken for one.
func byteColumn(text string, col int) int {
	n := 1
	for i := range text {
		if n == col {
			return i + 1
		}
		n++
	}
	if n == col {
		return len(text) + 1
	}
	return col
}

// user takes the instructions of the least expression around one that has candidates.
func (p *pointing) user(n *extent.Node, has func(*extent.Node) bool) {
	for up := n.Parent; up != nil; n, up = up, up.Parent {
		if has(up) {
			p.mean(up)
			return
		}
		if up.Call && up.Kids[0] != n {
			p.passed = true
			return
		}
	}
}

// goesOn reports whether the expression that one is a part of ends with its line, so that what
// uses it may stand in the next.
func goesOn(n *extent.Node, text string) bool {
	for n.Parent != nil {
		n = n.Parent
	}
	return strings.TrimSpace(text[n.To-1:]) == ""
}

// around reports whether a candidate stands in a function that has the alarm's line, too.
func (m *Mapper) around(c candidate, a Alarm) bool {
	return m.lines.inside(m.p.FuncOf(c.site.Point).ID, []ir.FileID{m.p.LocOf(c.site.Point).File}, a.Line)
}

// leavesOpen reports whether the statement at a column goes on behind the end of its line, if one
// does at all.
func leavesOpen(line string, col int) bool {
	rest := line[min(col-1, len(line)):]
	rest = stripComments(literals.ReplaceAllString(rest, "0"))
	depth := 0
	for _, r := range rest {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ';', '{', '}':
			if depth <= 0 {
				return false
			}
		}
	}
	return true
}

// beginsAbove is the column at which an expression begins on the line above, of which a bracket
// at the beginning of a line is the next part; 0 if that is not so.
func (m *Mapper) beginsAbove(path string, line, col int) int {
	lines := m.source(path)
	text := lines[line-1]
	if col < 1 || col > len(text) || strings.TrimSpace(text[:col-1]) != "" || text[col-1] != '[' && text[col-1] != '(' {
		return 0
	}
	above := strings.TrimRight(lines[line-2], " \t\r")
	if n := extent.Parse(above).Owner(len(above)); n != nil {
		return n.From
	}
	if i := strings.LastIndexFunc(above, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }); i+1 < len(above) {
		return i + 2
	}
	return 0
}

// inRegion heeds the columns of an alarm of several lines: an error outside of them is not the
// alarm's, where candidates are inside.
func (m *Mapper) inRegion(a Alarm, kept []candidate) []candidate {
	if !namesExpression[a.Tool] || a.Col <= 0 || a.Predicate != "" {
		return kept
	}
	inside := func(c candidate) bool {
		loc := m.p.LocOf(c.site.Point)
		line, col := int(loc.Line), int(loc.Col)
		return (line > a.Line || line == a.Line && col >= a.Col) && (line < a.EndLine || line == a.EndLine && (a.EndCol <= 0 || col < a.EndCol))
	}
	if !slices.ContainsFunc(kept, inside) {
		return kept
	}
	var out []candidate
	for _, c := range kept {
		if !inside(c) {
			c.settles = c.settles.and(Settles{OnlyUnreachable: true, Why: "the operation stands outside of the alarm's columns"})
		}
		out = append(out, c)
	}
	return out
}

// mean takes the instructions of an expression, and of the place that it stores to.
func (p *pointing) mean(n *extent.Node) {
	p.at[int32(n.At)] = true
	if n.Stores && len(n.Kids) > 0 {
		p.at[int32(n.Kids[0].At)] = true
	}
	p.store(n)
}

// store takes what stores to the place that an expression is.
func (p *pointing) store(n *extent.Node) {
	if up := n.Parent; up != nil && up.Stores && up.Kids[0] == n {
		p.at[int32(up.At)] = true
	}
}

// byColumn heeds the columns of an alarm: candidates that are instructions of another
// expression are no answer if they fail. kept are those among all that the message leaves.
func (m *Mapper) byColumn(a Alarm, look Look, all, kept []candidate, ch *choice) []candidate {
	if a.EndLine > a.Line {
		return m.inRegion(a, kept)
	}
	p := m.pointed(a, look, all)
	if !p.known && len(p.at) == 0 && !(p.at != nil && slices.ContainsFunc(all, func(c candidate) bool { return m.around(c, a) })) {
		return kept
	}
	elsewhere := func(c candidate) bool { // in what is called, or on another line by its name
		return int(m.p.LocOf(c.site.Point).Line) != a.Line && (c.match == yes || !m.around(c, a))
	}
	meant := func(c candidate) bool { return elsewhere(c) || p.at[m.p.LocOf(c.site.Point).Col] }
	if p.known && !slices.ContainsFunc(all, meant) {
		ch.unclear = "at the alarm's column stands nothing that is looked for"
		return kept
	}
	if p.passed && !ofNumbers[look] {
		kept = slices.Clone(kept)
		for i := range kept {
			kept[i].settles = kept[i].settles.and(Settles{OnlyReachable: true, Why: "what is named there is passed to a function, which may be meant"})
		}
	}
	both := slices.ContainsFunc(kept, meant)
	if p.sure && both {
		return slices.DeleteFunc(slices.Clone(kept), func(c candidate) bool { return !meant(c) })
	}
	sites := map[ir.Point]bool{}
	var out []candidate
	for _, c := range kept {
		sites[c.site.Point] = true
		if !meant(c) {
			c.settles = c.settles.and(Settles{OnlyUnreachable: true, Why: "the alarm's column is that of another operation"})
		}
		out = append(out, c)
	}
	if both {
		return out
	}
	for _, c := range all { // of another name: the analyzer names what it points to
		if meant(c) && !sites[c.site.Point] {
			out = append(out, c)
		}
	}
	return out
}
