#ifndef CFA_CONFIGURATION_H
#define CFA_CONFIGURATION_H

#include "cfa/layout.h"
#include "util/hash.h"

/* The discrete part of a program state: where each thread stands, who holds
 * which mutex, which heap objects exist. Data only: the exploration and the
 * checker each have their own semantics over it. Interned: equal
 * configurations are equal pointers. */

typedef enum {
    THREAD_FREE,     /* never used, or ended and joined (or detached): the number is reused */
    THREAD_RUNNING,
    THREAD_ENDED,    /* waits to be joined; its exit value is variable_exit(thread) */
    THREAD_GONE, /* as FREE, but nobody gets the number: program->keeps_numbers, keeps_owners */
} thread_status_t;

typedef struct frame {
    const node_t *node; /* where the frame stands; for all but the top: behind the call */
    const edge_t *call; /* the CALL that made it, or NULL at the bottom */
    uint64_t base; /* address of its first memory local */
} frame_t;

typedef struct thread {
    uint8_t status; /* thread_status_t */
    bool is_detached;
    uint16_t atomic_depth; /* > 0: inside an atomic section */
    uint32_t frame_count;
    const frame_t *frames; /* bottom first */
} thread_t;

/* It was created, and neither joined nor detached. */
static inline bool thread_is_joinable(const thread_t *thread) {
    bool exists = thread->status == THREAD_RUNNING || thread->status == THREAD_ENDED;
    return exists && !thread->is_detached;
}

/* The frame that moves. A thread that runs has one. */
static inline const frame_t *thread_top(const thread_t *thread) {
    return &thread->frames[thread->frame_count - 1];
}

typedef struct held_lock {
    uint64_t address;
    uint32_t thread, count;
} held_lock_t;

typedef struct heap_object {
    uint64_t address, size;
    const object_t *site;
    bool is_freed; /* it keeps its place: object->is_watched */
    bool is_late; /* there were freed ones when it was allocated, whose memory it may have */
    bool is_open; /* its size is not known; the first bytes have cells (cfa/layout.h) */
} heap_object_t;

/* Does it end with this thread? Its frames are not left one by one then. */
static inline bool heap_ends_with(const object_t *site, uint64_t address, unsigned thread) {
    return site->is_automatic && address - layout_heap(thread) < LAYOUT_REGION_SIZE;
}

typedef struct configuration configuration_t;
/* Was it allocated by a call, and not freed? */
static inline bool heap_is_allocation(const heap_object_t *heap) {
    return !heap->is_freed && !heap->site->is_automatic;
}
/* Does the last step of a run leave an allocation behind: the edge ends the program, or the last of
 * its threads? */
bool configuration_leaks(const configuration_t *c, uint32_t thread, const edge_t *edge);

struct configuration {
    uint32_t id;
    uint32_t thread_count; /* numbers in use or used: threads[0 .. thread_count-1] */
    uint32_t lock_count, heap_count;
    const thread_t *threads;
    const held_lock_t *locks; /* sorted by address */
    const heap_object_t *heap; /* sorted by address */
    bool has_exited; /* the program has ended; no thread moves */
    bool is_error; /* some thread stands at an error node; set by interning */
    const edge_t *unsupported; /* not NULL: an UNSUPPORTED edge was taken; no thread moves */
};

typedef struct configurations configurations_t;
configurations_t *configurations_new(void);
void configurations_delete(configurations_t *table);
/* The interned copy of a configuration whose parts may be temporaries; id is
 * ignored and set. */
const configuration_t *configuration_intern(configurations_t *table, const configuration_t *c);
/* A hash of where everybody stands: for each thread, hashed by configuration_place_add, the node
 * and depth of its innermost frame (node NULL: it does not run); it starts with 1. */
static inline uint64_t configuration_place_add(uint64_t places, const node_t *node,
                                               uint32_t depth) {
    return hash_mix(hash_mix(places, node ? depth : 0), node ? node->id + 1 : 0);
}
uint64_t configuration_places(const configuration_t *c);
size_t configurations_count(const configurations_t *table);
size_t configurations_bytes(const configurations_t *table);
/* Some thread stands at an error node. */
bool configuration_is_error(const configuration_t *c);
/* ... and so violates the property of this number. */
uint8_t configuration_violates(const configuration_t *c);
void configuration_print(strbuf_t *out, const configuration_t *c);

/* Variable instances: what has a value in a configuration. The number is the
 * name; formulas use it as the tag of their symbols. */
typedef uint64_t variable_t;
typedef enum { VARIABLE_REG, VARIABLE_CELL, VARIABLE_EXIT } variable_kind_t;

static inline variable_t variable_reg(unsigned thread, unsigned depth, const function_t *function,
                                      reg_t reg) {
    return (uint64_t)VARIABLE_REG << 62 | (uint64_t)thread << 52 | (uint64_t)depth << 40 |
           (uint64_t)function->id << 20 | reg;
}
/* A register of the function that the thread is in. */
static inline variable_t variable_own_reg(const configuration_t *c, unsigned thread, reg_t reg) {
    const thread_t *it = &c->threads[thread];
    return variable_reg(thread, it->frame_count - 1, thread_top(it)->node->function, reg);
}
/* size in bytes is a power of two */
static inline variable_t variable_cell(uint64_t address, unsigned size) {
    return (uint64_t)VARIABLE_CELL << 62 | (uint64_t)__builtin_ctz(size) << 56 | address;
}
static inline variable_t variable_exit(unsigned thread) {
    return (uint64_t)VARIABLE_EXIT << 62 | thread;
}
static inline variable_kind_t variable_kind(variable_t v) {
    return (variable_kind_t)(v >> 62);
}
static inline unsigned variable_thread(variable_t v) {
    return variable_kind(v) == VARIABLE_REG ? (v >> 52) & 0x3ff : (unsigned)(v & 0x3ff);
}
/* The same register or exit value of another thread. */
static inline variable_t variable_of_thread(variable_t v, unsigned thread) {
    if (variable_kind(v) == VARIABLE_CELL) return v;
    unsigned shift = variable_kind(v) == VARIABLE_REG ? 52 : 0;
    return (v & ~(UINT64_C(0x3ff) << shift)) | (uint64_t)thread << shift;
}
static inline unsigned variable_depth(variable_t v) {
    return (v >> 40) & 0xfff;
}
static inline unsigned variable_function(variable_t v) {
    return (v >> 20) & 0xfffff;
}
static inline reg_t variable_reg_number(variable_t v) {
    return v & 0xfffff;
}
static inline uint64_t variable_address(variable_t v) {
    return v & UINT64_C(0x00ffffffffffffff);
}
static inline unsigned variable_size(variable_t v) {
    return 1u << ((v >> 56) & 0x3f);
}
unsigned variable_width(const program_t *program, variable_t v);
/* Readable, e.g. "x", "a[3]", "p.next" (static memory), "main::i" (thread 0),
 * "worker#2::i" (thread 2). */
void variable_print(strbuf_t *out, const program_t *program, variable_t v);

#endif
