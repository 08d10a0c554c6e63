// expect: true
// what: lengths, copies, comparisons and searches of text; moves that overlap; under a lock text is seen whole
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

char name[8];
int numbers[4] = {1, 2, 3, 4};
pthread_mutex_t lock;

void *writer(void *arg) {
    pthread_mutex_lock(&lock);
    strcpy(name, (char *)arg);
    strcat(name, "-4");
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, "ab");
    pthread_mutex_lock(&lock);
    assert(strlen(name) == 0 || strcmp(name, "ab-4") == 0);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    char *dash = strchr(name, '-');
    assert(dash == name + 2 && strrchr(name, 'x') == NULL);
    assert(atoi(dash) == -4);
    assert(strncmp(name, "ax", 1) == 0 && strncmp(name, "ax", 2) < 0);
    char *copy = strdup(name);
    assert(strstr(copy, "b-") == copy + 1 && memcmp(copy, name, 5) == 0);
    char *rest, *end;
    assert(strspn(name, "ba") == 2 && strcspn(name, "4") == 3);
    assert(strcmp(strtok_r(copy, "-", &rest), "ab") == 0 && strtol(rest, &end, 16) == 4);
    assert(*end == 0 && strtok_r(NULL, "-", &rest) == rest - 1);
    free(copy);
    memmove(numbers + 1, numbers, 2 * sizeof(int));
    assert(numbers[1] == 1 && numbers[2] == 2 && numbers[3] == 4);
    memmove(numbers, numbers + 1, 3 * sizeof(int));
    assert(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 4);
    return 0;
}
