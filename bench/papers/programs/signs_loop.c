{{/* The same with one branch in a loop of N turns. */ -}}
static void error_1(void) {}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < {{.N}}; i++) {
        if (__VERIFIER_nondet_int())
            sum += 1;
        else
            sum -= 1;
    }
    if (!(-{{.N}} <= sum && sum <= {{.N}}))
        ERROR(1);
    return 0;
}
