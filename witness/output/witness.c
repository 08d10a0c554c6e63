#include "witness/output/witness.h"

#include "witness/output/sha256.h"
#include "witness/output/uuid.h"
#include "witness/output/witness_entry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool witness_fail(char **why, const char *what, const char *path) {
    strbuf_t text = {0};
    strbuf_printf(&text, "%s %s: %s", what, path, strerror(errno));
    *why = mem_strdup(strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

bool witness_hash_file(const char *path, char out[65], char **why) {
    FILE *file = fopen(path, "rb");
    if (!file) return witness_fail(why, "cannot read", path);
    sha256_t hash;
    sha256_init(&hash);
    char chunk[65536];
    size_t count;
    while ((count = fread(chunk, 1, sizeof chunk, file)) > 0) sha256_add(&hash, chunk, count);
    bool is_read = !ferror(file);
    fclose(file);
    if (!is_read) return witness_fail(why, "cannot read", path);
    sha256_finish(&hash, out);
    return true;
}

void witness_time(char out[32]) {
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

const char *witness_specification(const witness_task_t *task) {
    if (task->specification) return task->specification;
    const char *text = task->property ? task->property->text : NULL;
    return text ? text : "CHECK( init(main()), LTL(G ! call(reach_error())) )";
}

static cJSON *make_task(const witness_task_t *task, char **why) {
    cJSON *json = cJSON_CreateObject();
    cJSON *files = cJSON_AddArrayToObject(json, "input_files");
    cJSON *hashes = cJSON_AddObjectToObject(json, "input_file_hashes");
    for (size_t i = 0; i < task->file_count; i++) {
        char digits[65];
        if (!witness_hash_file(task->files[i], digits, why)) {
            cJSON_Delete(json);
            return NULL;
        }
        cJSON_AddItemToArray(files, cJSON_CreateString(task->files[i]));
        cJSON_AddStringToObject(hashes, task->files[i], digits);
    }
    cJSON_AddStringToObject(json, "specification", witness_specification(task));
    cJSON_AddStringToObject(json, "data_model", task->data_model ? task->data_model : "ILP32");
    cJSON_AddStringToObject(json, "language", "C");
    return json;
}

static cJSON *make_metadata(const witness_task_t *task, const char *version, char **why) {
    cJSON *subject = make_task(task, why);
    if (!subject) return NULL;
    cJSON *json = cJSON_CreateObject();
    char uuid[37], when[32];
    uuid_random(uuid);
    witness_time(when);
    cJSON_AddStringToObject(json, "format_version", version);
    cJSON_AddStringToObject(json, "uuid", uuid);
    cJSON_AddStringToObject(json, "creation_time", when);
    cJSON *producer = cJSON_AddObjectToObject(json, "producer");
    cJSON_AddStringToObject(producer, "name", "heddle");
    cJSON_AddStringToObject(producer, "version", task->version ? task->version : "");
    if (task->configuration)
        cJSON_AddStringToObject(producer, "configuration", task->configuration);
    if (task->command_line) cJSON_AddStringToObject(producer, "command_line", task->command_line);
    cJSON_AddItemToObject(json, "task", subject);
    return json;
}

cJSON *witness_location(source_t at, const function_t *function) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "file_name", at.file ? at.file : "");
    cJSON_AddNumberToObject(json, "line", at.line);
    if (at.column) cJSON_AddNumberToObject(json, "column", at.column);
    if (function) cJSON_AddStringToObject(json, "function", function->name);
    return json;
}

/* YAML forbids the tabs that JSON is printed with; inside strings they are
 * escaped, so all that remain are between tokens. */
static void without_tabs(strbuf_t *out, const char *text) {
    bool at_start = true;
    for (; *text; text++) {
        if (*text == '\t')
            strbuf_add(out, at_start ? "  " : " ");
        else
            strbuf_add_bytes(out, text, 1);
        at_start = *text == '\n' || (at_start && *text == '\t');
    }
}

/* The length of the character that text begins with, in UTF-8; 0: it is none. */
static size_t character_length(const unsigned char *text) {
    size_t length = *text < 0x80                     ? 1
                    : *text >= 0xc2 && *text < 0xe0  ? 2
                    : *text >= 0xe0 && *text < 0xf0  ? 3
                    : *text >= 0xf0 && *text <= 0xf4 ? 4
                                                     : 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80) return 0;
    bool is_other = (*text == 0xe0 && text[1] < 0xa0) || (*text == 0xed && text[1] > 0x9f) ||
                    (*text == 0xf0 && text[1] < 0x90) || (*text == 0xf4 && text[1] > 0x8f);
    return is_other ? 0 : length;
}

/* Names of files are any bytes, JSON is not. */
static void make_utf8(char *text) {
    for (size_t length; *text; text += length ? length : 1) {
        length = character_length((const unsigned char *)text);
        if (!length) *text = '?';
    }
}

/* Takes content. false: *why says why. */
static bool add_entry(cJSON *list, const witness_task_t *task, const char *type,
                      const char *version, cJSON *content, char **why) {
    cJSON *metadata = make_metadata(task, version, why);
    if (!metadata) {
        cJSON_Delete(content);
        return false;
    }
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddItemToArray(list, entry);
    cJSON_AddStringToObject(entry, "entry_type", type);
    cJSON_AddItemToObject(entry, "metadata", metadata);
    cJSON_AddItemToObject(entry, "content", content);
    return true;
}

