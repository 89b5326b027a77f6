/* What a run found out. */
#include <stdlib.h>
#include <string.h>

#include "device/registry.h"
#include "plain/commands.h"
#include "plain/dialogue.h"
#include "report/array_grid.h"
#include "report/printed.h"
#include "report/summary.h"
#include "report/write.h"
#include "result/groups.h"
#include "result/steps.h"
#include "verbs/ways_on.h"

enum { MOST_ELEMENTS = 8, MOST_PRINTED_LINES = 20 };

static bool is_said(const char *text) { return text != NULL && text[0] != '\0'; }

static void say_cases_share(struct wb_dialogue *dialogue, const struct wb_result *result) {
  size_t accepted = wb_result_accepted_cases(result);
  if (result->n_cases == 0) return;
  wb_say(&dialogue->output, "%zu of %zu cases accepted, score %u percent.", accepted,
         result->n_cases, wb_score_percent(result->score));
}

/* What `add_words` says of each of the result's steps or groups: "Step 2 of 3, Several groups: 1 of
 * 3 cases right." */
static void say_each(struct wb_dialogue *dialogue, const struct wb_result *result, size_t count,
                     void (*add_words)(const struct wb_result *, size_t, struct wb_str *)) {
  struct wb_str words;
  wb_str_init(&words);
  for (size_t i = 0; i < count; i++) {
    wb_str_clear(&words);
    add_words(result, i, &words);
    wb_say(&dialogue->output, "%s.", words.data);
  }
  wb_str_release(&words);
}

static void say_parts(struct wb_dialogue *dialogue, const struct wb_result *result) {
  say_each(dialogue, result, result->n_steps, wb_step_words);
  say_each(dialogue, result, result->n_groups, wb_group_words);
}

/* ---- in short ---- */

static bool is_explained(const struct wb_dialogue *dialogue) {
  char *why = wb_session_explanation(&dialogue->session.course, wb_dialogue_puzzle(dialogue)->slug,
                                     true, false);
  const bool explained = why != NULL;
  free(why);
  return explained;
}

static void say_ways_on(struct wb_dialogue *dialogue) {
  wb_say(&dialogue->output, "%s", WB_ALL_SOLVED);
  for (size_t i = 0; i < WB_WAYS_ON; i++) {
    const struct wb_way_on way = wb_way_on(WB_FACE_DIALOGUE, i);
    wb_say(&dialogue->output, "%s%s%s.", way.command, way.command[0] != '\0' ? ": " : "",
           way.words);
  }
}

/* Solved, or with a mistake in its spec. */
static bool is_left_out(const void *data, size_t index) {
  const struct wb_session *session = data;
  const struct wb_puzzle_summary *puzzle = &session->catalog.items[index];
  return puzzle->error != NULL || wb_session_progress(session, puzzle->slug).solved;
}

/* What is next, once a puzzle is solved. */
static void say_next(struct wb_dialogue *dialogue) {
  const struct wb_catalog *catalog = &dialogue->session.catalog;
  wb_dialogue_say_total(dialogue);
  wb_say(&dialogue->output, "%s%scounters says what yours costs.",
         is_explained(dialogue) ? "lesson why explains why it works, " : "",
         catalog->course.solutions == WB_SOLUTIONS_NEVER ? "" : "solution reads ours, ");
  const size_t next =
      wb_next_unsolved(catalog->count, dialogue->open, is_left_out, &dialogue->session);
  if (next == catalog->count)
    say_ways_on(dialogue);
  else if (next == dialogue->open + 1)
    wb_say(&dialogue->output, "next goes on to %u %s.", catalog->items[next].number,
           catalog->items[next].title);
  else
    wb_say(&dialogue->output, "open %u goes on to %s.", catalog->items[next].number,
           catalog->items[next].title);
}

static size_t count_findings(const struct wb_result *result) {
  struct wb_marks marks = {0};
  wb_dialogue_collect_findings(result, &marks);
  size_t count = wb_dialogue_count_findings(&marks);
  wb_marks_release(&marks);
  return count;
}

static void say_left_out(struct wb_dialogue *dialogue, const struct wb_result *result) {
  if (wb_result_left_out(result) != NULL)
    wb_say(&dialogue->output, "%s", wb_result_left_out(result));
}

