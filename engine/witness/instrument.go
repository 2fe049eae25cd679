package witness

import (
	"fmt"
	"slices"
	"strings"
)

// runtimeDecls declares what shim/check.c defines.
const runtimeDecls = `
declare void @__assay_hit()
declare void @__assay_overflow(i32, i32, i64, i64, i32)
declare void @__assay_unsigned(i32, i32, i64, i64)
declare void @__assay_shift(i32, i64, i32)
declare void @__assay_div(i32, i32, i64, i64)
declare void @__assay_index(i64, i64, i32, i32)
declare void @__assay_trunc(i32, i64, i32, i32)
declare void @__assay_float_to_int(double, i32, i32, i32)
declare void @__assay_float(double, i32)
declare void @__assay_bool(i8*)
declare void @__assay_overlap(i8*, i8*, i64, i32)
declare void @__assay_overlap_text(i8*, i8*, i64, i32)
declare void @__assay_dangling(i8*)
declare void @__assay_same(i8*, i8*)
declare void @__assay_pointer(i8*, i8*)
declare void @__assay_access(i8*, i8*, i64, i32)
declare void @__assay_free(i8*, i32)
declare void @__assay_observe(i8*, i64)
declare void @__assay_enter(i8*)
declare void @__assay_leave()
declare void @__assay_stack(i8*, i64, i32)
declare void @__assay_life(i8*, i32, i32)
declare i64 @__assay_choose(i32, i64, i32)
declare i32 @__assay_unfit(double, i32, i32)
`

// noSite marks an object whose bytes the witness does not choose; heapSite
// is the list of choices for the allocation family (MAX_SITES in check.c).
const (
	noSite   = -1
	heapSite = 256
)

// track inserts the calls that keep the registry of objects: every frame's
// entry and exit, every alloca, every lifetime marker. fills maps an alloca
// to its list of chosen bytes.
func (m *module) track(fills map[*irInstr]int) {
	for _, f := range m.order {
		m.trackFrame(f)
		marked := m.marked(f)
		for _, b := range f.blocks {
			for _, in := range b.instrs {
				m.trackInstr(in, fills, marked)
			}
		}
	}
	m.padGlobals()
	m.listGlobals()
}

func (m *module) trackFrame(f *irFunc) {
	if len(f.blocks[0].instrs) == 0 {
		return
	}
	frame := m.name()
	m.insertBefore(f.blocks[0].instrs[0],
		frame+" = alloca i8",
		fmt.Sprintf("call void @__assay_enter(i8* %s)", frame))
}

// marked are the allocas whose objects are born at a lifetime marker and not
// at the alloca: the occurrences of a choice count births.
func (m *module) marked(f *irFunc) map[*irInstr]bool {
	out := map[*irInstr]bool{}
	for _, b := range f.blocks {
		for _, in := range b.instrs {
			if live, ok := lifetime(in.rest); ok && live == 1 && in.op == "call" {
				if _, args, ok := callParts(in); ok && len(args) == 2 {
					out[f.results[m.rootOf(f, args[1]).val]] = true
				}
			}
		}
	}
	return out
}

func (m *module) trackInstr(in *irInstr, fills map[*irInstr]int, marked map[*irInstr]bool) {
	switch in.op {
	case "alloca":
		site := siteOf(fills, in)
		if marked[in] {
			site = noSite
		}
		lines, p, size, ok := m.allocated(in)
		if ok {
			m.pad(in)
			m.insertAfter(in, append(lines, fmt.Sprintf("call void @__assay_stack(i8* %s, i64 %s, i32 %d)", p, size, site))...)
		}
	case "ret":
		m.insertBefore(in, "call void @__assay_leave()")
	case "call":
		live, ok := lifetime(in.rest)
		if !ok {
			return
		}
		_, args, ok := callParts(in)
		if !ok || len(args) != 2 {
			return
		}
		root := m.rootOf(in.fn, args[1])
		line := fmt.Sprintf("call void @__assay_life(i8* %s, i32 %d, i32 %d)", args[1].val, live, siteOf(fills, in.fn.results[root.val]))
		if live == 1 {
			m.insertAfter(in, line)
		} else {
			m.insertBefore(in, line)
		}
	}
}

