// Package build turns C sources, or a compile_commands.json, into one linked
// textual LLVM IR file that the reader of engine/ir can load.
//
// The way through the package:
//
//	FromArgs, FromDatabase   command lines -> Input{Units, Notes}   (split.go, compdb.go)
//	filter                   raw flags -> Flags, Dropped, Semantics (flags.go, flagtable.go)
//	Builder.Compile          units -> bitcode, in parallel          (compile.go)
//	Compiled.Choose          which units make one program           (linkset.go)
//	Compiled.Link            llvm-link, C models, textual IR        (link.go, models.go)
//
// # How a unit is compiled
//
// No LLVM pass runs. Even mem2reg deletes what an alarm is about
// (`int x; if (x == 42)` becomes a comparison with undef), so clang is called
// with -O1 -Xclang -disable-llvm-passes: the level is there only because clang
// emits lifetime markers and !tbaa above -O0, and without the markers a use
// after the end of a scope is invisible. What -O1 would change in the sources
// is undone: __OPTIMIZE__ is undefined and __NO_INLINE__ defined, and
// _FORTIFY_SOURCE is 0, so that strcpy is a call of strcpy. The macros that the
// user's own flags predefine are then given by name (macros.go), here and to
// the replay, which builds with -O0: both see the preprocessed text of the
// real build. The source is named as it is in the command, for __FILE__.
//
// -fno-builtin is not added. Calls of library functions then stay calls or
// become llvm.mem* intrinsics; what clang folds (strlen of a literal inside a
// constant expression) has the value it has in every run. A user's own
// -fno-builtin and -ffreestanding are kept.
//
// Every diagnostic that clang can be told to ignore is ignored, including
// those that are errors by default (`return;` in a function that returns a
// value): gcc accepts such code, and the program was analysed in that form.
package build
