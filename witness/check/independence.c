#include "witness/check/independence.h"

#include "cfa/layout.h"
#include "cfa/scc.h"
#include "witness/check/futures.h"

#include <string.h>

/* What the data of a state says of a running thread. */
typedef enum {
    WAITS_FOR_NOTHING,
    WAITS_FOR_WRITE,  /* at a LOCK of a mutex that is held, or a condition that fails */
    WAITS_FOR_THREAD, /* at a JOIN of a thread that runs: operand */
    WAITS_PERHAPS,    /* at a JOIN of nobody knows whom */
} waits_t;
typedef struct look {
    waits_t waits;
    bool is_total; /* some step is possible in every concrete state */
    uint64_t operand;
    /* Where the addresses begin that its top frame gives to the edges of its
     * function that access memory by registers. */
    uint32_t first_address;
} look_t;
enum { NO_ADDRESS = UINT32_MAX };
#define ADDRESS_UNKNOWN UINT64_MAX

struct independence {
    const program_t *program;
    arena_t *arena;
    effects_t *effects;
    futures_t *futures;
    bool has_turns; /* every cycle has one, so sets of threads may be chosen */
    uint32_t *by_registers; /* per edge: its number among those of its function that access
                               memory by registers, or NO_ADDRESS */
    intern_t answers;
    /* Scratch of one question: */
    effect_t future, step;
    VEC(uint64_t) held, addresses;
    VEC(look_t) looks;
};

/* The question that is answered, and what follows from the configuration. */
typedef struct question {
    const configuration_t *c;
    const look_t *threads;
    const uint64_t *addresses; /* of all threads, see look_t */
    size_t address_count;
    thread_set_t within;
    thread_set_t running, movable, total;
} question_t;

typedef struct independence_answer {
    const configuration_t *c;
    const look_t *threads;
    const uint64_t *addresses;
    size_t address_count;
    thread_set_t within, chosen; /* empty: none */
} independence_answer_t;

static bool answer_equal(const void *in_table, const void *key) {
    const independence_answer_t *a = in_table, *b = key;
    if (a->c != b->c || !thread_set_equal(&a->within, &b->within)) return false;
    if (a->address_count != b->address_count ||
        (a->address_count &&
         memcmp(a->addresses, b->addresses, a->address_count * sizeof *a->addresses) != 0))
        return false;
    for (uint32_t t = 0; t < a->c->thread_count; t++) {
        const look_t *x = &a->threads[t], *y = &b->threads[t];
        if (a->c->threads[t].status != THREAD_RUNNING) continue;
        if (x->waits != y->waits || x->is_total != y->is_total) return false;
        if (x->waits == WAITS_FOR_THREAD && x->operand != y->operand) return false;
    }
    return true;
}

static uint64_t answer_hash(const independence_answer_t *key) {
    uint64_t hash = key->c->id;
    for (uint32_t i = 0; i <= (key->c->thread_count - 1) / 64; i++)
        hash = hash_mix(hash, key->within.words[i]);
    for (size_t i = 0; i < key->address_count; i++) hash = hash_mix(hash, key->addresses[i]);
    for (uint32_t t = 0; t < key->c->thread_count; t++) {
        const look_t *thread = &key->threads[t];
        if (key->c->threads[t].status != THREAD_RUNNING) continue;
        hash = hash_mix(hash, (uint64_t)thread->waits << 1 | thread->is_total);
        if (thread->waits == WAITS_FOR_THREAD) hash = hash_mix(hash, thread->operand);
    }
    return hash;
}

static void number_accesses(independence_t *in) {
    const program_t *program = in->program;
    in->by_registers = ARENA_ARRAY(in->arena, uint32_t, program->edges.len);
    uint32_t *counts = ARENA_ARRAY(in->arena, uint32_t, program->functions.len);
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        in->by_registers[i] =
            effects_address(edge) ? counts[edge->from->function->id]++ : (uint32_t)NO_ADDRESS;
    }
}

