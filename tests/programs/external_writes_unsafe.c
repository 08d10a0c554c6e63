// expect: false(unreach-call)
// what: a function without a body writes through the pointer that it is given
#include <assert.h>
#include <pthread.h>

extern int read_sensor(int channel, int *value);
extern void fill(char *text, unsigned size);
struct sample;
extern void take(struct sample *where);
extern void show(const char *text);

struct sample {
    int value;
} static sample;
static int untouched = 3, value = 5;
static char text[2];

void *reader(void *arg) {
    return NULL;
}

int main(void) {
    pthread_t t;
    int kept = 7;
    pthread_create(&t, NULL, reader, NULL);
    read_sensor(2, &value);
    fill(text, sizeof text);
    show("text");
    assert(kept == 7 && value == 5);
    pthread_join(t, NULL);
    return 0;
}
