/* Whose turn it is. A step of the schedule is made by the thread that it names, when all
 * before it are done. An access is announced before it happens, so that it is known to be
 * done only when its thread is heard of again. */
#include "runtime.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

_Thread_local thread_t *self;

int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __real_pthread_create(pthread_t *handle, const pthread_attr_t *attributes,
                          void *(*routine)(void *), void *argument);
int __real_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int __real_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                  const struct timespec *until);
int __real_pthread_cond_broadcast(pthread_cond_t *condition);
_Noreturn void __real_abort(void);
_Noreturn void __real__exit(int status);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static double last_move;
static char first_note[512];
static bool is_over;

/* An announced access happens within nanoseconds. A thread that is not heard of again,
 * since it runs without shared accesses, has made it after this time. */
static const double access_time = 0.3;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double patience(void) {
    const char *text = getenv("HEDDLE_PATIENCE");
    return text ? strtod(text, NULL) : 10;
}

static _Thread_local bool is_inside;

void control_lock(void) {
    __real_pthread_mutex_lock(&lock);
    is_inside = true;
}

void control_unlock(void) {
    is_inside = false;
    __real_pthread_mutex_unlock(&lock);
}

bool control_is_inside(void) {
    return is_inside;
}

/* Nobody has to do anything for the end of a thread; joining it waits for the real one. */
static void advance(unsigned count) {
    schedule.cursor += count;
    while (schedule.cursor < schedule.count && schedule.steps[schedule.cursor].kind == STEP_END) {
        thread_t *thread = &schedule.threads[schedule.steps[schedule.cursor].thread];
        if (thread->next == &schedule.steps[schedule.cursor]) thread->next = thread->next->next;
        schedule.cursor++;
    }
    last_move = now();
    __real_pthread_cond_broadcast(&moved);
}

static void settle(thread_t *thread) {
    if (!thread->pending) return;
    unsigned count = thread->pending;
    thread->pending = 0;
    advance(count);
}

void control_settle(void) {
    if (self) settle(self);
}

static void take(unsigned count) {
    for (unsigned i = 0; i < count; i++) self->next = self->next->next;
}

void control_begin(unsigned count) {
    take(count);
    self->pending += count;
    self->since = now();
}

void control_done(unsigned count) {
    take(count);
    advance(count);
}

static void describe(FILE *out, const step_t *step) {
    fprintf(out, "step %u (%s at %s:%u: %s%s%s", step->number, schedule.threads[step->thread].name,
            step->file, step->line, step_verb(step), step->name ? " " : "",
            step->name ? step->name : "");
    if (step->object) {
        fprintf(out, " %s", step->object->name);
        if (step->offset || step->size < step->object->size)
            fprintf(out, ", bytes %zu to %zu", step->offset, step->offset + step->size - 1);
    }
    if (step->has_value && step->kind <= STEP_WRITE)
        fprintf(out, ", value %lld", (long long)step->value);
    fprintf(out, ")");
}

static _Noreturn void give_up(void) {
    is_over = true;
    if (first_note[0]) fprintf(stderr, "heddle: before, %s\n", first_note);
    fprintf(stderr, "heddle: this is a difference between heddle and this machine, please report it\n");
    fflush(NULL);
    __real__exit(3);
}

void control_differs(const step_t *expected, const char *what, ...) {
    fflush(stdout);
    if (!expected && schedule.cursor < schedule.count)
        expected = &schedule.steps[schedule.cursor];
    fprintf(stderr, "heddle: reality differs");
    if (expected) {
        fprintf(stderr, " at ");
        describe(stderr, expected);
    }
    fprintf(stderr, ": ");
    va_list args;
    va_start(args, what);
    vfprintf(stderr, what, args);
    va_end(args);
    fprintf(stderr, "\n");
    give_up();
}

void control_note(const step_t *step, const char *what, ...) {
    if (first_note[0]) return;
    char text[256];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    FILE *out = fmemopen(first_note, sizeof first_note, "w");
    if (!out) return;
    fprintf(out, "at ");
    describe(out, step);
    fprintf(out, ", %s", text);
    fclose(out);
}

static void tell_stuck(void) {
    const step_t *step = &schedule.steps[schedule.cursor];
    const thread_t *thread = &schedule.threads[step->thread];
    if (thread->has_returned) control_differs(step, "the thread ends");
    if (thread->last_place)
        control_differs(step, "it is not made; the thread was last seen at %s",
                        place_text(thread->last_place));
    control_differs(step, "it is not made, and the thread was not seen at all");
}

