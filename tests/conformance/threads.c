// models: pthread_create pthread_join pthread_exit pthread_self pthread_equal pthread_detach pthread_yield
//   pthread_testcancel pthread_setcancelstate pthread_setcanceltype __pthread_register_cancel
//   __pthread_unregister_cancel pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate
//   pthread_attr_getdetachstate
// assumes: threads can be made; nobody joins a thread twice
#include <pthread.h>

#include "conformance.h"

static int cleaned;

static void clean(void *how) {
    cleaned = cleaned * 10 + (int)(long)how;
}

static void *returns(void *argument) {
    return argument;
}

static void *exits(void *argument) {
    pthread_cleanup_push(clean, (void *)1);
    pthread_cleanup_push(clean, (void *)2);
    pthread_cleanup_push(clean, (void *)3);
    pthread_cleanup_pop(0);
    if (argument) pthread_exit((void *)9);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(0);
    return NULL;
}

static void *is_self(void *handle) {
    return (void *)(long)!!pthread_equal(*(pthread_t *)handle, pthread_self());
}

static long run(void *(*routine)(void *), void *argument) {
    pthread_t thread;
    void *result = NULL;
    exact(pthread_create(&thread, NULL, routine, argument));
    exact(pthread_join(thread, &result));
    return (long)result;
}

int main(void) {
    exact(run(returns, (void *)42));
    exact(run(returns, NULL));
    exact(run(exits, (void *)1));
    exact(cleaned);
    exact(run(exits, NULL));
    exact(cleaned);
    pthread_t self = pthread_self();
    exact(!!pthread_equal(self, pthread_self()));
    exact(run(is_self, &self));
    exact(pthread_yield());
    pthread_testcancel();

    int old = -1;
    exact(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old));
    exact(old);
    exact(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old));
    exact(old);
    exact(pthread_setcancelstate(7, NULL));
    exact(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old));
    exact(old);
    exact(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old));
    exact(old);
    exact(pthread_setcanceltype(-1, &old));

    pthread_attr_t attributes;
    exact(pthread_attr_init(&attributes));
    exact(pthread_attr_getdetachstate(&attributes, &old));
    exact(old);
    exact(pthread_attr_setdetachstate(&attributes, 5));
    exact(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED));
    exact(pthread_attr_getdetachstate(&attributes, &old));
    exact(old);
    pthread_t thread;
    exact(pthread_create(&thread, &attributes, returns, NULL));
    exact(pthread_attr_destroy(&attributes));
    exact(pthread_create(&thread, NULL, returns, NULL));
    exact(pthread_detach(thread));
    finish();
}
