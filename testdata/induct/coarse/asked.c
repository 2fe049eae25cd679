/* Targets whose checks shape the system that all proofs are about: some happen, some
 * a coarse abstraction proves. */
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>
#define IN(n) (__VERIFIER_nondet_int() & ((n) - 1))
static int a;
static int b;
static char big[700];

int main(void) {
	unsigned len = 1;
	char *mp = 0;
	int i = 0;

	for (unsigned o = 0; o < len; o++)
		big[o] = 1;
	mp = strdup(big);
	if ((i) < len) a = mp[i] & 0; // @reachable null-access
	if (mp) if (((b) % len) < len) b = mp[(b) % len] & 0; // @open out-of-bounds
	while (a <= b && IN(2)) {
		big[(a) & 7] = 2; // @unreachable out-of-bounds
		while (IN(2)) {
			a = big[i]; // @unreachable out-of-bounds
			a = mp[0]; // @open out-of-bounds
			if (mp) memset(mp, (a) & 3, len); // @unreachable null-access
			b = 2 / (b); // @reachable division-by-zero
			if (mp) strcpy(mp, "\x01");
		}
		if (mp) mp[(b) & 3] = (1) & 3;
		a++;
		a = b;
	}
	big[(a) & 7] = 0;
	if (mp) strcpy(big, mp); // @unreachable null-access
	return 0;
}
