#ifndef TESTS_UNIT_RANDOM_PROGRAMS_H
#define TESTS_UNIT_RANDOM_PROGRAMS_H

#include "cfa/passes.h"
#include "tests/unit/witness_build.h"

#include <stdio.h>
#include <stdlib.h>

/* Small random programs with threads: loads and stores of a few cells, branches,
 * loops, assumptions, mutexes (also unlocked by others), atomic sections (also
 * with a condition), calls, joins, detached threads, the heap, exits, errors. No inputs, and few
 * values, so that all their states can be listed. The same seed and size give the same program. */
typedef struct random_program {
    build_t b;
    uint64_t state;
    unsigned left; /* statements that may still be made in this function */
    unsigned errors; /* ... that may still be made: few, or the lost ones are not missed */
    unsigned features; /* bit set: what it may be made of */
    object_t *cells[2], *array, *mutexes[2], *mutex_array, *handles[3];
    object_t *shared_pointer, *site;
    function_t *helper, *leaf, *workers[3];
    reg_t regs[2];
    reg_t pointer; /* NO_REG: none in this function */
    bool in_section, is_main, is_helper;
} random_program_t;

enum {
    RANDOM_BRANCH = 1,
    RANDOM_LOOP = 2,
    RANDOM_ASSUME = 4,
    RANDOM_MUTEX = 8,
    RANDOM_ATOMIC = 16,
    RANDOM_CALL = 32,
    RANDOM_EXIT = 64,
    RANDOM_DETACH = 128,
    RANDOM_POINTER = 256,
    RANDOM_CREATE = 512,
    RANDOM_HEAP = 2048,
    RANDOM_NO_END = 1024, /* no error, and no end of the program but that of all threads */
    RANDOM_ALIKE = 4096, /* all workers run one routine, nobody joins or detaches them */
};

static unsigned random_pick(random_program_t *r, unsigned below) {
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return (unsigned)((r->state * 0x2545f4914f6cdd1du) >> 33) % below;
}

static bool random_may(random_program_t *r, unsigned feature) {
    return r->features & feature;
}

static const expr_t *random_value(random_program_t *r) {
    build_t *b = &r->b;
    unsigned pick = random_pick(r, 4);
    if (pick < 2) return E_int(b, random_pick(r, 3));
    const expr_t *reg = E_reg(b, r->regs[random_pick(r, 2)]);
    if (pick == 2) return reg;
    return expr_binary(b->p->exprs, EXPR_AND, E_add(b, reg, E_int(b, 1)), E_int(b, 3));
}

static const expr_t *random_address(random_program_t *r) {
    build_t *b = &r->b;
    if (r->pointer != NO_REG && random_pick(r, 3) == 0) return E_reg(b, r->pointer);
    switch (random_pick(r, 6)) {
    case 0: return E_add(b, E_addr(b, r->array), E_int(b, 4 * random_pick(r, 2)));
    case 1: {
        /* An index that data decides. */
        const expr_t *index =
            expr_binary(b->p->exprs, EXPR_AND, E_reg(b, r->regs[random_pick(r, 2)]), E_int(b, 1));
        return E_add(b, E_addr(b, r->array),
                     expr_binary(b->p->exprs, EXPR_MUL, index, E_int(b, 4)));
    }
    default: return E_addr(b, r->cells[random_pick(r, 2)]);
    }
}

/* Over a register or over one load. */
static const expr_t *random_condition(random_program_t *r) {
    build_t *b = &r->b;
    const expr_t *what = random_pick(r, 2) ? E_reg(b, r->regs[random_pick(r, 2)])
                                           : expr_load(b->p->exprs, random_address(r), b->i32);
    const expr_t *value = E_int(b, random_pick(r, 3));
    const expr_t *condition = random_pick(r, 3) ? E_eq(b, what, value) : E_lt(b, what, value);
    return random_pick(r, 2) ? condition : E_not(b, condition);
}

static void random_block(random_program_t *r, unsigned most);

/* Inside of something there is room for one or two statements. */
static void random_inside(random_program_t *r) {
    r->left += 2;
    random_block(r, 2);
}

static void random_branch(random_program_t *r, bool is_loop) {
    build_t *b = &r->b;
    node_t *fork = b->at, *join = build_node(b);
    const expr_t *condition = random_condition(r);
    S_assume(b, condition)->is_branch = true;
    random_inside(r);
    build_edge_to(b, EDGE_NOP, is_loop ? fork : join);
    b->at = fork;
    S_assume(b, E_not(b, condition))->is_branch = true;
    if (!is_loop) random_block(r, 2);
    build_edge_to(b, EDGE_NOP, join);
}

