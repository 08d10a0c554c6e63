#ifndef CFA_BOOLEAN_H
#define CFA_BOOLEAN_H

#include "cfa/program.h"

/* A Boolean program with threads (docs/boolean.md): global variables that all threads share, and
 * routines that threads run, each one automaton without calls. What the language of Boolean
 * programs says with functions, branches and loops is said here with steps alone: one step
 * is one move of one thread, as in Table 1 of the report on BOPPO.
 *
 * Variables of a routine are numbered: first the globals, then its own. Built by a front end
 * or as an abstraction of a C program; const after that. */

#define BEXPR_KINDS(X)                                                                             \
    X(CONST, "const")   /* value 0 or 1 */                                                           \
    X(NOW, "now")       /* a variable before the step */                                                 \
    X(NEXT, "next")     /* ... after it; in constraints only */                                        \
    X(CHOICE, "choice") /* any value; each number once in a step */                                \
    X(NOT, "not")                                                                                  \
    X(AND, "and")                                                                                  \
    X(OR, "or")                                                                                    \
    X(XOR, "xor")                                                                                  \
    X(ITE, "ite")

typedef enum {
#define BEXPR_ENUM(name, text) BEXPR_##name,
    BEXPR_KINDS(BEXPR_ENUM)
#undef BEXPR_ENUM
        BEXPR_KIND_COUNT
} bexpr_kind_t;

typedef struct bexpr bexpr_t;
struct bexpr {
    bexpr_kind_t kind;
    uint32_t value; /* CONST; NOW, NEXT: the variable; CHOICE: its number in the step */
    const bexpr_t *a[3];
};

typedef struct bassign {
    uint32_t variable;
    const bexpr_t *value;
} bassign_t;

typedef enum {
    BSTEP_MOVE,        /* nothing but what all steps do */
    BSTEP_ERROR,       /* a violation */
    BSTEP_START,       /* starts a thread */
    BSTEP_END,         /* the thread ends */
    BSTEP_SYNC,        /* all threads that stand at a step of this event make it together */
    BSTEP_UNSUPPORTED, /* who gets here must answer unknown */
} bstep_kind_t;

typedef struct bnode bnode_t;
typedef struct broutine broutine_t;

/* What something became in the program that engines read, in order. */
typedef struct bedges {
    const edge_t *const *at;
    size_t count;
} bedges_t;

/* A step exists if its condition holds and the constraint can be fulfilled. Values are
 * computed before, and assigned at once. */
typedef struct bstep {
    uint32_t id; /* dense over the program */
    bstep_kind_t kind;
    bnode_t *from, *to;
    source_t source;
    const bexpr_t *condition;  /* over NOW and CHOICE; NULL: true */
    const bassign_t *assigns;  /* every variable at most once */
    size_t assign_count;
    const bexpr_t *constraint; /* NULL: true */
    uint32_t choice_count;
    /* START: the routine, and the first values of its parameters */
    const broutine_t *routine;
    const bexpr_t *const *args;
    uint32_t event;   /* SYNC */
    const char *text; /* UNSUPPORTED: why; else what the source says, for dumps */
    bedges_t edges;   /* of the program that was made of it */
    bedges_t release; /* SYNC: what one of the threads does so that all can make the step */
} bstep_t;

struct bnode {
    uint32_t id; /* dense in the routine */
    broutine_t *routine;
    bool is_atomic; /* nobody else moves while a thread stands here */
    VEC(bstep_t *) out;
    VEC(const char *) labels;
};

struct broutine {
    uint32_t id;
    const char *name;
    uint32_t param_count; /* the first of its own variables */
    VEC(const char *) locals;
    VEC(bnode_t *) nodes;
    bnode_t *entry;
    bedges_t prologue; /* what comes before the entry in the program that was made of it */
};

typedef struct boolean {
    arena_t *arena;
    VEC(const char *) globals;
    VEC(const char *) events;
    VEC(broutine_t *) routines; /* the first one is where the program begins */
    VEC(bstep_t *) steps;
} boolean_t;

boolean_t *boolean_new(void);
void boolean_delete(boolean_t *boolean);

uint32_t boolean_add_global(boolean_t *boolean, const char *name);
broutine_t *boolean_add_routine(boolean_t *boolean, const char *name);
/* Its number among the variables of the routine; globals are complete by then. */
uint32_t boolean_add_local(boolean_t *boolean, broutine_t *routine, const char *name);
bnode_t *boolean_add_node(boolean_t *boolean, broutine_t *routine);
bstep_t *boolean_add_step(boolean_t *boolean, bstep_kind_t kind, bnode_t *from, bnode_t *to,
                          source_t source);
static inline uint32_t boolean_variables(const boolean_t *boolean, const broutine_t *routine) {
    return (uint32_t)(boolean->globals.len + routine->locals.len);
}
const char *boolean_variable_name(const boolean_t *boolean, const broutine_t *routine,
                                  uint32_t variable);

/* What comes last when one is built: a constraint speaks only of what the step assigns, and a
 * step that assigns nothing has none. Steps that do nothing and are the only way out of where they
 * begin go, and what nobody can reach. Whether anything is violated stays as it is. */
void boolean_tidy(boolean_t *boolean);

/* Expressions; NULL is true where it may stand. Constants are folded. */
const bexpr_t *bexpr_const(boolean_t *boolean, bool value);
const bexpr_t *bexpr_leaf(boolean_t *boolean, bexpr_kind_t kind, uint32_t value);
const bexpr_t *bexpr_not(boolean_t *boolean, const bexpr_t *a);
/* AND, OR, XOR */
const bexpr_t *bexpr_binary(boolean_t *boolean, bexpr_kind_t kind, const bexpr_t *a,
                            const bexpr_t *b);
const bexpr_t *bexpr_ite(boolean_t *boolean, const bexpr_t *c, const bexpr_t *a, const bexpr_t *b);
static inline bool bexpr_is_const(const bexpr_t *e, bool value) {
    return e->kind == BEXPR_CONST && e->value == value;
}
bool bexpr_has_choice(const bexpr_t *e);

/* Calls for each variable that the step reads (NOW), or writes. */
typedef void (*boolean_use_t)(void *context, uint32_t variable);
void bstep_reads(const bstep_t *step, boolean_use_t use, void *context);

/* As text: the language of Boolean programs, one function per routine, and Promela. */
void boolean_print(strbuf_t *out, const boolean_t *boolean);
void boolean_print_promela(strbuf_t *out, const boolean_t *boolean);

#endif
