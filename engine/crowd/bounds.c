#include "engine/crowd/bounds.h"

#include "cfa/layout.h"
#include "cfa/live.h"
#include "cpa/core/loss.h"
#include "cpa/core/memory.h"
#include "engine/crowd/step_place.h"
#include "util/arena.h"
#include "util/hash.h"

#include <string.h>

struct bounds_domain {
    const program_t *program;
    arena_t *arena;
    intern_t table;
    uint32_t count;
    VEC(bound_t) items; /* the successor being made */
};

typedef struct {
    const bound_t *items;
    size_t count;
} bound_list_t;

/* Intervals. */

static int64_t least(unsigned width) {
    return sign_extend(UINT64_C(1) << (width - 1), width);
}

static int64_t greatest(unsigned width) {
    return (int64_t)(width_mask(width) >> 1);
}

range_t range_all(unsigned width) {
    return (range_t){least(width), greatest(width), false};
}

bool range_is_all(range_t range, unsigned width) {
    return range.low <= least(width) && range.high >= greatest(width) && !range.not_zero;
}

range_t range_of_value(uint64_t value, unsigned width) {
    int64_t number = sign_extend(value, width);
    return (range_t){number, number, number != 0};
}

static range_t normal(range_t range) {
    if (range.not_zero && range.low == 0) range.low = 1;
    if (range.not_zero && range.high == 0) range.high = -1;
    if (range.low > 0 || range.high < 0) range.not_zero = true;
    return range;
}

static bool is_empty(range_t range) {
    return range.low > range.high;
}

static range_t meet(range_t a, range_t b) {
    return normal((range_t){a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high,
                            a.not_zero || b.not_zero});
}

static range_t join(range_t a, range_t b) {
    return (range_t){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high,
                     a.not_zero && b.not_zero};
}

/* Interning. */

static bool same_range(range_t a, range_t b) {
    return a.low == b.low && a.high == b.high && a.not_zero == b.not_zero;
}

static bool same_bounds(const void *in_table, const void *key) {
    const bounds_t *a = in_table;
    const bound_list_t *b = key;
    if (a->count != b->count) return false;
    for (size_t i = 0; i < b->count; i++)
        if (a->at[i].variable != b->items[i].variable ||
            !same_range(a->at[i].range, b->items[i].range))
            return false;
    return true;
}

bounds_domain_t *bounds_domain_new(const program_t *program) {
    bounds_domain_t *domain = mem_zalloc(sizeof *domain);
    domain->program = program;
    domain->arena = arena_new();
    intern_init(&domain->table, same_bounds);
    return domain;
}

void bounds_domain_delete(bounds_domain_t *domain) {
    if (!domain) return;
    intern_free(&domain->table);
    VEC_FREE(domain->items);
    arena_delete(domain->arena);
    mem_free(domain);
}

const bounds_t *bounds_intern(bounds_domain_t *domain, const bound_t *items, size_t count) {
    bound_list_t key = {items, count};
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++) {
        hash = hash_mix(hash, items[i].variable);
        hash = hash_mix(hash, (uint64_t)items[i].range.low);
        hash = hash_mix(hash, (uint64_t)items[i].range.high * 2 + items[i].range.not_zero);
    }
    bounds_t *found = intern_find(&domain->table, hash, &key);
    if (found) return found;
    found = arena_alloc(domain->arena, sizeof *found + count * sizeof *items);
    found->id = domain->count++;
    found->count = (uint32_t)count;
    if (count) memcpy(found->at, items, count * sizeof *items);
    intern_add(&domain->table, hash, found);
    return found;
}

/* The successor. */

typedef struct {
    bounds_domain_t *domain;
    const step_t *step;
    threading_query_t query;
    void *context;
    bool is_impossible;
} bounds_move_t;

static bool known(const bounds_move_t *m, const expr_t *expr, uint64_t *value) {
    return m->query(m->context, m->step->before, m->step->thread, expr, value);
}

static range_t bound_of(const bounds_move_t *m, variable_t variable, unsigned width) {
    for (size_t i = 0; i < m->domain->items.len; i++)
        if (m->domain->items.data[i].variable == variable) return m->domain->items.data[i].range;
    return range_all(width);
}

