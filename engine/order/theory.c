#include "engine/order/theory_internal.h"

#include <string.h>

/* Building. */

theory_t *theory_new(uint32_t chain_count) {
    theory_t *t = mem_zalloc(sizeof *t);
    t->chain_count = chain_count;
    for (uint32_t i = 0; i < chain_count; i++) VEC_PUSH(t->chains, (theory_chain_t){0});
    return t;
}

static void free_parts(theory_t *t) {
    for (size_t i = 0; i < t->nodes.len; i++) {
        VEC_FREE(t->nodes.data[i].writes);
        VEC_FREE(t->nodes.data[i].reads);
        VEC_FREE(t->nodes.data[i].arriving);
    }
    for (size_t i = 0; i < t->chains.len; i++) VEC_FREE(t->chains.data[i]);
    for (size_t i = 0; i < t->writes.len; i++) VEC_FREE(t->writes.data[i].sources);
    for (size_t i = 0; i < t->locations.len; i++) {
        VEC_FREE(t->locations.data[i].writes);
        VEC_FREE(t->locations.data[i].active);
    }
}

void theory_delete(theory_t *t) {
    if (!t) return;
    free_parts(t);
    VEC_FREE(t->nodes);
    VEC_FREE(t->chains);
    VEC_FREE(t->after);
    VEC_FREE(t->before);
    VEC_FREE(t->edges);
    VEC_FREE(t->writes);
    VEC_FREE(t->sources);
    VEC_FREE(t->choices);
    VEC_FREE(t->locations);
    VEC_FREE(t->meanings);
    VEC_FREE(t->meaning_of);
    VEC_FREE(t->values);
    VEC_FREE(t->trail);
    VEC_FREE(t->undo);
    VEC_FREE(t->done);
    VEC_FREE(t->levels);
    VEC_FREE(t->changed);
    VEC_FREE(t->is_changed);
    VEC_FREE(t->clause);
    VEC_FREE(t->reason);
    VEC_FREE(t->consequences);
    VEC_FREE(t->consequence_of);
    VEC_FREE(t->seen_node);
    VEC_FREE(t->way);
    VEC_FREE(t->came);
    VEC_FREE(t->queue);
    VEC_FREE(t->open_edges);
    mem_free(t);
}

uint32_t theory_add_node(theory_t *t, uint32_t chain) {
    theory_chain_t *nodes = &t->chains.data[chain];
    uint32_t number = (uint32_t)t->nodes.len, index = (uint32_t)nodes->len;
    VEC_PUSH(t->nodes, (theory_node_t){.chain = chain, .index = index, .out = THEORY_NONE});
    for (uint32_t c = 0; c < t->chain_count; c++) {
        VEC_PUSH(t->after, c == chain ? index : THEORY_NONE);
        VEC_PUSH(t->before, c == chain ? index + 1 : 0);
    }
    if (index) {
        const uint32_t *previous = theory_until(t, nodes->data[index - 1]);
        uint32_t *row = theory_until(t, number);
        for (uint32_t c = 0; c < t->chain_count; c++)
            if (c != chain) row[c] = previous[c];
    }
    VEC_PUSH(*nodes, number);
    VEC_PUSH(t->is_changed, false);
    VEC_PUSH(t->seen_node, 0);
    VEC_PUSH(t->way, THEORY_NONE);
    VEC_PUSH(t->came, THEORY_NONE);
    return number;
}

static void add_meaning(theory_t *t, int literal, theory_meaning_kind_t kind, uint32_t number) {
    size_t index = theory_literal_index(literal);
    size_t variable = index / 2;
    while (t->meaning_of.len <= (index | 1)) {
        VEC_PUSH(t->meaning_of, THEORY_NONE);
        VEC_PUSH(t->consequence_of, THEORY_NONE);
    }
    while (t->values.len <= variable) VEC_PUSH(t->values, 0);
    VEC_PUSH(t->meanings, (theory_meaning_t){kind, number, t->meaning_of.data[index]});
    t->meaning_of.data[index] = (uint32_t)t->meanings.len - 1;
}

static theory_location_t *location_at(theory_t *t, uint32_t location) {
    while (t->locations.len <= location) VEC_PUSH(t->locations, (theory_location_t){0});
    return &t->locations.data[location];
}

