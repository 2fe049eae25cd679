package decision

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/built"
)

// TestFactsAreBounded: what is learnt last stays, once, and other programs'
// functions go where there is too much.
func TestFactsAreBounded(t *testing.T) {
	src, err := filepath.Abs("../../../testdata/induct/always.c")
	if err != nil {
		t.Fatal(err)
	}
	p, err := built.Program(src)
	if err != nil {
		t.Fatal(err)
	}
	f, problem := openFacts(&option.Settings{StateDir: t.TempDir()}, p)
	if problem != nil {
		t.Fatal(problem)
	}
	main := p.FuncByName["main"]
	f.Functions["another program's"] = make([]engine.Known, maxFacts)
	for range 2 {
		for i := range maxFactsOf + 5 {
			f.learn([]engine.Known{{Func: main, Cut: fmt.Sprint(i)}})
		}
	}
	if n := len(f.Functions["another program's"]); n != 0 {
		t.Errorf("%d facts of another program stay", n)
	}
	if err := f.write(); err != nil {
		t.Fatal(err)
	}
	again, problem := openFacts(&option.Settings{StateDir: filepath.Dir(f.path)}, p)
	if problem != nil {
		t.Fatal(problem)
	}
	ks := again.known()
	if len(ks) != maxFactsOf || ks[0].Cut != "5" || ks[len(ks)-1].Cut != fmt.Sprint(maxFactsOf+4) {
		t.Errorf("%d facts, from %s to %s", len(ks), ks[0].Cut, ks[len(ks)-1].Cut)
	}
}
