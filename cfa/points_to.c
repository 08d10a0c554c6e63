/* Pass points_to.
 * requires: cleanup, liveness
 * provides: program->points_to, edge->access but for access.shared, object->is_mixed
 * breaks:   nothing */
#include "cfa/points_to.h"

#include "cfa/live.h"
#include "cfa/passes.h"
#include "cfa/place_set.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

/* A register, the result of a function, or the exit value of threads. */
typedef struct variable {
    place_set_t set;
    VEC(uint32_t) users; /* edges to look at again when the set grows */
} variable_node_t;

/* What one scalar of an object holds; of the object's any-place: what was
 * stored at an unknown offset. */
typedef struct cell_content {
    place_set_t set;          /* set.number: stored as a pointer */
    bool number_as_int; /* a number was stored as an integer */
    bool used;
} content_t;

typedef struct memory {
    VEC(location_t) slots; /* those in use */
    VEC(uint32_t) users;   /* edges that load from it */
} memory_t;

struct points_to {
    const program_t *program;
    locations_t *locations;
    arena_t *arena;            /* answers */
    size_t *first_reg;         /* per function: its first register among the variables */
    size_t first_result, exit; /* variables */
    bool *is_start;            /* per function: threads start with it */
    size_t variable_count;
    variable_node_t *variables;
    VEC(content_t) contents; /* per location */
    memory_t *memories;      /* per object */
    place_set_t everywhere;        /* stored through a number: may lie in any memory */
    VEC(uint32_t) loaders;   /* edges with a load */
    VEC(uint32_t) work, later; /* edges of this round and of the next */
    bool *queued;            /* per edge: is in later */
    map64_t seen_users;      /* (object, edge) pairs in memories' users */
    VEC(place_set_t) scratch;
    size_t depth;            /* scratch sets in use */
    map64_t answers;         /* (function, expression) -> answer_t */
    uint32_t edge;           /* being evaluated, or NO_EDGE */
};

#define NO_EDGE UINT32_MAX

typedef struct answer {
    const object_t *const *objects;
    size_t count;
    bool anything;
} answer_t;

/* --- scratch sets --- */

/* A cleared set; valid until the matching scratch_end, but its address only
 * until the next scratch_begin: hence the index. */
static size_t scratch_begin(points_to_t *p) {
    if (p->depth == p->scratch.len) VEC_PUSH(p->scratch, (place_set_t){0});
    place_set_clear(&p->scratch.data[p->depth]);
    return p->depth++;
}

static void scratch_end(points_to_t *p) {
    p->depth--;
}

/* --- dependencies --- */

static void enqueue(points_to_t *p, uint32_t edge) {
    if (p->queued[edge]) return;
    p->queued[edge] = true;
    VEC_PUSH(p->later, edge);
}

static variable_node_t *reg_variable(points_to_t *p, const function_t *function, reg_t reg) {
    return &p->variables[p->first_reg[function->id] + reg];
}

static void variable_join(points_to_t *p, variable_node_t *variable, const place_set_t *set) {
    if (!place_set_join(&variable->set, set)) return;
    for (size_t i = 0; i < variable->users.len; i++) enqueue(p, variable->users.data[i]);
}

static content_t *content_of(points_to_t *p, location_t slot) {
    while (p->contents.len <= slot) VEC_PUSH(p->contents, (content_t){0});
    REQUIRE(p->contents.data != NULL);
    content_t *content = &p->contents.data[slot];
    if (!content->used) {
        content->used = true;
        VEC_PUSH(p->memories[location_object(p->locations, slot)->id].slots, slot);
    }
    return content;
}

static void add_memory_user(points_to_t *p, const object_t *object) {
    if (p->edge == NO_EDGE) return;
    uint64_t key = (uint64_t)object->id << 32 | p->edge, found;
    if (map64_get(&p->seen_users, key, &found)) return;
    map64_put(&p->seen_users, key, 1);
    VEC_PUSH(p->memories[object->id].users, p->edge);
}

/* --- memory --- */

