#ifndef WITNESS_SEMANTICS_REPLAY_FAULT_H
#define WITNESS_SEMANTICS_REPLAY_FAULT_H

#include "witness/semantics/replay.h"

/* What is wrong with an access or a free, in the words of C: "NULL dereference", "use after free
 * (freed at FILE:LINE)". error: the ERROR edge; the steps of the replay lead there. */
void replay_fault_print(strbuf_t *out, const replay_t *replay, const configuration_t *c,
                        const edge_t *error, uint64_t address);

#endif
