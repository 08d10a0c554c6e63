#include "cfa/property.h"

#include "cfa/proof.h"

#include <string.h>

/* __assert_fail is what a failing assert calls. */
static const char *const failing_calls[] = {"reach_error", "__VERIFIER_error", "__assert_fail",
                                            NULL};

/* Of what is violated by steps along ERROR edges. */
enum {
    PROOFS_OF_STEPS = 1 << PROOF_STATES | 1 << PROOF_MONOTONIC | 1 << PROOF_CROWD |
                      1 << PROOF_PAIRS | 1 << PROOF_UNFOLDING | 1 << PROOF_FIXPOINT |
                      1 << PROOF_ABSENCE,
};

static const property_class_t unreach_call = {
    .name = "unreach-call",
    .short_name = "assertions",
    .formula = "G!call(%s())",
    .text = "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    .help = "no call of the error function of the property file; else of reach_error, of "
            "__VERIFIER_error, and no failing assertion",
    .violation = VIOLATION_STEP,
    .visible = VISIBLE_ERRORS,
    .proofs = PROOFS_OF_STEPS,
    .functions = failing_calls,
};

static const property_class_t valid_deref = {
    .name = "valid-deref",
    .short_name = "deref",
    .formula = "Gvalid-deref",
    .text = "CHECK( init(main()), LTL(G valid-deref) )",
    .help = "accesses lie inside of objects that live: none at NULL, out of bounds, or after the "
            "end of the object",
    .violation = VIOLATION_STEP,
    .visible = VISIBLE_ERRORS,
    .check = CHECK_ACCESS,
    .proofs = PROOFS_OF_STEPS,
};

static const property_class_t valid_free = {
    .name = "valid-free",
    .short_name = "free",
    .formula = "Gvalid-free",
    .text = "CHECK( init(main()), LTL(G valid-free) )",
    .help = "what is freed was allocated, and not freed before",
    .violation = VIOLATION_STEP,
    .visible = VISIBLE_ERRORS,
    .check = CHECK_FREE,
    .proofs = PROOFS_OF_STEPS,
};

static const property_class_t valid_memtrack = {
    .name = "valid-memtrack",
    .short_name = "memtrack",
    .formula = "Gvalid-memtrack",
    .text = "CHECK( init(main()), LTL(G valid-memtrack) )",
    .help = "pointers lead to all memory that is not freed; not decided so far",
    .violation = VIOLATION_LOST,
};

static const property_class_t valid_memcleanup = {
    .name = "valid-memcleanup",
    .short_name = "memcleanup",
    .formula = "Gvalid-memcleanup",
    .text = "CHECK( init(main()), LTL(G valid-memcleanup) )",
    .help = "all memory is freed when the program ends",
    .violation = VIOLATION_STEP,
    .visible = VISIBLE_ERRORS,
    .check = CHECK_CLEANUP,
    .proofs = PROOFS_OF_STEPS,
};

static const property_class_t no_overflow = {
    .name = "no-overflow",
    .short_name = "overflow",
    .formula = "G!overflow",
    .text = "CHECK( init(main()), LTL(G ! overflow) )",
    .help = "results of signed arithmetic and of shifts to the left fit into their types",
    .violation = VIOLATION_STEP,
    .visible = VISIBLE_ERRORS,
    .check = CHECK_OVERFLOW,
    .proofs = PROOFS_OF_STEPS,
};

static const property_class_t no_data_race = {
    .name = "no-data-race",
    .short_name = "race",
    .formula = "G!data-race",
    .text = "CHECK( init(main()), LTL(G ! data-race) )",
    .help = "no two threads access the same memory at a time, one of them writing, unless both "
            "accesses are atomic",
    .violation = VIOLATION_RACE,
    .visible = VISIBLE_ACCESSES,
    .check = CHECK_RACES,
    .proofs = 1 << PROOF_STATES | 1 << PROOF_LOCKSETS,
};

static const property_class_t no_thread_misuse = {
    .name = "no-thread-misuse",
    .short_name = "thread-misuse",
    .formula = "G!thread-misuse",
    .text = "CHECK( init(main()), LTL(G ! thread-misuse) )",
    .help = "threads, mutexes and the like are used as POSIX defines it",
    .violation = VIOLATION_STEP,
    .visible = VISIBLE_ERRORS,
    .check = CHECK_MISUSE,
    .models_waiting = true,
    .proofs = PROOFS_OF_STEPS,
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

const property_class_t *const property_classes[] = {
    &unreach_call, &valid_free,   &valid_deref,      &valid_memtrack, &valid_memcleanup,
    &no_overflow,  &no_data_race, &no_thread_misuse, &no_deadlock,    NULL};

static const property_class_t *const ci[] = {&unreach_call,     &valid_free,  &valid_deref,
                                             &no_thread_misuse, &no_deadlock, NULL};
const property_preset_t property_presets[] = {
    {"ci", "what a project wants to know on every change", ci},
    {0},
};

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

static size_t class_number(const property_class_t *class) {
    size_t i = 0;
    while (property_classes[i] && property_classes[i] != class) i++;
    return i;
}

size_t property_set_find(const property_set_t *set, const property_t *property) {
    size_t i = 0;
    while (i < set->count && !is_same(&set->at[i], property)) i++;
    return i;
}

bool property_set_add(property_set_t *set, property_t property) {
    size_t place = set->count, class = class_number(property.class);
    if (property_set_find(set, &property) < set->count || set->count == PROPERTY_MAX) return false;
    for (; place && class_number(set->at[place - 1].class) > class; place--)
        set->at[place] = set->at[place - 1];
    set->at[place] = property;
    set->count++;
    return true;
}

property_set_t property_set_part(const property_set_t *set, property_mask_t mask) {
    property_set_t part = {0};
    for (size_t i = 0; i < set->count; i++)
        if (mask & property_bit(i)) part.at[part.count++] = set->at[i];
    return part;
}

void property_set_print(strbuf_t *out, const property_set_t *set, size_t number) {
    const property_t *property = &set->at[number];
    size_t alike = 0;
    for (size_t i = 0; i < set->count; i++) alike += set->at[i].class == property->class;
    strbuf_add(out, property->class->name);
    if (alike > 1 && property->function) strbuf_printf(out, "(%s)", property->function);
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

size_t property_set_with_check(const property_set_t *set, property_check_t check) {
    size_t i = 0;
    while (i < set->count && set->at[i].class->check != check) i++;
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

property_mask_t property_set_hiding(const property_set_t *set) {
    return property_set_violated_by(set, property_set_all(set), VIOLATION_STEP);
}

bool property_set_models_waiting(const property_set_t *set) {
    bool models = false;
    for (size_t i = 0; i < set->count; i++) models |= set->at[i].class->models_waiting;
    return models;
}
