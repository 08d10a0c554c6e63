#include "witness/independence.h"

#include "util/bitset.h"

#include <string.h>

/* Places that belong to no object. */
enum { PLACE_NUMBERS, PLACE_HEAP, PLACE_CREATES, SPECIAL_PLACES };

/* Bits: objects by id, then the special places. */
typedef struct touched {
    uint64_t *reads, *writes;
} touched_t;

struct independence {
    const program_t *program;
    arena_t *arena;
    size_t objects, words;
    bool has_detach;
    touched_t *functions; /* by id: whatever a call may touch, and threads it creates */
    touched_t *nodes;     /* by id: from there to the end of the function */
    touched_t edge, future; /* scratch */
    bool *reached;        /* scratch */
    size_t reached_room;
};

static touched_t touched_new(independence_t *in) {
    return (touched_t){ARENA_ARRAY(in->arena, uint64_t, in->words),
                       ARENA_ARRAY(in->arena, uint64_t, in->words)};
}

static void touched_clear(const independence_t *in, touched_t *t) {
    memset(t->reads, 0, in->words * sizeof *t->reads);
    memset(t->writes, 0, in->words * sizeof *t->writes);
}

/* Did it grow? */
static bool touched_add(const independence_t *in, touched_t *to, const touched_t *from) {
    uint64_t news = 0;
    for (size_t i = 0; i < in->words; i++) {
        news |= (from->reads[i] & ~to->reads[i]) | (from->writes[i] & ~to->writes[i]);
        to->reads[i] |= from->reads[i];
        to->writes[i] |= from->writes[i];
    }
    return news != 0;
}

static void add_object(touched_t *t, const object_t *object, bool reads, bool writes) {
    /* Mutexes count always: they have no contents that sharing could judge. */
    if (!object->may_be_shared && type_cell_count(object->type)) return;
    if (reads) bitset_add(t->reads, object->id);
    if (writes) bitset_add(t->writes, object->id);
}

static void add_special(const independence_t *in, touched_t *t, size_t place, bool writes) {
    bitset_add(writes ? t->writes : t->reads, in->objects + place);
}

/* What ends with a thread may be shared: its thread-local objects, and all its
 * frames if it does not end by returning from the last. */
static void add_thread_end(const independence_t *in, touched_t *t, bool with_frames) {
    for (size_t i = 0; i < in->objects; i++) {
        const object_t *object = in->program->objects.data[i];
        if (object->kind == OBJECT_THREAD || (object->kind == OBJECT_LOCAL && with_frames))
            add_object(t, object, true, true);
    }
    if (in->has_detach) add_special(in, t, PLACE_NUMBERS, true);
}

/* What the edge alone touches, into in->edge; is_bottom: in the last frame. */
static touched_t *edge_touches(independence_t *in, const edge_t *edge, bool is_bottom) {
    touched_t *t = &in->edge;
    touched_clear(in, t);
    const access_t *access = &edge->access;
    for (size_t i = 0; i < access->count && !access->anything; i++)
        add_object(t, access->objects[i], access->reads, access->writes);
    if (access->anything || edge->kind == EDGE_FREE)
        for (size_t i = 0; i < in->objects; i++)
            add_object(t, in->program->objects.data[i], true, true);
    switch (edge->kind) {
    case EDGE_THREAD_CREATE:
        add_special(in, t, PLACE_CREATES, true);
        add_special(in, t, PLACE_NUMBERS, true);
        break;
    case EDGE_THREAD_JOIN:
    case EDGE_THREAD_DETACH: add_special(in, t, PLACE_NUMBERS, true); break;
    case EDGE_RETURN:
        for (size_t i = 0; i < edge->from->function->locals.len; i++)
            add_object(t, edge->from->function->locals.data[i], true, true);
        if (is_bottom) add_thread_end(in, t, false);
        break;
    case EDGE_THREAD_EXIT: add_thread_end(in, t, true); break;
    case EDGE_ALLOC: add_special(in, t, PLACE_HEAP, false); break;
    case EDGE_FREE: add_special(in, t, PLACE_HEAP, true); break;
    default: break;
    }
    return t;
}

static bool add_edge(independence_t *in, touched_t *to, const edge_t *edge) {
    bool grew = touched_add(in, to, edge_touches(in, edge, true));
    if (edge->kind == EDGE_CALL || edge->kind == EDGE_THREAD_CREATE)
        grew |= touched_add(in, to, &in->functions[edge->callee->id]);
    return grew;
}

static void find_futures(independence_t *in) {
    const program_t *p = in->program;
    for (size_t i = 0; i < p->functions.len; i++) in->functions[i] = touched_new(in);
    for (size_t i = 0; i < p->nodes.len; i++) in->nodes[i] = touched_new(in);
    for (bool grew = true; grew;) {
        grew = false;
        for (size_t i = 0; i < p->edges.len; i++) {
            const edge_t *edge = p->edges.data[i];
            grew |= add_edge(in, &in->functions[edge->from->function->id], edge);
        }
    }
    /* Backwards over the nodes, which come in about the order of the source. */
    for (bool grew = true; grew;) {
        grew = false;
        for (size_t i = p->nodes.len; i-- > 0;) {
            const node_t *node = p->nodes.data[i];
            for (size_t k = 0; k < node->out.len; k++) {
                grew |= add_edge(in, &in->nodes[i], node->out.data[k]);
                grew |= touched_add(in, &in->nodes[i], &in->nodes[node->out.data[k]->to->id]);
            }
        }
    }
}

