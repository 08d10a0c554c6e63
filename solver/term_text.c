#include "solver/term_internal.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static const char *const kind_names[TERM_KIND_COUNT] = {
#define TERM_NAME(name, text) text,
    TERM_KINDS(TERM_NAME)
#undef TERM_NAME
};

/* SMT-LIB */

static void print_head(strbuf_t *out, const term_t *t) {
    unsigned inner = t->arity ? t->a[0]->sort.width : 0;
    switch (t->kind) {
    case TERM_EXTRACT:
        strbuf_printf(out, "((_ extract %u %u)", (unsigned)(t->value >> 8),
                      (unsigned)(t->value & 255));
        break;
    case TERM_ZEXT:
    case TERM_SEXT:
        strbuf_printf(out, "((_ %s %u)", kind_names[t->kind], t->sort.width - inner);
        break;
    case TERM_CONST_ARRAY:
        strbuf_printf(out, "((as const (Array (_ BitVec %u) (_ BitVec %u)))", t->sort.index_width,
                      t->sort.width);
        break;
    case TERM_APPLY: strbuf_printf(out, "(f%" PRIu64, t->value); break;
    default: strbuf_printf(out, "(%s", kind_names[t->kind]); break;
    }
}

static void print_leaf(strbuf_t *out, const term_t *t, term_name_t name, void *context) {
    switch (t->kind) {
    case TERM_CONST: strbuf_printf(out, "(_ bv%" PRIu64 " %u)", t->value, t->sort.width); break;
    case TERM_SYMBOL:
        if (name)
            name(out, t->value, t->index, context);
        else
            strbuf_printf(out, "v%" PRIu64 "_%" PRIu32, t->value, t->index);
        break;
    case TERM_APPLY: strbuf_printf(out, "f%" PRIu64, t->value); break;
    default: strbuf_add(out, kind_names[t->kind]); break;
    }
}

void term_print(strbuf_t *out, const term_t *t, term_name_t name, void *context) {
    VEC(struct {
        const term_t *t;
        size_t next;
    })
    stack = {0};
    VEC_RESERVE(stack, 64);
    stack.data[stack.len].t = t;
    stack.data[stack.len++].next = 0;
    while (stack.len) {
        const term_t *top = VEC_TOP(stack).t;
        size_t next = VEC_TOP(stack).next++;
        if (top->arity == 0) {
            print_leaf(out, top, name, context);
            stack.len--;
        } else if (next == top->arity) {
            strbuf_add(out, ")");
            stack.len--;
        } else {
            if (next == 0) print_head(out, top);
            strbuf_add(out, " ");
            VEC_RESERVE(stack, stack.len + 1);
            stack.data[stack.len].t = top->a[next];
            stack.data[stack.len++].next = 0;
        }
    }
    VEC_FREE(stack);
}

/* The text for pipes: one line per distinct subterm, children first,
 *   KIND SORT WIDTH INDEX-WIDTH VALUE INDEX ARITY CHILD*
 * where a child is the number of its line, then a line "= COUNT ROOT*", and
 * "." at the end, so that a text cut short is noticed. Numbers are hexadecimal. */

static void write_number(strbuf_t *out, uint64_t number) {
    static const char digits[] = "0123456789abcdef";
    char text[17];
    size_t at = sizeof text;
    text[--at] = ' ';
    do {
        text[--at] = digits[number & 15];
        number >>= 4;
    } while (number);
    strbuf_add_bytes(out, text + at, sizeof text - at);
}

static void write_line(strbuf_t *out, const term_t *t, const map64_t *lines) {
    const uint64_t fields[] = {t->kind,  t->sort.kind, t->sort.width, t->sort.index_width,
                               t->value, t->index,     t->arity};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) write_number(out, fields[i]);
    for (size_t i = 0; i < t->arity; i++) {
        uint64_t line = 0;
        map64_get(lines, t->a[i]->id, &line);
        write_number(out, line);
    }
    strbuf_add(out, "\n");
}

