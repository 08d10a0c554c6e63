#include "witness/validate/weave.h"

#include "witness/output/statements.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 64 }; /* as many as heddle_thread_ has room for */

typedef struct insertion {
    size_t at;
    uint32_t rank; /* of several at one place */
    const char *text;
    size_t skip; /* bytes of the source that it replaces */
    /* Of two that enclose something: the place of the other one, and whether this one ends it.
     * SIZE_MAX: it encloses all that follows. */
    size_t other;
    bool is_end;
} insertion_t;

typedef struct weaver {
    arena_t *arena;
    const witness_file_t *witness;
    const char *file, *text;
    const char *const *functions;
    bool is_own;
    size_t size;
    statements_t statements;
    VEC(size_t) lines; /* where they begin */
    VEC(insertion_t) insertions;
    bool *is_woven; /* per point: some point of its place was woven for all of them */
    strbuf_t *error;
} weaver_t;

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_here(const weaver_t *w, const witness_point_t *point) {
    return strcmp(base_name(point->at.file), base_name(w->file)) == 0;
}

static void insert(weaver_t *w, size_t at, const char *text) {
    VEC_PUSH(w->insertions,
             (insertion_t){
                 .at = at, .rank = (uint32_t)w->insertions.len, .text = text, .other = SIZE_MAX});
}

static void enclose(weaver_t *w, size_t begin, const char *before, size_t end, const char *after) {
    insert(w, begin, before);
    VEC_TOP(w->insertions).other = end;
    insert(w, end, after);
    VEC_TOP(w->insertions).other = begin;
    VEC_TOP(w->insertions).is_end = true;
}

static bool fail(weaver_t *w, const witness_point_t *point, const char *why) {
    strbuf_printf(w->error, "%s:%u:%u: the %s %s", point->at.file, point->at.line, point->at.column,
                  point->type, why);
    return false;
}

/* Where the point lies in the text; SIZE_MAX: nowhere. */
static size_t offset_of(const weaver_t *w, const witness_point_t *point) {
    if (point->at.line > w->lines.len) return SIZE_MAX;
    size_t line = w->lines.data[point->at.line - 1], at = line;
    if (point->at.column) at += point->at.column - 1;
    while (!point->at.column && at < w->size && isspace((unsigned char)w->text[at]) &&
           w->text[at] != '\n')
        at++;
    const char *end = memchr(w->text + line, '\n', w->size - line);
    size_t length = end ? (size_t)(end - w->text) - line : w->size - line;
    return at < line + length ? at : SIZE_MAX;
}

/* Is it the creation of a thread? Those have numbers. */
static bool is_creation(const weaver_t *w, const witness_point_t *point);

static uint32_t creation_number(const weaver_t *w, size_t index) {
    uint32_t number = 0;
    for (size_t i = 0; i <= index; i++) {
        const witness_point_t *point = &w->witness->points.data[i];
        number += !point->is_avoided && is_creation(w, point);
    }
    return number;
}

static const char *thread_test(const weaver_t *w, const witness_point_t *point) {
    if (point->thread_id < 0 || point->thread_id >= MAX_THREADS) return "1";
    if (point->thread_id == 0) return "heddle_is_main_";
    return arena_printf(w->arena, "pthread_self() == heddle_thread_[%" PRId64 "]",
                        point->thread_id);
}

static void add_value(strbuf_t *out, const char *value, const char *result) {
    static const char name[] = "\\result";
    for (const char *hole; result && (hole = strstr(value, name)); value = hole + strlen(name)) {
        strbuf_add_bytes(out, value, (size_t)(hole - value));
        strbuf_add(out, result);
    }
    strbuf_add(out, value);
}

/* What happens where a waypoint is passed: the next one is waited for; or, if it is one to
 * avoid, no run goes on. created: the place of a new thread's handle, or NULL. */
