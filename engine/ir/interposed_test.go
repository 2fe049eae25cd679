package ir

import "testing"

// TestInterposed: functions of the library call the program's own malloc, directly, through
// pointers and when the program ends, but for those that need no memory.
func TestInterposed(t *testing.T) {
	const text = `
int puts(const char *); unsigned long strlen(const char *);
void target(void) {}
OWN
static int direct(void) { return puts("x"); }
static int needs_none(void) { return strlen("x"); }
static int through(int (*f)(const char *)) { return f("x"); }
int main(int argc, char **argv) { return direct() + needs_none() + through(puts); }
# 1 "<assay-model>/m.c"
int puts(const char *s) { return s[0]; }
unsigned long strlen(const char *s) { return s[0]; }`
	for own, reached := range map[string]bool{"void *malloc(unsigned long n) { target(); return 0; }": true, "static int n;": false} {
		p := loadText(t, text, "-DOWN="+own)
		d := NewDistance(p, []Point{entryOf(t, p, "target")})
		for name, want := range map[string]bool{"direct": reached, "through": reached, "needs_none": false} {
			if got := d.Func(funcNamed(t, p, name).ID) != Unreached; got != want {
				t.Errorf("%s: from %s the target is reached: %t", own, name, got)
			}
		}
		if got := d.Exit() != Unreached; got != reached {
			t.Errorf("%s: from the end of the program the target is reached: %t", own, got)
		}
	}
}

// TestUsesOf: to read a variable is not to set it; to store to it or to hand its address on is.
func TestUsesOf(t *testing.T) {
	for text, want := range map[string][2]bool{
		"int main(void) { return 0; }":                                                          {false, false},
		"int main(void) { return environ != 0 && environ[0] != 0; }":                            {true, false},
		"int main(void) { environ = 0; return 0; }":                                             {true, true},
		"char ***kept; int main(void) { kept = &environ; return 0; }":                           {true, true},
		"char ***kept = &environ; int main(void) { return 0; }":                                 {true, true},
		"char ***f(int n, char ***p) { return n ? p : &environ; } int main(void) { return 0; }": {true, true},
		"struct { int n; char ***p; } t = {1, &environ}; int main(void) { return 0; }":          {true, true},
	} {
		p := loadText(t, "extern char **environ;\n"+text)
		if used, set := p.UsesOf("environ"); used != want[0] || set != want[1] {
			t.Errorf("%s: used %t, set %t, want %v", text, used, set, want)
		}
	}
}
