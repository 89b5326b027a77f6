/* Lists as Test Anything Protocol, version 13 (testanything.org), as Perl's prove reads it: a test
 * an item, and a YAML block under those that have something to say. */
#include <string.h>

#include "report/list.h"
#include "report/write.h"
#include "result/groups.h"
#include "result/steps.h"
#include "text/columns.h"

/* Text that somebody else wrote, on one line and harmless to terminals, with a backslash before
 * each of `special`. */
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

/* A '#' would begin a directive: a test that failed would be one that is still to do. */
static void add_description(struct wb_str *out, const char *text) { add_escaped(out, text, "#\\"); }

static void add_quoted(struct wb_str *out, const char *before, const char *text) {
  wb_str_addf(out, "%s\"", before);
  add_escaped(out, text, "\"\\");
  wb_str_add(out, "\"\n");
}

static void add_field(struct wb_str *out, const char *name, const char *text) {
  if (text == NULL || text[0] == '\0') return;
  wb_str_addf(out, "  %s: ", name);
  add_quoted(out, "", text);
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
    add_quoted(out, "    - ", words.data);
    wb_str_release(&words);
  }
}

static void add_yaml(const struct wb_list *list, const struct wb_list_item *item) {
  struct wb_str *out = list->out;
  wb_str_add(out, "  ---\n");
  add_field(out, list->kind->rule_word, item->rule);
  if (item->result != NULL && item->one == NULL) {
    wb_str_addf(out, "  score: %.9g\n", item->result->score);
    if (item->weighed)
      wb_str_addf(out, "  points: %.9g\n  most_points: %.9g\n", item->points, item->most_points);
    add_list(out, "steps", item->result, item->result->n_steps, wb_step_words);
    add_list(out, "groups", item->result, item->result->n_groups, wb_group_words);
  }
  add_field(out, "file", item->file);
  if (item->line > 0) wb_str_addf(out, "  line: %u\n", item->line);
  add_field(out, "message", item->message);
  add_field(out, "remedy", item->remedy);
  wb_str_add(out, "  ...\n");
}

static void tap_begin(struct wb_list *list) {
  wb_str_add(list->out, "TAP version 13\n");
  if (list->total > 0) wb_str_addf(list->out, "1..%ld\n", list->total);
}

static void tap_item(struct wb_list *list, const struct wb_list_item *item) {
  const bool passed = item->outcome != WB_LIST_FAILED && item->outcome != WB_LIST_ERROR;
  const bool whole = item->result != NULL && item->one == NULL;
  wb_str_addf(list->out, "%sok %zu - ", passed ? "" : "not ", wb_list_count(list->counts));
  add_description(list->out, item->title);
  const bool skipped = item->outcome == WB_LIST_SKIPPED, bare = !passed && item->rule == NULL;
  if (skipped || bare) {
    wb_str_add(list->out, skipped ? " # SKIP " : ": ");
    add_description(list->out, item->message);
  }
  wb_str_add_char(list->out, '\n');
  if (!bare && (whole || !passed || item->outcome == WB_LIST_SUGGESTION)) add_yaml(list, item);
}

static void add_comment(struct wb_str *out, const char *before, const char *text) {
  wb_str_add(out, before);
  add_escaped(out, text, "");
  wb_str_add_char(out, '\n');
}

static void tap_end(struct wb_list *list) {
  const size_t tests = wb_list_count(list->counts);
  for (size_t i = 0; i < list->remarks.count; i++)
    add_comment(list->out, "# ", list->remarks.items[i]);
  if (list->trouble != NULL)
    add_comment(list->out, "Bail out! ", list->trouble);
  else if (tests == 0)
    wb_str_addf(list->out, "1..0 # SKIP %s\n", list->kind->nothing);
  else if (list->total <= 0)
    wb_str_addf(list->out, "1..%zu\n", tests);
}

const struct wb_list_format wb_list_tap = {
    .name = "tap", .for_programs = true, .begin = tap_begin, .item = tap_item, .end = tap_end};
