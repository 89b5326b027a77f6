#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/schedule.h"
#include "result/counters_json.h"
#include "fields/json_tools.h"
#include "result/result_json.h"

enum { MAX_CASES = 4096, MAX_FINDINGS = 1024, MAX_PREVIEWS = 64 };

/* A machine word. */
#define TAKE_WORD(in, name, words, target)                                      \
  do {                                                                          \
    const char *word_ = json_string_value(json_object_get((in).object, name));  \
    if (!wb_word_parse(&words, word_, (unsigned *)target) && *(in).bad == NULL) \
      *(in).bad = (name);                                                       \
  } while (0)

static bool take_triple(struct wb_json_reader in, const char *name, uint64_t values[3]) {
  const json_t *list = wb_json_take_list(in, name, 3);
  if (list == NULL) return false;
  for (size_t d = 0; d < 3; d++) {
    const json_t *item = json_array_get(list, d);
    if (!json_is_integer(item) || json_integer_value(item) < 0) *in.bad = name;
    values[d] = (uint64_t)json_integer_value(item);
  }
  return true;
}

static void take_file(struct wb_json_reader in, const char *judged_file, char *buffer,
                      size_t size) {
  const char *file = json_string_value(json_object_get(in.object, "file"));
  wb_json_copy_text(in, "file", buffer, size);
  if (file != NULL && strcmp(file, judged_file) == 0) buffer[0] = '\0';
}

static void take_other(struct wb_json_reader in, struct wb_other_access *other) {
  struct wb_json_reader at = {json_object_get(in.object, "other"), in.bad, NULL};
  if (!json_is_object(at.object)) return;
  other->present = true;
  other->line = (uint32_t)wb_json_take_count(at, "line", UINT32_MAX);
  other->column = (uint32_t)wb_json_take_count(at, "column", UINT32_MAX);
  TAKE_WORD(at, "access", wb_accesses, &other->access);
  take_triple(at, "work_item", other->who.item);
  take_triple(at, "work_group", other->who.group);
}

static void take_items(struct wb_json_reader in, struct wb_finding *finding) {
  const json_t *list = wb_json_take_list(in, "first", WB_FINDING_FIRST_ITEMS);
  const json_t *item;
  size_t i;
  json_array_foreach(list, i, item) {
    struct wb_json_reader at = {item, in.bad, NULL};
    if (take_triple(at, "work_item", finding->first[i].item) &&
        take_triple(at, "work_group", finding->first[i].group))
      finding->n_first = (uint32_t)i + 1;
  }
  if (finding->n_first == 0 && take_triple(in, "work_item", finding->first[0].item) &&
      take_triple(in, "work_group", finding->first[0].group))
    finding->n_first = 1;
  finding->has_item = finding->n_first > 0;
}

static void take_finding(struct wb_json_reader in, const char *judged_file,
                         struct wb_finding *finding) {
  const json_t *index = json_object_get(in.object, "index");
  TAKE_WORD(in, "kind", wb_finding_kinds, &finding->kind);
  TAKE_WORD(in, "severity", wb_severities, &finding->severity);
  TAKE_WORD(in, "access", wb_accesses, &finding->access);
  TAKE_WORD(in, "memory", wb_memories, &finding->memory);
  wb_json_copy_text(in, "message", finding->message, sizeof finding->message);
  wb_json_copy_text(in, "kernel", finding->kernel, sizeof finding->kernel);
  if (json_is_string(json_object_get(in.object, "order")))
    wb_json_copy_text(in, "order", finding->order, sizeof finding->order);
  wb_json_copy_text(in, "array", finding->array, sizeof finding->array);
  take_file(in, judged_file, finding->file, sizeof finding->file);
  finding->line = (uint32_t)wb_json_take_count(in, "line", UINT32_MAX);
  finding->column = (uint32_t)wb_json_take_count(in, "column", UINT32_MAX);
  finding->has_index = json_is_integer(index);
  finding->index = json_integer_value(index);
  finding->count = wb_json_take_count(in, "count", INT64_MAX);
  finding->items = wb_json_take_count(in, "items", INT64_MAX);
  take_items(in, finding);
  take_other(in, &finding->other);
}