static void add_pass(weaver_t *w, strbuf_t *out, size_t index, const char *created) {
    const witness_point_t *point = &w->witness->points.data[index];
    if (point->is_avoided) {
        strbuf_add(out, ") { __VERIFIER_assume(0); } ");
        return;
    }
    strbuf_printf(out, ") { heddle_passed_ = %zu; ", point->segment + 1);
    if (created && creation_number(w, index) < MAX_THREADS)
        strbuf_printf(out, "heddle_thread_[%u] = *(%s); ", creation_number(w, index), created);
    strbuf_add(out, "} ");
}

/* "if (...) pass; else if (...) pass;" of all points of this kind at this place: a loop comes
 * there several times, and passes one of them at a time. result: the name of what the value
 * calls \result; created: the place of a new thread's handle. NULL: there are none. */
static const char *passing(weaver_t *w, size_t index, const char *result, const char *created) {
    const witness_point_t *first = &w->witness->points.data[index];
    strbuf_t chain = {0};
    for (size_t i = index; i < w->witness->points.len; i++) {
        const witness_point_t *point = &w->witness->points.data[i];
        if (point->at.line != first->at.line || point->at.column != first->at.column ||
            strcmp(point->type, first->type) != 0 || !is_here(w, point))
            continue;
        w->is_woven[i] = true;
        strbuf_printf(&chain, "%sif (heddle_passed_ == %zu && %s", chain.len ? "else " : "",
                      point->segment, thread_test(w, point));
        if (point->value) {
            strbuf_add(&chain, " && (");
            add_value(&chain, point->value, result);
            strbuf_add(&chain, ")");
        }
        add_pass(w, &chain, i, created);
    }
    const char *text = arena_printf(
        w->arena, "__VERIFIER_atomic_begin(); %s__VERIFIER_atomic_end(); ", strbuf_text(&chain));
    strbuf_free(&chain);
    return text;
}

/* Before the statement, in braces with it if it is the body of another one. */
static bool insert_before(weaver_t *w, const witness_point_t *point, const statement_t *it,
                          const char *text) {
    if (it->is_insertable) {
        insert(w, it->begin, text);
        return true;
    }
    if (it->kind != STATEMENT_PLAIN || w->text[it->end] != ';')
        return fail(w, point, "stands where nothing can be put");
    enclose(w, it->begin, arena_printf(w->arena, "{ %s", text), it->end + 1, " }");
    return true;
}

/* Calls: from the name to the closing parenthesis. */

static size_t call_begin(const weaver_t *w, size_t closing) {
    size_t depth = 0, i = closing;
    do {
        depth += w->text[i] == ')';
        if (w->text[i] == '(' && --depth == 0) break;
    } while (i-- > 0);
    if (depth || i > closing) return SIZE_MAX;
    while (i > 0 && isspace((unsigned char)w->text[i - 1])) i--;
    size_t end = i;
    while (i > 0 && (isalnum((unsigned char)w->text[i - 1]) || w->text[i - 1] == '_')) i--;
    return i < end ? i : SIZE_MAX;
}

/* The call that the point is about; SIZE_MAX: it is at none. */
static size_t find_call(const weaver_t *w, const witness_point_t *point, size_t *closing) {
    *closing = offset_of(w, point);
    if (*closing == SIZE_MAX || w->text[*closing] != ')') return SIZE_MAX;
    return call_begin(w, *closing);
}

static bool is_creation(const weaver_t *w, const witness_point_t *point) {
    static const char name[] = "pthread_create";
    size_t closing;
    if (strcmp(point->type, "function_enter") != 0 || !is_here(w, point)) return false;
    size_t begin = find_call(w, point, &closing);
    return begin != SIZE_MAX && w->size - begin > sizeof name &&
           memcmp(w->text + begin, name, sizeof name - 1) == 0;
}

static const char *first_argument(const weaver_t *w, size_t begin) {
    size_t open = begin;
    while (w->text[open] != '(') open++;
    size_t end = open + 1;
    for (size_t depth = 0; end < w->size && (depth || w->text[end] != ','); end++)
        depth += (w->text[end] == '(' || w->text[end] == '[') -
                 (w->text[end] == ')' || w->text[end] == ']');
    return arena_printf(w->arena, "%.*s", (int)(end - open - 1), w->text + open + 1);
}

