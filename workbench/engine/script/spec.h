/* A spec as C data: what puzzle.lua says, checked field by field, with
 * expressions not yet evaluated. */
#ifndef WB_SCRIPT_SPEC_H
#define WB_SCRIPT_SPEC_H

#include <stdbool.h>
#include <stdint.h>

#include "finding/counters.h"
#include "script/bounds.h"
#include "script/expression.h"
#include "script/puzzle.h"
#include "script/state.h"

enum {
  WB_SPEC_MAX_PARAMS = 64, /* as many as a kernel may have */
  WB_SPEC_MAX_CASES = 256,
  WB_SPEC_MAX_SIZES = 32,
  WB_SPEC_MAX_LANES = 4,
  WB_SPEC_MAX_STAGES = 4096,
  WB_SPEC_MIN_STEPS = 2,
  WB_SPEC_MAX_STEPS = 6,
  WB_SPEC_MAX_GROUPS = 16,
  WB_SPEC_MAX_POINTS = 1000
};

/* What a reference calls the lines that are printed. */
#define WB_PRINTED_NAME "printed"

/* A number or an expression, and where it stands for errors that show only
 * when a case gives the sizes. */
enum wb_quantity_kind { WB_QUANTITY_NONE, WB_QUANTITY_INT, WB_QUANTITY_REAL, WB_QUANTITY_TEXT };
struct wb_quantity {
  enum wb_quantity_kind kind;
  int64_t whole;
  double real;
  char *text;
  char *path; /* "params[2].shape[1]" */
  int line;
};

void wb_quantity_release(struct wb_quantity *quantity); /* leaves it zeroed */

struct wb_spec_fill {
  bool given;
  struct wb_fill fill;
  char *path;
  int line;
};

struct wb_spec_param {
  char *path;
  int line;
  unsigned rank;
  struct wb_quantity shape[WB_MAX_RANK];
  unsigned n_values;
  struct wb_quantity value[WB_SPEC_MAX_LANES];
  struct wb_spec_fill fill;
  struct wb_tolerance tolerance; /* without scale_by */
  struct wb_quantity scale_by;
  int tolerance_line; /* 0: the spec says nothing of it */
};

/* By counter, and then by parameter. */
struct wb_spec_array_budget {
  unsigned counter;
  size_t param;
  struct wb_quantity limit;
};

/* In the order of wb_spec_limits. */
struct wb_spec_limit {
  int64_t value;
  int line; /* 0: the spec says nothing of it */
};

struct wb_spec_size {
  char *name;
  int64_t value;
  bool varies; /* with the seed, from `low` to `high` */
  int64_t low, high;
};

struct wb_spec_case {
  char *name;
  char *path;
  int line;
  bool visible, has_seed;
  uint64_t seed;
  struct wb_spec_size sizes[WB_SPEC_MAX_SIZES];
  size_t n_sizes;
  unsigned dimensions;
  uint32_t subgroup; /* 0: the spec says nothing of it */
  uint32_t step;     /* likewise */
  char *group;       /* NULL: likewise */
  struct wb_quantity global[3], local[3];
  bool local_by_kernel; /* in place of `local` */
  int global_line, local_line;
  struct wb_spec_fill *fills; /* one a parameter */
  /* Content that is written out; the tables are in the registry, under these addresses. */
  bool has_given, has_expected, has_stages;
  char given_key, expected_key, stages_key;
  bool is_drawn; /* from the domain, whose values win over `inputs` */
};

struct wb_spec {
  struct wb_spec_param *params; /* as many as the puzzle has */
  size_t n_params;
  struct wb_spec_case *cases;
  size_t n_cases;
  struct wb_spec_case extra; /* wb_puzzle_read_case; zeroed where there is none */
  struct wb_quantity budgets[WB_BUDGET_COUNTERS]; /* by counter; kind NONE: it has none */
  struct wb_spec_array_budget array_budgets[WB_MAX_ARRAY_BUDGETS];
  size_t n_array_budgets;
  struct wb_spec_limit limits[WB_PUZZLE_LIMITS];
  struct wb_spec_domain *domain; /* NULL: it declares none (script/domain.h) */
  struct wb_spec_drawn *drawn;   /* NULL: no cases were drawn from it */
  bool has_inputs, has_stages;
  int group_lines[WB_SPEC_MAX_GROUPS];
  int inputs_line, reference_line, second_line, stages_line;
};

struct wb_spec *wb_spec_new(void);
void wb_spec_free(struct wb_spec *spec);

/* Inside a protected call, with the table of puzzle.kernel at `table`: fills
 * puzzle and spec; raises at the first mistake. The functions go to the
 * registry. */
void wb_spec_read(lua_State *lua, int table, struct wb_puzzle *puzzle, struct wb_spec *spec);

/* The fill of a parameter or of a case (spec_fill.c). */
struct wb_path;
void wb_spec_read_fill(lua_State *lua, int value, const struct wb_path *path, enum wb_scalar type,
                       struct wb_spec_fill *fill);

/* Case `index`: the extra one is behind the spec's, and behind it are those that were drawn. NULL
 * where there is none. */
const struct wb_spec_case *wb_spec_case_at(const struct wb_spec *spec, size_t index);

/* Inside a protected call, with a case's table at the top of the stack (spec_cases.c). */
void wb_spec_read_extra(lua_State *lua, struct wb_puzzle *puzzle, struct wb_spec *spec);
void wb_spec_forget_extra(struct wb_spec *spec);

/* Registry keys of the functions. */
extern const char wb_spec_inputs_key, wb_spec_reference_key, wb_spec_second_key, wb_spec_stages_key;

/* What is wrong with the sizes of a launch, for an error that names the field. */
struct wb_spec_sizes_fault {
  bool of_local;      /* of `local`, else of `global` */
  unsigned dimension; /* from 1; 0: of all of them together */
  char words[200];
};
bool wb_spec_sizes_fault(unsigned dimensions, const size_t global[3], const size_t local[3],
                         struct wb_spec_sizes_fault *fault);

/* Inside a protected call, with a list of launches at the top of the stack, which is what the field
 * at `path` gives for the case (spec_stages.c): fills its stages; raises at the first mistake. */
void wb_spec_read_stages_of(lua_State *lua, const struct wb_path *path, struct wb_puzzle *puzzle,
                            struct wb_case *made);

void wb_spec_release_case(struct wb_spec_case *one, size_t n_params);

/* Of a case that says none: it depends on the puzzle's name and the case's place alone. */
uint64_t wb_spec_seed(const char *slug, size_t place);

/* Sizes, launch, shapes and scalars of a case, without tensors' data; `seed` NULL: with the spec's.
 * Errors name the field. The result is freed with wb_case_free. */
enum wb_status wb_spec_lay_out(const struct wb_puzzle *puzzle, const struct wb_spec_case *from,
                               const uint64_t *seed, struct wb_case **made, struct wb_error *err);

/* For tests: as wb_puzzle_load, with options. */
enum wb_status wb_puzzle_load_with(const char *course, const char *slug,
                                   const struct wb_script_options *options,
                                   struct wb_puzzle **puzzle, struct wb_error *err);

#endif
