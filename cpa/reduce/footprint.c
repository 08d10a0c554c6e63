#include "cpa/reduce/footprint_internal.h"

#include "cfa/layout.h"

enum { MAX_CELLS = 64 }; /* an object with more cells is one place */

/* Mutexes inside an object, in order: opaque leaves of its type. */
static size_t opaque_count(const type_t *type) {
    if (type->is_opaque) return 1;
    if (type->kind == TYPE_ARRAY) return type->count * opaque_count(type->elem);
    size_t count = 0;
    if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION)
        for (size_t i = 0; i < type->field_count; i++) count += opaque_count(type->fields[i].type);
    return count;
}

static bool opaque_index(const type_t *type, uint64_t offset, size_t *index) {
    if (type->is_opaque) return offset == 0;
    if (type->kind == TYPE_ARRAY && type->elem->size) {
        uint64_t i = offset / type->elem->size;
        if (i >= type->count) return false;
        *index += i * opaque_count(type->elem);
        return opaque_index(type->elem, offset % type->elem->size, index);
    }
    if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION) return false;
    for (size_t i = 0; i < type->field_count; i++) {
        const field_t *field = &type->fields[i];
        if (offset >= field->offset && offset < field->offset + field->type->size &&
            opaque_index(field->type, offset - field->offset, index))
            return true;
        *index += opaque_count(field->type);
    }
    return false;
}

/* Cells first, then mutexes; one place if there are too many. */
static size_t places_of(const object_t *object) {
    if (object->kind == OBJECT_FUNCTION) return 0;
    uint64_t cells = type_cell_count(object->type), mutexes = opaque_count(object->type);
    if (object->kind == OBJECT_HEAP || object->kind == OBJECT_LOCAL ||
        object->kind == OBJECT_THREAD || cells + mutexes > MAX_CELLS)
        return 1;
    return cells + mutexes;
}

static bool static_address(const expr_t *expr, const object_t **object, uint64_t *offset) {
    if (expr->kind == EXPR_ADDR) {
        *object = expr->object;
        *offset = 0;
        return true;
    }
    if (expr->kind == EXPR_ADD && expr->a[1]->kind == EXPR_CONST &&
        static_address(expr->a[0], object, offset)) {
        *offset += expr->a[1]->value;
        return true;
    }
    if (expr->kind == EXPR_ADD && expr->a[0]->kind == EXPR_CONST &&
        static_address(expr->a[1], object, offset)) {
        *offset += expr->a[0]->value;
        return true;
    }
    return false;
}

static void add_object(const footprints_t *f, uint64_t *set, const object_t *object) {
    for (uint32_t i = 0; i < f->count[object->id]; i++) bitset_add(set, f->first[object->id] + i);
}

static bool is_shared(const object_t *object) {
    return object->may_be_shared && !object->is_constant;
}

static void add_access(const footprints_t *f, uint64_t *set, const edge_t *edge,
                       const expr_t *address, uint64_t size) {
    const object_t *object;
    uint64_t offset, index;
    if (static_address(address, &object, &offset)) {
        if (!is_shared(object)) return;
        if (f->count[object->id] > 1 && type_cell_at(object->type, offset, size, &index)) {
            bitset_add(set, f->first[object->id] + index);
            return;
        }
        add_object(f, set, object);
        return;
    }
    if (edge->access.anything) {
        for (size_t i = 0; i < f->object_end; i++) bitset_add(set, i);
        return;
    }
    for (size_t i = 0; i < edge->access.count; i++)
        if (is_shared(edge->access.objects[i])) add_object(f, set, edge->access.objects[i]);
}

static void add_loads(const footprints_t *f, uint64_t *set, const edge_t *edge,
                      const expr_t *expr) {
    if (!expr || !expr->loads) return;
    if (expr->kind == EXPR_LOAD) add_access(f, set, edge, expr->a[0], expr->type->size);
    for (unsigned i = 0; i < expr->arity; i++) add_loads(f, set, edge, expr->a[i]);
}

static const expr_t *load_address(const expr_t *expr) {
    if (!expr->loads) return NULL;
    if (expr->kind == EXPR_LOAD) return expr->a[0];
    const expr_t *found = NULL;
    for (unsigned i = 0; i < expr->arity; i++) {
        const expr_t *address = load_address(expr->a[i]);
        if (address && found) return NULL;
        if (address) found = address;
    }
    return found;
}

