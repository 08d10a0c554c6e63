#include "witness/crowd/pair_check.h"

#include "cfa/layout.h"
#include "witness/crowd/crowd_index.h"
#include "witness/crowd/crowd_steps.h"
#include "witness/crowd/implied.h"
#include "witness/crowd/tally_check.h"

/* Every concrete half is in one half of the proof at most, because those of one
 * configuration bind the same variables. So what the proof says of several pairs of
 * one concrete state is said of the same halves and can be put together. */

/* How threads are called during a step: who moves, and two that do not. These have no
 * part in the configuration; what is known of them are symbols. New threads come
 * behind thread 1, or behind main. */
enum { MOVER = 1, FIRST = 1000, SECOND = 1001, LAST_NEW = 15 };

/* A thread after a step. */
typedef struct role {
    uint32_t local; /* 0: nobody */
    unsigned name;
} role_t;

typedef struct pair_checker {
    crowd_steps_t steps;
    const pair_proof_t *proof;
    crowd_index_t *commons, *locals;
    map64_t states; /* (common, first, second) -> number + 1 */
    tally_check_t tallies;
    VEC(uint32_t) * present; /* of each common half: the locals beside it */
    map64_t quiet; /* (common, mover) -> does its step leave the common half as it is? */
    /* The step being checked. */
    uint32_t passive[2];
    uint32_t common;
    bool common_stays;
} pair_checker_t;

enum { NUMBER_BITS = 21 };

static bool reject(pair_checker_t *check, const edge_t *edge, const char *reason) {
    return crowd_steps_reject(&check->steps, edge, reason);
}

static uint64_t key_of(uint32_t common, uint32_t first, uint32_t second) {
    return (uint64_t)common << 2 * NUMBER_BITS | (uint64_t)first << NUMBER_BITS | second;
}

static const pair_state_t *find_state(const pair_checker_t *check, uint32_t common, uint32_t a,
                                      uint32_t b) {
    uint64_t number;
    uint64_t key = b && b < a ? key_of(common, b, a) : key_of(common, a, b);
    return map64_get(&check->states, key, &number) ? &check->proof->states[number - 1] : NULL;
}

/* Variables of threads under other names. */

static unsigned owner_of(variable_t variable) {
    if (variable_kind(variable) != VARIABLE_CELL) return variable_thread(variable);
    uint64_t offset = variable_address(variable) - layout_thread_block(0);
    return offset < LAYOUT_REGION_SIZE * LAYOUT_MAX_THREADS
               ? (unsigned)(offset / LAYOUT_REGION_SIZE)
               : 0;
}

static variable_t of_thread(variable_t variable, unsigned thread) {
    if (variable_kind(variable) != VARIABLE_CELL) return variable_of_thread(variable, thread);
    uint64_t address = variable_address(variable);
    return variable_cell(address - layout_thread_block(owner_of(variable)) +
                             layout_thread_block(thread),
                         variable_size(variable));
}

typedef struct {
    pair_checker_t *check;
    sem_state_t *state; /* NULL: symbols stay symbols */
    unsigned names[3]; /* of threads 1 and 2 of the formula */
} pair_renaming_t;

static const term_t *rename_symbol(void *context, const term_t *symbol) {
    pair_renaming_t *r = context;
    crowd_steps_t *steps = &r->check->steps;
    variable_t variable = symbol->value;
    unsigned owner = owner_of(variable);
    if (owner) variable = of_thread(variable, r->names[owner]);
    if (r->state && (!owner || r->names[owner] <= LAST_NEW))
        return sem_value_term(steps->terms, semantics_read(steps->semantics, r->state, variable),
                              symbol->sort.width);
    return term_symbol(steps->terms, symbol->sort, variable, 0);
}

/* What a state of the proof says, of threads with other names, of the values in a
 * state or of bare symbols. */
