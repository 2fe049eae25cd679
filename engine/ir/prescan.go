package ir

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// prescan takes the numbered metadata out of a module's text (an empty tuple
// stays, so that references still resolve) and repairs what llir/llvm v0.3.6
// cannot read although it is valid. The number of lines does not change:
// positions in messages stay right.
func prescan(text string) (string, *metadata) {
	md := &metadata{defs: map[int64]string{}, nodes: map[int64]*mdNode{}}
	var out strings.Builder
	out.Grow(len(text))
	for text != "" {
		line := text
		if nl := strings.IndexByte(text, '\n'); nl >= 0 {
			line = text[:nl+1]
		}
		text = text[len(line):]
		if len(line) > 1 && line[0] == '!' && line[1] >= '0' && line[1] <= '9' {
			if id, def, ok := metadataDef(line); ok {
				def, text = completeDef(def, text)
				md.defs[id] = def
				out.WriteString("!" + strconv.FormatInt(id, 10) + " = !{}")
				out.WriteString(strings.Repeat("\n", strings.Count(line, "\n")+strings.Count(def, "\n")))
				continue
			}
		}
		md.noteLine(line)
		out.WriteString(repair(line))
	}
	return out.String(), md
}

// nanPayload matches a NaN of type half, float or double other than the two
// that computations give.
var nanPayload = regexp.MustCompile(`\b0x[7F]FF([0-9A-F]{13})\b`)

// noteLine notes what a user should hear of because the parser does not keep
// it, or a repair takes it away.
func (m *metadata) noteLine(line string) {
	if name, _, ok := strings.Cut(line, " = "); ok && strings.HasPrefix(name, "@") && ifuncDef.MatchString(line) {
		m.notes = append(m.notes, "ifunc "+strings.Trim(name[1:], `"`)+" counts as an external function: its resolver is not run")
	}
	if !strings.Contains(line, "0x7FF") && !strings.Contains(line, "0xFFF") {
		return
	}
	for _, lit := range nanPayload.FindAllStringSubmatch(line, -1) {
		if lit[1] != "0000000000000" && lit[1] != "8000000000000" {
			m.notes = append(m.notes, "a floating-point constant is a NaN with a payload, which is read as the default NaN")
			return
		}
	}
}

// metadataDef splits "!12 = definition\n".
func metadataDef(line string) (id int64, def string, ok bool) {
	lhs, rhs, found := strings.Cut(line, "=")
	if !found {
		return 0, "", false
	}
	id = parseRef(strings.TrimSpace(lhs))
	return id, strings.TrimSpace(rhs), id != noRef
}

// completeDef joins the following lines to a definition whose brackets are
// still open (clang writes one line; people may not).
func completeDef(def, rest string) (string, string) {
	for rest != "" && openBrackets(def) > 0 {
		line, after, _ := strings.Cut(rest, "\n")
		def, rest = def+"\n"+line, after
	}
	return def, rest
}

func openBrackets(s string) int {
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '{':
			depth++
		case c == ')' || c == '}':
			depth--
		}
	}
	return depth
}

// repairs are the rewrites of one line; Probe is a cheap test whether Apply
// may have work.
var repairs = []struct {
	Why, Probe string
	Apply      func(line string) string
}{
	{"llir rejects metadata on freeze", " = freeze ", dropFreezeMetadata},
	{"llir rejects the resolver of an ifunc", " ifunc ", declareIfunc},
	{"llir rejects the alignment of a result", " align ", dropResultAlignment},
	{"llir takes the halves of fp128 literals for each other", "0xL", swapQuadHalves},
}

func repair(line string) string {
	for i := range repairs {
		if strings.Contains(line, repairs[i].Probe) {
			line = repairs[i].Apply(line)
		}
	}
	return line
}

var resultAlignment = regexp.MustCompile(`^((?:\s*(?:%[^=]+ = )?(?:tail |musttail |notail )?(?:call|invoke)|declare|define)(?: [a-z_]+| ![a-z]+ !\d+)*) align \d+ `)

// dropResultAlignment takes out what stands between the keyword and the type of the result,
// as in "call noalias align 64 i8* @aligned_alloc".
func dropResultAlignment(line string) string { return resultAlignment.ReplaceAllString(line, "$1 ") }

var freezeMetadata = regexp.MustCompile(`^(\s*%[^=]+ = freeze [^!]*?)(?:, !.*)?(\n?)$`)

func dropFreezeMetadata(line string) string { return freezeMetadata.ReplaceAllString(line, "$1$2") }

var quadLiteral = regexp.MustCompile(`\b0xL([0-9A-F]{16})([0-9A-F]{16})\b`)

// swapQuadHalves rewrites fp128 literals, except inside strings (which never
// contain a quote: LLVM writes it \22).
func swapQuadHalves(line string) string {
	parts := strings.Split(line, `"`)
	for i := 0; i < len(parts); i += 2 {
		parts[i] = quadLiteral.ReplaceAllString(parts[i], "0xL$2$1")
	}
	return strings.Join(parts, `"`)
}

var ifuncDef = regexp.MustCompile(`^(@\S+|@"[^"]*") = [^"]*?\bifunc (.*\n?)$`)

// resolverOf is a variable with external linkage that holds the resolver of an ifunc, so
// that code that is not there can call it. rest is the text behind the type.
func resolverOf(name, rest string) string {
	rest = strings.TrimSpace(strings.TrimPrefix(rest, ","))
	if cast, ok := strings.CutPrefix(rest, "bitcast ("); ok { // the type stands inside
		rest = cast[:max(strings.LastIndex(cast, " to "), 0)]
	}
	return fmt.Sprintf("@\"%s.resolver\" = global %s\n", strings.Trim(name[1:], `"`), rest)
}

// declareIfunc makes an external function of an ifunc: its resolver is not
// run. The type of the function is "result (parameters)"; the parameters are
// in the last brackets before the comma.
func declareIfunc(line string) string {
	m := ifuncDef.FindStringSubmatch(line)
	if m == nil {
		return line
	}
	ty := m[2][:fieldEnd(m[2])]
	depth := 0
	for i := len(ty) - 1; i >= 0; i-- {
		switch ty[i] {
		case ')':
			depth++
		case '(':
			depth--
			if depth == 0 {
				return "declare " + ty[:i] + m[1] + ty[i:] + "\n" + resolverOf(m[1], strings.TrimSpace(m[2][len(ty):]))
			}
		}
	}
	return line
}
