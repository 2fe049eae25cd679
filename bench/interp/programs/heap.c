/* The heap: a list that is built, walked and freed. */
void *malloc(unsigned long n);
void free(void *p);

struct node {
  struct node *next;
  int value;
};

int main(void) {
  int sum = 0;
  for (;;) {
    struct node *head = 0;
    for (int i = 0; i < 32; i++) {
      struct node *n = malloc(sizeof *n);
      if (!n)
        break;
      n->next = head;
      n->value = i;
      head = n;
    }
    while (head) {
      struct node *next = head->next;
      sum = (sum + head->value) & 0xffff;
      free(head);
      head = next;
    }
  }
}
