#include "cfa/result.h"

#include <string.h>

#include "util/mem.h"

#include <stdarg.h>
#include <stdio.h>

const char *const ending_names[] = {
    [ENDED_DECIDED] = "decided",     [ENDED_TIRED] = "used its budget up",
    [ENDED_UNDECIDED] = "undecided", [ENDED_REFUSED] = "refused",
    [ENDED_BARRED] = "barred",       [ENDED_USELESS] = "useless",
    [ENDED_LIMIT] = "limit",
};

void result_init(result_t *result, const property_set_t *properties, property_mask_t asked) {
    *result = (result_t){.properties = properties, .asked = asked};
}

bool reason_is_fault(const char *reason) {
    return strstr(reason, "invalid access") || strstr(reason, "invalid free");
}

void trace_free(trace_t *trace) {
    VEC_FREE(trace->steps);
    VEC_FREE(trace->inputs);
    VEC_FREE(trace->memory);
    *trace = (trace_t){0};
}

void result_free(result_t *result) {
    proof_free(&result->proof);
    for (size_t i = 0; i < PROPERTY_MAX; i++) {
        mem_free(result->answers[i].reason);
        trace_free(&result->answers[i].trace);
    }
    *result = (result_t){0};
}

property_mask_t result_with(const result_t *result, verdict_t verdict) {
    property_mask_t found = 0;
    for (size_t i = 0; i < PROPERTY_MAX; i++)
        if (result->asked & property_bit(i) && result->answers[i].verdict == verdict)
            found |= property_bit(i);
    return found;
}

void result_set_true(result_t *result, const proof_t *proof) {
    REQUIRE(result->proof.kind == PROOF_NONE);
    result->proof = *proof;
    for (size_t i = 0; i < PROPERTY_MAX; i++)
        if (result->asked & property_bit(i) && result->answers[i].verdict == VERDICT_UNKNOWN)
            result->answers[i].verdict = VERDICT_TRUE;
}

trace_t *result_set_false(result_t *result, size_t property) {
    REQUIRE(result->asked & property_bit(property));
    trace_free(&result->answers[property].trace);
    result->answers[property].verdict = VERDICT_FALSE;
    return &result->answers[property].trace;
}

static char *text_of(const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    REQUIRE(length >= 0);
    char *text = mem_alloc((size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

/* Takes the text over. */
static void set_reason(answer_t *answer, char *text) {
    mem_free(answer->reason);
    answer->reason = text;
    answer->verdict = VERDICT_UNKNOWN;
}

void result_take_back(result_t *result, size_t property, const char *format, ...) {
    va_list args;
    va_start(args, format);
    set_reason(&result->answers[property], text_of(format, args)); /* may be made of the old one */
    va_end(args);
}

void result_set_unknown(result_t *result, ending_t ending, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *text = text_of(format, args);
    va_end(args);
    for (size_t i = 0; i < PROPERTY_MAX; i++)
        if (result->asked & property_bit(i) && result->answers[i].verdict == VERDICT_UNKNOWN)
            set_reason(&result->answers[i], mem_strdup(text));
    mem_free(text);
    result->ending = ending;
}
