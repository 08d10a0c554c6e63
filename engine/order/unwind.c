#include "engine/order/unwind.h"

#include "cfa/layout.h"
#include "cpa/predicate/expr_term.h"
#include "engine/order/guard.h"
#include "engine/order/unwind_internal.h"
#include "solver/float_clauses.h"

#include <string.h>

/* Rounds of a loop that cost nothing because their conditions are constants; events of
 * all threads. */
enum { MOST_FREE_ROUNDS = 3000, MOST_EVENTS = 200000, MOST_STEPS = 2000000 };

/* Symbols of this unwinding; the tag is free of meaning. */
const term_t *walker_symbol(walker_t *w, unsigned bits) {
    sort_t sort = {.kind = bits ? SORT_BV : SORT_BOOL, .width = (uint8_t)bits};
    return term_symbol(w->terms, sort, UINT64_C(3) << 62, w->next_symbol++);
}

void walker_refuse(walker_t *w, const char *text) {
    if (w->u->refused) return;
    w->u->refused = w->edge;
    w->u->refusal = text;
}

static void too_large(walker_t *w, const char *why) {
    w->u->limit = why;
    w->u->is_too_large = true;
}

static uint32_t new_node(walker_t *w) {
    VEC_PUSH(w->u->nodes, (order_node_t){.thread = w->thread});
    return (uint32_t)w->u->nodes.len - 1;
}

uint32_t walker_node(walker_t *w, state_t *state) {
    if (state->section != ORDER_NONE) return state->section;
    if (w->edge_node == ORDER_NONE) w->edge_node = new_node(w);
    return w->edge_node;
}

void walker_event(walker_t *w, bool is_write, uint32_t node, uint32_t location, const term_t *guard,
                  const term_t *value) {
    if (term_is_false(guard)) return;
    VEC_PUSH(w->u->events, (order_event_t){is_write, node, w->position++, location, guard, value});
    if (w->u->events.len > MOST_EVENTS) too_large(w, "too many accesses to shared memory");
}

uint32_t walker_step(walker_t *w, const term_t *guard) {
    order_thread_t *thread = walker_thread(w);
    VEC_PUSH(thread->steps, (order_step_t){w->edge, guard, w->edge_node, ORDER_NONE});
    if (thread->steps.len > MOST_STEPS) too_large(w, "too many steps");
    return (uint32_t)thread->steps.len - 1;
}

void walker_input(walker_t *w, uint32_t step, uint64_t offset, const term_t *value) {
    VEC_PUSH(w->u->inputs, (order_input_t){w->thread, step, offset, value});
}

const term_t *walker_may_wait(walker_t *w, const term_t *guard) {
    const term_t *symbol = walker_symbol(w, 0);
    VEC_PUSH(w->u->facts, term_implies(w->terms, symbol, guard));
    map64_put(&w->u->implied, symbol->id, guard->id);
    return symbol;
}

bool unwinding_implies(const unwinding_t *u, const term_t *a, const term_t *b) {
    enum { FAR = 64 };
    if (a == b || term_is_true(b)) return true;
    for (int i = 0; i < FAR; i++) {
        if (term_has_conjuncts(a, b)) return true;
        const term_t *symbol = a;
        uint64_t next;
        /* Of a conjunction the newest symbol stands for what came before it. */
        if (a->kind == TERM_AND)
            for (uint32_t k = 0; k < a->arity; k++)
                if (map64_get(&u->implied, a->a[k]->id, &next)) symbol = a->a[k];
        if (!map64_get(&u->implied, symbol->id, &next)) return false;
        a = terms_at(u->terms, (uint32_t)next);
    }
    return false;
}

/* Expressions. */

static const term_t *read_reg(walker_t *w, state_t *state, const expr_t *expr) {
    if (!state->regs[expr->reg]) {
        const type_t *type = w->frame->function->regs.data[expr->reg].type;
        state->regs[expr->reg] = walker_symbol(w, type->bits);
    }
    return state->regs[expr->reg];
}

/* Edges that leave one node read memory once: one of them is taken, by what was read. */
static const term_t *load(walker_t *w, state_t *state, const expr_t *expr) {
    for (size_t i = 0; w->shares_loads && i < w->loads.len; i++)
        if (w->loads.data[i].expr == expr) {
            w->edge_node = w->loads.data[i].node;
            return w->loads.data[i].value;
        }
    const term_t *address = walker_evaluate(w, state, expr->a[0]);
    const term_t *value = walker_load(w, state, address, expr->type);
    if (w->shares_loads) VEC_PUSH(w->loads, (shared_load_t){expr, value, w->edge_node});
    return value;
}

