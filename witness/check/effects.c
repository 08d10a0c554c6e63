#include "witness/check/effects.h"

#include "cfa/layout.h"
#include "cfa/points_to.h"

#include <string.h>

enum {
    SLOT_NUMBERS,
    SLOT_DETACHED,
    SLOT_HEAP,
    SLOT_END,
    FIRST_OBJECT_SLOT,
    MAX_PIECES = 256, /* of one object */
};

struct effects {
    const program_t *program;
    const bool *forgotten; /* per object; NULL: none */
    visible_steps_t visible;
    arena_t *arena;
    size_t slots, words;
    uint32_t *first;  /* per object: its first slot */
    uint32_t *pieces; /* ... their number */
    uint64_t *grain;  /* ... bytes per slot */
    bool *starts_thread; /* per function */
    bool has_detach;
    effect_t *edges;
};

const program_t *effects_program(const effects_t *e) {
    return e->program;
}

effect_t effect_new(const effects_t *e, arena_t *arena) {
    return (effect_t){ARENA_ARRAY(arena, uint64_t, e->words),
                      ARENA_ARRAY(arena, uint64_t, e->words)};
}

void effect_clear(const effects_t *e, effect_t *effect) {
    memset(effect->reads, 0, e->words * sizeof *effect->reads);
    memset(effect->writes, 0, e->words * sizeof *effect->writes);
}

void effect_add(const effects_t *e, effect_t *to, const effect_t *from) {
    bitset_union(to->reads, from->reads, e->words);
    bitset_union(to->writes, from->writes, e->words);
}

void effect_add_all(const effects_t *e, effect_t *to) {
    memset(to->reads, 0xff, e->words * sizeof *to->reads);
    memset(to->writes, 0xff, e->words * sizeof *to->writes);
}

bool effect_writes_into(const effects_t *e, const effect_t *writer, const effect_t *other) {
    return bitset_meets(writer->writes, other->reads, e->words) ||
           bitset_meets(writer->writes, other->writes, e->words);
}

bool effect_detaches(const effect_t *effect) {
    return bitset_has(effect->writes, SLOT_DETACHED);
}

bool effect_hides_accesses(const effects_t *e, const effect_t *effect) {
    return e->visible & VISIBLE_ACCESSES && bitset_has(effect->writes, SLOT_END);
}

bool effect_conflicts(const effects_t *e, const effect_t *a, const effect_t *b) {
    return effect_writes_into(e, a, b) || bitset_meets(a->reads, b->writes, e->words);
}

bool effect_is_empty(const effects_t *e, const effect_t *effect) {
    uint64_t any = 0;
    for (size_t i = 0; i < e->words; i++) any |= effect->reads[i] | effect->writes[i];
    return !any;
}

static void cut_objects(effects_t *e) {
    const program_t *program = e->program;
    size_t count = program->objects.len;
    e->first = ARENA_ARRAY(e->arena, uint32_t, count);
    e->pieces = ARENA_ARRAY(e->arena, uint32_t, count);
    e->grain = ARENA_ARRAY(e->arena, uint64_t, count);
    e->slots = FIRST_OBJECT_SLOT;
    for (size_t i = 0; i < count; i++) {
        const object_t *object = program->objects.data[i];
        uint64_t size = object->type->size ? object->type->size : 1, grain = size;
        if (object->kind == OBJECT_GLOBAL) {
            grain = object->type->align ? object->type->align : 1;
            while ((size + grain - 1) / grain > MAX_PIECES) grain *= 2;
        }
        e->first[i] = (uint32_t)e->slots;
        e->grain[i] = grain;
        e->pieces[i] = (uint32_t)((size + grain - 1) / grain);
        e->slots += e->pieces[i];
    }
    e->words = bitset_words(e->slots);
}

static void add_object(const effects_t *e, uint64_t *set, const object_t *object) {
    for (uint32_t i = 0; i < e->pieces[object->id]; i++) bitset_add(set, e->first[object->id] + i);
}

/* The slots of the bytes [offset, offset + size); all if they are not inside. */
static void add_bytes(const effects_t *e, uint64_t *set, const object_t *object, uint64_t offset,
                      uint64_t size) {
    uint64_t grain = e->grain[object->id], end = object->type->size;
    if (!size || offset >= end || size > end - offset) {
        add_object(e, set, object);
        return;
    }
    for (uint64_t i = offset / grain; i <= (offset + size - 1) / grain; i++)
        bitset_add(set, e->first[object->id] + i);
}

