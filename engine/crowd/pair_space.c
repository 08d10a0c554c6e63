#include "engine/crowd/pair_space.h"

#include "cpa/core/memory.h"
#include "engine/crowd/pair_tracking.h"
#include "engine/crowd/tally.h"

#include <string.h>

/* What is remembered of a step. */
typedef struct memo {
    uint32_t common, mover;
    const orders_t *facts;
    pair_outcomes_t outcomes;
} memo_t;

struct pair_space {
    half_space_t halves; /* without facts of their own: those are about several halves */
    orders_domain_t *domain;
    intern_t memo;
    map64_t shapes; /* configuration -> bindings_t, whose variables are bound there */
    pair_tracking_t tracking;
    tallies_t tallies;
    bool is_visible; /* the move under way: the common half may change */
    /* Scratch. */
    binding_vec_t part, rest; /* rest: values that are known, but not tracked */
    binding_vec_t all, dropped;
    VEC(pair_outcome_t) found;
};

static const half_space_class_t pair_class;

static bool same_memo(const void *in_table, const void *key) {
    const memo_t *a = in_table, *b = key;
    return a->common == b->common && a->mover == b->mover && a->facts == b->facts;
}

pair_space_t *pair_space_new(const program_t *program, const char **why) {
    *why = crowd_objection(program);
    if (*why) return NULL;
    pair_space_t *space = mem_zalloc(sizeof *space);
    half_space_init(&space->halves, &pair_class, program, NULL);
    space->domain = orders_domain_new(program);
    intern_init(&space->memo, same_memo);
    return space;
}

void pair_space_delete(pair_space_t *space) {
    if (!space) return;
    half_space_free(&space->halves);
    orders_domain_delete(space->domain);
    intern_free(&space->memo);
    map64_free(&space->shapes);
    pair_tracking_free(&space->tracking);
    tallies_free(&space->tallies);
    VEC_FREE(space->all);
    VEC_FREE(space->part);
    VEC_FREE(space->rest);
    VEC_FREE(space->dropped);
    VEC_FREE(space->found);
    mem_free(space);
}

orders_domain_t *pair_space_domain(const pair_space_t *space) {
    return space->domain;
}

void pair_space_restart(pair_space_t *space) {
    half_space_clear(&space->halves);
    intern_free(&space->memo);
    intern_init(&space->memo, same_memo);
    map64_clear(&space->shapes);
    space->tracking.has_widened = false;
}

void pair_space_set_patience(pair_space_t *space, unsigned values, bool everywhere) {
    pair_tracking_reset(&space->tracking, values, everywhere);
}

bool pair_space_has_widened(const pair_space_t *space) {
    return space->tracking.has_widened;
}

/* All halves of a configuration bind the same: what one of them does not, the others
 * may not. */
static void adapt(pair_space_t *space, const configuration_t *c) {
    uint64_t found;
    if (!map64_get(&space->shapes, map64_pointer(c), &found)) {
        map64_put(&space->shapes, map64_pointer(c),
                  map64_pointer(
                      bindings_intern(space->halves.bindings, space->part.data, space->part.len)));
        return;
    }
    const bindings_t *shape = (const bindings_t *)(uintptr_t)found;
    uint64_t value;
    for (uint32_t i = 0, j = 0; i < shape->count; i++) {
        while (j < space->part.len && space->part.data[j].variable < shape->at[i].variable) j++;
        if (j == space->part.len || space->part.data[j].variable != shape->at[i].variable)
            pair_tracking_give_up(&space->tracking, c, shape->at[i].variable);
    }
    size_t kept = 0;
    for (size_t j = 0; j < space->part.len; j++) {
        binding_t binding = space->part.data[j];
        if (bindings_get(shape, binding.variable, &value)) {
            space->part.data[kept++] = binding;
        } else {
            pair_tracking_give_up(&space->tracking, c, binding.variable);
            VEC_PUSH(space->rest, binding);
        }
    }
    space->part.len = kept;
}

/* Of the values in the description, those of one owner, under the names that a half
 * uses: the tracked ones to part, the others to rest. routine: of a new thread. */
static void collect(pair_space_t *space, const configuration_t *c, unsigned owner,
                    const function_t *routine) {
    VEC_CLEAR(space->part);
    VEC_CLEAR(space->rest);
    for (size_t i = 0; i < space->halves.view.description.bindings.len; i++) {
        binding_t binding = space->halves.view.description.bindings.data[i];
        if (variable_kind(binding.variable) == VARIABLE_EXIT ||
            memory_owner(binding.variable) != owner)
            continue;
        if (routine) binding.variable = crowd_as_thread_one(routine, binding.variable);
        if (pair_is_tracked(&space->tracking, c, binding))
            VEC_PUSH(space->part, binding);
        else
            VEC_PUSH(space->rest, binding);
    }
    adapt(space, c);
}

