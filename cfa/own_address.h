#ifndef CFA_OWN_ADDRESS_H
#define CFA_OWN_ADDRESS_H

#include "cfa/program.h"

/* Does the edge make something of an address on the stack of its thread that depends
 * on which thread it is? Adding a small constant to it, comparing it with others of its
 * kind or with 0, the difference of two, and reading or writing there do not; its
 * product, its bits, its bytes, sums with numbers that are not known, and comparing it
 * with anything else do. Addresses of main's variables are the same for all threads.
 * After the pass points_to only. */
bool edge_computes_with_own_address(const program_t *program, const edge_t *edge);
/* May the edge bring such an address to where another thread finds it: to memory that is
 * not on the stack of its thread, or to a new thread? */
bool edge_hands_out_own_address(const program_t *program, const edge_t *edge);

#endif
