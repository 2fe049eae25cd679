package sarif

import (
	"encoding/json"
	"slices"
	"strings"
)

// The names that annotations carry. Everything under keyPrefix in a property
// bag is assay's.
const (
	keyPrefix   = "assay/"
	keyTriage   = keyPrefix + "triage"
	keyOriginal = keyPrefix + "original"
	keyEvidence = keyPrefix + "evidence"
	keySummary  = keyPrefix + "summary"
	keyMet      = keyPrefix + "met"
)

// taxonomyGUID identifies assay's taxonomy in run.taxonomies.
const taxonomyGUID = "7c0f2a8e-5b1d-4c96-9e43-a1d6f0b7c358"

// justificationPrefix opens the justification of assay's suppressions.
const justificationPrefix = "assay: "

// original records what annotations replaced, in the properties of the same
// result or run, so that they can be taken off again to the byte. A container
// that is in neither list and holds nothing but annotations was absent.
type original struct {
	// Kind, Level and Text (of the message) are the tokens that were replaced.
	Kind  json.RawMessage `json:"kind,omitempty"`
	Level json.RawMessage `json:"level,omitempty"`
	Text  json.RawMessage `json:"text,omitempty"`
	// Absent are kind and level where they were not written.
	Absent []string `json:"absent,omitempty"`
	// Empty and Null are the members that were [] or {}, and null.
	Empty []string `json:"empty,omitempty"`
	Null  []string `json:"null,omitempty"`
	// LineHash says that the fingerprint primaryLocationLineHash was added.
	LineHash bool `json:"lineHash,omitempty"`
	// Suppressions, in a run, says that results without suppressions were
	// given an empty array (§3.27.23).
	Suppressions *emptied `json:"suppressions,omitempty"`
}

// emptied lists the results that had an empty array, or null, before.
type emptied struct {
	Empty []int `json:"empty,omitempty"`
	Null  []int `json:"null,omitempty"`
}

func (o *original) isZero() bool {
	return o.Kind == nil && o.Level == nil && o.Text == nil && o.Absent == nil && o.Empty == nil && o.Null == nil && !o.LineHash && o.Suppressions == nil
}

// mayBeAnnotated is a quick test: a text without the marks of annotations, and
// without escapes that could hide them, carries none.
func mayBeAnnotated(text string) bool {
	for _, mark := range []string{"assay", taxonomyGUID, `\u00`} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}

// strip returns the edits that take the annotations off a text that the viewer
// has accepted.
func strip(text string) []edit {
	var edits []edit
	s := &scanner{text: text, loose: true}
	s.object(func(key string, _ int) {
		if key == "runs" && s.peek() == '[' {
			s.array(func(int) { edits = append(edits, stripRun(s)...) })
		}
	})
	if s.err != nil {
		panic("sarif: unchecked text: " + s.err.problem)
	}
	sortEdits(edits)
	return edits
}

// stripRun consumes a run.
func stripRun(s *scanner) []edit {
	s.space()
	run := container{span: span{start: s.pos}}
	var results []int // where each starts: the run's record may come after them
	s.object(func(key string, at int) {
		it := item{key: key, at: at, val: span{start: s.pos}}
		if key == "results" && s.peek() == '[' {
			s.array(func(int) {
				s.space()
				results = append(results, s.pos)
			})
		} else {
			s.skip()
		}
		it.val.end = s.pos
		run.items = append(run.items, it)
	})
	run.end = s.pos
	if s.err != nil {
		return nil
	}
	st := &stripper{text: s.text, c: run}
	st.readOriginal()
	st.contents("taxonomies", isOurTaxonomy)
	st.contents("properties", isOurProperty)
	edits := st.finish()
	for i := range results {
		edits = append(edits, stripResult(s.text, readContainer(s.text, results[i]), i, st.orig.Suppressions)...)
	}
	return edits
}

func stripResult(text string, c container, index int, emptied *emptied) []edit {
	st := &stripper{text: text, c: c}
	st.readOriginal()
	if emptied != nil {
		st.emptySuppressions(index, emptied)
	}
	st.contents("suppressions", isOurSuppression)
	st.contents("codeFlows", isOurEvidence)
	st.contents("attachments", isOurEvidence)
	st.contents("taxa", isOurTaxon)
	st.scalar("kind", st.orig.Kind)
	st.scalar("level", st.orig.Level)
	st.messageText()
	if st.orig.LineHash {
		st.contents("partialFingerprints", func(_ string, it item) bool { return it.key == lineHashName })
	}
	st.contents("properties", isOurProperty)
	return st.finish()
}

// stripper takes the annotations off one object, a run or a result.
type stripper struct {
	text  string
	c     container
	orig  original
	drop  []string // members to take out whole
	edits []edit
}

