/* timers.c - an event loop with a sorted list of timers, on simulated time.
 *
 *   after DELAY NAME      fire once in DELAY ticks
 *   every PERIOD NAME     fire each PERIOD ticks
 *   cancel NAME           remove all the timers of that name
 *   run TICKS             let time pass
 *   list                  show what is pending
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_LEN   16
#define MAX_DELAY  1000000
#define MAX_TIMERS 1000

struct timer {
    unsigned long due;
    unsigned period;            /* 0 for a timer that fires once */
    char name[NAME_LEN];
    struct timer *next;
};

static struct timer *pending;   /* earliest first */
static unsigned long now;
static int active;

static void schedule(struct timer *t)
{
    struct timer **link = &pending;

    while (*link != NULL && (*link)->due <= t->due)
        link = &(*link)->next;
    t->next = *link;
    *link = t;
}

static int start(const char *name, unsigned delay, unsigned period)
{
    struct timer *t;

    if (active >= MAX_TIMERS)
        return -1;
    t = malloc(sizeof *t);
    if (t == NULL)
        return -1;
    t->due = now + delay;
    t->period = period;
    strncpy(t->name, name, NAME_LEN - 1);
    t->name[NAME_LEN - 1] = '\0';
    schedule(t);
    active++;
    return 0;
}

static int cancel(const char *name)
{
    struct timer *t, *prev = NULL;
    int removed = 0;

    for (t = pending; t != NULL; t = t->next) {
        if (strcmp(t->name, name) == 0) {
            if (prev != NULL)
                prev->next = t->next;
            else
                pending = t->next;
            free(t);
            active--;
            removed++;
        } else {
            prev = t;
        }
    }
    return removed;
}

static void fire(struct timer *t)
{
    printf("%8lu  %s\n", now, t->name);
    if (t->period != 0) {
        t->due = now + t->period;
        schedule(t);
    } else {
        free(t);
        active--;
    }
}

static void run(unsigned ticks)
{
    unsigned long stop = now + ticks;

    while (pending != NULL && pending->due <= stop) {
        struct timer *t = pending;

        pending = t->next;
        now = t->due;
        fire(t);
    }
    now = stop;
}

static void list(void)
{
    const struct timer *t;

    printf("%d pending at %lu\n", active, now);
    for (t = pending; t != NULL; t = t->next) {
        printf("  %-15s at %lu", t->name, t->due);
        if (t->period != 0)
            printf(" and then every %u", t->period);
        putchar('\n');
    }
}

int main(void)
{
    char line[80], name[NAME_LEN], word[8];
    unsigned ticks;

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "%7s", word) != 1)
            continue;
        if (strcmp(word, "list") == 0) {
            list();
        } else if (strcmp(word, "cancel") == 0 &&
                   sscanf(line, "%*s %15s", name) == 1) {
            printf("cancelled %d\n", cancel(name));
        } else if (sscanf(line, "%*s %8u", &ticks) != 1 ||
                   ticks == 0 || ticks > MAX_DELAY) {
            fprintf(stderr, "bad command or number\n");
        } else if (strcmp(word, "run") == 0) {
            run(ticks);
        } else if (sscanf(line, "%*s %*u %15s", name) != 1) {
            fprintf(stderr, "the timer needs a name\n");
        } else if (strcmp(word, "after") == 0 || strcmp(word, "every") == 0) {
            if (start(name, ticks, word[0] == 'e' ? ticks : 0) != 0)
                fprintf(stderr, "cannot start timer %s\n", name);
        } else {
            fprintf(stderr, "unknown command %s\n", word);
        }
    }
    while (pending != NULL) {
        struct timer *t = pending;
        pending = t->next;
        free(t);
    }
    return 0;
}
