/* Between the intrinsics and the drivers of native tests. */
#include <setjmp.h>

/* How a path ended before its time. */
enum { INFEASIBLE = 1, FAILED, UNDECIDED, EXITED };
extern jmp_buf path_end;

/* Makes standard input and the answers to __assay_choose those of a new path. */
void start_path(const char *input, unsigned choices, int known);
