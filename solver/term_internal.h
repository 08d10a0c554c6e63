#ifndef SOLVER_TERM_INTERNAL_H
#define SOLVER_TERM_INTERNAL_H

#include "solver/term.h"

#include "util/arena.h"
#include "util/hash.h"

/* Shared by the term_*.c files only. */

/* Scratch of one traversal: which terms were seen and what they became, by
 * term id. Stamped with an epoch, so that starting a traversal costs nothing
 * however large the table is. */
typedef struct walk {
    VEC(uint32_t) stamp;
    VEC(const term_t *) value;
    term_vec_t stack;
    uint32_t epoch;
} walk_t;

struct terms {
    arena_t *arena;
    intern_t table;
    term_vec_t by_id;
    const term_t *yes, *no;
    term_vec_t args;      /* scratch of AND and OR */
    VEC(walk_t *) walks;  /* a stack of them: a callback of one traversal may start another */
    size_t walks_used;
};

/* A fresh walk over terms that exist now. */
walk_t *walk_begin(terms_t *terms);
void walk_end(terms_t *terms, walk_t *walk);
static inline bool walk_seen(const walk_t *walk, const term_t *t) {
    return walk->stamp.data[t->id] == walk->epoch;
}
static inline void walk_mark(walk_t *walk, const term_t *t, const term_t *value) {
    walk->stamp.data[t->id] = walk->epoch;
    walk->value.data[t->id] = value;
}

/* The term with exactly these parts, without any simplification. */
const term_t *term_intern(terms_t *terms, term_kind_t kind, sort_t sort, uint64_t value,
                          uint32_t index, const term_t *const *args, size_t arity);
/* Could a term have these parts? */
bool term_fits(term_kind_t kind, sort_t sort, uint64_t value, const term_t *const *args,
               size_t arity);
/* The term of these parts through the constructors; requires term_fits. */
const term_t *term_rebuild(terms_t *terms, term_kind_t kind, sort_t sort, uint64_t value,
                           uint32_t index, const term_t *const *args, size_t arity);

bool term_fp_fits(term_kind_t kind, sort_t sort, const term_t *const *args, size_t arity);

/* = on bit-vectors. */
const term_t *term_bv_equal(terms_t *terms, const term_t *a, const term_t *b);
const term_t *term_extend(terms_t *terms, term_kind_t kind, const term_t *a, unsigned width);

static inline sort_t sort_bool(void) {
    return (sort_t){.kind = SORT_BOOL};
}
static inline sort_t sort_bv(unsigned width) {
    return (sort_t){.kind = SORT_BV, .width = (uint8_t)width};
}
static inline sort_t sort_array(unsigned index_width, unsigned width) {
    return (sort_t){
        .kind = SORT_ARRAY, .width = (uint8_t)width, .index_width = (uint8_t)index_width};
}
static inline bool sort_equal(sort_t a, sort_t b) {
    return a.kind == b.kind && a.width == b.width && a.index_width == b.index_width;
}
static inline uint64_t bv_mask(unsigned width) {
    return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}
/* The value as a signed number. */
static inline int64_t bv_signed(unsigned width, uint64_t value) {
    uint64_t sign = (uint64_t)1 << (width - 1);
    return (int64_t)(((value & bv_mask(width)) ^ sign) - sign);
}

#endif