static const term_t *said_by(pair_checker_t *check, const pair_state_t *state, unsigned first,
                             unsigned second, sem_state_t *values) {
    pair_renaming_t renaming = {check, values, {0, first, second}};
    if (!state->formula) return term_true(check->steps.terms);
    return term_substitute(check->steps.terms, state->formula, rename_symbol, &renaming);
}

/* Who is where after a step. */

static bool find_half(pair_checker_t *check, crowd_index_t *index, sem_state_t *state,
                      const configuration_t *c, unsigned thread, uint32_t *number) {
    crowd_numbers_t numbers = {0};
    crowd_index_find(index, state, c, thread, &numbers);
    if (!numbers.len) {
        crowd_steps_find_constants(&check->steps, state);
        crowd_index_find(index, state, c, thread, &numbers);
    }
    bool found = numbers.len > 0;
    if (found) *number = numbers.data[0];
    VEC_FREE(numbers);
    return found;
}

/* Does the proof say something true of these two? */
static bool is_covered(pair_checker_t *check, sem_state_t *state, uint32_t common, role_t a,
                       role_t b) {
    if (b.local && (!a.local || b.local < a.local)) {
        role_t other = a;
        a = b;
        b = other;
    }
    const pair_state_t *to = find_state(check, common, a.local, b.local);
    if (!to) return false;
    terms_t *terms = check->steps.terms;
    const term_t *claim = said_by(check, to, a.name, b.name, state);
    if (a.local && a.local == b.local) /* whichever of them is called the first */
        claim = term_and(terms, claim, said_by(check, to, b.name, a.name, state));
    const term_t *condition = sem_state_condition(state, terms);
    if (term_is_true(claim) || term_has_conjuncts(condition, claim)) return true;
    term_vec_t conjuncts = {0};
    bool holds = true;
    term_conjuncts(terms, claim, &conjuncts);
    for (size_t i = 0; holds && i < conjuncts.len; i++)
        holds = implied(&check->steps, condition, conjuncts.data[i]);
    VEC_FREE(conjuncts);
    return holds;
}

static bool all_covered(pair_checker_t *check, sem_state_t *state) {
    const configuration_t *c = state->configuration;
    role_t first = {check->passive[0], FIRST}, second = {check->passive[1], SECOND};
    role_t nobody = {0};
    uint32_t common;
    if (!find_half(check, check->commons, state, crowd_steps_common(&check->steps, c), 1, &common))
        return false;
    if (common != check->common) check->common_stays = false;
    if (!is_covered(check, state, common, first, second)) return false;
    if (second.local) return true; /* the rest is seen with fewer threads */
    VEC(role_t) moved = {0};
    bool covered = true;
    for (uint32_t t = 1; covered && t < c->thread_count; t++) {
        role_t role = {.name = t};
        if (c->threads[t].status != THREAD_RUNNING) continue;
        covered = find_half(check, check->locals, state, crowd_steps_local(&check->steps, c, t), t,
                            &role.local) &&
                  is_covered(check, state, common, role, first);
        for (size_t i = 0; covered && !first.local && i < moved.len; i++)
            covered = is_covered(check, state, common, role, moved.data[i]);
        VEC_PUSH(moved, role);
    }
    if (covered && !first.local) covered = is_covered(check, state, common, nobody, nobody);
    VEC_FREE(moved);
    return covered;
}

static bool count_step(void *context, sem_state_t *state, const edge_t *edge) {
    pair_checker_t *check = context;
    return tally_check_step(&check->tallies, &check->steps, state, edge);
}

static bool arrive(void *context, sem_state_t *state, const edge_t *edge) {
    pair_checker_t *check = context;
    if (state->configuration->thread_count > LAST_NEW)
        return reject(check, edge, "a step creates too many threads");
    if (all_covered(check, state) || crowd_steps_impossible(&check->steps, state->condition))
        return !check->steps.failed;
    return reject(check, edge, "the proof does not say what this step leads to");
}

/* Before a step. */

