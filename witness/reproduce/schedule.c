#include "witness/reproduce/schedule.h"

#include "witness/output/trace_rows.h"
#include "witness/reproduce/memory_names.h"

#include <inttypes.h>
#include <string.h>

/* Where a step of the replay touches memory of the program. */
typedef struct schedule_touch {
    uint32_t object; /* SCHEDULE_NO_OBJECT: nowhere that the compiled program has */
    uint64_t offset, size;
    bool is_write;
} schedule_touch_t;

/* How far a thread has come. */
typedef struct schedule_progress {
    uint32_t last_step;    /* + 1; 0: none */
    bool is_same_call; /* nothing but the call of its last step in the schedule was made since */
    uint32_t depth; /* of atomic sections */
    uint32_t section;      /* the outermost one, numbered by its begin; 0: none */
    uint32_t step_section; /* ... that the last step in the schedule lies in */
    source_t step_source;
} schedule_progress_t;

typedef struct schedule_maker {
    schedule_t *schedule;
    const replay_t *replay;
    memory_names_t names;
    VEC(schedule_touch_t) touches; /* per step */
    VEC(uint32_t) threads; /* per step: number in the schedule */
    VEC(uint32_t) children; /* per step: of the thread that it creates */
    map64_t bytes; /* object and offset -> who touched it */
    VEC(schedule_progress_t) progress; /* per thread of the schedule */
} schedule_maker_t;

/* Functions of the library that the runtime stops at by name, whatever memory they touch. */
static const char *const waiting_calls[] = {
    "sem_wait",
    "sem_trywait",
    "sem_timedwait",
    "sem_post",
    "sem_getvalue",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock",
    "pthread_rwlock_unlock",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_spin_unlock",
    "pthread_barrier_wait",
    "pthread_once",
    "call_once",
    "pthread_cond_wait",
    "pthread_cond_timedwait",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "cnd_wait",
    "cnd_timedwait",
    "cnd_signal",
    "cnd_broadcast",
};

static bool is_waiting_call(const char *model) {
    for (size_t i = 0; model && i < sizeof waiting_calls / sizeof *waiting_calls; i++)
        if (strcmp(model, waiting_calls[i]) == 0) return true;
    return false;
}

/* What they do to the memory of an object of theirs is none of the program's business. */
static bool is_synchronisation(const char *model) {
    static const char *const prefixes[] = {"pthread_", "sem_",      "mtx_",   "cnd_",
                                           "thrd_",    "tss_",      "kinds_", "destructors_",
                                           "call_",    "__pthread", "push_",  "run_"};
    for (size_t i = 0; model && i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(model, prefixes[i], strlen(prefixes[i])) == 0) return true;
    return false;
}

static schedule_touch_t find_touch(schedule_maker_t *m, const replay_step_t *step) {
    schedule_touch_t touch = {.object = SCHEDULE_NO_OBJECT};
    for (uint32_t i = 0; i < step->access_count; i++) {
        const replay_access_t *access = &m->replay->accesses.data[step->first_access + i];
        uint64_t address = variable_address(access->variable);
        unsigned size = variable_size(access->variable);
        uint32_t object;
        uint64_t offset;
        if (!memory_names_find(&m->names, address, size, &object, &offset)) continue;
        if (touch.object == SCHEDULE_NO_OBJECT) {
            touch = (schedule_touch_t){object, offset, size, access->is_write};
        } else if (touch.object == object) { /* parts of cells: all that lies between them */
            uint64_t end = touch.offset + touch.size;
            if (offset < touch.offset) touch.offset = offset;
            if (offset + size > end) end = offset + size;
            touch.size = end - touch.offset;
            touch.is_write |= access->is_write;
        }
    }
    return touch;
}

/* A byte, by whom it was touched: the thread + 1, and these. */
enum { BYTE_WRITTEN = 1 << 30, BYTE_SHARED = 1 << 29, BYTE_THREAD = BYTE_SHARED - 1 };

static uint64_t byte_key(uint32_t object, uint64_t offset) {
    return (uint64_t)(object + 1) << 36 | offset;
}