uint32_t theory_add_write(theory_t *t, uint32_t location, uint32_t node, uint32_t position,
                          int happens) {
    uint32_t number = (uint32_t)t->writes.len;
    VEC_PUSH(t->writes, (theory_write_t){.location = location,
                                         .node = node,
                                         .position = position,
                                         .happens = happens,
                                         .is_on = !happens});
    VEC_PUSH(t->nodes.data[node].writes, number);
    VEC_PUSH(location_at(t, location)->writes, number);
    if (happens) add_meaning(t, happens, MEANS_WRITE, number);
    return number;
}

void theory_add_source(theory_t *t, uint32_t write, uint32_t node, uint32_t position, int literal) {
    uint32_t number = (uint32_t)t->sources.len;
    VEC_PUSH(t->sources, (theory_source_t){write, node, position, literal});
    VEC_PUSH(t->writes.data[write].sources, number);
    VEC_PUSH(t->nodes.data[node].reads, number);
    add_meaning(t, literal, MEANS_SOURCE, number);
}

void theory_add_edge(theory_t *t, uint32_t from, uint32_t to, int literal) {
    uint32_t number = (uint32_t)t->choices.len;
    VEC_PUSH(t->choices, (theory_choice_t){from, to, literal});
    VEC_PUSH(t->nodes.data[to].arriving, number);
    add_meaning(t, literal, MEANS_EDGE, number);
}

bool theory_before(const theory_t *t, uint32_t a, uint32_t b) {
    return theory_reaches(t, a, b);
}

void theory_variables(const theory_t *t, theory_literals_t *out) {
    VEC_CLEAR(*out);
    for (size_t i = 2; i + 1 < t->meaning_of.len; i += 2)
        if (t->meaning_of.data[i] != THEORY_NONE || t->meaning_of.data[i + 1] != THEORY_NONE)
            VEC_PUSH(*out, (int)(i / 2));
}

const theory_counts_t *theory_counts(const theory_t *t) {
    return &t->counts;
}

/* Clocks. */

static void set_clock(theory_t *t, uint32_t *place, uint32_t value) {
    if (t->levels.len) VEC_PUSH(t->undo, (theory_undo_t){place, *place});
    *place = value;
}

/* Whoever comes before u comes before all that v does. Along a chain, backwards: who
 * has nothing to learn has had it from the same source as those before him. */
static void spread_after(theory_t *t, uint32_t u, uint32_t v) {
    const uint32_t *learnt = theory_after(t, v);
    for (uint32_t chain = 0; chain < t->chain_count; chain++) {
        for (uint32_t i = theory_until(t, u)[chain]; i-- > 0;) {
            uint32_t node = t->chains.data[chain].data[i], *row = theory_after(t, node);
            bool has_changed = false;
            for (uint32_t c = 0; c < t->chain_count; c++) {
                if (learnt[c] >= row[c]) continue;
                set_clock(t, &row[c], learnt[c]);
                has_changed = true;
            }
            if (!has_changed) break;
            if (!t->is_changed.data[node]) VEC_PUSH(t->changed, node);
            t->is_changed.data[node] = true;
        }
    }
}

static void spread_before(theory_t *t, uint32_t u, uint32_t v) {
    const uint32_t *learnt = theory_until(t, u);
    for (uint32_t chain = 0; chain < t->chain_count; chain++) {
        const theory_chain_t *nodes = &t->chains.data[chain];
        for (uint32_t i = theory_after(t, v)[chain]; i < nodes->len; i++) {
            uint32_t *row = theory_until(t, nodes->data[i]);
            bool has_changed = false;
            for (uint32_t c = 0; c < t->chain_count; c++) {
                if (learnt[c] <= row[c]) continue;
                set_clock(t, &row[c], learnt[c]);
                has_changed = true;
            }
            if (!has_changed) break;
        }
    }
}

static void clear_changed(theory_t *t) {
    for (size_t i = 0; i < t->changed.len; i++) t->is_changed.data[t->changed.data[i]] = false;
    VEC_CLEAR(t->changed);
}

static bool conflict(theory_t *t) {
    t->has_conflict = true;
    t->counts.conflicts++;
    clear_changed(t);
    return false;
}

