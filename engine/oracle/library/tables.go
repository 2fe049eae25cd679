package library

// special is what is passed for single parameters: C that makes it.
var special = map[string]string{
	"alphasort.a": "draw_entry(0)", "alphasort.b": "draw_entry(1)", "alphasort64.a": "draw_entry(0)", "alphasort64.b": "draw_entry(1)",
	"versionsort.a": "draw_entry(0)", "versionsort.b": "draw_entry(1)", "versionsort64.a": "draw_entry(0)", "versionsort64.b": "draw_entry(1)",
	"dlclose.library": "own_library()", "dlsym.library": "own_library()", "dlvsym.library": "own_library()",
	"mbsrtowcs.src": "draw_place(1, 0)", "mbsnrtowcs.src": "draw_place(1, 0)", "wcsrtombs.src": "draw_place(1, 1)", "wcsnrtombs.src": "draw_place(1, 1)",
	"__sched_cpualloc.n": "(unsigned long)draw_size()",
}

// alone are functions whose calls get a process each, besides those whose clauses say so.
var alone = set("fclose", "pclose", "freopen", "freopen64", "closedir", "fcloseall")

// notRun are functions that are not run, with the reason.
var notRun = map[string]string{
	"longjmp":        "goes to a place that was set",
	"_longjmp":       "goes to a place that was set",
	"siglongjmp":     "goes to a place that was set",
	"__longjmp_chk":  "goes to a place that was set",
	"brk":            "moves the heap of the harness",
	"sbrk":           "moves the heap of the harness",
	"munmap":         "takes memory of the harness",
	"mprotect":       "takes memory of the harness",
	"daemon":         "goes on in a child, while the caller ends",
	"pkey_get":       "needs a feature of the processor",
	"freeaddrinfo":   "takes what another call made whole",
	"pthread_cancel": "ends the thread of the harness",
}
