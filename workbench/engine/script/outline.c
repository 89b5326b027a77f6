/* What a spec says in a line for each parameter and case, for lists. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "finding/counters.h"
#include "script/domain.h"

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
  if (param->from == WB_FROM_KERNELS) wb_str_add(out, ", all of it from kernels");
  for (size_t i = 0; i < puzzle->launches.count && param->from == WB_FROM_LAUNCHES; i++)
    wb_str_addf(out, "%s%s", i == 0 ? ", all of it from " : " or ", puzzle->launches.items[i]);
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

void wb_puzzle_outline_group(const struct wb_puzzle *puzzle, size_t index, struct wb_str *out) {
  const struct wb_puzzle_group *group = &puzzle->groups[index];
  wb_str_addf(out, "%s: %u point%s%s", group->name, (unsigned)group->points,
              group->points == 1 ? "" : "s", group->each ? ", each case brings its part" : "");
  if (group->needs != NULL) wb_str_addf(out, ", only with all of %s", group->needs);
}

/* "at most 2 global reads by one work-item" */
static void add_allowance(unsigned counter, const struct wb_quantity *limit, struct wb_str *out) {
  wb_str_add(out, wb_counter_is_wanted(counter) ? "at least " : "at most ");
  if (limit->kind == WB_QUANTITY_INT && limit->whole >= 0) {
    wb_counter_add(counter, (uint64_t)limit->whole, out);
  } else {
    add_quantity(limit, out);
    wb_str_addf(out, " %s", wb_counter_noun(counter));
  }
}

bool wb_puzzle_outline_budget(const struct wb_puzzle *puzzle, unsigned counter,
                              struct wb_str *out) {
  const struct wb_quantity *budget = &puzzle->spec->budgets[counter];
  if (budget->kind == WB_QUANTITY_NONE) return false;
  add_allowance(counter, budget, out);
  return true;
}

/* Behind what is counted, and before " by one work-item". */
static void add_array(const char *what, const char *array, struct wb_str *out) {
  const char *by_one = strstr(what, " by one ");
  const size_t length = by_one != NULL ? (size_t)(by_one - what) : strlen(what);
  wb_str_add_bytes(out, what, length);
  wb_str_addf(out, " of `%s`%s", array, what + length);
}

bool wb_puzzle_outline_array_budget(const struct wb_puzzle *puzzle, size_t index,
                                    struct wb_str *out) {
  if (index >= puzzle->spec->n_array_budgets) return false;
  const struct wb_spec_array_budget *budget = &puzzle->spec->array_budgets[index];
  struct wb_str what;
  wb_str_init(&what);
  add_allowance(budget->counter, &budget->limit, &what);
  add_array(what.data, puzzle->params[budget->param].name, out);
  wb_str_release(&what);
  return true;
}

/* 1,048,576 */
static void add_number(double value, struct wb_str *out) {
  char digits[64];
  if (value != floor(value) || fabs(value) > 1e15) {
    wb_str_addf(out, "%g", value);
    return;
  }
  const int length = snprintf(digits, sizeof digits, "%.0f", fabs(value));
  if (value < 0) wb_str_add_char(out, '-');
  for (int i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) wb_str_add_char(out, ',');
    wb_str_add_char(out, digits[i]);
  }
}

static void add_end(const struct wb_quantity *quantity, struct wb_str *out) {
  if (quantity->kind == WB_QUANTITY_TEXT)
    wb_str_add(out, quantity->text);
  else
    add_number(quantity->kind == WB_QUANTITY_REAL ? quantity->real : (double)quantity->whole, out);
}

static void add_range(const struct wb_domain_range *range, struct wb_str *out) {
  if (range->follows) {
    add_end(&range->value, out);
    return;
  }
  add_number((double)range->low, out);
  if (range->low == range->high) return;
  wb_str_add(out, " to ");
  add_number((double)range->high, out);
}

/* Groups as wide as they are high are said so. */
static bool are_square(const struct wb_spec_domain *domain) {
  const struct wb_quantity *second = &domain->local[1].value;
  return domain->dimensions == 2 && !domain->local[0].follows && second->kind == WB_QUANTITY_TEXT &&
         strcmp(second->text, "local_x") == 0;
}

static void add_square_groups(const struct wb_domain_range *side, struct wb_str *out) {
  wb_str_addf(out, "square groups of %" PRId64 " × %" PRId64, side->low, side->low);
  if (side->low < side->high)
    wb_str_addf(out, " to %" PRId64 " × %" PRId64, side->high, side->high);
}

static void add_groups(const struct wb_spec_domain *domain, struct wb_str *out) {
  if (domain->dimensions == 0 || domain->local_by_kernel) return;
  if (out->length > 0) wb_str_add(out, ", ");
  if (are_square(domain)) {
    add_square_groups(&domain->local[0], out);
  } else {
    wb_str_add(out, "groups of ");
    for (unsigned d = 0; d < domain->dimensions; d++) {
      if (d > 0) wb_str_add(out, " by ");
      add_range(&domain->local[d], out);
    }
  }
  wb_str_add(out, " work-items");
  if (domain->spare > 0)
    wb_str_addf(out, ", up to %u more group%s than needed%s", domain->spare,
                domain->spare == 1 ? "" : "s", domain->dimensions > 1 ? " in each dimension" : "");
  if (domain->wide > 0) wb_str_addf(out, ", sub-groups of %u to %u", domain->narrow, domain->wide);
}

