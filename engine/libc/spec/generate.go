package spec

import (
	"fmt"
	"sort"
	"strings"
)

// C is the model of all functions of the library, those below left out, that
// have none written by hand: a translation unit on assay.h and model.h, which
// it includes.
func (lib *Library) C() string {
	g := &generator{shared: map[string]bool{}}
	for _, f := range lib.Files {
		for _, fn := range f.Funcs {
			if fn.Model == "" {
				g.function(fn)
			}
		}
	}
	return head + lib.Objects() + prelude + g.out.String()
}

// Objects is C that defines the structures and unions whose members are known.
func (lib *Library) Objects() string {
	var b strings.Builder
	for _, f := range lib.files() {
		for _, t := range f.Own {
			if t.Members != nil {
				b.WriteString(t.definition())
			}
		}
	}
	return b.String()
}

const head = `/* Made from the specifications of library functions (engine/libc/spec). */
#include "assay.h"
#include "model.h"

extern void __model_unknown(void);

#define SIZE(bits64, bits32) ((size_t)(sizeof(void *) == 8 ? (bits64) : (bits32)))

`

// prelude is what the generated functions share.
const prelude = `
enum { MOST_TEXT = 256, MOST_TEXTS = 3, LONG = 8 * sizeof(long) };

/* A number with a sign, and one without. */
UNUSED static inline int spec_less(long long a, u64 b) { return (a < 0) | ((u64)a < b); }
UNUSED static inline int spec_at_most(long long a, u64 b) { return (a < 0) | ((u64)a <= b); }
UNUSED static inline int spec_equal(long long a, u64 b) { return (a >= 0) & ((u64)a == b); }
UNUSED static inline long long spec_min(long long a, u64 b) { return spec_less(a, b) ? a : (long long)b; }
UNUSED static inline u64 spec_max(long long a, u64 b) { return spec_less(a, b) ? b : (u64)a; }

UNUSED static inline long long spec_min_signed(long long a, long long b) { return a < b ? a : b; }
UNUSED static inline long long spec_max_signed(long long a, long long b) { return a < b ? b : a; }
UNUSED static inline u64 spec_min_unsigned(u64 a, u64 b) { return a < b ? a : b; }
UNUSED static inline u64 spec_max_unsigned(u64 a, u64 b) { return a < b ? b : a; }
/* A size that would be negative is 0. */
UNUSED static inline u64 spec_minus(u64 a, u64 b) { return a < b ? 0 : a - b; }

/* What code may do that is not there, to the program and to the models. */
UNUSED static void spec_unknown(void)
{
    __model_unknown();
    __assay_unknown();
}

/* Any descriptor may be closed, that of standard input, too. */
UNUSED static void spec_descriptors(void) { __model_descriptor_closed(0); }

/* A number of bytes: a negative one is none. */
UNUSED static inline size_t spec_bytes(long long n) { return n < 0 ? 0 : (size_t)n; }

UNUSED static inline u64 spec_any64(const char *key)
{
    if (sizeof(long) == 8)
        return (u64)__assay_nondet(LONG, key);
    u64 high = (u64)(unsigned)__assay_nondet(32, key);
    return high << 32 | (unsigned)__assay_nondet(32, key);
}

UNUSED static inline double spec_any_double(const char *key)
{
    union { u64 bits; double value; } u;
    u.bits = spec_any64(key);
    return u.value;
}

UNUSED static inline float spec_any_float(const char *key)
{
    union { unsigned bits; float value; } u;
    u.bits = (unsigned)__assay_nondet(32, key);
    return u.value;
}

/* One of n ways, a number of that many bits. */
UNUSED static inline int spec_way(int n, int bits, const char *key)
{
    int way = (int)__assay_nondet(bits, key);
    __assay_assume(way < n);
    return way;
}

/* A number between two. There is one. */
UNUSED static inline long long spec_between(long long from, long long to, const char *key)
{
    long long v = (long long)spec_any64(key);
    __assay_assume((v >= from) & (v <= to));
    return v;
}

/* From least to most bytes become anything; none where that is not possible. */
UNUSED static inline void spec_any_some(void *p, size_t least, size_t most, const char *key)
{
    if (least > most)
        return;
    size_t n = (size_t)__assay_nondet(LONG, key);
    __assay_assume((n >= least) & (n <= most));
    __assay_any(p, n);
}

UNUSED static inline void spec_writable(void *p, size_t n) { __assay_copy(p, p, n, 0); }

UNUSED static size_t spec_wide_length(const void *p)
{
    const int *s = p;
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

UNUSED static void spec_check_wide(const void *p, size_t max)
{
    const int *s = p;
    size_t n = 0;
    while (n < max && s[n] != 0)
        n++;
}

UNUSED static void spec_check_texts(const void *p)
{
    for (char *const *t = p; *t != NULL; t++)
        __assay_check_string(*t, SIZE_MAX);
}

UNUSED static void spec_read_vector(const void *p, size_t n)
{
    const struct { void *base; size_t size; } *v = p;
    for (size_t i = 0; i < n; i++)
        __model_readable(v[i].base, v[i].size);
}

/* Fills the first parts of a vector, some of the next one, and none of the others. */
UNUSED static void spec_any_vector(const void *p, size_t n)
{
    const struct { void *base; size_t size; } *v = p;
    size_t i = 0;
    for (; i < n && __assay_nondet(1, "vector"); i++)
        __assay_any(v[i].base, v[i].size);
    if (i == n)
        return;
    size_t some = (size_t)__assay_nondet(LONG, "vector");
    __assay_assume(some <= v[i].size);
    __assay_any(v[i].base, some);
}

/* Any text of less than max characters of that many bytes each. */
UNUSED static void spec_text_into(void *p, u64 max, size_t width, const char *key)
{
    if (max == 0)
        return;
    size_t n = (size_t)__assay_nondet(LONG, key);
    __assay_assume(n < max);
    __assay_any(p, n * width);
    __assay_fill((char *)p + n * width, 0, width);
}

/* The length of a text of the library's own. */
UNUSED static size_t spec_text_length(const char *key)
{
    size_t n = (size_t)__assay_nondet(LONG, key);
    if (n >= MOST_TEXT)
        __assay_bound("text of the library's own", MOST_TEXT);
    return n;
}

UNUSED static char *spec_new_text(const char *key)
{
    size_t n = spec_text_length(key);
    char *p = __assay_alloc(n + 1, 0);
    __assay_any(p, n);
    p[n] = 0;
    return p;
}

UNUSED static char *spec_text_at(char *p, const char *key)
{
    size_t n = spec_text_length(key);
    __assay_any(p, n);
    p[n] = 0;
    return p;
}

UNUSED static void *spec_new(size_t n, int zero, int any)
{
    void *p = __model_alloc(n, zero);
    if (any && p != NULL)
        __assay_any(p, n);
    return p;
}

/* Up to MOST_TEXTS texts and NULL: of storage that is the same at each call, or new. */
struct spec_texts { char *list[MOST_TEXTS + 1]; char text[MOST_TEXTS][MOST_TEXT]; };

UNUSED static char **spec_texts_at(struct spec_texts *p, const char *key)
{
    int n = (int)__assay_nondet(31, key);
    if (n > MOST_TEXTS)
        __assay_bound("texts of the library's own", MOST_TEXTS);
    for (int i = 0; i < n; i++)
        p->list[i] = spec_text_at(p->text[i], key);
    p->list[n] = NULL;
    return p->list;
}

UNUSED static char **spec_new_texts(const char *key)
{
    int n = (int)__assay_nondet(31, key);
    if (n > MOST_TEXTS)
        __assay_bound("texts of the library's own", MOST_TEXTS);
    char **p = __assay_alloc((size_t)(n + 1) * sizeof *p, 0);
    for (int i = 0; i < n; i++)
        p[i] = spec_new_text(key);
    p[n] = NULL;
    return p;
}
`

