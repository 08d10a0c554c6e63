#ifndef ENGINE_ATTEMPTS_H
#define ENGINE_ATTEMPTS_H

#include "engine/facts.h"

/* The strategy, as data: what is tried, in which order, for how long, and what follows it.
 * engine/portfolio.c interprets the table. */

/* What an attempt is made for. */
typedef enum {
    FOR_ANSWER,
    FOR_REFUSED,    /* an answer, after others were refused; only by a link */
    FOR_INVARIANTS, /* of a proof that has none for other tools; the verdict stands */
} purpose_t;

typedef struct attempt {
    const char *name;
    const char *engine;
    /* The choices of --analysis that it belongs to, with spaces between them; NULL: all. */
    const char *analyses;
    const char *options;  /* set on top of the user's, for options_override; NULL: none */
    uint32_t max_threads; /* no more threads at once than this; 0: what the options say */
    purpose_t purpose;
    facts_t needs, bars; /* it is made where all of these hold, and none of those */
    /* For a time limit of 20 s; 0: no limit. The last attempt has none if time is limited. */
    engine_budget_t budget;
    bool budget_by_option; /* work: what --hunt says */
    unsigned share; /* not 0: it has one part of so many of the time that is left, if limited */
    bool takes_turns;      /* each time it is made the budget is twice what it was before */
    /* Names of attempts with '|' between them, the first that is made here follows; NULL: the
     * next one in the table. */
    const char *when_tired, *when_undecided, *when_refused;
    const char *when_barred; /* NULL: nothing follows, as nothing would help */
} attempt_t;

/* Ends with name NULL. */
extern const attempt_t attempts[];

#endif
