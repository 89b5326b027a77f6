/* A puzzle spec, loaded and checked: docs/puzzle-spec.md says what is in one.
 *
 * Loading runs the Lua file in a fresh, sandboxed state inside this process.
 * That stops honest mistakes only; what stops an endless loop or a table bomb
 * is that the process doing it can be killed (judge/main). */
#ifndef WB_SCRIPT_PUZZLE_H
#define WB_SCRIPT_PUZZLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "base/file_states.h"
#include "base/status.h"
#include "finding/counters.h"
#include "tensor/compare.h"
#include "tensor/fill.h"
#include "tensor/tensor.h"

enum wb_param_kind {
  WB_PARAM_INPUT,
  WB_PARAM_OUTPUT,
  WB_PARAM_INOUT,
  WB_PARAM_SCALAR,
  WB_PARAM_LOCAL
};
const char *wb_param_kind_name(enum wb_param_kind kind); /* "input", as a spec says it */
bool wb_param_is_judged(enum wb_param_kind kind);        /* an output or an inout */
bool wb_param_has_input(enum wb_param_kind kind);        /* an input or an inout */
bool wb_param_has_before(enum wb_param_kind kind);       /* one of these, or a scalar */

/* What each element of a host puzzle's output must be made by: any kernel, or those that the
 * puzzle's `launches` names. */
enum wb_param_from { WB_FROM_ANYTHING, WB_FROM_KERNELS, WB_FROM_LAUNCHES };
const char *wb_param_from_name(enum wb_param_from from); /* "launches", as a spec says it */

struct wb_param {
  char *name;
  enum wb_param_kind kind;
  struct wb_dtype type;
  /* For outputs and inouts. The elements that count are the first ones, as many as the reference
   * gives to another one, params[counted_by - 1], which has one element; 0: all. */
  bool any_order; /* those that count may stand in any order among themselves */
  size_t counted_by;
  enum wb_param_from from;
  bool rest_ignored; /* the others may be anything, or not written at all */
};

struct wb_puzzle_limits {
  uint32_t time_ms;
  uint64_t memory_bytes, output_bytes, steps;
};

/* A budget: at most `limit` of a counter, by its name in struct wb_counters
 * ("max_global_reads"). The limit may depend on the case (evaluated there). */
struct wb_budget {
  const char *counter;
  uint64_t limit;
};

/* The same of the accesses to one array alone, which is a parameter of the puzzle. */
struct wb_array_budget {
  size_t param;
  struct wb_budget of;
};
enum { WB_MAX_ARRAY_BUDGETS = 32 };

/* Cases that bring points together (docs/scoring.md). */
struct wb_puzzle_group {
  char *name;
  uint32_t points;
  bool each;       /* every case brings its part; else all of them are needed */
  char *needs;     /* the name of another one, without which it brings nothing; NULL: none */
  uint32_t needed; /* the number of that one, from 1; 0: none */
};

/* A puzzle's static part. Strings are owned by the puzzle. */
struct wb_puzzle {
  char *slug;      /* "01-map" */
  unsigned number; /* 1 */
  /* The answer is a host program in Lua, and not a kernel: its parameters are what the program gets
   * and what it returns, its cases have no launch of their own; `files` are those of the puzzle's
   * folder that the program may read, `launches` the kernels that it must launch, in this order,
   * `defines` the macros that it may define for those. */
  bool is_host;
  struct wb_names files, launches, defines;
  char *title, *concept;
  char *chapter;  /* the part of the course that it belongs to; NULL: none */
  char *entry;    /* the kernel's name; NULL of a host puzzle */
  char *standard; /* the kernel's language, as -cl-std has it: "CL3.0"; NULL: CL1.2 */
  /* Printed lines are judged: "any", in any order, or "given"; NULL: they are not. */
  char *printed;
  struct wb_param *params;
  size_t n_params;
  size_t n_cases;
  /* Names of the steps in which the cases come, and which step each belongs to, from 1, in an order
   * that never goes back. None and NULL where the puzzle has no steps. */
  struct wb_names steps;
  uint32_t *case_steps;
  /* Groups that the cases bring points in, and which one each names, itself or by its step, from 1;
   * 0: none. None and NULL where the score is the share of accepted cases. */
  struct wb_puzzle_group *groups;
  size_t n_groups;
  uint32_t *case_groups;
  uint32_t drawn_group; /* of drawn cases, from 1; 0: there are no groups */
  /* Of a case at least, groups have the size that the kernel asks for: `group`, or 1 as long as no
   * kernel is known (zeros). */
  bool kernel_chooses;
  size_t group[3];
  size_t left_out; /* hidden cases that are not here: it is a student's pack */
  /* For which sizes, launches and values it is, in a line for learners, as "n = 1 to 1,000, groups
   * of 1 to 256 work-items; a: -5 to 5"; NULL: the spec does not say. How many cases were drawn
   * from that (wb_puzzle_draw), of which the first is case n_cases + 1. */
  char *domain;
  size_t n_drawn;
  size_t n_drawn_small; /* the others, which are last, have very many work-items or elements */
  bool has_budget;
  bool has_second_reference;
  /* Of a counter that only profiled kernels have; of a single array, which they tell apart. */
  bool has_modelled_budget, has_array_budget;
  struct wb_names hints, tags, aliases, requires;
  /* Kinds of findings whose warnings are errors, or are not though they are in
   * other puzzles: stores of one value that race. */
  struct wb_names strict, allow;
  struct wb_puzzle_limits limits;
  struct wb_script *script; /* the Lua state that the rest is asked of */
  struct wb_spec *spec;     /* what the cases are made from; script/spec.h */
};
/* Whether an output must come from the kernels that `launches` names: then devices are given
 * nothing but the inputs, too. */
