/* Boolean programs as text: in their own language, and in Promela for SPIN. */
#include "cfa/boolean.h"

#include <string.h>

typedef struct printer {
    strbuf_t *out;
    const boolean_t *boolean;
    const broutine_t *routine;
    bool promela;
} printer_t;

/* Names of predicates stand in braces; Promela wants plain ones. */
static void print_name(printer_t *p, uint32_t variable) {
    const char *name = boolean_variable_name(p->boolean, p->routine, variable);
    if (!p->promela)
        strbuf_add(p->out, name);
    else if (variable < p->boolean->globals.len)
        strbuf_printf(p->out, "g%u", variable);
    else
        strbuf_printf(p->out, "l%u", variable - (uint32_t)p->boolean->globals.len);
}

static void print_expr(printer_t *p, const bexpr_t *e) {
    static const char *const own[] = {[BEXPR_AND] = " & ", [BEXPR_OR] = " | ", [BEXPR_XOR] = " ^ "};
    static const char *const other[] = {
        [BEXPR_AND] = " && ", [BEXPR_OR] = " || ", [BEXPR_XOR] = " != "};
    switch (e->kind) {
    case BEXPR_CONST: strbuf_add(p->out, e->value ? "1" : "0"); break;
    case BEXPR_NOW: print_name(p, e->value); break;
    case BEXPR_NEXT:
        strbuf_add(p->out, p->promela ? "n_" : "'");
        print_name(p, e->value);
        break;
    case BEXPR_CHOICE:
        if (p->promela)
            strbuf_printf(p->out, "c%u", e->value);
        else
            strbuf_add(p->out, "*");
        break;
    case BEXPR_NOT:
        strbuf_add(p->out, "!");
        print_expr(p, e->a[0]);
        break;
    case BEXPR_ITE:
        strbuf_add(p->out, "((");
        print_expr(p, e->a[0]);
        strbuf_add(p->out, p->promela ? " && " : " & ");
        print_expr(p, e->a[1]);
        strbuf_add(p->out, p->promela ? ") || (!" : ") | (!");
        print_expr(p, e->a[0]);
        strbuf_add(p->out, p->promela ? " && " : " & ");
        print_expr(p, e->a[2]);
        strbuf_add(p->out, "))");
        break;
    default:
        strbuf_add(p->out, "(");
        print_expr(p, e->a[0]);
        strbuf_add(p->out, (p->promela ? other : own)[e->kind]);
        print_expr(p, e->a[1]);
        strbuf_add(p->out, ")");
    }
}

/* --- the language of Boolean programs --- */

static void print_assignment(printer_t *p, const bstep_t *step) {
    for (size_t i = 0; i < step->assign_count; i++) {
        strbuf_add(p->out, i ? ", " : "");
        print_name(p, step->assigns[i].variable);
    }
    strbuf_add(p->out, step->assign_count ? " := " : "_ := 0");
    for (size_t i = 0; i < step->assign_count; i++) {
        strbuf_add(p->out, i ? ", " : "");
        print_expr(p, step->assigns[i].value);
    }
    if (!step->condition && !step->constraint) return;
    strbuf_add(p->out, " constrain ");
    if (step->condition) print_expr(p, step->condition);
    if (step->condition && step->constraint) strbuf_add(p->out, " & ");
    if (step->constraint) print_expr(p, step->constraint);
}

static void print_start(printer_t *p, const bstep_t *step) {
    strbuf_printf(p->out, "start_thread %s(", step->routine->name);
    for (uint32_t i = 0; i < step->routine->param_count; i++) {
        strbuf_add(p->out, i ? ", " : "");
        print_expr(p, step->args[i]);
    }
    strbuf_add(p->out, ")");
}

static void print_move(printer_t *p, const bstep_t *step) {
    if (step->assign_count || step->constraint) {
        print_assignment(p, step);
    } else if (step->condition) {
        strbuf_add(p->out, "assume(");
        print_expr(p, step->condition);
        strbuf_add(p->out, ")");
    } else {
        strbuf_add(p->out, "skip");
    }
}

static void print_statement(printer_t *p, const bstep_t *step) {
    /* A language of statements has no conditions on others than moves. */
    if (step->kind != BSTEP_MOVE && step->condition) {
        strbuf_add(p->out, "assume(");
        print_expr(p, step->condition);
        strbuf_add(p->out, "); ");
    }
    switch (step->kind) {
    case BSTEP_MOVE: print_move(p, step); break;
    case BSTEP_ERROR: strbuf_add(p->out, "assert(0)"); break;
    case BSTEP_START: print_start(p, step); break;
    case BSTEP_END: strbuf_add(p->out, "end_thread"); break;
    case BSTEP_SYNC: strbuf_printf(p->out, "sync %s", p->boolean->events.data[step->event]); break;
    case BSTEP_UNSUPPORTED:
        strbuf_printf(p->out, "/* not modelled: %s */ assume(0)", step->text);
        break;
    }
}

