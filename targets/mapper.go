package targets

import (
	"fmt"
	"os"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/targets/acsl"
)

// Mapper finds the targets of alarms in one program. It is not safe for use
// by several goroutines.
type Mapper struct {
	p         *ir.Program
	opt       Options
	files     *fileIndex
	lines     *lineIndex
	fields    *fieldNames
	parts     func() *parts
	copies    func() []ir.Point               // findCopies
	callSites func() map[ir.FuncID][]ir.Point // findCalls
	facts     map[ir.FuncID]*facts
	shared    map[string]*engine.Target // by sites
	texts     map[string][]string       // sources read, by path
	places    map[string]presumption    // of lines of sources, by path
	// expanded are the texts after macro expansion, by path.
	expanded map[string]*expansion
}

// New prepares the mapping of alarms to a program. The program must not change
// afterwards.
func New(p *ir.Program, opt Options) *Mapper {
	if opt.Entry == "" {
		opt.Entry = "main"
	}
	if opt.ReadFile == nil {
		opt.ReadFile = os.ReadFile
	}
	m := &Mapper{
		p: p, opt: opt, lines: newLineIndex(p), fields: newFieldNames(p), parts: sync.OnceValue(func() *parts { return newParts(p) }),
		facts: map[ir.FuncID]*facts{}, shared: map[string]*engine.Target{}, texts: map[string][]string{},
		expanded: map[string]*expansion{}, places: map[string]presumption{},
	}
	m.copies, m.callSites = sync.OnceValue(m.findCopies), sync.OnceValue(m.findCalls)
	used := map[ir.FileID]bool{}
	for f := range m.lines.lines {
		used[f] = true
	}
	m.files = newFileIndex(p, used, opt)
	return m
}

// Map maps the alarms of one program, in order; see [Mapper.Map].
func Map(p *ir.Program, alarms []Alarm, opt Options) []Mapping {
	m := New(p, opt)
	out := make([]Mapping, len(alarms))
	for i, a := range alarms {
		out[i] = m.Map(a)
	}
	return out
}

// Map finds the target of an alarm. The result depends on the alarm alone,
// except that an alarm with the same sites as an earlier one shares its
// target.
func (m *Mapper) Map(a Alarm) Mapping {
	rule := RuleFor(a.Tool, a.RuleID, a.Message)
	mp := Mapping{Rule: rule, Checkable: rule.Checkable}
	if !rule.Checkable {
		mp.Note = rule.Note
		return mp
	}
	if rule.Look == LookNothing {
		mp.Unmapped = &Unmapped{Unsupported, rule.Note, "review the alarm by hand"}
		if rule.Unknown {
			mp.Unmapped = &Unmapped{UnknownRule, rule.Note, "review the alarm by hand; assay rules lists the rules that are known"}
		}
		return mp
	}
	if rule.Narrower != "" {
		mp.Settles = Settles{OnlyReachable: true, Why: rule.Narrower}
	}
	line := a.Line
	a, why := m.reading(a, m.files.find(a.File))
	switch {
	case why != "":
		mp.Unmapped = &Unmapped{NotUnderstood, why, "run the analyzer and assay on the text without #line directives (clang -E -P)"}
		return mp
	case rule.Look == LookExit:
		return m.mapExit(a, mp)
	case a.Line <= 0 || a.File == "":
		mp.Unmapped = &Unmapped{NoPlace, "the analyzer names no line", "run the analyzer again with locations in its output"}
		return mp
	}
	file := m.files.find(a.File)
	if len(file.ids) == 0 {
		mp.Unmapped = m.unknownFile(a, file)
		return mp
	}
	mp.File, mp.ByName = file.path, file.byName
	if a.Line != line {
		mp.note(fmt.Sprintf("line %d is line %d of %s by a #line directive", line, a.Line, path.Base(file.path)))
	}
	m.mapPlace(a, file, &mp)
	return mp
}

