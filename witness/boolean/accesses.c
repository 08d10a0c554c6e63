#include "witness/boolean/accesses.h"

/* Variables of a routine, as a set with a byte each: plain rather than fast. */
typedef struct place {
    bool *reads, *writes;         /* from here on, also by threads started; globals */
    bool *step_reads, *step_writes; /* by the steps out of here; all variables */
    bool *matters;                /* all variables */
} place_t;

struct accesses {
    const boolean_t *boolean;
    arena_t *arena;
    place_t **places;
};

static place_t *at(const accesses_t *a, const bnode_t *node) {
    return &a->places[node->routine->id][node->id];
}

static void note(void *context, uint32_t variable) {
    ((bool *)context)[variable] = true;
}

static void look(accesses_t *a, const bnode_t *node) {
    place_t *place = at(a, node);
    uint32_t count = boolean_variables(a->boolean, node->routine);
    place->reads = ARENA_ARRAY(a->arena, bool, count + 1);
    place->writes = ARENA_ARRAY(a->arena, bool, count + 1);
    place->step_reads = ARENA_ARRAY(a->arena, bool, count + 1);
    place->step_writes = ARENA_ARRAY(a->arena, bool, count + 1);
    place->matters = ARENA_ARRAY(a->arena, bool, count + 1);
    for (size_t i = 0; i < node->out.len; i++) {
        const bstep_t *step = node->out.data[i];
        bstep_reads(step, note, place->step_reads);
        for (size_t j = 0; j < step->assign_count; j++)
            place->step_writes[step->assigns[j].variable] = true;
    }
    for (uint32_t v = 0; v < count; v++) {
        place->reads[v] = place->matters[v] = place->step_reads[v];
        place->writes[v] = place->step_writes[v];
    }
}

static bool set(bool *to, bool value) {
    bool changed = value && !*to;
    *to |= value;
    return changed;
}

static bool assigns(const bstep_t *step, uint32_t variable) {
    for (size_t i = 0; i < step->assign_count; i++)
        if (step->assigns[i].variable == variable) return true;
    return false;
}

/* What comes behind a step is to come before it, too. A variable of its own that the step assigns
 * does not matter before it. */
static bool pull(const accesses_t *a, const bnode_t *node) {
    uint32_t globals = (uint32_t)a->boolean->globals.len;
    uint32_t count = boolean_variables(a->boolean, node->routine);
    place_t *place = at(a, node);
    bool changed = false;
    for (size_t i = 0; i < node->out.len; i++) {
        const bstep_t *step = node->out.data[i];
        const place_t *next = at(a, step->to);
        const place_t *started = step->routine ? at(a, step->routine->entry) : next;
        for (uint32_t g = 0; g < globals; g++) {
            changed |= set(&place->reads[g], next->reads[g] || started->reads[g]);
            changed |= set(&place->writes[g], next->writes[g] || started->writes[g]);
            changed |= set(&place->matters[g], place->reads[g]);
        }
        for (uint32_t v = globals; v < count; v++)
            changed |= set(&place->matters[v], next->matters[v] && !assigns(step, v));
    }
    return changed;
}

accesses_t *accesses_new(const boolean_t *boolean) {
    arena_t *arena = arena_new();
    accesses_t *a = ARENA_NEW(arena, accesses_t);
    *a = (accesses_t){.boolean = boolean, .arena = arena};
    a->places = ARENA_ARRAY(arena, place_t *, boolean->routines.len + 1);
    for (size_t r = 0; r < boolean->routines.len; r++) {
        const broutine_t *routine = boolean->routines.data[r];
        a->places[r] = ARENA_ARRAY(arena, place_t, routine->nodes.len + 1);
        for (size_t i = 0; i < routine->nodes.len; i++) look(a, routine->nodes.data[i]);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t r = 0; r < boolean->routines.len; r++)
            for (size_t i = boolean->routines.data[r]->nodes.len; i-- > 0;)
                changed |= pull(a, boolean->routines.data[r]->nodes.data[i]);
    }
    return a;
}

void accesses_delete(accesses_t *accesses) {
    if (accesses) arena_delete(accesses->arena);
}

bool accesses_matter(const accesses_t *accesses, const bnode_t *node, uint32_t variable) {
    return at(accesses, node)->matters[variable];
}

bool accesses_are_apart(const accesses_t *accesses, const bnode_t *node, const bnode_t *other) {
    const place_t *a = at(accesses, node), *b = at(accesses, other);
    for (size_t g = 0; g < accesses->boolean->globals.len; g++) {
        if (a->step_writes[g] && (b->reads[g] || b->writes[g])) return false;
        if (a->step_reads[g] && b->writes[g]) return false;
    }
    return true;
}
