#ifndef UTIL_OPTIONS_H
#define UTIL_OPTIONS_H

#include "util/strbuf.h"
#include "util/vec.h"

#include <stdbool.h>

/* The command line. One row below adds a field to options_t, the flag, its
 * help and its place in the man page. */

/* Values of the options of kind CHOICE: enumerator, text. The enumerator must
 * be 0 for the default. */
#define DATA_MODELS(X)                                                                             \
    X(DATA_MODEL_AUTO, "auto") X(DATA_MODEL_ILP32, "ILP32") X(DATA_MODEL_LP64, "LP64")
#define SOLVERS(X)                                                                                 \
    X(SOLVER_CHOICE_AUTO, "auto")                                                                  \
    X(SOLVER_CHOICE_MATHSAT, "mathsat")                                                            \
    X(SOLVER_CHOICE_Z3, "z3")
#define BLOCKS(X)                                                                                  \
    X(BLOCK_AUTO, "auto")                                                                          \
    X(BLOCK_LOOPS, "loops")                                                                        \
    X(BLOCK_FUNCTIONS, "functions")                                                                \
    X(BLOCK_EVERY, "every")                                                                        \
    X(BLOCK_NEVER, "never")                                                                        \
    X(BLOCK_ONE, "one")
#define ABSTRACTIONS(X)                                                                            \
    X(ABSTRACTION_BOOLEAN, "boolean")                                                              \
    X(ABSTRACTION_CARTESIAN, "cartesian")                                                          \
    X(ABSTRACTION_HYBRID, "hybrid")
#define PREDICATE_SCOPES(X)                                                                        \
    X(SCOPE_LOCATION, "location")                                                                  \
    X(SCOPE_FUNCTION, "function")                                                                  \
    X(SCOPE_GLOBAL, "global")
#define CANDIDATES(X)                                                                              \
    X(CANDIDATES_OFF, "off")                                                                       \
    X(CANDIDATES_ON, "on")
#define INTERPOLANTS(X)                                                                            \
    X(INTERPOLANTS_AUTO, "auto")                                                                   \
    X(INTERPOLANTS_FORWARD, "forward")                                                             \
    X(INTERPOLANTS_NATIVE, "native")                                                               \
    X(INTERPOLANTS_BACKWARD, "backward")                                                           \
    X(INTERPOLANTS_LINEAR, "linear")                                                               \
    X(INTERPOLANTS_SHORTEST, "shortest")
#define PREFIXES(X)                                                                                \
    X(PREFIX_SIMPLEST, "simplest")                                                                 \
    X(PREFIX_SHORTEST, "shortest")                                                                 \
    X(PREFIX_WHOLE, "whole")
#define REFINEMENTS(X) X(REFINEMENT_LAZY, "lazy") X(REFINEMENT_RESTART, "restart")
#define WAITLISTS(X)                                                                               \
    X(WAITLIST_AUTO, "auto")                                                                       \
    X(WAITLIST_BFS, "bfs")                                                                         \
    X(WAITLIST_DFS, "dfs")                                                                         \
    X(WAITLIST_THREAD, "thread")                                                                   \
    X(WAITLIST_RANK, "rank")
#define VALUE_PRECISIONS(X)                                                                        \
    X(VALUE_PRECISION_AUTO, "auto")                                                                \
    X(VALUE_PRECISION_FULL, "full")                                                                \
    X(VALUE_PRECISION_LAZY, "lazy")
#define REDUCTIONS(X)                                                                              \
    X(REDUCTION_SPOR, "spor")                                                                      \
    X(REDUCTION_NONE, "none")                                                                      \
    X(REDUCTION_LOCAL, "local")                                                                    \
    X(REDUCTION_AASPOR, "aaspor")                                                                  \
    X(REDUCTION_MONO, "mono")                                                                      \
    X(REDUCTION_STATIC, "static")                                                                  \
    X(REDUCTION_SAT, "sat")
#define LARGE_STEPS(X) X(LARGE_STEPS_ON, "on") X(LARGE_STEPS_OFF, "off")
#define FORCE_COVERS(X) X(FORCE_COVER_ON, "on") X(FORCE_COVER_OFF, "off")
#define LABEL_VALUES(X)                                                                            \
    X(LABEL_VALUES_AUTO, "auto")                                                                   \
    X(LABEL_VALUES_CONTROL, "control") X(LABEL_VALUES_LAZY, "lazy") X(LABEL_VALUES_ALL, "all")