const expr_t *footprint_address(const edge_t *edge) {
    const expr_t *address = NULL;
    const object_t *object;
    uint64_t offset;
    if (edge->kind == EDGE_STORE && !edge->value->loads) address = edge->address;
    if (edge->kind == EDGE_ASSIGN || edge->kind == EDGE_ASSUME) address = load_address(edge->value);
    if (!address || address->loads || static_address(address, &object, &offset)) return NULL;
    return address;
}

static uint64_t load_size(const expr_t *expr) {
    if (expr->kind == EXPR_LOAD) return expr->type->size;
    for (unsigned i = 0; i < expr->arity; i++)
        if (expr->a[i]->loads) return load_size(expr->a[i]);
    return 0;
}

uint64_t footprint_size(const edge_t *edge) {
    return edge->kind == EDGE_STORE ? edge->type->size : load_size(edge->value);
}

/* Elsewhere than in static memory what lies at an address changes. */
void footprint_add_at(const footprints_t *f, const edge_t *edge, uint64_t address,
                      footprint_t *to) {
    bool writes = edge->kind == EDGE_STORE;
    uint64_t index, size = footprint_size(edge);
    uint64_t *set = writes ? to->writes : to->reads;
    const object_t *object =
        address < LAYOUT_STACK_BASE ? layout_static_at(f->program, address) : NULL;
    if (!object || object->kind == OBJECT_FUNCTION) {
        bitset_union(to->reads, f->edges[edge->id].reads, f->words);
        bitset_union(to->writes, f->edges[edge->id].writes, f->words);
    } else if (!is_shared(object)) {
        return;
    } else if (f->count[object->id] > 1 &&
               type_cell_at(object->type, address - object->address, size, &index)) {
        bitset_add(set, f->first[object->id] + index);
    } else {
        add_object(f, set, object);
    }
}

static size_t mutex_place(const footprints_t *f, const object_t *object, uint64_t offset) {
    if (f->count[object->id] == 1 && type_cell_count(object->type) + opaque_count(object->type) > 1)
        return f->first[object->id];
    size_t index = 0;
    if (object->kind != OBJECT_GLOBAL || !opaque_index(object->type, offset, &index))
        return SIZE_MAX;
    return f->first[object->id] + type_cell_count(object->type) + index;
}

size_t footprint_mutex_at(const footprints_t *f, uint64_t address) {
    if (address >= LAYOUT_STACK_BASE) return SIZE_MAX;
    const object_t *object = layout_static_at(f->program, address);
    if (!object || places_of(object) == 1) {
        /* One place for many mutexes does not say which one is held. */
        if (!object || opaque_count(object->type) != 1) return SIZE_MAX;
    }
    return mutex_place(f, object, address - object->address);
}

/* set: what the edge reads, or what it writes. */
static void add_mutex(const footprints_t *f, uint64_t *set, const edge_t *edge) {
    const object_t *object;
    uint64_t offset;
    f->mutexes[edge->id] = SIZE_MAX;
    if (static_address(edge->address, &object, &offset)) {
        size_t place = mutex_place(f, object, offset);
        if (place != SIZE_MAX) {
            bitset_add(set, place);
            if (f->count[object->id] > 1 || opaque_count(object->type) == 1)
                f->mutexes[edge->id] = place;
            return;
        }
        add_object(f, set, object);
        return;
    }
    if (edge->access.anything) {
        for (size_t i = 0; i < f->object_end; i++) bitset_add(set, i);
        return;
    }
    for (size_t i = 0; i < edge->access.count; i++) add_object(f, set, edge->access.objects[i]);
}

/* Whether the thread holds it: the steps of others matter only as far as they may free it
 * (cfa/owners.c), or the memory that it lies in. */
static void add_question(const footprints_t *f, footprint_t *print, const edge_t *edge) {
    const access_t *access = &edge->access;
    bool is_own = f->program->owners_are_fixed && !access->anything;
    for (size_t i = 0; i < access->count; i++) {
        object_kind_t kind = access->objects[i]->kind;
        is_own = is_own && (kind == OBJECT_GLOBAL || kind == OBJECT_HEAP);
    }
    if (is_own)
        bitset_add(print->reads, f->heap_place);
    else
        add_mutex(f, print->reads, edge);
}

