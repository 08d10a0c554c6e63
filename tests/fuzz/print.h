#ifndef TESTS_FUZZ_PRINT_H
#define TESTS_FUZZ_PRINT_H

#include "tests/fuzz/ast.h"

#include <stdio.h>

/* Writes what is left of the tree as C. Calls tree_mark. */
void tree_print(tree_t *tree, FILE *out);

#endif
