package targets

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/built"
)

// TestToldTexts: of each argument of which a function reads a part, and that a model tells to be
// a text, that is so where it is one and open where it is none.
func TestToldTexts(t *testing.T) {
	head := "#include <stdlib.h>\n#include <string.h>\n#include <strings.h>\nint __VERIFIER_nondet_int(void);\nvolatile int to;\n" +
		"int main(void)\n{\n\tstatic char none[4] = {'1', '2', '3', '4'}, some[4] = \"123\";\n\tswitch (__VERIFIER_nondet_int()) {\n"
	body, line := strings.Builder{}, strings.Count(head, "\n")
	want := map[int]engine.Status{}
	for _, name := range slices.Sorted(maps.Keys(signatures)) {
		sig := signatures[name]
		for i, f := range sig.formals {
			if !sig.told || f.use != first && f.use != partly {
				continue
			}
			for arg, status := range map[string]engine.Status{"none": engine.Undecided, "some": engine.Unreachable} {
				args := make([]string, len(sig.formals))
				for k, g := range sig.formals {
					args[k] = map[bool]string{true: "0", false: "\"x\""}[g.use == plain]
				}
				args[i] = arg
				line++
				want[line] = status
				fmt.Fprintf(&body, "\tcase %d: to = (int)(long)%s(%s); break;\n", line, name, strings.Join(args, ", "))
			}
		}
	}
	src := filepath.Join(t.TempDir(), "told.c")
	if err := os.WriteFile(src, []byte(head+body.String()+"\t}\n\treturn 0;\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := built.Program("-w", src)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Sorted(maps.Keys(want))
	for _, target := range textsAt(p, lines) {
		if in := p.At(target.Sites[0].Point); !tells(p, in.Call.Callee, map[ir.FuncID]bool{}) {
			t.Errorf("the model of %s does not tell", p.Funcs[in.Call.Callee].Name)
		}
	}
	for _, proofs := range []bool{false, true} {
		res, err := engine.Run(context.Background(), p, textsAt(p, lines), engine.Options{TimeoutPerTarget: time.Minute, NoProver: !proofs}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range res.Verdicts {
			if v.Status != want[lines[i]] {
				t.Errorf("line %d of\n%s\nprover %v: %v (%s), want %v", lines[i], body.String(), proofs, v.Status, v.Reason, want[lines[i]])
			}
		}
	}
}

// textsAt are targets: that an argument of a call in a line is no text.
func textsAt(p *ir.Program, lines []int) []engine.Target {
	all := make([]engine.Target, len(lines))
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			n := slices.Index(lines, int(p.Locs[in.Loc].Line))
			if n >= 0 && in.Op == ir.Call && !p.Funcs[b.Func].Model {
				at := ir.Point{Block: b.ID, Instr: int32(i)}
				all[n].Sites = append(all[n].Sites, engine.Site{Point: at, Classes: op.SetOf(op.NoText), Arg: -1})
			}
		}
	}
	return all
}
