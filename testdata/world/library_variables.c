//! flags -lm
//! part read_anew: TZ=EST5EDT $0
//! part by_mktime: TZ=EST5EDT $0
//! part by_gmtime: TZ=EST5EDT $0
//! part by_strftime: TZ=EST5EDT $0
//! part by_text: TZ=EST5EDT $0
//! part sign
//! part sign_of_a_float
//! part threads
//! part two_names
//! part name_of_the_program
//! part environment
//! part end_of_the_program
/* Variables of the library, which its functions write, and of which some have several
 * names. */
#define _GNU_SOURCE
#include "world.h"
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern long __timezone;
extern int __daylight;
extern char *__tzname[2], *__progname, **__environ;
extern char __libc_single_threaded;

static void read_anew(void)
{
	timezone = 1;
	daylight = 0;
	tzset();
	if (timezone == 18000 && daylight)
		reached();
}

static void by_mktime(void)
{
	struct tm t = {.tm_mday = 1, .tm_year = 100};
	tzname[0] = "none";
	mktime(&t);
	if (strcmp(tzname[0], "EST") == 0)
		reached();
}

static void by_gmtime(void)
{
	time_t now = 0;
	timezone = 1;
	gmtime(&now);
	if (timezone != 1)
		reached();
}

static void by_strftime(void)
{
	struct tm t = {.tm_mday = 1};
	char text[40];
	daylight = 7;
	strftime(text, sizeof text, "%Z", &t);
	if (daylight != 7)
		reached();
}

static void by_text(void)
{
	time_t now = 0;
	char text[40], *was = tzname[1];
	tzname[1] = NULL;
	ctime_r(&now, text);
	if (tzname[1] != NULL)
		reached();
}

static void sign(void)
{
	volatile double x = -0.5;
	signgam = 0;
	lgamma(x);
	if (signgam == -1)
		reached();
}

static void sign_of_a_float(void)
{
	volatile float x = -0.5f;
	signgam = 5;
	lgammaf(x);
	if (signgam != 5)
		reached();
}

static void *nothing(void *p) { return p; }

static void threads(void)
{
	pthread_t t;
	__libc_single_threaded = 1;
	if (pthread_create(&t, NULL, nothing, NULL) == 0 && !__libc_single_threaded)
		reached();
}

static void two_names(void)
{
	__timezone = 5;
	timezone = 6;
	daylight = 1;
	__daylight = 0;
	tzname[0] = "a";
	__tzname[0] = "b";
	if (__timezone == 6 && !daylight && tzname[0][0] == 'b')
		reached();
}

static void name_of_the_program(void)
{
	program_invocation_short_name = "x";
	__progname = "y";
	if (program_invocation_short_name[0] == 'y')
		reached();
}

static void environment(void)
{
	char *none[] = {NULL};
	environ = none;
	__environ = NULL;
	if (environ == NULL)
		reached();
}

extern char _end[] __attribute__((weak));

static void end_of_the_program(void)
{
	if (_end != NULL)
		reached();
}

int main(void)
{
	PART();
	return 0;
}
