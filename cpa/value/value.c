#include "cpa/value/value.h"

#include "cfa/layout.h"
#include "cpa/core/memory.h"
#include "cpa/value/value_internal.h"

/* Precision. */

static bool is_control(const value_cpa_t *value, variable_t variable,
                       const configuration_t *where) {
    place_t place;
    switch (variable_kind(variable)) {
    case VARIABLE_REG:
        return control_has_reg(value->control, variable_function(variable),
                               variable_reg_number(variable));
    case VARIABLE_CELL:
        return memory_find(value->cpa.program, where, variable_address(variable), &place) &&
               control_has_object(value->control, place.object);
    default: return false;
    }
}

bool value_tracks(const value_cpa_t *value, variable_t variable, const configuration_t *where) {
    uint64_t one;
    if (value->is_refining) return true;
    if (value->options.focus && variable_kind(variable) == VARIABLE_CELL &&
        !focus_has_address(value->options.focus, variable_address(variable)))
        return false;
    if (value->options.track_all) return true;
    if (map64_get(&value->everywhere, variable, &one)) return true;
    if (is_control(value, variable, where)) return true;
    if (!value->has_local_precision) return false;
    for (uint32_t t = 0; t < where->thread_count; t++) {
        const thread_t *thread = &where->threads[t];
        if (thread->status == THREAD_RUNNING &&
            map64_get(&value->at_node[thread_top(thread)->node->id], variable, &one))
            return true;
    }
    return false;
}

bool value_track(cpa_t *cpa, const node_t *node, variable_t variable) {
    value_cpa_t *value = (value_cpa_t *)cpa;
    uint64_t one;
    if (value->options.track_all || map64_get(&value->everywhere, variable, &one)) return false;
    map64_t *map = node ? &value->at_node[node->id] : &value->everywhere;
    if (map64_get(map, variable, &one)) return false;
    map64_put(map, variable, 1);
    if (value->options.focus) focus_add_variable(value->options.focus, variable);
    if (node) value->has_local_precision = true;
    value->precision_size++;
    value_memo_clear(value->memo);
    return true;
}

size_t value_precision_size(const cpa_t *cpa) {
    return ((const value_cpa_t *)cpa)->precision_size;
}
typedef struct {
    value_cpa_t *value;
    const object_t *object;
    uint64_t base;
} initial_t;

static bool bind_cell(void *context, uint64_t address, const type_t *type) {
    const initial_t *initial = context;
    value_cpa_t *value = initial->value;
    variable_t variable = variable_cell(address, (unsigned)type->size);
    if (value_tracks(value, variable, value->start))
        binding_vec_set(&value->memory, variable,
                        layout_initial_value(initial->object, address - initial->base, type));
    return true;
}

static void bind_initial(value_cpa_t *value, const object_t *object, uint64_t base) {
    initial_t initial = {value, object, base};
    memory_object_cells(object, base, object->type->size, bind_cell, &initial);
}

static part_t value_initial(cpa_t *cpa, const configuration_t *start) {
    value_cpa_t *value = (value_cpa_t *)cpa;
    value->start = start;
    VEC_CLEAR(value->memory);
    for (size_t i = 0; i < cpa->program->objects.len; i++) {
        const object_t *object = cpa->program->objects.data[i];
        if (object->is_constant || object->init_unknown) continue;
        if (object->kind == OBJECT_GLOBAL) bind_initial(value, object, object->address);
        if (object->kind == OBJECT_THREAD)
            bind_initial(value, object, layout_thread_block(0) + object->address);
    }
    return value_part_intern(
        value->parts, bindings_intern(value->bindings, value->memory.data, value->memory.len), NULL,
        0);
}

part_t value_initial_full(cpa_t *cpa) {
    value_cpa_t *value = (value_cpa_t *)cpa;
    value->is_refining = true;
    part_t part = value_initial(cpa, NULL);
    value->is_refining = false;
    return part;
}

part_t value_post_full(cpa_t *cpa, part_t part, const step_t *step) {
    value_cpa_t *value = (value_cpa_t *)cpa;
    value->is_refining = true;
    part_t next = value_successor(value, part, step, NULL);
    value->is_refining = false;
    return next;
}

part_t value_of_bindings(cpa_t *cpa, const binding_t *bindings, size_t count) {
    value_cpa_t *value = (value_cpa_t *)cpa;
    size_t registers = 0;
    while (registers < count && variable_kind(bindings[registers].variable) == VARIABLE_REG)
        registers++;
    const value_part_t *part = value_part_intern(
        value->parts, bindings_intern(value->bindings, bindings + registers, count - registers),
        NULL, 0);
    for (size_t at = 0, from = 0; at < registers; from = at) {
        uint32_t thread = variable_thread(bindings[at].variable);
        while (at < registers && variable_thread(bindings[at].variable) == thread) at++;
        part = value_part_change(value->parts, part, part->memory, thread,
                                 bindings_intern(value->bindings, bindings + from, at - from));
    }
    return part;
}

static const bindings_t *rename_bindings(value_cpa_t *value, const bindings_t *map,
                                         uint32_t thread) {
    uint64_t key = (uint64_t)map->id << 10 | thread, known;
    if (!map->count) return map;
    if (map64_get(&value->renamed, key, &known)) return (const bindings_t *)(uintptr_t)known;
    value_load(&value->other, map);
    for (size_t i = 0; i < value->other.len; i++)
        value->other.data[i].variable = variable_of_thread(value->other.data[i].variable, thread);
    const bindings_t *renamed =
        bindings_intern(value->bindings, value->other.data, value->other.len);
    map64_put(&value->renamed, key, map64_pointer(renamed));
    return renamed;
}

