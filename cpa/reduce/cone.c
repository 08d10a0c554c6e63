#include "cpa/reduce/cone.h"

#include "cfa/scc.h"
#include "util/bitset.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

/* One flow of values: if a variable written may matter, so do those read.
 * Variables are the registers of all functions, what functions return, what
 * threads end with, and objects. */
typedef struct cone_flow {
    uint32_t edge;
    bool observes; /* what is read matters in any case */
    const uint32_t *writes, *reads;
    uint32_t write_count, read_count;
} cone_flow_t;

/* What can be reached from nodes of one strongly connected component. */
typedef struct cone_reach {
    uint64_t *flows; /* bit set */
} cone_reach_t;

/* Answers for the nodes of a configuration. */
typedef struct cone_answer {
    uint64_t *needed; /* bit set over variables */
    struct cone_answer *next;
    uint32_t count;
    uint32_t components[];
} cone_answer_t;

struct cone {
    const program_t *program;
    arena_t *arena;
    uint32_t *first_reg;    /* per function */
    uint32_t first_result;  /* + function */
    uint32_t exit_value;
    uint32_t first_object;  /* + object */
    uint32_t variables;
    size_t words, flow_words;
    VEC(cone_flow_t) flows;
    uint32_t *first_flow; /* per edge; that of the next edge ends them */
    uint32_t *component;  /* per node */
    cone_reach_t *reaches;     /* per component */
    uint64_t *ever;       /* needed from the start */
    uint64_t *direct;     /* needed over registers only; NULL: not asked for yet */
    map64_t answers;      /* hash of components -> answers */
    map64_t known;        /* configuration -> answer */
    size_t version;       /* of the focus that the answers are for */
    numbers_t writes, reads, nodes; /* scratch */
    uint64_t *reached;
};

/* Flows of one edge. */

static void note(cone_t *cone, numbers_t *set, uint32_t variable) {
    (void)cone;
    for (size_t i = 0; i < set->len; i++)
        if (set->data[i] == variable) return;
    VEC_PUSH(*set, variable);
}

static bool static_object(const expr_t *address, const object_t **object) {
    if (address->kind == EXPR_ADDR) {
        *object = address->object;
        return true;
    }
    if (address->kind != EXPR_ADD) return false;
    if (address->a[1]->kind == EXPR_CONST) return static_object(address->a[0], object);
    if (address->a[0]->kind == EXPR_CONST) return static_object(address->a[1], object);
    return false;
}

/* Objects that an access at the address may mean. */
static void note_objects(cone_t *cone, numbers_t *set, const edge_t *edge, const expr_t *address) {
    const object_t *object;
    if (static_object(address, &object)) {
        note(cone, set, cone->first_object + object->id);
        return;
    }
    const access_t *access = &edge->access;
    size_t count = access->anything ? cone->program->objects.len : access->count;
    for (size_t i = 0; i < count; i++) {
        object = access->anything ? cone->program->objects.data[i] : access->objects[i];
        note(cone, set, cone->first_object + object->id);
    }
}

static void note_reads(cone_t *cone, const edge_t *edge, const expr_t *expr) {
    if (!expr) return;
    if (expr->kind == EXPR_REG)
        note(cone, &cone->reads, cone->first_reg[edge->from->function->id] + expr->reg);
    if (expr->kind == EXPR_LOAD) note_objects(cone, &cone->reads, edge, expr->a[0]);
    for (unsigned i = 0; i < expr->arity; i++) note_reads(cone, edge, expr->a[i]);
}

static const uint32_t *keep(cone_t *cone, const numbers_t *set) {
    uint32_t *kept = ARENA_ARRAY(cone->arena, uint32_t, set->len + 1);
    if (set->len) memcpy(kept, set->data, set->len * sizeof *kept);
    return kept;
}

/* Ends the flow gathered in writes and reads. */
static void add_flow(cone_t *cone, const edge_t *edge, bool observes) {
    cone_flow_t flow = {
        .edge = edge->id,
        .observes = observes,
        .writes = keep(cone, &cone->writes),
        .reads = keep(cone, &cone->reads),
        .write_count = (uint32_t)cone->writes.len,
        .read_count = (uint32_t)cone->reads.len,
    };
    if (flow.read_count) VEC_PUSH(cone->flows, flow);
    VEC_CLEAR(cone->writes);
    VEC_CLEAR(cone->reads);
}

