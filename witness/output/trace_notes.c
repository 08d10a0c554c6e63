#include "witness/output/trace_notes.h"

#include "cfa/layout.h"
#include "util/hash.h"
#include "witness/output/trace_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FOLDED = 12 };

/* An access to be said. */
typedef struct seen {
    bool is_write;
    bool is_fresh; /* the memory was never written before */
    variable_t variable;
    char *name;
    uint64_t owner; /* the heap object that it lies in; 0: none */
    size_t parent; /* length of the name of what it is a part of; 0: of nothing */
    const type_t *type;
    uint64_t before, after;
    size_t step;
} seen_t;

typedef struct holding {
    uint64_t mutex;
    uint32_t thread;
    char *name;
} holding_t;

struct trace_notes {
    const replay_t *replay;
    source_text_t *text;
    map64_t written;         /* cells of the stack and the heap */
    map64_t waits;           /* thread -> step at which it let go of the mutex, to wait */
    map64_t changing;        /* cells that are written once there are threads */
    bool is_folding;         /* rows of several functions are said as one */
    VEC(holding_t) holdings;
    VEC(seen_t) seen; /* of the row */
    trace_lines_t *lines;
    size_t deciding; /* the last branch before the violation; SIZE_MAX: none */
};

void trace_lines_clear(trace_lines_t *lines) {
    for (size_t i = 0; i < lines->len; i++) strbuf_free(&lines->data[i].text);
    lines->len = 0;
}

void trace_lines_free(trace_lines_t *lines) {
    trace_lines_clear(lines);
    VEC_FREE(*lines);
}

static void find_changing(trace_notes_t *notes) {
    const replay_t *replay = notes->replay;
    bool has_threads = false;
    for (size_t i = 0; i < replay->steps.len; i++) {
        const replay_step_t *step = &replay->steps.data[i];
        has_threads |= step->edge->kind == EDGE_THREAD_CREATE;
        for (uint32_t k = 0; has_threads && k < step->access_count; k++) {
            const replay_access_t *access = &replay->accesses.data[step->first_access + k];
            if (access->is_write) map64_put(&notes->changing, access->variable, 1);
        }
    }
}

trace_notes_t *trace_notes_new(const replay_t *replay, source_text_t *text) {
    trace_notes_t *notes = mem_zalloc(sizeof *notes);
    notes->replay = replay;
    notes->text = text;
    find_changing(notes);
    notes->deciding = replay->steps.len;
    while (notes->deciding-- > 0) {
        const replay_step_t *step = &replay->steps.data[notes->deciding];
        if (step->thread == VEC_TOP(replay->steps).thread && step->edge->kind == EDGE_ASSUME &&
            step->edge->is_branch)
            break;
    }
    return notes;
}

static void clear_seen(trace_notes_t *notes) {
    for (size_t i = 0; i < notes->seen.len; i++) mem_free(notes->seen.data[i].name);
    VEC_CLEAR(notes->seen);
}

void trace_notes_delete(trace_notes_t *notes) {
    if (!notes) return;
    clear_seen(notes);
    VEC_FREE(notes->seen);
    for (size_t i = 0; i < notes->holdings.len; i++) mem_free(notes->holdings.data[i].name);
    VEC_FREE(notes->holdings);
    map64_free(&notes->written);
    map64_free(&notes->waits);
    map64_free(&notes->changing);
    mem_free(notes);
}

static strbuf_t *new_line(trace_notes_t *notes, trace_tone_t tone) {
    VEC_PUSH(*notes->lines, (trace_line_t){.tone = tone});
    return &VEC_TOP(*notes->lines).text;
}

static void add_value(strbuf_t *out, const trace_notes_t *notes, size_t step, const type_t *type,
                      uint64_t value) {
    bool is_character = type && type->kind == TYPE_INT && type->bits == 8;
    if (type && type->kind == TYPE_POINTER)
        trace_address(out, notes->replay, step, value);
    else if (is_character && value >= ' ' && value < 127)
        strbuf_printf(out, "'%c'", (char)value);
    else
        trace_value(out, notes->replay->program, type, value);
}

/* Accesses. */

static size_t parent_length(const char *name) {
    size_t length = strlen(name);
    while (length && name[length - 1] != '.' && name[length - 1] != '>' && name[length - 1] != '[')
        length--;
    if (length > 1 && name[length - 1] == '>') length--; /* "->" */
    return length ? length - 1 : 0;
}

