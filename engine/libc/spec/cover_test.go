package spec

import (
	"strings"
	"testing"
)

// TestDeclared: the functions that a header declares itself are found in what
// the preprocessor makes of it, however they are written.
func TestDeclared(t *testing.T) {
	t.Parallel()
	const text = `# 1 "/usr/include/sys/x.h" 1 3
typedef int (*callback) (int);
# 1 "/usr/include/y.h" 1 3
extern int elsewhere (int);
# 3 "/usr/include/sys/x.h" 2 3
struct s { int (*member) (int); };
extern int plain (int __a)
     __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));
extern char *__text (const char *__s), *variable;
extern void (*handler (int __sig, void (*__f) (int))) (int);
__extension__ extern unsigned long long int wide (void);
extern __inline int inlined (int __c) { return plain (__c); }
static inline int hidden (int c) { return c; }
# 1 "/usr/include/x86_64-linux-gnu/bits/x_ext.h" 1 3
extern int more (const char *__p, ...) __asm__ ("" "more64");
# 1 "/usr/include/x86_64-linux-gnu/bits/other.h" 1 3
extern int others (void);
`
	got := strings.Join(declared(text, "sys/x.h"), " ")
	if want := "plain __text handler wide inlined more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestCover: what counts is whether assay's own files specify it, once.
func TestCover(t *testing.T) {
	t.Parallel()
	const text = "# 1 \"/usr/include/x.h\" 1 3\nextern int stat (int);\nextern int __stat (int);\nextern int no_such_function (int);\nextern int counted_before (int);\n"
	c := Cover(text, "x.h", map[string]bool{"counted_before": true})
	if c.Declared != 2 || c.Covered != 1 || c.Missing() != "no_such_function" {
		t.Errorf("%+v", c)
	}
	if n := len(Headers()); n < 200 {
		t.Errorf("%d headers", n)
	}
}
