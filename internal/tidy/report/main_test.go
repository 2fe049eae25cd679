package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMeasure(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go":      "package a\n\ntype t struct {\n\tx, y int\n\tz    string\n}\n\nfunc f() {\n}\n",
		"a_test.go": "package a\n\nfunc g() {\n}\n",
		"b.txt":     "text\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sizes, err := measure(dir)
	if err != nil || len(sizes) != 1 {
		t.Fatalf("%d packages, %v", len(sizes), err)
	}
	if s := sizes[0]; s.product != 9 || s.tests != 4 || s.longest != 2 || s.fields != 3 {
		t.Errorf("measured %+v; want 9 and 4 lines, a function of 2, a type of 3 fields", *s)
	}
}

func TestKind(t *testing.T) {
	for folder, want := range map[string]string{"engine": "product", "engine/oracle/library": "harness", "bench/corpus": "bench", "engine/oracles": "product"} {
		if got := kind(folder); got != want {
			t.Errorf("%s is %s, want %s", folder, got, want)
		}
	}
}
