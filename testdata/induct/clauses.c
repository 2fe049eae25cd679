/* What clauses say: which states of a machine come with which values. */
int __VERIFIER_nondet_int(void);
#define in() __VERIFIER_nondet_int()

static int a[10];

/* The numbers of the states have no order, and the flag rises on one way only. */
static int handshake(void) {
	int state = 10, flag = 0;
	while (in()) {
		switch (state) {
		case 10: state = in() ? 70 : 20; break;
		case 70: flag = 1; state = 30; break;
		case 30: if (flag == 1) flag = 2; state = 50; break;
		case 50:
			if (flag == 3) return a[10]; // @unreachable index-bound
			if (flag == 2) in() ? a[flag + 7] : a[flag + 8]; // @reachable index-bound
			state = in() ? 30 : 20;
			break;
		case 20: if (flag == 2) flag = 3; state = in() ? 15 : 90; break;
		case 15: state = 90; break;
		case 90: state = 15; break;
		}
	}
	return state;
}

/* Three threads add one each to a token of any value, in turn. */
static int ring(void) {
	int turn = 0, sent = 0;
	unsigned token = 0, local = 0;
	while (in()) {
		switch (turn) {
		case 0:
			if (sent && token != local + 3) return a[10]; // @unreachable index-bound
			if (sent && token == 7) return a[11]; // @reachable index-bound
			token = local = in();
			sent = 1;
			token++;
			turn = 1;
			break;
		case 1: if (in()) { token++; turn = 2; } break;
		case 2: if (in()) { token++; turn = 0; } break;
		}
	}
	return 0;
}

/* A sequence number and the side that has to answer agree in their lowest bit. */
static int alternate(void) {
	unsigned number = 0, side = 0;
	while (in()) {
		if ((number + in()) % 2 == side % 2 && side > 1) return a[10]; // @unreachable index-bound
		if (side == 0) {
			if (number % 2 == 1) return a[11]; // @unreachable index-bound
			if (number == 6) return a[12]; // @reachable index-bound
			number++;
			side = 1;
		} else {
			number++;
			side = 0;
		}
	}
	return 0;
}

int main(void) {
	switch (in()) {
	case 0: return handshake();
	case 1: return ring();
	}
	return alternate();
}
