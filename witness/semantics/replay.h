#ifndef WITNESS_SEMANTICS_REPLAY_H
#define WITNESS_SEMANTICS_REPLAY_H

#include "cfa/result.h"

/* A trace made to happen: every step is executed on the concrete semantics of
 * witness/semantics/semantics.h with the inputs of the trace. "false" is printed only
 * after this has reached the error. */

typedef struct replay_access {
    variable_t variable; /* a cell */
    bool is_write;
    uint64_t before, after; /* equal for a read */
} replay_access_t;

typedef struct replay_step {
    uint32_t thread;
    const edge_t *edge;
    uint32_t depth; /* of the frame that made it; 0: the bottom */
    uint32_t first_access, access_count;
    bool has_value;   /* a register of the frame was set (RETURN: of the caller) */
    uint64_t value;   /* ... to this */
    uint32_t created; /* THREAD_CREATE: number of the new thread */
    bool has_operand;
    uint64_t operand; /* of LOCK, TRYLOCK, UNLOCK: the mutex; THREAD_CREATE: its argument; FREE */
    reg_t pointer;    /* a register that the address of the access is computed from, or NO_REG */
    uint64_t pointer_value;
} replay_step_t;

typedef struct replay_frame {
    const function_t *function;
    source_t source; /* where it stands */
    uint32_t thread;
} replay_frame_t;

typedef struct replay_waiting {
    uint32_t thread;
    const edge_t *edge;
} replay_waiting_t;

typedef struct replay {
    const program_t *program;
    bool reaches_error; /* and steps ends with the violation then */
    VEC(replay_step_t) steps;
    VEC(replay_access_t) accesses;
    /* Where each running thread waits, if the violation is a deadlock. */
    VEC(replay_waiting_t) waiting;
    /* If it is a data race: the two accesses that the threads make next. */
    VEC(replay_waiting_t) racing;
    /* The call stack of the thread at the violation, innermost first. */
    VEC(replay_frame_t) stack;
    /* Those of the other threads that run then, one after the other. */
    VEC(replay_frame_t) other_stacks;
    char *fault; /* reaches_error by an ERROR edge with a fault: what is wrong; else NULL */
    size_t failed_step; /* !reaches_error: the step that could not be made, or their number */
    char *why;          /* ... with position where there is one */
} replay_t;

/* Also the result: does the trace end in a violation of this property of the set? */
bool replay_run(replay_t *replay, const program_t *program, const property_set_t *properties,
                size_t property, const trace_t *trace);
void replay_free(replay_t *replay);

#endif