/* Symbols of the common half and of the mover are the values of these variables. */
static void require(pair_checker_t *check, sem_state_t *state, const term_t *formula) {
    term_vec_t symbols = {0};
    term_symbols(check->steps.terms, formula, &symbols);
    sem_state_require(state, check->steps.terms, formula);
    for (size_t i = 0; i < symbols.len; i++)
        if (owner_of(symbols.data[i]->value) <= MOVER)
            sem_state_set(state, symbols.data[i]->value, (sem_value_t){symbols.data[i], 0});
    VEC_FREE(symbols);
}

/* false: the proof says that there are no such two threads. */
static bool suppose(pair_checker_t *check, sem_state_t *state, role_t a, role_t b) {
    if (b.local && b.local < a.local) {
        role_t other = a;
        a = b;
        b = other;
    }
    const pair_state_t *from = find_state(check, check->common, a.local, b.local);
    if (from) require(check, state, said_by(check, from, a.name, b.name, NULL));
    return from != NULL;
}

static void bind(sem_state_t *state, const kept_state_t *half) {
    for (size_t i = 0; i < half->binding_count; i++)
        sem_state_set(state, half->bindings[i].variable, sem_value_const(half->bindings[i].value));
}

static void load(pair_checker_t *check, uint32_t mover, sem_state_t *state) {
    const configuration_t *c = crowd_index_configuration(check->commons, check->common);
    semantics_restart_symbols(check->steps.semantics);
    state->configuration = c;
    bind(state, &check->proof->commons[check->common]);
    if (!mover) return;
    bind(state, &check->proof->locals[mover]);
    thread_t threads[2] = {{.status = THREAD_FREE},
                           crowd_index_configuration(check->locals, mover)->threads[1]};
    if (c->thread_count) threads[0] = c->threads[0];
    configuration_t draft = *c;
    draft.thread_count = 2;
    draft.threads = threads;
    state->configuration = semantics_configuration(check->steps.semantics, &draft);
}

/* What is known of tallies beside these threads. */
static void require_tallies(pair_checker_t *check, sem_state_t *state, const uint32_t locals[3]) {
    const thread_t *threads[3];
    size_t count = 0;
    for (unsigned i = 0; i < 3; i++)
        if (locals[i])
            threads[count++] = &crowd_index_configuration(check->locals, locals[i])->threads[1];
    require(check, state, tally_check_claim(&check->tallies, check->steps.terms, threads, count));
}

/* All steps of one thread (0: main) beside up to two others. */
static bool check_steps(pair_checker_t *check, uint32_t common, uint32_t mover, uint32_t first,
                        uint32_t second) {
    const char *reason = NULL;
    if (check->steps.limits.limits && limits_exceeded(check->steps.limits.limits, &reason))
        return reject(check, NULL, reason);
    sem_state_t state = {0};
    role_t a = {first, FIRST}, b = {second, SECOND}, c = {mover, MOVER};
    check->common = common;
    check->passive[0] = first;
    check->passive[1] = second;
    check->common_stays = true;
    load(check, mover, &state);
    bool possible = mover ? suppose(check, &state, c, a) : suppose(check, &state, a, b);
    if (possible && mover && second)
        possible = suppose(check, &state, c, b) && suppose(check, &state, a, b);
    if (possible) require_tallies(check, &state, (const uint32_t[]){mover, first, second});
    bool ok =
        !possible || crowd_steps_from(&check->steps, &state, mover ? MOVER : 0, arrive, check);
    sem_state_free(&state);
    return ok;
}

/* Does a step of this thread leave everything common as it is? Then it tells nothing
 * new of others. Known after its steps beside nobody were checked. */
static void note_quiet(pair_checker_t *check, uint32_t common, uint32_t mover) {
    map64_put(&check->quiet, key_of(common, mover, 0),
              check->common_stays && !check->steps.is_noticed);
}

static bool is_quiet(const pair_checker_t *check, uint32_t common, uint32_t mover) {
    uint64_t quiet = false;
    map64_get(&check->quiet, key_of(common, mover, 0), &quiet);
    return quiet;
}

