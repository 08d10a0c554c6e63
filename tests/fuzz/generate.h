#ifndef TESTS_FUZZ_GENERATE_H
#define TESTS_FUZZ_GENERATE_H

#include "tests/fuzz/explore.h"

/* A random program without assertions, only observations. The same seed gives
 * the same program. is_crowd: it creates threads without end. */
tree_t *generate(uint64_t seed, bool is_crowd, asked_t asked);

/* Makes assertions of the observations: some that fail in few of the runs that
 * were explored, or only such that hold in all of them. */
void choose_assertions(tree_t *tree, const exploration_t *exploration);

#endif