func siteOf(fills map[*irInstr]int, in *irInstr) int {
	if n, ok := fills[in]; ok {
		return n
	}
	return noSite
}

// lifetime tells a start (1) and an end (0) of an object's life.
func lifetime(rest string) (live int, ok bool) {
	switch {
	case strings.Contains(rest, "@llvm.lifetime.start"):
		return 1, true
	case strings.Contains(rest, "@llvm.lifetime.end"):
		return 0, true
	}
	return 0, false
}

// allocated makes the address and the size in bytes of an alloca's object.
func (m *module) allocated(in *irInstr) (lines []string, p, size string, ok bool) {
	parts := splitTop(in.rest)
	typ := strings.TrimPrefix(parts[0], "inalloca ")
	size = sizeOf(typ)
	if len(parts) > 1 {
		if n, isOp := parseOperand(parts[1]); isOp {
			wide, count := m.widen(n, "zext")
			total := m.name()
			lines = append(wide, fmt.Sprintf("%s = mul i64 %s, %s", total, count, size))
			size = total
		}
	}
	if strings.Contains(in.rest, "addrspace") {
		return nil, "", "", false
	}
	cast, p := m.bytePtr(operand{typ + "*", in.result})
	return append(lines, cast...), p, size, true
}

// padding keeps objects apart, so that a pointer one past the end of one is
// not the address of another: the registry could not tell which is meant.
const padding = "[16 x i8]"

// pad gives a local variable room behind it. Variable-length ones are left.
func (m *module) pad(in *irInstr) {
	typ := splitTop(in.rest)[0]
	line := m.lines[in.start]
	old := in.result + " = alloca " + typ
	tail, ok := strings.CutPrefix(strings.TrimSpace(line), old)
	if next := strings.TrimPrefix(tail, ", "); !ok || next != "" && !strings.HasPrefix(next, "align") && !strings.HasPrefix(next, "!") {
		return
	}
	big, wide := m.name(), fmt.Sprintf("{ %s, %s }", typ, padding)
	m.lines[in.start] = fmt.Sprintf("  %s = alloca %s%s", big, wide, tail)
	m.insertAfter(in, fmt.Sprintf("%s = getelementptr %s, %s* %s, i32 0, i32 0", in.result, wide, wide, big))
}

// padGlobals puts unused variables behind each global: one for each section
// it may lie in, as objects of one section keep the order of the text.
func (m *module) padGlobals() {
	for i, g := range m.globals {
		m.after[g.line] = append(m.after[g.line],
			fmt.Sprintf("@__assay_pad.%d = internal global %s zeroinitializer, align 1", 3*i, padding),
			fmt.Sprintf("@__assay_pad.%d = internal global %s c\"%s\", align 1", 3*i+1, padding, strings.Repeat("\\FF", 16)),
			fmt.Sprintf("@__assay_pad.%d = internal constant %s c\"%s\", align 1", 3*i+2, padding, strings.Repeat("\\FF", 16)))
	}
}

// listGlobals appends the table of defined globals and the declarations.
func (m *module) listGlobals() {
	entries := make([]string, 0, len(m.globals))
	for _, g := range m.globals {
		entries = append(entries, fmt.Sprintf("{ i8*, i64 } { i8* bitcast (%s* %s to i8*), i64 %s }", g.typ, g.name, sizeOf(g.typ)))
	}
	m.lines = append(m.lines,
		fmt.Sprintf("@__assay_globals = constant [%d x { i8*, i64 }] [%s]", len(entries), strings.Join(entries, ", ")),
		fmt.Sprintf("@__assay_nglobals = constant i64 %d", len(entries)),
		runtimeDecls)
}

