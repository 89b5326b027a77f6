/* Versions of the kernel: the starter, those that were judged, our solution. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plain/commands.h"
#include "plain/shell_commands.h"
#include "plain/dialogue.h"
#include "report/summary.h"
#include "text/diff.h"
#include "verbs/versions.h"

/* ---- differences ---- */

static void say_run(struct wb_dialogue *dialogue, const struct wb_diff_run *run, const char *text,
                    size_t from) {
  const char *line;
  size_t length;
  bool one = run->count == 1, gone = run->kind == WB_DIFF_REMOVED;
  if (one)
    wb_say(&dialogue->output, "Line %zu %s:", from + 1, gone ? "is gone" : "is new");
  else
    wb_say(&dialogue->output, "Lines %zu to %zu are %s:", from + 1, from + run->count,
           gone ? "gone" : "new");
  for (size_t i = 0; i < run->count; i++)
    if (wb_dialogue_find_line(text, (uint32_t)(from + i + 1), &line, &length))
      wb_dialogue_say_source(dialogue, (uint32_t)(from + i + 1), line, length);
}

static void say_comparison(struct wb_dialogue *dialogue, const struct wb_version_pair *comparison) {
  const struct wb_version_text *old = &comparison->old, *new = &comparison->new;
  struct wb_diff diff = {0};
  wb_diff_texts(&diff, old->text, old->length, new->text, new->length);
  if (diff.removed + diff.added == 0)
    wb_say(&dialogue->output, "Nothing differs between %s and %s.", old->name, new->name);
  else
    wb_say(&dialogue->output, "From %s to %s: %zu line%s gone, %zu new.", old->name, new->name,
           diff.removed, wb_plural(diff.removed), diff.added);
  for (size_t i = 0; i < diff.n_runs; i++) {
    const struct wb_diff_run *run = &diff.runs[i];
    if (run->kind == WB_DIFF_REMOVED) say_run(dialogue, run, old->text, run->old_line);
    if (run->kind == WB_DIFF_ADDED) say_run(dialogue, run, new->text, run->new_line);
  }
  wb_diff_release(&diff);
}

/* ---- judged versions ---- */

static bool load_versions(struct wb_dialogue *dialogue, struct wb_attempts *attempts) {
  struct wb_error err = {0};
  if (wb_versions_load(&dialogue->session, wb_dialogue_puzzle(dialogue)->slug, attempts, &err) ==
      WB_OK)
    return true;
  wb_dialogue_refuse_error(dialogue, &err);
  return false;
}

/* "3", or "3 4" and "3..4" where `second` is not NULL. */
static enum wb_status find_versions(struct wb_dialogue *dialogue,
                                    const struct wb_attempts *attempts,
                                    const struct wb_names *words, const struct wb_attempt **first,
                                    const struct wb_attempt **second, struct wb_error *err) {
  const struct wb_request request = wb_dialogue_request(dialogue, false);
  uint64_t numbers[2] = {0}, none = 0;
  enum wb_status status = wb_versions_parse(words->items[0], &numbers[0], &numbers[1], err);
  if (status == WB_OK && words->count > 1)
    status = wb_versions_parse(words->items[1], &numbers[1], &none, err);
  if (status == WB_OK) status = wb_versions_find(&request, attempts, numbers[0], first, err);
  if (status == WB_OK && second != NULL && numbers[1] > 0)
    status = wb_versions_find(&request, attempts, numbers[1], second, err);
  return status;
}

static enum wb_status compare_versions(struct wb_dialogue *dialogue, const struct wb_names *words,
                                       struct wb_version_pair *comparison, struct wb_error *err) {
  const struct wb_request request = wb_dialogue_request(dialogue, false);
  const struct wb_attempt *old = NULL, *new = NULL;
  struct wb_attempts attempts;
  enum wb_status status = wb_versions_load(&dialogue->session, request.slug, &attempts, err);
  if (status == WB_OK) status = find_versions(dialogue, &attempts, words, &old, &new, err);
  if (status == WB_OK) status = wb_versions_compare(&request, old, new, comparison, err);
  wb_attempts_release(&attempts);
  return status;
}

static enum wb_status compare_with_solution(struct wb_dialogue *dialogue,
                                            struct wb_version_pair *comparison,
                                            struct wb_error *err) {
  struct wb_request request = wb_dialogue_request(dialogue, false);
  struct wb_reply reply = {0};
  enum wb_status status =
      wb_versions_compare_with_solution(&request, WB_LANGUAGE_OPENCL, comparison, &reply, err);
  if (wb_dialogue_agrees(dialogue, &request, &reply))
    status =
        wb_versions_compare_with_solution(&request, WB_LANGUAGE_OPENCL, comparison, &reply, err);
  wb_reply_release(&reply);
  return status;
}

