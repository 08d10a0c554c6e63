// expect: false(unreach-call)
// what: memset writes padding too
#include <assert.h>
#include <string.h>

struct padded {
    char tag;
    int number;
};

struct triple {
    int a, b, c;
};

static struct padded first, second;

int main(void) {
    memset(&first, 0xff, sizeof first);
    assert(((unsigned char *)&first)[1] == 0);
    memcpy(&second, &first, sizeof second);
    assert(((unsigned char *)&second)[3] == 0xff && memcmp(&first, &second, sizeof first) == 0);
    memset(&first, 0, sizeof first);
    memmove(&second, &first, sizeof second);
    assert(((unsigned char *)&second)[2] == 0);
    int numbers[4] = {1, 2, 3, 4};
    struct triple *from = (struct triple *)numbers, *to = (struct triple *)(numbers + 1);
    memmove(to, from, sizeof *to);
    assert(numbers[0] == 1 && numbers[1] == 1 && numbers[2] == 2 && numbers[3] == 3);
    return 0;
}
