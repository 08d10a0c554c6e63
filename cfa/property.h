#ifndef CFA_PROPERTY_H
#define CFA_PROPERTY_H

#include <stdbool.h>

typedef enum { PROPERTY_UNREACH, PROPERTY_DEADLOCK } property_kind_t;

/* What must never happen. */
typedef struct property {
    property_kind_t kind;
    const char *error_function; /* UNREACH: a call of it violates; NULL: the default set:
                                   reach_error, __VERIFIER_error, and a failing assert */
    const char *text;           /* the CHECK(...) line, for witnesses */
} property_t;

/* Does a call of this function violate the property? */
bool property_is_error_call(const property_t *property, const char *function);

#endif
