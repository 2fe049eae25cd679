package main

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaPath is absolute: tests change directory.
var schemaPath, _ = filepath.Abs("../../testdata/sarif/sarif-schema-2.1.0.json")

var sarifSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	return jsonschema.NewCompiler().Compile(schemaPath)
})

// valid fails the test if a file is not valid SARIF 2.1.0.
func valid(t *testing.T, path string) {
	t.Helper()
	schema, err := sarifSchema()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Errorf("%s: %v", path, err)
	}
}
