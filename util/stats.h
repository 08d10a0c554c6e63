#ifndef UTIL_STATS_H
#define UTIL_STATS_H

#include "util/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

/* Counters and times of one run. Plain data without pointers, so that it can
 * lie in memory shared with a supervising process, which prints what a run
 * that died had done so far. One row below adds a field and its place in
 * --stats. */

/* field, text */
#define STATS_COUNTERS(X)                                                                          \
    X(functions, "functions")                                                                      \
    X(nodes, "control locations")                                                                  \
    X(edges, "control edges")                                                                      \
    X(objects, "memory objects")                                                                   \
    X(runs, "runs at random")                                                                      \
    X(states, "abstract states made")                                                              \
    X(reached, "abstract states reached")                                                          \
    X(covered, "abstract states covered")                                                          \
    X(merged, "abstract states merged")                                                            \
    X(joined, "... passed in straight runs")                                                       \
    X(renumbered, "... with threads in another order")                                             \
    X(configurations, "configurations")                                                            \
    X(explored_actions, "steps explored")                                                          \
    X(evaluated_statements, "statements met")                                                      \
    X(simplified_statements, "... without influence")                                              \
    X(abstractions, "predicate abstractions")                                                      \
    X(predicates, "predicates")                                                                    \
    X(tracked_variables, "tracked variables")                                                      \
    X(cover_checks, "covers that the solver was asked about")                                      \
    X(forced_covers, "covers by force")                                                            \
    X(cover_expansions, "nodes from cover expansions")                                             \
    X(refinements, "refinements")                                                                  \
    X(loop_bound, "loop bound")                                                                    \
    X(terms, "distinct terms")                                                                     \
    X(solver_checks, "solver checks")                                                              \
    X(solver_sat, "... satisfiable")                                                               \
    X(solver_unsat, "... unsatisfiable")                                                           \
    X(solver_unknown, "... undecided")                                                             \
    X(interpolations, "interpolations")                                                            \
    X(interpolations_failed, "... failed")                                                         \
    X(all_sat_models, "models enumerated")                                                         \
    X(order_threads, "threads unwound")                                                            \
    X(order_events, "events")                                                                      \
    X(order_sources, "... pairs of a write and a read")                                            \
    X(order_conflicts, "conflicts found beforehand")                                               \
    X(order_cycles, "clauses from cycles")                                                         \
    X(order_propagations, "literals propagated by the order")                                      \
    X(order_inserted, "orders inserted")                                                           \
    X(order_serial, "questions with all writes in order")                                          \
    X(sat_variables, "SAT variables")                                                              \
    X(sat_clauses, "SAT clauses")                                                                  \
    X(sat_conflicts, "SAT conflicts")                                                              \
    X(sat_decisions, "SAT decisions")                                                              \
    X(sat_propagations, "SAT propagations")                                                        \
    X(trace_steps, "steps of the counterexample")                                                  \
    X(kept_states, "states of the proof")                                                          \
    X(check_continued, "... states between them")                                                  \
    X(check_reduced, "... with steps left out")                                                    \
    X(check_refused, "... with a reduction refused")                                               \
    X(memory_kilobytes, "peak memory in kB")

#define STATS_TIMERS(X)                                                                            \
    X(time_frontend, "reading the program")                                                        \
    X(time_passes, "passes")                                                                       \
    X(time_engine, "engine")                                                                       \
    X(cpu_engine, "... processor time")                                                            \
    X(time_successors, "... successors")                                                           \
    X(time_refinement, "... refinement")                                                           \
    X(time_abstraction, "... predicate abstraction")                                               \
    X(time_unwinding, "... unwinding")                                                             \
    X(time_encoding, "... encoding")                                                               \
    X(time_conflicts, "... conflicts beforehand")                                                  \
    X(time_sat, "... SAT solver and order")                                                        \
    X(time_solver, "... solver")                                                                   \
    X(time_replay, "replay of the counterexample")                                                 \
    X(time_check, "check of the proof")                                                            \
    X(cpu_check, "... processor time")                                                             \
    X(time_witness, "witness")                                                                     \
    X(time_total, "total")

enum { STATS_ACTIVITY_SIZE = 48, STATS_MAX_ATTEMPTS = 64 };

/* One run of an engine. */
typedef struct stats_attempt {
    char name[STATS_ACTIVITY_SIZE];
    double seconds;
    char ending[STATS_ACTIVITY_SIZE]; /* why it ended */
} stats_attempt_t;

typedef struct stats {
#define STATS_COUNTER(field, text) uint64_t field;
    STATS_COUNTERS(STATS_COUNTER)
#undef STATS_COUNTER
#define STATS_TIMER(field, text) double field; /* seconds */
    STATS_TIMERS(STATS_TIMER)
#undef STATS_TIMER
    /* What is being done now, e.g. "predicate+value"; for the status line. */
    char activity[STATS_ACTIVITY_SIZE];
    /* In their order; those beyond the last place are counted only. */
    uint64_t attempt_count;
    stats_attempt_t attempts[STATS_MAX_ATTEMPTS];
} stats_t;

void stats_set_activity(stats_t *stats, const char *activity);
void stats_add_attempt(stats_t *stats, const char *name, double seconds, const char *ending);

/* Timing a stretch of code: double start = stats_now(); ...;
 * stats->time_engine += stats_now() - start. Seconds of a monotonic clock. */
double stats_now(void);
/* The same for processor time of this process. */
double stats_processor(void);

/* Counters that are 0 and times below a millisecond are left out of the text,
 * and kept in the JSON (one object, keys are the names of the fields). */
void stats_print_text(strbuf_t *out, const stats_t *stats);
void stats_print_json(strbuf_t *out, const stats_t *stats, const char *verdict, const char *reason);

#endif