static void take_mismatch(struct wb_json_reader in, struct wb_mismatch *mismatch) {
  struct wb_json_reader at = {json_object_get(in.object, "first_mismatch"), in.bad, NULL};
  if (!json_is_object(at.object)) return;
  mismatch->present = true;
  mismatch->array = wb_json_take_text(at, "array");
  mismatch->index = wb_json_take_count(at, "index", INT64_MAX);
  mismatch->position = wb_json_take_text(at, "position");
  mismatch->expected = wb_json_take_text(at, "expected");
  mismatch->got = wb_json_take_text(at, "got");
}

/* Three lists that must be of one length. */
static void take_preview_items(struct wb_json_reader in, struct wb_preview *preview) {
  size_t n_expected = 0, n_got = 0;
  const json_t *differs = wb_json_take_list(in, "differs", WB_PREVIEW_MAX);
  preview->expected = wb_json_take_texts(in, "expected", WB_PREVIEW_MAX, &n_expected);
  preview->got = wb_json_take_texts(in, "got", WB_PREVIEW_MAX, &n_got);
  preview->n = n_expected < n_got ? n_expected : n_got;
  /* What is beyond the shorter list would not be freed. */
  for (size_t i = preview->n; i < n_expected; i++) free(preview->expected[i]);
  for (size_t i = preview->n; i < n_got; i++) free(preview->got[i]);
  if (n_expected != n_got || json_array_size(differs) != n_got) *in.bad = "previews";
  preview->differs = wb_alloc(preview->n * sizeof *preview->differs);
  for (size_t i = 0; i < preview->n; i++)
    preview->differs[i] = json_is_true(json_array_get(differs, i));
}

static void take_preview(struct wb_json_reader in, struct wb_preview *preview) {
  const json_t *shape = wb_json_take_list(in, "shape", 6);
  preview->array = wb_json_take_text(in, "array");
  preview->type = wb_json_take_text(in, "type");
  preview->rank = (unsigned)json_array_size(shape);
  for (unsigned d = 0; d < preview->rank; d++)
    preview->shape[d] = (uint64_t)json_integer_value(json_array_get(shape, d));
  preview->first = wb_json_take_count(in, "first", INT64_MAX);
  preview->total = wb_json_take_count(in, "total", INT64_MAX);
  take_preview_items(in, preview);
}

static void take_case(struct wb_json_reader in, const char *judged_file,
                      struct wb_case_result *result) {
  const json_t *findings = wb_json_take_list(in, "findings", MAX_FINDINGS);
  const json_t *previews = wb_json_take_list(in, "previews", MAX_PREVIEWS);
  const json_t *order;
  result->name = wb_json_take_text(in, "name");
  result->visible = wb_json_take_bool(in, "visible");
  TAKE_WORD(in, "verdict", wb_verdicts, &result->verdict);
  result->detail = wb_json_take_text(in, "detail");
  order = json_object_get(in.object, "order");
  if (order != NULL &&
      (!json_is_string(order) || !wb_schedule_parse(json_string_value(order), &result->order)))
    *in.bad = "order";
  take_mismatch(in, &result->first_mismatch);
  result->mismatches = wb_json_take_count(in, "mismatches", INT64_MAX);
  result->n_findings = json_array_size(findings);
  result->findings = wb_alloc(result->n_findings * sizeof *result->findings);
  for (size_t i = 0; i < result->n_findings; i++)
    take_finding((struct wb_json_reader){json_array_get(findings, i), in.bad, NULL}, judged_file,
                 &result->findings[i]);
  result->findings_dropped = wb_json_take_count(in, "findings_dropped", INT64_MAX);
  wb_counters_take(in, &result->counters);
  wb_budgets_take(in, &result->budgets, &result->budgeted);
  result->lines = wb_lines_take(in, judged_file, &result->n_lines);
  result->time_ns = wb_json_take_count(in, "time_ns", INT64_MAX);
  result->n_previews = json_array_size(previews);
  result->previews = wb_alloc(result->n_previews * sizeof *result->previews);
  for (size_t i = 0; i < result->n_previews; i++)
    take_preview((struct wb_json_reader){json_array_get(previews, i), in.bad, NULL},
                 &result->previews[i]);
  result->text = wb_json_take_text(in, "text");
}