void term_write(terms_t *terms, strbuf_t *out, const term_t *const *list, size_t count) {
    map64_t lines = {0};
    walk_t *walk = walk_begin(terms);
    for (size_t i = 0; i < count; i++) VEC_PUSH(walk->stack, list[i]);
    while (walk->stack.len) {
        const term_t *top = VEC_TOP(walk->stack);
        if (walk_seen(walk, top)) {
            walk->stack.len--;
            continue;
        }
        size_t before = walk->stack.len;
        for (size_t i = 0; i < top->arity; i++)
            if (!walk_seen(walk, top->a[i])) VEC_PUSH(walk->stack, top->a[i]);
        if (walk->stack.len > before) continue;
        write_line(out, top, &lines);
        map64_put(&lines, top->id, lines.len);
        walk_mark(walk, top, NULL);
        walk->stack.len--;
    }
    walk_end(terms, walk);
    strbuf_add(out, "= ");
    write_number(out, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t line = 0;
        map64_get(&lines, list[i]->id, &line);
        write_number(out, line);
    }
    strbuf_add(out, "\n.\n");
    map64_free(&lines);
}

static bool read_number(const char **at, uint64_t max, uint64_t *number) {
    const char *p = *at;
    while (*p == ' ') p++;
    *number = 0;
    const char *start = p;
    for (; isxdigit((unsigned char)*p); p++) {
        if (p - start >= 16) return false;
        unsigned digit =
            isdigit((unsigned char)*p) ? (unsigned)(*p - '0') : (unsigned)(tolower(*p) - 'a' + 10);
        *number = *number << 4 | digit;
    }
    *at = p;
    return p > start && *number <= max;
}

/* count numbers of earlier lines. */
static bool read_refs(const char **at, uint64_t count, const term_vec_t *lines, term_vec_t *out) {
    for (uint64_t i = 0; i < count; i++) {
        uint64_t line;
        if (!read_number(at, UINT64_MAX, &line) || line >= lines->len) return false;
        VEC_PUSH(*out, lines->data[line]);
    }
    return true;
}

static bool read_end_of_line(const char **at) {
    while (**at == ' ') ++*at;
    if (**at != '\n') return false;
    ++*at;
    return true;
}

static bool read_line(terms_t *terms, const char **at, term_vec_t *lines, term_vec_t *args) {
    enum { KIND, SORT, WIDTH, INDEX_WIDTH, VALUE, INDEX, ARITY, FIELDS };
    static const uint64_t max[FIELDS] = {TERM_KIND_COUNT - 1, SORT_ARRAY, 64,        64,
                                         UINT64_MAX,          UINT32_MAX, UINT32_MAX};
    uint64_t field[FIELDS];
    for (int i = 0; i < FIELDS; i++)
        if (!read_number(at, max[i], &field[i])) return false;
    VEC_CLEAR(*args);
    if (!read_refs(at, field[ARITY], lines, args) || !read_end_of_line(at)) return false;
    sort_t sort = {(sort_kind_t)field[SORT], (uint8_t)field[WIDTH], (uint8_t)field[INDEX_WIDTH]};
    term_kind_t kind = (term_kind_t)field[KIND];
    if (!term_fits(kind, sort, field[VALUE], args->data, args->len)) return false;
    const term_t *t = term_rebuild(terms, kind, sort, field[VALUE], (uint32_t)field[INDEX],
                                   args->data, args->len);
    VEC_PUSH(*lines, t);
    return true;
}

bool term_read(terms_t *terms, const char *text, term_vec_t *list) {
    term_vec_t lines = {0}, args = {0};
    bool ok = true;
    size_t before = list->len;
    while (ok && *text != '=') ok = read_line(terms, &text, &lines, &args);
    uint64_t count;
    if (ok) {
        text++;
        ok = read_number(&text, UINT32_MAX, &count) && read_refs(&text, count, &lines, list) &&
             read_end_of_line(&text) && strcmp(text, ".\n") == 0;
    }
    if (!ok) list->len = before;
    VEC_FREE(lines);
    VEC_FREE(args);
    return ok;
}
