{{/* One run on known values: a sieve, a sort and a checksum. */ -}}
static void error_1(void) {}

static unsigned list[{{.Length}}];

int main(void)
{
    static char composite[{{.Length}}];
    unsigned sum = 1, x = 1;
    for (int i = 2; i < {{.Length}}; i++)
        for (int j = 2 * i; j < {{.Length}}; j += i)
            composite[j] = 1;
    for (int i = 0; i < {{.Length}}; i++) {
        x = x * 1103515245u + 12345u;
        list[i] = (x >> 16) % 1000 + (unsigned)composite[i];
    }
    for (int i = 1; i < {{.Sorted}}; i++)
        for (int j = i; j > 0 && list[j - 1] > list[j]; j--) {
            unsigned old = list[j];
            list[j] = list[j - 1];
            list[j - 1] = old;
        }
    for (int i = 0; i < {{.Length}}; i++)
        sum = sum * 31 + list[i];
    if (sum == 0 || __VERIFIER_nondet_int() == 1 && list[0] > list[1])
        ERROR(1);
    return 0;
}
