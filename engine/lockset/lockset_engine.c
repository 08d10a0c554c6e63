#include "engine/lockset/lockset_engine.h"

#include "engine/lockset/lockset_step.h"
#include "util/hash.h"

/* Locksets (after Eraser, Savage et al. 1997, and its static descendants): which mutexes a
 * thread holds for sure at each node, and which threads it has created and not joined. Each
 * function is looked at once for each state in which it is called. Whether that leaves a race
 * is judged by the check (witness/lockset), which needs nothing but the annotations. */

typedef struct caller {
    struct context *context;
    const edge_t *call;
} caller_t;

typedef struct context {
    lockset_context_t shown;
    const lockset_state_t **at;
    struct context *next; /* with the same hash */
    VEC(caller_t) callers;
} context_t;

typedef struct task {
    context_t *context;
    const node_t *node;
} task_t;

typedef struct lockset {
    lockset_facts_t facts;
    uint32_t *position; /* per node: its number in its function */
    VEC(context_t *) contexts;
    map64_t table;
    VEC(task_t) work;
    lockset_draft_t draft;
    limits_t *limits;
} lockset_t;

enum { MAX_CONTEXTS = 20000 };

static uint64_t state_hash(const lockset_state_t *state) {
    uint64_t items = 0; /* in any order */
    for (uint32_t i = 0; i < state->count; i++)
        items += hash_mix(map64_pointer(state->items[i].base), state->items[i].offset);
    return hash_mix(hash_mix(items, state->alive), hash_mix(state->created, state->depth));
}

/* Merges the draft into what is known at the node. */
static void reach(lockset_t *l, context_t *context, const node_t *node) {
    const lockset_state_t **known = &context->at[l->position[node->id]];
    if (*known) draft_join(&l->draft, *known);
    lockset_state_t state = draft_save(&l->draft, l->facts.arena);
    if (*known && lockset_state_equal(&state, *known)) return;
    lockset_state_t *kept = ARENA_NEW(l->facts.arena, lockset_state_t);
    *kept = state;
    *known = kept;
    VEC_PUSH(l->work, (task_t){context, node});
}

/* The context of a function that is entered in the state of the draft. */
static context_t *context_for(lockset_t *l, const function_t *root, const function_t *function) {
    lockset_state_t entry = draft_save(&l->draft, l->facts.arena);
    uint64_t hash = hash_mix(hash_mix(root->id, function->id), state_hash(&entry)), first = 0;
    map64_get(&l->table, hash, &first);
    context_t *context = (context_t *)(uintptr_t)first;
    for (; context; context = context->next)
        if (context->shown.root == root && context->shown.function == function &&
            lockset_state_equal(&context->shown.entry, &entry))
            return context;
    context = ARENA_NEW(l->facts.arena, context_t);
    context->at = ARENA_ARRAY(l->facts.arena, const lockset_state_t *, function->nodes.len);
    context->shown = (lockset_context_t){root, function, entry, context->at, NULL};
    context->next = (context_t *)(uintptr_t)first;
    map64_put(&l->table, hash, map64_pointer(context));
    VEC_PUSH(l->contexts, context);
    reach(l, context, function->entry);
    return context;
}

static void leave_to(lockset_t *l, const context_t *callee, caller_t caller) {
    draft_load(&l->draft, callee->shown.exit);
    draft_leave(&l->facts, &l->draft, caller.call,
                caller.context->at[l->position[caller.call->from->id]]);
    reach(l, caller.context, caller.call->to);
}

static void call(lockset_t *l, context_t *context, const edge_t *edge) {
    draft_enter(&l->facts, &l->draft, edge);
    context_t *callee = context_for(l, context->shown.root, edge->callee);
    caller_t caller = {context, edge};
    bool is_known = false;
    for (size_t i = 0; !is_known && i < callee->callers.len; i++)
        is_known =
            callee->callers.data[i].context == context && callee->callers.data[i].call == edge;
    if (!is_known) VEC_PUSH(callee->callers, caller);
    if (callee->shown.exit) leave_to(l, callee, caller);
}

