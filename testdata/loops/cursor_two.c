/* Two cursors that move towards each other and swap what they meet. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int row[16];

static void swap(int *a, int *b)
{
    int t = *a; // @unreachable out-of-bounds
    *a = *b; // @unreachable out-of-bounds
    *b = t;
}

int main(void)
{
    int low = 0, high = 15;
    int pivot = __VERIFIER_nondet_int();

    for (int i = 0; i < 16; i++)
        row[i] = __VERIFIER_nondet_int();
#ifdef BUG
    while (low <= high) {
#else
    while (low < high) {
#endif
        if (row[low] < pivot)
            low++;
        else if (__VERIFIER_nondet_int())
            high--;
        else {
            swap(&row[low], &row[high]);
            high--;
        }
    }
    assert(low <= 15); // @unreachable assertion unless BUG
    return 0;
}
