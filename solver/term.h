#ifndef SOLVER_TERM_H
#define SOLVER_TERM_H

#include "util/strbuf.h"
#include "util/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* Hash-consed first-order terms: Booleans, bit-vectors of 1 to 64 bits, arrays
 * from bit-vectors to bit-vectors, uninterpreted functions over bit-vectors.
 * Equal terms are equal pointers; they live as long as their table. Nothing
 * here knows of programs or of a particular solver. */

typedef enum { SORT_BOOL, SORT_BV, SORT_ARRAY } sort_kind_t;
typedef struct sort {
    sort_kind_t kind;
    uint8_t width;       /* BV; ARRAY: width of the elements */
    uint8_t index_width; /* ARRAY */
} sort_t;

#define TERM_KINDS(X)                                                                              \
    X(TRUE, "true")                                                                                \
    X(FALSE, "false")                                                                              \
    X(CONST, "const") /* bit-vector value */                                                       \
    X(SYMBOL, "symbol") /* (tag, index), of any sort */                                            \
    X(NOT, "not") /* Boolean, like the next two */                                                 \
    X(AND, "and") /* n-ary, flat, sorted */                                                        \
    X(OR, "or") /* n-ary, flat, sorted */                                                          \
    X(IFF, "=") /* of Booleans */                                                                  \
    X(ITE, "ite") /* of any sort */                                                                \
    X(EQ, "=") /* of bit-vectors or arrays */                                                      \
    X(BVNOT, "bvnot")                                                                              \
    X(BVNEG, "bvneg")                                                                              \
    X(BVADD, "bvadd")                                                                              \
    X(BVSUB, "bvsub")                                                                              \
    X(BVMUL, "bvmul")                                                                              \
    X(BVUDIV, "bvudiv")                                                                            \
    X(BVSDIV, "bvsdiv")                                                                            \
    X(BVUREM, "bvurem")                                                                            \
    X(BVSREM, "bvsrem")                                                                            \
    X(BVSHL, "bvshl")                                                                              \
    X(BVLSHR, "bvlshr")                                                                            \
    X(BVASHR, "bvashr")                                                                            \
    X(BVAND, "bvand")                                                                              \
    X(BVOR, "bvor")                                                                                \
    X(BVXOR, "bvxor")                                                                              \
    X(BVULT, "bvult")                                                                              \
    X(BVULE, "bvule")                                                                              \
    X(BVSLT, "bvslt")                                                                              \
    X(BVSLE, "bvsle")                                                                              \
    X(CONCAT, "concat")                                                                            \
    X(EXTRACT, "extract") /* bits value>>8 .. value&255 */                                         \
    X(ZEXT, "zero_extend")                                                                         \
    X(SEXT, "sign_extend")                                                                         \
    X(FPADD, "fp.add") /* FP...: on the bits of IEEE numbers of 32 or 64 bits */                   \
    X(FPSUB, "fp.sub")                                                                             \
    X(FPMUL, "fp.mul")                                                                             \
    X(FPDIV, "fp.div")                                                                             \
    X(FPEQ, "fp.eq")                                                                               \
    X(FPLT, "fp.lt")                                                                               \
    X(FPLE, "fp.leq")                                                                              \
    X(FPSQRT, "fp.sqrt")                                                                           \
    X(FPTRUNC, "fp.trunc") /* to an integral value: towards zero, down, up, to nearest even */     \
    X(FPFLOOR, "fp.floor")                                                                         \
    X(FPCEIL, "fp.ceil")                                                                           \
    X(FPRINT, "fp.rint")                                                                           \
    X(FPCAST, "fp.to_fp") /* between 32 and 64 bits */                                             \
    X(FPSFROM, "fp.from_sbv") /* of an integer of any width */                                     \
    X(FPUFROM, "fp.from_ubv")                                                                      \
    X(FPSTO, "fp.to_sbv") /* an integer of any width, towards zero; 0 if it does not fit */        \
    X(FPUTO, "fp.to_ubv")                                                                          \
    X(SELECT, "select")                                                                            \
    X(STORE, "store")                                                                              \
    X(CONST_ARRAY, "const-array") /* every element is a[0] */                                      \
    X(APPLY, "apply") /* uninterpreted function number value, of its arguments */

typedef enum {
#define TERM_ENUM(name, text) TERM_##name,
    TERM_KINDS(TERM_ENUM)
#undef TERM_ENUM
        TERM_KIND_COUNT
} term_kind_t;

typedef struct term term_t;
struct term {
    term_kind_t kind;
    sort_t sort;
    uint32_t id;    /* dense; children have smaller ids */
    uint32_t arity;
    uint64_t hash;
    uint64_t value; /* CONST: bits; SYMBOL: tag; EXTRACT: bounds; APPLY: function */
    uint32_t index; /* SYMBOL */
    const term_t *a[]; /* arity children */
};

typedef struct terms terms_t;
terms_t *terms_new(void);
void terms_delete(terms_t *terms);
size_t terms_count(const terms_t *terms);
size_t terms_bytes(const terms_t *terms);
/* The term with this id. */
const term_t *terms_at(const terms_t *terms, uint32_t id);

/* Constructors simplify: constants are folded, units and absorbing elements
 * removed, x = x, double negation, ite with equal branches or constant
 * condition, a AND NOT a (for direct children), comparisons of constants,
 * equality of an ite of constants with a constant. They require fitting sorts.
 * Normal forms keep the number of different predicates small: a <= b is built
 * as not (b < a), k < x for a constant k as not (x < k + 1), x - k as x + -k,
 * and x + 1 = 3 as x = 2. A child of the same kind with more than 64 children
 * stays nested in AND and OR, so that growing a conjunction takes linear
 * memory. */
