{{/* Points are met often, each time with another number of the path, on which
everything after depends. */ -}}
static void error_1(void) {}

static const unsigned char table[{{len .Table}}] = { {{- range .Table}}{{.}}, {{end -}} };

int main(void)
{
    unsigned path = 0;
    for (int i = 0; i < {{.Depth}}; i++) {
        path *= 2;
        if (__VERIFIER_nondet_int())
            path += 1;
    }
    if (table[path] == 255)
        ERROR(1);
    return 0;
}
