#ifndef TESTS_UNIT_IMPACT_WORLD_H
#define TESTS_UNIT_IMPACT_WORLD_H

#include "cfa/passes.h"
#include "cpa/value/value.h"
#include "refine/impact/proof.h"
#include "refine/impact/sound.h"
#include "tests/unit/witness_build.h"
#include "witness/proof_check.h"
#include "witness/semantics/replay.h"

#include <stdio.h>

/* One run of Impact with the tree at hand. */
typedef struct impact_world {
    const program_t *program;
    composite_t composite;
    terms_t *terms;
    solver_t *solver;
    rank_t *rank;
    limits_t limits;
    stats_t stats;
    impact_t x;
    property_set_t properties;
    result_t result;
    verdict_t verdict; /* TRUE: by the tree, without a proof in the result */
} impact_world_t;

/* asked: 0 leaves errors alone, and so makes a tree that proves nothing. */
__attribute__((unused)) static void impact_world_ask(impact_world_t *w, const program_t *program,
                                                     por_kind_t por, impact_options_t options,
                                                     property_mask_t asked) {
    *w = (impact_world_t){.program = program, .terms = terms_new()};
    limits_init(&w->limits, 30, 0);
    w->solver = solver_new(solver_class_named("z3"), w->terms, NULL);
    w->rank = rank_new(program);
    w->composite.program = program;
    w->composite.threading = threading_new(program, 8, 20);
    if (por != POR_NONE) w->composite.por = por_new(program, por, VISIBLE_ERRORS);
    w->composite.cpas[w->composite.count++] = value_new(program, (value_options_t){0});
    w->x = (impact_t){.composite = &w->composite,
                      .blocks = blocks_new(program, w->terms),
                      .terms = w->terms,
                      .solver = w->solver,
                      .source = {w->terms, w->solver, NULL, REFINE_SIMPLEST},
                      .interpolation = interpolation_not_counting(solver_default_class(NULL)),
                      .rank = w->rank,
                      .limits = &w->limits,
                      .stats = &w->stats,
                      .visible = VISIBLE_ERRORS,
                      .options = options};
    property_set_add(&w->properties, property_default());
    result_init(&w->result, &w->properties, asked);
    bool is_safe = impact_run(&w->x, &w->result);
    w->verdict = is_safe ? VERDICT_TRUE : w->result.answers[0].verdict;
}

__attribute__((unused)) static void impact_world_run(impact_world_t *w, const program_t *program,
                                                     por_kind_t por, impact_options_t options) {
    impact_world_ask(w, program, por, options, property_bit(0));
}

/* Is the proof of the tree accepted, or the trace replayed? */
__attribute__((unused)) static bool impact_world_has_evidence(impact_world_t *w) {
    if (w->verdict == VERDICT_FALSE) {
        replay_t replay = {0};
        bool is_replayed =
            replay_run(&replay, w->program, &w->properties, 0, &w->result.answers[0].trace);
        replay_free(&replay);
        return is_replayed;
    }
    char *why = NULL;
    proof_t proof = {.kind = w->x.options.is_monotonic ? PROOF_MONOTONIC : PROOF_STATES};
    impact_proof_t *made = impact_proof_new(&w->x);
    impact_proof_fill(made, &proof.states);
    bool is_accepted =
        proof_check(w->program, w->terms, solver_default_class(NULL), &proof, NULL, NULL, &why);
    if (why) printf("  not accepted: %s\n", why);
    mem_free(why);
    impact_proof_delete(made);
    return is_accepted;
}

__attribute__((unused)) static void impact_world_free(impact_world_t *w) {
    result_free(&w->result);
    blocks_delete(w->x.blocks);
    impact_free(&w->x);
    composite_delete(&w->composite);
    rank_delete(w->rank);
    solver_delete(w->solver);
    terms_delete(w->terms);
}

#endif