/* A pointer that nobody changes any more leads somewhere; that is no news. */
static bool is_fixed_pointer(const trace_notes_t *notes, const replay_step_t *step,
                             const replay_access_t *access) {
    const type_t *type = trace_access_type(step->edge);
    uint64_t there;
    return !access->is_write && access->after && type && type->kind == TYPE_POINTER &&
           !map64_get(&notes->changing, access->variable, &there);
}

/* Was the same read just before? Models look at what they test, then take it. */
static bool is_repeated(const trace_notes_t *notes, const replay_access_t *access) {
    for (size_t i = notes->seen.len; i-- > 0;)
        if (notes->seen.data[i].variable == access->variable)
            return !access->is_write && notes->seen.data[i].after == access->after;
    return false;
}

static void see(trace_notes_t *notes, size_t index, const replay_access_t *access) {
    const replay_step_t *step = &notes->replay->steps.data[index];
    uint64_t there;
    bool is_open = variable_address(access->variable) >= LAYOUT_STACK_BASE;
    bool is_fresh = is_open && !map64_get(&notes->written, access->variable, &there);
    if (is_open && access->is_write && step->edge->kind != EDGE_HAVOC_OBJECT)
        map64_put(&notes->written, access->variable, 1);
    if (!trace_is_shared(notes->replay, step, access->variable) || is_repeated(notes, access) ||
        (is_fixed_pointer(notes, step, access) && !is_fresh))
        return;
    strbuf_t name = {0};
    if (notes->is_folding)
        trace_object_cell_name(&name, notes->replay, index, access->variable);
    else
        trace_cell_name(&name, notes->replay, index, access->variable);
    if (!trace_is_told(strbuf_text(&name), access->is_write)) {
        strbuf_free(&name);
        return;
    }
    VEC_PUSH(notes->seen, (seen_t){.is_write = access->is_write,
                                   .is_fresh = is_fresh,
                                   .variable = access->variable,
                                   .name = name.data,
                                   .owner = trace_allocation(notes->replay, index,
                                                             variable_address(access->variable)),
                                   .parent = parent_length(strbuf_text(&name)),
                                   .type = trace_access_type(step->edge),
                                   .before = access->before,
                                   .after = access->after,
                                   .step = index});
}

static bool is_character(const seen_t *seen) {
    return seen->type && seen->type->kind == TYPE_INT && seen->type->bits == 8 &&
           seen->name[seen->parent] == '[';
}

static bool belong_together(const seen_t *a, const seen_t *b) {
    return a->parent && a->parent == b->parent && a->is_write == b->is_write &&
           a->owner == b->owner && memcmp(a->name, b->name, a->parent) == 0 &&
           (a->name[a->parent] == '[' ? is_character(a) && is_character(b)
                                      : b->name[b->parent] != '[');
}

/* Several parts of one structure or string: what they are behind the row. */
static void say_parts(trace_notes_t *notes, const seen_t *parts, size_t count) {
    strbuf_t *out = new_line(notes, TRACE_NOTE);
    bool is_text = is_character(parts);
    strbuf_printf(out, parts->is_write ? "  %.*s = " : "  read %.*s = ", (int)parts->parent,
                  parts->name);
    strbuf_add(out, is_text ? "\"" : "{");
    for (size_t i = 0; i < count; i++) {
        const seen_t *part = &parts[i];
        bool is_printable = part->after >= ' ' && part->after < 127;
        if (is_text && part->after)
            strbuf_printf(out, is_printable ? "%c" : "\\x%02x", (unsigned)part->after);
        if (is_text) continue;
        const char *field = part->name + part->parent;
        strbuf_printf(out, "%s%s = ", i ? ", " : "", field + strspn(field, ".->"));
        add_value(out, notes, part->step, part->type, part->after);
    }
    strbuf_add(out, is_text ? "\"" : "}");
}

static void say_one(trace_notes_t *notes, const seen_t *seen) {
    bool is_unset = seen->is_fresh && !seen->is_write;
    strbuf_t *out = new_line(notes, is_unset ? TRACE_HINT : TRACE_NOTE);
    bool changes = seen->is_write && !seen->is_fresh && seen->before != seen->after;
    strbuf_printf(out, seen->is_write ? "  %s" : "  read %s", seen->name);
    strbuf_add(out, changes ? ": " : " = ");
    add_value(out, notes, seen->step, seen->type, changes ? seen->before : seen->after);
    if (changes) {
        strbuf_add(out, " -> ");
        add_value(out, notes, seen->step, seen->type, seen->after);
    }
    if (is_unset) strbuf_add(out, ", never initialised");
}

