#include "solver/cadical.h"

#include "cadical.hpp"

namespace {

struct Stop : CaDiCaL::Terminator {
    bool (*ask)(void *);
    void *context;
    bool terminate() override {
        return ask && ask(context);
    }
};

/* Hands a clause over literal by literal, as the library wants it. */
struct Handing {
    const int *literals = nullptr;
    size_t count = 0, next = 0;
    void start(const int *from, size_t length) {
        literals = from;
        count = length;
        next = 0;
    }
    int give() {
        return next < count ? literals[next++] : (literals = nullptr, 0);
    }
};

struct Theory : CaDiCaL::ExternalPropagator {
    const cadical_theory_t *theory = nullptr;
    Handing reason, clause;

    void notify_assignment(const std::vector<int> &lits) override {
        theory->assigned(theory->context, lits.data(), lits.size());
    }
    void notify_new_decision_level() override {
        theory->new_level(theory->context);
    }
    void notify_backtrack(size_t level) override {
        theory->backtrack(theory->context, level);
    }
    bool cb_check_found_model(const std::vector<int> &) override {
        return theory->accepts(theory->context);
    }
    int cb_decide() override {
        return theory->decide ? theory->decide(theory->context) : 0;
    }
    int cb_propagate() override {
        return theory->propagate ? theory->propagate(theory->context) : 0;
    }
    int cb_add_reason_clause_lit(int literal) override {
        if (!reason.literals) {
            size_t count;
            const int *literals = theory->reason(theory->context, literal, &count);
            reason.start(literals, count);
        }
        return reason.give();
    }
    bool cb_has_external_clause(bool &is_forgettable) override {
        size_t count;
        const int *literals = theory->conflict(theory->context, &count);
        is_forgettable = false;
        if (!literals) return false;
        clause.start(literals, count);
        return true;
    }
    int cb_add_external_clause_lit() override {
        return clause.give();
    }
};

} // namespace

struct cadical {
    CaDiCaL::Solver solver;
    Stop stop;
    Theory theory;
    bool is_connected = false;
    cadical_counts_t counts = {};
};

cadical_t *cadical_new(void) {
    cadical_t *sat = new cadical_t;
    sat->solver.set("quiet", 1);
    /* Variables are numbered here; the theory follows the trail as a stack. */
    sat->solver.set("factor", 0);
    sat->solver.set("chrono", 0);
    return sat;
}

void cadical_delete(cadical_t *sat) {
    if (!sat) return;
    cadical_disconnect(sat);
    delete sat;
}

int cadical_variable(cadical_t *sat) {
    sat->counts.variables++;
    return sat->solver.declare_one_more_variable();
}

void cadical_add(cadical_t *sat, const int *literals, size_t count) {
    sat->counts.clauses++;
    sat->solver.clause(literals, count);
}

void cadical_assume(cadical_t *sat, int literal) {
    sat->solver.assume(literal);
}

void cadical_connect(cadical_t *sat, const cadical_theory_t *theory) {
    sat->theory.theory = theory;
    sat->solver.connect_external_propagator(&sat->theory);
    sat->is_connected = true;
}

void cadical_disconnect(cadical_t *sat) {
    if (sat->is_connected) sat->solver.disconnect_external_propagator();
    sat->is_connected = false;
}

void cadical_observe(cadical_t *sat, int variable) {
    sat->solver.add_observed_var(variable);
}

cadical_answer_t cadical_solve(cadical_t *sat, bool (*stop)(void *), void *context) {
    sat->stop.ask = stop;
    sat->stop.context = context;
    sat->solver.connect_terminator(&sat->stop);
    int answer = sat->solver.solve();
    sat->solver.disconnect_terminator();
    return static_cast<cadical_answer_t>(answer);
}

bool cadical_value(cadical_t *sat, int literal) {
    int variable = literal < 0 ? -literal : literal;
    return (sat->solver.val(variable) > 0) == (literal > 0);
}

static uint64_t statistic(const cadical_t *sat, const char *name) {
    int64_t value = sat->solver.get_statistic_value(name);
    return value > 0 ? static_cast<uint64_t>(value) : 0;
}

void cadical_counts(const cadical_t *sat, cadical_counts_t *counts) {
    *counts = sat->counts;
    counts->conflicts = statistic(sat, "conflicts");
    counts->decisions = statistic(sat, "decisions");
    counts->propagations = statistic(sat, "propagations");
}
