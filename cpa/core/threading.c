#include "cpa/core/threading.h"

#include "cfa/layout.h"
#include "cpa/core/memory.h"
#include "util/arena.h"

#include <string.h>

/* The edges that threads may take in a configuration. Plain edges depend on
 * nothing else, so their successors are kept. */
typedef struct move {
    const edge_t *edge;
    const configuration_t *after; /* NULL: not known yet, or not plain */
    uint32_t thread;
} move_t;

typedef struct moves {
    size_t count;
    move_t at[];
} moves_t;

struct threading {
    const program_t *program;
    configurations_t *configurations;
    uint32_t max_threads, max_depth;
    /* By the number of a configuration; NULL: not listed yet. There are far fewer
     * configurations than states. */
    VEC(moves_t *) moves;
    arena_t *arena;
};

/* Depths are 12 bits of the name of a variable (cfa/configuration.h). */
enum { MAX_DEPTH = 1 << 12 };

threading_t *threading_new(const program_t *program, uint32_t max_threads, uint32_t max_depth) {
    threading_t *threading = mem_zalloc(sizeof *threading);
    threading->program = program;
    threading->configurations = configurations_new();
    threading->arena = arena_new();
    threading->max_threads = max_threads < LAYOUT_MAX_THREADS ? max_threads : LAYOUT_MAX_THREADS;
    threading->max_depth = max_depth < MAX_DEPTH ? max_depth : MAX_DEPTH;
    return threading;
}

void threading_delete(threading_t *threading) {
    if (!threading) return;
    configurations_delete(threading->configurations);
    VEC_FREE(threading->moves);
    arena_delete(threading->arena);
    mem_free(threading);
}

configurations_t *threading_configurations(threading_t *threading) {
    return threading->configurations;
}

const configuration_t *threading_initial(threading_t *threading) {
    frame_t frame = {.node = threading->program->main->entry,
                     .base = layout_first_frame(threading->program, 0)};
    thread_t thread = {.status = THREAD_RUNNING, .frame_count = 1, .frames = &frame};
    configuration_t c = {.thread_count = 1, .threads = &thread};
    return configuration_intern(threading->configurations, &c);
}

uint32_t threading_atomic_thread(const configuration_t *where) {
    for (uint32_t t = 0; t < where->thread_count; t++)
        if (where->threads[t].status == THREAD_RUNNING && where->threads[t].atomic_depth) return t;
    return UINT32_MAX;
}

bool threading_is_final(const configuration_t *where) {
    return where->has_exited || where->unsupported || where->is_error;
}

void threading_print_reason(strbuf_t *out, const edge_t *edge) {
    strbuf_printf(out, "%s:%u: ", edge->source.file ? edge->source.file : "?", edge->source.line);
    switch (edge->kind) {
    case EDGE_THREAD_CREATE: strbuf_add(out, "more threads than --max-threads allows"); break;
    case EDGE_CALL: strbuf_add(out, "calls nest deeper than --max-depth allows"); break;
    case EDGE_THREAD_JOIN:
        strbuf_add(out, "join of something that is not a joinable thread");
        break;
    case EDGE_ALLOC:
        strbuf_add(out, "allocation that is too large, or one more of unknown size");
        break;
    case EDGE_HEAP_SIZE:
        strbuf_add(out, "realloc of something that is not an allocated object");
        break;
    case EDGE_FREE: strbuf_add(out, "invalid free: it is not an allocated object"); break;
    case EDGE_UNSUPPORTED:
        strbuf_printf(out, "%s", edge->text ? edge->text : "unsupported construct");
        break;
    default: strbuf_add(out, "invalid access: no object is there: "); edge_print(out, edge);
    }
}

/* A configuration under construction: a copy whose arrays may be changed. */
typedef struct {
    configuration_t c;
    thread_t *threads; /* room for one more */
    frame_t *frames;   /* of the moving thread; room for one more */
    held_lock_t *locks;
    heap_object_t *heap;
    const program_t *program;
} draft_t;

