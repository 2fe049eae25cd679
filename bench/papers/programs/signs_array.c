{{/* The same as printed: the bits are read first, each level has its own x, and
the sum is formed at the end. */ -}}
static void error_1(void) {}

int main(void)
{
    _Bool b[{{.N}}];
    int x[{{.N}}];
    for (int i = 0; i < {{.N}}; i++)
        b[i] = __VERIFIER_nondet_int() != 0;
{{- range count .N}}
    if (b[{{.}}]) x[{{.}}] = 1; else x[{{.}}] = -1;
{{- end}}
    int sum = 0;
    for (int i = 0; i < {{.N}}; i++)
        sum += x[i];
    if (!(-{{.N}} <= sum && sum <= {{.N}}))
        ERROR(1);
    return 0;
}
