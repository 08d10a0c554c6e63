// expect: false(unreach-call)
// what: both threads get the same struct, so the other result stays 0
#include <assert.h>
#include <pthread.h>

struct job {
    int in[2];
    int out;
};

void *run(void *arg) {
    struct job *job = arg;
    job->out = job->in[0] + job->in[1];
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    struct job jobs[2] = {{{1, 2}, 0}, {{3, 4}, 0}};
    pthread_create(&t1, NULL, run, &jobs[0]);
    pthread_create(&t2, NULL, run, &jobs[0]);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(jobs[0].out == 3);
    assert(jobs[1].out == 7);
    return 0;
}
