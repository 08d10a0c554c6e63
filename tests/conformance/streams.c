// models: printf __builtin_printf fprintf vprintf vfprintf puts putchar putc fputs fputc fflush perror
//   setbuf setvbuf dprintf scanf fscanf fopen fclose feof ferror fwrite write fgets fgetc getchar strerror
// assumes: reading gives anything, writing may fail
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "conformance.h"

static int print(FILE *file, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int result = file ? vfprintf(file, format, list) : vprintf(format, list);
    va_end(list);
    return result;
}

int main(void) {
    char line[4] = "";
    int number = 3;
    setbuf(stdin, NULL);
    possible(setvbuf(stdout, NULL, _IONBF, 0));
    possible(printf("%d\n", 12));
    possible(__builtin_printf("abc\n"));
    possible(fprintf(stdout, "%s", "text\n"));
    possible(print(NULL, "%d", 5));
    possible(print(stdout, "%d", 55));
    possible(dprintf(1, "x"));
    possible(puts("line"));
    possible(putchar(300));
    possible(putc('b', stdout));
    possible(fputc('c', stdout));
    possible(fputs("text", stdout));
    possible(fwrite("abcd", 2, 2, stdout));
    possible(write(1, "abc", 3));
    possible(write(-1, "abc", 3));
    possible(fflush(stdout));
    possible(fflush(NULL));
    perror("perror");
    possible(getchar());
    possible(feof(stdin));
    possible(ferror(stdin));
    possible(fgets(line, sizeof line, stdin) == NULL);
    possible(scanf("%d", &number));
    possible(fopen("/this/is/not/there", "r") == NULL);
    FILE *file = fopen("/dev/zero", "r");
    possible(file != NULL);
    if (!file) return 0;
    possible(fgetc(file));
    possible(fgets(line, sizeof line, file) == line);
    possible(line[0]);
    possible(fscanf(file, "%d", &number));
    possible(fclose(file));
    exact(strerror(2) != NULL);
    finish();
}
