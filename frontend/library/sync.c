/* Synchronisation: what the objects of pthread.h, semaphore.h and threads.h do.
 *
 * This is C in the language of heddle: see frontend/library.h. Objects of the
 * program are seen through the structs here; frontend/ctype.c gives the types of
 * the headers cells at the same offsets. A thread that must wait does so at the
 * begin of an atomic section, in which it then makes its change. */

enum { EPERM = 1, EAGAIN = 11, EBUSY = 16, EINVAL = 22, EDEADLK = 35, ETIMEDOUT = 110 };
typedef unsigned long long threads_t; /* a set: one bit per thread number */

/* What POSIX calls undefined violates no-thread-misuse, if that is asked for; else it is what
 * the models make of it. An error that a function returns is no misuse. */
#ifdef HEDDLE_CHECKS_MISUSE
#define MISUSE_IF(condition, how) \
    if (condition) __heddle_misuse(how)
#else
#define MISUSE_IF(condition, how) (void)0
#endif

/* In a set of threads: the object is destroyed. */
#define SET_GONE (1ull << 63)

static threads_t own_bit(void) {
#ifdef HEDDLE_CHECKS_MISUSE
    if (__heddle_self() >= 63) __heddle_unsupported("so many threads and thread misuse");
#endif
    return 1ull << __heddle_self();
}

/* Semaphores. */

enum { SEM_VALUE_MAX = 0x7fffffff };
#define SEM_GONE 0xffffffffu /* who waits is woken up, and finds that out */

struct semaphore {
    unsigned value;
};

static int fails(int error) {
    *__heddle_errno() = error;
    return -1;
}

/* From half of what a semaphore can hold on, nobody counts how often it is posted. */
static int model_sem_init(struct semaphore *s, int shared, unsigned value) {
    if (value > SEM_VALUE_MAX) return fails(EINVAL);
    if (value > SEM_VALUE_MAX / 2) __heddle_unsupported("a semaphore of so large a value");
    s->value = value;
    return 0;
}

static int model_sem_wait(struct semaphore *s) {
    __heddle_atomic_when(s->value > 0);
    MISUSE_IF(s->value == SEM_GONE, "wait for a semaphore that is destroyed");
    s->value--;
    __heddle_atomic_end();
    return 0;
}

static int model_sem_trywait(struct semaphore *s) {
    __heddle_atomic_begin();
    unsigned value = s->value;
    MISUSE_IF(value == SEM_GONE, "wait for a semaphore that is destroyed");
    if (value > 0) s->value = value - 1;
    __heddle_atomic_end();
    return value > 0 ? 0 : fails(EAGAIN);
}

static int model_sem_timedwait(struct semaphore *s, const void *until) {
    __heddle_atomic_begin();
    unsigned value = s->value;
    MISUSE_IF(value == SEM_GONE, "wait for a semaphore that is destroyed");
    if (value > 0) s->value = value - 1;
    __heddle_atomic_end();
    if (value > 0) return 0;
    if (__heddle_choice()) return fails(ETIMEDOUT);
    __heddle_atomic_begin(); /* see model_pthread_mutex_timedlock */
    __heddle_assume(s->value > 0);
    MISUSE_IF(s->value == SEM_GONE, "wait for a semaphore that is destroyed");
    s->value--;
    __heddle_atomic_end();
    return 0;
}

static int model_sem_post(struct semaphore *s) {
    __heddle_atomic_begin();
    MISUSE_IF(s->value == SEM_GONE, "post to a semaphore that is destroyed");
    s->value++;
    __heddle_atomic_end();
    return 0;
}

static int model_sem_getvalue(struct semaphore *s, int *value) {
    __heddle_atomic_begin();
    int now = (int)s->value;
    __heddle_atomic_end();
    MISUSE_IF(now == (int)SEM_GONE, "use of a semaphore that is destroyed");
    *value = now;
    return 0;
}

static int model_sem_destroy(struct semaphore *s) {
    __heddle_atomic_begin();
    MISUSE_IF(s->value == SEM_GONE, "destroy of a semaphore that is destroyed");
    s->value = SEM_GONE;
    __heddle_atomic_end();
    return 0;
}

