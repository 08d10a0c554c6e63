#ifndef CPA_REDUCE_FOCUS_H
#define CPA_REDUCE_FOCUS_H

#include "cfa/configuration.h"

/* The abstract program that is explored: a program in which every read of a
 * forgotten object gives any value and every write to one does nothing. It has
 * every run of the program, so if it is safe the program is, and it is a
 * program like any other, so a partial-order reduction of it is sound as usual:
 * accesses to what is forgotten touch nothing (docs/por.md).
 *
 * Only static objects that threads share, that hold no pointers and that decide
 * nothing about threads, mutexes and allocations are ever forgotten: others cost
 * no interleavings, or are worth it. The focus begins small and grows as
 * refinements need more. */
typedef struct focus {
    const program_t *program;
    bool *forgotten;   /* per object */
    bool *may_forget;  /* per object */
    bool *is_idle;     /* per object: nothing ever depends on its contents */
    bool *decides;     /* per object: conditions read it */
    bool forgets_more; /* than idle objects: what refinements did not ask for */
    size_t version;    /* changes with the set */
    size_t left;       /* how many are forgotten */
} focus_t;

/* Nothing is forgotten at first. */
focus_t *focus_new(const program_t *program, bool forgets_more);
/* The object is never needed. */
void focus_set_idle(focus_t *focus, const object_t *object);
/* The object is likely to be needed. */
void focus_set_decides(focus_t *focus, const object_t *object);
focus_t *focus_copy(const focus_t *focus);
void focus_delete(focus_t *focus);

/* NULL: the program as it is. */
static inline bool focus_has(const focus_t *focus, const object_t *object) {
    return !focus || !focus->forgotten[object->id];
}
/* The same of the static object at an address; true for all other addresses. */
bool focus_has_address(const focus_t *focus, uint64_t address);

/* true: it was forgotten until now. */
bool focus_add(focus_t *focus, const object_t *object);
/* The object of a cell, if it is one. */
bool focus_add_variable(focus_t *focus, variable_t variable);
/* All but idle objects. */
void focus_add_all(focus_t *focus);
/* Forgets idle objects, and whatever else may be forgotten if it forgets more. */
void focus_clear(focus_t *focus);
/* The same, but for objects that are likely to be needed. */
void focus_clear_most(focus_t *focus);
/* Back to forgotten, if it may be. */
void focus_remove(focus_t *focus, const object_t *object);

#endif