/* The whole file; takes the list. */
static char *make_text(cJSON *list) {
    char *printed = cJSON_Print(list);
    REQUIRE(printed != NULL);
    cJSON_Delete(list);
    strbuf_t text = {0};
    make_utf8(printed);
    without_tabs(&text, printed);
    cJSON_free(printed);
    return text.data;
}

static char *violation_yaml(const witness_task_t *task, const replay_t *replay, char **why) {
    cJSON *list = cJSON_CreateArray();
    const char *version = task->format == WITNESS_YAML_2_0 ? "2.0" : "2.2";
    if (add_entry(list, task, "violation_sequence", version,
                  witness_violation_content(replay, task->format), why))
        return make_text(list);
    cJSON_Delete(list);
    return NULL;
}

static char *proof_yaml(const witness_task_t *task, const proof_t *proof, const bool *open_nodes,
                        char **why) {
    cJSON *list = cJSON_CreateArray(), *ghosts;
    cJSON *invariants = witness_invariant_content(task, proof, open_nodes, &ghosts);
    const char *version = ghosts ? "2.1" : "2.0";
    if (add_entry(list, task, "invariant_set", version, invariants, why) &&
        (!ghosts || add_entry(list, task, "ghost_instrumentation", version, ghosts, why)))
        return make_text(list);
    cJSON_Delete(list);
    return NULL;
}

/* Where the property does not name one function, the witness says which one was called. */
static void name_violation(witness_task_t *task, const replay_t *replay, strbuf_t *text) {
    const property_t *property = task->property;
    const char *name = replay->steps.len ? VEC_TOP(replay->steps).edge->text : NULL;
    bool is_open = !property || (property->class->functions && !property->function);
    if (!is_open || !name || VEC_TOP(replay->steps).edge->kind != EDGE_ERROR) return;
    strbuf_printf(text, "CHECK( init(main()), LTL(G ! call(%s())) )", name);
    task->specification = strbuf_text(text);
}

char *witness_violation_text(const witness_task_t *task, const replay_t *replay, char **why) {
    REQUIRE(replay->reaches_error);
    witness_task_t named = *task;
    strbuf_t text = {0};
    name_violation(&named, replay, &text);
    char *witness;
    if (task->format == WITNESS_GRAPHML)
        witness = witness_violation_graphml(&named, replay, why);
    else
        witness = violation_yaml(&named, replay, why);
    strbuf_free(&text);
    return witness;
}

char *witness_proof_text(const witness_task_t *task, const proof_t *proof, const bool *open_nodes,
                         char **why) {
    if (task->format == WITNESS_GRAPHML) return witness_proof_graphml(task, why);
    return proof_yaml(task, proof, open_nodes, why);
}

/* Errors of a full disk may come as late as fsync or close, so each counts. */
static bool write_stream(FILE *file, const char *text) {
    bool written = fputs(text, file) >= 0 && fputc('\n', file) != EOF && fflush(file) == 0;
    /* Not every file can be synchronised (pipes, devices); that is no loss. */
    if (written && fsync(fileno(file)) != 0 && errno != EINVAL && errno != EROFS) written = false;
    int error = errno;
    if (fclose(file) != 0) return false;
    errno = error;
    return written;
}

/* mkstemp makes files for their owner alone; a witness is like any other. */
static int give_usual_mode(const char *path) {
    mode_t mask = umask(0);
    umask(mask);
    return chmod(path, 0666 & ~mask);
}

/* A device or a pipe is written to, not replaced. */
static bool write_special(const char *path, const char *text, char **why) {
    FILE *file = fopen(path, "w");
    if (file && write_stream(file, text)) return true;
    return witness_fail(why, "cannot write the witness", path);
}

static bool write_file(const char *path, const char *text, char **why) {
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) return write_special(path, text, why);
    strbuf_t name = {0};
    strbuf_printf(&name, "%s.XXXXXX", path);
    int descriptor = mkstemp(name.data);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    bool done = file != NULL;
    if (!done) {
        witness_fail(why, "cannot write the witness", path);
        if (descriptor >= 0) {
            close(descriptor);
            unlink(name.data);
        }
    } else if (!write_stream(file, text) || give_usual_mode(name.data) != 0 ||
               rename(name.data, path) != 0) {
        done = witness_fail(why, "cannot write the witness", path);
        unlink(name.data);
    }
    strbuf_free(&name);
    return done;
}

/* Takes the text; NULL if there is none, with *why set already. */
static bool write_text(const char *path, char *text, char **why) {
    bool written = text && write_file(path, text, why);
    mem_free(text);
    return written;
}

bool witness_write_violation(const char *path, const witness_task_t *task, const replay_t *replay,
                             char **why) {
    *why = NULL;
    return write_text(path, witness_violation_text(task, replay, why), why);
}

bool witness_write_proof(const char *path, const witness_task_t *task, const proof_t *proof,
                         const bool *open_nodes, char **why) {
    *why = NULL;
    return write_text(path, witness_proof_text(task, proof, open_nodes, why), why);
}
