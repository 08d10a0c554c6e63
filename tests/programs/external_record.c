// expect: unknown may write through a pointer
// what: a function without a body gets a structure by value in which there is a pointer
#include <assert.h>

struct handle {
    int *place;
};

extern void use(struct handle handle);

int main(void) {
    int number = 0;
    struct handle handle = {&number};
    use(handle);
    assert(number == 0);
    return 0;
}
