// expect: false(valid-deref)
// args: --property valid-deref
// what: the end of the queue still points to the job that was taken and freed
// analysis: value predicate+value
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int amount;
};

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct job *first, *last;
    int is_closed;
};

static struct queue jobs = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0};

static void queue_push(struct queue *queue, int amount) {
    struct job *job = malloc(sizeof *job);
    job->next = 0;
    job->amount = amount;
    pthread_mutex_lock(&queue->lock);
    if (queue->last)
        queue->last->next = job;
    else
        queue->first = job;
    queue->last = job;
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
}

static struct job *queue_pop(struct queue *queue) {
    pthread_mutex_lock(&queue->lock);
    while (!queue->first && !queue->is_closed) pthread_cond_wait(&queue->filled, &queue->lock);
    struct job *job = queue->first;
    if (job) {
        queue->first = job->next;
    }
    pthread_mutex_unlock(&queue->lock);
    return job;
}

static void queue_close(struct queue *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->is_closed = 1;
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
}

static void *worker(void *sum) {
    for (struct job *job = queue_pop(&jobs); job; job = queue_pop(&jobs)) {
        *(int *)sum += job->amount;
        free(job);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    int sum = 0;
    pthread_create(&thread, 0, worker, &sum);
    queue_push(&jobs, 1);
    queue_push(&jobs, 2);
    queue_close(&jobs);
    pthread_join(thread, 0);
    return sum - 3;
}
