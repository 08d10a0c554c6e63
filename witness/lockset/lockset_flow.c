#include "cfa/address_use.h"
#include "cfa/points_to.h"
#include "util/bitset.h"
#include "witness/lockset/lockset_internal.h"

/* A state after a step, from the annotation before it. */
typedef struct after {
    lockset_state_t masks; /* without its items */
    VEC(lockset_item_t) items;
} after_t;

static void begin_after(after_t *after, const lockset_state_t *before) {
    after->masks = *before;
    VEC_CLEAR(after->items);
    for (uint32_t i = 0; i < before->count; i++) VEC_PUSH(after->items, before->items[i]);
}

static bool is_global(const expr_t *base) {
    return base->kind == EXPR_ADDR && base->object->kind == OBJECT_GLOBAL;
}

/* The same mutex, and what is said of where it lies is true of it. */
static bool is_same(const lockset_item_t *said, const lockset_item_t *held) {
    return said->base == held->base && said->offset == held->offset &&
           said->if_zero == held->if_zero &&
           (said->lock == held->lock ||
            (is_global(said->base) && access_includes(&said->lock->access, said->base->object)));
}

/* Does the annotation say nothing that the state does not? */
static bool follows(const lockset_state_t *said, const after_t *after) {
    const lockset_state_t *m = &after->masks;
    if (said->depth > m->depth || m->alive & ~said->alive || m->created & ~said->created)
        return false;
    if (m->many_alive & ~said->many_alive || m->many_created & ~said->many_created) return false;
    for (uint32_t i = 0; i < said->count; i++) {
        bool found = false;
        for (size_t k = 0; !found && k < after->items.len; k++)
            found = is_same(&said->items[i], &after->items.data[k]);
        if (!found) return false;
    }
    return true;
}

static bool reads_reg(const expr_t *expr, reg_t reg) {
    if (expr->kind == EXPR_REG && expr->reg == reg) return true;
    for (unsigned i = 0; i < expr->arity; i++)
        if (reads_reg(expr->a[i], reg)) return true;
    return false;
}

static void drop(after_t *after, size_t index) {
    after->items.data[index] = after->items.data[after->items.len - 1];
    after->items.len--;
}

static void assign(after_t *after, reg_t target) {
    for (size_t i = after->items.len; i-- > 0;) {
        const lockset_item_t *item = &after->items.data[i];
        if (item->if_zero == target || reads_reg(item->base, target)) drop(after, i);
    }
}

static lockset_item_t mutex_of(const edge_t *edge, reg_t if_zero) {
    lockset_item_t item = {.lock = edge, .if_zero = if_zero};
    item.base = lockset_split(edge->address, &item.offset);
    return item;
}

/* All mutexes go that this may be. */
static void unlock(after_t *after, const edge_t *edge) {
    lockset_item_t freed = mutex_of(edge, NO_REG);
    for (size_t i = after->items.len; i-- > 0;) {
        const lockset_item_t *item = &after->items.data[i];
        bool is_apart = item->base == freed.base ? item->offset != freed.offset
                        : is_global(item->base) && is_global(freed.base)
                            ? true
                            : !lockset_touch(&item->lock->access, &edge->access);
        if (!is_apart) drop(after, i);
    }
}

static void end_objects(after_t *after, const access_t *ended) {
    for (size_t i = after->items.len; i-- > 0;)
        if (lockset_touch(&after->items.data[i].lock->access, ended)) drop(after, i);
}

/* [r == 0], or the opposite of its opposite. */
static bool says_zero(const expr_t *condition, reg_t *reg) {
    bool holds = true;
    for (; condition->kind == EXPR_NOT && condition->width == 1; condition = condition->a[0])
        holds = !holds;
    if (!holds || condition->kind != EXPR_EQ || condition->a[1]->kind != EXPR_CONST) return false;
    const expr_t *value = condition->a[0];
    while (value->kind == EXPR_ZEXT || value->kind == EXPR_SEXT) value = value->a[0];
    *reg = value->kind == EXPR_REG ? value->reg : NO_REG;
    return value->kind == EXPR_REG && condition->a[1]->value == 0;
}

static void assume(after_t *after, const edge_t *edge) {
    reg_t zero;
    if (!says_zero(edge->value, &zero)) return;
    for (size_t i = 0; i < after->items.len; i++)
        if (after->items.data[i].if_zero == zero) after->items.data[i].if_zero = NO_REG;
}

