#include "witness/output/ghosts.h"

#include "cfa/layout.h"
#include "witness/output/witness_entry.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { MAX_GHOSTS = 6 }; /* nobody reads invariants about more of them */

static bool changes_mutex(const edge_t *edge) {
    return edge->kind == EDGE_LOCK || edge->kind == EDGE_UNLOCK || edge->kind == EDGE_TRYLOCK;
}

/* The address of the mutex, if it is one that the source names. */
static bool mutex_of(const edge_t *edge, uint64_t *address) {
    const expr_t *e = edge->address;
    uint64_t offset = 0;
    if (e->kind == EXPR_ADD && e->a[1]->kind == EXPR_CONST) {
        offset = e->a[1]->value;
        e = e->a[0];
    }
    if (e->kind != EXPR_ADDR || e->object->kind != OBJECT_GLOBAL || e->object->function ||
        offset >= e->object->type->size)
        return false;
    *address = e->object->address + offset;
    return true;
}

/* Is the step a call that is a statement? */
static bool find_update(const edge_t *edge, source_text_t *text, ghost_update_t *update) {
    static const struct {
        const char *name;
        edge_kind_t kind;
    } calls[] = {{"pthread_mutex_lock", EDGE_LOCK},
                 {"mtx_lock", EDGE_LOCK},
                 {"pthread_mutex_unlock", EDGE_UNLOCK},
                 {"mtx_unlock", EDGE_UNLOCK},
                 {"pthread_mutex_init", EDGE_UNLOCK}};
    *update = (ghost_update_t){edge->source, edge->from->function, edge->kind == EDGE_LOCK};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (edge->kind == calls[i].kind && !edge->model &&
            source_text_is_call(text, edge->source, calls[i].name))
            return true;
    return false;
}

static ghost_t *ghost_at(ghosts_t *ghosts, uint64_t address) {
    for (size_t i = 0; i < ghosts->len; i++)
        if (ghosts->data[i].address == address) return &ghosts->data[i];
    return NULL;
}

/* The way to the member at the offset: "_3" of arrays, "_lock" of structures. */
static void add_path(strbuf_t *out, const type_t *type, uint64_t offset) {
    while (!type->is_library && type->kind == TYPE_ARRAY && type->elem->size) {
        strbuf_printf(out, "_%" PRIu64, offset / type->elem->size);
        offset %= type->elem->size;
        type = type->elem;
    }
    for (size_t i = 0; !type->is_library && i < type->field_count; i++) {
        const field_t *field = &type->fields[i];
        if (offset < field->offset || offset - field->offset >= field->type->size) continue;
        strbuf_printf(out, "_%s", field->name ? field->name : "");
        add_path(out, field->type, offset - field->offset);
        return;
    }
}

/* "s.lock" is s_lock_locked, unless the program has something of this name. */
static char *name_of(const program_t *program, uint64_t address) {
    const object_t *mutex = layout_static_at(program, address);
    strbuf_t name = {0};
    strbuf_add(&name, mutex->name ? mutex->name : "");
    add_path(&name, mutex->type, address - mutex->address);
    strbuf_add(&name, "_locked");
    bool is_taken = !mutex->name;
    for (size_t i = 0; i < name.len; i++)
        is_taken |= !isalnum((unsigned char)name.data[i]) && name.data[i] != '_';
    for (size_t i = 0; i < program->objects.len; i++) {
        const char *other = program->objects.data[i]->name;
        is_taken |= other && strcmp(other, name.data) == 0;
    }
    for (size_t i = 0; i < program->functions.len; i++) {
        const function_t *function = program->functions.data[i];
        for (size_t r = 0; r < function->regs.len; r++)
            is_taken |= strcmp(function->regs.data[r].name, name.data) == 0;
    }
    char *copy = is_taken ? NULL : mem_strdup(name.data);
    strbuf_free(&name);
    return copy;
}

static void add_update(ghost_t *ghost, const ghost_update_t *update) {
    for (size_t i = 0; i < ghost->updates.len; i++) {
        const source_t *at = &ghost->updates.data[i].at;
        if (at->line == update->at.line && at->column == update->at.column &&
            strcmp(at->file, update->at.file) == 0)
            return;
    }
    VEC_PUSH(ghost->updates, *update);
}