enum { SMALL = 24 };
typedef struct {
    thread_t threads[SMALL];
    frame_t frames[SMALL];
    held_lock_t locks[SMALL];
    heap_object_t heap[SMALL];
} draft_room_t;

static void *room(void *small, size_t element, size_t count, const void *from) {
    void *to = count + 1 > SMALL ? mem_alloc(element * (count + 1)) : small;
    if (count) memcpy(to, from, element * count);
    return to;
}

static void draft_begin(draft_t *draft, draft_room_t *space, const configuration_t *where,
                        uint32_t thread) {
    const thread_t *moving = &where->threads[thread];
    draft->c = *where;
    draft->threads = room(space->threads, sizeof(thread_t), where->thread_count, where->threads);
    draft->frames = room(space->frames, sizeof(frame_t), moving->frame_count, moving->frames);
    draft->locks = room(space->locks, sizeof(held_lock_t), where->lock_count, where->locks);
    draft->heap = room(space->heap, sizeof(heap_object_t), where->heap_count, where->heap);
    draft->c.threads = draft->threads;
    draft->c.locks = draft->locks;
    draft->c.heap = draft->heap;
    draft->threads[thread].frames = draft->frames;
}

static const configuration_t *draft_end(threading_t *threading, draft_t *draft,
                                        draft_room_t *space) {
    const configuration_t *c = configuration_intern(threading->configurations, &draft->c);
    if (draft->threads != space->threads) mem_free(draft->threads);
    if (draft->frames != space->frames) mem_free(draft->frames);
    if (draft->locks != space->locks) mem_free(draft->locks);
    if (draft->heap != space->heap) mem_free(draft->heap);
    return c;
}

static void move_to(draft_t *draft, uint32_t thread, const node_t *node) {
    draft->frames[draft->threads[thread].frame_count - 1].node = node;
}

static void end_program(draft_t *draft) {
    /* One final configuration: nothing of the threads matters any more. */
    draft->c = (configuration_t){.has_exited = true};
}

static bool holds_mutex(const draft_t *draft, uint32_t thread) {
    for (uint32_t i = 0; i < draft->c.lock_count; i++)
        if (draft->locks[i].thread == thread) return true;
    return false;
}

static void free_number(draft_t *draft, uint32_t thread) {
    const program_t *program = draft->program;
    bool stays = program->keeps_numbers || (program->keeps_owners && holds_mutex(draft, thread));
    draft->threads[thread] = (thread_t){.status = stays ? THREAD_GONE : THREAD_FREE};
    while (draft->c.thread_count && draft->threads[draft->c.thread_count - 1].status == THREAD_FREE)
        draft->c.thread_count--;
}

/* A mutex ends with the memory it lies in: what lies there next is not locked. */
static void drop_locks(draft_t *draft, uint64_t address, uint64_t size) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < draft->c.lock_count; i++)
        if (draft->locks[i].address < address || draft->locks[i].address - address >= size)
            draft->locks[kept++] = draft->locks[i];
    draft->c.lock_count = kept;
}

static void end_thread(draft_t *draft, uint32_t thread) {
    drop_locks(draft, layout_thread_block(thread), LAYOUT_REGION_SIZE);
    for (uint32_t i = 0; i < draft->c.heap_count; i++)
        if (heap_ends_with(draft->heap[i].site, draft->heap[i].address, thread))
            draft->heap[i].is_freed = true;
    if (draft->threads[thread].is_detached)
        free_number(draft, thread);
    else
        draft->threads[thread] = (thread_t){.status = THREAD_ENDED};
}