static void print_step(printer_t *p, const bstep_t *step) {
    strbuf_printf(p->out, "  s%u: ", step->id);
    bool is_two = step->kind != BSTEP_MOVE && step->condition;
    bool begins = !step->from->is_atomic && (step->to->is_atomic || is_two);
    bool ends_section = !step->to->is_atomic && (step->from->is_atomic || is_two);
    if (begins) strbuf_add(p->out, "atomic_begin; ");
    print_statement(p, step);
    if (ends_section && step->kind != BSTEP_END) strbuf_add(p->out, "; atomic_end");
    bool ends = step->kind == BSTEP_END || step->kind == BSTEP_ERROR;
    if (!ends) strbuf_printf(p->out, "; goto n%u", step->to->id);
    strbuf_add(p->out, ";\n");
}

static void print_node(printer_t *p, const bnode_t *node) {
    strbuf_printf(p->out, "  n%u:", node->id);
    for (size_t i = 0; i < node->labels.len; i++)
        strbuf_printf(p->out, " %s:", node->labels.data[i]);
    strbuf_add(p->out, node->out.len ? " goto " : " assume(0)");
    for (size_t i = 0; i < node->out.len; i++)
        strbuf_printf(p->out, "%ss%u", i ? ", " : "", node->out.data[i]->id);
    strbuf_add(p->out, ";\n");
    for (size_t i = 0; i < node->out.len; i++) print_step(p, node->out.data[i]);
}

static void print_names(printer_t *p, const char *const *names, size_t from, size_t count) {
    for (size_t i = from; i < count; i++)
        strbuf_printf(p->out, "%s%s", i > from ? ", " : "", names[i]);
}

static void print_routine(printer_t *p, const broutine_t *routine) {
    p->routine = routine;
    strbuf_printf(p->out, "void %s(", routine->name);
    print_names(p, routine->locals.data, 0, routine->param_count);
    strbuf_add(p->out, ") begin\n");
    if (routine->locals.len > routine->param_count) {
        strbuf_add(p->out, "  decl ");
        print_names(p, routine->locals.data, routine->param_count, routine->locals.len);
        strbuf_add(p->out, ";\n");
    }
    strbuf_printf(p->out, "  goto n%u;\n", routine->entry->id);
    for (size_t i = 0; i < routine->nodes.len; i++) print_node(p, routine->nodes.data[i]);
    strbuf_add(p->out, "end\n");
}

void boolean_print(strbuf_t *out, const boolean_t *boolean) {
    printer_t p = {.out = out, .boolean = boolean};
    if (boolean->globals.len) {
        strbuf_add(out, "decl ");
        print_names(&p, boolean->globals.data, 0, boolean->globals.len);
        strbuf_add(out, ";\n");
    }
    for (size_t i = 0; i < boolean->routines.len; i++) print_routine(&p, boolean->routines.data[i]);
}

/* --- Promela --- */

static void promela_choose(printer_t *p, const char *prefix, uint32_t number) {
    strbuf_printf(p->out, "if :: %s%u = 0 :: %s%u = 1 fi; ", prefix, number, prefix, number);
}

static void promela_run(printer_t *p, const bstep_t *step) {
    strbuf_printf(p->out, "run r%u(", step->routine->id);
    for (uint32_t i = 0; i < step->routine->param_count; i++) {
        strbuf_add(p->out, i ? ", " : "");
        print_expr(p, step->args[i]);
    }
    strbuf_add(p->out, "); ");
}

static void promela_take_over(printer_t *p, uint32_t variable) {
    print_name(p, variable);
    strbuf_add(p->out, " = n_");
    print_name(p, variable);
    strbuf_add(p->out, "; n_");
    print_name(p, variable);
    strbuf_add(p->out, " = 0; ");
}

/* One step is one atomic sequence; who cannot pass blocks inside of it, where it has done
 * nothing yet. */
