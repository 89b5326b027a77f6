#include "report/list.h"
#include "report/summary.h"
#include "report/write.h"
#include "result/result_json.h"
#include "result/steps.h"
#include "text/columns.h"

/* ---- check-all for people: a line each, and the count --------------------------- */

enum { NAME_COLUMNS = 34 };

/* ", 7.5 of 10 points" */
static void put_points(struct wb_document *line, double points, double most) {
  struct wb_str words;
  wb_str_init(&words);
  wb_list_points(&words, points);
  wb_str_add(&words, " of ");
  wb_list_points(&words, most);
  wb_put(line, WB_STYLE_PLAIN, ", %s point%s", words.data, most == 1 ? "" : "s");
  wb_str_release(&words);
}

static void write_verdict(struct wb_document *line, const struct wb_list_item *item) {
  const struct wb_result *result = item->result;
  const bool good = item->outcome == WB_LIST_PASSED;
  wb_write(line, good ? WB_STYLE_PLAIN : WB_STYLE_BAD, wb_verdict_name(result->verdict));
  if (result->score > 0 && result->score < 1)
    wb_put(line, WB_STYLE_PLAIN, " (%u %%)", wb_score_percent(result->score));
  if (item->weighed) put_points(line, item->points, item->most_points);
  if (!good && result->n_steps > 0) {
    struct wb_str done;
    wb_str_init(&done);
    wb_steps_done_words(wb_result_steps_done(result), result->n_steps, &done);
    wb_put(line, WB_STYLE_PLAIN, ", %s", done.data);
    wb_str_release(&done);
  }
  if (item->message[0] != '\0') wb_put(line, WB_STYLE_PLAIN, ": %s", item->message);
}

static void flush_lines(const struct wb_list *list, struct wb_document *lines) {
  wb_styled_to_ansi(lines, &list->style, list->out);
  wb_document_release(lines);
}

static void text_item(struct wb_list *list, const struct wb_list_item *item) {
  const size_t used = wb_text_width(item->name);
  const bool good = item->outcome == WB_LIST_PASSED, skipped = item->outcome == WB_LIST_SKIPPED;
  const enum wb_style style = skipped ? WB_STYLE_DIM : good ? WB_STYLE_GOOD : WB_STYLE_BAD;
  struct wb_document line = {0};
  wb_document_add_line(&line);
  wb_write(&line, style, skipped ? "- " : good ? "✓ " : "✗ ");
  wb_write(&line, WB_STYLE_PLAIN, item->name);
  wb_put(&line, WB_STYLE_PLAIN, "%*s", used < NAME_COLUMNS ? (int)(NAME_COLUMNS - used) : 2, "");
  if (item->result != NULL)
    write_verdict(&line, item);
  else
    wb_write(&line, skipped ? WB_STYLE_DIM : WB_STYLE_PLAIN, item->message);
  if (item->result == NULL && item->weighed) put_points(&line, item->points, item->most_points);
  flush_lines(list, &line);
}

static void text_end(struct wb_list *list) {
  struct wb_document line = {0};
  const size_t skipped = list->counts[WB_LIST_SKIPPED];
  const size_t failed = wb_list_not_passed(list->counts);
  wb_document_add_line(&line);
  wb_document_add_line(&line);
  wb_put(&line, failed == 0 ? WB_STYLE_GOOD : WB_STYLE_BAD, "%zu of %zu accepted",
         list->counts[WB_LIST_PASSED], wb_list_count(list->counts) - skipped);
  if (failed > 0) wb_put(&line, WB_STYLE_BAD, ", %zu not", failed);
  if (skipped > 0) wb_put(&line, WB_STYLE_DIM, ", %zu skipped", skipped);
  if (failed > 0)
    wb_put(&line, WB_STYLE_PLAIN, "; score %u %%", wb_score_percent(wb_list_mean_score(list)));
  if (list->weighed) put_points(&line, list->points, list->most_points);
  for (size_t i = 0; i < list->remarks.count; i++)
    wb_put_line(&line, WB_STYLE_DIM, "%s", list->remarks.items[i]);
  flush_lines(list, &line);
}

static const struct wb_list_format text_of_puzzles = {
    .name = "text", .item = text_item, .end = text_end};
static const struct wb_list_format *const formats[] = {&text_of_puzzles, NULL};

/* ---- and in JSON ----------------------------------------------------------------- */

static const struct wb_list_item *item_of(const void *of) { return of; }

static json_t *ok_to_json(const void *of) {
  return json_boolean(item_of(of)->outcome == WB_LIST_PASSED);
}

static json_t *result_to_json(const void *of) { return wb_result_to_json(item_of(of)->result); }
static bool was_run(const void *of) { return item_of(of)->result != NULL; }
static bool was_skipped(const void *of) { return item_of(of)->outcome == WB_LIST_SKIPPED; }
static bool is_weighed(const void *of) { return item_of(of)->weighed; }
static bool is_absent(const void *of) { return !was_run(of) && !was_skipped(of); }

#define WB_OF struct wb_list_item
static const struct wb_field item_rows[] = {
    {"name", WB_VALUE(name)},
    {"ok", .write = ok_to_json},
    {"skipped", WB_VALUE(message), .said = was_skipped},
    {"absent", WB_VALUE(message), .said = is_absent},
    {"points", WB_VALUE(points), .said = is_weighed},
    {"most_points", WB_VALUE(most_points), .said = is_weighed},
    {"result", .write = result_to_json, .said = was_run},
};
static const struct wb_fields item_fields = {WB_ROWS(item_rows)};
#undef WB_OF

static void add_counts(struct wb_list *list) {
  wb_str_addf(list->out,
              "\"total\": %zu, \"passed\": %zu, \"failed\": %zu, \"skipped\": %zu, "
              "\"score\": %.9g",
              wb_list_count(list->counts), list->counts[WB_LIST_PASSED],
              wb_list_not_passed(list->counts), list->counts[WB_LIST_SKIPPED],
              wb_list_mean_score(list));
  if (list->weighed)
    wb_str_addf(list->out, ", \"points\": %.9g, \"most_points\": %.9g", list->points,
                list->most_points);
}

const struct wb_list_kind wb_list_of_puzzles = {.name = "puzzles",
                                                .rule_word = "verdict",
                                                .nothing = "nothing to judge",
                                                .formats = formats,
                                                .json_head = "{\"results\": [",
                                                .json_item = &item_fields,
                                                .json_counts = add_counts};
