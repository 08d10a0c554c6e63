#include "engine/lockset/lockset_step.h"

#include "cfa/points_to.h"

void draft_load(lockset_draft_t *draft, const lockset_state_t *state) {
    VEC_CLEAR(draft->items);
    for (uint32_t i = 0; i < state->count; i++) VEC_PUSH(draft->items, state->items[i]);
    draft->state = *state;
}

lockset_state_t draft_save(const lockset_draft_t *draft, arena_t *arena) {
    lockset_state_t state = draft->state;
    lockset_item_t *items = ARENA_ARRAY(arena, lockset_item_t, draft->items.len);
    for (size_t i = 0; i < draft->items.len; i++) items[i] = draft->items.data[i];
    state.items = items;
    state.count = (uint32_t)draft->items.len;
    return state;
}

static bool item_equal(const lockset_item_t *a, const lockset_item_t *b) {
    return a->base == b->base && a->offset == b->offset && a->if_zero == b->if_zero;
}

static const lockset_item_t *find_item(const lockset_state_t *state, const lockset_item_t *item) {
    for (uint32_t i = 0; i < state->count; i++)
        if (item_equal(&state->items[i], item)) return &state->items[i];
    return NULL;
}

bool lockset_state_equal(const lockset_state_t *a, const lockset_state_t *b) {
    if (a->count != b->count || a->depth != b->depth || a->alive != b->alive) return false;
    if (a->many_alive != b->many_alive || a->created != b->created) return false;
    if (a->many_created != b->many_created) return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const lockset_item_t *other = find_item(b, &a->items[i]);
        if (!other || other->lock != a->items[i].lock) return false;
    }
    return true;
}

static bool meets_access(const access_t *a, const access_t *b) {
    if (a->anything || b->anything) return true;
    for (size_t i = 0; i < a->count; i++)
        if (access_includes(b, a->objects[i])) return true;
    return false;
}

typedef bool (*item_test_t)(const void *context, const lockset_item_t *item);

static void remove_if(lockset_draft_t *draft, item_test_t test, const void *context) {
    size_t left = 0;
    for (size_t i = 0; i < draft->items.len; i++)
        if (!test(context, &draft->items.data[i])) draft->items.data[left++] = draft->items.data[i];
    draft->items.len = left;
}

/* Which edge took it does not matter where it may lie in the same objects. */
static bool is_missing(const void *context, const lockset_item_t *item) {
    const lockset_item_t *other = find_item(context, item);
    return !other || (other->lock != item->lock && item->base->kind != EXPR_ADDR);
}

void draft_join(lockset_draft_t *draft, const lockset_state_t *state) {
    remove_if(draft, is_missing, state);
    lockset_state_t *s = &draft->state;
    if (state->depth < s->depth) s->depth = state->depth;
    s->alive |= state->alive;
    s->many_alive |= state->many_alive;
    s->created |= state->created;
    s->many_created |= state->many_created;
}

static bool mentions(const expr_t *expr, reg_t reg) {
    if (expr->kind == EXPR_REG) return expr->reg == reg;
    bool found = false;
    for (unsigned i = 0; !found && i < expr->arity; i++) found = mentions(expr->a[i], reg);
    return found;
}

static bool depends_on(const void *context, const lockset_item_t *item) {
    reg_t reg = *(const reg_t *)context;
    return item->if_zero == reg || mentions(item->base, reg);
}

static lockset_item_t item_of(const edge_t *lock) {
    lockset_item_t item = {.lock = lock, .if_zero = NO_REG};
    item.base = lockset_split(lock->address, &item.offset);
    return item;
}

/* Are the two mutexes apart, whatever registers say? */
static bool are_apart(const lockset_item_t *a, const lockset_item_t *b) {
    if (a->base == b->base) return a->offset != b->offset;
    if (a->base->kind == EXPR_ADDR && b->base->kind == EXPR_ADDR) return true;
    return !meets_access(&a->lock->access, &b->lock->access);
}

static bool may_be(const void *context, const lockset_item_t *item) {
    return !are_apart(context, item);
}

