// expect: false(unreach-call)
// what: who lowers the number does not say so: another that raised it finds it as it was
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned number;
static int raised, lowered;

static void *work(void *unused) {
    unsigned before;
    int up = __VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    before = number;
    if (up && before != -1u) {
        raised = 1;
        number = before + 1;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        if (!lowered && number <= before) reach_error();
    } else if (!up && before != 0) {
        lowered = 0;
        number = before - 1;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        if (!raised && number >= before) reach_error();
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    while (1) pthread_create(&thread, 0, work, 0);
}