/* "any float but NaN", "-5 to 5", "0 to 1 in steps of 0.125" */
static void add_values(const struct wb_puzzle *puzzle, size_t index, struct wb_str *out) {
  const struct wb_domain_values *values = &puzzle->spec->domain->values[index];
  const struct wb_dtype scalar = {puzzle->params[index].type.scalar, 1};
  const size_t any = strlen("any");
  char type[16];
  wb_str_addf(out, "; %s: ", puzzle->params[index].name);
  if (values->words != NULL && strcmp(values->words, "any finite") == 0) {
    wb_str_addf(out, "any finite %s", wb_dtype_name(scalar, type));
  } else if (values->words != NULL) {
    wb_str_addf(out, "any %s%s", wb_dtype_name(scalar, type), values->words + any);
  } else {
    add_end(&values->low, out);
    wb_str_add(out, " to ");
    add_end(&values->high, out);
    if (values->step > 0) wb_str_addf(out, " in steps of %g", values->step);
  }
}

void wb_puzzle_outline_domain(const struct wb_puzzle *puzzle, struct wb_str *out) {
  const struct wb_spec_domain *domain = puzzle->spec->domain;
  if (domain == NULL) return;
  for (size_t i = 0; i < domain->n_sizes; i++) {
    if (domain->sizes[i].range.follows) continue;
    wb_str_addf(out, "%s%s = ", out->length > 0 ? ", " : "", domain->sizes[i].name);
    add_range(&domain->sizes[i].range, out);
  }
  add_groups(domain, out);
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (domain->values[i].given) add_values(puzzle, i, out);
  for (size_t i = 0; i < domain->n_conditions; i++) {
    const struct wb_domain_condition *condition = &domain->conditions[i];
    wb_str_addf(out, "; %s", condition->words != NULL ? condition->words : condition->text.text);
  }
}

/* ---- the same for programs ---- */

/* Beyond that a double has no ones. */
static const double WIDEST = 0x1p53;

static void add_whole(const struct wb_quantity *quantity, bool is_low, struct wb_str *out) {
  double real = quantity->kind == WB_QUANTITY_INT ? (double)quantity->whole : quantity->real;
  if (quantity->kind == WB_QUANTITY_TEXT) {
    wb_str_add(out, quantity->text);
    return;
  }
  real = is_low ? floor(real) : ceil(real);
  wb_str_addf(out, "%.0f", fmax(-WIDEST, fmin(real, WIDEST)));
}

static void add_range_of(const char *name, const struct wb_domain_range *range,
                         struct wb_names *out) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "%s = ", name);
  if (range->follows)
    add_whole(&range->value, true, &text);
  else
    wb_str_addf(&text, "%" PRId64 " to %" PRId64, range->low, range->high);
  wb_names_add(out, text.data);
  wb_str_release(&text);
}

static void add_launch_ranges(const struct wb_spec_domain *domain, struct wb_names *out) {
  static const char *const locals[] = {"local_x", "local_y", "local_z"};
  static const char axes[] = "xyz";
  for (unsigned d = 0; d < domain->dimensions && !domain->local_by_kernel; d++) {
    struct wb_str text;
    add_range_of(locals[d], &domain->local[d], out);
    wb_str_init(&text);
    wb_str_addf(&text, "global_%c = ", axes[d]);
    add_whole(&domain->global[d], true, &text);
    if (domain->spare > 0) wb_str_addf(&text, " + %u * %s", domain->spare, locals[d]);
    wb_names_add(out, text.data);
    wb_str_release(&text);
  }
}

/* Of a scalar that has one value in a case, and of what an array may hold. */
static void add_param_range(const struct wb_puzzle *puzzle, size_t index, struct wb_names *out) {
  const struct wb_spec_param *spec = &puzzle->spec->params[index];
  const struct wb_domain_values *values = &puzzle->spec->domain->values[index];
  const bool is_scalar = puzzle->params[index].kind == WB_PARAM_SCALAR && spec->n_values == 1;
  struct wb_str text;
  if (!is_scalar && !values->given) return;
  wb_str_init(&text);
  wb_str_addf(&text, ".%s = ", puzzle->params[index].name);
  add_whole(is_scalar ? &spec->value[0] : &values->low, true, &text);
  wb_str_add(&text, " to ");
  add_whole(is_scalar ? &spec->value[0] : &values->high, false, &text);
  wb_names_add(out, text.data);
  wb_str_release(&text);
}

void wb_puzzle_outline_ranges(const struct wb_puzzle *puzzle, struct wb_names *out) {
  const struct wb_spec_domain *domain = puzzle->spec->domain;
  bool has_stages = puzzle->spec->has_stages;
  for (size_t i = 0; i < puzzle->spec->n_cases; i++)
    has_stages |= puzzle->spec->cases[i].has_stages;
  if (domain == NULL || has_stages) return;
  for (size_t i = 0; i < domain->n_sizes; i++)
    add_range_of(domain->sizes[i].name, &domain->sizes[i].range, out);
  add_launch_ranges(domain, out);
  for (size_t i = 0; i < puzzle->n_params; i++) add_param_range(puzzle, i, out);
}

/* ---- cases ---- */

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
  enum wb_status status = wb_spec_lay_out(puzzle, spec, NULL, &made, err);
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
