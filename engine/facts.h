#ifndef ENGINE_FACTS_H
#define ENGINE_FACTS_H

#include "engine/core/engine.h"

/* What decides which attempts are made (engine/portfolio.h): of the program, computed once; of
 * the options; and of what attempts found out. */
#define FACTS(X)                                                                                   \
    /* of the program */                                                                           \
    X(CREATES_IN_LOOPS, "creates threads in loops")                                                \
    X(THREADS_LOOP, "threads loop")                                                                \
    X(INPUTS, "inputs")                                                                            \
    X(FLOATS, "floats")                                                                            \
    X(HEAP, "heap")                                                                                \
    X(LARGE, "large")                                                                              \
    /* of the options */                                                                           \
    X(MAY_HUNT, "runs at random are allowed")                                                      \
    X(TRY_CROWD, "any number of threads")                                                          \
    X(GLANCE_CROWD, "perhaps any number of threads")                                               \
    X(ONLY_CROWD, "nothing but any number of threads")                                             \
    X(MAY_TRACK_ALL, "all values may be tracked")                                                  \
    X(MAY_TRACK_LAZILY, "values may be tracked lazily")                                            \
    X(MAY_USE_TERMS, "unknown values may be terms")                                                \
    X(TERMS_FIRST, "... from the beginning")                                                       \
    X(BLOCK_AUTO, "blocks may be one at first")                                                    \
    X(INTERPOLANTS_AUTO, "interpolants may come from several sources")                             \
    X(LABEL_VALUES_AUTO, "values may stand beside labels at first")                                \
    X(SHOWS_GRAPH, "the graph is shown")                                                           \
    /* of what is open, and was found out */                                                       \
    X(ONLY_VALUES, "predicates do not verify what is open")                                        \
    X(FOUND_FEW, "unknown values that are one of few")

typedef enum {
#define FACT_NUMBER(name, text) FACT_NUMBER_##name,
    FACTS(FACT_NUMBER)
#undef FACT_NUMBER
        FACT_COUNT
} fact_number_t;

typedef uint32_t facts_t;
enum {
#define FACT_BIT(name, text) FACT_##name = 1 << FACT_NUMBER_##name,
    FACTS(FACT_BIT)
#undef FACT_BIT
};

facts_t facts_of_program(const program_t *program);
/* What the options say, given the facts about the program. */
facts_t facts_of_options(const options_t *options, facts_t program);
void facts_print(strbuf_t *out, facts_t facts);

#endif
