/* Threads and what they wait for. The real functions are called when it is their turn, in a
 * form that does not wait: where they would have to, reality differs. */
#include "runtime.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define REAL(result, name, ...) result __real_##name(__VA_ARGS__)
REAL(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
REAL(int, pthread_join, pthread_t, void **);
REAL(_Noreturn void, pthread_exit, void *);
REAL(int, pthread_mutex_lock, pthread_mutex_t *);
REAL(int, pthread_mutex_trylock, pthread_mutex_t *);
REAL(int, pthread_mutex_unlock, pthread_mutex_t *);
REAL(int, pthread_rwlock_rdlock, pthread_rwlock_t *);
REAL(int, pthread_rwlock_wrlock, pthread_rwlock_t *);
REAL(int, pthread_rwlock_tryrdlock, pthread_rwlock_t *);
REAL(int, pthread_rwlock_trywrlock, pthread_rwlock_t *);
REAL(int, pthread_rwlock_unlock, pthread_rwlock_t *);
REAL(int, pthread_spin_trylock, pthread_spinlock_t *);
REAL(int, pthread_spin_unlock, pthread_spinlock_t *);
REAL(int, pthread_once, pthread_once_t *, void (*)(void));
REAL(int, pthread_barrier_init, pthread_barrier_t *, const pthread_barrierattr_t *, unsigned);
REAL(int, sem_trywait, sem_t *);
REAL(int, sem_post, sem_t *);
REAL(int, sem_getvalue, sem_t *, int *);
REAL(void *, malloc, size_t);

#define HERE() (self ? (void)(self->last_place = CALLER) : (void)0)

/* Creation and end. */

typedef struct start {
    void *(*routine)(void *);
    int (*c11_routine)(void *);
    void *argument;
    thread_t *thread;
} start_t;

static void *run(void *data) {
    start_t start = *(start_t *)data;
    free(data);
    self = start.thread;
    place_note_stack(self);
    void *result = start.routine ? start.routine(start.argument)
                                 : (void *)(intptr_t)start.c11_routine(start.argument);
    control_lock();
    control_settle();
    control_hold_if_idle();
    self->has_returned = true; /* destructors of keys may still make steps */
    control_unlock();
    return result;
}

static int create(pthread_t *handle, const pthread_attr_t *attributes, start_t start) {
    step_t *step = control_enter(STEP_CREATE, NULL, NULL);
    start_t *copy = __real_malloc(sizeof *copy);
    start.thread = &schedule.threads[step->value];
    *copy = start;
    int error = __real_pthread_create(handle, attributes, run, copy);
    if (error) control_differs(step, "no thread can be created: %s", strerror(error));
    control_leave();
    return 0;
}

int __wrap_pthread_create(pthread_t *handle, const pthread_attr_t *attributes,
                          void *(*routine)(void *), void *argument) {
    HERE();
    return create(handle, attributes, (start_t){.routine = routine, .argument = argument});
}

int __wrap_thrd_create(thrd_t *handle, thrd_start_t routine, void *argument) {
    HERE();
    return create((pthread_t *)handle, NULL,
                  (start_t){.c11_routine = routine, .argument = argument});
}

static int join(pthread_t handle, void **result) {
    step_t *step = control_enter(STEP_JOIN, NULL, NULL);
    if (step->kind == STEP_BLOCKED) {
        control_leave(); /* does not return */
        return EDEADLK;
    }
    control_unlock();
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += getenv("HEDDLE_PATIENCE") ? atoi(getenv("HEDDLE_PATIENCE")) : 10;
    int error = pthread_timedjoin_np(handle, result, &until);
    control_lock();
    if (error == ETIMEDOUT) control_differs(step, "the thread does not end");
    control_leave();
    return error;
}

int __wrap_pthread_join(pthread_t handle, void **result) {
    HERE();
    void *value = NULL;
    int error = join(handle, &value);
    if (error || !result) return error;
    access_range(NULL, 0, result, sizeof *result, false, NO_BYTE, CALLER);
    *result = value;
    return 0;
}

int __wrap_thrd_join(thrd_t handle, int *result) {
    HERE();
    void *value = NULL;
    int error = join((pthread_t)handle, &value);
    if (error) return thrd_error;
    if (!result) return thrd_success;
    access_range(NULL, 0, result, sizeof *result, false, NO_BYTE, CALLER);
    *result = (int)(intptr_t)value;
    return thrd_success;
}

/* Clean-up handlers and destructors of keys still make steps. */
_Noreturn void __wrap_pthread_exit(void *value) {
    HERE();
    control_lock();
    control_settle();
    control_hold_if_idle();
    control_unlock();
    __real_pthread_exit(value);
}

_Noreturn void __wrap_thrd_exit(int value) {
    HERE();
    control_lock();
    control_settle();
    control_hold_if_idle();
    control_unlock();
    __real_pthread_exit((void *)(intptr_t)value);
}

/* Mutexes. */

/* glibc keeps the owner of mutexes that are recursive or check for errors: who has one
 * already, or has not, is answered at once, and heddle makes no step of the lock. */
static bool has_owner(const pthread_mutex_t *mutex) {
    int kind = mutex->__data.__kind & 3;
    return kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK;
}

static bool is_mine(const pthread_mutex_t *mutex) {
    return has_owner(mutex) && mutex->__data.__owner == gettid();
}

static int lock_mutex(pthread_mutex_t *mutex) {
    if (is_mine(mutex)) return __real_pthread_mutex_lock(mutex);
    step_t *step = control_enter(STEP_LOCK, NULL, mutex);
    int error = __real_pthread_mutex_trylock(mutex);
    bool is_blocked = step->kind == STEP_BLOCKED;
    if (!is_blocked && error) control_differs(step, "the mutex is held");
    if (is_blocked && !error) control_differs(step, "the mutex is free");
    control_leave();
    return 0;
}

static int trylock_mutex(pthread_mutex_t *mutex) {
    bool is_again = is_mine(mutex) && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE;
    if (is_again) return __real_pthread_mutex_trylock(mutex);
    step_t *step = control_enter(STEP_TRYLOCK, NULL, mutex);
    int error = __real_pthread_mutex_trylock(mutex);
    if (step->has_value && step->value != (uint64_t)error)
        control_note(step, "the mutex is %s", error ? "held" : "free");
    control_leave();
    return error;
}

static int unlock_mutex(pthread_mutex_t *mutex) {
    bool is_inner = has_owner(mutex) && (!is_mine(mutex) || mutex->__data.__count > 1);
    if (is_inner) return __real_pthread_mutex_unlock(mutex);
    control_enter(STEP_UNLOCK, NULL, mutex);
    int error = __real_pthread_mutex_unlock(mutex);
    control_leave();
    return error;
}

/* A second attempt, if the schedule has one, succeeds. */
static int timedlock_mutex(pthread_mutex_t *mutex) {
    if (is_mine(mutex) && (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
    if (!trylock_mutex(mutex)) return 0;
    return control_continues(STEP_LOCK, NULL) ? lock_mutex(mutex) : ETIMEDOUT;
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex) {
    HERE();
    return lock_mutex(mutex);
}
int __wrap_pthread_mutex_trylock(pthread_mutex_t *mutex) {
    HERE();
    return trylock_mutex(mutex);
}
int __wrap_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) {
    HERE();
    (void)until;
    return timedlock_mutex(mutex);
}
int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex) {
    HERE();
    return unlock_mutex(mutex);
}

static int c11_error(int error) {
    switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
    }
}

