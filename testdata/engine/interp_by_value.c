/* A structure that is passed by value is read when the call is made: a state in
   which that is an error is not like one in which it is not, whatever the callee
   does with it. */
extern int __VERIFIER_nondet_int(void);
void *__assay_alloc(unsigned long size, int zero);
void __assay_free(void *p);

static int other;

struct large { long a, b, c; };

static int ignored(struct large s) { return 0; }

static int fixed_argument(void)
{
    struct large *p = __assay_alloc(sizeof *p, 1);
    if (__VERIFIER_nondet_int())
        __assay_free(p);
    else
        other = 1;
    return ignored(*p); // @reachable dead-access
}

static int rest_ignored(int n, ...) { return n; }

static int variadic_argument(void)
{
    struct large *p = __assay_alloc(sizeof *p, 1);
    if (__VERIFIER_nondet_int())
        other = 1;
    else
        __assay_free(p);
    return rest_ignored(1, *p); // @reachable dead-access
}

int main(void)
{
    return __VERIFIER_nondet_int() ? fixed_argument() : variadic_argument();
}