static bool cell_of(const bounds_move_t *m, const expr_t *address, const type_t *type,
                    variable_t *cell) {
    uint64_t value;
    return known(m, address, &value) &&
           memory_cell(m->domain->program, m->step->before, value, type->size, cell);
}

static void set(bounds_move_t *m, variable_t variable, range_t range) {
    unsigned width = variable_width(m->domain->program, variable);
    size_t at = 0;
    while (at < m->domain->items.len && m->domain->items.data[at].variable < variable) at++;
    bool is_there = at < m->domain->items.len && m->domain->items.data[at].variable == variable;
    bound_t *data = m->domain->items.data;
    if (range_is_all(range, width)) {
        if (!is_there) return;
        memmove(&data[at], &data[at + 1], (m->domain->items.len - at - 1) * sizeof *data);
        m->domain->items.len--;
        return;
    }
    if (!is_there) {
        VEC_PUSH(m->domain->items, (bound_t){0});
        data = m->domain->items.data;
        memmove(&data[at + 1], &data[at], (m->domain->items.len - at - 1) * sizeof *data);
    }
    data[at] = (bound_t){variable, range};
}

/* Evaluation. */

static range_t range_of_expr(const bounds_move_t *m, const expr_t *e);

static range_t sum(range_t a, range_t b, unsigned width) {
    int64_t low, high;
    if (__builtin_add_overflow(a.low, b.low, &low) || __builtin_add_overflow(a.high, b.high, &high))
        return range_all(width);
    if (low < least(width) || high > greatest(width)) return range_all(width);
    return normal((range_t){low, high, false});
}

static range_t negative(range_t a, unsigned width) {
    if (a.low <= least(width)) return range_all(width);
    return (range_t){-a.high, -a.low, a.not_zero};
}

/* The remainder of a division by a positive number has the sign of the dividend. */
static range_t remainder_of(range_t a, range_t b, unsigned width) {
    if (b.low < 1 || b.high == INT64_MAX) return range_all(width);
    return (range_t){a.low < 0 ? 1 - b.high : 0, a.high > 0 ? b.high - 1 : 0, false};
}

static range_t extended(range_t a, unsigned from, unsigned to, bool is_signed) {
    if (is_signed || a.low >= 0) return a;
    if (from >= 64) return range_all(to);
    return (range_t){0, (int64_t)width_mask(from), a.not_zero};
}

static range_t truncated(range_t a, unsigned to) {
    return a.low < least(to) || a.high > greatest(to) ? range_all(to) : a;
}

typedef enum { NO, YES, MAYBE } truth_t;
static truth_t truth_of(const bounds_move_t *m, const expr_t *cond);
static void learn(bounds_move_t *m, const expr_t *cond, bool truth);

static range_t range_of_truth(const bounds_move_t *m, const expr_t *e) {
    /* Width 1 as a signed number is 0 or -1. */
    switch (truth_of(m, e)) {
    case NO: return (range_t){0, 0, false};
    case YES: return (range_t){-1, -1, true};
    default: return range_all(1);
    }
}

static range_t range_of_zext(const bounds_move_t *m, const expr_t *e) {
    const expr_t *inner = e->a[0];
    if (inner->width > 1) return extended(range_of_expr(m, inner), inner->width, e->width, false);
    switch (truth_of(m, inner)) {
    case NO: return (range_t){0, 0, false};
    case YES: return (range_t){1, 1, true};
    default: return (range_t){0, 1, false};
    }
}

/* The range of an expression if a condition holds, or does not. */
static range_t range_under(const bounds_move_t *m, const expr_t *e, const expr_t *cond,
                           bool truth) {
    bounds_domain_t *domain = m->domain;
    bounds_move_t supposed = *m;
    VEC(bound_t) saved = {0};
    for (size_t i = 0; i < domain->items.len; i++) VEC_PUSH(saved, domain->items.data[i]);
    learn(&supposed, cond, truth);
    range_t range = range_of_expr(&supposed, e);
    VEC_CLEAR(domain->items);
    for (size_t i = 0; i < saved.len; i++) VEC_PUSH(domain->items, saved.data[i]);
    VEC_FREE(saved);
    return range;
}

