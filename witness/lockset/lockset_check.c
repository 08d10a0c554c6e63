#include "cfa/handles.h"
#include "cfa/points_to.h"
#include "util/bitset.h"
#include "witness/lockset/lockset_internal.h"

bool lockset_fail(lockset_check_t *check, const edge_t *edge, const char *reason) {
    if (edge && edge->source.file)
        strbuf_printf(&check->why, "%s:%u: ", edge->source.file, edge->source.line);
    strbuf_add(&check->why, reason);
    return false;
}

bool lockset_touch(const access_t *a, const access_t *b) {
    if (a->anything || b->anything) return true;
    for (size_t i = 0; i < a->count; i++)
        if (access_includes(b, a->objects[i])) return true;
    return false;
}

static void number_nodes(lockset_check_t *check) {
    const program_t *program = check->program;
    check->position = ARENA_ARRAY(check->arena, uint32_t, program->nodes.len);
    for (size_t f = 0; f < program->functions.len; f++)
        for (size_t n = 0; n < program->functions.data[f]->nodes.len; n++)
            check->position[program->functions.data[f]->nodes.data[n]->id] = (uint32_t)n;
}

static bool find_sites(lockset_check_t *check) {
    const lockset_proof_t *proof = check->proof;
    if (proof->site_count > LOCKSET_MAX_SITES)
        return lockset_fail(check, NULL, "too many places where threads are created");
    for (size_t i = 0; i < proof->site_count; i++)
        check->site[proof->sites[i]->id] |= UINT64_C(1) << i;
    for (size_t i = 0; i < check->program->edges.len; i++) {
        const edge_t *edge = check->program->edges.data[i];
        uint64_t bits = check->site[i];
        bool is_one = bits && !(bits & (bits - 1));
        if ((edge->kind == EDGE_THREAD_CREATE) != is_one)
            return lockset_fail(check, edge, "the creations of threads are not numbered right");
    }
    return true;
}

static void find_joins(lockset_check_t *check) {
    for (size_t i = 0; i < check->program->edges.len; i++) {
        const edge_t *edge = check->program->edges.data[i];
        joined_t joined;
        if (edge->kind != EDGE_THREAD_JOIN || !edge_joins(check->program, edge, &joined)) continue;
        if (joined.leave) check->ends_all[joined.leave->id] |= check->site[joined.create->id];
        for (size_t k = 0; !joined.leave && k < check->proof->site_count; k++)
            if (check->proof->sites[k]->address == joined.address)
                check->ends_last[i] |= UINT64_C(1) << k;
    }
}

/* Objects with mutexes that a function may release, with all that it calls. */
static void find_releases(lockset_check_t *check) {
    const program_t *program = check->program;
    size_t objects = program->objects.len, words = bitset_words(objects + 1);
    check->releases_words = words;
    check->releases = ARENA_ARRAY(check->arena, uint64_t, words *(program->functions.len + 1));
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < program->edges.len; i++) {
            const edge_t *edge = program->edges.data[i];
            uint64_t *own = check->releases + edge->from->function->id * words;
            if (edge->kind == EDGE_UNLOCK || edge->kind == EDGE_FREE) {
                if (edge->access.anything) bitset_add(own, objects);
                for (size_t k = 0; k < edge->access.count; k++)
                    bitset_add(own, edge->access.objects[k]->id);
            }
            if (edge->kind != EDGE_CALL) continue;
            const uint64_t *inner = check->releases + edge->callee->id * words;
            for (size_t w = 0; w < words; w++) {
                changed |= (inner[w] & ~own[w]) != 0;
                own[w] |= inner[w];
            }
        }
    }
}

bool lockset_check(const program_t *program, const lockset_proof_t *proof,
                   const check_limits_t *limits, check_stats_t *stats, char **why) {
    lockset_check_t check = {
        .program = program, .proof = proof, .limits = limits, .stats = stats, .arena = arena_new()};
    check.site = ARENA_ARRAY(check.arena, uint64_t, program->edges.len);
    check.ends_last = ARENA_ARRAY(check.arena, uint64_t, program->edges.len);
    check.ends_all = ARENA_ARRAY(check.arena, uint64_t, program->edges.len);
    number_nodes(&check);
    bool accepted = program->main ? find_sites(&check) : lockset_fail(&check, NULL, "no main");
    if (accepted) {
        find_joins(&check);
        find_releases(&check);
        accepted = lockset_flow(&check) && lockset_judge(&check);
    }
    *why = accepted ? NULL : mem_strdup(strbuf_text(&check.why));
    strbuf_free(&check.why);
    map64_free(&check.contexts);
    arena_delete(check.arena);
    return accepted;
}