static void do_call(threading_t *threading, draft_t *draft, uint32_t thread, const edge_t *edge) {
    thread_t *t = &draft->threads[thread];
    frame_t *caller = &draft->frames[t->frame_count - 1];
    uint64_t base = caller->base + caller->node->function->frame_size;
    bool too_large =
        base + edge->callee->frame_size >= layout_thread_block(thread) + LAYOUT_REGION_SIZE;
    if (t->frame_count >= threading->max_depth || too_large) {
        draft->c.unsupported = edge;
        return;
    }
    caller->node = edge->to;
    draft->frames[t->frame_count++] =
        (frame_t){.node = edge->callee->entry, .call = edge, .base = base};
}

static void do_return(draft_t *draft, uint32_t thread) {
    thread_t *t = &draft->threads[thread];
    if (t->frame_count > 1) {
        const frame_t *top = &draft->frames[--t->frame_count];
        drop_locks(draft, top->base, top->node->function->frame_size);
    } else if (thread == 0) {
        end_program(draft);
    } else {
        end_thread(draft, thread);
    }
}

static void do_create(threading_t *threading, draft_t *draft, uint32_t thread, const edge_t *edge,
                      frame_t *first_frame, uint64_t *number) {
    uint32_t slot = 1; /* 0 is main for good: its return ends the program */
    while (slot < draft->c.thread_count && draft->threads[slot].status != THREAD_FREE) slot++;
    *number = slot;
    if (slot >= threading->max_threads) {
        draft->c.unsupported = edge;
        return;
    }
    *first_frame = (frame_t){.node = edge->callee->entry,
                             .base = layout_first_frame(threading->program, slot)};
    draft->threads[slot] =
        (thread_t){.status = THREAD_RUNNING, .frame_count = 1, .frames = first_frame};
    if (slot == draft->c.thread_count) draft->c.thread_count++;
    move_to(draft, thread, edge->to);
}

static held_lock_t *find_lock(const draft_t *draft, uint64_t address, uint32_t *position) {
    uint32_t i = 0;
    while (i < draft->c.lock_count && draft->locks[i].address < address) i++;
    *position = i;
    return i < draft->c.lock_count && draft->locks[i].address == address ? &draft->locks[i] : NULL;
}

/* false: blocked */
static bool do_lock(draft_t *draft, uint32_t thread, uint64_t address) {
    uint32_t at;
    if (find_lock(draft, address, &at)) return false;
    memmove(&draft->locks[at + 1], &draft->locks[at],
            sizeof *draft->locks * (draft->c.lock_count - at));
    draft->locks[at] = (held_lock_t){.address = address, .thread = thread, .count = 1};
    draft->c.lock_count++;
    return true;
}

static void do_unlock(draft_t *draft, uint64_t address) {
    uint32_t at;
    if (!find_lock(draft, address, &at)) return;
    draft->c.lock_count--;
    memmove(&draft->locks[at], &draft->locks[at + 1],
            sizeof *draft->locks * (draft->c.lock_count - at));
}

static bool owns(const draft_t *draft, uint32_t thread, uint64_t address) {
    uint32_t at;
    const held_lock_t *lock = find_lock(draft, address, &at);
    return lock && lock->thread == thread;
}

static bool is_joinable(const draft_t *draft, uint64_t number) {
    return number < draft->c.thread_count && thread_is_joinable(&draft->threads[number]);
}

/* Operand of an allocation whose size is not known; the operand of the step is then
 * how many bytes have cells. */
#define OPEN_SIZE UINT64_MAX

/* Is there memory that was freed, and which an allocation may get though it gets another
 * address here? */
static bool has_freed(const draft_t *draft) {
    for (uint32_t i = 0; i < draft->c.heap_count; i++)
        if (draft->heap[i].is_freed) return true;
    return false;
}

/* First fit in the thread's own region, so that the address does not depend on
 * what other threads do. */
