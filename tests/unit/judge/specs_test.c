/* The real judge on specs that never end, grow for ever or do not parse. Runs
 * the workbench-judge beside this test's build; the device is missing on
 * purpose where the spec is what is judged. */
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "judge_client/catalog.h"
#include "judge_client/client.h"
#include "judge_run.h"
#include "tap.h"

static char course[] = "/tmp/wb-specs-XXXXXX";
static bool have_judge;

static void write_file(const char *name, const char *text) {
  struct wb_error err = {0};
  char *path = wb_path_join(course, name);
  char *directory = wb_path_dirname(path);
  CHECK_INT(wb_make_directories(directory, &err), WB_OK);
  CHECK_INT(wb_file_write_atomic(path, text, strlen(text), &err), WB_OK);
  free(directory);
  free(path);
}

/* A spec of one output; `head` stands at its top, `body` in its reference. */
static void write_spec(const char *slug, const char *head, const char *body) {
  char *name = wb_format("puzzles/%s/puzzle.lua", slug);
  char *text = wb_format(
      "local puzzle = require \"puzzle\"\n%s\n"
      "return puzzle.kernel {\n"
      "  title = \"T\", concept = \"C.\", entry = \"k\",\n"
      "  params = { { name = \"out\", kind = \"output\", type = \"float\", shape = { \"n\" } } },\n"
      "  cases = { { name = \"four\", sizes = { n = 4 }, global = { 4 }, [\"local\"] = { 4 } } },\n"
      "  reference = function(case) %s return { out = { 1, 2, 3, 4 } } end,\n"
      "}\n",
      head, body);
  write_file(name, text);
  free(name);
  free(text);
}

static void remove_specs(void) {
  char *command = wb_format("rm -rf %s/puzzles", course);
  CHECK_INT(system(command), 0);
  free(command);
}

/* Of processor time, which other processes of the machine take nothing from; once there is no child
 * left, since nobody waits for the end of a judge that has given its result. */
static double children_cpu_seconds(void) {
  struct rusage used;
  const uint64_t start = wb_clock_ns();
  while (waitid(P_ALL, 0, NULL, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         wb_elapsed_ms(start) < TAP_HANG_MS)
    usleep(1000);
  getrusage(RUSAGE_CHILDREN, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static void bad_specs_do_not_hide_the_others(void) {
  struct wb_catalog catalog;
  struct wb_error err = {0};
  if (!have_judge) {
    tap_skip("workbench-judge is not built");
    return;
  }
  write_spec("01-good", "", "");
  write_spec("02-loop", "while true do end", "");
  write_spec("03-syntax", "local = 1", "");
  write_spec("04-find", "string.find((\"a\"):rep(1000000), (\"a-\"):rep(30) .. \"b\")", "");
  write_spec("05-fine", "", "");
  const double before = children_cpu_seconds();
  CHECK_INT(wb_catalog_load(course, &catalog, &err), WB_OK);
  const double used = children_cpu_seconds() - before;
  /* Two of them use their second, as the system counts it. */
  if (!CHECK(used > 1 && used < 5)) printf("# %.1f s\n", used);
  if (CHECK_INT(catalog.count, 5)) {
    CHECK(catalog.items[0].error == NULL);
    CHECK_STRING(catalog.items[0].title, "T");
    CHECK_STRING(catalog.items[1].slug, "02-loop");
    CHECK_STRING(catalog.items[1].error,
                 "puzzles/02-loop/puzzle.lua: the spec used more than 1 s of CPU time to load; "
                 "look for an endless loop or a huge table at its top level");
    CHECK(strstr(catalog.items[2].error, "puzzles/03-syntax/puzzle.lua:2") != NULL);
    CHECK(catalog.items[3].error != NULL);
    CHECK(catalog.items[4].error == NULL);
  }
  wb_catalog_release(&catalog);
  remove_specs();
}

static void expect_spec_error(const char *part) {
  struct wb_result result;
  struct wb_error err = {0};
  char *kernel = wb_path_join(course, "k.cl");
  struct wb_run_options options = {
      .course = course, .puzzle = "01-bad", .file = kernel, .device = "opencl:0.0"};
  CHECK_INT(judge_run(&options, NULL, &result, &err), WB_OK);
  CHECK_STRING(wb_verdict_name(result.verdict), "judge-error");
  /* Where there is no OpenCL at all, that is said first. */
  if (result.cause != WB_ERR_MISSING) {
    CHECK_INT(result.cause, WB_ERR_SPEC);
    const char *detail = result.detail != NULL ? result.detail : "";
    if (!CHECK(strstr(detail, part) != NULL)) printf("# %s\n", detail);
    CHECK(strstr(detail, "puzzles/01-bad/puzzle.lua") != NULL);
  }
  wb_result_release(&result);
  free(kernel);
}

static void endless_specs_end(void) {
  if (!have_judge) {
    tap_skip("workbench-judge is not built");
    return;
  }
  write_file("k.cl", "__kernel void k(__global float *out) {}\n");
  write_spec("01-bad", "", "while true do end");
  expect_spec_error("the spec used more than 1 s of CPU time");
  write_spec("01-bad", "", "string.find((\"a\"):rep(1000000), (\"a-\"):rep(30) .. \"b\")");
  expect_spec_error("01-bad");
  write_spec("01-bad", "", "local t = {} for i = 1, 1e9 do t[i] = (\"x\"):rep(100000) .. i end");
  expect_spec_error("the spec use"); /* memory or time, whichever ends first */
  remove_specs();
}

int main(void) {
  char self[4096];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0 || mkdtemp(course) == NULL) return 1;
  self[length] = '\0';
  for (int i = 0; i < 4; i++) *strrchr(self, '/') = '\0'; /* tests/unit/judge/specs.t */
  setenv("WORKBENCH_LIBEXEC", self, 1);
  setenv("WORKBENCH_SPEC_SECONDS", "1", 1);
  char *judge = wb_path_join(self, "workbench-judge");
  have_judge = wb_file_exists(judge);
  free(judge);
  tap_run("specs that fail or never end spoil only their own entry",
          bad_specs_do_not_hide_the_others);
  tap_run("endless loops, slow patterns and table bombs end as a spec's mistake",
          endless_specs_end);
  char *command = wb_format("rm -rf %s", course);
  int cleaned = system(command);
  free(command);
  return cleaned != 0 ? cleaned : tap_finish();
}
