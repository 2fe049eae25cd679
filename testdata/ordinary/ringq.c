/* ringq - simulate the queue at a ticket counter.
 *
 * stdin: one event a line
 *     a TIME SERVICE     a customer arrives and will need SERVICE minutes
 *     s TIME             the clerk calls the next customer
 * Times are minutes of one day and must not go backwards.
 */
#include <stdio.h>
#include <string.h>

#define SLOTS    16
#define DAY_MINS 1440

struct customer {
    int arrived;
    int service;
};

struct ring {
    struct customer slot[SLOTS];
    int head;                   /* oldest entry */
    int count;
};

struct stats {
    int arrived, turned_away, served;
    int total_wait, max_wait;
    int total_service;
    int longest_queue;
};

static int ring_push(struct ring *q, struct customer c)
{
    if (q->count == SLOTS)
        return 0;
    q->slot[(q->head + q->count) % SLOTS] = c;
    q->count++;
    return 1;
}

static int ring_pop(struct ring *q, struct customer *out)
{
    if (q->count == 0)
        return 0;
    *out = q->slot[q->head];
    q->head = (q->head + 1) % SLOTS;
    q->count--;
    return 1;
}

static void arrive(struct ring *q, struct stats *st, int now, int service)
{
    struct customer c;

    c.arrived = now;
    c.service = service;
    st->arrived++;
    if (!ring_push(q, c)) {
        st->turned_away++;
        return;
    }
    if (q->count > st->longest_queue)
        st->longest_queue = q->count;
}

/* returns the minute at which the clerk is free again */
static int serve(struct ring *q, struct stats *st, int now, int free_at)
{
    struct customer c;
    int wait;

    if (now < free_at) {
        printf("%02d:%02d clerk still busy\n", now / 60, now % 60);
        return free_at;
    }
    if (!ring_pop(q, &c)) {
        printf("%02d:%02d nobody waiting\n", now / 60, now % 60);
        return free_at;
    }
    wait = now - c.arrived;
    st->served++;
    st->total_wait += wait;
    st->total_service += c.service;
    if (wait > st->max_wait)
        st->max_wait = wait;
    return now + c.service;
}

static void report(const struct stats *st, const struct ring *q)
{
    printf("arrived       %d\n", st->arrived);
    printf("turned away   %d\n", st->turned_away);
    printf("served        %d\n", st->served);
    printf("still waiting %d\n", q->count);
    printf("longest queue %d\n", st->longest_queue);
    if (st->arrived > 0)
        printf("refused       %d%%\n", st->turned_away * 100 / st->arrived);
    printf("mean wait     %d\n", st->total_wait / st->served);
    printf("max wait      %d\n", st->max_wait);
    printf("busy          %d%%\n", st->total_service * 100 / DAY_MINS);
}

int main(void)
{
    struct ring q;
    struct stats st;
    char line[80];
    int last = 0, free_at = 0;
    int lines;

    memset(&q, 0, sizeof q);
    memset(&st, 0, sizeof st);

    for (lines = 0; lines < 10000 && fgets(line, sizeof line, stdin); lines++) {
        char what;
        int time, service;
        int got = sscanf(line, " %c %4d %4d", &what, &time, &service);

        if (got < 2) {
            fprintf(stderr, "ignored: %s", line);
            continue;
        }
        if (time < last || time >= DAY_MINS) {
            fprintf(stderr, "bad time: %s", line);
            continue;
        }
        last = time;
        if (what == 'a' && got == 3 && service > 0 && service <= 120)
            arrive(&q, &st, time, service);
        else if (what == 's')
            free_at = serve(&q, &st, time, free_at);
        else
            fprintf(stderr, "ignored: %s", line);
    }
    report(&st, &q);
    return 0;
}