static bool insert(theory_t *t, theory_edge_t edge) {
    if (theory_reaches(t, edge.to, edge.from)) {
        theory_explain_begin(t, &t->clause);
        theory_explain_cycle(t, &edge, &t->clause);
        return conflict(t);
    }
    if (theory_reaches(t, edge.from, edge.to)) return true;
    edge.next = t->nodes.data[edge.from].out;
    t->nodes.data[edge.from].out = (uint32_t)t->edges.len;
    VEC_PUSH(t->edges, edge);
    t->counts.orders++;
    spread_after(t, edge.from, edge.to);
    spread_before(t, edge.from, edge.to);
    return true;
}

bool theory_add_order(theory_t *t, uint32_t from, uint32_t to) {
    if (theory_reaches(t, to, from)) return false;
    bool done = insert(t, (theory_edge_t){.from = from, .to = to, .kind = EDGE_GIVEN});
    clear_changed(t);
    return done;
}

/* The axioms. */

typedef struct place {
    uint32_t node, position;
} place_t;

static place_t place_of_write(const theory_t *t, uint32_t write) {
    return (place_t){t->writes.data[write].node, t->writes.data[write].position};
}

static bool precedes(const theory_t *t, place_t a, place_t b) {
    return a.node == b.node ? a.position < b.position : theory_reaches(t, a.node, b.node);
}

/* a must come before b. In one node that is decided. */
static bool demand(theory_t *t, theory_edge_kind_t kind, place_t a, place_t b, uint32_t source,
                   uint32_t write) {
    if (a.node == b.node && a.position < b.position) return true;
    return insert(
        t, (theory_edge_t){
               .from = a.node, .to = b.node, .kind = kind, .source = source, .write = write});
}

/* What a write that happens means for a read that comes from another one. */
static bool relate(theory_t *t, uint32_t source, uint32_t other) {
    const theory_source_t *s = &t->sources.data[source];
    if (s->write == other) return true;
    place_t write = place_of_write(t, s->write), read = {s->node, s->position};
    place_t place = place_of_write(t, other);
    if (precedes(t, place, read) && !demand(t, EDGE_SERIAL, place, write, source, other))
        return false;
    return !precedes(t, write, place) || demand(t, EDGE_FROM_READ, read, place, source, other);
}

static bool relate_writes(theory_t *t, uint32_t source) {
    uint32_t location = t->writes.data[t->sources.data[source].write].location;
    for (size_t i = 0; i < t->locations.data[location].writes.len; i++) {
        uint32_t write = t->locations.data[location].writes.data[i];
        if (t->writes.data[write].is_on && !relate(t, source, write)) return false;
    }
    return true;
}

static bool relate_sources(theory_t *t, uint32_t write) {
    const theory_location_t *location = &t->locations.data[t->writes.data[write].location];
    for (size_t i = 0; i < location->active.len; i++)
        if (!relate(t, location->active.data[i], write)) return false;
    return true;
}

/* Consequences. */

static void add_consequence(theory_t *t, theory_consequence_t consequence) {
    consequence.edges = t->edges.len;
    VEC_PUSH(t->consequences, consequence);
}

/* A read that comes before a write does not read from it. */
static void exclude_reads(theory_t *t, const theory_node_t *node, uint32_t number) {
    for (size_t i = 0; i < node->reads.len; i++) {
        const theory_source_t *s = &t->sources.data[node->reads.data[i]];
        uint32_t writer = t->writes.data[s->write].node;
        if (theory_value(t, s->literal) || writer == number || !theory_reaches(t, number, writer))
            continue;
        add_consequence(
            t, (theory_consequence_t){
                   .literal = -s->literal, .from = number, .to = writer, .source = THEORY_NONE});
    }
}

static void exclude_choices(theory_t *t, const theory_node_t *node, uint32_t number) {
    for (size_t i = 0; i < node->arriving.len; i++) {
        const theory_choice_t *c = &t->choices.data[node->arriving.data[i]];
        if (theory_value(t, c->literal) || !theory_reaches(t, number, c->from)) continue;
        add_consequence(
            t, (theory_consequence_t){
                   .literal = -c->literal, .from = number, .to = c->from, .source = THEORY_NONE});
    }
}

