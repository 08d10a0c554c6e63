// expect: true
// what: the variable that the labels pass by is set in each case before it is used
#include <assert.h>

int main(void) {
    for (int round = 0; round < 2; round++) {
        switch (round) {
            int y, *pointer;
        case 0: y = 7; break;
        default:
            y = 7;
            pointer = &y;
            assert(*pointer == 7);
        }
    }
    return 0;
}