static bool check_alone(pair_checker_t *check, const pair_state_t *state) {
    if (!check_steps(check, state->common, 0, state->first, 0)) return false;
    if (!state->first) return true;
    if (!check_steps(check, state->common, state->first, 0, 0)) return false;
    note_quiet(check, state->common, state->first);
    return true;
}

static bool check_two(pair_checker_t *check, const pair_state_t *state) {
    uint32_t common = state->common, a = state->first, b = state->second;
    if (!check_steps(check, common, 0, a, b)) return false;
    if (!check_steps(check, common, a, b, 0)) return false;
    if (a != b && !check_steps(check, common, b, a, 0)) return false;
    for (size_t i = 0; i < check->present[common].len; i++) {
        uint32_t third = check->present[common].data[i];
        if (is_quiet(check, common, third) || !find_state(check, common, a, third) ||
            !find_state(check, common, b, third))
            continue;
        if (!check_steps(check, common, third, a, b)) return false;
    }
    return true;
}

/* The proof itself. */

static bool binds(const kept_state_t *half, variable_t variable) {
    for (size_t i = 0; i < half->binding_count; i++)
        if (half->bindings[i].variable == variable) return true;
    return false;
}

/* Addresses of stacks mean something else for every thread; those of threads with a
 * larger number are never made. */
static bool names_stack(const term_t *t) {
    if (t->kind == TERM_CONST)
        return t->value - layout_thread_block(1) < LAYOUT_REGION_SIZE * LAST_NEW;
    for (uint32_t i = 0; i < t->arity; i++)
        if (names_stack(t->a[i])) return true;
    return false;
}

/* Symbols are of variables that are spoken of and not bound; others could be mistaken
 * for those that the semantics makes. */
static bool formula_is_sound(pair_checker_t *check, const pair_state_t *state) {
    term_vec_t symbols = {0};
    bool sound = true;
    if (!state->formula) return true;
    if (names_stack(state->formula)) return false;
    term_symbols(check->steps.terms, state->formula, &symbols);
    for (size_t i = 0; i < symbols.len; i++) {
        const term_t *symbol = symbols.data[i];
        variable_t variable = symbol->value;
        unsigned owner = symbol->index ? UINT32_MAX : owner_of(variable);
        uint32_t local = owner == 1 ? state->first : owner == 2 ? state->second : 0;
        sound = sound && owner <= 2 && symbol->sort.kind == SORT_BV &&
                symbol->sort.width == variable_width(check->steps.program, variable);
        if (!sound) break;
        if (owner == 0)
            sound = crowd_may_speak_of(variable, false) &&
                    !binds(&check->proof->commons[state->common], variable);
        else
            sound = local && crowd_may_speak_of(of_thread(variable, 1), true) &&
                    !binds(&check->proof->locals[local], of_thread(variable, 1));
    }
    VEC_FREE(symbols);
    return sound;
}

/* The halves of one configuration bind the same variables, or they could overlap. */
static bool bind_alike(pair_checker_t *check, const kept_state_t *halves, size_t from,
                       size_t count) {
    map64_t examples = {0};
    bool alike = true;
    for (size_t i = from; alike && i < count; i++) {
        const configuration_t *c =
            semantics_configuration(check->steps.semantics, halves[i].configuration);
        uint64_t example = i;
        if (!map64_get(&examples, map64_pointer(c), &example))
            map64_put(&examples, map64_pointer(c), i);
        alike = halves[i].binding_count == halves[example].binding_count;
        for (size_t j = 0; alike && j < halves[i].binding_count; j++)
            alike = halves[i].bindings[j].variable == halves[example].bindings[j].variable;
    }
    map64_free(&examples);
    return alike;
}