/* Nobody goes on behind an operator that has no clauses. */
static void refuse_operator(walker_t *w, state_t *state, const term_t *applied) {
    if (!term_kind_is_fp(applied->kind) || float_clauses_exist(applied)) return;
    walker_target(w, state, TARGET_UNSUPPORTED, state->guard,
                  "division or root of double numbers that are not constant");
    state->guard = term_false(w->terms);
}

const term_t *walker_evaluate(walker_t *w, state_t *state, const expr_t *expr) {
    switch (expr->kind) {
    case EXPR_CONST:
        if (expr->width == 1) return term_bool(w->terms, expr->value);
        return term_const(w->terms, expr->width, expr->value);
    case EXPR_REG: return read_reg(w, state, expr);
    case EXPR_ADDR:
        return term_const(w->terms, expr->width, walker_object_address(w, expr->object));
    case EXPR_SELF: return term_const(w->terms, expr->width, w->thread);
    case EXPR_LOAD: return load(w, state, expr);
    default: break;
    }
    const term_t *a[3] = {NULL};
    for (unsigned i = 0; i < expr->arity; i++) a[i] = walker_evaluate(w, state, expr->a[i]);
    const term_t *applied = expr_term_apply(w->terms, expr, a);
    refuse_operator(w, state, applied);
    return applied;
}

/* Nodes. */

static void arrive(walker_t *w, const node_t *node, state_t *state) {
    if (!state) return;
    if (term_is_false(state->guard)) {
        state_delete(state);
        return;
    }
    VEC_PUSH(w->frame->pending[node->rpo], state);
    w->waiting++;
}

static state_t *depart(walker_t *w, const node_t *node) {
    states_t *list = &w->frame->pending[node->rpo];
    w->waiting -= list->len;
    return states_merge(w, list);
}

/* All ways out of a node: the state is consumed. */
static void leave(walker_t *w, const node_t *node, state_t *state) {
    size_t count = node->out.len;
    VEC_CLEAR(w->loads);
    if (count > 1) {
        /* What is read is read in the state that all ways share. */
        w->shares_loads = true;
        w->edge_node = state->section;
        for (size_t i = 0; i < count; i++) {
            w->edge = node->out.data[i];
            if (w->edge->kind == EDGE_ASSUME) walker_evaluate(w, state, w->edge->value);
        }
    }
    for (size_t i = 0; i < count; i++) {
        const edge_t *edge = node->out.data[i];
        bool is_last = i + 1 == count;
        state_t *own = is_last ? state : state_clone(state);
        if (!is_last) w->waiting++; /* the ways that were not taken yet */
        w->shares_loads = count > 1;
        frame_run_t *frame = w->frame;
        own = walker_take_edge(w, own, edge);
        w->frame = frame;
        w->shares_loads = false;
        if (!is_last) w->waiting--;
        arrive(w, edge->to, own);
    }
    if (!count) state_delete(state);
}

static bool must_stop(walker_t *w) {
    const char *why;
    if (!w->u->limit && effort_ends(w->options->effort, 1, &why)) w->u->limit = why;
    return w->u->limit;
}

static void run_items(walker_t *w, const wto_item_t *item);

/* The bound is hit: whether it can be is asked later. */
static void cut(walker_t *w, state_t *state, const edge_t *edge) {
    w->edge = edge;
    w->edge_node = state->section;
    walker_target(w, state, TARGET_CUT, state->guard, NULL);
    state_delete(state);
}

/* Some state has come into the component, perhaps not at its head. */
static bool is_entered(const walker_t *w, const wto_item_t *item) {
    for (; item; item = item->next)
        if (w->frame->pending[item->node->rpo].len || is_entered(w, item->first)) return true;
    return false;
}

/* One loop: where its last round began. */
typedef struct {
    loop_run_t run;
    state_t *before;
    size_t first_event, first_step;
    const term_t *was_idle; /* the round before, if it gave a mutex back and took it again */
    uint32_t cost, free_rounds;
} rounds_t;

/* Another round is only needed where the last one was not waiting, and what a loop counts
 * itself costs nothing. */
