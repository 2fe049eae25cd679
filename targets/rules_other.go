package targets

import "github.com/assay-dev/assay/engine/op"

// codeqlRules are the queries of CodeQL's C/C++ suites that claim a violation.
var codeqlRules = concat([]Rule{
	check("cpp/uninitialized-local", LookRead, uninitClasses, "read uninitialised"),
	check("cpp/conditionally-uninitialized-variable", LookRead, uninitClasses, "read uninitialised"),
	check("cpp/not-initialised", LookRead, uninitClasses, "read uninitialised"),
	check("cpp/use-after-free", LookAccess, freedClasses, "use of freed memory"),
	check("cpp/double-free", LookFree, releaseClass, "freed twice"),
	check("cpp/experimental-double-free", LookFree, releaseClass, "freed twice"),
	check("cpp/new-free-mismatch", LookFree, op.SetOf(op.BadFree), "released by the wrong function"),
	check("cpp/using-expired-stack-address", LookAccess, op.SetOf(op.DeadAccess, op.DanglingRead), "use of a dead frame"),
	check("cpp/invalid-pointer-deref", LookAccess, op.Memory, "access outside the object"),
	check("cpp/overflow-buffer", LookBounds, boundsClasses|libClasses, "access outside the buffer"),
	check("cpp/overflow-destination", LookCall, libClasses, "copy beyond the destination"),
	check("cpp/static-buffer-overflow", LookBounds, boundsClasses, "access outside the array"),
	check("cpp/constant-array-overflow", LookBounds, boundsClasses, "access outside the array"),
	open("cpp/type-confusion", "no class for objects of another type"),
	check("cpp/offset-use-before-range-check", LookBounds, boundsClasses, "access outside the array"),
	check("cpp/unclear-array-index-validation", LookBounds, boundsClasses, "access outside the array"),
	check("cpp/unbounded-write", LookCall, libClasses, "write beyond the buffer"),
	check("cpp/badly-bounded-write", LookCall, libClasses, "write beyond the buffer"),
	check("cpp/overrunning-write*", LookCall, libClasses, "write beyond the buffer"),
	check("cpp/very-likely-overrunning-write", LookCall, libClasses, "write beyond the buffer"),
	check("cpp/potential-buffer-overflow", LookCall, libClasses, "write beyond the buffer"),
	check("cpp/bad-strncpy-size", LookCall, libClasses, "write beyond the buffer"),
	check("cpp/no-space-for-terminator", LookCall, libClasses, "write beyond the buffer"),
	check("cpp/improper-null-termination", LookCall, libClasses, "argument without a terminator"),
	check("cpp/user-controlled-null-termination-tainted", LookCall, libClasses, "argument without a terminator"),
	check("cpp/missing-null-test", LookAccess, nullClasses, "access through null"),
	check("cpp/inconsistent-null-check", LookAccess, nullClasses, "access through null"),
	check("cpp/inconsistent-nullness-testing", LookAccess, nullClasses, "access through null"),
	check("cpp/redundant-null-check-*", LookAccess, nullClasses, "access through null"),
	check("cpp/dereferenced-value-may-be-null", LookAccess, nullClasses, "access through null"),
	check("cpp/divide-by-zero*", LookDivision, divideClasses, "the divisor is zero"),
	check("cpp/integer-overflow-tainted", LookArithmetic, signedClasses, "signed arithmetic leaves its type"),
	check("cpp/tainted-arithmetic", LookArithmetic, signedClasses, "signed arithmetic leaves its type"),
	check("cpp/uncontrolled-arithmetic", LookArithmetic, signedClasses, "signed arithmetic leaves its type"),
	check("cpp/arithmetic-with-extreme-values", LookArithmetic, signedClasses, "signed arithmetic leaves its type"),
	check("cpp/arithmetic-uncontrolled", LookArithmetic, signedClasses, "signed arithmetic leaves its type"),
	check("cpp/undefined-shift", LookShift, shiftClasses, "shift by a negative or too large amount"),
	check("cpp/lossy-function-result-cast", LookNarrowing, op.SetOf(op.Downcast), "the conversion loses value"),
	check("cpp/memory-never-freed", LookExit, leakClasses, "memory lost, judged at the end of the program"),
	check("cpp/memory-may-not-be-freed", LookExit, leakClasses, "memory lost, judged at the end of the program"),
	check("cpp/missing-return", LookNoReturn, op.SetOf(op.NoReturn), "the end of a function is reached and its value is used"),
	open("cpp/file-never-closed", "no class for files and descriptors"),
	open("cpp/file-may-not-be-closed", "no class for files and descriptors"),
	open("cpp/infinite-loop-with-unsatisfiable-exit-condition", "termination is not decided"),
}, style("the address of a local leaves its function: no violation until it is used there",
	"cpp/return-stack-allocated-memory", "cpp/stack-address-escape", "cpp/local-variable-address-stored-in-non-local-memory"),
	style("a query about style, idiom or security practice, not about a run", "cpp/*"),
)

