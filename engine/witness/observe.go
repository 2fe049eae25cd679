package witness

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine/op"
)

// bySanitizer is observer (a).
func (s *session) bySanitizer() (bool, error) {
	san := sanitizerOf[s.class]
	if san == nil {
		return false, nil
	}
	p, err := s.build.sources(s.ctx, s.w, san)
	if err != nil {
		return false, err
	}
	match := func(log string) (hit *finding, others []finding) { return s.matchReport(san, p, log) }
	stop := func(log string) bool { hit, _ := match(log); return hit != nil }
	res, err := s.start(p, feedGroups(s.w.Inputs.Feeds), "build with -fsanitize="+san.checks, stop)
	if err != nil {
		return false, err
	}
	hit, others := match(res.log)
	if hit == nil {
		if jumpedToNull(others) && s.checkable() {
			// The frame that made the call is not among those reported.
			s.note("  %s: asking the explicit check of the call", others[0].text)
			if seen, err := s.checkedRun(nil); seen {
				return seen, err
			}
		}
		s.missed(ObserverSanitizer, res, others)
		return false, nil
	}
	if s.otherOperator(hit) {
		s.note("  %s reported at column %d, the candidate is at column %d: asking the explicit check", hit.text, hit.col, s.w.Target.Column)
		if exact, err := s.exactCheck(); !errors.As(err, new(*buildError)) {
			return exact, err
		}
		s.note("  the explicit check could not be built: the line decides")
	}
	s.confirm(ObserverSanitizer, san.name+": "+hit.text, hit.at(), res)
	return true, nil
}

// jumpedToNull reports whether the failure is a call of null.
func jumpedToNull(fs []finding) bool {
	return len(fs) > 0 && nullJump.MatchString(fs[0].text)
}

var nullJump = regexp.MustCompile(`^SEGV on unknown address 0x0+ \(pc 0x0+ `)

// otherOperator reports whether a sanitizer's report on the right line
// belongs to another expression of it as far as columns tell. Columns of
// reports and of instructions agree for operators; where they do not, the
// explicit check of the instruction decides.
func (s *session) otherOperator(f *finding) bool {
	t := &s.w.Target
	return f.col > 0 && t.Column > 0 && f.col != t.Column && s.checkable()
}

// exactCheck decides by observer (b) what a report at another column meant.
func (s *session) exactCheck() (bool, error) {
	seen, err := s.checkedRun(nil)
	if err == nil && !seen {
		s.out.What = "a failure of the class was reported on the line, but not at the candidate's operator"
	}
	return seen, err
}

// matchReport looks for the target's failure in a log; others are reports of
// other places or kinds.
func (s *session) matchReport(san *sanitizer, p *program, log string) (hit *finding, others []finding) {
	var all []finding
	if !san.asan {
		all = ubsanFindings(log)
	} else if f, ok := asanFinding(log, p.lines); ok {
		all = []finding{f}
	}
	for i := range all {
		if f := &all[i]; san.match.MatchString(f.text) && s.w.Target.hits(*f) && s.w.Target.onSide(s.class, *f) {
			if hit == nil || f.col == s.w.Target.Column {
				hit = f
			}
			continue
		}
		others = append(others, all[i])
	}
	return hit, others
}

// missed records that an observer that can see the class did not.
func (s *session) missed(observer string, res *run, others []finding) {
	what := "no failure of class " + s.class.String() + " at " + fmt.Sprintf("%s:%d", s.w.Target.File, s.w.Target.Line) + "; the program: " + res.ended()
	at := ""
	if len(others) > 0 {
		what = fmt.Sprintf("another failure was reported: %s", others[0].text)
		at = others[0].at()
	}
	if a := res.events("assume"); len(a) > 0 {
		what += "; " + a[0] + " did not hold"
	}
	for _, f := range others {
		s.note("  reported: %s at %s", f.text, f.at())
	}
	s.finish(NotReproduced, observer, what, at)
}

// checkable reports whether observer (b) or (c) can be tried.
func (s *session) checkable() bool {
	return s.opt.LinkedIR != "" && s.w.Target.Site != nil && checkOf[s.class] != nil
}

