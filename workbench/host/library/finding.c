/* Findings, as structs and as text. */
#include <inttypes.h>
#include <stdlib.h>

#include "library/object.h"

/* Findings can be asked for when the host is finished, too. */
static workbench_status check_host(const char *call, const struct workbench_host *host) {
  if (host != NULL && host->finished && !host->object.released) return WORKBENCH_OK;
  return wb_api_object_check(call, host, WB_OBJECT_HOST);
}

size_t workbench_finding_count(workbench_host *host) {
  size_t count = 0;
  if (check_host(__func__, host) != WORKBENCH_OK) return 0;
  wb_host_findings(host->handle, &count);
  return count;
}

/* Where the program's line, and the kernel's, are in a finding depends on whose it is. */
static bool is_launched(const struct wb_finding *finding) {
  return finding->host_line > 0 || finding->host_file[0] != '\0';
}

static void show_finding(const struct wb_finding *finding, workbench_finding *shown) {
  const bool launched = is_launched(finding);
  *shown = (workbench_finding){
      .size = sizeof *shown,
      .severity = finding->severity == WB_SEVERITY_ERROR ? WORKBENCH_ERROR : WORKBENCH_WARNING,
      .kind = wb_finding_kind_name(finding->kind),
      .file = launched ? finding->host_file : finding->file,
      .line = launched ? finding->host_line : finding->line,
      .other_file = "",
      .kernel = finding->kernel,
      .kernel_file = launched ? finding->file : "",
      .kernel_line = launched ? finding->line : 0,
      .kernel_column = launched ? finding->column : 0,
      .array = finding->array,
      .count = finding->count};
  if (!finding->other.present) return;
  if (launched) {
    shown->kernel_other_line = finding->other.line;
    return;
  }
  shown->other_line = finding->other.line;
  shown->other_file = finding->other.file[0] != '\0' ? finding->other.file : finding->file;
}

/* Without the places, which are told beside it. */
static void add_sentence(const struct wb_finding *finding, struct wb_str *out) {
  struct wb_finding placeless = *finding;
  placeless.host_line = 0;
  placeless.host_file[0] = '\0';
  placeless.other.present = placeless.other.present && is_launched(finding);
  wb_finding_describe(&placeless, out);
}

workbench_status workbench_finding_get(workbench_host *host, size_t index,
                                       workbench_finding *finding) {
  workbench_finding shown;
  size_t count = 0;
  workbench_status checked = check_host(__func__, host);
  if (checked != WORKBENCH_OK) return checked;
  const struct wb_finding *findings = wb_host_findings(host->handle, &count);
  if (index >= count)
    return wb_api_refuse(__func__, "there is no finding %zu: there are %zu, from 0 on", index,
                         count);
  wb_str_clear(&host->sentence);
  add_sentence(&findings[index], &host->sentence);
  show_finding(&findings[index], &shown);
  shown.sentence = host->sentence.data;
  return wb_api_give(__func__, &shown, sizeof shown, finding);
}

static void add_place(struct wb_str *out, const char *file, uint32_t line, const char *what) {
  wb_str_addf(out, "%s:", file[0] != '\0' ? file : "?");
  if (line > 0) wb_str_addf(out, "%" PRIu32 ":", line);
  wb_str_addf(out, " %s", what);
}

static void add_finding(const struct wb_finding *finding, struct wb_str *out) {
  workbench_finding shown;
  show_finding(finding, &shown);
  const bool in_kernel = shown.kernel_line > 0;
  add_place(out, in_kernel ? shown.kernel_file : shown.file,
            in_kernel ? shown.kernel_line : shown.line,
            shown.severity == WORKBENCH_ERROR ? "error: " : "warning: ");
  wb_str_addf(out, "%s: ", shown.kind);
  add_sentence(finding, out);
  wb_str_add_char(out, '\n');
  if (shown.kernel_other_line > 0)
    add_place(out, shown.kernel_file, shown.kernel_other_line, "note: this is the other place\n");
  if (in_kernel) add_place(out, shown.file, shown.line, "note: it is launched here\n");
  if (shown.other_line > 0)
    add_place(out, shown.other_file, shown.other_line, "note: this is the other place\n");
}

workbench_status workbench_findings_text(workbench_host *host, char **text) {
  struct wb_str out;
  size_t count = 0;
  workbench_status checked = check_host(__func__, host);
  if (checked != WORKBENCH_OK) return checked;
  if (text == NULL) return wb_api_refuse(__func__, "there is no place for the text: it is NULL");
  const struct wb_finding *findings = wb_host_findings(host->handle, &count);
  wb_str_init(&out);
  for (size_t i = 0; i < count; i++) add_finding(&findings[i], &out);
  *text = wb_str_detach(&out);
  return WORKBENCH_OK;
}

void workbench_text_free(char *text) { free(text); }
