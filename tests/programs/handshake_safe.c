// expect: true
// what: request and answer by two flags: the answer belongs to the request
#include <assert.h>
#include <pthread.h>

int request, answer, input, output;

void *server(void *arg) {
    while (!request) {
    }
    output = input + 1;
    answer = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, server, NULL);
    input = 4;
    request = 1;
    while (!answer) {
    }
    assert(output == 5);
    return 0;
}
