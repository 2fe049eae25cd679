#include <stdio.h>
#include <stdlib.h>
#define SQ(x) ((x) > 3 ? (x)*(x) : 0)
static int unused(int x) { return x + 1; }
static int f(int n) {
    int s = 0;
    if (0) { s = 9; }
    for (int i = 0; i < n; i++) {
        if (i == 3 && n > 7 || i == 9) continue;
        if (!s) s += 2;
        if (s > 100) break;
        s += SQ(i);
    }
    switch (s) {
    case 1: s++;
    case 2: s--; break;
    default: if (s < 0) abort();
    }
    do { s--; } while (s > 0);
    return s;
    s = 4;
}
int main(int argc, char **argv) {
    if (argc > 2) { exit(3); }
    int r = f(argc) ? 1 : 2;
    while (r > 0) { r--; if (r == 77) goto out; }
out:
    return r;
}
