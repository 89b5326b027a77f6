#include "finding/finding_fields.h"

#include "base/str.h"
#include "fields/json_tools.h"
#include "finding/array_count.h"
#include "finding/diagnostic.h"
#include "finding/finding.h"
#include "finding/code_mutant.h"

#define WB_OF struct wb_item_id
static const struct wb_field item_rows[] = {
    {"work_item", WB_ARRAY(item)},
    {"work_group", WB_ARRAY(group)},
    {"dimensions", WB_VALUE(dimensions), .most = 3, .or_absent = true},
};
static const struct wb_fields item_fields = {WB_ROWS(item_rows)};
#undef WB_OF

#define WB_OF struct wb_other_access
static const struct wb_field other_rows[] = {
    {"line", WB_VALUE(line)},
    {"column", WB_VALUE(column)},
    {"access", WB_VALUE(access), .words = &wb_accesses},
    {"work_item", WB_ARRAY(who.item)},
    {"work_group", WB_ARRAY(who.group)},
    {"dimensions", WB_VALUE(who.dimensions), .most = 3, .or_absent = true},
    {"file", WB_NAME(file), .or_absent = true},
};
static const struct wb_fields other_fields = {WB_ROWS(other_rows)};
#undef WB_OF

static json_t *description_to_json(const void *finding) {
  struct wb_str text;
  wb_str_init(&text);
  wb_finding_describe(finding, &text);
  json_t *json = wb_json_text(text.data);
  wb_str_release(&text);
  return json;
}

static const char *finding_fault(const void *of) {
  const struct wb_finding *finding = of;
  return finding->count == 0 ? "count" : NULL;
}

#define WB_OF struct wb_finding
static const struct wb_field finding_rows[] = {
    {"kind", WB_VALUE(kind), .words = &wb_finding_kinds},
    {"severity", WB_VALUE(severity), .words = &wb_severities},
    {"message", WB_NAME(message)},
    {"description", .write = description_to_json},
    {"file", WB_NAME(file), .judged_file = true},
    {"line", WB_VALUE(line)},
    {"column", WB_VALUE(column)},
    {"kernel", WB_NAME(kernel)},
    {"access", WB_VALUE(access), .words = &wb_accesses},
    {"memory", WB_VALUE(memory), .words = &wb_memories},
    {"array", WB_NAME(array)},
    {"reason", WB_VALUE(reason), .words = &wb_launch_reasons, .or_absent = true},
    {"cause", WB_VALUE(cause), .words = &wb_race_causes, .or_absent = true},
    {"index", WB_VALUE(index), WB_GIVEN(has_index)},
    {"work_item", WB_ARRAY(first[0].item), WB_GIVEN(has_item), .json_only = true},
    {"work_group", WB_ARRAY(first[0].group), WB_GIVEN(has_item), .json_only = true},
    {"count", WB_VALUE(count)},
    {"items", WB_VALUE(items)},
    {NULL, WB_VALUE(has_item)},
    {"first", WB_COUNTED(first, n_first), .fields = &item_fields},
    {"other", WB_VALUE(other), .fields = &other_fields, WB_GIVEN(other.present)},
    {"host_file", WB_NAME(host_file), .or_absent = true},
    {"host_line", WB_VALUE(host_line), .or_absent = true},
    {"order", WB_NAME(order), .or_null = true},
    {"launch", WB_VALUE(launch), .or_absent = true},
    {"launches", WB_VALUE(launches), .or_absent = true},
    {"in_launches", WB_VALUE(in_launches), .or_absent = true},
};
const struct wb_fields wb_finding_fields = {WB_ROWS(finding_rows), .fault = finding_fault};
#undef WB_OF

static bool is_modelled(const void *of) { return ((const struct wb_counters *)of)->subgroup > 0; }

/* A launch by itself has no commands. */
static bool is_of_host(const void *of) {
  const struct wb_counters *counters = of;
  return counters->launches > 0 || counters->copies > 0 || counters->host_waits > 0;
}

