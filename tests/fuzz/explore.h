#ifndef TESTS_FUZZ_EXPLORE_H
#define TESTS_FUZZ_EXPLORE_H

#include "tests/fuzz/machine.h"

enum { MAX_OBSERVATIONS = 8, MAX_SEEN = 64 };

typedef struct observed {
    unsigned count;
    int64_t values[MAX_SEEN];
    unsigned times[MAX_SEEN];
    bool is_full;
} observed_t;

typedef struct exploration {
    bool is_usable;  /* all states were seen, and nothing undefined */
    bool is_unsafe; /* an assertion fails somewhere; of a crowd, with a few threads */
    bool has_race;   /* a state where two threads race */
    bool has_stuck;  /* a state where threads are left and none can move */
    unsigned states;
    const char *why; /* not usable */
    observed_t observed[MAX_OBSERVATIONS];
} exploration_t;

/* Lists every state of what is left of the tree, those behind failing assertions, too, if these
 * are passed. */
void explore(exploration_t *exploration, tree_t *tree, unsigned max_states, bool passes_errors);

#endif
