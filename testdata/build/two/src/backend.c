#include "util.h"
int backend(void) { return BACKEND; }
