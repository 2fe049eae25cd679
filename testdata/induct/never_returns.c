/* A recursive function that never returns, because an error always comes first: it
 * is called where another error always comes first, too, so what comes behind that
 * call is in no segment, and rests on the function's error nevertheless. */
extern int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

static int down(int n);
static int zero, x;

int main(void)
{
	int i = 2;
	if (in()) {
		x = i / zero; // @reachable division-by-zero
		down(2);
		x = 1; // @unreachable reached
	}
	return down(1);
}

static int down(int n)
{
	int m = n > 0 ? down(n - 1) : 0;
	return m / zero; // @reachable division-by-zero
}
