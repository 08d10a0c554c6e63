#ifndef CFA_RESULT_H
#define CFA_RESULT_H

#include "cfa/proof.h"
#include "cfa/property.h"

/* The only output of any engine. */

typedef enum { VERDICT_UNKNOWN, VERDICT_TRUE, VERDICT_FALSE } verdict_t;

/* A value the environment chose in a step: the register of a HAVOC, or one
 * cell of a HAVOC_OBJECT. */
typedef struct trace_input {
    uint32_t step;   /* index into trace steps */
    uint64_t offset; /* HAVOC_OBJECT: of the cell in the object; else 0 */
    uint64_t value;
} trace_input_t;

typedef struct trace_step {
    uint32_t thread;
    const edge_t *edge;
} trace_step_t;

/* Contents of static objects with init_unknown. */
typedef struct trace_memory {
    uint64_t address;
    uint64_t size, value;
} trace_memory_t;

/* An execution from the start of main to the violation; inputs not listed
 * are 0. */
typedef struct trace {
    VEC(trace_step_t) steps;
    VEC(trace_input_t) inputs; /* sorted by step */
    VEC(trace_memory_t) memory;
} trace_t;

/* What is known of one property. */
typedef struct answer {
    verdict_t verdict;
    char *reason;  /* UNKNOWN: why, with file and line where there is one; owned */
    trace_t trace; /* FALSE */
} answer_t;

/* Why a run ended without an answer to all that it was asked; what is tried after it
 * depends on that. */
typedef enum {
    ENDED_DECIDED,   /* everything was answered */
    ENDED_TIRED,     /* the budget is used up */
    ENDED_UNDECIDED, /* it met a path that it cannot decide */
    ENDED_REFUSED,   /* the evidence was not confirmed */
    ENDED_BARRED,    /* something in the program forbids the answer: no engine can give it */
    ENDED_USELESS,   /* it does not apply to this program, or has no better answer */
    ENDED_LIMIT,     /* time, memory, or a signal */
} ending_t;
extern const char *const ending_names[];

/* One run of an engine: it was asked for some properties of a set. */
typedef struct result {
    const property_set_t *properties;
    property_mask_t asked;
    answer_t answers[PROPERTY_MAX];
    ending_t ending;
    proof_t proof; /* of all answers that are TRUE */
} result_t;

void trace_free(trace_t *trace);

/* Does the reason speak of an access or a free that C does not define? They call it "invalid
 * access" or "invalid free". */
bool reason_is_fault(const char *reason);

void result_init(result_t *result, const property_set_t *properties, property_mask_t asked);
void result_free(result_t *result);
/* Those that were asked for and have this verdict. */
property_mask_t result_with(const result_t *result, verdict_t verdict);

/* All that was asked and is not answered yet is true, for this reason; the proof becomes the
 * result's. */
void result_set_true(result_t *result, const proof_t *proof);
/* The property is violated; the caller fills in the trace, which begins empty. */
trace_t *result_set_false(result_t *result, size_t property);
/* Whatever was said of the property, it is unknown. */
void result_take_back(result_t *result, size_t property, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* All that was asked and is not answered stays unknown, for this reason. */
void result_set_unknown(result_t *result, ending_t ending, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