// byCheck is observers (b) and (c): the same IR with an explicit check.
func (s *session) byCheck() (bool, error) {
	switch {
	case checkOf[s.class] == nil:
		s.unable = append(s.unable, fmt.Sprintf("no observer of class %s", s.class))
		return false, nil
	case s.opt.LinkedIR == "" || s.w.Target.Site == nil:
		s.unable = append(s.unable, "the linked IR with the candidate's instruction is not at hand")
		return false, nil
	case s.out.What != "" && s.out.Observer == ObserverCheck:
		return false, nil // asked already
	}
	return s.checkedRun(nil)
}

// byChoices repeats observer (b) with the witness's free choices fed.
func (s *session) byChoices() (bool, error) {
	if len(s.w.Choices) == 0 || !s.checkable() {
		return false, nil
	}
	seen, err := s.checkedRun(s.w.Choices)
	s.fed = err == nil
	if seen {
		s.out.Status = Depends
		s.out.DependsOn = append(slices.Clone(s.w.Choices), s.out.DependsOn...)
	}
	return seen, err
}

// byAssertMessage sees a failed assertion without the IR: glibc's message
// has file and line.
func (s *session) byAssertMessage() (bool, error) {
	if s.class != op.Assert || s.out.Ran {
		return false, nil
	}
	p, err := s.build.sources(s.ctx, s.w, nil)
	if err != nil {
		return false, err
	}
	res, err := s.start(p, feedGroups(s.w.Inputs.Feeds), "plain build", nil)
	if err != nil {
		return false, err
	}
	for _, e := range res.events("assert") {
		file, rest, _ := strings.Cut(e, ":")
		num, text, _ := strings.Cut(rest, ":")
		line, _ := strconv.Atoi(num)
		if f := (finding{file: file, line: line}); s.w.Target.hits(f) {
			s.confirm(ObserverHit, "assertion failed:"+text, f.at(), res)
			return true, nil
		}
	}
	s.missed(ObserverHit, res, nil)
	return false, nil
}

// checkedRun builds the IR with the check and runs it, twice with different
// fills when unwritten bytes are looked for.
func (s *session) checkedRun(choices []Choice) (bool, error) {
	text, extra, err := s.checkedIR(choices)
	if err != nil {
		return false, err
	}
	p, err := s.build.ir(s.ctx, s.w, text)
	if err != nil {
		return false, err
	}
	what := "build of the linked IR with a check of " + s.class.String()
	if len(choices) > 0 {
		what += fmt.Sprintf(" and %d choices fed", len(choices))
	}
	observer := ObserverCheck
	if s.class == op.Reach || s.class == op.Assert || s.class == op.NoReturn {
		observer = ObserverHit
	}
	var runs []*run
	fills := []byte{0}
	if s.class == op.UninitRead {
		fills = []byte{0, 1}
	}
	for _, fill := range fills {
		groups := append(feedGroups(s.w.Inputs.Feeds), group{"assay:fill", [][]byte{{fill}}})
		res, err := s.start(p, append(groups, extra...), what, nil)
		if err != nil {
			return false, err
		}
		runs = append(runs, res)
	}
	seen := ""
	if s.class == op.UninitRead {
		seen = unwritten(runs[0].events("read"), runs[1].events("read"))
	} else if v := runs[0].events("violation"); len(v) > 0 {
		seen = v[0]
	}
	if seen == "" {
		s.missed(observer, runs[0], nil)
		return false, nil
	}
	s.confirm(observer, s.class.Text()+": "+seen, fmt.Sprintf("%s:%d", s.w.Target.File, s.w.Target.Line), runs...)
	return true, nil
}

// unwritten compares what two runs read that differ only in the bytes given
// to objects at birth: a byte that differs was never written.
func unwritten(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		for k := 0; k+1 < min(len(a[i]), len(b[i])); k += 2 {
			if a[i][k:k+2] != b[i][k:k+2] {
				return fmt.Sprintf("byte %d of visit %d was never written", k/2, i+1)
			}
		}
	}
	return ""
}

