#include "cfa/assumption.h"

const assumption_info_t assumption_infos[ASSUMPTION_COUNT] = {
#define ASSUMPTION_INFO(id, name, text) {name, text},
    ASSUMPTIONS(ASSUMPTION_INFO)
#undef ASSUMPTION_INFO
};
