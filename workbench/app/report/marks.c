#include "report/marks.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "report/summary.h"

void wb_marks_release(struct wb_marks *marks) {
  for (size_t i = 0; i < marks->count; i++) {
    free(marks->items[i].text);
    free(marks->items[i].brief);
  }
  free(marks->items);
  *marks = (struct wb_marks){0};
}

static void add_mark(struct wb_marks *marks, enum wb_mark_kind kind, uint32_t line, uint32_t column,
                     char *text, char *brief) {
  marks->items = wb_grow(marks->items, &marks->capacity, marks->count + 1, sizeof *marks->items);
  marks->items[marks->count++] =
      (struct wb_mark){.kind = kind, .line = line, .column = column, .text = text, .brief = brief};
}

static enum wb_mark_kind kind_of(enum wb_severity severity) {
  return severity == WB_SEVERITY_ERROR ? WB_MARK_ERROR : WB_MARK_WARNING;
}

/* What a sentence begins with, up to a comma or a colon that is not in parentheses. */
static size_t first_clause(const char *sentence) {
  int depth = 0;
  for (size_t i = 0; sentence[i] != '\0'; i++) {
    depth +=
        (sentence[i] == '(' || sentence[i] == '[') - (sentence[i] == ')' || sentence[i] == ']');
    if (depth == 0 && strchr(",:;", sentence[i]) != NULL && sentence[i + 1] == ' ') return i;
  }
  return strlen(sentence);
}

static char *brief_finding(const struct wb_finding *finding, const char *described) {
  const uint32_t other = finding->other.present ? finding->other.line : 0;
  char *brief = wb_format("%s: %.*s", wb_finding_kind_name(finding->kind),
                          (int)first_clause(described), described);
  if (other == 0 || other == finding->line) return brief;
  char *both = wb_format("%s; see line %u", brief, other);
  free(brief);
  return both;
}

/* In the judged file; what a kernel of another file does is at the line of the host program that
 * launched it. */
static void mark_finding(struct wb_marks *marks, const struct wb_unique_finding *unique) {
  const struct wb_finding *finding = unique->finding;
  struct wb_str text;
  const bool elsewhere = finding->file[0] != '\0';
  const uint32_t line = elsewhere ? finding->host_line : finding->line;
  if (line == 0) return;
  wb_str_init(&text);
  wb_str_addf(&text, "%s: ", wb_finding_kind_name(finding->kind));
  if (elsewhere) wb_str_addf(&text, "%s:%u: ", finding->file, finding->line);
  const size_t before = text.length;
  wb_unique_finding_describe(unique, &text);
  char *brief = brief_finding(finding, text.data + before);
  add_mark(marks, kind_of(finding->severity), line, elsewhere ? 0 : finding->column,
           wb_str_detach(&text), brief);
}

static void mark_other(struct wb_marks *marks, const struct wb_finding *finding) {
  const struct wb_other_access *other = &finding->other;
  if (!other->present || other->line == 0 || finding->file[0] != '\0') return;
  if (wb_finding_is_of_host(finding)) {
    add_mark(marks, WB_MARK_OTHER, other->line, other->column,
             wb_format("belongs to it, see line %u", finding->line),
             wb_format("belongs to line %u", finding->line));
    return;
  }
  /* A finding that is no race tells of the place where it shows, say. */
  const bool access = other->access != WB_ACCESS_NONE;
  char *what = access ? wb_format("the other access: %s", wb_access_name(other->access))
                      : wb_strdup("belongs to it: what is done here");
  char id[WB_ID_TEXT_MAX];
  char *text = wb_format("%s by work-item %s, see line %u", what,
                         wb_id_text(other->who.item, other->who.dimensions, id), finding->line);
  free(what);
  add_mark(
      marks, WB_MARK_OTHER, other->line, other->column, text,
      wb_format(access ? "the other access; see line %u" : "belongs to line %u", finding->line));
}

static void mark_likewise(struct wb_marks *marks, const struct wb_unique_finding *unique) {
  for (size_t i = 0; i < unique->n_likewise; i++) {
    const struct wb_likewise_place place = wb_likewise_place(unique, i);
    char *text =
        wb_format("likewise %s, see line %u", unique->likewise[i]->array, unique->finding->line);
    add_mark(marks, WB_MARK_OTHER, place.line, place.column, text, wb_strdup(text));
  }
}

static void mark_diagnostics(struct wb_marks *marks, const struct wb_result *result) {
  for (size_t i = 0; i < result->n_diagnostics; i++) {
    const struct wb_diagnostic *diagnostic = &result->diagnostics[i];
    if (diagnostic->line == 0 || diagnostic->file[0] != '\0') continue;
    add_mark(marks, diagnostic->is_note ? WB_MARK_OTHER : kind_of(diagnostic->severity),
             diagnostic->line, diagnostic->column, wb_strdup(diagnostic->message),
             wb_strdup(diagnostic->message));
  }
}

void wb_marks_collect(const struct wb_result *result, struct wb_marks *marks) {
  struct wb_unique_findings findings;
  wb_findings_collect(result, &findings);
  for (size_t i = 0; i < findings.count; i++) {
    const struct wb_unique_finding *unique = &findings.items[i];
    mark_finding(marks, unique);
    mark_other(marks, unique->finding);
    if (unique->finding->file[0] == '\0') mark_likewise(marks, unique);
  }
  wb_findings_release(&findings);
  mark_diagnostics(marks, result);
}

void wb_marks_list(const struct wb_marks *marks, const char *file, struct wb_str *out) {
  static const char *const words[] = {
      [WB_MARK_OTHER] = "note", [WB_MARK_WARNING] = "warning", [WB_MARK_ERROR] = "error"};
  for (size_t i = 0; i < marks->count; i++) {
    const struct wb_mark *mark = &marks->items[i];
    wb_str_addf(out, "%s:%u:%u: %s: ", file, mark->line, mark->column > 0 ? mark->column : 1,
                words[mark->kind]);
    for (const char *c = mark->text; *c != '\0'; c++) wb_str_add_char(out, *c == '\n' ? ' ' : *c);
    wb_str_add_char(out, '\n');
  }
}
