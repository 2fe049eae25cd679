#include "util.h"
static int twice(int x) { return 2 * x; }
int only_client(int x);
int main(int argc, char **argv) {
    (void)argv;
    return twice(clamp(argc)) + only_client(argc);
}
