#ifndef WITNESS_REPRODUCE_SCHEDULE_H
#define WITNESS_REPRODUCE_SCHEDULE_H

#include "witness/semantics/replay.h"

/* A replay as a schedule for the compiled program: of its steps those whose order matters
 * there. Threads have numbers of their own, which are never used again. Memory is named
 * by what a machine can find: a variable of the program, the n-th allocation of a thread,
 * or a variable of a function, which the runtime recognises by its first access. */

#define SCHEDULE_KINDS(X)                                                                          \
    X(READ, "read")                                                                                \
    X(WRITE, "write")                                                                              \
    X(LOCK, "lock")                                                                                \
    X(TRYLOCK, "trylock")                                                                          \
    X(UNLOCK, "unlock")                                                                            \
    X(CREATE, "create")                                                                            \
    X(JOIN, "join")                                                                                \
    X(CALL, "call")       /* a part of a function of the library */                                      \
    X(END, "end")         /* of a thread */                                                                \
    X(ERROR, "error")     /* the violation */                                                          \
    X(BLOCKED, "blocked") /* where a thread stands in a deadlock */
typedef enum {
#define SCHEDULE_ENUM(name, text) SCHEDULE_##name,
    SCHEDULE_KINDS(SCHEDULE_ENUM)
#undef SCHEDULE_ENUM
} schedule_kind_t;

#define SCHEDULE_NO_OBJECT UINT32_MAX

typedef struct schedule_step {
    uint32_t step; /* of the replay */
    uint32_t thread;
    schedule_kind_t kind;
    uint32_t object; /* or SCHEDULE_NO_OBJECT */
    uint64_t offset, size;
    bool has_value;
    uint64_t value; /* CREATE: the new thread */
    bool continues; /* belongs to the same call as the step of this thread before */
    const char *name;
    source_t source;
} schedule_step_t;

typedef enum { SCHEDULE_STATIC, SCHEDULE_HEAP, SCHEDULE_STACK } schedule_storage_t;

typedef struct schedule_object {
    schedule_storage_t storage;
    const object_t *object;
    uint32_t thread, nth; /* HEAP: the n-th allocation of the thread; STACK: whose */
    uint64_t size;        /* bytes that are touched, at least */
} schedule_object_t;

typedef struct schedule_input {
    uint32_t thread;
    const char *name;
    uint64_t value;
} schedule_input_t;

typedef struct schedule_range {
    uint32_t object;
    uint64_t from, to;
} schedule_range_t;

typedef struct schedule {
    const program_t *program;
    VEC(const function_t *) threads; /* their routines; 0: main */
    VEC(schedule_object_t) objects;
    VEC(schedule_range_t) shared; /* bytes whose order matters */
    VEC(schedule_input_t) inputs;
    VEC(schedule_step_t) steps;
    bool has_argument_count;
    uint64_t argument_count; /* of main */
} schedule_t;

void schedule_make(schedule_t *schedule, const replay_t *replay);
void schedule_free(schedule_t *schedule);
/* The text that the runtime reads. */
void schedule_print(strbuf_t *out, const schedule_t *schedule);

#endif