// inferRules are the issue types of Infer (Pulse, Biabduction, InferBO) for C.
var inferRules = concat([]Rule{
	check("NULL_DEREFERENCE", LookAccess, nullClasses, "access through null"),
	check("NULLPTR_DEREFERENCE*", LookAccess, nullClasses, "access through null"),
	check("CONSTANT_ADDRESS_DEREFERENCE*", LookAccess, op.Memory, "access through a fixed address"),
	check("DANGLING_POINTER_DEREFERENCE*", LookAccess, op.SetOf(op.DeadAccess, op.ForeignAccess), "use of a dead object"),
	check("USE_AFTER_FREE*", LookAccess, freedClasses, "use of freed memory"),
	check("USE_AFTER_LIFETIME*", LookAccess, op.SetOf(op.DeadAccess, op.DanglingRead), "use of a dead variable"),
	check("DOUBLE_FREE*", LookFree, releaseClass, "freed twice"),
	check("MEMORY_LEAK*", LookExit, leakClasses, "memory lost, judged at the end of the program"),
	check("DIVIDE_BY_ZERO*", LookDivision, divideClasses, "the divisor is zero"),
	check("BUFFER_OVERRUN_*", LookBounds, boundsClasses, "access outside the array"),
	check("ARRAY_OUT_OF_BOUNDS_*", LookBounds, boundsClasses, "access outside the array"),
	check("INTEGER_OVERFLOW_*", LookArithmetic, signedClasses, "signed arithmetic leaves its type"),
	check("UNINITIALIZED_VALUE*", LookRead, uninitClasses, "read uninitialised"),
	check("PULSE_UNINITIALIZED_VALUE*", LookRead, uninitClasses, "read uninitialised"),
	open("POINTER_TO_INTEGRAL_IMPLICIT_CAST", "no class for pointers converted to integers"),
	open("*RESOURCE_LEAK*", "no class for files and descriptors"),
	open("INFINITE_*", "termination is not decided"),
	open("INFERBO_ALLOC_*", "no class for sizes of allocations"),
	open("PULSE_UNAWAITED*", "threads are not modelled"),
}, style("the address of a local leaves its function: no violation until it is used there", "STACK_VARIABLE_ADDRESS_ESCAPE*"),
	style("dead code or a value never read: no violation", "DEAD_STORE", "CONDITION_ALWAYS_*", "UNREACHABLE_CODE*",
		"PULSE_UNNECESSARY_*", "PULSE_CONST_*", "*CYCLOMATIC*"),
)

// flawfinderRules: it lists calls of functions known for misuse.
var flawfinderRules = style("a list of calls worth a look, not a claim about a run", "*")

// semgrepRules: patterns over the text.
var semgrepRules = style("a pattern in the text, not a claim about a run", "*")
