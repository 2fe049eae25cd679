package triage

import (
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/decision"
)

func TestClosest(t *testing.T) {
	known := []string{"/p/a/util.c", "/p/b/util.c", "/p/main.c"}
	for name, want := range map[string]string{
		"/p/main.c": "/p/main.c", "/src/main.c": "/p/main.c", "main.c": "/p/main.c",
		"/elsewhere/b/util.c": "/p/b/util.c", "util.c": "", "in.c": "", "other.c": "", "": "",
	} {
		if got := closest(name, known); got != want {
			t.Errorf("closest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestShare(t *testing.T) {
	parts := []*decision.Part{{Targets: make([]engine.Target, 1)}, {Targets: make([]engine.Target, 3)}}
	if got := share(parts); got != 0.25 {
		t.Errorf("first of two: %v", got)
	}
	if got := share(parts[1:]); got != 1 {
		t.Errorf("last: %v", got)
	}
	if got := share([]*decision.Part{{}}); got != 1 {
		t.Errorf("without targets: %v", got)
	}
}

func TestFileURI(t *testing.T) {
	for path, want := range map[string]string{
		"": "", "a/b.c": "a/b.c", "/a b/c#1.c": "file:///a%20b/c%231.c", "a:b.c": "./a:b.c", "ü%.c": "%C3%BC%25.c",
	} {
		got := fileURI(path)
		if got != want {
			t.Errorf("fileURI(%q) = %q, want %q", path, got, want)
		}
		if back := strings.TrimPrefix(filePath(got), "./"); back != path {
			t.Errorf("filePath(%q) = %q, want %q", got, back, path)
		}
	}
}

func TestFileBeside(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ doc, file, uri string }{
		{"out.sarif", ".assay/w.json", ".assay/w.json"}, {"-", ".assay/w.json", ".assay/w.json"},
		{"out/a.sarif", ".assay/w.json", "../.assay/w.json"}, {"out/a.sarif", "out/w 1.json", "w%201.json"},
		{"out/a.sarif", "/abs/w.json", "file:///abs/w.json"}, {"a.sarif", "", ""},
	} {
		uri := uriBeside(c.doc, c.file)
		if uri != c.uri {
			t.Errorf("%s from %s: %q, want %q", c.file, c.doc, uri, c.uri)
		}
		if back := FileBeside(c.doc, uri); back != c.file {
			t.Errorf("%s from %s and back: %q", c.file, c.doc, back)
		}
	}
}
