#ifndef ENGINE_ORDER_SEARCH_H
#define ENGINE_ORDER_SEARCH_H

#include "engine/order/encode.h"

/* Is there a run that reaches a target of the kind? By one of the ways to treat the
 * order (--order). */
typedef enum { SEARCH_NO, SEARCH_YES, SEARCH_UNKNOWN } search_answer_t;

typedef struct search {
    encoding_t *e;
    order_choice_t way;
    effort_t *effort;
    stats_t *stats;
} search_t;

search_answer_t search_target(search_t *search, uint32_t kind);

#endif