bool wb_puzzle_follows_launches(const struct wb_puzzle *puzzle);

/* One case made concrete: sizes evaluated, inputs filled, reference computed.
 * Tensors are owned by the case. */
struct wb_case_arg {
  struct wb_tensor before;       /* content before the launch: inputs, inouts and
                                    scalars; no data for outputs (they start
                                    poisoned) and local memory */
  struct wb_tensor expected;     /* outputs and inouts; no data for others */
  struct wb_tolerance tolerance; /* of `expected` */
  size_t local_bytes;            /* WB_PARAM_LOCAL */
  bool is_computed;              /* `before` is what the spec's `inputs` returned */
};

/* One launch of a case: a kernel, what it takes, and how many work-items run it. */
enum { WB_STAGE_VALUE_MAX = 32 }; /* bytes of the longest scalar of a puzzle */
struct wb_case_stage_arg {
  size_t param;   /* of the puzzle */
  bool has_value; /* a scalar that is not the case's in this launch */
  _Alignas(8) unsigned char value[WB_STAGE_VALUE_MAX]; /* as a tensor's data */
};
struct wb_case_stage {
  char *entry; /* the kernel's name */
  unsigned dimensions;
  size_t global[3], local[3];
  struct wb_case_stage_arg *args; /* one for each parameter of the kernel, in its order */
  size_t n_args;
};

struct wb_case {
  char *name;
  bool visible;
  uint64_t seed;
  uint64_t order_seed; /* of the orders of a host program's commands and work-items: `seed`, unless
                          that is secret */
  int64_t *sizes;      /* as many as the spec's case has, in its order */
  unsigned dimensions;
  size_t global[3], local[3];
  bool local_by_kernel;     /* groups cannot have another size */
  uint32_t subgroup;        /* work-items of a sub-group; 0: as many as usual */
  struct wb_case_arg *args; /* one a parameter, in order */
  size_t n_args;
  /* Its launches, in order and on the same buffers; at least one where the case has content, and
   * none of a host puzzle. */
  struct wb_case_stage *stages;
  size_t n_stages;
  struct wb_names printed; /* lines, without their breaks, where the puzzle judges them */
  struct wb_budget budgets[WB_BUDGET_COUNTERS];
  size_t n_budgets;
  struct wb_array_budget array_budgets[WB_MAX_ARRAY_BUDGETS];
  size_t n_array_budgets;
  bool lacks_expected; /* what is right is not known yet: wb_case_make_expected */
  unsigned others;     /* who have it, too, and free it */
};

/* `course` is the folder that has puzzles/ and lua/. `memory_limit` caps the
 * Lua state (0: a default). WB_ERR_SPEC with err->where "file:line" and a
 * message that names the field. */
enum wb_status wb_puzzle_load(const char *course, const char *slug, uint64_t memory_limit,
                              struct wb_puzzle **puzzle, struct wb_error *err);
void wb_puzzle_free(struct wb_puzzle *puzzle);

/* The files that it was loaded from, and those that it looked for and were not there. */
const struct wb_file_states *wb_puzzle_files(const struct wb_puzzle *puzzle);

/* The size of groups that a kernel asks for: cases that leave it to the kernel are made with it
 * from now on. */
void wb_puzzle_set_group(struct wb_puzzle *puzzle, const uint32_t group[3]);

/* Name and visibility of case `index` without making its tensors. */
enum wb_status wb_puzzle_case_name(struct wb_puzzle *puzzle, size_t index, const char **name,
                                   bool *visible);

/* Whether a hidden case's inputs may follow from another seed than the spec's: unless what is right
 * is written out there. Of no case that the spec does not list. */