#define CROWDS(X) X(CROWD_AUTO, "auto") X(CROWD_NEVER, "never") X(CROWD_ONLY, "only")
#define COUNTINGS(X)                                                                               \
    X(COUNTING_FEW, "few")                                                                         \
    X(COUNTING_INTERVALS, "intervals")                                                             \
    X(COUNTING_MANY, "many")
#define PAIRINGS(X)                                                                                \
    X(PAIRING_EVERYWHERE, "everywhere")                                                            \
    X(PAIRING_LOCAL, "local")                                                                      \
    X(PAIRING_TALLIES, "tallies")
#define CONES(X)                                                                                   \
    X(CONE_NONE, "none")                                                                           \
    X(CONE_STATIC, "static")                                                                       \
    X(CONE_DYNAMIC, "dynamic")                                                                     \
    X(CONE_BOTH, "both")
#define EXTERNALS(X) X(EXTERNAL_ANY, "any") X(EXTERNAL_PURE, "pure")
#define BOOLEAN_MERGES(X) X(BOOLEAN_MERGE_ON, "on") X(BOOLEAN_MERGE_OFF, "off")
#define SUBSUMPTIONS(X)                                                                            \
    X(SUBSUMPTION_SAT, "sat") X(SUBSUMPTION_QBF, "qbf") X(SUBSUMPTION_EQUAL, "equal")
#define ORDERS(X) X(ORDER_PROPAGATOR, "propagator") X(ORDER_LAZY, "lazy") X(ORDER_CLOCKS, "clocks")
#define ORDER_SOLVERS(X) X(ORDER_SOLVER_CADICAL, "cadical") X(ORDER_SOLVER_Z3, "z3")
#define ORDER_CONFLICTS(X) X(ORDER_CONFLICTS_ON, "on") X(ORDER_CONFLICTS_OFF, "off")
#define SYMMETRIES(X) X(SYMMETRY_ON, "on") X(SYMMETRY_OFF, "off")
#define SYMBOLIC_VALUES(X)                                                                         \
    X(SYMBOLIC_AUTO, "auto")                                                                       \
    X(SYMBOLIC_NEVER, "never")                                                                     \
    X(SYMBOLIC_FIRST, "first")                                                                     \
    X(SYMBOLIC_CASES, "cases")
#define DUMPS(X)                                                                                   \
    X(DUMP_NONE, "none")                                                                           \
    X(DUMP_CFA, "cfa")                                                                             \
    X(DUMP_ARG, "arg")                                                                             \
    X(DUMP_BOOLEAN, "boolean")                                                                     \
    X(DUMP_PROMELA, "promela")
#define WITNESS_FORMATS(X)                                                                         \
    X(WITNESS_YAML_2_2, "yaml-2.2") X(WITNESS_YAML_2_0, "yaml-2.0") X(WITNESS_GRAPHML, "graphml")
#define ANNOTATIONS(X) X(ANNOTATE_NONE, "none") X(ANNOTATE_GITHUB, "github")
#define COMPLETIONS(X)                                                                             \
    X(COMPLETION_NONE, "none") X(COMPLETION_BASH, "bash") X(COMPLETION_ZSH, "zsh")
#define STATS_FORMATS(X) X(STATS_NONE, "none") X(STATS_TEXT, "text") X(STATS_JSON, "json")

