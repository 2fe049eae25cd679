package ir

import (
	"strings"

	lir "github.com/llir/llvm/ir"
)

// Inline assembly ends a path. What else it does shows in its text: it may call a function of
// the program, jump out of its own, or place code and addresses elsewhere, as in .init_array;
// the last it does without being executed.

// transfers are mnemonics that lead elsewhere than behind the assembly, or to the kernel,
// beside those that name a symbol of the program.
var transfers = map[string]bool{"call": true, "callq": true, "calll": true, "lcall": true, "jmp": true, "jmpq": true, "ljmp": true,
	"ret": true, "retq": true, "retl": true, "iret": true, "iretq": true, "syscall": true, "sysenter": true, "int": true,
	"b": true, "bl": true, "blr": true, "br": true, "bx": true, "blx": true, "svc": true}

// assembly notes that the program has inline assembly of which it is not clear that it does
// nothing but compute.
func (b *funcBuilder) assembly(text *lir.InlineAsm) {
	if b.r.p.Assembly == "" && b.r.isWild(text) {
		b.r.p.Assembly = b.f.Source
	}
}

// isWild tells that assembly may transfer control, has a directive, or gets at a symbol by
// its name or as an operand.
func (r *reader) isWild(text *lir.InlineAsm) bool {
	for _, constraint := range strings.Split(text.Constraint, ",") {
		if strings.HasPrefix(constraint, "~") { // clobbered
			continue
		}
		if strings.ContainsAny(constraint, "isX") { // an address known to the linker
			return true
		}
	}
	for _, line := range strings.FieldsFunc(text.Asm, func(c rune) bool { return c == '\n' || c == ';' }) {
		words := strings.FieldsFunc(line, func(c rune) bool { return !symbolByte(c) })
		for i, w := range words {
			if r.isSymbol(w) || transfers[w] || i == 0 && w[0] == '.' {
				return true
			}
		}
	}
	return false
}

func symbolByte(c rune) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// isSymbol tells that the program has a function or variable of a name.
func (r *reader) isSymbol(name string) bool {
	if _, ok := r.p.FuncByName[name]; ok {
		return true
	}
	for i := range r.p.Globals {
		if r.p.Globals[i].Name == name {
			return true
		}
	}
	return false
}
