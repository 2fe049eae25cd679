/* Between the intrinsics and the drivers of native tests. */
#include <setjmp.h>

/* How a path ended before its time. */
enum { INFEASIBLE = 1, FAILED, UNDECIDED, EXITED };
extern jmp_buf path_end;

/* Makes standard input and the answers to __assay_choose those of a new path. */
void start_path(const char *input, unsigned choices, int known);

/* What __assay_nondet answers for text that is printed: 0 the least, 1 the most,
 * -1 random bits. */
extern int extreme;
/* What rand gives. */
extern int will_draw;

/* What start_path empties: what standard input holds behind the text, GAP where nothing
 * comes for once, and for each time that nothing comes an e for an error. */
enum { GAP = 1 };
extern const char *later, *events;

/* Numbers that __assay_nondet answers lie between -2 and 13. */
extern int small;
