#include "witness/report/story.h"

#include "util/hash.h"
#include "witness/output/trace_names.h"

#include <ctype.h>
#include <string.h>

/* A frame of a thread while the replay is followed. */
typedef struct teller_stack {
    VEC(story_frame_t) frames; /* bottom first */
} teller_stack_t;

typedef struct teller {
    story_t *story;
    const replay_t *replay;
    source_text_t *text;
    VEC(teller_stack_t) stacks; /* by the numbers of threads */
    VEC(story_lock_t) locks;
    map64_t writers; /* cell -> moment of its last write, + 1 */
} teller_t;

static char *take(strbuf_t *text) {
    char *copy = mem_strdup(strbuf_text(text));
    strbuf_free(text);
    return copy;
}

static uint32_t thread_index(teller_t *t, uint32_t number) {
    for (size_t i = 0; i < t->story->threads.len; i++)
        if (t->story->threads.data[i].number == number) return (uint32_t)i;
    strbuf_t name = {0};
    trace_thread_name(&name, t->replay, number);
    VEC_PUSH(t->story->threads, (story_thread_t){number, take(&name)});
    return (uint32_t)t->story->threads.len - 1;
}

static teller_stack_t *stack_of(teller_t *t, uint32_t thread) {
    while (t->stacks.len <= thread) VEC_PUSH(t->stacks, (teller_stack_t){0});
    return &t->stacks.data[thread];
}

/* The line as written, with single blanks; the edge where there is none. */
static char *line_text(teller_t *t, const trace_row_t *row) {
    size_t length = 0;
    const char *line = row->source.file
                           ? source_text_line(t->text, row->source.file, row->source.line, &length)
                           : NULL;
    strbuf_t text = {0};
    bool blank = false;
    for (size_t i = 0; line && i < length; i++) {
        if (isspace((unsigned char)line[i])) {
            blank = text.len > 0;
            continue;
        }
        if (blank) strbuf_add(&text, " ");
        blank = false;
        strbuf_add_bytes(&text, line + i, 1);
    }
    if (!text.len) edge_print(&text, t->replay->steps.data[row->first + row->count - 1].edge);
    return take(&text);
}

static char *value_text(const teller_t *t, size_t index, const type_t *type, uint64_t value) {
    strbuf_t text = {0};
    if (type && type->kind == TYPE_POINTER)
        trace_address(&text, t->replay, index, value);
    else
        trace_value(&text, t->replay->program, type, value);
    return take(&text);
}

static void add_accesses(teller_t *t, story_moment_t *moment, uint32_t number, size_t index) {
    const replay_step_t *step = &t->replay->steps.data[index];
    const type_t *type = trace_access_type(step->edge);
    for (uint32_t i = 0; i < step->access_count; i++) {
        const replay_access_t *access = &t->replay->accesses.data[step->first_access + i];
        if (!trace_is_shared(t->replay, step, access->variable)) continue;
        strbuf_t name = {0};
        trace_object_cell_name(&name, t->replay, index, access->variable);
        bool is_told = trace_is_told(strbuf_text(&name), access->is_write);
        uint64_t writer = 0;
        map64_get(&t->writers, access->variable, &writer);
        if (access->is_write) map64_put(&t->writers, access->variable, number + 1);
        story_access_t new = {.name = take(&name),
                              .writer = writer ? (uint32_t)writer - 1 : STORY_NOBODY};
        if (is_told) {
            new.value = value_text(t, index, type, access->after);
            if (access->is_write) new.before = value_text(t, index, type, access->before);
            VEC_PUSH(moment->accesses, new);
        } else {
            mem_free(new.name);
        }
    }
}

static void add_note(story_moment_t *moment, const char *format, const char *text) {
    strbuf_t note = {0};
    strbuf_printf(&note, "%s%s", format, text);
    VEC_PUSH(moment->notes, take(&note));
}

static char *mutex_name(const teller_t *t, size_t index) {
    const replay_step_t *step = &t->replay->steps.data[index];
    strbuf_t name = {0};
    if (step->has_operand)
        trace_place_name(&name, t->replay, index, step->operand);
    else
        edge_print(&name, step->edge);
    return take(&name);
}

static void lock(teller_t *t, story_moment_t *moment, size_t index) {
    char *name = mutex_name(t, index);
    add_note(moment, "takes ", name);
    VEC_PUSH(t->locks, (story_lock_t){name, moment->thread});
}

