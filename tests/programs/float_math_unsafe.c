// expect: false(unreach-call)
// what: the flag is set between the two stores: main sees a scale of 0
#include <assert.h>
#include <math.h>
#include <pthread.h>
_Atomic int ready;
struct { double value; float scale; } job;

static float scaled(float x, double by) {
    return x * by;
}

void *worker(void *arg) {
    job.value = sqrt(2.25) + fabs(-0.5);
    ready = 1;
    job.scale = floorf(2.9f);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (ready) assert(job.value == 2 && scaled(job.scale, job.value) == 4.0f);
    pthread_join(t, 0);
    assert(!isnan(job.value) && isfinite(job.scale) && fmin(job.value, NAN) == 2);
    assert(INFINITY > job.value && round(job.value / 4) == 1 && rint(0.5) == 0);
    return 0;
}
