package term

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"strings"
)

// SMTWriter writes terms of one pool as an SMT-LIB 2 script. Every variable is
// declared and every shared or large part defined once, before its first use,
// so that the script is as small as the DAG. Errors of the underlying writer
// surface in Flush.
type SMTWriter struct {
	w      *bufio.Writer
	p      *Pool
	names  map[T]string // symbols in scope
	taken  map[string]bool
	scopes [][]T // terms named since each Push
}

// maxInline is the greatest number of operators written without a definition.
const maxInline = 8

// NewSMTWriter returns a writer for terms of p and starts the script.
func NewSMTWriter(w io.Writer, p *Pool) *SMTWriter {
	s := &SMTWriter{bufio.NewWriter(w), p, map[T]string{}, map[string]bool{}, make([][]T, 1)}
	s.w.WriteString("(set-logic ALL)\n") // constant arrays are in no smaller logic
	return s
}

// Flush writes what is buffered and returns the first error met.
func (s *SMTWriter) Flush() error { return s.w.Flush() }

// Assert writes the assertion of t, a Bool.
func (s *SMTWriter) Assert(t T) {
	s.p.wantBool(OpNone, t)
	s.define(t)
	fmt.Fprintf(s.w, "(assert %s)\n", s.text(t))
}

// CheckSat writes a check-sat, or check-sat-assuming if there are assumptions,
// which must be Bools.
func (s *SMTWriter) CheckSat(assumptions ...T) {
	literals := make([]string, len(assumptions))
	for i, t := range assumptions {
		s.p.wantBool(OpNone, t)
		atom, form := t, "%s"
		if s.p.is(t, OpNot) { // only symbols and their negations are literals
			atom, form = s.p.nodes[t].a, "(not %s)"
		}
		s.define(atom)
		s.name(atom)
		literals[i] = fmt.Sprintf(form, s.text(atom))
	}
	if len(literals) == 0 {
		s.w.WriteString("(check-sat)\n")
		return
	}
	fmt.Fprintf(s.w, "(check-sat-assuming (%s))\n", strings.Join(literals, " "))
}

// Push opens a scope: what is asserted, declared and defined in it is gone
// after the matching Pop.
func (s *SMTWriter) Push() {
	s.scopes = append(s.scopes, nil)
	s.w.WriteString("(push 1)\n")
}

// Pop closes the latest scope; without one it panics.
func (s *SMTWriter) Pop() {
	last := len(s.scopes) - 1
	if last == 0 {
		panic("term: SMTWriter.Pop without Push")
	}
	for _, t := range s.scopes[last] {
		delete(s.taken, s.names[t])
		delete(s.names, t)
	}
	s.scopes = s.scopes[:last]
	s.w.WriteString("(pop 1)\n")
}

// Comment writes text as a comment of one line.
func (s *SMTWriter) Comment(text string) {
	fmt.Fprintf(s.w, "; %s\n", strings.ReplaceAll(text, "\n", " "))
}

// define declares the variables of t and defines its shared and large parts,
// so that text(t) is short.
func (s *SMTWriter) define(t T) {
	uses := map[T]int{}
	var order []T
	inScope := func(u T) bool { return s.names[u] != "" || uses[u] != 0 }
	s.p.postorder(t, inScope, func(u T) {
		uses[u] = 1
		order = append(order, u)
	})
	for _, u := range order {
		for i := range s.p.NumArgs(u) {
			if a := s.p.Arg(u, i); uses[a] != 0 {
				uses[a]++
			}
		}
	}
	size := map[T]int{}
	for _, u := range order {
		n := s.p.nodes[u]
		switch {
		case n.op() == OpVar || n.op() == OpArrayVar || n.op() == OpTable:
			s.name(u)
			continue
		case opTable[n.op()].args == 0:
			continue
		}
		size[u] = 1
		for i := range s.p.NumArgs(u) {
			size[u] += size[n.arg(i)]
		}
		if u != t && (uses[u] > 2 || size[u] > maxInline) {
			s.name(u)
			size[u] = 0
		}
	}
}

