#include "engine/cegar/analysis.h"

#include "cpa/core/loop_bound.h"
#include "cpa/explore/arg_dot.h"
#include "cpa/symbolic/symbolic.h"
#include "refine/cegar.h"

#include <stdio.h>

/* Where nothing is said, the solver that answers small queries fastest: an
 * abstraction takes thousands of them, and Z3 needs a quarter of MathSAT's time. */
static const solver_class_t *checking_class(const options_t *options) {
    return solver_class_named(options->solver == SOLVER_CHOICE_MATHSAT ? "mathsat" : "z3");
}

/* Where nothing is said, one that interpolates by itself, if it is there. */
const solver_class_t *analysis_interpolation_class(const options_t *options) {
    const char *why;
    if (options->solver == SOLVER_CHOICE_AUTO) return solver_default_class(&why);
    return checking_class(options);
}

wait_order_t analysis_wait_order(const options_t *options, bool merges) {
    switch (options->waitlist) {
    case WAITLIST_BFS: return WAIT_BREADTH_FIRST;
    case WAITLIST_RANK: return WAIT_BY_RANK;
    case WAITLIST_DFS: return WAIT_DEPTH_FIRST;
    case WAITLIST_THREAD: return WAIT_BY_THREAD;
    default: return merges ? WAIT_BY_RANK : WAIT_BREADTH_FIRST;
    }
}

static por_kind_t reduction(const options_t *options) {
    switch (options->por) {
    case REDUCTION_LOCAL: return POR_LOCAL;
    case REDUCTION_SPOR: return POR_SPOR;
    case REDUCTION_AASPOR: return POR_AASPOR;
    default: return POR_NONE;
    }
}

static void make_focus(analysis_t *a, const engine_context_t *context,
                       const analysis_parts_t *parts) {
    const program_t *program = context->program;
    bool is_lazy = context->options->por == REDUCTION_AASPOR || parts->dynamic_cone;
    cone_t *cone = cone_new(program);
    focus_t *focus = focus_new(program, is_lazy);
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (parts->static_cone && !cone_needs_object(cone, object)) focus_set_idle(focus, object);
        if (cone_decides(cone, object)) focus_set_decides(focus, object);
    }
    a->composite.focus = focus;
    if (a->composite.por) por_focus(a->composite.por, focus);
    if (parts->static_cone || parts->dynamic_cone) {
        a->composite.cone = cone;
        a->composite.cone_is_dynamic = parts->dynamic_cone;
    } else {
        cone_delete(cone);
    }
}

analysis_t *analysis_new(const engine_context_t *context, const analysis_parts_t *parts,
                         const char **why) {
    const options_t *options = context->options;
    solver_t *solver = solver_new(checking_class(options), context->terms, why);
    if (!solver) return NULL;
    analysis_t *a = mem_zalloc(sizeof *a);
    a->solver = solver;
    a->composite.program = context->program;
    uint32_t max_threads = parts->max_threads ? parts->max_threads : options->max_threads;
    a->composite.threading = threading_new(context->program, max_threads, options->max_depth);
    if (reduction(options) != POR_NONE)
        a->composite.por = por_new(context->program, reduction(options));
    if (parts->forgets) make_focus(a, context, parts);
    /* The cheap ones first: a step they exclude costs no formula. */
    if (parts->loop_bound) {
        a->loop_bound = loop_bound_new(context->program, parts->bound);
        a->composite.cpas[a->composite.count++] = a->loop_bound;
    }
    if (parts->value) {
        value_options_t value_options = parts->value_options;
        value_options.focus = a->composite.focus;
        a->value = value_new(context->program, value_options);
        a->composite.cpas[a->composite.count++] = a->value;
    }
    if (parts->value)
        a->symbolic =
            symbolic_new(context->program, context->terms, solver, a->value, a->composite.focus);
    if (a->value && a->composite.count == 1 && options->symmetry == SYMMETRY_ON &&
        options->dump != DUMP_ARG && symmetry_applies(context->program))
        a->symmetry = symmetry_new(&a->composite, a->value);
    if (parts->predicate) {
        a->predicate = predicate_new(context->program, context->terms, solver, context->limits,
                                     context->stats, parts->predicate_options);
        predicate_focus(a->predicate, a->composite.focus);
        a->composite.cpas[a->composite.count++] = a->predicate;
    } else {
        a->own_blocks = blocks_new(context->program, context->terms);
    }
    a->arg = arg_new(a->composite.count);
    a->rank = rank_new(context->program);
    a->waitlist =
        waitlist_new(analysis_wait_order(options, parts->predicate), &a->composite, a->rank);
    a->cpa_count = a->composite.count;
    return a;
}

void analysis_delete(analysis_t *a) {
    if (!a) return;
    symmetry_delete(a->symmetry);
    arg_delete(a->arg);
    waitlist_delete(a->waitlist);
    rank_delete(a->rank);
    blocks_delete(a->own_blocks);
    a->composite.count = a->cpa_count;
    for (size_t i = 0; a->symbolic && i < a->cpa_count; i++)
        if (a->composite.cpas[i] == a->symbolic) a->composite.cpas[i] = a->value;
    if (a->symbolic) a->symbolic->class->destroy(a->symbolic);
    composite_delete(&a->composite);
    solver_delete(a->solver);
    mem_free(a);
}

blocks_t *analysis_blocks(analysis_t *a) {
    return a->own_blocks ? a->own_blocks : predicate_blocks(a->predicate);
}

/* The result of a proof owns everything that its states are made of. */
typedef struct {
    analysis_t *analysis;
    arg_proof_t *proof;
} owned_proof_t;

static void get_kept(void *owner, size_t index, kept_state_t *state) {
    owned_proof_t *owned = owner;
    proof_t proof;
    arg_proof_fill(owned->proof, &proof);
    proof.get(proof.owner, index, state);
}

static void get_explored(void *owner, const configuration_t *c, thread_set_t *threads) {
    owned_proof_t *owned = owner;
    proof_t proof;
    arg_proof_fill(owned->proof, &proof);
    proof.explored(proof.owner, c, threads);
}

static bool get_renumbering(void *owner, const configuration_t *c, const binding_t *bindings,
                            size_t count, uint32_t *numbers) {
    owned_proof_t *owned = owner;
    proof_t proof;
    arg_proof_fill(owned->proof, &proof);
    return proof.renumber(proof.owner, c, bindings, count, numbers);
}

static void release(void *owner) {
    owned_proof_t *owned = owner;
    arg_proof_delete(owned->proof);
    analysis_delete(owned->analysis);
    mem_free(owned);
}

void analysis_prove(analysis_t *a, const engine_context_t *context, const cpa_t *only,
                    result_t *result) {
    owned_proof_t *owned = mem_zalloc(sizeof *owned);
    proof_t proof;
    owned->analysis = a;
    owned->proof = arg_proof_new(&a->composite, a->arg, only);
    if (a->has_representatives) arg_proof_use_symmetry(owned->proof, a->symmetry);
    arg_proof_fill(owned->proof, &proof);
    result->proof = (proof_t){
        .owner = owned,
        .count = proof.count,
        .get = get_kept,
        .explored = proof.explored ? get_explored : NULL,
        .forgotten = proof.forgotten,
        .renumber = proof.renumber ? get_renumbering : NULL,
        .release = release,
    };
    context->stats->kept_states = proof.count;
}
