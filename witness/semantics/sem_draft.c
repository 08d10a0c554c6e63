#include "witness/semantics/sem_draft.h"

#include <string.h>

void sem_draft_free(sem_draft_t *draft) {
    VEC_FREE(draft->threads);
    VEC_FREE(draft->locks);
    VEC_FREE(draft->heap);
    VEC_FREE(draft->frames);
}

#define COPY(vec, source, count)                                                                   \
    do {                                                                                           \
        VEC_RESERVE(vec, (count) + 1);                                                             \
        (vec).len = (count);                                                                       \
        if (count) memcpy((vec).data, (source), (count) * sizeof *(vec).data);                     \
    } while (0)

void sem_draft_load(sem_draft_t *draft, const configuration_t *c, unsigned mover) {
    COPY(draft->threads, c->threads, c->thread_count);
    COPY(draft->locks, c->locks, c->lock_count);
    COPY(draft->heap, c->heap, c->heap_count);
    draft->frames.len = 0;
    if (mover < c->thread_count)
        COPY(draft->frames, c->threads[mover].frames, c->threads[mover].frame_count);
    draft->mover = mover;
    draft->has_exited = c->has_exited;
    draft->unsupported = c->unsupported;
}

/* One way to write each configuration: threads that do not run have nothing
 * but their status, free slots at the end do not count. */
const configuration_t *sem_draft_intern(sem_draft_t *draft, configurations_t *table) {
    for (size_t i = 0; i < draft->threads.len; i++) {
        thread_t *thread = &draft->threads.data[i];
        if (thread->status != THREAD_RUNNING) {
            *thread = (thread_t){.status = thread->status};
        } else if (i == draft->mover) {
            thread->frames = draft->frames.data;
            thread->frame_count = (uint32_t)draft->frames.len;
        }
    }
    while (draft->threads.len && VEC_TOP(draft->threads).status == THREAD_FREE)
        draft->threads.len--;
    configuration_t c = {
        .thread_count = (uint32_t)draft->threads.len,
        .lock_count = (uint32_t)draft->locks.len,
        .heap_count = (uint32_t)draft->heap.len,
        .threads = draft->threads.data,
        .locks = draft->locks.data,
        .heap = draft->heap.data,
        .has_exited = draft->has_exited,
        .unsupported = draft->unsupported,
    };
    return configuration_intern(table, &c);
}

void sem_draft_push_frame(sem_draft_t *draft, const node_t *node, const edge_t *call,
                          uint64_t base) {
    VEC_PUSH(draft->frames, (frame_t){node, call, base});
}

/* Of a thread that has ended and will not be joined. */
static thread_status_t left_status(const sem_draft_t *draft, const program_t *program,
                                   unsigned number) {
    bool stays = program->keeps_numbers;
    for (size_t i = 0; program->keeps_owners && i < draft->locks.len; i++)
        stays |= draft->locks.data[i].thread == number;
    return stays ? THREAD_GONE : THREAD_FREE;
}

void sem_draft_end_thread(sem_draft_t *draft, const program_t *program) {
    thread_t *thread = &draft->threads.data[draft->mover];
    bool is_left = thread->is_detached;
    *thread =
        (thread_t){.status = is_left ? left_status(draft, program, draft->mover) : THREAD_ENDED};
    draft->frames.len = 0;
    for (size_t i = 0; i < draft->heap.len; i++)
        if (heap_ends_with(draft->heap.data[i].site, draft->heap.data[i].address, draft->mover))
            draft->heap.data[i].is_freed = true;
}

unsigned sem_draft_new_thread(const sem_draft_t *draft) {
    /* 0 stays main's for ever: its return ends the program. */
    unsigned number = 1;
    while (number < draft->threads.len && draft->threads.data[number].status != THREAD_FREE)
        number++;
    return number;
}

void sem_draft_add_thread(sem_draft_t *draft, unsigned number, const node_t *entry, uint64_t base) {
    if (number == draft->threads.len) VEC_PUSH(draft->threads, (thread_t){.status = THREAD_FREE});
    draft->first = (frame_t){entry, NULL, base};
    draft->threads.data[number] =
        (thread_t){.status = THREAD_RUNNING, .frame_count = 1, .frames = &draft->first};
}

void sem_draft_free_thread(sem_draft_t *draft, unsigned number, const program_t *program) {
    draft->threads.data[number] = (thread_t){.status = left_status(draft, program, number)};
}

/* The first lock at or behind address. */
static size_t lock_position(const sem_draft_t *draft, uint64_t address) {
    size_t i = 0;
    while (i < draft->locks.len && draft->locks.data[i].address < address) i++;
    return i;
}

bool sem_draft_is_locked(const sem_draft_t *draft, uint64_t address) {
    size_t i = lock_position(draft, address);
    return i < draft->locks.len && draft->locks.data[i].address == address;
}

void sem_draft_lock(sem_draft_t *draft, uint64_t address) {
    size_t i = lock_position(draft, address);
    VEC_RESERVE(draft->locks, draft->locks.len + 1);
    held_lock_t *lock = draft->locks.data + i;
    memmove(lock + 1, lock, (draft->locks.len - i) * sizeof *lock);
    *lock = (held_lock_t){address, draft->mover, 1};
    draft->locks.len++;
}

void sem_draft_unlock(sem_draft_t *draft, uint64_t address) {
    if (!sem_draft_is_locked(draft, address)) return;
    held_lock_t *lock = draft->locks.data + lock_position(draft, address);
    memmove(lock, lock + 1,
            (size_t)(draft->locks.data + draft->locks.len - (lock + 1)) * sizeof *lock);
    draft->locks.len--;
}

void sem_draft_forget_locks(sem_draft_t *draft, uint64_t from, uint64_t to) {
    size_t kept = 0;
    for (size_t i = 0; i < draft->locks.len; i++) {
        held_lock_t lock = draft->locks.data[i];
        if (lock.address < from || lock.address >= to) draft->locks.data[kept++] = lock;
    }
    draft->locks.len = kept;
}

void sem_draft_insert_heap(sem_draft_t *draft, size_t position, heap_object_t object) {
    VEC_RESERVE(draft->heap, draft->heap.len + 1);
    heap_object_t *at = draft->heap.data + position;
    memmove(at + 1, at, (draft->heap.len - position) * sizeof *at);
    *at = object;
    draft->heap.len++;
}

void sem_draft_remove_heap(sem_draft_t *draft, size_t position) {
    heap_object_t *at = draft->heap.data + position;
    memmove(at, at + 1, (draft->heap.len - position - 1) * sizeof *at);
    draft->heap.len--;
}
