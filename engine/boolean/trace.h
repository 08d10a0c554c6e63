#ifndef ENGINE_BOOLEAN_TRACE_H
#define ENGINE_BOOLEAN_TRACE_H

#include "cfa/result.h"
#include "engine/boolean/search.h"

/* The way to the bad state that a search has found, as steps of the program that engines read.
 * false: the solver does not say which one. */
bool boolean_trace(search_t *search, const program_t *program, trace_t *trace);

#endif
