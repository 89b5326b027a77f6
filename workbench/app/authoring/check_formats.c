#include "authoring/check_formats.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static const struct wb_check_format *const formats[] = {&wb_check_text, &wb_check_tap,
                                                        &wb_check_json, &wb_check_junit};
enum { FORMATS = sizeof formats / sizeof formats[0] };

const struct wb_check_format *wb_check_format_find(const char *name) {
  for (size_t i = 0; i < FORMATS; i++)
    if (strcmp(formats[i]->name, name) == 0) return formats[i];
  return NULL;
}

static void count_skip(struct wb_check_skips *skips, const struct wb_check_item *item) {
  for (size_t i = 0; i < skips->count; i++) {
    struct wb_check_skip *skip = &skips->items[i];
    if (strcmp(skip->check, item->check) != 0 || strcmp(skip->why, item->message) != 0) continue;
    skip->count++;
    return;
  }
  skips->items = wb_grow(skips->items, &skips->capacity, skips->count + 1, sizeof *skips->items);
  skips->items[skips->count++] = (struct wb_check_skip){
      .check = wb_strdup(item->check), .why = wb_strdup(item->message), .count = 1};
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
  output->puzzles += !checked->is_course;
  output->faulty += !checked->is_course && wb_check_count(report, WB_CHECK_FAULT) > 0;
  for (size_t i = 0; i < WB_CHECK_OUTCOMES; i++)
    output->counts[i] += wb_check_count(report, (enum wb_check_outcome)i);
}

void wb_check_output_end(struct wb_check_output *output) {
  if (output->format->end != NULL) output->format->end(output);
}

void wb_check_output_release(struct wb_check_output *output) {
  for (size_t i = 0; i < output->skips.count; i++) {
    free(output->skips.items[i].check);
    free(output->skips.items[i].why);
  }
  free(output->skips.items);
  output->skips = (struct wb_check_skips){.count = 0};
}
