/* Variables of the library that specified functions write. */
#include "assay.h"
#include "model.h"

int __signgam;                   /* math.h: the sign of what lgamma computes */
char __libc_single_threaded = 1; /* sys/single_threaded.h */
