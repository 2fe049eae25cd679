/* Arguments of which there are many: what is not the same, and looks so. */
#include <string.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

static int a[10];

int main(int argc, char **argv)
{
	if (in())
		a[10] = argv[argc][0]; // @reachable null-access
	for (int i = 1; i + 1 < argc; i++) {
		if (in() && strlen(argv[i]) != strlen(argv[i + 1]))
			a[10] = 1; // @reachable index-bound
		if (in() && argv[i][0] != argv[i + 1][0])
			a[10] = 2; // @reachable index-bound
		if (in() && argv[i] != argv[i + 1])
			a[10] = 3; // @reachable index-bound
		if (in() && strlen(argv[i]) == 131071)
			a[10] = 4; // @reachable index-bound
		if (in() && strlen(argv[i]) == 131072)
			a[10] = 5; // @unreachable index-bound
		if (in() && argv[i][0] && argv[i + 1][0] == argv[i][0])
			a[10] = 6; // @reachable index-bound
	}
	if (in() && argc > 9 && argv[8][1] && argv[9][0] == 0)
		a[10] = 7; // @reachable index-bound
	return 0;
}