static bool do_alloc(draft_t *draft, uint32_t thread, const edge_t *edge, uint64_t size,
                     uint64_t *address) {
    uint64_t start = layout_heap(thread), end = start + LAYOUT_REGION_SIZE;
    if (!size) size = 1;
    if (size > LAYOUT_REGION_SIZE) return false;
    uint32_t at = 0;
    while (at < draft->c.heap_count && draft->heap[at].address < start) at++;
    for (; at < draft->c.heap_count && draft->heap[at].address < end; at++) {
        if (start + size + LAYOUT_GAP <= draft->heap[at].address) break;
        start = (draft->heap[at].address + draft->heap[at].size + LAYOUT_GAP + 15) & ~UINT64_C(15);
    }
    if (start + size + LAYOUT_GAP > end) return false;
    bool is_late = edge->replaces || has_freed(draft);
    memmove(&draft->heap[at + 1], &draft->heap[at],
            sizeof *draft->heap * (draft->c.heap_count - at));
    draft->heap[at] =
        (heap_object_t){.address = start, .size = size, .site = edge->object, .is_late = is_late};
    draft->c.heap_count++;
    *address = start;
    return true;
}

/* The first place for objects of unknown size that is free. */
static bool do_alloc_open(draft_t *draft, uint32_t thread, const edge_t *edge, uint64_t *size,
                          uint64_t *address) {
    unsigned count;
    uint64_t start = layout_open(thread, &count);
    uint32_t at = 0;
    *size = layout_open_size(edge->object->type);
    if (*size > LAYOUT_OPEN_DISTANCE / 2) return false;
    while (at < draft->c.heap_count && draft->heap[at].address < start) at++;
    for (; at < draft->c.heap_count && draft->heap[at].address == start && count; at++, count--)
        start += LAYOUT_OPEN_DISTANCE;
    if (!count) return false;
    bool is_late = edge->replaces || has_freed(draft);
    memmove(&draft->heap[at + 1], &draft->heap[at],
            sizeof *draft->heap * (draft->c.heap_count - at));
    draft->heap[at] = (heap_object_t){
        .address = start, .size = *size, .site = edge->object, .is_open = true, .is_late = is_late};
    draft->c.heap_count++;
    *address = start;
    return true;
}

static bool heap_size(const configuration_t *c, uint64_t address, uint64_t *size) {
    for (uint32_t i = 0; i < c->heap_count; i++) {
        if (c->heap[i].address != address || c->heap[i].is_open || c->heap[i].is_freed) continue;
        *size = c->heap[i].size;
        return true;
    }
    return false;
}

static bool do_free(draft_t *draft, uint64_t address) {
    if (!address) return true;
    for (uint32_t i = 0; i < draft->c.heap_count; i++)
        if (draft->heap[i].address == address && !draft->heap[i].is_freed) {
            drop_locks(draft, address, draft->heap[i].size);
            if (draft->heap[i].site->is_watched) {
                draft->heap[i].is_freed = true;
                return true;
            }
            draft->c.heap_count--;
            memmove(&draft->heap[i], &draft->heap[i + 1],
                    sizeof *draft->heap * (draft->c.heap_count - i));
            return true;
        }
    return false;
}

/* false: the thread is blocked. */
static bool do_join(draft_t *draft, uint32_t thread, const edge_t *edge, uint64_t number) {
    if (!is_joinable(draft, number) || number == thread) {
        draft->c.unsupported = edge;
        return true;
    }
    if (draft->threads[number].status == THREAD_RUNNING) return false;
    move_to(draft, thread, edge->to);
    free_number(draft, (uint32_t)number);
    return true;
}

static void do_detach(draft_t *draft, uint32_t thread, const edge_t *edge, uint64_t number) {
    move_to(draft, thread, edge->to);
    if (number >= draft->c.thread_count) return;
    if (draft->threads[number].status == THREAD_ENDED)
        free_number(draft, (uint32_t)number);
    else if (draft->threads[number].status == THREAD_RUNNING)
        draft->threads[number].is_detached = true;
}

/* What the edge is about was checked, and is not there. */
static bool is_fault(const edge_t *edge, const configuration_t *c, uint64_t address) {
    if (!edge->check) return false;
    for (uint32_t i = 0; i < c->heap_count; i++)
        if (c->heap[i].address == address && !c->heap[i].is_freed) return false;
    return true;
}

