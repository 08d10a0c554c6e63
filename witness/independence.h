#ifndef WITNESS_INDEPENDENCE_H
#define WITNESS_INDEPENDENCE_H

#include "witness/sem_state.h"

/* Which steps may be left out when a proof was made with partial-order
 * reduction; computed anew here, from the program alone.
 *
 * From a state it is enough to follow the threads of a set T (a persistent set)
 * if nothing that the others can do before a thread of T moves depends on a next
 * step of T, some thread of T can move in every concrete state, no next step of
 * T ends the program or opens an atomic section, and none goes to a loop head.
 * Then every error or stop that is reachable at all is reachable by a path that
 * begins with a step of T (Godefroid 1996, Theorem 4.3 and the proviso of its
 * chapter 6): without loop heads every sequence of such choices is finite,
 * because threads of a program do not create threads that create threads
 * (a step that does is not in T).
 *
 * Dependence is by objects that may be shared, mutexes being objects, the
 * numbers of threads, and the heap. */
typedef struct independence independence_t;

independence_t *independence_new(const program_t *program);
void independence_delete(independence_t *independence);

/* What the caller knows of each thread of a configuration. */
typedef struct independence_thread {
    bool can_move;       /* has steps; false also for threads that do not run */
    bool is_total;       /* has one in every concrete state */
    bool to_loop_head;   /* one of its steps goes to a loop head */
    bool knows_operand;  /* it stands at a JOIN of this thread: */
    uint64_t operand;
} independence_thread_t;

/* The smallest set found that contains the seed and whose steps are enough;
 * false if there is none but all. Both arrays have an entry per thread. */
bool independence_choose(independence_t *independence, const configuration_t *c,
                         const independence_thread_t *threads, unsigned seed, bool *chosen);

#endif