/* glibc's mtx_t is a pthread_mutex_t. */
int __wrap_mtx_lock(mtx_t *mutex) {
    HERE();
    return c11_error(lock_mutex((pthread_mutex_t *)mutex));
}
int __wrap_mtx_trylock(mtx_t *mutex) {
    HERE();
    return c11_error(trylock_mutex((pthread_mutex_t *)mutex));
}
int __wrap_mtx_timedlock(mtx_t *mutex, const struct timespec *until) {
    HERE();
    (void)until;
    return c11_error(timedlock_mutex((pthread_mutex_t *)mutex));
}
int __wrap_mtx_unlock(mtx_t *mutex) {
    HERE();
    return c11_error(unlock_mutex((pthread_mutex_t *)mutex));
}

/* Condition variables. A thread may wake up for no reason (POSIX), so all that matters is
 * when it gives the mutex back and when it takes it again. */

static void take_calls(const char *name) {
    while (control_continues(STEP_CALL, name) || control_continues(STEP_BLOCKED, NULL)) {
        control_enter(STEP_CALL, name, NULL);
        control_leave();
    }
}

static bool is_next(const char *name) {
    control_lock();
    control_settle();
    control_hold_if_idle();
    const step_t *next = self->next;
    bool is_it = next && next->kind == STEP_CALL && next->name && strcmp(next->name, name) == 0;
    control_unlock();
    return is_it;
}

static void take_call(const char *name) {
    control_enter(STEP_CALL, name, NULL);
    control_leave();
}

