#include <string.h>

#include "report/write.h"
#include "result/groups.h"
#include "result/steps.h"
#include "text/columns.h"

/* Test Anything Protocol, version 13 (testanything.org), as Perl's prove
 * reads it: the plan first, and a YAML block under each test. */

/* Text that somebody else wrote, harmless to terminals, with a backslash
 * before each of `special`. */
static void add_escaped(struct wb_str *out, const char *text, const char *special) {
  struct wb_str clean;
  wb_str_init(&clean);
  wb_text_expand_line(&clean, text, strlen(text), NULL);
  for (const char *c = clean.data; *c != '\0'; c++) {
    if (strchr(special, *c) != NULL) wb_str_add_char(out, '\\');
    wb_str_add_char(out, *c);
  }
  wb_str_release(&clean);
}

void wb_tap_description(struct wb_str *out, const char *text) { add_escaped(out, text, "#\\"); }

void wb_tap_field(struct wb_str *out, const char *name, const char *text) {
  wb_str_addf(out, "  %s: \"", name);
  add_escaped(out, text, "\"\\");
  wb_str_add(out, "\"\n");
}

/* A list of what `add_words` says of each of the result's steps or groups. */
static void add_list(struct wb_str *out, const char *name, const struct wb_result *result,
                     size_t count,
                     void (*add_words)(const struct wb_result *, size_t, struct wb_str *)) {
  if (count > 0) wb_str_addf(out, "  %s:\n", name);
  for (size_t i = 0; i < count; i++) {
    struct wb_str words;
    wb_str_init(&words);
    add_words(result, i, &words);
    wb_str_add(out, "    - \"");
    add_escaped(out, words.data, "\"\\");
    wb_str_add(out, "\"\n");
    wb_str_release(&words);
  }
}

static void add_yaml(struct wb_str *out, const struct wb_report_item *item) {
  struct wb_str reason;
  wb_str_init(&reason);
  wb_str_add(out, "  ---\n");
  wb_tap_field(out, "verdict", wb_verdict_name(item->result->verdict));
  wb_str_addf(out, "  score: %.9g\n", item->result->score);
  add_list(out, "steps", item->result, item->result->n_steps, wb_step_words);
  add_list(out, "groups", item->result, item->result->n_groups, wb_group_words);
  wb_tap_field(out, "file", item->result->file != NULL ? item->result->file : "");
  wb_write_reason(item->result, &reason);
  if (reason.length > 0) wb_tap_field(out, "message", reason.data);
  wb_str_add(out, "  ...\n");
  wb_str_release(&reason);
}

static void tap_begin(struct wb_report *report) {
  wb_str_addf(report->out, "TAP version 13\n1..%zu%s\n", report->total,
              report->total == 0 ? " # SKIP nothing to judge" : "");
}

static void tap_item(struct wb_report *report, const struct wb_report_item *item) {
  wb_str_addf(report->out, "%sok %zu - ", item->ok || item->skipped ? "" : "not ", report->done);
  wb_tap_description(report->out, item->name);
  if (item->skipped != NULL) {
    wb_str_add(report->out, " # SKIP ");
    wb_tap_description(report->out, item->skipped);
  }
  if (item->absent != NULL) {
    wb_str_add(report->out, ": ");
    wb_tap_description(report->out, item->absent);
  }
  wb_str_add_char(report->out, '\n');
  if (item->result != NULL) add_yaml(report->out, item);
}

static void tap_end(struct wb_report *report) {
  if (report->left_out != NULL) wb_str_addf(report->out, "# %s\n", report->left_out);
  if (report->lacks != NULL) wb_str_addf(report->out, "# judged %s\n", report->lacks);
}

const struct wb_report_format wb_format_tap = {
    .name = "tap",
    .begin = tap_begin,
    .item = tap_item,
    .end = tap_end,
};
