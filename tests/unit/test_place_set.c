#include "tests/unit/test.h"

#include "cfa/place_set.h"

TEST(members_come_in_order) {
    static const location_t members[] = {0, 5, 63, 64, 65, 1000};
    place_set_t set = {0};
    for (int i = 5; i >= 0; i--) {
        CHECK(place_set_add(&set, members[i]));
        CHECK(!place_set_add(&set, members[i]));
    }
    int seen = 0;
    for (location_t p = 0; place_set_next(&set, &p); p++) CHECK_EQ(p, members[seen++]);
    CHECK_EQ(seen, 6);
    place_set_clear(&set);
    location_t p = 0;
    CHECK(!place_set_next(&set, &p));
    CHECK(place_set_add(&set, 64)); /* old words must not come back */
    p = 0;
    CHECK(place_set_next(&set, &p) && p == 64);
    place_set_free(&set);
}

TEST(joins_say_whether_they_grew) {
    place_set_t a = {0}, b = {0};
    place_set_add(&a, 3);
    place_set_add(&b, 300);
    b.number = true;
    CHECK(place_set_join_places(&a, &b) && !a.number);
    CHECK(!place_set_join_places(&a, &b));
    CHECK(place_set_join(&a, &b) && a.number);
    CHECK(!place_set_join(&a, &b));
    location_t p = 4;
    CHECK(place_set_next(&a, &p) && p == 300);
    place_set_free(&a);
    place_set_free(&b);
}
