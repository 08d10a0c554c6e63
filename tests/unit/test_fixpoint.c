/* Fix-points of Boolean programs, and what the check says to spoilt ones. */
#include "engine/boolean/boolean_engine.h"
#include "frontend/boolean/boolean.h"
#include "tests/unit/engine_run.h"
#include "tests/unit/test.h"
#include "witness/boolean/fixpoint_check.h"

#include "cfa/boolean.h"
#include "cfa/passes.h"

static program_t *load(const char *text, strbuf_t *errors) {
    property_set_t properties = {0};
    property_set_add(&properties, property_default());
    program_t *program = boolean_load("test.bp", text, NULL, &properties, errors);
    if (program) passes_run(program);
    return program;
}

typedef struct {
    program_t *program;
    terms_t *terms;
    result_t result;
    fixpoint_proof_t proof;
    fixpoint_state_t *states; /* to be spoilt */
} proved_t;

static void prove(proved_t *p, const char *text) {
    strbuf_t errors = {0};
    stats_t stats = {0};
    options_t options = engine_default_options();
    *p = (proved_t){.program = load(text, &errors), .terms = terms_new()};
    CHECK_STR(strbuf_text(&errors), "");
    engine_run_class(&boolean_engine, p->program, p->terms, &options, 0, &stats, &p->result);
    CHECK_EQ(p->result.answers[0].verdict, VERDICT_TRUE);
    p->proof = *p->result.proof.fixpoint;
    p->states = mem_alloc(p->proof.state_count * sizeof *p->states);
    memcpy(p->states, p->proof.states, p->proof.state_count * sizeof *p->states);
    p->proof.states = p->states;
    strbuf_free(&errors);
}

static void prove_end(proved_t *p) {
    mem_free(p->states);
    result_free(&p->result);
    terms_delete(p->terms);
    program_delete(p->program);
}

static bool accepts(proved_t *p) {
    char *why = NULL;
    check_stats_t stats = {0};
    check_limits_t limits = {.milliseconds = 10000};
    bool is_accepted = fixpoint_check(p->program, p->terms, solver_default_class(NULL), &p->proof,
                                      &limits, &stats, &why);
    CHECK(is_accepted == !why);
    mem_free(why);
    return is_accepted;
}

static const char toggles[] =
    "decl x, y, lock;\n"
    "void worker(p) begin\n"
    "  decl l; l := p;\n"
    "  while * do atomic_begin; assume(!lock); lock := 1; atomic_end; l := x; x := !l; y := x;\n"
    "    assert(x = y); lock := 0; od;\n"
    "end\n"
    "void main() begin x, y, lock := 0, 0, 0; start_thread worker(*); start_thread worker(0); "
    "end\n";

TEST(a_fixpoint_is_accepted_with_and_without_hints) {
    proved_t p;
    prove(&p, toggles);
    CHECK(p.proof.state_count > 4);
    CHECK(accepts(&p));
    for (size_t i = 0; i < p.proof.state_count; i++) p.states[i].hint_count = 0;
    CHECK(accepts(&p));
    prove_end(&p);
}

TEST(every_state_is_needed) {
    proved_t p;
    prove(&p, toggles);
    fixpoint_state_t last = p.states[--p.proof.state_count];
    CHECK(!accepts(&p));
    /* The same place, but for nothing. */
    p.states[p.proof.state_count] = last;
    p.states[p.proof.state_count++].guard = term_false(p.terms);
    CHECK(!accepts(&p));
    prove_end(&p);
}

TEST(a_state_that_stands_for_less_is_refused) {
    proved_t p;
    size_t refused = 0;
    prove(&p, toggles);
    for (size_t i = 0; i < p.proof.state_count; i++) {
        fixpoint_state_t good = p.states[i];
        p.states[i].guard = term_false(p.terms);
        refused += !accepts(&p);
        p.states[i] = good;
    }
    /* Some are covered by others, too. */
    CHECK(refused > p.proof.state_count / 3);
    prove_end(&p);
}

