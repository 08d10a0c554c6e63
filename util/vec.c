#include "util/vec.h"

void vec_grow_(void **data, size_t *cap, size_t element_size, size_t need) {
    size_t grown = *cap ? *cap * 2 : 8;
    if (grown < need) grown = need;
    *data = mem_realloc(*data, grown * element_size);
    *cap = grown;
}