// A generator writes the functions of one or more files.
type generator struct {
	out     strings.Builder
	fn      *Func
	body    strings.Builder
	indent  int
	names   int // variables made up in this function
	statics []string
	shared  map[string]bool // static objects that are declared
}

// line writes a line of the body.
func (g *generator) line(format string, args ...any) {
	g.body.WriteString(strings.Repeat("    ", g.indent))
	fmt.Fprintf(&g.body, format, args...)
	g.body.WriteByte('\n')
}

// open and close write a block.
func (g *generator) open(format string, args ...any) {
	g.line(format+" {", args...)
	g.indent++
}

func (g *generator) close() {
	g.indent--
	g.line("}")
}

// fresh is a name that nothing else has.
func (g *generator) fresh(what string) string {
	g.names++
	return fmt.Sprintf("%s_%d", what, g.names)
}

// definition is C that defines a structure or union.
func (t *Type) definition() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s {\n", t.C)
	for _, m := range t.Members {
		array := ""
		if m.Count > 0 {
			array = fmt.Sprintf("[%d]", m.Count)
		}
		if m.Type.Kind == Object && m.Type.C == "" {
			fmt.Fprintf(&b, "    char %s%s[%s];\n", m.Name, array, sizeOf(m.Type))
		} else {
			fmt.Fprintf(&b, "    %s%s%s;\n", spaced(m.Type.Spelling()), m.Name, array)
		}
	}
	b.WriteString("};\n")
	return b.String()
}

