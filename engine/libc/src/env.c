/* stdlib.h: the environment. A variable that the program has not set is unset
 * or holds any string; a search meets a bound at those of more than MAX_VALUE
 * bytes. What getenv answers under the key getenv:NAME is 1 for an unset
 * variable, or 0 and the bytes of the value with its NUL. */
#include "assay.h"
#include "model.h"

enum { MAX_VARIABLES = 8, MAX_VALUE = 32, MAX_NAME = 64 };

struct variable {
    char *name;
    const char *value; /* NULL: unset */
    const char *text;  /* the program's own "name=value", which it may edit; or NULL */
    int seen;          /* how many unmodelled calls this knows of */
};

/* Arrays of their own: the prover follows what is in small objects. */
static char n0[MAX_NAME], n1[MAX_NAME], n2[MAX_NAME], n3[MAX_NAME], n4[MAX_NAME], n5[MAX_NAME], n6[MAX_NAME], n7[MAX_NAME];
static struct variable variables[MAX_VARIABLES] = {{.name = n0}, {.name = n1}, {.name = n2}, {.name = n3}, {.name = n4}, {.name = n5}, {.name = n6}, {.name = n7}};
static int count;
static int unknown; /* unmodelled calls so far, each of which may have changed all */
static int cleared; /* nothing is left of the outer environment */
static char values[MAX_VARIABLES][MAX_VALUE + 1];
static int used;

/* The program may change the array of variables by itself, or see what becomes of it. */
static void unless_seen(int set)
{
    if (__assay_uses("environ", set) || __assay_uses("__environ", set) || __assay_uses("_environ", set))
        __assay_undecided(set ? "the program sets environ itself" : "the program looks at environ, which changes");
}

static struct variable *find(const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(variables[i].name, name) == 0)
            return &variables[i];
    return NULL;
}

/* The value in a text that begins with a name and '='. */
static const char *value_in(const char *text, const char *name, size_t n)
{
    return strncmp(text, name, n) == 0 && text[n] == '=' ? text + n + 1 : NULL;
}

/* What a text of the program says now, under whatever name it was given to putenv. */
static const char *in_texts(const char *name, size_t n)
{
    const char *value = NULL;
    for (int i = 0; i < count && value == NULL; i++)
        if (variables[i].text != NULL)
            value = value_in(variables[i].text, name, n);
    return value;
}

static struct variable *add(const char *name, size_t n)
{
    if (count == MAX_VARIABLES)
        __assay_bound("environment variables", MAX_VARIABLES);
    if (n >= MAX_NAME)
        __assay_bound("environment names", MAX_NAME - 1);
    struct variable *v = &variables[count++];
    __assay_copy(v->name, name, n, 1);
    v->name[n] = 0;
    return v;
}

/* "getenv:" and the name: the key under which a replay is told the value. No variable has a
 * name with '='; getenv finds "A=B" in "A=B=C", of which a replay is told nothing. */
static const char *key_of(const char *name, size_t n)
{
    if (!__assay_is_known(name, n) || strchr(name, '=') != NULL)
        return "getenv";
    static char key[MAX_NAME + 8];
    __assay_copy(key, "getenv:", 7, 1);
    __assay_copy(key + 7, name, strlen(name) + 1, 1);
    return key;
}

/* A string of the outer environment. Longer ones than fit meet the bound: one
 * branch for all lengths. */
static const char *outer(const char *key)
{
    int longer = 1;
    if (used == MAX_VARIABLES)
        __assay_bound("environment variables", MAX_VARIABLES);
    char *value = __assay_text(used, MAX_VALUE);
    if (value != NULL) {
        used++;
        return value;
    }
    value = values[used++];
    for (int i = 0; i <= MAX_VALUE; i++) {
        value[i] = (char)__assay_nondet(8, key);
        longer &= value[i] != 0;
    }
    if (longer)
        __assay_bound("getenv", MAX_VALUE);
    return value;
}

/* NULL or a string. */
static const char *any_value(const char *key)
{
    return __assay_choose(key) ? NULL : outer(key);
}

/* The variable of a name, as the program or the outer environment has it. */
static struct variable *settled(const char *name, size_t n)
{
    struct variable *v = find(name);
    if (v == NULL) {
        v = add(name, n);
        v->value = NULL;
        v->text = NULL;
        v->seen = unknown;
        if (!cleared && n > 0)
            v->value = any_value(key_of(name, n));
    }
    if (v->seen != unknown) {
        v->seen = unknown;
        if (__assay_nondet(1, "environment")) {
            v->text = NULL;
            v->value = any_value("getenv");
        }
    }
    return v;
}

