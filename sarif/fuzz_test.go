package sarif

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"
)

// FuzzParse: no text makes reading or writing fail other than by an *Error;
// what is read can be annotated, and the annotations come off to the byte. For
// a long run: go test ./sarif -run '^$' -fuzz FuzzParse -fuzztime 10m -fuzzminimizetime 1s
func FuzzParse(f *testing.F) {
	for _, text := range small {
		f.Add([]byte(text))
		d := mustParse(f, text)
		for _, p := range []Profile{ProfileAnnotate, ProfileVerdict, ProfileGitHub} {
			f.Add([]byte(mustAnnotate(f, d, p, sampleAll(d)).Text))
		}
	}
	for _, path := range []string{"cppcheck217/tlv.sarif", "clang14/checksum.sarif", "framac/p5.ring.sarif", "flawfinder/date.sarif"} {
		text, err := os.ReadFile(filepath.Join(corpus, "alarms", path))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Parse("x", data)
		var e *Error
		if err != nil {
			if !errors.As(err, &e) || e.Remedy == "" || e.Problem == "" || e.Offset > len(data) {
				t.Errorf("error %#v", err)
			}
			return
		}
		for _, p := range []Profile{ProfileAnnotate, ProfileVerdict, ProfileGitHub} {
			out := mustAnnotate(t, d, p, sampleAll(d))
			if !json.Valid([]byte(out.Text)) {
				t.Errorf("%s: not JSON: %s", p, out.Text)
			}
			again := mustParse(t, out.Text)
			if p != ProfileGitHub && again.base != d.base {
				t.Errorf("%s: taken off:\n%s\nwant:\n%s", p, again.base, d.base)
			}
			for i := range again.Runs {
				for j := range again.Runs[i].Results {
					again.Flows(i, j)
				}
			}
		}
	})
}

// FuzzScanner compares the scanner with encoding/json: they accept the same
// texts, and decode the same strings.
func FuzzScanner(f *testing.F) {
	for _, text := range []string{"", "null", "[1,2.5e-3,-0]", `{"a":{"b":[]},"a":1}`, `"\u00e9\ud83d\ude00\ud800\"\\\/\b\f\n\r\t"`, "[01]", "tru", "{]", `"` + "\x7f\xff" + `"`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := &scanner{text: text}
		s.skip()
		ours := s.err == nil && s.peek() == 0 && s.pos == len(text)
		if theirs := json.Valid([]byte(text)); ours != theirs {
			t.Errorf("%q: accepted %v, by encoding/json %v (%+v)", text, ours, theirs, s.err)
		}
		var want string
		if json.Unmarshal([]byte(text), &want) != nil || !utf8.ValidString(text) {
			return
		}
		s = &scanner{text: text}
		if got := s.str(); got != want {
			t.Errorf("%q is decoded to %q, by encoding/json to %q", text, got, want)
		}
	})
}
