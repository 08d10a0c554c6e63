// expect: false(unreach-call)
// what: main ends by pthread_exit and is joined; threads made later do not inherit that main's
// return would end the program: the second thread returns, the first goes on to the error
#include <pthread.h>

extern void reach_error(void);

pthread_t main_thread;
int returned;

void *short_lived(void *arg) {
    returned = 1;
    return arg;
}

void *heir(void *arg) {
    pthread_t t;
    pthread_join(main_thread, NULL);
    pthread_create(&t, NULL, short_lived, NULL);
    pthread_join(t, NULL);
    if (returned) reach_error();
    return arg;
}

int main(void) {
    pthread_t t;
    main_thread = pthread_self();
    pthread_create(&t, NULL, heir, NULL);
    pthread_exit(NULL);
}