static range_t range_of_expr(const bounds_move_t *m, const expr_t *e) {
    uint64_t value;
    variable_t cell;
    unsigned width = e->width;
    if (known(m, e, &value)) return range_of_value(value, width);
    switch (e->kind) {
    case EXPR_REG: return bound_of(m, step_register(m->step, step_depth(m->step), e->reg), width);
    case EXPR_LOAD:
        return cell_of(m, e->a[0], e->type, &cell) ? bound_of(m, cell, width) : range_all(width);
    case EXPR_ZEXT: return range_of_zext(m, e);
    case EXPR_SEXT: return extended(range_of_expr(m, e->a[0]), e->a[0]->width, width, true);
    case EXPR_TRUNC: return truncated(range_of_expr(m, e->a[0]), width);
    case EXPR_ADD: return sum(range_of_expr(m, e->a[0]), range_of_expr(m, e->a[1]), width);
    case EXPR_SUB:
        return sum(range_of_expr(m, e->a[0]), negative(range_of_expr(m, e->a[1]), width), width);
    case EXPR_NEG: return negative(range_of_expr(m, e->a[0]), width);
    case EXPR_SREM:
        return remainder_of(range_of_expr(m, e->a[0]), range_of_expr(m, e->a[1]), width);
    case EXPR_ITE:
        switch (truth_of(m, e->a[0])) {
        case YES: return range_of_expr(m, e->a[1]);
        case NO: return range_of_expr(m, e->a[2]);
        default:
            return join(range_under(m, e->a[1], e->a[0], true),
                        range_under(m, e->a[2], e->a[0], false));
        }
    default: return width == 1 && e->arity ? range_of_truth(m, e) : range_all(width);
    }
}

static truth_t opposite(truth_t truth) {
    return truth == MAYBE ? MAYBE : truth == YES ? NO : YES;
}

static truth_t is_less(range_t a, range_t b, bool or_equal) {
    if (or_equal) return opposite(is_less(b, a, false));
    if (a.high < b.low) return YES;
    return a.low >= b.high ? NO : MAYBE;
}

static truth_t is_equal(range_t a, range_t b) {
    if (a.low == a.high && b.low == b.high && a.low == b.low) return YES;
    return is_empty(meet(a, b)) ? NO : MAYBE;
}

static bool is_zero(range_t range) {
    return range.low == 0 && range.high == 0;
}

static truth_t compare_unsigned(range_t a, range_t b, bool or_equal) {
    if (a.low >= 0 && b.low >= 0) return is_less(a, b, or_equal);
    if (!or_equal && is_zero(a) && b.not_zero) return YES;
    if (or_equal && is_zero(b) && a.not_zero) return NO;
    return MAYBE;
}

static truth_t truth_of(const bounds_move_t *m, const expr_t *cond) {
    uint64_t value;
    truth_t a, b;
    if (cond->width != 1) return MAYBE;
    if (known(m, cond, &value)) return value ? YES : NO;
    switch (cond->kind) {
    case EXPR_NOT: return opposite(truth_of(m, cond->a[0]));
    case EXPR_AND:
    case EXPR_OR:
        a = truth_of(m, cond->a[0]);
        b = truth_of(m, cond->a[1]);
        if (cond->kind == EXPR_AND) return a == NO || b == NO ? NO : a == YES ? b : MAYBE;
        return a == YES || b == YES ? YES : a == NO ? b : MAYBE;
    case EXPR_EQ: return is_equal(range_of_expr(m, cond->a[0]), range_of_expr(m, cond->a[1]));
    case EXPR_SLT:
    case EXPR_SLE:
        return is_less(range_of_expr(m, cond->a[0]), range_of_expr(m, cond->a[1]),
                       cond->kind == EXPR_SLE);
    case EXPR_ULT:
    case EXPR_ULE:
        return compare_unsigned(range_of_expr(m, cond->a[0]), range_of_expr(m, cond->a[1]),
                                cond->kind == EXPR_ULE);
    default: return MAYBE;
    }
}

/* What a condition that holds says. */

