/* The judge of a puzzle whose cases bring points in groups. */
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "judge/engine.h"
#include "tap.h"
#include "unit/device/fake_worker.h"
#include "unit/judge/made_puzzle.h"

static char kernel_path[] = "/tmp/wb-groups-XXXXXX";

static char small_group[] = "small", any_group[] = "any size";
static struct wb_puzzle_group groups[] = {
    {.name = small_group, .points = 2},
    {.name = any_group, .points = 3, .each = true, .needed = 1}};
static uint32_t case_groups[] = {1, 2, 0}; /* the hidden case names none */

static void judge_groups(const char *entry, int only, enum wb_status make_fails,
                         struct wb_result *result) {
  struct made made;
  struct wb_fake_options options = {.checks = false};
  made_init(&made, entry);
  made.make_fails = make_fails;
  made.puzzle.groups = groups;
  made.puzzle.n_groups = 2;
  made.puzzle.case_groups = case_groups;
  made.puzzle.drawn_group = 2;
  struct wb_judge_job job = {.slug = "01-add",
                             .file = kernel_path,
                             .device = "fake",
                             .only_case = only,
                             .cases = made_source(&made),
                             .devices = {&options, made_open_device, NULL}};
  wb_judge_run(&job, result);
}

static void groups_decide_the_score(void) {
  struct wb_result result;
  judge_groups("right", 0, WB_OK, &result);
  CHECK_INT(result.n_groups, 2);
  CHECK(result.score == 1 && result.groups[1].earned == 3 && result.groups[1].cases == 2);
  CHECK_INT(result.cases[0].group, 1);
  CHECK_INT(result.cases[2].group, 2); /* of a hidden case, too */
  CHECK_STRING(result.groups[1].name, "any size");
  CHECK_INT(result.groups[1].needs, 1);
  wb_result_release(&result);
  judge_groups("wrong", 0, WB_OK, &result);
  CHECK_INT(result.n_groups, 2);
  CHECK(result.score == 0 && result.groups[0].cases == 1 && result.groups[0].right == 0);
  wb_result_release(&result);
}

static void without_all_cases_nothing_is_said_of_points(void) {
  struct wb_result result;
  judge_groups("right", 2, WB_OK, &result);
  CHECK_INT(result.n_groups, 0);
  CHECK(result.score == 1);
  wb_result_release(&result);
  judge_groups("no_such_kernel", 0, WB_OK, &result);
  CHECK_INT(result.n_groups, 0);
  wb_result_release(&result);
  judge_groups("right", 0, WB_ERR_SPEC, &result);
  CHECK_STRING(wb_verdict_name(result.verdict), "judge-error");
  CHECK(result.n_groups == 0 && result.score == 0);
  wb_result_release(&result);
}

int main(void) {
  static const char source[] = "\n__kernel void right() {}\n";
  close(mkstemp(kernel_path));
  CHECK(wb_file_write_atomic(kernel_path, source, sizeof source - 1, NULL) == WB_OK);
  tap_run("groups decide the score", groups_decide_the_score);
  tap_run("without all cases nothing is said of points",
          without_all_cases_nothing_is_said_of_points);
  unlink(kernel_path);
  return tap_finish();
}
