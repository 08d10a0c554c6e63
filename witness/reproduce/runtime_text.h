#ifndef WITNESS_REPRODUCE_RUNTIME_TEXT_H
#define WITNESS_REPRODUCE_RUNTIME_TEXT_H

/* The files of witness/reproduce/runtime/, as text. */
typedef struct runtime_file {
    const char *name, *text;
} runtime_file_t;

enum { RUNTIME_FILE_COUNT = 7 };
extern const runtime_file_t runtime_files[RUNTIME_FILE_COUNT];

#endif
