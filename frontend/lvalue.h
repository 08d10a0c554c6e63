#ifndef FRONTEND_LVALUE_H
#define FRONTEND_LVALUE_H

#include "frontend/body.h"

/* VALUE: an argument of a model, which cannot be changed */
typedef enum { LVALUE_REG, LVALUE_MEMORY, LVALUE_BITS, LVALUE_VALUE } lvalue_kind_t;

/* What can be assigned to. */
typedef struct lvalue {
    lvalue_kind_t kind;
    bool is_atomic;         /* declared _Atomic: a change of it is one step */
    reg_t reg;
    const expr_t *address;  /* MEMORY, BITS; without loads. VALUE: the value */
    const type_t *type;     /* of its value */
    const type_t *unit;     /* BITS: the storage unit */
    uint8_t shift, width;   /* BITS */
} lvalue_t;

lvalue_t lvalue_lower(body_t *body, CXCursor cursor);
lvalue_t lvalue_memory(const expr_t *address, const type_t *type);
/* The address of an lvalue in memory. */
const expr_t *lvalue_address(body_t *body, CXCursor cursor);
/* Aggregates give their address. */
value_t lvalue_load(body_t *body, lvalue_t lvalue);
/* value has the type of the lvalue; returns the value the lvalue has then. */
value_t lvalue_store(body_t *body, lvalue_t lvalue, value_t value);
/* Copies an aggregate, cell by cell. */
void lvalue_copy(body_t *body, const expr_t *to, const expr_t *from, const type_t *type);
/* The variable behind a name; NULL if it is none. */
const variable_info_t *lvalue_variable(body_t *body, CXCursor decl);
/* More cells than this are not written one by one. */
enum { LVALUE_MAX_CELLS = 16384 };

#endif
