#include "witness/semantics/sem_stepper.h"

void sem_step_emit(sem_stepper_t *it, sem_step_kind_t kind) {
    if (it->stopped) return;
    sem_step_t step = {
        .kind = kind,
        .thread = it->thread,
        .edge = it->edge,
        .state = &it->s->next,
        .reason = kind == SEM_STOP ? it->s->reason : NULL,
    };
    it->stopped = !it->sink(it->context, &step);
}

void sem_step_emit_stray(sem_stepper_t *it) {
    const term_t *stray = it->s->stray;
    if (!stray) return;
    sem_state_copy(&it->s->next, it->base);
    sem_state_require(&it->s->next, it->s->terms, stray);
    sem_step_stop(it, "a write may not fit the layout of the object it goes to");
}

void sem_step_move(sem_stepper_t *it) {
    semantics_t *s = it->s;
    const configuration_t *c = it->base->configuration;
    uint64_t key = (uint64_t)c->id << 32 | (uint64_t)it->thread << 22 | it->edge_index, found;
    bool has_key = it->edge_index < 1u << 22;
    if (!has_key || !map64_get(&s->moves, key, &found)) {
        sem_draft_load(&s->draft, c, it->thread);
        VEC_TOP(s->draft.frames).node = it->edge->to;
        found = map64_pointer(sem_draft_intern(&s->draft, s->configurations));
        if (has_key) map64_put(&s->moves, key, found);
    }
    s->next.configuration = (const configuration_t *)(uintptr_t)found;
    sem_step_emit(it, SEM_NEXT);
}

sem_draft_t *sem_step_draft(sem_stepper_t *it) {
    sem_draft_load(&it->s->draft, it->base->configuration, it->thread);
    VEC_TOP(it->s->draft.frames).node = it->edge->to;
    return &it->s->draft;
}

void sem_step_finish(sem_stepper_t *it) {
    it->s->next.configuration = sem_draft_intern(&it->s->draft, it->s->configurations);
    sem_step_emit(it, SEM_NEXT);
}

bool sem_step_value(sem_stepper_t *it, const expr_t *expr, sem_value_t *out) {
    if (sem_evaluate(&it->actor, expr, out)) return true;
    sem_step_emit(it, SEM_STOP);
    return false;
}

void sem_step_stop(sem_stepper_t *it, const char *reason) {
    sem_stop(it->s, "%s", reason);
    sem_step_emit(it, SEM_STOP);
}

variable_t sem_step_register(const sem_stepper_t *it, unsigned depth, const function_t *function,
                             reg_t reg) {
    return variable_reg(it->thread, depth, function, reg);
}

void sem_step_assign_target(sem_stepper_t *it, sem_value_t value) {
    if (it->edge->target == NO_REG) return;
    sem_state_set(
        &it->s->next,
        sem_step_register(it, it->actor.depth, it->edge->from->function, it->edge->target), value);
}

void sem_step_cases(sem_stepper_t *it, const expr_t *expr, sem_step_collect_t collect,
                    sem_step_case_t each, void (*rest)(sem_stepper_t *it)) {
    semantics_t *s = it->s;
    sem_value_t number;
    if (!sem_step_value(it, expr, &number)) return;
    if (sem_value_is_const(number)) {
        each(it, number.bits);
        return;
    }
    sem_state_copy(&s->base, &s->next); /* with what the evaluation has entered */
    it->base = &s->base;
    VEC_CLEAR(s->candidates);
    if (!collect(it)) return;
    const term_t *none = term_true(s->terms);
    for (size_t i = 0; i < s->candidates.len && !it->stopped; i++) {
        uint64_t candidate = s->candidates.data[i];
        const term_t *here =
            term_equal(s->terms, number.term, term_const(s->terms, expr->width, candidate));
        if (term_is_false(here)) continue;
        none = term_and(s->terms, none, term_not(s->terms, here));
        sem_state_copy(&s->next, it->base);
        sem_state_require(&s->next, s->terms, here);
        if (!term_is_false(s->next.condition)) each(it, candidate);
    }
    sem_state_copy(&s->next, it->base);
    sem_state_require(&s->next, s->terms, none);
    if (!(s->next.condition && term_is_false(s->next.condition))) rest(it);
}