static bool halves_are_sound(pair_checker_t *check) {
    const pair_proof_t *proof = check->proof;
    if (proof->common_count >> NUMBER_BITS || proof->local_count >> NUMBER_BITS) return false;
    for (size_t i = 0; i < proof->common_count; i++)
        if (proof->commons[i].formula || !crowd_half_is_sound(&proof->commons[i], false))
            return false;
    for (size_t i = 1; i < proof->local_count; i++)
        if (proof->locals[i].formula || !crowd_half_is_sound(&proof->locals[i], true)) return false;
    return bind_alike(check, proof->commons, 0, proof->common_count) &&
           bind_alike(check, proof->locals, 1, proof->local_count);
}

static bool enter_states(pair_checker_t *check) {
    const pair_proof_t *proof = check->proof;
    const char *malformed = "a state of the proof is malformed";
    if (!halves_are_sound(check)) return reject(check, NULL, malformed);
    for (size_t i = 0; i < proof->state_count; i++) {
        const pair_state_t *state = &proof->states[i];
        uint64_t known;
        bool ok = state->common < proof->common_count && state->first < proof->local_count &&
                  state->second < proof->local_count &&
                  (!state->second || (state->first && state->first <= state->second)) &&
                  formula_is_sound(check, state);
        if (!ok) return reject(check, NULL, malformed);
        uint64_t key = key_of(state->common, state->first, state->second);
        if (map64_get(&check->states, key, &known)) return reject(check, NULL, malformed);
        map64_put(&check->states, key, i + 1);
        if (state->first && !state->second) VEC_PUSH(check->present[state->common], state->first);
    }
    return true;
}

static bool check_start(pair_checker_t *check) {
    sem_state_t start = {0};
    uint32_t common;
    const role_t nobody = {0};
    semantics_initial(check->steps.semantics, &start);
    tally_check_start(&check->tallies, &start);
    const configuration_t *c = crowd_steps_common(&check->steps, start.configuration);
    bool covered = find_half(check, check->commons, &start, c, 1, &common) &&
                   is_covered(check, &start, common, nobody, nobody);
    sem_state_free(&start);
    return covered || reject(check, NULL, "no state of the proof covers the start of main");
}

static bool check_all(pair_checker_t *check) {
    const pair_proof_t *proof = check->proof;
    if (!crowd_steps_accept(&check->steps) || !enter_states(check)) return false;
    if (!tally_check_init(&check->tallies, check->steps.program, proof))
        return reject(check, NULL, "a step that is counted may be made twice");
    check->commons =
        crowd_index_new(check->steps.semantics, proof->commons, 0, proof->common_count);
    check->locals = crowd_index_new(check->steps.semantics, proof->locals, 1, proof->local_count);
    if (!check_start(check)) return false;
    for (size_t i = 0; i < proof->state_count; i++)
        if (!proof->states[i].second && !check_alone(check, &proof->states[i])) return false;
    for (size_t i = 0; i < proof->state_count; i++)
        if (proof->states[i].second && !check_two(check, &proof->states[i])) return false;
    return !check->steps.failed;
}

bool pair_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                const pair_proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                char **why) {
    pair_checker_t check = {.proof = proof};
    crowd_steps_init(&check.steps, program, terms, class, limits);
    check.steps.open_nodes = stats->open_nodes;
    check.steps.goes_on = true;
    check.steps.passed = count_step;
    check.present = mem_zalloc((proof->common_count + 1) * sizeof *check.present);
    bool accepted = check_all(&check);
    stats->kept = proof->state_count;
    stats->steps = check.steps.count;
    *why = accepted ? NULL : mem_strdup(strbuf_text(&check.steps.why));
    for (size_t i = 0; i < proof->common_count; i++) VEC_FREE(check.present[i]);
    mem_free(check.present);
    tally_check_free(&check.tallies);
    map64_free(&check.states);
    map64_free(&check.quiet);
    crowd_index_delete(check.commons);
    crowd_index_delete(check.locals);
    crowd_steps_free(&check.steps);
    return accepted;
}
