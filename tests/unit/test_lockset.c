#include "cfa/lockset.h"
#include "cfa/points_to.h"
#include "engine/lockset/lockset_engine.h"
#include "frontend/frontend.h"
#include "tests/unit/engine_run.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <unistd.h>

/* Proofs by locksets, and what the checker says to spoilt ones. */

static program_t *load(const char *text) {
    char name[] = "/tmp/heddle-test-XXXXXX.c";
    int file = mkstemps(name, 2);
    if (!CHECK(file >= 0)) return NULL;
    FILE *stream = fdopen(file, "w");
    fputs(text, stream);
    fclose(stream);
    const char *names[] = {name};
    property_set_t races = {.count = 1, .at = {{.class = property_class_named("no-data-race")}}};
    frontend_options_t options = {
        .files = names, .file_count = 1, .pointer_bits = 64, .properties = &races};
    strbuf_t errors = {0};
    program_t *program = frontend_load(&options, &errors);
    CHECK_STR(strbuf_text(&errors), "");
    if (program) passes_run(program);
    strbuf_free(&errors);
    unlink(name);
    return program;
}

/* A proof whose every part can be changed. */
typedef struct proved {
    program_t *program;
    terms_t *terms;
    result_t result;
    arena_t *arena;
    lockset_proof_t proof;
    lockset_context_t *contexts;
    VEC(lockset_state_t *) states; /* of all contexts: at entries, nodes and returns */
    VEC(lockset_item_t) mutexes;   /* all that are named anywhere, once */
} proved_t;

static bool is_among(const lockset_item_t *items, size_t count, const lockset_item_t *item) {
    for (size_t i = 0; i < count; i++)
        if (items[i].base == item->base && items[i].offset == item->offset &&
            items[i].if_zero == item->if_zero)
            return true;
    return false;
}

static void own_state(proved_t *p, lockset_state_t *state) {
    /* One more, for those that say too much. */
    lockset_item_t *items = ARENA_ARRAY(p->arena, lockset_item_t, state->count + 1);
    for (uint32_t i = 0; i < state->count; i++) {
        items[i] = state->items[i];
        if (!is_among(p->mutexes.data, p->mutexes.len, &items[i])) VEC_PUSH(p->mutexes, items[i]);
    }
    state->items = items;
    VEC_PUSH(p->states, state);
}

static const lockset_state_t *copy_state(proved_t *p, const lockset_state_t *state) {
    if (!state) return NULL;
    lockset_state_t *own = ARENA_NEW(p->arena, lockset_state_t);
    *own = *state;
    own_state(p, own);
    return own;
}

static void copy_proof(proved_t *p) {
    p->proof = *p->result.proof.locksets;
    p->contexts = ARENA_ARRAY(p->arena, lockset_context_t, p->proof.context_count);
    for (size_t c = 0; c < p->proof.context_count; c++) {
        lockset_context_t *own = &p->contexts[c];
        *own = p->proof.contexts[c];
        size_t count = own->function->nodes.len;
        const lockset_state_t **at = ARENA_ARRAY(p->arena, const lockset_state_t *, count);
        for (size_t i = 0; i < count; i++) at[i] = copy_state(p, own->at[i]);
        own->at = at;
        own->exit = copy_state(p, own->exit);
        own_state(p, &own->entry);
    }
    p->proof.contexts = p->contexts;
}

static bool prove(proved_t *p, const char *text) {
    stats_t stats = {0};
    options_t options = engine_default_options();
    *p = (proved_t){.program = load(text), .terms = terms_new(), .arena = arena_new()};
    if (!p->program) return false;
    engine_run_class(&lockset_engine, p->program, p->terms, &options, 0, &stats, &p->result);
    if (!CHECK_EQ(p->result.proof.kind, PROOF_LOCKSETS)) return false;
    copy_proof(p);
    return true;
}

static bool accepts(const proved_t *p) {
    char *why = NULL;
    proof_t proof = {.kind = PROOF_LOCKSETS, .locksets = &p->proof};
    bool accepted = proof_check(p->program, p->terms, solver_default_class(&(const char *){NULL}),
                                &proof, NULL, NULL, &why);
    CHECK_EQ(accepted, why == NULL);
    mem_free(why);
    return accepted;
}

static void done(proved_t *p) {
    VEC_FREE(p->states);
    VEC_FREE(p->mutexes);
    result_free(&p->result);
    terms_delete(p->terms);
    arena_delete(p->arena);
    if (p->program) program_delete(p->program);
}