#define OPTION_ENUM(name, text) name,
typedef enum { DATA_MODELS(OPTION_ENUM) } data_model_t;
typedef enum { SOLVERS(OPTION_ENUM) } solver_choice_t;
typedef enum { BLOCKS(OPTION_ENUM) } block_choice_t;
typedef enum { ABSTRACTIONS(OPTION_ENUM) } abstraction_choice_t;
typedef enum { PREDICATE_SCOPES(OPTION_ENUM) } scope_choice_t;
typedef enum { CANDIDATES(OPTION_ENUM) } candidates_choice_t;
typedef enum { INTERPOLANTS(OPTION_ENUM) } interpolants_choice_t;
typedef enum { PREFIXES(OPTION_ENUM) } prefix_choice_t;
typedef enum { REFINEMENTS(OPTION_ENUM) } refinement_choice_t;
typedef enum { WAITLISTS(OPTION_ENUM) } waitlist_choice_t;
typedef enum { VALUE_PRECISIONS(OPTION_ENUM) } precision_choice_t;
typedef enum { REDUCTIONS(OPTION_ENUM) } reduction_choice_t;
typedef enum { LARGE_STEPS(OPTION_ENUM) } large_steps_choice_t;
typedef enum { FORCE_COVERS(OPTION_ENUM) } force_cover_choice_t;
typedef enum { LABEL_VALUES(OPTION_ENUM) } label_values_choice_t;
typedef enum { CROWDS(OPTION_ENUM) } crowd_choice_t;
typedef enum { COUNTINGS(OPTION_ENUM) } counting_choice_t;
typedef enum { PAIRINGS(OPTION_ENUM) } pairing_choice_t;
typedef enum { CONES(OPTION_ENUM) } cone_choice_t;
typedef enum { EXTERNALS(OPTION_ENUM) } external_choice_t;
typedef enum { BOOLEAN_MERGES(OPTION_ENUM) } boolean_merge_choice_t;
typedef enum { SUBSUMPTIONS(OPTION_ENUM) } subsumption_choice_t;
typedef enum { ORDERS(OPTION_ENUM) } order_choice_t;
typedef enum { ORDER_CONFLICTS(OPTION_ENUM) } order_conflicts_choice_t;
typedef enum { ORDER_SOLVERS(OPTION_ENUM) } order_solver_choice_t;
typedef enum { SYMMETRIES(OPTION_ENUM) } symmetry_choice_t;
typedef enum { SYMBOLIC_VALUES(OPTION_ENUM) } symbolic_choice_t;
typedef enum { DUMPS(OPTION_ENUM) } dump_choice_t;
typedef enum { WITNESS_FORMATS(OPTION_ENUM) } witness_format_t;
typedef enum { ANNOTATIONS(OPTION_ENUM) } annotate_choice_t;
typedef enum { COMPLETIONS(OPTION_ENUM) } completion_choice_t;
typedef enum { STATS_FORMATS(OPTION_ENUM) } stats_choice_t;
#undef OPTION_ENUM

/* Groups of --help, in this order. */
#define OPTION_GROUPS(X)                                                                           \
    X(INPUT, "Input")                                                                              \
    X(ANALYSIS, "Analysis")                                                                        \
    X(LIMITS, "Limits")                                                                            \
    X(OUTPUT, "Output")                                                                            \
    X(GENERAL, "General")

/* Rows: group, field, long name, short letter (0: none), then by kind
 *   FLAG    help                             bool
 *   NUMBER  argument, default, least, help   unsigned
 *   STRING  argument, help                   const char *, NULL if not given
 *   LIST    argument, help                   options_list_t: one for each time it is given
 *   WORD    default, help                    const char *, one of those that the caller of
 *                                            options_parse knows for the option
 *   CHOICE  type, values, help               type; the value is required
 *   MODE    type, values, bare, help         type; the value may be left out: bare is meant */
