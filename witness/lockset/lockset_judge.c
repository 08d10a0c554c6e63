#include "cfa/data_access.h"
#include "cfa/points_to.h"
#include "util/bitset.h"
#include "witness/lockset/lockset_internal.h"

#include <string.h>

/* A thread that stands before an edge, in a state that the annotations allow. */
typedef struct place {
    const function_t *root;
    const edge_t *edge;
    const lockset_state_t *state;
    data_access_t access; /* if it is one */
    bool is_atomic;
} place_t;

typedef VEC(place_t) places_t;

enum { MAX_ROOTS = LOCKSET_MAX_SITES + 1 };

typedef struct judge {
    lockset_check_t *check;
    const lockset_proof_t *proof;
    uint32_t *root_number; /* per function: 1 + its number, or 0: no thread begins with it */
    size_t root_count;
    uint64_t child_sites[MAX_ROOTS]; /* of threads that begin with a root: what they create */
    uint64_t direct[MAX_ROOTS];      /* sites whose threads begin with this root */
    uint64_t proper[MAX_ROOTS];      /* sites whose threads have such descendants */
    /* Pairs of sites of one creator, per first site: both threads may run; the first may run
     * and the second may have been created; both may have been created. Of one site: two. */
    uint64_t both_alive[LOCKSET_MAX_SITES], alive_created[LOCKSET_MAX_SITES],
        both_created[LOCKSET_MAX_SITES];
    bool unordered[MAX_ROOTS][MAX_ROOTS]; /* two threads of these, neither the other's ancestor */
    bool *spoilt; /* per object: a mutex in it may be freed while somebody holds it */
    places_t accesses, releases;
    /* Per edge, made when it is asked for: the shared objects that it may touch, as a bit set;
     * and whether its mutex is the only one of its object: 1 yes, 2 no. */
    uint64_t **touched;
    uint8_t *alone;
} judge_t;

static size_t root_of(judge_t *j, const function_t *root) {
    if (!j->root_number[root->id]) j->root_number[root->id] = (uint32_t)++j->root_count;
    return j->root_number[root->id] - 1;
}

static bool bit(uint64_t mask, size_t i) {
    return mask >> i & 1;
}

/* Collecting. */

/* Is the mutex of the UNLOCK one that the thread holds? */
static bool is_held(const lockset_state_t *state, const edge_t *edge) {
    for (uint32_t i = 0; i < state->count; i++)
        if (lockset_names(&state->items[i], edge)) return true;
    return false;
}

static bool releases_others(const judge_t *j, const place_t *place) {
    switch (place->edge->kind) {
    case EDGE_UNLOCK: return !is_held(place->state, place->edge);
    case EDGE_FREE:
    case EDGE_THREAD_EXIT: return true;
    case EDGE_RETURN: /* with that of main the program ends */
        return place->edge->from->function->locals.len > 0 &&
               place->edge->from->function != j->check->program->main;
    default: return false;
    }
}

static void add_edge(judge_t *j, const lockset_context_t *context, const lockset_state_t *state,
                     const edge_t *edge) {
    place_t place = {.root = context->root, .edge = edge, .state = state};
    if (edge->kind == EDGE_THREAD_CREATE)
        j->child_sites[root_of(j, context->root)] |= j->check->site[edge->id];
    if (releases_others(j, &place)) VEC_PUSH(j->releases, place);
    if (!edge->access.shared || !data_access_of(edge, &place.access)) return;
    place.is_atomic = data_access_is_atomic(edge, state->depth);
    VEC_PUSH(j->accesses, place);
}

/* Who may run beside whom, as far as their creator says at this node. */
static void note_pairs(judge_t *j, const lockset_state_t *s) {
    for (size_t i = 0; i < j->proof->site_count; i++) {
        uint64_t own = UINT64_C(1) << i;
        uint64_t again = s->many_created & own;
        if (!(s->created & own)) continue;
        j->both_created[i] |= (s->created & ~own) | again;
        if (!(s->alive & own)) continue;
        j->alive_created[i] |= (s->created & ~own) | again;
        j->both_alive[i] |= (s->alive & ~own) | (s->many_alive & own);
    }
}