static void mark_bytes(schedule_maker_t *m, const schedule_touch_t *touch, uint32_t thread) {
    for (uint64_t i = 0; i < touch->size; i++) {
        uint64_t key = byte_key(touch->object, touch->offset + i), mark = 0;
        map64_get(&m->bytes, key, &mark);
        if (!mark) mark = thread + 1;
        if ((mark & BYTE_THREAD) != thread + 1) mark |= BYTE_SHARED;
        if (touch->is_write) mark |= BYTE_WRITTEN;
        map64_put(&m->bytes, key, mark);
    }
}

static bool is_ordered(const schedule_maker_t *m, uint32_t object, uint64_t offset) {
    uint64_t mark = 0;
    map64_get(&m->bytes, byte_key(object, offset), &mark);
    return (mark & BYTE_SHARED) && (mark & BYTE_WRITTEN);
}

static void look(schedule_maker_t *m) {
    for (size_t i = 0; i < m->replay->steps.len; i++) {
        const replay_step_t *step = &m->replay->steps.data[i];
        schedule_touch_t touch = find_touch(m, step);
        uint32_t thread = memory_names_thread(&m->names, step->thread);
        VEC_PUSH(m->touches, touch);
        VEC_PUSH(m->threads, thread);
        if (touch.object != SCHEDULE_NO_OBJECT && !is_synchronisation(step->edge->model))
            mark_bytes(m, &touch, thread);
        memory_names_follow(&m->names, step);
        bool creates = step->edge->kind == EDGE_THREAD_CREATE;
        VEC_PUSH(m->children, creates ? memory_names_thread(&m->names, step->created) : 0);
    }
}

/* The runtime learns where a variable of a function lies by its first access: that one must be
 * among the steps, and then all that touch the same bytes. */
static void mark_first_touches(schedule_maker_t *m) {
    const schedule_t *schedule = m->schedule;
    bool *is_seen = mem_zalloc(schedule->objects.len + 1);
    for (size_t i = 0; i < m->touches.len; i++) {
        const schedule_touch_t *touch = &m->touches.data[i];
        if (touch->object == SCHEDULE_NO_OBJECT || is_seen[touch->object]) continue;
        is_seen[touch->object] = true;
        const schedule_object_t *object = &schedule->objects.data[touch->object];
        bool has_shared = false;
        for (uint64_t k = 0; k < object->size && !has_shared; k++)
            has_shared = is_ordered(m, touch->object, k);
        if (object->storage != SCHEDULE_STACK || !has_shared) continue;
        for (uint64_t k = 0; k < touch->size; k++)
            map64_put(&m->bytes, byte_key(touch->object, touch->offset + k),
                      BYTE_SHARED | BYTE_WRITTEN);
    }
    mem_free(is_seen);
}

static void add_shared(schedule_maker_t *m) {
    schedule_t *schedule = m->schedule;
    for (uint32_t o = 0; o < schedule->objects.len; o++) {
        uint64_t size = schedule->objects.data[o].size;
        for (uint64_t from = 0; from < size; from++) {
            uint64_t to = from;
            while (to < size && is_ordered(m, o, to)) to++;
            if (to > from) VEC_PUSH(schedule->shared, (schedule_range_t){o, from, to});
            from = to;
        }
    }
}

static bool touches_shared(const schedule_maker_t *m, const schedule_touch_t *touch) {
    if (touch->object == SCHEDULE_NO_OBJECT) return false;
    for (uint64_t i = 0; i < touch->size; i++)
        if (is_ordered(m, touch->object, touch->offset + i)) return true;
    return false;
}

/* The value read or written, where machines agree on it: no address. */
static void add_value(const schedule_maker_t *m, schedule_step_t *out, const replay_step_t *step) {
    const type_t *type = trace_access_type(step->edge);
    if (step->access_count != 1 || !type || type->kind == TYPE_POINTER) return;
    const replay_access_t *access = &m->replay->accesses.data[step->first_access];
    if (variable_size(access->variable) != out->size) return;
    out->has_value = true;
    out->value = access->after;
}