/* An integer load may always give a number. A pointer load gives one if a
 * number was stored there as a pointer; numbers stored as integers at a known
 * place count too (the cell is read under another type), at an unknown place
 * they do not: an index that runs over integers does not write pointers. */
static void load_content(const points_to_t *p, location_t slot, bool exact, place_set_t *out) {
    if (slot >= p->contents.len) return;
    const content_t *content = &p->contents.data[slot];
    place_set_join(out, &content->set);
    if (exact && content->number_as_int) out->number = true;
}

static void load(points_to_t *p, const place_set_t *address, const type_t *type, place_set_t *out) {
    if (type->kind != TYPE_POINTER || address->number) out->number = true;
    place_set_join(out, &p->everywhere);
    for (location_t place = 0; place_set_next(address, &place); place++) {
        location_t slots[LOCATION_MAX_SLOTS];
        const object_t *object = location_object(p->locations, place);
        add_memory_user(p, object);
        size_t count = location_slots(p->locations, place, type->size, slots);
        for (size_t j = 0; j < count; j++) load_content(p, slots[j], true, out);
        if (count > 0) {
            load_content(p, location_any(p->locations, object), false, out);
        } else {
            const memory_t *memory = &p->memories[object->id];
            for (size_t j = 0; j < memory->slots.len; j++)
                load_content(p, memory->slots.data[j], false, out);
        }
    }
}

static bool store_content(points_to_t *p, location_t slot, const place_set_t *value,
                          const type_t *type, bool exact) {
    content_t *content = content_of(p, slot);
    bool grew = place_set_join_places(&content->set, value);
    /* Part of a pointer overwritten by a number makes no pointer. */
    if (!value->number || type->bits < p->program->pointer_bits) return grew;
    bool *flag = type->kind == TYPE_POINTER ? &content->set.number
                 : exact                    ? &content->number_as_int
                                            : NULL;
    if (!flag || *flag) return grew;
    return *flag = true;
}

static void store(points_to_t *p, const place_set_t *address, const place_set_t *value,
                  const type_t *type) {
    if (address->number && place_set_join(&p->everywhere, value))
        for (size_t i = 0; i < p->loaders.len; i++) enqueue(p, p->loaders.data[i]);
    for (location_t place = 0; place_set_next(address, &place); place++) {
        location_t slots[LOCATION_MAX_SLOTS];
        const object_t *object = location_object(p->locations, place);
        size_t count = location_slots(p->locations, place, type->size, slots);
        bool grew = false;
        for (size_t j = 0; j < count; j++) grew |= store_content(p, slots[j], value, type, true);
        if (count == 0)
            grew = store_content(p, location_any(p->locations, object), value, type, false);
        const memory_t *memory = &p->memories[object->id];
        for (size_t j = 0; grew && j < memory->users.len; j++) enqueue(p, memory->users.data[j]);
    }
}

/* --- expressions --- */

static uint64_t divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A number is base + any multiple of stride; stride 0: it is base. */
typedef struct linear {
    int64_t base;
    uint64_t stride;
} linear_t;

