#include "engine/cegar/analysis.h"

#include "cpa/core/loop_bound.h"
#include "cpa/symbolic/symbolic.h"
#include "engine/candidates/candidates.h"
#include "refine/arg_proof.h"

static wait_order_t wait_order(const options_t *options, bool merges) {
    switch (options->waitlist) {
    case WAITLIST_BFS: return WAIT_BREADTH_FIRST;
    case WAITLIST_RANK: return WAIT_BY_RANK;
    case WAITLIST_DFS: return WAIT_DEPTH_FIRST;
    case WAITLIST_THREAD: return WAIT_BY_THREAD;
    default: return merges ? WAIT_BY_RANK : WAIT_BREADTH_FIRST;
    }
}

/* Accesses to what is forgotten race as all others do, so nothing may be forgotten where races
 * are asked for. */
static bool seeks_races(const engine_context_t *context, const analysis_parts_t *parts) {
    return property_set_violated_by(context->properties, parts->asked, VIOLATION_RACE) != 0;
}

static por_kind_t reduction(const options_t *options, bool forgets) {
    switch (options->por) {
    case REDUCTION_LOCAL: return POR_LOCAL;
    case REDUCTION_SPOR: return POR_SPOR;
    case REDUCTION_AASPOR: return forgets ? POR_AASPOR : POR_SPOR;
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

/* What is not tracked from the beginning is forgotten, but for most of it where a growing
 * focus costs a new graph. */
static void set_focus(analysis_t *a, const analysis_parts_t *parts) {
    focus_t *focus = a->composite.focus;
    if (!focus) return;
    if (parts->value_options.track_all)
        focus_add_all(focus);
    else if (parts->predicate)
        focus_clear_most(focus);
    else
        focus_clear(focus);
}

static void add(analysis_t *a, cpa_t *cpa) {
    a->composite.cpas[a->composite.count++] = cpa;
}

static void add_values(analysis_t *a, const engine_context_t *context,
                       const analysis_parts_t *parts) {
    value_options_t value_options = parts->value_options;
    value_options.focus = a->composite.focus;
    a->value = value_new(context->program, value_options);
    if (parts->symbolic) {
        a->symbolic =
            symbolic_new(context->program, context->terms, a->solver, a->value, a->composite.focus);
        symbolic_split_few(a->symbolic, parts->cases);
    }
    add(a, parts->symbolic ? a->symbolic : a->value);
}

static predicate_scope_t predicate_scope(const options_t *options) {
    switch (options->predicate_scope) {
    case SCOPE_FUNCTION: return PREDICATE_IN_FUNCTION;
    case SCOPE_GLOBAL: return PREDICATE_GLOBAL;
    default: return PREDICATE_AT_LOCATION;
    }
}

static predicate_precision_t *new_precision(const engine_context_t *context) {
    predicate_precision_t *precision =
        predicate_precision_new(context->program, predicate_scope(context->options));
    if (context->options->candidates == CANDIDATES_ON) candidates_add(precision, context);
    return precision;
}

/* Predicates that were found by an analysis before serve this one too, but those that began
 * with candidates have theirs for themselves: many are of no use. */
static predicate_precision_t *precision_of(analysis_t *a, const engine_context_t *context) {
    engine_knowledge_t *knowledge = context->knowledge;
    if (!knowledge) return a->own_precision = new_precision(context);
    predicate_precision_t **kept = context->options->candidates == CANDIDATES_ON
                                       ? &knowledge->candidates
                                       : &knowledge->predicates;
    if (!*kept) *kept = new_precision(context);
    return *kept;
}

static void add_predicates(analysis_t *a, const engine_context_t *context,
                           const analysis_parts_t *parts) {
    if (!parts->predicate) {
        a->own_blocks = blocks_new(context->program, context->terms);
        return;
    }
    a->precision = precision_of(a, context);
    a->predicate = predicate_new(context->program, context->terms, a->solver, context->limits,
                                 context->stats, a->precision, parts->predicate_options);
    predicate_focus(a->predicate, a->composite.focus);
    add(a, a->predicate);
}

/* Counters go on over the runs of one context. */
static void set_up_exploration(analysis_t *a, const engine_context_t *context,
                               const analysis_parts_t *parts) {
    bool shows_graph = context->options->dump == DUMP_ARG; /* with all its states */
    bool joins = parts->is_final && !shows_graph;
    if (joins && !parts->symbolic && context->options->symmetry == SYMMETRY_ON &&
        symmetry_applies(context->program))
        a->symmetry = symmetry_new(&a->composite, a->value);
    a->rank = rank_new(context->program);
    a->order = wait_order(context->options, parts->predicate);
    a->exploration = (exploration_t){
        .composite = &a->composite,
        .arg = arg_new(a->composite.count),
        .waitlist = waitlist_new(a->order, &a->composite, a->rank),
        .limits = context->limits,
        .stats = context->stats,
        .forget_covered = parts->is_final,
        .joins_steps = joins, /* a run that is made again must come to the same state */
        .symmetry = a->symmetry,
        .reached_before = context->stats->reached,
        .configurations_before = context->stats->configurations,
        .check_price = parts->symbolic ? ENGINE_QUESTION_PRICE : 0,
    };
    cpa_start(&a->exploration);
}

analysis_t *analysis_new(const engine_context_t *context, const analysis_parts_t *parts,
                         const char **why) {
    const options_t *options = context->options;
    const solver_class_t *class = engine_solver(options, SOLVER_TO_SEARCH, NULL, why);
    solver_t *solver = class ? solver_new(class, context->terms, why) : NULL;
    if (!solver) return NULL;
    analysis_t *a = mem_zalloc(sizeof *a);
    a->solver = solver;
    a->composite.program = context->program;
    a->composite.threading =
        threading_new(context->program, options->max_threads, options->max_depth);
    a->composite.seeks_races = seeks_races(context, parts);
    por_kind_t por = reduction(options, !a->composite.seeks_races);
    if (por != POR_NONE)
        a->composite.por =
            por_new(context->program, por, property_set_visible(context->properties, parts->asked));
    if (parts->forgets && !a->composite.seeks_races) make_focus(a, context, parts);
    /* The cheap ones first: a step they exclude costs no formula. */
    if (parts->loop_bound) {
        a->loop_bound = loop_bound_new(context->program, parts->bound);
        add(a, a->loop_bound);
    }
    add_values(a, context, parts);
    add_predicates(a, context, parts);
    set_focus(a, parts);
    set_up_exploration(a, context, parts);
    return a;
}

void analysis_delete(analysis_t *a) {
    if (!a) return;
    symmetry_delete(a->symmetry);
    arg_delete(a->exploration.arg);
    waitlist_delete(a->exploration.waitlist);
    rank_delete(a->rank);
    blocks_delete(a->own_blocks);
    composite_delete(&a->composite);
    if (a->symbolic) a->value->class->destroy(a->value); /* which stood beside the composite */
    predicate_precision_delete(a->own_precision);
    solver_delete(a->solver);
    mem_free(a);
}

size_t analysis_part(const analysis_t *a, const cpa_t *cpa) {
    size_t i = 0;
    while (a->composite.cpas[i] != cpa) i++;
    return i;
}

blocks_t *analysis_blocks(analysis_t *a) {
    return a->own_blocks ? a->own_blocks : predicate_blocks(a->predicate);
}

/* The result of a proof owns everything that its states are made of. */
typedef struct {
    analysis_t *analysis;
    arg_proof_t *proof;
} owned_proof_t;

static void release(void *owner) {
    owned_proof_t *owned = owner;
    arg_proof_delete(owned->proof);
    analysis_delete(owned->analysis);
    mem_free(owned);
}

void analysis_prove(analysis_t *a, const engine_context_t *context, const cpa_t *only,
                    result_t *result) {
    owned_proof_t *owned = mem_zalloc(sizeof *owned);
    bool by_values = only == a->value || (!a->predicate && !a->symbolic);
    owned->analysis = a;
    owned->proof = arg_proof_new(&a->composite, a->exploration.arg, only, !by_values);
    if (a->symmetry) arg_proof_use_symmetry(owned->proof, a->symmetry);
    proof_t proof = {.kind = PROOF_STATES,
                     .solver = by_values ? NULL : a->solver->class->name,
                     .owner = owned,
                     .release = release};
    arg_proof_fill(owned->proof, &proof.states);
    context->stats->kept_states = proof.states.count;
    result_set_true(result, &proof);
}