const term_t *term_true(terms_t *terms);
const term_t *term_false(terms_t *terms);
const term_t *term_bool(terms_t *terms, bool value);
const term_t *term_const(terms_t *terms, unsigned width, uint64_t value);
/* The symbol (tag, index) of this sort: the same three give the same term.
 * Tags from TERM_TAG_RESERVED on are used by the solver room itself. */
#define TERM_TAG_RESERVED (UINT64_MAX - 15)
const term_t *term_symbol(terms_t *terms, sort_t sort, uint64_t tag, uint32_t index);
const term_t *term_not(terms_t *terms, const term_t *a);
const term_t *term_and(terms_t *terms, const term_t *a, const term_t *b);
const term_t *term_or(terms_t *terms, const term_t *a, const term_t *b);
const term_t *term_and_n(terms_t *terms, const term_t *const *args, size_t count);
const term_t *term_or_n(terms_t *terms, const term_t *const *args, size_t count);
const term_t *term_implies(terms_t *terms, const term_t *a, const term_t *b);
/* Is b a conjunct of a, or each of its conjuncts one? Then a implies b. */
bool term_has_conjuncts(const term_t *a, const term_t *b);
/* = on Booleans (IFF), bit-vectors and arrays. */
const term_t *term_equal(terms_t *terms, const term_t *a, const term_t *b);
const term_t *term_ite(terms_t *terms, const term_t *c, const term_t *a, const term_t *b);
/* BVNOT, BVNEG */
const term_t *term_bv_unary(terms_t *terms, term_kind_t kind, const term_t *a);
/* BVADD .. BVSLE, CONCAT */
const term_t *term_bv(terms_t *terms, term_kind_t kind, const term_t *a, const term_t *b);
const term_t *term_extract(terms_t *terms, const term_t *a, unsigned high, unsigned low);
/* Floating point: operands and results are bit-vectors that hold IEEE numbers,
 * so that memory, unions and interpolants need no further sort. Rounding is to
 * the nearest, ties to even; what is no number comes out as the positive quiet
 * one. term_fp makes FPADD .. FPLE, term_fp_unary FPSQRT .. FPUTO with a result
 * of this width. */
const term_t *term_fp(terms_t *terms, term_kind_t kind, const term_t *a, const term_t *b);
const term_t *term_fp_unary(terms_t *terms, term_kind_t kind, const term_t *a, unsigned width);
/* Their value for constants, computed with integers; comparisons give 0 or 1. */
uint64_t term_fp_value(term_kind_t kind, unsigned width, unsigned a_width, uint64_t a, uint64_t b);
/* to width bits: ZEXT, SEXT, EXTRACT or nothing */
const term_t *term_resize(terms_t *terms, const term_t *a, unsigned width, bool is_signed);
const term_t *term_select(terms_t *terms, const term_t *array, const term_t *index);
const term_t *term_store(terms_t *terms, const term_t *array, const term_t *index,
                         const term_t *value);
const term_t *term_const_array(terms_t *terms, unsigned index_width, const term_t *value);
const term_t *term_apply(terms_t *terms, uint64_t function, unsigned width,
                         const term_t *const *args, size_t count);

static inline bool term_is_true(const term_t *t) {
    return t->kind == TERM_TRUE;
}
static inline bool term_is_false(const term_t *t) {
    return t->kind == TERM_FALSE;
}
static inline bool term_kind_is_fp(term_kind_t kind) {
    return kind >= TERM_FPADD && kind <= TERM_FPUTO;
}
/* Does the term use floating-point operators? */
bool term_has_fp(terms_t *terms, const term_t *t);
/* A bit-vector constant or a truth value. */
bool term_is_value(const term_t *t);

/* Replaces symbols: map gives the replacement of a symbol, or NULL to keep it.
 * Linear in the number of distinct subterms. */
typedef const term_t *(*term_map_t)(void *context, const term_t *symbol);
const term_t *term_substitute(terms_t *terms, const term_t *t, term_map_t map, void *context);
/* The term with index 0 at every symbol: what it says, wherever on a path. */
const term_t *term_bare(terms_t *terms, const term_t *t);

typedef VEC(const term_t *) term_vec_t;
/* Appends the distinct symbols of t (not those already in out: the caller
 * passes a cleared vector for one term). Order of first occurrence. */
void term_symbols(terms_t *terms, const term_t *t, term_vec_t *out);
/* Appends the distinct atoms: Boolean subterms that are not built with NOT,
 * AND, OR, IFF or Boolean ITE and are no constants. */
void term_atoms(terms_t *terms, const term_t *t, term_vec_t *out);
/* Number of distinct subterms. */
size_t term_size(terms_t *terms, const term_t *t);
/* Does part occur in t? */
bool term_contains(terms_t *terms, const term_t *t, const term_t *part);
/* t with every occurrence of the subterm from replaced, in one step. */
const term_t *term_replace(terms_t *terms, const term_t *t, const term_t *from, const term_t *to);
/* Appends terms whose conjunction is t: nested ANDs and negated ORs are taken
 * apart, true gives nothing. Distinct, except from those already in out. */
void term_conjuncts(terms_t *terms, const term_t *t, term_vec_t *out);

/* SMT-LIB text (shared subterms are repeated); symbols print as name(tag,index)
 * through the optional callback, else v<tag>_<index>. */
typedef void (*term_name_t)(strbuf_t *out, uint64_t tag, uint32_t index, void *context);
void term_print(strbuf_t *out, const term_t *t, term_name_t name, void *context);

/* A compact text that keeps sharing, for pipes between processes; term_read
 * gives NULL on malformed input. */
void term_write(terms_t *terms, strbuf_t *out, const term_t *const *list, size_t count);
bool term_read(terms_t *terms, const char *text, term_vec_t *list);

#endif
