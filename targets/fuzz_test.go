package targets

import (
	"testing"

	"github.com/assay-dev/assay/sarif"
)

// FuzzMap maps alarms with any text on any line: nothing crashes, exactly one
// of target and reason is given, sites exist and are of the right program.
func FuzzMap(f *testing.F) {
	f.Add("signed_overflow", 52, 52, "(int)((int)(t->y * 12) + (int)(t->m - 1)) + k ≤ 2147483647", "")
	f.Add("index_bound", 39, 39, "0 ≤ (int)(t->m - 1)", "")
	f.Add("mem_access", 83, 85, `\valid(&t->y)`, "")
	f.Add("initialization", 78, 0, `\initialized(&q)`, "")
	f.Add("precondition of printf_va_1", 96, 96, `valid_read_string(format)`, "")
	f.Add("uninitvar", 78, 0, "", "Uninitialized variable: q")
	f.Add("core.NullDereference", 83, 0, "", "dereference of a null pointer (loaded from variable 't')")
	f.Add("unreachable", 100, 103, "", "")
	p := corpusProgram(f, "date")
	m := New(p, Options{})
	tools := []sarif.ToolKind{sarif.FramaC, sarif.Clang, sarif.Cppcheck, sarif.GCC, sarif.Other}
	f.Fuzz(func(t *testing.T, rule string, line, end int, predicate, message string) {
		for _, tool := range tools {
			mp := m.Map(Alarm{Tool: tool, RuleID: rule, File: "date.c", Line: line, EndLine: end, Predicate: predicate, Message: message})
			if (mp.Target != nil) == (mp.Unmapped != nil) && mp.Checkable {
				t.Fatalf("target and reason: %+v", mp)
			}
			if !mp.Checkable && (mp.Target != nil || mp.Note == "") {
				t.Fatalf("not checkable, but %+v", mp)
			}
			if mp.Target == nil {
				continue
			}
			if len(mp.Target.Sites) == 0 || len(mp.Target.Sites) > mp.Candidates {
				t.Fatalf("%d sites of %d candidates", len(mp.Target.Sites), mp.Candidates)
			}
			for _, s := range mp.Target.Sites {
				if s.Classes == 0 || int(s.Point.Block) >= len(p.Blocks) || int(s.Point.Instr) >= len(p.Blocks[s.Point.Block].Instrs) {
					t.Fatalf("site %+v", s)
				}
			}
		}
	})
}