#define WB_OF struct wb_counters
static const struct wb_field counter_rows[] = {
#define WB_COUNTER(name, noun) {#name, WB_VALUE(name)},
#define WB_MODELLED(name, noun) {#name, WB_VALUE(name), .said = is_modelled},
#define WB_OF_HOST(name, noun) {#name, WB_VALUE(name), .said = is_of_host},
#include "finding/counters.inc"
};
const struct wb_fields wb_counters_fields = {WB_ROWS(counter_rows)};
#undef WB_OF

#define WB_OF struct wb_line_cost
static const struct wb_field line_cost_rows[] = {
    {"file", WB_NAME(file), .judged_file = true},
    {"line", WB_VALUE(line)},
    {"column", WB_VALUE(column)},
    {"memory", WB_VALUE(memory), .words = &wb_memories},
    {"access", WB_VALUE(access), .words = &wb_accesses},
    {"array", WB_NAME(array)},
    {"executions", WB_VALUE(executions)},
    {"cost", WB_VALUE(cost)},
    {"ideal", WB_VALUE(ideal)},
};
const struct wb_fields wb_line_cost_fields = {WB_ROWS(line_cost_rows)};
#undef WB_OF

static bool has_total_limit(const void *of) {
  return ((const struct wb_array_count *)of)->has_total_limit;
}

static bool has_most_limit(const void *of) {
  return ((const struct wb_array_count *)of)->has_most_limit;
}

static bool has_file(const void *of) {
  return ((const struct wb_array_count *)of)->file[0] != '\0';
}

static const char *array_count_fault(const void *of) {
  const struct wb_array_count *count = of;
  return count->access == WB_ACCESS_NONE ? "access" : NULL;
}

#define WB_OF struct wb_array_count
static const struct wb_field array_count_rows[] = {
    {"array", WB_NAME(array)},
    {"argument", WB_VALUE(argument)},
    {"memory", WB_VALUE(memory), .words = &wb_memories},
    {"access", WB_VALUE(access), .words = &wb_accesses},
    {"total", WB_VALUE(total)},
    {"most", WB_VALUE(most)},
    {WB_VALUE(share)},
    {WB_VALUE(who), .fields = &item_fields},
    {"file", WB_NAME(file), .or_absent = true, .said = has_file},
    {"lines", WB_COUNTED(lines, n_lines)},
    {WB_VALUE(most_at)},
    {WB_VALUE(more_lines)},
    {"total_limit", WB_VALUE(total_limit), WB_GIVEN(has_total_limit), .said = has_total_limit},
    {"most_limit", WB_VALUE(most_limit), WB_GIVEN(has_most_limit), .said = has_most_limit},
};
const struct wb_fields wb_array_count_fields = {WB_ROWS(array_count_rows),
                                                .fault = array_count_fault};
#undef WB_OF

#define WB_OF struct wb_diagnostic
static const struct wb_field diagnostic_rows[] = {
    {"severity", WB_VALUE(severity), .words = &wb_severities},
    {"note", WB_VALUE(is_note), .or_absent = true},
    {"file", WB_NAME(file), .judged_file = true},
    {"line", WB_VALUE(line)},
    {"column", WB_VALUE(column)},
    {"message", WB_NAME(message)},
};
const struct wb_fields wb_diagnostic_fields = {WB_ROWS(diagnostic_rows)};
#undef WB_OF

#define WB_OF struct wb_code_mutant
static const struct wb_field mutant_rows[] = {
    {"number", WB_VALUE(number)},
    {"operator", WB_VALUE(operator)},
    {"line", WB_VALUE(line)},
    {"column", WB_VALUE(column)},
    {"words", WB_VALUE(words)},
    {"rewritten", WB_VALUE(rewritten), .or_null = true},
    {"fingerprint", WB_NAME(fingerprint)},
};
const struct wb_fields wb_code_mutant_fields = {WB_ROWS(mutant_rows)};
#undef WB_OF

#define WB_OF struct wb_code_mutants
static const struct wb_field mutants_rows[] = {
    {WB_LIST(items, count, WB_MUTANTS_MAX), .fields = &wb_code_mutant_fields},
    {WB_VALUE(invalid)},
    {WB_VALUE(left_out)},
};
const struct wb_fields wb_code_mutants_fields = {WB_ROWS(mutants_rows)};
#undef WB_OF