/* Mutexes that are not all of the default kind. Only the owner of a mutex can make
 * itself its owner or stop being it, so its own look is never out of date. */

struct mutexattr {
    int kind;
};

struct mutex {
    int lock, kind, owner, count;
};

enum { DESTROYED = -1, NORMAL, RECURSIVE, ERRORCHECK, ADAPTIVE };

static void check_kind(int kind) {
    MISUSE_IF(kind < NORMAL || kind > ADAPTIVE,
              "use of a mutex that is destroyed or was never initialised");
}

/* The owner is known by its number, which another thread may get later, but
 * that of main: a thread that ends must not own anything. */
static _Thread_local unsigned owned;

static void kinds_end(void) {
    if (owned && __heddle_self()) __heddle_unsupported("the end of a thread that owns a mutex");
}

static int model_pthread_mutexattr_init(struct mutexattr *a) {
    a->kind = NORMAL;
    return 0;
}

static int model_pthread_mutexattr_settype(struct mutexattr *a, int kind) {
    if (kind < NORMAL || kind > ADAPTIVE) return EINVAL;
    a->kind = kind;
    return 0;
}

static int model_pthread_mutexattr_gettype(struct mutexattr *a, int *kind) {
    int now = a->kind;
    *kind = now;
    return 0;
}

/* Initialising a mutex frees it, unless that is misuse. */
static void begin_free(void *m) {
#ifdef HEDDLE_CHECKS_MISUSE
    __heddle_atomic_begin();
    MISUSE_IF(__heddle_is_held(m), "initialisation of a mutex that is held");
    __heddle_atomic_end();
#else
    __heddle_unlock(m);
#endif
}

static void give_back(void *m) {
    MISUSE_IF(!__heddle_owns(m), "unlock of a mutex that the thread does not hold");
    __heddle_unlock(m);
}

static int kinds_init(struct mutex *m, struct mutexattr *a) {
    int kind = a ? a->kind : NORMAL;
    begin_free(m);
    m->kind = kind;
    m->owner = 0;
    m->count = 0;
    return 0;
}

#ifdef HEDDLE_CHECKS_MISUSE

/* ... of mutexes that are all of the default kind, and never destroyed. */
static int checked_lock(void *m) {
    MISUSE_IF(__heddle_owns(m), "lock of a mutex that the thread holds already");
    __heddle_lock(m);
    return 0;
}

static int checked_unlock(void *m) {
    give_back(m);
    return 0;
}

static int checked_init(void *m) {
    begin_free(m);
    return 0;
}

static int checked_trylock(void *m) {
    return __heddle_trylock(m) ? EBUSY : 0;
}

/* ... that are of the default kind while they exist. Whether they do is looked at when they are
 * held: who comes before looks at nothing. */
static int states_lock(struct mutex *m) {
    checked_lock(m);
    int kind = m->kind;
    check_kind(kind);
    return 0;
}

static int states_trylock(struct mutex *m) {
    if (__heddle_trylock(m)) return EBUSY;
    int kind = m->kind;
    check_kind(kind);
    return 0;
}

static int states_unlock(struct mutex *m) {
    give_back(m);
    return 0;
}

static int states_init(struct mutex *m) {
    begin_free(m);
    m->kind = NORMAL;
    return 0;
}

static int kinds_destroy(struct mutex *m) {
    __heddle_atomic_begin();
    int kind = m->kind;
    check_kind(kind);
    MISUSE_IF(__heddle_is_held(m), "destroy of a mutex that is held");
    m->kind = DESTROYED;
    __heddle_atomic_end();
    return 0;
}

static int kinds_may_wait(struct mutex *m) {
    int kind = m->kind;
    check_kind(kind);
    return kind == ERRORCHECK || __heddle_owns(m);
}

#endif

static int kinds_lock(struct mutex *m) {
    int self = __heddle_self() + 1, kind = m->kind;
    check_kind(kind);
    if (kind == NORMAL || kind == ADAPTIVE) {
        MISUSE_IF(__heddle_owns(m), "lock of a mutex that the thread holds already");
        __heddle_lock(m);
        return 0;
    }
    if (m->owner == self) {
        if (kind == ERRORCHECK) return EDEADLK;
        m->count++;
        return 0;
    }
    __heddle_lock(m);
    m->owner = self;
    m->count = 1;
    owned++;
    return 0;
}