/* The creation, its number and the counting are one step: the new thread knows who it is. */
static bool weave_creation(weaver_t *w, size_t index) {
    const witness_point_t *point = &w->witness->points.data[index];
    size_t closing, begin = find_call(w, point, &closing);
    enclose(w, begin, "({ __VERIFIER_atomic_begin(); int heddle_code_ = ", closing + 1,
            arena_printf(w->arena, "; %s__VERIFIER_atomic_end(); heddle_code_; })",
                         passing(w, index, NULL, first_argument(w, begin))));
    return true;
}

static bool weave_enter(weaver_t *w, size_t index) {
    const witness_point_t *point = &w->witness->points.data[index];
    size_t closing, begin = find_call(w, point, &closing);
    if (begin == SIZE_MAX) return fail(w, point, "is at no call");
    if (is_creation(w, point)) return weave_creation(w, index);
    enclose(w, begin, arena_printf(w->arena, "({ %s", passing(w, index, NULL, NULL)), closing + 1,
            "; })");
    return true;
}

static bool weave_return(weaver_t *w, size_t index) {
    const witness_point_t *point = &w->witness->points.data[index];
    size_t closing, begin = find_call(w, point, &closing);
    if (begin == SIZE_MAX) return fail(w, point, "is at no call");
    const char *name = arena_printf(w->arena, "%.*s", (int)(closing + 1 - begin), w->text + begin);
    enclose(w, begin, arena_printf(w->arena, "({ __typeof__(%s) heddle_result_ = ", name),
            closing + 1,
            arena_printf(w->arena, "; %sheddle_result_; })",
                         passing(w, index, "heddle_result_", NULL)));
    return true;
}

static const statement_t *statement_at(weaver_t *w, const witness_point_t *point, size_t *at) {
    *at = offset_of(w, point);
    return *at == SIZE_MAX ? NULL : statements_around(&w->statements, *at);
}

static bool weave_assumption(weaver_t *w, size_t index) {
    const witness_point_t *point = &w->witness->points.data[index];
    size_t at;
    const statement_t *it = statement_at(w, point, &at);
    if (!it || it->begin != at) return fail(w, point, "is at no statement");
    if (!point->value) return fail(w, point, "has no value");
    return insert_before(w, point, it, passing(w, index, NULL, NULL));
}

/* The end of the parenthesis behind the keyword of the statement, and its beginning. */
static bool find_header(const weaver_t *w, const statement_t *it, size_t *open, size_t *close) {
    const char *from = memchr(w->text + it->begin, '(', it->end - it->begin);
    if (!from || w->text[it->end - 1] != ')') return false;
    *open = (size_t)(from - w->text);
    *close = it->end - 1;
    return true;
}

static bool weave_branching(weaver_t *w, size_t index) {
    witness_point_t *point = &w->witness->points.data[index];
    size_t at, open, close;
    const statement_t *it = statement_at(w, point, &at);
    if (!it || it->begin != at || it->kind != STATEMENT_IF || !find_header(w, it, &open, &close))
        return fail(w, point, "is at no if");
    for (size_t i = index; i < w->witness->points.len; i++) {
        witness_point_t *other = &w->witness->points.data[i];
        if (other->at.line != point->at.line || other->at.column != point->at.column ||
            strcmp(other->type, point->type) != 0 || !is_here(w, other))
            continue;
        bool is_true = other->value && strcmp(other->value, "true") == 0;
        other->value = is_true ? "heddle_taken_" : "!heddle_taken_";
    }
    enclose(w, open + 1, "({ int heddle_taken_ = !!(", close,
            arena_printf(w->arena, "); %sheddle_taken_; })", passing(w, index, NULL, NULL)));
    return true;
}