/* Accesses to the parts of a structure or a string become one note; those of reads and
 * writes take turns when one is copied. */
static void say_seen(trace_notes_t *notes) {
    VEC(seen_t) group = {0};
    for (size_t i = 0; i < notes->seen.len; i++) {
        seen_t *first = &notes->seen.data[i];
        if (!first->name) continue;
        VEC_CLEAR(group);
        VEC_PUSH(group, *first);
        for (size_t k = i + 1; k < notes->seen.len; k++) {
            seen_t *other = &notes->seen.data[k];
            if (!other->name || !belong_together(first, other)) continue;
            uint64_t last = variable_address(VEC_TOP(group).variable);
            uint64_t next = variable_address(other->variable);
            if (is_character(first) ? next != last + 1 : next <= last) break;
            VEC_PUSH(group, *other);
            other->name = NULL;
        }
        if (group.len > 1)
            say_parts(notes, group.data, group.len);
        else
            say_one(notes, first);
        for (size_t k = 0; k < group.len; k++) mem_free(group.data[k].name);
        first->name = NULL;
    }
    VEC_FREE(group);
    VEC_CLEAR(notes->seen);
}

/* Mutexes. */

static size_t find_holding(const trace_notes_t *notes, uint64_t mutex) {
    for (size_t i = 0; i < notes->holdings.len; i++)
        if (notes->holdings.data[i].mutex == mutex) return i;
    return SIZE_MAX;
}

uint32_t trace_notes_holder(const trace_notes_t *notes, uint64_t mutex) {
    size_t at = find_holding(notes, mutex);
    return at == SIZE_MAX ? UINT32_MAX : notes->holdings.data[at].thread;
}

static void take_mutex(trace_notes_t *notes, size_t index, const replay_step_t *step) {
    if (!step->has_operand || find_holding(notes, step->operand) != SIZE_MAX) return;
    strbuf_t name = {0};
    trace_place_name(&name, notes->replay, index, step->operand);
    VEC_PUSH(notes->holdings, (holding_t){step->operand, step->thread, name.data});
    strbuf_printf(new_line(notes, TRACE_NOTE), "  takes %s", name.data);
}

static void drop_mutex(trace_notes_t *notes, const replay_step_t *step) {
    size_t at = step->has_operand ? find_holding(notes, step->operand) : SIZE_MAX;
    if (at == SIZE_MAX) return;
    strbuf_printf(new_line(notes, TRACE_NOTE), "  releases %s", notes->holdings.data[at].name);
    mem_free(notes->holdings.data[at].name);
    notes->holdings.data[at] = VEC_TOP(notes->holdings);
    notes->holdings.len--;
}

static void try_mutex(trace_notes_t *notes, size_t index, const replay_step_t *step) {
    if (!step->value) {
        take_mutex(notes, index, step);
        return;
    }
    size_t at = step->has_operand ? find_holding(notes, step->operand) : SIZE_MAX;
    strbuf_t *out = new_line(notes, TRACE_NOTE);
    strbuf_add(out, "  the mutex is held");
    if (at == SIZE_MAX) return;
    strbuf_add(out, " by ");
    trace_thread_name(out, notes->replay, notes->holdings.data[at].thread);
}

void trace_notes_locks(const trace_notes_t *notes, strbuf_t *out) {
    for (size_t i = 0; i < notes->holdings.len; i++) {
        const holding_t *holding = &notes->holdings.data[i];
        strbuf_printf(out, "%s%s by ", i ? ", " : "", holding->name);
        trace_thread_name(out, notes->replay, holding->thread);
    }
}

/* Condition variables. A wait lets go of the mutex and takes it again on the same line. */

static bool line_has(const trace_notes_t *notes, source_t at, const char *const *words) {
    size_t length;
    const char *line = source_text_line(notes->text, at.file, at.line, &length);
    for (; line && *words; words++)
        if (memmem(line, length, *words, strlen(*words))) return true;
    return false;
}

static const char *const waiting_calls[] = {"pthread_cond_wait",      "pthread_cond_timedwait",
                                            "pthread_cond_clockwait", "cnd_wait",
                                            "cnd_timedwait",          NULL};
static const char *const signalling_calls[] = {"pthread_cond_signal", "pthread_cond_broadcast",
                                               "cnd_signal", "cnd_broadcast", NULL};