static int kinds_trylock(struct mutex *m) {
    int self = __heddle_self() + 1, kind = m->kind;
    check_kind(kind);
    if (kind == RECURSIVE && m->owner == self) {
        m->count++;
        return 0;
    }
    if (__heddle_trylock(m)) return EBUSY;
    if (kind == RECURSIVE || kind == ERRORCHECK) {
        m->owner = self;
        m->count = 1;
        owned++;
    }
    return 0;
}

static int kinds_unlock(struct mutex *m) {
    int self = __heddle_self() + 1, kind = m->kind;
    check_kind(kind);
    if (kind == NORMAL || kind == ADAPTIVE) {
        give_back(m);
        return 0;
    }
    if (m->owner != self) return EPERM;
    int count = m->count - 1;
    m->count = count;
    if (count) return 0;
    m->owner = 0;
    owned--;
    give_back(m);
    return 0;
}

/* Mutexes of any kind. A timed wait is never stuck: where it would be, it times out.
 * So what it waits for stands inside of an atomic section, where waiting ends the
 * run and is no deadlock. */

static int model_pthread_mutex_timedlock(void *m, const void *until) {
    if (!__heddle_mutex_trylock(m)) return 0;
#ifdef HEDDLE_CHECKS_MISUSE
    if (__heddle_owns(m)) return ETIMEDOUT; /* it waits in vain, and does not ask again */
#endif
    if (__heddle_choice()) return ETIMEDOUT;
    __heddle_atomic_begin();
    int error = __heddle_mutex_lock(m);
    __heddle_atomic_end();
    return error;
}

static int kinds_timedlock(struct mutex *m, const void *until) {
    if (m->kind == ERRORCHECK && m->owner == __heddle_self() + 1) return EDEADLK;
    return model_pthread_mutex_timedlock(m, until);
}

/* Condition variables. POSIX lets a thread wake up without a reason at any time. */

struct condition {
    threads_t waiting;
};

#define WAIT_WITHOUT "wait for a condition variable without holding the mutex"
#define WAIT_GONE "use of a condition variable that is destroyed"

static int wake_up_somehow(void *m) {
    if (__heddle_mutex_unlock(m)) return EPERM;
    __heddle_mutex_lock(m);
    return 0;
}

#ifdef HEDDLE_MODELS_WAITING

/* A thread that waits is in the set until it is signalled. Whether it will wake up
 * without a reason is decided at the beginning: only who never does can be in a
 * deadlock. */

static int model_pthread_cond_init(struct condition *c, const void *attributes) {
    c->waiting = 0;
    return 0;
}

static int model_pthread_cond_wait(struct condition *c, void *m) {
    MISUSE_IF(!__heddle_may_wait(m), WAIT_WITHOUT);
    if (__heddle_choice()) return wake_up_somehow(m);
    threads_t own = own_bit();
    __heddle_atomic_begin();
    MISUSE_IF(c->waiting & SET_GONE, WAIT_GONE);
    int error = __heddle_mutex_unlock(m);
    if (!error) c->waiting |= own;
    __heddle_atomic_end();
    if (error) return error;
    __heddle_atomic_when(!(c->waiting & own));
    __heddle_atomic_end();
    __heddle_mutex_lock(m);
    return 0;
}

static int model_pthread_cond_timedwait(struct condition *c, void *m, const void *until) {
    MISUSE_IF(!__heddle_may_wait(m), WAIT_WITHOUT);
    threads_t own = own_bit();
    __heddle_atomic_begin();
    MISUSE_IF(c->waiting & SET_GONE, WAIT_GONE);
    int error = __heddle_mutex_unlock(m);
    if (!error) c->waiting |= own;
    __heddle_atomic_end();
    if (error) return error;
    _Bool gives_up = __heddle_choice();
    __heddle_atomic_begin();
    if (gives_up)
        c->waiting &= ~own;
    else
        __heddle_assume(!(c->waiting & own));
    __heddle_atomic_end();
    __heddle_mutex_lock(m);
    return gives_up && __heddle_choice() ? ETIMEDOUT : 0;
}

