#include "cpa/reduce/por.h"

#include <string.h>

struct por {
    const program_t *program;
    por_kind_t kind;
    footprints_t *footprints;
    size_t words;
    const focus_t *focus; /* NULL: nothing is forgotten */
    size_t seen;          /* the version of the focus that tracked follows */
    uint64_t *tracked;    /* places that make steps dependent */
    bool ignores_focus;   /* what is forgotten makes steps dependent, too */
    /* Scratch: */
    footprint_t future, step;
    por_query_t query;
    void *query_context;
    bool *in_source, *best, *reached;
    size_t room;
    VEC(uint32_t) held;
};

por_t *por_new(const program_t *program, por_kind_t kind, visible_steps_t visible) {
    por_t *por = mem_zalloc(sizeof *por);
    por->program = program;
    por->kind = kind;
    por->footprints = footprints_new(program, visible);
    por->words = footprints_words(por->footprints);
    por->tracked = mem_zalloc(por->words * sizeof *por->tracked);
    por->future.reads = mem_zalloc(por->words * sizeof *por->future.reads);
    por->future.writes = mem_zalloc(por->words * sizeof *por->future.writes);
    por->step.reads = mem_zalloc(por->words * sizeof *por->step.reads);
    por->step.writes = mem_zalloc(por->words * sizeof *por->step.writes);
    por_focus(por, NULL);
    return por;
}

void por_delete(por_t *por) {
    if (!por) return;
    footprints_delete(por->footprints);
    mem_free(por->tracked);
    mem_free(por->future.reads);
    mem_free(por->future.writes);
    mem_free(por->step.reads);
    mem_free(por->step.writes);
    mem_free(por->in_source);
    mem_free(por->best);
    mem_free(por->reached);
    VEC_FREE(por->held);
    mem_free(por);
}

/* What is forgotten makes no steps dependent. */
static void follow_focus(por_t *por) {
    if (!por->focus || por->seen == por->focus->version) return;
    por->seen = por->focus->version;
    memset(por->tracked, 0xff, por->words * sizeof *por->tracked);
    for (size_t i = 0; i < por->program->objects.len; i++) {
        const object_t *object = por->program->objects.data[i];
        size_t first, count;
        if (focus_has(por->focus, object)) continue;
        footprint_object_places(por->footprints, object, &first, &count);
        for (size_t k = 0; k < count; k++) bitset_remove(por->tracked, first + k);
    }
}

void por_focus(por_t *por, const focus_t *focus) {
    por->focus = focus;
    por->seen = SIZE_MAX;
    memset(por->tracked, 0xff, por->words * sizeof *por->tracked);
}

bool por_section_blocks(const por_t *por, const edge_t *edge) {
    return footprint_section_blocks(por->footprints, edge);
}

static bool meets(const por_t *por, const uint64_t *a, const uint64_t *b) {
    for (size_t i = 0; i < por->words; i++)
        if (a[i] & b[i] & (por->tracked[i] | -(uint64_t)por->ignores_focus)) return true;
    return false;
}

/* Definition 5 of Telbisz 2024 over places. */
static bool depend(const por_t *por, const footprint_t *a, const footprint_t *b) {
    return meets(por, a->writes, b->writes) || meets(por, a->writes, b->reads) ||
           meets(por, a->reads, b->writes);
}

static bool release(por_t *por, uint32_t place) {
    size_t before = por->held.len, left = 0;
    for (size_t i = 0; i < before; i++)
        if (place != UINT32_MAX && por->held.data[i] != place)
            por->held.data[left++] = por->held.data[i];
    por->held.len = left;
    return left < before;
}

/* Takes what a thread may unlock out of the mutexes that are held. */
static bool release_by(por_t *por, const configuration_t *where, uint32_t thread) {
    const thread_t *t = &where->threads[thread];
    for (uint32_t d = t->frame_count; d-- > 0;) {
        const future_t *future =
            footprint_future(por->footprints, t->frames[d].node, por->held.data, por->held.len);
        bool changed = false;
        for (size_t i = 0; i < future->released_count; i++)
            changed |= release(por, future->released[i]);
        if (changed) return true;
        if (!future->can_return) return false;
    }
    return false;
}

/* Mutexes held by threads of the source set: nobody else gets past a LOCK of
 * them before one of those threads moves, unless a thread outside of the set
 * unlocks them, which it can do before such a LOCK only. */
static void collect_held(por_t *por, const configuration_t *where, const por_thread_t *threads,
                         size_t count) {
    VEC_CLEAR(por->held);
    for (uint32_t i = 0; i < where->lock_count; i++)
        for (size_t k = 0; k < count; k++) {
            if (!por->in_source[k] || threads[k].thread != where->locks[i].thread) continue;
            size_t place = footprint_mutex_at(por->footprints, where->locks[i].address);
            if (place != SIZE_MAX) VEC_PUSH(por->held, (uint32_t)place);
        }
    for (bool changed = true; changed && por->held.len;) {
        changed = false;
        for (size_t k = 0; k < count && por->held.len; k++)
            if (!por->in_source[k]) changed |= release_by(por, where, threads[k].thread);
    }
}