static void unlock(teller_t *t, story_moment_t *moment, size_t index) {
    if (t->replay->steps.data[index].edge->is_implied) return; /* it is initialised */
    char *name = mutex_name(t, index);
    add_note(moment, "gives back ", name);
    for (size_t i = t->locks.len; i-- > 0;) {
        if (strcmp(t->locks.data[i].name, name) != 0) continue;
        mem_free(t->locks.data[i].name);
        for (size_t k = i + 1; k < t->locks.len; k++) t->locks.data[k - 1] = t->locks.data[k];
        t->locks.len--;
        break;
    }
    mem_free(name);
}

static void add_input(teller_t *t, story_moment_t *moment, const replay_step_t *step) {
    const reg_info_t *target = &step->edge->from->function->regs.data[step->edge->target];
    strbuf_t note = {0};
    if (target->is_temporary && !step->value && step->edge->model) return; /* of a model */
    strbuf_printf(&note, "%s = ", target->is_temporary ? "input" : target->name);
    trace_value(&note, t->replay->program, target->type, step->value);
    VEC_PUSH(moment->notes, take(&note));
}

static void add_notes(teller_t *t, story_moment_t *moment, size_t index) {
    const replay_step_t *step = &t->replay->steps.data[index];
    const edge_t *edge = step->edge;
    strbuf_t name = {0};
    switch (edge->kind) {
    case EDGE_HAVOC: add_input(t, moment, step); break;
    case EDGE_ASSUME:
        if (edge->is_branch) add_note(moment, "condition ", edge->branch_taken ? "true" : "false");
        break;
    case EDGE_THREAD_CREATE:
        thread_index(t, step->created); /* lanes in the order of creation */
        strbuf_printf(&name, "%s#%u", edge->callee->name, step->created);
        add_note(moment, "starts ", strbuf_text(&name));
        break;
    case EDGE_THREAD_JOIN: add_note(moment, "joins", ""); break;
    case EDGE_LOCK: lock(t, moment, index); break;
    case EDGE_UNLOCK: unlock(t, moment, index); break;
    case EDGE_TRYLOCK:
        if (step->value)
            add_note(moment, "the mutex is held", "");
        else
            lock(t, moment, index);
        break;
    case EDGE_ERROR:
        add_note(moment, t->replay->fault ? "VIOLATION: " : "VIOLATION",
                 t->replay->fault ? t->replay->fault : "");
        moment->is_violation = true;
        break;
    default: break;
    }
    strbuf_free(&name);
}

static void follow_stack(teller_t *t, const replay_step_t *step) {
    teller_stack_t *stack = stack_of(t, step->thread);
    const edge_t *edge = step->edge;
    if (!stack->frames.len) VEC_PUSH(stack->frames, (story_frame_t){edge->from->function, {0}});
    if (edge->source.file) VEC_TOP(stack->frames).source = edge->source;
    if (edge->kind == EDGE_CALL)
        VEC_PUSH(stack->frames, (story_frame_t){edge->callee, edge->callee->source});
    if (edge->kind == EDGE_RETURN) stack->frames.len--;
    if (edge->kind == EDGE_THREAD_EXIT) stack->frames.len = 0;
}

static void keep_state(teller_t *t, story_moment_t *moment) {
    for (size_t i = 0; i < t->locks.len; i++)
        VEC_PUSH(moment->locks,
                 (story_lock_t){mem_strdup(t->locks.data[i].name), t->locks.data[i].thread});
    for (uint32_t i = 0; i < t->story->threads.len; i++) {
        const teller_stack_t *stack = stack_of(t, t->story->threads.data[i].number);
        story_stack_t kept = {.thread = i};
        for (size_t k = stack->frames.len; k-- > 0;) VEC_PUSH(kept.frames, stack->frames.data[k]);
        VEC_PUSH(moment->stacks, kept);
    }
}

static void tell_row(teller_t *t, const trace_row_t *row) {
    const replay_step_t *first = &t->replay->steps.data[row->first];
    uint32_t number = (uint32_t)t->story->moments.len;
    story_moment_t moment = {.thread = thread_index(t, row->thread),
                             .source = row->source,
                             .function = first->edge->from->function,
                             .depth = first->depth};
    for (uint32_t i = 0; i < row->count; i++) {
        const replay_step_t *step = &t->replay->steps.data[row->first + i];
        follow_stack(t, step);
        if (row->is_quiet) continue;
        add_accesses(t, &moment, number, row->first + i);
        add_notes(t, &moment, row->first + i);
    }
    if (row->is_quiet) return;
    moment.text = line_text(t, row);
    keep_state(t, &moment);
    VEC_PUSH(t->story->moments, moment);
}