// checkedIR makes the instrumented text and the lists of chosen values.
func (s *session) checkedIR(choices []Choice) (string, []group, error) {
	data, err := os.ReadFile(s.opt.LinkedIR)
	if err != nil {
		return "", nil, &buildError{fmt.Sprintf("linked IR: %v", err)}
	}
	if want := s.w.Program.IRSHA256; want != "" && want != HashOf(data) {
		return "", nil, &buildError{"the linked IR is not the one the witness was made for: sites do not fit it"}
	}
	m, err := parseModule(string(data))
	if err != nil {
		return "", nil, &buildError{err.Error()}
	}
	in, err := m.at(s.w.Target.Site)
	if err != nil {
		return "", nil, &buildError{err.Error()}
	}
	groups, fills, err := m.feedChoices(choices)
	if err != nil {
		return "", nil, err
	}
	c := &irCheck{m: m, in: in, target: &s.w.Target, class: s.class}
	if err := c.place(); err != nil {
		return "", nil, &buildError{err.Error()}
	}
	m.track(fills)
	return m.String(), groups, nil
}

// maxFill is the number of bytes one record of chosen bytes holds
// (struct chosen in shim/check.c).
const maxFill = 4096

// feedChoices makes the IR ask for the chosen values and returns them. fills
// maps allocas to their lists. Choices that cannot be fed are left out:
// session.unfed reports them.
func (m *module) feedChoices(choices []Choice) (groups []group, fills map[*irInstr]int, err error) {
	fills = map[*irInstr]int{}
	picks := map[*irInstr]int{}
	sorted := slices.Clone(choices)
	slices.SortStableFunc(sorted, func(a, b Choice) int { return a.Occurrence - b.Occurrence })
	put := func(key string, v []byte) {
		for i := range groups {
			if groups[i].key == key {
				groups[i].values = append(groups[i].values, v)
				return
			}
		}
		groups = append(groups, group{key, [][]byte{v}})
	}
	for i := range sorted {
		c := &sorted[i]
		if !c.feedable() {
			continue
		}
		site, in := heapSite, (*irInstr)(nil)
		if c.Site != nil {
			if in, err = m.at(c.Site); err != nil {
				return nil, nil, &buildError{err.Error()}
			}
		}
		switch {
		case c.Kind == ChoiceUninit:
			if in != nil {
				site = siteNumber(fills, in)
			}
			if in != nil && site >= heapSite {
				return nil, nil, &buildError{fmt.Sprintf("more than %d objects with chosen bytes", heapSite)}
			}
			for _, rec := range fillRecords(c) {
				put(fmt.Sprintf("assay:fill:%d", site), rec)
			}
		case in == nil:
			return nil, nil, &buildError{fmt.Sprintf("a choice of kind %s names no instruction", c.Kind)}
		default:
			if _, known := picks[in]; !known {
				if n := len(picks); n >= heapSite || !m.choose(in, n, c.Kind) {
					return nil, nil, &buildError{fmt.Sprintf("the result of %q cannot be chosen", in.op+" "+in.rest)}
				}
			}
			put(fmt.Sprintf("assay:choice:%d", siteNumber(picks, in)), pickRecord(c))
		}
	}
	return groups, fills, nil
}

// siteNumber numbers instructions in the order they come.
func siteNumber(sites map[*irInstr]int, in *irInstr) int {
	n, ok := sites[in]
	if !ok {
		n = len(sites)
		sites[in] = n
	}
	return n
}

func pickRecord(c *Choice) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(c.Occurrence))
	v := append(slices.Clone(c.Value.memory()), make([]byte, 8)...)
	return append(b, v[:8]...)
}

func fillRecords(c *Choice) [][]byte {
	bytes := c.Value.memory()
	if c.Value.Bytes == nil {
		n, _ := new(big.Int).SetString(c.Value.Int, 0)
		bytes = bytes[:max(1, min(len(bytes), (n.BitLen()+8)/8))]
	}
	var out [][]byte
	for off := 0; off < len(bytes); off += maxFill {
		part := bytes[off:min(off+maxFill, len(bytes))]
		b := binary.LittleEndian.AppendUint64(nil, uint64(c.Occurrence))
		b = binary.LittleEndian.AppendUint64(b, uint64(c.Offset+off))
		b = binary.LittleEndian.AppendUint64(b, uint64(len(part)))
		out = append(out, append(b, part...))
	}
	return out
}
