#ifndef UTIL_VEC_H
#define UTIL_VEC_H

#include "util/mem.h"

#include <stddef.h>
#include <stdint.h>

/* Typed growable arrays: VEC(int) numbers = {0}; VEC_PUSH(numbers, 7);
 * A zeroed vector is empty and needs no constructor. */
#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *data;                                                                                \
        size_t len, cap;                                                                           \
    }

void vec_grow_(void **data, size_t *cap, size_t element_size, size_t need);

#define VEC_RESERVE(vec, need)                                                                     \
    do {                                                                                           \
        if ((need) > (vec).cap)                                                                    \
            vec_grow_((void **)&(vec).data, &(vec).cap, sizeof *(vec).data, (need));               \
    } while (0)
#define VEC_PUSH(vec, ...)                                                                         \
    do {                                                                                           \
        VEC_RESERVE(vec, (vec).len + 1);                                                           \
        (vec).data[(vec).len++] = (__VA_ARGS__);                                                   \
    } while (0)
#define VEC_POP(vec) ((vec).data[--(vec).len])
#define VEC_TOP(vec) ((vec).data[(vec).len - 1])
#define VEC_CLEAR(vec) ((void)((vec).len = 0))
#define VEC_FREE(vec)                                                                              \
    do {                                                                                           \
        mem_free((vec).data);                                                                      \
        (vec).data = NULL;                                                                         \
        (vec).len = (vec).cap = 0;                                                                 \
    } while (0)

typedef VEC(uint32_t) numbers_t;

#endif