static void begin_round(walker_t *w, rounds_t *r, state_t *state) {
    if (r->before) {
        mutex_use_t mutexes;
        const term_t *idle = state_is_idle(w, r->before, state, r->run.item->node, r->first_event,
                                           r->first_step, &mutexes);
        const term_t *was_idle = r->was_idle;
        r->was_idle = mutexes == MUTEX_TAKEN_AGAIN ? idle : term_false(w->terms);
        if (mutexes == MUTEX_TAKEN_AGAIN) idle = term_and(w->terms, idle, was_idle);
        state->guard = term_and(w->terms, state->guard, term_not(w->terms, idle));
        bool is_free = r->run.is_counted && (!w->options->bounds_counted || state->is_alone);
        if (!is_free || ++r->free_rounds > MOST_FREE_ROUNDS) r->cost++;
    }
    state_delete(r->before);
    r->before = state_clone(state);
    r->first_event = w->u->events.len;
    r->first_step = walker_thread(w)->steps.len;
    r->run.is_counted = false;
}

static void note_most(uint32_t *most, uint32_t count) {
    if (*most < count) *most = count;
}

static void run_rounds(walker_t *w, rounds_t *r) {
    const wto_item_t *loop = r->run.item;
    uint32_t count = 0;
    while (!must_stop(w)) {
        state_t *state = depart(w, loop->node);
        if (state) {
            begin_round(w, r, state);
            if (term_is_false(state->guard)) {
                state_delete(state);
                return;
            }
            if (r->cost > w->u->bound) {
                cut(w, state, loop->node->out.data[0]);
                return;
            }
            note_most(&w->u->rounds[loop->node->id], ++count);
            leave(w, loop->node, state);
        } else if (!is_entered(w, loop->first)) {
            return;
        }
        run_items(w, loop->first);
    }
}

static void run_component(walker_t *w, const wto_item_t *loop) {
    rounds_t rounds = {.run = {.outer = w->frame->loop, .item = loop},
                       .was_idle = term_false(w->terms)};
    w->frame->loop = &rounds.run;
    run_rounds(w, &rounds);
    w->frame->loop = rounds.run.outer;
    VEC_FREE(rounds.run.exits);
    state_delete(rounds.before);
}

static void run_items(walker_t *w, const wto_item_t *item) {
    for (; item && !must_stop(w); item = item->next) {
        if (item->is_component) {
            run_component(w, item);
            continue;
        }
        state_t *state = depart(w, item->node);
        if (state) leave(w, item->node, state);
    }
}

/* Functions. */

static void enter_locals(walker_t *w, const function_t *function, uint64_t base) {
    for (size_t i = 0; i < function->locals.len; i++) {
        const object_t *object = function->locals.data[i];
        walker_add_instance(w, (instance_t){base + object->address, object->type->size, object,
                                            w->thread, ORDER_NONE, NULL});
    }
}

static uint64_t new_frame_base(walker_t *w, const function_t *function) {
    uint64_t base = w->stack_top;
    w->stack_top = base + function->frame_size; /* which keeps alignment and gaps */
    return base;
}

/* The state has the registers of the function; what comes back those of nobody. */
static state_t *run_function(walker_t *w, const function_t *function, state_t *state,
                             const term_t **result) {
    frame_run_t frame = {.caller = w->frame, .function = function, .entered = state->guard};
    frame.base = new_frame_base(w, function);
    frame.pending = mem_zalloc((function->nodes.len + 1) * sizeof *frame.pending);
    enter_locals(w, function, frame.base);
    w->frame = &frame;
    if (!w->orders[function->id]) w->orders[function->id] = wto_new(w->arena, function);
    frame.wto = w->orders[function->id];
    arrive(w, function->entry, state);
    run_items(w, frame.wto->first);
    w->frame = frame.caller;
    for (size_t i = 0; i < function->nodes.len; i++) {
        /* Nothing may be lost but when a limit ends everything. */
        REQUIRE(!frame.pending[i].len || w->u->limit);
        for (size_t k = 0; k < frame.pending[i].len; k++) state_delete(frame.pending[i].data[k]);
        w->waiting -= frame.pending[i].len;
        VEC_FREE(frame.pending[i]);
    }
    mem_free(frame.pending);
    /* The result is merged like one more register. */
    w->waiting -= frame.returned.len;
    for (size_t i = 0; i < frame.returned.len; i++) {
        frame.returned.data[i]->reg_count = 1;
        frame.returned.data[i]->regs[0] = frame.results.data[i];
    }
    state_t *after = states_merge(w, &frame.returned);
    *result = after ? after->regs[0] : NULL;
    VEC_FREE(frame.returned);
    VEC_FREE(frame.results);
    return after;
}