static void return_from(lockset_t *l, context_t *context, const edge_t *edge) {
    draft_return(&l->draft, edge);
    if (context->shown.exit) draft_join(&l->draft, context->shown.exit);
    lockset_state_t state = draft_save(&l->draft, l->facts.arena);
    if (context->shown.exit && lockset_state_equal(&state, context->shown.exit)) return;
    lockset_state_t *kept = ARENA_NEW(l->facts.arena, lockset_state_t);
    *kept = state;
    context->shown.exit = kept;
    for (size_t i = 0; i < context->callers.len; i++)
        leave_to(l, context, context->callers.data[i]);
}

static void follow(lockset_t *l, task_t task, const edge_t *edge) {
    draft_load(&l->draft, task.context->at[l->position[task.node->id]]);
    switch (edge->kind) {
    case EDGE_CALL: call(l, task.context, edge); return;
    case EDGE_RETURN: return_from(l, task.context, edge); return;
    case EDGE_THREAD_EXIT:
    case EDGE_EXIT:
    case EDGE_ERROR:
    case EDGE_UNSUPPORTED: return;
    default: break;
    }
    draft_step(&l->facts, &l->draft, edge);
    reach(l, task.context, edge->to);
    if (edge->kind != EDGE_THREAD_CREATE) return;
    draft_load(&l->draft, &(lockset_state_t){0});
    context_for(l, edge->callee, edge->callee);
}

/* false: there is too much to look at. */
static bool look_at_all(lockset_t *l) {
    draft_load(&l->draft, &(lockset_state_t){0});
    context_for(l, l->facts.program->main, l->facts.program->main);
    while (l->work.len) {
        task_t task = VEC_POP(l->work);
        if (l->contexts.len > MAX_CONTEXTS || limits_exceeded(l->limits, NULL)) return false;
        for (size_t i = 0; i < task.node->out.len; i++) follow(l, task, task.node->out.data[i]);
    }
    return true;
}

static void number_nodes(lockset_t *l) {
    const program_t *program = l->facts.program;
    l->position = ARENA_ARRAY(l->facts.arena, uint32_t, program->nodes.len);
    for (size_t i = 0; i < program->functions.len; i++) {
        const function_t *function = program->functions.data[i];
        for (size_t k = 0; k < function->nodes.len; k++)
            l->position[function->nodes.data[k]->id] = (uint32_t)k;
    }
}

static void release(void *owner) {
    lockset_t *l = owner;
    for (size_t i = 0; i < l->contexts.len; i++) VEC_FREE(l->contexts.data[i]->callers);
    VEC_FREE(l->contexts);
    VEC_FREE(l->work);
    VEC_FREE(l->draft.items);
    map64_free(&l->table);
    lockset_facts_free(&l->facts);
    mem_free(l);
}

static void prove(lockset_t *l, result_t *result) {
    lockset_proof_t *proof = ARENA_NEW(l->facts.arena, lockset_proof_t);
    lockset_context_t *contexts = ARENA_ARRAY(l->facts.arena, lockset_context_t, l->contexts.len);
    for (size_t i = 0; i < l->contexts.len; i++) contexts[i] = l->contexts.data[i]->shown;
    *proof = (lockset_proof_t){l->facts.sites, l->facts.site_count, contexts, l->contexts.len};
    result_set_true(
        result,
        &(proof_t){.kind = PROOF_LOCKSETS, .locksets = proof, .owner = l, .release = release});
    result->ending = ENDED_DECIDED;
}

static void run_lockset(const engine_context_t *context, const engine_budget_t *budget,
                        result_t *result) {
    (void)budget;
    lockset_t *l = mem_zalloc(sizeof *l);
    l->limits = context->limits;
    bool is_done = lockset_facts_make(&l->facts, context->program);
    if (is_done) {
        number_nodes(l);
        is_done = look_at_all(l);
    }
    if (is_done) {
        prove(l, result);
        return;
    }
    result_set_unknown(result, ENDED_USELESS, "too many calls or threads to follow their locks");
    release(l);
}

const engine_class_t lockset_engine = {
    .name = "lockset",
    .help = "proofs that nothing races, by the locks that are held and the order of threads",
    .proves = 1 << VIOLATION_RACE,
    .leaves_judgement = true,
    .run = run_lockset,
    .configurations = (const engine_configuration_t[]){{0}},
};
