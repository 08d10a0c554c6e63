#ifndef FRONTEND_MODELS_H
#define FRONTEND_MODELS_H

#include "frontend/library.h"

/* The functions known by name. To add one: a row of models_table.c and its model,
 * here or in frontend/library/. A body in the program comes first, so that programs
 * may bring their own. */
typedef value_t (*model_fn_t)(body_t *body, const call_t *call);

typedef struct model {
    const char *name; /* ends in *: a prefix */
    model_fn_t lower;
    bool blocks; /* may wait for another thread */
    const char *reads, *writes, *does;
} model_t;

extern const model_t models_table[];
extern const size_t models_count;

const model_t *models_find(lower_t *lower, const char *name);
/* ... by the name in a call, which may be the compiler's for it. */
const model_t *models_of_call(lower_t *lower, const char *name);
/* Marks what the model takes for granted. */
void model_assumes(body_t *body, const model_t *model);

/* For models: the arguments, settled, converted if type is not NULL. */
value_t model_arg(body_t *body, const call_t *call, size_t index, const type_t *type);
void model_args(body_t *body, const call_t *call, size_t first);
bool model_needs(body_t *body, const call_t *call, size_t count);
/* The result 0, or any value, of the type of the call. */
value_t model_zero(body_t *body, const call_t *call);
value_t model_any(body_t *body, const call_t *call);
/* Any value as well, which the step says to be the result of the call. */
value_t model_input(body_t *body, const call_t *call);

/* models.c */
value_t model_nothing(body_t *body, const call_t *call);
value_t model_draw(body_t *body, const call_t *call);
value_t model_seed(body_t *body, const call_t *call);
value_t model_unknown_result(body_t *body, const call_t *call);
value_t model_nondet(body_t *body, const call_t *call);
value_t model_output(body_t *body, const call_t *call);
value_t model_assume(body_t *body, const call_t *call);
value_t model_exit(body_t *body, const call_t *call);
value_t model_unsupported(body_t *body, const call_t *call);
value_t model_refusal(body_t *body, const call_t *call);
value_t model_abs(body_t *body, const call_t *call);
value_t model_errno(body_t *body, const call_t *call);

/* models_thread.c */
value_t model_pthread_create(body_t *body, const call_t *call);
value_t model_thrd_create(body_t *body, const call_t *call);
value_t model_pthread_join(body_t *body, const call_t *call);
value_t model_thrd_join(body_t *body, const call_t *call);
value_t model_thrd_exit(body_t *body, const call_t *call);
value_t model_mtx_init(body_t *body, const call_t *call);
value_t model_pthread_exit(body_t *body, const call_t *call);
value_t model_cleanup_push(body_t *body, const call_t *call);
value_t model_self_number(body_t *body, const call_t *call);
value_t model_pthread_self(body_t *body, const call_t *call);
value_t model_pthread_equal(body_t *body, const call_t *call);
value_t model_pthread_detach(body_t *body, const call_t *call);
value_t model_mutex_lock(body_t *body, const call_t *call);
value_t model_mutex_trylock(body_t *body, const call_t *call);
value_t model_mutex_unlock(body_t *body, const call_t *call);
value_t model_mutex_timedlock(body_t *body, const call_t *call);
value_t model_mutex_init(body_t *body, const call_t *call);
value_t model_mutexattr_settype(body_t *body, const call_t *call);
value_t model_plain_lock(body_t *body, const call_t *call);
value_t model_plain_trylock(body_t *body, const call_t *call);
value_t model_plain_unlock(body_t *body, const call_t *call);
value_t model_atomic_when(body_t *body, const call_t *call);
value_t model_atomic_begin(body_t *body, const call_t *call);
value_t model_atomic_end(body_t *body, const call_t *call);

/* misuse.c */
value_t model_misuse(body_t *body, const call_t *call);
value_t model_owns(body_t *body, const call_t *call);
value_t model_is_held(body_t *body, const call_t *call);
value_t model_may_wait(body_t *body, const call_t *call);
value_t model_destroy(body_t *body, const call_t *call);
value_t model_mutex_destroy(body_t *body, const call_t *call);