/* Frames of the function on the stack that were not entered for certain from another
 * one of them. */
static uint32_t recursion_cost(const walker_t *w, const function_t *callee, const term_t *guard) {
    uint32_t cost = 0;
    for (const frame_run_t *f = w->frame; f; f = f->caller) {
        if (f->function != callee) continue;
        if (f->entered != guard) cost++;
        guard = f->entered;
    }
    return cost;
}

/* Of the function, NULL: of all. */
static uint32_t frames_of(const walker_t *w, const function_t *function) {
    uint32_t count = 0;
    for (const frame_run_t *f = w->frame; f; f = f->caller)
        count += !function || f->function == function;
    return count;
}

state_t *walker_call(walker_t *w, state_t *state, const edge_t *edge) {
    enum { MOST_FRAMES = 400 };
    const function_t *callee = edge->callee;
    const frame_run_t *frame = w->frame;
    if (!callee->has_body || !callee->entry) {
        walker_target(w, state, TARGET_UNSUPPORTED, state->guard,
                      "call of a function without body");
        state_delete(state);
        return NULL;
    }
    bool is_full =
        w->stack_top + callee->frame_size >= layout_thread_block(w->thread) + LAYOUT_REGION_SIZE;
    if (recursion_cost(w, callee, state->guard) > w->u->bound || frames_of(w, NULL) > MOST_FRAMES ||
        is_full) {
        cut(w, state, edge);
        return NULL;
    }
    note_most(&w->u->frames[callee->id], frames_of(w, callee) + 1);
    state_t *inside = state_clone(state);
    mem_free(inside->regs);
    inside->reg_count = callee->regs.len;
    inside->regs = mem_zalloc((callee->regs.len + 1) * sizeof *inside->regs);
    for (size_t i = 0; i < edge->arg_count && i < callee->param_count; i++)
        inside->regs[i] = walker_evaluate(w, state, edge->args[i]);
    inside->guard = state->guard;
    walker_step(w, state->guard);
    const term_t *result;
    state_t *after = run_function(w, callee, inside, &result);
    if (!after) {
        state_delete(state);
        return NULL;
    }
    mem_free(after->regs);
    after->regs = state->regs;
    after->reg_count = state->reg_count;
    state->regs = NULL;
    state_delete(state);
    REQUIRE(w->frame == frame);
    state_set_reg(after, edge->target, result);
    return after;
}

/* Threads. */

static void enter_thread_objects(walker_t *w) {
    for (size_t i = 0; i < w->u->program->objects.len; i++) {
        const object_t *object = w->u->program->objects.data[i];
        if (object->kind != OBJECT_THREAD) continue;
        walker_add_instance(w, (instance_t){walker_object_address(w, object), object->type->size,
                                            object, w->thread, ORDER_NONE, NULL});
    }
}

/* Who is created in an atomic section that does not come to its end does not start. */
static void start_thread(walker_t *w, order_thread_t *thread) {
    if (thread->creator == ORDER_NONE) return;
    const order_node_t *creator = &w->u->nodes.data[thread->creator];
    if (creator->complete && creator->complete != creator->begun)
        thread->start = term_and(w->terms, thread->start, creator->complete);
}

static void run_thread(walker_t *w, uint32_t number) {
    const function_t *function = w->u->threads.data[number].function;
    start_thread(w, &w->u->threads.data[number]);
    w->thread = number;
    w->frame = NULL;
    w->edge_node = ORDER_NONE;
    w->waiting = 0;
    w->stack_top = layout_first_frame(w->u->program, number);
    w->heap_top = layout_heap(number);
    enter_thread_objects(w);
    state_t *state = state_new(function->regs.len);
    state->guard = w->u->threads.data[number].start;
    state->is_alone = !number;
    if (function->param_count && w->u->threads.data[number].argument)
        state->regs[0] = w->u->threads.data[number].argument;
    new_node(w); /* where it starts */
    const term_t *result;
    state_delete(run_function(w, function, state, &result));
    w->u->threads.data[number].end = new_node(w);
}

/* Events of sections that wait inside, and what follows, do not happen. */
static void complete_sections(unwinding_t *u) {
    for (size_t i = 0; i < u->events.len; i++) {
        const order_node_t *node = &u->nodes.data[u->events.data[i].node];
        if (node->complete && node->complete != node->begun)
            u->events.data[i].guard = term_and(u->terms, u->events.data[i].guard, node->complete);
    }
    for (size_t t = 0; t < u->threads.len; t++)
        for (size_t i = 0; i < u->threads.data[t].steps.len; i++) {
            order_step_t *step = &u->threads.data[t].steps.data[i];
            const order_node_t *node = step->node == ORDER_NONE ? NULL : &u->nodes.data[step->node];
            if (node && node->complete && node->complete != node->begun)
                step->guard = term_and(u->terms, step->guard, node->complete);
        }
}

