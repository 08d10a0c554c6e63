#ifndef MAIN_VALIDATE_H
#define MAIN_VALIDATE_H

#include "main/run.h"
#include "witness/validate/witness_read.h"

/* --validate: the witness is woven into the program, and what is found out about that is said
 * about the witness. */
typedef struct validation {
    arena_t *arena;
    witness_file_t witness;
    VEC(const char *) texts; /* of the files, with the witness in them */
    const char *head;        /* what they need declared */
    property_set_t properties; /* what is asked of them */
    bool is_own; /* all violations are those of the witness */
} validation_t;

/* false: error says what is wrong with the witness. */
bool validation_begin(validation_t *validation, const options_t *options,
                      const property_set_t *properties, strbuf_t *error);
void validation_free(validation_t *validation);

/* Prints what the run says about the witness and makes the verdict that of the witness:
 * unknown unless it is confirmed. */
void validation_end(const validation_t *validation, const options_t *options, run_t *run);

#endif