independence_t *independence_new(const program_t *program) {
    independence_t *in = mem_zalloc(sizeof *in);
    in->program = program;
    in->arena = arena_new();
    in->objects = program->objects.len;
    in->words = (in->objects + SPECIAL_PLACES + 63) / 64;
    for (size_t i = 0; i < program->edges.len; i++)
        in->has_detach |= program->edges.data[i]->kind == EDGE_THREAD_DETACH;
    in->functions = ARENA_ARRAY(in->arena, touched_t, program->functions.len);
    in->nodes = ARENA_ARRAY(in->arena, touched_t, program->nodes.len);
    in->edge = touched_new(in);
    in->future = touched_new(in);
    find_futures(in);
    return in;
}

void independence_delete(independence_t *in) {
    if (!in) return;
    mem_free(in->reached);
    arena_delete(in->arena);
    mem_free(in);
}

static const node_t *top_node(const configuration_t *c, unsigned thread) {
    const thread_t *t = &c->threads[thread];
    return t->frames[t->frame_count - 1].node;
}

static void add_future(independence_t *in, const configuration_t *c, unsigned thread) {
    const thread_t *t = &c->threads[thread];
    for (uint32_t d = 0; d < t->frame_count; d++)
        touched_add(in, &in->future, &in->nodes[t->frames[d].node->id]);
}

static bool meets(const independence_t *in, const uint64_t *a, const uint64_t *b) {
    return bitset_meets(a, b, in->words);
}

static bool depends(const independence_t *in, const touched_t *a, const touched_t *b) {
    return meets(in, a->writes, b->writes) || meets(in, a->writes, b->reads) ||
           meets(in, a->reads, b->writes);
}

/* Can the threads reached, with the future collected, let this one go on? */
static bool may_enable(independence_t *in, const configuration_t *c,
                       const independence_thread_t *threads, unsigned blocked) {
    const node_t *node = top_node(c, blocked);
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        if (edge->kind == EDGE_THREAD_JOIN) {
            if (!threads[blocked].knows_operand) return true;
            uint64_t operand = threads[blocked].operand;
            if (operand < c->thread_count && in->reached[operand]) return true;
        } else {
            const touched_t *t = edge_touches(in, edge, false);
            if (meets(in, t->reads, in->future.writes) || meets(in, t->writes, in->future.writes))
                return true;
        }
    }
    return false;
}

/* Everything that may happen, beginning with this thread, while the threads of
 * the set and all others that can move now stand still: blocked threads go on
 * if what was collected so far lets them. */
static void future_of(independence_t *in, const configuration_t *c,
                      const independence_thread_t *threads, unsigned first) {
    memset(in->reached, 0, c->thread_count);
    touched_clear(in, &in->future);
    in->reached[first] = true;
    add_future(in, c, first);
    for (bool grew = true; grew;) {
        grew = false;
        for (unsigned t = 0; t < c->thread_count; t++) {
            if (in->reached[t] || threads[t].can_move) continue;
            if (c->threads[t].status != THREAD_RUNNING) continue;
            if (!may_enable(in, c, threads, t)) continue;
            in->reached[t] = true;
            add_future(in, c, t);
            grew = true;
        }
    }
}

/* May the next steps of the thread be in a set at all? */
static bool may_be_chosen(const independence_t *in, const configuration_t *c,
                          const independence_thread_t *threads, unsigned thread) {
    if (threads[thread].to_loop_head) return false;
    const node_t *node = top_node(c, thread);
    bool is_bottom = c->threads[thread].frame_count == 1;
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        if (edge->kind == EDGE_EXIT || edge->kind == EDGE_ATOMIC_BEGIN) return false;
        if (edge->kind == EDGE_ATOMIC_END || edge->kind == EDGE_UNSUPPORTED) return false;
        if (edge->kind == EDGE_RETURN && is_bottom && thread == 0) return false;
        /* Which thread's end it waits for must be known. */
        if (edge->kind == EDGE_THREAD_JOIN && !threads[thread].knows_operand) return false;
        if (edge->kind == EDGE_THREAD_CREATE &&
            bitset_has(in->functions[edge->callee->id].writes, in->objects + PLACE_CREATES))
            return false;
    }
    return true;
}

/* Does a next step of a chosen thread depend on the future collected? */
static bool conflicts(independence_t *in, const configuration_t *c, const bool *chosen) {
    for (unsigned t = 0; t < c->thread_count; t++) {
        if (!chosen[t]) continue;
        const node_t *node = top_node(c, t);
        bool is_bottom = c->threads[t].frame_count == 1;
        for (size_t i = 0; i < node->out.len; i++)
            if (depends(in, edge_touches(in, node->out.data[i], is_bottom), &in->future))
                return true;
    }
    return false;
}

bool independence_choose(independence_t *in, const configuration_t *c,
                         const independence_thread_t *threads, unsigned seed, bool *chosen) {
    if (in->reached_room < c->thread_count) {
        in->reached_room = c->thread_count;
        in->reached = mem_realloc(in->reached, in->reached_room);
    }
    memset(chosen, 0, c->thread_count);
    if (!threads[seed].can_move || !threads[seed].is_total) return false;
    if (!may_be_chosen(in, c, threads, seed)) return false;
    chosen[seed] = true;
    for (bool grew = true; grew;) {
        grew = false;
        for (unsigned t = 0; t < c->thread_count; t++) {
            if (chosen[t] || !threads[t].can_move) continue;
            future_of(in, c, threads, t);
            if (!conflicts(in, c, chosen)) continue;
            if (!may_be_chosen(in, c, threads, t)) return false;
            chosen[t] = true;
            grew = true;
        }
    }
    return true;
}
