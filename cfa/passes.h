#ifndef CFA_PASSES_H
#define CFA_PASSES_H

#include "cfa/program.h"

/* Runs all passes in order; the program is const afterwards. Debug builds
 * (HEDDLE_DEBUG) run the checker before the first and after each pass. */
void passes_run(program_t *program);

/* The passes, in this order. What each requires, provides and breaks stands at
 * the top of its file. */
#define PASSES(X)                                                                                  \
    X(lifetimes) /* where accesses are checked: locals that escape become allocations */           \
    X(cleanup)   /* no unreachable code, no chains of NOPs, dense ids */                             \
    X(owners)    /* no OWNS whose answer is plain to see */                                           \
    X(faults)    /* ERROR edges beside accesses that may be faults; edge->check */                    \
    X(loops)     /* node->is_loop_head, node->rpo */                                                   \
    X(liveness)  /* function->live */                                                               \
    X(layout)    /* addresses */                                                                      \
    X(points_to) /* edge->access but for shared, object->is_mixed, program->points_to */           \
    X(joinable)  /* the same of JOINABLE; program->keeps_numbers, keeps_owners */                   \
    X(address_use) /* edge->uses_layout */                                                         \
    X(sharing)   /* object->may_be_shared, object->is_constant, access.shared */                     \
    X(turns)     /* node->is_turn */
#define PASS_DECLARE(name) void name##_run(program_t *program);
PASSES(PASS_DECLARE)
#undef PASS_DECLARE

#endif
