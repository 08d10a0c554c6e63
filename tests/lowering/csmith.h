/* Stands in for the header that programs of csmith include: its runtime computes a CRC
 * with a table, which takes more steps than the program itself. */
#ifndef LOWERING_CSMITH_H
#define LOWERING_CSMITH_H

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "checksum.h"

#define STATIC static
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(name) (safe_##name)
#include <csmith/safe_math.h>
#undef FUNC_NAME

#define platform_main_begin()
#define crc32_gentab()
#define transparent_crc(value, name, flag) check(value)
#define transparent_crc_bytes(bytes, count, name, flag)                                            \
    do {                                                                                           \
        for (int byte = 0; byte < (int)(count); byte++) check(((char *)(bytes))[byte]);            \
    } while (0)
#define platform_main_end(crc, flag) check_end()

#endif
