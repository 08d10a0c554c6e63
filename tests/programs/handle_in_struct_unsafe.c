// expect: false(unreach-call)
// what: main finishes the first task twice, so the second one may not have run at the check
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct task {
    pthread_t thread;
    int started, result;
};

static void *run(void *arg) {
    struct task *task = arg;
    task->result = 1;
    return NULL;
}

static void start(struct task *task) {
    if (pthread_create(&task->thread, NULL, run, task) != 0) {
        abort();
    }
    task->started = 1;
}

static void finish(struct task *task) {
    if (task->started) {
        pthread_join(task->thread, NULL);
        task->started = 0;
    }
}

int main(void) {
    struct task one = {0}, two = {0};
    start(&one);
    start(&two);
    finish(&one);
    finish(&one);
    assert(one.result == 1 && two.result == 1);
    return 0;
}
