// Package libc holds assay's models of the C library. They are C: compiled to
// IR with the data model of the program, linked to it where it leaves symbols
// undefined, and executed like the rest of it (ADR 0010). assay.h is their
// only foundation; users write models of their own on it with --model.
//
// Models are C, written by hand (engine/libc/src) or made from specifications (engine/libc/spec),
// compiled and linked with the program, on the intrinsics of engine/libc/assay.h, which
// engine/exec/builtin.go executes. Their errors belong to the user's call.
package libc