#define HEAD                                                                                       \
    "#include <pthread.h>\n"                                                                       \
    "#define lock pthread_mutex_lock\n"                                                            \
    "#define unlock pthread_mutex_unlock\n"                                                        \
    "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n"                      \
    "int __VERIFIER_nondet_int(void);\n"                                                           \
    "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"              \
    "int x, y, z; pthread_t a, b, c;\n"                                                            \
    "struct cell { pthread_mutex_t lock; int data; } cells[2];\n"

/* All that annotations can say: mutexes that are static, handed over, found by a pointer and
 * taken if they are free, atomic sections, threads that run, that were joined, that are
 * many. */
static const char everything[] = HEAD
    "void take(pthread_mutex_t *p) { lock(p); }\n"
    "void raise(struct cell *p) { lock(&p->lock); p->data++; unlock(&p->lock); }\n"
    "void *first(void *p) {\n"
    "  pthread_mutex_t *q = __VERIFIER_nondet_int() ? &m : &n;\n"
    "  take(&m); x++; unlock(&m);\n"
    "  lock(q); unlock(q);\n"
    "  if (pthread_mutex_trylock(&n) == 0) { y++; unlock(&n); }\n"
    "  raise(p); return 0; }\n"
    "void *second(void *p) {\n"
    "  __VERIFIER_atomic_begin(); z++; __VERIFIER_atomic_end(); raise(p); return 0; }\n"
    "int main(void) {\n"
    "  x = 1; pthread_create(&a, 0, first, &cells[0]); pthread_create(&b, 0, first, &cells[1]);\n"
    "  pthread_join(a, 0); pthread_join(b, 0); x = y;\n"
    "  for (int i = 0; i < 2; i++) pthread_create(&c, 0, second, &cells[i]);\n"
    "  return 0; }\n";

TEST(everything_is_proved) {
    proved_t p;
    CHECK(prove(&p, everything));
    CHECK(accepts(&p));
    CHECK_EQ(p.proof.site_count, 3);
    CHECK(p.proof.context_count >= 5);
    CHECK(p.states.len > 50);
    CHECK(p.mutexes.len >= 4);
    done(&p);
}

TEST(no_mutex_may_be_added) {
    proved_t p;
    size_t refused = 0;
    CHECK(prove(&p, everything));
    for (size_t i = 0; i < p.states.len; i++) {
        lockset_state_t *state = p.states.data[i];
        for (size_t k = 0; k < p.mutexes.len; k++) {
            if (is_among(state->items, state->count, &p.mutexes.data[k])) continue;
            ((lockset_item_t *)state->items)[state->count++] = p.mutexes.data[k];
            CHECK(!accepts(&p));
            state->count--;
            refused++;
        }
    }
    CHECK(accepts(&p));
    CHECK(refused > 100);
    done(&p);
}

/* ... nor be another, held for sure if it was taken only if it was free, or taken along an
 * edge at which it cannot have been. */
TEST(no_mutex_may_be_changed) {
    proved_t p;
    size_t refused = 0, conditional = 0;
    CHECK(prove(&p, everything));
    for (size_t i = 0; i < p.states.len; i++)
        for (uint32_t k = 0; k < p.states.data[i]->count; k++) {
            lockset_item_t *item = (lockset_item_t *)&p.states.data[i]->items[k], kept = *item;
            item->offset += 4;
            CHECK(!accepts(&p));
            *item = kept;
            if (item->if_zero != NO_REG) {
                item->if_zero = NO_REG;
                CHECK(!accepts(&p));
                conditional++;
            }
            *item = kept;
            for (size_t o = 0; o < p.mutexes.len; o++) {
                const lockset_item_t *other = &p.mutexes.data[o];
                bool is_known = is_among(p.states.data[i]->items, p.states.data[i]->count, other);
                if (!is_known) {
                    *item = *other;
                    CHECK(!accepts(&p));
                }
                *item = kept;
                bool may_lie_there = kept.base->kind == EXPR_ADDR &&
                                     access_includes(&other->lock->access, kept.base->object);
                if (other->lock != kept.lock && !may_lie_there) {
                    item->lock = other->lock;
                    CHECK(!accepts(&p));
                    refused++;
                }
                *item = kept;
            }
        }
    CHECK(accepts(&p));
    CHECK(refused > 20);
    CHECK(conditional > 0);
    done(&p);
}

