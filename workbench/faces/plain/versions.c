/* Versions of the kernel: the starter, those that were judged, our solution. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plain/commands.h"
#include "plain/outside.h"
#include "plain/dialogue.h"
#include "report/summary.h"
#include "store/attempts.h"
#include "text/diff.h"

/* ---- differences ---- */

struct version {
  char *name; /* "version 3" */
  char *text;
};

static void release_version(struct version *version) {
  free(version->name);
  free(version->text);
}

static void say_run(struct wb_dialogue *dialogue, const struct wb_diff_run *run, const char *text,
                    size_t from) {
  const char *line;
  size_t length;
  bool one = run->count == 1, gone = run->kind == WB_DIFF_REMOVED;
  if (one)
    wb_say(&dialogue->voice, "Line %zu %s:", from + 1, gone ? "is gone" : "is new");
  else
    wb_say(&dialogue->voice, "Lines %zu to %zu are %s:", from + 1, from + run->count,
           gone ? "gone" : "new");
  for (size_t i = 0; i < run->count; i++)
    if (wb_find_line(text, (uint32_t)(from + i + 1), &line, &length))
      wb_say_source(dialogue, (uint32_t)(from + i + 1), line, length);
}

/* Where either text is not there, that was said. */
static void say_difference(struct wb_dialogue *dialogue, const struct version *old,
                           const struct version *new) {
  struct wb_diff diff = {0};
  if (old->text == NULL || new->text == NULL) return;
  wb_diff_texts(&diff, old->text, strlen(old->text), new->text, strlen(new->text));
  if (diff.removed + diff.added == 0)
    wb_say(&dialogue->voice, "Between %s and %s nothing differs.", old->name, new->name);
  else
    wb_say(&dialogue->voice, "From %s to %s: %zu line%s gone, %zu new.", old->name, new->name,
           diff.removed, wb_plural(diff.removed), diff.added);
  for (size_t i = 0; i < diff.n_runs; i++) {
    const struct wb_diff_run *run = &diff.runs[i];
    if (run->kind == WB_DIFF_REMOVED) say_run(dialogue, run, old->text, run->old_line);
    if (run->kind == WB_DIFF_ADDED) say_run(dialogue, run, new->text, run->new_line);
  }
  wb_diff_release(&diff);
}

static struct version read_version(struct wb_dialogue *dialogue, const char *name, char *path) {
  struct wb_error err = {0};
  struct version version = {wb_strdup(name), wb_read_text(path, &err)};
  if (version.text == NULL) wb_refuse_error(dialogue, &err);
  free(path);
  return version;
}

static struct version own_version(struct wb_dialogue *dialogue) {
  bool is_starter;
  struct version version = {.text = wb_read_kernel(dialogue, NULL, &is_starter)};
  version.name = wb_strdup(is_starter ? "the starter" : "your kernel");
  return version;
}

/* ---- judged versions ---- */

static bool load(struct wb_dialogue *dialogue, struct wb_attempts *attempts) {
  struct wb_error err = {0};
  *attempts = (struct wb_attempts){0};
  if (dialogue->session.store == NULL) {
    wb_refuse(dialogue, "Without progress there is no history.");
    return false;
  }
  if (wb_store_attempts(dialogue->session.store, dialogue->session.course.root,
                        wb_open_puzzle(dialogue)->slug, attempts, &err) == WB_OK)
    return true;
  wb_refuse_error(dialogue, &err);
  return false;
}

static const struct wb_attempt *find(struct wb_dialogue *dialogue,
                                     const struct wb_attempts *attempts, const char *word) {
  char *end;
  errno = 0;
  uint64_t number = strtoull(word, &end, 10);
  bool is_number = end != word && *end == '\0' && errno == 0 && word[0] != '-';
  const struct wb_attempt *found = is_number ? wb_attempt_numbered(attempts, number) : NULL;
  if (!is_number)
    wb_refuse(dialogue, "\"%s\" is not the number of a version.", word);
  else if (found == NULL && attempts->count == 0)
    wb_refuse(dialogue, "There are no versions yet: run judges the first.");
  else if (found == NULL)
    wb_refuse(dialogue, "There is no version %s; history tells those that there are.", word);
  return found;
}

static struct version judged_version(struct wb_dialogue *dialogue,
                                     const struct wb_attempts *attempts, const char *word) {
  const struct wb_attempt *attempt = find(dialogue, attempts, word);
  if (attempt == NULL) return (struct version){0};
  return (struct version){wb_format("version %llu", (unsigned long long)attempt->number),
                          wb_strdup(attempt->source)};
}

