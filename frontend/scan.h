#ifndef FRONTEND_SCAN_H
#define FRONTEND_SCAN_H

#include "frontend/lower.h"

/* Before lowering: what main may reach. Marks symbols as reached and functions
 * as taken (their address is used other than in a direct call), local
 * variables whose address is taken, and numbers for and asm statements. */
void scan_from(lower_t *lower, symbol_t *start);
/* The same for all functions of a unit, whoever calls them. */
void scan_unit(lower_t *lower, unit_t *unit);

#endif