static uint64_t magnitude(int64_t value) {
    return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

static linear_t linear_times(linear_t a, uint64_t factor) {
    uint64_t stride;
    if (__builtin_mul_overflow(a.stride, magnitude((int64_t)factor), &stride)) stride = 1;
    return (linear_t){(int64_t)((uint64_t)a.base * factor), stride};
}

static linear_t linear_of(const expr_t *e) {
    const linear_t unknown = {0, 1};
    linear_t a, b;
    switch (e->kind) {
    case EXPR_CONST: a = (linear_t){(int64_t)e->value, 0}; break;
    case EXPR_ADD:
        a = linear_of(e->a[0]);
        b = linear_of(e->a[1]);
        a = (linear_t){(int64_t)((uint64_t)a.base + (uint64_t)b.base), divisor(a.stride, b.stride)};
        break;
    case EXPR_MUL:
        if (e->a[1]->kind != EXPR_CONST) return unknown;
        a = linear_times(linear_of(e->a[0]), (uint64_t)linear_of(e->a[1]).base);
        break;
    case EXPR_SHL:
        if (e->a[1]->kind != EXPR_CONST || e->a[1]->value >= 32) return unknown;
        a = linear_times(linear_of(e->a[0]), UINT64_C(1) << e->a[1]->value);
        break;
    case EXPR_ZEXT:
    case EXPR_SEXT: {
        /* Arithmetic in fewer bits wraps: only powers of two survive. */
        a = linear_of(e->a[0]);
        uint64_t all = divisor(magnitude(a.base), a.stride);
        return (linear_t){0, all & -all};
    }
    default: return unknown;
    }
    a.base = sign_extend((uint64_t)a.base, e->width);
    return a;
}

static void eval(points_to_t *p, const function_t *function, const expr_t *e, place_set_t *out);

/* Evaluates into a fresh scratch set, which the caller ends. */
static size_t eval_scratch(points_to_t *p, const function_t *function, const expr_t *e) {
    size_t index = scratch_begin(p);
    /* The vector of scratch sets may move while e is evaluated. */
    place_set_t set = p->scratch.data[index];
    eval(p, function, e, &set);
    p->scratch.data[index] = set;
    return index;
}

/* The set is taken after the evaluation, which may move the vector. */
static const place_set_t *eval_set(points_to_t *p, const function_t *function, const expr_t *e) {
    size_t index = eval_scratch(p, function, e);
    return &p->scratch.data[index];
}

/* The operands' places at any offset; a number only if all may be numbers. */
static void eval_bits(points_to_t *p, const function_t *function, const expr_t *e,
                      place_set_t *out) {
    bool number = true;
    for (unsigned i = 0; i < e->arity; i++) {
        const place_set_t *set = eval_set(p, function, e->a[i]);
        number &= set->number || e->a[i]->kind == EXPR_CONST;
        for (location_t place = 0; place_set_next(set, &place); place++) {
            const object_t *object = location_object(p->locations, place);
            place_set_add(out, location_any(p->locations, object));
        }
        scratch_end(p);
    }
    out->number |= number;
}

/* The places of e, moved by by. */
static bool eval_moved(points_to_t *p, const function_t *function, const expr_t *e, linear_t by,
                       place_set_t *out) {
    if (e->kind == EXPR_ADDR) { /* the exact offset is still known */
        location_t place = location_at(p->locations, e->object, by.base);
        place_set_add(out, location_stride(p->locations, place, by.stride));
        return false;
    }
    const place_set_t *set = eval_set(p, function, e);
    bool number = set->number || e->kind == EXPR_CONST;
    for (location_t place = 0; place_set_next(set, &place); place++) {
        location_t moved = location_shift(p->locations, place, by.base);
        place_set_add(out, location_stride(p->locations, moved, by.stride));
    }
    scratch_end(p);
    return number;
}

static void eval_sum(points_to_t *p, const function_t *function, const expr_t *e,
                     place_set_t *out) {
    linear_t a = linear_of(e->a[0]), b = linear_of(e->a[1]);
    if (e->kind == EXPR_SUB) {
        b.base = (int64_t)-(uint64_t)b.base;
        a = (linear_t){0, 1}; /* what is subtracted comes back at no known offset */
    }
    bool a_number = eval_moved(p, function, e->a[0], b, out);
    bool b_number = eval_moved(p, function, e->a[1], a, out);
    out->number |= a_number && b_number;
}

static void eval(points_to_t *p, const function_t *function, const expr_t *e, place_set_t *out) {
    switch (e->kind) {
    case EXPR_CONST: out->number |= e->value != 0; break; /* 0 is the null pointer */
    case EXPR_REG: place_set_join(out, &reg_variable(p, function, e->reg)->set); break;
    case EXPR_ADDR: place_set_add(out, location_at(p->locations, e->object, 0)); break;
    case EXPR_LOAD: {
        size_t address = eval_scratch(p, function, e->a[0]);
        load(p, &p->scratch.data[address], e->type, out);
        scratch_end(p);
        break;
    }
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_TRUNC: eval(p, function, e->a[0], out); break;
    case EXPR_ITE:
        eval(p, function, e->a[1], out);
        eval(p, function, e->a[2], out);
        break;
    case EXPR_ADD:
    case EXPR_SUB: eval_sum(p, function, e, out); break;
    case EXPR_NOT:
    case EXPR_NEG:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
    case EXPR_LSHR:
    case EXPR_ASHR:
        if (e->width == 1)
            out->number = true;
        else
            eval_bits(p, function, e, out);
        break;
    default: /* products, quotients, left shifts, truth: numbers, no pointers */
        out->number = true;
        break;
    }
}

/* --- edges --- */

/* is_pointer says what the value is received as: as a pointer 0 is no number. */
static void flow(points_to_t *p, const function_t *function, const expr_t *value, bool is_pointer,
                 variable_node_t *into) {
    size_t set = eval_scratch(p, function, value);
    if (!is_pointer && value->kind == EXPR_CONST) p->scratch.data[set].number = true;
    variable_join(p, into, &p->scratch.data[set]);
    scratch_end(p);
}

static void flow_number(points_to_t *p, variable_node_t *into) {
    variable_join(p, into, &(place_set_t){.number = true});
}

/* A value nobody reads carries nothing: this keeps uninitialised pointers that
 * are assigned before their use from being taken for numbers. */
static bool target_is_live(const edge_t *edge) {
    return edge->target != NO_REG && live_at(edge->to, edge->target);
}

static bool reg_is_pointer(const function_t *function, reg_t reg) {
    return function->regs.data[reg].type->kind == TYPE_POINTER;
}

static void flow_return(points_to_t *p, const edge_t *edge) {
    const function_t *function = edge->from->function;
    bool is_pointer = function->type->elem->kind == TYPE_POINTER;
    flow(p, function, edge->value, is_pointer, &p->variables[p->first_result + function->id]);
    if (p->is_start[function->id])
        flow(p, function, edge->value, is_pointer, &p->variables[p->exit]);
}

static void flow_call(points_to_t *p, const edge_t *edge) {
    const function_t *callee = edge->callee;
    for (size_t i = 0; i < edge->arg_count && i < callee->param_count; i++)
        flow(p, edge->from->function, edge->args[i], reg_is_pointer(callee, (reg_t)i),
             reg_variable(p, callee, (reg_t)i));
    if (edge->target != NO_REG)
        variable_join(p, reg_variable(p, edge->from->function, edge->target),
                      &p->variables[p->first_result + callee->id].set);
}

static void flow_store(points_to_t *p, const edge_t *edge) {
    const function_t *function = edge->from->function;
    size_t address = eval_scratch(p, function, edge->address);
    size_t value;
    if (edge->kind == EDGE_STORE) {
        value = eval_scratch(p, function, edge->value);
    } else { /* the number of a thread */
        value = scratch_begin(p);
        p->scratch.data[value].number = true;
    }
    store(p, &p->scratch.data[address], &p->scratch.data[value], edge->type);
    scratch_end(p);
    scratch_end(p);
}

static void flow_create(points_to_t *p, const edge_t *edge) {
    if (edge->value && edge->callee->param_count > 0)
        flow(p, edge->from->function, edge->value, reg_is_pointer(edge->callee, 0),
             reg_variable(p, edge->callee, 0));
    if (edge->address) flow_store(p, edge);
}

static void flow_edge(points_to_t *p, const edge_t *edge) {
    const function_t *function = edge->from->function;
    variable_node_t *target =
        edge->target == NO_REG ? NULL : reg_variable(p, function, edge->target);
    switch (edge->kind) {
    case EDGE_ASSIGN:
        if (target_is_live(edge))
            flow(p, function, edge->value, reg_is_pointer(function, edge->target), target);
        break;
    case EDGE_HAVOC:
        if (target_is_live(edge)) flow_number(p, target);
        break;
    case EDGE_STORE: flow_store(p, edge); break;
    case EDGE_CALL: flow_call(p, edge); break;
    case EDGE_RETURN:
        if (edge->value) flow_return(p, edge);
        break;
    case EDGE_THREAD_CREATE: flow_create(p, edge); break;
    case EDGE_THREAD_EXIT:
        if (edge->value) flow(p, function, edge->value, true, &p->variables[p->exit]);
        break;
    case EDGE_THREAD_JOIN:
        if (target) {
            variable_join(p, target, &p->variables[p->exit].set);
            if (!reg_is_pointer(function, edge->target)) flow_number(p, target);
        }
        break;
    case EDGE_TRYLOCK:
    case EDGE_HEAP_SIZE:
        if (target) flow_number(p, target);
        break;
    case EDGE_ALLOC: {
        size_t set = scratch_begin(p);
        place_set_add(&p->scratch.data[set], location_at(p->locations, edge->object, 0));
        variable_join(p, target, &p->scratch.data[set]);
        scratch_end(p);
        break;
    }
    default: break;
    }
}

/* --- setting up --- */

static void use_regs(points_to_t *p, const edge_t *edge, const expr_t *e) {
    if (e->kind == EXPR_REG) {
        variable_node_t *variable = reg_variable(p, edge->from->function, e->reg);
        if (variable->users.len == 0 || VEC_TOP(variable->users) != edge->id)
            VEC_PUSH(variable->users, edge->id);
    }
    for (unsigned i = 0; i < e->arity; i++) use_regs(p, edge, e->a[i]);
}

static void use_edge(points_to_t *p, const edge_t *edge) {
    uint64_t loads = 0;
    if (edge->address) use_regs(p, edge, edge->address), loads += edge->address->loads;
    if (edge->value) use_regs(p, edge, edge->value), loads += edge->value->loads;
    for (size_t i = 0; i < edge->arg_count; i++) {
        use_regs(p, edge, edge->args[i]);
        loads += edge->args[i]->loads;
    }
    if (loads > 0) VEC_PUSH(p->loaders, edge->id);
    if (edge->kind == EDGE_CALL)
        VEC_PUSH(p->variables[p->first_result + edge->callee->id].users, edge->id);
    if (edge->kind == EDGE_THREAD_JOIN) VEC_PUSH(p->variables[p->exit].users, edge->id);
    if (edge->kind == EDGE_THREAD_CREATE) p->is_start[edge->callee->id] = true;
}

static void initial_cell(points_to_t *p, const object_t *object, const cell_init_t *cell) {
    place_set_t address = {0}, value = {0};
    place_set_add(&address, location_at(p->locations, object, (int64_t)cell->offset));
    if (cell->object) {
        int64_t offset = sign_extend(cell->value, p->program->pointer_bits);
        place_set_add(&value, location_at(p->locations, cell->object, offset));
    } else {
        value.number = cell->value != 0;
    }
    store(p, &address, &value, cell->type);
    place_set_free(&address);
    place_set_free(&value);
}

static void initial_memory(points_to_t *p) {
    for (size_t i = 0; i < p->program->objects.len; i++) {
        const object_t *object = p->program->objects.data[i];
        for (size_t j = 0; j < object->init_count; j++) initial_cell(p, object, &object->init[j]);
        /* What another file put there is no address of ours. */
        if (object->init_unknown)
            content_of(p, location_any(p->locations, object))->set.number = true;
    }
    const function_t *start = p->program->main;
    for (reg_t i = 0; start && i < start->param_count; i++)
        flow_number(p, reg_variable(p, start, i));
}

static points_to_t *points_to_new(const program_t *program) {
    points_to_t *p = mem_zalloc(sizeof *p);
    p->program = program;
    p->arena = arena_new();
    p->locations = locations_new(program);
    p->edge = NO_EDGE;
    size_t functions = program->functions.len, count = 0;
    p->first_reg = mem_zalloc(sizeof *p->first_reg * (functions + 1));
    for (size_t i = 0; i < functions; i++) {
        p->first_reg[i] = count;
        count += program->functions.data[i]->regs.len;
    }
    p->first_result = count;
    p->exit = count + functions;
    p->variable_count = p->exit + 1;
    p->variables = mem_zalloc(sizeof *p->variables * p->variable_count);
    p->memories = mem_zalloc(sizeof *p->memories * (program->objects.len + 1));
    p->is_start = mem_zalloc(functions + 1);
    p->queued = mem_zalloc(program->edges.len + 1);
    return p;
}

void points_to_delete(points_to_t *p) {
    if (!p) return;
    for (size_t i = 0; i < p->variable_count; i++) {
        place_set_free(&p->variables[i].set);
        VEC_FREE(p->variables[i].users);
    }
    for (size_t i = 0; i < p->contents.len; i++) place_set_free(&p->contents.data[i].set);
    for (size_t i = 0; i < p->program->objects.len; i++) {
        VEC_FREE(p->memories[i].slots);
        VEC_FREE(p->memories[i].users);
    }
    for (size_t i = 0; i < p->scratch.len; i++) place_set_free(&p->scratch.data[i]);
    VEC_FREE(p->contents);
    place_set_free(&p->everywhere);
    VEC_FREE(p->scratch);
    VEC_FREE(p->loaders);
    VEC_FREE(p->work);
    VEC_FREE(p->later);
    map64_free(&p->seen_users);
    map64_free(&p->answers);
    mem_free(p->variables);
    mem_free(p->memories);
    mem_free(p->first_reg);
    mem_free(p->is_start);
    mem_free(p->queued);
    locations_delete(p->locations);
    arena_delete(p->arena);
    mem_free(p);
}

static void solve(points_to_t *p) {
    const program_t *program = p->program;
    for (size_t i = 0; i < program->edges.len; i++) use_edge(p, program->edges.data[i]);
    initial_memory(p);
    for (size_t i = 0; i < program->edges.len; i++) enqueue(p, (uint32_t)i);
    /* In rounds: what grows several times in one round is looked at once. */
    while (p->later.len > 0) {
        VEC_CLEAR(p->work);
        for (size_t i = 0; i < p->later.len; i++) VEC_PUSH(p->work, p->later.data[i]);
        VEC_CLEAR(p->later);
        for (size_t i = 0; i < p->work.len; i++) {
            p->edge = p->work.data[i];
            p->queued[p->edge] = false;
            flow_edge(p, program->edges.data[p->edge]);
        }
    }
    p->edge = NO_EDGE;
}

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
    const place_set_t *set = eval_set(p, function, expr);
    objects_t objects = {0};
    add_objects(p, set, &objects);
    answer_t *answer = ARENA_NEW(p->arena, answer_t);
    answer->objects = objects_settle(p->arena, &objects);
    answer->count = objects.len;
    answer->anything = set->number || objects.len == 0;
    scratch_end(p);
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
    const memory_t *memory = &p->memories[object->id];
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

bool access_includes(const access_t *access, const object_t *object) {
    if (access->anything) return true;
    if (access->count == 0) return false;
    return bsearch(&object, access->objects, access->count, sizeof(const object_t *), by_id) !=
           NULL;
}

/* --- accesses --- */

static bool may_misfit(points_to_t *p, const edge_t *edge, const expr_t *address, uint64_t size) {
    const place_set_t *set = eval_set(p, edge->from->function, address);
    bool misfits = false;
    for (location_t place = 0; !misfits && place_set_next(set, &place); place++)
        misfits = location_object(p->locations, place)->kind != OBJECT_FUNCTION &&
                  !location_fits(p->locations, place, size);
    scratch_end(p);
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
    case EDGE_HEAP_SIZE: edge->access.reads = true; break;
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

void points_to_run(program_t *program) {
    points_to_delete(program->points_to);
    points_to_t *p = program->points_to = points_to_new(program);
    solve(p);
    objects_t objects = {0};
    for (size_t i = 0; i < program->edges.len; i++)
        fill_access(p, program->edges.data[i], &objects);
    VEC_FREE(objects);
}