static bool is_same_place(source_t a, source_t b) {
    return a.line == b.line && a.column == b.column && a.file && b.file &&
           strcmp(a.file, b.file) == 0;
}

static void add_step(schedule_maker_t *m, size_t index, schedule_kind_t kind, const char *name) {
    const replay_step_t *step = &m->replay->steps.data[index];
    const schedule_touch_t *touch = &m->touches.data[index];
    uint32_t thread = m->threads.data[index];
    schedule_step_t out = {.step = (uint32_t)index + 1,
                           .thread = thread,
                           .kind = kind,
                           .object = SCHEDULE_NO_OBJECT,
                           .name = name,
                           .source = step->edge->source};
    schedule_progress_t *progress = &m->progress.data[thread];
    out.continues = progress->is_same_call;
    if (kind == SCHEDULE_READ || kind == SCHEDULE_WRITE) {
        bool is_same_section = progress->section && progress->section == progress->step_section;
        if (is_same_section && is_same_place(progress->step_source, out.source))
            out.continues = true;
        out.object = touch->object;
        out.offset = touch->offset;
        out.size = touch->size;
        add_value(m, &out, step);
    }
    if (kind == SCHEDULE_CREATE) out.value = m->children.data[index];
    if (kind == SCHEDULE_TRYLOCK) out.value = step->value;
    if (kind == SCHEDULE_CREATE || kind == SCHEDULE_TRYLOCK) out.has_value = true;
    VEC_PUSH(m->schedule->steps, out);
    progress->is_same_call = true;
    progress->step_section = progress->section;
    progress->step_source = out.source;
}

static void add_input(schedule_maker_t *m, size_t index) {
    const replay_step_t *step = &m->replay->steps.data[index];
    const edge_t *edge = step->edge;
    uint32_t thread = m->threads.data[index];
    bool is_argument = edge->from->function == m->schedule->program->main && edge->target == 0 &&
                       m->schedule->program->main->param_count > 0 && step->depth == 0;
    if (edge->model) {
        VEC_PUSH(m->schedule->inputs, (schedule_input_t){thread, edge->model, step->value});
    } else if (is_argument && thread == 0) {
        m->schedule->has_argument_count = true;
        m->schedule->argument_count = step->value;
    }
}

/* What it does apart from atomic sections is done by its mutex. */
static bool is_condition_wait(const char *model) {
    return strstr(model, "cond_wait") || strstr(model, "cond_timedwait") ||
           strstr(model, "cnd_wait") || strstr(model, "cnd_timedwait");
}

/* An atomic section of a model is one step. */
static void add_call(schedule_maker_t *m, size_t index) {
    const replay_step_t *step = &m->replay->steps.data[index];
    const schedule_progress_t *progress = &m->progress.data[m->threads.data[index]];
    if (step->edge->kind == EDGE_ATOMIC_BEGIN) {
        add_step(m, index, SCHEDULE_CALL, step->edge->model);
    } else if (m->touches.data[index].object != SCHEDULE_NO_OBJECT && !progress->section &&
               !is_condition_wait(step->edge->model)) {
        add_step(m, index, SCHEDULE_CALL, step->edge->model);
    }
}

static void add_access(schedule_maker_t *m, size_t index) {
    const schedule_touch_t *touch = &m->touches.data[index];
    if (!touches_shared(m, touch)) return;
    add_step(m, index, touch->is_write ? SCHEDULE_WRITE : SCHEDULE_READ, NULL);
}

static void add_end(schedule_maker_t *m, size_t index) {
    const replay_step_t *step = &m->replay->steps.data[index];
    if (step->edge->kind == EDGE_RETURN && step->depth) return;
    add_step(m, index, SCHEDULE_END, NULL);
}

/* Is it a step of the same call as the one before? */
static bool is_same_call(const edge_t *before, const edge_t *edge) {
    return before->model && edge->model && strcmp(before->model, edge->model) == 0 &&
           is_same_place(before->source, edge->source);
}

