{{/* No point is met twice with one call stack. */ -}}
static void error_1(void) {}

static void descend(int depth, int sum)
{
    if (depth == 0) {
        if (sum < 0)
            ERROR(1);
        return;
    }
    if (__VERIFIER_nondet_int())
        descend(depth - 1, 2 * sum);
    else
        descend(depth - 1, 2 * sum + 1);
}

int main(void)
{
    descend({{.Depth}}, 0);
    return 0;
}
