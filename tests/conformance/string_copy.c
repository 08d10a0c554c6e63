// models: strcpy strncpy strcat strncat strdup strtok strtok_r memset memcpy memmove
//   __builtin_memset __builtin_memcpy __builtin_memmove
// assumes: memory is there for strdup
#include <stdlib.h>
#include <string.h>

#include "conformance.h"

static char buffer[12];

static void look(const char *returned) {
    exact(returned - buffer);
    for (unsigned i = 0; i < sizeof buffer; i++) exact(buffer[i]);
}

static void fill(void) {
    for (unsigned i = 0; i < sizeof buffer; i++) buffer[i] = (char)('A' + i);
}

int main(void) {
    fill();
    look(strcpy(buffer, "abc"));
    look(strcat(buffer, "de"));
    look(strncat(buffer, "fghi", 2));
    look(strncat(buffer, "x", 5));
    fill();
    look(strncpy(buffer, "abcdef", 3));
    look(strncpy(buffer, "a", 5));
    look(strncpy(buffer, "zz", 0));
    fill();
    look(memset(buffer + 1, 0x1ff, 3));
    look(memcpy(buffer + 2, "xyz", 3));
    look(memmove(buffer + 1, buffer, 6));
    look(memmove(buffer, buffer + 2, 6));
    look(__builtin_memset(buffer, 7, 2));
    look(__builtin_memcpy(buffer + 6, "pq", 2));
    look(__builtin_memmove(buffer + 1, buffer + 5, 3));
    char *copy = strdup("dup");
    exact(strlen(copy));
    exact(copy[2]);
    free(copy);

    strcpy(buffer, ",a,,bc,");
    look(strtok(buffer, ","));
    look(strtok(NULL, ","));
    exact(strtok(NULL, ",") == NULL);
    exact(strtok(NULL, ",") == NULL);
    char *rest;
    strcpy(buffer, "k=v;w");
    look(strtok_r(buffer, "=", &rest));
    exact(rest - buffer);
    look(strtok_r(NULL, ";", &rest));
    look(strtok_r(NULL, ";", &rest));
    exact(strtok_r(NULL, ";", &rest) == NULL);
    finish();
}
