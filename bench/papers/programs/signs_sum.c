{{/* Fig. 4 of the TracerX paper with the postcondition of Table 2: N signs are
chosen freely, their sum stays within N. One branch per level, in the text. */ -}}
static void error_1(void) {}

int main(void)
{
    int sum = 0;
{{- range count .N}}
    if (__VERIFIER_nondet_int()) sum += 1; else sum -= 1; /* level {{.}} */
{{- end}}
    if (!(-{{.N}} <= sum && sum <= {{.N}}))
        ERROR(1);
    return 0;
}