static void diff_versions(struct wb_dialogue *dialogue, const struct wb_names *words) {
  struct wb_attempts attempts;
  if (!load(dialogue, &attempts)) return;
  struct version old = judged_version(dialogue, &attempts, words->items[0]);
  struct version new = {0};
  if (old.text != NULL)
    new = words->count > 1 ? judged_version(dialogue, &attempts, words->items[1])
                           : own_version(dialogue);
  say_difference(dialogue, &old, &new);
  release_version(&old);
  release_version(&new);
  wb_attempts_release(&attempts);
}

static void diff_solution(struct wb_dialogue *dialogue) {
  const char *slug = wb_open_puzzle(dialogue)->slug;
  if (!wb_session_progress(&dialogue->session, slug).solved &&
      !wb_dialogue_ask(dialogue, "Not solved yet. Tell the solution all the same?"))
    return;
  struct version old = own_version(dialogue);
  struct version new =
      read_version(dialogue, "our solution", wb_course_solution(&dialogue->session.course, slug));
  say_difference(dialogue, &old, &new);
  release_version(&old);
  release_version(&new);
}

static void diff_starter(struct wb_dialogue *dialogue) {
  const struct wb_course *course = &dialogue->session.course;
  struct version old = read_version(dialogue, "the starter",
                                    wb_course_starter(course, wb_open_puzzle(dialogue)->slug));
  struct version new = own_version(dialogue);
  say_difference(dialogue, &old, &new);
  release_version(&old);
  release_version(&new);
}

void wb_speak_diff(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_names words;
  wb_names_init(&words);
  wb_split_words(argument, &words);
  if (words.count == 0)
    diff_starter(dialogue);
  else if (wb_starts_with("solution", words.items[0] + strspn(words.items[0], "-")))
    diff_solution(dialogue);
  else if (words.count <= 2)
    diff_versions(dialogue, &words);
  else
    wb_refuse(dialogue, "diff takes nothing, solution, or one or two versions.");
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
              wb_verdict_words(attempt->verdict), (unsigned)(100.0 * attempt->score));
  if (attempt->added + attempt->removed > 0)
    wb_str_addf(&text, ", %zu line%s gone, %zu new", attempt->removed, wb_plural(attempt->removed),
                attempt->added);
  if (attempt->runs > 1) wb_str_addf(&text, ", %llu runs", (unsigned long long)attempt->runs);
  if (attempt->note[0] != '\0') wb_str_addf(&text, ", %s", attempt->note);
  wb_say(&dialogue->voice, "%s.", text.data);
  wb_str_release(&text);
}

static void say_version(struct wb_dialogue *dialogue, const struct wb_attempt *attempt) {
  const char *line;
  size_t length;
  say_attempt(dialogue, attempt);
  for (uint32_t n = 1; wb_find_line(attempt->source, n, &line, &length); n++)
    wb_say_source(dialogue, n, line, length);
}

void wb_speak_history(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_attempts attempts;
  if (!load(dialogue, &attempts)) return;
  if (argument[0] != '\0') {
    const struct wb_attempt *attempt = find(dialogue, &attempts, argument);
    if (attempt != NULL) say_version(dialogue, attempt);
  } else if (attempts.count == 0) {
    wb_say(&dialogue->voice, "Nothing was judged yet; run begins.");
  } else {
    for (size_t i = 0; i < attempts.count; i++) say_attempt(dialogue, &attempts.items[i]);
    wb_say(&dialogue->voice,
           "history NUMBER reads one, diff NUMBER tells what changed since, restore NUMBER brings "
           "it back.");
  }
  wb_attempts_release(&attempts);
}

static void restore(struct wb_dialogue *dialogue, const struct wb_attempt *attempt) {
  struct wb_error err = {0};
  char *backup = NULL;
  if (wb_course_replace(&dialogue->session.course, wb_open_puzzle(dialogue)->slug, attempt->source,
                        attempt->source_length, &backup, &err) != WB_OK)
    wb_refuse_error(dialogue, &err);
  else
    wb_say(&dialogue->voice, "Version %llu is back.%s%s%s", (unsigned long long)attempt->number,
           backup != NULL ? " Your file is kept as " : "",
           backup != NULL ? wb_path_basename(backup) : "", backup != NULL ? "." : "");
  free(backup);
}

void wb_speak_restore(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_attempts attempts;
  struct wb_names words;
  wb_names_init(&words);
  wb_split_words(argument, &words);
  bool sure = words.count > 1 && strcmp(words.items[1] + strspn(words.items[1], "-"), "yes") == 0;
  if (words.count == 0) {
    wb_refuse(dialogue, "restore needs the number of a version; history tells them.");
  } else if (load(dialogue, &attempts)) {
    const struct wb_attempt *attempt = find(dialogue, &attempts, words.items[0]);
    if (attempt != NULL &&
        (sure || wb_dialogue_ask(dialogue, "Bring it back? Your file is kept as a backup.")))
      restore(dialogue, attempt);
    wb_attempts_release(&attempts);
  }
  wb_names_release(&words);
}
