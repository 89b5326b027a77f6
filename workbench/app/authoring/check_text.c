/* Reports of checks for people: what is wrong as compilers say it, so that editors find the
 * place; what passed is only counted. */
#include <stdlib.h>

#include "authoring/check_formats.h"
#include "base/str.h"
#include "report/write.h"
#include "text/columns.h"

enum { SLUG_COLUMNS = 24, INDENT = 4, DETAIL_LINES = 40 };

static void put_count(struct wb_document *text, enum wb_style style, size_t count,
                      const char *one) {
  if (count > 0)
    wb_put(text, style, "%s%zu %s%s",
           wb_line_width(&text->lines[text->n_lines - 1]) > 0 ? ", " : "", count, one,
           count == 1 ? "" : "s");
}

static void put_heading(struct wb_document *text, const struct wb_checked *checked) {
  const struct wb_check_report *report = checked->report;
  const size_t faults = wb_check_count(report, WB_CHECK_FAULT);
  const size_t suggestions = wb_check_count(report, WB_CHECK_SUGGESTION);
  const size_t used = wb_text_width(checked->slug);
  wb_document_add_line(text);
  wb_write(text, faults == 0 ? WB_STYLE_GOOD : WB_STYLE_BAD, faults == 0 ? "✓ " : "✗ ");
  wb_put(text, WB_STYLE_PLAIN, "%s%*s", checked->slug,
         used < SLUG_COLUMNS ? (int)(SLUG_COLUMNS - used) : 1, "");
  wb_put(text, WB_STYLE_PLAIN, "%zu passed", wb_check_count(report, WB_CHECK_PASSED));
  put_count(text, WB_STYLE_BAD, faults, "fault");
  put_count(text, WB_STYLE_WARNING, suggestions, "suggestion");
  if (wb_check_count(report, WB_CHECK_SKIPPED) > 0)
    wb_put(text, WB_STYLE_DIM, ", %zu skipped", wb_check_count(report, WB_CHECK_SKIPPED));
}

/* The file as whoever reads can open it. */
static void put_place(struct wb_document *text, const char *course,
                      const struct wb_check_item *item) {
  if (item->file[0] == '\0') {
    if (item->part[0] != '\0') wb_put(text, WB_STYLE_STRONG, "%s: ", item->part);
    return;
  }
  char *path = wb_path_join(course, item->file);
  wb_put(text, WB_STYLE_STRONG, "%s:", wb_short_path(path));
  if (item->line > 0) wb_put(text, WB_STYLE_STRONG, "%u:", item->line);
  wb_write(text, WB_STYLE_PLAIN, " ");
  free(path);
}

static void put_item(struct wb_document *text, const struct wb_list *list,
                     const struct wb_check_item *item) {
  const bool is_fault = item->outcome == WB_CHECK_FAULT;
  const bool told = item->outcome == WB_CHECK_PASSED && item->message[0] != '\0';
  if (!is_fault && !told && item->outcome != WB_CHECK_SUGGESTION) return;
  wb_document_add_line(text);
  wb_put(text, WB_STYLE_PLAIN, "%*s", INDENT, "");
  put_place(text, list->root, item);
  if (!is_fault && !told) wb_write(text, WB_STYLE_WARNING, "suggestion: ");
  wb_write(text, is_fault ? WB_STYLE_BAD : WB_STYLE_PLAIN, item->message);
  wb_put(text, WB_STYLE_DIM, " [%s]", item->check);
  if (item->remedy[0] != '\0')
    wb_write_paragraph(text, list->style.width, INDENT + 2, "", WB_STYLE_PLAIN, item->remedy);
  if (item->detail[0] != '\0')
    wb_write_block(text, INDENT + 4, WB_STYLE_CODE, item->detail, DETAIL_LINES);
}

static void flush_text(struct wb_list *list, struct wb_document *text) {
  wb_styled_to_ansi(text, &list->style, list->out);
  wb_document_release(text);
}

static void text_puzzle(struct wb_list *list) {
  const struct wb_checked *checked = list->suite->of;
  struct wb_document text = {0};
  put_heading(&text, checked);
  for (size_t i = 0; i < checked->report->count; i++)
    put_item(&text, list, &checked->report->items[i]);
  flush_text(list, &text);
}

/* "skipped right-orders, right-seeds: it could not be judged" */
static void put_skip(struct wb_document *text, const struct wb_check_skip *skip) {
  wb_put_line(text, WB_STYLE_DIM, "skipped");
  for (size_t i = 0; i < skip->checks.count; i++)
    wb_put(text, WB_STYLE_DIM, "%s%s", i == 0 ? " " : ", ", skip->checks.items[i]);
  wb_put(text, WB_STYLE_DIM, ": %s", skip->why);
}

static void text_end(struct wb_list *list) {
  const struct wb_check_output *output = list->data;
  struct wb_document text = {0};
  wb_document_add_line(&text);
  for (size_t i = 0; i < output->skips.count; i++) put_skip(&text, &output->skips.items[i]);
  for (size_t i = 0; i < list->remarks.count; i++)
    wb_put_line(&text, WB_STYLE_PLAIN, "%s", list->remarks.items[i]);
  const size_t faults = list->counts[WB_LIST_FAILED];
  wb_document_add_line(&text);
  const enum wb_style look = list->trouble == NULL ? WB_STYLE_GOOD : WB_STYLE_WARNING;
  if (faults == 0)
    wb_put(&text, look, "%zu puzzle%s, no fault", output->puzzles, output->puzzles == 1 ? "" : "s");
  else
    wb_put(&text, WB_STYLE_BAD, "%zu fault%s", faults, faults == 1 ? "" : "s");
  if (faults > 0 && output->puzzles > 1)
    wb_put(&text, WB_STYLE_BAD, "; %zu of %zu puzzles without one",
           output->puzzles - output->faulty, output->puzzles);
  if (list->trouble != NULL) wb_put(&text, WB_STYLE_WARNING, "; not everything could be judged");
  flush_text(list, &text);
}

const struct wb_list_format wb_check_text = {
    .name = "text", .suite_end = text_puzzle, .end = text_end};
