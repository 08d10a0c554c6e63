#ifndef CFA_EXPR_H
#define CFA_EXPR_H

#include "cfa/type.h"
#include "util/strbuf.h"

/* Expressions are bit-vectors of 1 to 64 bits. All conversions are explicit,
 * operators have SMT-LIB semantics (x/0 is all ones for UDIV, a shift by the
 * width or more gives 0 or the sign), the front end guards what C leaves
 * undefined. Width 1 is truth: AND, OR, XOR, NOT on it are the logical ones.
 * Hash-consed: equal expressions are equal pointers. */
#define EXPR_KINDS(X)                                                                              \
    X(CONST, "const")  /* value */                                                                  \
    X(REG, "reg")      /* register of the current frame */                                              \
    X(ADDR, "addr")    /* address of an object: of its instance in the current frame/thread */        \
    X(LOAD, "load")    /* memory at a[0], of scalar type */                                           \
    X(SELF, "self")    /* number of the running thread; main is 0 */                                  \
    X(NOT, "not")      /* bitwise complement */                                                         \
    X(NEG, "neg")                                                                                  \
    X(ZEXT, "zext")                                                                                \
    X(SEXT, "sext")                                                                                \
    X(TRUNC, "trunc")  /* low bits */                                                               \
    X(ADD, "add")                                                                                  \
    X(SUB, "sub")                                                                                  \
    X(MUL, "mul")                                                                                  \
    X(UDIV, "udiv")                                                                                \
    X(SDIV, "sdiv")                                                                                \
    X(UREM, "urem")                                                                                \
    X(SREM, "srem")                                                                                \
    X(SHL, "shl")                                                                                  \
    X(LSHR, "lshr")                                                                                \
    X(ASHR, "ashr")                                                                                \
    X(AND, "and")                                                                                  \
    X(OR, "or")                                                                                    \
    X(XOR, "xor")                                                                                  \
    X(FADD, "fadd")    /* F...: IEEE binary32 or binary64 by the width, see cfa/ieee.h */             \
    X(FSUB, "fsub")                                                                                \
    X(FMUL, "fmul")                                                                                \
    X(FDIV, "fdiv")                                                                                \
    X(EQ, "eq")        /* the comparisons give width 1 */                                                 \
    X(ULT, "ult")                                                                                  \
    X(ULE, "ule")                                                                                  \
    X(SLT, "slt")                                                                                  \
    X(SLE, "sle")                                                                                  \
    X(FEQ, "feq")      /* false if an operand is not a number */                                        \
    X(FLT, "flt")                                                                                  \
    X(FLE, "fle")                                                                                  \
    X(FSQRT, "fsqrt")                                                                              \
    X(FTRUNC, "ftrunc") /* to an integral value: towards zero, down, up, to the nearest even */    \
    X(FFLOOR, "ffloor")                                                                            \
    X(FCEIL, "fceil")                                                                              \
    X(FRINT, "frint")                                                                              \
    X(FCAST, "fcast")  /* between the two formats */                                                \
    X(SFLOAT, "sfloat") /* of a signed, of an unsigned integer */                                  \
    X(UFLOAT, "ufloat")                                                                            \
    X(FSINT, "fsint")  /* to a signed, an unsigned integer towards zero; 0 if it does not fit */    \
    X(FUINT, "fuint")                                                                              \
    X(ITE, "ite")      /* a[0] of width 1 */

typedef enum {
#define EXPR_ENUM(name, text) EXPR_##name,
    EXPR_KINDS(EXPR_ENUM)
#undef EXPR_ENUM
        EXPR_KIND_COUNT
} expr_kind_t;

typedef struct expr expr_t;
typedef struct object object_t;
typedef uint32_t reg_t;
#define NO_REG UINT32_MAX

struct expr {
    expr_kind_t kind;
    uint8_t width;
    uint8_t arity;
    uint32_t loads;  /* LOADs inside, counted with repetition (saturating) */
    uint32_t id;     /* dense, for side tables */
    const expr_t *a[3];
    union {
        uint64_t value;         /* CONST, truncated to width */
        reg_t reg;              /* REG */
        const object_t *object; /* ADDR */
        const type_t *type;     /* LOAD */
    };
};

typedef struct exprs exprs_t;
exprs_t *exprs_new(arena_t *arena, unsigned pointer_bits);
void exprs_delete(exprs_t *exprs);
uint32_t exprs_count(const exprs_t *exprs);

/* Constructors fold constants and the usual identities; they require matching
 * widths. */
const expr_t *expr_const(exprs_t *exprs, unsigned width, uint64_t value);
const expr_t *expr_reg(exprs_t *exprs, unsigned width, reg_t reg);
const expr_t *expr_addr(exprs_t *exprs, const object_t *object);
const expr_t *expr_load(exprs_t *exprs, const expr_t *address, const type_t *type);
const expr_t *expr_self(exprs_t *exprs, unsigned width);
const expr_t *expr_unary(exprs_t *exprs, expr_kind_t kind, const expr_t *a);
/* ZEXT, SEXT, TRUNC, or nothing if the width fits already. */
const expr_t *expr_resize(exprs_t *exprs, const expr_t *a, unsigned width, bool is_signed);
const expr_t *expr_binary(exprs_t *exprs, expr_kind_t kind, const expr_t *a, const expr_t *b);
const expr_t *expr_ite(exprs_t *exprs, const expr_t *c, const expr_t *a, const expr_t *b);
/* FSQRT .. FUINT: one operand, with the width of the result. */
const expr_t *expr_float(exprs_t *exprs, expr_kind_t kind, const expr_t *a, unsigned width);
static inline bool expr_kind_is_float(expr_kind_t kind) {
    return (kind >= EXPR_FADD && kind <= EXPR_FDIV) || (kind >= EXPR_FEQ && kind <= EXPR_FUINT);
}
/* a != 0 as width 1, and its complement. */
const expr_t *expr_truth(exprs_t *exprs, const expr_t *a);
const expr_t *expr_falsity(exprs_t *exprs, const expr_t *a);

static inline uint64_t width_mask(unsigned width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}
static inline int64_t sign_extend(uint64_t value, unsigned width) {
    return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}
/* One operator on constants: the semantics of the table above in one place.
 * width is that of the result, a_width that of the first operand. */
uint64_t expr_apply(expr_kind_t kind, unsigned width, unsigned a_width, uint64_t a, uint64_t b,
                    uint64_t c);

/* C-like text with register and object names of the program. */
struct function;
void expr_print(strbuf_t *out, const struct function *function, const expr_t *expr);

#endif