static bool may_end(const void *context, const lockset_item_t *item) {
    const edge_t *edge = context;
    return meets_access(&edge->access, &item->lock->access);
}

static void take(lockset_draft_t *draft, lockset_item_t item) {
    for (size_t i = 0; i < draft->items.len; i++)
        if (item_equal(&draft->items.data[i], &item)) return;
    VEC_PUSH(draft->items, item);
}

/* The expression that is 0 if the condition has this value, or NULL. */
static const expr_t *zero_if(const expr_t *condition, bool value) {
    while (condition->kind == EXPR_NOT && condition->width == 1) {
        condition = condition->a[0];
        value = !value;
    }
    if (condition->kind != EXPR_EQ || !value) return NULL;
    const expr_t *zero = condition->a[1], *other = condition->a[0];
    if (zero->kind != EXPR_CONST || zero->value) return NULL;
    while (other->kind == EXPR_SEXT || other->kind == EXPR_ZEXT) other = other->a[0];
    return other->kind == EXPR_REG ? other : NULL;
}

static void step_assume(lockset_draft_t *draft, const edge_t *edge) {
    const expr_t *zero = zero_if(edge->value, true);
    for (size_t i = 0; zero && i < draft->items.len; i++)
        if (draft->items.data[i].if_zero == zero->reg) draft->items.data[i].if_zero = NO_REG;
}

/* A copy of the result of a trylock says what it says. */
static void step_assign(lockset_draft_t *draft, const edge_t *edge) {
    bool copies = edge->value->kind == EXPR_REG && edge->value->reg != edge->target;
    size_t count = draft->items.len;
    for (size_t i = 0; copies && i < count; i++) {
        lockset_item_t item = draft->items.data[i];
        if (item.if_zero != edge->value->reg) continue;
        item.if_zero = edge->target;
        take(draft, item);
    }
}

static void step_create(const lockset_facts_t *facts, lockset_state_t *s, const edge_t *edge) {
    uint64_t bit = facts->site_bit[edge->id];
    s->many_alive |= s->alive & bit;
    s->many_created |= s->created & bit;
    s->alive |= bit;
    s->created |= bit;
}

static void step_join(const lockset_facts_t *facts, lockset_state_t *s, const edge_t *edge) {
    uint64_t joined = s->alive & facts->joined_any[edge->id];
    if (__builtin_popcountll(joined) == 1 && !(joined & s->many_alive)) s->alive &= ~joined;
}

void draft_step(const lockset_facts_t *facts, lockset_draft_t *draft, const edge_t *edge) {
    lockset_state_t *s = &draft->state;
    lockset_item_t item;
    if (edge->target != NO_REG) remove_if(draft, depends_on, &edge->target);
    switch (edge->kind) {
    case EDGE_ASSUME: step_assume(draft, edge); break;
    case EDGE_ASSIGN: step_assign(draft, edge); break;
    case EDGE_LOCK: take(draft, item_of(edge)); break;
    case EDGE_TRYLOCK:
        item = item_of(edge);
        item.if_zero = edge->target;
        if (!edge->is_implied && edge->target != NO_REG && !mentions(item.base, edge->target))
            take(draft, item);
        break;
    case EDGE_UNLOCK:
        item = item_of(edge);
        remove_if(draft, may_be, &item);
        break;
    case EDGE_FREE: remove_if(draft, may_end, edge); break;
    case EDGE_THREAD_CREATE: step_create(facts, s, edge); break;
    case EDGE_THREAD_JOIN: step_join(facts, s, edge); break;
    case EDGE_ATOMIC_BEGIN: s->depth++; break;
    case EDGE_ATOMIC_END: s->depth -= s->depth > 0; break;
    default: break;
    }
    s->alive &= ~facts->joined_all[edge->id];
    s->many_alive &= ~facts->joined_all[edge->id];
}

static bool is_static(const expr_t *expr) {
    return expr->kind == EXPR_ADDR && expr->object->kind == OBJECT_GLOBAL;
}