// mapPlace maps an alarm whose file is known.
func (m *Mapper) mapPlace(a Alarm, file located, mp *Mapping) {
	ch := m.choose(a, mp.Rule, file)
	switch {
	case ch.unclear != "":
		mp.Unmapped = &Unmapped{NotUnderstood, "this rule's claim is not understood: " + ch.unclear, "review the alarm by hand"}
		return
	case len(ch.sites) == 0:
		mp.Unmapped = m.explain(a, mp.Rule, file)
		return
	case ch.unseen != "":
		mp.Unmapped = &Unmapped{Unsupported, ch.unseen, "review the alarm by hand"}
		return
	}
	mp.Candidates, mp.Narrowed = ch.candidates, ch.candidates > len(ch.sites)
	mp.Settles = mp.Settles.and(ch.settles)
	if file.unsure {
		mp.Settles = mp.Settles.and(Settles{OnlyReachable: true,
			Why: "only the name of " + path.Base(a.File) + " is that of the alarm's file: say --path-map FROM=TO if it is the same"})
	}
	mp.note(ch.note)
	if m.twice(file.path, a.Line) {
		mp.Settles = mp.Settles.and(Settles{OnlyUnreachable: true, Why: "several lines have this number by #line directives"})
	}
	if a.Elsewhere {
		mp.Settles = mp.Settles.and(Settles{OnlyReachable: true, Why: "the result has locations on other lines, too, which were not judged"})
	}
	mp.First, mp.Last = m.statement(file.path, a.Line, max(a.Line, a.EndLine))
	for _, s := range ch.sites {
		if loc := m.p.LocOf(s.Point); slices.Contains(file.ids, loc.File) && abs(int(loc.Line)-a.Line) <= maxStatement {
			mp.First, mp.Last = min(mp.First, int(loc.Line)), max(mp.Last, int(loc.Line))
		}
	}
	m.setTarget(a, mp, ch.sites, nil)
}

func abs(n int) int { return max(n, -n) }

// note appends a remark.
func (mp *Mapping) note(s string) {
	if s != "" && mp.Note != "" {
		mp.Note += "; "
	}
	mp.Note += s
}

// setTarget makes the target, or shares the one with the same sites.
func (m *Mapper) setTarget(a Alarm, mp *Mapping, sites []engine.Site, via []ir.Point) {
	name := fmt.Sprintf("%s:%d: %s", path.Base(a.File), a.Line, a.RuleID)
	key := fmt.Sprint(sites, via)
	if t, ok := m.shared[key]; ok {
		mp.Target = t
		mp.note("the same instructions and violation as an earlier alarm, " + t.Name)
		return
	}
	mp.Target = &engine.Target{Name: name, Sites: sites, Via: via}
	m.shared[key] = mp.Target
}

// choice is the result of looking for candidates at a place.
type choice struct {
	sites      []engine.Site
	candidates int
	note       string
	settles    Settles
	// level is how well the sites match what the alarm names.
	level match
	// unclear says why the claim is not understood.
	unclear string
	// unseen says why not all sites could be judged: then silence of the
	// engine would be no proof.
	unseen string
}

// question is an alarm whose file and claim are known.
type question struct {
	alarm Alarm
	rule  Rule
	claim claim
	file  located
}

// choose finds what an alarm may mean, and looks whether that is all.
func (m *Mapper) choose(a Alarm, rule Rule, file located) choice {
	if rule.Look == LookPlace {
		return m.place(file.ids, a.Line)
	}
	q := &question{a, rule, claimOf(a, rule), file}
	if q.claim.unclear != "" {
		return choice{unclear: q.claim.unclear}
	}
	from, to := a.Line, max(a.Line, a.EndLine)
	first, last := m.statement(file.path, from, to)
	if from == to && last > to && namesExpression[a.Tool] && a.Col > 0 && leavesOpen(m.source(file.path)[from-1], a.Col) && !m.standsAt(q) {
		a.EndLine, a.EndCol, to = last, 0, last
		q.alarm = a
	}
	if from == to && first < from && namesExpression[a.Tool] {
		if col := m.beginsAbove(file.path, from, a.Col); col > 0 {
			q.alarm.Line, q.alarm.Col, q.alarm.EndLine, q.alarm.EndCol = from-1, col, from, a.Col+1
			from--
		}
	}
	ch := m.candidates(q, span{from: int32(from), to: int32(to)}, span{from: int32(first), to: int32(last)})
	m.mentions(q, &ch)
	m.copied(q, &ch)
	m.takenOver(q, &ch)
	if why := m.computed(q, &ch, first, last); why != "" {
		ch.unseen, ch.unclear = why, ""
	}
	return ch
}

