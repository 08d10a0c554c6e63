#include "cfa/points_to.h"
#include "witness/semantics/sem_stepper.h"

/* Accesses and frees that are faults (cfa/program.h, fault_t): an ERROR edge with a fault is taken
 * where there is one, the edges that it checks where there is none. Of objects of unknown size both
 * may happen. */

typedef enum { FAULT_IS_NOT, FAULT_IS, FAULT_PERHAPS } fault_answer_t;

static bool is_open(uint64_t address) {
    return address >= LAYOUT_OPEN_BASE;
}

static fault_answer_t free_at(const configuration_t *c, uint64_t address) {
    for (uint32_t i = 0; i < c->heap_count; i++)
        if (c->heap[i].address == address && heap_is_allocation(&c->heap[i])) return FAULT_IS_NOT;
    return address ? FAULT_IS : FAULT_IS_NOT;
}

static bool is_unsized(const semantics_t *s, const edge_t *error) {
    return access_is_unsized(s->program, &error->access);
}

static fault_answer_t access_at(const sem_actor_t *actor, const edge_t *error, uint64_t address) {
    const semantics_t *s = actor->semantics;
    cells_place_t place;
    uint64_t size = error->type->size;
    bool is_found = cells_place_at(&s->cells, actor->state->configuration, address, &place) &&
                    access_includes(&error->access, place.object);
    if (is_found && is_open(address)) return FAULT_PERHAPS;
    if (is_found && size <= place.size && address - place.address <= place.size - size)
        return FAULT_IS_NOT;
    return is_unsized(s, error) ? FAULT_PERHAPS : FAULT_IS;
}

static const term_t *among(semantics_t *s, const term_t *address, uint64_t base, uint64_t count) {
    unsigned width = address->sort.width;
    const term_t *offset =
        term_bv(s->terms, TERM_BVSUB, address, term_const(s->terms, width, base));
    return term_bv(s->terms, TERM_BVULT, offset, term_const(s->terms, width, count));
}

static const term_t *allocation_starts(const sem_actor_t *actor, const term_t *address) {
    semantics_t *s = actor->semantics;
    const configuration_t *c = actor->state->configuration;
    const term_t *found = among(s, address, 0, 1);
    for (uint32_t i = 0; i < c->heap_count; i++)
        if (heap_is_allocation(&c->heap[i]))
            found = term_or(s->terms, found, among(s, address, c->heap[i].address, 1));
    return found;
}

/* That the address is good; *has_open: or perhaps another one. */
static const term_t *good_addresses(const sem_actor_t *actor, const edge_t *error,
                                    const term_t *address, bool *has_open) {
    semantics_t *s = actor->semantics;
    if (error->fault == FAULT_FREE) return allocation_starts(actor, address);
    uint64_t size = error->type->size;
    const term_t *found = term_false(s->terms);
    VEC_CLEAR(s->places);
    cells_places(&s->cells, actor->state->configuration, &error->access, &s->places);
    for (size_t i = 0; i < s->places.len; i++) {
        const cells_place_t *place = &s->places.data[i];
        *has_open |= is_open(place->address);
        if (is_open(place->address) || size > place->size) continue;
        found = term_or(s->terms, found, among(s, address, place->address, place->size - size + 1));
    }
    *has_open |= is_unsized(s, error);
    return found;
}

/* An address that the program did not get from its objects may be that of something which others
 * gave to it. NULL never is. */
static bool is_strange(const sem_actor_t *actor, const edge_t *error, uint64_t address) {
    enum { NULL_PAGE = 4096 };
    const configuration_t *c = actor->state->configuration;
    if (address < NULL_PAGE || (!error->access.anything && error->access.count)) return false;
    for (uint32_t i = 0; i < c->heap_count; i++)
        if (address >= c->heap[i].address && address - c->heap[i].address < c->heap[i].size)
            return false;
    return true;
}

/* A run on numbers is a violation only if it is one in every environment. */
static bool is_doubtful(sem_stepper_t *it, uint64_t address, fault_answer_t answer) {
    if (it->s->terms || answer == FAULT_IS_NOT) return false;
    if (answer == FAULT_PERHAPS)
        sem_step_stop(it, "access to an object whose size is not known");
    else if (is_strange(&it->actor, it->edge, address))
        sem_step_stop(it, "access to an address that belongs to no object of the program");
    else
        return false;
    return true;
}

/* Goes on in the next state with a fault, or without one; false: that is impossible. */
static bool decide(sem_stepper_t *it, const edge_t *error, bool with_fault) {
    semantics_t *s = it->s;
    const sem_actor_t *actor = &it->actor;
    sem_value_t address;
    if (!sem_step_value(it, error->address, &address)) return false;
    if (sem_value_is_const(address)) {
        fault_answer_t answer = error->fault == FAULT_FREE
                                    ? free_at(actor->state->configuration, address.bits)
                                    : access_at(actor, error, address.bits);
        if (with_fault && is_doubtful(it, address.bits, answer)) return false;
        return answer != (with_fault ? FAULT_IS_NOT : FAULT_IS);
    }
    bool has_open = false;
    const term_t *good = good_addresses(actor, error, address.term, &has_open);
    if (with_fault)
        sem_state_require(&s->next, s->terms, term_not(s->terms, good));
    else if (!has_open)
        sem_state_require(&s->next, s->terms, good);
    return !(s->next.condition && term_is_false(s->next.condition));
}

bool sem_step_without_fault(sem_stepper_t *it) {
    return decide(it, it->edge->check, false);
}

void sem_step_error(sem_stepper_t *it) {
    const configuration_t *c = it->base->configuration;
    if (it->edge->fault == FAULT_LEAK) {
        if (configuration_leaks(c, it->thread, it->edge->from->out.data[0]))
            sem_step_emit(it, SEM_ERROR);
        return;
    }
    if (!it->edge->fault || decide(it, it->edge, true)) sem_step_emit(it, SEM_ERROR);
}
