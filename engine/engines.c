#include "engine/engines.h"

#include "engine/absence/absence_engine.h"
#include "engine/boolean/boolean_engine.h"
#include "engine/cegar/engines.h"
#include "engine/crowd/engines.h"
#include "engine/hunt/hunt_engine.h"
#include "engine/impact/impact_engine.h"
#include "engine/lockset/lockset_engine.h"
#include "engine/order/order_engine.h"

#include <string.h>

const engine_class_t *const engine_classes[] = {
    &value_engine,
    &predicate_engine,
    &predicate_value_engine,
    &bmc_engine,
    &order_engine,
    &impact_engine,
    &hunt_engine,
    &crowd_engine,
    &pair_engine,
    &absence_engine,
    &lockset_engine,
    &boolean_engine,
    NULL,
};

const engine_class_t *engine_class_named(const char *name) {
    for (size_t i = 0; engine_classes[i]; i++)
        if (strcmp(engine_classes[i]->name, name) == 0) return engine_classes[i];
    return NULL;
}

static void print_classes(strbuf_t *out, unsigned kinds) {
    const char *comma = "";
    for (size_t i = 0; property_classes[i]; i++) {
        if (!(kinds & 1u << property_classes[i]->violation)) continue;
        strbuf_printf(out, "%s%s", comma, property_classes[i]->name);
        comma = ",";
    }
    if (!*comma) strbuf_add(out, "-");
}

void engines_print(strbuf_t *out) {
    strbuf_add(out, "engine\trefutes\tproves\twhat it is\treads\n");
    for (size_t i = 0; engine_classes[i]; i++) {
        const engine_class_t *engine = engine_classes[i];
        strbuf_printf(out, "%s\t", engine->name);
        print_classes(out, engine->refutes);
        strbuf_add(out, "\t");
        print_classes(out, engine->proves);
        strbuf_printf(out, "\t%s\t%s\n", engine->help, engine->reads_only_boolean ? "bp" : "c");
    }
}

void engines_print_configurations(strbuf_t *out) {
    strbuf_add(out, "auto --analysis auto\n");
    for (size_t i = 0; engine_classes[i]; i++) {
        const engine_class_t *engine = engine_classes[i];
        if (engine->reads_only_boolean) continue;
        strbuf_printf(out, "%s --analysis %s\n", engine->name, engine->name);
        for (const engine_configuration_t *c = engine->configurations; c->name; c++)
            strbuf_printf(out, "%s-%s --analysis %s %s\n", engine->name, c->name, engine->name,
                          c->options);
    }
}
