#include "engine/crowd/order_table.h"

#include "cfa/layout.h"
#include "util/hash.h"

#include <string.h>

enum { VALUE_BITS = 52, SMALL_THREADS = 16 };
#define CONSTANT_KIND (UINT64_C(3) << 62)

bool operand_constant(unsigned width, uint64_t value, operand_t *operand) {
    int64_t number = sign_extend(value, width);
    const int64_t limit = INT64_C(1) << (VALUE_BITS - 1);
    if (number < -limit || number >= limit) return false;
    if (value - layout_thread_block(1) < LAYOUT_REGION_SIZE * SMALL_THREADS) return false;
    *operand =
        CONSTANT_KIND | (uint64_t)width << VALUE_BITS | ((uint64_t)number & width_mask(VALUE_BITS));
    return true;
}

unsigned operand_width(operand_t constant) {
    return (unsigned)(constant >> VALUE_BITS & 0x7f);
}

int64_t operand_value(operand_t constant) {
    return sign_extend(constant & width_mask(VALUE_BITS), VALUE_BITS);
}

enum {
    LESS = ORDER_LES | ORDER_LTS | ORDER_LEU | ORDER_LTU,
    GREATER = ORDER_GES | ORDER_GTS | ORDER_GEU | ORDER_GTU,
    SAME = ORDER_EQ | ORDER_LES | ORDER_LEU | ORDER_GES | ORDER_GEU,
};

order_set_t order_flip(order_set_t orders) {
    return (order_set_t)((orders & LESS) << 4 | (orders & GREATER) >> 4 |
                         (orders & (ORDER_NE | ORDER_EQ)) | (orders & ORDER_NEXT) << 1 |
                         (orders & ORDER_PREVIOUS) >> 1);
}

static bool has(order_set_t orders, unsigned all) {
    return (orders & all) == all;
}

/* What follows about the same two operands. */
static order_set_t closed(order_set_t s) {
    if (s & (ORDER_LTS | ORDER_LTU | ORDER_GTS | ORDER_GTU | ORDER_NEXT | ORDER_PREVIOUS))
        s |= ORDER_NE;
    if (s & ORDER_LTS) s |= ORDER_LES;
    if (s & ORDER_LTU) s |= ORDER_LEU;
    if (s & ORDER_GTS) s |= ORDER_GES;
    if (s & ORDER_GTU) s |= ORDER_GEU;
    if (has(s, ORDER_LES | ORDER_GES) || has(s, ORDER_LEU | ORDER_GEU)) s |= ORDER_EQ;
    if (s & ORDER_EQ) s |= SAME;
    if (!(s & ORDER_NE)) return s;
    if (s & ORDER_LES) s |= ORDER_LTS;
    if (s & ORDER_LEU) s |= ORDER_LTU;
    if (s & ORDER_GES) s |= ORDER_GTS;
    if (s & ORDER_GEU) s |= ORDER_GTU;
    return s;
}

/* What a ? b and b ? c say about a ? c. */
static order_set_t chained(order_set_t x, order_set_t y) {
    order_set_t both = x & y, either = x | y, result = 0;
    if (x & ORDER_EQ) result |= y;
    if (y & ORDER_EQ) result |= x;
    if ((x & ORDER_NEXT && y & ORDER_PREVIOUS) || (x & ORDER_PREVIOUS && y & ORDER_NEXT))
        result |= ORDER_EQ;
    if (both & ORDER_LES) result |= ORDER_LES | (either & ORDER_LTS);
    if (both & ORDER_LEU) result |= ORDER_LEU | (either & ORDER_LTU);
    if (both & ORDER_GES) result |= ORDER_GES | (either & ORDER_GTS);
    if (both & ORDER_GEU) result |= ORDER_GEU | (either & ORDER_GTU);
    return result;
}

static order_set_t compare(operand_t a, operand_t b) {
    int64_t x = operand_value(a), y = operand_value(b);
    uint64_t mask = width_mask(operand_width(a));
    if (x == y) return SAME;
    order_set_t orders = x < y ? ORDER_LTS : ORDER_GTS;
    return closed(orders | (((uint64_t)x & mask) < ((uint64_t)y & mask) ? ORDER_LTU : ORDER_GTU));
}

int order_table_find(const order_table_t *table, operand_t operand) {
    for (unsigned i = 0; i < table->count; i++)
        if (table->operands[i] == operand) return (int)i;
    return -1;
}

int order_table_new_row(order_table_t *table, unsigned width) {
    if (table->count == ORDER_TABLE_SIZE) return -1;
    unsigned row = table->count++;
    table->operands[row] = OPERAND_NOTHING;
    table->widths[row] = (uint8_t)width;
    for (unsigned i = 0; i < row; i++) table->orders[i][row] = table->orders[row][i] = 0;
    table->orders[row][row] = SAME;
    return (int)row;
}

