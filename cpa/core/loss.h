#ifndef CPA_CORE_LOSS_H
#define CPA_CORE_LOSS_H

#include "cpa/core/cpa.h"

/* Of which variables a step leaves nothing known. */
typedef struct loss {
    enum {
        LOSS_RANGE,  /* cells that meet size bytes from address on */
        LOSS_REACH,  /* cells that the access of the edge may mean */
        LOSS_FRAMES, /* what belongs to the frames of the moving thread from depth on */
    } kind;
    uint64_t address, size;
    uint32_t depth;
} loss_t;

bool loss_takes(const loss_t *loss, const program_t *program, const step_t *step,
                variable_t variable);

#endif
