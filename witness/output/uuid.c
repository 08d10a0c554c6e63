#include "witness/output/uuid.h"

#include "util/hash.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

void uuid_random(char out[37]) {
    uint8_t b[16];
    if (getrandom(b, sizeof b, 0) != (ssize_t)sizeof b) {
        /* A witness without good randomness is better than none: it need not
         * be secret, only different from others. */
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        uint64_t x = hash_mix((uint64_t)now.tv_nsec, (uint64_t)now.tv_sec);
        uint64_t y = hash_mix(x, (uint64_t)getpid());
        memcpy(b, &x, 8);
        memcpy(b + 8, &y, 8);
    }
    b[6] = (b[6] & 0x0f) | 0x40;
    b[8] = (b[8] & 0x3f) | 0x80;
    for (int i = 0, at = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) out[at++] = '-';
        at += snprintf(out + at, (size_t)(37 - at), "%02x", b[i]);
    }
}
