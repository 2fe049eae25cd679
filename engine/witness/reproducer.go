package witness

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/op"
)

// Reproducer renders a shell snippet that compiles the program with the
// sanitizer of the target's class and runs it on the witness's inputs. Feeds
// become a small C file. Where no sanitizer reports the class, or the path
// rests on choices, the snippet says that `assay replay` is needed to see
// the failure.
func Reproducer(w *Witness, clang string) string {
	if clang == "" {
		clang = "clang-14"
	}
	var sb strings.Builder
	class, _ := op.ParseClass(w.Target.Class)
	san := sanitizerOf[class]
	if san == nil {
		fmt.Fprintf(&sb, "# no sanitizer reports %s: `assay replay` builds with an explicit check\n", class)
	}
	if len(w.Choices) > 0 {
		sb.WriteString("# the path rests on choices that no native run can be told: see `assay replay`\n")
	}
	feeds, wraps := feedsC(w)
	flags := append([]string{"-g", "-O0"}, modelFlags(w)...)
	if san != nil {
		flags = append(flags, "-fsanitize="+san.checks)
		flags = append(flags, san.flags...)
	} else {
		flags = append(flags, wrap...)
	}
	var objs, libs []string
	sb.WriteString("d=$(mktemp -d)\n")
	for i, src := range slices.Concat(w.Program.Sources, w.Program.Models) {
		compile, link := splitFlags(src.Flags)
		libs = append(libs, link...)
		dir := ""
		if src.Dir != "" {
			dir = "cd " + shellQuote(src.Dir) + " && "
		}
		obj := fmt.Sprintf("\"$d\"/%d.o", i)
		objs = append(objs, obj)
		fmt.Fprintf(&sb, "(%s%s %s -c -o %s %s)\n", dir, clang, shellWords(append(compile, flags...)), obj, shellQuote(src.Path))
	}
	if feeds != "" {
		fmt.Fprintf(&sb, "cat > \"$d\"/feeds.c <<'EOF'\n%sEOF\n", feeds)
		fmt.Fprintf(&sb, "%s %s -w -c -o \"$d\"/feeds.o \"$d\"/feeds.c\n", clang, shellWords(append(modelFlags(w), "-O1")))
		objs = append(objs, "\"$d\"/feeds.o")
	}
	link := append(modelFlags(w), libs...)
	if san != nil {
		link = append(link, "-fsanitize="+san.checks)
	}
	link = append(link, wraps...)
	fmt.Fprintf(&sb, "%s %s -o \"$d\"/a.out %s -lm -lpthread\n", clang, strings.Join(objs, " "), shellWords(link))
	sb.WriteString(runLine(w))
	return sb.String()
}

// runLine is the shell line that runs the program, after assignments for the
// strings that quotes alone cannot hold.
func runLine(w *Witness) string {
	var vars, sb strings.Builder
	word := func(b Bytes) string {
		if !slices.ContainsFunc(b, func(c byte) bool { return c < 0x20 || c >= 0x7f }) {
			return shellQuote(string(b))
		}
		// A command substitution loses newlines at the end: the dot guards them.
		name := fmt.Sprintf("s%d", strings.Count(vars.String(), "\n"))
		fmt.Fprintf(&vars, "%s=$(printf %s); %s=${%s%%.}\n", name, printfQuote(append(slices.Clone(b), '.')), name, name)
		return "\"$" + name + "\""
	}
	if len(w.Inputs.Stdin) > 0 {
		fmt.Fprintf(&sb, "printf %s | ", printfQuote(w.Inputs.Stdin))
	}
	sb.WriteString("env -i")
	for _, e := range w.Inputs.Env {
		if e.Value != nil {
			fmt.Fprintf(&sb, " %s=%s", shellQuote(e.Name), word(*e.Value))
		}
	}
	sb.WriteString(" \"$d\"/a.out")
	for i, a := range w.Inputs.Argv {
		if i > 0 {
			sb.WriteString(" " + word(a))
		}
	}
	if len(w.Inputs.Stdin) == 0 {
		sb.WriteString(" < /dev/null")
	}
	return vars.String() + sb.String() + "\n"
}

