#include "frontend/library_text.h"

/* The assembler reads the files as they are. */
#define LIBRARY_FILE(file) "    .incbin \"frontend/library/" file "\"\n"

__asm__("    .section .rodata\n"
        "    .global library_text\n"
        "library_text:\n" LIBRARY_FILE("declarations.c") LIBRARY_FILE("sync.c")
            LIBRARY_FILE("string.c") LIBRARY_FILE("format.c") LIBRARY_FILE("system.c")
                LIBRARY_FILE("settings.c") "    .byte 0\n"
                                           "    .previous\n");
