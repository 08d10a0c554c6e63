#include "tests/fuzz/generate_internal.h"

#include <stdio.h>
#include <string.h>

static ctype_t mutex_type = {.kind = CT_MUTEX, .size = 4, .align = 4};
static ctype_t semaphore_type = {.kind = CT_SEMAPHORE, .size = 4, .align = 4};
static ctype_t rwlock_type = {.kind = CT_RWLOCK, .size = 4, .align = 4};
static ctype_t barrier_type = {.kind = CT_BARRIER, .size = 4, .align = 4};
static ctype_t condition_type = {.kind = CT_CONDITION, .size = 4, .align = 4};

static var_t *new_var(char initial, unsigned number, const ctype_t *type) {
    var_t *var = ast_new(sizeof *var);
    snprintf(var->name, sizeof var->name, "%c%u", initial, number);
    var->type = type;
    return var;
}

static var_t *add_global(generator_t *g, char initial, const ctype_t *type) {
    tree_t *tree = g->tree;
    var_t *var = new_var(initial, tree->global_count, type);
    var->is_global = true;
    tree->globals[tree->global_count++] = var;
    return var;
}

static var_t *add_local(function_t *f, char initial, const ctype_t *type) {
    var_t *var = new_var(initial, f->local_count, type);
    f->locals[f->local_count++] = var;
    return var;
}

static const ctype_t *number_type(generator_t *g) {
    return gen_chance(g, 50) ? ct_int : &int_types[gen_below(g, INT_TYPES)];
}

static void some_elements(generator_t *g, var_t *var) {
    for (unsigned i = 0; i < 4; i++) var->elems[i] = gen_chance(g, 50) ? 0 : gen_below(g, 3);
}

static ctype_t *new_struct(generator_t *g, const char *name) {
    ctype_t *type = ast_new(sizeof *type);
    type->kind = CT_STRUCT;
    type->name = name;
    g->tree->structs[g->tree->struct_count++] = type;
    return type;
}

static void make_globals(generator_t *g) {
    tree_t *tree = g->tree;
    g->pointed = gen_chance(g, 60) ? ct_int : &int_types[gen_below(g, INT_TYPES)];
    unsigned numbers = 2 + gen_below(g, 2);
    for (unsigned i = 0; i < numbers; i++) {
        var_t *var = add_global(g, 'g', i == 0 || gen_chance(g, 30) ? g->pointed : number_type(g));
        if (gen_chance(g, 50)) var->start = gen_const(var->type, 1 + gen_below(g, 3));
        if (i > 0 && gen_has(g, HAS_ATOMIC_VARIABLE) && gen_chance(g, 60)) var->is_atomic = true;
    }
    if (gen_has(g, HAS_ARRAY)) {
        const ctype_t *elem = gen_chance(g, 60) ? g->pointed : number_type(g);
        var_t *array = add_global(g, 'v', ct_array(elem, gen_chance(g, 70) ? 2 : 4));
        some_elements(g, array);
        if (gen_has(g, HAS_WALKERS)) {
            g->walked = array->type;
            var_t *walker = add_global(g, 'w', ct_pointer(tree, elem));
            expr_t *first = gen_node(EX_INDEX, OP_SET, gen_var(array), gen_const(ct_int, 0));
            walker->start = gen_node(EX_ADDR, OP_SET, first, NULL);
        }
    }
    if (gen_has(g, HAS_STRUCT)) {
        ctype_t *type = new_struct(g, "pair");
        type->field_count = 2;
        type->fields[0] = number_type(g);
        type->fields[1] = gen_chance(g, 30) ? ct_array(number_type(g), 2) : g->pointed;
        ct_struct_lay_out(type);
        add_global(g, 's', type);
    }
    if (gen_has(g, HAS_UNION)) {
        ctype_t *type = new_struct(g, "views");
        type->is_union = true;
        type->field_count = 2;
        type->fields[0] = ct_int;
        type->fields[1] =
            gen_chance(g, 50) ? ct_array(&int_types[3], 2) : ct_array(&int_types[1], 4);
        ct_struct_lay_out(type);
        add_global(g, 'u', type);
    }
    if (gen_has(g, HAS_SHARED_POINTER)) {
        var_t *var = add_global(g, 'q', ct_pointer(tree, g->pointed));
        var->start = gen_node(EX_ADDR, OP_SET, gen_var(tree->globals[0]), NULL);
    }
    if (gen_has(g, HAS_LIST)) {
        g->node = new_struct(g, "node");
        g->node->field_count = 2;
        g->node->fields[0] = number_type(g);
        g->node->fields[1] = ct_pointer(tree, g->node);
        ct_struct_lay_out(g->node);
        g->head = add_global(g, 'd', ct_pointer(tree, g->node));
    }
    if (gen_has(g, HAS_MUTEX)) {
        add_global(g, 'm', &mutex_type);
        if (gen_has(g, HAS_MUTEX_ARRAY)) add_global(g, 'm', ct_array(&mutex_type, 2));
    }
    if (gen_has(g, HAS_SEMAPHORE)) add_global(g, 'e', &semaphore_type)->elems[0] = gen_below(g, 3);
    if (gen_has(g, HAS_MONITORS)) {
        add_global(g, 'o', &condition_type);
        /* Whether a writer who asks again waits or is told is left open. */
        if (g->tree->asked != ASKED_MISUSE && gen_chance(g, 60)) add_global(g, 'r', &rwlock_type);
        if (gen_chance(g, 30)) add_global(g, 'y', &barrier_type);
    }
}