static void add_print(const por_t *por, footprint_t *to, const footprint_t *print) {
    bitset_union(to->reads, print->reads, por->words);
    bitset_union(to->writes, print->writes, por->words);
}

/* The access of an edge at an address that registers of the thread's top frame
 * decide, as precisely as they are known. */
static void add_by_registers(por_t *por, const configuration_t *where, uint32_t thread,
                             const edge_t *edge, footprint_t *to) {
    uint64_t address;
    if (por->query &&
        por->query(por->query_context, where, thread, footprint_address(edge), &address))
        footprint_add_at(por->footprints, edge, address, to);
    else
        add_print(por, to, footprint_edge(por->footprints, edge));
}

/* What a thread may do from here on, frame by frame as long as it can return. */
static void add_future(por_t *por, const configuration_t *where, uint32_t thread) {
    const thread_t *t = &where->threads[thread];
    for (uint32_t d = t->frame_count; d-- > 0;) {
        const future_t *future =
            footprint_future(por->footprints, t->frames[d].node, por->held.data, por->held.len);
        add_print(por, &por->future, &future->touched);
        for (size_t i = 0; i < future->by_registers_count; i++)
            if (d + 1 == t->frame_count)
                add_by_registers(por, where, thread, future->by_registers[i], &por->future);
            else
                add_print(por, &por->future,
                          footprint_edge(por->footprints, future->by_registers[i]));
        if (!future->can_return) return;
    }
}

static const node_t *top_node(const configuration_t *where, uint32_t thread) {
    return thread_top(&where->threads[thread])->node;
}

/* May the threads reached so far, with their future, let this blocked thread
 * go on? */
static bool may_enable(const por_t *por, const configuration_t *where, const por_thread_t *threads,
                       size_t count, const por_thread_t *blocked) {
    const node_t *node = top_node(where, blocked->thread);
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        const footprint_t *print = footprint_edge(por->footprints, edge);
        switch (edge->kind) {
        case EDGE_THREAD_JOIN:
            /* Only the end of the joined thread does. */
            for (size_t k = 0; k < count; k++)
                if (por->reached[k] &&
                    (!blocked->knows_operand || threads[k].thread == blocked->operand))
                    return true;
            break;
        case EDGE_LOCK:
            if (bitset_meets(print->writes, por->future.writes, por->words)) return true;
            break;
        default:
            if (bitset_meets(print->reads, por->future.writes, por->words)) return true;
        }
    }
    return false;
}

/* future_actions of Definition 10 for the threads marked in reached: their own
 * futures and those of blocked threads that they may let go on, and so forth. */
static void gather_future(por_t *por, const configuration_t *where, const por_thread_t *threads,
                          size_t count) {
    bool changed = false;
    memset(por->future.reads, 0, por->words * sizeof *por->future.reads);
    memset(por->future.writes, 0, por->words * sizeof *por->future.writes);
    for (size_t k = 0; k < count; k++) {
        if (por->reached[k]) add_future(por, where, threads[k].thread);
        changed |= !threads[k].can_move;
    }
    while (changed) {
        changed = false;
        for (size_t k = 0; k < count; k++) {
            if (por->reached[k] || threads[k].can_move) continue;
            if (!may_enable(por, where, threads, count, &threads[k])) continue;
            por->reached[k] = true;
            add_future(por, where, threads[k].thread);
            changed = true;
        }
    }
}

/* Does the next step along an edge depend on the future gathered? */
static bool step_conflicts(por_t *por, const configuration_t *where, uint32_t thread,
                           const edge_t *edge) {
    if (!footprint_address(edge))
        return depend(por, footprint_step(por->footprints, edge), &por->future);
    memset(por->step.reads, 0, por->words * sizeof *por->step.reads);
    memset(por->step.writes, 0, por->words * sizeof *por->step.writes);
    add_by_registers(por, where, thread, edge, &por->step);
    return depend(por, &por->step, &por->future);
}

static bool conflicts_with_source(por_t *por, const configuration_t *where,
                                  const por_thread_t *threads, size_t count) {
    for (size_t k = 0; k < count; k++) {
        if (!por->in_source[k]) continue;
        const node_t *node = top_node(where, threads[k].thread);
        for (size_t i = 0; i < node->out.len; i++)
            if (step_conflicts(por, where, threads[k].thread, node->out.data[i])) return true;
    }
    return false;
}

/* The cycle condition of Theorem 2: every endless run takes some thread over
 * a turn or creates ever new threads, so a state from which a chosen step
 * does is expanded in full. A step is a whole atomic section here. Nor may a
 * thread be chosen that joins nobody knows whom: the end of any thread may let
 * it go on; nor one that ends the program, if that may hide a race of others. */
