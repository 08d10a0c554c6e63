#include "engine/order/wto.h"

typedef struct {
    arena_t *arena;
    uint32_t *number; /* by place in reverse post-order; 0: not seen, DONE: in the order */
    uint32_t count;
    VEC(const node_t *) stack;
} search_t;

enum { DONE = UINT32_MAX };

static uint32_t visit(search_t *s, const node_t *node, wto_item_t **order);

static void prepend(search_t *s, wto_item_t **order, const node_t *node, bool is_component,
                    wto_item_t *first) {
    wto_item_t *item = ARENA_NEW(s->arena, wto_item_t);
    *item =
        (wto_item_t){.node = node, .is_component = is_component, .first = first, .next = *order};
    *order = item;
}

static wto_item_t *component(search_t *s, const node_t *head) {
    wto_item_t *order = NULL;
    for (size_t i = 0; i < head->out.len; i++)
        if (!s->number[head->out.data[i]->to->rpo]) visit(s, head->out.data[i]->to, &order);
    return order;
}

/* The least number among the nodes on the stack that can be reached from the node. */
static uint32_t visit(search_t *s, const node_t *node, wto_item_t **order) {
    uint32_t head = s->number[node->rpo] = ++s->count, own = head;
    bool is_loop = false;
    VEC_PUSH(s->stack, node);
    for (size_t i = 0; i < node->out.len; i++) {
        const node_t *to = node->out.data[i]->to;
        uint32_t least = s->number[to->rpo] ? s->number[to->rpo] : visit(s, to, order);
        if (least > head) continue;
        head = least;
        is_loop = true;
    }
    if (head != own) return head;
    s->number[node->rpo] = DONE;
    for (const node_t *top = VEC_POP(s->stack); top != node; top = VEC_POP(s->stack))
        s->number[top->rpo] = 0;
    prepend(s, order, node, is_loop, is_loop ? component(s, node) : NULL);
    return head;
}

static uint32_t number_places(wto_item_t *item, uint32_t *place, uint32_t next) {
    for (; item; item = item->next) {
        item->from = place[item->node->rpo] = next++;
        next = number_places(item->first, place, next);
        item->to = next - 1;
    }
    return next;
}

/* All ways from here end in errors. Who leaves a loop by such a way does not end it. */
static bool must_err(const node_t *node, const bool *is_doomed) {
    for (size_t i = 0; i < node->out.len; i++)
        if (node->out.data[i]->kind != EDGE_ERROR && !is_doomed[node->out.data[i]->to->rpo])
            return false;
    return node->out.len;
}

static const bool *find_doomed(arena_t *arena, const function_t *function) {
    bool *is_doomed = ARENA_ARRAY(arena, bool, function->nodes.len + 1);
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t i = 0; i < function->nodes.len; i++) {
            const node_t *node = function->nodes.data[i];
            if (is_doomed[node->rpo] || !must_err(node, is_doomed)) continue;
            is_doomed[node->rpo] = has_changed = true;
        }
    }
    return is_doomed;
}

wto_t *wto_new(arena_t *arena, const function_t *function) {
    search_t s = {.arena = arena};
    s.number = mem_zalloc((function->nodes.len + 1) * sizeof *s.number);
    wto_item_t *order = NULL;
    visit(&s, function->entry, &order);
    VEC_FREE(s.stack);
    mem_free(s.number);
    uint32_t *place = ARENA_ARRAY(arena, uint32_t, function->nodes.len + 1);
    number_places(order, place, 0);
    wto_t *wto = ARENA_NEW(arena, wto_t);
    *wto = (wto_t){order, place, find_doomed(arena, function)};
    return wto;
}