static ctype_t *handle_type(generator_t *g) {
    ctype_t *type = ast_new(sizeof *type);
    type->kind = CT_HANDLE;
    type->size = type->align = g->tree->pointer_size;
    return type;
}

static function_t *new_function(generator_t *g, function_kind_t kind) {
    function_t *f = ast_new(sizeof *f);
    f->kind = kind;
    g->function = f;
    g->depth = 0;
    g->may_break = g->may_continue = g->is_in_section = false;
    g->counters = 0;
    return f;
}

static void add_function(generator_t *g, function_t *f) {
    unsigned number = g->tree->function_count;
    if (f->kind == FUNCTION_MAIN)
        snprintf(f->name, sizeof f->name, "main");
    else
        snprintf(f->name, sizeof f->name, f->is_atomic ? "__VERIFIER_atomic_f%u" : "f%u", number);
    g->tree->functions[g->tree->function_count++] = f;
}

static void make_locals(generator_t *g, function_t *f) {
    unsigned numbers = 1 + gen_below(g, 2);
    for (unsigned i = 0; i < numbers; i++) {
        bool is_pointed = gen_has(g, HAS_SHARED_LOCALS) && gen_chance(g, 50);
        var_t *var = add_local(f, 'l', is_pointed ? g->pointed : number_type(g));
        var->start = gen_const(var->type, gen_below(g, 2));
    }
    if (f->kind != FUNCTION_HELPER && gen_has(g, HAS_LOOPS))
        for (unsigned i = 0; i < 2; i++) add_local(f, 'i', ct_int);
    if (gen_has(g, HAS_POINTERS) || gen_has(g, HAS_HEAP)) {
        var_t *pointer = add_local(f, 'p', ct_pointer(g->tree, g->pointed));
        pointer->start = gen_node(EX_ADDR, OP_SET, gen_var(g->tree->globals[0]), NULL);
    }
    if (gen_has(g, HAS_BYTES) && !g->pointed->is_bool) {
        g->bytes = ct_array(&int_types[1], g->pointed->size);
        var_t *bytes = add_local(f, 'c', ct_pointer(g->tree, &int_types[1]));
        bytes->start = gen_node(EX_CAST, OP_SET, gen_address(g), NULL);
        bytes->start->type = bytes->type;
    }
    if (gen_has(g, HAS_MUTEX) && gen_has(g, HAS_MUTEX_POINTER)) {
        var_t *pointer = add_local(f, 'k', ct_pointer(g->tree, &mutex_type));
        for (unsigned i = 0; i < g->tree->global_count; i++)
            if (g->tree->globals[i]->type == &mutex_type)
                pointer->start = gen_node(EX_ADDR, OP_SET, gen_var(g->tree->globals[i]), NULL);
    }
    if (gen_has(g, HAS_STATIC_LOCALS) && g->tree->global_count < MAX_VARS - 2) {
        var_t *var = add_global(g, 'z', number_type(g));
        var->inside = f;
        var->start = gen_const(var->type, gen_below(g, 2));
    }
    if (gen_has(g, HAS_LIST)) add_local(f, 'n', ct_pointer(g->tree, g->node));
    if (gen_has(g, HAS_ARRAY) && gen_chance(g, 20))
        some_elements(g, add_local(f, 'b', ct_array(number_type(g), 2)));
}

