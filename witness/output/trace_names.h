#ifndef WITNESS_OUTPUT_TRACE_NAMES_H
#define WITNESS_OUTPUT_TRACE_NAMES_H

#include "util/strbuf.h"
#include "witness/semantics/replay.h"

/* Memory as the line of the source calls it: "x", "chan->waiting", "*amount". */

/* The cell, as the step (its index) comes to it. Members that models give to the library's types
 * have no names in the source: those of a semaphore and a lock are "sem" and "lock (holders)". */
void trace_cell_name(strbuf_t *out, const replay_t *replay, size_t step, variable_t cell);
/* The same as whoever else comes to it: of the heap "malloc@12->next", not "mine->next". */
void trace_object_cell_name(strbuf_t *out, const replay_t *replay, size_t step, variable_t cell);
/* Is what happens to a cell of this name worth a word? Who holds a mutex is said anyway; padding
 * and what models keep for themselves have no names. */
bool trace_is_told(const char *name, bool is_write);
/* Where the heap object begins that the address lies in; 0: in none. */
uint64_t trace_allocation(const replay_t *replay, size_t step, uint64_t address);
/* What lies at the address, of any type, such as a mutex. */
void trace_place_name(strbuf_t *out, const replay_t *replay, size_t step, uint64_t address);
/* An address as a value: "&x", "malloc@12", "0"; "malloc@12#2" is the second that was
 * made there. */
void trace_address(strbuf_t *out, const replay_t *replay, size_t step, uint64_t address);
/* The step before this one that gave the register of its frame its value; SIZE_MAX: not found. */
size_t trace_definition(const replay_t *replay, size_t step, reg_t reg);

#endif
