#ifndef REFINE_SEQUENCE_H
#define REFINE_SEQUENCE_H

#include "solver/interpolate.h"

/* Which interpolants of an infeasible path are taken. */

/* An infeasible path may be so for several reasons, of which some lie in a prefix of
 * it (Beyer, Löwe, Wendler: Sliced Path Prefixes, 2015). */
typedef enum {
    REFINE_SIMPLEST, /* the whole path or its shortest infeasible prefix: what needs less */
    REFINE_PREFIX,   /* the shortest infeasible prefix */
    REFINE_WHOLE,
} refine_part_t;

typedef struct sequence_source {
    terms_t *terms;
    solver_t *solver; /* for prefixes */
    const interpolation_t *interpolation;
    refine_part_t part;
} sequence_source_t;

/* Interpolants of the first count parts of a path: count - 1 of them. */
typedef struct sequence {
    size_t count;
    const term_t **interpolants; /* owned */
    solver_answer_t answer;      /* UNSAT: they are there */
    const char *why;             /* UNKNOWN */
} sequence_t;

/* Of so many first parts, whatever the source prefers. */
sequence_t sequence_of(const sequence_source_t *source, const term_t *const *parts, size_t count);
/* Of the path or a prefix, as the source says. */
sequence_t sequence_of_prefix(const sequence_source_t *source, const term_t *const *parts,
                              size_t count);
/* By what else than loop counters excludes the path, if that does not count rounds in
 * another way; UNKNOWN: there is no such thing. */
sequence_t sequence_without_counters(const sequence_source_t *source, const term_t *const *parts,
                                     size_t count);
/* The one that the source prefers: the first of these that there is. */
sequence_t sequence_preferred(const sequence_source_t *source, const term_t *const *parts,
                              size_t count);
void sequence_free(sequence_t *sequence);

/* Are these parts infeasible together? false also if the solver gives up. */
bool sequence_is_infeasible(solver_t *solver, const term_t *const *parts, size_t count);

#endif
