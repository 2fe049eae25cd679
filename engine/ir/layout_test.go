package ir

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// scalars are the member types of random structs.
var scalars = []string{
	"char", "short", "int", "long", "long long", "float", "double", "long double", "void *", "_Bool",
	"int (*)(void)", "unsigned char", "__attribute__((vector_size(16))) int",
}

// randomStructs writes struct definitions, each with members of scalar type,
// arrays, or earlier structs, a third of them packed, and for each an array
// of facts as clang knows them: size, alignment, offset of each member.
func randomStructs(rnd *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		word, attr := "struct", ""
		if rnd.IntN(3) == 0 {
			attr = " __attribute__((packed))"
		}
		fmt.Fprintf(&b, "struct s%d {", i)
		members := 1 + rnd.IntN(6)
		for m := range members {
			switch {
			case i > 0 && rnd.IntN(4) == 0:
				fmt.Fprintf(&b, " %s s%d m%d[%d];", word, rnd.IntN(i), m, 1+rnd.IntN(3))
			default:
				ty := scalars[rnd.IntN(len(scalars))]
				if strings.Contains(ty, "(*)") {
					fmt.Fprintf(&b, " int (*m%d)(void);", m)
				} else {
					fmt.Fprintf(&b, " %s m%d;", ty, m)
				}
			}
		}
		fmt.Fprintf(&b, " }%s v%d;\n", attr, i)
		fmt.Fprintf(&b, "unsigned long long facts%d[] = {sizeof(struct s%d), _Alignof(struct s%d)", i, i, i)
		for m := range members {
			fmt.Fprintf(&b, ", __builtin_offsetof(struct s%d, m%d)", i, m)
		}
		b.WriteString("};\n")
	}
	return b.String()
}

// TestLayout compares sizes and offsets with those that clang computed for
// the C program. Members that clang pads by hand are found by their offset.
func TestLayout(t *testing.T) {
	const n = 60
	code := randomStructs(rand.New(rand.NewPCG(3, 4)), n)
	for _, flags := range [][]string{nil, {"-m32"}} {
		p := loadText(t, code, flags...)
		for i := range n {
			g := globalNamed(t, p, fmt.Sprintf("v%d", i))
			facts := globalNamed(t, p, fmt.Sprintf("facts%d", i))
			image := append([]byte{}, facts.Init...)
			image = append(image, make([]byte, facts.Size-uint64(len(image)))...)
			fact := func(k int) uint64 { return binary.LittleEndian.Uint64(image[8*k:]) }
			ty := p.Types[g.Type]
			if ty.Size != fact(0) || g.Size != fact(0) {
				t.Errorf("%v s%d (%s): size %d, clang says %d", flags, i, ty.Name, ty.Size, fact(0))
			}
			if uint64(g.Align) < fact(1) {
				t.Errorf("%v s%d: alignment %d, clang says %d", flags, i, g.Align, fact(1))
			}
			offsets := map[uint64]bool{}
			for _, f := range ty.Fields {
				offsets[f.Offset] = true
			}
			for k := 2; k < len(image)/8; k++ {
				if !offsets[fact(k)] {
					t.Errorf("%v s%d: no field at %d, the offset of m%d; fields %v", flags, i, fact(k), k-2, ty.Fields)
				}
			}
		}
	}
}

