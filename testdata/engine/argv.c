/* Programs may write to argv and to its strings. */
static int a[10];
extern void change(char **words);

int main(int argc, char **argv) {
  char *name = argv[0], first = argc > 1 ? argv[1][0] : 0;
  switch (argc) {
  case 1:
    argv[0] = "x"; // @undecided const-write
    a[10] = 0; // @undecided index-bound
    break;
  case 2:
    argv[1][0] = 'x'; // @unreachable const-write
    if (argv[1][0] != first)
      a[10] = 1; // @reachable index-bound
    break;
  case 3:
    change(argv);
    if (argv[1][0] != first)
      a[10] = 2; // @undecided index-bound
    break;
  default:
    if (argv[0] != name)
      a[10] = 3; // @unreachable index-bound
  }
  return 0;
}
