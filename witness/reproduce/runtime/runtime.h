/* The runtime that makes a program follow a schedule which heddle found.
 *
 * The program is compiled with clang's instrumentation for threads, which calls
 * __tsan_* before each access to memory that threads may share. This runtime is
 * linked instead of the sanitizer's: it holds each thread at such a call, and at
 * functions of pthread.h and the like, until it is its turn. schedule.txt says
 * whose turn it is, step by step; what it does not speak of runs freely. */
#ifndef HEDDLE_RUNTIME_H
#define HEDDLE_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Names that the linker gives to the runtime are meant for the program: here, the real ones. */
int __real_strcmp(const char *a, const char *b);
int __real_strncmp(const char *a, const char *b, size_t most);
size_t __real_strlen(const char *text);
void *__real_memcpy(void *to, const void *from, size_t size);
void *__real_memset(void *to, int byte, size_t size);
#define strcmp __real_strcmp
#define strncmp __real_strncmp
#define strlen __real_strlen
#define memcpy __real_memcpy
#define memset __real_memset

typedef enum {
    STEP_READ,
    STEP_WRITE,
    STEP_LOCK,
    STEP_TRYLOCK,
    STEP_UNLOCK,
    STEP_CREATE,
    STEP_JOIN,
    STEP_CALL,    /* a part of a function of the library */
    STEP_END,     /* of a thread; nothing waits for it */
    STEP_ERROR,   /* the violation */
    STEP_BLOCKED, /* the thread waits here in a deadlock */
} step_kind_t;

typedef struct object {
    enum { OBJECT_STATIC, OBJECT_HEAP, OBJECT_STACK } kind;
    char *name, *scope, *file; /* scope: the function whose static variable it is, or NULL */
    int thread;                /* HEAP, STACK: who made it */
    unsigned nth;              /* HEAP: its how manieth */
    size_t size;
    uintptr_t base; /* 0: not known yet */
    unsigned char *shared; /* per byte: does its order matter? */
} object_t;

typedef struct step {
    unsigned number; /* of heddle's trace */
    int thread;
    step_kind_t kind;
    object_t *object; /* NULL: not known */
    size_t offset, size;
    bool has_value, continues; /* continues: it belongs to the same call as the one before */
    uint64_t value;
    const char *name; /* CALL, ERROR: of the function, else NULL */
    const char *file;
    unsigned line;
    unsigned position; /* in the schedule */
    struct step *next; /* of the same thread */
} step_t;

typedef struct input {
    char *name;
    uint64_t value;
    struct input *next;
} input_t;

typedef struct thread {
    int number;
    char *name;
    step_t *next;     /* that it is expected to make */
    unsigned pending; /* steps begun and not known to be done */
    double since;     /* ... when */
    unsigned allocations;
    bool ends;        /* its end is part of the schedule */
    bool has_returned;
    input_t *inputs;
    const void *last_place; /* in the program, where it was seen last */
    uintptr_t stack, stack_end; /* 0: not known */
} thread_t;

typedef struct schedule {
    step_t *steps;
    unsigned count, cursor; /* all before the cursor are done */
    object_t **objects;
    unsigned object_count;
    thread_t *threads;
    int thread_count;
    unsigned argument_count; /* of main */
    bool has_arguments;
} schedule_t;

extern schedule_t schedule;
/* The thread that runs; NULL: one that the schedule does not know. */
extern _Thread_local thread_t *self;

void schedule_load(void);
const char *step_verb(const step_t *step);

/* control.c: all but the last four are called with the lock held. */
void control_lock(void);
void control_unlock(void);
/* Does the thread have the lock? Then what it does is done by the runtime. */
bool control_is_inside(void);
/* What the thread began before is done by now. */
void control_settle(void);
void control_wait_turn(const step_t *step);
/* The next count steps of the thread are begun; done: they are over already. */
void control_begin(unsigned count);
void control_done(unsigned count);
/* Is the thread to stand still from here on? Does not return then. */
void control_hold_if_idle(void);
_Noreturn void control_hold(void);
/* Reality differs from what heddle says; what, as with printf. */
_Noreturn void control_differs(const step_t *expected, const char *what, ...)
    __attribute__((format(printf, 2, 3)));
/* Does not end the run: it is told if the violation is not reached. */
void control_note(const step_t *step, const char *what, ...) __attribute__((format(printf, 2, 3)));
/* A step of this kind, at this address (NULL: any), is begun when it is its turn. name: for
 * CALL. The lock is not held before nor after. */
step_t *control_enter(step_kind_t kind, const char *name, const void *address);
void control_leave(void);
/* The next step, if it belongs to the call that was entered last, and is of this kind. */
bool control_continues(step_kind_t kind, const char *name);
/* The function was called: is it the violation? Does not return then if it must not. */
void control_error(const char *function, bool ends);
/* The program is about to end otherwise. */
void control_end(const char *how);

/* place.c */
void place_note_stack(thread_t *thread);
/* The object, of those that the schedule knows, and the offset in it. */
object_t *place_find(uintptr_t address, size_t *offset);
void place_load(void);
const char *place_function(const void *address);
/* "file.c:12", and the line alone. */
const char *place_text(const void *code);
unsigned place_line(const void *code);
void place_forget_frame(uintptr_t from, uintptr_t to);

/* access.c: a function of the library accesses ranges, of which one may be empty. copies: what
 * is read is written here; else, if byte is not NO_BYTE, that; else the caller does it. Result: was any
 * of it a step of the schedule? */
bool access_range(const void *read, size_t read_size, void *written, size_t written_size,
                  bool copies, int byte, const void *code);
enum { NO_BYTE = -1 };

#define CALLER __builtin_return_address(0)

#endif
