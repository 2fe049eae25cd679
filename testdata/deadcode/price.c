#include <stdio.h>
#include <stdlib.h>

static int discount(int items)
{
    if (items < 0)
        return -1;
    switch (items % 4) {
    case 0:
        return 5;
    case 3:
        return 10;
    case 5:
        return 50;
    }
    return 0;
}

static int old_discount(int items)
{
    return items * 2;
}

int main(int argc, char **argv)
{
    int items = argc > 1 ? atoi(argv[1]) : 0;
    if (items > 99)
        items = 99;
    if (items < 0)
        items = 0;
    int off = discount(items);
    if (0)
        printf("debug: %d\n", off);
    if (off > 10)
        printf("a lot\n");
    printf("%d%%\n", off);
    return 0;
    printf("bye\n");
}
