#ifndef CPA_CORE_CPA_H
#define CPA_CORE_CPA_H

#include "cfa/configuration.h"
#include "cfa/result.h"

/* Configurable program analysis with dynamic precision adjustment (Beyer,
 * Henzinger, Theoduloz 2008; Kolesnykov 2020, section 2.3), over many threads.
 *
 * The control part of a state (threads, call stacks, mutexes) is a
 * configuration_t and belongs to the threading CPA, which yields the steps
 * that a configuration allows. Every other CPA abstracts data; its abstract
 * states are "parts", hash-consed by the CPA: equal parts are equal pointers. */

typedef const void *part_t;
typedef VEC(part_t) parts_t;

/* One step of one thread between two configurations. */
typedef struct step {
    const configuration_t *before, *after;
    const edge_t *edge;
    uint32_t thread;
    /* JOIN, DETACH, LOCK, TRYLOCK, UNLOCK, ALLOC, FREE: the operand (thread number,
     * address, size). If no CPA knew it, the step is one case and `assumes`
     * says that the operand expression equals it. */
    bool assumes;
    /* ASSIGN, STORE: the value written cannot matter any more, so any will do
     * (cpa/reduce/cone.h). Only the exploration simplifies, never a refinement. */
    bool is_simplified;
    uint64_t operand;
    /* THREAD_CREATE: number of the new thread; ALLOC: address of the object;
     * TRYLOCK: 0 or 16. */
    uint64_t outcome;
} step_t;

typedef struct cpa cpa_t;

/* What a state says, in the terms of a proof. */
typedef struct description {
    VEC(binding_t) bindings;
    const struct term *formula; /* NULL: true */
} description_t;

/* Two accesses that threads are about to make, of so many bytes. */
typedef struct meeting {
    uint32_t threads[2];
    const expr_t *addresses[2]; /* without loads */
    uint64_t sizes[2];
} meeting_t;

typedef struct cpa_class {
    const char *name;

    void (*destroy)(cpa_t *cpa); /* required */

    /* The part for the start of main. required */
    part_t (*initial)(cpa_t *cpa, const configuration_t *start);

    /* Appends all abstract successors (none: infeasible). Soundness: every
     * concrete successor by this step of a concrete state in part is in one of
     * them. required */
    void (*transfer)(cpa_t *cpa, part_t part, const step_t *step, parts_t *out);

    /* Precision adjustment of a successor in step->after; NULL: infeasible.
     * Soundness: the result contains part. optional: keeps the part */
    part_t (*adjust)(cpa_t *cpa, part_t part, const step_t *step);

    /* Parts with a smaller number are explored first by WAIT_BY_RANK.
     * optional: all alike */
    uint64_t (*order)(cpa_t *cpa, part_t part);

    /* Parts with equal keys (not 0) in equal configurations are merged; a part
     * with key 0 never is. optional: never merged */
    uint64_t (*merge_key)(cpa_t *cpa, part_t part);
    /* Soundness: the result contains both. *choice becomes the symbol that is true
     * where the result means fresh, if the result has one. required with merge_key */
    part_t (*merge)(cpa_t *cpa, part_t fresh, part_t old, const struct term **choice);

    /* Is every concrete state of part one of cover, in this configuration?
     * optional: equality */
    bool (*covers)(cpa_t *cpa, const configuration_t *where, part_t cover, part_t part);
    /* false: no state with this part is ever covered or covers another.
     * optional: true */
    bool (*joins_coverage)(cpa_t *cpa, part_t part);
    /* Where covering parts are found without a scan. cover_key is the key under
     * which part itself is filed in its configuration; cover_keys appends the
     * keys of all parts already filed there that may cover it.
     * optional: one key for all */
    uint64_t (*cover_key)(cpa_t *cpa, const configuration_t *where, part_t part);
    void (*cover_keys)(cpa_t *cpa, const configuration_t *where, part_t part, parts_t *keys);

    /* The value of an expression of a thread's top frame, if the part fixes
     * it. optional */
    bool (*evaluate)(cpa_t *cpa, part_t part, const configuration_t *where, uint32_t thread,
                     const expr_t *expr, uint64_t *value);

    /* In no concrete state of part have the two accesses a byte in common.
     * optional: not known */
    bool (*excludes)(cpa_t *cpa, part_t part, const configuration_t *where,
                     const meeting_t *meeting);

    /* Adds what the part says to a kept state of a proof: bindings are
     * appended, the formula conjoined. required */
    void (*describe)(cpa_t *cpa, part_t part, const configuration_t *where, description_t *out);
    /* false: this state stands inside a block and is not kept in a proof, it is
     * rebuilt from the block's start. optional: true */
    bool (*is_kept)(cpa_t *cpa, part_t part);

    /* Text for the dump of the ARG. required */
    void (*print)(cpa_t *cpa, part_t part, strbuf_t *out);
} cpa_class_t;

/* Every CPA starts with this. */
struct cpa {
    const cpa_class_t *class;
    const program_t *program;
};

#endif