static bool must_not_choose(const por_t *por, const configuration_t *where,
                            const por_thread_t *thread) {
    const node_t *node = top_node(where, thread->thread);
    if (node->is_turn) return true;
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        if (edge->kind == EDGE_ATOMIC_BEGIN && footprint_section_excluded(por->footprints, edge))
            return true;
        if (footprint_hides_accesses(por->footprints, edge)) return true;
        if (edge->kind == EDGE_THREAD_CREATE && footprint_creates_again(por->footprints, edge))
            return true;
        if (edge->kind == EDGE_THREAD_JOIN && !thread->knows_operand) return true;
    }
    return false;
}

/* Is the next step of one thread independent of all that the others can do before
 * it? */
static bool is_undisturbed(por_t *por, const configuration_t *where, const por_thread_t *threads,
                           size_t count, size_t index) {
    memset(por->in_source, 0, count);
    por->in_source[index] = true;
    collect_held(por, where, threads, count);
    for (size_t k = 0; k < count; k++) por->reached[k] = k != index && threads[k].can_move;
    gather_future(por, where, threads, count);
    return !conflicts_with_source(por, where, threads, count);
}

/* Algorithm 1, from one thread; the number of threads, or SIZE_MAX if the set
 * may not be used. */
static size_t source_set(por_t *por, const configuration_t *where, const por_thread_t *threads,
                         size_t count, size_t seed) {
    if (must_not_choose(por, where, &threads[seed])) return SIZE_MAX;
    size_t size = 1;
    /* Often nobody disturbs it; all others at once are asked first. */
    bool changed = !is_undisturbed(por, where, threads, count, seed);
    while (changed) {
        changed = false;
        collect_held(por, where, threads, count);
        for (size_t k = 0; k < count; k++) {
            if (por->in_source[k] || !threads[k].can_move) continue;
            memset(por->reached, 0, count);
            por->reached[k] = true;
            gather_future(por, where, threads, count);
            if (!conflicts_with_source(por, where, threads, count)) continue;
            if (must_not_choose(por, where, &threads[k])) return SIZE_MAX;
            por->in_source[k] = true;
            size++;
            changed = true;
        }
    }
    return size;
}

static bool is_local(const por_t *por, const configuration_t *where, const por_thread_t *thread) {
    const node_t *node = top_node(where, thread->thread);
    for (size_t i = 0; i < node->out.len; i++) {
        const footprint_t *print = footprint_step(por->footprints, node->out.data[i]);
        for (size_t w = 0; w < por->words; w++)
            if ((print->reads[w] | print->writes[w]) & por->tracked[w]) return false;
    }
    return true;
}

bool por_goes_alone(const por_t *por, const configuration_t *where, const por_thread_t *thread) {
    if (por->kind == POR_NONE || !thread->can_move || !thread->is_total) return false;
    const node_t *node = top_node(where, thread->thread);
    for (size_t i = 0; i < node->out.len; i++) {
        const footprint_t *print = footprint_step(por->footprints, node->out.data[i]);
        for (size_t w = 0; w < por->words; w++)
            if (print->reads[w] | print->writes[w]) return false;
    }
    return !must_not_choose(por, where, thread);
}

static void make_room(por_t *por, size_t count) {
    if (count <= por->room) return;
    por->room = count * 2;
    por->in_source = mem_realloc(por->in_source, por->room);
    por->best = mem_realloc(por->best, por->room);
    por->reached = mem_realloc(por->reached, por->room);
}

bool por_goes_alone_locked(por_t *por, const configuration_t *where, const por_thread_t *threads,
                           size_t count, size_t index, por_query_t query, void *context) {
    const por_thread_t *thread = &threads[index];
    if (por->kind < POR_SPOR || !thread->can_move || !thread->is_total) return false;
    if (must_not_choose(por, where, thread)) return false;
    por->query = query;
    por->query_context = context;
    make_room(por, count);
    por->ignores_focus = true;
    bool is_alone = is_undisturbed(por, where, threads, count, index);
    por->ignores_focus = false;
    return is_alone;
}

bool por_choose(por_t *por, const configuration_t *where, const por_thread_t *threads, size_t count,
                por_query_t query, void *context, thread_set_t *chosen) {
    size_t enabled = 0, best = SIZE_MAX;
    for (size_t k = 0; k < count; k++) enabled += threads[k].can_move;
    por->query = query;
    por->query_context = context;
    follow_focus(por);
    if (por->kind == POR_NONE || enabled < 2) return false;
    make_room(por, count);
    for (size_t k = 0; k < count && best > 1; k++) {
        if (!threads[k].can_move || !threads[k].is_total) continue;
        if (por->kind == POR_LOCAL) {
            if (!is_local(por, where, &threads[k]) || must_not_choose(por, where, &threads[k]))
                continue;
            memset(por->best, 0, count);
            por->best[k] = true;
            best = 1;
            continue;
        }
        size_t size = source_set(por, where, threads, count, k);
        if (size >= best) continue;
        best = size;
        memcpy(por->best, por->in_source, count);
    }
    if (best >= enabled) return false;
    *chosen = (thread_set_t){0};
    for (size_t k = 0; k < count; k++)
        if (por->best[k]) thread_set_add(chosen, threads[k].thread);
    return true;
}
