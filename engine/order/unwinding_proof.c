#include "engine/order/unwinding_proof.h"

#include "cfa/layout.h"

#include <stdlib.h>

typedef struct {
    unfold_proof_t proof;
    uint32_t *rounds, *frames;
    configurations_t *configurations;
    const configuration_t *start;
    VEC(binding_t) bindings;
} owned_t;

static void get(void *owner, size_t index, kept_state_t *state) {
    owned_t *owned = owner;
    (void)index;
    *state = (kept_state_t){.configuration = owned->start,
                            .bindings = owned->bindings.data,
                            .binding_count = owned->bindings.len};
}

/* Nothing is known of any configuration: the check may leave out what it can. */
static void explored(void *owner, const configuration_t *c, thread_set_t *threads) {
    (void)owner;
    (void)c;
    *threads = (thread_set_t){0};
}

static void release(void *owner) {
    owned_t *owned = owner;
    configurations_delete(owned->configurations);
    VEC_FREE(owned->bindings);
    mem_free(owned->rounds);
    mem_free(owned->frames);
    mem_free(owned);
}

static int by_variable(const void *a, const void *b) {
    variable_t x = ((const binding_t *)a)->variable, y = ((const binding_t *)b)->variable;
    return x < y ? -1 : x > y;
}

static void bind_object(owned_t *owned, const object_t *object, uint64_t base) {
    uint64_t count = type_cell_count(object->type);
    for (uint64_t i = 0; i < count; i++) {
        cell_t cell = type_cell(object->type, i);
        uint64_t value = layout_initial_value(object, cell.offset, cell.type);
        VEC_PUSH(owned->bindings,
                 (binding_t){variable_cell(base + cell.offset, (unsigned)cell.type->size),
                             value & width_mask(cell.type->bits)});
    }
}

/* main at its entry, with the memory that it begins with. */
static void bind_start(const program_t *program, owned_t *owned) {
    frame_t frame = {.node = program->main->entry, .base = layout_first_frame(program, 0)};
    thread_t thread = {.status = THREAD_RUNNING, .frame_count = 1, .frames = &frame};
    configuration_t c = {.thread_count = 1, .threads = &thread};
    owned->configurations = configurations_new();
    owned->start = configuration_intern(owned->configurations, &c);
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (object->init_unknown) continue;
        if (object->kind == OBJECT_GLOBAL) bind_object(owned, object, object->address);
        if (object->kind == OBJECT_THREAD)
            bind_object(owned, object, layout_thread_block(0) + object->address);
    }
    if (owned->bindings.len)
        qsort(owned->bindings.data, owned->bindings.len, sizeof *owned->bindings.data, by_variable);
}

void unwinding_proof(unwinding_t *u, bool is_of_states, proof_t *proof) {
    owned_t *owned = mem_zalloc(sizeof *owned);
    bind_start(u->program, owned);
    owned->rounds = u->rounds;
    owned->frames = u->frames;
    u->rounds = u->frames = NULL;
    owned->proof =
        (unfold_proof_t){.rounds = owned->rounds,
                         .frames = owned->frames,
                         .start = {.owner = owned, .count = 1, .get = get, .explored = explored}};
    *proof = (proof_t){.owner = owned, .release = release};
    if (is_of_states) {
        proof->kind = PROOF_STATES;
        proof->states = owned->proof.start;
    } else {
        proof->kind = PROOF_UNFOLDING;
        proof->unfolding = &owned->proof;
    }
}
