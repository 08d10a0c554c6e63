#ifndef WITNESS_CROWD_CROWD_INDEX_H
#define WITNESS_CROWD_CROWD_INDEX_H

#include "cfa/result.h"
#include "util/hash.h"
#include "witness/semantics/semantics.h"

/* Finds those halves of a proof (commons, or locals) that a state may be in: the
 * configuration is theirs and the variables that they bind have their values.
 * Whether their formulas hold is another question. */
typedef struct crowd_index crowd_index_t;

/* All must outlive it; the first number that counts is first. */
crowd_index_t *crowd_index_new(semantics_t *semantics, const kept_state_t *halves, size_t first,
                               size_t count);
void crowd_index_delete(crowd_index_t *index);

/* The configuration of a half, as the semantics writes it. */
const configuration_t *crowd_index_configuration(const crowd_index_t *index, size_t number);

typedef VEC(uint32_t) crowd_numbers_t;
/* Appends the halves that the state may be in, if the part of it that they speak of
 * has this configuration. Registers of thread 1 of the halves are those of this
 * thread in the state. */
void crowd_index_find(crowd_index_t *index, const sem_state_t *state, const configuration_t *c,
                      unsigned thread, crowd_numbers_t *out);

/* The formula of a half, said of the values in the state; true if it has none.
 * May enter variables into the store. */
const term_t *crowd_index_formula(crowd_index_t *index, sem_state_t *state, uint32_t number,
                                  unsigned thread);

#endif