static void make_param(generator_t *g, function_t *f) {
    bool is_pointer = gen_has(g, HAS_POINTERS) && gen_chance(g, 60);
    const ctype_t *type = is_pointer                    ? ct_pointer(g->tree, g->pointed)
                          : f->kind == FUNCTION_ROUTINE ? ct_int
                                                        : number_type(g);
    add_local(f, is_pointer ? 'p' : 'a', type)->is_param = true;
    f->param_count++;
}

/* if (a > 0) { body; [result =] f(a - 1, ...); } */
static stmt_t *recursion(generator_t *g, function_t *f, stmt_t *body) {
    stmt_t *test = gen_stmt(ST_IF), *call = gen_stmt(ST_CALL);
    expr_t *depth = gen_var(f->locals[0]);
    test->value = gen_node(EX_BINARY, OP_GT, depth, gen_const(ct_int, 0));
    call->callee = f;
    call->args[0] = gen_node(EX_BINARY, OP_SUB, depth, gen_const(ct_int, 1));
    if (f->param_count > 1)
        call->args[1] = f->locals[1]->type->kind == CT_POINTER ? gen_address(g) : gen_number(g, 1);
    if (f->result) call->target = gen_place(g, false);
    test->body = body;
    if (gen_chance(g, 50)) {
        stmt_t **last = &test->body;
        while (*last) last = &(*last)->next;
        *last = call;
    } else {
        test->body = call;
        call->next = body;
    }
    return test;
}

static void make_helper(generator_t *g) {
    function_t *f = new_function(g, FUNCTION_HELPER);
    bool recurs = gen_has(g, HAS_RECURSION) && g->helper_count == 0;
    if (recurs) {
        add_local(f, 'a', ct_int)->is_param = true;
        f->param_count++;
    } else if (gen_chance(g, 80)) {
        make_param(g, f);
    }
    if (gen_chance(g, 30)) make_param(g, f);
    if (gen_chance(g, 60)) f->result = number_type(g);
    f->is_atomic = !recurs && gen_has(g, HAS_ATOMIC_SECTIONS) && gen_chance(g, 50);
    g->is_in_section = f->is_atomic;
    make_locals(g, f);
    f->body = gen_statements(g, 1 + gen_below(g, 2));
    if (recurs) f->body = recursion(g, f, f->body);
    if (f->result) {
        stmt_t **last = &f->body;
        while (*last) last = &(*last)->next;
        *last = gen_stmt(ST_RETURN);
        (*last)->value = gen_number(g, 1);
    }
    add_function(g, f);
    g->helpers[g->helper_count++] = f;
}

static expr_t *first_mutex(generator_t *g) {
    unsigned i = 0;
    while (g->tree->globals[i]->type != &mutex_type) i++;
    return gen_var(g->tree->globals[i]);
}