static int model_pthread_cond_signal(struct condition *c) {
    __heddle_atomic_begin();
    threads_t rest = c->waiting, one = 0;
    MISUSE_IF(rest & SET_GONE, WAIT_GONE);
    while (rest) {
        one = rest & -rest;
        rest &= rest - 1;
        if (rest && __heddle_choice()) break;
    }
    c->waiting &= ~one;
    __heddle_atomic_end();
    return 0;
}

static int model_pthread_cond_broadcast(struct condition *c) {
#ifdef HEDDLE_CHECKS_MISUSE
    __heddle_atomic_begin();
    MISUSE_IF(c->waiting & SET_GONE, WAIT_GONE);
    c->waiting = 0;
    __heddle_atomic_end();
#else
    c->waiting = 0;
#endif
    return 0;
}

static int model_pthread_cond_destroy(struct condition *c) {
    __heddle_atomic_begin();
    MISUSE_IF(c->waiting & SET_GONE, WAIT_GONE);
    MISUSE_IF(c->waiting, "destroy of a condition variable that threads wait for");
    c->waiting = SET_GONE;
    __heddle_atomic_end();
    return 0;
}

#else

/* So who waits may go on whether or not somebody signals, and no more need be known. */

static int model_pthread_cond_init(void *c, const void *attributes) {
    return 0;
}

static int model_pthread_cond_wait(void *c, void *m) {
    return wake_up_somehow(m);
}

static int model_pthread_cond_timedwait(void *c, void *m, const void *until) {
    if (wake_up_somehow(m)) return EPERM;
    return __heddle_choice() ? ETIMEDOUT : 0;
}

static int model_pthread_cond_signal(void *c) {
    return 0;
}

static int model_pthread_cond_broadcast(void *c) {
    return 0;
}

#endif

/* Read-write locks. */

struct rwlock {
    int holders; /* readers, or -1: a writer */
};

/* Written as a number of holders that only destroyed locks have; those who wait see it. */
#define RWLOCK_GONE (-0x7fffffff - 1)
#define RWLOCK_USED "use of a read-write lock that is destroyed"

static int model_pthread_rwlock_init(struct rwlock *l, const void *attributes) {
    l->holders = 0;
    return 0;
}

/* Who has a lock for writing and asks for it again waits for itself, or is told so:
 * POSIX leaves that open. These are the locks that a thread has for writing. */
static _Thread_local struct rwlock *written, *also_written;

static _Bool is_told(const struct rwlock *l) {
    return (written == l || also_written == l) && __heddle_choice();
}

static void begin_writing(struct rwlock *l) {
    if (!written) {
        written = l;
    } else {
        if (also_written) __heddle_unsupported("more than two locks for writing");
        also_written = l;
    }
}

static void end_writing(const struct rwlock *l) {
    if (written == l)
        written = 0;
    else if (also_written == l)
        also_written = 0;
}

/* The locks that a thread has for reading, as often as it has them. */
enum { READINGS = 4 };

#ifdef HEDDLE_CHECKS_MISUSE

#define RWLOCK_MAY_READ(holders) ((holders) != -1)
#define RWLOCK_MAY_WRITE(holders) ((unsigned)(holders) << 1 == 0)

static _Thread_local struct rwlock *readings[READINGS];

static int find_reading(const struct rwlock *l) {
    int at = 0;
    while (at < READINGS && readings[at] != l) at++;
    return at;
}

static void begin_reading(struct rwlock *l) {
    int at = find_reading(0);
    if (at == READINGS) __heddle_unsupported("more than four locks for reading");
    readings[at] = l;
}

static void check_unlock(const struct rwlock *l) {
    if (written == l || also_written == l) return;
    int at = find_reading(l);
    if (at == READINGS) __heddle_misuse("unlock of a read-write lock that the thread does not hold");
    readings[at] = 0;
}

