/* The pool of judges, with a shell script in the judge's place. */
#include "session/pool.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/str.h"
#include "tap.h"

enum { MANY = 200 };

static char folder[] = "/tmp/wb-pool-XXXXXX";

static const struct wb_run_options options = {
    .course = "/course", .puzzle = "01-map", .file = "k.cl", .device = "fake"};

static const struct wb_pool_watch nobody = {.stop_fd = -1};

/* A script that cannot judge; what comes of it is a judge-error, which is a result. */
static void be_judged_by(const char *script) {
  struct wb_error err = {0};
  char *path = wb_path_join(folder, "workbench-judge");
  char *text = wb_format("#!/bin/sh\ncd %s\n%s\n", folder, script);
  unlink(path);
  CHECK_INT(wb_file_create(path, text, strlen(text), &err), WB_OK);
  chmod(path, 0755);
  free(text);
  free(path);
}

static size_t files_named(const char *ending) {
  struct wb_names names;
  size_t count = 0;
  wb_names_init(&names);
  wb_directory_list(folder, &names, NULL);
  for (size_t i = 0; i < names.count; i++) {
    if (!wb_ends_with(names.items[i], ending)) continue;
    char *path = wb_path_join(folder, names.items[i]);
    unlink(path);
    free(path);
    count++;
  }
  wb_names_release(&names);
  return count;
}

/* Who plans more while the pool works. */
struct planner {
  struct wb_pool pool;
  struct wb_judgement all[MANY];
  size_t planned, ended, wanted;
};

static void plan_one(struct planner *planner);

static void count_end(struct wb_judgement *judgement, void *data) {
  struct planner *planner = data;
  planner->ended++;
  CHECK(judgement->done);
  if (planner->planned < planner->wanted) plan_one(planner);
}

static void plan_one(struct planner *planner) {
  struct wb_judgement *judgement = &planner->all[planner->planned++];
  *judgement = (struct wb_judgement){.options = options, .ended = count_end, .data = planner};
  wb_pool_add(&planner->pool, judgement);
}

static struct planner *planner_new(size_t parallel, size_t first, size_t wanted) {
  struct planner *planner = wb_alloc(sizeof *planner);
  planner->pool.parallel = parallel;
  planner->wanted = wanted;
  for (size_t i = 0; i < first; i++) plan_one(planner);
  return planner;
}

static void planner_free(struct planner *planner) {
  wb_pool_release(&planner->pool);
  for (size_t i = 0; i < planner->planned; i++) wb_judgement_release(&planner->all[i]);
  free(planner);
}

static void all_that_is_planned_is_judged(void) {
  struct wb_error err = {0};
  struct planner *planner = planner_new(2, 3, 7);
  be_judged_by("touch $$.judged; exit 3");
  CHECK(wb_pool_seconds_left(&planner->pool) < 0);
  CHECK_INT(wb_pool_run(&planner->pool, &nobody, &err), WB_OK);
  CHECK_INT(planner->ended, 7);
  CHECK_INT(planner->pool.judged, 7);
  CHECK_INT(files_named(".judged"), 7);
  CHECK(wb_pool_seconds_left(&planner->pool) == 0);
  for (size_t i = 0; i < planner->planned; i++) {
    CHECK_INT(planner->all[i].status, WB_OK);
    CHECK_INT(planner->all[i].result.verdict, WB_VERDICT_JUDGE_ERROR);
  }
  planner_free(planner);
}

/* Each judge ends only where three run at the same time. */
static void so_many_run_at_a_time(void) {
  struct wb_error err = {0};
  struct planner *planner = planner_new(3, 3, 3);
  be_judged_by("touch $$.judged; until [ $(ls | grep -c judged) -ge 3 ]; do sleep 0.01; done");
  CHECK_INT(wb_pool_run(&planner->pool, &nobody, &err), WB_OK);
  CHECK_INT(planner->ended, 3);
  CHECK_INT(files_named(".judged"), 3);
  planner_free(planner);
}

