/* One violation of every kind the engine checks. A line's comment names the
 * rule, what becomes of it (T: it happens, F: it does not) and the predicate. */
#include <assert.h>
#include <string.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int v; struct node *next; };
static int table[4][3];
static const int fixed[2] = { 1, 2 };
static int other[4];
static int plus(int a) { return a + 1; }
static int sum(int a, int b) { return a + b; }
static int *lost(void) { int local = 1; return &local; }

static int arithmetic(int zero, int big, int small, int one)
{
    int r = 0;
    if (__VERIFIER_nondet_int())
        r += one / zero;            // division_by_zero T zero ≢ 0
    if (__VERIFIER_nondet_int())
        r += small / -one;          // signed_overflow T small / (int)(-one) ≤ 2147483647
    if (__VERIFIER_nondet_int())
        r += small % -one;          // division_by_zero F (int)(-one) ≢ 0
    r += one << big;                // shift T 0 ≤ big < 32
    r += (one << 4) + (one >> one); // shift F 0 ≤ one < 32
    return r;
}

static int overflow(int big, int small, int one)
{
    int a = big + one;              // signed_overflow T big + one ≤ 2147483647
    int b = small - one;            // signed_overflow T -2147483648 ≤ small - one
    int c = big + one;              // signed_overflow F -2147483648 ≤ big + one
    int d = big * 2;                // signed_overflow T big * 2 ≤ 2147483647
    int e = -small;                 // signed_overflow T -small ≤ 2147483647
    int f = big << 1;               // signed_overflow T big << 1 ≤ 2147483647
    signed char g = big;            // signed_downcast T big ≤ 127
    signed char h = big;            // signed_downcast F -128 ≤ big
    signed char i = small;          // signed_downcast T -128 ≤ small
    return (a ^ b ^ c) + (d ^ e) + (f ^ g ^ h ^ i);
}

static int memory(int i, int *null, struct node *n)
{
    int r = 0;
    r += table[1][i];               // index_bound T i < 3
    r += table[1][i];               // index_bound F 0 ≤ i
    if (__VERIFIER_nondet_int())
        r += table[i - 6][1];       // index_bound T 0 ≤ (int)(i - 6)
    if (__VERIFIER_nondet_int())
        r += *null;                 // mem_access T \valid_read(null)
    if (__VERIFIER_nondet_int())
        r += n->next->v;            // mem_access T \valid_read(&(n->next)->v)
    if (__VERIFIER_nondet_int())
        r += other[i];              // mem_access F \valid_read(&other[i])
    if (__VERIFIER_nondet_int())
        n->next->v += 1;            // mem_access T \valid(&(n->next)->v)
    if (__VERIFIER_nondet_int())
        *(int *)fixed = r;          // mem_access T \valid((int *)fixed)
    if (__VERIFIER_nondet_int())
        r += *(other + i + 1);      // mem_access T \valid_read(other + (int)(i + 1))
    return r;
}

static int values(int *p, int *q, int k)
{
    int x, y = 1, r = 0;
    r += x;                         // initialization T \initialized(&x)
    r += y;                         // initialization F \initialized(&y)
    int *dead = lost();
    r += dead == NULL;              // dangling_pointer T ¬\dangling(&dead)
    r += p == NULL;                 // dangling_pointer F ¬\dangling(&p)
    r += p < q;                     // ptr_comparison T \pointer_comparable((void *)p, (void *)q)
    r += p < p + 1;                 // ptr_comparison F \pointer_comparable((void *)p, (void *)(p + 1))
    r += (int)(p - q);              // differing_blocks T \base_addr(p) ≡ \base_addr(q)
    p = p + 20;                     // pointer_value T \object_pointer(p + 20)
    q = q + 4;                      // pointer_value F \object_pointer(q + 4)
    int (*f)(int) = k ? plus : (int (*)(int))sum;
    if (__VERIFIER_nondet_int())
        r += f(k);                  // function_pointer T \valid_function(f)
    return r;
}

static int floats(void)
{
    double zero = 0.0, large = 1e30;
    double n = zero / zero;         // is_nan_or_infinite T \is_finite(\div_double(zero, zero))
    int r = (int)large;             // float_to_int T large < 2147483648
    r += (int)large;                // float_to_int F -2147483649 < large
    return r + (n == n);
}

static void asserts(int k)
{
    if (__VERIFIER_nondet_int())
        assert(k == 0);             // precondition of __FC_assert T
    if (__VERIFIER_nondet_int())
        assert(k == 4);             // precondition of __FC_assert F
    if (k == 7)
        reach_error();
    if (k == 4)
        reach_error();
}

static int indices(int i, long at, unsigned long n)
{
    int r = 0;
    r += table[1][i];               // index_bound F i < 3
    r += table[1][i];               // index_bound T 0 ≤ i
    r += table[1][at];              // index_bound F at < 3
    r += table[1][(unsigned long)i]; // index_bound T (unsigned long)i < 3
    r += table[1][n];               // index_bound T n < 3
    r += table[1][n - 1];           // index_bound T (unsigned long)(n - 1) < 3
    return r;
}

static char small_block[4], large_block[16];

/* The source is too short in one copy, the destination in the other. */
static int copies(int *null, int zero)
{
    if (__VERIFIER_nondet_int())
        memcpy(large_block, small_block, zero + 5); // precondition of memcpy T valid_src: valid_read_or_empty(src, n)
    if (__VERIFIER_nondet_int())
        memcpy(large_block, small_block, zero + 5); // precondition of memcpy F valid_dest: valid_or_empty(dest, n)
    if (__VERIFIER_nondet_int())
        memcpy(small_block, large_block, zero + 5); // precondition of memcpy F valid_src: valid_read_or_empty(src, n)
    if (__VERIFIER_nondet_int())
        memcpy(small_block, large_block, zero + 5); // precondition of memcpy T valid_dest: valid_or_empty(dest, n)
    if (__VERIFIER_nondet_int())
        memcpy(large_block, large_block + 8, zero + 9); // precondition of memcpy T valid_src: valid_read_or_empty(src, n)
    if (__VERIFIER_nondet_int())
        memcpy(large_block, large_block + 8, zero + 9); // precondition of memcpy F valid_dest: valid_or_empty(dest, n)
    int *p = null + zero;           // pointer_value F \object_pointer(null + zero)
    int *q = null + (zero + 1);     // pointer_value T \object_pointer(null + (int)(zero + 1))
    return p == q;
}

int main(void)
{
    struct node n = { 1, NULL };
    int big = 2147483647, small = -2147483647 - 1;
    switch (__VERIFIER_nondet_int()) {
    case 0: return arithmetic(__VERIFIER_nondet_int(), big, small, 1);
    case 1: return overflow(big, small, 1);
    case 2: return memory(3, NULL, &n);
    case 3: return values(&table[0][0], other, 0);
    case 4: return floats();
    case 5: asserts(4); break;
    case 7: return copies(NULL, 0);
    case 6: return indices(-1, -1, (unsigned long)-1);
    }
    return 0;
}
