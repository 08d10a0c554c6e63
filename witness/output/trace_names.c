#include "witness/output/trace_names.h"

#include "cfa/layout.h"
#include "cfa/print.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_DEPTH = 6, MAX_BACK = 400 };

static bool name_place(strbuf_t *out, const replay_t *replay, size_t index, uint64_t address,
                       uint64_t size, unsigned depth);

size_t trace_definition(const replay_t *replay, size_t index, reg_t reg) {
    const replay_step_t *step = &replay->steps.data[index];
    const function_t *function = step->edge->from->function;
    for (size_t i = index, back = 0; i-- > 0 && back < MAX_BACK; back++) {
        const replay_step_t *before = &replay->steps.data[i];
        if (before->thread != step->thread || before->depth > step->depth) continue;
        if (before->depth < step->depth) return SIZE_MAX; /* before the frame */
        if (before->edge->target == reg && before->edge->from->function == function) return i;
    }
    return SIZE_MAX;
}

/* The expression of the source that gave the register its value. */
static bool name_pointer(strbuf_t *out, const replay_t *replay, size_t index, reg_t reg,
                         unsigned depth) {
    const reg_info_t *info = &replay->steps.data[index].edge->from->function->regs.data[reg];
    if (!info->is_temporary) {
        strbuf_add(out, info->name);
        return true;
    }
    size_t at = depth < MAX_DEPTH ? trace_definition(replay, index, reg) : SIZE_MAX;
    if (at == SIZE_MAX) return false;
    const replay_step_t *step = &replay->steps.data[at];
    const edge_t *edge = step->edge;
    if (edge->kind != EDGE_ASSIGN) return false;
    if (edge->value->kind == EXPR_REG)
        return name_pointer(out, replay, at, edge->value->reg, depth + 1);
    if (edge->value->kind != EXPR_LOAD || !step->access_count) return false;
    const replay_access_t *access = &replay->accesses.data[step->first_access];
    return name_place(out, replay, at, variable_address(access->variable),
                      variable_size(access->variable), depth + 1);
}

/* "p->f", "p[2].f", "*p": what lies so many bytes behind the pointer. */
static bool name_behind(strbuf_t *out, const char *pointer, const type_t *target, uint64_t offset,
                        uint64_t size) {
    strbuf_t path = {0};
    bool has_size = target->size != 0;
    uint64_t element = has_size ? offset / target->size : 0;
    uint64_t rest = has_size ? offset % target->size : offset;
    bool is_named = has_size ? type_print_path(&path, target, rest, size) : offset == 0;
    if (!is_named && offset == 0) { /* a void pointer that was cast in the expression */
        strbuf_clear(&path);
        is_named = true;
    }
    const char *tail = strbuf_text(&path);
    if (is_named && element)
        strbuf_printf(out, "%s[%" PRIu64 "]%s", pointer, element, tail);
    else if (is_named && tail[0] == '.')
        strbuf_printf(out, "%s->%s", pointer, tail + 1);
    else if (is_named && tail[0] == '[')
        strbuf_printf(out, "(*%s)%s", pointer, tail);
    else if (is_named)
        strbuf_printf(out, "*%s", pointer);
    strbuf_free(&path);
    return is_named;
}

static bool name_by_pointer(strbuf_t *out, const replay_t *replay, size_t index, uint64_t address,
                            uint64_t size, unsigned depth) {
    const replay_step_t *step = &replay->steps.data[index];
    if (step->pointer == NO_REG || address < step->pointer_value) return false;
    const type_t *type = step->edge->from->function->regs.data[step->pointer].type;
    if (type->kind != TYPE_POINTER) return false;
    strbuf_t pointer = {0};
    bool is_named = name_pointer(&pointer, replay, index, step->pointer, depth);
    bool is_simple = is_named && pointer.data[0] != '*' && pointer.data[0] != '(';
    if (is_named && !is_simple) {
        strbuf_t wrapped = {0};
        strbuf_printf(&wrapped, "(%s)", pointer.data);
        strbuf_free(&pointer);
        pointer = wrapped;
    }
    if (is_named)
        is_named = name_behind(out, pointer.data, type->elem, address - step->pointer_value, size);
    strbuf_free(&pointer);
    return is_named;
}

/* A variable of the frame itself. */
static bool name_local(strbuf_t *out, const edge_t *edge, uint64_t size) {
    const expr_t *address = edge->address;
    if (edge->value && edge->value->kind == EXPR_LOAD) address = edge->value->a[0];
    uint64_t offset = 0;
    if (address && address->kind == EXPR_ADD && address->a[1]->kind == EXPR_CONST) {
        offset = address->a[1]->value;
        address = address->a[0];
    }
    if (!address || address->kind != EXPR_ADDR || address->object->kind != OBJECT_LOCAL)
        return false;
    size_t before = out->len;
    strbuf_add(out, address->object->name);
    if (type_print_path(out, address->object->type, offset, size)) return true;
    out->len = before;
    out->data[before] = '\0';
    return false;
}

/* The last allocation at or before the address, in time before the step. */
static const replay_step_t *allocation(const replay_t *replay, size_t index, uint64_t address) {
    const replay_step_t *best = NULL;
    for (size_t i = 0; i <= index && i < replay->steps.len; i++) {
        const replay_step_t *step = &replay->steps.data[i];
        if (step->edge->kind == EDGE_ALLOC && step->has_value && step->value <= address &&
            (!best || step->value >= best->value))
            best = step;
    }
    return best;
}

