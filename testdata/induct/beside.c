/* A text beside an address: bytes of the address are not those of the text, where the text
 * ends before. */
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    char key[8];
    struct entry *next;
    int value;
};

static struct entry *first;

static void add(char c)
{
    struct entry *e = malloc(sizeof *e);
    if (!e)
        return;
    e->key[0] = c;
    e->key[1] = 0;
    e->value = 1;
    e->next = first;
    first = e;
}

static struct entry *find(const char *key)
{
    for (struct entry *e = first; e; e = e->next)
        if (strcmp(e->key, key) == 0)
            return e;
    return 0;
}

int main(void)
{
    char key[2] = {0, 0};
    for (int i = 0; i < __VERIFIER_nondet_int(); i++)
        add((char)__VERIFIER_nondet_int());
    key[0] = (char)__VERIFIER_nondet_int();
    struct entry *e = find(key);
    if (e)
        (void)(1 / e->value); // @unreachable division-by-zero
    struct entry one;
    memset(&one, 1, sizeof one);
    one.next = &one;
    int i = __VERIFIER_nondet_int() & 15;
    (void)(1 / (((char *)&one)[i] - 1)); // @reachable division-by-zero
    if (((char *)&one)[i] != 1)
        (void)(1 / (i < 8)); // @reachable division-by-zero
    return 0;
}
