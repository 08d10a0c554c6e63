#ifndef CPA_REDUCE_POR_H
#define CPA_REDUCE_POR_H

#include "cfa/configuration.h"
#include "cfa/thread_set.h"
#include "cpa/reduce/focus.h"
#include "cpa/reduce/footprint.h"

/* Partial-order reduction by source sets (Telbisz 2024, chapter 3, Algorithm 1),
 * as a layer between the threading CPA and the data CPAs: it chooses the
 * threads whose steps are explored from a state.
 *
 *   local   a thread whose next steps touch nothing shared goes alone
 *   spor    source sets with the syntactic dependency relation
 *   aaspor  source sets with the abstraction-based one (Definition 5): two
 *           steps depend only through what is in the focus
 *
 * Soundness, and what differs from the paper, is argued in docs/por.md. */
typedef enum { POR_NONE, POR_LOCAL, POR_SPOR, POR_AASPOR } por_kind_t;

typedef struct por por_t;
/* visible: steps that must not be hidden by the end of the program. */
por_t *por_new(const program_t *program, por_kind_t kind, visible_steps_t visible);
void por_delete(por_t *por);

/* Reduces the abstract program of the focus, as it stands when sets are chosen;
 * NULL: the program as it is. */
void por_focus(por_t *por, const focus_t *focus);

/* Can the atomic section that this edge opens get stuck inside? */
bool por_section_blocks(const por_t *por, const edge_t *edge);

/* What is known of one thread in a state. */
typedef struct por_thread {
    uint32_t thread;
    bool can_move; /* the configuration allows a step */
    /* Some step is possible in every concrete state (a branch, an assignment;
     * not an assumption that may fail). */
    bool is_total;
    /* At a JOIN: the number of the thread it waits for, if known. */
    bool knows_operand;
    uint64_t operand;
} por_thread_t;

/* The value of an expression over registers of a thread's top frame, if the
 * state fixes it. */
typedef bool (*por_query_t)(void *context, const configuration_t *where, uint32_t thread,
                            const expr_t *expr, uint64_t *value);
/* May this thread go alone because its steps touch nothing shared, tracked or not,
 * by every kind of reduction but none? */
bool por_goes_alone(const por_t *por, const configuration_t *where, const por_thread_t *thread);

/* May it go alone because nobody else can come to what its next step touches, be it
 * that it holds the mutex? Asks for all running threads, so it costs more. */
bool por_goes_alone_locked(por_t *por, const configuration_t *where, const por_thread_t *threads,
                           size_t count, size_t index, por_query_t query, void *context);

/* The threads to explore; false: all of them. */
bool por_choose(por_t *por, const configuration_t *where, const por_thread_t *threads, size_t count,
                por_query_t query, void *context, thread_set_t *chosen);

#endif