/* Nor from a write that another one has overwritten. */
static void exclude_sources(theory_t *t, uint32_t write) {
    const theory_write_t *w = &t->writes.data[write];
    const theory_location_t *location = &t->locations.data[w->location];
    place_t place = place_of_write(t, write);
    for (size_t i = 0; i < w->sources.len; i++) {
        const theory_source_t *s = &t->sources.data[w->sources.data[i]];
        if (theory_value(t, s->literal)) continue;
        place_t read = {s->node, s->position};
        for (size_t j = 0; j < location->writes.len; j++) {
            uint32_t other = location->writes.data[j];
            if (other == write || !t->writes.data[other].is_on) continue;
            place_t between = place_of_write(t, other);
            if (!precedes(t, place, between) || !precedes(t, between, read)) continue;
            add_consequence(t, (theory_consequence_t){.literal = -s->literal,
                                                      .source = w->sources.data[i],
                                                      .write = other});
            break;
        }
    }
}

static bool look_at_node(theory_t *t, uint32_t number) {
    for (size_t i = 0; i < t->nodes.data[number].writes.len; i++) {
        uint32_t write = t->nodes.data[number].writes.data[i];
        const theory_write_t *w = &t->writes.data[write];
        if (w->is_on && !relate_sources(t, write)) return false;
        for (size_t j = 0; j < w->sources.len; j++)
            if (theory_value(t, t->sources.data[w->sources.data[j]].literal) > 0 &&
                !relate_writes(t, w->sources.data[j]))
                return false;
        if (w->is_on) exclude_sources(t, write);
    }
    exclude_reads(t, &t->nodes.data[number], number);
    exclude_choices(t, &t->nodes.data[number], number);
    return true;
}

static bool settle(theory_t *t) {
    while (t->changed.len) {
        uint32_t node = VEC_POP(t->changed);
        t->is_changed.data[node] = false;
        if (!look_at_node(t, node)) return false;
    }
    return true;
}

/* Assignments. */

static bool read_source(theory_t *t, uint32_t number) {
    const theory_source_t *s = &t->sources.data[number];
    const theory_write_t *w = &t->writes.data[s->write];
    VEC_PUSH(t->locations.data[w->location].active, number);
    VEC_PUSH(t->done, (theory_done_t){false, number});
    if (w->node != s->node &&
        !insert(t, (theory_edge_t){
                       .from = w->node, .to = s->node, .kind = EDGE_GIVEN, .literal = s->literal}))
        return false;
    return relate_writes(t, number);
}

static bool make_write(theory_t *t, uint32_t number) {
    if (t->writes.data[number].is_on) return true;
    t->writes.data[number].is_on = true;
    VEC_PUSH(t->done, (theory_done_t){true, number});
    return relate_sources(t, number);
}

static bool take_meaning(theory_t *t, const theory_meaning_t *meaning) {
    const theory_choice_t *c;
    switch (meaning->kind) {
    case MEANS_SOURCE: return read_source(t, meaning->number);
    case MEANS_WRITE: return make_write(t, meaning->number);
    default:
        c = &t->choices.data[meaning->number];
        return insert(t,
                      (theory_edge_t){
                          .from = c->from, .to = c->to, .kind = EDGE_GIVEN, .literal = c->literal});
    }
}

static bool take_literal(theory_t *t, int literal) {
    uint32_t meaning = t->meaning_of.data[theory_literal_index(literal)];
    for (; meaning != THEORY_NONE; meaning = t->meanings.data[meaning].next)
        if (!take_meaning(t, &t->meanings.data[meaning]) || !settle(t)) return false;
    return true;
}

bool theory_assign(theory_t *t, const int *literals, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t variable = theory_literal_index(literals[i]) / 2;
        if (variable >= t->values.len) continue;
        t->values.data[variable] = literals[i] > 0 ? 1 : -1;
        VEC_PUSH(t->trail, literals[i]);
    }
    while (!t->has_conflict && t->head < t->trail.len) take_literal(t, t->trail.data[t->head++]);
    return !t->has_conflict;
}

void theory_new_level(theory_t *t) {
    VEC_PUSH(t->levels, (theory_level_t){.trail = t->trail.len,
                                         .head = t->head,
                                         .edges = t->edges.len,
                                         .undo = t->undo.len,
                                         .done = t->done.len,
                                         .consequences = t->consequences.len});
}

size_t theory_level(const theory_t *t) {
    return t->levels.len;
}