static void collect(judge_t *j) {
    root_of(j, j->check->program->main);
    for (size_t i = 0; i < j->proof->site_count; i++) root_of(j, j->proof->sites[i]->callee);
    for (size_t c = 0; c < j->proof->context_count; c++) {
        const lockset_context_t *context = &j->proof->contexts[c];
        for (size_t n = 0; n < context->function->nodes.len; n++) {
            const lockset_state_t *state = context->at[n];
            const node_t *node = context->function->nodes.data[n];
            if (!state) continue;
            note_pairs(j, state);
            for (size_t i = 0; i < node->out.len; i++)
                add_edge(j, context, state, node->out.data[i]);
        }
    }
}

/* Order of threads. */

static void find_descendants(judge_t *j) {
    for (size_t i = 0; i < j->proof->site_count; i++)
        j->direct[root_of(j, j->proof->sites[i]->callee)] |= UINT64_C(1) << i;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < j->proof->site_count; i++) {
            uint64_t own = UINT64_C(1) << i;
            uint64_t children = j->child_sites[root_of(j, j->proof->sites[i]->callee)];
            for (size_t r = 0; r < j->root_count; r++) {
                /* A child of its threads begins with the root, or has such descendants. */
                bool is_proper = children & (j->direct[r] | j->proper[r]);
                if (!is_proper || j->proper[r] & own) continue;
                j->proper[r] |= own;
                changed = true;
            }
        }
    }
}

static bool are_unordered(const judge_t *j, size_t r, size_t s) {
    for (size_t i = 0; i < j->proof->site_count; i++) {
        bool direct = bit(j->direct[r], i), proper = bit(j->proper[r], i);
        if (direct && (j->both_alive[i] & j->direct[s] || j->alive_created[i] & j->proper[s]))
            return true;
        if (proper && j->both_created[i] & j->proper[s]) return true;
        if (!proper) continue;
        for (size_t k = 0; k < j->proof->site_count; k++)
            if (bit(j->direct[s], k) && bit(j->alive_created[k], i)) return true;
    }
    return false;
}

/* Has this thread made one of the root, itself or by others, that may still run? */
static bool may_have_made(const judge_t *j, const lockset_state_t *state, size_t root) {
    return state->alive & j->direct[root] || state->created & j->proper[root];
}

static bool may_be_beside(judge_t *j, const place_t *a, const place_t *b) {
    size_t r = root_of(j, a->root), s = root_of(j, b->root);
    return j->unordered[r][s] || may_have_made(j, a->state, s) || may_have_made(j, b->state, r);
}

/* Locks. */

static bool lies_in(const lockset_item_t *item, const object_t *object) {
    if (item->base->kind == EXPR_ADDR) return item->base->object == object;
    return access_includes(&item->lock->access, object);
}

/* Mutexes in these objects cannot be relied on, if this release and this holder may come
 * together. */
static bool may_release(const place_t *release, const object_t *object) {
    const edge_t *edge = release->edge;
    switch (edge->kind) {
    case EDGE_UNLOCK: return access_includes(&edge->access, object);
    case EDGE_FREE: return object->kind == OBJECT_HEAP && access_includes(&edge->access, object);
    case EDGE_RETURN:
        return object->kind == OBJECT_LOCAL && object->function == edge->from->function;
    default: return object->kind == OBJECT_LOCAL || object->kind == OBJECT_THREAD;
    }
}

static void spoil_by(judge_t *j, const place_t *holder) {
    for (uint32_t i = 0; i < holder->state->count; i++) {
        const lockset_item_t *item = &holder->state->items[i];
        for (size_t o = 0; o < j->check->program->objects.len; o++) {
            const object_t *object = j->check->program->objects.data[o];
            if (j->spoilt[o] || !lies_in(item, object)) continue;
            for (size_t k = 0; k < j->releases.len && !j->spoilt[o]; k++)
                j->spoilt[o] = may_release(&j->releases.data[k], object) &&
                               may_be_beside(j, &j->releases.data[k], holder);
        }
    }
}

static void find_spoilt(judge_t *j) {
    j->spoilt = ARENA_ARRAY(j->check->arena, bool, j->check->program->objects.len + 1);
    if (!j->releases.len) return;
    for (size_t c = 0; c < j->proof->context_count; c++) {
        const lockset_context_t *context = &j->proof->contexts[c];
        for (size_t n = 0; n < context->function->nodes.len; n++)
            if (context->at[n])
                spoil_by(j, &(place_t){.root = context->root, .state = context->at[n]});
    }
}

static bool is_reliable(const judge_t *j, const lockset_item_t *item) {
    if (item->if_zero != NO_REG) return false;
    if (item->base->kind == EXPR_ADDR) return !j->spoilt[item->base->object->id];
    if (item->lock->access.anything) return false;
    for (size_t i = 0; i < item->lock->access.count; i++)
        if (j->spoilt[item->lock->access.objects[i]->id]) return false;
    return true;
}

