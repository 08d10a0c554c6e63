#ifndef TESTS_FUZZ_VERIFIER_H
#define TESTS_FUZZ_VERIFIER_H

#include "tests/fuzz/ast.h"

typedef enum answer {
    ANSWER_TRUE,
    ANSWER_FALSE,
    ANSWER_GAVE_UP,    /* a limit, or something heddle does not model */
    ANSWER_UNBACKED,   /* a verdict whose evidence was not confirmed */
    ANSWER_BROKEN,     /* a crash, a hang, or no verdict */
} answer_t;

typedef struct verifier {
    const char *program; /* path of heddle */
    const char *folder;  /* for the file that it reads */
    unsigned time_limit;
} verifier_t;

/* Options of the configurations of all engines that can both refute and prove. */
typedef struct configurations {
    char *options[128];
    unsigned count;
} configurations_t;
/* As heddle lists them; false: it lists none. */
bool verifier_list(const verifier_t *verifier, configurations_t *out);
void configurations_free(configurations_t *configurations);

/* Verifies what is left of the tree; options are separated by blanks. text gets
 * the verdict with its reason. */
answer_t verifier_ask(const verifier_t *verifier, tree_t *tree, const char *options,
                      char text[256]);

#endif
