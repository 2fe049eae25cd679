package witness

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/assay-dev/assay/engine/op"
)

// irCheck places the explicit check of a class at one instruction.
type irCheck struct {
	m      *module
	in     *irInstr
	target *Target
	class  op.Class
}

// place inserts the check; an error says why the class has none for this
// instruction.
func (c *irCheck) place() error {
	f := checkOf[c.class]
	if f == nil {
		return fmt.Errorf("class %s has no explicit check", c.class)
	}
	if c.in.op == "phi" {
		return fmt.Errorf("the site is a phi: it has no place in the order of execution")
	}
	if !f(c) {
		return fmt.Errorf("no check of %s at the instruction %q", c.class, c.in.op+" "+c.in.rest)
	}
	return nil
}

// checkOf is the table of explicit checks; each reports whether the
// instruction has a form it knows.
var checkOf = [op.NumClasses]func(*irCheck) bool{
	op.NullAccess:     func(c *irCheck) bool { return c.access(0) },
	op.DeadAccess:     func(c *irCheck) bool { return c.access(1) },
	op.OutOfBounds:    func(c *irCheck) bool { return c.access(2) },
	op.ForeignAccess:  func(c *irCheck) bool { return c.access(3) },
	op.BadFree:        func(c *irCheck) bool { return c.free(0) },
	op.DoubleFree:     func(c *irCheck) bool { return c.free(1) },
	op.NoReturn:       (*irCheck).hit,
	op.DivByZero:      func(c *irCheck) bool { return c.division(1) },
	op.DivOverflow:    func(c *irCheck) bool { return c.division(0) },
	op.SignedOverflow: (*irCheck).overflow,
	op.Unsigned:       (*irCheck).unsigned,
	op.PtrOverflow:    (*irCheck).pointer,
	op.ShiftRange:     (*irCheck).shift,
	op.IndexBound:     (*irCheck).index,
	op.UninitRead:     (*irCheck).uninit,
	op.DanglingRead:   (*irCheck).dangling,
	op.PtrCompare:     (*irCheck).same,
	op.PtrDiff:        (*irCheck).same,
	op.Downcast:       (*irCheck).downcast,
	op.FloatToInt:     (*irCheck).floatToInt,
	op.NaN:            func(c *irCheck) bool { return c.float(1) },
	op.Infinite:       func(c *irCheck) bool { return c.float(0) },
	op.BoolValue:      (*irCheck).boolean,
	op.Overlap:        (*irCheck).overlap,
	op.Assert:         (*irCheck).hit,
	op.Reach:          (*irCheck).hit,
}

// side is the target's side as shim/check.c numbers it.
func (c *irCheck) side() int {
	switch c.target.Side {
	case "low":
		return 1
	case "high":
		return 2
	}
	return 0
}

func (c *irCheck) before(lines []string, format string, args ...any) bool {
	c.m.insertBefore(c.in, append(lines, fmt.Sprintf("call void @__assay_"+format, args...))...)
	return true
}

func (c *irCheck) after(lines []string, format string, args ...any) bool {
	c.m.insertAfter(c.in, append(lines, fmt.Sprintf("call void @__assay_"+format, args...))...)
	return true
}

func (c *irCheck) hit() bool { return c.before(nil, "hit()") }

var arithFlags = regexp.MustCompile(`^((nsw|nuw|exact|fast|nnan|ninf|nsz|arcp|contract|afn|reassoc) )+`)

// binary reads "OP [flags] T a, b".
func (c *irCheck) binary() (typ, a, b string, ok bool) {
	parts := splitTop(arithFlags.ReplaceAllString(c.in.rest, ""))
	if len(parts) != 2 {
		return "", "", "", false
	}
	o, ok := parseOperand(parts[0])
	return o.typ, o.val, parts[1], ok
}

// integers reads a binary operation on integers of at most 64 bits and
// widens both operands.
func (c *irCheck) integers(ext string) (lines []string, width int, a, b string, ok bool) {
	typ, x, y, ok := c.binary()
	width, isInt := intWidth(typ)
	if !ok || !isInt || width > 64 {
		return nil, 0, "", "", false
	}
	lines, a = c.m.widen(operand{typ, x}, ext)
	more, b := c.m.widen(operand{typ, y}, ext)
	return append(lines, more...), width, a, b, true
}

var arithmetic = map[string]int{"add": 0, "sub": 1, "mul": 2, "shl": 3}

func (c *irCheck) overflow() bool {
	if c.in.op == "sdiv" || c.in.op == "srem" {
		return c.division(0)
	}
	kind, known := arithmetic[c.in.op]
	lines, width, a, b, ok := c.integers("sext")
	return known && ok && c.before(lines, "overflow(i32 %d, i32 %d, i64 %s, i64 %s, i32 %d)", kind, width, a, b, c.side())
}