static void make_routine(generator_t *g) {
    function_t *f = new_function(g, FUNCTION_ROUTINE);
    if (gen_chance(g, 50)) make_param(g, f);
    make_locals(g, f);
    if (gen_has(g, HAS_NESTED_THREADS)) add_local(f, 'h', handle_type(g));
    f->body = gen_statements(g, 2 + gen_below(g, 3));
    stmt_t **last = &f->body;
    while (*last) last = &(*last)->next;
    if (gen_has(g, HAS_MUTEX) && gen_has(g, HAS_HANDOVER) && g->routine_count == 0) {
        stmt_t *unlock = *last = gen_stmt(ST_UNLOCK);
        unlock->target = first_mutex(g);
        last = &unlock->next;
    }
    if (g->tree->is_crowd) { /* main never comes to look */
        *last = gen_observation(g, gen_number(g, 2));
        last = &(*last)->next;
    }
    if (gen_has(g, HAS_EXIT_VALUES) && gen_chance(g, 70)) {
        *last = gen_stmt(ST_RETURN);
        (*last)->value = gen_number(g, 1);
    }
    add_function(g, f);
    g->routines[g->routine_count++] = f;
}

static stmt_t **append(stmt_t **last, stmt_t *stmt) {
    *last = stmt;
    while (*last) last = &(*last)->next;
    return last;
}

/* for (i = 0; i < count; i++) create(&handles[i], ..., i); and the same with join */
static stmt_t *thread_loop(generator_t *g, stmt_kind_t kind, var_t *handles, var_t *counter,
                           function_t *routine) {
    stmt_t *loop = gen_stmt(ST_FOR), *inner = gen_stmt(kind);
    loop->var = counter;
    loop->hi = handles->type->count;
    loop->body = inner;
    inner->target = gen_node(EX_INDEX, OP_SET, gen_var(handles), gen_var(counter));
    if (kind == ST_CREATE) {
        inner->callee = routine;
        if (routine->param_count)
            inner->args[0] =
                routine->locals[0]->type->kind == CT_POINTER ? gen_address(g) : gen_var(counter);
    } else if (gen_has(g, HAS_EXIT_VALUES)) {
        inner->place = gen_place(g, false);
    }
    return loop;
}

static void make_thread_array(generator_t *g, function_t *f, stmt_t **last) {
    var_t *handles = add_local(f, 'h', ct_array(handle_type(g), 2));
    var_t *counter = add_local(f, 'j', ct_int);
    function_t *routine = g->routines[gen_below(g, g->routine_count)];
    last = append(last, thread_loop(g, ST_CREATE, handles, counter, routine));
    if (gen_chance(g, 50)) last = append(last, gen_statements(g, 1));
    if (!gen_has(g, HAS_NO_JOIN)) append(last, thread_loop(g, ST_JOIN, handles, counter, NULL));
}

static void make_threads(generator_t *g, function_t *f, stmt_t **last) {
    unsigned threads = gen_chance(g, 25) ? 3 : gen_chance(g, 85) ? 2 : 1;
    stmt_t *joins[3];
    for (unsigned i = 0; i < threads; i++) {
        var_t *handle = add_local(f, 'h', handle_type(g));
        stmt_t *create = gen_stmt(ST_CREATE);
        create->target = gen_var(handle);
        create->callee = g->routines[gen_below(g, g->routine_count)];
        if (create->callee->param_count)
            create->args[0] = create->callee->locals[0]->type->kind == CT_POINTER
                                  ? gen_address(g)
                                  : gen_const(ct_int, gen_below(g, 3));
        joins[i] = gen_stmt(ST_JOIN);
        joins[i]->target = gen_var(handle);
        if (gen_has(g, HAS_EXIT_VALUES)) joins[i]->place = gen_place(g, false);
        last = append(last, create);
        if (gen_chance(g, 20)) last = append(last, gen_statements(g, 1));
    }
    if (gen_chance(g, 40)) last = append(last, gen_statements(g, 1));
    for (unsigned i = 0; i < threads; i++)
        if (!gen_has(g, HAS_NO_JOIN) || gen_chance(g, 50)) last = append(last, joins[i]);
    if (g->tree->asked == ASKED_MISUSE && gen_chance(g, 12)) {
        stmt_t *again = gen_stmt(ST_JOIN);
        again->target = joins[gen_below(g, threads)]->target;
        append(last, again);
    }
}

