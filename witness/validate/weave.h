#ifndef WITNESS_VALIDATE_WEAVE_H
#define WITNESS_VALIDATE_WEAVE_H

#include "witness/validate/witness_read.h"

/* A witness as a part of the program: what it says is put into the source, on the lines it
 * speaks of, so that whoever verifies the result decides about it.
 *
 * Of a violation: a variable counts the waypoints that were passed in their order, each by
 * its thread, and the target is reached only behind all others. A violation that is found
 * then follows the witness; if there is none, no run does.
 *
 * Of a proof: each invariant becomes an assertion. If the program is proved with them, they
 * hold, and the property does. */

/* The function whose calls are the violation in a woven program, if the target of the witness
 * is a call of a function that violates, or an assertion. Then no other violation is found. */
#define WEAVE_VIOLATION "heddle_violation_"

/* Declarations that a woven source needs in front of it. */
const char *weave_head(arena_t *arena, const witness_file_t *witness);

/* The source with the points of this file in it, in the arena; NULL: error says what cannot be
 * put in. functions: those whose calls violate the property, ends with NULL. *is_own: the
 * violation is a call of WEAVE_VIOLATION; else it is the one that it was, and a variable
 * heddle_at_target_ is set at the target. */
char *weave(arena_t *arena, const witness_file_t *witness, const char *file, const char *text,
            size_t size, const char *const *functions, bool *is_own, strbuf_t *error);

#endif
