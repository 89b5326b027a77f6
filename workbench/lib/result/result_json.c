#include "result/result_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "fields/json_tools.h"
#include "finding/finding_fields.h"
#include "finding/schedule.h"

enum { MAX_CASES = 4096, MAX_FINDINGS = 1024, MAX_PREVIEWS = 64, MAX_STEPS = 6, MAX_GROUPS = 16 };

/* ---- cases -------------------------------------------------------------------------------- */

static bool has_arrays(const void *of) { return ((const struct wb_case_result *)of)->n_arrays > 0; }

/* Those counters that have a budget. */
static json_t *budgets_to_json(const void *from) {
  struct wb_case_result result = *(const struct wb_case_result *)from;
  json_t *object = json_object();
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++)
    if ((result.budgeted >> i & 1) != 0)
      json_object_set_new(object, wb_counter_names()[i],
                          wb_json_count(*wb_counter_at(&result.budgets, i)));
  return object;
}

static void budgets_from_json(struct wb_json_reader in, void *to) {
  struct wb_case_result *result = to;
  const json_t *budgets = json_object_get(in.object, "budgets");
  wb_fields_from_json(&wb_counters_fields, (struct wb_json_reader){budgets, in.bad, NULL},
                      &result->budgets);
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++)
    if (json_object_get(budgets, wb_counter_names()[i]) != NULL)
      result->budgeted |= UINT64_C(1) << i;
}

#define WB_OF struct wb_mismatch
static const struct wb_field mismatch_rows[] = {
    {"array", WB_VALUE(array)},       {"index", WB_VALUE(index)}, {"position", WB_VALUE(position)},
    {"expected", WB_VALUE(expected)}, {"got", WB_VALUE(got)},
};
static const struct wb_fields mismatch_fields = {WB_ROWS(mismatch_rows)};
#undef WB_OF

#define WB_OF struct wb_preview
static const struct wb_field preview_rows[] = {
    {"array", WB_VALUE(array)},
    {"type", WB_VALUE(type)},
    {"shape", WB_COUNTED(shape, rank)},
    {"first", WB_VALUE(first)},
    {"total", WB_VALUE(total)},
    {"expected", WB_LIST(expected, n, WB_PREVIEW_MAX)},
    {"got", WB_LIST(got, n, WB_PREVIEW_MAX), .as_before = true},
    {"differs", WB_LIST(differs, n, WB_PREVIEW_MAX), .as_before = true},
};
static const struct wb_fields preview_fields = {WB_ROWS(preview_rows)};
#undef WB_OF

#define WB_OF struct wb_output_deviation
static const struct wb_field deviation_rows[] = {
    {"array", WB_VALUE(array)}, {"relative", WB_VALUE(relative)}, {"absolute", WB_VALUE(absolute)},
    {"units", WB_VALUE(units)}, {"share", WB_VALUE(share)},
};
static const struct wb_fields deviation_fields = {WB_ROWS(deviation_rows)};
#undef WB_OF

#define WB_OF struct wb_printed_lines
static const struct wb_field printed_lines_rows[] = {
    {"count", WB_VALUE(count)},
    {"line", WB_VALUE(line)},
    {"wanted", WB_VALUE(wanted)},
    {"times", WB_VALUE(times)},
    {"work_item", WB_ARRAY(who.item), WB_GIVEN(has_item)},
    {"work_group", WB_ARRAY(who.group), WB_GIVEN(has_item)},
    {"dimensions", WB_VALUE(who.dimensions), .most = 3, .or_absent = true},
};
static const struct wb_fields printed_lines_fields = {WB_ROWS(printed_lines_rows)};
#undef WB_OF

static bool is_swapped(const void *of) { return ((const struct wb_printed_mismatch *)of)->swapped; }

#define WB_OF struct wb_printed_mismatch
static const struct wb_field printed_rows[] = {
    {"any_order", WB_VALUE(any_order)},
    {"wanted", WB_VALUE(wanted)},
    {"got", WB_VALUE(got)},
    {"missing", WB_VALUE(missing), .fields = &printed_lines_fields, WB_GIVEN(missing.present)},
    {"extra", WB_VALUE(extra), .fields = &printed_lines_fields, WB_GIVEN(extra.present)},
    {"torn", WB_VALUE(torn), .fields = &printed_lines_fields, WB_GIVEN(torn.present)},
    {"swapped", WB_VALUE(swapped)},
    {"place", WB_VALUE(place), .said = is_swapped},
    {"expected_there", WB_VALUE(expected_there), .said = is_swapped},
    {"got_there", WB_VALUE(got_there), .said = is_swapped},
    {"note", WB_VALUE(note)},
};
static const struct wb_fields printed_fields = {WB_ROWS(printed_rows)};
#undef WB_OF

