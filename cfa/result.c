#include "cfa/result.h"

#include "util/mem.h"

#include <stdarg.h>
#include <stdio.h>

void result_free(result_t *result) {
    if (result->proof.release) result->proof.release(result->proof.owner);
    mem_free(result->reason);
    VEC_FREE(result->trace.steps);
    VEC_FREE(result->trace.inputs);
    VEC_FREE(result->trace.memory);
    *result = (result_t){0};
}

void result_set_unknown(result_t *result, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    REQUIRE(length >= 0);
    char *reason = mem_alloc((size_t)length + 1);
    vsnprintf(reason, (size_t)length + 1, format, again);
    va_end(again);
    mem_free(result->reason); /* not before: the old reason may be an argument */
    result->reason = reason;
    result->verdict = VERDICT_UNKNOWN;
}
