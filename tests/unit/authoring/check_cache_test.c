/* Which results of `check` are kept. */
#include <stdlib.h>
#include <string.h>

#include "authoring/check_cache.h"
#include "base/str.h"
#include "tap.h"

/* Whether a result with this verdict is there again. */
static bool is_kept(enum wb_verdict verdict, bool checks) {
  static struct wb_device_list devices;
  static char source[] = "__kernel void map(void) {}";
  struct wb_check_cache cache;
  struct wb_judgement judgement = {
      .options = {.puzzle = "map",
                  .file = wb_verdict_name(verdict),
                  .source = source,
                  .source_length = strlen(source),
                  .device = checks ? "emulator" : "opencl"},
      .result = {.verdict = verdict, .checks = checks, .device = wb_strdup("a device")}};
  wb_check_cache_open(&cache, &devices);
  wb_file_states_add(&judgement.result.files, "Makefile");
  wb_check_cache_keep(&judgement, &cache);
  wb_result_release(&judgement.result);
  memset(&judgement.result, 0, sizeof judgement.result);
  const bool kept = wb_check_cache_recall(&judgement, &cache);
  if (kept) CHECK_INT(judgement.result.verdict, verdict);
  wb_result_release(&judgement.result);
  wb_check_cache_release(&cache);
  return kept;
}

static void certain_results_are_kept(void) {
  CHECK(is_kept(WB_VERDICT_ACCEPTED, true));
  CHECK(is_kept(WB_VERDICT_ACCEPTED, false));
  CHECK(is_kept(WB_VERDICT_WRONG_ANSWER, false));
  CHECK(is_kept(WB_VERDICT_TIME_LIMIT, true));
}

static void what_may_change_is_not(void) {
  CHECK(!is_kept(WB_VERDICT_JUDGE_ERROR, true));
  CHECK(!is_kept(WB_VERDICT_TIME_LIMIT, false));
}

int main(void) {
  static char folder[] = "/tmp/wb-checks-XXXXXX";
  if (mkdtemp(folder) == NULL) return 1;
  setenv("XDG_CACHE_HOME", folder, 1);
  unsetenv("WORKBENCH_CACHE");
  tap_run("what follows from the files alone is kept", certain_results_are_kept);
  tap_run("a judge's error is not, nor what a clock said", what_may_change_is_not);
  char *command = wb_format("rm -rf %s", folder);
  const int removed = system(command);
  free(command);
  return removed == 0 ? tap_finish() : 1;
}
