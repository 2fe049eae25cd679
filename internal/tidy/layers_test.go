package tidy

import (
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/assay-dev/assay"

// A layer is a package of the module, folders below it included unless they
// have a row of their own, with the rows it may import.
type layer struct {
	name string
	uses []string
}

// layers is the table of ARCHITECTURE.md. A row may use only rows above it, so
// the graph has no cycles and data goes one way. Tests are exempt: they may
// compile C with targets/build or replay what they found.
var layers = []layer{
	{"internal/tidy", nil},
	{"sarif", nil},
	{"sarif/importers", []string{"sarif"}},
	{"engine/ir", nil},
	{"engine/op", []string{"engine/ir"}},
	{"engine/term", nil},
	{"engine/op/symbolic", []string{"engine/op", "engine/term"}},
	{"engine/solver", []string{"engine/term"}},
	{"engine/budget", []string{"engine/solver"}},
	{"engine/libc/spec", nil},
	{"engine/libc", []string{"engine/libc/spec"}},
	{"engine/memory", []string{"engine/ir", "engine/term"}},
	{"engine/pred", []string{"engine/term", "engine/memory"}},
	{"engine/exec", []string{"engine/ir", "engine/op", "engine/op/symbolic", "engine/term", "engine/solver", "engine/budget", "engine/memory"}},
	{"engine/interp", []string{"engine/ir", "engine/op", "engine/op/symbolic", "engine/term", "engine/solver", "engine/budget", "engine/memory", "engine/pred", "engine/exec"}},
	{"internal/tidy/report", []string{"engine/budget"}},
	{"engine/prover/sums", []string{"engine/budget", "engine/op", "engine/term"}},
	{"engine/prover/chunks", nil},
	{"engine/prover/records", []string{"engine/budget"}},
	{"engine/prover/layout", []string{"engine/budget", "engine/ir", "engine/op", "engine/term"}},
	{"engine/prover/inlining", []string{"engine/budget", "engine/ir"}},
	{"engine/prover/system", []string{"engine/prover/inlining", "engine/prover/layout", "engine/prover/sums", "engine/prover/chunks", "engine/prover/records", "engine/budget", "engine/ir", "engine/op", "engine/op/symbolic", "engine/term", "engine/memory"}},
	{"engine/prover/query", []string{"engine/term", "engine/solver", "engine/budget", "engine/prover/system"}},
	{"engine/prover/invariant", []string{"engine/budget", "engine/op", "engine/term", "engine/prover/layout", "engine/prover/system", "engine/prover/query"}},
	{"engine/prover/families", []string{"engine/ir", "engine/op", "engine/term", "engine/solver", "engine/memory", "engine/budget", "engine/prover/layout", "engine/prover/system", "engine/prover/query", "engine/prover/invariant"}},
	{"engine/prover/houdini", []string{"engine/op", "engine/term", "engine/solver", "engine/budget", "engine/prover/system", "engine/prover/query", "engine/prover/invariant"}},
	{"engine/prover/pdr", []string{"engine/op", "engine/term", "engine/solver", "engine/budget", "engine/prover/system", "engine/prover/query", "engine/prover/invariant", "engine/prover/families", "engine/prover/houdini"}},
	{"engine/prover/bmc", []string{"engine/budget", "engine/term", "engine/solver", "engine/prover/system"}},
	{"engine/prover/goal", []string{"engine/ir", "engine/term", "engine/solver", "engine/budget", "engine/prover/system", "engine/prover/query", "engine/prover/houdini"}},
	{"engine/prover/certify", []string{"engine/ir", "engine/op", "engine/term", "engine/solver", "engine/memory", "engine/pred", "engine/budget", "engine/prover/system", "engine/prover/query", "engine/prover/invariant", "engine/prover/houdini", "engine/prover/goal"}},
	{"engine/prover", []string{"engine/ir", "engine/term", "engine/solver", "engine/budget", "engine/prover/system", "engine/prover/query", "engine/prover/invariant", "engine/prover/families", "engine/prover/houdini", "engine/prover/pdr", "engine/prover/bmc", "engine/prover/goal", "engine/prover/certify"}},
	{"engine/search", []string{"engine/ir", "engine/op", "engine/term", "engine/solver", "engine/budget", "engine/pred", "engine/exec", "engine/interp"}},
	{"engine/cert", []string{"engine/ir", "engine/op", "engine/term", "engine/solver", "engine/budget", "engine/memory", "engine/exec", "engine/prover/system", "engine/prover/certify"}},
	{"engine", []string{
		"engine/ir", "engine/op", "engine/term", "engine/solver", "engine/budget", "engine/memory", "engine/pred",
		"engine/exec", "engine/interp", "engine/prover", "engine/prover/system", "engine/prover/bmc", "engine/prover/certify", "engine/search", "engine/cert",
	}},
	{"targets/build", []string{"engine/libc/spec"}},
	{"internal/built", []string{"engine/ir", "engine/libc", "targets/build"}},
	{"internal/expect", []string{"engine/op"}},
	{"engine/prover/provertest", []string{"engine/ir", "engine/op", "engine/prover/system", "internal/built", "internal/expect"}},
	{"engine/witness", []string{"engine/op"}},
	// The random-program oracle runs the engine as a user would, and native code.
	{"engine/oracle", []string{"engine", "engine/ir", "engine/op", "engine/solver", "engine/cert", "engine/libc", "targets/build"}},
	{"engine/oracle/hidden", []string{"engine", "engine/ir", "engine/oracle"}},
	{"engine/oracle/library", []string{"engine", "engine/ir", "engine/libc/spec", "engine/oracle", "engine/prover", "engine/prover/certify", "engine/prover/system"}},
	{"engine/oracle/library/sequence", []string{"engine", "engine/ir", "engine/oracle"}},
	{"targets/coverage", nil},
	{"targets/scan", nil},
	{"targets/fold", []string{"targets/scan"}},
	{"targets/extent", []string{"targets/scan"}},
	{"targets", []string{"sarif", "targets/fold", "targets/extent", "engine", "engine/ir", "engine/op"}},
	{"report/svcomp", nil},
	{"report", []string{"sarif", "engine", "engine/op"}},
	{"integrations", []string{"sarif", "engine", "engine/ir", "engine/op", "report"}},
	{"internal/version", nil},
	{"internal/app/fault", []string{"internal/version"}},
	{"internal/app/option", []string{"engine", "engine/budget", "engine/cert", "internal/app/fault", "report", "targets"}},
	{"internal/app/console", []string{"sarif", "engine", "engine/ir", "internal/app/fault", "internal/app/option"}},
	{"internal/app/project", []string{
		"engine", "engine/ir", "engine/libc", "engine/libc/spec", "report", "targets/build",
		"internal/app/fault", "internal/app/option", "internal/app/console",
	}},
	{"internal/app/decision", []string{
		"sarif", "engine", "engine/budget", "engine/ir", "engine/op", "engine/cert", "engine/witness", "report", "integrations", "targets/build",
		"internal/version", "internal/app/fault", "internal/app/option", "internal/app/console", "internal/app/project",
	}},
	{"internal/app/triage", []string{
		"sarif", "sarif/importers", "targets", "targets/build", "engine", "engine/ir", "engine/op", "engine/witness", "report", "integrations",
		"internal/version", "internal/app/fault", "internal/app/option", "internal/app/console", "internal/app/project", "internal/app/decision",
	}},
	{"internal/app/deadcode", []string{
		"targets/build", "targets/coverage", "engine", "engine/ir", "engine/op", "engine/witness", "report",
		"internal/version", "internal/app/fault", "internal/app/option", "internal/app/console", "internal/app/project", "internal/app/decision",
	}},
	{"internal/app/reach", []string{
		"targets", "targets/build", "engine", "engine/ir", "engine/op", "engine/witness", "report", "report/svcomp",
		"internal/version", "internal/app/fault", "internal/app/option", "internal/app/console", "internal/app/project", "internal/app/decision",
	}},
	{"cmd/assay", []string{
		"sarif", "targets", "targets/build", "targets/coverage", "engine", "engine/ir", "engine/cert", "engine/libc/spec", "engine/witness", "report",
		"internal/version", "internal/app/fault", "internal/app/option", "internal/app/console", "internal/app/project", "internal/app/decision",
		"internal/app/triage", "internal/app/deadcode", "internal/app/reach",
	}},
	// Measuring may look at everything.
	{"bench", []string{
		"internal/built", "sarif", "sarif/importers", "targets", "targets/build", "engine", "engine/ir", "engine/op", "engine/term", "engine/solver", "engine/exec",
		"engine/prover", "engine/prover/system", "engine/oracle", "engine/oracle/hidden", "engine/oracle/library", "engine/oracle/library/sequence", "report",
	}},
}

// layerOf is the row that a package path (relative to the module) belongs to.
func layerOf(pkg string) (layer, bool) {
	for dir := pkg; dir != "."; dir = path.Dir(dir) {
		for _, l := range layers {
			if l.name == dir {
				return l, true
			}
		}
	}
	return layer{}, false
}

// illegal explains what is wrong with an import of `to` by `from`, or is "".
func illegal(from, to string) string {
	src, ok := layerOf(from)
	if !ok {
		return from + " has no row in the table of layers"
	}
	dst, ok := layerOf(to)
	if !ok {
		return to + " has no row in the table of layers"
	}
	if src.name == dst.name {
		return ""
	}
	for _, u := range src.uses {
		if u == dst.name {
			return ""
		}
	}
	return src.name + " must not know " + dst.name
}

func TestLayersOnlyLookUp(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range layers {
		for _, u := range l.uses {
			if !seen[u] {
				t.Errorf("row %s uses %s, which is not above it", l.name, u)
			}
		}
		seen[l.name] = true
	}
}

func TestIllegalImports(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"cmd/assay", "engine", ""},
		{"engine/solver/sat", "engine/term", ""},
		{"engine/solver", "engine/solver/sat", ""},
		{"cmd/assay", "engine/search", "cmd/assay must not know engine/search"},
		{"sarif", "engine/ir", "sarif must not know engine/ir"},
		{"engine/cert", "engine/interp", "engine/cert must not know engine/interp"},
		{"engine/ir", "engine/term", "engine/ir must not know engine/term"},
		{"somewhere", "engine", "somewhere has no row in the table of layers"},
	} {
		if got := illegal(c.from, c.to); got != c.want {
			t.Errorf("illegal(%s, %s) = %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

// imported lists what the files of the product import of the module: by importing file, and
// the folders of both.
func imported(t *testing.T) (edges [][3]string) {
	for _, f := range goFiles(t) {
		if strings.HasSuffix(f.name, "_test.go") || strings.Contains(f.name, "testdata/") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.name, f.text, parser.ImportsOnly)
		if err != nil {
			t.Errorf("%s: %v", f.name, err)
			continue
		}
		for _, spec := range parsed.Imports {
			to, err := strconv.Unquote(spec.Path.Value)
			if err == nil && strings.HasPrefix(to, module+"/") {
				edges = append(edges, [3]string{f.name, path.Dir(f.name), strings.TrimPrefix(to, module+"/")})
			}
		}
	}
	return edges
}

func TestLayering(t *testing.T) {
	bad := map[string]bool{}
	for _, e := range imported(t) {
		if why := illegal(e[1], e[2]); why != "" {
			bad[e[0]+": "+why] = true
		}
	}
	for _, b := range slices.Sorted(maps.Keys(bad)) {
		t.Errorf("%s; move the code down, or, if the table of layers is wrong, say so in an ADR", b)
	}
}

// TestLayersAreUsed: the table has no row without a package, and allows nothing that is
// not needed.
func TestLayersAreUsed(t *testing.T) {
	used, there := map[[2]string]bool{}, map[string]bool{}
	for _, f := range goFiles(t) {
		if l, ok := layerOf(path.Dir(f.name)); ok {
			there[l.name] = true
		}
	}
	for _, e := range imported(t) {
		from, _ := layerOf(e[1])
		to, _ := layerOf(e[2])
		used[[2]string{from.name, to.name}] = true
	}
	for _, l := range layers {
		if !there[l.name] {
			t.Errorf("the table of layers has %s, which is no package; take the row out", l.name)
		}
		for _, u := range l.uses {
			if !used[[2]string{l.name, u}] {
				t.Errorf("the table of layers lets %s import %s, and it does not; take that out", l.name, u)
			}
		}
	}
}
