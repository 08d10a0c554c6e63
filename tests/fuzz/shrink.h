#ifndef TESTS_FUZZ_SHRINK_H
#define TESTS_FUZZ_SHRINK_H

#include "tests/fuzz/ast.h"

/* Takes away from the tree what can go while still(context) says yes, asking at
 * most that many times. */
void tree_shrink(tree_t *tree, bool (*still)(void *context), void *context, unsigned max_asked);

#endif
