package ir

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSanityFindsDamage damages a good program in one place at a time.
func TestSanityFindsDamage(t *testing.T) {
	const code = "int g; int h(int x) { return x; } int f(int n) { int a[3]; a[n] = n ? h(n) : g; switch (n) { case 1: return a[0]; } return n; } int main(void) { return f(1); }"
	source := filepath.Join(t.TempDir(), "t.c")
	if err := os.WriteFile(source, []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	text := compileFile(t, source)
	first := func(p *Program, op Opcode) *Instr {
		for _, b := range funcNamed(t, p, "f").Blocks {
			for i := range b.Instrs {
				if b.Instrs[i].Op == op {
					return &b.Instrs[i]
				}
			}
		}
		t.Fatalf("no %s", op)
		return nil
	}
	phi := func(p *Program) (*Block, *Phi) {
		for _, b := range funcNamed(t, p, "f").Blocks {
			if len(b.Phis) > 0 {
				return b, &b.Phis[0]
			}
		}
		t.Fatal("no phi")
		return nil, nil
	}
	for name, c := range map[string]struct {
		damage func(p *Program)
		want   string
	}{
		"register out of range": {func(p *Program) { first(p, Store).Args[0] = 10000 }, "no definition"},
		"constant out of range": {func(p *Program) { first(p, Store).Args[0] = ConstOperand(10000) }, "constant 10000"},
		"store of a wrong type": {func(p *Program) { first(p, Store).Type = first(p, ICmp).Type }, "instead of i1"},
		"load through a number": {func(p *Program) { first(p, Load).Args[0] = 0 }, "instead of a pointer"},
		"too many operands":     {func(p *Program) { in := first(p, ICmp); in.Args = append(in.Args, 0) }, "3 operands"},
		"defined twice":         {func(p *Program) { first(p, Load).Dst = 0 }, "defined twice"},
		"no terminator":         {func(p *Program) { b := funcNamed(t, p, "f").Blocks[0]; b.Instrs = b.Instrs[:len(b.Instrs)-1] }, "at"},
		"terminator inside":     {func(p *Program) { *first(p, Store) = Instr{Op: Unreachable, Dst: NoReg} }, "unreachable at"},
		"edge to nowhere":       {func(p *Program) { first(p, CondBr).Succs[0] = 99 }, "edge to 99"},
		"missing case":          {func(p *Program) { in := first(p, Switch); in.Succs = in.Succs[:1] }, "1 successors"},
		"phi without a value":   {func(p *Program) { _, q := phi(p); q.Preds, q.Vals = q.Preds[:1], q.Vals[:1] }, "1 values for 2"},
		"phi of a stranger":     {func(p *Program) { b, q := phi(p); q.Preds[0] = b.Index }, "no predecessor"},
		"use before definition": {func(p *Program) { first(p, Alloca).Args = []Operand{Operand(first(p, ICmp).Dst)} }, "before its definition"},
		"callee out of range":   {func(p *Program) { first(p, Call).Call.Callee = 77 }, "callee 77"},
		"gep without plan":      {func(p *Program) { first(p, GEP).Gep = nil }, "no plan"},
		"gep of a wrong width":  {func(p *Program) { first(p, GEP).Gep.Terms[0].Bits = 7 }, "not of 7 bits"},
		"image too long":        {func(p *Program) { p.Globals[0].Init = make([]byte, 99) }, "99 bytes"},
		"odd alignment":         {func(p *Program) { p.Types[0].Align = 3 }, "alignment 3"},
		"location out of range": {func(p *Program) { first(p, Store).Loc = 9999 }, "location 9999"},
		"wrong id":              {func(p *Program) { p.Blocks[0].ID = 7 }, "block 0"},
	} {
		p := parse(t, "t.ll", text)
		c.damage(p)
		err := Sanity(p)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
