{{/* No point is met twice: a tree of branches without joins. */ -}}
static void error_1(void) {}

int main(void)
{
    int sum = 0;
    {{tree .Depth}}
    return 0;
}
