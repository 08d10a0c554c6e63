#include "solver/qbf.h"

#include "util/hash.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char program[] = "depqbf";
enum { IS_TRUE = 10, IS_FALSE = 20, CANNOT_RUN = 127 };

typedef struct writer {
    const aig_t *aig;
    FILE *out;
    map64_t numbers; /* of nodes; from 1 on */
    numbers_t gates, stack;
    uint32_t count;
} writer_t;

static bool number_of(const writer_t *w, uint32_t node, uint64_t *number) {
    return map64_get(&w->numbers, node, number);
}

static void add_number(writer_t *w, uint32_t node) {
    map64_put(&w->numbers, node, ++w->count);
}

/* Gates below the formula, operands first. */
static void collect(writer_t *w, aig_lit_t formula) {
    uint64_t known;
    VEC_PUSH(w->stack, aig_node(formula));
    while (w->stack.len) {
        uint32_t node = VEC_TOP(w->stack);
        aig_lit_t a, b;
        if (!node || number_of(w, node, &known)) {
            w->stack.len--;
            continue;
        }
        aig_operands(w->aig, node, &a, &b);
        bool has_a = number_of(w, aig_node(a), &known), has_b = number_of(w, aig_node(b), &known);
        if (!has_a) VEC_PUSH(w->stack, aig_node(a));
        if (!has_b) VEC_PUSH(w->stack, aig_node(b));
        if (!has_a || !has_b) continue;
        add_number(w, node);
        VEC_PUSH(w->gates, node);
    }
}

static long literal_of(const writer_t *w, aig_lit_t literal) {
    uint64_t number = 0;
    number_of(w, aig_node(literal), &number);
    return literal & 1 ? -(long)number : (long)number;
}

static void write_block(const writer_t *w, char quantifier, const aig_lit_t *inputs, size_t count) {
    if (!count) return;
    fprintf(w->out, "%c", quantifier);
    for (size_t i = 0; i < count; i++) fprintf(w->out, " %ld", literal_of(w, inputs[i]));
    fprintf(w->out, " 0\n");
}

static void write_question(writer_t *w, const aig_lit_t *all, size_t all_count,
                           const aig_lit_t *some, size_t some_count, aig_lit_t formula) {
    for (size_t i = 0; i < all_count; i++) add_number(w, aig_node(all[i]));
    for (size_t i = 0; i < some_count; i++) add_number(w, aig_node(some[i]));
    collect(w, formula);
    fprintf(w->out, "p cnf %u %zu\n", w->count, 3 * w->gates.len + 1);
    write_block(w, 'a', all, all_count);
    write_block(w, 'e', some, some_count);
    if (w->gates.len) fprintf(w->out, "e");
    for (size_t i = 0; i < w->gates.len; i++)
        fprintf(w->out, " %ld", literal_of(w, w->gates.data[i] * 2));
    if (w->gates.len) fprintf(w->out, " 0\n");
    for (size_t i = 0; i < w->gates.len; i++) {
        aig_lit_t a, b;
        aig_operands(w->aig, w->gates.data[i], &a, &b);
        long out = literal_of(w, w->gates.data[i] * 2), x = literal_of(w, a), y = literal_of(w, b);
        fprintf(w->out, "%ld %ld 0\n%ld %ld 0\n%ld %ld %ld 0\n", -out, x, -out, y, out, -x, -y);
    }
    fprintf(w->out, "%ld 0\n", literal_of(w, formula));
}

static pid_t start(FILE *input) {
    pid_t child = fork();
    if (child) return child;
    if (dup2(fileno(input), STDIN_FILENO) < 0 || !freopen("/dev/null", "w", stdout) ||
        !freopen("/dev/null", "w", stderr))
        _exit(CANNOT_RUN);
    execlp(program, program, (char *)NULL);
    _exit(CANNOT_RUN);
}

/* The exit status of the child, or -1 after it was killed because time ran out. */
static int wait_for(pid_t child, const limits_t *limits) {
    const struct timespec pause = {.tv_nsec = 1000000};
    limits_t copy = *limits;
    int status = 0;
    for (;;) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        if (ended < 0 && errno != EINTR) return -1;
        if (limits_exceeded(&copy, NULL)) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return -1;
        }
        nanosleep(&pause, NULL);
    }
}

qbf_answer_t qbf_solve(const aig_t *aig, const aig_lit_t *all, size_t all_count,
                       const aig_lit_t *some, size_t some_count, aig_lit_t formula,
                       const limits_t *limits, const char **why) {
    if (formula <= AIG_TRUE) return formula == AIG_TRUE ? QBF_TRUE : QBF_FALSE;
    writer_t w = {.aig = aig, .out = tmpfile()};
    int status = -1;
    if (!w.out) {
        *why = "no temporary file for the QBF solver can be made";
        return QBF_UNKNOWN;
    }
    write_question(&w, all, all_count, some, some_count, formula);
    bool is_written =
        fflush(w.out) == 0 && !ferror(w.out) && lseek(fileno(w.out), 0, SEEK_SET) == 0;
    pid_t child = is_written ? start(w.out) : -1;
    if (child > 0) status = wait_for(child, limits);
    fclose(w.out);
    map64_free(&w.numbers);
    VEC_FREE(w.gates);
    VEC_FREE(w.stack);
    if (status == CANNOT_RUN)
        *why = "the QBF solver depqbf is not installed";
    else if (status != IS_TRUE && status != IS_FALSE)
        *why = "the QBF solver did not answer";
    return status == IS_TRUE ? QBF_TRUE : status == IS_FALSE ? QBF_FALSE : QBF_UNKNOWN;
}
