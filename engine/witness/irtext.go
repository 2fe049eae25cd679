package witness

import (
	"fmt"
	"strconv"
	"strings"
)

// module is the text of linked IR, cut into functions, blocks and
// instructions, with the edits to be made.
type module struct {
	lines   []string
	funcs   map[string]*irFunc
	order   []*irFunc
	types   map[string]string // %name → body
	globals []irGlobal        // defined ones, in order
	before  map[int][]string  // line → lines to insert before it
	after   map[int][]string  // line → lines to insert after it
	temp    int
}

type irFunc struct {
	name    string
	header  int // line of "define"
	blocks  []irBlock
	results map[string]*irInstr // "%5" → its definition
}

type irBlock struct{ instrs []*irInstr }

// irInstr is one instruction; text is without indentation and metadata.
type irInstr struct {
	start, end   int // first and last line
	result, op   string
	rest         string // after the opcode
	fn           *irFunc
	block, index int
}

type irGlobal struct {
	name, typ string
	line      int
}

// parseModule cuts the text of an LLVM 14 module. Only its outline is
// checked: it comes from llvm-link.
func parseModule(text string) (*module, error) {
	m := &module{
		lines: strings.Split(text, "\n"), funcs: map[string]*irFunc{}, types: map[string]string{},
		before: map[int][]string{}, after: map[int][]string{},
	}
	for i := 0; i < len(m.lines); i++ {
		line := m.lines[i]
		switch {
		case strings.HasPrefix(line, "define "):
			end, err := m.function(i)
			if err != nil {
				return nil, err
			}
			i = end
		case strings.HasPrefix(line, "%"):
			if name, body, ok := strings.Cut(line, " = type "); ok {
				m.types[name] = body
			}
		case strings.HasPrefix(line, "@"):
			m.global(line, i)
		}
	}
	if len(m.funcs) == 0 {
		return nil, fmt.Errorf("linked IR: no function is defined in it")
	}
	return m, nil
}

// global notes a defined global variable with its type.
func (m *module) global(line string, at int) {
	name, rest, ok := strings.Cut(line, " = ")
	if !ok || strings.HasPrefix(rest, "external ") || strings.HasPrefix(rest, "extern_weak ") ||
		strings.HasPrefix(name, "@llvm.") || strings.Contains(rest, "thread_local") {
		return
	}
	for _, kw := range []string{"global ", "constant "} {
		_, tail, found := strings.Cut(" "+rest, " "+kw)
		if typ, _, ok := parseType(tail); found && ok {
			m.globals = append(m.globals, irGlobal{name, typ, at})
			return
		}
	}
}

// function cuts the function whose define stands on line i and returns the
// line of its closing brace.
func (m *module) function(i int) (int, error) {
	at := strings.IndexByte(m.lines[i], '@')
	if at < 0 {
		return 0, fmt.Errorf("linked IR, line %d: a definition without a name", i+1)
	}
	sym := m.lines[i][at:]
	f := &irFunc{name: unquoteName(sym[:nameEnd(sym)]), header: i, results: map[string]*irInstr{}}
	f.blocks = append(f.blocks, irBlock{})
	for j := i + 1; j < len(m.lines); j++ {
		line := m.lines[j]
		switch {
		case line == "}":
			m.funcs[f.name] = f
			m.order = append(m.order, f)
			return j, nil
		case line == "" || strings.HasPrefix(strings.TrimSpace(line), ";"):
		case line[0] != ' ':
			if j > i+1 && len(f.blocks[len(f.blocks)-1].instrs) > 0 {
				f.blocks = append(f.blocks, irBlock{})
			}
		default:
			j = m.instr(f, j)
		}
	}
	return 0, fmt.Errorf("linked IR, line %d: the definition of %s has no end", i+1, f.name)
}

// instr cuts the instruction on line j and returns its last line.
func (m *module) instr(f *irFunc, j int) int {
	in := &irInstr{start: j, end: j, fn: f, block: len(f.blocks) - 1}
	text := strings.TrimSpace(m.lines[j])
	if strings.HasSuffix(text, "[") && strings.HasPrefix(text, "switch ") {
		for in.end+1 < len(m.lines) && !strings.HasPrefix(strings.TrimSpace(m.lines[in.end]), "]") {
			in.end++
		}
	}
	if strings.HasPrefix(text, "%") {
		n := nameEnd(text)
		in.result = text[:n]
		text = strings.TrimPrefix(strings.TrimSpace(text[n:]), "= ")
	}
	in.op, in.rest, _ = strings.Cut(text, " ")
	in.rest = stripMetadata(in.rest)
	b := &f.blocks[in.block]
	in.index = len(b.instrs)
	b.instrs = append(b.instrs, in)
	if in.result != "" {
		f.results[in.result] = in
	}
	return in.end
}

// stripMetadata drops the attached ", !kind !N" and what follows.
func stripMetadata(s string) string {
	parts := splitTop(s)
	for i, p := range parts {
		if i > 0 && strings.HasPrefix(p, "!") {
			return strings.Join(parts[:i], ", ")
		}
	}
	return s
}

// unquoteName turns @"a b" and @x into the bare name.
func unquoteName(s string) string {
	s = s[1:]
	if !strings.HasPrefix(s, `"`) {
		return s
	}
	s = strings.Trim(s, `"`)
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+2 < len(s) {
			if v, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				sb.WriteByte(byte(v))
				i += 2
				continue
			}
		}
		sb.WriteByte(s[i])
	}
	return sb.String()
}

// at finds the instruction of a site.
func (m *module) at(s *Site) (*irInstr, error) {
	f := m.funcs[s.Function]
	if f == nil {
		return nil, fmt.Errorf("linked IR: no function %s", s.Function)
	}
	if s.Block >= len(f.blocks) {
		return nil, fmt.Errorf("linked IR: %s has %d blocks, none with number %d", s.Function, len(f.blocks), s.Block)
	}
	if b := f.blocks[s.Block].instrs; s.Instr >= len(b) {
		return nil, fmt.Errorf("linked IR: block %d of %s has %d instructions, none with number %d", s.Block, s.Function, len(b), s.Instr)
	}
	return f.blocks[s.Block].instrs[s.Instr], nil
}

// name makes a fresh local name; named values do not disturb the numbering
// of the unnamed ones.
func (m *module) name() string {
	m.temp++
	return fmt.Sprintf("%%__assay.%d", m.temp)
}

// insertBefore and insertAfter place lines around an instruction. Calls in a
// function with debug information need no location of their own: the
// functions called have no bodies here.
func (m *module) insertBefore(in *irInstr, lines ...string) {
	m.before[in.start] = append(m.before[in.start], indent(lines)...)
}

func (m *module) insertAfter(in *irInstr, lines ...string) {
	m.after[in.end] = append(m.after[in.end], indent(lines)...)
}

func indent(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = "  " + l
	}
	return out
}

// String is the text with the edits made.
func (m *module) String() string {
	var sb strings.Builder
	for i, line := range m.lines {
		for _, l := range m.before[i] {
			sb.WriteString(l + "\n")
		}
		sb.WriteString(line)
		if i+1 < len(m.lines) {
			sb.WriteByte('\n')
		}
		for _, l := range m.after[i] {
			sb.WriteString(l + "\n")
		}
	}
	return sb.String()
}
