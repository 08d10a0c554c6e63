#ifndef WITNESS_OUTPUT_UUID_H
#define WITNESS_OUTPUT_UUID_H

/* A random UUID (version 4) as text. */
void uuid_random(char out[37]);

#endif
