#include "main/run.h"

#include <stdarg.h>
#include <stdio.h>

void run_set_properties(run_t *run, const property_set_t *properties) {
    run->count = properties->count;
    for (size_t i = 0; i < properties->count; i++) {
        run_answer_t *answer = &run->answers[i];
        strbuf_t name = {0};
        property_set_print(&name, properties, i);
        *answer = (run_answer_t){.verdict = VERDICT_UNKNOWN};
        snprintf(answer->name, sizeof answer->name, "%s", strbuf_text(&name));
        snprintf(answer->class, sizeof answer->class, "%s", properties->at[i].class->name);
        strbuf_free(&name);
    }
}

static const run_answer_t *first_with(const run_t *run, verdict_t verdict) {
    for (size_t i = 0; i < run->count; i++)
        if (run->answers[i].verdict == verdict) return &run->answers[i];
    return NULL;
}

void run_conclude(run_t *run) {
    const run_answer_t *violated = first_with(run, VERDICT_FALSE);
    const run_answer_t *unknown = first_with(run, VERDICT_UNKNOWN);
    run->has_verdict = true;
    run->reason[0] = '\0';
    if (violated) {
        run->verdict = VERDICT_FALSE;
        run->exit_code = EXIT_CODE_FALSE;
        snprintf(run->violated, sizeof run->violated, "%s", violated->class);
    } else if (unknown) {
        run->verdict = VERDICT_UNKNOWN;
        run->exit_code = EXIT_CODE_UNKNOWN;
        snprintf(run->reason, sizeof run->reason, "%s",
                 unknown->reason[0] ? unknown->reason : "no engine gave a reason");
    } else {
        run->verdict = VERDICT_TRUE;
        run->exit_code = EXIT_CODE_TRUE;
    }
}

void run_set_unknown(run_t *run, int exit_code, const char *format, ...) {
    char reason[sizeof run->reason];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    for (size_t i = 0; i < run->count; i++)
        if (run->answers[i].verdict == VERDICT_UNKNOWN && !run->answers[i].reason[0])
            snprintf(run->answers[i].reason, sizeof run->answers[i].reason, "%s", reason);
    run_conclude(run);
    if (run->verdict == VERDICT_FALSE) return;
    run->verdict = VERDICT_UNKNOWN;
    run->exit_code = exit_code;
    snprintf(run->reason, sizeof run->reason, "%s", reason);
}
