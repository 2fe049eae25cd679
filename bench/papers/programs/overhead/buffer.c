{{/* Unknown bytes are moved about, without a branch on them before the end. */ -}}
static void error_1(void) {}

int main(void)
{
    unsigned char from[{{.Length}}], to[{{.Length}}];
    unsigned sum = 0;
    for (int i = 0; i < {{.Length}}; i++)
        from[i] = (unsigned char)(__VERIFIER_nondet_int() & 15);
    for (int round = 0; round < {{.Rounds}}; round++) {
        for (int i = 0; i < {{.Length}}; i++)
            to[i] = from[(i * 7 + round) % {{.Length}}];
        for (int i = 0; i < {{.Length}}; i++)
            from[i] = (unsigned char)(to[i] ^ (round & 15));
    }
    for (int i = 0; i < {{.Length}}; i++)
        sum += from[i];
    if (sum > 15u * {{.Length}})
        ERROR(1);
    return 0;
}