static bool has_printed(const void *of) {
  return ((const struct wb_case_result *)of)->printed.present;
}

static bool has_deviations(const void *of) {
  return ((const struct wb_case_result *)of)->n_deviations > 0;
}

static json_t *order_to_json(const void *from) {
  char text[WB_SCHEDULE_WORDS_MAX];
  wb_schedule_text(&((const struct wb_case_result *)from)->order, text, sizeof text);
  return json_string(text);
}

static void order_from_json(struct wb_json_reader in, void *to) {
  struct wb_case_result *result = to;
  const json_t *order = json_object_get(in.object, "order");
  if (order == NULL) return;
  if (!json_is_string(order) || !wb_schedule_parse(json_string_value(order), &result->order))
    wb_json_blame(in, "order");
}

#define WB_OF struct wb_case_result
static const struct wb_field case_rows[] = {
    {"name", WB_VALUE(name)},
    {"visible", WB_VALUE(visible)},
    {"step", WB_VALUE(step), .or_absent = true},
    {"group", WB_VALUE(group), .or_absent = true},
    {"drawn", WB_VALUE(drawn), .or_absent = true},
    {"verdict", WB_VALUE(verdict), .words = &wb_verdicts},
    {"detail", WB_VALUE(detail)},
    {"order", .write = order_to_json, .read = order_from_json},
    {"launches", WB_VALUE(launches), .or_absent = true},
    {"first_mismatch", WB_VALUE(first_mismatch), .fields = &mismatch_fields,
     WB_GIVEN(first_mismatch.present)},
    {"mismatches", WB_VALUE(mismatches)},
    {"printed", WB_VALUE(printed), .fields = &printed_fields, WB_GIVEN(printed.present),
     .said = has_printed},
    {"findings", WB_LIST(findings, n_findings, MAX_FINDINGS), .fields = &wb_finding_fields},
    {"findings_dropped", WB_VALUE(findings_dropped)},
    {"counters", WB_VALUE(counters), .fields = &wb_counters_fields},
    {"budgets", .write = budgets_to_json, .read = budgets_from_json},
    {"lines", WB_LIST(lines, n_lines, WB_MAX_LINE_COSTS), .fields = &wb_line_cost_fields},
    {"arrays", WB_LIST(arrays, n_arrays, WB_MAX_ARRAY_COUNTS), .fields = &wb_array_count_fields,
     .said = has_arrays},
    {"time_ns", WB_VALUE(time_ns)},
    {"spent_ns", WB_VALUE(spent_ns), .or_absent = true},
    {"previews", WB_LIST(previews, n_previews, MAX_PREVIEWS), .fields = &preview_fields},
    {"deviations", WB_LIST(deviations, n_deviations, MAX_PREVIEWS), .fields = &deviation_fields,
     .said = has_deviations},
    {"text", WB_VALUE(text)},
};
static const struct wb_fields case_fields = {WB_ROWS(case_rows)};
#undef WB_OF

void wb_case_result_release(struct wb_case_result *result) {
  wb_fields_release(&case_fields, result);
}

#define WB_OF struct wb_result_step
static const struct wb_field step_rows[] = {
    {"name", WB_VALUE(name)},
    {"cases", WB_VALUE(cases)},
    {"right", WB_VALUE(right)},
    {"done", WB_VALUE(done)},
};
static const struct wb_fields step_fields = {WB_ROWS(step_rows)};
#undef WB_OF

#define WB_OF struct wb_result_group
static const struct wb_field group_rows[] = {
    {"name", WB_VALUE(name)},         {"points", WB_VALUE(points)},
    {"each", WB_VALUE(each)},         {"needs", WB_VALUE(needs), .or_absent = true},
    {"cases", WB_VALUE(cases)},       {"right", WB_VALUE(right)},
    {"accepted", WB_VALUE(accepted)}, {"earned", WB_VALUE(earned)},
};
static const struct wb_fields group_fields = {WB_ROWS(group_rows)};
#undef WB_OF

static bool has_groups(const void *of) { return ((const struct wb_result *)of)->n_groups > 0; }
static bool has_steps(const void *of) { return ((const struct wb_result *)of)->n_steps > 0; }

/* ---- results ------------------------------------------------------------------------------ */

