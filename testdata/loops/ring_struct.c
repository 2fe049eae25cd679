/* Messages in a ring inside a structure, with a count of those dropped. */
extern int __VERIFIER_nondet_int(void);

struct message { int from, to; };

struct mailbox {
    struct message slot[6];
    int first, count;
    unsigned dropped;
};

static void post(struct mailbox *m, int from, int to)
{
    if (m->count == 6) {
        m->dropped++;
        return;
    }
    int at = m->first + m->count;
#ifdef BUG
    if (at > 6)
#else
    if (at >= 6)
#endif
        at -= 6;
    m->slot[at].from = from; // @unreachable index-bound unless BUG
    m->slot[at].to = to; // @unreachable index-bound unless BUG
    m->count++;
}

static int take(struct mailbox *m)
{
    if (m->count == 0)
        return 0;
    int who = m->slot[m->first].to; // @unreachable index-bound
    m->first = m->first == 5 ? 0 : m->first + 1;
    m->count--;
    return who;
}

int main(void)
{
    struct mailbox box = {0};
    int sum = 0;

    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            post(&box, 1, __VERIFIER_nondet_int());
        else
            sum ^= take(&box);
    }
    return sum == 7;
}