char *getenv(const char *name)
{
    unless_seen(1);
    size_t n = strlen(name);
    const char *value = in_texts(name, n);
    if (value != NULL)
        return (char *)value;
    struct variable *v = settled(name, n);
    return v->text != NULL ? NULL : (char *)v->value;
}

/* Nothing for a program with more rights than its user has. */
char *secure_getenv(const char *name) { return __assay_nondet(1, "secure_getenv") ? NULL : getenv(name); }

static int bad_name(const char *name)
{
    if (name != NULL && *name != 0) {
        while (*name != 0 && *name != '=')
            name++;
        if (*name == 0)
            return 0;
    }
    errno = EINVAL;
    return 1;
}

static void assign(struct variable *v, const char *value, const char *text)
{
    v->value = value;
    v->text = text;
    v->seen = unknown;
}

/* The copy of a value is glibc's own memory, and never freed. Up to 2.40 there is one copy of
 * each name and value, which a later setenv finds: the first MAX_COPIES of them. */
enum { MAX_COPIES = 32 };
static char *copies[MAX_COPIES];
static int copies_n;

static const char *copied(const char *name, const char *value)
{
    size_t n = strlen(name), m = strlen(value) + 1;
    for (int i = 0; i < copies_n; i++) {
        const char *old = value_in(copies[i], name, n);
        if (old != NULL && strcmp(old, value) == 0 && __assay_nondet(1, "setenv"))
            return old;
    }
    char *copy = __assay_alloc(n + 1 + m, 0);
    if (copies_n < MAX_COPIES)
        copies[copies_n++] = copy;
    __assay_copy(copy, name, n, 1);
    copy[n] = '=';
    __assay_copy(copy + n + 1, value, m, 1);
    return copy + n + 1;
}

int setenv(const char *name, const char *value, int overwrite)
{
    unless_seen(0);
    if (bad_name(name))
        return -1;
    if (!overwrite && getenv(name) != NULL)
        return 0;
    if (__assay_choose("setenv")) {
        errno = ENOMEM;
        return -1;
    }
    struct variable *v = find(name);
    if (v == NULL)
        v = add(name, strlen(name));
    assign(v, copied(name, value), NULL);
    __model_errno_after(0);
    return 0;
}

int unsetenv(const char *name)
{
    unless_seen(0);
    if (bad_name(name))
        return -1;
    struct variable *v = find(name);
    if (v == NULL)
        v = add(name, strlen(name));
    assign(v, NULL, NULL);
    return 0;
}

int clearenv(void)
{
    unless_seen(0);
    for (int i = 0; i < count; i++)
        assign(&variables[i], NULL, NULL);
    count = 0;
    cleared = 1;
    return 0;
}

/* The string itself becomes part of the environment. */
int putenv(char *text)
{
    unless_seen(0);
    size_t n = 0;
    while (text[n] != 0 && text[n] != '=')
        n++;
    if (text[n] == 0) { /* glibc does not look whether that is a name */
        unsetenv(text);
        return 0;
    }
    struct variable *v = NULL;
    for (int i = 0; i < count && v == NULL; i++)
        if (strncmp(variables[i].name, text, n) == 0 && variables[i].name[n] == 0)
            v = &variables[i];
    if (__assay_choose("putenv")) {
        errno = ENOMEM;
        return -1;
    }
    if (v == NULL)
        v = add(text, n);
    assign(v, NULL, text);
    return 0;
}

void __model_unknown_env(void)
{
    cleared = 0;
    unknown++;
    for (int i = 0; i < used; i++)
        __assay_any(values[i], MAX_VALUE);
}

enum { SIGINT = 2, SIGQUIT = 3 };

/* A NULL command asks whether there is a shell. */
int system(const char *command)
{
    if (command != NULL)
        __assay_check_string(command, SIZE_MAX);
    int status = (int)__assay_nondet(32, "system");
    __model_ignored_for_a_while(SIGINT);
    __model_ignored_for_a_while(SIGQUIT);
    __model_errno_after(status == -1); /* a signal interrupts the wait, which begins again */
    return status;
}
