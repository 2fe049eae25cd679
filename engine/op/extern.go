package op

// UnmodelledPointer is what is assumed of the pointers that a function without body
// and model returns (verdicts.md, the table's last rows).
func UnmodelledPointer(name string) string {
	return "a pointer that " + name + " returns is null, points into an argument, or starts a fresh object"
}

// UnmodelledArgv is what is assumed of one that argv is in reach of.
func UnmodelledArgv(name string) string { return name + " leaves argv and its strings as they are" }

// UnmodelledWrites is what is assumed of one that something is in reach of that was not
// written.
func UnmodelledWrites(name string) string { return name + " writes all that it is given to write to" }

// UnmodelledEnds is what is assumed of such a function that is declared not to return.
func UnmodelledEnds(name string) string { return name + " does not return" }
