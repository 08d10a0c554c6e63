// expect: true
// what: a function without a body changes the member or the array that it is given, and nothing beside
// args: --external pure
#include <assert.h>
#include <pthread.h>

extern void measure(int *value);
extern void fill(char *text, unsigned size);

struct sensor {
    int number;
    struct {
        int low, high;
    } range;
    char name[3];
} sensors[2];
int table[3];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *reader(void *arg) {
    struct sensor *sensor = arg;
    pthread_mutex_lock(&lock);
    measure(&sensor->range.high);
    fill(sensor->name, sizeof sensor->name);
    sensor->number++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, &sensors[1]);
    pthread_mutex_lock(&lock);
    measure(&sensors[0].range.low);
    measure(table + 1);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    assert(sensors[0].number == 0 && sensors[0].range.high == 0);
    assert(sensors[1].number == 1 && sensors[1].range.low == 0);
    return 0;
}