static void learn_range(bounds_move_t *m, const expr_t *e, range_t range) {
    uint64_t value;
    variable_t cell;
    range_t now = meet(range_of_expr(m, e), range);
    if (is_empty(now)) {
        m->is_impossible = true;
        return;
    }
    if (known(m, e, &value)) return;
    switch (e->kind) {
    case EXPR_REG: set(m, step_register(m->step, step_depth(m->step), e->reg), now); return;
    case EXPR_LOAD:
        if (cell_of(m, e->a[0], e->type, &cell)) set(m, cell, now);
        return;
    case EXPR_SEXT: learn_range(m, e->a[0], truncated(now, e->a[0]->width)); return;
    case EXPR_ZEXT:
        if (e->a[0]->width == 1) return;
        now = truncated(now, e->a[0]->width);
        now.not_zero = now.not_zero || range.not_zero;
        learn_range(m, e->a[0], now);
        return;
    default: return;
    }
}

static void learn_less(bounds_move_t *m, const expr_t *a, const expr_t *b, bool or_equal) {
    range_t x = range_of_expr(m, a), y = range_of_expr(m, b);
    int64_t gap = or_equal ? 0 : 1;
    if (y.high > INT64_MIN + 1) learn_range(m, a, (range_t){INT64_MIN, y.high - gap, false});
    if (x.low < INT64_MAX - 1) learn_range(m, b, (range_t){x.low + gap, INT64_MAX, false});
}

/* Below a number that is not negative nothing is negative. */
static void learn_less_unsigned(bounds_move_t *m, const expr_t *a, const expr_t *b, bool or_equal) {
    const range_t not_zero = {INT64_MIN, INT64_MAX, true};
    range_t x = range_of_expr(m, a), y = range_of_expr(m, b);
    if (y.low >= 0) {
        learn_range(m, a, (range_t){0, y.high - (or_equal ? 0 : 1), false});
        if (x.low >= 0) learn_less(m, a, b, or_equal);
    }
    if (!or_equal || x.not_zero) learn_range(m, b, not_zero);
}

static void learn(bounds_move_t *m, const expr_t *cond, bool truth) {
    if (cond->width != 1) return;
    const expr_t *a = cond->a[0], *b = cond->arity > 1 ? cond->a[1] : NULL;
    const range_t not_zero = {INT64_MIN, INT64_MAX, true};
    switch (cond->kind) {
    case EXPR_NOT: learn(m, a, !truth); return;
    case EXPR_AND:
    case EXPR_OR:
        if ((cond->kind == EXPR_AND) != truth) return;
        learn(m, a, truth);
        learn(m, b, truth);
        return;
    case EXPR_EQ:
        if (truth) {
            learn_range(m, a, range_of_expr(m, b));
            learn_range(m, b, range_of_expr(m, a));
        } else {
            if (is_zero(range_of_expr(m, b))) learn_range(m, a, not_zero);
            if (is_zero(range_of_expr(m, a))) learn_range(m, b, not_zero);
        }
        return;
    case EXPR_SLT:
    case EXPR_SLE:
        if (truth)
            learn_less(m, a, b, cond->kind == EXPR_SLE);
        else
            learn_less(m, b, a, cond->kind == EXPR_SLT);
        return;
    case EXPR_ULT:
    case EXPR_ULE:
        if (truth)
            learn_less_unsigned(m, a, b, cond->kind == EXPR_ULE);
        else
            learn_less_unsigned(m, b, a, cond->kind == EXPR_ULT);
        return;
    default: return;
    }
}

/* Forgetting. */

static void lose(bounds_move_t *m, loss_t loss) {
    size_t kept = 0;
    for (size_t i = 0; i < m->domain->items.len; i++)
        if (!loss_takes(&loss, m->domain->program, m->step, m->domain->items.data[i].variable))
            m->domain->items.data[kept++] = m->domain->items.data[i];
    m->domain->items.len = kept;
}

/* All but registers of the moving thread that are not read again. */
static bool is_of_use(const bounds_move_t *m, variable_t variable) {
    return variable_kind(variable) != VARIABLE_REG ||
           variable_thread(variable) != m->step->thread || live_in(m->step->after, variable);
}

