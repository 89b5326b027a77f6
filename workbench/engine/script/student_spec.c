#include "script/student_spec.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "finding/counters.h"
#include "script/spec.h"
#include "script/state.h"

/* ---- values ---------------------------------------------------------------------------- */

static void add_text(struct wb_str *out, const char *text) {
  wb_str_add_char(out, '"');
  for (const char *at = text; *at != '\0'; at++) {
    if (*at == '"' || *at == '\\') wb_str_add_char(out, '\\');
    if (*at == '\n')
      wb_str_add(out, "\\n");
    else
      wb_str_add_char(out, *at);
  }
  wb_str_add_char(out, '"');
}

/* Seventeen digits are any double, and so any float and half. "-0" would be an integer's. */
static void add_real(struct wb_str *out, double value) {
  if (isnan(value))
    wb_str_add(out, "0/0");
  else if (isinf(value))
    wb_str_add(out, value > 0 ? "math.huge" : "-math.huge");
  else if (value == 0 && signbit(value))
    wb_str_add(out, "-0.0");
  else
    wb_str_addf(out, "%.17g", value);
}

/* Lua reads the least integer as a float when it is written with its sign. */
static void add_integer(struct wb_str *out, int64_t value) {
  if (value == INT64_MIN)
    wb_str_add(out, "0x8000000000000000");
  else
    wb_str_addf(out, "%" PRId64, value);
}

static void add_quantity(struct wb_str *out, const struct wb_quantity *quantity) {
  if (quantity->kind == WB_QUANTITY_INT) add_integer(out, quantity->whole);
  if (quantity->kind == WB_QUANTITY_REAL) add_real(out, quantity->real);
  if (quantity->kind == WB_QUANTITY_TEXT) add_text(out, quantity->text);
}

static void add_quantities(struct wb_str *out, const char *name,
                           const struct wb_quantity *quantities, unsigned count) {
  wb_str_addf(out, ", %s = { ", name);
  for (unsigned i = 0; i < count; i++) {
    if (i > 0) wb_str_add(out, ", ");
    add_quantity(out, &quantities[i]);
  }
  wb_str_add(out, " }");
}

/* ---- lines of the table ------------------------------------------------------------------ */

static void add_field(struct wb_str *out, const char *name, const char *text) {
  if (text == NULL) return;
  wb_str_addf(out, "  %s = ", name);
  add_text(out, text);
  wb_str_add(out, ",\n");
}

static void add_list(struct wb_str *out, const char *name, const struct wb_names *texts) {
  if (texts->count == 0) return;
  wb_str_addf(out, "  %s = {\n", name);
  for (size_t i = 0; i < texts->count; i++) {
    wb_str_add(out, "    ");
    add_text(out, texts->items[i]);
    wb_str_add(out, ",\n");
  }
  wb_str_add(out, "  },\n");
}

static void add_groups(struct wb_str *out, const struct wb_puzzle *puzzle) {
  if (puzzle->n_groups == 0) return;
  wb_str_add(out, "  groups = {\n");
  for (size_t i = 0; i < puzzle->n_groups; i++) {
    const struct wb_puzzle_group *group = &puzzle->groups[i];
    wb_str_add(out, "    { name = ");
    add_text(out, group->name);
    wb_str_addf(out, ", points = %" PRIu32 ", of = \"%s\"", group->points,
                group->each ? "each" : "all");
    if (group->needs != NULL) {
      wb_str_add(out, ", needs = ");
      add_text(out, group->needs);
    }
    wb_str_add(out, " },\n");
  }
  wb_str_add(out, "  },\n");
}

/* ---- parameters ---------------------------------------------------------------------------- */

static void add_param(struct wb_str *out, const struct wb_puzzle *puzzle, size_t index) {
  const struct wb_param *param = &puzzle->params[index];
  const struct wb_spec_param *spec = &puzzle->spec->params[index];
  char type[WB_DTYPE_NAME_MAX];
  wb_str_addf(out, "    { name = \"%s\", kind = \"%s\", type = \"%s\"", param->name,
              wb_param_kind_name(param->kind), wb_dtype_name(param->type, type));
  if (param->kind == WB_PARAM_SCALAR && spec->n_values == 1) {
    wb_str_add(out, ", value = ");
    add_quantity(out, &spec->value[0]);
  } else if (param->kind == WB_PARAM_SCALAR) {
    add_quantities(out, "value", spec->value, spec->n_values);
  } else {
    add_quantities(out, "shape", spec->shape, spec->rank);
  }
  if (param->any_order) wb_str_add(out, ", order = \"any\"");
  if (param->counted_by > 0)
    wb_str_addf(out, ", count = \"%s\"", puzzle->params[param->counted_by - 1].name);
  if (param->rest_ignored) wb_str_add(out, ", rest = \"ignored\"");
  if (param->from != WB_FROM_ANYTHING)
    wb_str_addf(out, ", from = \"%s\"", wb_param_from_name(param->from));
  wb_str_add(out, " },\n");
}