// name gives t a symbol, unless it has one or is True or False. What it
// consists of must be defined.
func (s *SMTWriter) name(t T) {
	n := s.p.nodes[t]
	if s.names[t] != "" || n.op() == OpConst {
		return
	}
	symbol := fmt.Sprintf("_t%d", t)
	switch n.op() {
	case OpVar, OpArrayVar:
		symbol = s.symbol(t)
		fmt.Fprintf(s.w, "(declare-fun %s () %s)\n", symbol, s.sort(n))
	case OpTable:
		fmt.Fprintf(s.w, "(define-fun %s () %s ", symbol, s.sort(n))
		s.table(t, n)
		s.w.WriteString(")\n")
	default:
		fmt.Fprintf(s.w, "(define-fun %s () %s %s)\n", symbol, s.sort(n), s.text(t))
	}
	s.names[t] = symbol
	s.taken[symbol] = true
	last := len(s.scopes) - 1
	s.scopes[last] = append(s.scopes[last], t)
}

// symbol returns an unused symbol for a variable, as close to its name as
// SMT-LIB permits.
func (s *SMTWriter) symbol(t T) string {
	name := strings.Map(func(r rune) rune {
		if r == '|' || r == '\\' || r < ' ' || r > '~' {
			return '_'
		}
		return r
	}, s.p.Name(t))
	if name == "" || s.taken[quoteSymbol(name)] || strings.HasPrefix(name, "_t") {
		name = fmt.Sprintf("%s!%d", name, t)
	}
	return quoteSymbol(name)
}

// quoteSymbol returns name as a symbol, in bars unless it is a simple symbol
// that means nothing else.
func quoteSymbol(name string) string {
	simple := !isDigit(name[0]) && !reserved[name]
	for i := 0; i < len(name) && simple; i++ {
		simple = isSymbolByte(name[i])
	}
	if _, isOp := smtOps[name]; simple && !isOp {
		return name
	}
	return "|" + name + "|"
}

func (s *SMTWriter) sort(n node) string {
	switch {
	case n.index() != 0:
		return fmt.Sprintf("(Array (_ BitVec %d) (_ BitVec %d))", n.index(), n.width())
	case n.width() == 0:
		return "Bool"
	}
	return fmt.Sprintf("(_ BitVec %d)", n.width())
}

// text returns t over the symbols in scope; it nests at most maxInline deep
// after define.
func (s *SMTWriter) text(t T) string {
	if name := s.names[t]; name != "" {
		return name
	}
	n := s.p.nodes[t]
	if n.op() == OpConst {
		v, _ := s.p.ConstBig(t)
		return constantText(n.width(), v)
	}
	args := ""
	for i := range opTable[n.op()].args {
		args += " " + s.text(n.arg(i))
	}
	return "(" + s.operator(n) + args + ")"
}

func (s *SMTWriter) operator(n node) string {
	switch n.op() {
	case OpExtract:
		return fmt.Sprintf("(_ extract %d %d)", int(n.b)+n.width()-1, n.b)
	case OpZExt:
		return fmt.Sprintf("(_ zero_extend %d)", n.width()-s.p.Width(n.a))
	case OpSExt:
		return fmt.Sprintf("(_ sign_extend %d)", n.width()-s.p.Width(n.a))
	case OpConstArray:
		return fmt.Sprintf("(as const %s)", s.sort(n))
	}
	return opTable[n.op()].smt
}

// constantText writes a constant in hexadecimal where its width permits.
func constantText(w int, v *big.Int) string {
	switch {
	case w == 0 && v.Sign() == 0:
		return "false"
	case w == 0:
		return "true"
	case w%4 == 0:
		return fmt.Sprintf("#x%0*s", w/4, v.Text(16))
	}
	return fmt.Sprintf("#b%0*s", w, v.Text(2))
}

// table writes a table as stores into an array of zeros.
func (s *SMTWriter) table(t T, n node) {
	vals := s.p.TableValues(t)
	for _, v := range vals {
		if v != 0 {
			s.w.WriteString("(store ")
		}
	}
	fmt.Fprintf(s.w, "((as const %s) %s)", s.sort(n), constantText(n.width(), new(big.Int)))
	for i, v := range vals {
		if v != 0 {
			index := constantText(n.index(), big.NewInt(int64(i)))
			fmt.Fprintf(s.w, " %s %s)", index, constantText(n.width(), new(big.Int).SetUint64(v)))
		}
	}
}