static void drop_dead(bounds_move_t *m) {
    size_t kept = 0;
    for (size_t i = 0; i < m->domain->items.len; i++)
        if (is_of_use(m, m->domain->items.data[i].variable))
            m->domain->items.data[kept++] = m->domain->items.data[i];
    m->domain->items.len = kept;
}

/* Edges. */

static void set_target(bounds_move_t *m, range_t range) {
    if (m->step->edge->target != NO_REG)
        set(m, step_register(m->step, step_depth(m->step), m->step->edge->target), range);
}

static void do_store(bounds_move_t *m) {
    const edge_t *edge = m->step->edge;
    range_t range = range_of_expr(m, edge->value);
    uint64_t address;
    variable_t cell;
    if (!known(m, edge->address, &address)) {
        lose(m, (loss_t){.kind = LOSS_REACH});
        return;
    }
    lose(m, (loss_t){LOSS_RANGE, address, edge->type->size, 0});
    if (cell_of(m, edge->address, edge->type, &cell)) set(m, cell, range);
}

static void do_call(bounds_move_t *m) {
    const edge_t *edge = m->step->edge;
    uint32_t depth = step_depth(m->step) + 1;
    if (m->step->after->unsupported) return;
    for (size_t i = 0; i < edge->arg_count && i < edge->callee->param_count; i++)
        set(m, variable_reg(m->step->thread, depth, edge->callee, (reg_t)i),
            range_of_expr(m, edge->args[i]));
}

static void do_return(bounds_move_t *m) {
    const edge_t *edge = m->step->edge;
    uint32_t depth = step_depth(m->step);
    const edge_t *call = step_frame(m->step, depth)->call;
    range_t range = edge->value ? range_of_expr(m, edge->value) : range_all(64);
    lose(m, (loss_t){.kind = LOSS_FRAMES, .depth = depth});
    if (call && call->target != NO_REG)
        set(m, step_register(m->step, depth - 1, call->target), range);
}

static void do_create(bounds_move_t *m) {
    const edge_t *edge = m->step->edge;
    if (m->step->after->unsupported) return;
    bool has_argument = edge->value && edge->callee->param_count;
    range_t argument = has_argument ? range_of_expr(m, edge->value) : range_all(64);
    if (edge->address) lose(m, (loss_t){.kind = LOSS_REACH});
    if (has_argument)
        set(m, variable_reg((unsigned)m->step->outcome, 0, edge->callee, 0), argument);
}

static void move(bounds_move_t *m) {
    const edge_t *edge = m->step->edge;
    switch (edge->kind) {
    case EDGE_ASSUME:
    case EDGE_ATOMIC_BEGIN:
        if (!edge->value) return;
        if (truth_of(m, edge->value) == NO) m->is_impossible = true;
        learn(m, edge->value, true);
        return;
    case EDGE_ASSIGN: set_target(m, range_of_expr(m, edge->value)); return;
    case EDGE_STORE: do_store(m); return;
    case EDGE_CALL: do_call(m); return;
    case EDGE_RETURN: do_return(m); return;
    case EDGE_THREAD_EXIT:
    case EDGE_EXIT: lose(m, (loss_t){.kind = LOSS_FRAMES, .depth = 0}); return;
    case EDGE_THREAD_CREATE: do_create(m); return;
    case EDGE_HAVOC_OBJECT:
        lose(m, (loss_t){LOSS_RANGE, memory_address(m->step->before, m->step->thread, edge->object),
                         edge->object->type->size, 0});
        return;
    default: set_target(m, range_all(64)); return;
    }
}

const bounds_t *bounds_transfer(bounds_domain_t *domain, const bounds_t *before, const step_t *step,
                                threading_query_t query, void *context) {
    bounds_move_t m = {domain, step, query, context, false};
    VEC_CLEAR(domain->items);
    for (uint32_t i = 0; i < before->count; i++) VEC_PUSH(domain->items, before->at[i]);
    move(&m);
    if (m.is_impossible) return NULL;
    bool runs = step->thread < step->after->thread_count &&
                step->after->threads[step->thread].status == THREAD_RUNNING;
    if (runs) drop_dead(&m);
    return bounds_intern(domain, domain->items.data, domain->items.len);
}