static bool was_signalled(const trace_notes_t *notes, size_t from, size_t to, uint32_t waiter) {
    for (size_t i = from; i < to; i++) {
        const replay_step_t *step = &notes->replay->steps.data[i];
        if (step->thread != waiter && line_has(notes, step->edge->source, signalling_calls))
            return true;
    }
    return false;
}

static void note_waiting(trace_notes_t *notes, size_t index, const replay_step_t *step) {
    bool leaves = step->edge->kind == EDGE_UNLOCK;
    uint64_t since;
    if (!line_has(notes, step->edge->source, waiting_calls)) return;
    if (leaves)
        map64_put(&notes->waits, step->thread, index);
    else if (map64_get(&notes->waits, step->thread, &since))
        strbuf_add(new_line(notes, TRACE_HINT), was_signalled(notes, since, index, step->thread)
                                                    ? "  wakes up"
                                                    : "  wakes up, no signal was seen");
}

/* Steps. */

static void note_havoc(trace_notes_t *notes, size_t index, const replay_step_t *step) {
    const edge_t *edge = step->edge;
    const reg_info_t *target = &edge->from->function->regs.data[edge->target];
    bool is_input = source_text_has_prefix(notes->text, edge->source, "__VERIFIER_nondet");
    /* What models leave open, such as the size of strcmp's result, matters rarely. */
    if (target->is_temporary && !is_input && !step->value) return;
    strbuf_t *out = new_line(notes, target->is_temporary ? TRACE_NOTE : TRACE_HINT);
    strbuf_printf(out, "  %s = ",
                  target->is_temporary ? (is_input ? "input" : "chosen value") : target->name);
    add_value(out, notes, index, target->type, step->value);
    if (!target->is_temporary && !is_input) strbuf_add(out, ", not initialised");
}

static void note_creation(trace_notes_t *notes, size_t index, const replay_step_t *step) {
    strbuf_t *out = new_line(notes, TRACE_NOTE);
    strbuf_printf(out, "  starts %s#%u", step->edge->callee->name, step->created);
    if (!step->has_operand || !step->operand) return;
    strbuf_add(out, " with ");
    trace_address(out, notes->replay, index, step->operand);
}

/* The locals that the condition before the violation speaks of. */
static void note_locals(trace_notes_t *notes, size_t index, const expr_t *expr, unsigned depth) {
    const function_t *function = notes->replay->steps.data[index].edge->from->function;
    for (unsigned i = 0; i < expr->arity; i++) note_locals(notes, index, expr->a[i], depth);
    if (expr->kind != EXPR_REG) return;
    size_t at = trace_definition(notes->replay, index, expr->reg);
    if (at == SIZE_MAX) return;
    const replay_step_t *step = &notes->replay->steps.data[at];
    const reg_info_t *info = &function->regs.data[expr->reg];
    bool is_load = step->access_count && step->edge->kind == EDGE_ASSIGN;
    if (info->is_temporary && !is_load) {
        if (depth && step->edge->kind == EDGE_ASSIGN)
            note_locals(notes, at, step->edge->value, depth - 1);
        return;
    }
    if (info->is_temporary &&
        trace_is_shared(notes->replay, step,
                        notes->replay->accesses.data[step->first_access].variable))
        return; /* said where it was read */
    strbuf_t *out = new_line(notes, TRACE_NOTE);
    strbuf_add(out, "  ");
    if (info->is_temporary)
        trace_cell_name(out, notes->replay, at,
                        notes->replay->accesses.data[step->first_access].variable);
    else
        strbuf_add(out, info->name);
    strbuf_add(out, " = ");
    add_value(out, notes, at, info->type, step->value);
}

/* The same of those that lie in memory and that the condition reads itself. */
static void note_private_reads(trace_notes_t *notes, size_t index) {
    const replay_step_t *step = &notes->replay->steps.data[index];
    for (uint32_t i = 0; i < step->access_count; i++) {
        const replay_access_t *access = &notes->replay->accesses.data[step->first_access + i];
        if (trace_is_shared(notes->replay, step, access->variable)) continue;
        strbuf_t *out = new_line(notes, TRACE_NOTE);
        strbuf_add(out, "  ");
        trace_cell_name(out, notes->replay, index, access->variable);
        strbuf_add(out, " = ");
        add_value(out, notes, index, trace_access_type(step->edge), access->after);
    }
}

