#ifndef SOLVER_MATHSAT_API_H
#define SOLVER_MATHSAT_API_H

#include <stdbool.h>
#include <stddef.h>

/* The part of MathSAT5's C interface that heddle calls. The library comes
 * without a header and is loaded at run time, so that one binary serves with
 * and without it. Handles are structs of one pointer; NULL is an error. */

typedef struct msat_config {
    void *repr;
} msat_config;
typedef struct msat_env {
    void *repr;
} msat_env;
typedef struct msat_term {
    void *repr;
} msat_term;
typedef struct msat_decl {
    void *repr;
} msat_decl;
typedef struct msat_type {
    void *repr;
} msat_type;

enum { MSAT_UNKNOWN = -1, MSAT_UNSAT, MSAT_SAT };

/* Each literal is an important constant or its negation; 0 stops. */
typedef int (*msat_all_sat_callback)(msat_term *model, int size, void *context);
/* Polled during search; non-zero ends it. */
typedef int (*msat_termination_test)(void *context);

/* X(result, name without msat_, parameters) */
#define MATHSAT_FUNCTIONS(X)                                                                       \
    X(void, free, (void *))                                                                        \
    X(const char *, last_error_message, (msat_env))                                                \
    X(msat_config, create_config, (void))                                                          \
    X(void, destroy_config, (msat_config))                                                         \
    X(int, set_option, (msat_config, const char *, const char *))                                  \
    X(msat_env, create_env, (msat_config))                                                         \
    X(void, destroy_env, (msat_env))                                                               \
    X(int, set_termination_test, (msat_env, msat_termination_test, void *))                        \
    X(msat_type, get_bool_type, (msat_env))                                                        \
    X(msat_type, get_integer_type, (msat_env))                                                     \
    X(msat_type, get_bv_type, (msat_env, size_t))                                                  \
    X(msat_type, get_array_type, (msat_env, msat_type, msat_type))                                 \
    X(msat_type, get_function_type, (msat_env, msat_type *, size_t, msat_type))                    \
    X(int, is_bool_type, (msat_env, msat_type))                                                    \
    X(int, is_bv_type, (msat_env, msat_type, size_t *))                                            \
    X(int, is_array_type, (msat_env, msat_type, msat_type *, msat_type *))                         \
    X(msat_decl, declare_function, (msat_env, const char *, msat_type))                            \
    X(msat_term, make_true, (msat_env))                                                            \
    X(msat_term, make_false, (msat_env))                                                           \
    X(msat_term, make_constant, (msat_env, msat_decl))                                             \
    X(msat_term, make_uf, (msat_env, msat_decl, msat_term *))                                      \
    X(msat_term, make_number, (msat_env, const char *))                                            \
    X(msat_term, make_plus, (msat_env, msat_term, msat_term))                                      \
    X(msat_term, make_times, (msat_env, msat_term, msat_term))                                     \
    X(msat_term, make_leq, (msat_env, msat_term, msat_term))                                       \
    X(msat_term, make_bv_number, (msat_env, const char *, size_t, size_t))                         \
    X(msat_term, make_not, (msat_env, msat_term))                                                  \
    X(msat_term, make_and, (msat_env, msat_term, msat_term))                                       \
    X(msat_term, make_or, (msat_env, msat_term, msat_term))                                        \
    X(msat_term, make_iff, (msat_env, msat_term, msat_term))                                       \
    X(msat_term, make_equal, (msat_env, msat_term, msat_term))                                     \
    X(msat_term, make_term_ite, (msat_env, msat_term, msat_term, msat_term))                       \
    X(msat_term, make_bv_not, (msat_env, msat_term))                                               \
    X(msat_term, make_bv_neg, (msat_env, msat_term))                                               \
    X(msat_term, make_bv_plus, (msat_env, msat_term, msat_term))                                   \
    X(msat_term, make_bv_minus, (msat_env, msat_term, msat_term))                                  \
    X(msat_term, make_bv_times, (msat_env, msat_term, msat_term))                                  \
    X(msat_term, make_bv_udiv, (msat_env, msat_term, msat_term))                                   \
    X(msat_term, make_bv_sdiv, (msat_env, msat_term, msat_term))                                   \
    X(msat_term, make_bv_urem, (msat_env, msat_term, msat_term))                                   \
    X(msat_term, make_bv_srem, (msat_env, msat_term, msat_term))                                   \
    X(msat_term, make_bv_lshl, (msat_env, msat_term, msat_term))                                   \
    X(msat_term, make_bv_lshr, (msat_env, msat_term, msat_term))                                   \
    X(msat_term, make_bv_ashr, (msat_env, msat_term, msat_term))                                   \
    X(msat_term, make_bv_and, (msat_env, msat_term, msat_term))                                    \
    X(msat_term, make_bv_or, (msat_env, msat_term, msat_term))                                     \
    X(msat_term, make_bv_xor, (msat_env, msat_term, msat_term))                                    \
    X(msat_term, make_bv_ult, (msat_env, msat_term, msat_term))                                    \
    X(msat_term, make_bv_uleq, (msat_env, msat_term, msat_term))                                   \
    X(msat_term, make_bv_slt, (msat_env, msat_term, msat_term))                                    \
    X(msat_term, make_bv_sleq, (msat_env, msat_term, msat_term))                                   \
    X(msat_term, make_bv_concat, (msat_env, msat_term, msat_term))                                 \
    X(msat_term, make_bv_extract, (msat_env, size_t, size_t, msat_term))                           \
    X(msat_term, make_bv_zext, (msat_env, size_t, msat_term))                                      \
    X(msat_term, make_bv_sext, (msat_env, size_t, msat_term))                                      \
    X(msat_term, make_array_read, (msat_env, msat_term, msat_term))                                \
    X(msat_term, make_array_write, (msat_env, msat_term, msat_term, msat_term))                    \
    X(msat_term, make_array_const, (msat_env, msat_type, msat_term))                               \
    X(size_t, term_id, (msat_term))                                                                \
    X(size_t, term_arity, (msat_term))                                                             \
    X(msat_term, term_get_arg, (msat_term, size_t))                                                \
    X(msat_type, term_get_type, (msat_term))                                                       \
    X(msat_decl, term_get_decl, (msat_term))                                                       \
    X(size_t, decl_id, (msat_decl))                                                                \
    X(char *, term_repr, (msat_term))                                                              \
    X(int, term_is_true, (msat_env, msat_term))                                                    \
    X(int, term_is_false, (msat_env, msat_term))                                                   \
    X(int, term_is_number, (msat_env, msat_term))                                                  \
    X(int, term_is_uf, (msat_env, msat_term))                                                      \
    X(int, term_is_not, (msat_env, msat_term))                                                     \
    X(int, term_is_and, (msat_env, msat_term))                                                     \
    X(int, term_is_or, (msat_env, msat_term))                                                      \
    X(int, term_is_iff, (msat_env, msat_term))                                                     \
    X(int, term_is_equal, (msat_env, msat_term))                                                   \
    X(int, term_is_leq, (msat_env, msat_term))                                                     \
    X(int, term_is_plus, (msat_env, msat_term))                                                    \
    X(int, term_is_times, (msat_env, msat_term))                                                   \
    X(int, term_is_term_ite, (msat_env, msat_term))                                                \
    X(int, term_is_bv_not, (msat_env, msat_term))                                                  \
    X(int, term_is_bv_neg, (msat_env, msat_term))                                                  \
    X(int, term_is_bv_plus, (msat_env, msat_term))                                                 \
    X(int, term_is_bv_minus, (msat_env, msat_term))                                                \
    X(int, term_is_bv_times, (msat_env, msat_term))                                                \
    X(int, term_is_bv_udiv, (msat_env, msat_term))                                                 \
    X(int, term_is_bv_sdiv, (msat_env, msat_term))                                                 \
    X(int, term_is_bv_urem, (msat_env, msat_term))                                                 \
    X(int, term_is_bv_srem, (msat_env, msat_term))                                                 \
    X(int, term_is_bv_lshl, (msat_env, msat_term))                                                 \
    X(int, term_is_bv_lshr, (msat_env, msat_term))                                                 \
    X(int, term_is_bv_ashr, (msat_env, msat_term))                                                 \
    X(int, term_is_bv_and, (msat_env, msat_term))                                                  \
    X(int, term_is_bv_or, (msat_env, msat_term))                                                   \
    X(int, term_is_bv_xor, (msat_env, msat_term))                                                  \
    X(int, term_is_bv_ult, (msat_env, msat_term))                                                  \
    X(int, term_is_bv_uleq, (msat_env, msat_term))                                                 \
    X(int, term_is_bv_slt, (msat_env, msat_term))                                                  \
    X(int, term_is_bv_sleq, (msat_env, msat_term))                                                 \
    X(int, term_is_bv_comp, (msat_env, msat_term))                                                 \
    X(int, term_is_bv_concat, (msat_env, msat_term))                                               \
    X(int, term_is_bv_extract, (msat_env, msat_term, size_t *, size_t *))                          \
    X(int, term_is_bv_zext, (msat_env, msat_term, size_t *))                                       \
    X(int, term_is_bv_sext, (msat_env, msat_term, size_t *))                                       \
    X(int, term_is_bv_rol, (msat_env, msat_term, size_t *))                                        \
    X(int, term_is_bv_ror, (msat_env, msat_term, size_t *))                                        \
    X(int, term_is_array_read, (msat_env, msat_term))                                              \
    X(int, term_is_array_write, (msat_env, msat_term))                                             \
    X(int, term_is_array_const, (msat_env, msat_term))                                             \
    X(int, is_fp_type, (msat_env, msat_type, size_t *, size_t *))                                  \
    X(msat_term, make_fp_roundingmode_nearest_even, (msat_env))                                    \
    X(msat_term, make_fp_roundingmode_zero, (msat_env))                                            \
    X(msat_term, make_fp_roundingmode_plus_inf, (msat_env))                                        \
    X(msat_term, make_fp_roundingmode_minus_inf, (msat_env))                                       \
    X(msat_term, make_fp_equal, (msat_env, msat_term, msat_term))                                  \
    X(msat_term, make_fp_lt, (msat_env, msat_term, msat_term))                                     \
    X(msat_term, make_fp_leq, (msat_env, msat_term, msat_term))                                    \
    X(msat_term, make_fp_plus, (msat_env, msat_term, msat_term, msat_term))                        \
    X(msat_term, make_fp_minus, (msat_env, msat_term, msat_term, msat_term))                       \
    X(msat_term, make_fp_times, (msat_env, msat_term, msat_term, msat_term))                       \
    X(msat_term, make_fp_div, (msat_env, msat_term, msat_term, msat_term))                         \
    X(msat_term, make_fp_sqrt, (msat_env, msat_term, msat_term))                                   \
    X(msat_term, make_fp_round_to_int, (msat_env, msat_term, msat_term))                           \
    X(msat_term, make_fp_cast, (msat_env, size_t, size_t, msat_term, msat_term))                   \
    X(msat_term, make_fp_from_sbv, (msat_env, size_t, size_t, msat_term, msat_term))               \
    X(msat_term, make_fp_from_ubv, (msat_env, size_t, size_t, msat_term, msat_term))               \
    X(msat_term, make_fp_to_sbv, (msat_env, size_t, msat_term, msat_term))                         \
    X(msat_term, make_fp_to_ubv, (msat_env, size_t, msat_term, msat_term))                         \
    X(msat_term, make_fp_from_ieeebv, (msat_env, size_t, size_t, msat_term))                       \
    X(msat_term, make_fp_as_ieeebv, (msat_env, msat_term))                                         \
    X(msat_term, make_fp_isnan, (msat_env, msat_term))                                             \
    X(int, term_is_fp_roundingmode_nearest_even, (msat_env, msat_term))                            \
    X(int, term_is_fp_roundingmode_zero, (msat_env, msat_term))                                    \
    X(int, term_is_fp_roundingmode_plus_inf, (msat_env, msat_term))                                \
    X(int, term_is_fp_roundingmode_minus_inf, (msat_env, msat_term))                               \
    X(int, term_is_fp_equal, (msat_env, msat_term))                                                \
    X(int, term_is_fp_lt, (msat_env, msat_term))                                                   \
    X(int, term_is_fp_leq, (msat_env, msat_term))                                                  \
    X(int, term_is_fp_plus, (msat_env, msat_term))                                                 \
    X(int, term_is_fp_minus, (msat_env, msat_term))                                                \
    X(int, term_is_fp_times, (msat_env, msat_term))                                                \
    X(int, term_is_fp_div, (msat_env, msat_term))                                                  \
    X(int, term_is_fp_sqrt, (msat_env, msat_term))                                                 \
    X(int, term_is_fp_round_to_int, (msat_env, msat_term))                                         \
    X(int, term_is_fp_cast, (msat_env, msat_term))                                                 \
    X(int, term_is_fp_from_sbv, (msat_env, msat_term))                                             \
    X(int, term_is_fp_from_ubv, (msat_env, msat_term))                                             \
    X(int, term_is_fp_to_sbv, (msat_env, msat_term))                                               \
    X(int, term_is_fp_to_ubv, (msat_env, msat_term))                                               \
    X(int, term_is_fp_from_ieeebv, (msat_env, msat_term))                                          \
    X(int, term_is_fp_as_ieeebv, (msat_env, msat_term))                                            \
    X(int, term_is_fp_neg, (msat_env, msat_term))                                                  \
    X(int, term_is_fp_abs, (msat_env, msat_term))                                                  \
    X(int, term_is_fp_isnan, (msat_env, msat_term))                                                \
    X(int, term_is_fp_isinf, (msat_env, msat_term))                                                \
    X(int, term_is_fp_iszero, (msat_env, msat_term))                                               \
    X(int, term_is_fp_isneg, (msat_env, msat_term))                                                \
    X(int, term_is_fp_ispos, (msat_env, msat_term))                                                \
    X(int, push_backtrack_point, (msat_env))                                                       \
    X(int, pop_backtrack_point, (msat_env))                                                        \
    X(int, assert_formula, (msat_env, msat_term))                                                  \
    X(int, solve, (msat_env))                                                                      \
    X(int, solve_with_assumptions, (msat_env, msat_term *, size_t))                                \
    X(msat_term *, get_unsat_assumptions, (msat_env, size_t *))                                    \
    X(int, all_sat, (msat_env, msat_term *, size_t, msat_all_sat_callback, void *))                \
    X(msat_term, get_model_value, (msat_env, msat_term))                                           \
    X(int, create_itp_group, (msat_env))                                                           \
    X(int, set_itp_group, (msat_env, int))                                                         \
    X(msat_term, get_interpolant, (msat_env, int *, size_t))

typedef struct mathsat_api {
    void *library;
#define MATHSAT_FIELD(result, name, parameters) result(*name) parameters;
    MATHSAT_FUNCTIONS(MATHSAT_FIELD)
#undef MATHSAT_FIELD
} mathsat_api_t;

/* Looks in $HEDDLE_MATHSAT, then in deps/mathsat beside the executable or up
 * to three directories above it (build directories), then in ../lib/heddle.
 * False and *why (static text) if there is none, or not a usable one. */
bool mathsat_load(mathsat_api_t *api, const char **why);
void mathsat_unload(mathsat_api_t *api);

#endif