#define OPTIONS(FLAG, NUMBER, STRING, LIST, WORD, CHOICE, MODE)                                    \
    LIST(INPUT, property, "property", 'p', "FILE|NAME,...",                                        \
         "properties to verify: a file with lines CHECK( init(main()), LTL(...) ), or names with " \
         "commas between them; may be given several times; without it, assertions")                \
    FLAG(INPUT, stop_first, "stop-first", 0,                                                       \
         "of several properties: end when one is found to be violated")                            \
    CHOICE(INPUT, data_model, "data-model", 0, data_model_t, DATA_MODELS,                          \
           "sizes of the integer types and pointers; auto: as -m32 and -m64 say, here or in the "  \
           "list of compile commands, else those of this machine")                                 \
    STRING(INPUT, args, "args", 0, "WORDS",                                                        \
           "arguments of the program, separated by blanks; without it, main gets any number of "   \
           "them, of which nothing is known")                                                      \
    CHOICE(INPUT, external, "external", 0, external_choice_t, EXTERNALS,                           \
           "what functions without a body may change: anything they could get hold of, or only "   \
           "what they are given to write")                                                         \
    STRING(INPUT, label, "label", 0, "NAME",                                                       \
           "of a Boolean program (FILE.bp): who comes to this label violates the property")        \
    STRING(INPUT, validate, "validate", 0, "WITNESS",                                              \
           "confirm or refute a witness of a violation or of a proof, format 2.x, of any tool")    \
    FLAG(INPUT, lower_only, "lower-only", 0,                                                       \
         "read the program, list what of it cannot be modelled, and stop: do not verify")          \
    WORD(ANALYSIS, analysis, "analysis", 'a', "auto",                                              \
         "how the program is verified; auto: by several engines in turn")                          \
    CHOICE(ANALYSIS, solver, "solver", 's', solver_choice_t, SOLVERS, "decision procedure")        \
    CHOICE(ANALYSIS, block, "block", 0, block_choice_t, BLOCKS,                                    \
           "where predicates are computed: at loop heads, at loop heads and function entries and " \
           "exits, at every n-th edge, never, or never as long as loops are short (one); auto: "   \
           "one, and if that gets too long, at loop heads")                                        \
    NUMBER(ANALYSIS, block_size, "block-size", 0, "N", 1, 1,                                       \
           "the n of --block every; with loops and functions, the n-th loop head ends a block")    \
    CHOICE(ANALYSIS, abstraction, "abstraction", 0, abstraction_choice_t, ABSTRACTIONS,            \
           "how predicates are computed: all their combinations, each on its own, or the first "   \
           "unless the combinations are too many")                                                 \
    CHOICE(ANALYSIS, predicate_scope, "predicate-scope", 0, scope_choice_t, PREDICATE_SCOPES,      \
           "where a predicate counts that a refinement found: at its location, in the whole "      \
           "function, or everywhere")                                                              \
    CHOICE(ANALYSIS, candidates, "candidates", 0, candidates_choice_t, CANDIDATES,                 \
           "on: predicates begin with what states of runs at random have in common; off: with "    \
           "none, but some attempts of the default do")                                            \
    CHOICE(ANALYSIS, interpolants, "interpolants", 0, interpolants_choice_t, INTERPOLANTS,         \
           "which interpolants predicates are taken from: strongest postconditions, the solver's " \
           "own, weakest preconditions, what would do for integers, or the simplest of these; "    \
           "auto: forward, and where that counts rounds of loops the simplest")                    \
    CHOICE(ANALYSIS, prefix, "prefix", 0, prefix_choice_t, PREFIXES,                               \
           "which part of an infeasible path predicates are taken from: its shortest infeasible "  \
           "prefix, all of it, or what needs the simplest predicates of both")                     \
    CHOICE(ANALYSIS, refinement, "refinement", 0, refinement_choice_t, REFINEMENTS,                \
           "what is explored anew with a better precision: what lies below the first state that "  \
           "lacks something, or everything")                                                       \
    CHOICE(ANALYSIS, waitlist, "waitlist", 0, waitlist_choice_t, WAITLISTS,                        \
           "order of exploration: breadth first, depth first, one thread as long as possible, or " \
           "the least advanced state first; auto: rank with predicates, else bfs")                 \
    CHOICE(ANALYSIS, por, "por", 0, reduction_choice_t, REDUCTIONS,                                \
           "partial-order reduction: none, threads that touch nothing shared first, source sets, " \
           "or source sets that ignore what is not tracked")                                       \
    CHOICE(ANALYSIS, symmetry, "symmetry", 0, symmetry_choice_t, SYMMETRIES,                       \
           "explicit values: states that differ only in the numbers of threads are one state")     \
    CHOICE(ANALYSIS, symbolic, "symbolic", 0, symbolic_choice_t, SYMBOLIC_VALUES,                  \
           "explicit values: unknown values as terms where a path needs it, never, from the "      \
           "beginning, or so and with those that are one of few told apart")                       \
    CHOICE(ANALYSIS, crowd, "crowd", 0, crowd_choice_t, CROWDS,                                    \
           "proofs for any number of threads: where threads are created in loops and before "      \
           "anything else, never, or nothing else")                                                \
    CHOICE(ANALYSIS, counting, "counting", 0, counting_choice_t, COUNTINGS,                        \
           "proofs by counting threads that are alike: what is known of their variables: few "     \
           "values each, intervals, or many values")                                               \
    CHOICE(ANALYSIS, pairing, "pairing", 0, pairing_choice_t, PAIRINGS,                            \
           "proofs by pairs of threads: what has not one of few values is compared everywhere, "   \
           "only where its value is not known, or everywhere and with counters of threads")        \
    CHOICE(ANALYSIS, coi, "coi", 0, cone_choice_t, CONES,                                          \
           "cone of influence: statements whose value can decide nothing are not evaluated, seen " \
           "from the start of the program, from each state and what is tracked, or from both")     \
    NUMBER(ANALYSIS, hunt, "hunt", 0, "STEPS", 3000000, 0,                                         \
           "steps of runs at random before anything else, with explicit values and where the "     \
           "analysis is not chosen, fewer if runs are short; 0: none")                             \
    CHOICE(ANALYSIS, subsumption, "subsumption", 0, subsumption_choice_t, SUBSUMPTIONS,            \
           "--analysis boolean: whether an old state covers a new one is asked by nested "         \
           "questions to a SAT solver, of the program depqbf, or not at all but for equal ones")   \
    CHOICE(ANALYSIS, boolean_merge, "boolean-merge", 0, boolean_merge_choice_t, BOOLEAN_MERGES,    \
           "--analysis boolean: states that wait at the same places become one")                   \
    CHOICE(ANALYSIS, order, "order", 0, order_choice_t, ORDERS,                                    \
           "--analysis order: the order of events by a theory beside the SAT solver, by clauses "  \
           "for models that have none, or by a number for each event")                             \
    CHOICE(ANALYSIS, order_conflicts, "order-conflicts", 0, order_conflicts_choice_t,              \
           ORDER_CONFLICTS, "--analysis order: simple cycles of events are excluded beforehand")   \
    CHOICE(ANALYSIS, order_solver, "order-solver", 0, order_solver_choice_t, ORDER_SOLVERS,        \
           "--analysis order: the SAT solver under it")                                            \
    CHOICE(ANALYSIS, large_steps, "large-steps", 0, large_steps_choice_t, LARGE_STEPS,             \
           "--analysis impact: steps of a thread that needs nobody else to move are one edge")     \
    CHOICE(ANALYSIS, force_cover, "force-cover", 0, force_cover_choice_t, FORCE_COVERS,            \
           "--analysis impact: labels of older nodes are pushed along the path to a new one")      \
    CHOICE(                                                                                        \
        ANALYSIS, label_values, "label-values", 0, label_values_choice_t, LABEL_VALUES,            \
        "--analysis impact: variables whose explicit values stand beside labels: those that "      \
        "decide which mutex or thread is meant, also those that exclude a path (lazy), or all; "   \
        "auto: all, and if there are too many, lazy")                                              \
    NUMBER(ANALYSIS, loop_bound, "loop-bound", 0, "N", 1, 1,                                       \
           "first bound on loop iterations of --analysis bmc and order")                           \
    NUMBER(ANALYSIS, max_loop_bound, "max-loop-bound", 0, "N", 100, 1,                             \
           "last bound on loop iterations of --analysis bmc and order")                            \
    CHOICE(                                                                                        \
        ANALYSIS, value_precision, "value-precision", 0, precision_choice_t, VALUE_PRECISIONS,     \
        "variables whose values are tracked: all, those that refinements ask for, or first the "   \
        "one and, if that does not end soon, the other")                                           \
    NUMBER(LIMITS, max_threads, "max-threads", 0, "N", 64, 1,                                      \
           "threads that exist at the same time; more give unknown")                               \
    NUMBER(LIMITS, max_depth, "max-depth", 0, "N", 200, 1,                                         \
           "depth of calls; deeper ones give unknown")                                             \
    NUMBER(LIMITS, time_limit, "time-limit", 't', "SECONDS", 0, 0,                                 \
           "end with unknown after this time; 0: no limit")                                        \
    NUMBER(LIMITS, memory_limit, "memory-limit", 'm', "MB", 0, 0,                                  \
           "end with unknown when this much memory is used; 0: no limit")                          \
    STRING(OUTPUT, witness, "witness", 'w', "FILE", "write the evidence for the verdict")          \
    CHOICE(                                                                                        \
        OUTPUT, witness_format, "witness-format", 0, witness_format_t, WITNESS_FORMATS,            \
        "how it is written: JSON that is YAML too, with or without the threads of steps, which "   \
        "some readers refuse; or GraphML, format 1.0")                                             \
    STRING(OUTPUT, reproduce, "reproduce", 0, "DIR",                                               \
           "write a folder in which make run shows the violation on this machine")                 \
    STRING(OUTPUT, report, "report", 0, "DIR",                                                     \
           "write a page for the browser: the counterexample step by step, the source, the "       \
           "automata, statistics")                                                                 \
    STRING(OUTPUT, sarif, "sarif", 0, "FILE", "write the result as SARIF 2.1.0")                   \
    STRING(OUTPUT, junit, "junit", 0, "FILE", "write the result as a test report of JUnit")        \
    CHOICE(OUTPUT, annotate, "annotate", 0, annotate_choice_t, ANNOTATIONS,                        \
           "print the result as annotations of this service")                                      \
    CHOICE(OUTPUT, dump, "dump", 0, dump_choice_t, DUMPS,                                          \
           "write a graph for Graphviz to standard output: the control-flow automata (and do not " \
           "verify), or the explored states")                                                      \
    MODE(OUTPUT, stats, "stats", 0, stats_choice_t, STATS_FORMATS, STATS_TEXT,                     \
         "print all counters and times, readable or as JSON")                                      \
    STRING(OUTPUT, stats_file, "stats-file", 0, "FILE",                                            \
           "write all counters and times as JSON to a file")                                       \
    FLAG(OUTPUT, no_progress, "no-progress", 0, "no status line on the terminal")                  \
    FLAG(OUTPUT, verbose, "verbose", 'v', "say on standard error what is being done")              \
    FLAG(GENERAL, help, "help", 'h', "print this text")                                            \
    FLAG(GENERAL, version, "version", 'V', "print the version")                                    \
    FLAG(GENERAL, list_models, "list-models", 0, "print the table of known library functions")     \
    FLAG(GENERAL, list_engines, "list-engines", 0,                                                 \
         "print the table of engines: what each can refute and prove")                             \
    FLAG(GENERAL, list_configurations, "list-configurations", 0,                                   \
         "print named configurations of the engines that are worth comparing")                     \
    CHOICE(GENERAL, completion, "completion", 0, completion_choice_t, COMPLETIONS,                 \
           "print the completions of the command line for this shell")                             \
    FLAG(GENERAL, man, "man", 0, "print the manual page, in the format of man(7)")