void wb_speak_diff(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_version_pair comparison = {0};
  struct wb_error err = {0};
  struct wb_names words;
  enum wb_status status = WB_OK;
  wb_names_init(&words);
  wb_split_words(argument, &words);
  if (words.count == 0) {
    const struct wb_request request = wb_dialogue_request(dialogue, false);
    status = wb_versions_compare_with_starter(&request, &comparison, &err);
  } else if (wb_starts_with("solution", words.items[0] + strspn(words.items[0], "-"))) {
    status = compare_with_solution(dialogue, &comparison, &err);
  } else if (words.count <= 2) {
    status = compare_versions(dialogue, &words, &comparison, &err);
  } else {
    status = wb_fail(&err, WB_ERR_USAGE, "diff takes nothing, solution, or one or two versions");
  }
  if (status != WB_OK)
    wb_dialogue_refuse_error(dialogue, &err);
  else if (comparison.new.text != NULL)
    say_comparison(dialogue, &comparison);
  wb_version_pair_release(&comparison);
  wb_names_release(&words);
}

/* ---- history ---- */

static void say_attempt(struct wb_dialogue *dialogue, const struct wb_attempt *attempt) {
  const time_t seconds = (time_t)attempt->first_at;
  char when[32] = "at an unknown time";
  struct tm local;
  struct wb_str text;
  if (localtime_r(&seconds, &local) != NULL) strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
  wb_str_init(&text);
  wb_str_addf(&text, "Version %llu, %s: %s, %u percent", (unsigned long long)attempt->number, when,
              wb_verdict_words(attempt->verdict), wb_score_percent(attempt->score));
  if (attempt->added + attempt->removed > 0)
    wb_str_addf(&text, ", %zu line%s gone, %zu new", attempt->removed, wb_plural(attempt->removed),
                attempt->added);
  if (attempt->runs > 1) wb_str_addf(&text, ", %llu runs", (unsigned long long)attempt->runs);
  if (attempt->note[0] != '\0') wb_str_addf(&text, ", %s", attempt->note);
  wb_say(&dialogue->output, "%s.", text.data);
  wb_str_release(&text);
}

static void say_version(struct wb_dialogue *dialogue, const struct wb_attempt *attempt) {
  const char *line;
  size_t length;
  say_attempt(dialogue, attempt);
  for (uint32_t n = 1; wb_dialogue_find_line(attempt->source, n, &line, &length); n++)
    wb_dialogue_say_source(dialogue, n, line, length);
}

static void say_versions(struct wb_dialogue *dialogue, const struct wb_attempts *attempts) {
  if (attempts->count == 0) {
    wb_say(&dialogue->output, "Nothing has been judged yet; run judges your kernel.");
    return;
  }
  for (size_t i = 0; i < attempts->count; i++) say_attempt(dialogue, &attempts->items[i]);
  wb_say(&dialogue->output,
         "history NUMBER reads one, diff NUMBER says what changed since, restore NUMBER brings "
         "it back.");
}

void wb_speak_history(struct wb_dialogue *dialogue, const char *argument) {
  const struct wb_attempt *attempt = NULL;
  struct wb_attempts attempts;
  struct wb_error err = {0};
  struct wb_names words;
  wb_names_init(&words);
  wb_split_words(argument, &words);
  if (load_versions(dialogue, &attempts)) {
    if (words.count == 0)
      say_versions(dialogue, &attempts);
    else if (find_versions(dialogue, &attempts, &words, &attempt, NULL, &err) == WB_OK)
      say_version(dialogue, attempt);
    else
      wb_dialogue_refuse_error(dialogue, &err);
  }
  wb_attempts_release(&attempts);
  wb_names_release(&words);
}

static void restore_version(struct wb_dialogue *dialogue, const struct wb_attempt *attempt,
                            bool sure) {
  struct wb_request request = wb_dialogue_request(dialogue, sure);
  struct wb_reply reply = {0};
  struct wb_error err = {0};
  enum wb_status status = wb_versions_restore(&request, attempt, &reply, &err);
  if (wb_dialogue_agrees(dialogue, &request, &reply))
    status = wb_versions_restore(&request, attempt, &reply, &err);
  wb_dialogue_say_reply(dialogue, &reply, status, &err);
  wb_reply_release(&reply);
}

void wb_speak_restore(struct wb_dialogue *dialogue, const char *argument) {
  const struct wb_attempt *attempt = NULL;
  struct wb_attempts attempts = {0};
  struct wb_error err = {0};
  struct wb_names words;
  wb_names_init(&words);
  wb_split_words(argument, &words);
  bool sure = words.count > 1 && strcmp(words.items[1] + strspn(words.items[1], "-"), "yes") == 0;
  if (sure) free(words.items[--words.count]);
  if (words.count == 0)
    wb_dialogue_refuse(dialogue, "restore needs the number of a version; history lists them.");
  else if (load_versions(dialogue, &attempts)) {
    if (find_versions(dialogue, &attempts, &words, &attempt, NULL, &err) == WB_OK)
      restore_version(dialogue, attempt, sure);
    else
      wb_dialogue_refuse_error(dialogue, &err);
  }
  wb_attempts_release(&attempts);
  wb_names_release(&words);
}
