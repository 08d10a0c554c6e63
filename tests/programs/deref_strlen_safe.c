// expect: true
// args: --property valid-deref
// what: strlen ends inside of the array
#include <string.h>

int main(void) {
    char text[5];
    memset(text, 'a', sizeof text - 1);
    text[4] = 0;
    return (int)strlen(text) - 4;
}
