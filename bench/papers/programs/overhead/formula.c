{{/* No branches but hard ones: the solver does all the work. */ -}}
static void error_1(void) {}

int main(void)
{
    unsigned short x = (unsigned short)__VERIFIER_nondet_int(), y = (unsigned short)__VERIFIER_nondet_int();
{{- range .Primes}}
    if (x > 1 && y > 1 && x < {{.}} && y < {{.}} && (unsigned)x * y == {{.}}u)
        ERROR(1);
{{- end}}
    return 0;
}
