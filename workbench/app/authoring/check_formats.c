#include "authoring/check_formats.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static const struct wb_check_format *const formats[] = {
    &wb_check_text, &wb_check_tap, &wb_check_json, &wb_check_junit, &wb_check_markdown};
enum { FORMATS = sizeof formats / sizeof formats[0] };

const struct wb_check_format *wb_check_format_find(const char *name) {
  for (size_t i = 0; i < FORMATS; i++)
    if (strcmp(formats[i]->name, name) == 0) return formats[i];
  return NULL;
}

/* One reason may have kept several checks from being made. */
static void count_skip(struct wb_check_skips *skips, const struct wb_check_item *item) {
  struct wb_check_skip *skip = NULL;
  for (size_t i = 0; i < skips->count && skip == NULL; i++)
    if (strcmp(skips->items[i].why, item->message) == 0) skip = &skips->items[i];
  if (skip == NULL) {
    skips->items = wb_grow(skips->items, &skips->capacity, skips->count + 1, sizeof *skips->items);
    skip = &skips->items[skips->count++];
    *skip = (struct wb_check_skip){.why = wb_strdup(item->message)};
    wb_names_init(&skip->checks);
  }
  if (!wb_names_have(&skip->checks, item->check)) wb_names_add(&skip->checks, item->check);
}

void wb_check_output_begin(struct wb_check_output *output, const struct wb_check_format *format,
                           const struct wb_report_style *style, const char *course,
                           struct wb_str *out) {
  *output =
      (struct wb_check_output){.format = format, .style = *style, .course = course, .out = out};
  if (format->begin != NULL) format->begin(output);
}

void wb_check_output_puzzle(struct wb_check_output *output, const struct wb_checked *checked) {
  const struct wb_check_report *report = checked->report;
  for (size_t i = 0; i < report->count; i++)
    if (report->items[i].outcome == WB_CHECK_SKIPPED) count_skip(&output->skips, &report->items[i]);
  output->format->puzzle(output, checked);
  output->reported++;
  if (checked->tally != NULL) wb_check_tally_add(&output->tally, checked->tally);
  output->puzzles += !checked->is_course;
  output->faulty += !checked->is_course && wb_check_count(report, WB_CHECK_FAULT) > 0;
  for (size_t i = 0; i < WB_CHECK_OUTCOMES; i++)
    output->counts[i] += wb_check_count(report, (enum wb_check_outcome)i);
}

void wb_check_output_end(struct wb_check_output *output, const struct wb_error *trouble) {
  if (trouble != NULL) {
    output->cause = trouble->status;
    output->trouble = wb_format("%s%s%s", trouble->where, trouble->where[0] != '\0' ? ": " : "",
                                trouble->message);
  }
  if (output->format->end != NULL) output->format->end(output);
}

void wb_check_output_release(struct wb_check_output *output) {
  for (size_t i = 0; i < output->skips.count; i++) {
    wb_names_release(&output->skips.items[i].checks);
    free(output->skips.items[i].why);
  }
  free(output->skips.items);
  free(output->trouble);
  output->trouble = NULL;
  output->skips = (struct wb_check_skips){.count = 0};
}
