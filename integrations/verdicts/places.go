package verdicts

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/integrations/deps"
)

// A verdict stays true when its functions move to other lines, but its texts
// speak of lines. An entry therefore keeps the lines of the functions it speaks
// of, and is told anew where they are now.

// The members of the JSON forms of outcomes and witnesses that hold a file and a
// line side by side.
const (
	fileMember = "file"
	lineMember = "line"
)

// PlacesIn lists those of the functions that the JSON texts speak of. Texts
// name a file as name does, or as the program does.
func PlacesIn(texts [][]byte, functions []deps.Lines, name func(file string) string) []deps.Lines {
	var out []deps.Lines
	m := newMover(functions, name, func(file string, line int) int {
		for _, f := range functions {
			if f.File == file && f.From <= line && line <= f.To && !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
		return line
	})
	for _, t := range texts {
		m.text(t)
	}
	return out
}

// Moved returns the JSON text with the lines of places replaced by where the
// functions are now; the text itself where none moved. ok is false if one is
// gone, or if the text is no JSON.
func Moved(text []byte, places, functions []deps.Lines, name func(file string) string) (moved []byte, ok bool) {
	now := map[string]int{}
	for _, f := range functions {
		now[f.File+"\x00"+f.Function] = f.From
	}
	delta := make([]int, len(places))
	same := true
	for i, p := range places {
		from, known := now[p.File+"\x00"+p.Function]
		if !known {
			return nil, false
		}
		delta[i] = from - p.From
		same = same && delta[i] == 0
	}
	if same {
		return text, true
	}
	return newMover(places, name, func(file string, line int) int {
		for i, p := range places {
			if p.File == file && p.From <= line && line <= p.To {
				return line + delta[i]
			}
		}
		return line
	}).text(text)
}

// mover replaces the line of every place in a JSON text.
type mover struct {
	at      func(file string, line int) int // file as the program names it
	files   map[string]string               // by how texts name them
	mention *regexp.Regexp                  // FILE:LINE, nil without files
}

func newMover(functions []deps.Lines, name func(string) string, at func(string, int) int) *mover {
	m := &mover{at: at, files: map[string]string{}}
	for _, f := range functions {
		m.files[f.File], m.files[name(f.File)] = f.File, f.File
	}
	var names []string
	for n := range m.files {
		names = append(names, regexp.QuoteMeta(n))
	}
	// Longer names first, or a name that ends another would match in it.
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	if len(names) > 0 {
		m.mention = regexp.MustCompile(`(` + strings.Join(names, "|") + `):(\d+)`)
	}
	return m
}

func (m *mover) text(text []byte) ([]byte, bool) {
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil, false
	}
	out, err := json.Marshal(m.value(v))
	return out, err == nil
}

func (m *mover) value(v any) any {
	switch v := v.(type) {
	case string:
		return m.mentions(v)
	case []any:
		for i := range v {
			v[i] = m.value(v[i])
		}
	case map[string]any:
		file, _ := v[fileMember].(string)
		line, isNumber := v[lineMember].(json.Number)
		for k := range v {
			v[k] = m.value(v[k])
		}
		if n, err := strconv.Atoi(string(line)); isNumber && err == nil && m.files[file] != "" {
			v[lineMember] = m.at(m.files[file], n)
		}
	}
	return v
}

// mentions replaces the lines in a text.
func (m *mover) mentions(text string) string {
	if m.mention == nil {
		return text
	}
	return m.mention.ReplaceAllStringFunc(text, func(s string) string {
		colon := strings.LastIndexByte(s, ':')
		n, err := strconv.Atoi(s[colon+1:])
		if err != nil {
			return s
		}
		return s[:colon+1] + strconv.Itoa(m.at(m.files[s[:colon]], n))
	})
}