static void copy(after_t *after, const edge_t *edge) {
    if (edge->value->kind != EXPR_REG || edge->value->reg == edge->target) return;
    for (size_t i = after->items.len; i-- > 0;) {
        lockset_item_t item = after->items.data[i];
        if (item.if_zero != edge->value->reg) continue;
        item.if_zero = edge->target;
        VEC_PUSH(after->items, item);
    }
}

static void create(after_t *after, uint64_t bit) {
    lockset_state_t *m = &after->masks;
    if (m->alive & bit) m->many_alive |= bit;
    if (m->created & bit) m->many_created |= bit;
    m->alive |= bit;
    m->created |= bit;
}

/* Of the threads that may be meant only one runs: it has ended. */
static void join(after_t *after, uint64_t last) {
    uint64_t meant = after->masks.alive & last;
    bool is_one = meant && !(meant & (meant - 1)) && !(meant & after->masks.many_alive);
    if (is_one) after->masks.alive &= ~meant;
}

/* A step that stays in the function. */
static void step(const lockset_check_t *check, after_t *after, const edge_t *edge) {
    if (edge->target != NO_REG) assign(after, edge->target);
    switch (edge->kind) {
    case EDGE_LOCK: VEC_PUSH(after->items, mutex_of(edge, NO_REG)); break;
    case EDGE_TRYLOCK:
        if (edge->target != NO_REG && !edge->is_implied && !reads_reg(edge->address, edge->target))
            VEC_PUSH(after->items, mutex_of(edge, edge->target));
        break;
    case EDGE_UNLOCK: unlock(after, edge); break;
    case EDGE_FREE: end_objects(after, &edge->access); break;
    case EDGE_ASSUME: assume(after, edge); break;
    case EDGE_ASSIGN: copy(after, edge); break;
    case EDGE_THREAD_CREATE: create(after, check->site[edge->id]); break;
    case EDGE_THREAD_JOIN: join(after, check->ends_last[edge->id]); break;
    case EDGE_ATOMIC_BEGIN: after->masks.depth++; break;
    case EDGE_ATOMIC_END:
        if (after->masks.depth) after->masks.depth--;
        break;
    default: break;
    }
    after->masks.alive &= ~check->ends_all[edge->id];
    after->masks.many_alive &= ~check->ends_all[edge->id];
}

/* Calls. */

/* The name in the callee of a mutex of the caller. */
static bool rename_inside(const lockset_check_t *check, const edge_t *call, lockset_item_t *item) {
    if (item->if_zero != NO_REG) return false;
    if (is_global(item->base)) return true;
    size_t count = call->callee->param_count;
    for (size_t i = 0; i < count && i < call->arg_count; i++) {
        uint64_t offset;
        if (lockset_split(call->args[i], &offset) != item->base) continue;
        item->offset = (item->offset - offset) & width_mask(item->base->width);
        item->base = expr_reg(check->program->exprs, item->base->width, (reg_t)i);
        return true;
    }
    return false;
}

/* All names that the mutexes of the caller have inside: a static one keeps its own. */
static void go_inside(const lockset_check_t *check, after_t *after, const edge_t *call,
                      const lockset_state_t *before) {
    VEC_CLEAR(after->items);
    for (uint32_t i = 0; i < before->count; i++) {
        const lockset_item_t *item = &before->items[i];
        if (item->if_zero != NO_REG) continue;
        if (is_global(item->base)) VEC_PUSH(after->items, *item);
        for (size_t k = 0; k < call->arg_count && k < call->callee->param_count; k++) {
            lockset_item_t named = *item;
            uint64_t offset;
            if (lockset_split(call->args[k], &offset) != item->base) continue;
            named.offset = (item->offset - offset) & width_mask(item->base->width);
            named.base = expr_reg(check->program->exprs, item->base->width, (reg_t)k);
            VEC_PUSH(after->items, named);
        }
    }
}

static bool is_parameter_for_good(const function_t *function, const expr_t *base) {
    if (base->kind != EXPR_REG || base->reg >= function->param_count) return false;
    for (size_t n = 0; n < function->nodes.len; n++)
        for (size_t i = 0; i < function->nodes.data[n]->out.len; i++)
            if (function->nodes.data[n]->out.data[i]->target == base->reg) return false;
    return true;
}

