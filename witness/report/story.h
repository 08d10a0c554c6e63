#ifndef WITNESS_REPORT_STORY_H
#define WITNESS_REPORT_STORY_H

#include "witness/output/trace_rows.h"

/* A counterexample told line by line, for reports: what a thread does at one line without
 * another moving in between, with everything as text. */

typedef struct story_access {
    char *name, *value; /* value: after a write */
    char *before;       /* of a write; NULL: a read */
    uint32_t writer;    /* of a read: the moment whose write it sees, or STORY_NOBODY */
} story_access_t;
#define STORY_NOBODY UINT32_MAX

typedef struct story_lock {
    char *name;
    uint32_t thread;
} story_lock_t;

typedef struct story_frame {
    const function_t *function;
    source_t source;
} story_frame_t;

typedef struct story_stack {
    uint32_t thread;
    VEC(story_frame_t) frames; /* innermost first; none: the thread has ended */
} story_stack_t;

typedef struct story_moment {
    uint32_t thread; /* index into threads */
    source_t source;
    const function_t *function;
    uint32_t depth;
    char *text; /* the line of the source */
    VEC(story_access_t) accesses;
    VEC(char *) notes; /* what else happens: "starts worker#1", "condition true" */
    bool is_violation;
    VEC(story_lock_t) locks;   /* held after it, by all threads */
    VEC(story_stack_t) stacks; /* after it, of all threads that have made a step */
} story_moment_t;

typedef struct story_thread {
    uint32_t number;
    char *name;
} story_thread_t;

typedef struct story {
    const replay_t *replay;
    VEC(story_thread_t) threads; /* in the order of their creation */
    VEC(story_moment_t) moments;
    source_t at;   /* the violation */
    char *summary; /* one sentence */
} story_t;

void story_make(story_t *story, const replay_t *replay);
void story_free(story_t *story);
/* "reads x = 0; writes y: 0 -> 1; condition true" */
void story_print_moment(strbuf_t *out, const story_moment_t *moment);

#endif
