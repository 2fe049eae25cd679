/* What a variable held when its life ended is nothing that a proof may rest on: that
 * reading it is an error is, and has to be said, whatever would be read. */
int main(void)
{
    int *p;
    {
        int x = 1;
        p = &x;
    }
    if (*p) // @reachable dead-access
        return 1; // @unreachable reached
    return 2; // @unreachable reached
}
