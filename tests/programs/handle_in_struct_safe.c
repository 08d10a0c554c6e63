// expect: true
// what: the handle lives in a struct and is passed by pointer to helpers that start and join
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
    finish(&two);
    assert(one.result == 1 && two.result == 1);
    return 0;
}
