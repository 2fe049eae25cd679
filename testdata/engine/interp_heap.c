/* Traps for interpolants (Heap Programs): allocation order and
   dead objects must not matter, contents, lifetimes and reachability must. */
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void *__assay_alloc(unsigned long size, int zero);
void __assay_free(void *p);

/* One of two things; which one is visited first is tested both ways. */
#ifndef FLIP
#define FLIP 0
#endif
#define EITHER(a, b)              \
  do {                            \
    if (__VERIFIER_nondet_bool()) \
      if (FLIP)                   \
        a;                        \
      else                        \
        b;                        \
    else if (FLIP)                \
      b;                          \
    else                          \
      a;                          \
  } while (0)

static void T(void) {}

struct node {
  int value;
  struct node *next;
};

/* Which block came first does not matter, what is in it does. */
static void order_of_allocation(void) {
  int *p, *q;
  if (__VERIFIER_nondet_bool()) {
    p = __assay_alloc(4, 1);
    q = __assay_alloc(4, 1);
  } else {
    q = __assay_alloc(4, 1);
    p = __assay_alloc(4, 1);
    *q = 1;
  }
  *p = 3;
  if (*p + *q == 4)
    T(); // @reachable reached
  if (*p + *q == 5)
    T(); // @unreachable reached
}

/* A block freed on one side only. */
static void freed(void) {
  int *p = __assay_alloc(4, 1);
  EITHER(__assay_free(p), (void)0);
  *p = 1; // @reachable dead-access
  if (*p == 1)
    T(); // @reachable reached
}

/* Freed twice on one side only. */
static void freed_twice(void) {
  int *p = __assay_alloc(4, 1);
  EITHER(__assay_free(p), (void)0);
  __assay_free(p); // @reachable double-free
  T(); // @reachable reached
}

/* A new block in the place of a freed one. */
static void replaced(void) {
  int *p = __assay_alloc(4, 1);
  *p = 1;
  if (__VERIFIER_nondet_bool()) {
    __assay_free(p);
    p = __assay_alloc(4, 1);
    *p = 2;
  }
  int *q = p;
  *q = *q + 1; // @unreachable dead-access
  if (*p == 3)
    T(); // @reachable reached
  if (*p == 1)
    T(); // @unreachable reached
}

/* Blocks of two sizes. */
static void sizes(void) {
  char *p;
  EITHER(p = __assay_alloc(8, 1), p = __assay_alloc(4, 1));
  p[5] = 1; // @reachable out-of-bounds
  T(); // @reachable reached
}

/* Unwritten and zeroed memory. */
static void contents(void) {
  int *p = __assay_alloc(4, __VERIFIER_nondet_bool());
  if (*p == 42) // @reachable uninitialised-read
    T(); // @reachable reached
}

/* Lists of different length and sharing reach one point. */
static void lists(void) {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) {
    if (__VERIFIER_nondet_bool()) {
      struct node *n = __assay_alloc(sizeof *n, 1);
      n->value = i;
      n->next = head;
      head = n;
    }
  }
  int length = 0, sum = 0;
  for (struct node *n = head; n; n = n->next) {
    length++;
    sum += n->value;
  }
  if (length == 2 && sum == 3)
    T(); // @reachable reached
  if (length == 2 && sum == 4)
    T(); // @unreachable reached
  if (length == 3 && sum != 3)
    T(); // @unreachable reached
}

/* A list and a ring: the second pointer leads to the same node or another. */
static void ring(void) {
  struct node *a = __assay_alloc(sizeof *a, 1), *b = __assay_alloc(sizeof *b, 1);
  a->next = a;
  EITHER(a->next = b, a->next = a);
  a->next->value = 1;
  if (a->value == 1)
    T(); // @reachable reached
  if (a->value == 1 && b->value == 1)
    T(); // @unreachable reached
}

static void *kept;

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: order_of_allocation(); break;
  case 1: freed(); break;
  case 2: freed_twice(); break;
  case 3: replaced(); break;
  case 4: sizes(); break;
  case 5: contents(); break;
  case 6: lists(); break;
  case 7: ring(); break;
  }
  /* What is left at the end is kept or lost. */
  void *p = __assay_alloc(4, 0);
  if (__VERIFIER_nondet_bool())
    kept = p;
  return 0; // @reachable leak
}