static int model_pthread_rwlock_destroy(struct rwlock *l) {
    __heddle_atomic_begin();
    int holders = l->holders;
    MISUSE_IF(holders == RWLOCK_GONE, RWLOCK_USED);
    MISUSE_IF(holders != 0, "destroy of a read-write lock that is held");
    l->holders = RWLOCK_GONE;
    __heddle_atomic_end();
    return 0;
}

#else

#define RWLOCK_MAY_READ(holders) ((holders) >= 0)
#define RWLOCK_MAY_WRITE(holders) ((holders) == 0)

static void begin_reading(struct rwlock *l) {}
static void check_unlock(const struct rwlock *l) {}

#endif

enum { PREFER_READER, PREFER_WRITER, PREFER_WRITER_NONRECURSIVE };

/* glibc lets readers go first with the first two. */
static int model_pthread_rwlockattr_setkind_np(void *attributes, int kind) {
    if (kind < PREFER_READER || kind > PREFER_WRITER_NONRECURSIVE) return EINVAL;
    if (kind == PREFER_WRITER_NONRECURSIVE)
        __heddle_unsupported("a read-write lock that lets writers go first");
    return 0;
}

static int model_pthread_rwlock_rdlock(struct rwlock *l) {
    if (is_told(l)) return EDEADLK;
    __heddle_atomic_when(RWLOCK_MAY_READ(l->holders));
    MISUSE_IF(l->holders == RWLOCK_GONE, RWLOCK_USED);
    l->holders++;
    __heddle_atomic_end();
    begin_reading(l);
    return 0;
}

static int model_pthread_rwlock_wrlock(struct rwlock *l) {
    if (is_told(l)) return EDEADLK;
    __heddle_atomic_when(RWLOCK_MAY_WRITE(l->holders));
    MISUSE_IF(l->holders == RWLOCK_GONE, RWLOCK_USED);
    l->holders = -1;
    __heddle_atomic_end();
    begin_writing(l);
    return 0;
}

static int model_pthread_rwlock_tryrdlock(struct rwlock *l) {
    __heddle_atomic_begin();
    int holders = l->holders;
    MISUSE_IF(holders == RWLOCK_GONE, RWLOCK_USED);
    if (holders >= 0) l->holders = holders + 1;
    __heddle_atomic_end();
    if (holders < 0) return EBUSY;
    begin_reading(l);
    return 0;
}

static int model_pthread_rwlock_trywrlock(struct rwlock *l) {
    __heddle_atomic_begin();
    int holders = l->holders;
    MISUSE_IF(holders == RWLOCK_GONE, RWLOCK_USED);
    if (holders == 0) l->holders = -1;
    __heddle_atomic_end();
    if (holders != 0) return EBUSY;
    begin_writing(l);
    return 0;
}

static int model_pthread_rwlock_timedrdlock(struct rwlock *l, const void *until) {
    if (is_told(l)) return EDEADLK;
    if (!model_pthread_rwlock_tryrdlock(l)) return 0;
    if (__heddle_choice()) return ETIMEDOUT;
    __heddle_atomic_begin();
    __heddle_assume(RWLOCK_MAY_READ(l->holders));
    MISUSE_IF(l->holders == RWLOCK_GONE, RWLOCK_USED);
    l->holders++;
    __heddle_atomic_end();
    begin_reading(l);
    return 0;
}

static int model_pthread_rwlock_timedwrlock(struct rwlock *l, const void *until) {
    if (is_told(l)) return EDEADLK;
    if (!model_pthread_rwlock_trywrlock(l)) return 0;
    if (__heddle_choice()) return ETIMEDOUT;
    __heddle_atomic_begin();
    __heddle_assume(RWLOCK_MAY_WRITE(l->holders));
    MISUSE_IF(l->holders == RWLOCK_GONE, RWLOCK_USED);
    l->holders = -1;
    __heddle_atomic_end();
    begin_writing(l);
    return 0;
}

static int model_pthread_rwlock_unlock(struct rwlock *l) {
    check_unlock(l);
    __heddle_atomic_begin();
    int holders = l->holders;
    if (holders == 0) __heddle_unsupported("unlock of a read-write lock that nobody holds");
    l->holders = holders < 0 ? 0 : holders - 1;
    __heddle_atomic_end();
    if (holders < 0) end_writing(l);
    return 0;
}

