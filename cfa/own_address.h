#ifndef CFA_OWN_ADDRESS_H
#define CFA_OWN_ADDRESS_H

#include "cfa/program.h"

/* Does the edge make something of an address on the stack of its thread that depends
 * on which thread it is? Adding to it, comparing it with other addresses or with 0, and
 * the difference of two do not; its product, its bits, its bytes, and comparing it with
 * a number do. Addresses of main's variables are the same for all threads. After the
 * pass points_to only. */
bool edge_computes_with_own_address(const program_t *program, const edge_t *edge);

#endif
