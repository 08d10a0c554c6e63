#include "engine/portfolio.h"

#include "cpa/predicate/precision.h"
#include "engine/attempts.h"
#include "engine/engines.h"
#include "util/log.h"

#include <stdio.h>
#include <string.h>

typedef struct portfolio {
    engine_context_t context; /* of the attempts; its options are those of the attempt */
    const options_t *options; /* the user's */
    options_t changed;
    const portfolio_evidence_t *evidence;
    engine_knowledge_t knowledge;
    facts_t facts;
    result_t *result;
    property_mask_t open;  /* not answered yet */
    bool was_refused;      /* some evidence; its reason is the one that counts */
    ending_t worst;        /* of the reason that the result has */
    double scale;          /* of budgets */
    bool was_tired;        /* in this round: some attempt ended because its budget did */
    bool *is_done;         /* by attempt: it will not do better with a larger budget */
    unsigned *turns;       /* by attempt: how often it was made */
    attempt_t plain;       /* an engine that the table does not mention */
    double proof_seconds;
    limits_t limited; /* of an attempt that has a share of the time */
} portfolio_t;

/* Is the word in a list of words with this separator? */
static bool is_listed(const char *list, char separator, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; at; at = strchr(at, separator)) {
        at += *at == separator;
        if (strncmp(at, word, length) == 0 && (at[length] == separator || !at[length])) return true;
    }
    return false;
}

static size_t number_of(const attempt_t *attempt) {
    return (size_t)(attempt - attempts);
}

static bool is_in_table(const portfolio_t *p, const attempt_t *attempt) {
    return attempt != &p->plain;
}

/* What the attempts so far found out. */
static facts_t facts_found(const portfolio_t *p, property_mask_t open) {
    facts_t facts = p->knowledge.met_few ? FACT_FOUND_FEW : 0;
    if (!engine_answers(engine_class_named("predicate"), p->context.properties, open))
        facts |= FACT_ONLY_VALUES;
    return facts;
}

/* Is this attempt to be made, if it comes to it? */
static bool applies(const portfolio_t *p, const attempt_t *attempt, property_mask_t open) {
    if (attempt->analyses && !is_listed(attempt->analyses, ' ', p->options->analysis)) return false;
    facts_t facts = p->facts | facts_found(p, open);
    if ((facts & attempt->needs) != attempt->needs || facts & attempt->bars) return false;
    if (p->is_done[number_of(attempt)]) return false;
    return engine_answers(engine_class_named(attempt->engine), p->context.properties, open) != 0;
}

/* The first one from here on that is made, among those with this purpose. */
static const attempt_t *first_from(const portfolio_t *p, const attempt_t *attempt,
                                   purpose_t purpose) {
    while (attempt->name && (attempt->purpose != purpose || !applies(p, attempt, p->open)))
        attempt++;
    return attempt->name ? attempt : NULL;
}

static const attempt_t *first_linked(const portfolio_t *p, const char *names) {
    char name[64];
    for (; names; names = strchr(names, '|') ? strchr(names, '|') + 1 : NULL) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(names, "|"), names);
        for (const attempt_t *attempt = attempts; attempt->name; attempt++)
            if (strcmp(attempt->name, name) == 0 && applies(p, attempt, p->open)) return attempt;
    }
    return NULL;
}

/* What follows this attempt if it ends so. NULL: nothing. */
static const attempt_t *follower(const portfolio_t *p, const attempt_t *attempt, ending_t ending) {
    if (!is_in_table(p, attempt)) return NULL;
    const char *link = NULL;
    switch (ending) {
    case ENDED_TIRED: link = attempt->when_tired; break;
    case ENDED_UNDECIDED: link = attempt->when_undecided; break;
    case ENDED_REFUSED:
        /* What the proof rests on was refused: only another way is of use. */
        return first_linked(p, attempt->when_refused);
    case ENDED_BARRED: return first_linked(p, attempt->when_barred);
    case ENDED_LIMIT: return NULL;
    case ENDED_DECIDED:
    case ENDED_USELESS: break;
    }
    const attempt_t *next = first_linked(p, link);
    return next ? next : first_from(p, attempt + 1, attempt->purpose);
}

