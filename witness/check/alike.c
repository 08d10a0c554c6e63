#include "witness/check/alike.h"

#include "cfa/layout.h"

#include <stdlib.h>

bool *alike_executed_by_threads(const program_t *program) {
    bool *executed = mem_zalloc(program->functions.len);
    VEC(const function_t *) work = {0};
    for (size_t i = 0; i < program->edges.len; i++)
        if (program->edges.data[i]->kind == EDGE_THREAD_CREATE)
            VEC_PUSH(work, program->edges.data[i]->callee);
    while (work.len) {
        const function_t *function = VEC_POP(work);
        if (executed[function->id]) continue;
        executed[function->id] = true;
        for (size_t i = 0; i < program->edges.len; i++) {
            const edge_t *edge = program->edges.data[i];
            if (edge->from->function == function && edge->callee) VEC_PUSH(work, edge->callee);
        }
    }
    VEC_FREE(work);
    return executed;
}

static bool has_self(const expr_t *expr) {
    if (!expr) return false;
    bool found = expr->kind == EXPR_SELF;
    for (unsigned i = 0; !found && i < expr->arity; i++) found = has_self(expr->a[i]);
    return found;
}

static const char *edge_obstacle(const edge_t *edge, bool by_threads) {
    switch (edge->kind) {
    case EDGE_THREAD_JOIN:
    case EDGE_THREAD_DETACH:
    case EDGE_JOINABLE: return "a number of a thread is used to name it";
    case EDGE_ALLOC:
        if (by_threads) return "a thread allocates in a place of its own";
        break;
    default: break;
    }
    bool self = has_self(edge->address) || has_self(edge->value);
    for (size_t i = 0; i < edge->arg_count; i++) self |= has_self(edge->args[i]);
    return by_threads && self ? "a thread asks for its number" : NULL;
}

const char *alike_obstacle(const program_t *program) {
    const char *obstacle = NULL;
    bool *executed = alike_executed_by_threads(program);
    for (size_t i = 0; !obstacle && i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        obstacle = edge_obstacle(edge, executed[edge->from->function->id]);
    }
    for (size_t i = 0; !obstacle && i < program->functions.len; i++)
        if (executed[i] &&
            (program->functions.data[i]->frame_size || program->functions.data[i]->locals.len))
            obstacle = "a thread has memory of its own";
    for (size_t i = 0; !obstacle && i < program->objects.len; i++)
        if (program->objects.data[i]->kind == OBJECT_THREAD)
            obstacle = "there are variables of threads";
    mem_free(executed);
    return obstacle;
}

static bool is_permutation(const uint32_t *numbers, uint32_t count) {
    bool *used = mem_zalloc(count + 1);
    bool is_one = !count || numbers[0] == 0;
    for (uint32_t t = 0; is_one && t < count; t++) {
        is_one = numbers[t] < count && !used[numbers[t]];
        if (is_one) used[numbers[t]] = true;
    }
    mem_free(used);
    return is_one;
}

static const configuration_t *renumber_control(semantics_t *semantics, const configuration_t *c,
                                               const uint32_t *numbers) {
    VEC(frame_t) frames = {0};
    VEC(held_lock_t) locks = {0};
    thread_t *threads = mem_zalloc((c->thread_count + 1) * sizeof *threads);
    size_t *first = mem_zalloc((c->thread_count + 1) * sizeof *first);
    for (uint32_t t = 0; t < c->thread_count; t++) {
        uint32_t to = numbers[t];
        threads[to] = c->threads[t];
        first[to] = frames.len;
        for (uint32_t d = 0; d < c->threads[t].frame_count; d++) {
            frame_t frame = c->threads[t].frames[d];
            /* Frames have no memory, but they have a place. */
            frame.base = layout_thread_block(to) + (frame.base - layout_thread_block(t));
            VEC_PUSH(frames, frame);
        }
    }
    for (uint32_t t = 0; t < c->thread_count; t++)
        threads[t].frames = threads[t].frame_count ? frames.data + first[t] : NULL;
    for (uint32_t i = 0; i < c->lock_count; i++)
        VEC_PUSH(locks, (held_lock_t){c->locks[i].address, numbers[c->locks[i].thread],
                                      c->locks[i].count});
    configuration_t draft = *c;
    draft.threads = threads;
    draft.locks = locks.data;
    const configuration_t *renumbered = semantics_configuration(semantics, &draft);
    VEC_FREE(frames);
    VEC_FREE(locks);
    mem_free(threads);
    mem_free(first);
    return renumbered;
}

static int by_variable(const void *a, const void *b) {
    const sem_entry_t *x = a, *y = b;
    return (x->variable > y->variable) - (x->variable < y->variable);
}

bool alike_renumber(semantics_t *semantics, const sem_state_t *state, const uint32_t *numbers,
                    sem_state_t *to) {
    const configuration_t *c = state->configuration;
    if (!is_permutation(numbers, c->thread_count)) return false;
    for (uint32_t i = 0; i < c->lock_count; i++)
        if (c->locks[i].thread >= c->thread_count) return false;
    sem_state_copy(to, state);
    to->configuration = renumber_control(semantics, c, numbers);
    for (size_t i = 0; i < to->store.len; i++) {
        variable_t *variable = &to->store.data[i].variable;
        unsigned thread = variable_thread(*variable);
        if (variable_kind(*variable) == VARIABLE_CELL) continue;
        if (thread >= c->thread_count) return false;
        *variable = variable_of_thread(*variable, numbers[thread]);
    }
    if (to->store.len) qsort(to->store.data, to->store.len, sizeof *to->store.data, by_variable);
    return true;
}