func (c *irCheck) unsigned() bool {
	kind, known := arithmetic[c.in.op]
	lines, width, a, b, ok := c.integers("zext")
	return known && kind != 3 && ok && c.before(lines, "unsigned(i32 %d, i32 %d, i64 %s, i64 %s)", kind, width, a, b)
}

func (c *irCheck) shift() bool {
	if op := c.in.op; op != "shl" && op != "lshr" && op != "ashr" {
		return false
	}
	lines, width, _, b, ok := c.integers("sext")
	return ok && c.before(lines, "shift(i32 %d, i64 %s, i32 %d)", width, b, c.side())
}

func (c *irCheck) division(zero int) bool {
	ext := "sext"
	switch c.in.op {
	case "sdiv", "srem":
	case "udiv", "urem":
		ext = "zext"
	default:
		return false
	}
	lines, width, a, b, ok := c.integers(ext)
	return ok && c.before(lines, "div(i32 %d, i32 %d, i64 %s, i64 %s)", zero, width, a, b)
}

// index checks the indices of a getelementptr that step into arrays of
// declared length. One past the end is an address C allows as long as the
// same function does not access through it.
func (c *irCheck) index() bool {
	if c.in.op != "getelementptr" {
		return false
	}
	parts := splitTop(strings.TrimPrefix(c.in.rest, "inbounds "))
	if len(parts) < 3 {
		return false
	}
	strict, found := 0, false
	if c.accessed() {
		strict = 1
	}
	typ := parts[0]
	for k, p := range parts[3:] {
		o, ok := parseOperand(p)
		if !ok {
			return false
		}
		bound, elem, isArray := arrayType(typ)
		if isArray && bound > 0 && (c.target.Operand < 0 || c.target.Operand == k+2) {
			lines, idx := c.m.widen(o, "sext")
			last := 1 // an index that another follows selects an object
			if k == len(parts[3:])-1 {
				last = strict
			}
			c.before(lines, "index(i64 %s, i64 %d, i32 %d, i32 %d)", idx, bound, last, c.side())
			found = true
		}
		if typ = c.m.step(typ, elem, isArray, o.val); typ == "" {
			return found
		}
	}
	return found
}

// step is the type one index leads into.
func (m *module) step(typ, elem string, isArray bool, idx string) string {
	if isArray {
		return elem
	}
	fields, ok := structFields(m.body(typ))
	var n int
	if _, err := fmt.Sscan(idx, &n); !ok || err != nil || n < 0 || n >= len(fields) {
		return ""
	}
	return fields[n]
}

// body resolves a named type.
func (m *module) body(typ string) string {
	if b, ok := m.types[typ]; ok {
		return b
	}
	return typ
}

// accessed reports whether a load, store, copy or further address
// arithmetic of the same function goes through the instruction's result.
func (c *irCheck) accessed() bool {
	for _, b := range c.in.fn.blocks {
		for _, in := range b.instrs {
			parts := splitTop(in.rest)
			switch in.op {
			case "load", "getelementptr", "store":
				if len(parts) > 1 && strings.HasSuffix(parts[1], " "+c.in.result) {
					return true
				}
			case "call":
				if strings.Contains(in.rest, "@llvm.mem") && usesValue(in.rest, c.in.result) {
					return true
				}
			}
		}
	}
	return false
}

// usesValue reports whether the text mentions the local value.
func usesValue(text, val string) bool {
	for i := strings.Index(text, val); i >= 0; {
		rest := text[i:]
		if nameEnd(rest) == len(val) {
			return true
		}
		j := strings.Index(rest[1:], val)
		if j < 0 {
			return false
		}
		i += 1 + j
	}
	return false
}

// pointerOf is the address a load or store goes through and the size in
// bytes of what it moves.
func (c *irCheck) pointerOf() (ptr operand, size string, ok bool) {
	rest := strings.TrimPrefix(strings.TrimPrefix(c.in.rest, "atomic "), "volatile ")
	parts := splitTop(rest)
	if len(parts) < 2 || c.in.op != "load" && c.in.op != "store" {
		return operand{}, "", false
	}
	typ, _, ok := parseType(parts[0])
	ptr, isPtr := parseOperand(parts[1])
	return ptr, sizeOf(typ), ok && isPtr
}

func (c *irCheck) access(what int) bool {
	if c.in.op == "call" && what == 0 {
		return c.nullCallee()
	}
	ptr, size, ok := c.pointerOf()
	if !ok {
		return false
	}
	lines, p := c.m.bytePtr(ptr)
	cast, root := c.m.bytePtr(c.m.rootOf(c.in.fn, ptr))
	return c.before(append(lines, cast...), "access(i8* %s, i8* %s, i64 %s, i32 %d)", root, p, size, what)
}

