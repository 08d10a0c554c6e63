#ifndef SOLVER_CADICAL_H
#define SOLVER_CADICAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The SAT solver CaDiCaL, with a theory beside it (IPASIR-UP). Literals are as
 * in DIMACS: a variable or its negative. The only file of its library's language
 * is solver/cadical.cpp. */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct cadical cadical_t;

typedef enum { CADICAL_UNKNOWN = 0, CADICAL_SAT = 10, CADICAL_UNSAT = 20 } cadical_answer_t;

/* A theory over observed variables. All callbacks come during cadical_solve, none
 * may call the solver. required, but where it says optional. */
typedef struct cadical_theory {
    void *context;
    /* Literals that have become true, in the order of the trail. */
    void (*assigned)(void *context, const int *literals, size_t count);
    void (*new_level)(void *context);
    /* What was assigned above this level (0: before the first decision) is not any more. */
    void (*backtrack)(void *context, size_t level);
    /* A literal that follows from what is assigned, each once; 0: none. optional */
    int (*propagate)(void *context);
    /* Why the theory propagated it: a clause that contains it, and the negations of
     * literals that were true before it; valid until the next call. with propagate */
    const int *(*reason)(void *context, int literal, size_t *count);
    /* A clause that the assignment violates, NULL: none; valid until the next call. */
    const int *(*conflict)(void *context, size_t *count);
    /* All observed variables are assigned: is the theory content? If not, conflict
     * gives a clause. */
    bool (*accepts)(void *context);
    /* The literal of an observed variable that is decided next, 0: as the solver likes. optional */
    int (*decide)(void *context);
} cadical_theory_t;

cadical_t *cadical_new(void);
void cadical_delete(cadical_t *sat);

int cadical_variable(cadical_t *sat);
void cadical_add(cadical_t *sat, const int *literals, size_t count);
/* For the next solve only. */
void cadical_assume(cadical_t *sat, int literal);
/* Before variables are observed; the theory must live as long as it is connected. */
void cadical_connect(cadical_t *sat, const cadical_theory_t *theory);
void cadical_disconnect(cadical_t *sat);
void cadical_observe(cadical_t *sat, int variable);
/* stop is asked now and then and ends the search with UNKNOWN; NULL: never. */
cadical_answer_t cadical_solve(cadical_t *sat, bool (*stop)(void *context), void *context);
/* After SAT. */
bool cadical_value(cadical_t *sat, int literal);

typedef struct cadical_counts {
    uint64_t variables, clauses; /* given */
    uint64_t conflicts, decisions, propagations; /* the solver's own */
} cadical_counts_t;
void cadical_counts(const cadical_t *sat, cadical_counts_t *counts);

#ifdef __cplusplus
}
#endif
#endif