bool wb_puzzle_may_reseed(const struct wb_puzzle *puzzle, size_t index);

/* The spec's seed of a case that there is. */
uint64_t wb_puzzle_seed(const struct wb_puzzle *puzzle, size_t index);

/* Whether a case's sizes vary with its seed. */
bool wb_puzzle_varies(const struct wb_puzzle *puzzle);

/* Lines of the spec's file where a case, a parameter, a reference or the domain begins; 0: not
 * known. */
unsigned wb_puzzle_case_line(const struct wb_puzzle *puzzle, size_t index);
unsigned wb_puzzle_param_line(const struct wb_puzzle *puzzle, size_t index);
unsigned wb_puzzle_domain_line(const struct wb_puzzle *puzzle);
unsigned wb_puzzle_reference_line(const struct wb_puzzle *puzzle, bool second);

/* The group that a case of the puzzle counts in, from 1: of one that names none the last one, so
 * that no case is without weight. 0: the puzzle has no groups. */
uint32_t wb_puzzle_case_group(const struct wb_puzzle *puzzle, size_t index);
unsigned wb_puzzle_group_line(const struct wb_puzzle *puzzle, size_t index); /* from 0 */

/* Reads one more case from a text as it would stand in the spec's list of cases: a table
 * constructor of Lua, `{ name = "…", sizes = { n = 7 }, global = { 8 }, ["local"] = { 4 } }`. It
 * is checked as the others are, and is case n_cases, in place of the one read before; it is no
 * part of the puzzle. On errors, whose place is WB_EXTRA_CASE, there is none. */
#define WB_EXTRA_CASE "extra case"
enum wb_status wb_puzzle_read_case(struct wb_puzzle *puzzle, const char *text,
                                   struct wb_error *err);

/* Draws cases from the puzzle's domain, where it has one and none were drawn yet: always the same
 * ones. WB_ERR_SPEC where the domain says what cannot be. */
enum wb_status wb_puzzle_draw(struct wb_puzzle *puzzle, struct wb_error *err);

/* Cases behind the drawn ones: the smallest that is known to fail, at first a drawn one, and one
 * that is smaller or simpler. `try_smaller` makes the next of these; false: there are no more.
 * `take_smaller` says that it fails, too. */
#define WB_FOUND_CASE(puzzle) ((puzzle)->n_cases + 1 + (puzzle)->n_drawn)
#define WB_TRIED_CASE(puzzle) (WB_FOUND_CASE(puzzle) + 1)
void wb_puzzle_find_case(struct wb_puzzle *puzzle, size_t drawn);
bool wb_puzzle_try_smaller(struct wb_puzzle *puzzle);
void wb_puzzle_take_smaller(struct wb_puzzle *puzzle);

/* Makes case `index` (from 0). With has_seed, `seed` stands for the spec's. The
 * inputs depend on the seed and the spec alone; so do sizes that vary: the spec's seed gives the
 * sizes of the spec, two small seeds the ends of their ranges, others anything between them.
 * WB_ERR_SPEC where a function of the spec fails. */
enum { WB_SEED_OF_LEAST = 1, WB_SEED_OF_MOST = 2 };
enum wb_status wb_case_make(struct wb_puzzle *puzzle, size_t index, bool has_seed, uint64_t seed,
                            struct wb_case **made, struct wb_error *err);

/* The same in two steps, for whoever has the launches made meanwhile: all but what is right, which
 * a reference may take long to compute, and that. The case is the caller's alone between them. */
enum wb_status wb_case_make_inputs(struct wb_puzzle *puzzle, size_t index, bool has_seed,
                                   uint64_t seed, struct wb_case **made, struct wb_error *err);
enum wb_status wb_case_make_expected(struct wb_puzzle *puzzle, size_t index, struct wb_case *made,
                                     struct wb_error *err);

/* Computes once more what is right for case `index`, made before and owned by the caller alone:
 * from what its arguments hold now, by the reference or by the second one, which must be there. */
enum wb_status wb_case_refer(struct wb_puzzle *puzzle, size_t index, bool second,
                             struct wb_case *made, struct wb_error *err);
void wb_case_free(struct wb_case *made); /* NULL is fine */

/* Another owner of the case, which nobody changes then; each of them frees it. */
struct wb_case *wb_case_share(struct wb_case *made);

/* Gives the case so many stages, zeroed, in place of those that it has. */
void wb_case_set_stages(struct wb_case *made, size_t count);

/* Fills a zeroed stage with the launch that a case has where its puzzle says nothing of stages: the
 * puzzle's kernel with all parameters, and the case's sizes. */
void wb_case_usual_stage(const struct wb_puzzle *puzzle, const struct wb_case *made,
                         struct wb_case_stage *stage);