// sizeOf is the allocation size of a type as a constant expression.
func sizeOf(t string) string {
	return fmt.Sprintf("ptrtoint (%s* getelementptr (%s, %s* null, i32 1) to i64)", t, t, t)
}

// bytePtr casts a pointer to i8*.
func (m *module) bytePtr(o operand) (lines []string, val string) {
	if o.typ == "i8*" {
		return nil, o.val
	}
	n := m.name()
	return []string{fmt.Sprintf("%s = bitcast %s %s to i8*", n, o.typ, o.val)}, n
}

// widen extends (sext or zext) or truncates an integer to i64.
func (m *module) widen(o operand, ext string) (lines []string, val string) {
	w, _ := intWidth(o.typ)
	if w == 64 {
		return nil, o.val
	}
	if w > 64 {
		ext = "trunc"
	}
	n := m.name()
	return []string{fmt.Sprintf("%s = %s %s %s to i64", n, ext, o.typ, o.val)}, n
}

// callParts returns the callee and the arguments of a call; ok is false for
// inline assembly and what else has no plain argument list.
func callParts(in *irInstr) (callee string, args []operand, ok bool) {
	rest := in.rest
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '@' || c == '%':
			n := nameEnd(rest[i:])
			if i+n < len(rest) && rest[i+n] == '(' {
				return callArgs(rest[i:i+n], rest[i+n:])
			}
			i += n - 1
		case c == '(' || c == '[' || c == '{' || c == '<':
			end := matching(rest[i:])
			if end < 0 {
				return "", nil, false
			}
			i += end
		}
	}
	return "", nil, false
}

func callArgs(callee, list string) (string, []operand, bool) {
	end := matching(list)
	if end < 0 {
		return "", nil, false
	}
	inner := strings.TrimSpace(list[1:end])
	if inner == "" {
		return callee, nil, true
	}
	var args []operand
	for _, p := range splitTop(inner) {
		o, ok := parseOperand(p)
		if !ok {
			return callee, nil, false
		}
		args = append(args, o)
	}
	return callee, args, true
}

// rootOf walks back from a pointer over address arithmetic and casts of the
// same function to the value it was computed from.
func (m *module) rootOf(f *irFunc, o operand) operand {
	for range 1000 {
		in := f.results[o.val]
		var next operand
		ok := false
		switch {
		case in == nil:
			next, ok = m.constRoot(o)
		case in.op == "getelementptr":
			parts := splitTop(strings.TrimPrefix(in.rest, "inbounds "))
			if len(parts) > 1 {
				next, ok = parseOperand(parts[1])
			}
		case in.op == "bitcast":
			from, _, found := strings.Cut(in.rest, " to ")
			if next, ok = parseOperand(from); !found {
				ok = false
			}
		}
		if !ok {
			return o
		}
		o = next
	}
	return o
}

// constRoot finds the global variable inside a constant expression.
func (m *module) constRoot(o operand) (operand, bool) {
	if strings.HasPrefix(o.val, "@") || strings.HasPrefix(o.val, "%") {
		return operand{}, false
	}
	at := strings.IndexByte(o.val, '@')
	if at < 0 {
		return operand{}, false
	}
	name := o.val[at : at+nameEnd(o.val[at:])]
	for _, g := range m.globals {
		if g.name == name {
			return operand{g.typ + "*", name}, true
		}
	}
	return operand{}, false
}

