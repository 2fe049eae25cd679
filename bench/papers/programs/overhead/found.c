{{/* The target is reached, after a stretch in which nothing else can happen. */ -}}
static void error_1(void) {}

int main(void)
{
    unsigned x = 1;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < {{.Length}}; i++)
        x = x * 1664525u + 1013904223u;
    if ((unsigned)n == (x >> 1) || n == 17)
        ERROR(1);
    return 0;
}
