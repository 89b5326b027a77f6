#include "script/bounds.h"

#include <string.h>

#include "finding/array_count.h"
#include "finding/counters.h"
#include "script/spec.h"
#include "script/spec_fields.h"

static unsigned shown_line(int line) { return line > 0 ? (unsigned)line : 0; }

static void add_quantity(const struct wb_quantity *quantity, struct wb_str *text) {
  if (quantity->kind == WB_QUANTITY_INT) wb_str_addf(text, "%lld", (long long)quantity->whole);
  if (quantity->kind == WB_QUANTITY_REAL) wb_str_addf(text, "%.14g", quantity->real);
  if (quantity->kind == WB_QUANTITY_TEXT) wb_str_addf(text, "\"%s\"", quantity->text);
}

unsigned wb_puzzle_budget(const struct wb_puzzle *puzzle, unsigned counter, struct wb_str *text) {
  const struct wb_quantity *budget = &puzzle->spec->budgets[counter];
  if (counter >= WB_BUDGET_COUNTERS) wb_bug("counter %u has no budget", counter);
  add_quantity(budget, text);
  return budget->kind == WB_QUANTITY_NONE ? 0 : shown_line(budget->line);
}

unsigned wb_puzzle_array_budget(const struct wb_puzzle *puzzle, size_t index, size_t *param,
                                struct wb_str *name, struct wb_str *text) {
  if (index >= puzzle->spec->n_array_budgets) return 0;
  const struct wb_spec_array_budget *budget = &puzzle->spec->array_budgets[index];
  wb_str_addf(name, "%s.%s", wb_counter_names()[budget->counter],
              puzzle->params[budget->param].name);
  add_quantity(&budget->limit, text);
  *param = budget->param;
  return shown_line(budget->limit.line);
}

static bool counts_reads(unsigned counter) {
  struct wb_access_counter of;
  if (wb_counter_is_of_accesses(counter, &of))
    return of.memory == WB_MEMORY_GLOBAL && of.access == WB_ACCESS_READ;
  return counter == wb_counter_index("global_accesses") ||
         counter == wb_counter_index("global_transactions") ||
         counter == wb_counter_index("distinct_pieces");
}

bool wb_puzzle_limits_reads(const struct wb_puzzle *puzzle, size_t param) {
  const struct wb_spec *spec = puzzle->spec;
  bool limits = false;
  if (spec == NULL) return false;
  for (unsigned i = 0; i < WB_BUDGET_COUNTERS; i++)
    limits |= spec->budgets[i].kind != WB_QUANTITY_NONE && counts_reads(i);
  for (size_t i = 0; i < spec->n_array_budgets; i++)
    limits |= spec->array_budgets[i].param == param && counts_reads(spec->array_budgets[i].counter);
  return limits;
}

struct wb_puzzle_limit wb_puzzle_limit(const struct wb_puzzle *puzzle, size_t index) {
  const struct wb_spec_limit *limit = &puzzle->spec->limits[index];
  return (struct wb_puzzle_limit){.field = wb_spec_limits.fields[index].name,
                                  .value = (uint64_t)limit->value,
                                  .usual = (uint64_t)wb_spec_usual_limits[index],
                                  .line = shown_line(limit->line)};
}

unsigned wb_puzzle_tolerance_line(const struct wb_puzzle *puzzle, size_t index) {
  return shown_line(puzzle->spec->params[index].tolerance_line);
}

void wb_puzzle_tolerance_scale(const struct wb_puzzle *puzzle, size_t index, struct wb_str *text) {
  add_quantity(&puzzle->spec->params[index].scale_by, text);
}

const char *wb_puzzle_size_name(const struct wb_puzzle *puzzle, size_t index) {
  const struct wb_spec_case *first = wb_spec_case_at(puzzle->spec, 0);
  return first != NULL && index < first->n_sizes ? first->sizes[index].name : NULL;
}

bool wb_puzzle_case_size(const struct wb_puzzle *puzzle, size_t index, const char *name,
                         int64_t *value) {
  const struct wb_spec_case *one = wb_spec_case_at(puzzle->spec, index);
  for (size_t i = 0; one != NULL && i < one->n_sizes; i++) {
    if (strcmp(one->sizes[i].name, name) != 0) continue;
    *value = one->sizes[i].value;
    return true;
  }
  return false;
}