static uint32_t target_of(const cone_t *cone, const edge_t *edge) {
    return cone->first_reg[edge->from->function->id] + edge->target;
}

static void add_call(cone_t *cone, const edge_t *edge) {
    for (size_t i = 0; i < edge->arg_count && i < edge->callee->param_count; i++) {
        note(cone, &cone->writes, cone->first_reg[edge->callee->id] + (uint32_t)i);
        note_reads(cone, edge, edge->args[i]);
        add_flow(cone, edge, false);
    }
    if (edge->target == NO_REG) return;
    note(cone, &cone->writes, target_of(cone, edge));
    note(cone, &cone->reads, cone->first_result + edge->callee->id);
    add_flow(cone, edge, false);
}

static void add_edge(cone_t *cone, const edge_t *edge) {
    switch (edge->kind) {
    case EDGE_ASSIGN:
        note(cone, &cone->writes, target_of(cone, edge));
        note_reads(cone, edge, edge->value);
        add_flow(cone, edge, false);
        return;
    case EDGE_STORE:
        note_objects(cone, &cone->writes, edge, edge->address);
        note_reads(cone, edge, edge->value);
        note_reads(cone, edge, edge->address);
        add_flow(cone, edge, false);
        return;
    case EDGE_CALL: add_call(cone, edge); return;
    case EDGE_RETURN:
    case EDGE_THREAD_EXIT:
        note(cone, &cone->writes, cone->first_result + edge->from->function->id);
        note(cone, &cone->writes, cone->exit_value);
        note_reads(cone, edge, edge->value);
        add_flow(cone, edge, false);
        return;
    case EDGE_THREAD_CREATE:
        if (edge->callee->param_count) {
            note(cone, &cone->writes, cone->first_reg[edge->callee->id]);
            note_reads(cone, edge, edge->value);
            add_flow(cone, edge, false);
        }
        if (edge->address) {
            note_objects(cone, &cone->writes, edge, edge->address);
            note_reads(cone, edge, edge->address);
            add_flow(cone, edge, false);
        }
        return;
    case EDGE_THREAD_JOIN:
        if (edge->target != NO_REG) {
            note(cone, &cone->writes, target_of(cone, edge));
            note(cone, &cone->reads, cone->exit_value);
            add_flow(cone, edge, false);
        }
        break;
    default: break;
    }
    /* Assumptions, and operands of everything else. */
    note_reads(cone, edge, edge->value);
    note_reads(cone, edge, edge->address);
    add_flow(cone, edge, true);
}

static void find_flows(cone_t *cone) {
    const program_t *program = cone->program;
    cone->first_reg = ARENA_ARRAY(cone->arena, uint32_t, program->functions.len);
    for (size_t i = 0; i < program->functions.len; i++) {
        cone->first_reg[i] = cone->variables;
        cone->variables += (uint32_t)program->functions.data[i]->regs.len;
    }
    cone->first_result = cone->variables;
    cone->variables += (uint32_t)program->functions.len;
    cone->exit_value = cone->variables++;
    cone->first_object = cone->variables;
    cone->variables += (uint32_t)program->objects.len;
    cone->words = bitset_words(cone->variables);
    cone->first_flow = ARENA_ARRAY(cone->arena, uint32_t, program->edges.len + 1);
    for (size_t i = 0; i < program->edges.len; i++) {
        cone->first_flow[i] = (uint32_t)cone->flows.len;
        add_edge(cone, program->edges.data[i]);
    }
    cone->first_flow[program->edges.len] = (uint32_t)cone->flows.len;
    cone->flow_words = bitset_words(cone->flows.len + 1);
}

/* Reachability over nodes: along edges, into calls and into new threads. */

static void add_targets(const edge_t *edge, numbers_t *out) {
    if (edge->to) VEC_PUSH(*out, edge->to->id);
    if (edge->callee && edge->callee->entry) VEC_PUSH(*out, edge->callee->entry->id);
}

static void add_edge_flows(cone_t *cone, uint32_t component, const edge_t *edge) {
    for (uint32_t f = cone->first_flow[edge->id]; f < cone->first_flow[edge->id + 1]; f++)
        bitset_add(cone->reaches[component].flows, f);
}