/* Object and offset, if no data is needed to know them. */
static bool known_place(const expr_t *expr, const object_t **object, uint64_t *offset) {
    if (expr->kind == EXPR_ADDR) {
        *object = expr->object;
        *offset = 0;
        return true;
    }
    if (expr->kind != EXPR_ADD) return false;
    unsigned constant = expr->a[1]->kind == EXPR_CONST;
    if (expr->a[constant]->kind != EXPR_CONST) return false;
    if (!known_place(expr->a[!constant], object, offset)) return false;
    *offset = (*offset + expr->a[constant]->value) & width_mask(expr->width);
    return true;
}

static bool is_common(const effects_t *e, const object_t *object) {
    if (e->forgotten && e->forgotten[object->id] && object->kind == OBJECT_GLOBAL) return false;
    return object->may_be_shared && !object->is_constant;
}

/* An access of an edge at an address. A mutex counts whether sharing calls it
 * shared or not: it has no contents that sharing could judge. */
static void add_access(const effects_t *e, uint64_t *set, const edge_t *edge, const expr_t *address,
                       uint64_t size, bool is_mutex) {
    const object_t *object;
    uint64_t offset;
    if (known_place(address, &object, &offset)) {
        if (is_mutex || is_common(e, object)) add_bytes(e, set, object, offset, size);
        return;
    }
    const program_t *program = e->program;
    size_t count = edge->access.anything ? program->objects.len : edge->access.count;
    for (size_t i = 0; i < count; i++) {
        object = edge->access.anything ? program->objects.data[i] : edge->access.objects[i];
        if (is_mutex || is_common(e, object)) add_object(e, set, object);
    }
}

static void add_loads(const effects_t *e, uint64_t *set, const edge_t *edge, const expr_t *expr) {
    if (!expr || !expr->loads) return;
    if (expr->kind == EXPR_LOAD) add_access(e, set, edge, expr->a[0], expr->type->size, false);
    for (unsigned i = 0; i < expr->arity; i++) add_loads(e, set, edge, expr->a[i]);
}

static void add_locals(const effects_t *e, uint64_t *set, const function_t *function) {
    for (size_t i = 0; i < function->locals.len; i++)
        if (is_common(e, function->locals.data[i])) add_object(e, set, function->locals.data[i]);
}

/* What is gone with a thread: its block of objects, its number if it may be
 * detached, and the frames that it has not left. */
static void add_thread_end(const effects_t *e, uint64_t *set, bool with_frames) {
    const program_t *program = e->program;
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if ((object->kind == OBJECT_THREAD || object->is_automatic) && is_common(e, object))
            add_object(e, set, object);
    }
    for (size_t i = 0; with_frames && i < program->functions.len; i++)
        add_locals(e, set, program->functions.data[i]);
    if (e->has_detach) bitset_add(set, SLOT_NUMBERS);
}

/* Only what lies in the heap can be freed. */
static void add_freed(const effects_t *e, uint64_t *set, const edge_t *edge) {
    for (size_t i = 0; i < e->program->objects.len; i++) {
        const object_t *object = e->program->objects.data[i];
        if (object->kind == OBJECT_HEAP && is_common(e, object) &&
            access_includes(&edge->access, object))
            add_object(e, set, object);
    }
}

/* Whether an access is a fault depends on which objects live. */
static void add_fault(const effects_t *e, uint64_t *set, const edge_t *edge) {
    if (!edge->fault) return;
    if (edge->fault == FAULT_FREE) bitset_add(set, SLOT_HEAP);
    for (size_t i = 0; i < e->program->objects.len; i++) {
        const object_t *object = e->program->objects.data[i];
        bool is_static = object->kind == OBJECT_GLOBAL || object->kind == OBJECT_STRING ||
                         object->kind == OBJECT_FUNCTION;
        if (!is_static && is_common(e, object) && access_includes(&edge->access, object))
            add_object(e, set, object);
    }
}

static void add_return(const effects_t *e, effect_t *effect, const function_t *function) {
    add_locals(e, effect->writes, function);
    if (e->starts_thread[function->id]) add_thread_end(e, effect->writes, false);
    if (function == e->program->main) bitset_add(effect->writes, SLOT_END);
}

