/* The judge from outside, with shell scripts in its place: one that dies, one
 * that babbles, one that hangs. */
#include "judge_client/catalog.h"
#include "judge_client/client.h"
#include "judge_run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "result/result_json.h"
#include "tap.h"

static char folder[] = "/tmp/wb-client-XXXXXX";

/* Puts a shell script where the judge is looked for. */
static void be_judged_by(const char *script) {
  struct wb_error err = {0};
  char *path = wb_path_join(folder, "workbench-judge");
  char *text = wb_format("#!/bin/sh\n%s\n", script);
  unlink(path);
  CHECK_INT(wb_file_create(path, text, strlen(text), &err), WB_OK);
  chmod(path, 0755);
  free(text);
  free(path);
}

static enum wb_status run(struct wb_result *result, const volatile int *cancelled,
                          struct wb_error *err) {
  struct wb_run_options options = {
      .course = "/course", .puzzle = "01-map", .file = "k.cl", .device = "fake"};
  return judge_run(&options, cancelled, result, err);
}

static void expect_judge_error(const char *script, enum wb_status cause, const char *part) {
  struct wb_result result;
  struct wb_error err = {0};
  be_judged_by(script);
  CHECK_INT(run(&result, NULL, &err), WB_OK);
  CHECK_INT(result.verdict, WB_VERDICT_JUDGE_ERROR);
  CHECK_INT(result.cause, cause);
  CHECK_STRING(result.puzzle, "01-map");
  if (result.detail == NULL || !CHECK(strstr(result.detail, part) != NULL))
    printf("# %s\n", result.detail);
  wb_result_release(&result);
}

static void judge_that_dies_is_a_judge_error(void) {
  expect_judge_error("exit 3", WB_ERR_CRASH, "exit code 3");
  expect_judge_error("echo some words >&2; kill -SEGV $$", WB_ERR_CRASH, "some words");
  expect_judge_error("kill -XCPU $$", WB_ERR_SPEC, "puzzles/01-map/puzzle.lua: the spec used more");
  expect_judge_error("echo '{\"event\":\"compiling\"}' >&3; exit 0", WB_ERR_CRASH, "exit code 0");
}

static void judge_that_babbles_is_a_judge_error(void) {
  expect_judge_error("echo nonsense >&3", WB_ERR_PROTOCOL, "not JSON");
  expect_judge_error("echo '{\"event\":\"dance\"}' >&3", WB_ERR_PROTOCOL, "event");
  expect_judge_error("echo '{\"event\":\"result\",\"result\":{}}' >&3", WB_ERR_PROTOCOL, "schema");
  expect_judge_error("printf '{\"event\":\"result\",\"result\":' >&3", WB_ERR_CRASH, "exit code 0");
}

static void judge_that_hangs_is_given_up(void) {
  expect_judge_error("echo '{\"event\":\"compiling\",\"patience_ms\":50}' >&3; sleep 60",
                     WB_ERR_LIMIT, "does not answer");
  expect_judge_error("exec 3>&-; sleep 60", WB_ERR_CRASH, "did not end");
}

static void output_of_a_judge_never_blocks_it(void) {
  expect_judge_error("head -c 3000000 /dev/zero | tr '\\0' x; exit 4", WB_ERR_CRASH, "exit code 4");
}

static void events_come_in_pieces(void) {
  struct wb_judge *judge = NULL;
  struct wb_event event = {0};
  struct wb_error err = {0};
  struct wb_run_options options = {.course = "/c", .puzzle = "p", .file = "k"};
  char *mark = wb_path_join(folder, "go-on");
  char *script = wb_format(
      "printf '{\"event\":\"ca' >&3; until [ -e %s ]; do sleep 0.01; done; "
      "printf 'se\",\"index\":1,\"total\":2,"
      "\"name\":\"four\"}\\n{\"event\":\"compiling\"}\\n' >&3; sleep 60",
      mark);
  be_judged_by(script);
  CHECK_INT(wb_judge_start(&options, &judge, &err), WB_OK);
  /* Nothing comes after the half until it was read, by a call that does not wait for more. */
  struct pollfd half = {.fd = judge != NULL ? wb_judge_fd(judge) : -1, .events = POLLIN};
  CHECK_INT(poll(&half, 1, TAP_HANG_MS), 1);
  CHECK_INT(wb_judge_next(judge, &event, &err), WB_OK);
  CHECK_INT(event.kind, WB_EVENT_NONE);
  CHECK_INT(wb_file_create(mark, "", 0, &err), WB_OK);
  uint64_t start = wb_clock_ns();
  while (event.kind == WB_EVENT_NONE && wb_elapsed_ms(start) < TAP_HANG_MS) {
    CHECK_INT(wb_judge_next(judge, &event, &err), WB_OK);
    usleep(1000);
  }
  free(script);
  free(mark);
  CHECK_INT(event.kind, WB_EVENT_CASE);
  CHECK_STRING(event.name, "four");
  CHECK_INT(event.total, 2);
  wb_event_release(&event);
  CHECK_INT(wb_judge_next(judge, &event, &err), WB_OK);
  CHECK_INT(event.kind, WB_EVENT_COMPILING);
  wb_event_release(&event);
  wb_judge_free(judge);
}