/* Spin locks. */

#ifdef HEDDLE_CHECKS_MISUSE
#define SPIN_HELD (__heddle_self() + 1)
#else
#define SPIN_HELD 1
#endif
#define SPIN_GONE (-1)
#define SPIN_USED "use of a spin lock that is destroyed"

static int model_pthread_spin_init(volatile int *l, int shared) {
    *l = 0;
    return 0;
}

static int model_pthread_spin_lock(volatile int *l) {
#ifdef HEDDLE_CHECKS_MISUSE
    int seen = *l;
    MISUSE_IF(seen == SPIN_GONE, SPIN_USED);
    MISUSE_IF(seen == SPIN_HELD, "lock of a spin lock that the thread holds already");
#endif
    __heddle_atomic_when(*l == 0);
    *l = SPIN_HELD;
    __heddle_atomic_end();
    return 0;
}

static int model_pthread_spin_trylock(volatile int *l) {
    __heddle_atomic_begin();
    int held = *l;
    MISUSE_IF(held == SPIN_GONE, SPIN_USED);
    *l = held ? held : SPIN_HELD;
    __heddle_atomic_end();
    return held ? EBUSY : 0;
}

static int model_pthread_spin_unlock(volatile int *l) {
    MISUSE_IF(*l != SPIN_HELD, "unlock of a spin lock that the thread does not hold");
    *l = 0;
    return 0;
}

static int model_pthread_spin_destroy(volatile int *l) {
    __heddle_atomic_begin();
    int held = *l;
    MISUSE_IF(held == SPIN_GONE, SPIN_USED);
    MISUSE_IF(held, "destroy of a spin lock that is held");
    *l = SPIN_GONE;
    __heddle_atomic_end();
    return 0;
}

/* Barriers. Who arrives last lets the others go: a thread waits while it is in the
 * set. */

struct barrier {
    unsigned limit, arrived;
    threads_t waiting;
};

#define BARRIER_USED "use of a barrier that is destroyed or was never initialised"

static int model_pthread_barrier_init(struct barrier *b, const void *attributes, unsigned count) {
    if (count == 0) return EINVAL;
    b->limit = count;
    b->arrived = 0;
    b->waiting = 0;
    return 0;
}

static int model_pthread_barrier_wait(struct barrier *b) {
    threads_t own = own_bit();
    __heddle_atomic_begin();
    MISUSE_IF(b->limit == 0, BARRIER_USED);
    unsigned arrived = b->arrived + 1;
    _Bool is_last = arrived == b->limit;
    if (is_last) {
        b->arrived = 0;
        b->waiting = 0;
    } else {
        b->arrived = arrived;
        b->waiting |= own;
    }
    __heddle_atomic_end();
    if (is_last) return -1; /* PTHREAD_BARRIER_SERIAL_THREAD */
    __heddle_atomic_when(!(b->waiting & own));
    __heddle_atomic_end();
    return 0;
}

static int model_pthread_barrier_destroy(struct barrier *b) {
    __heddle_atomic_begin();
    MISUSE_IF(b->limit == 0, BARRIER_USED);
    MISUSE_IF(b->arrived, "destroy of a barrier that threads wait at");
    b->limit = 0;
    __heddle_atomic_end();
    return 0;
}

/* Once. */

enum { ONCE_NEVER, ONCE_BEGUN, ONCE_DONE };

static _Thread_local unsigned routines;

static int model_pthread_once(int *once, void (*routine)(void)) {
    __heddle_atomic_begin();
    int state = *once;
    if (state == ONCE_NEVER) *once = ONCE_BEGUN;
    __heddle_atomic_end();
    if (state == ONCE_NEVER) {
        routines++;
        routine();
        routines--;
        *once = ONCE_DONE;
    } else {
        __heddle_atomic_when(*once == ONCE_DONE);
        __heddle_atomic_end();
    }
    return 0;
}

/* POSIX does not say whether others wait for ever, or one of them begins again. */
static void refuse_exit_in_once(void) {
    if (routines) __heddle_unsupported("a thread that exits in a routine of pthread_once");
}