// TestScalarLayouts: types that C does not have, or pads by hand. The numbers
// are LLVM's own: opt-14 -passes=globalopt folds
// ptrtoint (getelementptr (T, T* null, i32 0, i32 k)) to them.
func TestScalarLayouts(t *testing.T) {
	const globals = `
@a = global { i1, i7, i17, i24, i33, i48, i64, i65, i128, i200 } zeroinitializer
@v = global { <3 x i8>, <2 x i32>, <4 x i16>, <4 x double>, <8 x i1>, <3 x i32> } zeroinitializer
@f = global { half, float, double, x86_fp80, fp128 } zeroinitializer
`
	for layout, want := range map[string]map[string]string{
		"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128": {
			"a": "[0 1 4 8 16 24 32 40 56 72] 104", "v": "[0 8 16 32 64 80] 96", "f": "[0 4 8 16 32] 48",
		},
		"e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-f64:32:64-f80:32-n8:16:32-S128": {
			"a": "[0 1 4 8 12 20 28 36 48 64] 92", "v": "[0 8 16 32 64 80] 96", "f": "[0 4 8 16 32] 48",
		},
	} {
		p := parse(t, "t.ll", []byte("target datalayout = \""+layout+"\""+globals))
		for name, want := range want {
			ty := p.Types[globalNamed(t, p, name).Type]
			var offsets []uint64
			for _, f := range ty.Fields {
				offsets = append(offsets, f.Offset)
			}
			if got := fmt.Sprint(offsets, ty.Size); got != want {
				t.Errorf("%s: %s: %s, want %s", layout, ty.Name, got, want)
			}
		}
	}
}

// TestFloatImages compares the bits of constants with Go's, and those of wide
// formats with the digits in the text.
func TestFloatImages(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1, -1.5, 0.1, math.MaxFloat64, math.SmallestNonzeroFloat64, 3e-310, math.Inf(1), math.Inf(-1), 65504, 1e-7}
	var b strings.Builder
	for i, v := range values {
		fmt.Fprintf(&b, "@d%d = global double 0x%016X\n", i, math.Float64bits(v))
		fmt.Fprintf(&b, "@f%d = global float 0x%016X\n", i, math.Float64bits(float64(float32(v))))
	}
	p := parse(t, "f.ll", []byte(b.String()))
	for i, v := range values {
		if got := imageBits(globalNamed(t, p, fmt.Sprintf("d%d", i))); got.Uint64() != math.Float64bits(v) {
			t.Errorf("double %g: %x", v, got)
		}
		if got := imageBits(globalNamed(t, p, fmt.Sprintf("f%d", i))); got.Uint64() != uint64(math.Float32bits(float32(v))) {
			t.Errorf("float %g: %x", float32(v), got)
		}
	}
	source := filepath.Join(t.TempDir(), "wide.c")
	if err := os.WriteFile(source, []byte(`
		long double w[] = {1.0L, 3.14L, -0.1L, 1e4000L, 3.6e-4951L, 1e-4940L, 0.0L, -0.0L, 1.0L / 3.0L};
		__float128 q[] = {1.0Q, -3.14Q, 1e4000Q, 1e-4940Q, 6.5e-4966Q};`), 0o644); err != nil {
		t.Fatal(err)
	}
	text := compileFile(t, source)
	p = parse(t, "wide.ll", text)
	for _, c := range []struct {
		global, literal string
		digits          int
	}{{"w", `0xK([0-9A-F]{20})`, 20}, {"q", `0xL([0-9A-F]{32})`, 32}} {
		g := globalNamed(t, p, c.global)
		found := regexp.MustCompile(c.literal).FindAllStringSubmatch(string(text), -1)
		if len(found) < 5 {
			t.Fatalf("%d literals", len(found))
		}
		image := append(append([]byte{}, g.Init...), make([]byte, int(g.Size)-len(g.Init))...)
		for i, m := range found {
			hex := m[1]
			if c.global == "q" { // low half first
				hex = hex[16:] + hex[:16]
			}
			if got := fmt.Sprintf("%0*X", c.digits, littleEndian(image[16*i:16*i+c.digits/2])); got != hex {
				t.Errorf("%s[%d] = %s, want %s", c.global, i, got, hex)
			}
		}
	}
}

// imageBits is the image of a global as a number.
func imageBits(g *Global) *big.Int { return littleEndian(g.Init) }

func littleEndian(image []byte) *big.Int {
	x := new(big.Int)
	for i := len(image) - 1; i >= 0; i-- {
		x.Lsh(x, 8).Or(x, big.NewInt(int64(image[i])))
	}
	return x
}