TEST(no_thread_may_be_forgotten) {
    proved_t p;
    size_t refused[4] = {0};
    CHECK(prove(&p, everything));
    for (size_t i = 0; i < p.states.len; i++) {
        lockset_state_t *s = p.states.data[i];
        uint64_t *masks[] = {&s->alive, &s->many_alive, &s->created, &s->many_created};
        for (size_t k = 0; k < 4; k++)
            for (uint64_t kept = *masks[k], left = kept; left; left &= left - 1) {
                *masks[k] = kept & ~(left & -left);
                CHECK(!accepts(&p));
                *masks[k] = kept;
                refused[k]++;
            }
    }
    CHECK(accepts(&p));
    CHECK(refused[0] > 0 && refused[1] > 0 && refused[2] > 0 && refused[3] > 0);
    done(&p);
}

TEST(no_section_may_be_added) {
    proved_t p;
    CHECK(prove(&p, everything));
    for (size_t i = 0; i < p.states.len; i++) {
        p.states.data[i]->depth++;
        CHECK(!accepts(&p));
        p.states.data[i]->depth--;
    }
    CHECK(accepts(&p));
    done(&p);
}

TEST(no_state_may_be_missing) {
    proved_t p;
    CHECK(prove(&p, everything));
    for (size_t c = 0; c < p.proof.context_count; c++) {
        lockset_context_t *context = &p.contexts[c];
        const lockset_state_t **at = (const lockset_state_t **)context->at, *kept;
        for (size_t i = 0; i < context->function->nodes.len; i++) {
            if (!(kept = at[i])) continue;
            at[i] = NULL;
            CHECK(!accepts(&p));
            at[i] = kept;
        }
        if (!(kept = context->exit)) continue;
        context->exit = NULL;
        CHECK(!accepts(&p));
        context->exit = kept;
    }
    CHECK(accepts(&p));
    done(&p);
}

TEST(no_context_may_be_missing) {
    proved_t p;
    CHECK(prove(&p, everything));
    for (size_t c = 0; c < p.proof.context_count; c++) {
        lockset_context_t kept = p.contexts[c];
        p.contexts[c] = p.contexts[p.proof.context_count - 1];
        p.proof.context_count--;
        CHECK(!accepts(&p));
        p.proof.context_count++;
        p.contexts[c] = kept;
        for (size_t f = 0; f < p.program->functions.len; f++) {
            if (p.program->functions.data[f] == kept.root) continue;
            p.contexts[c].root = p.program->functions.data[f];
            CHECK(!accepts(&p));
        }
        p.contexts[c] = kept;
    }
    CHECK(accepts(&p));
    done(&p);
}

TEST(creations_are_numbered_once) {
    proved_t p;
    CHECK(prove(&p, everything));
    const edge_t *sites[4];
    for (size_t i = 0; i < 3; i++) sites[i] = p.proof.sites[i];
    p.proof.sites = sites;
    for (size_t i = 0; i < 3; i++) {
        const edge_t *kept = sites[i];
        sites[i] = sites[(i + 1) % 3];
        CHECK(!accepts(&p));
        sites[i] = kept;
    }
    sites[3] = sites[0];
    p.proof.site_count = 4;
    CHECK(!accepts(&p));
    p.proof.site_count = 2;
    CHECK(!accepts(&p));
    p.proof.site_count = 3;
    CHECK(accepts(&p));
    /* The first thread is joined, those of the last are not. */
    sites[0] = sites[2];
    sites[2] = sites[3];
    CHECK(!accepts(&p));
    done(&p);
}

/* States that say less follow from the others, and prove nothing. */
TEST(mutexes_are_needed) {
    proved_t p;
    CHECK(prove(&p, everything));
    for (size_t i = 0; i < p.states.len; i++) p.states.data[i]->count = 0;
    CHECK(!accepts(&p));
    done(&p);
}

/* What is held where somebody else may free it proves nothing, nor a thread that was joined if
 * it was another. */
static bool is_proved(const char *text) {
    proved_t p;
    bool result = prove(&p, text) && accepts(&p);
    done(&p);
    return result;
}

