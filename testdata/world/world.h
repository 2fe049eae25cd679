/* What the programs of this folder stand on. A native run of each part, with its hidden
 * code (HIDDEN), comes to reached; none comes to never. The engine, which sees no hidden
 * code, must not exclude the first, and must exclude the second. */
#ifndef WORLD_H
#define WORLD_H

_Noreturn void reached(void);
_Noreturn void never(void);

#endif
