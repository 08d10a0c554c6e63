#include "solver/aig.h"

#include "util/hash.h"

typedef struct gate {
    aig_lit_t a, b; /* a <= b; both 0: an input, or the constant */
} gate_t;

struct aig {
    VEC(gate_t) nodes;
    VEC(uint32_t) marks; /* number of the last walk that met the node */
    uint32_t walk;
    aig_lits_t images; /* of the map that image_marks says */
    VEC(uint32_t) image_marks;
    uint32_t map;
    map64_t table; /* operands -> node */
    numbers_t stack;
};

static aig_lit_t add_node(aig_t *aig, gate_t gate) {
    REQUIRE(aig->nodes.len < UINT32_MAX / 2 - 1);
    VEC_PUSH(aig->nodes, gate);
    VEC_PUSH(aig->marks, 0);
    VEC_PUSH(aig->images, 0);
    VEC_PUSH(aig->image_marks, 0);
    return (aig_lit_t)(aig->nodes.len - 1) * 2;
}

aig_t *aig_new(void) {
    aig_t *aig = mem_zalloc(sizeof *aig);
    add_node(aig, (gate_t){0, 0});
    return aig;
}

void aig_delete(aig_t *aig) {
    if (!aig) return;
    VEC_FREE(aig->nodes);
    VEC_FREE(aig->marks);
    VEC_FREE(aig->images);
    VEC_FREE(aig->image_marks);
    VEC_FREE(aig->stack);
    map64_free(&aig->table);
    mem_free(aig);
}

uint32_t aig_nodes(const aig_t *aig) {
    return (uint32_t)aig->nodes.len;
}

size_t aig_bytes(const aig_t *aig) {
    return aig->nodes.cap * sizeof(gate_t) + aig->marks.cap * 12 + aig->table.cap * 16;
}

aig_lit_t aig_input(aig_t *aig) {
    return add_node(aig, (gate_t){0, 0});
}

bool aig_is_input(const aig_t *aig, uint32_t node) {
    return node && !aig->nodes.data[node].b;
}

void aig_operands(const aig_t *aig, uint32_t node, aig_lit_t *a, aig_lit_t *b) {
    *a = aig->nodes.data[node].a;
    *b = aig->nodes.data[node].b;
}

/* x and (x and y) is x and y; x and (not x and y) is false; x and not (not x and y) is x;
 * x and not (x and y) is x and not y. c is a conjunction or its negation. */
static bool absorb(aig_t *aig, aig_lit_t x, aig_lit_t c, aig_lit_t *result) {
    const gate_t gate = aig->nodes.data[aig_node(c)];
    if (!gate.b) return false;
    bool has = gate.a == x || gate.b == x, refutes = gate.a == (x ^ 1) || gate.b == (x ^ 1);
    if (!has && !refutes) return false;
    if (!(c & 1))
        *result = has ? c : AIG_FALSE;
    else if (refutes)
        *result = x;
    else
        *result = aig_and(aig, x, aig_not(gate.a == x ? gate.b : gate.a));
    return true;
}

aig_lit_t aig_and(aig_t *aig, aig_lit_t a, aig_lit_t b) {
    uint64_t found;
    aig_lit_t simple;
    if (a > b) {
        aig_lit_t swap = a;
        a = b;
        b = swap;
    }
    if (a == AIG_FALSE || a == aig_not(b)) return AIG_FALSE;
    if (a == AIG_TRUE || a == b) return b;
    if (absorb(aig, a, b, &simple) || absorb(aig, b, a, &simple)) return simple;
    uint64_t key = (uint64_t)a << 32 | b;
    if (map64_get(&aig->table, key, &found)) return (aig_lit_t)found;
    aig_lit_t node = add_node(aig, (gate_t){a, b});
    map64_put(&aig->table, key, node);
    return node;
}

aig_lit_t aig_ite(aig_t *aig, aig_lit_t c, aig_lit_t a, aig_lit_t b) {
    if (c == AIG_TRUE || a == b) return a;
    if (c == AIG_FALSE) return b;
    return aig_not(aig_and(aig, aig_not(aig_and(aig, c, a)), aig_not(aig_and(aig, aig_not(c), b))));
}

void aig_begin_walk(aig_t *aig) {
    aig->walk++;
}

bool aig_visit(aig_t *aig, uint32_t node) {
    if (aig->marks.data[node] == aig->walk) return false;
    aig->marks.data[node] = aig->walk;
    return true;
}

void aig_inputs_below(aig_t *aig, aig_lit_t literal, aig_lits_t *out) {
    VEC_CLEAR(aig->stack);
    VEC_PUSH(aig->stack, aig_node(literal));
    while (aig->stack.len) {
        uint32_t node = VEC_POP(aig->stack);
        if (!node || !aig_visit(aig, node)) continue;
        gate_t gate = aig->nodes.data[node];
        if (!gate.b) {
            VEC_PUSH(*out, node * 2);
            continue;
        }
        VEC_PUSH(aig->stack, aig_node(gate.a));
        VEC_PUSH(aig->stack, aig_node(gate.b));
    }
}

void aig_begin_map(aig_t *aig) {
    aig->map++;
}

static void set_image(aig_t *aig, uint32_t node, aig_lit_t to) {
    aig->images.data[node] = to;
    aig->image_marks.data[node] = aig->map;
}

void aig_map(aig_t *aig, aig_lit_t input, aig_lit_t to) {
    REQUIRE(aig_is_input(aig, aig_node(input)));
    set_image(aig, aig_node(input), to ^ (input & 1));
}

static bool has_image(const aig_t *aig, aig_lit_t literal, aig_lit_t *image) {
    uint32_t node = aig_node(literal);
    *image = (node ? aig->images.data[node] : AIG_FALSE) ^ (literal & 1);
    return !node || aig->image_marks.data[node] == aig->map;
}

aig_lit_t aig_image(aig_t *aig, aig_lit_t literal) {
    aig_lit_t image, a, b;
    VEC_CLEAR(aig->stack);
    VEC_PUSH(aig->stack, aig_node(literal));
    while (aig->stack.len) {
        uint32_t node = VEC_TOP(aig->stack);
        gate_t gate = aig->nodes.data[node];
        if (has_image(aig, node * 2, &image)) {
            aig->stack.len--;
            continue;
        }
        if (!gate.b) {
            set_image(aig, node, node * 2);
            continue;
        }
        bool has_a = has_image(aig, gate.a, &a), has_b = has_image(aig, gate.b, &b);
        if (!has_a) VEC_PUSH(aig->stack, aig_node(gate.a));
        if (!has_b) VEC_PUSH(aig->stack, aig_node(gate.b));
        if (has_a && has_b) set_image(aig, node, aig_and(aig, a, b));
    }
    has_image(aig, literal, &image);
    return image;
}
