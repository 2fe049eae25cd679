package libc

import (
	"embed"
	"strings"

	"github.com/assay-dev/assay/engine/libc/spec"
)

// A Source is one model: a C translation unit that includes nothing.
type Source struct {
	Name string // base name, named after the header it implements ("string.c")
	Text string // complete: the text of assay.h and model.h stands in it
	// Unknown: what unknown code does to the state of the models, linked as a whole to
	// programs that call functions which nobody defines.
	Unknown bool
	// Defines: the functions of a source that is linked only to programs that need one.
	Defines []string
}

//go:embed assay.h src/*.c src/*.h
var files embed.FS

// demanded are sources that are linked only where one of their functions is missing:
// they replace what the others have for programs without them.
var demanded = map[string][]string{"mman.c": {"mmap", "mmap64", "munmap"}}

// dir holds the C: a Go package may not have C files beside it.
const dir = "src/"

// Header is the text of assay.h, the interface between models and engine.
func Header() string { return read("assay.h") }

// Sources returns the models, those written by hand in order of name, then
// those made from specifications. They are meant to be linked into one module,
// because they share state: one errno, one standard input.
func Sources() []Source {
	entries, err := files.ReadDir("src")
	if err != nil {
		panic("libc: " + err.Error())
	}
	var out []Source
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".c") {
			out = append(out, Source{Name: e.Name(), Text: include(read(dir + e.Name())), Unknown: e.Name() == "unknown.c", Defines: demanded[e.Name()]})
		}
	}
	return append(out, Source{Name: "spec.c", Text: Model(spec.Own().C()), Defines: spec.Own().Made()})
}

// Model makes a source that includes assay.h and model.h complete.
func Model(text string) string { return include(text) }

// include puts the headers in the place of their include directives.
func include(text string) string {
	text = strings.Replace(text, "#include \"assay.h\"\n", Header(), 1)
	return strings.Replace(text, "#include \"model.h\"\n", read(dir+"model.h"), 1)
}

func read(name string) string {
	b, err := files.ReadFile(name)
	if err != nil {
		panic("libc: " + err.Error())
	}
	return string(b)
}
