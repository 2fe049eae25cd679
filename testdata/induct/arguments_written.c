/* Programs may write to argv and to its strings. */
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

static int a[10];

int main(int argc, char **argv)
{
	char *name = argv[0], first = argc > 1 ? argv[1][0] : 0;
	switch (in()) {
	case 0:
		argv[0] = "x";
		a[10] = 0; // @reachable index-bound
		break;
	case 1:
		for (int i = 0; i < argc; i++)
			argv[i] = (char *)a;
		if (argv[0] != name)
			a[10] = 1; // @reachable index-bound
		break;
	case 2:
		if (argc > 1) {
			argv[1][0] = 'x';
			if (argv[1][0] != first)
				a[10] = 2; // @reachable index-bound
		}
		break;
	default:
		if (argv[0] != name)
			a[10] = 3; // @unreachable index-bound
	}
	return 0;
}
