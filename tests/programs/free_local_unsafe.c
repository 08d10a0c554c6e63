// expect: false(valid-free)
// args: --property valid-free
// what: a local variable is freed
#include <stdlib.h>

int main(int argc, char **unused) {
    int local[2] = {0};
    int *numbers = argc > 2 ? malloc(sizeof local) : local;
    numbers[1] = 1;
    if (numbers != local || argc < 2) free(numbers);
    return 0;
}
