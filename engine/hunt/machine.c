#include "engine/hunt/machine.h"

#include "cfa/data_access.h"
#include "cfa/layout.h"
#include "cfa/points_to.h"
#include "util/vec.h"

#include <string.h>

typedef struct {
    const node_t *node;
    const edge_t *call;
    uint64_t base;
    size_t first_reg;
} machine_frame_t;

typedef struct {
    thread_status_t status;
    bool is_detached;
    uint32_t atomic_depth;
    VEC(machine_frame_t) frames;
    VEC(uint64_t) regs;
    VEC(uint8_t) stack; /* from layout_thread_block on */
    uint64_t exit_value;
} machine_thread_t;

typedef struct {
    uint64_t address, size;
    uint8_t *bytes; /* NULL: it was freed, and keeps its place */
    const object_t *site;
} heap_block_t;

typedef struct {
    uint64_t address;
    uint32_t thread;
} machine_lock_t;

struct machine {
    const program_t *program;
    uint32_t max_threads, max_depth;
    uint8_t *initial, *memory; /* from LAYOUT_STATIC_BASE on */
    size_t memory_size;
    VEC(machine_thread_t) threads; /* the first thread_count are in use or were */
    uint32_t thread_count;
    VEC(machine_lock_t) locks;
    VEC(heap_block_t) heap; /* sorted by address */
    bool is_lost, is_fault;
};

enum { MAX_STATIC = 1 << 24 };

