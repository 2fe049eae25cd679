package spec

import (
	"embed"
	"errors"
	"sync"
)

//go:embed data/*.spec
var data embed.FS

// DataNames are the names of assay's own files, the types first.
func DataNames() []string {
	entries, err := data.ReadDir("data")
	if err != nil {
		panic("spec: " + err.Error())
	}
	names := []string{typesFile}
	for _, e := range entries {
		if e.Name() != typesFile {
			names = append(names, e.Name())
		}
	}
	return names
}

// typesFile holds the types that several headers share.
const typesFile = "types.spec"

// load reads assay's own files.
func load() (*Library, error) {
	lib := NewLibrary(nil)
	var errs []error
	for _, name := range DataNames() {
		text, err := data.ReadFile("data/" + name)
		if err != nil {
			panic("spec: " + err.Error())
		}
		errs = append(errs, lib.Add(name, string(text)))
	}
	return lib, errors.Join(errs...)
}

// Own is assay's specification of the C library.
var Own = sync.OnceValue(func() *Library {
	lib, err := load()
	if err != nil {
		panic("spec: " + err.Error())
	}
	return lib
})