part_t value_rename_threads(cpa_t *cpa, part_t part, const uint32_t *numbers, uint32_t count) {
    value_cpa_t *value = (value_cpa_t *)cpa;
    const value_part_t *from = part;
    const value_part_t *to = value_part_intern(value->parts, from->memory, NULL, 0);
    for (uint32_t t = 0; t < from->thread_count && t < count; t++)
        to = value_part_change(value->parts, to, from->memory, numbers[t],
                               rename_bindings(value, from->threads[t], numbers[t]));
    return to;
}

bool value_binds(cpa_t *cpa, part_t part, variable_t variable) {
    uint64_t ignored;
    return value_get((const value_cpa_t *)cpa, part, variable, &ignored);
}

bool value_lookup(cpa_t *cpa, part_t part, variable_t variable, uint64_t *result) {
    return value_get((const value_cpa_t *)cpa, part, variable, result);
}

part_t value_bind(cpa_t *cpa, part_t part, variable_t variable, uint64_t result) {
    value_cpa_t *value = (value_cpa_t *)cpa;
    const value_part_t *from = part;
    bool is_cell = variable_kind(variable) == VARIABLE_CELL;
    uint32_t thread = is_cell ? 0 : variable_thread(variable);
    const bindings_t *registers = value_part_thread(value->parts, from, thread);
    value_load(&value->other, is_cell ? from->memory : registers);
    binding_vec_set(&value->other, variable, result);
    const bindings_t *bound = bindings_intern(value->bindings, value->other.data, value->other.len);
    return value_part_change(value->parts, from, is_cell ? bound : from->memory, thread,
                             is_cell ? registers : bound);
}

bool value_evaluate(cpa_t *cpa, part_t part, const configuration_t *where, uint32_t thread,
                    const expr_t *expr, uint64_t *result) {
    value_scope_t scope = {(const value_cpa_t *)cpa, part, where, thread, NULL};
    return scope_evaluate(&scope, expr, result);
}

static bool value_covers(cpa_t *cpa, const configuration_t *where, part_t cover, part_t part) {
    (void)where;
    return value_part_covers(((const value_cpa_t *)cpa)->parts, cover, part);
}

static uint64_t value_cover_key(cpa_t *cpa, const configuration_t *where, part_t part) {
    value_part_file(((value_cpa_t *)cpa)->parts, where, part);
    return map64_pointer(part);
}

static void value_cover_keys(cpa_t *cpa, const configuration_t *where, part_t part, parts_t *keys) {
    value_part_find(((value_cpa_t *)cpa)->parts, where, part, keys);
}

static bool value_query(cpa_t *cpa, part_t part, const configuration_t *where, uint32_t thread,
                        const expr_t *expr, uint64_t *result) {
    return value_evaluate(cpa, part, where, thread, expr, result);
}

static void describe_bindings(const bindings_t *map, bool exits, description_t *out) {
    for (uint32_t i = 0; i < map->count; i++)
        if ((variable_kind(map->at[i].variable) == VARIABLE_EXIT) == exits)
            VEC_PUSH(out->bindings, map->at[i]);
}

/* In the order of the names of variables: registers by thread, memory, exits. */
static void value_describe(cpa_t *cpa, part_t described, const configuration_t *where,
                           description_t *out) {
    const value_part_t *part = described;
    (void)cpa;
    (void)where;
    for (uint32_t i = 0; i < part->thread_count; i++)
        describe_bindings(part->threads[i], false, out);
    describe_bindings(part->memory, false, out);
    for (uint32_t i = 0; i < part->thread_count; i++)
        describe_bindings(part->threads[i], true, out);
}

static void print_bindings(const value_cpa_t *value, const bindings_t *map, strbuf_t *out) {
    for (uint32_t i = 0; i < map->count; i++) {
        variable_print(out, value->cpa.program, map->at[i].variable);
        unsigned width = variable_width(value->cpa.program, map->at[i].variable);
        strbuf_printf(out, "=%lld ", (long long)sign_extend(map->at[i].value, width));
    }
}

static void value_print(cpa_t *cpa, part_t printed, strbuf_t *out) {
    const value_part_t *part = printed;
    print_bindings((const value_cpa_t *)cpa, part->memory, out);
    for (uint32_t i = 0; i < part->thread_count; i++)
        print_bindings((const value_cpa_t *)cpa, part->threads[i], out);
}

static void value_destroy(cpa_t *cpa) {
    value_cpa_t *value = (value_cpa_t *)cpa;
    bindings_table_delete(value->bindings);
    value_parts_delete(value->parts);
    value_memo_delete(value->memo);
    map64_free(&value->renamed);
    map64_free(&value->everywhere);
    for (size_t i = 0; i < cpa->program->nodes.len; i++) map64_free(&value->at_node[i]);
    mem_free(value->at_node);
    control_delete(value->control);
    VEC_FREE(value->memory);
    VEC_FREE(value->registers);
    VEC_FREE(value->other);
    arena_delete(value->arena);
    mem_free(value);
}

static const cpa_class_t value_class = {
    .name = "value",
    .destroy = value_destroy,
    .initial = value_initial,
    .transfer = value_transfer,
    .covers = value_covers,
    .cover_key = value_cover_key,
    .cover_keys = value_cover_keys,
    .evaluate = value_query,
    .describe = value_describe,
    .print = value_print,
};

cpa_t *value_new(const program_t *program, value_options_t options) {
    value_cpa_t *value = mem_zalloc(sizeof *value);
    value->cpa = (cpa_t){&value_class, program};
    value->options = options;
    value->arena = arena_new();
    value->control = control_new(program);
    value->bindings = bindings_table_new();
    value->parts = value_parts_new(value->bindings);
    value->memo = value_memo_new();
    value->at_node = mem_zalloc(program->nodes.len * sizeof *value->at_node);
    return &value->cpa;
}