/* Thread-specific data. At the end of a thread the destructors of the values that are
 * not NULL run, in any order, and again if they leave new values, up to four times. */

enum { KEYS = 16, ROUNDS = 4 };

static unsigned key_count;
static _Thread_local void *key_values[KEYS];

static unsigned new_key(unsigned *key) {
    __heddle_atomic_begin();
    unsigned next = key_count;
    if (next >= KEYS) __heddle_unsupported("more than 16 keys of thread-specific data");
    key_count = next + 1;
    __heddle_atomic_end();
    *key = next;
    return next;
}

static int model_pthread_key_create(unsigned *key, void (*destructor)(void *)) {
    new_key(key);
    return 0;
}

static int model_pthread_key_delete(unsigned key) {
    return 0;
}

static void (*destructors[KEYS])(void *);

static int destructors_key_create(unsigned *key, void (*destructor)(void *)) {
    unsigned next = new_key(key);
    destructors[next] = destructor;
    return 0;
}

static int destructors_key_delete(unsigned key) {
    if (key < KEYS) destructors[key] = 0;
    return 0;
}

static _Bool destroy(unsigned key) {
    void *value = key_values[key];
    if (!value) return 0;
    void (*destructor)(void *) = destructors[key];
    if (!destructor) return 0;
    key_values[key] = 0;
    destructor(value);
    return 1;
}

static void destructors_run(void) {
    unsigned count = key_count, round = 0;
    _Bool goes_on = count > 0;
    if (count > 2) __heddle_unsupported("destructors and more than two keys");
    while (goes_on && round < ROUNDS) {
        unsigned key = 0;
        if (count == 2) key = __heddle_choice();
        goes_on = destroy(key);
        if (count == 2 && destroy(1 - key)) goes_on = 1;
        round++;
    }
}

static int model_pthread_setspecific(unsigned key, const void *value) {
    if (key >= KEYS) return EINVAL;
    key_values[key] = (void *)value;
    return 0;
}

static void *model_pthread_getspecific(unsigned key) {
    return key < KEYS ? key_values[key] : 0;
}

/* Cancellation. Nobody cancels, but a thread may tell whether it would let itself be
 * cancelled; and one that exits runs the clean-up handlers that wait, the last one
 * first. */

enum { HANDLERS = 8 };

struct handler {
    void (*routine)(void *);
    void *argument;
};

static _Thread_local int cancel_state, cancel_type;
static _Thread_local unsigned handler_count;
static _Thread_local struct handler handlers[HANDLERS];

static int model_pthread_setcancelstate(int state, int *old) {
    if (state != 0 && state != 1) return EINVAL;
    int now = cancel_state;
    cancel_state = state;
    if (old) *old = now;
    return 0;
}

static int model_pthread_setcanceltype(int type, int *old) {
    if (type != 0 && type != 1) return EINVAL;
    int now = cancel_type;
    cancel_type = type;
    if (old) *old = now;
    return 0;
}

static void push_handler(void (*routine)(void *), void *argument) {
    unsigned count = handler_count;
    if (count >= HANDLERS) __heddle_unsupported("more than 8 clean-up handlers");
    handlers[count].routine = routine;
    handlers[count].argument = argument;
    handler_count = count + 1;
}

static void model___pthread_unregister_cancel(void *buffer) {
    handler_count--;
}

static void run_handlers(void) {
    unsigned count = handler_count;
    while (count > 0) {
        count--;
        handler_count = count;
        void (*routine)(void *) = handlers[count].routine;
        void *argument = handlers[count].argument;
        routine(argument);
    }
}

/* Attributes of threads. */

struct attr {
    int detached;
};

static int model_pthread_attr_init(struct attr *a) {
    a->detached = 0;
    return 0;
}

static int model_pthread_attr_setdetachstate(struct attr *a, int detached) {
    if (detached != 0 && detached != 1) return EINVAL;
    a->detached = detached;
    return 0;
}

static int model_pthread_attr_getdetachstate(const struct attr *a, int *detached) {
    int now = a->detached;
    *detached = now;
    return 0;
}
