package coverage

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Module is linked IR without the calls that clang raises counters with,
// which remembers where they stood.
type Module struct {
	Functions []Function // of the mapping

	lines  []string
	graphs []*graph            // defined functions, in order
	byName map[string][]*graph // by Function.Name
}

// Place is an instruction of the module's text: the Instr-th of a block, phis
// and debug intrinsics counted, as ir.Instr.Src counts.
type Place struct {
	Func         string // linkage name
	Block, Instr int
}

// graph is the control flow of one function, its blocks in text order.
type graph struct {
	name    string // linkage name
	blocks  []block
	labels  map[string]int
	profile string // Function.Name
	// counters is how many counters the function has.
	counters int

	// What solve finds: the count of each block (nil: not known), which
	// counters some code raises, and relations between counters.
	values []Expr
	raised map[int]bool
	rows   map[int]Expr
}

type block struct {
	lines  []int // where each instruction begins in Module.lines
	phis   int   // how many of them are phis, which come first
	marks  []mark
	succs  []string
	leaves bool // the last instruction leaves the function, or ends the program
	never  bool // clang itself says that control never comes here
}

// mark is a call that raised a counter before the instr-th instruction.
type mark struct {
	counter, instr int
	// nowhere: raised by a number, so at no place of its own.
	nowhere bool
	// chosen is the helper function that a counter of a `select` became: the
	// counter was raised if its argument is true. "" for ordinary ones.
	chosen string
}

var (
	incrementCall = regexp.MustCompile(`call void @llvm\.instrprof\.increment(\.step)?\(i8\* getelementptr inbounds \(\[\d+ x i8\], \[\d+ x i8\]\* (@[^,]+), i32 0, i32 0\), i64 -?\d+, i32 (\d+), i32 (\d+)(?:, i64 ([^)]+))?\)`)
	labelUse      = regexp.MustCompile(`label %("[^"]*"|[-a-zA-Z$._0-9]+)`)
	zextBool      = regexp.MustCompile(`^\s*(%\S+) = zext i1 (\S+) to i64`)
	defineName    = regexp.MustCompile(`^define [^@]*@("[^"]*"|[-a-zA-Z$._0-9]+)\(`)
	labelLine     = regexp.MustCompile(`^("[^"]*"|[-a-zA-Z$._0-9]+):`)
)

// Read takes the text of linked IR of units compiled with Flags apart. names
// are the functions that llvm-cov finds in the units: linking loses the names
// of those without code, which are left out where names is nil.
func Read(text string, names []string) (*Module, error) {
	lines := strings.Split(text, "\n")
	m := &Module{byName: map[string][]*graph{}}
	var err error
	if m.Functions, err = readMapping(lines, names); err != nil {
		return nil, err
	}
	globals := map[string]string{} // name in profiles, by the global that holds it
	for _, line := range lines {
		if match := nameLine.FindStringSubmatch(line); match != nil {
			globals[match[1]] = string(unescape(match[2]))
		}
	}
	s := &scanner{m: m, names: globals}
	for _, line := range lines {
		s.line(line)
	}
	m.lines = append(m.lines, s.helpers...)
	for _, g := range m.graphs {
		if g.profile != "" {
			m.byName[g.profile] = append(m.byName[g.profile], g)
		}
	}
	return m, nil
}

// Text is the IR without the counters.
func (m *Module) Text() string { return strings.Join(m.lines, "\n") + "\n" }

// scanner goes through the lines of a module once.
type scanner struct {
	m       *Module
	names   map[string]string
	g       *graph
	bools   map[string]string // i64 register -> the i1 it was widened from
	inCases bool              // inside the cases of a switch
	helpers []string          // functions to append
}

func (s *scanner) line(line string) {
	m := s.m
	switch {
	case s.g == nil && strings.HasPrefix(line, "define "):
		s.begin(line)
	case s.g == nil:
	case line == "}":
		s.g = nil
	case s.inCases:
		s.successors(line)
		s.inCases = !strings.HasPrefix(strings.TrimSpace(line), "]")
	case line == "" || strings.HasPrefix(strings.TrimSpace(line), ";"):
	case line[0] != ' ':
		s.label(line)
	default:
		if match := incrementCall.FindStringSubmatch(line); match != nil {
			s.counter(line, match)
			return
		}
		s.instruction(line)
	}
	m.lines = append(m.lines, line)
}