/* Does anybody else change what a thread holds? Who frees the memory does. */
static void add_question(effects_t *e, effect_t *effect, const edge_t *edge) {
    bool lasts = e->program->owners_are_fixed && !edge->access.anything;
    for (size_t i = 0; lasts && i < edge->access.count; i++) {
        const object_t *object = edge->access.objects[i];
        lasts = object->kind == OBJECT_GLOBAL || object->kind == OBJECT_HEAP;
    }
    if (lasts)
        bitset_add(effect->reads, SLOT_HEAP);
    else
        add_access(e, effect->reads, edge, edge->address, 1, true);
}

static void fill_edge(effects_t *e, const edge_t *edge) {
    effect_t *effect = &e->edges[edge->id];
    *effect = effect_new(e, e->arena);
    add_loads(e, effect->reads, edge, edge->value);
    add_loads(e, effect->reads, edge, edge->address);
    for (size_t i = 0; i < edge->arg_count; i++) add_loads(e, effect->reads, edge, edge->args[i]);
    switch (edge->kind) {
    case EDGE_STORE:
        add_access(e, effect->writes, edge, edge->address, edge->type->size, false);
        break;
    case EDGE_HAVOC_OBJECT:
        if (is_common(e, edge->object)) add_object(e, effect->writes, edge->object);
        break;
    case EDGE_THREAD_CREATE:
        if (edge->address)
            add_access(e, effect->writes, edge, edge->address, edge->type->size, false);
        bitset_add(effect->writes, SLOT_NUMBERS);
        break;
    case EDGE_THREAD_DETACH:
        /* A JOIN of the thread waits no longer, it stops. */
        bitset_add(effect->writes, SLOT_DETACHED);
        bitset_add(effect->writes, SLOT_NUMBERS);
        break;
    case EDGE_THREAD_JOIN:
        bitset_add(effect->reads, SLOT_DETACHED);
        bitset_add(effect->writes, SLOT_NUMBERS);
        break;
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK: add_access(e, effect->writes, edge, edge->address, 1, true); break;
    case EDGE_OWNS: add_question(e, effect, edge); break;
    case EDGE_JOINABLE:
        bitset_add(effect->reads, SLOT_DETACHED);
        bitset_add(effect->reads, SLOT_NUMBERS);
        break;
    case EDGE_RETURN: add_return(e, effect, edge->from->function); break;
    case EDGE_THREAD_EXIT: add_thread_end(e, effect->writes, true); break;
    case EDGE_ALLOC:
    case EDGE_HEAP_SIZE: bitset_add(effect->reads, SLOT_HEAP); break;
    case EDGE_FREE:
        bitset_add(effect->writes, SLOT_HEAP);
        add_freed(e, effect->writes, edge);
        break;
    case EDGE_EXIT: bitset_add(effect->writes, SLOT_END); break;
    case EDGE_ERROR:
        if (e->visible & VISIBLE_ERRORS) bitset_add(effect->reads, SLOT_END);
        add_fault(e, effect->reads, edge);
        /* Allocations count, too. */
        if (edge->fault == FAULT_LEAK) bitset_add(effect->writes, SLOT_HEAP);
        break;
    case EDGE_UNSUPPORTED: bitset_add(effect->reads, SLOT_END); break;
    default: break;
    }
}

effects_t *effects_new(const program_t *program, const bool *forgotten, visible_steps_t visible) {
    effects_t *e = mem_zalloc(sizeof *e);
    e->program = program;
    e->forgotten = forgotten;
    e->visible = visible;
    e->arena = arena_new();
    cut_objects(e);
    e->starts_thread = ARENA_ARRAY(e->arena, bool, program->functions.len);
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind == EDGE_THREAD_CREATE) e->starts_thread[edge->callee->id] = true;
        if (edge->kind == EDGE_THREAD_DETACH) e->has_detach = true;
    }
    e->edges = ARENA_ARRAY(e->arena, effect_t, program->edges.len);
    for (size_t i = 0; i < program->edges.len; i++) fill_edge(e, program->edges.data[i]);
    return e;
}

void effects_delete(effects_t *e) {
    if (!e) return;
    arena_delete(e->arena);
    mem_free(e);
}

const effect_t *effects_of(const effects_t *e, const edge_t *edge) {
    return &e->edges[edge->id];
}