/* A mutex that the caller names by what it hands over is named by the parameter inside. */
static bool to_parameter(const lockset_facts_t *facts, const edge_t *call, lockset_item_t *item) {
    if (item->if_zero != NO_REG) return false;
    if (is_static(item->base)) return true;
    for (size_t i = 0; i < call->arg_count && i < call->callee->param_count; i++) {
        uint64_t offset;
        const expr_t *base = lockset_split(call->args[i], &offset);
        if (base != item->base) continue;
        item->offset = (item->offset - offset) & width_mask(base->width);
        item->base = expr_reg(facts->program->exprs, base->width, (reg_t)i);
        return true;
    }
    return false;
}

/* The other way round. */
static bool from_parameter(const lockset_facts_t *facts, const edge_t *call, lockset_item_t *item) {
    if (item->if_zero != NO_REG) return false;
    if (is_static(item->base)) return true;
    const function_t *callee = call->callee;
    if (item->base->kind != EXPR_REG || item->base->reg >= callee->param_count) return false;
    if (item->base->reg >= call->arg_count || facts->assigned[callee->id][item->base->reg])
        return false;
    uint64_t offset;
    unsigned width = item->base->width;
    item->base = lockset_split(call->args[item->base->reg], &offset);
    item->offset = (item->offset + offset) & width_mask(width);
    return item->base->width == width && !item->base->loads;
}

/* A static mutex keeps its name, and has that of the parameter as well. */
void draft_enter(const lockset_facts_t *facts, lockset_draft_t *draft, const edge_t *call) {
    size_t count = draft->items.len, left = 0;
    for (size_t i = 0; i < count; i++) {
        lockset_item_t item = draft->items.data[i];
        for (size_t k = 0; k < call->arg_count && k < call->callee->param_count; k++) {
            lockset_item_t named = item;
            uint64_t offset;
            const expr_t *base = lockset_split(call->args[k], &offset);
            if (item.if_zero != NO_REG || base != item.base) continue;
            named.offset = (item.offset - offset) & width_mask(base->width);
            named.base = expr_reg(facts->program->exprs, base->width, (reg_t)k);
            VEC_PUSH(draft->items, named);
        }
        item.if_zero = item.if_zero == NO_REG && is_static(item.base) ? NO_REG : 0;
        draft->items.data[i] = item;
    }
    for (size_t i = 0; i < draft->items.len; i++)
        if (i >= count || draft->items.data[i].if_zero == NO_REG)
            draft->items.data[left++] = draft->items.data[i];
    draft->items.len = left;
}

/* A mutex that has no name in the callee is still held if that cannot unlock it. */
static bool survives(const lockset_facts_t *facts, const edge_t *call, const lockset_item_t *item) {
    lockset_item_t inside = *item;
    if (item->if_zero != NO_REG || to_parameter(facts, call, &inside)) return false;
    const bool *unlocked = facts->unlocks[call->callee->id];
    if (item->lock->access.anything || unlocked[facts->program->objects.len]) return false;
    for (size_t i = 0; i < item->lock->access.count; i++)
        if (unlocked[item->lock->access.objects[i]->id]) return false;
    return true;
}

void draft_leave(const lockset_facts_t *facts, lockset_draft_t *draft, const edge_t *call,
                 const lockset_state_t *before) {
    size_t count = draft->items.len;
    for (size_t i = 0; i < count; i++) {
        lockset_item_t item = draft->items.data[0];
        for (size_t k = 1; k < draft->items.len; k++)
            draft->items.data[k - 1] = draft->items.data[k];
        draft->items.len--;
        if (from_parameter(facts, call, &item)) take(draft, item);
    }
    for (uint32_t i = 0; i < before->count; i++)
        if (survives(facts, call, &before->items[i])) take(draft, before->items[i]);
    if (call->target != NO_REG) remove_if(draft, depends_on, &call->target);
}

