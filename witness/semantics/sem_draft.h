#ifndef WITNESS_SEMANTICS_SEM_DRAFT_H
#define WITNESS_SEMANTICS_SEM_DRAFT_H

#include "cfa/configuration.h"

/* The next configuration while it is being made: copies that may be changed.
 * The frames of one thread, the mover, can change, and one thread can be added. */
typedef struct sem_draft {
    VEC(thread_t) threads;
    VEC(held_lock_t) locks;
    VEC(heap_object_t) heap;
    VEC(frame_t) frames; /* of the mover */
    frame_t first;       /* of the thread added */
    unsigned mover;
    bool has_exited;
    const edge_t *unsupported;
} sem_draft_t;

void sem_draft_free(sem_draft_t *draft);
void sem_draft_load(sem_draft_t *draft, const configuration_t *c, unsigned mover);
const configuration_t *sem_draft_intern(sem_draft_t *draft, configurations_t *table);

void sem_draft_push_frame(sem_draft_t *draft, const node_t *node, const edge_t *call,
                          uint64_t base);
/* The mover ends; its number is free at once if it is detached. */
void sem_draft_end_thread(sem_draft_t *draft, const program_t *program);
/* The number of a new running thread with one frame. */
unsigned sem_draft_new_thread(const sem_draft_t *draft);
void sem_draft_add_thread(sem_draft_t *draft, unsigned number, const node_t *entry, uint64_t base);
void sem_draft_free_thread(sem_draft_t *draft, unsigned number, const program_t *program);

bool sem_draft_is_locked(const sem_draft_t *draft, uint64_t address);
void sem_draft_lock(sem_draft_t *draft, uint64_t address);
void sem_draft_unlock(sem_draft_t *draft, uint64_t address);
/* Mutexes in this memory end, whoever holds them. */
void sem_draft_forget_locks(sem_draft_t *draft, uint64_t from, uint64_t to);

void sem_draft_insert_heap(sem_draft_t *draft, size_t position, heap_object_t object);
void sem_draft_remove_heap(sem_draft_t *draft, size_t position);

#endif