int order_table_row(order_table_t *table, operand_t operand, unsigned width) {
    int row = order_table_find(table, operand);
    if (row >= 0) return row;
    row = order_table_new_row(table, width);
    if (row < 0) return row;
    table->operands[row] = operand;
    if (!operand_is_constant(operand)) return row;
    for (unsigned i = 0; i < (unsigned)row; i++) {
        if (!operand_is_number(table->operands[i]) || table->widths[i] != width) continue;
        table->orders[row][i] = compare(operand, table->operands[i]);
        table->orders[i][row] = order_flip(table->orders[row][i]);
    }
    return row;
}

void order_table_remove(order_table_t *table, unsigned row) {
    unsigned last = --table->count;
    if (row == last) return;
    table->operands[row] = table->operands[last];
    table->widths[row] = table->widths[last];
    for (unsigned i = 0; i < last; i++) {
        table->orders[row][i] = table->orders[last][i];
        table->orders[i][row] = table->orders[i][last];
    }
    table->orders[row][row] = SAME;
}

void order_table_add(order_table_t *table, unsigned a, unsigned b, order_set_t orders) {
    table->orders[a][b] = closed(table->orders[a][b] | orders);
    table->orders[b][a] = order_flip(table->orders[a][b]);
}

static bool improve(order_table_t *table, unsigned a, unsigned b, order_set_t orders) {
    order_set_t now = closed(table->orders[a][b] | orders);
    if (now == table->orders[a][b]) return false;
    table->orders[a][b] = now;
    table->orders[b][a] = order_flip(now);
    if (has(now, ORDER_EQ | ORDER_NE)) table->is_impossible = true;
    return true;
}

/* Numbers that are not negative compare alike, signed or not; what is below one
 * of them, unsigned, is one of them. */
static bool bridge(order_table_t *table, unsigned zero) {
    bool changed = false;
    for (unsigned i = 0; i < table->count; i++) {
        if (table->widths[i] != table->widths[zero] || !(table->orders[i][zero] & ORDER_GES))
            continue;
        for (unsigned j = 0; j < table->count; j++) {
            if (table->widths[j] != table->widths[zero]) continue;
            order_set_t s = table->orders[j][i];
            if (s & ORDER_LEU) changed = improve(table, j, zero, ORDER_GES) || changed;
            if (!(table->orders[j][zero] & ORDER_GES)) continue;
            order_set_t more = (s & (ORDER_LES | ORDER_LTS | ORDER_GES | ORDER_GTS)) << 2 |
                               (s & (ORDER_LEU | ORDER_LTU | ORDER_GEU | ORDER_GTU)) >> 2;
            changed = improve(table, j, i, more) || changed;
        }
    }
    return changed;
}

/* up is a + 1. From a < b follows up <= b, and from a <= b follows up <= b + 1. */
static bool step_up(order_table_t *table, unsigned a, unsigned up) {
    bool changed = false;
    for (unsigned b = 0; b < table->count; b++) {
        order_set_t s = table->orders[a][b], more = 0;
        if (b == a || b == up || !s) continue;
        if (s & ORDER_LTS) more |= ORDER_LES;
        if (s & ORDER_LTU) more |= ORDER_LEU;
        if (more) changed = improve(table, up, b, more) || changed;
        for (unsigned c = 0; c < table->count; c++) {
            if (c == up || !(table->orders[b][c] & ORDER_NEXT)) continue;
            more = 0; /* c is b + 1; if that does not wrap, a + 1 does not either */
            if (table->orders[b][c] & ORDER_LTS) more |= s & (ORDER_LES | ORDER_LTS);
            if (table->orders[b][c] & ORDER_LTU) more |= s & (ORDER_LEU | ORDER_LTU);
            if (more) changed = improve(table, up, c, more) || changed;
        }
    }
    return changed;
}

void order_table_close(order_table_t *table) {
    bool changed = true;
    for (unsigned i = 0; i < table->count; i++)
        for (unsigned j = 0; j < table->count; j++)
            if (has(table->orders[i][j], ORDER_EQ | ORDER_NE)) table->is_impossible = true;
    while (changed && !table->is_impossible) {
        changed = false;
        for (unsigned k = 0; k < table->count; k++)
            for (unsigned i = 0; i < table->count; i++) {
                if (i == k || !table->orders[i][k]) continue;
                for (unsigned j = 0; j < table->count; j++) {
                    if (j == k || !table->orders[k][j]) continue;
                    order_set_t next = chained(table->orders[i][k], table->orders[k][j]);
                    if (next & ~table->orders[i][j])
                        changed = improve(table, i, j, next) || changed;
                }
            }
        for (unsigned i = 0; i < table->count; i++)
            for (unsigned j = 0; j < table->count; j++)
                if (table->orders[i][j] & ORDER_NEXT) changed = step_up(table, i, j) || changed;
        for (unsigned k = 0; k < table->count; k++)
            if (operand_is_number(table->operands[k]) && !operand_value(table->operands[k]))
                changed = bridge(table, k) || changed;
    }
}
