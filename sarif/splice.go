package sarif

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// edit replaces a byte range of a text; an empty range is an insertion.
type edit struct {
	span
	text string
}

// sortEdits orders edits by place and keeps insertions at one place in the
// order they were made.
func sortEdits(edits []edit) {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
}

// chunks calls emit for the pieces of text with the sorted edits applied. It
// stops when emit returns false.
func chunks(text string, edits []edit, emit func(string) bool) {
	at := 0
	for _, e := range edits {
		if e.start < at {
			panic("sarif: overlapping edits")
		}
		if !emit(text[at:e.start]) || !emit(e.text) {
			return
		}
		at = e.end
	}
	emit(text[at:])
}

// apply returns text with the sorted edits applied.
func apply(text string, edits []edit) string {
	n := len(text)
	for _, e := range edits {
		n += len(e.text) - (e.end - e.start)
	}
	var b strings.Builder
	b.Grow(n)
	chunks(text, edits, func(s string) bool { b.WriteString(s); return true })
	return b.String()
}

// sameApplied reports whether two edited texts are equal, without building
// either.
func sameApplied(a string, aEdits []edit, b string, bEdits []edit) bool {
	var queue []string
	chunks(b, bEdits, func(s string) bool { queue = append(queue, s); return true })
	same := true
	chunks(a, aEdits, func(s string) bool {
		for s != "" && same {
			for len(queue) > 0 && queue[0] == "" {
				queue = queue[1:]
			}
			if len(queue) == 0 {
				same = false
				break
			}
			n := min(len(s), len(queue[0]))
			same = s[:n] == queue[0][:n]
			s, queue[0] = s[n:], queue[0][n:]
		}
		return same
	})
	for _, rest := range queue {
		same = same && rest == ""
	}
	return same
}

// item is a member of an object or an element of an array.
type item struct {
	key string // decoded; empty in an array
	at  int    // where the key, or the element, starts
	val span
}

// container is an object or an array with the ranges of its items.
type container struct {
	span
	items []item
}

// readContainer scans the object or array at an offset of a text that the
// viewer has accepted.
func readContainer(text string, at int) container {
	s := &scanner{text: text, pos: at, loose: true}
	c := s.container()
	if s.err != nil {
		panic("sarif: unchecked text: " + s.err.problem)
	}
	return c
}

// container consumes an object or an array and returns the ranges of its
// items.
func (s *scanner) container() container {
	s.space()
	const usual = 8 // members of a result
	c := container{span: span{start: s.pos}, items: make([]item, 0, usual)}
	if s.peek() == '{' {
		s.object(func(key string, at int) { c.items = append(c.items, item{key, at, s.skip()}) })
	} else {
		s.array(func(int) {
			v := s.skip()
			c.items = append(c.items, item{"", v.start, v})
		})
	}
	c.end = s.pos
	return c
}

// member returns the member with the given key, nil if there is none.
func (c *container) member(key string) *item {
	for i := range c.items {
		if c.items[i].key == key {
			return &c.items[i]
		}
	}
	return nil
}

// separator returns the white space that the container's last item has before
// it, which a further item copies.
func (c *container) separator(text string) string {
	n := len(c.items)
	if n == 0 {
		return ""
	}
	start := c.start + 1
	if n > 1 {
		start = c.items[n-2].val.end
	}
	between := text[start:c.items[n-1].at]
	return between[strings.IndexByte(between, ',')+1:]
}

// insertion returns the edit that appends rendered items. They go directly
// after the last item, so that removal gives back the text as it was.
func (c *container) insertion(text string, items []string) edit {
	var b strings.Builder
	at, sep := c.start+1, c.separator(text)
	if n := len(c.items); n > 0 {
		at = c.items[n-1].val.end
	}
	for i, it := range items {
		if i > 0 || len(c.items) > 0 {
			b.WriteByte(',')
		}
		b.WriteString(sep)
		b.WriteString(it)
	}
	return edit{span{at, at}, b.String()}
}

// removal returns the edits that take items out, with the commas that go with
// them.
func (c *container) removal(drop func(item) bool) (edits []edit, left int) {
	for i, it := range c.items {
		if !drop(it) {
			left++
			continue
		}
		r := span{it.at, it.val.end}
		switch {
		case left > 0:
			r.start = c.items[i-1].val.end
		case i+1 < len(c.items):
			r.end = c.items[i+1].at
		}
		edits = append(edits, edit{span: r})
	}
	if left == 0 && len(c.items) > 0 {
		first := c.start + 1
		return []edit{{span: span{first, c.items[len(c.items)-1].val.end}}}, 0
	}
	return edits, left
}

// style is how a document lays its JSON out.
type style struct {
	unit  string // one level of indentation
	colon string
}

// styleOf looks at the first member of the log: its indentation is one level.
func styleOf(text string) style {
	s := style{unit: "  ", colon: ":"}
	root := readHead(text)
	if i := strings.LastIndexByte(root.before, '\n'); i >= 0 {
		s.unit = root.before[i+1:]
	}
	if s.unit == "" {
		s.unit = "  "
	}
	if root.spaced {
		s.colon = ": "
	}
	return s
}

// head is the layout of the first member of an object.
type head struct {
	before string // white space before the key
	spaced bool   // white space after the colon
}

func readHead(text string) head {
	open := strings.IndexByte(text, '{') + 1
	key := open + strings.IndexByte(text[open:], '"')
	s := &scanner{text: text, pos: key}
	s.rawString()
	s.expect(':')
	return head{text[open:key], s.pos < len(text) && strings.IndexByte(" \t\r\n", text[s.pos]) >= 0}
}

// renderer renders values in a style, reusing its buffers: a document gets
// tens of thousands of annotations.
type renderer struct {
	style
	compact, pretty bytes.Buffer
	encoder         *json.Encoder
}

func newRenderer(s style) *renderer {
	r := &renderer{style: s}
	r.encoder = json.NewEncoder(&r.compact)
	r.encoder.SetEscapeHTML(false)
	return r
}

// render gives v as JSON for a place whose items are separated by sep: on one
// line, unless sep breaks lines.
func (r *renderer) render(v any, sep string) string {
	r.compact.Reset()
	if err := r.encoder.Encode(v); err != nil {
		panic("sarif: annotation that JSON cannot express: " + err.Error())
	}
	compact := bytes.TrimRight(r.compact.Bytes(), "\n")
	i := strings.LastIndexByte(sep, '\n')
	if i < 0 {
		return string(compact)
	}
	r.pretty.Reset()
	if err := json.Indent(&r.pretty, compact, sep[i+1:], r.unit); err != nil {
		panic("sarif: " + err.Error())
	}
	if strings.Contains(sep, "\r\n") {
		return strings.ReplaceAll(r.pretty.String(), "\n", "\r\n")
	}
	return r.pretty.String()
}