static bool has_tolerances(const struct wb_puzzle *puzzle) {
  bool has = false;
  for (size_t i = 0; i < puzzle->n_params; i++)
    has |= wb_param_is_judged(puzzle->params[i].kind) &&
           wb_scalar_is_float(puzzle->params[i].type.scalar);
  return has;
}

static void add_tolerances(struct wb_str *out, const struct wb_puzzle *puzzle) {
  if (!has_tolerances(puzzle)) return;
  wb_str_add(out, "  tolerance = {\n");
  for (size_t i = 0; i < puzzle->n_params; i++) {
    const struct wb_param *param = &puzzle->params[i];
    const struct wb_spec_param *spec = &puzzle->spec->params[i];
    if (!wb_param_is_judged(param->kind) || !wb_scalar_is_float(param->type.scalar)) continue;
    wb_str_addf(out, "    %s = { atol = ", param->name);
    add_real(out, spec->tolerance.atol);
    wb_str_add(out, ", rtol = ");
    add_real(out, spec->tolerance.rtol);
    wb_str_addf(out, ", ulp = %" PRIu64, spec->tolerance.ulp);
    if (spec->scale_by.kind != WB_QUANTITY_NONE) {
      wb_str_add(out, ", scale_by = ");
      add_quantity(out, &spec->scale_by);
    }
    wb_str_add(out, " },\n");
  }
  wb_str_add(out, "  },\n");
}

/* Those for single arrays, of a counter. */
static void add_array_budgets(struct wb_str *out, const struct wb_puzzle *puzzle,
                              unsigned counter) {
  const char *before = wb_counter_names()[counter];
  bool any = false;
  for (size_t i = 0; i < puzzle->spec->n_array_budgets; i++) {
    const struct wb_spec_array_budget *budget = &puzzle->spec->array_budgets[i];
    if (budget->counter != counter) continue;
    if (any)
      wb_str_addf(out, ", %s = ", puzzle->params[budget->param].name);
    else
      wb_str_addf(out, "    %s = { %s = ", before, puzzle->params[budget->param].name);
    add_quantity(out, &budget->limit);
    any = true;
  }
  if (any) wb_str_add(out, " },\n");
}

static void add_budgets(struct wb_str *out, const struct wb_puzzle *puzzle) {
  if (!puzzle->has_budget) return;
  wb_str_add(out, "  budgets = {\n");
  for (unsigned i = 0; i < WB_BUDGET_COUNTERS; i++) {
    const struct wb_quantity *budget = &puzzle->spec->budgets[i];
    add_array_budgets(out, puzzle, i);
    if (budget->kind == WB_QUANTITY_NONE) continue;
    wb_str_addf(out, "    %s = ", wb_counter_names()[i]);
    add_quantity(out, budget);
    wb_str_add(out, ",\n");
  }
  wb_str_add(out, "  },\n");
}

/* ---- cases ----------------------------------------------------------------------------------- */

static void add_numbers(struct wb_str *out, const char *name, const struct wb_tensor *tensor) {
  enum { NUMBERS_A_LINE = 16 };
  const size_t count = wb_tensor_count(tensor);
  const unsigned lanes = tensor->type.lanes;
  const bool is_number = tensor->shape.rank == 0 && lanes == 1;
  wb_str_addf(out, "        %s = %s", name, is_number ? "" : "{");
  for (size_t i = 0; i < count * lanes && out->length <= WB_SCRIPT_SOURCE_MAX; i++) {
    const size_t element = i / lanes;
    const unsigned lane = (unsigned)(i % lanes);
    if (!is_number) wb_str_add(out, i % NUMBERS_A_LINE == 0 ? "\n          " : " ");
    if (wb_scalar_is_float(tensor->type.scalar))
      add_real(out, wb_tensor_get(tensor, element, lane));
    else
      add_integer(out, wb_tensor_get_int(tensor, element, lane));
    wb_str_add_char(out, ',');
  }
  wb_str_add(out, is_number ? "\n" : "\n        },\n");
}

