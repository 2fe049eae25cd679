package targets

import (
	"fmt"
	"path"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/sarif"
)

// unknownFile explains why no file of the program is the alarm's.
func (m *Mapper) unknownFile(a Alarm, file located) *Unmapped {
	if len(file.rivals) > 0 {
		return &Unmapped{AmbiguousFile,
			fmt.Sprintf("%s fits %s equally well", a.File, strings.Join(file.rivals, " and ")),
			"say which is meant: --path-map FROM=TO or --source-root DIR"}
	}
	switch path.Ext(a.File) {
	case ".cc", ".cpp", ".cxx", ".C", ".hpp", ".hh":
		return &Unmapped{NotCompiled, a.File + " is C++, not C", "assay decides alarms in C programs only"}
	}
	reason := fmt.Sprintf("no code of %s is in the program", a.File)
	if near := m.files.nearest(a.File); len(near) > 0 {
		reason += ": it has " + strings.Join(near, ", ")
	}
	return &Unmapped{NotCompiled, reason,
		"add the unit to the sources or compile commands; if it lies elsewhere now: --path-map FROM=TO"}
}

// explain says why no instruction of the kind is at the alarm's lines.
func (m *Mapper) explain(a Alarm, rule Rule, file located) *Unmapped {
	from, to := a.Line, max(a.Line, a.EndLine)
	lines := m.source(file.path)
	if lines != nil && from > len(lines) {
		return &Unmapped{ChangedSource, fmt.Sprintf("%s has only %d lines, the alarm is on line %d", file.path, len(lines), from),
			"the source changed since the analysis: analyze it again"}
	}
	if len(m.lines.between(file.ids, from, to)) > 0 {
		return m.otherCode(a, rule, file, lines, from, to)
	}
	if lines == nil {
		return &Unmapped{NoCode, fmt.Sprintf("line %d has no code", from), m.nearestLines(file, from)}
	}
	return m.withoutCode(file, lines, from)
}

// source reads a file of the program, nil if it cannot be read: its lines by the numbers that
// debug information has.
func (m *Mapper) source(name string) []string {
	if lines, ok := m.texts[name]; ok {
		return lines
	}
	var lines []string
	if text, err := m.opt.ReadFile(name); err == nil {
		lines = splitLines(text)
		if places, _ := m.presumed(name); places != nil {
			lines = renumbered(lines, places)
		}
	}
	m.texts[name] = lines
	return lines
}

func splitLines(text []byte) []string {
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// operators are what the source has where clang computed a value itself.
var operators = map[Look]string{
	LookDivision: "/%", LookArithmetic: "+-*", LookUnsigned: "+-*", LookShift: "<>", LookIndex: "[", LookBounds: "[",
}

// otherCode explains a line that has code, but none of the kind.
func (m *Mapper) otherCode(a Alarm, rule Rule, file located, lines []string, from, to int) *Unmapped {
	next := "review the alarm by hand"
	reason := fmt.Sprintf("line %d has code, but no %s", from, rule.Look)
	if f, ok := strings.CutPrefix(a.RuleID, "precondition of "); ok && rule.Look == LookCall {
		reason = fmt.Sprintf("line %d does not call %s()", from, f)
	}
	if rule.Look == LookAccess || rule.Look == LookBounds {
		reason += " except of whole variables, which cannot fail"
	}
	callees := m.callees(m.lines.between(file.ids, from, to), map[ir.FuncID]bool{})
	if a.Tool == sarif.GCC && len(callees) > 0 {
		name := m.p.Funcs[callees[0]].Source
		return &Unmapped{OtherCode, reason + ": it may be meant in " + name + "(), which is called there",
			"analyze again without inlining (-fno-inline), or review " + name + "() by hand"}
	}
	if rule.Look == LookShift && rule.Classes.Has(op.SignedOverflow) {
		reason += " of a signed value"
	}
	cause := OtherCode
	ops := operators[rule.Look]
	for n := from; n <= to && n <= len(lines); n++ {
		if ops != "" && strings.ContainsAny(stripComments(lines[n-1]), ops) {
			cause = Folded
			reason += ": clang computed it when compiling, or it is defined behaviour under these flags (unsigned, -fwrapv)"
			break
		}
	}
	if rule.Look == LookNarrowing {
		reason += ": a conversion between types of one width leaves no instruction"
	}
	return &Unmapped{cause, reason, next}
}

// withoutCode explains a line without any code from the text around it.
func (m *Mapper) withoutCode(file located, lines []string, line int) *Unmapped {
	text := strings.TrimSpace(stripComments(lines[line-1]))
	if define, ok := macroAt(lines, line); ok {
		return &Unmapped{MacroText, fmt.Sprintf("line %d is the definition of macro %s; its code is where it is used", line, define),
			"analyze again with locations of the uses, or review by hand"}
	}
	if at, directive, ok := m.excludedBy(file, lines, line); ok {
		return &Unmapped{Excluded, fmt.Sprintf("line %d was not compiled: %q on line %d leaves it out", line, directive, at),
			"give the flags (-D…) of the configuration that was analyzed"}
	}
	if !m.lines.inFunction(file.ids, line) {
		if text != "" && inBraces(lines, line) {
			return &Unmapped{Excluded, fmt.Sprintf("the function around line %d is not in the program: static or inline and never used", line),
				"nothing calls it in these units: add those that do"}
		}
		return &Unmapped{NoCode, fmt.Sprintf("line %d is outside of functions: no code", line), m.nearestLines(file, line)}
	}
	if text == "" || strings.Trim(text, "{}; ") == "" {
		return &Unmapped{NoCode, fmt.Sprintf("line %d has no statement", line), m.nearestLines(file, line)}
	}
	return &Unmapped{Folded, fmt.Sprintf("clang emitted no code for line %d: a declaration, behind a constant condition, or after a return", line),
		"review by hand: nothing runs there"}
}

// nearestLines names the lines with code around a line.
func (m *Mapper) nearestLines(file located, line int) string {
	switch before, after := m.lines.nearest(file.ids, line); {
	case before > 0 && after > 0:
		return fmt.Sprintf("the nearest lines with code are %d and %d", before, after)
	case before+after > 0:
		return fmt.Sprintf("the nearest line with code is %d", before+after)
	}
	return ""
}
