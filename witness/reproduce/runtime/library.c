/* Memory, strings, inputs, and the ways in which a program ends. */
#include "runtime.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define REAL(result, name, ...) result __real_##name(__VA_ARGS__)
REAL(void *, malloc, size_t);
REAL(void *, calloc, size_t, size_t);
REAL(char *, strncpy, char *, const char *, size_t);
REAL(int, memcmp, const void *, const void *, size_t);
REAL(_Noreturn void, exit, int);
REAL(_Noreturn void, _exit, int);
REAL(_Noreturn void, abort, void);
REAL(_Noreturn void, __assert_fail, const char *, const char *, unsigned, const char *);
int __real_main(int argc, char **argv, char **environment);

#define HERE() (self ? (void)(self->last_place = CALLER) : (void)0)

/* The how manieth object of its thread it is says which one. */
static void *note_object(void *memory) {
    if (!self || !memory || control_is_inside()) return memory;
    control_lock();
    unsigned nth = self->allocations++;
    for (unsigned i = 0; i < schedule.object_count; i++) {
        object_t *object = schedule.objects[i];
        if (object->kind == OBJECT_HEAP && object->thread == self->number && object->nth == nth)
            object->base = (uintptr_t)memory;
    }
    control_unlock();
    return memory;
}

/* Zeros, as in variables that are not initialised: what heddle takes where nothing asks for more. */
void *__wrap_malloc(size_t size) {
    return note_object(__real_calloc(1, size));
}

void *__wrap_calloc(size_t count, size_t size) {
    void *memory = note_object(__real_calloc(count, size));
    if (memory) access_range(NULL, 0, memory, count * size, false, 0, CALLER);
    return memory;
}

void *__wrap_realloc(void *old, size_t size) {
    void *memory = note_object(__real_calloc(1, size));
    size_t had = old ? malloc_usable_size(old) : 0;
    if (!memory || !old) return memory;
    if (had > size) had = size;
    access_range(old, had, memory, had, true, NO_BYTE, CALLER);
    free(old);
    return memory;
}

char *__wrap_strdup(const char *text) {
    size_t size = __real_strlen(text) + 1;
    char *memory = note_object(__real_malloc(size));
    access_range(text, size, memory, size, true, NO_BYTE, CALLER);
    return memory;
}

void *__wrap_memcpy(void *to, const void *from, size_t size) {
    access_range(from, size, to, size, true, NO_BYTE, CALLER);
    return to;
}

void *__wrap_memmove(void *to, const void *from, size_t size) {
    access_range(from, size, to, size, true, NO_BYTE, CALLER);
    return to;
}

void *__wrap_memset(void *to, int byte, size_t size) {
    access_range(NULL, 0, to, size, false, byte & 255, CALLER);
    return to;
}

/* Both are read by turns. */
static void read_both(const void *a, size_t a_size, const void *b, size_t b_size,
                      const void *code) {
    bool goes_on = true;
    while (goes_on) {
        goes_on = access_range(a, a_size, NULL, 0, false, NO_BYTE, code);
        goes_on |= access_range(b, b_size, NULL, 0, false, NO_BYTE, code);
    }
}

int __wrap_memcmp(const void *a, const void *b, size_t size) {
    read_both(a, size, b, size, CALLER);
    return __real_memcmp(a, b, size);
}

size_t __wrap_strlen(const char *text) {
    access_range(text, __real_strlen(text) + 1, NULL, 0, false, NO_BYTE, CALLER);
    return __real_strlen(text);
}

char *__wrap_strcpy(char *to, const char *from) {
    size_t size = __real_strlen(from) + 1;
    access_range(from, size, to, size, true, NO_BYTE, CALLER);
    return to;
}

char *__wrap_strncpy(char *to, const char *from, size_t most) {
    access_range(from, most, to, most, false, NO_BYTE, CALLER);
    return __real_strncpy(to, from, most);
}

char *__wrap_strcat(char *to, const char *from) {
    size_t size = __real_strlen(from) + 1;
    access_range(to, __real_strlen(to) + 1, NULL, 0, false, NO_BYTE, CALLER);
    access_range(from, size, to + __real_strlen(to), size, true, NO_BYTE, CALLER);
    return to;
}

int __wrap_strcmp(const char *a, const char *b) {
    read_both(a, __real_strlen(a) + 1, b, __real_strlen(b) + 1, CALLER);
    return __real_strcmp(a, b);
}

static int format(char *to, size_t room, const char *form, va_list args, const void *code) {
    char text[4096];
    int length = vsnprintf(text, sizeof text, form, args);
    if (length < 0 || !room) return length;
    size_t size = (size_t)length + 1;
    if (size > sizeof text) size = sizeof text;
    if (size > room) size = room;
    text[size - 1] = 0;
    access_range(text, size, to, size, true, NO_BYTE, code);
    return length;
}

