#ifndef WITNESS_UUID_H
#define WITNESS_UUID_H

/* A random UUID (version 4) as text. */
void uuid_random(char out[37]);

#endif
