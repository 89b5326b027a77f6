/* What the spec demands of kernels, with the numbers that its expressions may name. */
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "finding/counters.h"
#include "judge/audit.h"
#include "script/bounds.h"

/* ---- budgets and limits ----------------------------------------------------------------- */

static void add_bound(struct wb_puzzle_audit *audit, const char *table, const char *field,
                      struct wb_audit_bound bound) {
  bound.field = wb_format("%s.%s", table, field);
  audit->bounds[audit->n_bounds++] = bound;
}

static void add_budget(struct wb_audited *audited, unsigned counter) {
  struct wb_str text;
  wb_str_init(&text);
  const unsigned line = wb_puzzle_budget(audited->puzzle, counter, &text);
  if (text.length > 0)
    add_bound(audited->audit, "budgets", wb_counter_names()[counter],
              (struct wb_audit_bound){.text = wb_str_detach(&text), .line = line});
  else
    wb_str_release(&text);
}

static void add_array_budgets(struct wb_audited *audited) {
  struct wb_str name, text;
  size_t param = 0;
  wb_str_init(&name);
  wb_str_init(&text);
  for (size_t i = 0; i < WB_MAX_ARRAY_BUDGETS; i++) {
    wb_str_clear(&name);
    wb_str_clear(&text);
    const unsigned line = wb_puzzle_array_budget(audited->puzzle, i, &param, &name, &text);
    if (name.length == 0) break;
    add_bound(audited->audit, "budgets", name.data,
              (struct wb_audit_bound){
                  .text = wb_strdup(text.data), .line = line, .parameter = param + 1});
  }
  wb_str_release(&text);
  wb_str_release(&name);
}

static void add_limit(struct wb_audited *audited, size_t index) {
  const struct wb_puzzle_limit limit = wb_puzzle_limit(audited->puzzle, index);
  add_bound(audited->audit, "limits", limit.field,
            (struct wb_audit_bound){.text = wb_format("%llu", (unsigned long long)limit.value),
                                    .value = limit.value,
                                    .usual = limit.usual,
                                    .line = limit.line});
}

/* ---- variables ------------------------------------------------------------------------------ */

static struct wb_audit_variable *add_variable(struct wb_audited *audited, const char *name) {
  struct wb_puzzle_audit *audit = audited->audit;
  struct wb_audit_variable *variable = &audit->variables[audit->n_variables++];
  const size_t n_cases = audited->puzzle->n_cases;
  *variable = (struct wb_audit_variable){.name = wb_strdup(name), .n_values = n_cases};
  variable->values = wb_alloc((n_cases + 1) * sizeof *variable->values);
  return variable;
}

/* A size that every case has. */
static void add_size(struct wb_audited *audited, const char *name) {
  const size_t n_cases = audited->puzzle->n_cases;
  int64_t value;
  for (size_t i = 0; i < n_cases; i++)
    if (!wb_puzzle_case_size(audited->puzzle, i, name, &value)) return;
  struct wb_audit_variable *variable = add_variable(audited, name);
  for (size_t i = 0; i < n_cases; i++)
    wb_puzzle_case_size(audited->puzzle, i, name, &variable->values[i]);
}

/* Of a dimension that every case has: the launch's work-items, a group's, and the groups. */
static void add_launch(struct wb_audited *audited, unsigned dimension) {
  const char axis = (char)('x' + dimension);
  const size_t n_cases = audited->puzzle->n_cases;
  char names[3][32];
  for (size_t i = 0; i < n_cases; i++)
    if (audited->cases[i]->dimensions <= dimension) return;
  snprintf(names[0], sizeof names[0], "global_%c", axis);
  snprintf(names[1], sizeof names[1], "local_%c", axis);
  snprintf(names[2], sizeof names[2], "global_%c / local_%c", axis, axis);
  for (int k = 0; k < 3; k++) {
    struct wb_audit_variable *variable = add_variable(audited, names[k]);
    for (size_t i = 0; i < n_cases; i++) {
      const int64_t global = (int64_t)audited->cases[i]->global[dimension];
      const int64_t local = (int64_t)audited->cases[i]->local[dimension];
      variable->values[i] = k == 0 ? global : k == 1 ? local : global / local;
    }
  }
}

static size_t count_sizes(const struct wb_puzzle *puzzle) {
  size_t count = 0;
  while (wb_puzzle_size_name(puzzle, count) != NULL) count++;
  return count;
}

void wb_audit_bounds(struct wb_audited *audited) {
  enum { DIMENSIONS = 3, NAMES_OF_A_DIMENSION = 3 };
  struct wb_puzzle_audit *audit = audited->audit;
  const size_t sizes = count_sizes(audited->puzzle);
  audit->bounds = wb_alloc((WB_BUDGET_COUNTERS + WB_MAX_ARRAY_BUDGETS + WB_PUZZLE_LIMITS) *
                           sizeof *audit->bounds);
  audit->variables =
      wb_alloc((sizes + DIMENSIONS * NAMES_OF_A_DIMENSION) * sizeof *audit->variables);
  for (unsigned i = 0; i < WB_BUDGET_COUNTERS; i++) add_budget(audited, i);
  add_array_budgets(audited);
  for (size_t i = 0; i < WB_PUZZLE_LIMITS; i++) add_limit(audited, i);
  for (size_t i = 0; i < sizes; i++) add_size(audited, wb_puzzle_size_name(audited->puzzle, i));
  for (unsigned d = 0; d < DIMENSIONS; d++) add_launch(audited, d);
}