// standsAt reports whether what an alarm looks for stands just at its column. What reads a value
// may stand in front of it.
func (m *Mapper) standsAt(q *question) bool {
	if q.rule.Look == LookRead {
		return false
	}
	points := m.lines.between(q.file.ids, q.alarm.Line, q.alarm.Line)
	return slices.ContainsFunc(m.search(q.rule, q.claim, points), func(c candidate) bool { return int(m.p.LocOf(c.site.Point).Col) == q.alarm.Col })
}

// candidates collects the candidates at the alarm's place and narrows them. Macros
// and conditional expressions over several lines put an alarm one line before
// its instruction, and reports without columns name a statement's first line
// only: the other lines of the statement are asked if the alarm's own have no
// candidate, or none that the predicate fits; and also if they have some that may be meant,
// where the analyzer names no other line than the first.
func (m *Mapper) candidates(q *question, own, all span) choice {
	points := func(from, to int32) []ir.Point { return m.lines.between(q.file.ids, int(from), int(to)) }
	find := func(from, to int32) []candidate { return preferred(m.search(q.rule, q.claim, points(from, to))) }
	narrow := func(cs []candidate, from, to int32) choice {
		return m.narrow(q.alarm, q.rule.Look, append(cs, m.called(q, cs, points(from, to))...))
	}
	at := find(own.from, own.to)
	if best(at) == yes {
		// Other accesses of the statement may come first, or the same operation stand there again.
		if q.rule.Look == LookAccess || q.firstLineOnly() {
			at = append(at, exactly(append(find(all.from, own.from-1), find(own.to+1, all.to)...))...)
			return narrow(at, all.from, all.to)
		}
		return narrow(at, own.from, own.to)
	}
	if ch, ok := m.inCallees(q.rule, q.claim, q.file.ids, int(own.from), int(own.to)); ok {
		return ch
	}
	if own.from == all.from && own.to < all.to && best(at) != yes && len(at) > 0 && q.firstLineOnly() {
		ch := narrow(append(at, find(own.to+1, all.to)...), all.from, all.to)
		if !slices.ContainsFunc(ch.sites, func(s engine.Site) bool { return m.p.LocOf(s.Point).Line <= own.to }) {
			ch.note = joinNotes("found on line "+lineList(m.p, ch.sites), ch.note)
		}
		return ch
	}
	for _, rest := range []span{{from: own.to + 1, to: all.to}, {from: all.from, to: own.from - 1}} {
		near := find(rest.from, rest.to)
		exact := best(near) == yes && best(at) == no
		if len(near) == 0 || len(at) > 0 && !exact || q.alarm.Predicate != "" && best(near) == no {
			continue
		}
		ch := narrow(near, min(own.from, rest.from), max(own.to, rest.to))
		ch.note = joinNotes("found on line "+lineList(m.p, ch.sites), ch.note)
		return ch
	}
	return narrow(at, own.from, own.to)
}

// firstLineOnly reports whether an alarm names the first line of its statement, wherever in
// it the operation stands: a column of an analyzer that looks at single operations says more.
func (q *question) firstLineOnly() bool {
	if q.alarm.EndLine > q.alarm.Line {
		return false
	}
	return q.alarm.Col == 0 || q.alarm.Tool == sarif.Infer || q.alarm.Tool == sarif.FramaC
}

// exactly keeps the candidates that match exactly.
func exactly(cs []candidate) []candidate {
	var kept []candidate
	for _, c := range cs {
		if c.match == yes {
			kept = append(kept, c)
		}
	}
	return kept
}

// lineList names the lines of sites.
func lineList(p *ir.Program, sites []engine.Site) string {
	var lines []string
	for _, s := range sites {
		n := fmt.Sprint(p.LocOf(s.Point).Line)
		if len(lines) == 0 || lines[len(lines)-1] != n {
			lines = append(lines, n)
		}
	}
	return strings.Join(lines, ", ")
}

func joinNotes(a, b string) string {
	if b == "" {
		return a
	}
	return a + "; " + b
}

// search collects the candidates among instructions.
func (m *Mapper) search(rule Rule, c claim, points []ir.Point) []candidate {
	find := finders[rule.Look]
	if find == nil {
		return nil
	}
	var all []candidate
	for _, pt := range points {
		s := newSearch(m.matcher(m.p.Blocks[pt.Block].Func), rule, c, pt)
		find(s, m.p.At(pt))
		all = append(all, s.found...)
	}
	return all
}