// choose makes the n-th list of chosen values override an instruction's
// result where it is open; it reports false for results it cannot (wide,
// aggregate, void).
func (m *module) choose(in *irInstr, n int, kind string) bool {
	typ, ok := resultType(in)
	if !ok || in.result == "" {
		return false
	}
	raw, bits, picked := m.name(), m.name(), m.name()
	test, open, ok := m.isOpen(in, kind, typ, raw)
	if !ok {
		return false
	}
	var to, from string
	switch w, isInt := intWidth(typ); {
	case isInt && w < 64:
		to, from = fmt.Sprintf("zext %s %s to i64", typ, raw), fmt.Sprintf("trunc i64 %s to %s", picked, typ)
	case isInt && w == 64:
		to, from = "add i64 "+raw+", 0", "add i64 "+picked+", 0"
	case typ == "float":
		half, low := m.name(), m.name()
		test = append(test, fmt.Sprintf("%s = bitcast float %s to i32", half, raw))
		to, from = fmt.Sprintf("zext i32 %s to i64", half), fmt.Sprintf("bitcast i32 %s to float", low)
		return m.override(in, n, raw, append(test, bits+" = "+to), bits, open, picked,
			fmt.Sprintf("%s = trunc i64 %s to i32", low, picked), in.result+" = "+from)
	case typ == "double":
		to, from = "bitcast double "+raw+" to i64", "bitcast i64 "+picked+" to double"
	case strings.HasSuffix(typ, "*"):
		to, from = fmt.Sprintf("ptrtoint %s %s to i64", typ, raw), fmt.Sprintf("inttoptr i64 %s to %s", picked, typ)
	default:
		return false
	}
	return m.override(in, n, raw, append(test, bits+" = "+to), bits, open, picked, in.result+" = "+from)
}

// override renames an instruction's result to raw and puts the choice between
// it and its users: before makes bits and open, after the result from picked.
func (m *module) override(in *irInstr, n int, raw string, before []string, bits, open, picked string, after ...string) bool {
	line := m.lines[in.start]
	at := strings.Index(line, in.result)
	m.lines[in.start] = line[:at] + raw + line[at+len(in.result):]
	call := fmt.Sprintf("%s = call i64 @__assay_choose(i32 %d, i64 %s, i32 %s)", picked, n, bits, open)
	m.insertAfter(in, slices.Concat(before, []string{call}, after)...)
	return true
}

// isOpen makes the condition (i32, not 0) under which an execution leaves its
// result, raw, open: the occurrences of a choice count these.
func (m *module) isOpen(in *irInstr, kind, typ, raw string) (lines []string, open string, ok bool) {
	var test string
	switch width, _ := intWidth(typ); kind {
	case ChoiceShift:
		parts := splitTop(arithFlags.ReplaceAllString(in.rest, ""))
		if len(parts) != 2 {
			return nil, "", false
		}
		test = fmt.Sprintf("icmp uge %s %s, %d", typ, parts[1], width)
	case ChoiceBool:
		test = fmt.Sprintf("icmp ugt %s %s, 1", typ, raw)
	case ChoiceFloatToInt:
		from, _, _ := strings.Cut(in.rest, " to ")
		o, isOp := parseOperand(from)
		lines, d, isDouble := m.double(o.typ, o.val)
		signed := 0
		if in.op == "fptosi" {
			signed = 1
		}
		open = m.name()
		return append(lines, fmt.Sprintf("%s = call i32 @__assay_unfit(double %s, i32 %d, i32 %d)", open, d, width, signed)), open, isOp && isDouble
	default:
		return nil, "1", true
	}
	is := m.name()
	open = m.name()
	return []string{is + " = " + test, fmt.Sprintf("%s = zext i1 %s to i32", open, is)}, open, true
}

// resultType is the type of an instruction's result, for those whose results
// can be chosen.
func resultType(in *irInstr) (string, bool) {
	rest := in.rest
	for _, flag := range []string{"atomic ", "volatile ", "nsw ", "nuw ", "exact "} {
		rest = strings.TrimPrefix(rest, flag)
	}
	switch in.op {
	case "load", "shl", "lshr", "ashr":
		typ, _, ok := parseType(rest)
		return typ, ok
	case "trunc", "fptosi", "fptoui":
		i := strings.LastIndex(rest, " to ")
		if i < 0 {
			return "", false
		}
		return strings.TrimSpace(rest[i+4:]), true
	case "call":
		for {
			if typ, _, ok := parseType(rest); ok {
				return strings.TrimSpace(typ), true
			}
			word, tail, found := strings.Cut(rest, " ")
			if !found || word == "" {
				return "", false
			}
			rest = tail
		}
	}
	return "", false
}
