#include "result/puzzle_data.h"

/* More than any spec may have. */
enum { MAX_ARRAYS = 64, MAX_CASES = 1024, MAX_RULES = 256 };

/* Elements that would be none of the array. */
static const char *array_fault(const void *of) {
  const struct wb_array_data *array = of;
  const uint64_t after = array->total - array->first;
  if (array->first > array->total) return "first";
  if (array->n_before > after) return "before";
  return array->n_expected > after ? "expected" : NULL;
}

#define WB_OF struct wb_array_data
static const struct wb_field array_rows[] = {
    {"name", WB_VALUE(name)},
    {"role", WB_VALUE(role)},
    {"type", WB_VALUE(type)},
    {"shape", WB_COUNTED(shape, rank)},
    {"total", WB_VALUE(total)},
    {"first", WB_VALUE(first)},
    {"before", WB_LIST(before, n_before, WB_DATA_ELEMENTS_MAX)},
    {"expected", WB_LIST(expected, n_expected, WB_DATA_ELEMENTS_MAX)},
    {"note", WB_VALUE(note)},
};
static const struct wb_fields array_fields = {WB_ROWS(array_rows), .fault = array_fault};
#undef WB_OF

static bool has_budgets(const void *of) { return ((const struct wb_case_data *)of)->n_budgets > 0; }
static bool has_printed(const void *of) {
  return ((const struct wb_case_data *)of)->printed_order != NULL;
}
static bool has_rules(const void *of) { return ((const struct wb_puzzle_data *)of)->n_rules > 0; }

#define WB_OF struct wb_case_data
static const struct wb_field case_rows[] = {
    {"number", WB_VALUE(number)},
    {"name", WB_VALUE(name)},
    {"visible", WB_VALUE(visible)},
    {"outline", WB_VALUE(outline)},
    {"arrays", WB_LIST(arrays, n_arrays, MAX_ARRAYS), .fields = &array_fields},
    {"printed_order", WB_VALUE(printed_order), .or_absent = true},
    {"printed", WB_LIST(printed, n_printed, WB_DATA_ELEMENTS_MAX), .said = has_printed},
    {"printed_total", WB_VALUE(printed_total), .said = has_printed},
    {"budgets", WB_LIST(budgets, n_budgets, MAX_RULES), .said = has_budgets},
};
static const struct wb_fields case_fields = {WB_ROWS(case_rows)};
#undef WB_OF

#define WB_OF struct wb_puzzle_data
static const struct wb_field data_rows[] = {
    {"schema", WB_CONSTANT(1)},
    {"puzzle", WB_VALUE(puzzle)},
    {"cases", WB_LIST(cases, n_cases, MAX_CASES), .fields = &case_fields},
    {"hidden", WB_VALUE(hidden)},
    {"rules", WB_LIST(rules, n_rules, MAX_RULES), .said = has_rules},
};
const struct wb_fields wb_puzzle_data_fields = {WB_ROWS(data_rows)};
#undef WB_OF

void wb_puzzle_data_release(struct wb_puzzle_data *data) {
  wb_fields_release(&wb_puzzle_data_fields, data);
}