static bool lies_in_frame(const void *context, const lockset_item_t *item) {
    const function_t *function = ((const edge_t *)context)->from->function;
    if (item->lock->access.anything) return true;
    for (size_t i = 0; i < item->lock->access.count; i++)
        if (item->lock->access.objects[i]->function == function &&
            item->lock->access.objects[i]->kind == OBJECT_LOCAL)
            return true;
    return false;
}

void draft_return(lockset_draft_t *draft, const edge_t *edge) {
    remove_if(draft, lies_in_frame, edge);
}

/* Facts. */

static void find_joins(lockset_facts_t *facts, const edge_t *edge) {
    joined_t joined;
    if (!edge_joins(facts->program, edge, &joined)) return;
    if (joined.leave) {
        facts->joined_all[joined.leave->id] |= facts->site_bit[joined.create->id];
        return;
    }
    for (size_t i = 0; i < facts->site_count; i++)
        if (facts->sites[i]->address == joined.address)
            facts->joined_any[edge->id] |= UINT64_C(1) << i;
}

static void add_unlock(bool *unlocks, size_t anything, const edge_t *edge) {
    if (edge->access.anything) unlocks[anything] = true;
    for (size_t i = 0; i < edge->access.count; i++) unlocks[edge->access.objects[i]->id] = true;
}

/* Of calls until nothing is added. */
static void find_unlocks(lockset_facts_t *facts) {
    const program_t *program = facts->program;
    size_t objects = program->objects.len;
    bool **unlocks = ARENA_ARRAY(facts->arena, bool *, program->functions.len);
    for (size_t i = 0; i < program->functions.len; i++)
        unlocks[i] = ARENA_ARRAY(facts->arena, bool, objects + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < program->edges.len; i++) {
            const edge_t *edge = program->edges.data[i];
            bool *own = unlocks[edge->from->function->id];
            if (edge->kind == EDGE_UNLOCK || edge->kind == EDGE_FREE)
                add_unlock(own, objects, edge);
            if (edge->kind != EDGE_CALL) continue;
            for (size_t k = 0; k <= objects; k++) {
                changed |= unlocks[edge->callee->id][k] && !own[k];
                own[k] |= unlocks[edge->callee->id][k];
            }
        }
    }
    facts->unlocks = (const bool **)unlocks;
}

static void find_assigned(lockset_facts_t *facts) {
    const program_t *program = facts->program;
    facts->assigned = ARENA_ARRAY(facts->arena, bool *, program->functions.len);
    for (size_t i = 0; i < program->functions.len; i++)
        facts->assigned[i] = ARENA_ARRAY(facts->arena, bool, program->functions.data[i]->regs.len);
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->target != NO_REG) facts->assigned[edge->from->function->id][edge->target] = true;
    }
}

bool lockset_facts_make(lockset_facts_t *facts, const program_t *program) {
    size_t edges = program->edges.len, count = 0;
    *facts = (lockset_facts_t){.program = program, .arena = arena_new()};
    facts->site_bit = ARENA_ARRAY(facts->arena, uint64_t, edges);
    facts->joined_any = ARENA_ARRAY(facts->arena, uint64_t, edges);
    facts->joined_all = ARENA_ARRAY(facts->arena, uint64_t, edges);
    for (size_t i = 0; i < edges; i++) count += program->edges.data[i]->kind == EDGE_THREAD_CREATE;
    if (count > LOCKSET_MAX_SITES) return false;
    facts->sites = ARENA_ARRAY(facts->arena, const edge_t *, count);
    for (size_t i = 0; i < edges; i++) {
        if (program->edges.data[i]->kind != EDGE_THREAD_CREATE) continue;
        facts->site_bit[i] = UINT64_C(1) << facts->site_count;
        facts->sites[facts->site_count++] = program->edges.data[i];
    }
    for (size_t i = 0; i < edges; i++)
        if (program->edges.data[i]->kind == EDGE_THREAD_JOIN)
            find_joins(facts, program->edges.data[i]);
    find_unlocks(facts);
    find_assigned(facts);
    return true;
}

void lockset_facts_free(lockset_facts_t *facts) {
    arena_delete(facts->arena);
}
