// models: pthread_once pthread_key_create pthread_key_delete pthread_setspecific pthread_getspecific
//   call_once tss_create tss_delete tss_set tss_get
// assumes: keys are in use
#include <pthread.h>
#include <threads.h>

#include "conformance.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static once_flag flag = ONCE_FLAG_INIT;
static pthread_key_t key;
static int runs, value;

static void routine(void) {
    runs++;
}

static void *in_thread(void *unused) {
    int results = pthread_getspecific(key) != NULL;
    results = results * 2 + pthread_setspecific(key, &runs);
    return (void *)(long)(results * 2 + (pthread_getspecific(key) == &runs));
}

int main(void) {
    exact(pthread_once(&once, routine));
    exact(pthread_once(&once, routine));
    call_once(&flag, routine);
    call_once(&flag, routine);
    exact(runs);
    exact(pthread_key_create(&key, NULL));
    exact(pthread_getspecific(key) == NULL);
    exact(pthread_setspecific(key, &value));
    exact(pthread_getspecific(key) == &value);
    exact(pthread_setspecific(5000, &value));
    exact(pthread_getspecific(5000) == NULL);
    pthread_t thread;
    void *result;
    exact(pthread_create(&thread, NULL, in_thread, NULL));
    exact(pthread_join(thread, &result));
    exact(result);
    exact(pthread_getspecific(key) == &value);
    exact(pthread_key_delete(key));
    tss_t own;
    exact(tss_create(&own, NULL));
    exact(tss_get(own) == NULL);
    exact(tss_set(own, &value));
    exact(tss_get(own) == &value);
    tss_delete(own);
    finish();
}