/* What was collected, as a half. */
static uint32_t add_half(pair_space_t *space, half_table_t *table, const configuration_t *c) {
    half_t half = {.configuration = c,
                   .bindings =
                       bindings_intern(space->halves.bindings, space->part.data, space->part.len)};
    return half_space_add(&space->halves, table, half);
}

/* What a half says of values is not said by facts, what it leaves out is. */
static const orders_t *settle(pair_space_t *space, const orders_t *facts) {
    return orders_settle(space->domain, facts, space->rest.data, space->rest.len, space->part.data,
                         space->part.len);
}

/* New threads get their place among the names of facts. The local of a new thread
 * speaks of it as thread 1. */
static const orders_t *settle_new(pair_space_t *space, const orders_t *facts, uint32_t index) {
    unsigned name = PAIR_SPAWNED + index;
    VEC_CLEAR(space->all);
    VEC_CLEAR(space->dropped);
    for (size_t i = 0; i < space->rest.len; i++)
        VEC_PUSH(space->all, (binding_t){orders_of_thread(space->rest.data[i].variable, name),
                                         space->rest.data[i].value});
    for (size_t i = 0; i < space->part.len; i++)
        VEC_PUSH(space->dropped, (binding_t){orders_of_thread(space->part.data[i].variable, name),
                                             space->part.data[i].value});
    return orders_settle(space->domain, facts, space->all.data, space->all.len, space->dropped.data,
                         space->dropped.len);
}

static bool add_outcome(half_space_t *halves, const half_move_t *move, const configuration_t *c,
                        const view_data_t *data) {
    pair_space_t *space = (pair_space_t *)halves;
    bool by_main = move->mover == HALF_MAIN;
    crowd_describe(&halves->view, data->values, c);
    if (!crowd_stays_apart(&halves->view, c, by_main)) return false;
    pair_outcome_t outcome = {.mover = move->mover};
    orders_renaming_t names = {
        .count = 2, .from = {PAIR_FIRST, PAIR_SECOND}, .to = {PAIR_FIRST, PAIR_SECOND}};
    if (!by_main) {
        names.from[names.count] = names.to[names.count] = PAIR_MOVER;
        names.count++;
    }
    for (uint32_t t = by_main ? 1 : 2; t < c->thread_count; t++) {
        if (c->threads[t].status != THREAD_RUNNING) continue;
        if (outcome.spawn_count == PAIR_MAX_SPAWNED)
            return crowd_fail(&halves->view, NULL, "a step creates many threads");
        names.from[names.count] = t;
        names.to[names.count++] = PAIR_SPAWNED + outcome.spawn_count++;
    }
    outcome.facts = orders_rename(space->domain, data->facts, &names);
    for (uint32_t t = by_main ? 1 : 2, n = 0; t < c->thread_count; t++) {
        if (c->threads[t].status != THREAD_RUNNING) continue;
        const configuration_t *alone = crowd_new_configuration(&halves->view, &c->threads[t]);
        collect(space, alone, t, c->threads[t].frames[0].node->function);
        outcome.facts = settle_new(space, outcome.facts, n);
        outcome.spawned[n++] = add_half(space, &halves->locals, alone);
    }
    const configuration_t *common = crowd_common_configuration(&halves->view, c);
    collect(space, common, 0, NULL);
    outcome.facts = settle(space, outcome.facts);
    outcome.common = add_half(space, &halves->commons, common);
    if (!by_main) {
        outcome.mover = HALF_ENDED;
        if (c->thread_count > 1 && c->threads[1].status == THREAD_RUNNING) {
            const configuration_t *alone = crowd_local_configuration(&halves->view, &c->threads[1]);
            collect(space, alone, 1, NULL);
            outcome.facts = settle(space, outcome.facts);
            outcome.mover = add_half(space, &halves->locals, alone);
        }
    }
    if (outcome.common != move->common) space->is_visible = true;
    VEC_PUSH(space->found, outcome);
    return true;
}

/* Two conditions of which exactly one holds. */
static bool are_opposite(const edge_t *a, const edge_t *b) {
    if (a->kind != EDGE_ASSUME || b->kind != EDGE_ASSUME) return false;
    return (a->value->kind == EXPR_NOT && a->value->a[0] == b->value) ||
           (b->value->kind == EXPR_NOT && b->value->a[0] == a->value);
}

/* Neither does anybody notice what the thread does from here, nor can it be
 * disturbed or stopped: it may go on at once. */
static bool goes_on(const configuration_t *c, uint32_t thread) {
    if (thread >= c->thread_count || c->threads[thread].status != THREAD_RUNNING) return false;
    const thread_t *t = &c->threads[thread];
    const node_t *node = thread_top(t)->node;
    if (node->is_loop_head || !node->out.len || node->out.len > 2) return false;
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        if (edge->access.shared || edge->access.anything) return false;
        switch (edge->kind) {
        case EDGE_NOP:
        case EDGE_ASSIGN:
        case EDGE_STORE:
        case EDGE_CALL:
            if (node->out.len > 1) return false;
            break;
        case EDGE_RETURN:
            if (node->out.len > 1 || t->frame_count == 1) return false;
            break;
        case EDGE_ASSUME: break;
        default: return false;
        }
    }
    return node->out.data[0]->kind != EDGE_ASSUME ||
           (node->out.len == 2 && are_opposite(node->out.data[0], node->out.data[1]));
}

