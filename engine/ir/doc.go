// Package ir holds the compact program that every other part of the engine
// works on: the linked LLVM module of a C program, converted once and
// immutable afterwards.
//
// The representation is made for interpretation: dense ids, slices, no maps on
// a hot path, layouts computed ahead (GEPs are base + constant + Σ index·scale).
// Pointers carry no pointee type; loads, stores and GEPs carry their own, so
// that a reader for opaque pointers (LLVM ≥ 15) can stand beside the one for
// clang-14's typed pointers. No LLVM pass has run on the input (ADR 0007).
//
// Program: ir.Read converts the linked module once into dense tables (engine/ir/program.go): no
// maps on a hot path, GEPs as base + constant + Σ index·scale with the declared array bounds,
// positions for every instruction. ir.NewDistance answers for a call stack how far the nearest
// target is; when it says unreachable, it is.
package ir
