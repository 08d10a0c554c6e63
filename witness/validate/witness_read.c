#include "witness/validate/witness_read.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { MAX_DEPTH = 100 };

/* YAML as a tree: all scalars are strings; the format says which are numbers. */
static cJSON *tree_of(yaml_document_t *document, const yaml_node_t *node, unsigned depth) {
    if (!node || depth > MAX_DEPTH) return cJSON_CreateNull();
    if (node->type == YAML_SEQUENCE_NODE) {
        cJSON *list = cJSON_CreateArray();
        for (const yaml_node_item_t *item = node->data.sequence.items.start;
             item < node->data.sequence.items.top; item++)
            cJSON_AddItemToArray(
                list, tree_of(document, yaml_document_get_node(document, *item), depth + 1));
        return list;
    }
    if (node->type == YAML_MAPPING_NODE) {
        cJSON *object = cJSON_CreateObject();
        for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
             pair < node->data.mapping.pairs.top; pair++) {
            const yaml_node_t *key = yaml_document_get_node(document, pair->key);
            if (!key || key->type != YAML_SCALAR_NODE) continue;
            cJSON_AddItemToObject(
                object, (const char *)key->data.scalar.value,
                tree_of(document, yaml_document_get_node(document, pair->value), depth + 1));
        }
        return object;
    }
    return cJSON_CreateString((const char *)node->data.scalar.value);
}