// matcher returns the matcher for a function.
func (m *Mapper) matcher(id ir.FuncID) *matcher {
	f, ok := m.facts[id]
	if !ok {
		f = newFacts(m.p.Funcs[id])
		m.facts[id] = f
	}
	return &matcher{p: m.p, fields: m.fields, parts: m.parts, facts: f, line: m.lineText}
}

// lineText is the text of a place's line, "" if it cannot be read.
func (m *Mapper) lineText(loc ir.Loc) string {
	if loc.Line == 0 || int(loc.File) >= len(m.p.Files) {
		return ""
	}
	lines := m.source(m.p.Files[loc.File])
	if int(loc.Line) > len(lines) {
		return ""
	}
	return lines[loc.Line-1]
}

// best is the best match among candidates.
func best(cs []candidate) match {
	b := no
	for _, c := range cs {
		b = b.or(c.match)
	}
	return b
}

// narrow keeps the candidates that match exactly; without any, those that may
// match (verdicts.md, rule 7). What a predicate cannot mean answers nothing.
func (m *Mapper) narrow(a Alarm, look Look, cs []candidate) choice {
	ch := choice{}
	cs, elsewhere := apart(cs)
	level := best(cs)
	ch.level = level
	ch.candidates = len(distinct(cs))
	var kept []candidate
	for _, c := range cs {
		if c.match >= level {
			kept = append(kept, c)
		}
	}
	kept = m.byColumn(a, look, cs, kept, &ch)
	for _, c := range kept {
		if c.unclear != "" {
			ch.unclear = c.unclear
		}
		if c.unseen != "" {
			ch.unseen = c.unseen
			break
		}
	}
	switch {
	case level != no || len(cs) == 0 || ch.unseen != "":
	case a.Predicate != "":
		ch.unclear = "nothing that the predicate can mean is there"
	case !slices.ContainsFunc(cs, func(c candidate) bool { return c.alias }):
		ch.unclear = "nothing that the message can mean is there"
	default:
		ch.note = "the message fits no instruction there exactly: all are tried"
		if len(distinct(kept)) > 1 { // the only one is meant by another name
			ch.settles = Settles{OnlyUnreachable: true, Why: "the message names something else"}
		}
	}
	ch.settle(kept)
	for _, c := range elsewhere {
		switch {
		case len(cs) == 0:
			ch.unclear = c.elsewhere
		case c.match >= level:
			ch.settles = ch.settles.and(Settles{OnlyReachable: true, Why: c.elsewhere})
		}
	}
	ch.sites = distinct(audible(kept))
	if len(ch.sites) == 0 && len(kept) > 0 && ch.unclear == "" {
		ch.unclear = ch.settles.Why
	}
	if len(ch.sites) > 1 && a.Tool == sarif.FramaC && a.Predicate == "" {
		ch.settles = ch.settles.and(Settles{OnlyUnreachable: true, Why: "which of several operations there is meant is not told: the alarm has no predicate that can be read"})
	}
	if len(ch.sites) > 1 && a.Predicate != "" && !sameQuestion(kept, level) {
		ch.settles = ch.settles.and(Settles{OnlyUnreachable: true, Why: "which of several operations there is meant is not told"})
	}
	return ch
}

// apart tells candidates from what may happen elsewhere.
func apart(all []candidate) (cs, elsewhere []candidate) {
	for _, c := range all {
		if c.elsewhere != "" {
			elsewhere = append(elsewhere, c)
		} else {
			cs = append(cs, c)
		}
	}
	return cs, elsewhere
}

// settle unites what the candidates settle: an error at one is the alarm's if that one's is.
func (ch *choice) settle(kept []candidate) {
	var all Settles
	var except []ir.Point
	for _, c := range kept {
		all = all.and(c.settles)
		if !c.settles.OnlyUnreachable {
			except = append(except, c.site.Point)
		}
	}
	if all.OnlyUnreachable {
		all.Except = except
	}
	ch.settles = ch.settles.and(all)
}

