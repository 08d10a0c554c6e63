#include "frontend/races.h"

#include "frontend/prelude.h"

#include <string.h>

bool races_are_asked(const lower_t *lower) {
    const property_set_t *set = lower->options->properties;
    return property_set_with_check(set, CHECK_RACES) < set->count;
}

/* A name, or the beginning of one if it ends in *. What writes a result where the program
 * says, and attributes, which are set before they are used, are left out. */
static const char *const synchronisation[] = {"kinds_*",
                                              "pthread_mutex_*",
                                              "pthread_cond_*",
                                              "pthread_rwlock_*",
                                              "pthread_spin_*",
                                              "pthread_once",
                                              "pthread_barrier_*",
                                              "sem_init",
                                              "sem_wait",
                                              "sem_trywait",
                                              "sem_timedwait",
                                              "sem_post",
                                              "mtx_*",
                                              "cnd_*",
                                              "call_once",
                                              "pthread_setspecific",
                                              "pthread_getspecific",
                                              "tss_set",
                                              "tss_get",
                                              NULL};

bool races_is_synchronisation(const char *function) {
    for (const char *const *name = synchronisation; *name; name++) {
        size_t length = strlen(*name);
        bool is_prefix = (*name)[length - 1] == '*';
        if (is_prefix ? strncmp(function, *name, length - 1) == 0 : strcmp(function, *name) == 0)
            return true;
    }
    return false;
}

/* Variables of the models stand for what the C library keeps to itself, safe for threads, but
 * for that of strtok. */
static bool is_private(const object_t *object) {
    return object->kind == OBJECT_GLOBAL && object->source.file &&
           strncmp(object->source.file, PRELUDE_DIRECTORY, sizeof PRELUDE_DIRECTORY - 1) == 0 &&
           strcmp(object->name, "token_rest") != 0;
}

static bool touches_private(const expr_t *expr) {
    if (!expr) return false;
    if (expr->kind == EXPR_ADDR) return is_private(expr->object);
    bool touches = false;
    for (unsigned i = 0; !touches && i < expr->arity; i++) touches = touches_private(expr->a[i]);
    return touches;
}

static const expr_t *load_in(const expr_t *expr) {
    if (!expr || !expr->loads || expr->kind == EXPR_LOAD) return expr && expr->loads ? expr : NULL;
    const expr_t *load = NULL;
    for (unsigned i = 0; !load && i < expr->arity; i++) load = load_in(expr->a[i]);
    return load;
}

void races_mark_private(flow_t *flow) {
    for (size_t i = 0; i < flow->steps.len; i++) {
        flow_step_t *step = &flow->steps.data[i];
        if (!step->model) continue;
        const expr_t *load = load_in(step->value);
        bool is_store = step->kind == EDGE_STORE;
        step->is_atomic |= touches_private(is_store ? step->address : load ? load->a[0] : NULL);
    }
}

value_t races_load(body_t *body, value_t value) {
    if (!value.expr->loads) return value;
    size_t place = body_reserve(body);
    value = body_load_at(body, place, value);
    body->flow.steps.data[place].is_atomic = true;
    return value;
}
