package premerge

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-dev/assay/sarif"
)

// Alarm is what identifies an alarm.
type Alarm struct {
	Tool, Rule, File, Function, Message string
	Line, Col                           int
	// Prints are the analyzer's own fingerprints.
	Prints []sarif.Pair
	// Status is the verdict that the document carries, "" without one.
	Status sarif.Status
}

// Alarms describes the counted results of a document, in order; the second
// list says which results they are, as [run, index].
func Alarms(d *sarif.Document) (alarms []Alarm, results [][2]int) {
	for r := range d.Runs {
		run := &d.Runs[r]
		for i := range run.Results {
			res := &run.Results[i]
			if !res.Counted() {
				continue
			}
			al := d.Alarm(r, i)
			a := Alarm{
				Tool: run.Tool.Name, Rule: al.RuleID, File: al.Location.Path, Function: al.Location.Function,
				Message: wording(res.Message.Text + "\n" + res.Message.Markdown),
				Line:    al.Location.Region.Line, Col: al.Location.Region.Col,
				Prints: append(slices.Clone(res.Fingerprints), res.PartialFingerprints...),
			}
			if res.Triage != nil {
				a.Status = res.Triage.Status
			}
			alarms, results = append(alarms, a), append(results, [2]int{r, i})
		}
	}
	return alarms, results
}

// Tools are the names of the tools that made a document, sorted.
func Tools(d *sarif.Document) []string {
	var out []string
	for i := range d.Runs {
		out = append(out, d.Runs[i].Tool.Name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// places are the parts of a message that say where something is.
var places = regexp.MustCompile(`(?i)\b(lines?|columns?|col\.?)\s+\d+|:\d+(:\d+)?\b`)

// wording is a message without the places that it mentions.
func wording(text string) string {
	return places.ReplaceAllString(strings.Join(strings.Fields(text), " "), "#")
}

// Match finds for each alarm the one from before that it is, -1 for a new one.
//
// Where the analyzer gives both fingerprints of one name, these decide. Else
// alarms are alike when tool, rule, file, function and wording agree. Among
// those alike, equal places go together first. If then no more are left than
// before, they are the old ones, moved, in order of their lines; if there are
// more, which of them are new cannot be told, and all of them are.
func Match(before, now []Alarm) []int {
	m := &matcher{before: before, now: now, taken: make([]bool, len(before)), found: make([]int, len(now)), file: closestFiles(before, now)}
	for i := range m.found {
		m.found[i] = -1
	}
	m.byPrint()
	groups := map[string][]int{}
	for i := range before {
		if !m.taken[i] {
			k := m.key(&before[i], m.file[before[i].File])
			groups[k] = append(groups[k], i)
		}
	}
	var order []string
	mine := map[string][]int{}
	for i := range now {
		if m.found[i] >= 0 {
			continue
		}
		k := m.key(&now[i], now[i].File)
		if mine[k] == nil {
			order = append(order, k)
		}
		mine[k] = append(mine[k], i)
	}
	for _, k := range order {
		m.alike(groups[k], mine[k])
	}
	return m.found
}

type matcher struct {
	before, now []Alarm
	taken       []bool
	found       []int
	file        map[string]string // files from before by what they are called now
}

func (m *matcher) key(a *Alarm, file string) string {
	return fmt.Sprintf("%q", []string{a.Tool, a.Rule, file, a.Function, a.Message})
}

func (m *matcher) pair(before, now int) { m.found[now], m.taken[before] = before, true }

// byPrint pairs alarms with an equal fingerprint of the same rule.
func (m *matcher) byPrint() {
	byPrint := map[string][]int{}
	id := func(a *Alarm, p sarif.Pair) string {
		return fmt.Sprintf("%q", []string{a.Tool, a.Rule, p.Name, p.Value})
	}
	for i := range m.before {
		for _, p := range m.before[i].Prints {
			k := id(&m.before[i], p)
			byPrint[k] = append(byPrint[k], i)
		}
	}
	for i := range m.now {
		for _, p := range m.now[i].Prints {
			at := slices.IndexFunc(byPrint[id(&m.now[i], p)], func(b int) bool { return !m.taken[b] })
			if at >= 0 && m.found[i] < 0 {
				m.pair(byPrint[id(&m.now[i], p)][at], i)
			}
		}
	}
}

// alike pairs alarms that only their places tell apart.
func (m *matcher) alike(before, now []int) {
	usable := func(b, n int) bool { return !m.taken[b] && m.found[n] < 0 && !bothPrinted(&m.before[b], &m.now[n]) }
	for _, n := range now {
		for _, b := range before {
			if usable(b, n) && m.before[b].Line == m.now[n].Line && m.before[b].Col == m.now[n].Col {
				m.pair(b, n)
			}
		}
	}
	left := func(all []int, done func(int) bool, alarms []Alarm) []int {
		out := slices.DeleteFunc(slices.Clone(all), done)
		slices.SortStableFunc(out, func(x, y int) int {
			return cmp.Or(cmp.Compare(alarms[x].Line, alarms[y].Line), cmp.Compare(alarms[x].Col, alarms[y].Col))
		})
		return out
	}
	now = left(now, func(i int) bool { return m.found[i] >= 0 }, m.now)
	before = left(before, func(i int) bool { return m.taken[i] }, m.before)
	if len(now) > len(before) {
		return
	}
	for _, n := range now {
		for _, b := range before {
			if usable(b, n) {
				m.pair(b, n)
				break
			}
		}
	}
}

// bothPrinted says whether two alarms have fingerprints of the same name, which
// then had their say.
func bothPrinted(a, b *Alarm) bool {
	for _, p := range a.Prints {
		if slices.ContainsFunc(b.Prints, func(q sarif.Pair) bool { return q.Name == p.Name }) {
			return true
		}
	}
	return false
}

// closestFiles says what the files from before are called now: the name that
// shares most trailing components, if it is one and shares all of the shorter
// name. Analyses run in other directories give other leading ones.
func closestFiles(before, now []Alarm) map[string]string {
	names := map[string]bool{}
	for i := range now {
		names[now[i].File] = true
	}
	out := map[string]string{}
	for i := range before {
		f := before[i].File
		if out[f] != "" {
			continue
		}
		out[f] = f
		if names[f] {
			continue
		}
		var fits []string
		for n := range names {
			if strings.HasSuffix("/"+n, "/"+f) || strings.HasSuffix("/"+f, "/"+n) {
				fits = append(fits, n)
			}
		}
		if len(fits) == 1 {
			out[f] = fits[0]
		}
	}
	return out
}

// Identities name alarms by what they say and the text of their lines, so that
// a later run on other lines finds them again. Equal ones are numbered.
// lineText gives the text of an alarm's line.
func Identities(alarms []Alarm, lineText func(*Alarm) string) []string {
	seen := map[string]int{}
	out := make([]string, len(alarms))
	for i := range alarms {
		a := &alarms[i]
		text := strings.Join(strings.Fields(lineText(a)), " ")
		h := sha256.Sum256(fmt.Appendf(nil, "%q", []string{a.Tool, a.Rule, a.File, a.Function, a.Message, text}))
		id := hex.EncodeToString(h[:8])
		if seen[id]++; seen[id] > 1 {
			id = fmt.Sprintf("%s:%d", id, seen[id])
		}
		out[i] = id
	}
	return out
}
