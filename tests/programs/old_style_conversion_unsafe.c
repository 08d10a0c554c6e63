// expect: false(unreach-call)
// what: what a function defined the old way gets is converted to the type of its parameter before
// what: anything is said of it: 44 each time, so 132 is reached
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
int total;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void add(times, value, sign)
int times;
unsigned char value;
signed char sign;
{
    for (int i = 0; i < times; i++) {
        pthread_mutex_lock(&lock);
        total += sign * value;
        pthread_mutex_unlock(&lock);
    }
}
void *worker(void *unused) {
    add(2, 300, 257);
    return 0;
}
int main() {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    add(1, 300, 257);
    pthread_join(t, 0);
    assert(total != 132);
    return 0;
}
