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
