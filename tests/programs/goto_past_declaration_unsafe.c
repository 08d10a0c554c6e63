// expect: false(unreach-call)
// what: a jump over the declaration of kept enters its scope: it has any value, not that of the
// what: last time
#include <assert.h>

int main(void) {
    int round = 0;
again:
    if (round == 1) goto inside;
    {
        int kept = 5;
        int array[2] = {1, 2};
    inside:;
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