/* The effect of an edge on the configuration; false: blocked. */
static bool apply(threading_t *threading, draft_t *draft, step_t *step, frame_t *first_frame) {
    uint32_t thread = step->thread;
    const edge_t *edge = step->edge;
    switch (edge->kind) {
    case EDGE_CALL: do_call(threading, draft, thread, edge); return true;
    case EDGE_RETURN: do_return(draft, thread); return true;
    case EDGE_THREAD_EXIT: end_thread(draft, thread); return true;
    case EDGE_EXIT: end_program(draft); return true;
    case EDGE_UNSUPPORTED: draft->c.unsupported = edge; return true;
    case EDGE_THREAD_CREATE:
        do_create(threading, draft, thread, edge, first_frame, &step->outcome);
        return true;
    case EDGE_THREAD_JOIN: return do_join(draft, thread, edge, step->operand);
    case EDGE_THREAD_DETACH: do_detach(draft, thread, edge, step->operand); return true;
    case EDGE_LOCK: move_to(draft, thread, edge->to); return do_lock(draft, thread, step->operand);
    case EDGE_TRYLOCK:
        move_to(draft, thread, edge->to);
        step->outcome = do_lock(draft, thread, step->operand) ? 0 : 16;
        return true;
    case EDGE_UNLOCK:
        move_to(draft, thread, edge->to);
        do_unlock(draft, step->operand);
        return true;
    case EDGE_OWNS:
        move_to(draft, thread, edge->to);
        step->outcome = owns(draft, thread, step->operand);
        return true;
    case EDGE_JOINABLE:
        move_to(draft, thread, edge->to);
        step->outcome = is_joinable(draft, step->operand) ? 1 + (step->operand == thread) : 0;
        return true;
    case EDGE_ALLOC:
        move_to(draft, thread, edge->to);
        if (!(step->operand == OPEN_SIZE
                  ? do_alloc_open(draft, thread, edge, &step->operand, &step->outcome)
                  : do_alloc(draft, thread, edge, step->operand, &step->outcome)))
            draft->c.unsupported = edge;
        return true;
    case EDGE_HEAP_SIZE:
        move_to(draft, thread, edge->to);
        if (heap_size(&draft->c, step->operand, &step->outcome)) return true;
        if (is_fault(edge, &draft->c, step->operand)) return false;
        draft->c.unsupported = edge;
        return true;
    case EDGE_FREE:
        move_to(draft, thread, edge->to);
        if (do_free(draft, step->operand)) return true;
        if (edge->check) return false;
        draft->c.unsupported = edge;
        return true;
    case EDGE_ATOMIC_BEGIN:
        move_to(draft, thread, edge->to);
        draft->threads[thread].atomic_depth++;
        return true;
    case EDGE_ATOMIC_END:
        move_to(draft, thread, edge->to);
        if (draft->threads[thread].atomic_depth) draft->threads[thread].atomic_depth--;
        return true;
    default: move_to(draft, thread, edge->to); return true;
    }
}

static bool is_plain(const edge_t *edge) {
    switch (edge->kind) {
    case EDGE_THREAD_CREATE: /* has an outcome to report */
    case EDGE_THREAD_JOIN:
    case EDGE_THREAD_DETACH:
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK:
    case EDGE_OWNS:
    case EDGE_JOINABLE:
    case EDGE_ALLOC:
    case EDGE_HEAP_SIZE:
    case EDGE_FREE: return false;
    default: return true;
    }
}

static bool emit(threading_t *threading, step_t step, steps_t *out) {
    draft_room_t space;
    draft_t draft;
    frame_t first_frame;
    draft_begin(&draft, &space, step.before, step.thread);
    draft.program = threading->program;
    bool moves = apply(threading, &draft, &step, &first_frame);
    step.after = draft_end(threading, &draft, &space);
    if (moves) VEC_PUSH(*out, step);
    return moves;
}