static void add_lines(struct wb_str *out, const struct wb_names *lines) {
  wb_str_add(out, "        " WB_PRINTED_NAME " = {");
  for (size_t i = 0; i < lines->count && out->length <= WB_SCRIPT_SOURCE_MAX; i++) {
    wb_str_add(out, "\n          ");
    add_text(out, lines->items[i]);
    wb_str_add_char(out, ',');
  }
  wb_str_add(out, "\n        },\n");
}

/* A case may give a scalar's number, unless that is a size of it. */
static bool may_be_given(const struct wb_spec_case *one, const struct wb_param *param) {
  bool may_be = param->kind == WB_PARAM_SCALAR;
  for (size_t i = 0; i < one->n_sizes && may_be; i++)
    may_be = strcmp(one->sizes[i].name, param->name) != 0;
  return may_be;
}

static void add_contents(struct wb_str *out, const char *field, const struct wb_puzzle *puzzle,
                         const struct wb_spec_case *one, const struct wb_case *made,
                         bool expected) {
  wb_str_addf(out, "      %s = {\n", field);
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (expected
            ? wb_param_is_judged(puzzle->params[i].kind)
            : wb_param_has_input(puzzle->params[i].kind) || may_be_given(one, &puzzle->params[i]))
      add_numbers(out, puzzle->params[i].name,
                  expected ? &made->args[i].expected : &made->args[i].before);
  if (expected && puzzle->printed != NULL) add_lines(out, &made->printed);
  wb_str_add(out, "      },\n");
}

/* ---- launches ---- */

static void add_sizes(struct wb_str *out, const char *name, const size_t *sizes, unsigned count) {
  wb_str_addf(out, ", %s = {", name);
  for (unsigned d = 0; d < count; d++) wb_str_addf(out, "%s %zu", d > 0 ? "," : "", sizes[d]);
  wb_str_add(out, " }");
}

/* A scalar's own value in a launch: of a vector, a list of its lanes. */
static void add_value(struct wb_str *out, const struct wb_param *param,
                      const struct wb_case_stage_arg *arg) {
  unsigned char bytes[WB_STAGE_VALUE_MAX];
  const struct wb_tensor value = {.type = param->type, .data = bytes};
  const unsigned lanes = param->type.lanes;
  memcpy(bytes, arg->value, sizeof bytes);
  wb_str_addf(out, " %s = %s", param->name, lanes > 1 ? "{ " : "");
  for (unsigned lane = 0; lane < lanes; lane++) {
    if (lane > 0) wb_str_add(out, ", ");
    if (wb_scalar_is_float(param->type.scalar))
      add_real(out, wb_tensor_get(&value, 0, lane));
    else
      add_integer(out, wb_tensor_get_int(&value, 0, lane));
  }
  wb_str_add(out, lanes > 1 ? " }," : ",");
}

static void add_stage(struct wb_str *out, const struct wb_puzzle *puzzle,
                      const struct wb_case_stage *stage) {
  bool has_values = false;
  wb_str_add(out, "        { entry = ");
  add_text(out, stage->entry);
  wb_str_add(out, ", arguments = {");
  for (size_t i = 0; i < stage->n_args; i++) {
    wb_str_addf(out, "%s \"%s\"", i > 0 ? "," : "", puzzle->params[stage->args[i].param].name);
    has_values |= stage->args[i].has_value;
  }
  wb_str_add(out, has_values ? " }, values = {" : " }");
  for (size_t i = 0; i < stage->n_args; i++)
    if (stage->args[i].has_value)
      add_value(out, &puzzle->params[stage->args[i].param], &stage->args[i]);
  if (has_values) wb_str_add(out, " }");
  add_sizes(out, "global", stage->global, stage->dimensions);
  add_sizes(out, "[\"local\"]", stage->local, stage->dimensions);
  wb_str_add(out, " },\n");
}

static void add_stages(struct wb_str *out, const struct wb_puzzle *puzzle,
                       const struct wb_case *made, bool has_own) {
  if (!puzzle->spec->has_stages && !has_own) return;
  wb_str_add(out, "      stages = {\n");
  for (size_t i = 0; i < made->n_stages; i++) add_stage(out, puzzle, &made->stages[i]);
  wb_str_add(out, "      },\n");
}

/* ---- cases ---- */

