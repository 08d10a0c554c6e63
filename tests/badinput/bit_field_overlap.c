#include <assert.h>

struct shared {
    unsigned char first;
    int second : 21;
};

int main(void) {
    struct shared shared = {.second = -128, .first = 255};
    assert(shared.second == -128);
    return 0;
}