// shellQuote quotes text for sh.
func shellQuote(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func shellWords(words []string) string {
	q := make([]string, len(words))
	for i, w := range words {
		q[i] = shellQuote(w)
	}
	return strings.Join(q, " ")
}

// printfQuote makes the quoted format of printf(1) that writes the bytes.
// Octal escapes have three digits: POSIX knows no \x.
func printfQuote(b []byte) string {
	var sb strings.Builder
	for _, c := range b {
		switch {
		case c == '\\' || c == '%':
			sb.WriteByte(c)
			sb.WriteByte(c)
		case c >= 0x20 && c < 0x7f && c != '\'':
			sb.WriteByte(c)
		default:
			fmt.Fprintf(&sb, `\%03o`, c)
		}
	}
	return "'" + sb.String() + "'"
}

// feedTypes are the C types of the functions a reproducer can define.
var feedTypes = map[string]string{
	"bool": "_Bool", "char": "char", "schar": "signed char", "uchar": "unsigned char", "short": "short",
	"ushort": "unsigned short", "int": "int", "uint": "unsigned", "unsigned": "unsigned", "long": "long",
	"ulong": "unsigned long", "longlong": "long long", "ulonglong": "unsigned long long", "float": "float",
	"double": "double", "pointer": "void *", "size_t": "unsigned long", "u8": "unsigned char",
	"u16": "unsigned short", "u32": "unsigned", "int128": "__int128", "uint128": "unsigned __int128",
}

// feedsC renders the feeds as C, with the linker flags it needs.
func feedsC(w *Witness) (text string, wraps []string) {
	groups := feedGroups(w.Inputs.Feeds)
	if len(groups) == 0 && len(w.Program.Havoc) == 0 {
		return "", nil
	}
	var sb strings.Builder
	sb.WriteString("#include <string.h>\n#include <unistd.h>\n")
	returns := map[string]string{"rand": "int", "random": "long", "time": "long", "clock": "long"}
	for _, e := range w.Program.Havoc {
		returns[e.Name] = externTypes[e.Returns]
	}
	var symbolic []group
	for _, g := range groups {
		kind, nondet := strings.CutPrefix(g.key, "__VERIFIER_nondet_")
		name, isSymbolic := strings.CutPrefix(g.key, "klee_make_symbolic:")
		switch {
		case nondet && feedTypes[kind] != "":
			feedFunction(&sb, g, g.key, feedTypes[kind])
		case isSymbolic:
			symbolic = append(symbolic, group{name, g.values})
		case slices.Contains(wrapped, g.key) && returns[g.key] != "":
			feedFunction(&sb, g, "__wrap_"+g.key, returns[g.key])
			wraps = append(wraps, "-Wl,--wrap="+g.key)
		case returns[g.key] != "" && returns[g.key] != "void":
			feedFunction(&sb, g, g.key, returns[g.key])
		case g.key == "malloc":
			failingMalloc(&sb, g)
			wraps = append(wraps, "-Wl,--wrap=malloc")
		default:
			fmt.Fprintf(&sb, "/* %s: only `assay replay` feeds it */\n", g.key)
		}
	}
	for _, e := range w.Program.Havoc {
		if externTypes[e.Returns] == "void" {
			fmt.Fprintf(&sb, "void %s() { }\n", e.Name)
		}
	}
	symbolicFunction(&sb, symbolic)
	sb.WriteString("void __VERIFIER_assume(int c) { if (!c) _exit(0); }\nvoid klee_assume(unsigned long c) { if (!c) _exit(0); }\n")
	return sb.String(), wraps
}

// feedFunction defines a function that answers with the values in turn.
func feedFunction(sb *strings.Builder, g group, name, typ string) {
	fmt.Fprintf(sb, "%s %s()\n{\n", typ, name)
	byteTable(sb, g.values)
	fmt.Fprintf(sb, "    static unsigned n;\n    %s r;\n    memset(&r, 0, sizeof r);\n", typ)
	fmt.Fprintf(sb, "    if (n < %d)\n        memcpy(&r, v[n++], sizeof r);\n    return r;\n}\n", len(g.values))
}

func failingMalloc(sb *strings.Builder, g group) {
	sb.WriteString("void *__real_malloc(size_t);\nvoid *__wrap_malloc(size_t size)\n{\n")
	byteTable(sb, g.values)
	fmt.Fprintf(sb, "    static unsigned n;\n    return n < %d && v[n++][0] ? 0 : __real_malloc(size);\n}\n", len(g.values))
}

func symbolicFunction(sb *strings.Builder, groups []group) {
	if len(groups) == 0 {
		return
	}
	sb.WriteString("void klee_make_symbolic(void *p, size_t size, const char *name)\n{\n    memset(p, 0, size);\n")
	for _, g := range groups {
		fmt.Fprintf(sb, "    if (strcmp(name, %s) == 0) {\n", cString(g.key))
		byteTable(sb, g.values)
		fmt.Fprintf(sb, "    static unsigned n;\n    if (n < %d)\n        memcpy(p, v[n++], size < sizeof v[0] ? size : sizeof v[0]);\n    }\n", len(g.values))
	}
	sb.WriteString("}\n")
}

// byteTable defines v, one row per value, padded to the longest.
func byteTable(sb *strings.Builder, values [][]byte) {
	width := 16
	for _, v := range values {
		width = max(width, len(v))
	}
	fmt.Fprintf(sb, "    static const unsigned char v[%d][%d] = {\n", len(values), width)
	for _, v := range values {
		sb.WriteString("        {")
		for i, c := range v {
			if i > 0 {
				sb.WriteByte(',')
			}
			fmt.Fprintf(sb, "%d", c)
		}
		sb.WriteString("},")
		if len(v) == maxBits/8 {
			fmt.Fprintf(sb, " /* %s */", signed(v))
		}
		sb.WriteByte('\n')
	}
	sb.WriteString("    };\n")
}

// signed is the two's complement value of bytes in memory order.
func signed(v []byte) *big.Int {
	be := slices.Clone(v)
	slices.Reverse(be)
	n := new(big.Int).SetBytes(be)
	if be[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(v))))
	}
	return n
}

// cString quotes text as a C string literal.
func cString(s string) string {
	var sb strings.Builder
	sb.WriteByte('"')
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x20 && c < 0x7f && c != '"' && c != '\\' {
			sb.WriteByte(c)
		} else {
			fmt.Fprintf(&sb, `\%03o`, c)
		}
	}
	return sb.String() + "\""
}