/* The kernel that all launches of the case run; "" where they run several. */
const char *wb_case_entry(const struct wb_case *made);

/* Whether the lines that are printed must come in their order. */
bool wb_puzzle_prints_in_order(const struct wb_puzzle *puzzle);

/* How much a kernel may print. A hidden case may have very many work-items, and nobody sees what
 * they print: one line from each is not too much if the visible cases allow it. */
uint64_t wb_case_output_bytes(const struct wb_puzzle *puzzle, const struct wb_case *made);

/* Bytes of its tensors and lines. */
size_t wb_case_size(const struct wb_case *made);

/* From now on a timer of this process's processor time says when to look whether a script is late,
 * by SIGPROF, and no hook that each of Lua's instructions pays for. For a process that has no
 * threads yet, and whose scripts have no coroutines: the tick reaches the main one alone. Outside
 * of wb_script_protect() the signal is blocked, so that it interrupts no other call. Children have
 * no timer, and go on with the hook. */
void wb_script_use_timer(void);

/* The release of Lua that runs specs, as "5.4.4". */
const char *wb_script_lua_version(void);

/* One line on a parameter, "output float out[n]", and on a case, "four (n = 4,
 * global 8, local 4)", or "hidden 3" of a hidden one that is not to be told; appended to `out`.
 * Makes no tensors. */
struct wb_str;
void wb_puzzle_outline_param(const struct wb_puzzle *puzzle, size_t index, struct wb_str *out);
enum wb_status wb_puzzle_outline_case(const struct wb_puzzle *puzzle, size_t index, bool hidden_too,
                                      struct wb_str *out, struct wb_error *err);
/* struct wb_puzzle.domain, or nothing. */
void wb_puzzle_outline_domain(const struct wb_puzzle *puzzle, struct wb_str *out);
/* The same for programs, an entry a number: of sizes and launches "n = 1 to 70000" and "global_x =
 * ceil_div(n, 8) * 8", and of scalars and of what arrays hold ".a = -4 to 4". Where stages may give
 * others there are none. */
void wb_puzzle_outline_ranges(const struct wb_puzzle *puzzle, struct wb_names *out);
/* "at most 4 * n bytes copied to a device": the budget of this counter, as the spec has it. Appends
 * nothing, and says so, where there is none. */
bool wb_puzzle_outline_budget(const struct wb_puzzle *puzzle, unsigned counter, struct wb_str *out);

/* "at most 2 global reads of `a` by one work-item": likewise the index-th budget of a single array.
 * False where there are not so many. */
bool wb_puzzle_outline_array_budget(const struct wb_puzzle *puzzle, size_t index,
                                    struct wb_str *out);
/* "any size: 4 points, each case brings its part, only with all of small": what group `index`
 * brings. */
void wb_puzzle_outline_group(const struct wb_puzzle *puzzle, size_t index, struct wb_str *out);
/* What is left free of parameter `index`, ", the first count[0] in any order, the rest ignored",
 * or nothing. */
void wb_puzzle_outline_freedom(const struct wb_puzzle *puzzle, size_t index, struct wb_str *out);

/* What a domain declares of a size or of groups, from `low` to `high`, and between which numbers
 * the puzzle's cases lie, written ones and drawn ones. */
enum wb_domain_part { WB_DOMAIN_SIZE, WB_DOMAIN_GROUPS };
struct wb_domain_reach {
  enum wb_domain_part part;
  const char *name; /* the domain's, or static */
  double low, high, least, most;
  int line; /* of the domain */
};
enum { WB_DOMAIN_MAX_REACHES = 32 };

/* Of all that varies freely, to an array with that much room; how many. Draws nothing. */
size_t wb_puzzle_domain_reach(const struct wb_puzzle *puzzle, struct wb_domain_reach *out);
/* The same of a spec without a domain, as far as its cases have sizes: what they reach is declared,
 * too. */
size_t wb_puzzle_cases_reach(const struct wb_puzzle *puzzle, struct wb_domain_reach *out);
/* Adds a sentence to `out` for each number of case `index`, made, that does not lie in the domain:
 * "'local_x' is 320, and the domain has 1 to 256"; of an array that `inputs` did
 * not compute the first one. WB_ERR_SPEC where the
 * domain cannot be evaluated. */
enum wb_status wb_puzzle_place_case(const struct wb_puzzle *puzzle, size_t index,
                                    const struct wb_case *made, struct wb_names *out,
                                    struct wb_error *err);
/* Whether an array holds in drawn cases what its `fill` gives: nothing else says it. */
bool wb_puzzle_is_filled(const struct wb_puzzle *puzzle, size_t param);

#endif
