/* That p is null or in text rests on the read through a null pointer: a run that goes
 * on there would make it any number, which is not null because null is a number. (The
 * program makes a number of an address: without that, it would be an unknown address.) */
extern int __VERIFIER_nondet_int(void);

struct place {
    char *at;
};

int main(void)
{
    static char text[8];
    struct place none = {0}, first = {text}, *q = &none;
    char *p = text;
    int n = (unsigned long)text / 16 & 1;

    while (__VERIFIER_nondet_int()) {
        if (p)
            n += *p; // @unreachable null-access
        if (__VERIFIER_nondet_int())
            p = q->at; // @reachable null-access
        else
            p = text + (__VERIFIER_nondet_int() & 7);
        q = __VERIFIER_nondet_int() ? &none : __VERIFIER_nondet_int() ? &first : 0;
    }
    return n & 1;
}
