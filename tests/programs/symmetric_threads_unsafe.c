// expect: false(unreach-call)
// what: threads of one routine with different arguments; the one with argument 2 must run after the one with 1, whatever their numbers
#include <pthread.h>

void reach_error(void);

int last;

void *writer(void *argument) {
    int number = (int)(long)argument;
    int seen = last;
    last = number;
    if (seen == 1 && number == 2) last = 3;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, (void *)2);
    pthread_create(&t, 0, writer, (void *)1);
    pthread_create(&t, 0, writer, (void *)0);
    if (last == 3) reach_error();
    return 0;
}
