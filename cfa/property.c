#include "cfa/property.h"

#include <string.h>

bool property_is_error_call(const property_t *property, const char *function) {
    if (property->kind != PROPERTY_UNREACH) return false;
    if (property->error_function) return strcmp(function, property->error_function) == 0;
    /* __assert_fail is what a failing assert calls. */
    return strcmp(function, "reach_error") == 0 || strcmp(function, "__VERIFIER_error") == 0 ||
           strcmp(function, "__assert_fail") == 0;
}