static enum wb_status add_case(struct wb_puzzle *puzzle, size_t index, struct wb_str *out,
                               struct wb_error *err) {
  const struct wb_spec_case *spec = &puzzle->spec->cases[index];
  struct wb_case *made = NULL;
  enum wb_status status = wb_case_make(puzzle, index, false, 0, &made, err);
  if (status != WB_OK) return status;
  wb_str_add(out, "    { name = ");
  add_text(out, spec->name);
  wb_str_add(out, ", sizes = {");
  for (size_t i = 0; i < spec->n_sizes; i++) {
    wb_str_addf(out, "%s %s = ", i > 0 ? "," : "", spec->sizes[i].name);
    add_integer(out, spec->sizes[i].value);
  }
  wb_str_add(out, " }");
  if (!puzzle->is_host) add_quantities(out, "global", spec->global, spec->dimensions);
  if (!puzzle->is_host && spec->local_by_kernel)
    wb_str_add(out, ", [\"local\"] = \"kernel\"");
  else if (!puzzle->is_host)
    add_quantities(out, "[\"local\"]", spec->local, spec->dimensions);
  if (spec->subgroup > 0) wb_str_addf(out, ", subgroup = %u", (unsigned)spec->subgroup);
  if (spec->step > 0) wb_str_addf(out, ", step = %u", (unsigned)spec->step);
  if (spec->group != NULL) {
    wb_str_add(out, ", group = ");
    add_text(out, spec->group);
  }
  wb_str_add(out, ",\n");
  add_contents(out, "given", puzzle, spec, made, false);
  add_contents(out, "expected", puzzle, spec, made, true);
  add_stages(out, puzzle, made, spec->has_stages);
  wb_str_add(out, "    },\n");
  wb_case_free(made);
  if (out->length > WB_SCRIPT_SOURCE_MAX)
    status = wb_fail(err, WB_ERR_SPEC,
                     "case \"%s\" has too many numbers to be written out for students (a spec has "
                     "at most %d KiB); make it smaller, or hide it",
                     spec->name, WB_SCRIPT_SOURCE_MAX >> 10);
  return status;
}

/* ---- all of it ----------------------------------------------------------------------------- */

static size_t count_hidden(const struct wb_puzzle *puzzle) {
  size_t hidden = puzzle->left_out;
  for (size_t i = 0; i < puzzle->n_cases; i++) hidden += !puzzle->spec->cases[i].visible;
  return hidden;
}

static void add_head(const struct wb_puzzle *puzzle, struct wb_str *out) {
  wb_str_addf(out, "local puzzle = require \"puzzle\"\n\nreturn puzzle.%s {\n",
              puzzle->is_host ? "host" : "kernel");
  add_field(out, "title", puzzle->title);
  add_field(out, "concept", puzzle->concept);
  add_field(out, "chapter", puzzle->chapter);
  add_list(out, "aliases", &puzzle->aliases);
  add_list(out, "tags", &puzzle->tags);
  add_list(out, "requires", &puzzle->requires);
  add_list(out, "strict", &puzzle->strict);
  add_list(out, "allow", &puzzle->allow);
  add_list(out, "files", &puzzle->files);
  add_list(out, "launches", &puzzle->launches);
  add_list(out, "defines", &puzzle->defines);
  add_field(out, "entry", puzzle->entry);
  add_field(out, "standard", puzzle->standard);
  add_field(out, "printed", puzzle->printed);
  add_field(out, "domain", puzzle->domain);
  add_list(out, "steps", &puzzle->steps);
  add_groups(out, puzzle);
  wb_str_add(out, "  params = {\n");
  for (size_t i = 0; i < puzzle->n_params; i++) add_param(out, puzzle, i);
  wb_str_add(out, "  },\n");
  add_tolerances(out, puzzle);
  add_budgets(out, puzzle);
  wb_str_addf(out,
              "  limits = { time_ms = %" PRIu32 ", memory_mb = %" PRIu64 ", output_kb = %" PRIu64
              ", steps = %" PRIu64 " },\n",
              puzzle->limits.time_ms, puzzle->limits.memory_bytes >> 20,
              puzzle->limits.output_bytes >> 10, puzzle->limits.steps);
  add_list(out, "hints", &puzzle->hints);
  wb_str_addf(out, "  left_out = %zu,\n", count_hidden(puzzle));
}

enum wb_status wb_student_spec_write(struct wb_puzzle *puzzle, struct wb_str *out,
                                     struct wb_error *err) {
  enum wb_status status = WB_OK;
  add_head(puzzle, out);
  wb_str_add(out, "  cases = {\n");
  for (size_t i = 0; i < puzzle->n_cases && status == WB_OK; i++)
    if (puzzle->spec->cases[i].visible) status = add_case(puzzle, i, out, err);
  wb_str_add(out, "  },\n}\n");
  return status;
}
