#include "cfa/passage.h"

/* One function on the way from the routine to the edge. */
typedef struct {
    const function_t *function;
    const edge_t *way;    /* the call of the next function; the edge itself in the last */
    bool *with, *without; /* by node: can a thread be there that has passed the edge; has not? */
} stage_t;

struct passage {
    size_t node_count;
    VEC(stage_t) stages; /* the edge's function first, the routine last */
};

/* Everything that can be reached from a node, but not through the barred edge. */
static void mark(bool *reached, const node_t *start, const edge_t *barred) {
    VEC(const node_t *) open = {0};
    VEC_PUSH(open, start);
    while (open.len) {
        const node_t *node = open.data[--open.len];
        if (reached[node->id]) continue;
        reached[node->id] = true;
        for (size_t i = 0; i < node->out.len; i++)
            if (node->out.data[i] != barred) VEC_PUSH(open, node->out.data[i]->to);
    }
    VEC_FREE(open);
}

static bool returns(const function_t *function, const bool *reached) {
    for (size_t i = 0; i < function->nodes.len; i++) {
        const node_t *node = function->nodes.data[i];
        for (size_t k = 0; reached[node->id] && k < node->out.len; k++)
            if (node->out.data[k]->kind == EDGE_RETURN) return true;
    }
    return false;
}

/* false: a thread that has passed the edge may come to the way again. */
static bool add_stage(passage_t *passage, const edge_t *way) {
    stage_t stage = {
        .function = way->from->function,
        .way = way,
        .with = mem_zalloc(passage->node_count * sizeof(bool)),
        .without = mem_zalloc(passage->node_count * sizeof(bool)),
    };
    bool comes_back_with = true, comes_back_without = false;
    if (passage->stages.len) {
        const stage_t *called = &passage->stages.data[passage->stages.len - 1];
        comes_back_with = returns(called->function, called->with);
        comes_back_without = returns(called->function, called->without);
    }
    VEC_PUSH(passage->stages, stage);
    mark(stage.without, stage.function->entry, comes_back_without ? NULL : way);
    if (comes_back_with) mark(stage.with, way->to, NULL);
    return !stage.with[way->from->id];
}

/* The edge by which a function is entered; NULL: there are several, unless all of them
 * create threads, or it is main. */
static const edge_t *entrance_of(const program_t *program, const function_t *function) {
    const edge_t *entrance = NULL;
    if (function == program->main) return NULL;
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->callee != function) continue;
        if (entrance && (entrance->kind != EDGE_THREAD_CREATE || edge->kind != EDGE_THREAD_CREATE))
            return NULL;
        entrance = edge;
    }
    return entrance;
}

passage_t *passage_new(const program_t *program, const edge_t *edge) {
    passage_t *passage = mem_zalloc(sizeof *passage);
    passage->node_count = program->nodes.len;
    const edge_t *way = edge;
    /* Functions that nobody calls but they themselves would go round. */
    while (passage->stages.len < program->functions.len && add_stage(passage, way)) {
        way = entrance_of(program, way->from->function);
        if (way && way->kind == EDGE_THREAD_CREATE) return passage;
        if (!way || way->kind != EDGE_CALL) break;
    }
    passage_delete(passage);
    return NULL;
}

void passage_delete(passage_t *passage) {
    if (!passage) return;
    for (size_t i = 0; i < passage->stages.len; i++) {
        mem_free(passage->stages.data[i].with);
        mem_free(passage->stages.data[i].without);
    }
    VEC_FREE(passage->stages);
    mem_free(passage);
}

/* That of a frame, if the frames below are those of the stages before; 0: the routine. */
static const stage_t *stage_at(const passage_t *passage, size_t depth) {
    return &passage->stages.data[passage->stages.len - 1 - depth];
}

const function_t *passage_routine(const passage_t *passage) {
    return stage_at(passage, 0)->function;
}

/* The last stage that the thread has entered, and where it stands there; NULL: it started
 * with another routine. */
static const stage_t *stage_of(const passage_t *passage, const thread_t *thread,
                               const node_t **where) {
    size_t depth = 0;
    if (!thread->frame_count || thread->frames[0].node->function != passage_routine(passage))
        return NULL;
    while (depth + 1 < passage->stages.len && depth + 1 < thread->frame_count &&
           thread->frames[depth + 1].call == stage_at(passage, depth)->way)
        depth++;
    /* Below other calls this is behind the call: what may be before it may be there. */
    *where = thread->frames[depth].node;
    return stage_at(passage, depth);
}

bool passage_is_behind(const passage_t *passage, const thread_t *thread) {
    const node_t *where;
    const stage_t *stage = stage_of(passage, thread, &where);
    return stage && !stage->without[where->id];
}

bool passage_is_ahead(const passage_t *passage, const thread_t *thread) {
    const node_t *where;
    const stage_t *stage = stage_of(passage, thread, &where);
    return stage && !stage->with[where->id];
}

bool passage_follows(const passage_t *passage, const passage_t *earlier) {
    size_t depth = 0;
    if (passage_routine(passage) != passage_routine(earlier)) return false;
    while (depth + 1 < passage->stages.len && depth + 1 < earlier->stages.len &&
           stage_at(passage, depth)->way == stage_at(earlier, depth)->way)
        depth++;
    return !stage_at(earlier, depth)->without[stage_at(passage, depth)->way->from->id];
}
