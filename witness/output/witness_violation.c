#include "witness/output/waypoints.h"
#include "witness/output/witness_entry.h"

#include <string.h>

static cJSON *waypoint_json(const waypoint_t *waypoint, witness_format_t format) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "type", waypoint->type);
    if (waypoint->value) {
        cJSON *constraint = cJSON_AddObjectToObject(json, "constraint");
        cJSON_AddStringToObject(constraint, "value", waypoint->value);
        if (waypoint->format) cJSON_AddStringToObject(constraint, "format", waypoint->format);
    }
    cJSON_AddItemToObject(json, "location", witness_location(waypoint->at, waypoint->function));
    cJSON_AddStringToObject(json, "action", "follow");
    /* Written for main too: some readers take a missing one for any thread. */
    if (format == WITNESS_YAML_2_2) cJSON_AddNumberToObject(json, "thread_id", waypoint->thread_id);
    return json;
}

cJSON *witness_violation_content(const replay_t *replay, witness_format_t format) {
    cJSON *content = cJSON_CreateArray();
    waypoints_t waypoints;
    waypoints_make(&waypoints, replay);
    cJSON *segment = NULL;
    for (size_t i = 0; i < waypoints.len; i++) {
        /* The two accesses of a data race are one target; before 2.2 there can be one. */
        bool is_second = i && strcmp(waypoints.data[i].type, "target") == 0 &&
                         strcmp(waypoints.data[i - 1].type, "target") == 0;
        if (is_second && format != WITNESS_YAML_2_2) continue;
        if (!is_second) {
            cJSON *entry = cJSON_CreateObject();
            segment = cJSON_AddArrayToObject(entry, "segment");
            cJSON_AddItemToArray(content, entry);
        }
        cJSON *holder = cJSON_CreateObject();
        cJSON_AddItemToObject(holder, "waypoint", waypoint_json(&waypoints.data[i], format));
        cJSON_AddItemToArray(segment, holder);
    }
    waypoints_free(&waypoints);
    return content;
}