/* For ever, or until a condition holds inside. */
static void random_endless(random_program_t *r) {
    build_t *b = &r->b;
    node_t *head = b->at;
    random_inside(r);
    if (b->at == head) build_edge(b, EDGE_NOP);
    build_edge_to(b, EDGE_NOP, head);
    b->at = build_node(b);
}

static void random_error(random_program_t *r) {
    if (!r->errors || random_may(r, RANDOM_NO_END)) return;
    r->errors--;
    if (random_pick(r, 4)) {
        S_error_if(&r->b, random_condition(r));
    } else {
        S_error(&r->b);
        r->b.at = build_node(&r->b); /* which nothing leads to */
    }
}

static void random_section(random_program_t *r) {
    bool was_inside = r->in_section;
    edge_t *begin = build_edge(&r->b, EDGE_ATOMIC_BEGIN);
    if (random_may(r, RANDOM_ASSUME) && random_pick(r, 2)) begin->value = random_condition(r);
    r->in_section = true;
    random_inside(r);
    r->in_section = was_inside;
    build_edge(&r->b, EDGE_ATOMIC_END);
}

static void random_mutex(random_program_t *r) {
    build_t *b = &r->b;
    const expr_t *mutex = E_addr(b, r->mutexes[random_pick(r, 2)]);
    if (random_pick(r, 4) == 0) /* one that data decides on; it is 24 bytes long */
        mutex = E_add(b, E_addr(b, r->mutex_array),
                      expr_binary(b->p->exprs, EXPR_MUL,
                                  expr_binary(b->p->exprs, EXPR_AND,
                                              E_reg(b, r->regs[random_pick(r, 2)]), E_int(b, 1)),
                                  E_int(b, 24)));
    switch (random_pick(r, 6)) {
    case 0: S_mutex(b, EDGE_LOCK, mutex); break;
    case 1: S_mutex(b, EDGE_UNLOCK, mutex); break;
    case 2: S_mutex(b, EDGE_TRYLOCK, mutex)->target = r->regs[0]; break;
    default:
        S_mutex(b, EDGE_LOCK, mutex);
        random_inside(r);
        S_mutex(b, EDGE_UNLOCK, mutex);
    }
}

/* Three ways. */
static void random_switch(random_program_t *r) {
    build_t *b = &r->b;
    node_t *fork = b->at, *join = build_node(b);
    const expr_t *reg = E_reg(b, r->regs[random_pick(r, 2)]);
    const expr_t *cases[3] = {E_eq(b, reg, E_int(b, 0)), E_eq(b, reg, E_int(b, 1))};
    cases[2] = expr_binary(b->p->exprs, EXPR_AND, E_not(b, cases[0]), E_not(b, cases[1]));
    for (int i = 0; i < 3; i++) {
        b->at = fork;
        S_assume(b, cases[i]);
        random_inside(r);
        build_edge_to(b, EDGE_NOP, join);
    }
}

/* The heap by one pointer that all threads know: whoever comes first makes the
 * object, the others use it, and somebody may free it too early. */
static void random_heap(random_program_t *r) {
    build_t *b = &r->b;
    reg_t pointer = function_add_temporary(b->p, b->f, b->i32);
    if (random_pick(r, 2)) {
        edge_t *alloc = build_edge(b, EDGE_ALLOC);
        alloc->target = pointer;
        alloc->value = E_int(b, 4);
        alloc->object = r->site;
        S_store(b, E_reg(b, pointer), E_int(b, 0));
        S_store(b, E_addr(b, r->shared_pointer), E_reg(b, pointer));
        return;
    }
    S_assign(b, pointer, E_load(b, r->shared_pointer));
    node_t *fork = b->at, *join = build_node(b);
    const expr_t *is_null = E_eq(b, E_reg(b, pointer), E_int(b, 0));
    S_assume(b, is_null)->is_branch = true;
    build_edge_to(b, EDGE_NOP, join);
    b->at = fork;
    S_assume(b, E_not(b, is_null))->is_branch = true;
    switch (random_pick(r, 5)) {
    case 0: build_edge(b, EDGE_FREE)->address = E_reg(b, pointer); break;
    case 1:
    case 2: S_store(b, E_reg(b, pointer), random_value(r)); break;
    default: S_assign(b, r->regs[0], expr_load(b->p->exprs, E_reg(b, pointer), b->i32)); break;
    }
    build_edge_to(b, EDGE_NOP, join);
}

