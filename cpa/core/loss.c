#include "cpa/core/loss.h"

#include "cpa/core/memory.h"

static bool meets(variable_t variable, uint64_t address, uint64_t size) {
    uint64_t at = variable_address(variable);
    return variable_kind(variable) == VARIABLE_CELL && at < address + size &&
           address < at + variable_size(variable);
}

static bool is_in_reach(const program_t *program, const step_t *step, variable_t variable) {
    place_t place;
    const access_t *access = &step->edge->access;
    if (variable_kind(variable) != VARIABLE_CELL) return false;
    if (access->anything) return true;
    if (!memory_find(program, step->before, variable_address(variable), &place)) return true;
    for (size_t i = 0; i < access->count; i++)
        if (access->objects[i] == place.object) return true;
    return false;
}

static bool is_in_frames(const step_t *step, uint32_t depth, variable_t variable) {
    if (variable_kind(variable) == VARIABLE_REG)
        return variable_thread(variable) == step->thread && variable_depth(variable) >= depth;
    const thread_t *thread = &step->before->threads[step->thread];
    for (uint32_t d = depth; d < thread->frame_count; d++)
        if (meets(variable, thread->frames[d].base, thread->frames[d].node->function->frame_size))
            return true;
    return false;
}

bool loss_takes(const loss_t *loss, const program_t *program, const step_t *step,
                variable_t variable) {
    switch (loss->kind) {
    case LOSS_RANGE: return meets(variable, loss->address, loss->size);
    case LOSS_REACH: return is_in_reach(program, step, variable);
    default: return is_in_frames(step, loss->depth, variable);
    }
}
