#include "cpa/symbolic/questions.h"

#include "util/hash.h"

enum { MOST_MILLISECONDS = 2000 };
/* Answers that are tried before the solver is asked; of so many symbols. */
enum { MODELS = 8, MODEL_SYMBOLS = 32 };
/* The tag of numbered symbols. They never meet others in one question. */
static const uint64_t NUMBERED = 0;

struct questions {
    terms_t *terms;
    solver_t *solver;
    map64_t answers; /* question -> can it hold? */
    term_vec_t known, asked, rest, symbols, some;
    uint64_t models[MODELS][MODEL_SYMBOLS]; /* values of numbered symbols */
    size_t model_count;
};

questions_t *questions_new(terms_t *terms, solver_t *solver) {
    questions_t *questions = mem_zalloc(sizeof *questions);
    questions->terms = terms;
    questions->solver = solver;
    return questions;
}

void questions_delete(questions_t *questions) {
    if (!questions) return;
    map64_free(&questions->answers);
    VEC_FREE(questions->known);
    VEC_FREE(questions->asked);
    VEC_FREE(questions->rest);
    VEC_FREE(questions->symbols);
    VEC_FREE(questions->some);
    mem_free(questions);
}

static bool has_term(const term_vec_t *list, const term_t *term) {
    for (size_t i = 0; i < list->len; i++)
        if (list->data[i] == term) return true;
    return false;
}

/* Adds the symbols of a term to those of the question. */
static void add_symbols(questions_t *q, const term_t *term) {
    VEC_CLEAR(q->some);
    term_symbols(q->terms, term, &q->some);
    for (size_t i = 0; i < q->some.len; i++)
        if (!has_term(&q->symbols, q->some.data[i])) VEC_PUSH(q->symbols, q->some.data[i]);
}

static bool shares_symbols(questions_t *q, const term_t *term) {
    VEC_CLEAR(q->some);
    term_symbols(q->terms, term, &q->some);
    for (size_t i = 0; i < q->some.len; i++)
        if (has_term(&q->symbols, q->some.data[i])) return true;
    return false;
}

/* What is asked begins with the conjuncts that are new; of those that are known it
 * takes what is connected with them by symbols. */
static void collect(questions_t *q, const term_t *known, const term_t *all) {
    VEC_CLEAR(q->known);
    VEC_CLEAR(q->rest);
    VEC_CLEAR(q->asked);
    VEC_CLEAR(q->symbols);
    term_conjuncts(q->terms, known, &q->known);
    term_conjuncts(q->terms, all, &q->rest);
    size_t left = 0;
    for (size_t i = 0; i < q->rest.len; i++) {
        if (has_term(&q->known, q->rest.data[i])) {
            q->rest.data[left++] = q->rest.data[i];
            continue;
        }
        VEC_PUSH(q->asked, q->rest.data[i]);
        add_symbols(q, q->rest.data[i]);
    }
    q->rest.len = left;
    for (bool grows = true; grows;) {
        grows = false;
        left = 0;
        for (size_t i = 0; i < q->rest.len; i++) {
            const term_t *conjunct = q->rest.data[i];
            if (!shares_symbols(q, conjunct)) {
                q->rest.data[left++] = conjunct;
                continue;
            }
            VEC_PUSH(q->asked, conjunct);
            add_symbols(q, conjunct);
            grows = true;
        }
        q->rest.len = left;
    }
}

static const term_t *number_symbol(void *context, const term_t *symbol) {
    const questions_t *q = context;
    uint32_t number = 0;
    while (q->symbols.data[number] != symbol) number++;
    return term_symbol(q->terms, symbol->sort, NUMBERED, number);
}

typedef struct {
    terms_t *terms;
    const uint64_t *values;
} question_model_t;

static const term_t *value_in_model(void *context, const term_t *symbol) {
    const question_model_t *model = context;
    if (symbol->sort.kind != SORT_BV || symbol->index >= MODEL_SYMBOLS) return NULL;
    unsigned width = symbol->sort.width;
    uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    return term_const(model->terms, width, model->values[symbol->index] & mask);
}

/* Often the values that were possible lately still are. */
static bool holds_in_models(questions_t *q, const term_t *question) {
    for (size_t i = 0; i < q->model_count && i < MODELS; i++) {
        question_model_t model = {q->terms, q->models[i]};
        if (term_is_true(term_substitute(q->terms, question, value_in_model, &model))) return true;
    }
    return false;
}

static void keep_model(questions_t *q, const term_t *question) {
    uint64_t *values = q->models[q->model_count++ % MODELS];
    VEC_CLEAR(q->some);
    term_symbols(q->terms, question, &q->some);
    for (size_t i = 0; i < MODEL_SYMBOLS; i++) values[i] = 0;
    for (size_t i = 0; i < q->some.len; i++) {
        const term_t *symbol = q->some.data[i];
        if (symbol->sort.kind == SORT_BV && symbol->index < MODEL_SYMBOLS)
            values[symbol->index] = solver_evaluate(q->solver, symbol)->value;
    }
}

static bool ask_solver(questions_t *q, const term_t *question) {
    unsigned before = q->solver->milliseconds;
    if (!before || before > MOST_MILLISECONDS) q->solver->milliseconds = MOST_MILLISECONDS;
    solver_push(q->solver);
    solver_assert(q->solver, question);
    solver_answer_t answer = solver_check(q->solver, NULL, 0);
    if (answer == SOLVER_SAT) keep_model(q, question);
    solver_pop(q->solver);
    q->solver->milliseconds = before;
    return answer != SOLVER_UNSAT;
}

static bool ask(questions_t *q, const term_t *question) {
    uint64_t answer;
    if (term_is_true(question)) return true;
    if (term_is_false(question)) return false;
    if (map64_get(&q->answers, map64_pointer(question), &answer)) return answer;
    bool possible = holds_in_models(q, question) || ask_solver(q, question);
    map64_put(&q->answers, map64_pointer(question), possible);
    return possible;
}

bool questions_possible(questions_t *q, const term_t *known, const term_t *all) {
    if (term_is_false(all)) return false;
    collect(q, known, all);
    const term_t *question = term_and_n(q->terms, q->asked.data, q->asked.len);
    return ask(q, term_substitute(q->terms, question, number_symbol, q));
}

bool questions_follows(questions_t *q, const term_t *known, const term_t *condition) {
    if (term_is_true(condition) || term_has_conjuncts(known, condition)) return true;
    const term_t *against = term_and(q->terms, known, term_not(q->terms, condition));
    return !questions_possible(q, known, against);
}
