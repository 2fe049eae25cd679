/* locale.h: a program starts in the C locale. Which other locales there are, and which one the
 * environment asks for, is open here; that they treat characters, numbers and texts as the C
 * locale does is what the other models assume. */
#include "assay.h"
#include "model.h"

enum { ALL = 6, LAST_CATEGORY = 12, MAX_LOCALE = 512 };

static int other; /* some category is of a locale that is not C */
/* For all categories the name is a list: "LC_CTYPE=C.UTF-8;LC_NUMERIC=C;…". */
static char locale[MAX_LOCALE];

char *setlocale(int category, const char *name)
{
    if (category < 0 || category > LAST_CATEGORY) {
        errno = EINVAL;
        return NULL;
    }
    if (name != NULL)
        __model_reads_text(name);
    if (name != NULL && (strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)) {
        other &= category != ALL;
        return (char *)"C";
    }
    if (name != NULL) {
        __model_errno_after(0); /* it looks for files */
        if (__assay_nondet(1, "setlocale"))
            return NULL;
        other = 1;
    }
    if (!other || __assay_nondet(1, "setlocale"))
        return (char *)"C";
    __assay_any(locale, sizeof locale - 1);
    return locale;
}

struct conventions {
    char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point,
        *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
    char numbers[14]; /* CHAR_MAX: not available */
};

#define NONE ((char *)"")

struct conventions *localeconv(void)
{
    static struct conventions c;
    static char point[2];
    c = (struct conventions){point, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, {0}};
    __assay_fill(c.numbers, __SCHAR_MAX__, sizeof c.numbers);
    point[0] = '.';
    if (other) {
        point[0] = (char)__assay_nondet(8, "localeconv");
        __assay_assume(point[0] != 0);
        __assay_any(c.numbers, sizeof c.numbers);
    }
    return &c;
}
