// expect: true
// args: --property valid-deref
// what: threads work on tasks of the function that waits for all of them
// analysis: value predicate+value
#include <pthread.h>
#include <stdlib.h>

struct task {
    int (*run)(int);
    int argument, result;
};

struct pool {
    pthread_t threads[2];
    struct task *tasks;
};

static int twice(int n) {
    return 2 * n;
}

static void *pool_worker(void *argument) {
    struct task *task = argument;
    task->result = task->run(task->argument);
    return 0;
}

static void pool_start(struct pool *pool) {
    for (int i = 0; i < 2; i++)
        pthread_create(&pool->threads[i], 0, pool_worker, &pool->tasks[i]);
}

static void pool_wait(struct pool *pool) {
    for (int i = 0; i < 2; i++) pthread_join(pool->threads[i], 0);
}

static int compute(void) {
    struct task tasks[2] = {{twice, 1, 0}, {twice, 2, 0}};
    struct pool pool = {.tasks = tasks};
    pool_start(&pool);
    pool_wait(&pool);
    return tasks[0].result + tasks[1].result;
}

int main(void) {
    return compute() > 6;
}
