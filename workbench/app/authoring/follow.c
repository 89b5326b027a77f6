#include "authoring/follow.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/write.h"
#include "session/expectation.h"

enum { KERNEL_MAX_BYTES = 4 << 20 };

static const struct wb_follow_news silence = {WB_FOLLOW_SILENT, NULL};

/* ---- which there are ------------------------------------------------------------------------- */

void wb_follow_release(struct wb_follow *follow) {
  wb_run_task_cancel(&follow->run);
  for (size_t i = 0; i < follow->count; i++) free(follow->kernels[i].path);
  free(follow->kernels);
  if (follow->slug != NULL) wb_str_release(&follow->faults);
  free(follow->slug);
  memset(follow, 0, sizeof *follow);
}

bool wb_follow_is_busy(const struct wb_follow *follow) {
  bool busy = wb_run_task_is_running(&follow->run);
  for (size_t i = 0; i < follow->count; i++) busy = busy || follow->kernels[i].due;
  return busy;
}

static struct timespec last_change(const char *path) {
  struct stat found;
  return stat(path, &found) == 0 ? found.st_ctim : (struct timespec){0};
}

static bool is_same_time(struct timespec a, struct timespec b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static struct wb_followed *find_kernel(struct wb_follow *follow, const char *path) {
  for (size_t i = 0; i < follow->count; i++)
    if (strcmp(follow->kernels[i].path, path) == 0) return &follow->kernels[i];
  return NULL;
}

static void look_at_kernel(struct wb_follow *follow, const char *path, bool first) {
  const struct timespec changed = last_change(path);
  struct wb_followed *known = find_kernel(follow, path);
  if (changed.tv_sec == 0) return;
  if (known == NULL) {
    follow->kernels =
        wb_grow(follow->kernels, &follow->capacity, follow->count + 1, sizeof *follow->kernels);
    known = &follow->kernels[follow->count++];
    *known = (struct wb_followed){.path = wb_strdup(path), .due = !first};
  } else if (!is_same_time(known->changed, changed)) {
    known->due = true;
  }
  known->changed = changed;
}

/* `first`: those that are there are known, and not due. */
static void look_at_kernels(struct wb_follow *follow, bool first) {
  struct wb_names paths;
  char *starter = wb_course_starter(follow->course, follow->slug);
  char *solution = wb_course_solution(follow->course, follow->slug);
  wb_names_init(&paths);
  wb_names_add(&paths, starter);
  wb_names_add(&paths, solution);
  wb_course_right(follow->course, follow->slug, &paths, NULL);
  wb_course_wrong(follow->course, follow->slug, &paths, NULL);
  for (size_t i = 0; i < paths.count; i++) look_at_kernel(follow, paths.items[i], first);
  wb_names_release(&paths);
  free(starter);
  free(solution);
}

void wb_follow_begin(struct wb_follow *follow, const struct wb_course *course, const char *slug) {
  char *copy = wb_strdup(slug);
  wb_follow_release(follow);
  follow->course = course;
  follow->slug = copy;
  wb_str_init(&follow->faults);
  look_at_kernels(follow, true);
}

void wb_follow_look(struct wb_follow *follow) {
  if (follow->slug != NULL) look_at_kernels(follow, false);
}

static void forget_what_was_done(struct wb_follow *follow) {
  follow->done = follow->bad = 0;
  wb_str_clear(&follow->faults);
}

static void set_due(struct wb_follow *follow, bool due) {
  if (follow->slug == NULL) return;
  wb_run_task_cancel(&follow->run);
  forget_what_was_done(follow);
  for (size_t i = 0; i < follow->count; i++) follow->kernels[i].due = due;
}

void wb_follow_all(struct wb_follow *follow) { set_due(follow, true); }

void wb_follow_none(struct wb_follow *follow) { set_due(follow, false); }

/* ---- what they get --------------------------------------------------------------------------- */

/* Whether a kernel got what it must; else *must is that, in words, or what is wrong with what it
 * expects. The caller frees them. */
static bool is_as_expected(const char *name, const char *path, const struct wb_result *result,
                           char **must) {
  struct wb_expectation expected;
  struct wb_error err = {0};
  const bool accepted = result->verdict == WB_VERDICT_ACCEPTED;
  *must = NULL;
  if (wb_starts_with(name, "kernels/")) {
    *must = wb_strdup("it must compile, and not be accepted");
    return !accepted && result->verdict != WB_VERDICT_COMPILE_ERROR;
  }
  if (strstr(name, "/wrong/") == NULL) {
    *must = wb_strdup("it must be accepted");
    return accepted;
  }
  char *text = wb_file_read_text(path, KERNEL_MAX_BYTES, &err);
  const bool read = text != NULL && wb_expectation_read(name, text, &expected, &err) == WB_OK;
  *must = read ? wb_format("it must get %s", expected.text) : wb_strdup(err.message);
  free(text);
  return read && wb_expectation_met(&expected, result);
}

static size_t count_due(const struct wb_follow *follow) {
  size_t due = 0;
  for (size_t i = 0; i < follow->count; i++) due += follow->kernels[i].due;
  return due;
}

static void add_fault(struct wb_follow *follow, const char *words) {
  follow->bad++;
  if (follow->bad == 1) wb_str_add(&follow->faults, words);
}

/* One kernel is said as soon as it is judged; of many how far that has come, and then what is not
 * as it must be. */
static struct wb_follow_news how_it_goes(struct wb_follow *follow, const char *words) {
  const size_t due = count_due(follow);
  const enum wb_follow_kind kind = due > 0           ? WB_FOLLOW_PROGRESS
                                   : follow->bad > 0 ? WB_FOLLOW_BAD
                                                     : WB_FOLLOW_GOOD;
  char *said = NULL;
  if (due > 0)
    said =
        wb_format("The puzzle's kernels are judged: %zu of %zu.", follow->done, follow->done + due);
  else if (follow->done == 1)
    said = wb_strdup(words);
  else if (follow->bad > 0)
    said = wb_format("%zu of %zu kernels do not get what they must: %s", follow->bad, follow->done,
                     follow->faults.data);
  else
    said = wb_format("All %zu kernels get what they must.", follow->done);
  if (due == 0) forget_what_was_done(follow);
  return (struct wb_follow_news){kind, said};
}

/* The judge itself has failed. */
static struct wb_follow_news take_failure(struct wb_follow *follow, const struct wb_error *err) {
  const char *path = follow->kernels[follow->running].path;
  char *words = wb_format("%s: %s", wb_course_relative(follow->course, path), err->message);
  follow->done++;
  add_fault(follow, words);
  const struct wb_follow_news news = how_it_goes(follow, words);
  free(words);
  return news;
}

static struct wb_follow_news take_result(struct wb_follow *follow, const struct wb_result *result) {
  const char *path = follow->kernels[follow->running].path;
  const char *name = wb_course_relative(follow->course, path);
  char *must = NULL;
  const bool good = is_as_expected(name, path, result, &must);
  struct wb_str reason;
  wb_str_init(&reason);
  wb_write_reason(result, NULL, &reason);
  char *words = wb_format("%s: %s%s%s%s%s", name, wb_verdict_name(result->verdict),
                          reason.length > 0 ? ": " : "", reason.data, good ? ", as it must" : "; ",
                          good ? "" : must);
  follow->done++;
  if (!good) add_fault(follow, words);
  const struct wb_follow_news news = how_it_goes(follow, words);
  free(words);
  free(must);
  wb_str_release(&reason);
  return news;
}

/* ---- judging --------------------------------------------------------------------------------- */

struct wb_follow_news wb_follow_start(struct wb_follow *follow) {
  size_t next = 0;
  while (next < follow->count && !follow->kernels[next].due) next++;
  if (next == follow->count || wb_run_task_is_running(&follow->run)) return silence;
  const struct wb_run_options options = {.course = follow->course->root,
                                         .puzzle = follow->slug,
                                         .file = follow->kernels[next].path,
                                         .author = true,
                                         .stands_back = true};
  struct wb_error err = {0};
  follow->running = next;
  follow->kernels[next].due = false;
  if (wb_run_task_start(&follow->run, &options, &err) == WB_OK) return silence;
  return take_failure(follow, &err);
}

struct wb_follow_news wb_follow_step(struct wb_follow *follow) {
  struct wb_follow_news news = silence;
  enum wb_run_step step = WB_RUN_STEP_EVENT;
  while (step == WB_RUN_STEP_EVENT) step = wb_run_task_step(&follow->run);
  if (step == WB_RUN_STEP_ENDED) {
    struct wb_result *result = wb_run_task_take(&follow->run);
    news = result != NULL ? take_result(follow, result) : take_failure(follow, &follow->run.error);
    wb_result_delete(result);
    wb_run_task_cancel(&follow->run);
  }
  return news;
}