/* The graph without the edges that leave turns, function by function: has it no cycle? */
static bool every_cycle_has_a_turn(const program_t *program) {
    uint32_t count = (uint32_t)program->nodes.len, used = 0;
    uint32_t *rows = mem_alloc((count + 1) * sizeof *rows);
    uint32_t *targets = mem_alloc((program->edges.len + 1) * sizeof *targets);
    uint32_t *component = mem_alloc((count + 1) * sizeof *component);
    bool is_acyclic = true;
    for (uint32_t i = 0; i < count; i++) {
        const node_t *node = program->nodes.data[i];
        rows[i] = used;
        for (size_t k = 0; !node->is_turn && k < node->out.len; k++) {
            targets[used++] = node->out.data[k]->to->id;
            is_acyclic &= node->out.data[k]->to != node;
        }
    }
    rows[count] = used;
    is_acyclic &= scc_compute(&(graph_t){count, rows, targets}, component) == count;
    mem_free(rows);
    mem_free(targets);
    mem_free(component);
    return is_acyclic;
}

independence_t *independence_new(const program_t *program, const bool *forgotten,
                                 visible_steps_t visible) {
    independence_t *in = mem_zalloc(sizeof *in);
    in->program = program;
    in->arena = arena_new();
    in->effects = effects_new(program, forgotten, visible);
    in->futures = futures_new(in->effects);
    in->future = effect_new(in->effects, in->arena);
    in->step = effect_new(in->effects, in->arena);
    intern_init(&in->answers, answer_equal);
    number_accesses(in);
    in->has_turns = every_cycle_has_a_turn(program);
    return in;
}

void independence_delete(independence_t *in) {
    if (!in) return;
    intern_free(&in->answers);
    VEC_FREE(in->held);
    VEC_FREE(in->looks);
    VEC_FREE(in->addresses);
    futures_delete(in->futures);
    effects_delete(in->effects);
    arena_delete(in->arena);
    mem_free(in);
}

static bool section_may_be_chosen(independence_t *in, const edge_t *begin) {
    const section_t *section = futures_section(in->futures, begin);
    return section->progresses && !section->joins;
}

static const effect_t *step_effect(independence_t *in, const edge_t *edge) {
    return edge->kind == EDGE_ATOMIC_BEGIN ? &futures_section(in->futures, edge)->effect
                                           : effects_of(in->effects, edge);
}

/* The third condition; the first needs to know whom a JOIN waits for: no effect tells
 * that the end of a thread lets it pass. The end of the program is not chosen where it may
 * hide a race. */
static bool may_be_chosen(independence_t *in, const question_t *q, uint32_t thread) {
    const node_t *node = semantics_node(q->c, thread);
    if (q->threads[thread].waits == WAITS_PERHAPS || node->is_turn) return false;
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        if (edge->kind == EDGE_ATOMIC_BEGIN && !section_may_be_chosen(in, edge)) return false;
        if (edge->kind == EDGE_THREAD_CREATE && futures_creates_again(in->futures, edge))
            return false;
        if (effect_hides_accesses(in->effects, step_effect(in, edge))) return false;
    }
    return true;
}

static void release(independence_t *in, uint64_t address) {
    size_t left = 0;
    for (size_t i = 0; i < in->held.len; i++)
        if (in->held.data[i] != address) in->held.data[left++] = in->held.data[i];
    in->held.len = left;
}

/* Takes the mutexes that this thread may unlock out of those that are held. */
static bool release_by(independence_t *in, const configuration_t *c, uint32_t thread) {
    const thread_t *t = &c->threads[thread];
    size_t before = in->held.len;
    bool can_return = true;
    for (uint32_t d = t->frame_count; d-- > 0 && can_return;) {
        const checked_future_t *future =
            futures_from(in->futures, t->frames[d].node, in->held.data, in->held.len);
        if (future->releases_all) VEC_CLEAR(in->held);
        for (size_t i = 0; i < future->released_count; i++) release(in, future->released[i]);
        if (in->held.len != before) return true;
        can_return = future->can_return;
    }
    return false;
}

/* The mutexes held by threads of the set, into in->held: nobody else gets past
 * a LOCK of them until one of the set moves, unless somebody else unlocks them.
 * The first to do so has not passed such a LOCK before. */