/* An engine that the user chose and that is no part of any strategy runs as it is. */
static const attempt_t *first_attempt(portfolio_t *p) {
    const engine_class_t *engine = engine_class_named(p->options->analysis);
    const attempt_t *first = first_from(p, attempts, FOR_ANSWER);
    for (const attempt_t *a = attempts; a->name && engine; a++)
        if (a->analyses && is_listed(a->analyses, ' ', engine->name) &&
            strcmp(a->engine, engine->name) == 0)
            return first;
    if (first || !engine || !engine_answers(engine, p->context.properties, p->open)) return first;
    p->plain = (attempt_t){.name = engine->name, .engine = engine->name};
    return &p->plain;
}

/* Budgets are made for a time limit of 20 s. */
static double scale_of(const options_t *options) {
    const double made_for = 20, least = 0.5, most = 8;
    if (!options->time_limit) return 1;
    double scale = options->time_limit / made_for;
    return scale < least ? least : scale > most ? most : scale;
}

/* Attempts that take turns may wait for each other for long: the budget grows each time. */
static uint64_t scaled(const portfolio_t *p, const attempt_t *attempt, uint64_t budget) {
    double turns = attempt->takes_turns ? (double)(1u << p->turns[number_of(attempt)] % 32) : 1;
    return (uint64_t)((double)budget * p->scale * turns);
}

/* Without a time limit nothing may take for ever while others wait for another round. */
enum { WORK_WITHOUT_LIMIT = 4000000 };

static engine_budget_t budget_of(const portfolio_t *p, const attempt_t *attempt) {
    engine_budget_t budget = attempt->budget;
    if (attempt->budget_by_option) return (engine_budget_t){.work = p->options->hunt};
    if (!is_in_table(p, attempt)) return budget;
    if (!p->options->time_limit && p->was_tired && !budget.work && !budget.patience)
        budget.work = WORK_WITHOUT_LIMIT;
    budget.work = scaled(p, attempt, budget.work);
    budget.patience = scaled(p, attempt, budget.patience);
    budget.refinements = scaled(p, attempt, budget.refinements);
    budget.counting = scaled(p, attempt, budget.counting);
    /* The last one may take all the time there is, and leave nothing to others. */
    if (!follower(p, attempt, ENDED_UNDECIDED)) budget.undecided = 0;
    if (!follower(p, attempt, ENDED_TIRED) && (p->options->time_limit || !p->was_tired))
        budget.patience = budget.work = budget.refinements = budget.counting = 0;
    return budget;
}

static void set_options(portfolio_t *p, const attempt_t *attempt) {
    p->changed = *p->options;
    if (attempt->options) options_override(&p->changed, attempt->options);
    if (attempt->max_threads && p->changed.max_threads > attempt->max_threads)
        p->changed.max_threads = attempt->max_threads;
    p->context.options = &p->changed;
}

static void note_attempt(const portfolio_t *p, const attempt_t *attempt, const result_t *run,
                         double seconds) {
    stats_add_attempt(p->context.stats, attempt->name, seconds, ending_names[run->ending]);
    log_line(p->options->verbose, "%s: %s after %.2f s", attempt->name, ending_names[run->ending],
             seconds);
    for (size_t i = 0; i < run->properties->count; i++)
        if (run->asked & property_bit(i) && run->answers[i].reason)
            log_line(p->options->verbose, "    %s: %s", run->properties->at[i].class->name,
                     run->answers[i].reason);
}

/* Work is counted, but one question to a solver may be as hard as all others together. */
static void run_engine(portfolio_t *p, const attempt_t *attempt, const engine_class_t *engine,
                       const engine_budget_t *budget, result_t *run) {
    limits_t *all = p->context.limits;
    bool is_limited = attempt->share && all->deadline;
    if (is_limited) {
        p->limited = *all;
        p->limited.deadline = stats_now() + (all->deadline - stats_now()) / attempt->share;
        p->context.limits = &p->limited;
    }
    engine->run(&p->context, budget, run);
    p->context.limits = all;
    if (is_limited && run->ending == ENDED_LIMIT && !limits_exceeded_now(all, NULL))
        run->ending = ENDED_TIRED;
}

