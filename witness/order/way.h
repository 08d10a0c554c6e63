#ifndef WITNESS_ORDER_WAY_H
#define WITNESS_ORDER_WAY_H

#include "witness/order/nest.h"
#include "witness/semantics/sem_state.h"
#include "witness/semantics/semantics.h"

/* Where a thread may stand, under which conditions, and what its registers and its own
 * memory hold. Of the ways of one thread a run takes at most one at a time: ways that stand
 * beside each other have conditions that exclude each other. */

/* The last time that this way was at the head of a loop. */
typedef struct visit {
    sem_state_t state;
    uint32_t section;
    unsigned depth;
    size_t effects; /* of the thread until then */
    /* The round that led there changed nothing, but gave this mutex back and took it again. */
    const term_t *was_idle; /* NULL: it did not */
    uint32_t mutex;
} visit_t;

typedef struct way_loop {
    const nest_loop_t *loop;
    uint32_t round;
    const visit_t *visit; /* NULL: it came in somewhere else */
} way_loop_t;

typedef struct way {
    /* Its store alone is used. What is not in there has its initial contents. */
    sem_state_t state;
    VEC(frame_t) frames; /* those below the top stand in front of their call */
    numbers_t frame_loops; /* of each frame: how many of loops belong to those below it */
    VEC(way_loop_t) loops;
    term_vec_t conditions;
    const term_t *guard; /* their conjunction */
    bool is_alone;       /* no thread was created yet: all memory is its own */
    uint32_t section;    /* node of the atomic section it is in, or NONE */
    unsigned depth;      /* of sections */
    numbers_t held;      /* mutexes that it has locked, by location */
    uint32_t last;       /* node, or NONE */
} way_t;

way_t *way_new(terms_t *terms);
way_t *way_copy(const way_t *way);
void way_delete(way_t *way);

static inline const frame_t *way_top(const way_t *way) {
    return &VEC_TOP(way->frames);
}
/* Conjoins a condition. */
void way_require(way_t *way, terms_t *terms, const term_t *condition);
void way_enter(way_t *way, const nest_t *nest, frame_t frame);
/* The top frame goes to another node of its function. */
void way_move(way_t *way, const nest_t *nest, const node_t *to);
/* The loop of whose head the way stands at, NULL: none. */
way_loop_t *way_at_head(way_t *way);

/* < 0: a is to be followed before b, so that they can meet; 0: they have met. */
int way_compare(const nest_t *nest, const way_t *a, const way_t *b);
/* Of two that have met: does nothing but conditions and values differ? */
bool way_fits(const way_t *a, const way_t *b);
/* Both become one, a. */
void way_merge(semantics_t *semantics, way_t *a, way_t *b);
bool way_holds(const way_t *way, uint32_t mutex);
void way_release(way_t *way, uint32_t mutex);
/* How many conditions they have in common at the beginning. */
size_t way_common(const way_t *a, const way_t *b);

#endif