func (s *scanner) begin(line string) {
	match := defineName.FindStringSubmatch(line)
	if match == nil {
		return
	}
	s.g = &graph{name: strings.Trim(match[1], `"`), labels: map[string]int{}}
	s.bools = map[string]string{}
	s.g.blocks = append(s.g.blocks, block{})
	s.m.graphs = append(s.m.graphs, s.g)
}

// label begins a block; the entry has its label only where it is named.
func (s *scanner) label(line string) {
	match := labelLine.FindStringSubmatch(line)
	if match == nil {
		return
	}
	if last := &s.g.blocks[len(s.g.blocks)-1]; len(last.lines) > 0 || len(last.marks) > 0 {
		s.g.blocks = append(s.g.blocks, block{})
	}
	s.g.labels[match[1]] = len(s.g.blocks) - 1
}

func (s *scanner) last() *block { return &s.g.blocks[len(s.g.blocks)-1] }

func (s *scanner) successors(line string) {
	for _, l := range labelUse.FindAllStringSubmatch(line, -1) {
		s.last().succs = append(s.last().succs, l[1])
	}
}

func (s *scanner) instruction(line string) {
	b := s.last()
	b.lines = append(b.lines, len(s.m.lines))
	text := strings.TrimSpace(line)
	if match := zextBool.FindStringSubmatch(line); match != nil {
		s.bools[match[1]] = strings.TrimSuffix(match[2], ",")
	}
	if strings.Contains(text, " = phi ") {
		b.phis++
	}
	word, _, _ := strings.Cut(text, " ")
	switch word {
	case "br", "indirectbr":
		s.successors(line)
	case "switch":
		s.successors(line)
		s.inCases = strings.HasSuffix(text, "[")
	case "ret", "unreachable", "resume":
		b.leaves = true
		b.never = word == "unreachable" && len(b.lines) == 1 && len(b.marks) == 0
	}
}

// counter takes the call of a counter out. Where clang raises it by a
// condition (both arms of a `?:` were computed), a call of a function of its
// own takes the place, whose blocks are the two outcomes.
func (s *scanner) counter(line string, match []string) {
	b := s.last()
	width, _ := strconv.Atoi(match[3]) // the pattern lets only digits in
	n, _ := strconv.Atoi(match[4])
	s.g.profile, s.g.counters = s.names[match[2]], width
	k := mark{counter: n, instr: len(b.lines)}
	if match[1] != "" {
		cond, ok := s.bools[match[5]]
		if !ok {
			k.nowhere = true
			b.marks = append(b.marks, k)
			return
		}
		k.chosen = fmt.Sprintf("__assay_select.%d", len(s.helpers))
		_, debug, _ := strings.Cut(line, "), !dbg ")
		if debug != "" {
			debug = ", !dbg " + debug
		}
		call := fmt.Sprintf("  call void @%s(i1 %s)%s", k.chosen, cond, debug)
		s.helpers = append(s.helpers, fmt.Sprintf("define internal void @%s(i1 %%c) {\nentry:\n  br i1 %%c, label %%yes, label %%no\nyes:\n  ret void\nno:\n  ret void\n}", k.chosen))
		b.lines = append(b.lines, len(s.m.lines))
		s.m.lines = append(s.m.lines, call)
	}
	b.marks = append(b.marks, k)
}

// Calls are the places that call one of the functions by name.
func (m *Module) Calls(names []string) []Place {
	var out []Place
	for _, g := range m.graphs {
		for b := range g.blocks {
			for i, line := range g.blocks[b].lines {
				text := m.lines[line]
				if !strings.Contains(text, " call ") && !strings.HasPrefix(strings.TrimSpace(text), "call ") {
					continue
				}
				if slices.ContainsFunc(names, func(n string) bool { return strings.Contains(text, "@"+n+"(") }) {
					out = append(out, Place{g.name, b, i})
				}
			}
		}
	}
	return out
}

