/* A little address book of club members, driven by a text menu. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_MEMBERS 20

typedef struct {
    char name[24];
    int  birth_year;
    int  paid;                  /* fee paid this year, in euros */
} Member;

typedef struct {
    Member list[MAX_MEMBERS];
    int n;
} Club;

static int read_line(const char *prompt, char *buf, int size)
{
    size_t len;

    printf("%s", prompt);
    fflush(stdout);
    if (fgets(buf, size, stdin) == NULL)
        return 0;
    len = strlen(buf);
    if (len > 0 && buf[len - 1] == '\n') {
        buf[len - 1] = '\0';
    } else {
        int c;
        while ((c = getchar()) != EOF && c != '\n')
            ;
    }
    return 1;
}

static int read_number(const char *prompt, int lo, int hi, int *out)
{
    char buf[32], *end;
    long v;

    while (read_line(prompt, buf, sizeof buf)) {
        v = strtol(buf, &end, 10);
        if (end != buf && *end == '\0' && v >= lo && v <= hi) {
            *out = (int)v;
            return 1;
        }
        printf("A number from %d to %d, please.\n", lo, hi);
    }
    return 0;
}

static void add_member(Club *club)
{
    Member *m;

    if (club->n >= MAX_MEMBERS) {
        puts("The book is full.");
        return;
    }
    m = &club->list[club->n];
    if (!read_line("Name: ", m->name, sizeof m->name))
        return;
    if (m->name[0] == '\0') {
        puts("No name given.");
        return;
    }
    if (!read_number("Year of birth: ", 1900, 2100, &m->birth_year))
        return;
    club->n++;
    printf("Added as number %d.\n", club->n);
}

static void list_members(const Club *club)
{
    int i;

    for (i = 0; i < club->n; i++) {
        const Member *m = &club->list[i];
        printf("%2d  %-24s %d", i + 1, m->name, m->birth_year);
        if (m->paid > 0)
            printf("  paid %d", m->paid);
        putchar('\n');
    }
    printf("%d member%s\n", club->n, club->n == 1 ? "" : "s");
}

static void record_fee(Club *club)
{
    int no, fee;

    if (club->n == 0) {
        puts("No members yet.");
        return;
    }
    if (!read_number("Member number: ", 1, club->n, &no))
        return;
    if (!read_number("Fee: ", 0, 500, &fee))
        return;
    club->list[no - 1].paid = fee;
}

static void remove_member(Club *club)
{
    int no, i;

    if (club->n == 0) {
        puts("No members yet.");
        return;
    }
    if (!read_number("Member number: ", 1, club->n, &no))
        return;
    for (i = no; i < club->n; i++)
        club->list[i - 1] = club->list[i];
    club->n--;
}

static void sort_members(Club *club)
{
    int i, j;

    for (i = 1; i < club->n; i++) {
        Member key = club->list[i];
        for (j = i; j > 0 && strcmp(club->list[j - 1].name, key.name) > 0; j--)
            club->list[j] = club->list[j - 1];
        club->list[j] = key;
    }
}

int main(void)
{
    Club *club = malloc(sizeof *club);
    int choice = 0;

    if (club == NULL) {
        fputs("out of memory\n", stderr);
        return 1;
    }
    club->n = 0;
    do {
        puts("1 add  2 list  3 fee  4 remove  5 sort  0 quit");
        if (!read_number("> ", 0, 5, &choice))
            break;
        switch (choice) {
        case 1: add_member(club);    break;
        case 2: list_members(club);  break;
        case 3: record_fee(club);    break;
        case 4: remove_member(club); break;
        case 5: sort_members(club);  break;
        default: break;
        }
    } while (choice != 0);
    free(club);
    return 0;
}