static bool begins_with(const weaver_t *w, const statement_t *it, const char *word) {
    size_t length = strlen(word), end = it->begin + length;
    return end < w->size && memcmp(w->text + it->begin, word, length) == 0 &&
           !isalnum((unsigned char)w->text[end]) && w->text[end] != '_';
}

static bool calls_violation(const weaver_t *w, const statement_t *it) {
    for (size_t i = 0; w->functions[i]; i++)
        if (begins_with(w, it, w->functions[i])) return true;
    return false;
}

/* "assert(x)" becomes "if (!(x)) violation()", so that no other assertion counts. */
static bool weave_assertion(weaver_t *w, const statement_t *it, const char *test) {
    size_t open, close = it->end;
    const char *from = memchr(w->text + it->begin, '(', it->end - it->begin);
    if (!from || w->text[it->end] != ';') return false;
    open = (size_t)(from - w->text);
    while (close > open && w->text[close] != ')') close--;
    /* Waypoints may be passed while the condition is evaluated. */
    enclose(w, it->begin, "{ int heddle_holds_ = !!", close + 1,
            arena_printf(w->arena, "; if (!heddle_holds_ && %s) " WEAVE_VIOLATION "(); }", test));
    w->insertions.data[w->insertions.len - 2].skip = open - it->begin;
    return w->is_own = true;
}

/* A call in an expression, such as that of an assertion whose macro was expanded. */
static bool weave_inner_call(weaver_t *w, size_t at, const char *test) {
    const statement_t here = {.begin = at};
    if (!calls_violation(w, &here)) return false;
    const char *open = memchr(w->text + at, '(', w->size - at);
    const char *close = open ? memchr(open, ')', w->size - (size_t)(open - w->text)) : NULL;
    if (!close) return false;
    enclose(w, at, arena_printf(w->arena, "({ if (%s) " WEAVE_VIOLATION "(); ", test),
            (size_t)(close - w->text) + 1, "; })");
    return w->is_own = true;
}

static bool weave_target(weaver_t *w, size_t index) {
    const witness_point_t *point = &w->witness->points.data[index];
    size_t at;
    const statement_t *it = statement_at(w, point, &at);
    if (!it) return fail(w, point, "is at no statement");
    const char *test = arena_printf(w->arena, "heddle_passed_ == %zu && %s", point->segment,
                                    thread_test(w, point));
    if (calls_violation(w, it)) {
        w->is_own = true;
        return insert_before(w, point, it,
                             arena_printf(w->arena, "if (%s) " WEAVE_VIOLATION "(); ", test));
    }
    if (begins_with(w, it, "assert") && weave_assertion(w, it, test)) return true;
    if (weave_inner_call(w, at, test)) return true;
    /* It may be passed before its turn, in a loop. */
    return insert_before(w, point, it,
                         arena_printf(w->arena,
                                      "__VERIFIER_atomic_begin(); if (%s) heddle_at_target_ = 1; "
                                      "__VERIFIER_atomic_end(); ",
                                      test));
}

/* Invariants. */

static const char *assertion(const weaver_t *w, const witness_point_t *point) {
    return arena_printf(w->arena,
                        "__VERIFIER_atomic_begin(); if (!(%s)) { extern void %s(); %s(); } "
                        "__VERIFIER_atomic_end(); ",
                        point->value, w->functions[0], w->functions[0]);
}

/* Whenever the condition of the loop is looked at. */
static bool weave_loop(weaver_t *w, const witness_point_t *point, const statement_t *it) {
    size_t open, close;
    if (it->kind != STATEMENT_LOOP || !find_header(w, it, &open, &close))
        return fail(w, point, "is at no loop");
    size_t begin = open + 1, end = close;
    if (memcmp(w->text + it->begin, "for", 3) == 0) {
        const char *first = memchr(w->text + begin, ';', close - begin);
        const char *second =
            first ? memchr(first + 1, ';', (size_t)(w->text + close - first) - 1) : NULL;
        if (!second) return fail(w, point, "is at no loop");
        begin = (size_t)(first - w->text) + 1;
        end = (size_t)(second - w->text);
    }
    bool is_empty = true;
    for (size_t i = begin; i < end; i++) is_empty &= isspace((unsigned char)w->text[i]) != 0;
    const char *check =
        arena_printf(w->arena, "({ %s1; })%s", assertion(w, point), is_empty ? "" : " && (");
    enclose(w, begin, check, end, is_empty ? "" : ")");
    return true;
}

