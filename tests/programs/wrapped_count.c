// expect: unknown this format
// what: %n in a format that a wrapper hands to vprintf would write 3 to count
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

int main(void) {
    int count = 0;
    say("abc%n\n", &count);
    assert(count == 0);
    return 0;
}