static cJSON *read_tree(const char *path, strbuf_t *error) {
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        strbuf_printf(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    yaml_parser_t parser;
    yaml_document_t document;
    cJSON *tree = NULL;
    if (yaml_parser_initialize(&parser)) {
        yaml_parser_set_input_file(&parser, stream);
        if (yaml_parser_load(&parser, &document)) {
            tree = tree_of(&document, yaml_document_get_root_node(&document), 0);
            yaml_document_delete(&document);
        } else {
            strbuf_printf(error, "%s:%zu: this is no YAML: %s", path, parser.problem_mark.line + 1,
                          parser.problem ? parser.problem : "?");
        }
        yaml_parser_delete(&parser);
    }
    fclose(stream);
    return tree;
}

/* One of the fields of an object as text, NULL if it has none. */
static const char *text_at(const cJSON *object, const char *key) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

static const cJSON *at(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

static bool read_number(const cJSON *object, const char *key, int64_t *number) {
    const char *text = text_at(object, key);
    char *end;
    if (!text || !*text) return false;
    *number = strtoll(text, &end, 10);
    return !*end;
}

static bool read_place(arena_t *arena, const cJSON *point, witness_place_t *place) {
    const cJSON *location = at(point, "location");
    int64_t line = 0, column = 0;
    const char *file = text_at(location, "file_name");
    if (!file || !read_number(location, "line", &line) || line < 1 || line > UINT32_MAX)
        return false;
    read_number(location, "column", &column);
    *place = (witness_place_t){arena_strdup(arena, file), (uint32_t)line, (uint32_t)column};
    return column >= 0 && column <= UINT32_MAX;
}

/* holder: what has the value, the point itself or its constraint. */
static bool read_point(witness_file_t *out, arena_t *arena, const cJSON *point,
                       const cJSON *holder) {
    const char *type = text_at(point, "type"), *value = text_at(holder, "value");
    witness_point_t read = {.type = type ? arena_strdup(arena, type) : NULL,
                            .value = value ? arena_strdup(arena, value) : NULL};
    if (!type || !read_place(arena, point, &read.at)) return false;
    if (!read_number(point, "thread_id", &read.thread_id)) read.thread_id = -1;
    VEC_PUSH(out->points, read);
    return true;
}

/* Waypoints to avoid come before the one to follow. */
static bool read_waypoint(witness_file_t *out, arena_t *arena, const cJSON *waypoint,
                          size_t segment, unsigned *followed) {
    const char *action = text_at(waypoint, "action");
    bool is_avoided = action && strcmp(action, "avoid") == 0;
    if (!action || *followed || (!is_avoided && strcmp(action, "follow") != 0) ||
        !read_point(out, arena, waypoint, at(waypoint, "constraint")))
        return false;
    VEC_TOP(out->points).segment = segment;
    VEC_TOP(out->points).is_avoided = is_avoided;
    *followed += !is_avoided;
    return !is_avoided || strcmp(VEC_TOP(out->points).type, "target") != 0;
}

static bool read_segments(witness_file_t *out, arena_t *arena, const cJSON *content) {
    const cJSON *entry, *holder;
    bool is_good = cJSON_GetArraySize(content) > 0;
    size_t segment = 0;
    cJSON_ArrayForEach(entry, content) {
        unsigned followed = 0;
        cJSON_ArrayForEach(holder, at(entry, "segment")) is_good =
            is_good && read_waypoint(out, arena, at(holder, "waypoint"), segment, &followed);
        is_good = is_good && followed == 1;
        segment++;
    }
    return is_good && strcmp(VEC_TOP(out->points).type, "target") == 0;
}

static bool read_invariants(witness_file_t *out, arena_t *arena, const cJSON *content) {
    const cJSON *entry;
    bool is_good = cJSON_IsArray(content) || content == NULL;
    cJSON_ArrayForEach(entry, content) {
        const cJSON *invariant = at(entry, "invariant");
        is_good =
            is_good && read_point(out, arena, invariant, invariant) && VEC_TOP(out->points).value;
    }
    return is_good;
}

static void read_task(witness_file_t *out, arena_t *arena, const cJSON *entry) {
    const cJSON *task = at(at(entry, "metadata"), "task"), *file;
    cJSON_ArrayForEach(file, at(task, "input_files")) {
        const char *name = cJSON_GetStringValue(file);
        if (!name) continue;
        const char *hash = text_at(at(task, "input_file_hashes"), name);
        VEC_PUSH(out->files, arena_strdup(arena, name));
        VEC_PUSH(out->hashes, arena_strdup(arena, hash ? hash : ""));
    }
}

static bool read_ghost_variables(witness_file_t *out, arena_t *arena, const cJSON *list) {
    const cJSON *entry;
    cJSON_ArrayForEach(entry, list) {
        const char *name = text_at(entry, "name"), *type = text_at(entry, "type");
        const char *initial = text_at(at(entry, "initial"), "value");
        if (!name || !type || !initial) return false;
        VEC_PUSH(out->ghosts,
                 (witness_ghost_t){arena_strdup(arena, name), arena_strdup(arena, type),
                                   arena_strdup(arena, initial)});
    }
    return true;
}

static bool read_ghost_updates(witness_file_t *out, arena_t *arena, const cJSON *list) {
    const cJSON *entry, *change;
    cJSON_ArrayForEach(entry, list) {
        witness_update_t update;
        if (!read_place(arena, entry, &update.at)) return false;
        cJSON_ArrayForEach(change, at(entry, "updates")) {
            const char *variable = text_at(change, "variable"), *value = text_at(change, "value");
            if (!variable || !value) return false;
            update.variable = arena_strdup(arena, variable);
            update.value = arena_strdup(arena, value);
            VEC_PUSH(out->updates, update);
        }
    }
    return true;
}

static bool read_ghosts(witness_file_t *out, arena_t *arena, const cJSON *tree) {
    const cJSON *entry;
    cJSON_ArrayForEach(entry, tree) {
        const char *type = text_at(entry, "entry_type");
        const cJSON *content = at(entry, "content");
        if (type && strcmp(type, "ghost_instrumentation") == 0 &&
            (!read_ghost_variables(out, arena, at(content, "ghost_variables")) ||
             !read_ghost_updates(out, arena, at(content, "ghost_updates"))))
            return false;
    }
    return true;
}

/* The first entry that is one of the two; ghosts of all. */
static bool read_entries(witness_file_t *out, arena_t *arena, const cJSON *tree) {
    const cJSON *entry;
    cJSON_ArrayForEach(entry, tree) {
        const char *type = text_at(entry, "entry_type");
        bool is_violation = type && strcmp(type, "violation_sequence") == 0;
        if (!is_violation && !(type && strcmp(type, "invariant_set") == 0)) continue;
        out->kind = is_violation ? WITNESS_OF_VIOLATION : WITNESS_OF_PROOF;
        read_task(out, arena, entry);
        const cJSON *content = at(entry, "content");
        return is_violation ? read_segments(out, arena, content)
                            : read_invariants(out, arena, content) && read_ghosts(out, arena, tree);
    }
    return false;
}

bool witness_read(witness_file_t *out, arena_t *arena, const char *path, strbuf_t *error) {
    *out = (witness_file_t){0};
    cJSON *tree = read_tree(path, error);
    if (!tree) return false;
    bool is_good = cJSON_IsArray(tree) && read_entries(out, arena, tree);
    if (!is_good)
        strbuf_printf(error, "%s: this is no witness of a violation or of a proof, format 2.x",
                      path);
    cJSON_Delete(tree);
    return is_good;
}

void witness_file_free(witness_file_t *file) {
    VEC_FREE(file->points);
    VEC_FREE(file->ghosts);
    VEC_FREE(file->updates);
    VEC_FREE(file->files);
    VEC_FREE(file->hashes);
}
