#ifndef FRONTEND_LOWER_H
#define FRONTEND_LOWER_H

#include "frontend/unit.h"

/* What all of lowering shares: the program being made and the symbols of its
 * files. Where the language meets a construct that cannot be modelled, an
 * UNSUPPORTED edge stands in its place; in the initialiser of a static object,
 * which has no place, the complaint is kept and made at the start of main. */

typedef struct symbol {
    const char *name;
    unit_t *unit;        /* of decl */
    CXCursor decl;       /* the definition, or the best declaration */
    bool is_function, is_static;
    bool is_defined;     /* functions: has a body; variables: not just extern */
    bool has_initialiser;
    bool is_reached;     /* main may use it */
    bool is_noted;       /* functions without body and model: said to the user */
    bool is_taken;       /* functions: its address is used somewhere main may reach */
    bool is_atomic;      /* functions: an atomic section by its name */
    bool is_exposed;     /* variables: functions without a body may change it */
    bool is_error;       /* functions: who enters it violates the property, body or not */
    size_t violated;     /* ... of this number */
    bool is_alias, is_weak; /* attributes of some declaration */
    bool has_two_bodies;    /* one of them inline, in another file */
    const char *label;   /* its name for the linker, if that is another */
    const type_t *type;
    function_t *function; /* made on first use */
    function_t *thread;   /* calls it and ends a thread; made on first use */
    object_t *object;
} symbol_t;

/* frontend/exposure.h */
typedef struct exposure {
    bool is_called;          /* some function without a body is */
    VEC(symbol_t *) objects; /* with static storage */
    VEC(CXCursor) locals;    /* of main */
    const char *unseen;      /* not NULL: there is more */
    const char *list;        /* all of it, in words; NULL: there is nothing */
    const object_t *mark;    /* not NULL: some function has changed something */
} exposure_t;

typedef struct complaint {
    source_t source;
    const char *text;
} complaint_t;

/* What few programs have, and what makes others larger: it takes lowering to find
 * that out, and then the program is lowered once more. */
typedef struct special {
    bool mutex_kinds; /* not all mutexes are of the default kind */
    bool mutex_states; /* mutexes may be destroyed, or not initialised, where that matters */
    bool destructors; /* of thread-specific data: threads do not end without them */
} special_t;

typedef struct lower {
    program_t *program;
    const frontend_options_t *options;
    strbuf_t *errors;
    arena_t *scratch; /* lives as long as lowering */
    positions_t positions;
    VEC(unit_t *) units;
    intern_t by_name;             /* symbol_t: external ones, and one table for all units' own */
    VEC(symbol_t *) symbols;      /* in order of declaration */
    VEC(symbol_t *) taken;        /* functions whose address is used: targets of pointers */
    VEC(symbol_t *) uninitialised; /* static objects whose initialiser is still to be read */
    VEC(complaint_t) complaints;
    cursor_map_t statics;         /* local static variables and literals -> object_t * */
    intern_t models;              /* the table of known functions by name */
    unit_t *library;              /* models in C; parsed when the first one is used */
    special_t has, needs;         /* special things: known from before, met now */
    object_t *errno_object;       /* made on first use */
    const symbol_t *program_main;
    exposure_t exposure;
    bool failed;
} lower_t;

/* An error of the input, with its place. */
void lower_error(lower_t *lower, source_t source, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Something the user should know, and a verdict does not show. */
void lower_note(lower_t *lower, source_t source, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void lower_complain(lower_t *lower, source_t source, const char *text);

#endif