static bool recall_second(struct wb_judgement *judgement, void *memory) {
  const struct planner *planner = memory;
  if (judgement != &planner->all[1]) return false;
  judgement->result.verdict = WB_VERDICT_OVER_BUDGET;
  return true;
}

static void count_kept(const struct wb_judgement *judgement, void *memory) {
  struct planner *planner = memory;
  CHECK(!judgement->recalled);
  planner->wanted += 100;
}

static void what_is_known_is_not_judged(void) {
  struct wb_error err = {0};
  struct planner *planner = planner_new(1, 3, 0);
  be_judged_by("touch $$.judged; exit 3");
  planner->pool.recall = recall_second;
  planner->pool.keep = count_kept;
  planner->pool.memory = planner;
  for (size_t i = 0; i < 3; i++) planner->all[i].ended = NULL;
  CHECK_INT(wb_pool_run(&planner->pool, &nobody, &err), WB_OK);
  CHECK_INT(files_named(".judged"), 2);
  CHECK_INT(planner->wanted, 200);
  CHECK(planner->all[1].recalled && !planner->all[0].recalled && !planner->all[2].recalled);
  CHECK_INT(planner->all[1].result.verdict, WB_VERDICT_OVER_BUDGET);
  planner_free(planner);
}

static void what_is_needless_is_not_judged(void) {
  struct wb_error err = {0};
  struct planner *planner = planner_new(1, 3, 0);
  be_judged_by("touch $$.judged; exit 3");
  planner->all[0].needless = planner->all[2].needless = true;
  CHECK_INT(wb_pool_run(&planner->pool, &nobody, &err), WB_OK);
  CHECK_INT(files_named(".judged"), 1);
  CHECK_INT(planner->ended, 3);
  CHECK_INT(planner->all[0].status, WB_ERR_CANCELLED);
  CHECK_INT(planner->all[1].status, WB_OK);
  planner_free(planner);
}

static bool stop_at_once(void *data) {
  (void)data;
  return true;
}

static void interruption_ends_what_runs(void) {
  struct wb_error err = {0};
  struct planner *planner = planner_new(2, 5, 5);
  const struct wb_pool_watch watch = {.stop_fd = -1, .stop = stop_at_once};
  const uint64_t start = wb_clock_ns();
  be_judged_by("sleep 600");
  CHECK_INT(wb_pool_run(&planner->pool, &watch, &err), WB_ERR_CANCELLED);
  CHECK(wb_elapsed_ms(start) < TAP_HANG_MS);
  CHECK(!wb_pool_is_busy(&planner->pool));
  CHECK(wb_pool_running(&planner->pool) == NULL);
  CHECK_INT(planner->ended, 0);
  planner_free(planner);
}

/* A judge that cannot be started is that judgement's failure; the pool goes on. */
static void judges_that_do_not_start_fail_alone(void) {
  struct wb_error err = {0};
  struct planner *planner = planner_new(1, 2, 2);
  setenv("WORKBENCH_LIBEXEC", "/nowhere", 1);
  CHECK_INT(wb_pool_run(&planner->pool, &nobody, &err), WB_OK);
  setenv("WORKBENCH_LIBEXEC", folder, 1);
  CHECK_INT(planner->ended, 2);
  CHECK(planner->all[0].status != WB_OK && planner->all[1].status != WB_OK);
  planner_free(planner);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  setenv("WORKBENCH_LIBEXEC", folder, 1);
  tap_run("all that is planned is judged, also what is planned late",
          all_that_is_planned_is_judged);
  tap_run("as many run at a time as are wanted", so_many_run_at_a_time);
  tap_run("what is known from before is not judged", what_is_known_is_not_judged);
  tap_run("what has become needless is not judged", what_is_needless_is_not_judged);
  tap_run("an interruption ends what runs", interruption_ends_what_runs);
  tap_run("a judge that does not start fails alone", judges_that_do_not_start_fail_alone);
  char *command = wb_format("rm -rf %s", folder);
  int cleaned = system(command);
  free(command);
  return cleaned != 0 ? cleaned : tap_finish();
}
