package targets

import "github.com/assay-dev/assay/engine/op"

// clangRules are the checkers of the clang static analyzer (14 to 21), under
// clang-tidy without their prefix.
var clangRules = concat([]Rule{
	check("core.DivideZero", LookDivision, divideClasses, "the divisor is zero"),
	check("core.NullDereference", LookAccess, op.Memory, "undefined pointer value").when("undefined pointer"),
	check("core.NullDereference", LookAccess, nullClasses, "access through null"),
	check("core.FixedAddressDereference", LookAccess, op.Memory, "access through a fixed address"),
	check("core.NonNullParamChecker", LookCall, nullArgument, "null passed where the function forbids it"),
	check("core.CallAndMessage", LookCallee, calleeClasses, "call through a null or uninitialised pointer").when("function pointer"),
	check("core.CallAndMessage", LookRead, uninitClasses, "an argument is read uninitialised"),
	check("core.UndefinedBinaryOperatorResult", LookShift, shiftClasses, "shift by a negative or too large amount").when("shift"),
	check("core.UndefinedBinaryOperatorResult", LookRead, uninitClasses, "an operand is read uninitialised"),
	check("core.BitwiseShift", LookShift, shiftClasses|op.SetOf(op.SignedOverflow), "shift by a negative or too large amount"),
	check("core.uninitialized.ArraySubscript", LookRead, uninitClasses, "the subscript is read uninitialised"),
	check("core.uninitialized.Assign", LookRead, uninitClasses, "the value assigned is read uninitialised"),
	check("core.uninitialized.Branch", LookRead, uninitClasses, "the condition is read uninitialised"),
	check("core.uninitialized.CapturedBlockVariable", LookRead, uninitClasses, "the variable captured is read uninitialised"),
	check("core.uninitialized.UndefReturn", LookRead, uninitClasses, "the value returned is read uninitialised"),
	check("core.uninitialized.*", LookRead, uninitClasses, "a value is read uninitialised"),
	open("core.VLASize", "no class for the size of a variable-length array"),
	check("unix.Malloc", LookFree, releaseClass, "freed twice").when("attempt to free released"),
	check("unix.Malloc", LookFree, releaseClass, "freed twice").when("attempt to release already released"),
	check("unix.Malloc", LookFree, releaseClass, "free of what malloc did not return").when("argument to "),
	check("unix.Malloc", LookExit, leakClasses, "memory lost, judged at the end of the program").when("leak"),
	check("unix.Malloc", LookAccess, freedClasses, "use of freed memory"),
	check("unix.DynamicMemoryModeling", LookAccess, freedClasses, "use of freed memory"),
	check("unix.MismatchedDeallocator", LookFree, op.SetOf(op.BadFree), "released by the wrong function"),
	check("unix.cstring.NullArg", LookCall, nullArgument, "null passed to a string function"),
	check("unix.cstring.NotNullTerminated", LookCall, libClasses, "argument without a terminator"),
	check("alpha.unix.cstring.OutOfBounds", LookCall, libClasses, "the library function leaves the object"),
	check("alpha.unix.cstring.BufferOverlap", LookCall, libClasses, "the ranges copied overlap"),
	check("alpha.unix.cstring.NotNullTerminated", LookCall, libClasses, "argument without a terminator"),
	check("alpha.unix.cstring.UninitializedRead", LookCall, libClasses|uninitClasses, "the library function reads unwritten bytes"),
	check("unix.StdCLibraryFunctions", LookCall, libClasses, "precondition of the library function"),
	check("alpha.unix.StdCLibraryFunctions", LookCall, libClasses, "precondition of the library function"),
	check("alpha.unix.StdCLibraryFunctionArgs", LookCall, libClasses, "precondition of the library function"),
	check("alpha.security.ArrayBound*", LookBounds, boundsClasses, "index or access outside the array"),
	check("security.ArrayBound", LookBounds, boundsClasses, "index or access outside the array"),
	check("alpha.security.ReturnPtrRange", LookOffset, op.SetOf(op.PtrOverflow), "pointer returned outside the object"),
	check("alpha.core.PointerSub", LookDifference, op.SetOf(op.PtrDiff), "pointers into different objects are subtracted"),
	check("security.PointerSub", LookDifference, op.SetOf(op.PtrDiff), "pointers into different objects are subtracted"),
	check("alpha.core.Conversion", LookNarrowing, op.SetOf(op.Downcast), "the conversion loses value or sign"),
	check("alpha.core.BoolAssignment", LookBool, op.SetOf(op.BoolValue), "a _Bool holds something else than 0 and 1"),
	open("optin.core.EnumCastOutOfRange", "no class for values outside an enumeration"),
	check("optin.taint.TaintedDiv", LookDivision, divideClasses, "the divisor is zero"),
	check("valist.Uninitialized", LookRead, uninitClasses, "a va_list is read uninitialised"),
	check("security.VAList", LookRead, uninitClasses, "a va_list is read uninitialised"),
	open("unix.Errno", "no class for the use of errno"),
	open("alpha.unix.Errno", "no class for the use of errno"),
	open("unix.Stream", "no class for the state of streams"),
	open("alpha.unix.Stream", "no class for the state of streams"),
	open("alpha.unix.SimpleStream", "no class for the state of streams"),
	open("unix.BlockInCriticalSection", "threads are not modelled"),
	open("unix.API", "no class for this use of a system call"),
}, style("the address of a local leaves its function: no violation until it is used there", "core.StackAddressEscape",
	"alpha.core.StackAddressAsyncEscape"),
	style("dead code or a value never read: no violation", "deadcode.*", "alpha.deadcode.*"),
	style("advice about a function or idiom, not about a run", "security.insecureAPI.*", "security.FloatLoopCounter",
		"security.cert.*", "alpha.security.cert.*", "alpha.security.MallocOverflow", "alpha.security.MmapWriteExec",
		"unix.MallocSizeof", "unix.cstring.BadSizeArg", "unix.Vfork", "optin.*", "alpha.core.*", "nullability.*",
		"valist.*", "cplusplus.*", "osx.*", "webkit.*", "llvm.*", "alpha.*"),
	style("advice of clang-tidy about style or idiom", "bugprone-*", "cert-*", "concurrency-*", "cppcoreguidelines-*",
		"google-*", "hicpp-*", "llvm-*", "misc-*", "modernize-*", "performance-*", "portability-*", "readability-*"),
)

// concat joins the parts of a table.
func concat(parts ...[]Rule) []Rule {
	var all []Rule
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}
