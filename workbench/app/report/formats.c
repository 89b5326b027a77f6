#include <string.h>

#include "report/write.h"

static const struct wb_report_format *const formats[] = {
#define WB_FORMAT(name) &wb_format_##name,
#include "commands/formats.inc"
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

const struct wb_report_format *wb_report_format_find(const char *name) {
  for (size_t i = 0; i < FORMATS; i++)
    if (strcmp(formats[i]->name, name) == 0) return formats[i];
  return NULL;
}

void wb_report_begin(struct wb_report *report, const struct wb_report_format *format,
                     const struct wb_report_style *style, size_t total, struct wb_str *out) {
  *report = (struct wb_report){.format = format, .style = *style, .out = out, .total = total};
  if (report->style.width == 0) report->style.width = WB_REPORT_WIDTH;
  if (format->begin != NULL) format->begin(report);
}

void wb_report_add(struct wb_report *report, const struct wb_report_item *item) {
  report->done++;
  if (item->skipped != NULL)
    report->skipped++;
  else if (!item->ok)
    report->failed++;
  if (item->result != NULL) report->score += item->result->score;
  if (report->left_out == NULL && item->result != NULL)
    report->left_out = wb_result_left_out(item->result);
  if (report->lacks == NULL && item->result != NULL) report->lacks = wb_result_lacks(item->result);
  if (report->format->item != NULL) report->format->item(report, item);
}

void wb_report_end(struct wb_report *report) {
  if (report->format->end != NULL) report->format->end(report);
}
