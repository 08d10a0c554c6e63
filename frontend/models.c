#include "frontend/models.h"

#include "frontend/arith.h"
#include "frontend/frontend.h"
#include "frontend/literal.h"
#include "frontend/rvalue.h"

#include <string.h>

bool model_needs(body_t *body, const call_t *call, size_t count) {
    if (call->arg_count >= count) return true;
    body_unsupported(body, "call of '%s' with too few arguments", call->name);
    return false;
}

value_t model_arg(body_t *body, const call_t *call, size_t index, const type_t *type) {
    if (!type) return body_settle(body, rvalue_lower(body, call->args[index]));
    return body_settle(body, rvalue_as(body, call->args[index], type));
}

void model_args(body_t *body, const call_t *call, size_t first) {
    for (size_t i = first; i < call->arg_count; i++) rvalue_effect(body, call->args[i]);
}

value_t model_zero(body_t *body, const call_t *call) {
    return body_nothing(body, call->result);
}

value_t model_any(body_t *body, const call_t *call) {
    if (!call->wanted || !type_is_scalar(call->result)) return model_zero(body, call);
    return body_havoc(body, call->result);
}

static value_t model_nothing(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    return model_zero(body, call);
}

static value_t model_unknown_result(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    return model_any(body, call);
}

static value_t model_nondet(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    if (type_is_aggregate(call->result))
        return body_unsupported_value(body, call->result, "an arbitrary value of this type");
    /* The choice is made even if nobody looks: a witness may speak of it. */
    return body_havoc(body, call->result);
}

static value_t model_nonnegative(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    if (!call->wanted) return model_zero(body, call);
    value_t any = body_havoc(body, call->result);
    value_t zero = body_const(body, call->result, 0);
    body_assume(body, arith_compare(body, CXBinaryOperator_LE, zero, any));
    return any;
}

static value_t model_time(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    value_t place = model_arg(body, call, 0, NULL);
    if (place.expr->kind != EXPR_CONST || place.expr->value != 0)
        body_unsupported(body, "call of '%s' that stores its result", call->name);
    return model_any(body, call);
}

static value_t model_assume(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    body_assume(body, arith_truth(body, rvalue_lower(body, call->args[0])));
    return model_zero(body, call);
}

static value_t model_exit(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    body_end(body, EDGE_EXIT);
    return model_zero(body, call);
}

static value_t model_unsupported(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    body_unsupported(body, "call of '%s'", call->name);
    return model_zero(body, call);
}

/* The prelude says what it cannot express. */
static value_t model_refusal(body_t *body, const call_t *call) {
    strbuf_t text = {0};
    CXCursor literal = call->arg_count ? clu_strip(call->args[0]) : call->cursor;
    if (clang_getCursorKind(literal) == CXCursor_StringLiteral) {
        characters_t characters = literal_characters(body->lower, literal);
        for (size_t i = 0; i < characters.len; i++)
            strbuf_printf(&text, "%c", (int)characters.data[i]);
    }
    body_unsupported(body, "%s", strbuf_text(&text));
    strbuf_free(&text);
    return model_zero(body, call);
}

static value_t model_abs(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    value_t value = model_arg(body, call, 0, call->result);
    const expr_t *zero = expr_const(body->exprs, value.expr->width, 0);
    const expr_t *negative = expr_binary(body->exprs, EXPR_SLT, value.expr, zero);
    const expr_t *negated = expr_unary(body->exprs, EXPR_NEG, value.expr);
    return value_of(expr_ite(body->exprs, negative, negated, value.expr), call->result);
}

static value_t model_errno(body_t *body, const call_t *call) {
    if (!body->lower->errno_object)
        body->lower->errno_object = program_add_object(body->program, OBJECT_THREAD, "errno",
                                                       body_int_type(body), (source_t){0});
    return value_of(expr_addr(body->exprs, body->lower->errno_object), call->result);
}