/* Ends the path; what follows cannot be reached, but by a branch around it. */
static void random_end(random_program_t *r) {
    build_t *b = &r->b;
    node_t *fork = b->at;
    const expr_t *condition = random_condition(r);
    S_assume(b, condition)->is_branch = true;
    unsigned pick = random_pick(r, 3);
    if (random_may(r, RANDOM_NO_END) && (pick == 0 || r->is_main)) pick = 1;
    switch (pick) {
    case 0: build_edge(b, EDGE_EXIT); break;
    case 1: build_edge(b, EDGE_THREAD_EXIT)->value = E_int(b, 0); break;
    default: S_return(b, E_int(b, random_pick(r, 3))); break;
    }
    b->at = fork;
    S_assume(b, E_not(b, condition))->is_branch = true;
}

static void random_statement(random_program_t *r) {
    build_t *b = &r->b;
    switch (random_pick(r, 19)) {
    case 15:
        if (random_may(r, RANDOM_BRANCH)) random_switch(r);
        return;
    case 16:
    case 17:
        if (random_may(r, RANDOM_HEAP)) random_heap(r);
        return;
    case 0:
    case 1:
    case 2: S_store(b, random_address(r), random_value(r)); return;
    case 3:
    case 4:
        S_assign(b, r->regs[random_pick(r, 2)], expr_load(b->p->exprs, random_address(r), b->i32));
        return;
    case 5: S_assign(b, r->regs[random_pick(r, 2)], random_value(r)); return;
    case 6:
        if (random_may(r, RANDOM_BRANCH)) random_branch(r, false);
        return;
    case 7:
        if (random_may(r, RANDOM_LOOP)) random_branch(r, true);
        return;
    case 8:
        if (random_may(r, RANDOM_ASSUME)) S_assume(b, random_condition(r));
        return;
    case 9:
    case 10:
        if (random_may(r, RANDOM_MUTEX)) random_mutex(r);
        return;
    case 11:
        if (random_may(r, RANDOM_ATOMIC) && (!r->in_section || random_pick(r, 4) == 0))
            random_section(r);
        return;
    case 12:
        if (random_may(r, RANDOM_CALL) && !r->is_helper)
            S_call(b, r->helper, E_int(b, random_pick(r, 3)),
                   random_pick(r, 2) ? r->regs[0] : NO_REG);
        return;
    case 13:
        if (random_may(r, RANDOM_EXIT)) random_end(r);
        return;
    case 14:
        if (random_may(r, RANDOM_LOOP) && random_pick(r, 3) == 0) random_endless(r);
        return;
    default:
        if (random_pick(r, 2)) random_error(r);
        return;
    }
}

static void random_block(random_program_t *r, unsigned most) {
    for (unsigned i = random_pick(r, most + 1); i > 0 && r->left > 0; i--) {
        r->left--;
        random_statement(r);
    }
}

static void random_body(random_program_t *r, unsigned size) {
    r->left = size;
    while (r->left > 0) random_block(r, r->left);
}

static function_t *random_function(random_program_t *r, const char *name, unsigned params) {
    function_t *f = build_function(&r->b, name, params);
    r->regs[0] = build_reg(&r->b, "r");
    r->regs[1] = build_reg(&r->b, "q");
    r->pointer = NO_REG;
    /* Registers have no value at first, and all states must have one. */
    S_assign(&r->b, r->regs[0], params ? E_reg(&r->b, 0) : E_int(&r->b, 0));
    S_assign(&r->b, r->regs[1], E_int(&r->b, 0));
    return f;
}

/* main: creates the workers, does something between, and joins some of them. */
static void random_main(random_program_t *r, unsigned workers, unsigned size) {
    build_t *b = &r->b;
    random_function(r, "main", 0);
    object_t *local = NULL;
    if (random_may(r, RANDOM_POINTER)) {
        local = function_add_local(b->p, b->f, "v", b->i32, (source_t){0});
        S_store(b, E_addr(b, local), E_int(b, 0));
        r->pointer = build_reg(b, "p");
        S_assign(b, r->pointer, E_addr(b, local));
    }
    r->is_main = true;
    for (unsigned i = 0; i < workers; i++) {
        S_create(b, r->workers[i], local ? E_addr(b, local) : NULL, E_addr(b, r->handles[i]));
        if (random_pick(r, 2)) random_body(r, 1);
        if (random_may(r, RANDOM_DETACH) && random_pick(r, 4) == 0 &&
            !random_may(r, RANDOM_ALIKE)) {
            edge_t *detach = build_edge(b, EDGE_THREAD_DETACH);
            detach->value = E_load(b, r->handles[i]);
        }
    }
    random_body(r, size);
    for (unsigned i = 0; i < workers && !random_may(r, RANDOM_ALIKE); i++)
        if (!random_may(r, RANDOM_DETACH) && random_pick(r, 3))
            S_join(b, E_load(b, r->handles[i]), random_pick(r, 2) ? r->regs[0] : NO_REG);
    random_body(r, size > 2 ? 2 : size);
    if (random_pick(r, 2)) random_error(r);
    if (random_pick(r, 3) && !random_may(r, RANDOM_NO_END))
        S_return(b, E_int(b, 0));
    else
        build_edge(b, EDGE_THREAD_EXIT)->value = E_int(b, 0);
    r->is_main = false;
}

