#include "cfa/points_to_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct answer {
    const object_t *const *objects;
    size_t count;
    bool anything;
} answer_t;

/* --- answers --- */

typedef VEC(const object_t *) objects_t;

static int by_id(const void *a, const void *b) {
    const object_t *x = *(const object_t *const *)a, *y = *(const object_t *const *)b;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* Sorted, without repetition, in the arena. */
static const object_t *const *objects_settle(arena_t *arena, objects_t *objects) {
    if (objects->len == 0) return NULL;
    qsort(objects->data, objects->len, sizeof *objects->data, by_id);
    size_t kept = 1;
    for (size_t i = 1; i < objects->len; i++)
        if (objects->data[i] != objects->data[kept - 1]) objects->data[kept++] = objects->data[i];
    objects->len = kept;
    const object_t **copy = ARENA_ARRAY(arena, const object_t *, kept);
    memcpy(copy, objects->data, sizeof *copy * kept);
    return copy;
}

static void add_objects(const points_to_t *p, const place_set_t *set, objects_t *out) {
    for (location_t place = 0; place_set_next(set, &place); place++)
        VEC_PUSH(*out, location_object(p->locations, place));
}

static const answer_t *answer_for(points_to_t *p, const function_t *function, const expr_t *expr) {
    uint64_t key = (uint64_t)function->id << 32 | expr->id, found;
    if (map64_get(&p->answers, key, &found)) return (const answer_t *)(uintptr_t)found;
    const place_set_t *set = points_to_eval_set(p, function, expr);
    objects_t objects = {0};
    add_objects(p, set, &objects);
    answer_t *answer = ARENA_NEW(p->arena, answer_t);
    answer->objects = objects_settle(p->arena, &objects);
    answer->count = objects.len;
    answer->anything = set->number || objects.len == 0;
    points_to_scratch_end(p);
    VEC_FREE(objects);
    map64_put(&p->answers, key, map64_pointer(answer));
    return answer;
}

const object_t *const *points_to_expr(const program_t *program, const function_t *function,
                                      const expr_t *expr, size_t *count, bool *anything) {
    REQUIRE(program->points_to != NULL);
    const answer_t *answer = answer_for(program->points_to, function, expr);
    *count = answer->count;
    *anything = answer->anything;
    return answer->objects;
}

const object_t *const *points_to_contents(const program_t *program, const object_t *object,
                                          size_t *count) {
    REQUIRE(program->points_to != NULL);
    points_to_t *p = program->points_to;
    objects_t objects = {0};
    const points_to_memory_t *memory = &p->memories[object->id];
    for (size_t i = 0; i < memory->slots.len; i++)
        add_objects(p, &p->contents.data[memory->slots.data[i]].set, &objects);
    add_objects(p, &p->everywhere, &objects);
    const object_t *const *settled = objects_settle(p->arena, &objects);
    *count = objects.len;
    VEC_FREE(objects);
    return settled;
}

const object_t *const *points_to_exit_values(const program_t *program, size_t *count) {
    REQUIRE(program->points_to != NULL);
    points_to_t *p = program->points_to;
    objects_t objects = {0};
    add_objects(p, &p->variables[p->exit].set, &objects);
    const object_t *const *settled = objects_settle(p->arena, &objects);
    *count = objects.len;
    VEC_FREE(objects);
    return settled;
}

bool edge_finds_mutex(const program_t *program, const edge_t *edge) {
    points_to_t *p = program->points_to;
    const place_set_t *set = points_to_eval_set(p, edge->from->function, edge->address);
    bool finds = !edge->access.anything;
    for (location_t place = 0; finds && place_set_next(set, &place); place++)
        finds = location_is_opaque(p->locations, place);
    points_to_scratch_end(p);
    return finds;
}

bool access_includes(const access_t *access, const object_t *object) {
    if (access->anything) return true;
    if (access->count == 0) return false;
    return bsearch(&object, access->objects, access->count, sizeof(const object_t *), by_id) !=
           NULL;
}

bool access_is_unsized(const program_t *program, const access_t *access) {
    size_t count = access->anything ? program->objects.len : access->count;
    for (size_t i = 0; i < count; i++) {
        const object_t *object = access->anything ? program->objects.data[i] : access->objects[i];
        if (object->kind == OBJECT_GLOBAL && !object->type->size) return true;
    }
    return false;
}

/* --- accesses --- */

static bool may_misfit(points_to_t *p, const edge_t *edge, const expr_t *address, uint64_t size) {
    const place_set_t *set = points_to_eval_set(p, edge->from->function, address);
    bool misfits = false;
    for (location_t place = 0; !misfits && place_set_next(set, &place); place++)
        misfits = location_object(p->locations, place)->kind != OBJECT_FUNCTION &&
                  !location_fits(p->locations, place, size);
    points_to_scratch_end(p);
    return misfits;
}

/* Adds what a dereference of address as type (NULL: a mutex) may touch. Code is
 * no memory. */
static void touch(points_to_t *p, edge_t *edge, const expr_t *address, const type_t *type,
                  objects_t *objects) {
    if (type && !edge->access.mixed) edge->access.mixed = may_misfit(p, edge, address, type->size);
    const answer_t *answer = answer_for(p, edge->from->function, address);
    size_t before = objects->len;
    for (size_t i = 0; i < answer->count; i++)
        if (answer->objects[i]->kind != OBJECT_FUNCTION) VEC_PUSH(*objects, answer->objects[i]);
    if (answer->anything || objects->len == before) edge->access.anything = true;
}

static void touch_loads(points_to_t *p, edge_t *edge, const expr_t *e, objects_t *objects) {
    if (e->loads == 0) return;
    if (e->kind == EXPR_LOAD) {
        edge->access.reads = true;
        touch(p, edge, e->a[0], e->type, objects);
    }
    for (unsigned i = 0; i < e->arity; i++) touch_loads(p, edge, e->a[i], objects);
}

static void touch_own(points_to_t *p, edge_t *edge, objects_t *objects) {
    switch (edge->kind) {
    case EDGE_STORE: edge->access.writes = true; break;
    case EDGE_THREAD_CREATE: edge->access.writes = edge->address != NULL; break;
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK:
    case EDGE_FREE: edge->access.reads = edge->access.writes = true; break;
    case EDGE_OWNS:
    case EDGE_HEAP_SIZE: edge->access.reads = true; break;
    case EDGE_ERROR: edge->access.reads = edge->address != NULL; break;
    case EDGE_HAVOC_OBJECT:
        edge->access.writes = true;
        VEC_PUSH(*objects, edge->object);
        return;
    default: return;
    }
    if (edge->address) touch(p, edge, edge->address, edge->type, objects);
}

static void fill_access(points_to_t *p, edge_t *edge, objects_t *objects) {
    edge->access = (access_t){0};
    VEC_CLEAR(*objects);
    if (edge->address) touch_loads(p, edge, edge->address, objects);
    if (edge->value) touch_loads(p, edge, edge->value, objects);
    for (size_t i = 0; i < edge->arg_count; i++) touch_loads(p, edge, edge->args[i], objects);
    touch_own(p, edge, objects);
    edge->access.objects = objects_settle(p->arena, objects);
    edge->access.count = objects->len;
    if (!edge->access.mixed) return;
    size_t count = edge->access.anything ? p->program->objects.len : objects->len;
    for (size_t i = 0; i < count; i++) {
        uint32_t id = edge->access.anything ? (uint32_t)i : objects->data[i]->id;
        p->program->objects.data[id]->is_mixed = true;
    }
}

void points_to_fill_accesses(points_to_t *p) {
    objects_t objects = {0};
    for (size_t i = 0; i < p->program->edges.len; i++)
        fill_access(p, p->program->edges.data[i], &objects);
    VEC_FREE(objects);
}