/* The judge's own children die with it. */
static void cancelling_ends_everything(void) {
  struct wb_result result;
  struct wb_error err = {0};
  volatile int cancelled = 1;
  char *mark = wb_path_join(folder, "mark");
  char *script = wb_format("(sleep 1; echo still there > %s) & sleep 60", mark);
  be_judged_by(script);
  CHECK_INT(run(&result, &cancelled, &err), WB_ERR_CANCELLED);
  usleep(1500 * 1000);
  CHECK(!wb_file_exists(mark));
  free(script);
  free(mark);
  wb_result_release(&result);
}

static void options_reach_the_judge(void) {
  struct wb_judge *judge = NULL;
  struct wb_error err = {0};
  struct wb_str args;
  char *mark = wb_path_join(folder, "args");
  char *script = wb_format("echo \"$@\" > %s.new; mv %s.new %s", mark, mark, mark);
  struct wb_run_options options = {.course = "/c",
                                   .puzzle = "p",
                                   .file = "k",
                                   .only_case = 2,
                                   .has_seed = true,
                                   .seed = 9,
                                   .schedule = {WB_SCHEDULE_SHUFFLE, 5}};
  be_judged_by(script);
  CHECK_INT(wb_judge_start(&options, &judge, &err), WB_OK);
  for (int i = 0; i < TAP_HANG_MS / 10 && !wb_file_exists(mark); i++) usleep(10000);
  wb_str_init(&args);
  CHECK_INT(wb_file_read(mark, 4096, &args, &err), WB_OK);
  CHECK_STRING(args.data,
               "run --course /c --puzzle p --file k --device emulator --case 2 --seed 9 "
               "--schedule shuffle:5\n");
  wb_str_release(&args);
  wb_judge_free(judge);
  free(script);
  free(mark);
}

/* ---- finding puzzles --------------------------------------------------------------- */

static char *map_aliases[] = {"mojo:1"};
static struct wb_puzzle_summary items[] = {
    {.slug = "01-map", .number = 1, .title = "Map", .aliases = map_aliases, .n_aliases = 1},
    {.slug = "04-map-2d", .number = 4, .title = "Map 2D"},
    {.slug = "05-shared-memory", .number = 5, .title = "Shared Memory"},
    {.slug = "12-broken", .number = 12, .error = "a mistake"},
};
static const struct wb_catalog catalog = {.items = items, .count = 4};

static void expect_found(const char *wanted, const char *slug) {
  const struct wb_puzzle_summary *found = NULL;
  struct wb_error err = {0};
  CHECK_INT(wb_catalog_find(&catalog, wanted, &found, &err), WB_OK);
  CHECK_STRING(found != NULL ? found->slug : err.message, slug);
}

static void expect_not_found(const char *wanted, const char *message) {
  const struct wb_puzzle_summary *found = NULL;
  struct wb_error err = {0};
  CHECK_INT(wb_catalog_find(&catalog, wanted, &found, &err), WB_ERR_NOT_FOUND);
  CHECK(found == NULL);
  CHECK_STRING(err.message, message);
}

static void puzzles_are_found_by_many_names(void) {
  expect_found("01-map", "01-map");
  expect_found("4", "04-map-2d");
  expect_found("04", "04-map-2d");
  expect_found("mojo:1", "01-map");
  expect_found("MOJO:1", "01-map");
  expect_found("map", "01-map");
  expect_found("sha", "05-shared-memory");
  expect_found("mem", "05-shared-memory");
  expect_found("map-", "04-map-2d");
  expect_found("12", "12-broken");
  expect_found("bro", "12-broken");
}

static void wrong_names_get_a_suggestion(void) {
  expect_not_found("ma", "\"ma\" could be any of 01-map, 04-map-2d; write more of it");
  expect_not_found("shraed-memory",
                   "there is no puzzle \"shraed-memory\"; did you mean \"05-shared-memory\"?");
  expect_not_found("99", "there is no puzzle \"99\"; `workbench list` shows all");
  expect_not_found("", "there is no puzzle \"\"; `workbench list` shows all");
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  setenv("WORKBENCH_LIBEXEC", folder, 1);
  tap_run("a judge that dies is a judge error that says how", judge_that_dies_is_a_judge_error);
  tap_run("a judge that writes nonsense is a judge error", judge_that_babbles_is_a_judge_error);
  tap_run("a judge that hangs is given up", judge_that_hangs_is_given_up);
  tap_run("a judge that prints without end does not block", output_of_a_judge_never_blocks_it);
  tap_run("events come in pieces, without blocking", events_come_in_pieces);
  tap_run("cancelling ends the judge and its children", cancelling_ends_everything);
  tap_run("the options of a run reach the judge", options_reach_the_judge);
  tap_run("puzzles are found by slug, number, alias and prefix", puzzles_are_found_by_many_names);
  tap_run("a wrong name gets candidates or the nearest", wrong_names_get_a_suggestion);
  char *command = wb_format("rm -rf %s", folder);
  int cleaned = system(command);
  free(command);
  return cleaned != 0 ? cleaned : tap_finish();
}
