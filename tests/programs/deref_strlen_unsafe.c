// expect: false(valid-deref)
// args: --property valid-deref
// what: strlen reads on until it finds a zero
#include <string.h>

int main(void) {
    char text[5];
    memset(text, 'a', sizeof text);
    return (int)strlen(text) - 4;
}
