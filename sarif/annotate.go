package sarif

import (
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// Output is an annotated document.
type Output struct {
	// Text is the document, to be written with [WriteFile].
	Text string
	// Summaries are the counts of each run; zero for runs left alone.
	Summaries []Summary
	// Dropped are the results that [ProfileGitHub] left out because they are
	// unreachable, Cut those that were to be left out for another reason.
	Dropped, Cut []Dropped
}

// Dropped is a result left out of the output, for the side list.
type Dropped struct {
	Run         int    `json:"run"`
	Index       int    `json:"index"`
	Fingerprint string `json:"fingerprint"`
	RuleID      string `json:"ruleId"`
	File        string `json:"file"`
	Line        int    `json:"line"`
	// Triage is the verdict, nil for a result that is not checkable.
	Triage *Triage `json:"triage,omitempty"`
}

// Annotate returns the document with annotations spliced in. runs has one
// entry for each run; an entry whose Results is nil leaves its run untouched.
// Annotations of an earlier run are replaced.
//
// The output has the same results in the same order, and is the same to the
// byte outside the annotations. Annotate checks that; the only error is one
// that wraps [ErrSelfCheck]. It panics if runs does not fit the document or an
// annotation suppresses what is not unreachable.
func (d *Document) Annotate(p Profile, runs []RunAnnotation) (*Output, error) {
	if len(runs) != len(d.Runs) {
		panic(fmt.Sprintf("sarif: annotations for %d runs of %d", len(runs), len(d.Runs)))
	}
	out := &Output{Summaries: make([]Summary, len(runs))}
	w := &annotator{doc: d, text: d.base, profile: p, renderer: newRenderer(styleOf(d.base)), out: out}
	omitted := map[int]bool{}
	for i := range runs {
		if runs[i].Omit {
			omitted[i] = true
			continue
		}
		if runs[i].Results == nil {
			continue
		}
		if len(runs[i].Results) != len(d.Runs[i].Results) {
			panic(fmt.Sprintf("sarif: annotations for %d results of %d", len(runs[i].Results), len(d.Runs[i].Results)))
		}
		out.Summaries[i] = summarize(&d.Runs[i], &runs[i], p)
		w.run(&d.Runs[i], &runs[i], &out.Summaries[i])
	}
	w.omit(omitted)
	sortEdits(w.edits)
	sortEdits(w.drops)
	out.Text = apply(d.base, w.edits)
	w.edits = nil // their texts are as large as what they add
	if !sameApplied(out.Text, strip(out.Text), d.base, w.drops) {
		return nil, unplaced(d.Name, ErrSelfCheck.Error(), "nothing was written; please report this with the file", ErrSelfCheck)
	}
	return out, nil
}

// annotator makes the edits of one document.
type annotator struct {
	doc     *Document
	text    string
	profile Profile
	*renderer
	out   *Output
	edits []edit
	drops []edit // those of edits that take whole results out
}

// object collects the edits of one run or result.
type object struct {
	w     *annotator
	c     container
	orig  original
	fresh []string    // rendered members to add
	subs  []container // members that were looked into
}

// sub returns the container that is the value of a member; ok is false where
// the member is absent or null.
func (o *object) sub(name string) (c *container, ok bool) {
	m := o.c.member(name)
	if m == nil || o.w.text[m.val.start] == 'n' {
		return nil, false
	}
	for i := range o.subs {
		if o.subs[i].start == m.val.start {
			return &o.subs[i], true
		}
	}
	o.subs = append(o.subs, readContainer(o.w.text, m.val.start))
	return &o.subs[len(o.subs)-1], true
}

// isNull reports whether a member is null.
func (o *object) isNull(name string) bool {
	m := o.c.member(name)
	return m != nil && o.w.text[m.val.start] == 'n'
}

func (w *annotator) run(r *Run, a *RunAnnotation, s *Summary) {
	o := object{w: w, c: container{span: r.span, items: r.items}}
	suppressing := w.profile == ProfileAnnotate && s.Suppressed > 0
	if suppressing {
		o.orig.Suppressions = &emptied{}
	}
	dropped := map[int]bool{}
	for i, an := range a.Results {
		res := &r.Results[i]
		switch {
		case an != nil && an.Suppress && an.Triage.Status != Unreachable:
			panic(fmt.Sprintf("sarif: %s is suppressed though it is %s", res, an.Triage.Status))
		case an != nil && an.Suppress && w.profile == ProfileGitHub:
			dropped[i] = true
			w.out.Dropped = append(w.out.Dropped, w.leftOut(r, res, an))
		case a.Cut[i]:
			dropped[i] = true
			w.out.Cut = append(w.out.Cut, w.leftOut(r, res, an))
		case an != nil:
			w.result(res, an, o.orig.Suppressions)
		case suppressing:
			ro := object{w: w, c: readContainer(w.text, res.span.start)}
			ro.emptySuppressions(i, o.orig.Suppressions)
			ro.flush()
		}
	}
	if len(dropped) > 0 {
		w.drop(&o.c, dropped)
	}
	if s.Alarms > len(dropped) {
		o.appendTo("taxonomies", w.render(taxonomy, o.nested("taxonomies")))
	}
	sep := o.nested("properties")
	bag := []Pair{{keySummary, w.render(s, sep)}}
	if len(a.Met) > 0 {
		bag = append(bag, Pair{keyMet, w.render(a.Met, sep)})
	}
	o.properties(bag, sep)
	o.flush()
}

// leftOut describes a result for the side list.
func (w *annotator) leftOut(r *Run, res *Result, an *Annotation) Dropped {
	l := r.primary(res)
	d := Dropped{
		Run: res.Run, Index: res.Index, Fingerprint: w.doc.Fingerprint(res.Run, res.Index),
		RuleID: res.RuleID, File: l.Path, Line: l.Region.Line,
	}
	if an != nil {
		d.Triage = &an.Triage
	}
	return d
}

// omit takes whole runs out.
func (w *annotator) omit(runs map[int]bool) {
	if len(runs) == 0 {
		return
	}
	log := readContainer(w.text, strings.IndexByte(w.text, '{'))
	list := readContainer(w.text, log.member("runs").val.start)
	i := -1
	edits, _ := list.removal(func(item) bool { i++; return runs[i] })
	w.edits = append(w.edits, edits...)
	w.drops = append(w.drops, edits...)
}

// drop takes results out of a run.
func (w *annotator) drop(run *container, dropped map[int]bool) {
	results := readContainer(w.text, run.member("results").val.start)
	i := -1
	edits, _ := results.removal(func(item) bool { i++; return dropped[i] })
	w.edits = append(w.edits, edits...)
	w.drops = append(w.drops, edits...)
}

func (w *annotator) result(res *Result, an *Annotation, suppressed *emptied) {
	o := object{w: w, c: readContainer(w.text, res.span.start)}
	if w.profile == ProfileVerdict {
		o.verdict(res, an)
	}
	if suppressed != nil {
		if an.Suppress {
			o.addSuppression(res, an, suppressed)
		} else {
			o.emptySuppressions(res.Index, suppressed)
		}
	}
	var flows, files []string
	for _, f := range an.Flows {
		if len(f.Steps) == 0 { // the schema wants one
			continue
		}
		flows = append(flows, w.render(codeFlowOf(f), o.nested("codeFlows")))
	}
	for _, at := range an.Attachments {
		files = append(files, w.render(attachmentOf(at), o.nested("attachments")))
	}
	o.appendTo("codeFlows", flows...)
	o.appendTo("attachments", files...)
	o.appendTo("taxa", w.render(taxonOf(an.Triage.Status), o.nested("taxa")))
	if w.profile == ProfileGitHub {
		o.messageText(an)
		o.lineHash(an.LineHash)
	}
	sep := o.nested("properties")
	o.properties([]Pair{{keyTriage, w.render(an.Triage.normalised(), sep)}}, sep)
	o.flush()
}

// normalised has empty lists instead of nil ones, which JSON would show as
// null.
func (t Triage) normalised() Triage {
	if t.Assumptions == nil {
		t.Assumptions = []string{}
	}
	if t.Given == nil {
		t.Given = []Given{}
	}
	if t.Bounds == nil {
		t.Bounds = []Bound{}
	}
	return t
}

// nested returns the separator for items of a container member: that of its
// own items, or that of its parent one level deeper.
func (o *object) nested(name string) string {
	if c, ok := o.sub(name); ok {
		return c.separator(o.w.text)
	}
	if sep := o.c.separator(o.w.text); strings.Contains(sep, "\n") {
		return sep + o.w.unit
	}
	return ""
}

// verdict rewrites kind and level to say the verdict; an unreachable alarm
// that must not be suppressed keeps both.
func (o *object) verdict(res *Result, an *Annotation) {
	kind, level := "open", "none"
	switch {
	case an.Triage.Status == Unreachable && !an.Suppress:
		return
	case an.Triage.Status == Unreachable:
		kind = "pass"
	case an.Triage.Status == Reachable:
		kind, level = "fail", res.Level
		if level == "none" { // only other kinds may have that (§3.27.10)
			level = "error"
		}
	}
	if kind != res.Kind {
		o.orig.Kind = o.scalar("kind", kind)
	}
	if level != res.Level {
		o.orig.Level = o.scalar("level", level)
	}
}

// scalar sets a string member and returns the token it replaced.
func (o *object) scalar(name, value string) json.RawMessage {
	m := o.c.member(name)
	if m == nil {
		o.orig.Absent = append(o.orig.Absent, name)
		o.fresh = append(o.fresh, `"`+name+`"`+o.w.colon+o.w.render(value, ""))
		return nil
	}
	o.w.edits = append(o.w.edits, edit{m.val, o.w.render(value, "")})
	return json.RawMessage(m.val.of(o.w.text))
}

// appendTo appends rendered items to an array member, making the member if
// there is none.
func (o *object) appendTo(name string, rendered ...string) {
	if len(rendered) > 0 {
		o.note(name)
		o.insert(name, rendered, '[', ']')
	}
}

// note records a container member that is empty or null in the input.
func (o *object) note(name string) {
	c, ok := o.sub(name)
	switch {
	case o.isNull(name):
		o.orig.Null = append(o.orig.Null, name)
	case ok && len(c.items) == 0:
		o.orig.Empty = append(o.orig.Empty, name)
	}
}

// insert appends rendered items to a container member; an absent or null one
// is made.
func (o *object) insert(name string, items []string, open, closing byte) {
	if c, ok := o.sub(name); ok {
		o.w.edits = append(o.w.edits, c.insertion(o.w.text, items))
		return
	}
	inner, sep := o.nested(name), ""
	if inner != "" {
		sep = o.c.separator(o.w.text)
	}
	made := string(open) + inner + strings.Join(items, ","+inner) + sep + string(closing)
	if o.isNull(name) {
		o.w.edits = append(o.w.edits, edit{o.c.member(name).val, made})
		return
	}
	o.fresh = append(o.fresh, `"`+name+`"`+o.w.colon+made)
}

// addSuppression suppresses the result.
func (o *object) addSuppression(res *Result, an *Annotation, e *emptied) {
	o.noteSuppressions(res.Index, e)
	s := suppressionOf(o.w.doc.Fingerprint(res.Run, res.Index), an)
	o.insert("suppressions", []string{o.w.render(s, o.nested("suppressions"))}, '[', ']')
}

// emptySuppressions gives a result that is not suppressed the empty array that
// says so, since another result of its run is (§3.27.23).
func (o *object) emptySuppressions(index int, e *emptied) {
	o.noteSuppressions(index, e)
	switch m := o.c.member("suppressions"); {
	case m == nil:
		o.fresh = append(o.fresh, `"suppressions"`+o.w.colon+"[]")
	case o.isNull("suppressions"):
		o.w.edits = append(o.w.edits, edit{m.val, "[]"})
	}
}

// noteSuppressions records a member that is empty or null in the input.
func (o *object) noteSuppressions(index int, e *emptied) {
	c, ok := o.sub("suppressions")
	switch {
	case o.isNull("suppressions"):
		e.Null = append(e.Null, index)
	case ok && len(c.items) == 0:
		e.Empty = append(e.Empty, index)
	}
}

// messageText puts the verdict into the message that GitHub shows: the word in
// front, since lists show the first sentence only, the rest behind.
func (o *object) messageText(an *Annotation) {
	c, ok := o.sub("message")
	if !ok {
		return
	}
	t := c.member("text")
	if t == nil || o.w.text[t.val.start] != '"' {
		return
	}
	raw := t.val.of(o.w.text)
	o.orig.Text = json.RawMessage(raw)
	front, back := o.w.render(verdictWord(an), ""), o.w.render(verdictText(an), "")
	o.w.edits = append(o.w.edits, edit{t.val, front[:len(front)-1] + raw[1:len(raw)-1] + back[1:]})
}

// lineHashName is the fingerprint by which GitHub knows an alert again.
const lineHashName = "primaryLocationLineHash"

// lineHash adds the fingerprint to a result that has none.
func (o *object) lineHash(hash string) {
	const name = "partialFingerprints"
	if hash == "" {
		return
	}
	if c, ok := o.sub(name); ok && c.member(lineHashName) != nil {
		return
	}
	o.note(name)
	o.orig.LineHash = true
	o.insert(name, []string{`"` + lineHashName + `"` + o.w.colon + o.w.render(hash, "")}, '{', '}')
}

// properties writes assay's properties, and the record of what was replaced.
func (o *object) properties(bag []Pair, sep string) {
	o.note("properties")
	if !o.orig.isZero() {
		bag = append(bag, Pair{keyOriginal, o.w.render(o.orig, sep)})
	}
	items := make([]string, len(bag))
	for i, p := range bag {
		items[i] = `"` + p.Name + `"` + o.w.colon + p.Value
	}
	o.insert("properties", items, '{', '}')
}

// flush adds the new members.
func (o *object) flush() {
	if len(o.fresh) > 0 {
		o.w.edits = append(o.w.edits, o.c.insertion(o.w.text, o.fresh))
	}
}

// guidOf makes a name-based GUID (RFC 9562, version 5) in the name space of
// assay's taxonomy.
func guidOf(name string) string {
	h := sha1.New()
	ns, err := hex.DecodeString(strings.ReplaceAll(taxonomyGUID, "-", ""))
	if err != nil {
		panic("sarif: " + err.Error())
	}
	h.Write(ns)
	h.Write([]byte(name))
	b := h.Sum(nil)[:16]
	b[6] = b[6]&0x0f | 0x50
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