/* models_keys.c */
value_t model_key_create(body_t *body, const call_t *call);
value_t model_key_delete(body_t *body, const call_t *call);
/* What is left to do before a thread ends. */
void keys_end_thread(body_t *body);
/* The function that a thread with this start routine executes. */
function_t *keys_thread(lower_t *lower, symbol_t *symbol);

/* models_memory.c */
value_t model_malloc(body_t *body, const call_t *call);
value_t model_calloc(body_t *body, const call_t *call);
value_t model_free(body_t *body, const call_t *call);
value_t model_memset(body_t *body, const call_t *call);
value_t model_memcpy(body_t *body, const call_t *call);
value_t model_memmove(body_t *body, const call_t *call);
value_t model_realloc(body_t *body, const call_t *call);
/* Are there pointers, or objects of the library, in an object of the type? */
bool model_reaches_others(const type_t *type);
/* Writes arbitrary values into the variable or member that an argument points to, or
 * the array that it points into; false if it is something else, or others can be
 * reached from it. */
bool model_havoc_argument(body_t *body, CXCursor arg, value_t pointer);
/* Writes arbitrary values into all of an object. */
void model_havoc_object(body_t *body, const expr_t *address, const type_t *type);
value_t model_scan(body_t *body, const call_t *call);
value_t model_nondet_memory(body_t *body, const call_t *call);

/* models_variadic.c */
value_t model_va_start(body_t *body, const call_t *call);
value_t model_va_copy(body_t *body, const call_t *call);
value_t model_va_arg(body_t *body, const call_t *call);
/* The address of the arguments behind the ... of a call, which are settled. */
const expr_t *variadic_pass(body_t *body, const value_t *values, size_t count);

/* models_format.c */
/* Does it take one argument after the other, and have no %n? */
bool model_is_plain_format(body_t *body, CXCursor literal);
/* Is a place to write to among the arguments, and a format that may have a %n? */
bool model_passes_place(body_t *body, const call_t *call);
value_t model_printf(body_t *body, const call_t *call);
value_t model_vprintf(body_t *body, const call_t *call);
value_t model_sprintf(body_t *body, const call_t *call);
value_t model_snprintf(body_t *body, const call_t *call);

/* models_builtin.c */
value_t model_bits(body_t *body, const call_t *call);
value_t model_overflow(body_t *body, const call_t *call);
value_t model_constant_p(body_t *body, const call_t *call);
value_t model_object_size(body_t *body, const call_t *call);
value_t model_first_argument(body_t *body, const call_t *call);

/* models_math.c */
value_t model_fabs(body_t *body, const call_t *call);
value_t model_sqrt(body_t *body, const call_t *call);
value_t model_floor(body_t *body, const call_t *call);
value_t model_ceil(body_t *body, const call_t *call);
value_t model_trunc(body_t *body, const call_t *call);
value_t model_rint(body_t *body, const call_t *call);
value_t model_round(body_t *body, const call_t *call);
value_t model_lrint(body_t *body, const call_t *call);
value_t model_lround(body_t *body, const call_t *call);
value_t model_copysign(body_t *body, const call_t *call);
value_t model_fmin(body_t *body, const call_t *call);
value_t model_fmax(body_t *body, const call_t *call);
value_t model_fdim(body_t *body, const call_t *call);
value_t model_isnan(body_t *body, const call_t *call);
value_t model_isinf(body_t *body, const call_t *call);
value_t model_isfinite(body_t *body, const call_t *call);
value_t model_isnormal(body_t *body, const call_t *call);
value_t model_signbit(body_t *body, const call_t *call);
value_t model_fpclassify(body_t *body, const call_t *call);
value_t model_quiet_comparison(body_t *body, const call_t *call);
value_t model_infinity(body_t *body, const call_t *call);
value_t model_nan(body_t *body, const call_t *call);

#endif
