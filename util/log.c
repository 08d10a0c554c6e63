#include "util/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void log_line(bool wanted, const char *format, ...) {
    if (!wanted) return;
    char line[1024];
    const char *erase = isatty(STDERR_FILENO) ? "\r\033[K" : "";
    int used = snprintf(line, sizeof line, "%sheddle: ", erase);
    va_list args;
    va_start(args, format);
    vsnprintf(line + used, sizeof line - (size_t)used - 1, format, args);
    va_end(args);
    size_t length = strlen(line);
    line[length++] = '\n'; /* the place for it was kept free above */
    ssize_t ignored = write(STDERR_FILENO, line, length);
    (void)ignored;
}
