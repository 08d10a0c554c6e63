#include "engine/candidates/samples.h"

#include "cfa/callgraph.h"
#include "cfa/layout.h"
#include "cfa/live.h"
#include "engine/hunt/hunt_engine.h"

#include <string.h>

enum { MAX_GROUPS = 400, MAX_ROWS = 160, MAX_CELLS_OF_OBJECT = 4 };

static bool is_integer(const type_t *type) {
    return type->kind == TYPE_INT || type->kind == TYPE_BOOL;
}

/* Elements of larger arrays are left out: there are too many of them to compare. */
static void find_statics(samples_t *samples) {
    const program_t *program = samples->program;
    for (size_t i = 0; i < program->by_address.len; i++) {
        const object_t *object = program->by_address.data[i];
        if (object->kind != OBJECT_GLOBAL || object->is_constant) continue;
        uint64_t cells = type_cell_count(object->type);
        for (uint64_t k = 0; cells <= MAX_CELLS_OF_OBJECT && k < cells; k++) {
            cell_t cell = type_cell(object->type, k);
            if (is_integer(cell.type))
                VEC_PUSH(samples->statics,
                         variable_cell(object->address + cell.offset, (unsigned)cell.type->size));
        }
    }
}

static void find_written(samples_t *samples) {
    const program_t *program = samples->program;
    callgraph_t *calls = callgraph_new(program);
    samples->is_written = mem_zalloc(program->objects.len + 1);
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (!edge->access.writes || !callgraph_runs_in_threads(calls, edge->from->function))
            continue;
        for (size_t k = 0; k < edge->access.count; k++)
            samples->is_written[edge->access.objects[k]->id] = true;
    }
    callgraph_delete(calls);
}

static bool is_bound(const samples_t *samples, variable_t variable) {
    if (variable_kind(variable) != VARIABLE_CELL) return false;
    const object_t *object = layout_static_at(samples->program, variable_address(variable));
    return object && !samples->is_written[object->id];
}

/* Where everybody stands; 0: somebody is where the others need not look. */
static uint64_t places_of(machine_t *machine) {
    uint64_t places = 1;
    uint32_t depth;
    const uint64_t *regs;
    for (uint32_t t = 0; t < machine_thread_count(machine); t++) {
        const node_t *node = machine_place(machine, t, &depth, &regs);
        const edge_t *next = node ? machine_next(machine, t) : NULL;
        if (next && !node->is_loop_head && !hunt_is_visible(next) &&
            !(next->to && next->to->is_loop_head))
            return 0;
        places = configuration_place_add(places, node, node ? depth : 0);
    }
    return places;
}

static void add_variable(sample_group_t *group, const samples_t *samples, variable_t variable,
                         bool is_temporary) {
    if (group->variable_count == SAMPLE_MAX_VARIABLES) return;
    group->variables[group->variable_count] = variable;
    group->is_temporary[group->variable_count] = is_temporary;
    group->is_bound[group->variable_count] = is_bound(samples, variable);
    group->widths[group->variable_count++] = (uint8_t)variable_width(samples->program, variable);
}

static void add_registers(sample_group_t *group, const samples_t *samples,
                          const machine_t *machine) {
    uint32_t depth;
    const uint64_t *regs;
    for (uint32_t t = 0; t < machine_thread_count(machine); t++) {
        const node_t *node = machine_place(machine, t, &depth, &regs);
        for (reg_t r = 0; node && r < node->function->regs.len; r++)
            if (is_integer(node->function->regs.data[r].type) && live_at(node, r))
                add_variable(group, samples, variable_reg(t, depth, node->function, r),
                             node->function->regs.data[r].is_temporary);
    }
}

static sample_group_t *group_of(samples_t *samples, const machine_t *machine, uint64_t places) {
    uint64_t number;
    if (map64_get(&samples->by_places, places, &number)) return &samples->groups.data[number];
    if (samples->groups.len == MAX_GROUPS) return NULL;
    map64_put(&samples->by_places, places, samples->groups.len);
    sample_group_t group = {.places = places};
    add_registers(&group, samples, machine);
    for (size_t i = 0; i < samples->statics.len; i++)
        add_variable(&group, samples, samples->statics.data[i], false);
    VEC_PUSH(samples->groups, group);
    return &VEC_TOP(samples->groups);
}

static uint64_t value_of(const machine_t *machine, variable_t variable) {
    uint32_t depth;
    const uint64_t *regs;
    if (variable_kind(variable) == VARIABLE_CELL)
        return machine_static(machine, variable_address(variable), variable_size(variable));
    machine_place(machine, variable_thread(variable), &depth, &regs);
    return regs[variable_reg_number(variable)];
}

static void add_row(sample_group_t *group, const machine_t *machine) {
    uint64_t row[SAMPLE_MAX_VARIABLES];
    size_t bytes = group->variable_count * sizeof *row;
    for (size_t i = 0; i < group->variable_count; i++)
        row[i] = value_of(machine, group->variables[i]) & width_mask(group->widths[i]);
    for (size_t i = 0; i < group->row_count; i++)
        if (memcmp(sample_row(group, i), row, bytes) == 0) return;
    for (size_t i = 0; i < group->variable_count; i++) VEC_PUSH(group->values, row[i]);
    group->row_count++;
}

static void see(void *context, machine_t *machine) {
    samples_t *samples = context;
    uint64_t places = places_of(machine);
    sample_group_t *group = places ? group_of(samples, machine, places) : NULL;
    if (group && group->variable_count && group->row_count < MAX_ROWS) add_row(group, machine);
}

void samples_take(samples_t *samples, const engine_context_t *context, uint64_t steps) {
    *samples = (samples_t){.program = context->program};
    find_statics(samples);
    find_written(samples);
    hunt_observer_t observer = {see, samples};
    hunt_observe(context, steps, &observer);
}

void samples_free(samples_t *samples) {
    for (size_t i = 0; i < samples->groups.len; i++) VEC_FREE(samples->groups.data[i].values);
    VEC_FREE(samples->groups);
    VEC_FREE(samples->statics);
    mem_free(samples->is_written);
    map64_free(&samples->by_places);
}