static void find_reaches(cone_t *cone) {
    const program_t *program = cone->program;
    uint32_t count = (uint32_t)program->nodes.len;
    uint32_t *rows = ARENA_ARRAY(cone->arena, uint32_t, count + 1);
    numbers_t targets = {0};
    for (uint32_t v = 0; v < count; v++) {
        const node_t *node = program->nodes.data[v];
        rows[v] = (uint32_t)targets.len;
        for (size_t i = 0; i < node->out.len; i++) add_targets(node->out.data[i], &targets);
    }
    rows[count] = (uint32_t)targets.len;
    cone->component = ARENA_ARRAY(cone->arena, uint32_t, count + 1);
    uint32_t components = scc_compute(&(graph_t){count, rows, targets.data}, cone->component);
    cone->reaches = ARENA_ARRAY(cone->arena, cone_reach_t, components + 1);
    for (uint32_t k = 0; k < components; k++)
        cone->reaches[k].flows = ARENA_ARRAY(cone->arena, uint64_t, cone->flow_words);
    for (uint32_t v = 0; v < count; v++) {
        const node_t *node = program->nodes.data[v];
        for (size_t i = 0; i < node->out.len; i++) {
            const edge_t *edge = node->out.data[i];
            add_edge_flows(cone, cone->component[v], edge);
            /* Who is called stands above a frame that is behind the call already: the
             * result is still to come. */
            if (edge->kind == EDGE_CALL && edge->to)
                add_edge_flows(cone, cone->component[edge->to->id], edge);
        }
    }
    /* Successors have smaller numbers, so they are complete first. */
    uint32_t *order = ARENA_ARRAY(cone->arena, uint32_t, count + 1);
    uint32_t *place = mem_zalloc((components + 2) * sizeof *place);
    for (uint32_t v = 0; v < count; v++) place[cone->component[v] + 1]++;
    for (uint32_t k = 0; k < components; k++) place[k + 1] += place[k];
    for (uint32_t v = 0; v < count; v++) order[place[cone->component[v]]++] = v;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = order[i], own = cone->component[v];
        for (uint32_t k = rows[v]; k < rows[v + 1]; k++)
            if (cone->component[targets.data[k]] != own)
                bitset_union(cone->reaches[own].flows,
                             cone->reaches[cone->component[targets.data[k]]].flows,
                             cone->flow_words);
    }
    mem_free(place);
    VEC_FREE(targets);
}

static bool writes_object(const cone_t *cone, const cone_flow_t *flow) {
    return flow->write_count && flow->writes[0] >= cone->first_object;
}

/* Closes needed under the flows of cone->reached. */
static void close_needed(cone_t *cone, const focus_t *focus, bool over_objects, uint64_t *needed) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t f = 0; f < cone->flows.len; f++) {
            if (!bitset_has(cone->reached, f)) continue;
            const cone_flow_t *flow = &cone->flows.data[f];
            if (!over_objects && writes_object(cone, flow)) continue;
            bool matters = flow->observes;
            for (uint32_t i = 0; !matters && i < flow->write_count; i++)
                matters = bitset_has(needed, flow->writes[i]);
            if (!matters) continue;
            for (uint32_t i = 0; i < flow->read_count; i++) {
                uint32_t v = flow->reads[i];
                if (bitset_has(needed, v)) continue;
                if (v >= cone->first_object &&
                    !focus_has(focus, cone->program->objects.data[v - cone->first_object]))
                    continue;
                bitset_add(needed, v);
                changed = true;
            }
        }
    }
}

static void reach_component(cone_t *cone, uint32_t component) {
    bitset_union(cone->reached, cone->reaches[component].flows, cone->flow_words);
}

cone_t *cone_new(const program_t *program) {
    cone_t *cone = mem_zalloc(sizeof *cone);
    cone->program = program;
    cone->arena = arena_new();
    find_flows(cone);
    find_reaches(cone);
    cone->reached = ARENA_ARRAY(cone->arena, uint64_t, cone->flow_words);
    cone->ever = ARENA_ARRAY(cone->arena, uint64_t, cone->words);
    reach_component(cone, cone->component[program->main->entry->id]);
    close_needed(cone, NULL, true, cone->ever);
    return cone;
}