static void take_compile(struct wb_json_reader in, struct wb_result *result) {
  struct wb_json_reader at = {json_object_get(in.object, "compile"), in.bad, NULL};
  const json_t *list = wb_json_take_list(at, "diagnostics", WB_MAX_DIAGNOSTICS);
  result->compile_log = wb_json_take_text(at, "log");
  result->n_diagnostics = json_array_size(list);
  result->diagnostics = wb_alloc(result->n_diagnostics * sizeof *result->diagnostics);
  for (size_t i = 0; i < result->n_diagnostics; i++) {
    struct wb_diagnostic *diagnostic = &result->diagnostics[i];
    struct wb_json_reader item = {json_array_get(list, i), in.bad, NULL};
    TAKE_WORD(item, "severity", wb_severities, &diagnostic->severity);
    take_file(item, result->file, diagnostic->file, sizeof diagnostic->file);
    diagnostic->line = (uint32_t)wb_json_take_count(item, "line", UINT32_MAX);
    diagnostic->column = (uint32_t)wb_json_take_count(item, "column", UINT32_MAX);
    wb_json_copy_text(item, "message", diagnostic->message, sizeof diagnostic->message);
  }
}

static void take_walls(struct wb_json_reader in, struct wb_result *result) {
  const struct wb_json_reader at = {json_object_get(in.object, "sandbox"), in.bad, NULL};
  if (!json_is_object(at.object)) return;
  const unsigned abi = (unsigned)wb_json_take_count(at, "landlock", UINT16_MAX);
  const bool calls = wb_json_take_bool(at, "seccomp");
  if (abi > 0)
    result->walls = wb_format("landlock:%u%s", abi, calls ? ",seccomp" : "");
  else
    result->walls = wb_strdup(calls ? "seccomp" : "none");
}

enum wb_status wb_result_from_json(const json_t *object, struct wb_result *result,
                                   struct wb_error *err) {
  const char *bad = NULL;
  struct wb_json_reader in = {object, &bad, NULL};
  const json_t *cases = wb_json_take_list(in, "cases", MAX_CASES);
  memset(result, 0, sizeof *result);
  if (wb_json_take_count(in, "schema", INT64_MAX) != WB_RESULT_SCHEMA) bad = "schema";
  result->puzzle = wb_json_take_text(in, "puzzle");
  result->file = wb_json_take_text(in, "file");
  result->device = wb_json_take_text(in, "device");
  result->checks = wb_json_take_bool(in, "checks");
  TAKE_WORD(in, "verdict", wb_verdicts, &result->verdict);
  if (json_is_string(json_object_get(object, "cause")))
    TAKE_WORD(in, "cause", wb_statuses, &result->cause);
  result->score = wb_json_take_number(in, "score");
  result->detail = wb_json_take_text(in, "detail");
  result->n_cases = json_array_size(cases);
  result->cases = wb_alloc(result->n_cases * sizeof *result->cases);
  for (size_t i = 0; i < result->n_cases; i++)
    take_case((struct wb_json_reader){json_array_get(cases, i), &bad, NULL}, result->file,
              &result->cases[i]);
  take_compile(in, result);
  take_walls(in, result);
  result->elapsed_ms = wb_json_take_number(in, "elapsed_ms");
  if (bad == NULL) return WB_OK;
  wb_result_release(result);
  return wb_fail(err, WB_ERR_PROTOCOL, "this is not a result: \"%s\" is missing or cannot be", bad);
}
