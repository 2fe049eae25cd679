/* What the programs of this folder stand on: a failing check calls fail, a
 * program that came through calls done. Natively both are native/runtime.c;
 * for the engine they are targets. */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

_Noreturn void fail(int line);
void done(void);

#define CHECK(e)                  \
	do {                      \
		if (!(e))         \
			fail(__LINE__); \
	} while (0)

#endif
