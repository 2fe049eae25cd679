package reach

import "testing"

func TestParsePlace(t *testing.T) {
	for _, bad := range []string{"", "x.c", ":3", "x.c:", "x.c:0", "x.c:-1", "x.c:y"} {
		if _, _, err := parsePlace(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	if file, line, err := parsePlace("a:b/x.c:12"); file != "a:b/x.c" || line != 12 || err != nil {
		t.Errorf("got %s %d %v", file, line, err)
	}
}