/* Two accesses to whole cells of the same size: if they meet, their addresses are equal. */
static bool meet_as_equals(const place_t *a, const place_t *b) {
    return a->access.size && a->access.size == b->access.size && !a->edge->access.mixed &&
           !b->edge->access.mixed;
}

/* base = object + index * scale. */
typedef struct indexed {
    const object_t *object;
    const expr_t *index;
    uint64_t scale;
} indexed_t;

static bool read_indexed(const expr_t *base, indexed_t *out) {
    if (base->kind != EXPR_ADD || base->a[0]->kind != EXPR_ADDR) return false;
    if (base->a[0]->object->kind != OBJECT_GLOBAL) return false;
    *out = (indexed_t){base->a[0]->object, base->a[1], 1};
    if (out->index->kind == EXPR_MUL && out->index->a[1]->kind == EXPR_CONST) {
        out->scale = out->index->a[1]->value;
        out->index = out->index->a[0];
    }
    return out->scale != 0 && !out->index->loads;
}

/* Of each access: the distance from the mutex to the data, if both are at distances from the
 * same address; or the same element of two arrays. */
static bool hold_mutex_of_data(const place_t *a, const lockset_item_t *of_a, const place_t *b,
                               const lockset_item_t *of_b) {
    uint64_t at_a, at_b;
    const expr_t *base_a = lockset_split(a->access.address, &at_a);
    const expr_t *base_b = lockset_split(b->access.address, &at_b);
    uint64_t mask = width_mask(base_a->width);
    if (base_a == of_a->base && base_b == of_b->base)
        return ((at_a - of_a->offset) & mask) == ((at_b - of_b->offset) & mask);
    indexed_t data_a, data_b, lock_a, lock_b;
    if (!read_indexed(base_a, &data_a) || !read_indexed(base_b, &data_b)) return false;
    if (!read_indexed(of_a->base, &lock_a) || !read_indexed(of_b->base, &lock_b)) return false;
    if (data_a.index != lock_a.index || data_b.index != lock_b.index) return false;
    if (data_a.object != data_b.object || data_a.scale != data_b.scale || at_a != at_b)
        return false;
    /* Equal addresses of data have indices that differ by what the scale makes vanish; so does
     * that of the mutexes then. */
    return lock_a.object == lock_b.object && lock_a.scale == lock_b.scale &&
           of_a->offset == of_b->offset &&
           __builtin_ctzll(lock_a.scale) >= __builtin_ctzll(data_a.scale);
}

static uint64_t mutexes_in(const type_t *type) {
    if (type->is_opaque) return 1;
    if (type->kind == TYPE_ARRAY) return type->count * mutexes_in(type->elem);
    uint64_t count = 0;
    for (size_t i = 0; i < type->field_count; i++) count += mutexes_in(type->fields[i].type);
    return count;
}

/* Is the mutex that the edge takes the only one in its object, whichever that is? Memory of
 * another type may be used as one as well. */
static bool find_alone(const program_t *program, const edge_t *lock) {
    const access_t *where = &lock->access;
    if (where->anything || !where->count) return false;
    for (size_t i = 0; i < where->count; i++)
        if (where->objects[i]->kind != OBJECT_GLOBAL || mutexes_in(where->objects[i]->type) != 1)
            return false;
    return edge_finds_mutex(program, lock);
}

static bool is_alone_in_object(const judge_t *j, const lockset_item_t *item) {
    uint8_t *known = &j->alone[item->lock->id];
    if (!*known) *known = find_alone(j->check->program, item->lock) ? 1 : 2;
    return *known == 1;
}

/* May its value have been made from the address of an object? */
static bool carries_address(const judge_t *j, const function_t *function, const expr_t *value) {
    size_t count;
    bool anything;
    points_to_expr(j->check->program, function, value, &count, &anything);
    return count > 0;
}

/* The pointer that an address is computed from: it stays in the object if all that is added
 * are numbers. Integers may be added up the other way round, the address last. */
static const expr_t *pointer_of(const judge_t *j, const function_t *function,
                                const expr_t *address) {
    for (; address->kind == EXPR_ADD; address = address->a[0])
        if (carries_address(j, function, address->a[1])) return NULL;
    return address->kind == EXPR_REG || address->kind == EXPR_ADDR ? address : NULL;
}

