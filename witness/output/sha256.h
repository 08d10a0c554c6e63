#ifndef WITNESS_OUTPUT_SHA256_H
#define WITNESS_OUTPUT_SHA256_H

#include <stddef.h>
#include <stdint.h>

/* SHA-256 (FIPS 180-4). */
typedef struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t block[64];
} sha256_t;

void sha256_init(sha256_t *hash);
void sha256_add(sha256_t *hash, const void *data, size_t size);
/* 64 hexadecimal digits and a NUL. */
void sha256_finish(sha256_t *hash, char out[65]);

#endif