int __wrap_sprintf(char *to, const char *form, ...) {
    va_list args;
    va_start(args, form);
    int length = format(to, SIZE_MAX, form, args, CALLER);
    va_end(args);
    return length;
}

int __wrap_snprintf(char *to, size_t room, const char *form, ...) {
    va_list args;
    va_start(args, form);
    int length = control_is_inside() ? vsnprintf(to, room, form, args)
                                     : format(to, room, form, args, CALLER);
    va_end(args);
    return length;
}

int __wrap_strncmp(const char *a, const char *b, size_t most) {
    size_t a_size = strnlen(a, most), b_size = strnlen(b, most);
    read_both(a, a_size + (a_size < most), b, b_size + (b_size < most), CALLER);
    return __real_strncmp(a, b, most);
}

/* Inputs: the next one of this thread and this function; 0 if heddle did not need it. */
uint64_t heddle_input(const char *name) {
    if (!self || control_is_inside()) return 0;
    control_lock();
    control_settle();
    control_hold_if_idle();
    uint64_t value = 0;
    for (input_t **at = &self->inputs; *at; at = &(*at)->next) {
        if (strcmp((*at)->name, name) != 0) continue;
        value = (*at)->value;
        *at = (*at)->next;
        break;
    }
    control_unlock();
    return value;
}

/* Functions of the C library whose results heddle chooses. */
#define CHOSEN(type, name, parameters)                                                             \
    type __wrap_##name parameters {                                                                \
        return (type)heddle_input(#name);                                                          \
    }
CHOSEN(int, rand, (void))     /* __wrap_rand */
CHOSEN(long, random, (void))  /* __wrap_random */
CHOSEN(int, getpid, (void))   /* __wrap_getpid */
CHOSEN(long, clock, (void))   /* __wrap_clock */
CHOSEN(int, getchar, (void))  /* __wrap_getchar */
CHOSEN(int, fgetc, (void *f)) /* __wrap_fgetc */

#define INPUT(type, name)                                                                          \
    __attribute__((weak)) type __VERIFIER_nondet_##name(void) {                                    \
        return (type)heddle_input("__VERIFIER_nondet_" #name);                                     \
    }
INPUT(_Bool, bool)
INPUT(char, char)
INPUT(signed char, schar)
INPUT(unsigned char, uchar)
INPUT(unsigned char, u8)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(unsigned short, u16)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(unsigned, unsigned)
INPUT(unsigned, unsigned_int)
INPUT(unsigned, u32)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
INPUT(size_t, size_t)
INPUT(char *, pchar)
INPUT(void *, pointer)

#define INPUT_FLOAT(type, bits, name)                                                              \
    __attribute__((weak)) type __VERIFIER_nondet_##name(void) {                                    \
        union {                                                                                    \
            bits number;                                                                           \
            type value;                                                                            \
        } both = {.number = (bits)heddle_input("__VERIFIER_nondet_" #name)};                       \
        return both.value;                                                                         \
    }
INPUT_FLOAT(float, uint32_t, float)
INPUT_FLOAT(double, uint64_t, double)

/* The order is given, so sections need no more. */
__attribute__((weak)) void __VERIFIER_atomic_begin(void) {
}
__attribute__((weak)) void __VERIFIER_atomic_end(void) {
}

__attribute__((weak)) void __VERIFIER_assume(int condition) {
    HERE();
    if (condition || !self) return;
    control_lock();
    control_settle();
    if (self->next) control_differs(self->next, "an assumption does not hold at %s", place_text(CALLER));
    control_hold();
}

__attribute__((weak)) void __VERIFIER_error(void) {
    HERE();
    control_error("__VERIFIER_error", true);
}
__attribute__((weak)) void reach_error(void) {
    HERE();
    control_error("reach_error", true);
}

/* Ends. */

_Noreturn void __wrap___assert_fail(const char *assertion, const char *file, unsigned line,
                                    const char *function) {
    HERE();
    if (self) control_error("__assert_fail", false);
    __real___assert_fail(assertion, file, line, function);
}

_Noreturn void __wrap_abort(void) {
    HERE();
    control_end("abort is called");
    __real_abort();
}

_Noreturn void __wrap_exit(int status) {
    HERE();
    control_end("exit is called");
    __real_exit(status);
}

_Noreturn void __wrap__exit(int status) {
    HERE();
    control_end("_exit is called");
    __real__exit(status);
}

/* As many arguments as heddle chose, all empty but the first. */
int __wrap_main(int argc, char **argv, char **environment) {
    enum { MOST = 64 };
    static char *few[MOST + 1];
    static char nothing[1];
    if (schedule.has_arguments && schedule.argument_count <= MOST) {
        for (unsigned i = 0; i < schedule.argument_count; i++) few[i] = i ? nothing : argv[0];
        argc = (int)schedule.argument_count;
        argv = few;
    }
    int status = __real_main(argc, argv, environment);
    control_end("main returns");
    return status;
}
