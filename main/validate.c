#include "main/validate.h"

#include "witness/output/sha256.h"
#include "witness/validate/weave.h"

#include <errno.h>
#include <string.h>

static bool read_text(const char *path, strbuf_t *out, strbuf_t *error) {
    FILE *stream = fopen(path, "rb");
    char chunk[4096];
    for (size_t got; stream && (got = fread(chunk, 1, sizeof chunk, stream)) > 0;)
        strbuf_add_bytes(out, chunk, got);
    bool is_read = stream && !ferror(stream);
    if (!is_read) strbuf_printf(error, "%s: %s", path, strerror(errno));
    if (stream) fclose(stream);
    return is_read;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* A witness says of which contents of the file it speaks. */
static bool is_same_program(const witness_file_t *witness, const char *file, const strbuf_t *text) {
    char digits[65];
    sha256_t hash;
    sha256_init(&hash);
    sha256_add(&hash, strbuf_text(text), text->len);
    sha256_finish(&hash, digits);
    for (size_t i = 0; i < witness->files.len; i++)
        if (strcmp(base_name(witness->files.data[i]), base_name(file)) == 0 &&
            *witness->hashes.data[i])
            return strcasecmp(witness->hashes.data[i], digits) == 0;
    return true; /* it does not say */
}

static bool weave_file(validation_t *v, const char *file, const char *const *functions,
                       strbuf_t *error) {
    strbuf_t text = {0};
    bool is_good = read_text(file, &text, error);
    const char *woven = NULL;
    if (is_good && !is_same_program(&v->witness, file, &text)) {
        strbuf_printf(error, "%s: the witness is one of another file of this name", file);
        is_good = false;
    }
    if (is_good)
        woven = weave(v->arena, &v->witness, file, strbuf_text(&text), text.len, functions,
                      &v->is_own, error);
    VEC_PUSH(v->texts, woven);
    strbuf_free(&text);
    return woven != NULL;
}

bool validation_begin(validation_t *v, const options_t *options, const property_set_t *properties,
                      strbuf_t *error) {
    *v = (validation_t){.arena = arena_new(), .properties = *properties};
    const property_t *property = &properties->at[0];
    const char *named[] = {property->function, NULL};
    const char *const *functions = property->function ? named : property->class->functions;
    if (!witness_read(&v->witness, v->arena, options->validate, error)) return false;
    if (!functions || properties->count != 1 || options->files.len != 1) {
        strbuf_add(error, functions ? "--validate takes one file and one property"
                                    : "--validate is for assertions");
        return false;
    }
    if (!weave_file(v, options->files.data[0], functions, error)) return false;
    v->head = weave_head(v->arena, &v->witness);
    if (v->is_own) v->properties.at[0].function = WEAVE_VIOLATION;
    return true;
}

void validation_free(validation_t *v) {
    witness_file_free(&v->witness);
    VEC_FREE(v->texts);
    arena_delete(v->arena);
}

void validation_end(const validation_t *v, const options_t *options, run_t *run) {
    FILE *stream = run_stream(options);
    bool is_violation = v->witness.kind == WITNESS_OF_VIOLATION;
    verdict_t confirming = is_violation ? VERDICT_FALSE : VERDICT_TRUE;
    if (!run->has_verdict) return;
    if (run->verdict == VERDICT_UNKNOWN) {
        fprintf(stream, "validation: undecided\n");
        return;
    }
    bool follows = !is_violation || v->is_own || run->passes_target;
    bool is_confirmed = run->verdict == confirming && follows;
    bool is_elsewhere = run->verdict == confirming && !follows;
    fprintf(stream, "validation: %s\n",
            is_confirmed   ? "confirmed"
            : is_elsewhere ? "undecided"
                           : "refuted");
    if (is_confirmed) return;
    run_set_unknown(run, EXIT_CODE_UNKNOWN,
                    is_elsewhere   ? "a violation was found that does not follow the witness"
                    : is_violation ? "no run that follows the witness violates the property"
                                   : "an invariant of the witness, or the property, is violated");
}
