package option

import "testing"

// A size that is accepted prints as a size that means the same.
func FuzzSize(f *testing.F) {
	for _, s := range []string{"4GiB", "1.5MiB", "123", "1e9", "-1", "0x10p3", "9999999TiB", "NaN"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var n, again int64
		if (sizeValue{&n, 1}).Set(s) != nil {
			return
		}
		v := sizeValue{&again, 1}
		if err := v.Set(ShortSize(n)); err != nil || again != n {
			t.Errorf("%q is %d bytes, printed as %s, which is %d (%v)", s, n, ShortSize(n), again, err)
		}
	})
}