/* Addresses that need no data: objects and constants combined by operators. */
static bool static_value(const configuration_t *c, uint32_t thread, const expr_t *expr,
                         uint64_t *value) {
    uint64_t args[3] = {0};
    switch (expr->kind) {
    case EXPR_CONST: *value = expr->value; return true;
    case EXPR_ADDR: *value = memory_address(c, thread, expr->object); return true;
    case EXPR_SELF: *value = thread; return true;
    case EXPR_REG:
    case EXPR_LOAD: return false;
    default:
        for (unsigned i = 0; i < expr->arity; i++)
            if (!static_value(c, thread, expr->a[i], &args[i])) return false;
        *value = expr_apply(expr->kind, expr->width, expr->a[0]->width, args[0], args[1], args[2]);
        return true;
    }
}

/* Every address in the object at which a library object (mutex) begins. */
static void opaque_addresses(threading_t *threading, const type_t *type, uint64_t base,
                             step_t *step, steps_t *out) {
    if (type->is_opaque) {
        step->operand = base;
        emit(threading, *step, out);
    } else if (type->kind == TYPE_ARRAY) {
        for (uint64_t i = 0; i < type->count; i++)
            opaque_addresses(threading, type->elem, base + i * type->elem->size, step, out);
    } else if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) {
        for (size_t i = 0; i < type->field_count; i++)
            opaque_addresses(threading, type->fields[i].type, base + type->fields[i].offset, step,
                             out);
    }
}

static void mutex_cases(threading_t *threading, step_t *step, steps_t *out) {
    const configuration_t *c = step->before;
    const access_t *access = &step->edge->access;
    size_t count = access->anything ? threading->program->objects.len : access->count;
    for (size_t i = 0; i < count; i++) {
        const object_t *object =
            access->anything ? threading->program->objects.data[i] : access->objects[i];
        if (object->kind == OBJECT_GLOBAL) {
            opaque_addresses(threading, object->type, object->address, step, out);
            continue;
        }
        for (uint32_t h = 0; h < c->heap_count; h++)
            for (uint64_t at = 0; c->heap[h].site == object && !c->heap[h].is_freed &&
                                  object->type->size && at + object->type->size <= c->heap[h].size;
                 at += object->type->size)
                opaque_addresses(threading, object->type, c->heap[h].address + at, step, out);
        for (uint32_t t = 0; t < c->thread_count && object->kind == OBJECT_THREAD; t++)
            if (c->threads[t].status == THREAD_RUNNING)
                opaque_addresses(threading, object->type, layout_thread_block(t) + object->address,
                                 step, out);
        for (uint32_t t = 0; t < c->thread_count && object->kind == OBJECT_LOCAL; t++)
            for (uint32_t f = 0; f < c->threads[t].frame_count; f++)
                if (c->threads[t].frames[f].node->function == object->function)
                    opaque_addresses(threading, object->type,
                                     c->threads[t].frames[f].base + object->address, step, out);
    }
}

/* The operand is unknown: one step for each value it can have here. */
static void emit_cases(threading_t *threading, step_t *step, steps_t *out) {
    step->assumes = true;
    switch (step->edge->kind) {
    case EDGE_THREAD_JOIN:
    case EDGE_THREAD_DETACH:
        for (uint32_t t = 0; t < step->before->thread_count; t++) {
            if (!thread_is_joinable(&step->before->threads[t])) continue;
            /* A thread may detach itself, not join itself. */
            if (t == step->thread && step->edge->kind == EDGE_THREAD_JOIN) continue;
            step->operand = t;
            emit(threading, *step, out);
        }
        break;
    case EDGE_JOINABLE:
        for (step->operand = 0; step->operand < step->before->thread_count; step->operand++)
            emit(threading, *step, out);
        break;
    case EDGE_HEAP_SIZE:
    case EDGE_FREE:
        step->operand = 0;
        emit(threading, *step, out);
        for (uint32_t h = 0; h < step->before->heap_count; h++) {
            if (step->before->heap[h].is_freed) continue;
            step->operand = step->before->heap[h].address;
            emit(threading, *step, out);
        }
        break;
    case EDGE_ALLOC:
        step->assumes = false;
        step->operand = OPEN_SIZE;
        emit(threading, *step, out);
        break;
    default: mutex_cases(threading, step, out);
    }
}

