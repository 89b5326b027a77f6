/* How checks are carried out, with steps of the test's own and a script in the judge's place. */
#include "authoring/check_run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "tap.h"

static char folder[] = "/tmp/wb-check-XXXXXX";

/* What was reported: "01-a: lesson-present spec-valid; …". */
static struct wb_str told;
static int alive; /* states of steps that are not released */

static void tell(const struct wb_check_puzzle *puzzle, void *data) {
  (void)data;
  wb_str_addf(&told, "%s%s:", told.length > 0 ? "; " : "", puzzle->slug);
  for (size_t i = 0; i < puzzle->report.count; i++)
    wb_str_addf(&told, " %s", puzzle->report.items[i].check);
}

static void add_item(struct wb_check_puzzle *puzzle, const char *check) {
  const struct wb_check_place place = {.puzzle = puzzle->slug};
  wb_check_passed(&puzzle->report, check, &place);
}

/* ---- steps ---- */

static void *begin_texts(struct wb_check_puzzle *puzzle) {
  add_item(puzzle, "lesson-present");
  return NULL;
}

/* The judge cannot judge; what counts is when it has ended. */
static void take_end(struct wb_judgement *judgement, void *data) {
  struct wb_check_puzzle *puzzle = data;
  CHECK_STRING(judgement->options.puzzle, puzzle->slug);
  add_item(puzzle, "right-accepted");
}

static void *begin_kernels(struct wb_check_puzzle *puzzle) {
  const struct wb_run_options options = {.file = "k.cl", .source = "x", .source_length = 1};
  wb_check_judge(puzzle, &options, "k.cl", take_end, puzzle);
  alive++;
  return puzzle;
}

static void conclude_kernels(struct wb_check_puzzle *puzzle, void *begun) {
  CHECK(begun == puzzle);
  add_item(puzzle, "spec-valid"); /* stands before the others in the table */
}

static void release_kernels(void *begun) { alive -= begun != NULL; }

static const struct wb_check_step texts = {.begin = begin_texts, .on_devices = true};
static const struct wb_check_step kernels = {.is_long = true,
                                             .needs_spec = true,
                                             .begin = begin_kernels,
                                             .conclude = conclude_kernels,
                                             .release = release_kernels};
static const struct wb_check_step *const steps[] = {&texts, &kernels};

/* ---- a course of three puzzles ---- */

static struct wb_puzzle_summary summaries[] = {
    {.slug = "01-a"}, {.slug = "02-b", .error = "puzzle.lua:1: no"}, {.slug = "03-c"}};
static const struct wb_puzzle_summary *puzzles[] = {&summaries[0], &summaries[1], &summaries[2]};

static bool stop_at_once(void *data) {
  (void)data;
  return true;
}

static enum wb_status check_all(bool quick, bool stops) {
  struct wb_course course = {.root = folder};
  const struct wb_catalog catalog = {.items = summaries, .count = 3};
  const struct wb_check_order order = {.course = &course,
                                       .catalog = &catalog,
                                       .puzzles = puzzles,
                                       .n_puzzles = 3,
                                       .steps = steps,
                                       .n_steps = 2,
                                       .quick = quick,
                                       .parallel = 2};
  const struct wb_pool_watch watch = {.stop_fd = -1, .stop = stops ? stop_at_once : NULL};
  struct wb_check_run run;
  struct wb_error err = {0};
  wb_str_clear(&told);
  CHECK_INT(wb_check_run_begin(&run, &order, &err), WB_OK);
  const enum wb_status status = wb_check_run_all(&run, &watch, tell, NULL, &err);
  if (!stops) CHECK(wb_check_run_share(&run) == 1 || quick);
  wb_check_run_release(&run);
  CHECK_INT(alive, 0);
  return status;
}

static void puzzles_are_reported_in_their_order(void) {
  CHECK_INT(check_all(false, false), WB_OK);
  CHECK_STRING(told.data,
               "01-a: spec-valid lesson-present right-accepted; 02-b: lesson-present; "
               "03-c: spec-valid lesson-present right-accepted");
}

static void what_is_long_is_left_out(void) {
  CHECK_INT(check_all(true, false), WB_OK);
  CHECK_STRING(told.data, "01-a: lesson-present; 02-b: lesson-present; 03-c: lesson-present");
}

static void interruption_releases_all(void) {
  CHECK_INT(check_all(false, true), WB_ERR_CANCELLED);
  CHECK(strstr(told.data, "01-a") == NULL);
}

static void be_judged_by(const char *script) {
  struct wb_error err = {0};
  char *path = wb_path_join(folder, "workbench-judge");
  CHECK_INT(wb_file_create(path, script, strlen(script), &err), WB_OK);
  chmod(path, 0755);
  free(path);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  setenv("WORKBENCH_LIBEXEC", folder, 1);
  setenv("WORKBENCH_CACHE", "off", 1);
  wb_str_init(&told);
  be_judged_by("#!/bin/sh\nsleep 0.2\nexit 3\n");
  tap_run("puzzles are reported in their order, and items in the table's",
          puzzles_are_reported_in_their_order);
  tap_run("what takes long is left out where there is little time", what_is_long_is_left_out);
  tap_run("an interruption releases all that has begun", interruption_releases_all);
  wb_str_release(&told);
  char *command = wb_format("rm -rf %s", folder);
  int cleaned = system(command);
  free(command);
  return cleaned != 0 ? cleaned : tap_finish();
}
