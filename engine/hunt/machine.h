#ifndef ENGINE_HUNT_MACHINE_H
#define ENGINE_HUNT_MACHINE_H

#include "cfa/configuration.h"

/* A concrete state of a program that is changed in place, for runs that are made
 * once and forgotten. Memory is bytes. What the semantics leave open is 0: memory
 * that was never written; inputs are the caller's. */
typedef struct machine machine_t;

/* NULL: the program needs too much memory. */
machine_t *machine_new(const program_t *program, uint32_t max_threads, uint32_t max_depth);
void machine_delete(machine_t *machine);

/* main at its entry. */
void machine_reset(machine_t *machine);
/* Before the first step: contents of static memory that the program does not say. */
void machine_set_memory(machine_t *machine, uint64_t address, uint64_t size, uint64_t value);

uint32_t machine_thread_count(const machine_t *machine);
/* The innermost frame of a thread: where it stands, how many lie below it, and its
 * registers. NULL: the thread is not running. */
const node_t *machine_place(const machine_t *machine, uint32_t thread, uint32_t *depth,
                            const uint64_t **regs);
/* The bytes of an integer in static memory. */
uint64_t machine_static(const machine_t *machine, uint64_t address, unsigned size);
/* Where a thread began. */
const function_t *machine_routine(const machine_t *machine, uint32_t thread);
/* Has this thread, which may not exist, an edge that it can take now? Of several
 * it is one of the ASSUMEs that hold. */
const edge_t *machine_next(machine_t *machine, uint32_t thread);
/* The thread inside an atomic section, or UINT32_MAX. */
uint32_t machine_atomic_thread(const machine_t *machine);

typedef enum {
    MACHINE_GOES_ON,
    MACHINE_ENDED, /* the program */
    MACHINE_ERROR, /* the property is violated */
    MACHINE_LOST,  /* something undefined, unsupported, or beyond a limit */
} machine_answer_t;
/* Was the last step MACHINE_LOST because its access or free was a fault? */
bool machine_is_fault(const machine_t *machine);
/* Takes the edge that machine_next gave; input is the value of a HAVOC. */
machine_answer_t machine_step(machine_t *machine, uint32_t thread, const edge_t *edge,
                              uint64_t input);
/* Behind a HAVOC_OBJECT, which sets all cells of the object to 0: one of them. */
void machine_set_cell(machine_t *machine, uint32_t thread, const object_t *object, uint64_t offset,
                      uint64_t value);
/* Has some thread not ended? */
bool machine_runs(const machine_t *machine);

/* Do two threads stand before accesses that race (VIOLATION_RACE), now that this thread has
 * taken this edge? Nobody else has moved, so one of the two is new where it stands. */
bool machine_races(machine_t *machine, uint32_t thread, const edge_t *edge);

#endif
