#include "witness/report/page_text.h"

/* The assembler reads the file as it is. */
__asm__("    .section .rodata\n"
        "    .global page_text\n"
        "page_text:\n"
        "    .incbin \"witness/report/page.html\"\n"
        "    .byte 0\n"
        "    .previous\n");
