#include "util.h"
static int twice(int x) { return x + x; }
int main(int argc, char **argv) {
    (void)argv;
    return twice(clamp(argc)) + backend();
}
