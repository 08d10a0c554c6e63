// models: strlen strnlen strchr strrchr memchr strspn strcspn strpbrk strstr
#include <string.h>

#include "conformance.h"

static const char text[] = "abcabc\0xyz";

static long place(const char *found) {
    return found ? found - text : -1;
}

int main(void) {
    exact(strlen(""));
    exact(strlen(text));
    exact(strlen(text + 2));
    exact(strnlen(text, 0));
    exact(strnlen(text, 3));
    exact(strnlen(text, 100));
    exact(place(strchr(text, 'b')));
    exact(place(strchr(text, 'x')));
    exact(place(strchr(text, 0)));
    exact(place(strchr(text, 'c' + 256)));
    exact(place(strrchr(text, 'b')));
    exact(place(strrchr(text, 'x')));
    exact(place(strrchr(text, 0)));
    exact(place(memchr(text, 'x', sizeof text)));
    exact(place(memchr(text, 'x', 3)));
    exact(place(memchr(text, 'c', 3)));
    exact(place(memchr(text, 'a' + 512, 2)));
    exact(place(memchr(text, 'a', 0)));
    exact(strspn(text, "ba"));
    exact(strspn(text, ""));
    exact(strspn(text, "abc"));
    exact(strcspn(text, "c"));
    exact(strcspn(text, ""));
    exact(strcspn(text, "xyz"));
    exact(place(strpbrk(text, "cb")));
    exact(place(strpbrk(text, "xy")));
    exact(place(strpbrk(text, "")));
    exact(place(strstr(text, "cab")));
    exact(place(strstr(text, "")));
    exact(place(strstr(text, "abcd")));
    exact(place(strstr(text, "abcabcx")));
    exact(place(strstr(text, "bca")));
    finish();
}
