#ifndef SOLVER_MATHSAT_TERMS_H
#define SOLVER_MATHSAT_TERMS_H

#include "solver/mathsat_api.h"
#include "solver/term.h"
#include "util/hash.h"

/* Terms of one MathSAT environment, in both directions. Each term is converted
 * once; MathSAT keeps terms when backtracking, so the memo stays good. */
typedef struct mathsat_terms {
    const mathsat_api_t *api;
    msat_env env;
    terms_t *terms;
    VEC(msat_term) memo; /* by term id; NULL: not yet */
    map64_t symbols;     /* id of a MathSAT constant -> term id */
    map64_t functions;   /* id of a MathSAT function -> number of the function */
    map64_t numbers;     /* term id -> the MathSAT number whose bits it is, where one was made */
    term_vec_t stack;
    VEC(msat_term) args;
} mathsat_terms_t;

void mathsat_terms_init(mathsat_terms_t *to, const mathsat_api_t *api, msat_env env,
                        terms_t *terms);
void mathsat_terms_free(mathsat_terms_t *to);
/* repr is NULL if MathSAT refused. */
msat_term mathsat_from_term(mathsat_terms_t *to, const term_t *t);
/* NULL if it contains what terms cannot express. */
const term_t *mathsat_to_term(mathsat_terms_t *to, msat_term t);

/* mathsat_fp.c: floating-point operators. */
msat_term mathsat_make_fp(mathsat_terms_t *to, const term_t *t, const msat_term *args);
/* The sort of the bits of a number. */
bool mathsat_fp_sort(const mathsat_terms_t *to, msat_term t, sort_t *sort);
/* Leaves and operators of MathSAT's theory; NULL: another, or not expressible. */
const term_t *mathsat_read_fp_leaf(mathsat_terms_t *to, msat_term t);
const term_t *mathsat_read_fp(mathsat_terms_t *to, msat_term t, sort_t sort,
                              const term_t *const *args, size_t arity);

#endif