static void find_held(independence_t *in, const question_t *q, const thread_set_t *set) {
    VEC_CLEAR(in->held);
    for (uint32_t i = 0; i < q->c->lock_count; i++) {
        const held_lock_t *lock = &q->c->locks[i];
        if (lock->thread < q->c->thread_count && thread_set_has(set, lock->thread) &&
            lock->address < LAYOUT_STACK_BASE)
            VEC_PUSH(in->held, lock->address);
    }
    for (bool changed = true; changed && in->held.len;) {
        changed = false;
        for (uint32_t t = 0; t < q->c->thread_count && in->held.len; t++)
            if (thread_set_has(&q->running, t) && !thread_set_has(set, t))
                changed |= release_by(in, q->c, t);
    }
}

/* Adds an access by registers of the thread's top frame, as precisely as they are
 * known. */
static void add_by_registers(independence_t *in, const question_t *q, uint32_t thread,
                             const edge_t *edge, effect_t *to) {
    uint64_t address = q->addresses[q->threads[thread].first_address + in->by_registers[edge->id]];
    if (address == ADDRESS_UNKNOWN)
        effect_add(in->effects, to, effects_of(in->effects, edge));
    else
        effects_add_at(in->effects, edge, address, to);
}

/* Adds what a thread may do from here on, frame by frame as long as it can
 * return. */
static void add_future(independence_t *in, const question_t *q, uint32_t thread) {
    const configuration_t *c = q->c;
    const thread_t *t = &c->threads[thread];
    for (uint32_t d = t->frame_count; d-- > 0;) {
        const checked_future_t *future =
            futures_from(in->futures, t->frames[d].node, in->held.data, in->held.len);
        effect_add(in->effects, &in->future, &future->effect);
        for (size_t i = 0; i < future->fixed_count; i++)
            if (d + 1 == t->frame_count)
                add_by_registers(in, q, thread, future->fixed[i], &in->future);
            else
                effect_add(in->effects, &in->future, effects_of(in->effects, future->fixed[i]));
        if (!future->can_return) return;
    }
}

/* May threads that move, with the future gathered so far, let this one go on? */
static bool may_wake(const independence_t *in, const question_t *q, const thread_set_t *moving,
                     uint32_t thread) {
    const look_t *waiting = &q->threads[thread];
    if (waiting->waits == WAITS_FOR_THREAD)
        return (waiting->operand < q->c->thread_count &&
                thread_set_has(moving, (uint32_t)waiting->operand)) ||
               effect_detaches(&in->future);
    const node_t *node = semantics_node(q->c, thread);
    for (size_t i = 0; i < node->out.len; i++)
        if (effect_writes_into(in->effects, &in->future,
                               effects_of(in->effects, node->out.data[i])))
            return true;
    return false;
}

/* Everything that may happen, begun by the threads in moving, while all others
 * that can move stand still: into in->future. Waiting threads outside the set
 * go on once they may be woken. */
static void gather_future(independence_t *in, const question_t *q, const thread_set_t *set,
                          thread_set_t moving) {
    effect_clear(in->effects, &in->future);
    for (uint32_t t = 0; t < q->c->thread_count; t++)
        if (thread_set_has(&moving, t)) add_future(in, q, t);
    thread_set_t waiting = thread_set_minus(&q->running, &q->movable);
    waiting = thread_set_minus(&waiting, set);
    if (thread_set_is_empty(&waiting)) return;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t t = 0; t < q->c->thread_count; t++) {
            if (!thread_set_has(&waiting, t) || !may_wake(in, q, &moving, t)) continue;
            thread_set_remove(&waiting, t);
            thread_set_add(&moving, t);
            add_future(in, q, t);
            changed = true;
        }
    }
}

/* Does a next step of the set depend on the future gathered? */
static bool set_conflicts(independence_t *in, const question_t *q, const thread_set_t *set) {
    for (uint32_t t = 0; t < q->c->thread_count; t++) {
        if (!thread_set_has(set, t)) continue;
        const node_t *node = semantics_node(q->c, t);
        for (size_t i = 0; i < node->out.len; i++) {
            const edge_t *edge = node->out.data[i];
            const effect_t *effect = step_effect(in, edge);
            if (effects_address(edge)) {
                effect_clear(in->effects, &in->step);
                add_by_registers(in, q, t, edge, &in->step);
                effect = &in->step;
            }
            if (effect_conflicts(in->effects, effect, &in->future)) return true;
        }
    }
    return false;
}

