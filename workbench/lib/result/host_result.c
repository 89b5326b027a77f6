#include "result/host_result.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "fields/json_tools.h"
#include "finding/finding_fields.h"
#include "result/result_json.h"

static const struct wb_word verdicts[WB_HOST_VERDICTS] = {
    [WB_HOST_CLEAN] = {"clean", "it came to its end, and nothing was found"},
    [WB_HOST_NO_ERRORS] = {"no-errors", "it came to its end, and there are only warnings"},
    [WB_HOST_ENDED_ITSELF] = {"exit", "it ended itself with another code than 0"},
    [WB_HOST_FINDINGS] = {"runtime-error", "the program or a kernel did something wrong"},
    [WB_HOST_SCRIPT_ERROR] = {"script-error", "an error in Lua that nothing caught"},
    [WB_HOST_COMPILE_ERROR] = {"compile-error", "a kernel does not compile"},
    [WB_HOST_LIMIT] = {"limit", "the program used too much time or memory, or printed too much"},
    [WB_HOST_JUDGE_ERROR] = {"judge-error", "the program could not be run to its end"},
};
const struct wb_words wb_host_verdicts = WB_WORDS(verdicts);

static bool was_measured(const void *of) {
  return ((const struct wb_host_result *)of)->bench.n_runs > 0;
}

static bool has_arrays(const void *of) { return ((const struct wb_host_result *)of)->n_arrays > 0; }

#define WB_OF struct wb_host_result
static const struct wb_field rows[] = {
    {"schema", WB_CONSTANT(1)},
    {"script", WB_VALUE(script)},
    {"verdict", WB_VALUE(verdict), .words = &wb_host_verdicts},
    {"cause", WB_VALUE(cause), .words = &wb_statuses, .or_null = true},
    {"detail", WB_VALUE(detail)},
    {"file", WB_VALUE(file)},
    {"line", WB_VALUE(line)},
    {"exit_code", WB_VALUE(exit_code)},
    {"findings", WB_LIST(findings, n_findings, WB_HOST_FINDINGS_MAX), .fields = &wb_finding_fields},
    {"findings_dropped", WB_VALUE(findings_dropped)},
    {"sums", WB_VALUE(sums), .fields = &wb_timeline_sums_fields},
    {"peak_bytes", WB_VALUE(peak_bytes)},
    {"held_bytes", WB_VALUE(held_bytes)},
    {"counters", WB_VALUE(counters), .fields = &wb_counters_fields},
    {"arrays", WB_LIST(arrays, n_arrays, WB_MAX_ARRAY_COUNTS), .fields = &wb_array_count_fields,
     .said = has_arrays},
    {"output", WB_VALUE(output)},
    {"output_bytes", WB_VALUE(output_bytes)},
    {"timeline", WB_VALUE(timeline), .fields = &wb_timeline_fields, WB_GIVEN(has_timeline)},
    {"graphs", WB_VALUE(graphs), .or_absent = true},
    {"bench", WB_VALUE(bench), .fields = &wb_bench_runs_fields, .said = was_measured},
    {"sandbox", WB_VALUE(walls), .fields = &wb_walls_stood_fields, WB_GIVEN(has_walls)},
    {"elapsed_ms", WB_VALUE(elapsed_ms)},
};
static const struct wb_fields host_result_fields = {WB_ROWS(rows)};
#undef WB_OF

void wb_host_result_release(struct wb_host_result *result) {
  wb_fields_release(&host_result_fields, result);
}

void wb_host_result_print(const struct wb_host_result *result, struct wb_str *out) {
  wb_json_print(wb_fields_to_json(&host_result_fields, result, result->script), out);
}

/* ---- graphs ---------------------------------------------------------------------------------- */

static const char left_out[] = "Nothing more is shown of the graphs.\n";

/* Back to the end of a line, with room for the sentence. */
static void cut_graphs(struct wb_str *graphs) {
  const size_t most = WB_HOST_GRAPHS_MAX - (sizeof left_out - 1);
  size_t length = graphs->length < most ? graphs->length : most;
  while (length > 0 && graphs->data[length - 1] != '\n') length--;
  graphs->length = length;
  graphs->data[length] = '\0';
  wb_str_add(graphs, left_out);
}

