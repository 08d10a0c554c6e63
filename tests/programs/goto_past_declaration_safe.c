// expect: true
// what: who jumps over a declaration must give the variable a value; who jumps inside of its scope
// what: keeps it
#include <assert.h>

int main(void) {
    int round = 0;
again:
    if (round == 1) goto inside;
    {
        int kept = 5;
        int array[2] = {1, 2};
    inside:
        if (round == 1) kept = 5, array[1] = 2;
        assert(kept == 5 && array[1] == 2);
        if (round++ < 2) {
            if (round == 2) goto inside_once_more;
            goto again;
        }
    inside_once_more:
        assert(kept == 5);
    }
    return 0;
}
