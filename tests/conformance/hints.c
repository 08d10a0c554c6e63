// models: __builtin_expect __builtin_expect_with_probability __builtin_assume_aligned __builtin_constant_p
//   __builtin_object_size __builtin_dynamic_object_size __builtin_prefetch
// assumes: constants and sizes are known where clang knows them without optimisation
#include "conformance.h"

int main(void) {
    int x = 5, array[4];
    exact(__builtin_expect(x, 1));
    exact(__builtin_expect(-1L, 0));
    exact(__builtin_expect_with_probability(x == 5, 1, 0.9));
    exact((int *)__builtin_assume_aligned(&x, 4) == &x);
    exact(__builtin_constant_p(5));
    exact(__builtin_constant_p(sizeof x));
    exact(__builtin_object_size(array, 0));
    exact(__builtin_object_size(&array[1], 0));
    exact(__builtin_dynamic_object_size(array, 0));
    __builtin_prefetch(&x);
    exact(x);
    finish();
}
