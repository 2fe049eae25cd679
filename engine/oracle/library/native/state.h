/* What the parts of the harness share. */
#ifndef STATE_H
#define STATE_H
#include "harness.h"

enum { PAGE = 4096, SLOT = 64 * 1024 };

/* What a slot holds. */
enum { UNUSED_SLOT, NOTHING, BYTES, BLOCK, OTHER };

struct slot {
    char *base, *low; /* of SLOT bytes those from low on are used */
    int kind, text;
    void *value;
    FILE *stream;
    void *block; /* from malloc */
    size_t block_size;
    int freed, kept;
};
extern struct slot slots[SLOTS];
void make_slots(void), clear_slots(void);
struct slot *slot_of(const void *p);
void seed_dice(u64 seed);
void memory_is_short(void);
void call_of_function(int which);
int which_function(const void *p);

/* The world of a process. */
enum { MOST_STREAMS = 16 };
extern FILE *streams[MOST_STREAMS];
extern const char *stream_text[MOST_STREAMS]; /* how a program makes it, or NULL */
extern int streams_n;
void make_world(int plain);
extern int failing; /* malloc fails once in so many times; 0: never */

/* Blocks of malloc. */
extern int in_call;
size_t new_block(const void *p, int *known);
void forget_blocks(void);

/* What the state around the call is compared by. */
enum { WATCHED = 64 };
struct frame {
    unsigned char descriptor[WATCHED];
    u64 environment, signals, getopt, zone, variables, directory;
    unsigned char stream[MOST_STREAMS + 3];
};
void look(struct frame *f);

#endif
