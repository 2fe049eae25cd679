package tidy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"
)

// tuned are the folders whose numbers that bound effort stand in engine/budget, folders
// below them included. The solver, the terms and the memory have limits of their own, which
// belong to their data structures.
var tuned = []string{"engine/exec", "engine/interp", "engine/search", "engine/cert", "engine/prover"}

// meant are the constants of these folders that bound no effort: widths, offsets, sizes that
// C, the platform or a data structure has, and what is greater than anything else.
var meant = map[string]string{
	"engine.gaugePeriod": "a time", "engine/prover/sums.maxStep": "the binary logarithm of the greatest step of offsets that is told apart",
	"engine/prover/system.sides": "a number of sides",
	"engine.maxWork":             "more than any search does", "engine.maxNative": "a limit of the system",
	"engine/cert.Version": "a version", "engine/exec.NullPage": "the platform", "engine/exec.pageStride": "the platform",
	"engine/exec.evaluators": "the length of an array", "engine/exec.maxAny": "a limit of an object", "engine/exec.pieceBits": "a data structure",
	"engine/exec.pieceSize": "a data structure", "engine/exec.argcBits": "a width", "engine/exec.maxArgBits": "a limit of the system",
	"engine/exec.maxString": "a limit of an object", "engine/exec.gpEnd": "the platform", "engine/exec.fpEnd": "the platform",
	"engine/exec.maxVariadic": "the platform", "engine/interp.maxPropagations": "more than any query takes",
	"engine/prover/families.fieldPrime": "a prime number", "engine/prover/families.small": "what cannot overflow",
	"engine/prover/system.nullPage": "the platform", "engine/prover/system.CountBits": "a width",
	"engine/prover/system.longestArgument": "a limit of the output", "engine/prover/system.InstBits": "a width",
	"engine/prover/inlining.maxSize": "more than any function has", "engine/prover/system.RankBits": "a width",
	"engine/prover/layout.GhostOffset": "an offset", "engine/prover/system.maxSlots": "a numbering", "engine/prover/system.maxRemade": "a numbering",
	"engine/prover/system.maxTexts": "a number of engine/libc", "engine/prover/system.argumentBits": "a width",
	"engine/prover/system.maxArgument": "a limit of the system", "engine/prover/chunks.size": "a data structure",
	"engine/prover/system.TimestampBits": "a width", "engine/prover/system.timestampOffset": "an offset", "engine/prover/system.IDBits": "a width",
	"engine/prover/system.IDNull": "a name", "engine/prover/system.IDNumber": "a name", "engine/prover/system.IDDead": "a name",
	"engine/prover/system.IDUnknown": "a name", "engine/prover/system.IDOutside": "a name", "engine/prover/system.IDWild": "a name", "engine/prover/system.IDFirst": "a name",
	"engine/prover/system.gpEnd": "the platform", "engine/prover/system.fpEnd": "the platform", "engine/prover/system.stackSlot": "the platform",
	"engine/prover/system.nthBits": "a width", "engine/search.argumentStream": "a stream of random numbers",
	"engine/search.plenty": "more than any search saves",
}

func isTuned(folder string) bool {
	for _, t := range tuned {
		if folder == t || strings.HasPrefix(folder, t+"/") {
			return true
		}
	}
	return folder == "engine"
}

// integers lists the constants of a file that are plain integers.
func integers(f *ast.File) (names []string) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			if v := s.(*ast.ValueSpec); len(v.Values) == 1 && len(v.Names) == 1 && isInteger(v.Values[0]) {
				names = append(names, v.Names[0].Name)
			}
		}
	}
	return names
}

func isInteger(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.INT
	case *ast.BinaryExpr:
		return isInteger(e.X) || isInteger(e.Y)
	}
	return false
}

func TestBudgetsStandInOneTable(t *testing.T) {
	used := map[string]bool{}
	for _, f := range goFiles(t) {
		folder := path.Dir(f.name)
		if !isTuned(folder) || strings.HasSuffix(f.name, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.name, f.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range integers(parsed) {
			used[folder+"."+n] = true
			if meant[folder+"."+n] == "" {
				t.Errorf("%s: %s is a number: if it bounds effort, make it a row of engine/budget, else say here what it means", f.name, n)
			}
		}
	}
	for n := range meant {
		if !used[n] {
			t.Errorf("%s is excused here, and is not there", n)
		}
	}
}