/* Only where deadlocks are looked for there are steps between the two. */
static int wait_condition(pthread_mutex_t *mutex, const char *name, bool is_timed) {
    if (is_next(name)) take_call(name);
    int error = unlock_mutex(mutex);
    if (error) return error;
    take_calls(name);
    lock_mutex(mutex);
    input_t **input = &self->inputs;
    while (is_timed && *input && strcmp((*input)->name, name) != 0) input = &(*input)->next;
    if (!is_timed || !*input) return 0;
    bool gives_up = (*input)->value != 0;
    *input = (*input)->next;
    return gives_up ? ETIMEDOUT : 0;
}

static int signal_condition(const char *name) {
    if (!is_next(name)) return 0;
    take_call(name);
    take_calls(name);
    return 0;
}

int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    HERE();
    (void)condition;
    return wait_condition(mutex, "pthread_cond_wait", false);
}
int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                  const struct timespec *until) {
    HERE();
    (void)condition, (void)until;
    return wait_condition(mutex, "pthread_cond_timedwait", true);
}
int __wrap_pthread_cond_signal(pthread_cond_t *condition) {
    HERE();
    (void)condition;
    return signal_condition("pthread_cond_signal");
}
int __wrap_pthread_cond_broadcast(pthread_cond_t *condition) {
    HERE();
    (void)condition;
    return signal_condition("pthread_cond_broadcast");
}
int __wrap_cnd_wait(cnd_t *condition, mtx_t *mutex) {
    HERE();
    (void)condition;
    return c11_error(wait_condition((pthread_mutex_t *)mutex, "cnd_wait", false));
}
int __wrap_cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until) {
    HERE();
    (void)condition, (void)until;
    return c11_error(wait_condition((pthread_mutex_t *)mutex, "cnd_timedwait", true));
}
int __wrap_cnd_signal(cnd_t *condition) {
    HERE();
    (void)condition;
    return c11_error(signal_condition("cnd_signal"));
}
int __wrap_cnd_broadcast(cnd_t *condition) {
    HERE();
    (void)condition;
    return c11_error(signal_condition("cnd_broadcast"));
}

/* What can be tried: name, type, what the real attempt is, the error that means "not now". */

typedef int (*attempt_t)(void *object);

static int call_waiting(const char *name, void *object, attempt_t attempt) {
    step_t *step = control_enter(STEP_CALL, name, object);
    bool is_blocked = step->kind == STEP_BLOCKED;
    int error = attempt(object);
    if (error && !is_blocked) control_differs(step, "it has to wait");
    if (!error && is_blocked) control_differs(step, "it does not have to wait");
    control_leave();
    return 0;
}

static int call_trying(const char *name, void *object, attempt_t attempt) {
    control_enter(STEP_CALL, name, object);
    int error = attempt(object);
    control_leave();
    return error;
}

static int call_timed(const char *name, void *object, attempt_t attempt) {
    if (!call_trying(name, object, attempt)) return 0;
    if (!control_continues(STEP_CALL, name)) return ETIMEDOUT;
    return call_waiting(name, object, attempt);
}

static int try_semaphore(void *object) {
    return __real_sem_trywait(object) ? EAGAIN : 0;
}
static int try_read(void *object) {
    return __real_pthread_rwlock_tryrdlock(object);
}
static int try_write(void *object) {
    return __real_pthread_rwlock_trywrlock(object);
}
static int try_spin(void *object) {
    return __real_pthread_spin_trylock(object);
}
static int post(void *object) {
    return __real_sem_post(object);
}
static int unlock_rw(void *object) {
    return __real_pthread_rwlock_unlock(object);
}
static int unlock_spin(void *object) {
    return __real_pthread_spin_unlock((pthread_spinlock_t *)object);
}

static int as_errno(int error) {
    if (!error) return 0;
    errno = error;
    return -1;
}

int __wrap_sem_wait(sem_t *s) {
    HERE();
    return call_waiting("sem_wait", s, try_semaphore);
}
int __wrap_sem_trywait(sem_t *s) {
    HERE();
    return as_errno(call_trying("sem_trywait", s, try_semaphore));
}
int __wrap_sem_timedwait(sem_t *s, const struct timespec *until) {
    HERE();
    (void)until;
    return as_errno(call_timed("sem_timedwait", s, try_semaphore));
}
int __wrap_sem_post(sem_t *s) {
    HERE();
    return call_trying("sem_post", s, post);
}
int __wrap_sem_getvalue(sem_t *s, int *value) {
    HERE();
    control_enter(STEP_CALL, "sem_getvalue", s);
    int now, error = __real_sem_getvalue(s, &now);
    control_leave();
    access_range(NULL, 0, value, sizeof *value, false, NO_BYTE, CALLER);
    *value = now;
    return error;
}