static bool rename_outside(const edge_t *call, lockset_item_t *item) {
    if (item->if_zero != NO_REG) return false;
    if (is_global(item->base)) return true;
    unsigned width = item->base->width;
    if (!is_parameter_for_good(call->callee, item->base) || item->base->reg >= call->arg_count)
        return false;
    uint64_t offset;
    item->base = lockset_split(call->args[item->base->reg], &offset);
    item->offset = (item->offset + offset) & width_mask(width);
    return item->base->width == width && !item->base->loads;
}

static bool may_release(const lockset_check_t *check, const function_t *function,
                        const access_t *where) {
    const uint64_t *released = check->releases + function->id * check->releases_words;
    if (where->anything || bitset_has(released, check->program->objects.len)) return true;
    for (size_t i = 0; i < where->count; i++)
        if (bitset_has(released, where->objects[i]->id)) return true;
    return false;
}

static void come_back(const lockset_check_t *check, after_t *after, const edge_t *call,
                      const lockset_state_t *before) {
    for (size_t i = after->items.len; i-- > 0;)
        if (!rename_outside(call, &after->items.data[i])) drop(after, i);
    for (uint32_t i = 0; i < before->count; i++) {
        lockset_item_t inside = before->items[i];
        bool is_seen = rename_inside(check, call, &inside);
        if (!is_seen && inside.if_zero == NO_REG &&
            !may_release(check, call->callee, &inside.lock->access))
            VEC_PUSH(after->items, before->items[i]);
    }
    if (call->target != NO_REG) assign(after, call->target);
}

static uint64_t context_hash(const function_t *root, const function_t *function,
                             const lockset_state_t *masks, size_t items) {
    uint64_t hash = hash_mix(hash_mix(root->id + 1, function->id), items);
    return hash_mix(hash, hash_mix(masks->alive, masks->created));
}

static bool begins_with(const lockset_context_t *context, const after_t *entry) {
    const lockset_state_t *e = &context->entry, *m = &entry->masks;
    return e->count == entry->items.len && e->depth == m->depth && e->alive == m->alive &&
           e->created == m->created && e->many_alive == m->many_alive &&
           e->many_created == m->many_created && follows(e, entry);
}

/* The context of the proof for a function that is entered like this, or NULL. */
static const lockset_context_t *find_context(const lockset_check_t *check, const function_t *root,
                                             const function_t *function, const after_t *entry) {
    uint64_t number = 0;
    map64_get(&check->contexts, context_hash(root, function, &entry->masks, entry->items.len),
              &number);
    for (; number; number = check->same_hash[number - 1]) {
        const lockset_context_t *context = &check->proof->contexts[number - 1];
        if (context->root == root && context->function == function && begins_with(context, entry))
            return context;
    }
    return NULL;
}

static const lockset_state_t *said_at(const lockset_check_t *check,
                                      const lockset_context_t *context, const node_t *node) {
    return context->at[check->position[node->id]];
}

static bool check_call(lockset_check_t *check, const lockset_context_t *context, const edge_t *edge,
                       after_t *after) {
    const lockset_state_t *before = said_at(check, context, edge->from);
    go_inside(check, after, edge, before);
    const lockset_context_t *callee = find_context(check, context->root, edge->callee, after);
    if (!callee) return lockset_fail(check, edge, "a call in a state without annotations");
    if (!callee->exit) return true;
    begin_after(after, callee->exit);
    come_back(check, after, edge, before);
    const lockset_state_t *said = said_at(check, context, edge->to);
    return (said && follows(said, after)) ||
           lockset_fail(check, edge, "the annotation behind a call does not follow");
}

static bool check_return(lockset_check_t *check, const lockset_context_t *context,
                         const edge_t *edge, after_t *after) {
    const function_t *function = edge->from->function;
    for (size_t i = after->items.len; i-- > 0;) {
        const access_t *where = &after->items.data[i].lock->access;
        bool ends = where->anything;
        for (size_t k = 0; k < where->count; k++)
            ends |=
                where->objects[k]->kind == OBJECT_LOCAL && where->objects[k]->function == function;
        if (ends) drop(after, i);
    }
    return (context->exit && follows(context->exit, after)) ||
           lockset_fail(check, edge, "the annotation of a return does not follow");
}