/* Nothing but heap objects can be freed, whatever the address may be. */
static void add_freed(const footprints_t *f, uint64_t *set, const edge_t *edge) {
    bool anything = edge->access.anything;
    size_t count = anything ? f->program->objects.len : edge->access.count;
    for (size_t i = 0; i < count; i++) {
        const object_t *object = anything ? f->program->objects.data[i] : edge->access.objects[i];
        if (object->kind == OBJECT_HEAP && is_shared(object)) add_object(f, set, object);
    }
}

/* Whether an access is a fault depends on which objects live. */
static void add_fault(const footprints_t *f, uint64_t *set, const edge_t *edge) {
    size_t count = edge->access.anything ? f->program->objects.len : edge->access.count;
    if (!edge->fault) return;
    if (edge->fault == FAULT_FREE) bitset_add(set, f->heap_place);
    for (size_t i = 0; i < count; i++) {
        const object_t *object =
            edge->access.anything ? f->program->objects.data[i] : edge->access.objects[i];
        bool can_end = object->kind == OBJECT_HEAP || object->kind == OBJECT_LOCAL ||
                       object->kind == OBJECT_THREAD;
        if (can_end && is_shared(object)) add_object(f, set, object);
    }
}

/* A frame that ends takes its locals with it. */
static void add_locals(const footprints_t *f, uint64_t *set, const function_t *function) {
    for (size_t i = 0; i < function->locals.len; i++)
        if (is_shared(function->locals.data[i])) add_object(f, set, function->locals.data[i]);
}

/* The end of a thread: it takes its own objects with it, and its frames if it
 * has not left them. */
static void add_thread_end(const footprints_t *f, uint64_t *set, bool with_frames) {
    for (size_t i = 0; i < f->program->objects.len; i++) {
        const object_t *object = f->program->objects.data[i];
        if ((object->kind == OBJECT_THREAD || object->is_automatic) && is_shared(object))
            add_object(f, set, object);
    }
    for (size_t i = 0; with_frames && i < f->program->functions.len; i++)
        add_locals(f, set, f->program->functions.data[i]);
    if (f->detaches) bitset_add(set, f->threads_place);
}

static void fill_edge(footprints_t *f, const edge_t *edge) {
    footprint_t *print = &f->edges[edge->id];
    *print = footprint_new(f);
    f->mutexes[edge->id] = SIZE_MAX;
    add_loads(f, print->reads, edge, edge->address);
    add_loads(f, print->reads, edge, edge->value);
    for (size_t i = 0; i < edge->arg_count; i++) add_loads(f, print->reads, edge, edge->args[i]);
    switch (edge->kind) {
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK: add_mutex(f, print->writes, edge); return;
    case EDGE_OWNS: add_question(f, print, edge); return;
    case EDGE_JOINABLE: bitset_add(print->reads, f->threads_place); return;
    case EDGE_STORE: add_access(f, print->writes, edge, edge->address, edge->type->size); return;
    case EDGE_THREAD_CREATE:
        if (edge->address) add_access(f, print->writes, edge, edge->address, edge->type->size);
        bitset_add(print->writes, f->threads_place);
        return;
    case EDGE_THREAD_JOIN:
    case EDGE_THREAD_DETACH: bitset_add(print->writes, f->threads_place); return;
    case EDGE_EXIT: bitset_add(print->writes, f->end_place); return;
    case EDGE_RETURN:
        if (edge->from->function == f->program->main) bitset_add(print->writes, f->end_place);
        add_locals(f, print->writes, edge->from->function);
        if (f->is_start_routine[edge->from->function->id]) add_thread_end(f, print->writes, false);
        return;
    case EDGE_THREAD_EXIT: add_thread_end(f, print->writes, true); return;
    case EDGE_ERROR:
        if (f->visible & VISIBLE_ERRORS) bitset_add(print->reads, f->end_place);
        add_fault(f, print->reads, edge);
        /* Allocations count, too. */
        if (edge->fault == FAULT_LEAK) bitset_add(print->writes, f->heap_place);
        return;
    case EDGE_UNSUPPORTED: bitset_add(print->reads, f->end_place); return;
    case EDGE_HAVOC_OBJECT:
        if (is_shared(edge->object)) add_object(f, print->writes, edge->object);
        return;
    case EDGE_ALLOC:
    case EDGE_HEAP_SIZE: bitset_add(print->reads, f->heap_place); return;
    case EDGE_FREE:
        bitset_add(print->writes, f->heap_place);
        add_freed(f, print->writes, edge);
        return;
    default: return;
    }
}

