#include "witness/reproduce/runtime_text.h"

/* The assembler reads the files as they are. */
#define RUNTIME_FILES(X)                                                                           \
    X(runtime_h, "runtime.h")                                                                      \
    X(schedule_c, "schedule.c")                                                                    \
    X(control_c, "control.c")                                                                      \
    X(place_c, "place.c")                                                                          \
    X(access_c, "access.c")                                                                        \
    X(threads_c, "threads.c")                                                                      \
    X(library_c, "library.c")

#define INCLUDE_TEXT(symbol, file)                                                                 \
    __asm__("    .section .rodata\n"                                                               \
            "    .global runtime_" #symbol "\n"                                                    \
            "runtime_" #symbol ":\n"                                                               \
            "    .incbin \"witness/reproduce/runtime/" file "\"\n"                                 \
            "    .byte 0\n"                                                                        \
            "    .previous\n");                                                                    \
    extern const char runtime_##symbol[];
RUNTIME_FILES(INCLUDE_TEXT)

const runtime_file_t runtime_files[RUNTIME_FILE_COUNT] = {
#define FILE_ROW(symbol, file) {file, runtime_##symbol},
    RUNTIME_FILES(FILE_ROW)
#undef FILE_ROW
};
