#include "frontend/models.h"

#include <string.h>

/* What models take for granted. */
static const struct {
    assumption_t assumption;
    const char *models;
} table[] = {
    {ASSUME_SEQUENTIAL, "pthread_create thrd_create"},
    {ASSUME_WHOLE_ACCESS, "pthread_create thrd_create"},
    {ASSUME_THREAD_HANDLE, "pthread_create thrd_create"},
    {ASSUME_END_OF_MAIN, "pthread_create thrd_create"},
    {ASSUME_RESOURCES, "pthread_create thrd_create malloc __builtin_malloc alloca __builtin_alloca "
                       "calloc realloc strdup"},
    {ASSUME_MALLOC_ZERO, "malloc __builtin_malloc calloc"},
    {ASSUME_UNINITIALISED, "malloc __builtin_malloc alloca __builtin_alloca realloc"},
    {ASSUME_INPUT, "__VERIFIER_nondet_* rand random sysconf getpid __builtin_return_address "
                   "__builtin_frame_address"},
    {ASSUME_CLOCKS, "time gettimeofday clock clock_gettime"},
    {ASSUME_SIGNALS, "sleep usleep nanosleep thrd_sleep sigemptyset sigfillset sigaddset sigdelset "
                     "pthread_sigmask sem_wait sem_timedwait"},
    {ASSUME_LOCALE, "isxdigit isprint ispunct isalnum isalpha isdigit islower isspace isupper "
                    "tolower toupper strcasecmp strncasecmp strtol strtoul atoi atol"},
    {ASSUME_STREAMS, "printf __builtin_printf fprintf vprintf vfprintf dprintf puts putchar putc "
                     "fputs fputc fflush scanf fscanf fopen fclose feof ferror fwrite write fgets "
                     "fgetc getchar"},
    {ASSUME_FORMATS, "printf __builtin_printf fprintf vprintf vfprintf dprintf"},
    {ASSUME_WAKE_UPS, "pthread_cond_wait pthread_cond_timedwait cnd_wait cnd_timedwait"},
    {ASSUME_VALID_OBJECTS,
     "pthread_mutex_destroy pthread_mutex_timedlock pthread_cond_destroy pthread_cond_timedwait "
     "pthread_rwlock_destroy pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock "
     "pthread_spin_destroy pthread_barrier_destroy pthread_key_delete pthread_setspecific "
     "sem_destroy sem_timedwait mtx_destroy mtx_timedlock cnd_destroy cnd_timedwait tss_delete "
     "tss_set"},
    {ASSUME_JUMPS, "setjmp _setjmp __sigsetjmp"},
};

static bool is_among(const char *names, const char *name) {
    size_t length = strlen(name);
    for (const char *at = strstr(names, name); at; at = strstr(at + 1, name))
        if ((at == names || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return true;
    return false;
}

void model_assumes(body_t *body, const model_t *model) {
    if (strncmp(model->name, "__", 2) != 0) body_assumes(body, ASSUME_LIBRARY_NAMES);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (is_among(table[i].models, model->name)) body_assumes(body, table[i].assumption);
}
