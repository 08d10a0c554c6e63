#ifndef WITNESS_OUTPUT_C_TEXT_H
#define WITNESS_OUTPUT_C_TEXT_H

#include "cfa/configuration.h"
#include "solver/term.h"
#include "witness/facts/intervals.h"

/* Variables and formulas as C expressions over what the source names. What
 * cannot be said that way exactly is not said. */
typedef struct c_scope {
    const program_t *program;
    const function_t *function; /* whose registers may be named; NULL: globals only */
    unsigned thread, depth;     /* ... in this frame */
    source_t at; /* only globals declared before it; no file: all of them */
    /* Variables that may hold internal numbers have no name then; NULL: all have. */
    const intervals_t *intervals;
} c_scope_t;

/* A global, a part of one ("a[3]", "s.f"), or a local variable of the frame.
 * false: the source has no (unambiguous) name for it. */
bool c_text_variable(strbuf_t *out, const c_scope_t *scope, variable_t variable,
                     const type_t **type);
/* An integer value as a constant of the type. */
void c_text_constant(strbuf_t *out, const type_t *type, uint64_t value);
/* "name == value", or what comes closest to it: numbers that are none are not
 * told apart, nor are the two zeros. */
void c_text_equals(strbuf_t *out, const char *name, const type_t *type, uint64_t value);
/* Do values of the type have constants in C? */
bool c_text_has_constants(const type_t *type);
/* A formula over bare symbols that follows from the given one: of a
 * conjunction, what cannot be said or is longer than limit is left out. false:
 * nothing remains. */
bool c_text_formula(strbuf_t *out, const c_scope_t *scope, const term_t *formula, size_t limit);

#endif