// readOriginal reads the record of what was replaced.
func (st *stripper) readOriginal() {
	m := st.c.member("properties")
	if m == nil || st.text[m.val.start] != '{' {
		return
	}
	bag := readContainer(st.text, m.val.start)
	if o := bag.member(keyOriginal); o != nil {
		if json.Unmarshal([]byte(o.val.of(st.text)), &st.orig) != nil {
			st.orig = original{} // not as written by assay: restore nothing
		}
	}
}

// emptySuppressions takes out the empty array that the standard demands next
// to assay's suppressions in other results.
func (st *stripper) emptySuppressions(index int, e *emptied) {
	wasNull, wasEmpty := slices.Contains(e.Null, index), slices.Contains(e.Empty, index)
	if wasNull {
		st.orig.Null = append(st.orig.Null, "suppressions")
	}
	if wasEmpty {
		st.orig.Empty = append(st.orig.Empty, "suppressions")
	}
	m := st.c.member("suppressions")
	if m == nil || st.text[m.val.start] != '[' || wasEmpty {
		return
	}
	switch c := readContainer(st.text, m.val.start); {
	case len(c.items) > 0:
	case wasNull:
		st.edits = append(st.edits, edit{m.val, "null"})
	default:
		st.drop = append(st.drop, "suppressions")
	}
}

// contents takes assay's items out of a container member, and the member
// itself if nothing is left and assay made it.
func (st *stripper) contents(name string, ours func(text string, it item) bool) {
	m := st.c.member(name)
	if m == nil || strings.IndexByte("{[", st.text[m.val.start]) < 0 {
		return
	}
	c := readContainer(st.text, m.val.start)
	edits, left := c.removal(func(it item) bool { return ours(st.text, it) })
	switch {
	case len(edits) == 0:
	case left > 0 || slices.Contains(st.orig.Empty, name):
		st.edits = append(st.edits, edits...)
	case slices.Contains(st.orig.Null, name):
		st.edits = append(st.edits, edit{m.val, "null"})
	default:
		st.drop = append(st.drop, name)
	}
}

// scalar puts a replaced token back, or takes out a member that was absent.
func (st *stripper) scalar(name string, raw json.RawMessage) {
	m := st.c.member(name)
	switch {
	case m == nil:
	case raw != nil:
		st.edits = append(st.edits, edit{m.val, string(raw)})
	case slices.Contains(st.orig.Absent, name):
		st.drop = append(st.drop, name)
	}
}

func (st *stripper) messageText() {
	m := st.c.member("message")
	if st.orig.Text == nil || m == nil || st.text[m.val.start] != '{' {
		return
	}
	message := readContainer(st.text, m.val.start)
	if t := message.member("text"); t != nil {
		st.edits = append(st.edits, edit{t.val, string(st.orig.Text)})
	}
}

// finish returns the edits of the object, those inside dropped members left
// out.
func (st *stripper) finish() []edit {
	if len(st.drop) == 0 {
		return st.edits
	}
	removed, _ := st.c.removal(func(it item) bool { return slices.Contains(st.drop, it.key) })
	inside := func(e edit) bool {
		return slices.ContainsFunc(removed, func(r edit) bool { return r.start <= e.start && e.end <= r.end })
	}
	return append(slices.DeleteFunc(st.edits, inside), removed...)
}

func isOurProperty(_ string, it item) bool { return strings.HasPrefix(it.key, keyPrefix) }

// field returns the string at a path of keys in the object at an offset.
func field(text string, at int, keys ...string) string {
	for i, k := range keys {
		if text[at] != '{' {
			return ""
		}
		c := readContainer(text, at)
		m := c.member(k)
		if m == nil {
			return ""
		}
		at = m.val.start
		if i == len(keys)-1 && text[at] == '"' {
			return (&scanner{text: text, pos: at}).str()
		}
	}
	return ""
}

func isOurTaxonomy(text string, it item) bool { return field(text, it.at, "guid") == taxonomyGUID }

func isOurTaxon(text string, it item) bool {
	return field(text, it.at, "toolComponent", "guid") == taxonomyGUID
}

func isOurSuppression(text string, it item) bool {
	return field(text, it.at, "kind") == "external" && strings.HasPrefix(field(text, it.at, "justification"), justificationPrefix)
}

func isOurEvidence(text string, it item) bool {
	return field(text, it.at, "properties", keyEvidence) != ""
}

// earlierTriage reads the verdict that an earlier run left in a result; nil if
// there is none or it is not as assay writes it.
func earlierTriage(text string, result span) *Triage {
	c := readContainer(text, result.start)
	m := c.member("properties")
	if m == nil || text[m.val.start] != '{' {
		return nil
	}
	bag := readContainer(text, m.val.start)
	t := bag.member(keyTriage)
	if t == nil {
		return nil
	}
	var triage Triage
	if json.Unmarshal([]byte(t.val.of(text)), &triage) != nil {
		return nil
	}
	return &triage
}