void wb_host_graphs_add(struct wb_str *graphs, const char *text, size_t length) {
  if (wb_ends_with(graphs->data, left_out)) return;
  if (graphs->length > 0) wb_str_add_char(graphs, '\n');
  wb_clean_text(graphs, text, length < WB_HOST_GRAPHS_MAX ? length : WB_HOST_GRAPHS_MAX);
  if (!wb_ends_with(graphs->data, "\n")) wb_str_add_char(graphs, '\n');
  if (graphs->length > WB_HOST_GRAPHS_MAX || length > WB_HOST_GRAPHS_MAX) cut_graphs(graphs);
}

/* They were written where the program ran. */
static void clean_graphs(struct wb_host_result *result) {
  struct wb_str graphs;
  char *given = result->graphs;
  if (given == NULL) return;
  wb_str_init(&graphs);
  wb_host_graphs_add(&graphs, given, strlen(given));
  result->graphs = graphs.length > 1 ? wb_str_detach(&graphs) : NULL;
  wb_str_release(&graphs);
  free(given);
}

enum wb_status wb_host_result_read(const char *text, size_t length, struct wb_host_result *result,
                                   struct wb_error *err) {
  const char *bad = NULL;
  json_t *json = json_loadb(text, length, 0, NULL);
  const struct wb_json_reader in = {json, &bad, json_string_value(json_object_get(json, "script"))};
  *result = (struct wb_host_result){.verdict = WB_HOST_CLEAN};
  wb_fields_from_json(&host_result_fields, in, result);
  clean_graphs(result);
  if (json == NULL) bad = "the whole";
  if (bad != NULL) wb_host_result_release(result);
  enum wb_status status =
      bad == NULL ? WB_OK
                  : wb_fail(err, WB_ERR_PROTOCOL,
                            "this is not the result of a host program: \"%s\" is missing or cannot "
                            "be",
                            bad);
  json_decref(json);
  return status;
}

size_t wb_host_result_count(const struct wb_host_result *result, enum wb_severity severity) {
  size_t count = 0;
  for (size_t i = 0; i < result->n_findings; i++) count += result->findings[i].severity == severity;
  return count;
}

/* What ended it is one of its findings: a call that could not be carried out. */
static bool ends_by_finding(const struct wb_host_result *result) {
  for (size_t i = 0; i < result->n_findings; i++) {
    const struct wb_finding *finding = &result->findings[i];
    const char *kind = wb_finding_kind_name(finding->kind);
    const size_t length = strlen(kind);
    if (finding->line == result->line && strncmp(result->detail, kind, length) == 0 &&
        strncmp(result->detail + length, ": ", 2) == 0 &&
        strcmp(result->detail + length + 2, finding->message) == 0)
      return true;
  }
  return false;
}

enum wb_host_verdict wb_host_result_judge(const struct wb_host_result *result) {
  switch (result->cause) {
    case WB_OK:
      break;
    case WB_ERR_LIMIT:
      return WB_HOST_LIMIT;
    case WB_ERR_COMPILE:
      return WB_HOST_COMPILE_ERROR;
    case WB_ERR_SPEC:
    case WB_ERR_USAGE:
    case WB_ERR_REFUSED:
      return ends_by_finding(result) ? WB_HOST_FINDINGS : WB_HOST_SCRIPT_ERROR;
    case WB_ERR_NOT_FOUND: /* a file that the program named; or what the workbench needs */
    case WB_ERR_CRASH:     /* of a kernel, in a driver; or of the process that ran the program */
      return result->line > 0 ? WB_HOST_SCRIPT_ERROR : WB_HOST_JUDGE_ERROR;
    default:
      return WB_HOST_JUDGE_ERROR;
  }
  if (wb_host_result_count(result, WB_SEVERITY_ERROR) > 0) return WB_HOST_FINDINGS;
  if (result->exit_code != 0) return WB_HOST_ENDED_ITSELF;
  return result->n_findings > 0 ? WB_HOST_NO_ERRORS : WB_HOST_CLEAN;
}
