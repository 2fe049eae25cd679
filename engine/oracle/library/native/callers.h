/* What the generated callers need besides the harness's own interface. */
#ifndef CALLERS_H
#define CALLERS_H
#include "harness.h"

void *enlarge(int slot, void *p, num size);
void no_bytes(int slot);
void some_bytes(void *p, size_t n);
int is_readable(const void *p, num size);
i64 own_process(void);
void *own_library(void);
unsigned long own_class(void);
const void *own_mapping(void);
void *draw_words(int slot), *draw_letters(int slot), *draw_options(int slot), *own_interfaces(void);
void *draw_entry(int slot);
void *draw_place(int slot, int wide);
unsigned long own_thread(void);
void *own_locale(void);
extern const char *const member_texts[];

#endif