/* while (1) create(&handle, ...); */
static void make_crowd(generator_t *g, function_t *f, stmt_t **last) {
    stmt_t *loop = *last = gen_stmt(ST_WHILE), *create = gen_stmt(ST_CREATE);
    function_t *routine = g->routines[gen_below(g, g->routine_count)];
    loop->value = gen_const(ct_int, 1);
    create->target = gen_var(add_local(f, 'h', handle_type(g)));
    create->callee = routine;
    if (routine->param_count) create->args[0] = gen_const(ct_int, gen_below(g, 3));
    loop->body = create;
    if (gen_chance(g, 25)) {
        g->depth++;
        create->next = gen_statements(g, 1);
        g->depth--;
    }
}

static void make_main(generator_t *g) {
    function_t *f = new_function(g, FUNCTION_MAIN);
    make_locals(g, f);
    stmt_t **last = &f->body;
    if (gen_has(g, HAS_MUTEX) && gen_has(g, HAS_HANDOVER)) {
        stmt_t *lock = gen_stmt(ST_LOCK);
        lock->target = first_mutex(g);
        last = append(last, lock);
    }
    if (gen_chance(g, 25)) last = append(last, gen_statements(g, 1));
    if (g->tree->is_crowd)
        make_crowd(g, f, last);
    else if (gen_has(g, HAS_THREAD_ARRAY))
        make_thread_array(g, f, last);
    else
        make_threads(g, f, last);
    while (*last) last = &(*last)->next;
    /* What came out of it: several places in one number. */
    expr_t *sum = gen_place(g, true);
    for (unsigned i = 1 + gen_below(g, 3); i > 0; i--) {
        expr_t *scaled = gen_node(EX_BINARY, OP_MUL, sum, gen_const(ct_int, 5));
        sum = gen_node(EX_BINARY, OP_ADD, scaled, gen_place(g, true));
    }
    append(last, gen_observation(g, sum));
    add_function(g, f);
}

tree_t *generate(uint64_t seed, bool is_crowd, asked_t asked) {
    ast_reset();
    tree_t *tree = ast_new(sizeof *tree);
    tree->asked = asked;
    tree->seed = seed;
    generator_t generator = {.tree = tree, .random = seed * UINT64_C(0x2545f4914f6cdd1d) + 1};
    generator_t *g = &generator;
    gen_below(g, 2);
    for (unsigned feature = 1; feature <= LAST_FEATURE; feature *= 2) {
        bool is_rare = feature == HAS_UNION || feature == HAS_WAITING || feature == HAS_NO_JOIN ||
                       feature == HAS_ABRUPT_ENDS || feature == HAS_HANDOVER ||
                       feature == HAS_RECURSION || feature == HAS_BYTES ||
                       feature == HAS_THREAD_ARRAY;
        if (gen_chance(g, is_rare ? 12 : 30)) g->features |= feature;
    }
    if (asked == ASKED_MISUSE) {
        g->features |= HAS_MUTEX;
        g->features &= ~(unsigned)HAS_HANDOVER;
    }
    tree->is_crowd = is_crowd || gen_chance(g, 3);
    if (tree->is_crowd)
        g->features &= HAS_ARRAY | HAS_STRUCT | HAS_MUTEX | HAS_ATOMIC_SECTIONS | HAS_RMW |
                       HAS_ATOMIC_VARIABLE | HAS_LOOPS | HAS_WAITING | HAS_HELPERS | HAS_NONDET |
                       HAS_ASSUME | HAS_ABRUPT_ENDS | HAS_STATIC_LOCALS;
    if (gen_has(g, HAS_RECURSION)) g->features |= HAS_HELPERS;
    if (gen_has(g, HAS_MONITORS)) g->features |= HAS_MUTEX;
    if (gen_has(g, HAS_SHARED_POINTER) || gen_has(g, HAS_SHARED_LOCALS))
        g->features |= HAS_POINTERS;
    tree->pointer_size = gen_chance(g, 70) ? 4 : 8;
    make_globals(g);
    if (gen_has(g, HAS_HELPERS))
        for (unsigned i = 1 + gen_below(g, 2); i > 0; i--) make_helper(g);
    for (unsigned i = 1 + gen_below(g, 2); i > 0; i--) make_routine(g);
    make_main(g);
    return tree;
}