/* The distance of two objects leads from the one into the other; what accesses may touch is
 * known if nobody goes that way only (cfa/points_to.h). */
static bool takes_distance(const lockset_check_t *check, const function_t *function,
                           const expr_t *expr) {
    if (!expr) return false;
    bool takes =
        expr->kind == EXPR_SUB && address_use(check->program, function, expr) == ADDRESS_USE_ORDER;
    for (unsigned i = 0; !takes && i < expr->arity; i++)
        takes = takes_distance(check, function, expr->a[i]);
    return takes;
}

static bool edge_takes_distance(const lockset_check_t *check, const edge_t *edge) {
    if (!edge->uses_layout) return false;
    const function_t *function = edge->from->function;
    bool takes = takes_distance(check, function, edge->address) ||
                 takes_distance(check, function, edge->value);
    for (size_t i = 0; !takes && i < edge->arg_count; i++)
        takes = takes_distance(check, function, edge->args[i]);
    return takes;
}

static bool check_edge(lockset_check_t *check, const lockset_context_t *context, const edge_t *edge,
                       after_t *after) {
    static const lockset_state_t nothing = {0};
    check->stats->steps++;
    if (edge_takes_distance(check, edge))
        return lockset_fail(check, edge, "the distance of two objects is computed with");
    begin_after(after, said_at(check, context, edge->from));
    switch (edge->kind) {
    case EDGE_CALL: return check_call(check, context, edge, after);
    case EDGE_RETURN: return check_return(check, context, edge, after);
    case EDGE_UNSUPPORTED:
        return lockset_fail(check, edge, "the program has a step that cannot be modelled");
    case EDGE_EXIT:
    case EDGE_THREAD_EXIT:
    case EDGE_ERROR: return true;
    default: break;
    }
    step(check, after, edge);
    const lockset_state_t *said = said_at(check, context, edge->to);
    if (!said || !follows(said, after))
        return lockset_fail(check, edge, "an annotation does not follow");
    if (edge->kind != EDGE_THREAD_CREATE) return true;
    begin_after(after, &nothing);
    return find_context(check, edge->callee, edge->callee, after) ||
           lockset_fail(check, edge, "a thread without annotations");
}

static bool check_context(lockset_check_t *check, const lockset_context_t *context,
                          after_t *after) {
    const function_t *function = context->function;
    const lockset_state_t *first = said_at(check, context, function->entry);
    begin_after(after, &context->entry);
    if (!first || !follows(first, after))
        return lockset_fail(check, NULL, "an annotation at an entry does not follow");
    for (size_t n = 0; n < function->nodes.len; n++) {
        const node_t *node = function->nodes.data[n];
        if (!said_at(check, context, node)) continue;
        for (size_t i = 0; i < node->out.len; i++)
            if (!check_edge(check, context, node->out.data[i], after)) return false;
    }
    return true;
}

static void enter_contexts(lockset_check_t *check) {
    size_t count = check->proof->context_count;
    check->same_hash = ARENA_ARRAY(check->arena, uint32_t, count);
    for (size_t i = 0; i < count; i++) {
        const lockset_context_t *context = &check->proof->contexts[i];
        uint64_t known = 0, hash = context_hash(context->root, context->function, &context->entry,
                                                context->entry.count);
        map64_get(&check->contexts, hash, &known);
        check->same_hash[i] = (uint32_t)known;
        map64_put(&check->contexts, hash, i + 1);
    }
}

bool lockset_flow(lockset_check_t *check) {
    static const lockset_state_t nothing = {0};
    after_t after = {0};
    enter_contexts(check);
    begin_after(&after, &nothing);
    const function_t *main = check->program->main;
    bool accepted = find_context(check, main, main, &after) != NULL ||
                    lockset_fail(check, NULL, "main has no annotations");
    for (size_t i = 0; accepted && i < check->proof->context_count; i++) {
        accepted = check_context(check, &check->proof->contexts[i], &after);
        if (accepted && check->limits->limits && limits_exceeded(check->limits->limits, NULL))
            accepted = lockset_fail(check, NULL, "a limit was exceeded");
    }
    VEC_FREE(after.items);
    return accepted;
}