static bool weave_invariant(weaver_t *w, const witness_point_t *point) {
    size_t at;
    const statement_t *it = statement_at(w, point, &at);
    if (!it || it->begin != at) return fail(w, point, "is at no statement");
    if (strcmp(point->type, "loop_invariant") == 0) return weave_loop(w, point, it);
    return insert_before(w, point, it, assertion(w, point));
}

/* Ghosts. */

/* Calls that are one step with what is put before them. A thread that waits in one of them is
 * stuck, but then there is a run in which it comes there later. */
static bool is_one_step(const weaver_t *w, const statement_t *it) {
    static const char *const calls[] = {"pthread_mutex_lock", "pthread_mutex_unlock",
                                        "pthread_mutex_init", "pthread_create",
                                        "pthread_join",       "mtx_lock",
                                        "mtx_unlock",         NULL};
    if (it->kind != STATEMENT_PLAIN || w->text[it->end] != ';') return false;
    for (size_t i = 0; calls[i]; i++)
        if (begins_with(w, it, calls[i])) return true;
    return false;
}

/* At other statements the update is a step before them: to make them one would hide what others
 * do meanwhile. */
static bool weave_update(weaver_t *w, const witness_update_t *update) {
    witness_point_t point = {.type = "ghost update", .at = update->at};
    size_t at;
    if (!is_here(w, &point)) return true;
    const statement_t *it = statement_at(w, &point, &at);
    if (!it || it->begin != at) return fail(w, &point, "is at no statement");
    const char *change = arena_printf(w->arena, "__VERIFIER_atomic_begin(); %s = %s; ",
                                      update->variable, update->value);
    if (!is_one_step(w, it))
        return insert_before(w, &point, it,
                             arena_printf(w->arena, "%s__VERIFIER_atomic_end(); ", change));
    enclose(w, it->begin, arena_printf(w->arena, "{ %s", change), it->end + 1,
            " __VERIFIER_atomic_end(); }");
    return true;
}

static bool weave_point(weaver_t *w, size_t index) {
    static const struct {
        const char *type;
        bool (*weave)(weaver_t *, size_t);
    } kinds[] = {{"function_enter", weave_enter},
                 {"function_return", weave_return},
                 {"assumption", weave_assumption},
                 {"branching", weave_branching},
                 {"target", weave_target}};
    const witness_point_t *point = &w->witness->points.data[index];
    if (!is_here(w, point) || w->is_woven[index]) return true;
    if (w->witness->kind == WITNESS_OF_PROOF) return weave_invariant(w, point);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].type, point->type) == 0) return kinds[i].weave(w, index);
    return fail(w, point, "is of a type that is not known");
}

/* Does the text define the function? */
static bool defines(const weaver_t *w, const char *name) {
    size_t length = strlen(name);
    for (const char *at = w->text; (at = strstr(at, name)); at += length) {
        size_t i = (size_t)(at - w->text) + length;
        while (i < w->size && isspace((unsigned char)w->text[i])) i++;
        if (i == w->size || w->text[i] != '(') continue;
        while (i < w->size && w->text[i] != ')') i++;
        for (i++; i < w->size && isspace((unsigned char)w->text[i]);) i++;
        if (i < w->size && w->text[i] == '{') return true;
    }
    return false;
}

/* Where the violation is a call of our own, those that it was end the run: what they do is not said
 * anywhere. */
static void end_runs_elsewhere(weaver_t *w) {
    static const char *const names[] = {"__VERIFIER_error", "reach_error"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(w->text, names[i]) && !defines(w, names[i]))
            insert(w, w->size,
                   arena_printf(w->arena, "%svoid %s() { __VERIFIER_assume(0); } ",
                                w->text[w->size - 1] == '\n' ? "" : "\n", names[i]));
}