// nullCallee checks the pointer that a call goes through.
func (c *irCheck) nullCallee() bool {
	callee, args, ok := callParts(c.in)
	result, known := resultType(c.in)
	if !ok || !known || !strings.HasPrefix(callee, "%") {
		return false
	}
	typ := result + "*"
	if !strings.HasSuffix(result, ")") { // the type of a variadic function is written out
		var params []string
		for _, a := range args {
			params = append(params, a.typ)
		}
		typ = result + " (" + strings.Join(params, ", ") + ")*"
	}
	lines, p := c.m.bytePtr(operand{typ, callee})
	return c.before(lines, "access(i8* %s, i8* %s, i64 1, i32 0)", p, p)
}

func (c *irCheck) free(twice int) bool {
	callee, args, ok := callParts(c.in)
	if !ok || c.in.op != "call" || len(args) == 0 || callee != "@free" && callee != "@realloc" {
		return false
	}
	return c.before(nil, "free(i8* %s, i32 %d)", args[0].val, twice)
}

func (c *irCheck) uninit() bool {
	ptr, size, ok := c.pointerOf()
	if !ok || c.in.op != "load" {
		return false
	}
	lines, p := c.m.bytePtr(ptr)
	return c.before(lines, "observe(i8* %s, i64 %s)", p, size)
}

// dangling checks the pointer values an instruction reads: the result of a
// load, else its operands of pointer type.
func (c *irCheck) dangling() bool {
	if c.in.op == "load" {
		if typ, ok := resultType(c.in); ok && strings.HasSuffix(typ, "*") {
			lines, p := c.m.bytePtr(operand{typ, c.in.result})
			return c.after(lines, "dangling(i8* %s)", p)
		}
	}
	found := false
	for _, o := range c.pointers() {
		lines, p := c.m.bytePtr(o)
		found = c.before(lines, "dangling(i8* %s)", p)
	}
	return found
}

// same checks the two pointers that are compared or subtracted.
func (c *irCheck) same() bool {
	ps := c.pointers()
	if len(ps) != 2 || c.in.op != "icmp" && c.in.op != "sub" {
		return false
	}
	lines, a := c.m.bytePtr(ps[0])
	more, b := c.m.bytePtr(ps[1])
	return c.before(append(lines, more...), "same(i8* %s, i8* %s)", a, b)
}

// pointers are the pointer operands of an instruction; those of a
// subtraction stand behind ptrtoint.
func (c *irCheck) pointers() []operand {
	switch c.in.op {
	case "icmp":
		_, rest, _ := strings.Cut(c.in.rest, " ")
		parts := splitTop(rest)
		o, ok := parseOperand(parts[0])
		if !ok || len(parts) != 2 || !strings.HasSuffix(o.typ, "*") {
			return nil
		}
		return []operand{o, {o.typ, parts[1]}}
	case "sub":
		typ, a, b, ok := c.binary()
		if !ok {
			return nil
		}
		return append(c.fromInt(typ, a), c.fromInt(typ, b)...)
	case "store", "load":
		if ptr, _, ok := c.pointerOf(); ok {
			return []operand{ptr}
		}
	case "getelementptr":
		parts := splitTop(strings.TrimPrefix(c.in.rest, "inbounds "))
		if len(parts) > 1 {
			if o, ok := parseOperand(parts[1]); ok {
				return []operand{o}
			}
		}
	case "call":
		_, args, _ := callParts(c.in)
		var ps []operand
		for _, a := range args {
			if strings.HasSuffix(a.typ, "*") {
				ps = append(ps, a)
			}
		}
		return ps
	case "ptrtoint", "bitcast", "ret":
		from, _, _ := strings.Cut(c.in.rest, " to ")
		if o, ok := parseOperand(from); ok && strings.HasSuffix(o.typ, "*") {
			return []operand{o}
		}
	}
	return nil
}

// fromInt finds the pointer behind an integer made by ptrtoint.
func (c *irCheck) fromInt(typ, val string) []operand {
	if in := c.in.fn.results[val]; in != nil {
		if in.op != "ptrtoint" {
			return nil
		}
		from, _, _ := strings.Cut(in.rest, " to ")
		if o, ok := parseOperand(from); ok {
			return []operand{o}
		}
		return nil
	}
	if inner, ok := strings.CutPrefix(val, "ptrtoint ("); ok {
		inner = strings.TrimSuffix(inner, " to "+typ+")")
		if o, ok := parseOperand(inner); ok {
			return []operand{o}
		}
	}
	return nil
}