/* The only load in an expression. */
static const expr_t *only_load(const expr_t *expr, unsigned *count) {
    const expr_t *found = NULL;
    if (!expr->loads) return NULL;
    if (expr->kind == EXPR_LOAD) {
        (*count)++;
        found = expr;
    }
    for (unsigned i = 0; i < expr->arity; i++) {
        const expr_t *inner = only_load(expr->a[i], count);
        if (!found) found = inner;
    }
    return *count == 1 ? found : NULL;
}

const expr_t *effects_address(const edge_t *edge) {
    const expr_t *address = NULL;
    const object_t *object;
    uint64_t offset;
    unsigned count = 0;
    if (edge->kind == EDGE_ASSIGN || edge->kind == EDGE_ASSUME) {
        const expr_t *load = only_load(edge->value, &count);
        address = load ? load->a[0] : NULL;
    } else if (edge->kind == EDGE_STORE && !edge->value->loads && !edge->address->loads) {
        address = edge->address;
    }
    return address && !known_place(address, &object, &offset) ? address : NULL;
}

uint64_t effects_size(const edge_t *edge) {
    unsigned count = 0;
    return edge->kind == EDGE_STORE ? edge->type->size : only_load(edge->value, &count)->type->size;
}

void effects_add_at(const effects_t *e, const edge_t *edge, uint64_t address, effect_t *to) {
    bool is_store = edge->kind == EDGE_STORE;
    uint64_t size = effects_size(edge);
    const object_t *object =
        address < LAYOUT_STACK_BASE ? layout_static_at(e->program, address) : NULL;
    /* What lies at an address of a stack or the heap changes. */
    if (!object || object->kind != OBJECT_GLOBAL)
        effect_add(e, to, effects_of(e, edge));
    else if (is_common(e, object))
        add_bytes(e, is_store ? to->writes : to->reads, object, address - object->address, size);
}

bool effects_mutex(const edge_t *edge, uint64_t *address) {
    const object_t *object;
    uint64_t offset;
    if (!known_place(edge->address, &object, &offset) || object->kind != OBJECT_GLOBAL)
        return false;
    *address = object->address + offset;
    return true;
}

/* Is some edge of the node taken whenever this condition has this value? */
static bool is_taken_if(const node_t *node, const expr_t *condition, bool value) {
    switch (condition->kind) {
    case EXPR_NOT: return is_taken_if(node, condition->a[0], !value);
    case EXPR_OR:
    case EXPR_AND:
        /* a or b holds: one of them does; a and b fails: one of them does. */
        if (value == (condition->kind == EXPR_OR) && is_taken_if(node, condition->a[0], value) &&
            is_taken_if(node, condition->a[1], value))
            return true;
        break;
    default: break;
    }
    static const expr_kind_t complements[EXPR_KIND_COUNT] = {
        [EXPR_ULT] = EXPR_ULE, [EXPR_ULE] = EXPR_ULT, [EXPR_SLT] = EXPR_SLE, [EXPR_SLE] = EXPR_SLT};
    expr_kind_t complement = complements[condition->kind];
    for (size_t i = 0; i < node_ways(node); i++) {
        const expr_t *other = node->out.data[i]->value;
        if (value ? other == condition
                  : (other->kind == EXPR_NOT && other->a[0] == condition) ||
                        (complement && other->kind == complement &&
                         other->a[0] == condition->a[1] && other->a[1] == condition->a[0]))
            return true;
    }
    return false;
}

effects_moves_t effects_moves(const node_t *node) {
    size_t assumptions = 0, ways = node_ways(node);
    if (!ways) return MOVES_MAYBE;
    for (size_t i = 0; i < ways; i++) {
        const edge_t *edge = node->out.data[i];
        if (edge->kind == EDGE_LOCK || edge->kind == EDGE_THREAD_JOIN)
            return ways == 1 ? MOVES_BY_STATE : MOVES_MAYBE;
        if (edge->kind == EDGE_ATOMIC_BEGIN && edge->value)
            return ways == 1 ? MOVES_BY_STATE : MOVES_MAYBE;
        assumptions += edge->kind == EDGE_ASSUME;
    }
    if (assumptions < ways) return MOVES_ALWAYS;
    if (assumptions == 1) return MOVES_BY_VALUE;
    /* One edge whose condition fails only if that of another holds. */
    for (size_t i = 0; i < ways; i++)
        if (is_taken_if(node, node->out.data[i]->value, false)) return MOVES_ALWAYS;
    return MOVES_MAYBE;
}
