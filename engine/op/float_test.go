package op

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
)

// TestPowersAreThoseOfTheLibrary: where a power is said to be certain, the C library gives it.
func TestPowersAreThoseOfTheLibrary(t *testing.T) {
	clang, err := exec.LookPath("clang-14")
	if err != nil {
		t.Fatal("clang-14 is missing: apt-get install clang-14")
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	var in bytes.Buffer
	var want []uint64
	for len(want) < 4000 {
		x, y := float64(rnd.IntN(400)-200)/float64(int(1)<<rnd.IntN(8)), float64(rnd.IntN(60)-20)
		if r, ok := exactPower(64, x, y); ok {
			fmt.Fprintf(&in, "%x %x\n", math.Float64bits(x), math.Float64bits(y))
			want = append(want, math.Float64bits(r))
		}
	}
	dir := t.TempDir()
	const program = `#include <math.h>
#include <stdio.h>
int main(void)
{
	union { unsigned long long bits; double value; } x, y, r;
	while (scanf("%llx %llx", &x.bits, &y.bits) == 2) {
		r.value = pow(x.value, y.value);
		printf("%llx\n", r.bits);
	}
	return 0;
}
`
	if err := os.WriteFile(filepath.Join(dir, "p.c"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "p")
	if out, err := exec.Command(clang, "-fno-builtin", filepath.Join(dir, "p.c"), "-o", bin, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command(bin)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	for i := 0; lines.Scan(); i++ {
		if got := fmt.Sprintf("%x", want[i]); got != lines.Text() {
			t.Errorf("power %d: %s, the library gives %s", i, got, lines.Text())
		}
	}
}

func TestFloat(t *testing.T) {
	f := math.Float64bits
	for _, c := range []struct {
		name string
		in   ir.Instr
		from int
		to   int
		args []uint64
		want FloatResult
		ok   bool
	}{
		{"a sum", ir.Instr{Op: ir.FAdd}, 64, 64, []uint64{f(1), f(2)}, FloatResult{Bits: f(3)}, true},
		{"a division by zero", ir.Instr{Op: ir.FDiv}, 64, 64, []uint64{f(1), f(0)}, FloatResult{Bits: f(math.Inf(1)), Violated: true, Class: Infinite}, true},
		{"a comparison", ir.Instr{Op: ir.FCmp, Pred: ir.FOLT}, 64, 1, []uint64{f(1), f(2)}, FloatResult{Bits: 1}, true},
		{"a comparison with no number", ir.Instr{Op: ir.FCmp, Pred: ir.FOLT}, 64, 1, []uint64{f(1), f(math.NaN())}, FloatResult{}, true},
		{"an integer", ir.Instr{Op: ir.FPToSI}, 64, 32, []uint64{f(-2.9)}, FloatResult{Bits: 0xfffffffe}, true},
		{"an integer out of range", ir.Instr{Op: ir.FPToSI}, 64, 32, []uint64{f(3e9)}, FloatResult{Violated: true, Class: FloatToInt, Side: High, Open: true}, true},
		{"a number of an integer", ir.Instr{Op: ir.SIToFP}, 32, 64, []uint64{0xffffffff}, FloatResult{Bits: f(-1)}, true},
		{"a negation", ir.Instr{Op: ir.FNeg}, 64, 64, []uint64{f(2)}, FloatResult{Bits: f(-2)}, true},
		{"the absolute value of a signaling NaN", ir.Instr{Op: ir.FMath, Reason: "fabs"}, 32, 32, []uint64{0xffa00001}, FloatResult{Bits: 0x7fa00001, Violated: true, Class: NaN}, true},
		{"a root", ir.Instr{Op: ir.FMath, Reason: "sqrt"}, 64, 64, []uint64{f(6.25)}, FloatResult{Bits: f(2.5)}, true},
		{"a power", ir.Instr{Op: ir.FMath, Reason: "pow"}, 64, 64, []uint64{f(10), f(3)}, FloatResult{Bits: f(1000)}, true},
		{"a power that is rounded", ir.Instr{Op: ir.FMath, Reason: "pow"}, 64, 64, []uint64{f(10), f(-3)}, FloatResult{}, false},
		{"a sine", ir.Instr{Op: ir.FMath, Reason: "sin"}, 64, 64, []uint64{f(1)}, FloatResult{}, false},
	} {
		got, ok := Float(&c.in, c.from, c.to, c.args)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%s: %+v, %t; want %+v, %t", c.name, got, ok, c.want, c.ok)
		}
	}
}
