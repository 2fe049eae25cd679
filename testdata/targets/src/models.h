/* Stands for assay's library models in the tests of the mapping. */
#line 1 "<assay-model>/models.c"
extern unsigned long __assay_room(const void *);
extern void __assay_free(void *);
extern void __assay_exit(int);
int atoi(const char *nptr) { return *nptr; }
unsigned long strlen(const char *s) { return __assay_room(s); }
char *strcpy(char *dest, const char *src) { *dest = *src; return dest; }
void free(void *p) { if (p) __assay_free(p); }
char *strcat(char *dest, const char *src) { *dest = *src; return dest; }
char *strndup(const char *s, unsigned long n) { return n ? (char *)s : 0; }
int strcmp(const char *s1, const char *s2) { return *s1 - *s2; }
