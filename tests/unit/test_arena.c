#include "tests/unit/test.h"

#include "util/arena.h"

TEST(blocks_are_zeroed_aligned_and_apart) {
    arena_t *arena = arena_new();
    unsigned char *blocks[500];
    for (size_t i = 0; i < 500; i++) {
        blocks[i] = arena_alloc(arena, i + 1);
        CHECK_EQ((uintptr_t)blocks[i] % 16, 0);
        for (size_t j = 0; j <= i; j++)
            if (blocks[i][j] != 0) CHECK(!"zeroed");
        memset(blocks[i], (int)(i & 0xff), i + 1);
    }
    for (size_t i = 0; i < 500; i++)
        for (size_t j = 0; j <= i; j++)
            if (blocks[i][j] != (i & 0xff)) CHECK(!"kept its contents");
    arena_delete(arena);
}

TEST(a_large_block_leaves_the_open_chunk_in_use) {
    arena_t *arena = arena_new();
    char *before = arena_alloc(arena, 16);
    memset(arena_alloc(arena, 1 << 20), 7, 1 << 20);
    char *after = arena_alloc(arena, 16);
    CHECK_EQ(after - before, 16);
    CHECK(arena_bytes(arena) > (1 << 20));
    arena_delete(arena);
}

TEST(first_block_may_be_large) {
    arena_t *arena = arena_new();
    memset(arena_alloc(arena, 100000), 1, 100000);
    char *small = arena_alloc(arena, 8);
    CHECK_EQ(small[0], 0);
    arena_delete(arena);
}

TEST(strings) {
    arena_t *arena = arena_new();
    CHECK_STR(arena_strdup(arena, ""), "");
    CHECK_STR(arena_strdup(arena, "heddle"), "heddle");
    CHECK_STR(arena_printf(arena, "%s-%d", "x", -3), "x--3");
    arena_delete(arena);
    arena_delete(NULL);
}
