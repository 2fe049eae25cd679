/* Options of the command line, and the operands behind them. */
#include <unistd.h>
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

static int a[10];

int main(int argc, char **argv)
{
	int c, verbose = 0, mode = 0, sum = 0;
	if (argc < 2)
		return 1;
	char *word = argv[1];
	while ((c = getopt(argc, argv, "vm:")) != -1) { // @unreachable null-access
		switch (c) {
		case 'v':
			if (verbose < 3)
				verbose++;
			break;
		case 'm':
			mode = optarg[0]; // @unreachable null-access
			break;
		default:
			return 2;
		}
	}
	sum = a[verbose]; // @unreachable index-bound
	for (int i = optind; i < argc; i++)
		sum ^= argv[i][0]; // @unreachable null-access
	if (in() && argv[1] != word)
		a[10] = 1; // @reachable index-bound
	if (in() && mode == 'x' && verbose == 2)
		a[10] = 2; // @reachable index-bound
	return sum;
}