static void sleep_a_little(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 50000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    __real_pthread_cond_timedwait(&moved, &lock, &until);
}

/* Somebody made an access and does not come back. */
static void settle_late(void) {
    for (int i = 0; i < schedule.thread_count; i++) {
        thread_t *thread = &schedule.threads[i];
        if (thread != self && thread->pending && now() - thread->since > access_time)
            settle(thread);
    }
}

/* Who has left its first function is about to end. */
static double patience_for_next(void) {
    const thread_t *thread = &schedule.threads[schedule.steps[schedule.cursor].thread];
    return thread->has_returned ? 1 : patience();
}

void control_wait_turn(const step_t *step) {
    while (schedule.cursor != step->position || is_over)
        __real_pthread_cond_wait(&moved, &lock);
}

/* A thread of the runtime: others may be held, or run without shared accesses for ever. */
static void *watch(void *unused) {
    control_lock();
    for (;;) {
        sleep_a_little();
        settle_late();
        if (!is_over && schedule.cursor < schedule.count && now() - last_move > patience_for_next())
            tell_stuck();
    }
    return unused;
}

void control_hold(void) {
    control_unlock();
    for (;;) pause();
}

void control_hold_if_idle(void) {
    if (!self || (!self->next && !self->ends)) control_hold();
}

static bool fits(step_t *step, step_kind_t kind, const char *name, const void *address) {
    if (!step || step->kind != kind) return false;
    if (name && (!step->name || strcmp(name, step->name) != 0)) return false;
    if (!address || !step->object) return true;
    if (!step->object->base) step->object->base = (uintptr_t)address - step->offset;
    return step->object->base + step->offset == (uintptr_t)address;
}

static step_t *wait_blocked(void) {
    step_t *step = self->next;
    control_wait_turn(step);
    return step;
}

step_t *control_enter(step_kind_t kind, const char *name, const void *address) {
    control_lock();
    control_settle();
    control_hold_if_idle();
    step_t *step = self->next;
    if (step && step->kind == STEP_BLOCKED) return wait_blocked();
    if (!fits(step, kind, name, address))
        control_differs(step, "instead, %s at %s", name ? name : "another step is made",
                        self->last_place ? place_text(self->last_place) : "?");
    control_wait_turn(step);
    return step;
}

static void tell_deadlock(void) {
    if (schedule.cursor < schedule.count) return;
    fflush(stdout);
    fprintf(stderr, "heddle: the deadlock is reached: no thread can move\n");
    is_over = true;
    __real_abort();
}

void control_leave(void) {
    bool is_blocked = self->next->kind == STEP_BLOCKED;
    control_done(1);
    if (is_blocked) {
        tell_deadlock();
        control_hold();
    }
    control_unlock();
}

bool control_continues(step_kind_t kind, const char *name) {
    control_lock();
    bool does = self && self->next && self->next->continues && self->next->kind == kind &&
                (!name || (self->next->name && strcmp(self->next->name, name) == 0));
    control_unlock();
    return does;
}

void control_error(const char *function, bool ends) {
    control_lock();
    control_settle();
    if (!is_over) {
        control_hold_if_idle();
        step_t *step = self->next;
        if (!step || step->kind != STEP_ERROR || strcmp(step->name, function) != 0)
            control_differs(step, "%s is called at %s", function,
                            self->last_place ? place_text(self->last_place) : "?");
        control_wait_turn(step);
        fflush(stdout);
        fprintf(stderr, "heddle: the violation is reached: %s at %s:%u, step %u\n", function,
                step->file, step->line, step->number);
        control_done(1);
        is_over = true;
    }
    control_unlock();
    if (ends) __real_abort();
}

void control_end(const char *how) {
    if (!self) return;
    control_lock();
    control_settle();
    if (is_over) {
        control_unlock();
        return;
    }
    control_hold_if_idle();
    control_differs(self->next, "the program ends: %s", how);
}

/* On a crash there is nobody to wait for. */
static void tell_crash(int number) {
    if (is_over) __real_abort();
    control_differs(self ? self->next : NULL, "the program crashes: %s", strsignal(number));
}

static __attribute__((constructor(101))) void begin(void) {
    schedule_load();
    place_load();
    self = &schedule.threads[0];
    place_note_stack(self);
    last_move = now();
    control_lock();
    advance(0);
    control_unlock();
    signal(SIGSEGV, tell_crash);
    signal(SIGBUS, tell_crash);
    signal(SIGFPE, tell_crash);
    signal(SIGILL, tell_crash);
    pthread_t watcher;
    __real_pthread_create(&watcher, NULL, watch, NULL);
}
