// Package system makes the transition system of a program.
//
// Its cutpoints are loop heads, and entries and returns of procedures, in the context of the
// calls that lead there. A segment is everything that can be executed from one cutpoint to the
// next, with the paths between them merged into guarded terms (build.go, run.go). A value at a
// cutpoint is a constant, a copy of another, or a variable (slots.go). A place that makes heap
// blocks in a loop is one object with many instances (heap.go); memory without cells is smashed
// into arrays (smashed.go, words.go). What is not modelled ends a path at a check that has a
// reason (Check.Why).
//
// The package knows no facts over the variables, and asks no solver.
//
// Read-only data and what no store changes is no part of a cut (System.images); the table of
// objects is copied on write (package chunks); blocks of one call and size share their shape
// (shapeOf); the cuts are worked off by Bourdoncle's recursive strategy. A loop that is unrolled
// around a cut is cut itself after four turns, unless a text that is known, such as a format, says
// that it goes on (control.go). Where a switch tells apart paths that met, what the state holds is
// what those left to it bring (guarded.go, split): clang leads all ways out of a scope through one
// block. A variable whose life has ended is unwritten from then on, so that no cut carries what it
// held. Library models that have a quick way for a search and a short one for a proof ask which
// they are in (__assay_by_turns). Those that follow texts and streams byte by byte have a contract for
// proofs, so that no loop of theirs is a cutpoint (ADR 0030, engine/libc/src/contract.c): lengths of
// texts and reads of them are executed by strings.go.
//
// The heap blocks that one call makes in one size are one object; up to three ways to the call are
// told apart. One that is made again while it may live is a *site* (heap.go): one object, each
// part of a cell an array over instances. Ranks (rank.go) are ghosts. A block whose size is no
// constant, and an object that is large, is folded (smashed.go, ADR 0020): ghosts say how large it
// is, and of each part between its fields how many of its bytes are initialised from the first on,
// and where one is that is 0 (parts.go, package layout, ADR 0035); where
// addresses, or numbers at computed offsets, are read from it, words.go (ADR 0021, 0023) has its
// words, arrays of a companion object, one for each field of a record (columns.go, package records, ADR 0032); the
// scalars beside its arrays have cells (fields.go, ADR 0022). Budgets are propagations; the clock only aborts. Checks that little effort does not
// decide get more only within a share of what all has taken, and in the last stage
// ((*Checker).Try, package goal). Where there is no proof, the reason names the loop, the strongest candidate
// and the values between which a turn breaks it (goal/reasons.go).
//
// Procedures (ADR 0016): A function that calls itself, perhaps through others, and one that
// inlining would copy too often (package inlining: more than 6,000 instructions of copies, or 40,000
// of what returns blocks that it makes) is a *procedure* (procedure.go). It has two cutpoints,
// its entry, where all calls arrive, and its return. In it a state keeps what memory was at the
// entry (state.before; slots of frameOld), so the families of facts that there are relate results,
// memory, old memory and parameters, and what a procedure does not change is a copy of its old
// value: the modified part is inferred cell by cell. A call ends no segment: behind it the
// variables of the return are the old values that they are copies of, or new ones, and the facts
// at the return are premises under a Boolean "it has returned" that guards what follows. The
// callee sees globals, heap blocks and the variables to which a way leads from its parameters; the
// others are as they were. A variable of the procedure itself whose address is seen from an inner
// call is unsupported. Certificates hold facts at entries and returns like those at loop heads (slot -2
// … is an old value, slot -3 … a part of the result).
//
// The coarse abstraction (ADR 0018): Of a program of 5,000 instructions and more, and for entries
// other than main, (*run).coarse asks prover.Prove for a coarser system first, of one of 2,000 and
// more after the whole one (Config.Coarse, coarse.go): only *private* variables, whose address
// nothing but accesses use, have contents, every function but small ones is a procedure, library
// models that are large and functions without a body are skipped, and an address from another
// function is one somewhere (idOutside), but not null. What it proves with nothing given is
// settled; attempt.coarse keeps the other proofs for where the whole system has none (fallBack).
// Its certificates say what they are of (cert.Loops.Coarse).
//
//	sys := system.New(ctx, prog, goals, &system.Settings{Entry: main}, nil)
//	if sys.Failed != "" { ... }  // why there is none
//	for _, seg := range sys.Segments { ... }
package system