static void write_bytes(uint8_t *at, uint64_t value, uint64_t size) {
    for (uint64_t i = 0; i < size; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static void write_initial(uint8_t *at, const object_t *object) {
    for (size_t i = 0; i < object->init_count; i++) {
        const cell_init_t *cell = &object->init[i];
        write_bytes(at + cell->offset, cell->value + (cell->object ? cell->object->address : 0),
                    cell->type->size);
    }
}

machine_t *machine_new(const program_t *program, uint32_t max_threads, uint32_t max_depth) {
    uint64_t end = LAYOUT_STATIC_BASE;
    for (size_t i = 0; i < program->by_address.len; i++) {
        const object_t *object = program->by_address.data[i];
        if (object->address + object->type->size > end) end = object->address + object->type->size;
    }
    if (end - LAYOUT_STATIC_BASE > MAX_STATIC) return NULL;
    machine_t *machine = mem_zalloc(sizeof *machine);
    machine->program = program;
    machine->max_threads = max_threads < LAYOUT_MAX_THREADS ? max_threads : LAYOUT_MAX_THREADS;
    machine->max_depth = max_depth;
    machine->memory_size = end - LAYOUT_STATIC_BASE;
    machine->initial = mem_zalloc(machine->memory_size + 1);
    machine->memory = mem_zalloc(machine->memory_size + 1);
    for (size_t i = 0; i < program->by_address.len; i++) {
        const object_t *object = program->by_address.data[i];
        if (object->kind == OBJECT_FUNCTION) continue;
        write_initial(machine->initial + (object->address - LAYOUT_STATIC_BASE), object);
    }
    return machine;
}

static void free_heap(machine_t *machine) {
    for (size_t i = 0; i < machine->heap.len; i++) mem_free(machine->heap.data[i].bytes);
    VEC_CLEAR(machine->heap);
}

void machine_delete(machine_t *machine) {
    if (!machine) return;
    free_heap(machine);
    for (size_t i = 0; i < machine->threads.len; i++) {
        VEC_FREE(machine->threads.data[i].frames);
        VEC_FREE(machine->threads.data[i].regs);
        VEC_FREE(machine->threads.data[i].stack);
    }
    VEC_FREE(machine->threads);
    VEC_FREE(machine->locks);
    VEC_FREE(machine->heap);
    mem_free(machine->initial);
    mem_free(machine->memory);
    mem_free(machine);
}

/* Memory. */

/* The program chooses the address: sums with it may wrap. */
static bool is_inside(uint64_t address, uint64_t size, uint64_t start, uint64_t length) {
    uint64_t offset = address - start;
    return address >= start && offset < length && size <= length - offset;
}

static uint8_t *bytes_at(machine_t *machine, uint64_t address, uint64_t size) {
    if (address >= LAYOUT_HEAP_BASE) {
        for (size_t i = 0; i < machine->heap.len; i++) {
            const heap_block_t *block = &machine->heap.data[i];
            if (block->bytes && is_inside(address, size, block->address, block->size))
                return block->bytes + (address - block->address);
        }
        return NULL;
    }
    if (address >= LAYOUT_STACK_BASE) {
        uint64_t number = (address - LAYOUT_STACK_BASE) / LAYOUT_REGION_SIZE;
        uint64_t offset = (address - LAYOUT_STACK_BASE) % LAYOUT_REGION_SIZE;
        if (number >= machine->thread_count) return NULL;
        machine_thread_t *thread = &machine->threads.data[number];
        if (thread->status != THREAD_RUNNING || !is_inside(offset, size, 0, thread->stack.len))
            return NULL;
        return thread->stack.data + offset;
    }
    const object_t *object = layout_static_at(machine->program, address);
    if (!object || object->kind == OBJECT_FUNCTION) return NULL;
    if (!is_inside(address, size, object->address, object->type->size)) return NULL;
    return machine->memory + (address - LAYOUT_STATIC_BASE);
}

static uint64_t load(machine_t *machine, uint64_t address, const type_t *type) {
    const uint8_t *at = bytes_at(machine, address, type->size);
    uint64_t value = 0;
    if (!at) {
        machine->is_lost = machine->is_fault = true;
        return 0;
    }
    for (uint64_t i = 0; i < type->size && i < 8; i++) value |= (uint64_t)at[i] << (8 * i);
    return value & width_mask(type->bits);
}

static void store(machine_t *machine, uint64_t address, const type_t *type, uint64_t value) {
    uint8_t *at = bytes_at(machine, address, type->size);
    if (at)
        write_bytes(at, value, type->size);
    else
        machine->is_lost = machine->is_fault = true;
}

/* The variable in a frame, or of a thread, that these bytes belong to. */
static const object_t *stack_object(const machine_t *machine, uint64_t address, uint64_t size) {
    uint64_t number = (address - LAYOUT_STACK_BASE) / LAYOUT_REGION_SIZE;
    if (number >= machine->thread_count) return NULL;
    const machine_thread_t *thread = &machine->threads.data[number];
    if (thread->status != THREAD_RUNNING) return NULL;
    for (size_t d = 0; d < thread->frames.len; d++) {
        const machine_frame_t *frame = &thread->frames.data[d];
        const function_t *function = frame->node->function;
        for (size_t i = 0; i < function->locals.len; i++) {
            const object_t *object = function->locals.data[i];
            if (is_inside(address, size, frame->base + object->address, object->type->size))
                return object;
        }
    }
    uint64_t block = layout_thread_block((unsigned)number);
    for (size_t i = 0; i < machine->program->objects.len; i++) {
        const object_t *object = machine->program->objects.data[i];
        if (object->kind == OBJECT_THREAD &&
            is_inside(address, size, block + object->address, object->type->size))
            return object;
    }
    return NULL;
}

/* Is there an object that lives, and that the edge may mean, with these bytes? */
static bool is_valid(const machine_t *machine, const edge_t *error, uint64_t address) {
    uint64_t size = error->type->size;
    const object_t *object = NULL;
    if (address >= LAYOUT_HEAP_BASE) {
        for (size_t i = 0; i < machine->heap.len && !object; i++) {
            const heap_block_t *block = &machine->heap.data[i];
            if (block->bytes && is_inside(address, size, block->address, block->size))
                object = block->site;
        }
    } else if (address >= LAYOUT_STACK_BASE) {
        object = stack_object(machine, address, size);
    } else {
        object = layout_static_at(machine->program, address);
        if (object && !is_inside(address, size, object->address, object->type->size)) object = NULL;
    }
    return object && object->kind != OBJECT_FUNCTION && access_includes(&error->access, object);
}

/* Expressions. */

static machine_frame_t *top_of(machine_t *machine, uint32_t thread) {
    return &VEC_TOP(machine->threads.data[thread].frames);
}

static uint64_t address_of(machine_t *machine, uint32_t thread, const object_t *object) {
    switch (object->kind) {
    case OBJECT_LOCAL: return top_of(machine, thread)->base + object->address;
    case OBJECT_THREAD: return layout_thread_block(thread) + object->address;
    default: return object->address;
    }
}

static uint64_t evaluate(machine_t *machine, uint32_t thread, const expr_t *e) {
    uint64_t args[3] = {0};
    switch (e->kind) {
    case EXPR_CONST: return e->value;
    case EXPR_REG:
        return machine->threads.data[thread].regs.data[top_of(machine, thread)->first_reg + e->reg];
    case EXPR_ADDR: return address_of(machine, thread, e->object);
    case EXPR_SELF: return thread;
    case EXPR_LOAD: return load(machine, evaluate(machine, thread, e->a[0]), e->type);
    case EXPR_ITE:
        return evaluate(machine, thread, e->a[evaluate(machine, thread, e->a[0]) ? 1 : 2]);
    default: break;
    }
    for (unsigned i = 0; i < e->arity; i++) args[i] = evaluate(machine, thread, e->a[i]);
    return expr_apply(e->kind, e->width, e->a[0]->width, args[0], args[1], args[2]);
}

/* Threads. */

static void set_reg(machine_t *machine, uint32_t thread, reg_t reg, uint64_t value) {
    if (reg == NO_REG) return;
    machine->threads.data[thread].regs.data[top_of(machine, thread)->first_reg + reg] = value;
}

static void push_frame(machine_t *machine, uint32_t thread, const function_t *function,
                       const edge_t *call, uint64_t base) {
    machine_thread_t *t = &machine->threads.data[thread];
    uint64_t offset = base - layout_thread_block(thread);
    uint64_t end = offset + function->frame_size;
    if (t->frames.len >= machine->max_depth || end >= LAYOUT_REGION_SIZE) {
        machine->is_lost = true;
        return;
    }
    VEC_PUSH(t->frames, (machine_frame_t){function->entry, call, base, t->regs.len});
    VEC_RESERVE(t->regs, t->regs.len + function->regs.len);
    if (function->regs.len)
        memset(t->regs.data + t->regs.len, 0, function->regs.len * sizeof *t->regs.data);
    t->regs.len += function->regs.len;
    VEC_RESERVE(t->stack, end + 1);
    if (end > offset) memset(t->stack.data + offset, 0, end - offset);
    t->stack.len = end;
}

static void start_thread(machine_t *machine, uint32_t number, const function_t *routine) {
    while (machine->threads.len <= number) VEC_PUSH(machine->threads, (machine_thread_t){0});
    if (machine->thread_count <= number) machine->thread_count = number + 1;
    machine_thread_t *t = &machine->threads.data[number];
    uint64_t block = machine->program->thread_block_size;
    t->status = THREAD_RUNNING;
    t->is_detached = false;
    t->atomic_depth = 0;
    VEC_CLEAR(t->frames);
    VEC_CLEAR(t->regs);
    VEC_RESERVE(t->stack, block + 1);
    memset(t->stack.data, 0, block + 1);
    t->stack.len = block;
    for (size_t i = 0; block && i < machine->program->objects.len; i++) {
        const object_t *object = machine->program->objects.data[i];
        if (object->kind == OBJECT_THREAD) write_initial(t->stack.data + object->address, object);
    }
    push_frame(machine, number, routine, NULL, layout_first_frame(machine->program, number));
}

void machine_reset(machine_t *machine) {
    memcpy(machine->memory, machine->initial, machine->memory_size);
    free_heap(machine);
    VEC_CLEAR(machine->locks);
    machine->thread_count = 0;
    machine->is_lost = false;
    start_thread(machine, 0, machine->program->main);
}

uint32_t machine_thread_count(const machine_t *machine) {
    return machine->thread_count;
}

const node_t *machine_place(const machine_t *machine, uint32_t thread, uint32_t *depth,
                            const uint64_t **regs) {
    const machine_thread_t *t = &machine->threads.data[thread];
    if (t->status != THREAD_RUNNING) return NULL;
    const machine_frame_t *top = &VEC_TOP(t->frames);
    *depth = (uint32_t)t->frames.len - 1;
    *regs = t->regs.data + top->first_reg;
    return top->node;
}

uint64_t machine_static(const machine_t *machine, uint64_t address, unsigned size) {
    const uint8_t *at = machine->memory + (address - LAYOUT_STATIC_BASE);
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++) value |= (uint64_t)at[i] << (8 * i);
    return value;
}

const function_t *machine_routine(const machine_t *machine, uint32_t thread) {
    return machine->threads.data[thread].frames.data[0].node->function;
}

uint32_t machine_atomic_thread(const machine_t *machine) {
    for (uint32_t t = 0; t < machine->thread_count; t++) {
        const machine_thread_t *thread = &machine->threads.data[t];
        if (thread->status == THREAD_RUNNING && thread->atomic_depth) return t;
    }
    return UINT32_MAX;
}

static size_t find_lock(const machine_t *machine, uint64_t address) {
    size_t i = 0;
    while (i < machine->locks.len && machine->locks.data[i].address != address) i++;
    return i;
}

static bool is_locked(const machine_t *machine, uint64_t address) {
    return find_lock(machine, address) < machine->locks.len;
}

static void lock(machine_t *machine, uint32_t thread, uint64_t address) {
    VEC_PUSH(machine->locks, ((machine_lock_t){address, thread}));
}

static bool owns(const machine_t *machine, uint32_t thread, uint64_t address) {
    size_t at = find_lock(machine, address);
    return at < machine->locks.len && machine->locks.data[at].thread == thread;
}

static void unlock(machine_t *machine, uint64_t address) {
    size_t at = find_lock(machine, address);
    if (at < machine->locks.len) machine->locks.data[at] = VEC_POP(machine->locks);
}

/* A mutex ends with the memory it lies in. */
static void drop_locks(machine_t *machine, uint64_t address, uint64_t size) {
    for (size_t i = machine->locks.len; i-- > 0;)
        if (machine->locks.data[i].address - address < size)
            machine->locks.data[i] = VEC_POP(machine->locks);
}

/* It was created, and neither joined nor detached. */
static bool is_joinable(const machine_t *machine, uint64_t number) {
    if (number >= machine->thread_count) return false;
    const machine_thread_t *thread = &machine->threads.data[number];
    bool exists = thread->status == THREAD_RUNNING || thread->status == THREAD_ENDED;
    return exists && !thread->is_detached;
}

static bool can_join(const machine_t *machine, uint64_t number) {
    return number >= machine->thread_count ||
           machine->threads.data[number].status != THREAD_RUNNING;
}

static bool can_free(const machine_t *machine, uint64_t address) {
    for (size_t i = 0; i < machine->heap.len; i++)
        if (machine->heap.data[i].address == address)
            return machine->heap.data[i].bytes && !machine->heap.data[i].site->is_automatic;
    return !address;
}

/* Does the program end by this edge though something was not freed? */
static bool leaks(const machine_t *machine, uint32_t thread, const edge_t *edge) {
    const machine_thread_t *own = &machine->threads.data[thread];
    bool found = false, is_last = true;
    for (size_t i = 0; i < machine->heap.len; i++)
        found |= machine->heap.data[i].bytes && !machine->heap.data[i].site->is_automatic;
    if (!found || edge->kind == EDGE_EXIT) return found;
    if (edge->kind == EDGE_RETURN && own->frames.len > 1) return false;
    if (edge->kind == EDGE_RETURN && thread == 0) return true;
    for (uint32_t t = 0; t < machine->thread_count; t++)
        is_last &= t == thread || machine->threads.data[t].status != THREAD_RUNNING;
    return is_last;
}

/* The ERROR edge of the node whose fault there is now. */
static const edge_t *find_fault(machine_t *machine, uint32_t thread, const node_t *node) {
    for (size_t i = node_ways(node); i < node->out.len; i++) {
        const edge_t *error = node->out.data[i];
        if (error->fault == FAULT_LEAK) {
            if (leaks(machine, thread, node->out.data[0])) return error;
            continue;
        }
        uint64_t address = evaluate(machine, thread, error->address);
        bool is_fault = error->fault == FAULT_FREE ? !can_free(machine, address)
                                                   : !is_valid(machine, error, address);
        if (is_fault) return error;
    }
    return NULL;
}

const edge_t *machine_next(machine_t *machine, uint32_t thread) {
    if (thread >= machine->thread_count) return NULL;
    if (machine->threads.data[thread].status != THREAD_RUNNING) return NULL;
    const node_t *node = top_of(machine, thread)->node;
    const edge_t *fault = find_fault(machine, thread, node);
    if (fault) return fault;
    for (size_t i = 0; i < node_ways(node); i++) {
        const edge_t *edge = node->out.data[i];
        switch (edge->kind) {
        case EDGE_ASSUME:
        case EDGE_ATOMIC_BEGIN:
            if (!edge->value || evaluate(machine, thread, edge->value)) return edge;
            break;
        case EDGE_LOCK:
            if (!is_locked(machine, evaluate(machine, thread, edge->address))) return edge;
            break;
        case EDGE_THREAD_JOIN:
            if (can_join(machine, evaluate(machine, thread, edge->value))) return edge;
            break;
        default: return edge;
        }
    }
    return NULL;
}

/* Effects. */

static void free_number(machine_t *machine, uint32_t thread) {
    const program_t *program = machine->program;
    bool stays = program->keeps_numbers;
    for (size_t i = 0; program->keeps_owners && i < machine->locks.len; i++)
        stays |= machine->locks.data[i].thread == thread;
    machine->threads.data[thread].status = stays ? THREAD_GONE : THREAD_FREE;
    while (machine->thread_count &&
           machine->threads.data[machine->thread_count - 1].status == THREAD_FREE)
        machine->thread_count--;
}

static void end_thread(machine_t *machine, uint32_t thread, uint64_t value) {
    machine_thread_t *t = &machine->threads.data[thread];
    drop_locks(machine, layout_thread_block(thread), LAYOUT_REGION_SIZE);
    for (size_t i = 0; i < machine->heap.len; i++) {
        heap_block_t *block = &machine->heap.data[i];
        if (!heap_ends_with(block->site, block->address, thread)) continue;
        mem_free(block->bytes);
        block->bytes = NULL;
    }
    t->exit_value = value;
    t->status = THREAD_ENDED;
    if (t->is_detached) free_number(machine, thread);
}

/* true: the program ends. */
static bool do_return(machine_t *machine, uint32_t thread, const edge_t *edge) {
    machine_thread_t *t = &machine->threads.data[thread];
    uint64_t value = edge->value ? evaluate(machine, thread, edge->value) : 0;
    if (t->frames.len == 1) {
        if (thread == 0) return true;
        end_thread(machine, thread, value);
        return false;
    }
    machine_frame_t top = VEC_POP(t->frames);
    drop_locks(machine, top.base, top.node->function->frame_size);
    t->regs.len = top.first_reg;
    t->stack.len = top.base - layout_thread_block(thread);
    if (edge->value) set_reg(machine, thread, top.call->target, value);
    return false;
}

static void do_call(machine_t *machine, uint32_t thread, const edge_t *edge) {
    const function_t *callee = edge->callee;
    uint64_t *args = mem_alloc((edge->arg_count + 1) * sizeof *args);
    for (size_t i = 0; i < edge->arg_count; i++) args[i] = evaluate(machine, thread, edge->args[i]);
    machine_frame_t *caller = top_of(machine, thread);
    uint64_t base = caller->base + caller->node->function->frame_size;
    caller->node = edge->to;
    push_frame(machine, thread, callee, edge, base);
    for (size_t i = 0; !machine->is_lost && i < edge->arg_count && i < callee->param_count; i++)
        set_reg(machine, thread, (reg_t)i, args[i]);
    mem_free(args);
}

static void do_create(machine_t *machine, uint32_t thread, const edge_t *edge) {
    uint32_t number = 1;
    while (number < machine->thread_count && machine->threads.data[number].status != THREAD_FREE)
        number++;
    if (number >= machine->max_threads || !edge->callee->has_body) {
        machine->is_lost = true;
        return;
    }
    uint64_t argument = edge->value ? evaluate(machine, thread, edge->value) : 0;
    if (edge->address) store(machine, evaluate(machine, thread, edge->address), edge->type, number);
    start_thread(machine, number, edge->callee);
    if (edge->value && edge->callee->param_count) set_reg(machine, number, 0, argument);
}

static void do_join(machine_t *machine, uint32_t thread, const edge_t *edge) {
    uint64_t number = evaluate(machine, thread, edge->value);
    bool can = number < machine->thread_count && number != thread &&
               machine->threads.data[number].status == THREAD_ENDED;
    if (!can) {
        machine->is_lost = true;
        return;
    }
    set_reg(machine, thread, edge->target, machine->threads.data[number].exit_value);
    free_number(machine, (uint32_t)number);
}

static void do_detach(machine_t *machine, uint32_t thread, const edge_t *edge) {
    uint64_t number = evaluate(machine, thread, edge->value);
    if (number >= machine->thread_count) return;
    if (machine->threads.data[number].status == THREAD_ENDED)
        free_number(machine, (uint32_t)number);
    else if (machine->threads.data[number].status == THREAD_RUNNING)
        machine->threads.data[number].is_detached = true;
}

/* First fit in the thread's own region (cfa/layout.h). */
static void do_alloc(machine_t *machine, uint32_t thread, const edge_t *edge) {
    uint64_t size = evaluate(machine, thread, edge->value);
    uint64_t start = layout_heap(thread), end = start + LAYOUT_REGION_SIZE;
    if (!size) size = 1;
    size_t at = 0;
    while (at < machine->heap.len && machine->heap.data[at].address < start) at++;
    for (; at < machine->heap.len && machine->heap.data[at].address < end; at++) {
        if (start + size + LAYOUT_GAP <= machine->heap.data[at].address) break;
        start = (machine->heap.data[at].address + machine->heap.data[at].size + LAYOUT_GAP + 15) &
                ~UINT64_C(15);
    }
    if (size > LAYOUT_REGION_SIZE || start + size + LAYOUT_GAP > end) {
        machine->is_lost = true;
        return;
    }
    VEC_PUSH(machine->heap, (heap_block_t){0});
    memmove(&machine->heap.data[at + 1], &machine->heap.data[at],
            (machine->heap.len - 1 - at) * sizeof *machine->heap.data);
    machine->heap.data[at] = (heap_block_t){start, size, mem_zalloc(size), edge->object};
    set_reg(machine, thread, edge->target, start);
}

static void do_heap_size(machine_t *machine, uint32_t thread, const edge_t *edge) {
    uint64_t address = evaluate(machine, thread, edge->address);
    for (size_t i = 0; i < machine->heap.len; i++)
        if (machine->heap.data[i].address == address && machine->heap.data[i].bytes) {
            set_reg(machine, thread, edge->target, machine->heap.data[i].size);
            return;
        }
    machine->is_lost = true;
}

static void do_free(machine_t *machine, uint64_t address) {
    if (!address) return;
    for (size_t i = 0; i < machine->heap.len; i++) {
        heap_block_t block = machine->heap.data[i];
        if (block.address != address || !block.bytes) continue;
        drop_locks(machine, address, block.size);
        mem_free(block.bytes);
        if (block.site->is_watched) {
            machine->heap.data[i].bytes = NULL;
            return;
        }
        memmove(&machine->heap.data[i], &machine->heap.data[i + 1],
                (machine->heap.len - 1 - i) * sizeof *machine->heap.data);
        machine->heap.len--;
        return;
    }
    machine->is_lost = machine->is_fault = true;
}

static void havoc_object(machine_t *machine, uint32_t thread, const object_t *object) {
    uint64_t size = object->type->size;
    uint8_t *at = bytes_at(machine, address_of(machine, thread, object), size);
    if (at) memset(at, 0, size);
}

void machine_set_memory(machine_t *machine, uint64_t address, uint64_t size, uint64_t value) {
    uint8_t *at = bytes_at(machine, address, size);
    if (at) write_bytes(at, value, size);
}

void machine_set_cell(machine_t *machine, uint32_t thread, const object_t *object, uint64_t offset,
                      uint64_t value) {
    uint64_t index;
    for (uint64_t size = 1; size <= 8; size *= 2)
        if (type_cell_at(object->type, offset, size, &index))
            machine_set_memory(machine, address_of(machine, thread, object) + offset, size, value);
}

bool machine_runs(const machine_t *machine) {
    for (uint32_t t = 0; t < machine->thread_count; t++)
        if (machine->threads.data[t].status == THREAD_RUNNING) return true;
    return false;
}

bool machine_is_fault(const machine_t *machine) {
    return machine->is_fault;
}

machine_answer_t machine_step(machine_t *machine, uint32_t thread, const edge_t *edge,
                              uint64_t input) {
    bool moves = true;
    uint64_t address, number;
    machine->is_lost = machine->is_fault = false;
    switch (edge->kind) {
    case EDGE_NOP:
    case EDGE_ASSUME: break;
    case EDGE_ASSIGN:
        set_reg(machine, thread, edge->target, evaluate(machine, thread, edge->value));
        break;
    case EDGE_STORE:
        store(machine, evaluate(machine, thread, edge->address), edge->type,
              evaluate(machine, thread, edge->value));
        break;
    case EDGE_HAVOC: set_reg(machine, thread, edge->target, input); break;
    case EDGE_HAVOC_OBJECT: havoc_object(machine, thread, edge->object); break;
    case EDGE_CALL:
        do_call(machine, thread, edge);
        moves = false;
        break;
    case EDGE_RETURN:
        if (do_return(machine, thread, edge)) return MACHINE_ENDED;
        moves = false;
        break;
    case EDGE_THREAD_EXIT:
        end_thread(machine, thread, edge->value ? evaluate(machine, thread, edge->value) : 0);
        moves = false;
        break;
    case EDGE_EXIT: return MACHINE_ENDED;
    case EDGE_ERROR: return MACHINE_ERROR;
    case EDGE_THREAD_CREATE: do_create(machine, thread, edge); break;
    case EDGE_THREAD_JOIN: do_join(machine, thread, edge); break;
    case EDGE_THREAD_DETACH: do_detach(machine, thread, edge); break;
    case EDGE_LOCK: lock(machine, thread, evaluate(machine, thread, edge->address)); break;
    case EDGE_TRYLOCK:
        address = evaluate(machine, thread, edge->address);
        set_reg(machine, thread, edge->target, is_locked(machine, address) ? 16 : 0);
        if (!is_locked(machine, address)) lock(machine, thread, address);
        break;
    case EDGE_OWNS:
        address = evaluate(machine, thread, edge->address);
        set_reg(machine, thread, edge->target, owns(machine, thread, address));
        break;
    case EDGE_JOINABLE:
        number = evaluate(machine, thread, edge->value);
        set_reg(machine, thread, edge->target,
                is_joinable(machine, number) ? 1 + (number == thread) : 0);
        break;
    case EDGE_UNLOCK: unlock(machine, evaluate(machine, thread, edge->address)); break;
    case EDGE_ATOMIC_BEGIN: machine->threads.data[thread].atomic_depth++; break;
    case EDGE_ATOMIC_END:
        if (machine->threads.data[thread].atomic_depth)
            machine->threads.data[thread].atomic_depth--;
        break;
    case EDGE_ALLOC: do_alloc(machine, thread, edge); break;
    case EDGE_HEAP_SIZE: do_heap_size(machine, thread, edge); break;
    case EDGE_FREE: do_free(machine, evaluate(machine, thread, edge->address)); break;
    default: return MACHINE_LOST;
    }
    if (machine->is_lost) return MACHINE_LOST;
    if (moves) top_of(machine, thread)->node = edge->to;
    return MACHINE_GOES_ON;
}

/* What a thread accesses next, in memory that is there. */
typedef struct {
    uint64_t address, size;
    bool is_write, is_atomic;
} machine_access_t;

static uint64_t size_of_heap_block(const machine_t *machine, uint64_t address) {
    for (size_t i = 0; i < machine->heap.len; i++)
        if (machine->heap.data[i].address == address) return machine->heap.data[i].size;
    return 0;
}

static bool next_access(machine_t *machine, uint32_t thread, machine_access_t *out) {
    const machine_thread_t *t = &machine->threads.data[thread];
    if (t->status != THREAD_RUNNING) return false;
    const node_t *node = top_of(machine, thread)->node;
    data_access_t access;
    /* The edges of a branch make the same access. */
    if (!node->out.len || !node->out.data[0]->access.shared) return false;
    if (!data_access_of(node->out.data[0], &access)) return false;
    *out =
        (machine_access_t){.address = evaluate(machine, thread, access.address),
                           .size = access.size,
                           .is_write = access.is_write,
                           .is_atomic = data_access_is_atomic(node->out.data[0], t->atomic_depth)};
    if (!out->size) out->size = size_of_heap_block(machine, out->address);
    return out->size && bytes_at(machine, out->address, out->size);
}

static bool races_with_others(machine_t *machine, uint32_t thread) {
    machine_access_t own, other;
    if (!next_access(machine, thread, &own)) return false;
    for (uint32_t t = 0; t < machine->thread_count; t++) {
        if (t == thread || !next_access(machine, t, &other)) continue;
        if ((own.is_atomic && other.is_atomic) || !(own.is_write || other.is_write)) continue;
        if (own.address - other.address < other.size || other.address - own.address < own.size)
            return true;
    }
    return false;
}

bool machine_races(machine_t *machine, uint32_t thread, const edge_t *edge) {
    if (edge->kind != EDGE_THREAD_CREATE) return races_with_others(machine, thread);
    bool races = false;
    for (uint32_t t = 0; t < machine->thread_count && !races; t++)
        races = races_with_others(machine, t);
    return races;
}
