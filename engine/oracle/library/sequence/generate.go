package sequence

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Program is a program with the world that it runs in.
type Program struct {
	Seed    uint64
	Body    string   // of main, in which SEE(k, v) stands for observation k
	Seen    int      // how many observations there are
	Streams []string // where standard input, output and error are from; "": closed
	Env     []string
}

// lines is how many lines of the tables a program has.
const lines = 6

// inputs, outputs and variables are what the world of a program is drawn from. An input that
// begins with | comes through a pipe.
var (
	inputs    = []string{"f", "f", "|f", "|f", "empty", "|empty", "d", ""}
	outputs   = []string{"out", "out", "/dev/null", "/dev/full", ""}
	variables = []string{"TZ=UTC", "TZ=Europe/Berlin", "POSIXLY_CORRECT=1", "A=1", "HOME=/"}
)

// Generate makes the program of a seed.
func Generate(seed uint64) *Program {
	g := newGenerator(seed)
	p := &Program{Seed: seed, Streams: []string{g.one(inputs), g.one(outputs), g.one(outputs)}}
	for _, v := range variables {
		if g.IntN(3) == 0 {
			p.Env = append(p.Env, v)
		}
	}
	table := tables[g.IntN(len(tables))]
	for range lines {
		if g.IntN(6) == 0 {
			table = tables[g.IntN(len(tables))]
		}
		g.line(g.one(table))
	}
	p.Body, p.Seen = g.out.String(), g.seen
	return p
}

// generator writes lines.
type generator struct {
	*rand.Rand
	out  strings.Builder
	seen int
}

func newGenerator(seed uint64) *generator { return &generator{Rand: rand.New(rand.NewPCG(seed, 43))} }

func (g *generator) one(list []string) string { return list[g.IntN(len(list))] }

// line writes a line of a table: $x is drawn from the list of that name, and SEE(v) becomes an
// observation with a number.
func (g *generator) line(text string) {
	g.out.WriteString("\t{ ")
	for {
		at := strings.IndexAny(text, "$S")
		if at < 0 {
			break
		}
		g.out.WriteString(text[:at])
		switch text = text[at:]; {
		case strings.HasPrefix(text, "SEE("):
			fmt.Fprintf(&g.out, "SEE(%d, ", g.seen)
			g.seen++
			text = text[len("SEE("):]
		case text[0] == 'S':
			g.out.WriteByte('S')
			text = text[1:]
		default:
			list, ok := draws[text[1]]
			if !ok {
				panic("sequence: nothing to draw " + text[:2] + " from")
			}
			g.out.WriteString(g.one(list))
			text = text[2:]
		}
	}
	g.out.WriteString(text + " }\n")
}

// prelude is what stands in front of main, without the meaning of SEE.
const prelude = `#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <getopt.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
#include <wordexp.h>
static FILE *f0, *f1;
static char b0[40] = "one two,three", b1[40] = "12 -0x1f 3e2", vb[64], *line, *rest;
static size_t room;
static wchar_t w0[16] = L"wide 7", w1[16];
static int n0[8] = {3, 1, 2, 7, 5, 1, 4, 0}, calls;
static struct tm t0 = {.tm_year = 100, .tm_mday = 1};
static int up(const void *a, const void *b) { calls++; return (*(int *)a > *(int *)b) - (*(int *)a < *(int *)b); }
static int less(const void *a, const void *b) { calls = calls * 3 + *(int *)a; return *(int *)a < *(int *)b; }
static int odd(const void *a, const void *b) { return (*(int *)a + 2 * *(int *)b + calls++) % 3 - 1; }
static int visit(const char *path, const struct stat *s, int kind, struct FTW *f) { return ++calls > 20; }
static volatile sig_atomic_t caught;
static void catch(int s) { caught = caught * 2 + 1; }
static void once(void) { calls++; }
static void *thread(void *p) { calls += 5; return p; }
static int text(char *s, size_t n, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	int r = vsnprintf(s, n, format, list);
	va_end(list);
	return r;
}
static int parity(const void *a, const void *b) { return *(int *)a % 2 - *(int *)b % 2; }
`

// note is the native meaning of SEE: it writes to descriptor 9, and leaves errno alone.
const note = `static void note(int k, long v)
{
	char s[48];
	int e = errno, n = snprintf(s, sizeof s, "%d %ld\n", k, v);
	if (write(9, s, n) != n)
		_exit(99);
	errno = e;
}
#define SEE(k, v) note(k, (long)(v))
`

func (p *Program) main() string {
	return "int main(void)\n{\n\tint i, c;\n\tlong n;\n\tchar *p;\n\terrno = 0;\n" + p.Body + "}\n"
}

// Native is the program that notes what it sees.
func (p *Program) Native() string { return prelude + note + p.main() }

// Asked is the program that comes to mark k if it sees what was seen up to there.
func (p *Program) Asked(seen []int64) string {
	var b strings.Builder
	b.WriteString(prelude)
	for k := range p.Seen {
		want := int64(0)
		if k < len(seen) {
			want = seen[k]
		}
		fmt.Fprintf(&b, "static void mark_%d(void) {}\n#define WANT_%d (%dL - 1)\n", k, k, want+1)
	}
	b.WriteString("#define SEE(k, v) do { if ((long)(v) != WANT_##k) _exit(0); mark_##k(); } while (0)\n")
	b.WriteString(p.main())
	return b.String()
}
