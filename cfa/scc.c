#include "cfa/scc.h"

#include "util/vec.h"

enum { UNSEEN = 0 };

/* Tarjan, "Depth-first search and linear graph algorithms", 1972; iterative,
 * because programs may be longer than the stack is deep. */
uint32_t scc_compute(const graph_t *graph, uint32_t *component) {
    uint32_t n = graph->count, clock = 0, components = 0;
    uint32_t *index = mem_zalloc(sizeof *index * (n + 1)); /* discovery, from 1 */
    uint32_t *low = mem_zalloc(sizeof *low * (n + 1));
    uint32_t *next = mem_zalloc(sizeof *next * (n + 1));
    bool *open = mem_zalloc(n + 1);
    VEC(uint32_t) path = {0}, stack = {0};
    for (uint32_t root = 0; root < n; root++) {
        if (index[root] == UNSEEN) VEC_PUSH(path, root);
        while (path.len > 0) {
            uint32_t v = VEC_TOP(path);
            if (index[v] == UNSEEN) {
                index[v] = low[v] = ++clock;
                next[v] = graph->rows[v];
                open[v] = true;
                VEC_PUSH(stack, v);
            }
            if (next[v] < graph->rows[v + 1]) {
                uint32_t w = graph->targets[next[v]++];
                if (index[w] == UNSEEN)
                    VEC_PUSH(path, w);
                else if (open[w] && index[w] < low[v])
                    low[v] = index[w];
                continue;
            }
            (void)VEC_POP(path);
            if (path.len > 0 && low[v] < low[VEC_TOP(path)]) low[VEC_TOP(path)] = low[v];
            if (low[v] != index[v]) continue;
            uint32_t w;
            do {
                w = VEC_POP(stack);
                open[w] = false;
                component[w] = components;
            } while (w != v);
            components++;
        }
    }
    VEC_FREE(path);
    VEC_FREE(stack);
    mem_free(index);
    mem_free(low);
    mem_free(next);
    mem_free(open);
    return components;
}
