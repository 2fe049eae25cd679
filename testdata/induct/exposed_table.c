/* Addresses are copied into bytes that are not followed: what null plus it names is open. */
extern void *memcpy(void *, const void *, unsigned long);
static int x = 1;
static int *table[64];
static unsigned char bytes[5000];
int main(void)
{
    char *n = 0;
    int *p = &x;
    table[0] = p;
    memcpy(bytes, table, sizeof table);
    for (int k = 0; k < 8; k++)
        n += (unsigned long)bytes[k] << 8 * k;
    *n = 0;
    return 1 / (x & 1); // @reachable division-by-zero
}
