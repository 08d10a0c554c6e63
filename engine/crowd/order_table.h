#ifndef ENGINE_CROWD_ORDER_TABLE_H
#define ENGINE_CROWD_ORDER_TABLE_H

#include "cfa/configuration.h"

/* How variables and constants compare: a table with one row and one column for
 * each, closed under what follows from each other (x <= y and y < z give x < z,
 * x <= y and x != y give x < y, x < y gives x + 1 <= y, ...). Signed and unsigned orders are kept
 * side by side. */

/* A variable, or a constant under a number that is no variable's. */
typedef uint64_t operand_t;
/* false: the constant is too large to be named, or may be an address of the stack of a
 * thread with a small number, which would mean something else for another one. */
bool operand_constant(unsigned width, uint64_t value, operand_t *operand);
static inline bool operand_is_constant(operand_t operand) {
    return operand >> 62 == 3;
}
/* Rows that are no operands: a value on its way, and one that has been put aside. */
#define OPERAND_NOTHING (UINT64_C(3) << 62)
#define OPERAND_SAVED (OPERAND_NOTHING + 1)
static inline bool operand_is_number(operand_t operand) {
    return operand_is_constant(operand) && operand > OPERAND_SAVED;
}
/* Of a constant. */
unsigned operand_width(operand_t constant);
int64_t operand_value(operand_t constant);

/* What is known of two operands a, b; sets of these are closed in the same sense. */
typedef enum {
    ORDER_LES = 1,   /* a <= b, signed */
    ORDER_LTS = 2,
    ORDER_LEU = 4,   /* unsigned */
    ORDER_LTU = 8,
    ORDER_GES = 16,
    ORDER_GTS = 32,
    ORDER_GEU = 64,
    ORDER_GTU = 128,
    ORDER_NE = 256,
    ORDER_EQ = 512,
    ORDER_NEXT = 1024,     /* b is a + 1, also if that wraps around */
    ORDER_PREVIOUS = 2048, /* a is b + 1 */
} order_t;
typedef uint16_t order_set_t;

order_set_t order_flip(order_set_t orders);

enum { ORDER_TABLE_SIZE = 40 };

typedef struct order_table {
    unsigned count;
    operand_t operands[ORDER_TABLE_SIZE];
    uint8_t widths[ORDER_TABLE_SIZE];
    order_set_t orders[ORDER_TABLE_SIZE][ORDER_TABLE_SIZE];
    bool is_impossible; /* no values compare like this */
} order_table_t;

/* The row of an operand, made if need be; -1: no room. */
int order_table_row(order_table_t *table, operand_t operand, unsigned width);
/* The row of an operand that is there, or -1. */
int order_table_find(const order_table_t *table, operand_t operand);
/* A row that stands for nothing yet. */
int order_table_new_row(order_table_t *table, unsigned width);
void order_table_remove(order_table_t *table, unsigned row);
/* Both rows have the same width. The table is not closed afterwards. */
void order_table_add(order_table_t *table, unsigned a, unsigned b, order_set_t orders);
void order_table_close(order_table_t *table);

#endif
