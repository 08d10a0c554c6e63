// models: malloc __builtin_malloc alloca __builtin_alloca calloc realloc free
// assumes: memory is there; nothing is at the address 0, also of 0 bytes
#include <alloca.h>
#include <stdint.h>
#include <stdlib.h>

#include "conformance.h"

int main(void) {
    int *a = malloc(3 * sizeof *a), *b = __builtin_malloc(sizeof *b), *zeros = calloc(3, sizeof *zeros);
    exact(a != NULL && b != NULL && a != b);
    exact((uintptr_t)a % 8);
    exact((uintptr_t)zeros % 8);
    for (int i = 0; i < 3; i++) exact(zeros[i]);
    void *nothing = malloc(0);
    exact(nothing != NULL);
    free(nothing);
    free(NULL);
    a[0] = 1;
    a[2] = 3;
    a = realloc(a, 5 * sizeof *a);
    exact(a[0]);
    exact(a[2]);
    a = realloc(a, sizeof *a);
    exact(a[0]);
    int *fresh = realloc(NULL, sizeof *fresh);
    exact(fresh != NULL && fresh != a);
    free(fresh);
    int *stack = alloca(2 * sizeof *stack), *other = __builtin_alloca(4);
    stack[1] = 7;
    *other = 8;
    exact(stack[1] + *other);
    exact(stack != other);
    free(a);
    free(b);
    free(zeros);
    finish();
}