static void note_branch(trace_notes_t *notes, size_t index, const edge_t *edge) {
    if (!edge->is_branch) return;
    if (index == notes->deciding) {
        note_private_reads(notes, index);
        note_locals(notes, index, edge->value, 2);
    }
    strbuf_add(new_line(notes, TRACE_NOTE),
               edge->branch_taken ? "  condition true" : "  condition false");
}

static void note_violation(trace_notes_t *notes) {
    strbuf_t *line = new_line(notes, TRACE_LOUD);
    strbuf_add(line, "  VIOLATION");
    if (notes->replay->fault) strbuf_printf(line, ": %s", notes->replay->fault);
}

static void note_step(trace_notes_t *notes, size_t index) {
    const replay_step_t *step = &notes->replay->steps.data[index];
    const edge_t *edge = step->edge;
    switch (edge->kind) {
    case EDGE_HAVOC: note_havoc(notes, index, step); break;
    case EDGE_ASSUME: note_branch(notes, index, edge); break;
    case EDGE_THREAD_CREATE: note_creation(notes, index, step); break;
    case EDGE_LOCK:
        note_waiting(notes, index, step);
        take_mutex(notes, index, step);
        break;
    case EDGE_UNLOCK:
        drop_mutex(notes, step);
        note_waiting(notes, index, step);
        break;
    case EDGE_TRYLOCK: try_mutex(notes, index, step); break;
    case EDGE_ERROR: note_violation(notes); break;
    default: break;
    }
}

static void see_step(trace_notes_t *notes, size_t index) {
    const replay_step_t *step = &notes->replay->steps.data[index];
    for (uint32_t i = 0; i < step->access_count; i++)
        see(notes, index, &notes->replay->accesses.data[step->first_access + i]);
}

/* Does a note of the step itself end what was said together before it? */
static bool is_said_apart(const edge_t *edge) {
    switch (edge->kind) {
    case EDGE_ASSIGN:
    case EDGE_STORE:
    case EDGE_NOP:
    case EDGE_ATOMIC_BEGIN:
    case EDGE_ATOMIC_END: return false;
    case EDGE_ASSUME: return edge->is_branch;
    default: return true;
    }
}

void trace_notes_row(trace_notes_t *notes, const trace_row_t *row, trace_lines_t *lines) {
    notes->lines = lines;
    for (uint32_t i = 0; i < row->count; i++) {
        see_step(notes, row->first + i);
        if (is_said_apart(notes->replay->steps.data[row->first + i].edge)) say_seen(notes);
        note_step(notes, row->first + i);
    }
    say_seen(notes);
}

/* Of the writes the last one to each cell counts; reads are of no interest. */
static void keep_last_writes(trace_notes_t *notes) {
    map64_t last = {0};
    for (size_t i = 0; i < notes->seen.len; i++)
        if (notes->seen.data[i].is_write) map64_put(&last, notes->seen.data[i].variable, i);
    size_t kept = 0;
    for (size_t i = 0; i < notes->seen.len; i++) {
        seen_t seen = notes->seen.data[i];
        uint64_t at = SIZE_MAX;
        if (seen.is_write) map64_get(&last, seen.variable, &at);
        seen.is_fresh = true; /* as a value, not as a change */
        if (at == i)
            notes->seen.data[kept++] = seen;
        else
            mem_free(seen.name);
    }
    notes->seen.len = kept;
    map64_free(&last);
}

void trace_notes_fold(trace_notes_t *notes, const trace_row_t *rows, size_t count,
                      trace_lines_t *lines) {
    notes->lines = lines;
    notes->is_folding = true;
    for (size_t r = 0; r < count; r++) {
        for (uint32_t i = 0; i < rows[r].count; i++) {
            size_t index = rows[r].first + i;
            see_step(notes, index);
            edge_kind_t kind = notes->replay->steps.data[index].edge->kind;
            if (kind != EDGE_ASSUME) note_step(notes, index);
        }
    }
    keep_last_writes(notes);
    size_t hidden = notes->seen.len > MOST_FOLDED ? notes->seen.len - MOST_FOLDED : 0;
    for (size_t i = notes->seen.len - hidden; i < notes->seen.len; i++)
        mem_free(notes->seen.data[i].name);
    notes->seen.len -= hidden;
    say_seen(notes);
    notes->is_folding = false;
    if (hidden) strbuf_printf(new_line(notes, TRACE_NOTE), "  and %zu more", hidden);
}
