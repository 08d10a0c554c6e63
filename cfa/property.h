#ifndef CFA_PROPERTY_H
#define CFA_PROPERTY_H

#include "util/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What must never happen. A class says everything that the rest of heddle needs to know
 * of a property: no engine, CPA, check or printer names one. docs/extending.md tells how
 * another class is added. */

/* What makes an execution a violation. */
typedef enum {
    /* A step along an ERROR edge, to a node that says which property it violates. Lowering
     * puts such edges where the class asks for them. */
    VIOLATION_STEP,
    /* A state in which some thread has not ended and none can move: all wait for a mutex,
     * for the end of a thread, or for the condition of an atomic section. */
    VIOLATION_STUCK,
    /* A state in which two threads have each a step before them that accesses data, the two
     * accesses have a byte in common, one of them at least writes, and not both are atomic
     * (cfa/data_access.h). That somebody is inside of an atomic section does not count as
     * waiting: its accesses are atomic, those of the others need not be. */
    VIOLATION_RACE,
    /* Memory is allocated that no pointer leads to. No engine decides it so far. */
    VIOLATION_LOST,
} violation_t;

/* Steps whose order with the end of the program reductions must keep: the end would hide
 * them. (Steps that cannot be modelled always belong to them.) */
typedef enum {
    VISIBLE_NONE = 0,
    VISIBLE_ERRORS = 1 << 0,   /* steps along ERROR edges */
    VISIBLE_ACCESSES = 1 << 1, /* accesses to data that threads share */
} visible_steps_t;

/* Where lowering puts ERROR edges, beside calls of functions. */
typedef enum {
    CHECK_NOTHING,
    CHECK_OVERFLOW, /* signed arithmetic whose result does not fit */
    CHECK_ACCESS,   /* accesses that are faults (cfa/faults.c) */
    CHECK_FREE,     /* what is freed and was not allocated */
    CHECK_MISUSE,   /* undefined uses of threads and their synchronisation */
    CHECK_RACES,    /* none; each atomic access is a step of its own, and marked */
    CHECK_CLEANUP,  /* what was allocated and not freed when the program ends */
} property_check_t;

typedef struct property_class {
    const char *name;       /* in verdicts, false(NAME), and on the command line */
    const char *short_name; /* another name for the command line; NULL: none */
    /* What stands in LTL(...) of a property file, without white space; a %s is the name of
     * a function. */
    const char *formula;
    const char *text; /* a line of a property file that asks for it */
    const char *help;
    violation_t violation;
    visible_steps_t visible;
    property_check_t check;
    /* Lowering: who waits for a condition variable stands still in a state of its own,
     * which is else taken as the end of that run. */
    bool models_waiting;
    unsigned proofs; /* 1 << kind of the proofs that can carry it (cfa/proof.h) */
    /* The functions whose calls violate it where the property names none; NULL: none do. */
    const char *const *functions;
} property_class_t;

/* All classes, in the order in which verdicts are given; ends with NULL. */
extern const property_class_t *const property_classes[];

/* A name for several of them. */
typedef struct property_preset {
    const char *name;
    const char *help;
    const property_class_t *const *classes; /* ends with NULL */
} property_preset_t;
extern const property_preset_t property_presets[]; /* ends with name NULL */
/* By name or short name; NULL: there is none. */
const property_class_t *property_class_named(const char *name);

typedef struct property {
    const property_class_t *class;
    const char *function; /* a call of it violates; NULL: those of the class */
    const char *text;     /* the CHECK(...) line, for witnesses */
} property_t;

/* The properties of one run, in the order of their classes. A program is lowered for a set,
 * and its error nodes speak of properties by their numbers in it. */
enum { PROPERTY_MAX = 16 };
typedef struct property_set {
    size_t count;
    property_t at[PROPERTY_MAX];
} property_set_t;

/* Some of a set: bit i is its i-th property. */
typedef uint32_t property_mask_t;
static inline property_mask_t property_bit(size_t number) {
    return UINT32_C(1) << number;
}
static inline property_mask_t property_set_all(const property_set_t *set) {
    return property_bit(set->count) - 1;
}

/* The property that is verified where nothing is said. */
property_t property_default(void);
property_t property_of_class(const property_class_t *class);
/* false: it is full, or has the property already. Properties of later classes get other
 * numbers. */
bool property_set_add(property_set_t *set, property_t property);
/* Its number; set->count: it is not there. */
size_t property_set_find(const property_set_t *set, const property_t *property);
/* Those of the mask. */
property_set_t property_set_part(const property_set_t *set, property_mask_t mask);
/* How a verdict calls it: the name of its class, and its function if the set has two of them. */
void property_set_print(strbuf_t *out, const property_set_t *set, size_t number);

/* The number of the first property that a call of this function violates; set->count:
 * none. */
size_t property_set_error_call(const property_set_t *set, const char *function);
/* The number of the property with this check; set->count: there is none. */
size_t property_set_with_check(const property_set_t *set, property_check_t check);
/* Those of the mask that are violated in this way. */
property_mask_t property_set_violated_by(const property_set_t *set, property_mask_t mask,
                                         violation_t violation);
/* What reductions must keep visible for all of the mask. */
visible_steps_t property_set_visible(const property_set_t *set, property_mask_t mask);
/* Can a proof of this kind carry all of the mask? */
bool property_set_has_proof(const property_set_t *set, property_mask_t mask, unsigned proof_kind);
bool property_set_models_waiting(const property_set_t *set);
/* Those whose violations end a run, so that what would come behind them is not seen. */
property_mask_t property_set_hiding(const property_set_t *set);

#endif
