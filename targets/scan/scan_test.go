package scan

import (
	"slices"
	"testing"
)

// TestNext takes texts apart; white space and comments are left out.
func TestNext(t *testing.T) {
	for _, c := range []struct {
		text  string
		kinds []Kind
		want  []string
	}{
		{"x1+=$y_;", []Kind{Word, Sign, Word, Sign}, []string{"x1", "+=", "$y_", ";"}},
		{"a<<=b>>c...", []Kind{Word, Sign, Word, Sign, Word, Sign}, []string{"a", "<<=", "b", ">>", "c", "..."}},
		{"1e+5 0xe+5 0x1p-3 .5f 1.", []Kind{Number, Number, Sign, Number, Number, Number, Number}, []string{"1e+5", "0xe", "+", "5", "0x1p-3", ".5f", "1."}},
		{`"a\"b" '\''`, []Kind{Text, Character}, []string{`"a\"b"`, `'\''`}},
		{"'open\nx", []Kind{Character, Word}, []string{"'open", "x"}},
		{"a /* b */ c // d\ne", []Kind{Word, Word, Word}, []string{"a", "c", "e"}},
		{"a/*/b*/c/*", []Kind{Word, Word}, []string{"a", "c"}},
		{"#x", []Kind{Sign, Word}, []string{"#", "x"}},
	} {
		var kinds []Kind
		var got []string
		for s := c.text; s != ""; {
			k, n := Next(s)
			if k != None {
				kinds, got = append(kinds, k), append(got, s[:n])
			}
			s = s[n:]
		}
		if !slices.Equal(kinds, c.kinds) || !slices.Equal(got, c.want) {
			t.Errorf("%q: %v %q, want %v %q", c.text, kinds, got, c.kinds, c.want)
		}
	}
}

// FuzzNext is whether the scanner goes on, within the text, whatever that is.
func FuzzNext(f *testing.F) {
	f.Add("x /* \"y\\")
	f.Fuzz(func(t *testing.T, s string) {
		for s != "" {
			_, n := Next(s)
			if n < 1 || n > len(s) {
				t.Fatalf("length %d of %q", n, s)
			}
			s = s[n:]
		}
	})
}
