#ifndef UTIL_LOG_H
#define UTIL_LOG_H

#include <stdbool.h>

/* One line "heddle: ..." on standard error, if wanted (options->verbose).
 * Whole lines only, so that processes do not tear each other's; a status line
 * on the terminal is overwritten. */
void log_line(bool wanted, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
