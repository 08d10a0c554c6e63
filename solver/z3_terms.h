#ifndef SOLVER_Z3_TERMS_H
#define SOLVER_Z3_TERMS_H

#include "solver/term.h"
#include "util/hash.h"

#include <z3.h>

/* Terms of one Z3 context, in both directions. Each term is converted once and
 * kept alive until the context is deleted. */
typedef struct z3_terms {
    Z3_context context;
    terms_t *terms;
    VEC(Z3_ast) memo;  /* by term id; NULL: not yet */
    map64_t symbols;   /* id of a Z3 constant -> term id */
    map64_t functions; /* id of a Z3 function -> number of the function */
    map64_t numbers;   /* term id -> the Z3 number whose bits it is, where one was made */
    map64_t blasted;   /* term id -> the formula without floating point */
    Z3_tactic blaster; /* made on demand */
    bool has_fp;       /* some term converted has a floating-point operator */
    term_vec_t stack;
    VEC(Z3_ast) args;
} z3_terms_t;

/* A context with reference counting whose errors neither exit nor print;
 * NULL if there is none. */
Z3_context z3_context_new(void);
void z3_terms_init(z3_terms_t *to, Z3_context context, terms_t *terms);
/* The context's owner deletes the context, and all converted terms with it. */
void z3_terms_free(z3_terms_t *to);
Z3_sort z3_sort_of(Z3_context context, sort_t sort);
/* NULL if Z3 refused. */
Z3_ast z3_from_term(z3_terms_t *to, const term_t *t);
/* z3_fp.c: a floating-point operator on converted arguments. */
Z3_ast z3_make_fp(z3_terms_t *to, const term_t *t, const Z3_ast *args);
/* The same formula on bit-vectors alone; NULL if Z3 refused. */
Z3_ast z3_fp_to_bits(z3_terms_t *to, const term_t *t, Z3_ast formula);
/* NULL if it contains what terms cannot express. */
const term_t *z3_to_term(z3_terms_t *to, Z3_ast t);

#endif