func (c *irCheck) pointer() bool {
	if c.in.op != "getelementptr" {
		return false
	}
	ps := c.pointers()
	if len(ps) != 1 {
		return false
	}
	lines, base := c.m.bytePtr(ps[0])
	cast := c.m.name()
	typ, ok := c.gepResult()
	if !ok {
		return false
	}
	lines = append(lines, fmt.Sprintf("%s = bitcast %s %s to i8*", cast, typ, c.in.result))
	return c.after(lines, "pointer(i8* %s, i8* %s)", base, cast)
}

// gepResult is the type of a getelementptr's result.
func (c *irCheck) gepResult() (string, bool) {
	parts := splitTop(strings.TrimPrefix(c.in.rest, "inbounds "))
	typ := parts[0]
	for _, p := range parts[3:] {
		o, ok := parseOperand(p)
		if !ok {
			return "", false
		}
		_, elem, isArray := arrayType(typ)
		if typ = c.m.step(typ, elem, isArray, o.val); typ == "" {
			return "", false
		}
	}
	return typ + "*", true
}

func (c *irCheck) downcast() bool {
	from, to, found := strings.Cut(c.in.rest, " to ")
	o, ok := parseOperand(from)
	width, isInt := intWidth(to)
	if w, _ := intWidth(o.typ); c.in.op != "trunc" || !found || !ok || !isInt || w > 64 {
		return false
	}
	sign := -1
	switch c.target.Signedness {
	case "signed":
		sign = 1
	case "unsigned":
		sign = 0
	}
	lines, v := c.m.widen(o, "sext")
	return c.before(lines, "trunc(i32 %d, i64 %s, i32 %d, i32 %d)", width, v, sign, c.side())
}

// double converts a float to double; ok is false for wider formats, which
// would lose value.
func (m *module) double(typ, val string) (lines []string, d string, ok bool) {
	switch typ {
	case "double":
		return nil, val, true
	case "float", "half":
		d = m.name()
		return []string{fmt.Sprintf("%s = fpext %s %s to double", d, typ, val)}, d, true
	}
	return nil, "", false
}

func (c *irCheck) floatToInt() bool {
	from, to, _ := strings.Cut(c.in.rest, " to ")
	o, ok := parseOperand(from)
	width, isInt := intWidth(to)
	sign := map[string]int{"fptosi": 1, "fptoui": 0}
	s, known := sign[c.in.op]
	if !ok || !isInt || !known || width > 64 {
		return false
	}
	lines, d, ok := c.m.double(o.typ, o.val)
	return ok && c.before(lines, "float_to_int(double %s, i32 %d, i32 %d, i32 %d)", d, width, s, c.side())
}

func (c *irCheck) float(nan int) bool {
	var typ string
	switch c.in.op {
	case "fadd", "fsub", "fmul", "fdiv", "frem", "fneg":
		typ, _, _ = parseType(arithFlags.ReplaceAllString(c.in.rest, ""))
	case "fptrunc", "fpext":
		_, typ, _ = strings.Cut(c.in.rest, " to ")
	case "call", "load":
		typ, _ = resultType(c.in)
	}
	lines, d, ok := c.m.double(typ, c.in.result)
	return ok && c.in.result != "" && c.after(lines, "float(double %s, i32 %d)", d, nan)
}

func (c *irCheck) boolean() bool {
	ptr, _, ok := c.pointerOf()
	if !ok || c.in.op != "load" {
		return false
	}
	lines, p := c.m.bytePtr(ptr)
	return c.before(lines, "bool(i8* %s)", p)
}

func (c *irCheck) overlap() bool {
	callee, args, ok := callParts(c.in)
	if form, known := textCopies[callee]; ok && known && len(args) == form.args {
		lines, n := []string(nil), "-1"
		if form.args == 3 {
			lines, n = c.m.widen(args[2], "zext")
		}
		return c.before(lines, "overlap_text(i8* %s, i8* %s, i64 %s, i32 %d)", args[0].val, args[1].val, n, form.appends)
	}
	if !ok || len(args) < 3 || callee != "@memcpy" && callee != "@mempcpy" && !strings.HasPrefix(callee, "@llvm.memcpy.") {
		return false
	}
	assigns := 0
	if strings.Contains(c.m.lines[c.in.start], "!tbaa.struct") {
		assigns = 1
	}
	lines, n := c.m.widen(args[2], "zext")
	return c.before(lines, "overlap(i8* %s, i8* %s, i64 %s, i32 %d)", args[0].val, args[1].val, n, assigns)
}

// textCopies are the functions that copy texts. The n of strncpy counts the NUL.
var textCopies = map[string]struct{ args, appends int }{
	"@strcpy": {2, 0}, "@stpcpy": {2, 0}, "@strcat": {2, 1}, "@strncat": {3, 1},
}