#define WORKER HEAD "void *w(void *p) { lock(&m); x++; unlock(&m); return 0; }\n"
#define OTHER(body) "void *o(void *p) { " body " return 0; }\n"
#define MAIN(body) "int main(void) { " body " return 0; }\n"
#define START(t, f) "pthread_create(&" t ", 0, " f ", 0); "
#define JOIN(t) "pthread_join(" t ", 0); "
#define BOTH MAIN(START("a", "w") START("b", "o") JOIN("a") JOIN("b"))

TEST(mutexes_that_others_free_prove_nothing) {
    CHECK(is_proved(WORKER OTHER("lock(&m); x--; unlock(&m);") BOTH));
    CHECK(!is_proved(WORKER OTHER("lock(&n); x--; unlock(&n);") BOTH));
    CHECK(!is_proved(WORKER OTHER("unlock(&m); lock(&m); x--; unlock(&m);") BOTH));
    CHECK(!is_proved(WORKER OTHER("pthread_mutex_init(&m, 0); lock(&m); x--; unlock(&m);") BOTH));
    CHECK(!is_proved(WORKER OTHER("m = n; lock(&m); x--; unlock(&m);") BOTH));
    CHECK(!is_proved(WORKER OTHER("pthread_mutex_trylock(&m); x--;") BOTH));
    CHECK(!is_proved(WORKER "pthread_cond_t wake; " OTHER(
        "lock(&n); lock(&m); pthread_cond_wait(&wake, &n); unlock(&m); x--; unlock(&n);") BOTH));
    CHECK(!is_proved(WORKER "void drop(pthread_mutex_t *p) { unlock(p); }" OTHER(
        "lock(&m); drop(&m); x--;") BOTH));
    CHECK(!is_proved(WORKER OTHER("pthread_mutex_t *q = p ? &m : &n; lock(q); x--; unlock(q);")
                         BOTH));
    CHECK(!is_proved(WORKER OTHER(
        "pthread_mutex_t *q = p ? &m : &n; lock(&m); lock(&n); unlock(q); x--;") BOTH));
}

/* The only mutex of the object of the data, whichever that is, wherever it is indexed. */
TEST(mutexes_are_those_of_the_data) {
#define CELL "struct table { pthread_mutex_t lock; int data[20]; } s, t;\n"
#define RUN "void *w(void *p) { go(&s); go(&t); return 0; }\n" OTHER("go(&s);") BOTH
    CHECK(is_proved(HEAD CELL "void go(struct table *p) { int i = __VERIFIER_nondet_int() & 7;"
                              "lock(&p->lock); p->data[i]++; unlock(&p->lock); }\n" RUN));
    CHECK(!is_proved(HEAD CELL "void go(struct table *p) { int i = __VERIFIER_nondet_int() & 7;"
                               "lock(&p->lock); s.data[i]++; unlock(&p->lock); }\n" RUN));
    CHECK(!is_proved(HEAD CELL
                     "void go(struct table *p) { int i = __VERIFIER_nondet_int() & 7;"
                     "pthread_mutex_t *q = i ? &p->lock : (pthread_mutex_t *)&p->data[10];"
                     "lock(q); p->data[i]++; unlock(q); }\n" RUN));
    CHECK(!is_proved(HEAD CELL
                     "void take(struct table *p) { lock((pthread_mutex_t *)&p->data[10]); }\n"
                     "void go(struct table *p) { int i = __VERIFIER_nondet_int() & 7;"
                     "if (i) lock(&p->lock); else take(p); p->data[i]++; }\n" RUN));
}

TEST(joins_are_of_the_thread_that_ended) {
    CHECK(is_proved(WORKER MAIN(START("a", "w") JOIN("a") "x = 0;")));
    CHECK(!is_proved(WORKER MAIN(START("a", "w") "x = 0;" JOIN("a"))));
    CHECK(!is_proved(WORKER MAIN(START("a", "w") START("a", "w") JOIN("a") "x = 0;")));
    CHECK(!is_proved(WORKER OTHER("")
                         MAIN(START("a", "w") START("b", "o") "a = b;" JOIN("a") "x = 0;")));
    CHECK(!is_proved(WORKER OTHER("a = p;")
                         MAIN(START("a", "w") START("b", "o") JOIN("b") JOIN("a") "x = 0;")));
    CHECK(!is_proved(WORKER OTHER(START("c", "w")) MAIN(START("a", "o") JOIN("a") "x = 0;")));
    CHECK(!is_proved(
        WORKER MAIN("for (int i = 0; i < 2; i++) {" START("a", "w") "}" JOIN("a") "x = 0;")));
}
