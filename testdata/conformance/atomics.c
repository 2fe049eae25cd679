/* Atomic operations of one thread, in all their spellings. */
#include "conformance.h"

typedef struct { int a, b; } pair;

static _Atomic int counter = 5;
static _Atomic long wide = -1;
static _Atomic unsigned char small = 250;
static _Atomic(int *) place;
static _Atomic _Bool flag;
static int plain = 3, cells[3] = {1, 2, 3};

static void c11(void)
{
	counter++;
	counter += 10;
	CHECK(counter == 16 && counter-- == 16 && --counter == 14);
	counter ^= 3;
	CHECK(counter == 13);
	counter <<= 2;
	CHECK(counter == 52);
	counter /= 5;
	CHECK(counter == 10);
	small += 10;
	CHECK(small == 4);
	small |= 0xf0;
	CHECK(small == 0xf4);
	wide *= 7;
	CHECK(wide == -7);
	wide = 9;
	CHECK(wide == 9);
	place = cells;
	place++;
	CHECK(*place == 2 && place == cells + 1);
	flag = 4;
	CHECK(flag == 1);
}

static void builtins(void)
{
	int old, want = 3, now = 8;
	CHECK(__atomic_load_n(&plain, __ATOMIC_SEQ_CST) == 3);
	__atomic_store_n(&plain, 4, __ATOMIC_RELEASE);
	__atomic_load(&plain, &old, __ATOMIC_ACQUIRE);
	CHECK(old == 4 && __atomic_exchange_n(&plain, 6, __ATOMIC_ACQ_REL) == 4 && plain == 6);
	CHECK(!__atomic_compare_exchange_n(&plain, &want, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && want == 6);
	CHECK(__atomic_compare_exchange_n(&plain, &want, 9, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && plain == 9);
	want = 9;
	CHECK(__atomic_compare_exchange(&plain, &want, &now, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && plain == 8);
	CHECK(__atomic_fetch_add(&plain, 2, __ATOMIC_RELAXED) == 8 && __atomic_add_fetch(&plain, 2, __ATOMIC_RELAXED) == 12);
	CHECK(__atomic_fetch_sub(&plain, 5, __ATOMIC_RELAXED) == 12 && __atomic_sub_fetch(&plain, 1, __ATOMIC_RELAXED) == 6);
	CHECK(__atomic_fetch_and(&plain, 3, __ATOMIC_RELAXED) == 6 && __atomic_or_fetch(&plain, 9, __ATOMIC_RELAXED) == 11);
	CHECK(__atomic_fetch_xor(&plain, 1, __ATOMIC_RELAXED) == 11 && __atomic_fetch_nand(&plain, 2, __ATOMIC_RELAXED) == 10);
	CHECK(plain == -3 && __atomic_nand_fetch(&plain, -1, __ATOMIC_RELAXED) == 2);
	CHECK(__atomic_fetch_max(&plain, 7, __ATOMIC_RELAXED) == 2 && __atomic_fetch_min(&plain, -5, __ATOMIC_RELAXED) == 7 && plain == -5);
	_Bool t = 0;
	CHECK(!__atomic_test_and_set(&t, __ATOMIC_SEQ_CST) && __atomic_test_and_set(&t, __ATOMIC_SEQ_CST));
	__atomic_clear(&t, __ATOMIC_SEQ_CST);
	CHECK(!t && __atomic_always_lock_free(4, 0));
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static void sync(void)
{
	long x = 1;
	unsigned short h = 65535;
	int *p = cells, *q = p;
	CHECK(__sync_fetch_and_add(&x, 4) == 1 && __sync_add_and_fetch(&x, 4) == 9 && __sync_sub_and_fetch(&x, 2) == 7);
	CHECK(__sync_fetch_and_or(&x, 8) == 7 && __sync_and_and_fetch(&x, 12) == 12 && __sync_xor_and_fetch(&x, 5) == 9);
	CHECK(__sync_bool_compare_and_swap(&x, 9, 1) && !__sync_bool_compare_and_swap(&x, 9, 2) && x == 1);
	CHECK(__sync_val_compare_and_swap(&x, 1, 50) == 1 && __sync_val_compare_and_swap(&x, 1, 60) == 50);
	CHECK(__sync_fetch_and_add(&h, 2) == 65535 && h == 1 && __sync_fetch_and_nand(&h, 1) == 1 && h == 65534);
	CHECK(__sync_bool_compare_and_swap(&p, q, q + 2) && *p == 3 && __sync_lock_test_and_set(&p, q) == q + 2 && p == q);
	__sync_synchronize();
	__sync_lock_release(&x);
	CHECK(x == 0);
	__c11_atomic_store(&counter, 77, __ATOMIC_SEQ_CST);
	CHECK(__c11_atomic_load(&counter, __ATOMIC_SEQ_CST) == 77 && __c11_atomic_exchange(&counter, 1, __ATOMIC_SEQ_CST) == 77);
	float f = 1.5f, g;
	__atomic_load(&f, &g, __ATOMIC_SEQ_CST);
	CHECK(g == 1.5f);
	_Atomic double d = 2.0;
	d += 0.5;
	CHECK(d == 2.5);
}

static void structs(void)
{
	static _Atomic pair shared;
	pair p = {1, 2};
	shared = p;
	p.a = 0;
	p = shared;
	CHECK(p.a == 1);
	p.a += 10;
	shared = p;
	p = shared;
	CHECK(p.a == 11 && p.b == 2);
	pair next = {5, 6};
	CHECK(__c11_atomic_compare_exchange_strong(&shared, &p, next, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
	p = shared;
	CHECK(p.b == 6);
}

int main(void)
{
	c11();
	builtins();
	sync();
	structs();
	done();
	return 0;
}