// audible keeps the candidates at which the engine sees a violation.
func audible(cs []candidate) []candidate {
	var kept []candidate
	for _, c := range cs {
		if !c.silent {
			kept = append(kept, c)
		}
	}
	return kept
}

// preferred leaves out accesses to whole variables, which cannot go wrong,
// unless the alarm names them, and spare candidates unless no other can be
// meant.
func preferred(cs []candidate) []candidate {
	var first, second []candidate
	for _, c := range cs {
		switch {
		case c.direct && c.match != yes:
		case c.spare && c.match != yes:
			second = append(second, c)
		default:
			first = append(first, c)
		}
	}
	if best(first) == no {
		return append(first, second...)
	}
	return first
}

// countsBytes reports whether a column of a line is the same in bytes and in characters.
func countsBytes(text string, col int) bool {
	return !strings.ContainsFunc(text[:min(col, len(text))], func(r rune) bool { return r > unicode.MaxASCII })
}

// distinct returns the sites of candidates in program order, each once; sites
// that differ in classes only are united.
func distinct(cs []candidate) []engine.Site {
	sites := make([]engine.Site, 0, len(cs))
	at := map[engine.Site]int{}
	for _, c := range cs {
		key := c.site
		key.Classes = 0
		if i, ok := at[key]; ok {
			sites[i].Classes |= c.site.Classes
			continue
		}
		at[key] = len(sites)
		sites = append(sites, c.site)
	}
	sort.SliceStable(sites, func(i, j int) bool {
		a, b := sites[i].Point, sites[j].Point
		return a.Block < b.Block || a.Block == b.Block && a.Instr < b.Instr
	})
	return sites
}

// maxInlining bounds how deep a compiler is assumed to inline.
const maxInlining = 4

// inCallees looks for the variable that a message names in the functions
// called on the line: gcc warns after inlining, and gives the line of the
// call in the outermost function.
func (m *Mapper) inCallees(rule Rule, c claim, files []ir.FileID, from, to int) (choice, bool) {
	points := m.lines.between(files, from, to)
	if rule.Look != LookRead || c.subject == nil || m.declaredAt(points, c.subject) {
		return choice{}, false
	}
	seen := map[ir.FuncID]bool{}
	callees := m.callees(points, seen)
	for range maxInlining {
		var found []candidate
		var names []string
		var next []ir.Point
		for _, f := range callees {
			points := functionPoints(m.p.Funcs[f])
			cs := m.search(rule, c, points)
			if best(cs) == yes {
				names = append(names, m.p.Funcs[f].Source+"()")
			}
			found = append(found, cs...)
			next = append(next, points...)
		}
		if best(found) == yes {
			ch := m.narrow(Alarm{}, rule.Look, preferred(found))
			ch.note = "read in " + strings.Join(names, ", ") + ", which is called there"
			return ch, true
		}
		callees = m.callees(next, seen)
	}
	return choice{}, false
}

// declaredAt reports whether the function at some place has the variable at the root of an
// expression.
func (m *Mapper) declaredAt(points []ir.Point, e acsl.Expr) bool {
	for b := base(e); b != nil; b = base(b) {
		e = b
	}
	id, ok := acsl.StripCasts(e).(*acsl.Ident)
	return ok && slices.ContainsFunc(points, func(pt ir.Point) bool { return m.matcher(m.p.Blocks[pt.Block].Func).declares(id.Name) })
}

// callees lists the user's functions that the instructions call, except those
// seen before.
func (m *Mapper) callees(points []ir.Point, seen map[ir.FuncID]bool) []ir.FuncID {
	var out []ir.FuncID
	for _, pt := range points {
		in := m.p.At(pt)
		if in.Op != ir.Call || in.Call.Callee < 0 || seen[in.Call.Callee] {
			continue
		}
		seen[in.Call.Callee] = true
		if f := m.p.Funcs[in.Call.Callee]; len(f.Blocks) > 0 && !f.Model {
			out = append(out, f.ID)
		}
	}
	return out
}

// functionPoints lists the instructions of a function that have a line.
func functionPoints(f *ir.Func) []ir.Point {
	var points []ir.Point
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if b.Instrs[i].Loc != 0 && !frame(b.Instrs[i].Op) {
				points = append(points, ir.Point{Block: b.ID, Instr: int32(i)})
			}
		}
	}
	return points
}
