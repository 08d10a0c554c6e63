#ifndef CFA_ASSUMPTION_H
#define CFA_ASSUMPTION_H

#include <stdint.h>

/* What a verdict rests on: what is taken as given though C, POSIX or a machine leave it
 * open. Lowering marks those that a program needs; --verbose prints them.
 * docs/assumptions.md has the same names and texts, and says when each is needed. */
#define ASSUMPTIONS(X)                                                                             \
    X(DATA_MODEL, "data-model",                                                                    \
      "sizes, alignments and byte order are those of x86 with this data model")                    \
    X(SEQUENTIAL, "sequential-memory",                                                             \
      "memory is sequentially consistent, also for programs with data races")                      \
    X(WHOLE_ACCESS, "whole-accesses",                                                              \
      "a scalar is read or written in one step, whatever its size")                                \
    X(EVALUATION_ORDER, "evaluation-order",                                                        \
      "operands and arguments are evaluated from left to right")                                   \
    X(SIGNED_OVERFLOW, "signed-overflow", "signed arithmetic wraps around")                        \
    X(LAYOUT, "layout",                                                                            \
      "addresses that are written as numbers or taken apart byte by byte are those of the layout " \
      "that is looked at")                                                                         \
    X(VALID_POINTERS, "valid-pointers",                                                            \
      "a pointer whose value is not known points to an object that it may point to")               \
    X(ALIASING, "aliasing",                                                                        \
      "memory that is read with another type has the bytes that were written")                     \
    X(PADDING, "padding", "assigning a structure leaves the padding of its target as it was")      \
    X(UNINITIALISED, "uninitialised-memory",                                                       \
      "what is not initialised has some value of its type, and keeps it")                          \
    X(RESOURCES, "resources",                                                                      \
      "nothing fails for lack of memory, stack, threads or other resources")                       \
    X(MALLOC_ZERO, "malloc-zero", "an allocation of no bytes gives an address that is not NULL")   \
    X(THREAD_HANDLE, "thread-handle", "the handle of a new thread is stored before it begins")     \
    X(END_OF_MAIN, "end-of-main", "the end of main, or exit, ends all threads at once")            \
    X(MAIN_ARGUMENTS, "main-arguments", "argc is not negative; argv may be anything")              \
    X(INPUT, "input", "an input is any value of its type, and independent of all others")          \
    X(UNKNOWN_FUNCTIONS, "unknown-functions",                                                      \
      "a function without body and model returns, starts no threads, leaves locks alone and acts " \
      "while it is called")                                                                        \
    X(LIBRARY_NAMES, "library-names",                                                              \
      "a function without body that has the name of a library function is that function")          \
    X(EXTERN_VARIABLES, "extern-variables",                                                        \
      "a variable that is only declared has any value at first, and nobody else changes it")       \
    X(VOLATILE, "volatile", "nobody but the program changes volatile variables")                   \
    X(ASSEMBLY, "assembly", "empty assembly and barriers change nothing; a port gives any value")  \
    X(ROUNDING, "rounding",                                                                        \
      "floating point rounds to the nearest, without excess precision or traps")                   \
    X(CLOCKS, "clocks", "clocks show any time; those that must not go back do not")                \
    X(SIGNALS, "signals", "there are no signals: nothing is interrupted")                          \
    X(LOCALE, "locale", "the locale is C")                                                         \
    X(STREAMS, "streams", "files and streams give anything, and writing may fail")                 \
    X(WAKE_UPS, "wake-ups", "a wait for a condition variable may end without a reason")            \
    X(VALID_OBJECTS, "valid-objects",                                                              \
      "locks, keys and times that the library is given are valid, and free when destroyed")        \
    X(JUMPS, "long-jumps", "setjmp returns once, with 0: nobody jumps back")                       \
    X(FORMATS, "formats", "a format that is no literal has no %n")

typedef enum {
#define ASSUMPTION_ENUM(id, name, text) ASSUME_##id,
    ASSUMPTIONS(ASSUMPTION_ENUM)
#undef ASSUMPTION_ENUM
        ASSUMPTION_COUNT
} assumption_t;

typedef struct assumption_info {
    const char *name, *text;
} assumption_info_t;
extern const assumption_info_t assumption_infos[ASSUMPTION_COUNT];

/* A set of them. */
typedef uint64_t assumptions_t;
_Static_assert(ASSUMPTION_COUNT <= 64, "one bit for each");

static inline void assumption_use(assumptions_t *set, assumption_t assumption) {
    *set |= (assumptions_t)1 << assumption;
}

static inline int assumption_is_used(assumptions_t set, assumption_t assumption) {
    return set >> assumption & 1;
}

#endif