#define WB_OF struct wb_walls_stood
static const struct wb_field walls_rows[] = {
    {"landlock", WB_VALUE(landlock), .most = UINT16_MAX},
    {"seccomp", WB_VALUE(seccomp)},
};
const struct wb_fields wb_walls_stood_fields = {WB_ROWS(walls_rows)};
#undef WB_OF

static bool has_mutants(const void *of) {
  return ((const struct wb_result *)of)->mutants.count > 0;
}

static bool has_hidden_counters(const void *of) {
  return ((const struct wb_result *)of)->hidden_counters.items > 0;
}

#define WB_OF struct wb_file_and_state
static const struct wb_field state_rows[] = {{"path", WB_VALUE(path)}, {"state", WB_VALUE(state)}};
const struct wb_fields wb_file_and_state_fields = {WB_ROWS(state_rows)};
#undef WB_OF

#define WB_OF struct wb_result
static const struct wb_field compile_rows[] = {
    {"log", WB_VALUE(compile_log)},
    {"diagnostics", WB_LIST(diagnostics, n_diagnostics, WB_MAX_DIAGNOSTICS),
     .fields = &wb_diagnostic_fields},
};
const struct wb_fields wb_compile_fields = {WB_ROWS(compile_rows)};

static const struct wb_field result_rows[] = {
    {"schema", WB_CONSTANT(WB_RESULT_SCHEMA)},
    {"puzzle", WB_VALUE(puzzle)},
    {"file", WB_VALUE(file)},
    {"device", WB_VALUE(device)},
    {"checks", WB_VALUE(checks)},
    {"verdict", WB_VALUE(verdict), .words = &wb_verdicts},
    {"cause", WB_VALUE(cause), .words = &wb_statuses, .or_null = true},
    {"score", WB_VALUE(score)},
    {"detail", WB_VALUE(detail)},
    {"cases", WB_LIST(cases, n_cases, MAX_CASES), .fields = &case_fields},
    {"steps", WB_LIST(steps, n_steps, MAX_STEPS), .fields = &step_fields, .said = has_steps},
    {"groups", WB_LIST(groups, n_groups, MAX_GROUPS), .fields = &group_fields, .said = has_groups},
    {"left_out", WB_VALUE(left_out), .or_absent = true},
    {"compile", WB_SAME, .fields = &wb_compile_fields},
    {"fingerprint", WB_VALUE(fingerprint), .or_absent = true},
    {"hidden_counters", WB_VALUE(hidden_counters), .fields = &wb_counters_fields,
     .said = has_hidden_counters},
    {"mutants", WB_LIST(mutants.items, mutants.count, WB_MUTANTS_MAX),
     .fields = &wb_code_mutant_fields, .said = has_mutants},
    {"invalid_mutants", WB_VALUE(mutants.invalid), .or_absent = true},
    {"mutants_left_out", WB_VALUE(mutants.left_out), .or_absent = true},
    {"sandbox", WB_VALUE(walls), .fields = &wb_walls_stood_fields, WB_GIVEN(has_walls)},
    {"elapsed_ms", WB_VALUE(elapsed_ms)},
    {WB_VALUE(printed)}, /* this and what follows it: not in JSON */
    {WB_OWN_BYTES(source, source_length, SIZE_MAX)},
    {WB_OWN_BYTES(trace, trace_length, SIZE_MAX)},
    {WB_VALUE(trace_note)},
    {WB_VALUE(timeline), .fields = &wb_timeline_fields, WB_GIVEN(has_timeline)},
    {WB_VALUE(graphs)},
    {WB_VALUE(traced_file)},
    {WB_VALUE(traced_text)},
    {WB_LIST(files.items, files.count, WB_RESULT_FILES_MAX), .fields = &wb_file_and_state_fields},
};
static const struct wb_fields result_fields = {WB_ROWS(result_rows)};
#undef WB_OF

json_t *wb_result_to_json(const struct wb_result *result) {
  return wb_fields_to_json(&result_fields, result, result->file);
}

void wb_result_release(struct wb_result *result) { wb_fields_release(&result_fields, result); }

enum wb_status wb_result_from_json(const json_t *object, struct wb_result *result,
                                   struct wb_error *err) {
  const char *bad = NULL;
  const struct wb_json_reader in = {object, &bad,
                                    json_string_value(json_object_get(object, "file"))};
  memset(result, 0, sizeof *result);
  wb_fields_from_json(&result_fields, in, result);
  if (bad == NULL) return WB_OK;
  wb_result_release(result);
  return wb_fail(err, WB_ERR_PROTOCOL, "this is not a result: \"%s\" is missing or cannot be", bad);
}
