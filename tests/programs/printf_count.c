// expect: unknown printf with this format
// what: %n writes how many characters came before it
#include <assert.h>
#include <stdio.h>

int main(void) {
    int count[1] = {7};
    printf("abc%n", count);
    assert(count[0] == 7);
    return 0;
}