/* One run of an engine, and the confirmation of what it answers. */
static void make_attempt(portfolio_t *p, const attempt_t *attempt, property_mask_t asked,
                         result_t *run) {
    const engine_class_t *engine = engine_class_named(attempt->engine);
    result_init(run, p->context.properties, engine_answers(engine, p->context.properties, asked));
    engine_budget_t budget = budget_of(p, attempt);
    set_options(p, attempt);
    log_line(p->options->verbose, "%s: --analysis %s %s", attempt->name, engine->name,
             attempt->options ? attempt->options : "");
    stats_set_activity(p->context.stats, attempt->name);
    double start = stats_now(), processor = stats_processor();
    run_engine(p, attempt, engine, &budget, run);
    double seconds = stats_now() - start;
    p->context.stats->time_engine += seconds;
    p->context.stats->cpu_engine += stats_processor() - processor;
    if (is_in_table(p, attempt)) p->turns[number_of(attempt)]++;
    p->evidence->confirm(p->evidence->context, &p->context, run);
    if (engine->leaves_judgement && run->ending == ENDED_REFUSED) run->ending = ENDED_USELESS;
    note_attempt(p, attempt, run, seconds);
}

/* Which of two reasons tells the user more? */
static unsigned weight(ending_t ending) {
    static const unsigned weights[] = {
        [ENDED_DECIDED] = 1,   [ENDED_USELESS] = 1, [ENDED_TIRED] = 2,   [ENDED_LIMIT] = 3,
        [ENDED_UNDECIDED] = 4, [ENDED_BARRED] = 5,  [ENDED_REFUSED] = 6,
    };
    return weights[ending];
}

/* Keeps what was answered, and the reason of what was not. Of reasons that tell as much the
 * last one counts, but of refusals the first. */
static void keep_answers(portfolio_t *p, const result_t *run) {
    bool is_refused = run->ending == ENDED_REFUSED;
    for (size_t i = 0; i < run->properties->count; i++) {
        const answer_t *answer = &run->answers[i];
        if (!(run->asked & property_bit(i))) continue;
        if (answer->verdict != VERDICT_UNKNOWN) {
            p->result->answers[i].verdict = answer->verdict;
            p->open &= ~property_bit(i);
        } else if (answer->reason && weight(run->ending) >= weight(p->worst) &&
                   !(p->was_refused && is_refused)) {
            result_take_back(p->result, i, "%s", answer->reason);
            p->worst = run->ending;
        }
    }
    p->was_refused |= is_refused;
}

/* A proof that was confirmed, and a violation that was replayed: one of the two is wrong, and
 * so is heddle. */
static void take_back_contradictions(portfolio_t *p, const result_t *run) {
    property_mask_t violated = result_with(run, VERDICT_FALSE);
    for (size_t i = 0; i < run->properties->count; i++)
        if (violated & property_bit(i))
            result_take_back(p->result, i, "internal error: it was proved, and a violation found");
}

/* Of a proof that keeps some states only, invariants are looked for by proving it again. This
 * may take as long as the proof took, a second at least and ten at most; the verdict does not
 * depend on it. true: *run has a confirmed proof that describes all states. */
static bool look_for_invariants(portfolio_t *p, property_mask_t proved, result_t *run) {
    limits_t limits = *p->context.limits, *all = p->context.limits;
    double seconds = p->proof_seconds < 1 ? 1 : p->proof_seconds > 10 ? 10 : p->proof_seconds;
    double deadline = stats_now() + seconds;
    if (!limits.deadline || deadline < limits.deadline) limits.deadline = deadline;
    p->context.limits = &limits;
    property_mask_t open = p->open;
    p->open = proved;
    bool found = false;
    const attempt_t *attempt = first_from(p, attempts, FOR_INVARIANTS);
    while (attempt && !found) {
        make_attempt(p, attempt, proved, run);
        take_back_contradictions(p, run);
        found = result_with(run, VERDICT_TRUE) == proved &&
                p->evidence->has_invariants(p->evidence->context, run);
        if (!found) result_free(run);
        attempt = first_from(p, attempt + 1, FOR_INVARIANTS);
    }
    p->open = open;
    p->context.limits = all;
    return found;
}