#define ASIDE "arguments are read; the result is arbitrary"
#define ENDS "the program ends"
#define NO_EFFECT "nothing; returns 0"
#define FIRST "its first argument"
#define OBJECT_SIZE "the size if clang knows it, else the largest"
#define BITS "counts bits, as the compiler does; of 0 where that is not defined: not modelled"
#define OVERFLOW "stores the result and tells whether it was cut off"
#define REFUSED "not modelled: who gets there is told so"

static const model_t table[] = {
    {"__VERIFIER_assume", model_assume, false, "only runs where the argument is not 0 go on"},
    {"__VERIFIER_atomic_begin", model_atomic_begin, true, "no other thread moves until the end"},
    {"__VERIFIER_atomic_end", model_atomic_end, false, "other threads may move again"},
    {"__VERIFIER_nondet_memory", model_nondet_memory, false, "writes arbitrary values"},
    {"__VERIFIER_nondet_*", model_nondet, false, "an arbitrary value of the result type"},

    {"pthread_create", model_pthread_create, false, "starts a thread; returns 0"},
    {"pthread_join", model_pthread_join, true, "waits for a thread's end; returns 0"},
    {"pthread_exit", model_pthread_exit, false, "the thread ends"},
    {"pthread_self", model_pthread_self, false, "the number of the thread"},
    {"pthread_equal", model_pthread_equal, false, "compares two thread numbers"},
    {"pthread_detach", model_pthread_detach, false, "nobody will join the thread; returns 0"},
    {"pthread_mutex_init", model_mutex_init, false, "the mutex is free, of the kind asked for"},
    {"pthread_mutex_destroy", model_nothing, false, NO_EFFECT},
    {"pthread_mutex_lock", model_mutex_lock, true, "waits until the mutex is free, takes it"},
    {"pthread_mutex_trylock", model_mutex_trylock, false, "takes the mutex, or returns EBUSY"},
    {"pthread_mutex_unlock", model_mutex_unlock, false, "frees the mutex; returns 0"},
    {"pthread_mutex_timedlock", library_call, true, "waits for the mutex, or returns ETIMEDOUT"},
    {"pthread_mutexattr_init", library_call, false, "the default kind of mutex"},
    {"pthread_mutexattr_destroy", model_nothing, false, NO_EFFECT},
    {"pthread_mutexattr_setpshared", model_nothing, false, NO_EFFECT},
    {"pthread_mutexattr_settype", model_mutexattr_settype, false,
     "normal, recursive or error-checking mutexes"},
    {"pthread_mutexattr_gettype", library_call, false, "the kind of mutex"},
    {"pthread_cond_init", library_call, false, NO_EFFECT},
    {"pthread_cond_destroy", model_nothing, false, NO_EFFECT},
    {"pthread_cond_wait", library_call, true,
     "frees the mutex, waits, takes it again; may wake up without a signal"},
    {"pthread_cond_timedwait", library_call, true, "as pthread_cond_wait, or returns ETIMEDOUT"},
    {"pthread_cond_signal", library_call, false, "wakes up a waiting thread"},
    {"pthread_cond_broadcast", library_call, false, "wakes up all waiting threads"},
    {"pthread_condattr_init", model_nothing, false, NO_EFFECT},
    {"pthread_condattr_destroy", model_nothing, false, NO_EFFECT},
    {"pthread_condattr_setclock", model_nothing, false, NO_EFFECT},
    {"pthread_condattr_setpshared", model_nothing, false, NO_EFFECT},
    {"pthread_rwlock_init", library_call, false, "the lock is free"},
    {"pthread_rwlock_destroy", model_nothing, false, NO_EFFECT},
    {"pthread_rwlock_rdlock", library_call, true, "waits until no writer holds the lock"},
    {"pthread_rwlock_wrlock", library_call, true, "waits until nobody holds the lock"},
    {"pthread_rwlock_tryrdlock", library_call, false, "takes the lock, or returns EBUSY"},
    {"pthread_rwlock_trywrlock", library_call, false, "takes the lock, or returns EBUSY"},
    {"pthread_rwlock_timedrdlock", library_call, true, "waits for the lock, or returns ETIMEDOUT"},
    {"pthread_rwlock_timedwrlock", library_call, true, "waits for the lock, or returns ETIMEDOUT"},
    {"pthread_rwlock_unlock", library_call, false, "the caller no longer holds the lock"},
    {"pthread_rwlockattr_init", model_nothing, false, NO_EFFECT},
    {"pthread_rwlockattr_destroy", model_nothing, false, NO_EFFECT},
    {"pthread_spin_init", library_call, false, "the lock is free"},
    {"pthread_spin_destroy", model_nothing, false, NO_EFFECT},
    {"pthread_spin_lock", library_call, true, "waits until the lock is free, takes it"},
    {"pthread_spin_trylock", library_call, false, "takes the lock, or returns EBUSY"},
    {"pthread_spin_unlock", library_call, false, "frees the lock"},
    {"pthread_barrier_init", library_call, false, "so many threads will meet"},
    {"pthread_barrier_destroy", model_nothing, false, NO_EFFECT},
    {"pthread_barrier_wait", library_call, true, "waits until enough threads wait"},
    {"pthread_barrierattr_init", model_nothing, false, NO_EFFECT},
    {"pthread_barrierattr_destroy", model_nothing, false, NO_EFFECT},
    {"pthread_once", library_call, true,
     "the first call runs the routine, the others wait for its end"},
    {"pthread_key_create", library_call, false, "a new key; at most 16"},
    {"pthread_key_delete", library_call, false, NO_EFFECT},
    {"pthread_setspecific", library_call, false, "the thread's value of the key"},
    {"pthread_getspecific", library_call, false, "the thread's value of the key"},
    {"sem_init", library_call, false, "sets the value"},
    {"sem_destroy", model_nothing, false, NO_EFFECT},
    {"sem_wait", library_call, true, "waits until the value is positive, lowers it"},
    {"sem_trywait", library_call, false, "lowers the value, or fails with EAGAIN"},
    {"sem_timedwait", library_call, true, "as sem_wait, or fails with ETIMEDOUT"},
    {"sem_post", library_call, false, "raises the value"},
    {"sem_getvalue", library_call, false, "the value"},
    {"pthread_attr_init", library_call, false, "threads are joinable"},
    {"pthread_attr_destroy", model_nothing, false, NO_EFFECT},
    {"pthread_attr_setdetachstate", library_call, false, "threads are joinable or detached"},
    {"pthread_attr_getdetachstate", library_call, false, "are threads detached?"},
    {"pthread_attr_setscope", model_nothing, false, NO_EFFECT},
    {"pthread_attr_setstacksize", model_nothing, false, NO_EFFECT},
    {"pthread_yield", model_nothing, false, NO_EFFECT},
    {"pthread_cancel", model_unsupported, false, REFUSED},
    {"pthread_kill", model_unsupported, false, REFUSED},

    {"abort", model_exit, false, ENDS},
    {"exit", model_exit, false, ENDS},
    {"_exit", model_exit, false, ENDS},
    {"_Exit", model_exit, false, ENDS},
    {"quick_exit", model_exit, false, ENDS},
    {"__assert_fail", model_exit, false, "the program ends; an error if asserts are checked"},
    {"__assert", model_exit, false, ENDS},
    {"__assert_rtn", model_exit, false, ENDS},
    {"__builtin_abort", model_exit, false, ENDS},
    {"__builtin_trap", model_exit, false, ENDS},
    {"__builtin_unreachable", model_unsupported, false, REFUSED},

    {"malloc", model_malloc, false, "a new object; never fails"},
    {"__builtin_malloc", model_malloc, false, "a new object; never fails"},
    {"alloca", model_malloc, false, "a new object; never fails"},
    {"__builtin_alloca", model_malloc, false, "a new object; never fails"},
    {"calloc", model_calloc, false, "a new object of zeros; never fails"},
    {"free", model_free, false, "the object ceases to exist"},
    {"realloc", model_unsupported, false, REFUSED},
    {"memset", model_memset, false, "writes a constant number of bytes"},
    {"__builtin_memset", model_memset, false, "writes a constant number of bytes"},
    {"memcpy", model_memcpy, false, "copies a constant number of bytes"},
    {"__builtin_memcpy", model_memcpy, false, "copies a constant number of bytes"},
    {"memmove", model_memcpy, false, "copies a constant number of bytes"},
    {"__builtin_memmove", model_memcpy, false, "copies a constant number of bytes"},
    {"strlen", model_unsupported, false, REFUSED},
    {"strcmp", model_unsupported, false, REFUSED},
    {"strncmp", model_unsupported, false, REFUSED},
    {"memcmp", model_unsupported, false, REFUSED},
    {"strchr", model_unsupported, false, REFUSED},

    {"printf", model_unknown_result, false, ASIDE},
    {"__builtin_printf", model_unknown_result, false, ASIDE},
    {"fprintf", model_unknown_result, false, ASIDE},
    {"vprintf", model_unknown_result, false, ASIDE},
    {"vfprintf", model_unknown_result, false, ASIDE},
    {"puts", model_unknown_result, false, ASIDE},
    {"putchar", model_unknown_result, false, ASIDE},
    {"putc", model_unknown_result, false, ASIDE},
    {"fputs", model_unknown_result, false, ASIDE},
    {"fputc", model_unknown_result, false, ASIDE},
    {"fflush", model_unknown_result, false, ASIDE},
    {"perror", model_unknown_result, false, ASIDE},
    {"printk", model_unknown_result, false, ASIDE},

    {"scanf", model_scan, false, "numbers read are arbitrary; text is not modelled"},
    {"sscanf", model_scan, false, "numbers read are arbitrary; text is not modelled"},
    {"fscanf", model_scan, false, "numbers read are arbitrary; text is not modelled"},

    {"sleep", model_unknown_result, false, ASIDE},
    {"usleep", model_unknown_result, false, ASIDE},
    {"sched_yield", model_nothing, false, NO_EFFECT},
    {"time", model_time, false, "any value; storing it is not modelled"},
    {"clock", model_nonnegative, false, "any value that is not negative"},
    {"getpid", model_nonnegative, false, "any value that is not negative"},
    {"rand", model_nonnegative, false, "any value that is not negative"},
    {"random", model_nonnegative, false, "any value that is not negative"},
    {"srand", model_nothing, false, NO_EFFECT},
    {"srandom", model_nothing, false, NO_EFFECT},
    {"abs", model_abs, false, "the absolute value"},
    {"labs", model_abs, false, "the absolute value"},
    {"llabs", model_abs, false, "the absolute value"},
    {"__errno_location", model_errno, false, "the address of the thread's errno"},
    {"fork", model_unsupported, false, REFUSED},
    {"vfork", model_unsupported, false, REFUSED},
    {"raise", model_unsupported, false, REFUSED},
    {"kill", model_unsupported, false, REFUSED},
    {"alarm", model_unsupported, false, REFUSED},
    {"pause", model_unsupported, false, REFUSED},

    {"__builtin_expect", model_first_argument, false, FIRST},
    {"__builtin_expect_with_probability", model_first_argument, false, FIRST},
    {"__builtin_assume_aligned", model_first_argument, false, FIRST},
    {"__builtin_constant_p", model_constant_p, false, "1 if clang knows the value, else 0"},
    {"__builtin_object_size", model_object_size, false, OBJECT_SIZE},
    {"__builtin_dynamic_object_size", model_object_size, false, OBJECT_SIZE},
    {"__builtin_prefetch", model_nothing, false, NO_EFFECT},
    {"__builtin_return_address", model_unknown_result, false, ASIDE},
    {"__builtin_frame_address", model_unknown_result, false, ASIDE},
    {"__builtin_bswap16", model_bits, false, "the bytes in the other order"},
    {"__builtin_bswap32", model_bits, false, "the bytes in the other order"},
    {"__builtin_bswap64", model_bits, false, "the bytes in the other order"},
    {"__builtin_clz", model_bits, false, BITS},
    {"__builtin_clzl", model_bits, false, BITS},
    {"__builtin_clzll", model_bits, false, BITS},
    {"__builtin_ctz", model_bits, false, BITS},
    {"__builtin_ctzl", model_bits, false, BITS},
    {"__builtin_ctzll", model_bits, false, BITS},
    {"__builtin_popcount", model_bits, false, BITS},
    {"__builtin_popcountl", model_bits, false, BITS},
    {"__builtin_popcountll", model_bits, false, BITS},
    {"__builtin_parity", model_bits, false, BITS},
    {"__builtin_parityl", model_bits, false, BITS},
    {"__builtin_parityll", model_bits, false, BITS},
    {"__builtin_ffs", model_bits, false, BITS},
    {"__builtin_ffsl", model_bits, false, BITS},
    {"__builtin_ffsll", model_bits, false, BITS},
    {"__builtin_add_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_sadd_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_saddl_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_saddll_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_uadd_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_uaddl_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_uaddll_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_sub_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_ssub_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_ssubl_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_ssubll_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_usub_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_usubl_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_usubll_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_mul_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_smul_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_smull_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_smulll_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_umul_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_umull_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_umulll_overflow", model_overflow, false, OVERFLOW},
    {"__builtin_va_start", model_va_start, false, "the list begins behind the last parameter"},
    {"__builtin_va_end", model_nothing, false, NO_EFFECT},
    {"__builtin_va_copy", model_va_copy, false, "the copy goes on where the list is"},
    {"__heddle_atomic_begin", model_atomic_begin, true, "begin of an atomic builtin"},
    {"__heddle_atomic_end", model_atomic_end, false, "end of an atomic builtin"},
    {"__heddle_atomic_when", model_atomic_when, true, "... as soon as a condition holds"},
    {"__heddle_self", model_pthread_self, false, "the number of the thread"},
    {"__heddle_errno", model_errno, false, "the address of the thread's errno"},
    {"__heddle_lock", model_plain_lock, true, "takes a mutex"},
    {"__heddle_trylock", model_plain_trylock, false, "takes a mutex that is free"},
    {"__heddle_unlock", model_plain_unlock, false, "frees a mutex"},
    {"__heddle_mutex_lock", model_mutex_lock, true, "takes a mutex of any kind"},
    {"__heddle_mutex_trylock", model_mutex_trylock, false, "takes a mutex of any kind"},
    {"__heddle_mutex_unlock", model_mutex_unlock, false, "frees a mutex of any kind"},
    {"__heddle_choice", model_nondet, false, "either way"},
    {"__heddle_unsupported", model_refusal, false, REFUSED},
    {"__heddle_va_arg", model_va_arg, false, "the next argument of a list"},
};

enum { TABLE_SIZE = sizeof table / sizeof *table };

static bool model_equal(const void *in_table, const void *key) {
    return strcmp(((const model_t *)in_table)->name, key) == 0;
}

static bool is_prefix_row(const model_t *model, const char *name) {
    size_t length = strlen(model->name) - 1;
    return model->name[length] == '*' && strncmp(model->name, name, length) == 0;
}

const model_t *models_find(lower_t *lower, const char *name) {
    if (!lower->models.equal) {
        intern_init(&lower->models, model_equal);
        for (size_t i = 0; i < TABLE_SIZE; i++)
            intern_add(&lower->models, hash_string(table[i].name), (void *)&table[i]);
    }
    const model_t *found = intern_find(&lower->models, hash_string(name), name);
    if (found || strncmp(name, "__VERIFIER_", 11) != 0) return found;
    for (size_t i = 0; i < TABLE_SIZE; i++)
        if (is_prefix_row(&table[i], name)) return &table[i];
    return NULL;
}

void frontend_each_model(frontend_model_fn_t each, void *context) {
    for (size_t i = 0; i < TABLE_SIZE; i++)
        if (strncmp(table[i].name, "__heddle_", 9) != 0)
            each(context, table[i].name, table[i].does, table[i].blocks);
}