// spaced is a type before a name.
func spaced(c string) string {
	if strings.HasSuffix(c, "*") {
		return c
	}
	return c + " "
}

// function writes the model of one function.
func (g *generator) function(f *Func) {
	g.fn, g.names, g.indent, g.statics = f, 0, 1, nil
	g.body.Reset()
	g.declareLocals()
	for i := range f.Clauses {
		g.clause(&f.Clauses[i])
	}
	if !f.has("errno") && !f.ends() {
		g.line("__model_unknown_errno();")
	}
	if g.usesVariable() {
		g.line("va_end(arguments);")
	}
	if f.Result.Kind != Void && !f.ends() {
		g.line("return result;")
	}
	body := g.body.String()
	fmt.Fprintf(&g.out, "\n/* %s */\n", f.Text)
	for _, s := range g.statics {
		g.out.WriteString(s + "\n")
	}
	g.out.WriteString(f.signature() + "\n{\n")
	for _, p := range f.Params {
		if !mentions(body, local(p.Name)) {
			fmt.Fprintf(&g.out, "    (void)%s;\n", local(p.Name))
		}
	}
	g.out.WriteString(body + "}\n")
}

// declareLocals writes the variables that the clauses use.
func (g *generator) declareLocals() {
	if g.usesVariable() {
		g.line("va_list arguments;")
		g.line("va_start(arguments, %s);", local(g.fn.Params[len(g.fn.Params)-1].Name))
	}
	if g.fn.Result.Kind != Void && !g.fn.ends() {
		g.line("%sresult;", spaced(g.fn.Result.Spelling()))
	}
}

// usesVariable says whether a clause speaks of variable arguments.
func (g *generator) usesVariable() bool {
	for _, c := range g.fn.Clauses {
		if c.Verb == "argument" || c.Name == "..." {
			return true
		}
	}
	return false
}

// mentions says whether C text uses a name.
func mentions(text, name string) bool {
	for i := strings.Index(text, name); i >= 0; {
		after := i + len(name)
		if (i == 0 || !isLetter(text[i-1]) && !isDigit(text[i-1])) && (after == len(text) || !isLetter(text[after]) && !isDigit(text[after])) {
			return true
		}
		next := strings.Index(text[after:], name)
		if next < 0 {
			return false
		}
		i = after + next
	}
	return false
}

// signature is the function's head in generated C.
func (f *Func) signature() string {
	var params []string
	for _, p := range f.Params {
		params = append(params, spaced(p.Type.Spelling())+local(p.Name))
	}
	if f.Variadic {
		params = append(params, "...")
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	attribute := ""
	if f.ends() && f.find("stops") == nil { // where a model stops, what it stands for may return
		attribute = "_Noreturn "
	}
	return fmt.Sprintf("%s%s%s(%s)", attribute, spaced(f.Result.Spelling()), f.Name, strings.Join(params, ", "))
}

// Made are the functions that C makes models of, in order.
func (lib *Library) Made() []string {
	var out []string
	for _, name := range lib.Names() {
		if lib.funcs[name].Model == "" {
			out = append(out, name)
		}
	}
	return out
}

// Names are the functions of the library in order.
func (lib *Library) Names() []string {
	var out []string
	for name := range lib.funcs {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}