static const node_t *top_node(const configuration_t *where, uint32_t thread) {
    const thread_t *t = &where->threads[thread];
    return t->status == THREAD_RUNNING ? thread_top(t)->node : NULL;
}

/* An edge that is not plain: what it does depends on its operand. */
static void emit_operation(threading_t *threading, step_t step, threading_query_t query,
                           void *context, steps_t *out) {
    const expr_t *operand = step.edge->address ? step.edge->address : step.edge->value;
    if (step.edge->kind == EDGE_THREAD_CREATE ||
        static_value(step.before, step.thread, operand, &step.operand) ||
        query(context, step.before, step.thread, operand, &step.operand))
        emit(threading, step, out);
    else
        emit_cases(threading, &step, out);
}

void threading_steps(threading_t *threading, const configuration_t *where, uint32_t thread,
                     threading_query_t query, void *context, steps_t *out) {
    const node_t *node = top_node(where, thread);
    for (size_t i = 0; node && i < node->out.len; i++) {
        step_t step = {.before = where, .edge = node->out.data[i], .thread = thread};
        if (is_plain(step.edge))
            emit(threading, step, out);
        else
            emit_operation(threading, step, query, context, out);
    }
}

static moves_t *moves_of(threading_t *threading, const configuration_t *where) {
    while (threading->moves.len <= where->id) VEC_PUSH(threading->moves, NULL);
    moves_t **known = &threading->moves.data[where->id];
    if (*known) return *known;
    uint32_t only = threading_atomic_thread(where);
    size_t count = 0;
    for (uint32_t t = 0; t < where->thread_count; t++) {
        const node_t *node = only == UINT32_MAX || only == t ? top_node(where, t) : NULL;
        if (node) count += node->out.len;
    }
    moves_t *moves = arena_alloc(threading->arena, sizeof *moves + count * sizeof *moves->at);
    for (uint32_t t = 0; t < where->thread_count; t++) {
        const node_t *node = only == UINT32_MAX || only == t ? top_node(where, t) : NULL;
        for (size_t i = 0; node && i < node->out.len; i++)
            moves->at[moves->count++] = (move_t){.edge = node->out.data[i], .thread = t};
    }
    return *known = moves;
}

static void take_move(threading_t *threading, const configuration_t *where, move_t *move,
                      threading_query_t query, void *context, steps_t *out) {
    step_t step = {
        .before = where, .after = move->after, .edge = move->edge, .thread = move->thread};
    if (move->after)
        VEC_PUSH(*out, step);
    else if (!is_plain(move->edge))
        emit_operation(threading, step, query, context, out);
    else if (emit(threading, step, out))
        move->after = VEC_TOP(*out).after;
}

void threading_steps_of(threading_t *threading, const configuration_t *where,
                        const thread_set_t *threads, threading_query_t query, void *context,
                        steps_t *out) {
    moves_t *moves = moves_of(threading, where);
    for (size_t i = 0; i < moves->count; i++)
        if (thread_set_has(threads, moves->at[i].thread))
            take_move(threading, where, &moves->at[i], query, context, out);
}

void threading_thread_steps(threading_t *threading, const configuration_t *where, uint32_t thread,
                            threading_query_t query, void *context, steps_t *out) {
    moves_t *moves = moves_of(threading, where);
    for (size_t i = 0; i < moves->count; i++)
        if (moves->at[i].thread == thread)
            take_move(threading, where, &moves->at[i], query, context, out);
}