static bool is_writer(const pthread_rwlock_t *l) {
    return l->__data.__cur_writer == gettid();
}
int __wrap_pthread_rwlock_rdlock(pthread_rwlock_t *l) {
    HERE();
    return is_writer(l) ? EDEADLK : call_waiting("pthread_rwlock_rdlock", l, try_read);
}
int __wrap_pthread_rwlock_wrlock(pthread_rwlock_t *l) {
    HERE();
    return is_writer(l) ? EDEADLK : call_waiting("pthread_rwlock_wrlock", l, try_write);
}
int __wrap_pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
    HERE();
    return call_trying("pthread_rwlock_tryrdlock", l, try_read);
}
int __wrap_pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
    HERE();
    return call_trying("pthread_rwlock_trywrlock", l, try_write);
}
int __wrap_pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *until) {
    HERE();
    (void)until;
    return is_writer(l) ? EDEADLK : call_timed("pthread_rwlock_timedrdlock", l, try_read);
}
int __wrap_pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *until) {
    HERE();
    (void)until;
    return is_writer(l) ? EDEADLK : call_timed("pthread_rwlock_timedwrlock", l, try_write);
}
int __wrap_pthread_rwlock_unlock(pthread_rwlock_t *l) {
    HERE();
    return call_trying("pthread_rwlock_unlock", l, unlock_rw);
}
int __wrap_pthread_spin_lock(pthread_spinlock_t *l) {
    HERE();
    return call_waiting("pthread_spin_lock", (void *)l, try_spin);
}
int __wrap_pthread_spin_trylock(pthread_spinlock_t *l) {
    HERE();
    return call_trying("pthread_spin_trylock", (void *)l, try_spin);
}
int __wrap_pthread_spin_unlock(pthread_spinlock_t *l) {
    HERE();
    return call_trying("pthread_spin_unlock", (void *)l, unlock_spin);
}

/* Barriers: who arrives last lets the others go. The real ones cannot be tried. */

enum { BARRIERS = 64 };
static struct {
    pthread_barrier_t *barrier;
    unsigned limit, arrived;
} barriers[BARRIERS];

int __wrap_pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes,
                                unsigned limit) {
    int error = __real_pthread_barrier_init(barrier, attributes, limit);
    for (unsigned i = 0; !error && i < BARRIERS; i++) {
        if (barriers[i].barrier && barriers[i].barrier != barrier) continue;
        barriers[i].barrier = barrier;
        barriers[i].limit = limit;
        barriers[i].arrived = 0;
        break;
    }
    return error;
}

int __wrap_pthread_barrier_wait(pthread_barrier_t *barrier) {
    static const char name[] = "pthread_barrier_wait";
    HERE();
    unsigned i = 0;
    while (i < BARRIERS && barriers[i].barrier != barrier) i++;
    step_t *step = control_enter(STEP_CALL, name, NULL);
    if (i == BARRIERS) control_differs(step, "the barrier was not initialised");
    bool is_last = ++barriers[i].arrived == barriers[i].limit;
    if (is_last) barriers[i].arrived = 0;
    control_leave();
    if (is_last) return PTHREAD_BARRIER_SERIAL_THREAD;
    control_enter(STEP_CALL, name, NULL);
    control_leave();
    return 0;
}

/* Once: the first step looks, the last one says or sees that the routine is done. */

static _Thread_local void (*once_routine)(void);
static _Thread_local const char *once_name;

static void run_once(void) {
    once_routine();
    control_enter(STEP_CALL, once_name, NULL);
    control_leave();
}

static void once(pthread_once_t *control, void (*routine)(void), const char *name) {
    control_enter(STEP_CALL, name, NULL);
    bool is_first = *control == PTHREAD_ONCE_INIT;
    control_leave();
    if (is_first) {
        void (*outer)(void) = once_routine;
        once_routine = routine, once_name = name;
        __real_pthread_once(control, run_once);
        once_routine = outer;
    } else {
        control_enter(STEP_CALL, name, NULL);
        control_leave();
        __real_pthread_once(control, routine);
    }
}

int __wrap_pthread_once(pthread_once_t *control, void (*routine)(void)) {
    HERE();
    once(control, routine, "pthread_once");
    return 0;
}
void __wrap_call_once(once_flag *flag, void (*routine)(void)) {
    HERE();
    once((pthread_once_t *)flag, routine, "call_once");
}
