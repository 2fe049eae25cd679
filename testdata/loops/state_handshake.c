/* Both sides of a connection with sequence numbers. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int client = 0, server = 0; /* 0 closed, 1 waiting, 2 open */
    unsigned char sent = 0, expected = 0;

    while (__VERIFIER_nondet_int()) {
        unsigned char event = __VERIFIER_nondet_uchar();
        if (event == 0 && client == 0) {
            client = 1;
        } else if (event == 1 && client == 1 && server == 0) {
            server = 1;
            expected = sent;
        } else if (event == 2 && client == 1 && server == 1) {
            client = server = 2;
        } else if (event == 3 && client == 2) {
            assert(server == 2); // @unreachable assertion unless BUG
            sent++;
            if (__VERIFIER_nondet_int())
                expected++;
            else
                sent--; /* lost: sent again */
        } else if (event == 4 && client == 2) {
#ifdef BUG
            server = 0;
#else
            client = server = 0;
#endif
        }
        if (client == 2)
            assert(sent == expected); // @unreachable assertion
    }
    return 0;
}