static void sum_up(story_t *story) {
    const replay_t *replay = story->replay;
    strbuf_t text = {0};
    if (replay->waiting.len) {
        story->at = replay->waiting.data[0].edge->source;
        strbuf_printf(&text, "Deadlock: %zu threads wait for each other.", replay->waiting.len);
    } else if (replay->racing.len) {
        const edge_t *first = replay->racing.data[0].edge, *second = replay->racing.data[1].edge;
        story->at = first->source;
        strbuf_printf(&text, "Data race: two threads access the same memory, the other at %s:%u.",
                      second->source.file ? second->source.file : "?", second->source.line);
    } else {
        const edge_t *last = VEC_TOP(replay->steps).edge;
        story->at = last->source;
        strbuf_printf(&text, "%s can be reached",
                      last->text && strcmp(last->text, "__assert_fail") == 0 ? "A failing assertion"
                      : last->text                                           ? last->text
                                                                             : "The error");
        strbuf_printf(&text, " with %zu thread%s in %zu steps.", story->threads.len,
                      story->threads.len == 1 ? "" : "s", replay->steps.len);
    }
    story->summary = take(&text);
}

void story_make(story_t *story, const replay_t *replay) {
    REQUIRE(replay->reaches_error);
    *story = (story_t){.replay = replay};
    teller_t t = {.story = story, .replay = replay, .text = source_text_new()};
    trace_rows_t rows;
    trace_rows_make(&rows, replay);
    for (size_t i = 0; i < rows.rows.len; i++) tell_row(&t, &rows.rows.data[i]);
    sum_up(story);
    trace_rows_free(&rows);
    source_text_delete(t.text);
    for (size_t i = 0; i < t.stacks.len; i++) VEC_FREE(t.stacks.data[i].frames);
    VEC_FREE(t.stacks);
    for (size_t i = 0; i < t.locks.len; i++) mem_free(t.locks.data[i].name);
    VEC_FREE(t.locks);
    map64_free(&t.writers);
}

static void free_moment(story_moment_t *moment) {
    for (size_t i = 0; i < moment->accesses.len; i++) {
        mem_free(moment->accesses.data[i].name);
        mem_free(moment->accesses.data[i].value);
        mem_free(moment->accesses.data[i].before);
    }
    for (size_t i = 0; i < moment->notes.len; i++) mem_free(moment->notes.data[i]);
    for (size_t i = 0; i < moment->locks.len; i++) mem_free(moment->locks.data[i].name);
    VEC_FREE(moment->accesses);
    VEC_FREE(moment->notes);
    VEC_FREE(moment->locks);
    for (size_t i = 0; i < moment->stacks.len; i++) VEC_FREE(moment->stacks.data[i].frames);
    VEC_FREE(moment->stacks);
    mem_free(moment->text);
}

void story_free(story_t *story) {
    for (size_t i = 0; i < story->moments.len; i++) free_moment(&story->moments.data[i]);
    for (size_t i = 0; i < story->threads.len; i++) mem_free(story->threads.data[i].name);
    VEC_FREE(story->moments);
    VEC_FREE(story->threads);
    mem_free(story->summary);
}

void story_print_moment(strbuf_t *out, const story_moment_t *moment) {
    size_t begin = out->len;
    for (size_t i = 0; i < moment->accesses.len; i++) {
        const story_access_t *access = &moment->accesses.data[i];
        if (out->len > begin) strbuf_add(out, "; ");
        if (access->before && strcmp(access->before, access->value) == 0)
            strbuf_printf(out, "writes %s = %s", access->name, access->value);
        else if (access->before)
            strbuf_printf(out, "writes %s: %s -> %s", access->name, access->before, access->value);
        else
            strbuf_printf(out, "reads %s = %s", access->name, access->value);
    }
    for (size_t i = 0; i < moment->notes.len; i++)
        strbuf_printf(out, "%s%s", out->len > begin ? "; " : "", moment->notes.data[i]);
    if (out->len == begin) strbuf_add(out, moment->text);
}
