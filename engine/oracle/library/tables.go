package library

// special is what is passed for single parameters.
var special = map[string]string{}

// alone are functions whose calls get a process each, besides those whose clauses say so.
var alone = set("fclose", "pclose", "freopen", "freopen64", "closedir", "fcloseall")

// notRun are functions that are not run, with the reason.
var notRun = map[string]string{
	"longjmp":  "goes to a place that was set",
	"_longjmp": "goes to a place that was set",
	"brk":      "moves the heap of the harness",
	"sbrk":     "moves the heap of the harness",
	"munmap":   "takes memory of the harness",
}
