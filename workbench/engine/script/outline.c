/* What a spec says in a line for each parameter and case, for lists. */
#include <inttypes.h>
#include <string.h>

#include "base/str.h"
#include "finding/counters.h"
#include "script/spec.h"

static void add_quantity(const struct wb_quantity *quantity, struct wb_str *out) {
  if (quantity->kind == WB_QUANTITY_INT) wb_str_addf(out, "%" PRId64, quantity->whole);
  if (quantity->kind == WB_QUANTITY_REAL) wb_str_addf(out, "%g", quantity->real);
  if (quantity->kind == WB_QUANTITY_TEXT) wb_str_add(out, quantity->text);
}

void wb_puzzle_outline_freedom(const struct wb_puzzle *puzzle, size_t index, struct wb_str *out) {
  const struct wb_param *param = &puzzle->params[index];
  if (param->counted_by > 0)
    wb_str_addf(out, ", the first %s[0]", puzzle->params[param->counted_by - 1].name);
  if (param->any_order) wb_str_addf(out, "%s in any order", param->counted_by > 0 ? "" : ",");
  if (param->rest_ignored) wb_str_add(out, ", the rest ignored");
}

void wb_puzzle_outline_param(const struct wb_puzzle *puzzle, size_t index, struct wb_str *out) {
  const struct wb_param *param = &puzzle->params[index];
  const struct wb_spec_param *spec = &puzzle->spec->params[index];
  char type[16];
  wb_str_addf(out, "%s %s %s", wb_param_kind_name(param->kind), wb_dtype_name(param->type, type),
              param->name);
  for (unsigned d = 0; d < spec->rank; d++) {
    wb_str_add_char(out, '[');
    add_quantity(&spec->shape[d], out);
    wb_str_add_char(out, ']');
  }
  bool says_name =
      spec->value[0].kind == WB_QUANTITY_TEXT && strcmp(spec->value[0].text, param->name) == 0;
  if (param->kind == WB_PARAM_SCALAR && spec->n_values == 1 && !says_name) {
    wb_str_add(out, " = ");
    add_quantity(&spec->value[0], out);
  }
  wb_puzzle_outline_freedom(puzzle, index, out);
}

bool wb_puzzle_outline_budget(const struct wb_puzzle *puzzle, unsigned counter,
                              struct wb_str *out) {
  const struct wb_quantity *budget = &puzzle->spec->budgets[counter];
  if (budget->kind == WB_QUANTITY_NONE) return false;
  wb_str_add(out, wb_counter_is_wanted(counter) ? "at least " : "at most ");
  if (budget->kind == WB_QUANTITY_INT && budget->whole >= 0) {
    wb_counter_add(counter, (uint64_t)budget->whole, out);
  } else {
    add_quantity(budget, out);
    wb_str_addf(out, " %s", wb_counter_noun(counter));
  }
  return true;
}

static void add_sizes(const char *name, const size_t sizes[3], unsigned dimensions,
                      struct wb_str *out) {
  wb_str_addf(out, "%s ", name);
  for (unsigned d = 0; d < dimensions; d++) wb_str_addf(out, "%s%zu", d > 0 ? "×" : "", sizes[d]);
}

static void add_launch(const struct wb_case *made, const char *before, struct wb_str *out) {
  wb_str_add(out, before);
  add_sizes("global", made->global, made->dimensions, out);
  if (made->local_by_kernel)
    wb_str_add(out, ", local by the kernel");
  else
    add_sizes(", local", made->local, made->dimensions, out);
  if (made->subgroup > 0) wb_str_addf(out, ", sub-groups of %u", (unsigned)made->subgroup);
}

enum wb_status wb_puzzle_outline_case(const struct wb_puzzle *puzzle, size_t index, bool hidden_too,
                                      struct wb_str *out, struct wb_error *err) {
  const struct wb_spec_case *spec = wb_spec_case_at(puzzle->spec, index);
  struct wb_case *made = NULL;
  if (!spec->visible && !hidden_too) {
    wb_str_addf(out, "hidden %zu", index + 1);
    return WB_OK;
  }
  enum wb_status status = wb_spec_lay_out(puzzle, puzzle->spec, index, &made, err);
  if (status != WB_OK) return status;
  wb_str_add(out, spec->name);
  for (size_t i = 0; i < spec->n_sizes; i++)
    wb_str_addf(out, "%s%s = %" PRId64, i == 0 ? " (" : ", ", spec->sizes[i].name,
                spec->sizes[i].value);
  if (made->dimensions > 0) add_launch(made, spec->n_sizes == 0 ? " (" : ", ", out);
  if (spec->n_sizes > 0 || made->dimensions > 0) wb_str_add_char(out, ')');
  wb_case_free(made);
  return WB_OK;
}