TEST(the_start_must_be_covered) {
    proved_t p;
    prove(&p, "decl a; void main() begin assume(a); assert(a); end");
    CHECK(accepts(&p));
    for (size_t i = 0; i < p.proof.state_count; i++) {
        const term_t *values[] = {term_false(p.terms)};
        p.states[i].values = values;
        CHECK(!accepts(&p));
        break;
    }
    prove_end(&p);
}

TEST(moves_that_matter_must_not_be_left_out) {
    proved_t p;
    static const uint32_t worker[] = {1};
    bool was_refused = false;
    prove(&p, toggles);
    for (size_t i = 0; i < p.proof.state_count && !was_refused; i++) {
        if (p.states[i].thread_count < 2 || p.states[i].alone_count) continue;
        p.states[i].alone = worker;
        p.states[i].alone_count = 1;
        was_refused = !accepts(&p);
    }
    CHECK(was_refused);
    prove_end(&p);
}

/* Following one thread alone for ever keeps the other one from its error. */
TEST(a_thread_that_comes_round_must_not_go_alone_for_ever) {
    proved_t p;
    static const uint32_t spinning[] = {0};
    size_t refused = 0, tried = 0;
    prove(&p, "decl x; void spin() begin decl a; a := 0; while 1 do a := !a; od; end\n"
              "void other() begin x := 1; assert(x); end\n"
              "void main() begin x := 0; start_thread spin(); start_thread other(); end\n");
    CHECK(accepts(&p));
    for (size_t i = 0; i < p.proof.state_count; i++) {
        fixpoint_state_t good = p.states[i];
        if (good.thread_count < 2 || good.alone_count) continue;
        p.states[i].alone = spinning;
        p.states[i].alone_count = 1;
        tried++;
        refused += !accepts(&p);
        p.states[i] = good;
    }
    CHECK(tried > 0);
    CHECK(refused > 0);
    prove_end(&p);
}

static bool is_refused(const char *text, const char *message) {
    strbuf_t errors = {0};
    program_t *program = load(text, &errors);
    bool is_told = !program && strstr(strbuf_text(&errors), message);
    if (!is_told) printf("  said: %s\n", strbuf_text(&errors));
    program_delete(program);
    strbuf_free(&errors);
    return is_told;
}

TEST(mistakes_are_told_with_their_place) {
    CHECK(is_refused("decl a, a; void main() begin end",
                     "test.bp:1:9: variable a is declared twice"));
    CHECK(is_refused("void f() begin end", "no function main"));
    CHECK(is_refused("void main() begin\n x := 1; end", "test.bp:2:2: no variable is named x"));
    CHECK(is_refused("void main() begin f(1); end", "no function is named f"));
    CHECK(is_refused("void f(a) begin end void main() begin f(); end", "f has 1 parameters"));
    CHECK(is_refused("bool f() begin return 1, 0; end void main() begin f(); end",
                     "number of results"));
    CHECK(is_refused("decl a; void main() begin a := 'a; end", "in constrain only"));
    CHECK(is_refused("void main() begin goto L; end", "no label L in main"));
    CHECK(is_refused("decl a; void main() begin a, a := 0, 1; end", "a is assigned twice at once"));
    CHECK(is_refused("decl a; void main() begin a := 0, 1; end", "as many values as variables"));
    CHECK(is_refused("void main() begin if 1 then skip; end", "expected fi instead of end"));
    CHECK(is_refused("void main() begin /* for ever", "a comment that does not end"));
    CHECK(is_refused("void main() begin assume(2); end", "the numbers are 0 and 1"));
    CHECK(is_refused("void main() begin if * then atomic_begin; fi; skip; assert(1); end",
                     "both inside and outside of an atomic section"));
}

TEST(deep_nesting_is_told) {
    strbuf_t text = {0};
    strbuf_add(&text, "decl a; void main() begin a := ");
    for (int i = 0; i < 100000; i++) strbuf_add(&text, "(");
    CHECK(is_refused(strbuf_text(&text), "nested too deeply"));
    strbuf_free(&text);
}
