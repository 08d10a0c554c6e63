#include "cfa/expr.h"

#include "cfa/fold.h"
#include "cfa/ieee.h"
#include "util/hash.h"
#include "util/mem.h"

struct exprs {
    arena_t *arena;
    unsigned pointer_bits;
    uint32_t count;
    intern_t table;
};

static uint64_t expr_payload(const expr_t *e) {
    switch (e->kind) {
    case EXPR_CONST: return e->value;
    case EXPR_REG: return e->reg;
    case EXPR_ADDR: return map64_pointer(e->object);
    case EXPR_LOAD: return map64_pointer(e->type);
    default: return 0;
    }
}

static uint64_t expr_hash(const expr_t *e) {
    uint64_t hash = hash_mix((uint64_t)e->kind << 8 | e->width, expr_payload(e));
    for (unsigned i = 0; i < e->arity; i++) hash = hash_mix(hash, e->a[i]->id);
    return hash;
}

static bool expr_equal(const void *in_table, const void *key) {
    const expr_t *a = in_table, *b = key;
    return a->kind == b->kind && a->width == b->width && expr_payload(a) == expr_payload(b) &&
           a->a[0] == b->a[0] && a->a[1] == b->a[1] && a->a[2] == b->a[2];
}

exprs_t *exprs_new(arena_t *arena, unsigned pointer_bits) {
    exprs_t *exprs = ARENA_NEW(arena, exprs_t);
    exprs->arena = arena;
    exprs->pointer_bits = pointer_bits;
    intern_init(&exprs->table, expr_equal);
    return exprs;
}

void exprs_delete(exprs_t *exprs) {
    if (exprs) intern_free(&exprs->table);
}

uint32_t exprs_count(const exprs_t *exprs) {
    return exprs->count;
}

/* The node itself, without any simplification. */
static const expr_t *expr_intern(exprs_t *exprs, expr_t *key) {
    uint64_t loads = key->kind == EXPR_LOAD;
    for (unsigned i = 0; i < key->arity; i++) loads += key->a[i]->loads;
    key->loads = loads > UINT32_MAX ? UINT32_MAX : (uint32_t)loads;
    uint64_t hash = expr_hash(key);
    expr_t *found = intern_find(&exprs->table, hash, key);
    if (found) return found;
    found = ARENA_NEW(exprs->arena, expr_t);
    *found = *key;
    found->id = exprs->count++;
    intern_add(&exprs->table, hash, found);
    return found;
}

const expr_t *expr_const(exprs_t *exprs, unsigned width, uint64_t value) {
    REQUIRE(width >= 1 && width <= 64);
    return expr_intern(
        exprs,
        &(expr_t){.kind = EXPR_CONST, .width = (uint8_t)width, .value = value & width_mask(width)});
}

const expr_t *expr_reg(exprs_t *exprs, unsigned width, reg_t reg) {
    REQUIRE(width >= 1 && width <= 64 && reg != NO_REG);
    return expr_intern(exprs, &(expr_t){.kind = EXPR_REG, .width = (uint8_t)width, .reg = reg});
}

const expr_t *expr_addr(exprs_t *exprs, const object_t *object) {
    REQUIRE(object != NULL);
    return expr_intern(
        exprs,
        &(expr_t){.kind = EXPR_ADDR, .width = (uint8_t)exprs->pointer_bits, .object = object});
}

const expr_t *expr_load(exprs_t *exprs, const expr_t *address, const type_t *type) {
    REQUIRE(address->width == exprs->pointer_bits);
    REQUIRE(type_is_scalar(type) && type->bits <= 64);
    return expr_intern(
        exprs,
        &(expr_t){
            .kind = EXPR_LOAD, .width = type->bits, .arity = 1, .a = {address}, .type = type});
}

const expr_t *expr_self(exprs_t *exprs, unsigned width) {
    REQUIRE(width >= 1 && width <= 64);
    return expr_intern(exprs, &(expr_t){.kind = EXPR_SELF, .width = (uint8_t)width});
}

const expr_t *expr_unary(exprs_t *exprs, expr_kind_t kind, const expr_t *a) {
    REQUIRE(kind == EXPR_NOT || kind == EXPR_NEG);
    const expr_t *folded = fold_unary(exprs, kind, a);
    if (folded) return folded;
    return expr_intern(exprs, &(expr_t){.kind = kind, .width = a->width, .arity = 1, .a = {a}});
}

const expr_t *expr_resize(exprs_t *exprs, const expr_t *a, unsigned width, bool is_signed) {
    REQUIRE(width >= 1 && width <= 64);
    const expr_t *folded = fold_resize(exprs, a, width, is_signed);
    if (folded) return folded;
    expr_kind_t kind = width < a->width ? EXPR_TRUNC : is_signed ? EXPR_SEXT : EXPR_ZEXT;
    return expr_intern(exprs,
                       &(expr_t){.kind = kind, .width = (uint8_t)width, .arity = 1, .a = {a}});
}

static bool is_commutative(expr_kind_t kind) {
    switch (kind) {
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
    case EXPR_EQ:
    case EXPR_FADD:
    case EXPR_FMUL:
    case EXPR_FEQ: return true;
    default: return false;
    }
}

