// expect: false(unreach-call)
// what: settings of threads that are not valid are refused with an error; a valid one is not
#include <pthread.h>

extern void reach_error(void);

int main(void) {
    pthread_attr_t attributes;
    pthread_mutexattr_t mutex;
    pthread_attr_init(&attributes);
    pthread_mutexattr_init(&mutex);
    int refused = !!pthread_attr_setdetachstate(&attributes, 7);
    refused += !!pthread_attr_setstacksize(&attributes, 65536);
    refused += !!pthread_mutexattr_setpshared(&mutex, -1);
    if (refused != 3) reach_error();
    return 0;
}