static void give_proof(portfolio_t *p, const result_t *run) {
    const portfolio_evidence_t *evidence = p->evidence;
    property_mask_t proved = result_with(run, VERDICT_TRUE);
    if (!proved) return;
    bool is_enough = !p->options->witness || evidence->has_invariants(evidence->context, run);
    result_t other = {0};
    const result_t *invariants = is_enough ? run : NULL;
    if (!is_enough && look_for_invariants(p, proved, &other)) invariants = &other;
    evidence->give_proof(evidence->context, run, invariants);
    result_free(&other);
}

static void give_traces(const portfolio_t *p, const result_t *run) {
    property_mask_t violated = result_with(run, VERDICT_FALSE);
    for (size_t i = 0; i < run->properties->count; i++)
        if (violated & property_bit(i)) p->evidence->give_trace(p->evidence->context, run, i);
}

/* Is there nothing more to do here? Behind a violation the program is another one: what lies
 * there is looked at by whoever lowers it anew. */
static bool is_over(const portfolio_t *p) {
    return !p->open || result_with(p->result, VERDICT_FALSE) ||
           limits_exceeded(p->context.limits, NULL);
}

/* All attempts once, as long as something is open. */
static void run_round(portfolio_t *p) {
    const attempt_t *attempt = first_attempt(p);
    while (attempt && !is_over(p)) {
        property_mask_t before = p->open;
        result_t run;
        double start = stats_now();
        make_attempt(p, attempt, p->open, &run);
        p->proof_seconds = stats_now() - start;
        keep_answers(p, &run);
        give_traces(p, &run);
        give_proof(p, &run);
        p->was_tired |= run.ending == ENDED_TIRED;
        ending_t ending = run.ending;
        result_free(&run);
        /* Something was answered: the same attempt may answer more. */
        if (p->open != before && ending == ENDED_DECIDED) continue;
        const attempt_t *next = follower(p, attempt, ending);
        if (is_in_table(p, attempt) && ending != ENDED_TIRED) p->is_done[number_of(attempt)] = true;
        attempt = next;
    }
}

static size_t attempt_count(void) {
    size_t count = 0;
    while (attempts[count].name) count++;
    return count;
}

static void log_facts(const portfolio_t *p) {
    strbuf_t text = {0};
    facts_print(&text, p->facts);
    log_line(p->options->verbose, "facts: %s", strbuf_text(&text));
    strbuf_free(&text);
}

void portfolio_run(const engine_context_t *context, const portfolio_evidence_t *evidence,
                   result_t *result) {
    portfolio_t p = {.context = *context,
                     .options = context->options,
                     .evidence = evidence,
                     .result = result,
                     .open = result->asked,
                     .scale = scale_of(context->options)};
    const char *limit = NULL;
    p.context.knowledge = &p.knowledge;
    p.is_done = mem_zalloc((attempt_count() + 1) * sizeof *p.is_done);
    p.turns = mem_zalloc((attempt_count() + 1) * sizeof *p.turns);
    p.facts = facts_of_program(context->program);
    p.facts |= facts_of_options(context->options, p.facts);
    log_facts(&p);
    if (context->program->limit) {
        result_set_unknown(result, ENDED_BARRED, "%s", context->program->limit);
    } else {
        result_set_unknown(result, ENDED_USELESS,
                           "--analysis %s does not verify this property, see --list-engines",
                           context->options->analysis);
        do {
            p.was_tired = false;
            run_round(&p);
            p.scale *= 4;
        } while (!is_over(&p) && p.was_tired && !context->options->time_limit);
    }
    if (p.open && weight(p.worst) < weight(ENDED_LIMIT) && limits_exceeded(context->limits, &limit))
        for (size_t i = 0; i < result->properties->count; i++)
            if (p.open & property_bit(i)) result_take_back(result, i, "%s", limit);
    context->stats->terms = terms_count(context->terms);
    predicate_precision_delete(p.knowledge.predicates);
    predicate_precision_delete(p.knowledge.candidates);
    mem_free(p.is_done);
    mem_free(p.turns);
}