static void say_accepted(struct wb_dialogue *dialogue, const struct wb_result *result) {
  const struct wb_puzzle_summary *puzzle = wb_dialogue_puzzle(dialogue);
  if (wb_session_progress(&dialogue->session, puzzle->slug).solved) {
    wb_say(&dialogue->output, "Accepted: right on all %zu %scases%s. %s is solved.",
           result->n_cases, result->left_out > 0 ? "visible " : "",
           wb_result_has_warnings(result) ? "; there are warnings"
           : result->checks               ? ", and clean"
                                          : "",
           puzzle->title);
    say_left_out(dialogue, result);
    say_next(dialogue);
  } else if (!wb_device_decides(dialogue->device)) {
    wb_say(&dialogue->output,
           "It runs on %s, too. The emulator decides whether it is right: device emulator.",
           is_said(result->device) ? result->device : dialogue->device);
  } else {
    wb_say(&dialogue->output, "Accepted on all %zu %scases.", result->n_cases,
           result->left_out > 0 ? "visible " : "");
    say_left_out(dialogue, result);
  }
}

void wb_dialogue_tell_in_short(struct wb_dialogue *dialogue) {
  const struct wb_result *result = wb_dialogue_open_work(dialogue)->result;
  struct wb_str text;
  size_t findings = count_findings(result);
  if (result->verdict == WB_VERDICT_ACCEPTED) {
    say_accepted(dialogue, result);
  } else {
    wb_str_init(&text);
    wb_result_in_short(result, &text);
    bool ends = text.length > 0 && strchr(".?!", text.data[text.length - 1]) != NULL;
    wb_say(&dialogue->output, "%s %s%s",
           result->verdict == WB_VERDICT_JUDGE_ERROR ? "Not judged:" : "Not accepted:", text.data,
           ends ? "" : ".");
    wb_str_release(&text);
    say_cases_share(dialogue, result);
    say_parts(dialogue, result);
  }
  if (findings > 0)
    wb_say(&dialogue->output,
           "%zu finding%s; findings reads them one by one, result reads everything.", findings,
           wb_plural(findings));
  else if (result->verdict != WB_VERDICT_ACCEPTED)
    wb_say(&dialogue->output, "result reads everything, hint gives a nudge.");
}

/* ---- everything ---- */

static void say_head(struct wb_dialogue *dialogue, const struct wb_result *result) {
  const char *words = wb_verdict_words(result->verdict);
  wb_say(&dialogue->output, "Verdict: %s: %s.", words, wb_result_meaning(result));
  if (is_said(result->detail)) wb_say(&dialogue->output, "%s", result->detail);
  const char *file = wb_short_path(is_said(result->file) ? result->file : "?");
  const char *lacks = wb_result_lacks(result);
  wb_say(&dialogue->output, "Judged: %s, on %s, in %.0f milliseconds%s%s.", file,
         is_said(result->device) ? result->device : "?", result->elapsed_ms,
         lacks != NULL ? ", " : "", lacks != NULL ? lacks : "");
  say_cases_share(dialogue, result);
}

static void say_case(struct wb_dialogue *dialogue, const struct wb_case_result *one,
                     size_t number) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "Case %zu, %s: ", number,
              !one->visible        ? "hidden"
              : is_said(one->name) ? one->name
                                   : "without a name");
  wb_str_add(&text, wb_case_was_run(one) ? wb_verdict_words(one->verdict) : WB_NOT_RUN);
  if (one->mismatches > 0)
    wb_str_addf(&text, ", %llu element%s", (unsigned long long)one->mismatches,
                one->mismatches == 1 ? " differs" : "s differ");
  if (one->printed.present) wb_str_add(&text, ", ");
  wb_printed_counts(&one->printed, &text);
  /* For a wrong answer the elements below say all that the detail would. */
  if (wb_case_was_run(one) && is_said(one->detail) && one->verdict != WB_VERDICT_WRONG_ANSWER)
    wb_str_addf(&text, ": %s", one->detail);
  wb_say(&dialogue->output, "%s%s", text.data, wb_ends_with(text.data, ".") ? "" : ".");
  wb_str_release(&text);
}