/* size: statements per function, about; must: features it has in any case.
 * Passes have run. */
UNUSED_HELPER static random_program_t random_program(uint64_t seed, unsigned size, unsigned must) {
    random_program_t r = {.b = build_new(), .state = seed * 0x9e3779b97f4a7c15u + 1};
    build_t *b = &r.b;
    static const char *const names[] = {"x", "y", "w0", "w1", "w2", "h0", "h1", "h2"};
    for (int i = 0; i < 8; i++) random_pick(&r, 2);
    /* All at once hide each other: most programs have few. */
    unsigned few = random_pick(&r, 1024) & random_pick(&r, 1024);
    r.features = few | 1u << seed % 10 | (random_pick(&r, 3) ? 0 : random_pick(&r, 1024));
    if (random_pick(&r, 5) == 0) r.features |= RANDOM_HEAP;
    r.features |= must;
    r.errors = 1 + random_pick(&r, 2);
    for (int i = 0; i < 2; i++) r.cells[i] = build_global(b, names[i], b->i32);
    for (int i = 0; i < 3; i++) r.handles[i] = build_global(b, names[5 + i], b->i32);
    r.array = build_global(b, "a", type_array(b->p->types, b->i32, 2));
    r.mutex_array = build_global(b, "mm", type_array(b->p->types, b->mutex, 2));
    r.shared_pointer = build_global(b, "g", b->i32);
    r.site = program_add_object(b->p, OBJECT_HEAP, "site", b->i32, (source_t){0});
    r.mutexes[0] = build_global(b, "m", b->mutex);
    r.mutexes[1] = build_global(b, "n", b->mutex);
    r.is_helper = true;
    r.helper = random_function(&r, "helper", 1);
    random_body(&r, 2);
    S_return(b, E_reg(b, r.regs[1]));
    r.leaf = random_function(&r, "leaf", 0);
    random_body(&r, 1);
    S_return(b, E_int(b, 0));
    r.is_helper = false;
    unsigned workers = 1 + random_pick(&r, 3);
    if (random_may(&r, RANDOM_ALIKE) && workers < 2) workers = 2;
    for (unsigned i = 0; i < workers; i++) {
        bool takes_pointer = random_may(&r, RANDOM_POINTER);
        if (i && (random_pick(&r, 3) == 0 ||
                  random_may(&r, RANDOM_ALIKE))) { /* twice the same routine */
            r.workers[i] = r.workers[i - 1];
            continue;
        }
        r.workers[i] = random_function(&r, names[2 + i], takes_pointer);
        if (takes_pointer) {
            r.pointer = 0;
            S_assign(b, r.regs[0], E_int(b, 0));
        }
        if (random_may(&r, RANDOM_CREATE) && random_pick(&r, 2)) {
            S_create(b, r.leaf, NULL, E_addr(b, r.handles[2]));
        }
        random_body(&r, size);
        if (random_pick(&r, 3) == 0) random_error(&r);
        S_return(b, E_int(b, random_pick(&r, 2)));
    }
    random_main(&r, workers, size);
    passes_run(b->p);
    return r;
}

/* HEDDLE_SEED=N begins at another seed. */
UNUSED_HELPER static uint64_t random_first(void) {
    const char *first = getenv("HEDDLE_SEED");
    return first ? strtoull(first, NULL, 10) : 1;
}

UNUSED_HELPER static void random_print(const program_t *program) {
    strbuf_t text = {0};
    for (size_t i = 0; i < program->functions.len; i++) {
        const function_t *f = program->functions.data[i];
        if (!f->entry) continue;
        strbuf_printf(&text, "%s: entry %u\n", f->name, (unsigned)f->entry->id);
        for (size_t k = 0; k < f->nodes.len; k++)
            for (size_t j = 0; j < f->nodes.data[k]->out.len; j++) {
                const edge_t *edge = f->nodes.data[k]->out.data[j];
                strbuf_printf(&text, "  %u%s -> %u: ", (unsigned)edge->from->id,
                              edge->from->is_loop_head ? " (loop)" : "", (unsigned)edge->to->id);
                edge_print(&text, edge);
                strbuf_add(&text, "\n");
            }
    }
    fputs(strbuf_text(&text), stdout);
    strbuf_free(&text);
}

#endif
