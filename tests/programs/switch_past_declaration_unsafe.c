// expect: false(unreach-call)
// what: in the second round the case passes by the declaration again: y has any value
#include <assert.h>

int main(void) {
    for (int round = 0; round < 2; round++) {
        switch (round) {
            int y, *pointer;
        case 0: y = 7; break;
        default: pointer = &y; assert(*pointer == 7);
        }
    }
    return 0;
}
