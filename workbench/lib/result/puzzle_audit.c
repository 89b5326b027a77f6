#include "result/puzzle_audit.h"

#include <math.h>
#include <stdarg.h>

#include "base/str.h"

/* More than any spec may have. */
enum {
  MAX_CASES = 1024,
  MAX_ANSWERS = 128,
  MAX_REMARKS = 8192,
  MAX_BOUNDS = 64,
  MAX_VARIABLES = 64,
  MAX_TOLERANCES = 64
};

static const struct wb_word kinds[] = {
    [WB_AUDIT_OUTPUT_FREE] = {"output-free", "an output may hold something trivial in every case"},
    [WB_AUDIT_NOT_REPEATABLE] = {"not-repeatable",
                                 "the reference gives another result the second time"},
    [WB_AUDIT_NAN] = {"nan", "the reference gives a NaN"},
    [WB_AUDIT_SECOND_REFERENCE] = {"second-reference", "the second reference gives something else"},
    [WB_AUDIT_NO_HIDDEN_CASE] = {"no-hidden-case", "no case is hidden"},
    [WB_AUDIT_SAME_SIZE] = {"same-size", "a hidden case has the sizes of a visible one"},
    [WB_AUDIT_SAME_LAUNCH] = {"same-launch", "a hidden case has the launch of a visible one"},
    [WB_AUDIT_SAME_CASE] = {"same-case", "a case is another one once more"},
    [WB_AUDIT_SAME_EVERYWHERE] = {"same-everywhere", "two parameters hold the same in every case"},
    [WB_AUDIT_NEVER_VARIES] = {"never-varies", "a scalar has one value in all cases"},
    [WB_AUDIT_SIZE_RANGE] = {"size-range", "no case has the sizes that the domain allows"},
    [WB_AUDIT_VALUE_RANGE] = {"value-range", "an input holds few numbers in all cases"},
    [WB_AUDIT_CASE_OUTSIDE] = {"case-outside-domain", "a case lies outside of the domain"},
    [WB_AUDIT_GROUP_CASES] = {"group-cases", "a case is in no group, or a group has none"},
    [WB_AUDIT_TOLERANCE_TIGHT] = {"tolerance-tight",
                                  "rounding the inputs moves an output further than is allowed"},
};
const struct wb_words wb_audit_kinds = WB_WORDS(kinds);

#define WB_OF struct wb_audit_answer
static const struct wb_field answer_rows[] = {
    {"answer", WB_VALUE(answer)},
    {"accepted", WB_VALUE(accepted)},
    {"rejected_by", WB_LIST(rejected_by, n_rejected_by, MAX_CASES)},
};
static const struct wb_fields answer_fields = {WB_ROWS(answer_rows)};
#undef WB_OF

#define WB_OF struct wb_audit_remark
static const struct wb_field remark_rows[] = {
    {"kind", WB_VALUE(kind), .words = &wb_audit_kinds},
    {"number", WB_VALUE(number)},
    {"line", WB_VALUE(line)},
    {"array", WB_VALUE(array)},
    {"message", WB_VALUE(message)},
    {"suggestion", WB_VALUE(suggestion)},
};
static const struct wb_fields remark_fields = {WB_ROWS(remark_rows)};
#undef WB_OF

#define WB_OF struct wb_audit_bound
static const struct wb_field bound_rows[] = {
    {"field", WB_VALUE(field)}, {"text", WB_VALUE(text)},           {"value", WB_VALUE(value)},
    {"usual", WB_VALUE(usual)}, {"parameter", WB_VALUE(parameter)}, {"line", WB_VALUE(line)},
};
static const struct wb_fields bound_fields = {WB_ROWS(bound_rows)};
#undef WB_OF

#define WB_OF struct wb_audit_variable
static const struct wb_field variable_rows[] = {
    {"name", WB_VALUE(name)},
    {"values", WB_LIST(values, n_values, MAX_CASES)},
};
static const struct wb_fields variable_fields = {WB_ROWS(variable_rows)};
#undef WB_OF

#define WB_OF struct wb_audit_tolerance
static const struct wb_field tolerance_rows[] = {
    {"array", WB_VALUE(array)},       {"line", WB_VALUE(line)},
    {"in_units", WB_VALUE(in_units)}, {"scale_by", WB_VALUE(scale_by)},
    {"relative", WB_VALUE(relative)}, {"absolute", WB_VALUE(absolute)},
    {"units", WB_VALUE(units)},       {"least", WB_VALUE(least)},
};
static const struct wb_fields tolerance_fields = {WB_ROWS(tolerance_rows)};
#undef WB_OF

#define WB_OF struct wb_puzzle_audit
static const struct wb_field audit_rows[] = {
    {"puzzle", WB_VALUE(puzzle)},
    {"cases", WB_VALUE(n_cases)},
    {"second_reference", WB_VALUE(second_reference)},
    {"answers", WB_LIST(answers, n_answers, MAX_ANSWERS), .fields = &answer_fields},
    {"remarks", WB_LIST(remarks, n_remarks, MAX_REMARKS), .fields = &remark_fields},
    {"bounds", WB_LIST(bounds, n_bounds, MAX_BOUNDS), .fields = &bound_fields},
    {"variables", WB_LIST(variables, n_variables, MAX_VARIABLES), .fields = &variable_fields},
    {"tolerances", WB_LIST(tolerances, n_tolerances, MAX_TOLERANCES), .fields = &tolerance_fields},
    {WB_VALUE(printed)},
};
const struct wb_fields wb_puzzle_audit_fields = {WB_ROWS(audit_rows)};
#undef WB_OF

void wb_puzzle_audit_release(struct wb_puzzle_audit *audit) {
  wb_fields_release(&wb_puzzle_audit_fields, audit);
}

void wb_puzzle_audit_remark(struct wb_puzzle_audit *audit, enum wb_audit_kind kind, size_t index,
                            const char *array, const char *suggestion, const char *format, ...) {
  struct wb_str message;
  va_list args;
  wb_str_init(&message);
  va_start(args, format);
  wb_str_vaddf(&message, format, args);
  va_end(args);
  audit->remarks =
      wb_grow(audit->remarks, &audit->capacity, audit->n_remarks + 1, sizeof *audit->remarks);
  audit->remarks[audit->n_remarks++] =
      (struct wb_audit_remark){.kind = kind,
                               .number = index == SIZE_MAX ? 0 : index + 1,
                               .array = wb_strdup(array != NULL ? array : ""),
                               .message = wb_str_detach(&message),
                               .suggestion = wb_strdup(suggestion != NULL ? suggestion : "")};
}

/* What stands in a spec should be read. */
static double round_up_to_a_digit(double value) {
  if (!(value > 0)) return 0;
  const double unit = pow(10, floor(log10(value)));
  return ceil(value / unit * (1 - 1e-9)) * unit;
}

void wb_audit_tolerance_words(const struct wb_audit_tolerance *tolerance, struct wb_str *out) {
  const bool scaled = tolerance->scale_by != NULL && tolerance->scale_by[0] != '\0';
  wb_str_addf(out, "tolerance = { %s = { ", tolerance->array);
  if (tolerance->in_units)
    wb_str_addf(out, "ulp = %.0f", ceil(tolerance->units));
  else
    wb_str_addf(out, "rtol = %.1g, atol = %.1g%s%s", round_up_to_a_digit(tolerance->relative),
                round_up_to_a_digit(tolerance->absolute), scaled ? ", scale_by = " : "",
                scaled ? tolerance->scale_by : "");
  wb_str_add(out, " } }");
}
