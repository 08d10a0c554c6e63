
/* Clocks show any time; those that never go back show none before the last that they
 * showed, whatever the others show. */

struct time {
    long seconds, fraction;
};

static long model_time(long *place) {
    long now = __heddle_any_long();
    __heddle_assume(now >= 0);
    if (place) *place = now;
    return now;
}

static int model_gettimeofday(struct time *place, void *zone) {
    long now = __heddle_any_long(), fraction = __heddle_any_long();
    __heddle_assume(now >= 0);
    __heddle_assume(fraction >= 0 && fraction < 1000000);
    place->seconds = now;
    place->fraction = fraction;
    return 0;
}

enum {
    CLOCK_REALTIME,
    CLOCK_MONOTONIC,
    CLOCK_PROCESS_CPUTIME_ID,
    CLOCK_THREAD_CPUTIME_ID,
    CLOCK_MONOTONIC_RAW,
    CLOCK_REALTIME_COARSE,
    CLOCK_MONOTONIC_COARSE,
    CLOCK_BOOTTIME,
    CLOCK_TAI = 11
};

static struct time last[CLOCK_BOOTTIME + 1];
static _Thread_local struct time last_of_thread;

static void go_on(struct time *before, long now, long fraction) {
    __heddle_atomic_begin();
    __heddle_assume(now >= before->seconds);
    if (now == before->seconds) __heddle_assume(fraction >= before->fraction);
    before->seconds = now;
    before->fraction = fraction;
    __heddle_atomic_end();
}

static int model_clock_gettime(int clock, struct time *place) {
    if (clock < CLOCK_REALTIME || clock > CLOCK_TAI) __heddle_unsupported("a clock of this number");
    long now = __heddle_any_long(), fraction = __heddle_any_long();
    __heddle_assume(now >= 0);
    __heddle_assume(fraction >= 0 && fraction < 1000000000);
    if (clock == CLOCK_THREAD_CPUTIME_ID)
        go_on(&last_of_thread, now, fraction);
    else if (clock <= CLOCK_BOOTTIME && clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)
        go_on(&last[clock], now, fraction);
    place->seconds = now;
    place->fraction = fraction;
    return 0;
}

static long last_clock;

static long model_clock(void) {
    long now = __heddle_any_long();
    __heddle_atomic_begin();
    __heddle_assume(now >= last_clock);
    last_clock = now;
    __heddle_atomic_end();
    return now;
}

/* Some number, but always the same one. */
static int process;

static int model_getpid(void) {
    int some = (int)__heddle_any_long();
    __heddle_atomic_begin();
    if (!process) {
        __heddle_assume(some > 0);
        process = some;
    }
    int number = process;
    __heddle_atomic_end();
    return number;
}

static char *model_getenv(const char *name) {
    if (__heddle_choice()) __heddle_unsupported("the value of an environment variable");
    return 0;
}

static int model_getchar(void) {
    unsigned char c = __heddle_any_byte();
    return __heddle_choice() ? -1 : c;
}

/* Streams. A file holds anything. */

/* -1, with some error. */
static int fails_somehow(void) {
    int error = (int)__heddle_any_long();
    __heddle_assume(error > 0);
    return fails(error);
}

static void *model_fopen(const char *name, const char *mode) {
    if (!__heddle_choice()) return __heddle_malloc(1);
    fails_somehow();
    return 0;
}

static int model_fclose(void *stream) {
    return __heddle_choice() ? 0 : fails_somehow();
}

static size_t model_fwrite(const void *from, size_t size, size_t count, void *stream) {
    size_t written = (size_t)__heddle_any_long();
    __heddle_assume(written <= count);
    return written;
}

static long model_write(int file, const void *from, size_t count) {
    if (__heddle_choice()) return fails_somehow();
    long written = __heddle_any_long();
    __heddle_assume(written >= 0 && (size_t)written <= count);
    return written;
}

static int model_fflush(void *stream) {
    return __heddle_choice() ? 0 : fails_somehow();
}

static int model_putchar(int c) {
    return __heddle_choice() ? (unsigned char)c : fails_somehow();
}

static int model_putc(int c, void *stream) {
    return model_putchar(c);
}

static int model_fputc(int c, void *stream) {
    return model_putchar(c);
}

static int model_puts(const char *text) {
    int result = (int)__heddle_any_long();
    __heddle_assume(result >= 0);
    return __heddle_choice() ? result : fails_somehow();
}

static int model_fputs(const char *text, void *stream) {
    return model_puts(text);
}

static int model_fgetc(void *stream) {
    return model_getchar();
}

static char *model_fgets(char *to, int size, void *stream) {
    int i = 0;
    if (size <= 0) return 0;
    while (i + 1 < size) {
        if (__heddle_choice()) break;
        char c = (char)__heddle_any_byte();
        to[i] = c;
        i++;
        if (c == '\n') break;
    }
    if (size > 1 && (i == 0 || __heddle_choice())) return 0; /* the end, or an error */
    to[i] = 0;
    return to;
}

/* What is not initialised is any text. */
static char *model_strerror(int error) {
    char *text = __heddle_malloc(64);
    text[63] = 0;
    return text;
}

/* Threads of C11. */

enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };

static int c11_result(int error) {
    return error == 0           ? thrd_success
           : error == EBUSY     ? thrd_busy
           : error == ETIMEDOUT ? thrd_timedout
                                : thrd_error;
}

static int kinds_mtx_init(struct mutex *m, int type) {
    begin_free(m);
    m->kind = type & 1 ? RECURSIVE : NORMAL; /* mtx_recursive */
    m->owner = 0;
    m->count = 0;
    return thrd_success;
}

static int model_mtx_lock(void *m) {
    return c11_result(__heddle_mutex_lock(m));
}

static int model_mtx_trylock(void *m) {
    return c11_result(__heddle_mutex_trylock(m));
}

static int model_mtx_timedlock(void *m, const void *until) {
    return c11_result(model_pthread_mutex_timedlock(m, until));
}

/* C calls undefined what POSIX makes an error of. */
static int model_mtx_unlock(void *m) {
    MISUSE_IF(!__heddle_owns(m), "unlock of a mutex that the thread does not hold");
    return c11_result(__heddle_mutex_unlock(m));
}

static int model_cnd_init(void *c) {
    return model_pthread_cond_init(c, 0);
}

static int model_cnd_wait(void *c, void *m) {
    return model_pthread_cond_wait(c, m);
}

static int model_cnd_timedwait(void *c, void *m, const void *until) {
    return c11_result(model_pthread_cond_timedwait(c, m, until));
}

static void model_cnd_destroy(void *c) {
#ifdef HEDDLE_CHECKS_MISUSE
    model_pthread_cond_destroy(c);
#endif
}

static int model_cnd_signal(void *c) {
    return model_pthread_cond_signal(c);
}

static int model_cnd_broadcast(void *c) {
    return model_pthread_cond_broadcast(c);
}

static void model_call_once(int *once, void (*routine)(void)) {
    model_pthread_once(once, routine);
}

static int model_tss_set(unsigned key, void *value) {
    return c11_result(model_pthread_setspecific(key, value));
}

static void *model_tss_get(unsigned key) {
    return model_pthread_getspecific(key);
}
