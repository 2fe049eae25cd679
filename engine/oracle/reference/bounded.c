/* Runs a program on every standard input and every list of arguments over small
 * alphabets, up to one byte and one argument more than the bounds, and prints what each
 * target that was hit had used up: "target bytes argc longest depth turns…". */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOPS = 8, MAX_ARGS = 4, MAX_LEN = 4, MAX_SEEN = 4096, MAX_TURNS = 5000 };

int PROGRAM(int argc, char **argv);

/* Of the run under way. */
static struct {
    int target, bytes, argc, longest, depth, turns[LOOPS];
} now;
static int turns[LOOPS], all, depth;
static jmp_buf out;

static char seen[MAX_SEEN][64];
static int count;

void hit(int target)
{
    char line[64];
    int n = snprintf(line, sizeof line, "%d %d %d %d %d", target, now.bytes, now.argc, now.longest, now.depth);
    for (int i = 0; i < LOOPS; i++)
        n += snprintf(line + n, sizeof line - (size_t)n, " %d", now.turns[i]);
    for (int i = 0; i < count; i++)
        if (strcmp(seen[i], line) == 0)
            return;
    if (count < MAX_SEEN)
        strcpy(seen[count++], line);
}

void entered(int loop) { turns[loop] = 0; }

/* A run that does not end is of no interest. */
void turned(int loop)
{
    if (++turns[loop] > now.turns[loop])
        now.turns[loop] = turns[loop];
    if (++all > MAX_TURNS)
        longjmp(out, 1);
}

void called(void)
{
    if (++depth > now.depth)
        now.depth = depth;
}

void returned(void) { depth--; }

static const char *letters, *words;
static char input[32];
static char argument[MAX_ARGS][MAX_LEN + 1];

static void run(int bytes, int argc)
{
    char *argv[MAX_ARGS + 1] = {0};
    memset(&now, 0, sizeof now);
    memset(turns, 0, sizeof turns);
    all = depth = 0;
    now.bytes = bytes;
    now.argc = argc;
    for (int i = 0; i < argc; i++) {
        argv[i] = i == 0 ? "p" : argument[i];
        if (i > 0 && (int)strlen(argv[i]) > now.longest)
            now.longest = (int)strlen(argv[i]);
    }
    stdin = fmemopen(input, (size_t)bytes, "r");
    called();
    if (setjmp(out) == 0)
        PROGRAM(argc, argv);
    fclose(stdin);
}

static void inputs(int bytes, int most, int argc)
{
    run(bytes, argc);
    for (const char *c = letters; bytes < most && *c != 0; c++) {
        input[bytes] = *c;
        inputs(bytes + 1, most, argc);
    }
}

static void arguments(int argc, int at, int length, int longest, int bytes)
{
    if (at == argc) {
        inputs(0, bytes, argc);
        return;
    }
    argument[at][length] = 0;
    arguments(argc, at + 1, 0, longest, bytes);
    for (const char *c = words; length < longest && *c != 0; c++) {
        argument[at][length] = *c;
        arguments(argc, at, length + 1, longest, bytes);
    }
}

/* Usage: letters of standard input, most bytes, letters of arguments, most arguments
 * with the name of the program, and the length of the longest. */
int main(int argc, char **argv)
{
    if (argc != 6)
        return 2;
    letters = argv[1];
    words = argv[3];
    for (int n = 1; n <= atoi(argv[4]); n++)
        arguments(n, 1, 0, atoi(argv[5]), atoi(argv[2]));
    for (int i = 0; i < count; i++)
        puts(seen[i]);
    return count == MAX_SEEN ? 3 : 0;
}