static bool is_enough(independence_t *in, const question_t *q, const thread_set_t *set) {
    for (uint32_t t = 0; t < q->c->thread_count; t++)
        if (thread_set_has(set, t) && !may_be_chosen(in, q, t)) return false;
    find_held(in, q, set);
    gather_future(in, q, set, thread_set_minus(&q->movable, set));
    return !set_conflicts(in, q, set);
}

/* The smallest set around a thread: whoever may disturb it comes in. false: that
 * leads outside of the bounds. */
static bool grow(independence_t *in, const question_t *q, uint32_t seed, thread_set_t *set) {
    *set = (thread_set_t){0};
    thread_set_add(set, seed);
    if (!may_be_chosen(in, q, seed)) return false;
    if (is_enough(in, q, set)) return true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t t = 0; t < q->c->thread_count; t++) {
            if (!thread_set_has(&q->movable, t) || thread_set_has(set, t)) continue;
            thread_set_t only = {0};
            thread_set_add(&only, t);
            find_held(in, q, set);
            gather_future(in, q, set, only);
            if (!set_conflicts(in, q, set)) continue;
            if (!thread_set_has(&q->within, t) || !may_be_chosen(in, q, t)) return false;
            thread_set_add(set, t);
            changed = true;
        }
    }
    return true;
}

/* The smallest set that is found from any thread. */
static thread_set_t find_set(independence_t *in, const question_t *q) {
    if (!thread_set_equal(&q->within, &q->movable) && is_enough(in, q, &q->within))
        return q->within;
    thread_set_t best = {0}, set;
    unsigned least = thread_set_count(&q->movable);
    for (uint32_t t = 0; t < q->c->thread_count && least > 1; t++) {
        if (!thread_set_has(&q->within, t) || !thread_set_has(&q->total, t)) continue;
        if (!grow(in, q, t, &set) || thread_set_count(&set) >= least) continue;
        best = set;
        least = thread_set_count(&set);
    }
    return best;
}

/* A section that may stick makes a node one where a thread may stick. */
static effects_moves_t node_moves(independence_t *in, const node_t *node) {
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        if (edge->kind == EDGE_ATOMIC_BEGIN && futures_section(in->futures, edge)->may_stick)
            return MOVES_MAYBE;
    }
    return effects_moves(node);
}

static look_t look_at_thread(independence_t *in, semantics_t *semantics, const sem_state_t *state,
                             uint32_t t) {
    const configuration_t *c = state->configuration;
    const node_t *node = semantics_node(c, t);
    look_t look = {0};
    effects_moves_t moves = node_moves(in, node);
    look.is_total = moves == MOVES_ALWAYS;
    for (size_t i = 0; moves == MOVES_MAYBE && i < node->out.len; i++)
        if (node->out.data[i]->kind == EDGE_THREAD_JOIN) look.waits = WAITS_PERHAPS;
    if (moves != MOVES_BY_VALUE && moves != MOVES_BY_STATE) return look;
    const edge_t *edge = node->out.data[0];
    bool is_known = semantics_operand(semantics, state, t, edge, &look.operand);
    switch (edge->kind) {
    case EDGE_THREAD_JOIN:
        /* Whoever joins itself, a detached thread or nobody stops at once. */
        if (!is_known)
            look.waits = WAITS_PERHAPS;
        else if (look.operand < c->thread_count && look.operand != t &&
                 c->threads[look.operand].status == THREAD_RUNNING &&
                 !c->threads[look.operand].is_detached)
            look.waits = WAITS_FOR_THREAD;
        break;
    case EDGE_LOCK:
        for (uint32_t i = 0; is_known && i < c->lock_count; i++)
            if (c->locks[i].address == look.operand) look.waits = WAITS_FOR_WRITE;
        break;
    case EDGE_ATOMIC_BEGIN:
        if (is_known && !look.operand) look.waits = WAITS_FOR_WRITE;
        break;
    default: is_known = is_known && look.operand; break;
    }
    look.is_total = is_known && look.waits == WAITS_FOR_NOTHING;
    return look;
}