const expr_t *expr_binary(exprs_t *exprs, expr_kind_t kind, const expr_t *a, const expr_t *b) {
    REQUIRE(kind >= EXPR_ADD && kind <= EXPR_FLE);
    REQUIRE(a->width == b->width);
    REQUIRE(!expr_kind_is_float(kind) || a->width == 32 || a->width == 64);
    /* Constants stand on the right, so that the rules need one form only. */
    if (is_commutative(kind) && a->kind == EXPR_CONST) {
        const expr_t *swap = a;
        a = b;
        b = swap;
    }
    const expr_t *folded = fold_binary(exprs, kind, a, b);
    if (folded) return folded;
    unsigned width = kind >= EXPR_EQ ? 1 : a->width;
    return expr_intern(exprs,
                       &(expr_t){.kind = kind, .width = (uint8_t)width, .arity = 2, .a = {a, b}});
}

const expr_t *expr_ite(exprs_t *exprs, const expr_t *c, const expr_t *a, const expr_t *b) {
    REQUIRE(c->width == 1 && a->width == b->width);
    const expr_t *folded = fold_ite(exprs, c, a, b);
    if (folded) return folded;
    return expr_intern(exprs,
                       &(expr_t){.kind = EXPR_ITE, .width = a->width, .arity = 3, .a = {c, a, b}});
}

const expr_t *expr_float(exprs_t *exprs, expr_kind_t kind, const expr_t *a, unsigned width) {
    bool from_float = kind != EXPR_SFLOAT && kind != EXPR_UFLOAT;
    bool to_float = kind != EXPR_FSINT && kind != EXPR_FUINT;
    REQUIRE(kind >= EXPR_FSQRT && kind <= EXPR_FUINT && width >= 1 && width <= 64);
    REQUIRE(!from_float || a->width == 32 || a->width == 64);
    REQUIRE(!to_float || width == 32 || width == 64);
    REQUIRE(kind >= EXPR_FCAST || a->width == width);
    const expr_t *folded = fold_float(exprs, kind, a, width);
    if (folded) return folded;
    return expr_intern(exprs,
                       &(expr_t){.kind = kind, .width = (uint8_t)width, .arity = 1, .a = {a}});
}

const expr_t *expr_truth(exprs_t *exprs, const expr_t *a) {
    return expr_unary(exprs, EXPR_NOT, expr_falsity(exprs, a));
}

const expr_t *expr_falsity(exprs_t *exprs, const expr_t *a) {
    return expr_binary(exprs, EXPR_EQ, a, expr_const(exprs, a->width, 0));
}

static uint64_t apply_sdiv(unsigned width, uint64_t a, uint64_t b) {
    int64_t x = sign_extend(a, width), y = sign_extend(b, width);
    if (y == 0) return x < 0 ? 1 : UINT64_MAX;
    if (y == -1) return -(uint64_t)x; /* the machine traps on INT64_MIN / -1 */
    return (uint64_t)(x / y);
}

static uint64_t apply_srem(unsigned width, uint64_t a, uint64_t b) {
    int64_t x = sign_extend(a, width), y = sign_extend(b, width);
    if (y == 0) return (uint64_t)x;
    if (y == -1) return 0;
    return (uint64_t)(x % y);
}

static uint64_t apply_raw(expr_kind_t kind, unsigned width, unsigned a_width, uint64_t a,
                          uint64_t b, uint64_t c) {
    switch (kind) {
    case EXPR_NOT: return ~a;
    case EXPR_NEG: return -a;
    case EXPR_ZEXT:
    case EXPR_TRUNC: return a;
    case EXPR_SEXT: return (uint64_t)sign_extend(a, a_width);
    case EXPR_ADD: return a + b;
    case EXPR_SUB: return a - b;
    case EXPR_MUL: return a * b;
    case EXPR_UDIV: return b == 0 ? UINT64_MAX : a / b;
    case EXPR_SDIV: return apply_sdiv(width, a, b);
    case EXPR_UREM: return b == 0 ? a : a % b;
    case EXPR_SREM: return apply_srem(width, a, b);
    case EXPR_SHL: return b >= width ? 0 : a << b;
    case EXPR_LSHR: return b >= width ? 0 : a >> b;
    case EXPR_ASHR: return (uint64_t)(sign_extend(a, width) >> (b >= width ? width - 1 : b));
    case EXPR_AND: return a & b;
    case EXPR_OR: return a | b;
    case EXPR_XOR: return a ^ b;
    case EXPR_EQ: return a == b;
    case EXPR_ULT: return a < b;
    case EXPR_ULE: return a <= b;
    case EXPR_SLT: return sign_extend(a, a_width) < sign_extend(b, a_width);
    case EXPR_SLE: return sign_extend(a, a_width) <= sign_extend(b, a_width);
    case EXPR_ITE: return a ? b : c;
    default: misuse(__func__, "not an operator");
    }
}

uint64_t expr_apply(expr_kind_t kind, unsigned width, unsigned a_width, uint64_t a, uint64_t b,
                    uint64_t c) {
    uint64_t mask = width_mask(a_width);
    /* The second operand of ITE has the width of the result, all others share
     * the width of the first. */
    a &= mask;
    b &= kind == EXPR_ITE ? width_mask(width) : mask;
    if (expr_kind_is_float(kind)) return ieee_apply(kind, width, a_width, a, b);
    return apply_raw(kind, width, a_width, a, b, c) & width_mask(width);
}