static bool lies_with_data(const judge_t *j, const place_t *place, const lockset_item_t *item) {
    const function_t *function = place->edge->from->function;
    const expr_t *pointer = pointer_of(j, function, place->access.address);
    return pointer && pointer == pointer_of(j, function, item->base) && is_alone_in_object(j, item);
}

static bool have_common_mutex(const judge_t *j, const place_t *a, const place_t *b) {
    bool as_equals = meet_as_equals(a, b);
    for (uint32_t i = 0; i < a->state->count; i++) {
        const lockset_item_t *of_a = &a->state->items[i];
        if (!is_reliable(j, of_a)) continue;
        for (uint32_t k = 0; k < b->state->count; k++) {
            const lockset_item_t *of_b = &b->state->items[k];
            if (!is_reliable(j, of_b)) continue;
            bool is_one = of_a->base == of_b->base && of_a->offset == of_b->offset &&
                          of_a->base->kind == EXPR_ADDR &&
                          of_a->base->object->kind == OBJECT_GLOBAL;
            if (is_one || (as_equals && hold_mutex_of_data(a, of_a, b, of_b))) return true;
            /* Accesses that meet are in one object, and so are the mutexes. */
            if (lies_with_data(j, a, of_a) && lies_with_data(j, b, of_b)) return true;
        }
    }
    return false;
}

/* Races. */

static const uint64_t *touched_by(const judge_t *j, const edge_t *edge) {
    const program_t *program = j->check->program;
    uint64_t **known = &j->touched[edge->id];
    if (*known) return *known;
    *known = ARENA_ARRAY(j->check->arena, uint64_t, bitset_words(program->objects.len));
    for (size_t i = 0; i < program->objects.len; i++)
        if (program->objects.data[i]->may_be_shared &&
            access_includes(&edge->access, program->objects.data[i]))
            bitset_add(*known, i);
    return *known;
}

static bool share_object(const judge_t *j, const edge_t *a, const edge_t *b) {
    if (a->access.anything || b->access.anything) return true;
    return bitset_meets(touched_by(j, a), touched_by(j, b),
                        bitset_words(j->check->program->objects.len));
}

/* Different bytes of one static object. */
static bool are_apart(const place_t *a, const place_t *b) {
    uint64_t at_a, at_b;
    const expr_t *base = lockset_split(a->access.address, &at_a);
    if (base != lockset_split(b->access.address, &at_b)) return false;
    if (base->kind != EXPR_ADDR || base->object->kind != OBJECT_GLOBAL) return false;
    return at_a - at_b >= b->access.size && at_b - at_a >= a->access.size;
}

static bool may_race(judge_t *j, const place_t *a, const place_t *b) {
    if (!a->access.is_write && !b->access.is_write) return false;
    if (a->is_atomic && b->is_atomic) return false;
    if (!share_object(j, a->edge, b->edge) || are_apart(a, b)) return false;
    return may_be_beside(j, a, b) && !have_common_mutex(j, a, b);
}

static bool judge_accesses(judge_t *j) {
    for (size_t i = 0; i < j->accesses.len; i++) {
        if (j->check->limits->limits && limits_exceeded(j->check->limits->limits, NULL))
            return lockset_fail(j->check, NULL, "a limit was exceeded");
        for (size_t k = i; k < j->accesses.len; k++)
            if (may_race(j, &j->accesses.data[i], &j->accesses.data[k])) {
                const edge_t *other = j->accesses.data[k].edge;
                lockset_fail(j->check, j->accesses.data[i].edge,
                             "no common lock is seen to protect this access and that");
                strbuf_printf(&j->check->why, " at line %u", other->source.line);
                return false;
            }
    }
    return true;
}

bool lockset_judge(lockset_check_t *check) {
    judge_t j = {.check = check, .proof = check->proof};
    j.root_number = ARENA_ARRAY(check->arena, uint32_t, check->program->functions.len + 1);
    j.touched = ARENA_ARRAY(check->arena, uint64_t *, check->program->edges.len);
    j.alone = ARENA_ARRAY(check->arena, uint8_t, check->program->edges.len);
    collect(&j);
    find_descendants(&j);
    for (size_t r = 0; r < j.root_count; r++)
        for (size_t s = 0; s < j.root_count; s++)
            j.unordered[r][s] = are_unordered(&j, r, s) || are_unordered(&j, s, r);
    find_spoilt(&j);
    bool accepted = judge_accesses(&j);
    VEC_FREE(j.accesses);
    VEC_FREE(j.releases);
    return accepted;
}
