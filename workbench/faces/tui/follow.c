#include "tui/follow.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/write.h"
#include "session/expectation.h"
#include "tui/app.h"

enum { LOOK_MS = 500, KERNEL_MAX_BYTES = 4 << 20 };

/* ---- which there are ------------------------------------------------------------------------- */

static void forget_kernels(struct wb_follow *follow) {
  wb_run_task_cancel(&follow->run);
  for (size_t i = 0; i < follow->count; i++) free(follow->kernels[i].path);
  free(follow->kernels);
  if (follow->knows) wb_str_release(&follow->faults);
}

void wb_follow_release(struct wb_follow *follow) {
  forget_kernels(follow);
  memset(follow, 0, sizeof *follow);
}

bool wb_follow_is_busy(const struct wb_follow *follow) {
  bool busy = wb_run_task_is_running(&follow->run);
  for (size_t i = 0; i < follow->count; i++) busy = busy || follow->kernels[i].due;
  return busy;
}

int wb_follow_timeout(const struct wb_follow *follow) { return follow->knows ? LOOK_MS : -1; }

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

/* One that is new, or was saved, is due; but for those that were there from the start. */
static void look_at(struct wb_follow *follow, const char *path) {
  const struct timespec changed = last_change(path);
  struct wb_followed *known = find_kernel(follow, path);
  if (changed.tv_sec == 0) return;
  if (known == NULL) {
    follow->kernels =
        wb_grow(follow->kernels, &follow->capacity, follow->count + 1, sizeof *follow->kernels);
    known = &follow->kernels[follow->count++];
    *known = (struct wb_followed){.path = wb_strdup(path), .due = follow->looked_ms > 0};
  } else if (!is_same_time(known->changed, changed)) {
    known->due = true;
  }
  known->changed = changed;
}

static void look_at_all(struct wb_app *app) {
  struct wb_follow *follow = &app->follow;
  const char *slug = app->model.items[follow->item].slug;
  struct wb_names paths;
  char *starter = wb_course_starter(&app->course, slug);
  char *solution = wb_course_solution(&app->course, slug);
  wb_names_init(&paths);
  wb_names_add(&paths, starter);
  wb_names_add(&paths, solution);
  wb_course_right(&app->course, slug, &paths, NULL);
  wb_course_wrong(&app->course, slug, &paths, NULL);
  for (size_t i = 0; i < paths.count; i++) look_at(follow, paths.items[i]);
  follow->looked_ms = app->model.now_ms;
  wb_names_release(&paths);
  free(starter);
  free(solution);
}

/* ---- what they get --------------------------------------------------------------------------- */

/* From the course's root. */
static const char *short_name(const struct wb_app *app, const char *path) {
  const size_t length = strlen(app->course.root);
  return strncmp(path, app->course.root, length) == 0 && path[length] == '/' ? path + length + 1
                                                                             : path;
}

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
static void say_how_it_goes(struct wb_app *app, const char *words) {
  const struct wb_follow *follow = &app->follow;
  const size_t due = count_due(follow);
  if (due > 0)
    wb_model_say(&app->model, WB_TONE_PLAIN, "The puzzle's kernels are judged: %zu of %zu.",
                 follow->done, follow->done + due);
  else if (follow->done == 1)
    wb_model_say(&app->model, follow->bad > 0 ? WB_TONE_BAD : WB_TONE_GOOD, "%s", words);
  else if (follow->bad > 0)
    wb_model_say(&app->model, WB_TONE_BAD, "%zu of %zu kernels do not get what they must: %s",
                 follow->bad, follow->done, follow->faults.data);
  else
    wb_model_say(&app->model, WB_TONE_GOOD, "All %zu kernels get what they must.", follow->done);
}

static void take_result(struct wb_app *app, const struct wb_result *result) {
  struct wb_follow *follow = &app->follow;
  const char *path = follow->kernels[follow->running].path, *name = short_name(app, path);
  char *must = NULL;
  const bool good = is_as_expected(name, path, result, &must);
  struct wb_str reason;
  wb_str_init(&reason);
  wb_write_reason(result, &reason);
  char *words = wb_format("%s: %s%s%s%s%s", name, wb_verdict_name(result->verdict),
                          reason.length > 0 ? ": " : "", reason.data, good ? ", as it must" : "; ",
                          good ? "" : must);
  follow->done++;
  if (!good) add_fault(follow, words);
  say_how_it_goes(app, words);
  free(words);
  free(must);
  wb_str_release(&reason);
}

static void start_next(struct wb_app *app) {
  struct wb_follow *follow = &app->follow;
  size_t next = 0;
  while (next < follow->count && !follow->kernels[next].due) next++;
  if (next == follow->count) {
    follow->done = follow->bad = 0;
    wb_str_clear(&follow->faults);
    return;
  }
  const struct wb_run_options options = {.course = app->course.root,
                                         .puzzle = app->model.items[follow->item].slug,
                                         .file = follow->kernels[next].path,
                                         .author = true,
                                         .stands_back = true};
  struct wb_error err = {0};
  follow->running = next;
  follow->kernels[next].due = false;
  if (wb_run_task_start(&follow->run, &options, &err) == WB_OK) return;
  follow->done++;
  add_fault(follow, err.message);
  say_how_it_goes(app, err.message);
}

/* ---- what the loop asks for ------------------------------------------------------------------ */

static void begin_following(struct wb_app *app) {
  struct wb_follow *follow = &app->follow;
  wb_follow_release(follow);
  follow->knows = true;
  follow->item = app->model.selected;
  wb_str_init(&follow->faults);
  look_at_all(app);
}

void wb_app_follow_spec(struct wb_app *app) {
  struct wb_follow *follow = &app->follow;
  if (!follow->knows || follow->item != app->model.selected) return;
  wb_run_task_cancel(&follow->run);
  follow->done = follow->bad = 0;
  wb_str_clear(&follow->faults);
  for (size_t i = 0; i < follow->count; i++) follow->kernels[i].due = true;
}

static void let_off(struct wb_follow *follow) {
  for (size_t i = 0; i < follow->count; i++) follow->kernels[i].due = false;
}

void wb_app_follow(struct wb_app *app) {
  struct wb_follow *follow = &app->follow;
  if (!app->model.author || app->model.n_items == 0) return;
  if (!follow->knows || follow->item != app->model.selected) begin_following(app);
  if (app->model.now_ms - follow->looked_ms >= LOOK_MS) look_at_all(app);
  enum wb_run_step step = WB_RUN_STEP_EVENT;
  while (step == WB_RUN_STEP_EVENT) step = wb_run_task_step(&follow->run);
  if (step == WB_RUN_STEP_ENDED) {
    struct wb_result *result = wb_run_task_take(&follow->run);
    if (result != NULL) take_result(app, result);
    wb_result_delete(result);
    wb_run_task_cancel(&follow->run);
  }
  const bool waits = app->describe != NULL;
  /* By a spec with a mistake nothing can be judged: all is, once that is mended. */
  if (!waits && app->model.items[follow->item].about.error != NULL) let_off(follow);
  if (!wb_run_task_is_running(&follow->run) && !waits && !wb_run_task_is_running(&app->run))
    start_next(app);
}