/* A join must mean a thread, and no thread is joined twice. */
static void refuse_bad_joins(unwinding_t *u) {
    terms_t *terms = u->terms;
    for (size_t i = 0; i < u->joins.len; i++) {
        const order_join_t *join = &u->joins.data[i];
        const term_t *bad = join->before;
        for (uint32_t t = 0; t < u->threads.len; t++)
            if (t != join->thread || join->is_detach)
                bad = term_and(terms, bad, term_not(terms, order_join_is(terms, join, t)));
        for (size_t k = 0; k < i; k++) {
            const order_join_t *other = &u->joins.data[k];
            if (other->value->sort.width != join->value->sort.width) continue;
            const term_t *both = term_equal(terms, join->value, other->value);
            both = term_and(terms, both, term_and(terms, join->before, other->after));
            bad = term_or(terms, bad, both);
        }
        if (!term_is_false(bad))
            VEC_PUSH(u->targets,
                     (order_target_t){TARGET_UNSUPPORTED, join->node, bad, join->edge,
                                      "join of something that is not a joinable thread"});
    }
}

static unwinding_t *unwinding_new(const program_t *program, terms_t *terms, uint32_t bound) {
    unwinding_t *u = mem_zalloc(sizeof *u);
    u->program = program;
    u->terms = terms;
    u->bound = bound;
    u->last = ORDER_NONE;
    u->rounds = mem_zalloc((program->nodes.len + 1) * sizeof *u->rounds);
    u->frames = mem_zalloc((program->functions.len + 1) * sizeof *u->frames);
    VEC_PUSH(u->threads, (order_thread_t){.function = program->main,
                                          .creator = ORDER_NONE,
                                          .start = term_true(terms),
                                          .ended = term_false(terms)});
    return u;
}

void unwinding_delete(unwinding_t *u) {
    if (!u) return;
    for (size_t i = 0; i < u->threads.len; i++) VEC_FREE(u->threads.data[i].steps);
    VEC_FREE(u->threads);
    VEC_FREE(u->nodes);
    VEC_FREE(u->events);
    VEC_FREE(u->locations);
    VEC_FREE(u->inputs);
    VEC_FREE(u->joins);
    VEC_FREE(u->targets);
    VEC_FREE(u->exits);
    VEC_FREE(u->waits);
    VEC_FREE(u->unknown);
    VEC_FREE(u->facts);
    map64_free(&u->location_ids);
    map64_free(&u->unknown_ids);
    map64_free(&u->implied);
    mem_free(u->rounds);
    mem_free(u->frames);
    mem_free(u);
}

static bool has_edge_of(const program_t *program, edge_kind_t kind) {
    for (size_t i = 0; i < program->edges.len; i++)
        if (program->edges.data[i]->kind == kind) return true;
    return false;
}

static void run_all(walker_t *w) {
    w->enumerated = SIZE_MAX;
    w->was_incomplete = false;
    for (uint32_t t = 0; t < w->u->threads.len && !must_stop(w); t++) run_thread(w, t);
    if (w->options->looks_for_stuck) walker_settle_waits(w);
    complete_sections(w->u);
    refuse_bad_joins(w->u);
}

/* Which objects of threads there are is known behind the last one only: if an access
 * had to know before, all is done again. */
unwinding_t *unwind(const program_t *program, terms_t *terms, const unwind_options_t *options) {
    enum { MOST_ROUNDS = 5 };
    walker_t w = {.terms = terms, .options = options};
    w.arena = arena_new();
    w.orders = mem_zalloc((program->functions.len + 1) * sizeof *w.orders);
    w.has_trylock = has_edge_of(program, EDGE_TRYLOCK);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        unwinding_delete(w.u);
        w.u = unwinding_new(program, terms, options->bound);
        run_all(&w);
        if (!w.was_incomplete || w.u->limit) break;
    }
    if (w.was_incomplete && !w.u->limit) w.u->limit = "objects of threads that do not settle";
    VEC_FREE(w.instances);
    VEC_FREE(w.loads);
    mem_free(w.orders);
    arena_delete(w.arena);
    return w.u;
}
