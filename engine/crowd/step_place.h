#ifndef ENGINE_CROWD_STEP_PLACE_H
#define ENGINE_CROWD_STEP_PLACE_H

#include "cpa/core/cpa.h"

/* Where the thread that makes a step stands before it. */

static inline const frame_t *step_frame(const step_t *step, uint32_t depth) {
    return &step->before->threads[step->thread].frames[depth];
}

static inline uint32_t step_depth(const step_t *step) {
    return step->before->threads[step->thread].frame_count - 1;
}

static inline variable_t step_register(const step_t *step, uint32_t depth, reg_t reg) {
    return variable_reg(step->thread, depth, step_frame(step, depth)->node->function, reg);
}

#endif
