package engine

import (
	"strings"
	"testing"
)

// TestAssemblyCalls: inline assembly that may call, jump to or place code leaves no target
// excluded, whether it is executed or not; assembly that computes leaves those that do not
// come behind it.
func TestAssemblyCalls(t *testing.T) {
	const text = `
static int n;
__attribute__((used)) static void hidden(void) { 10 / n; } // @ division-by-zero
__attribute__((used)) static void never(void) { __asm__ volatile (ASM); }
int main(int argc, char **argv) { if (argc == 3) never(); return 0; }`
	for assembly, want := range map[string]Status{
		`"jmp hidden"`: Undecided, `"call *%rax"`: Undecided, `"lea hidden(%rip), %rax"`: Undecided,
		`".pushsection .init_array; .quad 0; .popsection"`: Undecided, `"nop; syscall"`: Undecided,
		`"" :: "i"(hidden)`: Undecided,
		`"nop"`:             Unreachable, `"mfence" ::: "memory"`: Unreachable,
	} {
		expectAll(t, strings.Replace(text, "ASM", assembly, 1), Options{}, want)
	}
}