void cone_delete(cone_t *cone) {
    if (!cone) return;
    VEC_FREE(cone->flows);
    VEC_FREE(cone->writes);
    VEC_FREE(cone->reads);
    VEC_FREE(cone->nodes);
    map64_free(&cone->answers);
    map64_free(&cone->known);
    arena_delete(cone->arena);
    mem_free(cone);
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The components in which threads stand or to which they return, each once. */
static void find_components(cone_t *cone, const configuration_t *c) {
    VEC_CLEAR(cone->nodes);
    for (uint32_t t = 0; t < c->thread_count; t++)
        for (uint32_t d = 0; d < c->threads[t].frame_count; d++)
            VEC_PUSH(cone->nodes, cone->component[c->threads[t].frames[d].node->id]);
    size_t kept = 0;
    if (cone->nodes.len)
        qsort(cone->nodes.data, cone->nodes.len, sizeof *cone->nodes.data, by_number);
    for (size_t i = 0; i < cone->nodes.len; i++)
        if (!kept || cone->nodes.data[i] != cone->nodes.data[kept - 1])
            cone->nodes.data[kept++] = cone->nodes.data[i];
    cone->nodes.len = kept;
}

static const cone_answer_t *answer_for(cone_t *cone, const focus_t *focus,
                                       const configuration_t *c) {
    uint64_t known, hash = 0, first = 0;
    if (focus && focus->version != cone->version) {
        cone->version = focus->version;
        map64_clear(&cone->answers);
        map64_clear(&cone->known);
    }
    if (map64_get(&cone->known, c->id, &known)) return (const cone_answer_t *)(uintptr_t)known;
    find_components(cone, c);
    for (size_t i = 0; i < cone->nodes.len; i++) hash = hash_mix(hash, cone->nodes.data[i]);
    size_t bytes = cone->nodes.len * sizeof *cone->nodes.data;
    map64_get(&cone->answers, hash, &first);
    cone_answer_t *answer = (cone_answer_t *)(uintptr_t)first;
    while (answer && (answer->count != cone->nodes.len ||
                      (bytes && memcmp(answer->components, cone->nodes.data, bytes) != 0)))
        answer = answer->next;
    if (!answer) {
        answer = arena_alloc(cone->arena, sizeof *answer + bytes);
        answer->needed = ARENA_ARRAY(cone->arena, uint64_t, cone->words);
        answer->next = (cone_answer_t *)(uintptr_t)first;
        answer->count = (uint32_t)cone->nodes.len;
        if (bytes) memcpy(answer->components, cone->nodes.data, bytes);
        memset(cone->reached, 0, cone->flow_words * sizeof *cone->reached);
        for (size_t i = 0; i < cone->nodes.len; i++) reach_component(cone, cone->nodes.data[i]);
        close_needed(cone, focus, true, answer->needed);
        map64_put(&cone->answers, hash, map64_pointer(answer));
    }
    map64_put(&cone->known, c->id, map64_pointer(answer));
    return answer;
}

/* The variable that an edge assigns, if that is all it does. */
static bool assigned(const cone_t *cone, const edge_t *edge, uint32_t *variable) {
    const object_t *object;
    switch (edge->kind) {
    case EDGE_ASSIGN: *variable = target_of(cone, edge); return true;
    case EDGE_STORE:
        if (!static_object(edge->address, &object)) return false;
        *variable = cone->first_object + object->id;
        return true;
    default: return false;
    }
}

bool cone_needs(cone_t *cone, const focus_t *focus, const configuration_t *c, const edge_t *edge) {
    uint32_t variable;
    if (!assigned(cone, edge, &variable)) return true;
    if (!bitset_has(cone->ever, variable)) return false;
    return bitset_has(answer_for(cone, focus, c)->needed, variable);
}

bool cone_needs_ever(cone_t *cone, const edge_t *edge) {
    uint32_t variable;
    return !assigned(cone, edge, &variable) || bitset_has(cone->ever, variable);
}

bool cone_needs_object(cone_t *cone, const object_t *object) {
    return bitset_has(cone->ever, cone->first_object + object->id);
}

bool cone_decides(cone_t *cone, const object_t *object) {
    if (!cone->direct) {
        cone->direct = ARENA_ARRAY(cone->arena, uint64_t, cone->words);
        memset(cone->reached, 0, cone->flow_words * sizeof *cone->reached);
        reach_component(cone, cone->component[cone->program->main->entry->id]);
        close_needed(cone, NULL, false, cone->direct);
    }
    return bitset_has(cone->direct, cone->first_object + object->id);
}