/* Strings are those of argv. */
typedef VEC(const char *) options_list_t;

typedef struct options {
#define OPTION_FLAG(group, field, ...) bool field;
#define OPTION_NUMBER(group, field, ...) unsigned field;
#define OPTION_STRING(group, field, ...) const char *field;
#define OPTION_LIST(group, field, ...) options_list_t field;
#define OPTION_CHOICE(group, field, name, letter, type, ...) type field;
    OPTIONS(OPTION_FLAG, OPTION_NUMBER, OPTION_STRING, OPTION_LIST, OPTION_STRING, OPTION_CHOICE,
            OPTION_CHOICE)
#undef OPTION_FLAG
#undef OPTION_NUMBER
#undef OPTION_STRING
#undef OPTION_LIST
#undef OPTION_CHOICE
    options_list_t files;
    options_list_t flags; /* -D, -I, -U, -std=, -include: for the parser */
    int argc;
    char *const *argv;
} options_t;

/* What options of kind WORD may be, and names that the help explains; made from tables that
 * this room does not know. */
typedef struct options_word {
    const char *option; /* "analysis" */
    const char *word, *help;
} options_word_t;
typedef struct options_words {
    const options_word_t *at;
    size_t count;
} options_words_t;

/* false: wrong usage, error says what (no newline at its end). Files are
 * required unless help, version or man is asked for. */
bool options_parse(options_t *options, int argc, char *const *argv, const options_words_t *words,
                   strbuf_t *error);
void options_free(options_t *options);

/* Sets options from text: "por=none symbolic=first". The text is one of heddle's own: what is
 * wrong in it is a defect. */
void options_override(options_t *options, const char *text);

void options_print_help(strbuf_t *out, const options_words_t *words);
void options_print_man(strbuf_t *out, const options_words_t *words);

#endif