/* heddle_is_main_ is set where main begins. */
static void mark_main(weaver_t *w) {
    for (size_t i = 1; i + 6 < w->size; i++) {
        bool is_name =
            memcmp(w->text + i, "main", 4) == 0 && isspace((unsigned char)w->text[i - 1]);
        size_t at = i + 4;
        while (is_name && at < w->size && isspace((unsigned char)w->text[at])) at++;
        if (!is_name || w->text[at] != '(') continue;
        while (at < w->size && w->text[at] != ')') at++;
        for (at++; at < w->size && isspace((unsigned char)w->text[at]);) at++;
        if (at < w->size && w->text[at] == '{') insert(w, at + 1, " heddle_is_main_ = 1;");
    }
}

/* At one place ends come first, the inner ones before the outer ones; then beginnings, the
 * outer ones first. */
static int by_place(const void *a, const void *b) {
    const insertion_t *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    if (x->is_end != y->is_end) return x->is_end ? -1 : 1;
    if (x->other != y->other) return x->other > y->other ? -1 : 1;
    return (x->rank < y->rank) != x->is_end ? -1 : 1;
}

static char *put_together(weaver_t *w) {
    qsort(w->insertions.data, w->insertions.len, sizeof *w->insertions.data, by_place);
    strbuf_t out = {0};
    size_t done = 0;
    for (size_t i = 0; i < w->insertions.len; i++) {
        const insertion_t *it = &w->insertions.data[i];
        strbuf_add_bytes(&out, w->text + done, it->at - done);
        strbuf_add(&out, it->text);
        done = it->at + it->skip;
    }
    strbuf_add_bytes(&out, w->text + done, w->size - done);
    char *text = arena_strdup(w->arena, strbuf_text(&out));
    strbuf_free(&out);
    return text;
}

const char *weave_head(arena_t *arena, const witness_file_t *witness) {
    const char *text = "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"
                       "extern void __VERIFIER_assume(int);\n"
                       "extern void " WEAVE_VIOLATION "(void);\n"
                       "static int heddle_passed_, heddle_at_target_;\n"
                       "static unsigned long heddle_thread_[64];\n"
                       "static _Thread_local int heddle_is_main_;\n";
    for (size_t i = 0; i < witness->ghosts.len; i++) {
        const witness_ghost_t *ghost = &witness->ghosts.data[i];
        text = arena_printf(arena, "%sstatic %s %s = %s;\n", text, ghost->type, ghost->name,
                            ghost->initial);
    }
    return text;
}

char *weave(arena_t *arena, const witness_file_t *witness, const char *file, const char *text,
            size_t size, const char *const *functions, bool *is_own, strbuf_t *error) {
    weaver_t w = {.arena = arena,
                  .witness = witness,
                  .file = file,
                  .text = text,
                  .functions = functions,
                  .size = size,
                  .error = error};
    statements_scan(&w.statements, text, size);
    VEC_PUSH(w.lines, 0);
    for (size_t i = 0; i + 1 < size; i++)
        if (text[i] == '\n') VEC_PUSH(w.lines, i + 1);
    w.is_woven = mem_zalloc(witness->points.len + 1);
    bool is_good = true;
    for (size_t i = 0; i < witness->points.len && is_good; i++) is_good = weave_point(&w, i);
    for (size_t i = 0; i < witness->updates.len && is_good; i++)
        is_good = weave_update(&w, &witness->updates.data[i]);
    if (is_good && witness->kind == WITNESS_OF_VIOLATION) mark_main(&w);
    if (is_good && w.is_own) end_runs_elsewhere(&w);
    char *woven = is_good ? put_together(&w) : NULL;
    *is_own = w.is_own;
    mem_free(w.is_woven);
    VEC_FREE(w.statements);
    VEC_FREE(w.lines);
    VEC_FREE(w.insertions);
    return woven;
}
