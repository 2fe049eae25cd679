// Command report prints the sizes of the code, which internal/tidy keeps within limits.
//
//	go run ./internal/tidy/report
//
// A line for each package: lines of product and of tests, the longest function, the most
// fields of a type. Then lines by kind: product, tests, measurements (bench), and what only
// tests use (oracles, mutation, tidy).
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/assay-dev/assay/engine/budget"
)

// size is what is told of a package.
type size struct {
	folder         string
	product, tests int // lines
	longest        int // lines of a function
	fields         int // of a type
}

func main() {
	sizes, err := measure(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "internal/tidy/report:", err)
		os.Exit(2)
	}
	print(sizes)
}

// measure reads the Go files below root.
func measure(root string) ([]*size, error) {
	by := map[string]*size{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata" || d.Name() == "bin"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		folder := filepath.ToSlash(filepath.Dir(path))
		if by[folder] == nil {
			by[folder] = &size{folder: folder}
		}
		return by[folder].add(path)
	})
	var sizes []*size
	for _, s := range by {
		sizes = append(sizes, s)
	}
	sort.Slice(sizes, func(i, j int) bool { return sizes[i].product > sizes[j].product })
	return sizes, err
}

// add counts a file.
func (s *size) add(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := bytes.Count(text, []byte("\n"))
	if strings.HasSuffix(path, "_test.go") {
		s.tests += lines
		return nil
	}
	s.product += lines
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			s.longest = max(s.longest, files.Position(n.End()).Line-files.Position(n.Pos()).Line+1)
		case *ast.StructType:
			s.fields = max(s.fields, n.Fields.NumFields())
		}
		return true
	})
	return nil
}

// kind says what the code of a folder is for.
func kind(folder string) string {
	for _, k := range []struct{ prefix, kind string }{
		{"bench", "bench"}, {"engine/oracle", "harness"}, {"internal/mutation", "harness"}, {"internal/tidy", "harness"}, {"internal/built", "harness"},
	} {
		if folder == k.prefix || strings.HasPrefix(folder, k.prefix+"/") {
			return k.kind
		}
	}
	return "product"
}

func print(sizes []*size) {
	total := map[string]int{}
	fmt.Printf("%-32s %8s %8s %8s %8s\n", "package", "product", "tests", "longest", "fields")
	for _, s := range sizes {
		fmt.Printf("%-32s %8d %8d %8d %8d\n", s.folder, s.product, s.tests, s.longest, s.fields)
		total[kind(s.folder)] += s.product
		total["tests"] += s.tests
	}
	fmt.Printf("\nlines: product %d, tests %d, bench %d, harness %d\n", total["product"], total["tests"], total["bench"], total["harness"])
	fmt.Printf("budgets: %d in one table\n", len(budget.All()))
}
