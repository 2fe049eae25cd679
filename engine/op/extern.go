package op

// UnmodelledPointer is what is assumed of the pointers that a function without body
// and model returns (verdicts.md, the table's last rows).
func UnmodelledPointer(name string) string {
	return "a pointer that " + name + " returns is null, points into an argument, or starts a fresh object"
}

// UnmodelledEnds is what is assumed of such a function that is declared not to return.
func UnmodelledEnds(name string) string { return name + " does not return" }
