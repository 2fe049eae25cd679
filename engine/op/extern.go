package op

// Unmodelled is what is assumed of a function without body and model under a policy for
// external functions (verdicts.md, the table's last rows).
func Unmodelled(name, policy string, noCallback bool) string {
	switch {
	case policy == "pure":
		return name + " is unmodelled: taken to change nothing and to return any value"
	case policy == "havoc-free" && noCallback:
		return name + " is unmodelled: taken to change and to free what it can reach, and to call nothing back"
	case policy == "havoc-free":
		return name + " is unmodelled: taken to change and to free what it can reach, and to call back what it can"
	case noCallback:
		return name + " is unmodelled: taken to change what it can reach; to free nothing itself, and to call nothing back"
	}
	return name + " is unmodelled: taken to change what it can reach, and to call back what it can; to free nothing itself"
}

// UnmodelledPointer is what is assumed of the pointers that a function without body and
// model returns.
func UnmodelledPointer(name string) string {
	return "what " + name + " returns leads to no memory of the C library and not to argv, but where it was given it"
}

// CallbacksEnd is what is assumed of the functions of the program that unknown code
// calls.
func CallbacksEnd(name string) string {
	return "functions of the program that " + name + " calls back return without an error, and main is none of them"
}

// UnmodelledWrites is what is assumed of one that something is in reach of that was not
// written.
func UnmodelledWrites(name string) string { return name + " writes all that it is given to write to" }

// UnmodelledLeaves is assumed of all such functions.
const UnmodelledLeaves = "code that is not there leaves as they are: which streams stdin, stdout and stderr are, the locale, and the rounding mode and exceptions of floating point"

// UnmodelledHooks is assumed of them, too.
const UnmodelledHooks = "code that is not there gives no buffer to a stream, registers no function for fork or printf, and finds no address of the program in a file, a pipe or a printed text"

// MissingBegins is assumed of the constructors of units that are missing.
const MissingBegins = "constructors of code that is not there run before those of the program, and leave argc and argv as they are"

// UnmodelledEnds is what is assumed of such a function that is declared not to return.
func UnmodelledEnds(name string) string { return name + " does not return" }
