#include "cfa/property.h"

#include "cfa/proof.h"

#include <string.h>

/* __assert_fail is what a failing assert calls. */
static const char *const failing_calls[] = {"reach_error", "__VERIFIER_error", "__assert_fail",
                                            NULL};

static const property_class_t unreach_call = {
    .name = "unreach-call",
    .short_name = "assertions",
    .formula = "G!call(%s())",
    .text = "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    .help = "no call of the error function of the property file; else of reach_error, of "
            "__VERIFIER_error, and no failing assertion",
    .violation = VIOLATION_STEP,
    .visible = VISIBLE_ERRORS,
    .proofs = 1 << PROOF_STATES | 1 << PROOF_MONOTONIC | 1 << PROOF_CROWD | 1 << PROOF_PAIRS,
    .functions = failing_calls,
};

static const property_class_t no_deadlock = {
    .name = "no-deadlock",
    .short_name = "deadlock",
    .formula = "G!deadlock",
    .text = "CHECK( init(main()), LTL(G ! deadlock) )",
    .help = "some thread can move until all have ended",
    .violation = VIOLATION_STUCK,
    .visible = VISIBLE_NONE,
    .models_waiting = true,
    .proofs = 1 << PROOF_STATES,
};

const property_class_t *const property_classes[] = {&unreach_call, &no_deadlock, NULL};

const property_class_t *property_class_named(const char *name) {
    for (size_t i = 0; property_classes[i]; i++) {
        const property_class_t *class = property_classes[i];
        if (strcmp(name, class->name) == 0) return class;
        if (class->short_name && strcmp(name, class->short_name) == 0) return class;
    }
    return NULL;
}

property_t property_of_class(const property_class_t *class) {
    return (property_t){.class = class, .text = class->text};
}

property_t property_default(void) {
    return property_of_class(&unreach_call);
}

static bool is_same(const property_t *a, const property_t *b) {
    if (a->class != b->class || !a->function != !b->function) return false;
    return !a->function || strcmp(a->function, b->function) == 0;
}

bool property_set_add(property_set_t *set, property_t property) {
    for (size_t i = 0; i < set->count; i++)
        if (is_same(&set->at[i], &property)) return false;
    if (set->count == PROPERTY_MAX) return false;
    set->at[set->count++] = property;
    return true;
}

static bool is_error_call(const property_t *property, const char *function) {
    if (property->function) return strcmp(function, property->function) == 0;
    const char *const *names = property->class->functions;
    while (names && *names && strcmp(function, *names) != 0) names++;
    return names && *names;
}

size_t property_set_error_call(const property_set_t *set, const char *function) {
    size_t i = 0;
    while (i < set->count && !is_error_call(&set->at[i], function)) i++;
    return i;
}

property_mask_t property_set_violated_by(const property_set_t *set, property_mask_t mask,
                                         violation_t violation) {
    property_mask_t found = 0;
    for (size_t i = 0; i < set->count; i++)
        if (mask & property_bit(i) && set->at[i].class->violation == violation)
            found |= property_bit(i);
    return found;
}

visible_steps_t property_set_visible(const property_set_t *set, property_mask_t mask) {
    visible_steps_t visible = VISIBLE_NONE;
    for (size_t i = 0; i < set->count; i++)
        if (mask & property_bit(i)) visible |= set->at[i].class->visible;
    return visible;
}

bool property_set_has_proof(const property_set_t *set, property_mask_t mask, unsigned proof_kind) {
    for (size_t i = 0; i < set->count; i++)
        if (mask & property_bit(i) && !(set->at[i].class->proofs & 1u << proof_kind)) return false;
    return true;
}

bool property_set_models_waiting(const property_set_t *set) {
    bool models = false;
    for (size_t i = 0; i < set->count; i++) models |= set->at[i].class->models_waiting;
    return models;
}