static void follow(schedule_maker_t *m, size_t index) {
    uint32_t thread = m->threads.data[index];
    while (m->progress.len <= thread) VEC_PUSH(m->progress, (schedule_progress_t){0});
    schedule_progress_t *progress = &m->progress.data[thread];
    const edge_t *edge = m->replay->steps.data[index].edge;
    if (!progress->last_step ||
        !is_same_call(m->replay->steps.data[progress->last_step - 1].edge, edge))
        progress->is_same_call = false;
    progress->last_step = (uint32_t)index + 1;
    if (edge->kind == EDGE_ATOMIC_BEGIN) {
        if (!progress->depth++) progress->section = (uint32_t)index + 1;
    } else if (edge->kind == EDGE_ATOMIC_END && progress->depth) {
        if (!--progress->depth) progress->section = 0;
    }
}

/* A mutex that is initialised is free from then on; the machine locks and unlocks nothing. */
static bool is_call(const edge_t *edge) {
    bool initialises = edge->model && strstr(edge->model, "init");
    return !edge->is_implied && !initialises;
}

static void add_mutex_step(schedule_maker_t *m, size_t index, schedule_kind_t kind) {
    if (is_call(m->replay->steps.data[index].edge)) add_step(m, index, kind, NULL);
}

static void add(schedule_maker_t *m, size_t index) {
    const edge_t *edge = m->replay->steps.data[index].edge;
    follow(m, index);
    switch (edge->kind) {
    case EDGE_LOCK: add_mutex_step(m, index, SCHEDULE_LOCK); return;
    case EDGE_TRYLOCK: add_mutex_step(m, index, SCHEDULE_TRYLOCK); return;
    case EDGE_UNLOCK: add_mutex_step(m, index, SCHEDULE_UNLOCK); return;
    case EDGE_THREAD_CREATE: add_step(m, index, SCHEDULE_CREATE, NULL); return;
    case EDGE_THREAD_JOIN: add_step(m, index, SCHEDULE_JOIN, NULL); return;
    case EDGE_ERROR: add_step(m, index, SCHEDULE_ERROR, edge->text); return;
    case EDGE_RETURN:
    case EDGE_THREAD_EXIT: add_end(m, index); break;
    case EDGE_HAVOC: add_input(m, index); break;
    default: break;
    }
    if (is_waiting_call(edge->model))
        add_call(m, index);
    else if (!is_synchronisation(edge->model))
        add_access(m, index);
}

static void add_waiting(schedule_maker_t *m) {
    for (size_t i = 0; i < m->replay->waiting.len; i++) {
        const replay_waiting_t *waiting = &m->replay->waiting.data[i];
        schedule_step_t out = {.step = (uint32_t)m->replay->steps.len + 1,
                               .thread = memory_names_thread(&m->names, waiting->thread),
                               .kind = SCHEDULE_BLOCKED,
                               .object = SCHEDULE_NO_OBJECT,
                               .continues = true,
                               .source = waiting->edge->source};
        VEC_PUSH(m->schedule->steps, out);
    }
}

void schedule_make(schedule_t *schedule, const replay_t *replay) {
    *schedule = (schedule_t){.program = replay->program};
    schedule_maker_t m = {.schedule = schedule, .replay = replay};
    memory_names_init(&m.names, schedule);
    look(&m);
    mark_first_touches(&m);
    add_shared(&m);
    for (size_t i = 0; i < replay->steps.len; i++) add(&m, i);
    add_waiting(&m);
    memory_names_free(&m.names);
    map64_free(&m.bytes);
    VEC_FREE(m.touches);
    VEC_FREE(m.threads);
    VEC_FREE(m.children);
    VEC_FREE(m.progress);
}

void schedule_free(schedule_t *schedule) {
    VEC_FREE(schedule->threads);
    VEC_FREE(schedule->objects);
    VEC_FREE(schedule->shared);
    VEC_FREE(schedule->inputs);
    VEC_FREE(schedule->steps);
}
