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
};

/* Arrays of their own: the prover follows what is in small objects. */
static char n0[MAX_NAME], n1[MAX_NAME], n2[MAX_NAME], n3[MAX_NAME], n4[MAX_NAME], n5[MAX_NAME], n6[MAX_NAME], n7[MAX_NAME];
static struct variable variables[MAX_VARIABLES] = {{n0, 0}, {n1, 0}, {n2, 0}, {n3, 0}, {n4, 0}, {n5, 0}, {n6, 0}, {n7, 0}};
static int count;
static int cleared; /* nothing is left of the outer environment */
static char values[MAX_VARIABLES][MAX_VALUE + 1];
static int used;

static struct variable *find(const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(variables[i].name, name) == 0)
            return &variables[i];
    return NULL;
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

/* "getenv:" and the name: the key under which a replay is told the value. */
static const char *key_of(const char *name)
{
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

char *getenv(const char *name)
{
    size_t n = strlen(name);
    if (!__assay_is_known(name, n))
        __assay_undecided("getenv of an unknown name");
    struct variable *v = find(name);
    if (v == NULL) {
        v = add(name, n);
        v->value = NULL;
        if (!cleared && n > 0) {
            const char *key = key_of(name);
            if (!__assay_choose(key))
                v->value = outer(key);
        }
    }
    return (char *)v->value;
}

char *secure_getenv(const char *name) { return getenv(name); }

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

/* glibc's copy is its own memory, as the one from __assay_alloc is; it is
 * never freed. */
int setenv(const char *name, const char *value, int overwrite)
{
    if (bad_name(name))
        return -1;
    size_t n = strlen(value) + 1;
    if (!overwrite && getenv(name) != NULL)
        return 0;
    if (__assay_choose("setenv")) {
        errno = ENOMEM;
        return -1;
    }
    struct variable *v = find(name);
    if (v == NULL)
        v = add(name, strlen(name));
    char *copy = __assay_alloc(n, 0);
    __assay_copy(copy, value, n, 1);
    v->value = copy;
    return 0;
}

int unsetenv(const char *name)
{
    if (bad_name(name))
        return -1;
    struct variable *v = find(name);
    if (v == NULL)
        v = add(name, strlen(name));
    v->value = NULL;
    return 0;
}

int clearenv(void)
{
    count = 0;
    cleared = 1;
    return 0;
}

/* The string itself becomes part of the environment. */
int putenv(char *text)
{
    size_t n = 0;
    while (text[n] != 0 && text[n] != '=')
        n++;
    if (text[n] == 0)
        return unsetenv(text);
    struct variable *v = NULL;
    for (int i = 0; i < count && v == NULL; i++)
        if (strncmp(variables[i].name, text, n) == 0 && variables[i].name[n] == 0)
            v = &variables[i];
    if (v == NULL)
        v = add(text, n);
    v->value = text + n + 1;
    return 0;
}

/* A NULL command asks whether there is a shell. */
int system(const char *command)
{
    if (command != NULL)
        __assay_check_string(command, SIZE_MAX);
    int status = (int)__assay_nondet(32, "system");
    __model_errno_if(status == -1);
    return status;
}