static void say_element(struct wb_dialogue *dialogue, const struct wb_preview *preview, size_t i) {
  const char *unset = wb_unset_words(preview->got[i]);
  struct wb_str place;
  wb_str_init(&place);
  wb_add_position(preview->rank, preview->shape, preview->first + i, &place);
  wb_say(&dialogue->output, "%s%s: expected %s, %s%s.", preview->array, place.data,
         preview->expected[i], unset != NULL ? "it " : "got ",
         unset != NULL ? unset : preview->got[i]);
  wb_str_release(&place);
}

/* Elements that differ, as far as they are known. */
static void say_preview(struct wb_dialogue *dialogue, const struct wb_preview *preview,
                        size_t number) {
  size_t differ = 0, said = 0;
  for (size_t i = 0; i < preview->n; i++) differ += preview->differs[i];
  if (differ == 0) return;
  wb_say(&dialogue->output, "Case %zu, output %s, %s, %llu elements:", number, preview->array,
         preview->type, (unsigned long long)preview->total);
  for (size_t i = 0; i < preview->n && said < MOST_ELEMENTS; i++) {
    if (!preview->differs[i]) continue;
    say_element(dialogue, preview, i);
    said++;
  }
  if (said < differ)
    wb_say(&dialogue->output, "And %zu more of the %zu elements around these.", differ - said,
           preview->n);
}

static void say_moves(struct wb_dialogue *dialogue, const struct wb_case_result *one,
                      size_t number) {
  struct wb_str words;
  wb_str_init(&words);
  wb_moved_elements_words(one, &words);
  if (words.length > 0) wb_say(&dialogue->output, "Case %zu: %s", number, words.data);
  wb_str_release(&words);
}

static void say_printed_mismatch(struct wb_dialogue *dialogue, const struct wb_case_result *one,
                                 size_t number) {
  struct wb_str sentences;
  wb_str_init(&sentences);
  wb_printed_sentences(&one->printed, &sentences);
  if (sentences.length > 0) wb_say(&dialogue->output, "Case %zu, what is printed:", number);
  for (char *line = sentences.data; *line != '\0';) {
    char *end = strchr(line, '\n');
    *end = '\0';
    wb_say(&dialogue->output, "%s", line);
    line = end + 1;
  }
  wb_str_release(&sentences);
}

static void say_printed(struct wb_dialogue *dialogue, const struct wb_case_result *one,
                        size_t number) {
  const char *text = one->text;
  if (!one->visible || !is_said(text)) return;
  wb_say(&dialogue->output, "Printed in case %zu:", number);
  for (size_t lines = 0; *text != '\0' && lines < MOST_PRINTED_LINES; lines++) {
    size_t length = strcspn(text, "\n");
    wb_say_as_is(&dialogue->output, "%.*s", (int)length, text);
    text += length + (text[length] == '\n');
  }
  if (*text != '\0') wb_say(&dialogue->output, "And more.");
}

static void say_log(struct wb_dialogue *dialogue, const struct wb_result *result) {
  if (result->verdict != WB_VERDICT_COMPILE_ERROR || result->n_diagnostics > 0) return;
  if (is_said(result->compile_log)) wb_say(&dialogue->output, "%s", result->compile_log);
}

static bool has_result(struct wb_dialogue *dialogue) {
  if (wb_dialogue_open_work(dialogue)->result != NULL) return true;
  wb_dialogue_refuse(dialogue, "It has not been run yet. run judges your kernel.");
  return false;
}

void wb_speak_result(struct wb_dialogue *dialogue, const char *argument) {
  const struct wb_result *result = wb_dialogue_open_work(dialogue)->result;
  struct wb_marks marks = {0};
  (void)argument;
  if (!has_result(dialogue)) return;
  wb_dialogue_say_age(dialogue);
  say_head(dialogue, result);
  say_log(dialogue, result);
  wb_dialogue_collect_findings(result, &marks);
  for (size_t i = 0; i < marks.count; i++) wb_dialogue_say_mark(dialogue, &marks.items[i], "");
  wb_marks_release(&marks);
  say_parts(dialogue, result);
  for (size_t i = 0; i < result->n_cases; i++) say_case(dialogue, &result->cases[i], i + 1);
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    for (size_t k = 0; one->visible && k < one->n_previews; k++)
      say_preview(dialogue, &one->previews[k], i + 1);
    say_moves(dialogue, one, i + 1);
    say_printed_mismatch(dialogue, one, i + 1);
    say_printed(dialogue, one, i + 1);
  }
}
