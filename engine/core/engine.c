#include "engine/core/engine.h"

#include <string.h>

static const char *const solver_names[] = {
#define SOLVER_NAME(choice, text) [choice] = text,
    SOLVERS(SOLVER_NAME)
#undef SOLVER_NAME
};

const solver_class_t *engine_solver(const options_t *options, solver_role_t role,
                                    const char *made_by, const char **why) {
    const char *asked =
        options->solver == SOLVER_CHOICE_AUTO ? NULL : solver_names[options->solver];
    return solver_choose(role, asked, made_by, why);
}

interpolation_t engine_interpolation(const options_t *options) {
    const solver_class_t *class = engine_solver(options, SOLVER_TO_INTERPOLATE, NULL, NULL);
    switch (options->interpolants) {
    case INTERPOLANTS_NATIVE: return interpolation_preferring(class, INTERPOLATE_NATIVE);
    case INTERPOLANTS_BACKWARD: return interpolation_preferring(class, INTERPOLATE_BACKWARD);
    case INTERPOLANTS_LINEAR: return interpolation_preferring(class, INTERPOLATE_LINEAR);
    case INTERPOLANTS_SHORTEST: return interpolation_comparing(class);
    case INTERPOLANTS_FORWARD: return interpolation_preferring(class, INTERPOLATE_FORWARD);
    default: return interpolation_not_counting(class);
    }
}

static property_mask_t of_kinds(unsigned kinds, const property_set_t *set, property_mask_t mask) {
    property_mask_t found = 0;
    for (size_t i = 0; i < set->count; i++)
        if (mask & property_bit(i) && kinds & 1u << set->at[i].class->violation)
            found |= property_bit(i);
    return found;
}

property_mask_t engine_refutes(const engine_class_t *engine, const property_set_t *set,
                               property_mask_t mask) {
    return of_kinds(engine->refutes, set, mask);
}

property_mask_t engine_proves(const engine_class_t *engine, const property_set_t *set,
                              property_mask_t mask) {
    return of_kinds(engine->proves, set, mask);
}

property_mask_t engine_answers(const engine_class_t *engine, const property_set_t *set,
                               property_mask_t mask) {
    return of_kinds(engine->refutes | engine->proves, set, mask);
}
