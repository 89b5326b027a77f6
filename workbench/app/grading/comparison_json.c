/* A comparison for other programs (docs/grading.md). */
#include <jansson.h>
#include <stdlib.h>

#include "fields/json_tools.h"
#include "grading/comparison.h"

static json_t *side_json(const struct wb_assessed_puzzle *one) {
  if (one == NULL) return json_null();
  const bool judged = one->state == WB_ASSESSED_JUDGED;
  json_t *object = json_object();
  json_object_set_new(object, "state", json_string(wb_word_name(&wb_assessed_states, one->state)));
  json_object_set_new(object, "verdict",
                      judged ? json_string(wb_verdict_name(one->result.verdict)) : json_null());
  json_object_set_new(object, "points", json_real(wb_assessed_points(one)));
  json_object_set_new(object, "most", json_real(one->puzzle->points));
  json_object_set_new(object, "overridden", json_boolean(one->override != NULL));
  return object;
}

static void add_case(const struct wb_case_result *before, const struct wb_case_result *after,
                     void *data) {
  json_t *object = json_object();
  json_object_set_new(object, "name", wb_json_text(before->name));
  json_object_set_new(object, "before", json_string(wb_verdict_name(before->verdict)));
  json_object_set_new(object, "after", json_string(wb_verdict_name(after->verdict)));
  json_array_append_new(data, object);
}

static json_t *puzzle_json(const struct wb_compared_puzzle *one) {
  json_t *object = json_object(), *why = json_array(), *cases = json_array();
  json_object_set_new(object, "puzzle", wb_json_text(one->slug));
  json_object_set_new(object, "before", side_json(one->before));
  json_object_set_new(object, "after", side_json(one->after));
  for (unsigned i = 0; i <= WB_CHANGED_FLAKE; i++)
    if ((one->causes & 1u << i) != 0)
      json_array_append_new(why, json_string(wb_word_name(&wb_change_causes, i)));
  wb_compared_cases(one, add_case, cases);
  json_object_set_new(object, "why", why);
  json_object_set_new(object, "cases", cases);
  return object;
}

static void add_people(json_t *object, const struct wb_submission *submission) {
  json_t *ids = json_array();
  for (size_t i = 0; i < submission->n_ids; i++)
    json_array_append_new(ids, wb_json_text(submission->ids[i]));
  json_object_set_new(object, "ids", ids);
  json_object_set_new(object, "name", wb_json_text_or_null(submission->name));
}

static json_t *compared_json(const struct wb_compared *one, bool with_people) {
  const struct wb_run_submission *submission = one->before->submission;
  json_t *object = json_object(), *puzzles = json_array();
  json_object_set_new(object, "pseudonym", wb_json_text(submission->pseudonym));
  json_object_set_new(object, "attempt", json_integer(submission->attempt));
  if (with_people) add_people(object, &submission->about);
  json_object_set_new(object, "before", json_real(one->before->points));
  json_object_set_new(object, "after", json_real(one->after->points));
  for (size_t i = 0; i < one->n_puzzles; i++)
    if (one->puzzles[i].changed) json_array_append_new(puzzles, puzzle_json(&one->puzzles[i]));
  json_object_set_new(object, "puzzles", puzzles);
  return object;
}

static json_t *comparison_json(const struct wb_comparison_totals *totals) {
  const struct {
    const char *name;
    size_t count;
  } rows[] = {{"submissions", totals->submissions},
              {"changed", totals->changed},
              {"gain", totals->gain},
              {"lose", totals->lose},
              {"flakes", totals->flakes},
              {"only_before", totals->only_before},
              {"only_after", totals->only_after}};
  json_t *object = json_object();
  json_object_set_new(object, "schema", json_integer(WB_RUN_SCHEMA));
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    json_object_set_new(object, rows[i].name, json_integer((json_int_t)rows[i].count));
  return object;
}

/* Points are sums of products, whose last digits say nothing. */
static void print_comparison(json_t *object, struct wb_str *out) {
  char *text = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
  if (text == NULL) wb_bug("data that is not JSON");
  wb_str_addf(out, "%s\n", text);
  free(text);
  json_decref(object);
}

struct listing {
  json_t *changes;
  bool with_people;
};

static void add_compared(const struct wb_compared *one, void *data) {
  const struct listing *listing = data;
  json_array_append_new(listing->changes, compared_json(one, listing->with_people));
}

enum wb_status wb_compare_runs_json(const struct wb_compared_run *before,
                                    const struct wb_compared_run *after, bool with_people,
                                    struct wb_str *out, struct wb_comparison_totals *totals,
                                    struct wb_error *err) {
  struct listing listing = {json_array(), with_people};
  enum wb_status status =
      wb_compare_runs(before, after, with_people, add_compared, &listing, totals, err);
  if (status == WB_OK) {
    json_t *object = comparison_json(totals);
    json_object_set(object, "changes", listing.changes);
    print_comparison(object, out);
  }
  json_decref(listing.changes);
  return status;
}
