// models: sprintf snprintf vsprintf vsnprintf
// assumes: the format is a literal of numbers and text
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "conformance.h"

static char buffer[48];

static void look(int result) {
    exact(result);
    unsigned long long sum = 0;
    for (unsigned i = 0; i < sizeof buffer; i++) sum = sum * 31 + (unsigned char)buffer[i];
    exact(sum);
    memset(buffer, '#', sizeof buffer);
}

static int print(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int result = vsprintf(buffer, format, list);
    va_end(list);
    return result;
}

static int print_some(size_t room, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int result = vsnprintf(buffer, room, format, list);
    va_end(list);
    return result;
}

int main(void) {
    memset(buffer, '#', sizeof buffer);
    look(sprintf(buffer, "plain"));
    look(sprintf(buffer, "%d %d %d", 0, -1, 2147483647));
    look(sprintf(buffer, "[%5d][%-5d][%05d]", 42, 42, 42));
    look(sprintf(buffer, "%u %x %X %o", 4000000000u, 0xbeefu, 0xBEEFu, 8u));
    look(sprintf(buffer, "%+d|%+d", 3, -3));
    look(sprintf(buffer, "%ld %lld %lu", -5L, -6000000000LL, 7UL));
    look(sprintf(buffer, "%hhd %hd %hhu", 300, 70000, 300));
    look(sprintf(buffer, "%c%c%%", 'x', 'y'));
    look(sprintf(buffer, "%s|%.2s|%6s|%-6s|", "abc", "abc", "abc", "abc"));
    look(sprintf(buffer, "%zu %i", sizeof(char), 17));
    look(snprintf(buffer, 4, "%s", "abcdef"));
    look(snprintf(buffer, 1, "%d", 12345));
    look(snprintf(buffer, 0, "%d", 12345));
    look(snprintf(buffer, 7, "%s", "abcdef"));
    look(print("%d-%s", 5, "five"));
    look(print("%x", 255));
    look(print_some(3, "%d", 1234));
    look(print_some(10, "%s=%d", "n", -4));
    finish();
}
