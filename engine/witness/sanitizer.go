package witness

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine/op"
)

// sanitizer says how observer (a) sees a class: which checks are compiled in
// and what their reports look like. The checks of all other classes stay off,
// so that what continues in C's abstract machine as verdicts.md has it
// continues natively.
type sanitizer struct {
	name   string   // for people
	checks string   // argument of -fsanitize=
	flags  []string // further compiler flags
	asan   bool     // AddressSanitizer's report format, else UBSan's
	match  *regexp.Regexp
}

// wrap makes signed arithmetic wrap without a report. clang drops the checks
// of signed overflow and of shifted values under it, so the two classes seen
// through them leave it out; their checks run in recovering mode, which
// computes the wrapped result as well.
var wrap = []string{"-fwrapv"}

var asanFlags = []string{"-fwrapv", "-fno-sanitize-recover=all", "-fsanitize-address-use-after-return=always"}

func asan(pattern string) *sanitizer {
	return &sanitizer{"AddressSanitizer", "address", asanFlags, true, regexp.MustCompile(pattern)}
}

func ubsan(check string, flags []string, pattern string) *sanitizer {
	return &sanitizer{"UndefinedBehaviorSanitizer", check, append([]string{"-fsanitize-recover=all"}, flags...), false, regexp.MustCompile(pattern)}
}

// anyAccess are the names AddressSanitizer gives to a wild access: they tell
// whose memory the address is, not whose it was meant to be.
const anyAccess = `^(SEGV|BUS|wild|unknown-crash|(heap|stack|global|dynamic-stack)-buffer-(over|under)flow|stack-buffer-underflow|` +
	`heap-use-after-free|stack-use-after-(scope|return)|negative-size-param)`

// sanitizerOf is the table of observer (a). Classes without a row are seen by
// observers (b) and (c) only.
var sanitizerOf = [op.NumClasses]*sanitizer{
	op.NullAccess:     asan(`^SEGV on unknown address 0x0*[0-9a-f]{0,4} `),
	op.ForeignAccess:  asan(anyAccess),
	op.DeadAccess:     asan(`^(heap-use-after-free|stack-use-after-(scope|return))`),
	op.OutOfBounds:    asan(anyAccess),
	op.ConstWrite:     asan(`^SEGV`),
	op.BadFree:        asan(`^(attempting free on address|SEGV)`),
	op.DoubleFree:     asan(`^attempting double-free`),
	op.BadCall:        asan(`^(SEGV|BUS)`),
	op.LibPrecond:     asan(`^([a-z]+-param-overlap|attempting|` + anyAccess[2:]),
	op.DivByZero:      ubsan("integer-divide-by-zero", wrap, `^division by zero`),
	op.DivOverflow:    ubsan("signed-integer-overflow", []string{"-fno-wrapv"}, `^division of .* cannot be represented`),
	op.SignedOverflow: ubsan("signed-integer-overflow,shift-base", []string{"-fno-wrapv"}, `^(signed integer overflow|negation of|left shift of|division of .* cannot)`),
	op.Unsigned:       ubsan("unsigned-integer-overflow", wrap, `^unsigned integer overflow|^negation of`),
	op.ShiftRange:     ubsan("shift-exponent", wrap, `^shift exponent`),
	op.IndexBound:     ubsan("array-bounds", wrap, `^index .* out of bounds`),
	op.BoolValue:      ubsan("bool", wrap, `^load of value`),
	op.FloatToInt:     ubsan("float-cast-overflow", wrap, `outside the range of representable values`),
}

// finding is one report of a sanitizer or of the shim.
type finding struct {
	text string // without position
	file string
	line int
	col  int // 0: not told
}

func (f finding) at() string {
	if f.file == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", f.file, f.line)
}

var ubsanLine = regexp.MustCompile(`(?m)^(.+?):(\d+):(\d+): runtime error: (.*)$`)

// ubsanFindings reads UBSan's reports; in recovering mode there may be many.
func ubsanFindings(log string) []finding {
	var out []finding
	for _, m := range ubsanLine.FindAllStringSubmatch(log, -1) {
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		out = append(out, finding{m[4], m[1], line, col})
	}
	return out
}

var (
	asanHead  = regexp.MustCompile(`(?m)^==\d+==\s*ERROR: AddressSanitizer: (.*)$`)
	asanFrame = regexp.MustCompile(`^\s+#\d+ 0x[0-9a-f]+\s+\((.*)\+0x([0-9a-f]+)\)`)
)

// asanFinding reads AddressSanitizer's report: its first stack is where the
// failure happened, and the first frame with debug information in it is the
// program's own (frames of the run-time and of libc have none).
func asanFinding(log string, lines *lineTable) (finding, bool) {
	head := asanHead.FindStringSubmatchIndex(log)
	if head == nil {
		return finding{}, false
	}
	f := finding{text: log[head[2]:head[3]]}
	inStack := false
	for l := range strings.SplitSeq(log[head[1]:], "\n") {
		m := asanFrame.FindStringSubmatch(l)
		if m == nil {
			if inStack && !strings.Contains(l, "#") {
				break
			}
			continue
		}
		inStack = true
		pc, err := strconv.ParseUint(m[2], 16, 64)
		if err != nil || path.Base(m[1]) != programName {
			continue
		}
		if file, line, col, ok := lines.at(pc); ok {
			f.file, f.line, f.col = file, line, col
			break
		}
	}
	return f, true
}

// hits reports whether a finding lies on the target's statement. Files are
// compared by base name: debug information and alarms spell paths in
// different ways.
func (t *Target) hits(f finding) bool {
	last := max(t.EndLine, t.Line)
	return path.Base(f.file) == path.Base(t.File) && t.Line <= f.line && f.line <= last
}

// belowZero is how UBSan writes a number that leaves an integer type below: the type holds 0.
var belowZero = regexp.MustCompile(`^-(?:\d|inf)`)

// onSide tells that a report is of the side that is looked for, as far as it says: UBSan's of a
// floating-point value has the number.
func (t *Target) onSide(class op.Class, f finding) bool {
	return t.Side == "" || class != op.FloatToInt || (t.Side == "low") == belowZero.MatchString(f.text)
}
