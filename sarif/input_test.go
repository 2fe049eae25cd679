package sarif

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBadInput checks what the user reads: where, what, and the remedy.
func TestBadInput(t *testing.T) {
	ok := logOf("clang", `{"message":{"text":"m"}}`, "")
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "x.sarif: is empty; have the analyzer write"},
		{"blank", " \n", "is empty"},
		{"UTF-16 with mark", "\xff\xfe{\x00", "x.sarif:1:1: is UTF-16"},
		{"UTF-16 without mark", "{\x00\"\x00", "iconv"},
		{"array", "[]", `x.sarif:1:1: found '[' where "{"`},
		{"no version", `{"runs":[]}`, `has no "version"`},
		{"no runs", `{"version":"2.1.0"}`, `has no "runs"`},
		{"SARIF 1.0", `{"version":"1.0.0","runs":[{"results":[{"ruleId":"x"}]}]}`, "is SARIF 1.0.0; only 2.1.0 is read"},
		{"SARIF 1.0 of another shape", `{"runs":[{"results":{"a":1}}],"version":"1.0.0"}`, "SARIF Multitool"},
		{"prerelease", `{"version":"2.0.0-csd.2.beta.2018-10-10","runs":[]}`, "is SARIF 2.0.0-csd.2.beta.2018-10-10"},
		{"truncated", ok[:len(ok)-7], "the file is truncated"},
		{"truncated in a string", ok[:20], "the JSON text ends"},
		{"trailing comma", `{"version":"2.1.0","runs":[],}`, `x.sarif:1:30: found '}' where a member name`},
		{"two logs", ok + ok, "something follows the end of the SARIF log"},
		{"repeated member", `{"version":"2.1.0",` + "\n" + `"runs":[],"runs":[]}`, `x.sarif:2:11: the member "runs" occurs twice`},
		{"repeated member of a result", logOf("c", `{"ruleId":"a","message":{},"ruleId":"b"}`, ""), `"ruleId" occurs twice`},
		{"bad escape", logOf("c", `{"message":{"text":"\x"}}`, ""), "invalid escape"},
		{"bad unicode escape", logOf("c", `{"message":{"text":"\u12g4"}}`, ""), "invalid escape"},
		{"control character", logOf("c", "{\"message\":{\"text\":\"a\nb\"}}", ""), "control character U+000A"},
		{"bad number", logOf("c", `{"message":{},"rank":01}`, ""), "found '1'"},
		{"not a number", logOf("c", `{"message":{},"rank":-}`, ""), "a digit is expected"},
		{"fractional line", logOf("c", `{"message":{},"locations":[`+at("a", `"startLine":1.5`)+`]}`, ""), "1.5 is not an integer"},
		{"line as string", logOf("c", `{"message":{},"locations":[`+at("a", `"startLine":"1"`)+`]}`, ""), "a number is expected"},
		{"huge line", logOf("c", `{"message":{},"locations":[`+at("a", `"startLine":1e300`)+`]}`, ""), "1e300 is not an integer"},
		{"results no array", `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":{}}]}`, `found '{' where '['`},
		{"null result", logOf("c", `null`, ""), `found 'n' where '{'`},
		{"properties no object", logOf("c", `{"message":{},"properties":[]}`, ""), `found '[' where '{'`},
		{"external results", `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"externalPropertyFileReferences":{"taxonomies":[],"results":[{"location":{"uri":"r"}}]}}]}`, "in other files"},
		{"bad word", logOf("c", `{"message":{},"x":nul}`, ""), "found 'n' where a JSON value"},
		{"deep", strings.Repeat(`{"a":`, 11000), "levels deep"},
	} {
		d, err := Parse("x.sarif", []byte(c.text))
		var e *Error
		if d != nil || !errors.As(err, &e) {
			t.Errorf("%s: document %v, error %v", c.name, d, err)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || e.Remedy == "" {
			t.Errorf("%s: error %q, want %q in it and a remedy", c.name, err, c.want)
		}
	}
}

func TestErrorPlaceCountsTheMark(t *testing.T) {
	_, err := Parse("x", []byte("\ufeff{\n  !"))
	var e *Error
	if !errors.As(err, &e) || e.Offset != 3+4 || e.Line != 2 || e.Col != 3 {
		t.Errorf("error %+v", e)
	}
}

func TestByteOrderMarkIsLeftOff(t *testing.T) {
	text := logOf("clang", `{"message":{}}`, "")
	d := mustParse(t, "\ufeff"+text)
	if out := mustAnnotate(t, d, ProfileAnnotate, make([]RunAnnotation, 1)); out.Text != text {
		t.Errorf("written %q", out.Text)
	}
}

func TestUnknownBytesInStringsAreKept(t *testing.T) {
	text := logOf("clang", "{\"message\":{\"text\":\"caf\xe9\"},\"rank\":9007199254740993,\"x\":1.50,\"suppressions\":[]}", "")
	d := mustParse(t, text)
	out := mustAnnotate(t, d, ProfileAnnotate, sampleAll(d))
	for _, kept := range []string{"caf\xe9", "9007199254740993", `"x":1.50`} {
		if !strings.Contains(out.Text, kept) {
			t.Errorf("%q is lost", kept)
		}
	}
}

func TestReadFiles(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		dir:                           "is a directory",
		filepath.Join(dir, "missing"): "cannot open: no such file or directory; check the path",
	} {
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s: error %v, want %q", path, err, want)
		}
	}
	path := filepath.Join(dir, "a.sarif")
	if err := os.WriteFile(path, []byte(logOf("clang", "", "")), 0o600); err != nil {
		t.Fatal(err)
	}
	if d := mustRead(t, path); d.Count() != 0 || d.Runs[0].Tool.Name != "clang" {
		t.Errorf("read %+v", d)
	}
}

func TestNullsOfGoSarifAreAbsent(t *testing.T) {
	text := `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x","rules":null},"extensions":null},"artifacts":null,"taxonomies":null,"originalUriBaseIds":null,"results":[` +
		`{"ruleId":null,"message":null,"locations":null,"suppressions":null,"properties":null,"taxa":null,"codeFlows":null,"attachments":null,"fingerprints":null,"level":null,"rule":null}],"properties":null}]}`
	d := mustParse(t, text)
	if r := d.Runs[0].Results[0]; r.Level != "warning" || r.Kind != "fail" {
		t.Errorf("result %+v", r)
	}
	for i := range 2 {
		for _, p := range []Profile{ProfileAnnotate, ProfileVerdict, ProfileGitHub} {
			runs := []RunAnnotation{{Results: []*Annotation{sample(i, Location{})}}}
			out := mustAnnotate(t, d, p, runs)
			if again := mustParse(t, out.Text); i == 0 && again.base != text {
				t.Errorf("%s: taken off: %s", p, again.base)
			}
		}
	}
	if _, err := Parse("x", []byte(`{"version":"2.1.0","runs":null}`)); err != nil {
		t.Error(err)
	}
	if _, err := Parse("x", []byte(`{"version":"2.1.0","runs":[{"results":null}]}`)); err != nil {
		t.Error(err)
	}
}
