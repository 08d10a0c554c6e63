// expect: false(unreach-call)
// what: a mutex that is initialised is free, whoever held what lay there: all rounds lock new ones, and the end is reached
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct guarded {
    int value;
    pthread_mutex_t locks[2];
} place, source;

pthread_mutex_t given;

int main(void) {
    int taken = 0;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
        struct guarded *literal = &(struct guarded){.value = 1};
        taken += pthread_mutex_trylock(&local) == 0;
        taken += pthread_mutex_trylock(&literal->locks[1]) == 0;
        pthread_mutex_init(&given, NULL);
        taken += pthread_mutex_trylock(&given) == 0;
        given = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
        taken += pthread_mutex_trylock(&given) == 0;
        memset(&place, 0, sizeof place);
        taken += pthread_mutex_trylock(&place.locks[0]) == 0;
        place = source;
        taken += pthread_mutex_trylock(&place.locks[0]) == 0;
        memcpy(&place, &source, sizeof place);
        pthread_mutex_lock(&place.locks[0]);
    }
    assert(taken != 12);
    return 0;
}