/* --- assertions --------------------------------------------------------------- */

typedef struct chooser {
    generator_t g;
    const exploration_t *exploration;
    int unsafe; /* the observation that becomes an assertion that fails; -1: none */
    int64_t rarest;
} chooser_t;

static bool was_seen(const observed_t *observed, int64_t value) {
    for (unsigned i = 0; i < observed->count; i++)
        if (observed->values[i] == value) return true;
    return false;
}

static void choose(walk_t *walk, stmt_t *stmt) {
    chooser_t *chooser = walk->context;
    if (stmt->kind != ST_OBSERVE) return;
    const observed_t *observed = &chooser->exploration->observed[stmt->id];
    stmt->kind = ST_ASSERT;
    stmt->is_form = gen_chance(&chooser->g, 60);
    if ((int)stmt->id == chooser->unsafe) {
        stmt->is_form = true;
        stmt->lo = chooser->rarest;
    } else if (observed->is_full) {
        stmt->mode = GONE;
    } else if (observed->count > 0 && observed->count <= MAX_SET && gen_chance(&chooser->g, 40)) {
        stmt->set_count = observed->count;
        for (unsigned i = 0; i < observed->count; i++) stmt->set[i] = observed->values[i];
    } else if (stmt->is_form || observed->count == 0) {
        stmt->is_form = true;
        int64_t near =
            observed->count ? observed->values[gen_below(&chooser->g, observed->count)] : 0;
        /* Close to what was seen, on either side. */
        int64_t by = gen_chance(&chooser->g, 50) ? 1 : -1;
        while (was_seen(observed, near)) near += by;
        stmt->lo = near;
    } else {
        stmt->lo = stmt->hi = observed->values[0];
        for (unsigned i = 1; i < observed->count; i++) {
            if (observed->values[i] < stmt->lo) stmt->lo = observed->values[i];
            if (observed->values[i] > stmt->hi) stmt->hi = observed->values[i];
        }
    }
}

static void ignore(walk_t *walk, expr_t *expr, bool is_number) {
    (void)walk;
    (void)expr;
    (void)is_number;
}

void choose_assertions(tree_t *tree, const exploration_t *exploration) {
    chooser_t chooser = {.g = {.random = ~tree->seed}, .exploration = exploration, .unsafe = -1};
    if (gen_chance(&chooser.g, 55)) {
        unsigned fewest = ~0u;
        for (unsigned id = 0; id < tree->observation_count; id++) {
            const observed_t *observed = &exploration->observed[id];
            for (unsigned i = 0; i < observed->count && observed->count > 1; i++)
                if (observed->times[i] < fewest) {
                    fewest = observed->times[i];
                    chooser.rarest = observed->values[i];
                    chooser.unsafe = (int)id;
                }
        }
    }
    walk_t walk = {.on_stmt = choose, .on_expr = ignore, .context = &chooser};
    tree_walk(tree, &walk);
}
