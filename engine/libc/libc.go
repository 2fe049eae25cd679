// Package libc holds assay's models of the C library. They are C: compiled to
// IR with the data model of the program, linked to it where it leaves symbols
// undefined, and executed like the rest of it (ADR 0010). assay.h is their
// only foundation; users write models of their own on it with --model.
package libc

import (
	"embed"
	"strings"
)

// A Source is one model: a C translation unit that includes nothing.
type Source struct {
	Name string // base name, named after the header it implements ("string.c")
	Text string // complete: the text of assay.h and model.h stands in it
}

//go:embed *.c *.h
var files embed.FS

// Header is the text of assay.h, the interface between models and engine.
func Header() string { return read("assay.h") }

// Sources returns the models in order of name. They are meant to be linked
// into one module, because they share state: one errno, one standard input.
func Sources() []Source {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("libc: " + err.Error())
	}
	var out []Source
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".c") {
			out = append(out, Source{Name: e.Name(), Text: include(read(e.Name()))})
		}
	}
	return out
}

// include puts the headers in the place of their include directives.
func include(text string) string {
	for _, h := range []string{"assay.h", "model.h"} {
		text = strings.Replace(text, "#include \""+h+"\"\n", read(h), 1)
	}
	return text
}

func read(name string) string {
	b, err := files.ReadFile(name)
	if err != nil {
		panic("libc: " + err.Error())
	}
	return string(b)
}
