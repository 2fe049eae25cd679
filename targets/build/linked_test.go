package build

import (
	"strings"
	"testing"
)

// TestDatabaseLinks: a command of a database may compile several sources and link what has
// no source. What is linked from the objects of the units is known.
func TestDatabaseLinks(t *testing.T) {
	for _, c := range []struct{ command, units, missing string }{
		{"cc main.c -o main", "main.c", ""},
		{"cc main.c helper.c -o main", "helper.c main.c", ""},
		{"cc main.c helper.o -o main", "main.c", "helper.o"},
		{"cc ./main.c helper.c other.a -o main", "helper.c main.c", "other.a"},
		{"cc main.c helper.c main.o helper.o -o main", "helper.c main.c", ""},
		{"cc main.c helper.c helper.o", "helper.c main.c", ""},
		{"cc main.c -lown -L .", "main.c", "libown.a"},
		{"cc main.c -Wl,-L,.,--whole-archive,-l,own", "main.c", "libown.a"},
		{"cc main.c -L. -Xlinker -l -Xlinker own", "main.c", "libown.a"},
		{"cc main.c -L. -Wl,--library=own", "main.c", "libown.a"},
		{"cc main.c -Wl,--library-path,.,-l:libown.a", "main.c", "libown.a"},
		{"cc main.c -Wl,@words.txt", "main.c", "helper.o"},
		{"cc main.c -Wl,--as-needed,@words.txt", "main.c", "helper.o"},
		{"cc main.c -Xlinker @words.txt", "main.c", "helper.o"},
		{"cc main.c --for-linker=helper.o", "main.c", "helper.o"},
		{"cc main.c --for-linker helper.o", "main.c", "helper.o"},
		{"env LIBRARY_PATH=. cc main.c -lown", "main.c", "libown.a"},
	} {
		dir := writeFiles(t,
			"main.c", "int main(void) { return 0; }",
			"helper.c", "int helper(int n) { return n; }",
			"libown.a", "!<arch>\n",
			"words.txt", "helper.o",
		)
		in, err := ParseDatabase([]byte(`[{"directory": "`+dir+`", "file": "main.c", "command": "`+c.command+`"}]`), dir)
		if err != nil {
			t.Fatal(err)
		}
		var units []string
		for _, u := range in.Units {
			units = append(units, strings.TrimPrefix(u.Source, dir+"/"))
		}
		p, err := newBuilder(t, Options{}).Build(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		missing := strings.Join(missingNames(p, dir), " ")
		if got := strings.Join(units, " "); !sameWords(got, c.units) || missing != c.missing {
			t.Errorf("%s: units %q, missing %q; want %q and %q", c.command, got, missing, c.units, c.missing)
		}
	}
}

// sameWords compares lists of words whose order does not matter.
func sameWords(a, b string) bool {
	words := map[string]int{}
	for _, w := range strings.Fields(a) {
		words[w]++
	}
	for _, w := range strings.Fields(b) {
		words[w]--
	}
	for _, n := range words {
		if n != 0 {
			return false
		}
	}
	return true
}

// TestRedirectingFlags: each way to write a flag that has the linker take another definition,
// or run a function, is read.
func TestRedirectingFlags(t *testing.T) {
	for flags, redirects := range map[string]bool{
		"-Wl,--wrap=f": true, "-Wl,--wrap,f": true, "-Wl,-wrap,f": true, "-Xlinker --wrap -Xlinker f": true,
		"-Wl,--defsym=f=g": true, "-Wl,-O1,--defsym,f=g": true, "-Wl,-init,start": true, "-Wl,-fini=stop": true,
		"-Wl,--as-needed -Wl,-z,relro": false, "-Wl,-soname,wrap": false, "-lwrap": false,
	} {
		l := readLinker([]Unit{{Link: strings.Fields(flags)}})
		if got := len(l.elsewhere)+len(l.first)+len(l.last) > 0; got != redirects || len(l.unclear) > 0 {
			t.Errorf("%s: %+v", flags, l)
		}
	}
}

// TestImplicitCalls: a program that has functions which compilers call rests on it that they
// do not; one of flags that change what library or linker do, on what stands behind the question mark. What is of another name is no such function.
func TestImplicitCalls(t *testing.T) {
	for _, c := range []struct{ code, flags, want string }{
		{"void *memcpy(void *d, const void *s, unsigned long n) { return d; }", "", "memcpy"},
		{"__attribute__((weak)) void *memset(void *d, int c, unsigned long n) { return d; }", "", "memset"},
		{"void *f(void *d, int c, unsigned long n) { return d; } void *memset(void *d, int c, unsigned long n) __attribute__((alias(\"f\")));", "", "memset"},
		{"void *f(void *d, int c, unsigned long n) __asm__(\"memmove\"); void *f(void *d, int c, unsigned long n) { return d; }", "", "memmove"},
		{"int puts(const char *s) { return 0; } int bcmp(const void *a, const void *b, unsigned long n) { return 0; }", "", "bcmp, puts"},
		{"int __cxa_atexit(void (*f)(void *), void *a, void *d) { return 0; } long strtol(const char *s, char **e, int b) { return 0; }", "", "__cxa_atexit, strtol"},
		{"__int128 __divti3(__int128 a, __int128 b) { return 1; }", "", "__divti3"},
		{"void *__wrap_memcpy(void *d, const void *s, unsigned long n) { return d; }", "-Wl,--wrap=memcpy", "__wrap_memcpy"},
		{"void *mine(void *d, int c, unsigned long n) { return d; }", "-Wl,--defsym=memset=mine", "mine"},
		{"int get(void) { return 1; } int other(void) { return 0; }", "-Wl,--defsym=get=other", "?the linker's flag --defsym=get=other adds no code and leads no reference elsewhere"},
		{"int get(void);", "-mlong-double-64 -mlong-double-64", "?the C library is built with -mlong-double-64, too"},
		{"static void *memcpy(void *d, const void *s, unsigned long n) { return d; } void *copy(void *d, const void *s, unsigned long n) { return d; }", "", ""},
	} {
		dir := writeFiles(t, "main.c", c.code+"\nint main(void) { return 0; }\n")
		in, err := FromArgs(append([]string{"main.c"}, strings.Fields(c.flags)...), dir)
		if err != nil {
			t.Fatal(err)
		}
		p, err := newBuilder(t, Options{}).Build(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if whole, ok := strings.CutPrefix(c.want, "?"); ok {
			want = whole
		} else if c.want != "" {
			want = "the program's own " + c.want + ": called where its sources call it, and by no code that the compiler makes or the program starts with"
		}
		if got := strings.Join(p.Assumed, "; "); got != want {
			t.Errorf("%s %s: assumes %q, want %q", c.code, c.flags, got, want)
		}
	}
}