/* The addresses that the thread's registers give, to in->addresses. */
static void find_addresses(independence_t *in, semantics_t *semantics, const sem_state_t *state,
                           uint32_t t) {
    const function_t *function = semantics_node(state->configuration, t)->function;
    for (size_t i = 0; i < function->nodes.len; i++) {
        const node_t *node = function->nodes.data[i];
        for (size_t k = 0; k < node->out.len; k++)
            if (effects_address(node->out.data[k])) VEC_PUSH(in->addresses, ADDRESS_UNKNOWN);
    }
    uint64_t *first = in->addresses.data + in->looks.data[t].first_address;
    for (size_t i = 0; i < function->nodes.len; i++) {
        const node_t *node = function->nodes.data[i];
        for (size_t k = 0; k < node->out.len; k++) {
            const expr_t *address = effects_address(node->out.data[k]);
            uint64_t value;
            if (address && semantics_constant(semantics, state, t, address, &value))
                first[in->by_registers[node->out.data[k]->id]] = value;
        }
    }
}

static const thread_set_t *answer(independence_t *in, const question_t *q) {
    const configuration_t *c = q->c;
    independence_answer_t key = {.c = c,
                                 .threads = q->threads,
                                 .addresses = q->addresses,
                                 .address_count = q->address_count,
                                 .within = q->within};
    uint64_t hash = answer_hash(&key);
    const independence_answer_t *known = intern_find(&in->answers, hash, &key);
    if (known) return &known->chosen;
    independence_answer_t *fresh = ARENA_NEW(in->arena, independence_answer_t);
    look_t *threads = ARENA_ARRAY(in->arena, look_t, c->thread_count);
    for (uint32_t t = 0; t < c->thread_count; t++) threads[t] = q->threads[t];
    uint64_t *addresses = ARENA_ARRAY(in->arena, uint64_t, q->address_count);
    for (size_t i = 0; i < q->address_count; i++) addresses[i] = q->addresses[i];
    *fresh = (independence_answer_t){c,         threads,        addresses, q->address_count,
                                     q->within, find_set(in, q)};
    intern_add(&in->answers, hash, fresh);
    return &fresh->chosen;
}

bool independence_choose(independence_t *in, semantics_t *semantics, const sem_state_t *state,
                         const thread_set_t *within, thread_set_t *chosen) {
    const configuration_t *c = state->configuration;
    if (c->thread_count > THREAD_SET_MAX || semantics_atomic_thread(c) >= 0) return false;
    if (!in->has_turns) return false;
    question_t q = {.c = c};
    VEC_CLEAR(in->looks);
    VEC_CLEAR(in->addresses);
    for (uint32_t t = 0; t < c->thread_count; t++) {
        look_t look = {0};
        if (semantics_may_move(c, t)) {
            look = look_at_thread(in, semantics, state, t);
            bool waits = look.waits == WAITS_FOR_WRITE || look.waits == WAITS_FOR_THREAD;
            thread_set_add(&q.running, t);
            if (!waits) thread_set_add(&q.movable, t);
            if (look.is_total) thread_set_add(&q.total, t);
        }
        look.first_address = (uint32_t)in->addresses.len;
        VEC_PUSH(in->looks, look);
        if (thread_set_has(&q.running, t)) find_addresses(in, semantics, state, t);
    }
    q.threads = in->looks.data;
    q.addresses = in->addresses.data;
    q.address_count = in->addresses.len;
    q.within = thread_set_both(within, &q.movable);
    thread_set_t first = thread_set_both(&q.within, &q.total);
    *chosen = thread_set_all();
    if (thread_set_count(&q.movable) < 2) return true;
    if (thread_set_is_empty(&first)) return false;
    *chosen = *answer(in, &q);
    return !thread_set_is_empty(chosen);
}
