/* An address without provenance names no object: an access through it ends the path. One that
 * is computed from the address of an object may name that. */
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern long place; /* of code that is not there: it may be an address */

static void here(void) {}

int main(void)
{
	int a[4] = {1, 2, 3, 4}, n = __VERIFIER_nondet_int();
	long at = __VERIFIER_nondet_long();
	switch (n) {
	case 0: {
		int *p = (int *)at;
		*p = 5; // @reachable foreign-access
		here(); // @unreachable reached
		break;
	}
	case 1: {
		int *p = (int *)0, i = __VERIFIER_nondet_int();
		if (i < 5000 || i > 6000)
			break;
		p[i] = 1; // @reachable foreign-access
		here();   // @unreachable reached
		break;
	}
	case 2: {
		int *p;
		*p = 7; // @reachable foreign-access
		here(); // @unreachable reached
		break;
	}
	case 3: {
		long k = (long)a;
		int *p = (int *)(k + 4 * (at & 1));
		*p = 9;
		here(); // @reachable reached
		break;
	}
	case 4:
		*(int *)place = 1;
		here(); // @undecided reached
		break;
	case 5: {
		int b = 1, c = 1;
		unsigned long d = (unsigned long)&c - (unsigned long)&b;
		*(int *)((unsigned long)&b + d) = 0;
		if (c == 0)
			here(); // @reachable reached
		if (b == 0)
			here(); // @unreachable reached
		int *back = (int *)((unsigned long)&c - d);
		*back = 0; // @unreachable out-of-bounds
		if (b == 0)
			here(); // @reachable reached
		break;
	}
	}
	return 0;
}
