#include "cpa/reduce/focus.h"

#include "cfa/layout.h"
#include "cpa/core/control.h"

#include <string.h>

/* A mutex inside has a state that no precision forgets. A write through a pointer
 * that may point anywhere would change anything. */
static bool has_special(const type_t *type) {
    if (type->is_opaque || type->kind == TYPE_POINTER) return true;
    if (type->kind == TYPE_ARRAY) return has_special(type->elem);
    if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION)
        for (size_t i = 0; i < type->field_count; i++)
            if (has_special(type->fields[i].type)) return true;
    return false;
}

focus_t *focus_new(const program_t *program, bool forgets_more) {
    focus_t *focus = mem_zalloc(sizeof *focus);
    control_t *control = control_new(program);
    focus->program = program;
    focus->forgotten = mem_zalloc(program->objects.len + 1);
    focus->may_forget = mem_zalloc(program->objects.len + 1);
    focus->is_idle = mem_zalloc(program->objects.len + 1);
    focus->decides = mem_zalloc(program->objects.len + 1);
    focus->forgets_more = forgets_more;
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        focus->may_forget[i] = object->kind == OBJECT_GLOBAL && object->may_be_shared &&
                               !object->is_constant && !has_special(object->type) &&
                               !control_has_object(control, object);
    }
    control_delete(control);
    return focus;
}

focus_t *focus_copy(const focus_t *focus) {
    size_t bytes = focus->program->objects.len + 1;
    focus_t *copy = mem_zalloc(sizeof *copy);
    *copy = *focus;
    copy->forgotten = mem_alloc(bytes);
    copy->may_forget = mem_alloc(bytes);
    copy->is_idle = mem_alloc(bytes);
    copy->decides = mem_alloc(bytes);
    memcpy(copy->forgotten, focus->forgotten, bytes);
    memcpy(copy->may_forget, focus->may_forget, bytes);
    memcpy(copy->is_idle, focus->is_idle, bytes);
    memcpy(copy->decides, focus->decides, bytes);
    return copy;
}

void focus_delete(focus_t *focus) {
    if (!focus) return;
    mem_free(focus->forgotten);
    mem_free(focus->may_forget);
    mem_free(focus->is_idle);
    mem_free(focus->decides);
    mem_free(focus);
}

void focus_set_idle(focus_t *focus, const object_t *object) {
    focus->is_idle[object->id] = true;
}

void focus_set_decides(focus_t *focus, const object_t *object) {
    focus->decides[object->id] = true;
}

bool focus_has_address(const focus_t *focus, uint64_t address) {
    if (!focus || !focus->left || address >= LAYOUT_STACK_BASE) return true;
    const object_t *object = layout_static_at(focus->program, address);
    return !object || focus_has(focus, object);
}

bool focus_add(focus_t *focus, const object_t *object) {
    if (!focus->forgotten[object->id]) return false;
    focus->forgotten[object->id] = false;
    focus->left--;
    focus->version++;
    return true;
}

bool focus_add_variable(focus_t *focus, variable_t variable) {
    if (variable_kind(variable) != VARIABLE_CELL) return false;
    uint64_t address = variable_address(variable);
    if (address >= LAYOUT_STACK_BASE) return false;
    const object_t *object = layout_static_at(focus->program, address);
    return object && focus_add(focus, object);
}

void focus_remove(focus_t *focus, const object_t *object) {
    if (!focus->may_forget[object->id] || focus->forgotten[object->id]) return;
    focus->forgotten[object->id] = true;
    focus->left++;
    focus->version++;
}

void focus_add_all(focus_t *focus) {
    for (size_t i = 0; i < focus->program->objects.len; i++) {
        const object_t *object = focus->program->objects.data[i];
        if (focus->is_idle[i])
            focus_remove(focus, object);
        else
            focus_add(focus, object);
    }
}

void focus_clear(focus_t *focus) {
    for (size_t i = 0; i < focus->program->objects.len; i++)
        if (focus->forgets_more || focus->is_idle[i])
            focus_remove(focus, focus->program->objects.data[i]);
}

void focus_clear_most(focus_t *focus) {
    focus_clear(focus);
    for (size_t i = 0; i < focus->program->objects.len; i++)
        if (focus->decides[i] && !focus->is_idle[i])
            focus_add(focus, focus->program->objects.data[i]);
}