static void switch_off(theory_t *t, theory_done_t done) {
    if (done.is_write) {
        t->writes.data[done.number].is_on = false;
        return;
    }
    uint32_t write = t->sources.data[done.number].write;
    (void)VEC_POP(t->locations.data[t->writes.data[write].location].active);
}

void theory_backtrack(theory_t *t, size_t level) {
    if (level >= t->levels.len) return;
    theory_level_t mark = t->levels.data[level];
    t->levels.len = level;
    while (t->undo.len > mark.undo) {
        theory_undo_t undo = VEC_POP(t->undo);
        *undo.place = undo.old;
    }
    while (t->edges.len > mark.edges) {
        theory_edge_t edge = VEC_POP(t->edges);
        t->nodes.data[edge.from].out = edge.next;
    }
    while (t->done.len > mark.done) switch_off(t, VEC_POP(t->done));
    while (t->trail.len > mark.trail) {
        int literal = VEC_POP(t->trail);
        t->values.data[literal < 0 ? -literal : literal] = 0;
    }
    t->head = mark.head;
    t->consequences.len = mark.consequences;
    if (t->told > t->consequences.len) t->told = t->consequences.len;
    t->has_conflict = false;
    clear_changed(t);
}

const int *theory_conflict(const theory_t *t, size_t *count) {
    *count = t->clause.len;
    return t->has_conflict ? t->clause.data : NULL;
}

int theory_propagate(theory_t *t) {
    while (!t->has_conflict && t->told < t->consequences.len) {
        uint32_t number = (uint32_t)t->told++;
        int literal = t->consequences.data[number].literal;
        if (theory_value(t, literal)) continue;
        t->consequence_of.data[theory_literal_index(literal)] = number;
        t->counts.propagations++;
        return literal;
    }
    return 0;
}

const int *theory_reason(theory_t *t, int literal, size_t *count) {
    uint32_t number = t->consequence_of.data[theory_literal_index(literal)];
    theory_consequence_t c = t->consequences.data[number];
    theory_explain_begin(t, &t->reason);
    VEC_PUSH(t->reason, literal);
    if (c.source == THEORY_NONE) {
        theory_explain_path(t, c.from, c.to, c.edges, &t->reason);
    } else {
        const theory_source_t *s = &t->sources.data[c.source];
        const theory_write_t *w = &t->writes.data[c.write];
        theory_explain_literal(w->happens, &t->reason);
        theory_explain_path(t, t->writes.data[s->write].node, w->node, c.edges, &t->reason);
        theory_explain_path(t, w->node, s->node, c.edges, &t->reason);
    }
    *count = t->reason.len;
    return t->reason.data;
}

/* What was built. */

void theory_each_order(const theory_t *t, theory_order_t each, void *context) {
    for (size_t c = 0; c < t->chains.len; c++)
        for (size_t i = 1; i < t->chains.data[c].len; i++)
            each(context, t->chains.data[c].data[i - 1], t->chains.data[c].data[i], 0);
    for (size_t i = 0; i < t->edges.len; i++)
        if (t->edges.data[i].kind == EDGE_GIVEN && !t->edges.data[i].literal)
            each(context, t->edges.data[i].from, t->edges.data[i].to, 0);
    for (size_t i = 0; i < t->choices.len; i++)
        each(context, t->choices.data[i].from, t->choices.data[i].to, t->choices.data[i].literal);
}

uint32_t theory_source_count(const theory_t *t) {
    return (uint32_t)t->sources.len;
}

void theory_source_at(const theory_t *t, uint32_t index, theory_source_view_t *out) {
    const theory_source_t *s = &t->sources.data[index];
    const theory_write_t *w = &t->writes.data[s->write];
    *out = (theory_source_view_t){w->location, s->write,    w->node,   w->position,
                                  s->node,     s->position, s->literal};
}

uint32_t theory_write_count(const theory_t *t, uint32_t location) {
    return location < t->locations.len ? (uint32_t)t->locations.data[location].writes.len : 0;
}

void theory_write_at(const theory_t *t, uint32_t location, uint32_t index,
                     theory_write_view_t *out) {
    uint32_t number = t->locations.data[location].writes.data[index];
    const theory_write_t *w = &t->writes.data[number];
    *out = (theory_write_view_t){number, w->node, w->position, w->happens};
}
