#include "cpa/value/value.h"
#include "refine/impact/impact.h"
#include "refine/value_refiner.h"

/* A path that explicit values exclude costs no solver, and a variable that is tracked is not met
 * again in labels, round by round. Those that no path asked for, such as the counter of a loop
 * that may run as often as it likes, are not tracked, and nodes that differ in them alone cover
 * each other. */

/* Each costs a tree; cells of an array may ask for one by one. */
enum { MOST_BEGINNINGS = 25 };

bool impact_track_values(impact_t *x, const tree_node_t *v) {
    cpa_t *value = x->composite->cpas[0];
    path_t path = {0};
    if (!x->options.tracks_values || x->beginnings >= MOST_BEGINNINGS) return false;
    arg_t *arg = impact_unfold(x, v, &path);
    size_t before = value_precision_size(value);
    value_refine(value, 0, &path, false);
    VEC_FREE(path);
    arg_delete(arg);
    return value_precision_size(value) > before;
}
