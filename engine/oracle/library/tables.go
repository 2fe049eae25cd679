package library

// special is what is passed for single parameters: C that makes it.
var special = map[string]string{
	"alphasort.a": "draw_entry(0)", "alphasort.b": "draw_entry(1)", "alphasort64.a": "draw_entry(0)", "alphasort64.b": "draw_entry(1)",
	"versionsort.a": "draw_entry(0)", "versionsort.b": "draw_entry(1)", "versionsort64.a": "draw_entry(0)", "versionsort64.b": "draw_entry(1)",
	"dlclose.library": "own_library()", "dlsym.library": "own_library()", "dlvsym.library": "own_library()",
	"mbsrtowcs.src": "draw_place(1, 0)", "mbsnrtowcs.src": "draw_place(1, 0)", "wcsrtombs.src": "draw_place(1, 1)", "wcsnrtombs.src": "draw_place(1, 1)",
	"__sched_cpualloc.n": "(unsigned long)draw_size()",
	"div.denom":          "(int)below(300) + 1", "ldiv.denom": "(long)below(300) + 1", "lldiv.denom": "(long long)below(300) + 1",
	"imaxdiv.denom": "(long)below(300) + 1",
	"getopt.argc":   "(int)below(4)", "getopt.argv": "draw_words(1)", "getopt.shortopts": "draw_letters(2)",
	"getopt_long.argc": "(int)below(4)", "getopt_long.argv": "draw_words(1)", "getopt_long.shortopts": "draw_letters(2)", "getopt_long.longopts": "draw_options(3)",
	"getopt_long_only.argc": "(int)below(4)", "getopt_long_only.argv": "draw_words(1)", "getopt_long_only.shortopts": "draw_letters(2)", "getopt_long_only.longopts": "draw_options(3)",
	"strtok.a0": `draw_text(0, "", -1)`, "strtok_r.s": `draw_text(0, "", -1)`, "__strtok_r.s": `draw_text(0, "", -1)`,
	"sgetsgent_r.n": "64 + (unsigned long)draw_size()", "sgetspent_r.n": "64 + (unsigned long)draw_size()",
	"rawmemchr.c": "0", "malloc_usable_size.ptr": "draw_block(0)", "if_freenameindex.list": "own_interfaces()",
	"memalign.a0": "1ul << below(20)", "aligned_alloc.a0": "1ul << below(20)",
}

// alone are functions whose calls get a process each, besides those whose clauses say so.
var alone = set("fclose", "pclose", "freopen", "freopen64", "closedir", "fcloseall")

// deadly are functions that may end the program by a signal, their arguments do not say when.
var deadly = set("raise", "gsignal", "kill", "killpg", "tgkill", "sigqueue", "pthread_kill", "pthread_sigqueue", "__gets_chk",
	"__sprintf_chk", "__vsprintf_chk", "__getwd_chk",
	"__fgets_chk", "__strncat_chk")

// elsewhere are functions whose new memory is none of malloc's.
var elsewhere = set("mmap", "mmap64")

// characters are functions of a byte or EOF.
var characters = set("isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper",
	"isxdigit", "tolower", "toupper", "_tolower", "_toupper")

// notRun are functions that are not run, with the reason.
var notRun = map[string]string{
	"initstate":      "the library writes to the array at any later call",
	"setstate":       "takes an array that initstate made",
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
	"gets":           "writes without a bound",
	"__cmsg_nxthdr":  "goes through a message that another call received",
	"cfree":          "not for programs that are linked today",
}