static void add_ghosts(ghosts_t *out, const program_t *program, source_text_t *text) {
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        uint64_t address;
        ghost_update_t update;
        if (!changes_mutex(edge) || !mutex_of(edge, &address)) continue;
        ghost_t *ghost = ghost_at(out, address);
        if (!ghost && out->len == MAX_GHOSTS) continue;
        if (!ghost) {
            char *name = name_of(program, address);
            if (!name) continue;
            VEC_PUSH(*out, (ghost_t){.name = name, .address = address});
            ghost = &VEC_TOP(*out);
        }
        if (find_update(edge, text, &update)) add_update(ghost, &update);
    }
}

static bool may_change(const program_t *program, const edge_t *edge, const ghost_t *ghost) {
    const object_t *mutex = layout_static_at(program, ghost->address);
    if (edge->access.anything) return true;
    for (size_t i = 0; i < edge->access.count; i++)
        if (edge->access.objects[i] == mutex) return true;
    return false;
}

/* Every step that may take or free the mutex is among its updates. */
static bool is_complete(const program_t *program, const ghost_t *ghost, source_text_t *text) {
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        ghost_update_t update;
        uint64_t address;
        if (!changes_mutex(edge)) continue;
        bool is_known = mutex_of(edge, &address);
        bool is_it = is_known ? address == ghost->address : may_change(program, edge, ghost);
        if (is_it && (!is_known || !find_update(edge, text, &update))) return false;
    }
    return true;
}

static void ghost_free(ghost_t *ghost) {
    mem_free(ghost->name);
    VEC_FREE(ghost->updates);
}

void ghosts_find(ghosts_t *out, const program_t *program, source_text_t *text) {
    size_t kept = 0;
    add_ghosts(out, program, text);
    for (size_t i = 0; i < out->len; i++) {
        if (is_complete(program, &out->data[i], text))
            out->data[kept++] = out->data[i];
        else
            ghost_free(&out->data[i]);
    }
    out->len = kept;
}

void ghosts_free(ghosts_t *ghosts) {
    for (size_t i = 0; i < ghosts->len; i++) ghost_free(&ghosts->data[i]);
    VEC_FREE(*ghosts);
}

bool ghost_is_locked(const ghost_t *ghost, const configuration_t *configuration) {
    for (uint32_t i = 0; i < configuration->lock_count; i++)
        if (configuration->locks[i].address == ghost->address) return true;
    return false;
}

static cJSON *variable_json(const ghost_t *ghost) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "name", ghost->name);
    cJSON_AddStringToObject(json, "scope", "global");
    cJSON_AddStringToObject(json, "type", "int");
    cJSON *initial = cJSON_AddObjectToObject(json, "initial");
    cJSON_AddStringToObject(initial, "value", "0");
    cJSON_AddStringToObject(initial, "format", "c_expression");
    return json;
}

static cJSON *update_json(const ghost_t *ghost, const ghost_update_t *update) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "location", witness_location(update->at, update->function));
    cJSON *change = cJSON_CreateObject();
    cJSON_AddStringToObject(change, "variable", ghost->name);
    cJSON_AddStringToObject(change, "value", update->is_locked ? "1" : "0");
    cJSON_AddStringToObject(change, "format", "c_expression");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(json, "updates"), change);
    return json;
}

cJSON *ghosts_content(const ghosts_t *ghosts) {
    cJSON *variables = cJSON_CreateArray(), *updates = cJSON_CreateArray();
    for (size_t i = 0; i < ghosts->len; i++) {
        const ghost_t *ghost = &ghosts->data[i];
        if (!ghost->is_used) continue;
        cJSON_AddItemToArray(variables, variable_json(ghost));
        for (size_t k = 0; k < ghost->updates.len; k++)
            cJSON_AddItemToArray(updates, update_json(ghost, &ghost->updates.data[k]));
    }
    if (!cJSON_GetArraySize(variables)) {
        cJSON_Delete(variables);
        cJSON_Delete(updates);
        return NULL;
    }
    cJSON *content = cJSON_CreateObject();
    cJSON_AddItemToObject(content, "ghost_variables", variables);
    cJSON_AddItemToObject(content, "ghost_updates", updates);
    return content;
}