uint64_t trace_allocation(const replay_t *replay, size_t step, uint64_t address) {
    const replay_step_t *made =
        address >= LAYOUT_HEAP_BASE ? allocation(replay, step, address) : NULL;
    return made ? made->value : 0;
}

/* "malloc@12", and which of them if there are several. */
static void add_allocation(strbuf_t *out, const replay_t *replay, const replay_step_t *made) {
    unsigned count = 0, number = 0;
    for (size_t i = 0; i < replay->steps.len; i++) {
        const replay_step_t *step = &replay->steps.data[i];
        if (step->edge->kind != EDGE_ALLOC || step->edge->source.line != made->edge->source.line)
            continue;
        count++;
        if (step == made) number = count;
    }
    strbuf_printf(out, "malloc@%u", made->edge->source.line);
    if (count > 1) strbuf_printf(out, "#%u", number);
}

static bool name_heap(strbuf_t *out, const replay_t *replay, size_t index, uint64_t address,
                      uint64_t size) {
    const replay_step_t *step =
        address >= LAYOUT_HEAP_BASE ? allocation(replay, index, address) : NULL;
    if (!step) return false;
    const object_t *object = step->edge->object;
    if (object->is_automatic) { /* a local with an allocation of its own */
        strbuf_add(out, object->name);
        return type_print_path(out, object->type, address - step->value, size) ||
               address == step->value;
    }
    strbuf_t name = {0};
    add_allocation(&name, replay, step);
    bool is_named =
        name_behind(out, name.data, step->edge->object->type, address - step->value, size);
    strbuf_free(&name);
    return is_named;
}

static bool name_place(strbuf_t *out, const replay_t *replay, size_t index, uint64_t address,
                       uint64_t size, unsigned depth) {
    const object_t *object =
        address < LAYOUT_STACK_BASE ? layout_static_at(replay->program, address) : NULL;
    if (object) {
        strbuf_add(out, object->name);
        if (type_print_path(out, object->type, address - object->address, size)) return true;
        strbuf_printf(out, "{%" PRIu64 "}", address - object->address);
        return true;
    }
    return name_local(out, replay->steps.data[index].edge, size) ||
           name_by_pointer(out, replay, index, address, size, depth) ||
           name_heap(out, replay, index, address, size);
}

/* "sem.<value>" is sem, "lock.<holders>" is lock (holders). */
static void name_for_people(strbuf_t *name) {
    char *member = name->data ? strstr(name->data, ".<") : NULL;
    char *end = member ? strchr(member, '>') : NULL;
    if (!end || end[1]) return;
    if (strcmp(member, ".<value>") == 0) {
        *member = 0;
        name->len = (size_t)(member - name->data);
        return;
    }
    member[0] = ' ';
    member[1] = '(';
    *end = ')';
}

bool trace_is_told(const char *name, bool is_write) {
    const char *member = strstr(name, " (");
    if (!member) return strncmp(name, "heap#", 5) != 0 && *name != '<';
    return strcmp(member, " (kind)") != 0 && strcmp(member, " (owner)") != 0 &&
           (strcmp(member, " (count)") != 0 || is_write);
}

void trace_cell_name(strbuf_t *out, const replay_t *replay, size_t step, variable_t cell) {
    if (!name_place(out, replay, step, variable_address(cell), variable_size(cell), 0))
        variable_print(out, replay->program, cell);
    name_for_people(out);
}

void trace_object_cell_name(strbuf_t *out, const replay_t *replay, size_t step, variable_t cell) {
    if (!name_heap(out, replay, step, variable_address(cell), variable_size(cell)))
        trace_cell_name(out, replay, step, cell);
    name_for_people(out);
}

void trace_place_name(strbuf_t *out, const replay_t *replay, size_t step, uint64_t address) {
    if (!name_place(out, replay, step, address, 0, 0))
        variable_print(out, replay->program, variable_cell(address, 1));
}

void trace_address(strbuf_t *out, const replay_t *replay, size_t step, uint64_t address) {
    const object_t *object =
        address < LAYOUT_STACK_BASE ? layout_static_at(replay->program, address) : NULL;
    strbuf_t name = {0};
    if (object && object->kind == OBJECT_STRING) {
        strbuf_add(&name, object->name);
    } else if (object) {
        strbuf_printf(&name, object->kind == OBJECT_FUNCTION ? "%s" : "&%s", object->name);
        if (!type_print_path(&name, object->type, address - object->address, 0) &&
            address != object->address)
            strbuf_printf(&name, "+%" PRIu64, address - object->address);
    } else if (address >= LAYOUT_HEAP_BASE && allocation(replay, step, address)) {
        const replay_step_t *made = allocation(replay, step, address);
        if (made->edge->object->is_automatic)
            strbuf_printf(&name, "&%s", made->edge->object->name);
        else
            add_allocation(&name, replay, made);
        if (address > made->value) strbuf_printf(&name, "+%" PRIu64, address - made->value);
    } else if (address >= LAYOUT_STACK_BASE && address < LAYOUT_HEAP_BASE) {
        for (unsigned size = 1; size <= 8 && !name.len; size *= 2) { /* that of its type */
            variable_print(&name, replay->program, variable_cell(address, size));
            if (strchr(strbuf_text(&name), '{') || strchr(strbuf_text(&name), '['))
                strbuf_clear(&name);
        }
        if (name.len) strbuf_printf(out, "&");
    }
    if (!name.len) strbuf_printf(&name, address > 4096 ? "0x%" PRIx64 : "%" PRIu64, address);
    strbuf_add(out, name.data);
    strbuf_free(&name);
}
