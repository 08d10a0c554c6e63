#include "cfa/passes.h"

#include "cfa/check.h"
#include "util/mem.h"

static void check_after(const program_t *program, const char *pass) {
#ifdef HEDDLE_DEBUG
    strbuf_t problems = {0};
    if (!check_program(program, &problems)) {
        strbuf_printf(&problems, "after pass %s", pass);
        misuse(__func__, strbuf_text(&problems));
    }
    strbuf_free(&problems);
#else
    (void)program, (void)pass;
#endif
}

void passes_run(program_t *program) {
    check_after(program, "lowering");
#define PASS_RUN(name)                                                                             \
    name##_run(program);                                                                           \
    check_after(program, #name);
    PASSES(PASS_RUN)
#undef PASS_RUN
}
