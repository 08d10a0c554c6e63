#include "tests/unit/test.h"

#include "cfa/passes.h"
#include "frontend/frontend.h"
#include "witness/output/ghosts.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct ghost_world {
    char path[64];
    program_t *program;
    source_text_t *text;
    ghosts_t ghosts;
} ghost_world_t;

/* The ghosts of a program with these declarations and this main. */
static ghost_world_t ghosts_of(const char *declarations, const char *main) {
    ghost_world_t world = {.path = "/tmp/heddle-test-XXXXXX.c"};
    int descriptor = mkstemps(world.path, 2);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!file) abort();
    fprintf(file, "#include <pthread.h>\n%s\nint main(void) {\n%s\n}\n", declarations, main);
    fclose(file);
    const char *files[] = {world.path};
    property_set_t properties = {.count = 1, .at = {property_default()}};
    frontend_options_t options = {
        .files = files, .file_count = 1, .pointer_bits = 64, .properties = &properties};
    strbuf_t errors = {0};
    world.program = frontend_load(&options, &errors);
    CHECK_STR(strbuf_text(&errors), "");
    strbuf_free(&errors);
    passes_run(world.program);
    world.text = source_text_new();
    ghosts_find(&world.ghosts, world.program, world.text);
    return world;
}

static void world_free(ghost_world_t *world) {
    ghosts_free(&world->ghosts);
    source_text_delete(world->text);
    program_delete(world->program);
    unlink(world->path);
}

TEST(a_mutex_has_a_ghost_with_an_update_at_each_call) {
    ghost_world_t world = ghosts_of("struct { int x; pthread_mutex_t lock; } s[2];",
                                    "pthread_mutex_init(&s[1].lock, NULL);\n"
                                    "pthread_mutex_lock(&s[1].lock);\n"
                                    "pthread_mutex_unlock ( & s[1].lock ) ;\n");
    CHECK_EQ(world.ghosts.len, 1);
    ghost_t *ghost = &world.ghosts.data[0];
    CHECK_STR(ghost->name, "s_1_lock_locked");
    CHECK_EQ(ghost->updates.len, 3);
    for (size_t i = 0; i < 3; i++) {
        CHECK_EQ(ghost->updates.data[i].at.line, 4 + i);
        CHECK_EQ(ghost->updates.data[i].is_locked, i == 1);
    }
    CHECK(ghosts_content(&world.ghosts) == NULL); /* nothing names it */
    ghost->is_used = true;
    cJSON *content = ghosts_content(&world.ghosts);
    CHECK_EQ(cJSON_GetArraySize(cJSON_GetObjectItem(content, "ghost_variables")), 1);
    CHECK_EQ(cJSON_GetArraySize(cJSON_GetObjectItem(content, "ghost_updates")), 3);
    cJSON_Delete(content);
    world_free(&world);
}

TEST(a_mutex_has_no_ghost_if_some_step_is_no_statement) {
    static const char *const mains[] = {
        "if (pthread_mutex_lock(&m)) return 1;",
        "int code = pthread_mutex_lock(&m);",
        "pthread_mutex_trylock(&m);",
        "if (x) pthread_mutex_lock(&m);",
        "pthread_mutex_t *p = &m; pthread_mutex_lock(p);",
        "LOCK;",
        "pthread_cond_wait(&c, &m);",
    };
    for (size_t i = 0; i < sizeof mains / sizeof *mains; i++) {
        strbuf_t text = {0};
        strbuf_printf(&text, "pthread_mutex_lock(&m);\n%s\npthread_mutex_unlock(&m);", mains[i]);
        ghost_world_t world = ghosts_of("pthread_mutex_t m; pthread_cond_t c; volatile int x;\n"
                                        "#define LOCK pthread_mutex_lock(&m)",
                                        text.data);
        if (world.ghosts.len) printf("%s\n", mains[i]);
        CHECK_EQ(world.ghosts.len, 0);
        world_free(&world);
        strbuf_free(&text);
    }
}

TEST(a_ghost_has_a_name_of_its_own) {
    ghost_world_t world =
        ghosts_of("pthread_mutex_t m, n; int m_locked;",
                  "pthread_mutex_lock(&m);\npthread_mutex_lock(&n);\nm_locked = 1;");
    CHECK_EQ(world.ghosts.len, 1);
    CHECK_STR(world.ghosts.data[0].name, "n_locked");
    world_free(&world);
}