/* Functions that may run because this one does, in whatever thread. */
static void reach(const function_t *function, bool *reached) {
    if (reached[function->id]) return;
    reached[function->id] = true;
    for (size_t i = 0; i < function->nodes.len; i++) {
        const node_t *node = function->nodes.data[i];
        for (size_t k = 0; k < node->out.len; k++)
            if (node->out.data[k]->callee) reach(node->out.data[k]->callee, reached);
    }
}

static void fill_creation(footprints_t *f, const edge_t *edge) {
    bool *reached = mem_zalloc(f->program->functions.len);
    reach(edge->callee, reached);
    f->creates_again[edge->id] = reached[edge->from->function->id];
    mem_free(reached);
}

footprints_t *footprints_new(const program_t *program, visible_steps_t visible) {
    footprints_t *f = mem_zalloc(sizeof *f);
    size_t edges = program->edges.len;
    f->program = program;
    f->arena = arena_new();
    f->first = ARENA_ARRAY(f->arena, uint32_t, program->objects.len);
    f->count = ARENA_ARRAY(f->arena, uint32_t, program->objects.len);
    for (size_t i = 0; i < program->objects.len; i++) {
        f->first[i] = (uint32_t)f->object_end;
        f->count[i] = (uint32_t)places_of(program->objects.data[i]);
        f->object_end += f->count[i];
    }
    f->threads_place = f->object_end;
    f->end_place = f->object_end + 1;
    f->heap_place = f->object_end + 2;
    f->place_count = f->object_end + 3;
    f->visible = visible;
    f->is_start_routine = ARENA_ARRAY(f->arena, bool, program->functions.len);
    for (size_t i = 0; i < edges; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind == EDGE_THREAD_CREATE) f->is_start_routine[edge->callee->id] = true;
        if (edge->kind == EDGE_THREAD_DETACH) f->detaches = true;
    }
    f->words = bitset_words(f->place_count);
    f->edges = ARENA_ARRAY(f->arena, footprint_t, edges);
    f->sections = ARENA_ARRAY(f->arena, footprint_t, edges);
    f->section_blocks = ARENA_ARRAY(f->arena, bool, edges);
    f->section_excluded = ARENA_ARRAY(f->arena, bool, edges);
    f->creates_again = ARENA_ARRAY(f->arena, bool, edges);
    f->mutexes = ARENA_ARRAY(f->arena, size_t, edges);
    for (size_t i = 0; i < edges; i++) fill_edge(f, program->edges.data[i]);
    for (size_t i = 0; i < edges; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind == EDGE_THREAD_CREATE) fill_creation(f, edge);
    }
    for (size_t i = 0; i < edges; i++)
        if (program->edges.data[i]->kind == EDGE_ATOMIC_BEGIN)
            footprint_fill_section(f, program->edges.data[i]);
    return f;
}

void footprints_delete(footprints_t *f) {
    if (!f) return;
    map64_free(&f->futures);
    arena_delete(f->arena);
    mem_free(f);
}

size_t footprints_words(const footprints_t *f) {
    return f->words;
}

const footprint_t *footprint_edge(const footprints_t *f, const edge_t *edge) {
    return &f->edges[edge->id];
}

const footprint_t *footprint_step(const footprints_t *f, const edge_t *edge) {
    return edge->kind == EDGE_ATOMIC_BEGIN ? &f->sections[edge->id] : &f->edges[edge->id];
}

bool footprint_section_blocks(const footprints_t *f, const edge_t *edge) {
    return f->section_blocks[edge->id];
}

bool footprint_section_excluded(const footprints_t *f, const edge_t *edge) {
    return f->section_excluded[edge->id];
}

bool footprint_creates_again(const footprints_t *f, const edge_t *edge) {
    return f->creates_again[edge->id];
}

bool footprint_hides_accesses(const footprints_t *f, const edge_t *edge) {
    return f->visible & VISIBLE_ACCESSES &&
           bitset_has(footprint_step(f, edge)->writes, f->end_place);
}

void footprint_object_places(const footprints_t *f, const object_t *object, size_t *first,
                             size_t *count) {
    *first = f->first[object->id];
    *count = f->count[object->id];
}
