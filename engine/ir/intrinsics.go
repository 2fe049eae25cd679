package ir

import "strings"

// Intrinsics are the functions without a body that the engine itself executes, by name: those
// on which the library models are written (engine/libc/assay.h says what they do), and those of
// verification benchmarks. Each executor has a handler for each of them, or says there why it
// has none.
var Intrinsics = append([]string{
	"__assay_choose", "__assay_nondet", "__assay_input", "__assay_input_number", "__assay_text",
	"__assay_assume", "__assay_alloc", "__assay_free", "__assay_replace", "__assay_room", "__assay_peek",
	"__assay_check_string", "__assay_expect_text", "__assay_copy", "__assay_fill", "__assay_same", "__assay_own", "__assay_uses",
	"__assay_contract", "__assay_open", "__assay_length", "__assay_in_text",
	"__assay_exit", "__assay_abort", "__assay_fail", "__assay_undecided", "__assay_bound", "__assay_is_known",
	"__assay_by_turns", "__assay_reorder", "__assay_any", "__assay_keep", "__assay_private", "__assay_kept",
	"__assay_named", "__assay_call_back", "__assay_concurrently", "__assay_unknown",
	"__VERIFIER_assume", "__VERIFIER_error", "klee_assume", "klee_make_symbolic",
}, Inputs...)

// Inputs are the intrinsics that answer with any value of their type, 0 or 1 if that is bool.
var Inputs = inputs()

func inputs() []string {
	names := strings.Fields(`bool _Bool char uchar unsigned_char short ushort int uint unsigned
		unsigned_int long ulong longlong ulonglong int128 uint128 u8 u16 u32 S8 U8 S16 U16 S32 U32 S64 U64
		size_t loff_t sector_t`)
	for i := range names {
		names[i] = "__VERIFIER_nondet_" + names[i]
	}
	return names
}