static void promela_step(printer_t *p, const bstep_t *step) {
    strbuf_add(p->out, "  :: atomic { (owner == 255 || owner == _pid); ");
    if (step->kind == BSTEP_SYNC || step->kind == BSTEP_UNSUPPORTED)
        strbuf_add(p->out, "/* not said in Promela */ false; ");
    if (step->condition && !bexpr_has_choice(step->condition)) {
        print_expr(p, step->condition);
        strbuf_add(p->out, "; ");
    }
    for (uint32_t i = 0; i < step->choice_count; i++) promela_choose(p, "c", i);
    if (step->condition && bexpr_has_choice(step->condition)) {
        print_expr(p, step->condition);
        strbuf_add(p->out, "; ");
    }
    for (size_t i = 0; i < step->assign_count; i++) {
        strbuf_add(p->out, "n_");
        print_name(p, step->assigns[i].variable);
        strbuf_add(p->out, " = ");
        print_expr(p, step->assigns[i].value);
        strbuf_add(p->out, "; ");
    }
    if (step->constraint) {
        print_expr(p, step->constraint);
        strbuf_add(p->out, "; ");
    }
    for (size_t i = 0; i < step->assign_count; i++) promela_take_over(p, step->assigns[i].variable);
    /* What is used inside of a step only makes no difference between states. */
    for (uint32_t i = 0; i < step->choice_count; i++) strbuf_printf(p->out, "c%u = 0; ", i);
    /* A jump leaves an atomic sequence, so who is inside of a section is said by a variable. */
    if (!step->from->is_atomic && step->to->is_atomic) strbuf_add(p->out, "owner = _pid; ");
    bool leaves = !step->to->is_atomic || step->kind == BSTEP_END;
    if (step->from->is_atomic && leaves) strbuf_add(p->out, "owner = 255; ");
    if (step->kind == BSTEP_START) promela_run(p, step);
    if (step->kind == BSTEP_ERROR) strbuf_add(p->out, "assert(false); ");
    if (step->kind == BSTEP_END)
        strbuf_add(p->out, "goto done }\n");
    else
        strbuf_printf(p->out, "goto n%u }\n", step->to->id);
}

static void promela_node(printer_t *p, const bnode_t *node) {
    strbuf_printf(p->out, "n%u:\n", node->id);
    if (!node->out.len) {
        strbuf_add(p->out, "  false;\n");
        return;
    }
    strbuf_add(p->out, "  if\n");
    for (size_t i = 0; i < node->out.len; i++) promela_step(p, node->out.data[i]);
    strbuf_add(p->out, "  fi;\n");
}

static uint32_t most_choices(const boolean_t *boolean) {
    uint32_t most = 0;
    for (size_t i = 0; i < boolean->steps.len; i++)
        if (boolean->steps.data[i]->choice_count > most)
            most = boolean->steps.data[i]->choice_count;
    return most;
}

static void promela_routine(printer_t *p, const broutine_t *routine, uint32_t choices) {
    p->routine = routine;
    strbuf_printf(p->out, "%sproctype r%u(", routine->id ? "" : "active ", routine->id);
    for (uint32_t i = 0; i < routine->param_count; i++)
        strbuf_printf(p->out, "%sbool l%u", i ? "; " : "", i);
    strbuf_add(p->out, ") {\n");
    for (size_t i = routine->param_count; i < routine->locals.len; i++)
        strbuf_printf(p->out, "  bool l%zu;\n", i);
    for (size_t i = 0; i < boolean_variables(p->boolean, routine); i++) {
        strbuf_add(p->out, "  bool n_");
        print_name(p, (uint32_t)i);
        strbuf_add(p->out, ";\n");
    }
    for (uint32_t i = 0; i < choices; i++) strbuf_printf(p->out, "  bool c%u;\n", i);
    strbuf_add(p->out, "  atomic {\n    ");
    for (size_t i = 0; !routine->id && i < p->boolean->globals.len; i++)
        promela_choose(p, "g", (uint32_t)i);
    for (size_t i = routine->param_count; i < routine->locals.len; i++)
        promela_choose(p, "l", (uint32_t)i);
    strbuf_printf(p->out, "goto n%u\n  };\n", routine->entry->id);
    for (size_t i = 0; i < routine->nodes.len; i++) promela_node(p, routine->nodes.data[i]);
    strbuf_add(p->out, "done: skip\n}\n");
}

void boolean_print_promela(strbuf_t *out, const boolean_t *boolean) {
    printer_t p = {.out = out, .boolean = boolean, .promela = true};
    uint32_t choices = most_choices(boolean);
    strbuf_add(out, "byte owner = 255; /* of the atomic section; 255: nobody */\n");
    for (size_t i = 0; i < boolean->globals.len; i++) strbuf_printf(out, "bool g%zu;\n", i);
    for (size_t i = 0; i < boolean->routines.len; i++)
        promela_routine(&p, boolean->routines.data[i], choices);
}
