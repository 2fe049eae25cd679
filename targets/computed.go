package targets

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
)

// The compiler computes operations on constants, also those that C does not define: `1 / 0`
// is no instruction. An alarm about one must not be answered by another operation of its line.

// computed says that an operator which the alarm may mean is in no instruction; "" if all are.
// What the line has else then is no answer. The candidates are all that is there.
func (m *Mapper) computed(a Alarm, cs []candidate) string {
	if len(cs) == 0 {
		return ""
	}
	for _, c := range cs {
		in := m.p.At(c.site.Point)
		loc := m.p.Locs[in.Loc]
		if in.Op < ir.Add || in.Op > ir.AShr || a.Col > 0 && int(loc.Line) == a.Line && int(loc.Col) == a.Col {
			return ""
		}
	}
	if p := a.Predicate[strings.LastIndex(a.Predicate, ":")+1:]; strings.ContainsFunc(p, unicode.IsDigit) && !strings.ContainsFunc(p, unicode.IsLetter) {
		return "the compiler has computed what the predicate is about"
	}
	at := m.p.At(cs[0].site.Point)
	loc := m.p.Locs[at.Loc]
	loc.Line = int32(a.Line)
	text := m.lineText(loc)
	if namesOperator[a.Tool] && a.Col > 0 && a.Col <= len(text) && strings.ContainsRune("/%<>*+-", rune(text[a.Col-1])) {
		return fmt.Sprintf("the compiler has computed the operator at column %d", a.Col)
	}
	if n, there := written(text, at.Op), m.operations(cs[0].site.Point, loc); n > there {
		return "the compiler has computed an operation of the line"
	}
	return ""
}

// namesOperator are the analyzers whose columns are those of the operator; others give the
// start of the expression, which may look like one: `*p + n`.
var namesOperator = map[sarif.ToolKind]bool{sarif.Clang: true, sarif.GCC: true, sarif.Cppcheck: true}

// operations counts the operators of a line, by their columns, that are instructions of the
// kind which is at a point.
func (m *Mapper) operations(pt ir.Point, line ir.Loc) int {
	kind := kindOf(m.p.At(pt).Op)
	columns := map[int32]bool{}
	for _, b := range m.p.Funcs[m.p.Blocks[pt.Block].Func].Blocks {
		for i := range b.Instrs {
			if loc := m.p.Locs[b.Instrs[i].Loc]; kindOf(b.Instrs[i].Op) == kind && loc.Line == line.Line && loc.File == line.File {
				columns[loc.Col] = true
			}
		}
	}
	return len(columns)
}

// kindOf is how C writes an operation: by one of these operators. "" if operators are not
// counted, since they have other meanings, too.
func kindOf(op ir.Opcode) string {
	switch op {
	case ir.SDiv, ir.UDiv, ir.SRem, ir.URem:
		return "/%"
	case ir.Shl, ir.LShr, ir.AShr:
		return "<>"
	}
	return ""
}

// uncounted are comments, texts, and operators on constants that C defines, or on sizes.
var uncounted = regexp.MustCompile(`//.*|/\*.*?(\*/|$)|"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|/\s*\(?sizeof|\b1\s*<<\s*([0-9]|[12][0-9])\b|\b[0-9]+\s*[/%]\s*[1-9][0-9]*\b`)

// written counts the operators of a line that write an operation.
func written(text string, op ir.Opcode) int {
	text = uncounted.ReplaceAllString(text, " ")
	switch kindOf(op) {
	case "/%":
		return strings.Count(text, "/") + strings.Count(text, "%")
	case "<>":
		return strings.Count(text, "<<") + strings.Count(text, ">>")
	}
	return 0
}