/* Facts about others may speak of all that lies on no stack, whoever uses it. */
static bool writes_common(const program_t *program, const edge_t *edge) {
    bool found = edge->access.writes && edge->access.anything;
    for (size_t i = 0; edge->access.writes && !found && i < edge->access.count; i++) {
        const object_t *object = edge->access.objects[i];
        found = object->function == program->main ||
                (object->kind != OBJECT_LOCAL && object->kind != OBJECT_THREAD);
    }
    return found;
}

static bool is_noticed(const program_t *program, const edge_t *edge) {
    switch (edge->kind) {
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK:
    case EDGE_THREAD_CREATE: return true;
    default: return writes_common(program, edge);
    }
}

static void notice(half_space_t *halves, const step_t *step) {
    if (is_noticed(halves->program, step->edge)) ((pair_space_t *)halves)->is_visible = true;
}

static const void *transfer(half_space_t *halves, const view_data_t *before, const step_t *step) {
    pair_space_t *space = (pair_space_t *)halves;
    crowd_query_t q = {halves->view.value, before->values};
    pair_share_fates(&space->tracking, halves->program, step, &q);
    return orders_transfer(space->domain, before->facts, step, crowd_query, &q);
}

static const half_space_class_t pair_class = {
    .transfer = transfer, .add_outcome = add_outcome, .notice = notice, .goes_on = goes_on};

const pair_outcomes_t *pair_space_steps(pair_space_t *space, uint32_t common, uint32_t mover,
                                        const orders_t *facts) {
    memo_t key = {.common = common, .mover = mover, .facts = facts};
    uint64_t hash = hash_mix(hash_mix(common, mover), facts->id);
    memo_t *known = intern_find(&space->memo, hash, &key);
    if (known) return &known->outcomes;
    half_move_t move = {.common = common, .mover = mover};
    VEC_CLEAR(space->found);
    space->is_visible = false;
    if (!half_space_move(&space->halves, &move, facts)) return NULL;
    known = ARENA_NEW(space->halves.arena, memo_t);
    pair_outcome_t *at = ARENA_ARRAY(space->halves.arena, pair_outcome_t, space->found.len);
    if (space->found.len) memcpy(at, space->found.data, space->found.len * sizeof *at);
    *known = key;
    known->outcomes = (pair_outcomes_t){at, space->found.len, move.is_error, space->is_visible};
    intern_add(&space->memo, hash, known);
    return &known->outcomes;
}

uint32_t pair_space_initial(pair_space_t *space, const orders_t **facts) {
    const configuration_t *common = half_space_start(&space->halves);
    collect(space, common, 0, NULL);
    for (size_t i = 0; i < space->tallies.edges.len; i++) {
        VEC_PUSH(space->rest, (binding_t){pair_proof_done(i), 0});
        VEC_PUSH(space->rest, (binding_t){pair_proof_made(i), 0});
    }
    *facts = settle(space, orders_none(space->domain));
    return add_half(space, &space->halves.commons, common);
}

bool pair_space_count_threads(pair_space_t *space) {
    tallies_find(&space->tallies, space->halves.program);
    for (size_t i = 0; i < space->tallies.edges.len; i++)
        orders_count(space->domain, space->tallies.edges.data[i],
                     passage_routine(space->tallies.passages.data[i]));
    return space->tallies.edges.len > 0;
}

size_t pair_space_tally_count(const pair_space_t *space) {
    return space->tallies.edges.len;
}

const edge_t *const *pair_space_tallies(const pair_space_t *space) {
    return (const edge_t *const *)space->tallies.edges.data;
}

const orders_t *pair_space_counted(pair_space_t *space, const uint32_t locals[3]) {
    const thread_t *threads[3];
    size_t count = 0;
    for (unsigned i = 0; i < 3; i++)
        if (locals[i])
            threads[count++] =
                &half_space_local(&space->halves, locals[i])->configuration->threads[1];
    return tallies_compare(&space->tallies, space->domain, threads, count);
}

const char *pair_space_reason(const pair_space_t *space) {
    return strbuf_text(&space->halves.view.reason);
}

size_t pair_space_common_count(const pair_space_t *space) {
    return space->halves.commons.at.len;
}

size_t pair_space_local_count(const pair_space_t *space) {
    return space->halves.locals.at.len;
}

kept_state_t pair_space_common(const pair_space_t *space, uint32_t common) {
    return half_kept(half_space_common(&space->halves, common));
}

kept_state_t pair_space_local(const pair_space_t *space, uint32_t local) {
    return half_kept(half_space_local(&space->halves, local));
}
