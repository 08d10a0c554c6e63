#ifndef WITNESS_REPRODUCE_MEMORY_NAMES_H
#define WITNESS_REPRODUCE_MEMORY_NAMES_H

#include "util/hash.h"
#include "witness/reproduce/schedule.h"

/* What an address of heddle's memory is called in the compiled program, while a replay is
 * followed: addresses are used again by other frames and allocations. */

typedef struct memory_frame {
    const function_t *function;
    uint64_t base;
    uint32_t id; /* of this frame and no other; 0: none */
} memory_frame_t;

typedef struct memory_thread {
    uint32_t number; /* in the schedule */
    uint32_t allocations;
    VEC(memory_frame_t) frames; /* bottom first */
} memory_thread_t;

typedef struct memory_allocation {
    uint64_t base;
    const object_t *site;
    uint32_t thread, nth;
    uint32_t object; /* in the schedule, or SCHEDULE_NO_OBJECT */
} memory_allocation_t;

typedef struct memory_names {
    schedule_t *schedule;
    VEC(memory_thread_t) threads; /* by their numbers in the replay */
    VEC(memory_allocation_t) heap; /* sorted by base; the newest of each */
    map64_t objects;               /* frame and object -> object of the schedule */
    uint32_t frame_count;
} memory_names_t;

void memory_names_init(memory_names_t *names, schedule_t *schedule);
void memory_names_free(memory_names_t *names);
/* Frames and allocations after the step. */
void memory_names_follow(memory_names_t *names, const replay_step_t *step);
/* The number in the schedule of the thread that has this one now. */
uint32_t memory_names_thread(const memory_names_t *names, uint32_t thread);
/* false: the program has no such memory; a variable of a model, for example. */
bool memory_names_find(memory_names_t *names, uint64_t address, uint64_t size, uint32_t *object,
                       uint64_t *offset);

#endif