// SelectHelper reports whether a function of the program is not the user's but
// shows the outcome of a `?:`.
func SelectHelper(name string) bool { return strings.HasPrefix(name, "__assay_select.") }

// Slots are numbered events of a native run of Instrument's text.
type Slots struct {
	// Counters is the first slot of each function of the mapping, -1 for
	// those without code; Of says how many follow.
	Counters map[string]int
	// Places are the slots of other places.
	Places map[Place]int
	Count  int
	width  map[string]int
}

// Of is the first slot of a function's counters, and how many the function
// has.
func (s *Slots) Of(function string) (first, width int) {
	return s.Counters[function], s.width[function]
}

// number gives slots to the counters of every function.
func (m *Module) number() *Slots {
	s := &Slots{Counters: map[string]int{}, Places: map[Place]int{}, width: map[string]int{}}
	for i := range m.Functions {
		name := m.Functions[i].Name
		graphs := m.byName[name]
		if len(graphs) == 0 {
			s.Counters[name] = -1
			continue
		}
		s.width[name] = graphs[0].counters
		s.Counters[name] = s.Count
		s.Count += s.width[name]
	}
	return s
}

// Instrument returns IR that calls __assay_point (recorder/points.c) with the slot of
// each counter, and of each place, that is executed.
func (m *Module) Instrument(places []Place) (string, *Slots) {
	s := m.number()
	insert := map[int][]string{} // before a line
	call := func(line, slot int) {
		insert[line] = append(insert[line], fmt.Sprintf("  call void @__assay_point(i64 %d)", slot))
	}
	var tail []string
	for i := range m.Functions {
		name := m.Functions[i].Name
		first := s.Counters[name]
		for _, g := range m.byName[name] {
			g.eachMark(func(b *block, k mark) {
				switch {
				case k.nowhere:
				case k.chosen != "":
					s.Places[Place{k.chosen, 1, 0}] = first + k.counter
				case k.instr < len(b.lines):
					call(b.lines[k.instr], first+k.counter)
				}
			})
		}
	}
	at := m.lineOf()
	for _, p := range places {
		if _, known := s.Places[p]; !known {
			s.Places[p] = s.Count
			s.Count++
		}
		if !SelectHelper(p.Func) {
			call(at(p), s.Places[p])
		}
	}
	var out []string
	for i, line := range m.lines {
		out = append(out, insert[i]...)
		if strings.HasPrefix(line, "define internal void @__assay_select.") {
			line = s.helper(line)
		}
		out = append(out, line)
	}
	tail = append(tail, "declare void @__assay_point(i64)",
		"define void @"+Nowhere+"() {\n  ret void\n}")
	return strings.Join(append(out, tail...), "\n") + "\n", s
}

// Nowhere is a function of Instrument's text that nothing calls.
const Nowhere = "__assay_nowhere"

// helper makes the function of a `select` count its outcomes.
func (s *Slots) helper(text string) string {
	name := defineName.FindStringSubmatch(text)[1]
	for b, label := range []string{"", "yes", "no"} {
		if slot, ok := s.Places[Place{name, b, 0}]; ok {
			text = strings.Replace(text, "\n"+label+":\n", fmt.Sprintf("\n%s:\n  call void @__assay_point(i64 %d)\n", label, slot), 1)
		}
	}
	return text
}

func (g *graph) eachMark(f func(*block, mark)) {
	for i := range g.blocks {
		for _, k := range g.blocks[i].marks {
			f(&g.blocks[i], k)
		}
	}
}

// lineOf finds the line of a place; places come from Locate.
func (m *Module) lineOf() func(Place) int {
	byName := map[string]*graph{}
	for _, g := range m.graphs {
		byName[g.name] = g
	}
	return func(p Place) int {
		return byName[p.Func].blocks[p.Block].lines[p.Instr]
	}
}
