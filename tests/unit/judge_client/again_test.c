/* One judge that takes many orders judges each as a judge of its own would. */
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "judge_client/client.h"
#include "judge_run.h"
#include "result/result_json.h"
#include "tap.h"

struct kernel {
  const char *puzzle, *file; /* below solutions/ */
};

/* Pairs that would show what one run leaves to the next: writes beyond a buffer, races, a crash,
 * a limit, an error of the compiler, another puzzle. */
static const struct kernel KERNELS[] = {
    {"01-map", "accepted.cl"},           {"01-map", "wrong/zeros.cl"},
    {"01-map", "accepted.cl"},           {"03-guards", "wrong/no-guard.cl"},
    {"03-guards", "accepted.cl"},        {"03-guards", "wrong/no-guard.cl"},
    {"05-shared-memory", "accepted.cl"}, {"05-shared-memory", "wrong/no-barrier.cl"},
    {"05-shared-memory", "accepted.cl"}, {"06-conv1d", "accepted.cl"},
    {"01-map", "wrong/zeros.cl"},
};

static char *root;

static char *source_of(const struct kernel *kernel, char **path) {
  struct wb_error err = {0};
  *path = wb_format("%s/solutions/%s/%s", root, kernel->puzzle, kernel->file);
  char *text = wb_file_read_text(*path, 1 << 20, &err);
  if (text == NULL) printf("# %s\n", err.message);
  return text != NULL ? text : wb_strdup("");
}

/* All of a result but its times; released. */
static char *text_of(struct wb_result *result) {
  result->elapsed_ms = 0;
  for (size_t i = 0; i < result->n_cases; i++) result->cases[i].time_ns = 0;
  json_t *json = wb_result_to_json(result);
  char *text = json_dumps(json, JSON_INDENT(1) | JSON_SORT_KEYS);
  json_decref(json);
  wb_result_release(result);
  return text;
}

static struct wb_run_options options_of(const struct kernel *kernel, const char *path,
                                        const char *text) {
  return (struct wb_run_options){.course = root,
                                 .puzzle = kernel->puzzle,
                                 .file = path,
                                 .source = text,
                                 .source_length = strlen(text),
                                 .keeps_on = true};
}

/* *judge is NULL at first. */
static enum wb_status ask(struct wb_judge **judge, const struct wb_run_options *options,
                          struct wb_result *result) {
  struct wb_error err = {0};
  *result = (struct wb_result){0};
  enum wb_status status =
      *judge != NULL ? wb_judge_again(*judge, options, &err) : wb_judge_start(options, judge, &err);
  if (CHECK_INT(status, WB_OK)) status = judge_wait(*judge, NULL, result, &err);
  CHECK_INT(status, WB_OK);
  return status;
}

static char *judge_alone(const struct wb_run_options *wanted) {
  struct wb_run_options options = *wanted;
  struct wb_result result;
  struct wb_error err = {0};
  options.source = NULL;
  options.keeps_on = false;
  CHECK_INT(judge_run(&options, NULL, &result, &err), WB_OK);
  return text_of(&result);
}

static void results_are_those_of_separate_judges(void) {
  struct wb_judge *judge = NULL;
  for (size_t i = 0; i < sizeof KERNELS / sizeof KERNELS[0]; i++) {
    char *path = NULL, *text = source_of(&KERNELS[i], &path);
    const struct wb_run_options options = options_of(&KERNELS[i], path, text);
    struct wb_result result;
    if (ask(&judge, &options, &result) == WB_OK) {
      char *got = text_of(&result), *expected = judge_alone(&options);
      CHECK_STRING(got, expected);
      free(got);
      free(expected);
    }
    free(path);
    free(text);
  }
  wb_judge_free(judge);
}

static const char SPIN[] =
    "__kernel void map(__global float *out, __global const float *a) {\n"
    "  volatile int i = 0;\n  while (i >= 0) i = 0;\n  out[get_global_id(0)] = a[0] + i;\n}\n";
static const char NONSENSE[] = "__kernel void map(";
static const char WITH_NUL[] = "__kernel\0void";

static void expect_verdict(struct wb_judge **judge, const char *text, size_t length,
                           enum wb_verdict verdict) {
  const struct kernel kernel = {"01-map", "accepted.cl"};
  struct wb_run_options options = options_of(&kernel, "/nowhere/k.cl", "");
  struct wb_result result;
  options.source = text;
  options.source_length = length;
  if (ask(judge, &options, &result) != WB_OK) return;
  if (!CHECK_INT(result.verdict, verdict)) printf("# %s\n", result.detail);
  CHECK_STRING(result.file, "/nowhere/k.cl");
  CHECK_INT(result.source_length, length);
  wb_result_release(&result);
}

static void a_limit_an_error_and_a_binary_leave_nothing(void) {
  const struct kernel right = {"01-map", "accepted.cl"};
  struct wb_judge *judge = NULL;
  char *path = NULL, *text = source_of(&right, &path);
  expect_verdict(&judge, NONSENSE, strlen(NONSENSE), WB_VERDICT_COMPILE_ERROR);
  expect_verdict(&judge, text, strlen(text), WB_VERDICT_ACCEPTED);
  expect_verdict(&judge, SPIN, strlen(SPIN), WB_VERDICT_TIME_LIMIT);
  expect_verdict(&judge, text, strlen(text), WB_VERDICT_ACCEPTED);
  expect_verdict(&judge, WITH_NUL, sizeof WITH_NUL, WB_VERDICT_COMPILE_ERROR);
  expect_verdict(&judge, "", 0, WB_VERDICT_COMPILE_ERROR);
  expect_verdict(&judge, text, strlen(text), WB_VERDICT_ACCEPTED);
  wb_judge_free(judge);
  free(path);
  free(text);
}

/* Children of this process that are workbench-judge: their ids. */
static size_t find_judges(pid_t pids[8]) {
  char *children = wb_format("/proc/self/task/%d/children", (int)getpid());
  FILE *file = fopen(children, "r");
  size_t count = 0;
  int pid;
  while (file != NULL && count < 8 && fscanf(file, "%d", &pid) == 1) pids[count++] = pid;
  if (file != NULL) fclose(file);
  free(children);
  return count;
}

/* Those that end take their time on a busy machine. */
static bool judges_become(size_t count, pid_t pids[8]) {
  size_t now = find_judges(pids);
  for (int i = 0; i < 12000 && now != count; i++) {
    usleep(10000);
    now = find_judges(pids);
  }
  return CHECK_INT(now, count);
}

static void one_process_serves(void) {
  const struct kernel right = {"01-map", "accepted.cl"};
  struct wb_judge *judge = NULL;
  char *path = NULL, *text = source_of(&right, &path);
  pid_t first[8] = {0}, now[8] = {0};
  judges_become(0, now);
  expect_verdict(&judge, text, strlen(text), WB_VERDICT_ACCEPTED);
  CHECK_INT(find_judges(first), 1);
  expect_verdict(&judge, text, strlen(text), WB_VERDICT_ACCEPTED);
  CHECK_INT(find_judges(now), 1);
  CHECK_INT(now[0], first[0]);
  wb_judge_free(judge);
  free(path);
  free(text);
}

static void one_that_died_is_replaced(void) {
  const struct kernel right = {"01-map", "accepted.cl"};
  struct wb_judge *judge = NULL;
  char *path = NULL, *text = source_of(&right, &path);
  pid_t pids[8];
  for (int i = 0; i < 3; i++) {
    expect_verdict(&judge, text, strlen(text), WB_VERDICT_ACCEPTED);
    const int fd = wb_judge_fd(judge);
    if (judges_become(1, pids)) kill(pids[0], SIGKILL);
    if (i > 0) usleep(50000);
    expect_verdict(&judge, text, strlen(text), WB_VERDICT_ACCEPTED);
    CHECK_INT(wb_judge_fd(judge), fd);
  }
  wb_judge_free(judge);
  free(path);
  free(text);
}

/* Whether the judge of a driver's device judges a second order, after a kernel of 03-guards. False
 * where there is no such device. */
static bool driver_serves_again(const char *file, bool author, bool *same) {
  const struct kernel kernel = {"03-guards", file};
  struct wb_judge *judge = NULL;
  char *path = NULL, *text = source_of(&kernel, &path);
  struct wb_run_options options = options_of(&kernel, path, text);
  struct wb_result result;
  pid_t first[8] = {0}, now[8] = {0};
  options.device = "opencl:any";
  options.author = author;
  judges_become(0, now);
  bool there = ask(&judge, &options, &result) == WB_OK && result.cause != WB_ERR_MISSING;
  wb_result_release(&result);
  if (there) {
    const size_t n = find_judges(first);
    there = ask(&judge, &options, &result) == WB_OK;
    wb_result_release(&result);
    *same = find_judges(now) == 1 && n > 0 && now[0] == first[0];
  }
  wb_judge_free(judge);
  free(path);
  free(text);
  return there;
}

/* What a kernel overwrote in the driver's process would be what the next is judged by. */
static void a_driver_serves_again_after_an_authors_accepted_kernel_alone(void) {
  bool same = false;
  if (!driver_serves_again("accepted.cl", true, &same)) {
    tap_skip("there is no OpenCL device");
    return;
  }
  CHECK(same);
  CHECK(driver_serves_again("accepted.cl", false, &same) && !same);
  CHECK(driver_serves_again("wrong/negated.cl", true, &same) && !same);
}

/* The parent of a process; 0: there is no such process. */
static pid_t parent_of(pid_t pid) {
  char *path = wb_format("/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "r");
  int parent = 0;
  if (file == NULL || fscanf(file, "%*d (%*[^)]) %*c %d", &parent) != 1) parent = 0;
  if (file != NULL) fclose(file);
  free(path);
  return parent;
}

/* Kills what a process started, and what that started. */
static size_t kill_descendants(pid_t ancestor) {
  DIR *processes = opendir("/proc");
  size_t killed = 0;
  for (struct dirent *entry = readdir(processes); entry != NULL; entry = readdir(processes)) {
    const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
    pid_t at = pid > 0 ? parent_of(pid) : 0;
    while (at > 1 && at != ancestor) at = parent_of(at);
    if (pid > 0 && at == ancestor) killed += kill(pid, SIGKILL) == 0;
  }
  closedir(processes);
  return killed;
}

static void a_worker_that_died_meanwhile_counts_for_nothing(void) {
  const struct kernel right = {"01-map", "accepted.cl"};
  struct wb_judge *judge = NULL;
  char *path = NULL, *text = source_of(&right, &path);
  pid_t pids[8];
  for (int i = 0; i < 3; i++) {
    expect_verdict(&judge, text, strlen(text), WB_VERDICT_ACCEPTED);
    if (judges_become(1, pids)) CHECK(kill_descendants(pids[0]) > 0);
    if (i > 0) usleep(100000);
  }
  expect_verdict(&judge, text, strlen(text), WB_VERDICT_ACCEPTED);
  wb_judge_free(judge);
  free(path);
  free(text);
}

/* In its second run, too. */
static void a_run_is_cancelled_by_freeing_it(void) {
  const struct kernel right = {"01-map", "accepted.cl"};
  struct wb_run_options options = options_of(&right, "k.cl", SPIN);
  for (int again = 0; again < 2; again++) {
    struct wb_judge *judge = NULL;
    struct wb_error err = {0};
    struct wb_event event = {0};
    pid_t pids[8];
    if (again == 1) {
      expect_verdict(&judge, NONSENSE, strlen(NONSENSE), WB_VERDICT_COMPILE_ERROR);
      CHECK_INT(wb_judge_again(judge, &options, &err), WB_OK);
    } else {
      CHECK_INT(wb_judge_start(&options, &judge, &err), WB_OK);
    }
    while (event.kind != WB_EVENT_CASE) {
      wb_event_release(&event);
      if (!CHECK_INT(wb_judge_next(judge, &event, &err), WB_OK)) break;
      usleep(1000);
    }
    wb_event_release(&event);
    wb_judge_free(judge);
    judges_become(0, pids);
  }
}

static void what_cannot_be_ordered_is_refused(void) {
  const struct kernel right = {"01-map", "accepted.cl"};
  struct wb_judge *judge = NULL;
  struct wb_error err = {0};
  char *path = NULL, *text = source_of(&right, &path);
  struct wb_run_options options = options_of(&right, path, text);
  struct wb_result result;
  CHECK_INT(wb_judge_start(&options, &judge, &err), WB_OK);
  CHECK_INT(wb_judge_again(judge, &options, &err), WB_ERR_USAGE); /* it has not ended */
  CHECK_INT(judge_wait(judge, NULL, &result, &err), WB_OK);
  wb_result_release(&result);
  options.source = NULL;
  CHECK_INT(wb_judge_again(judge, &options, &err), WB_ERR_USAGE);
  options.source = text;
  options.course = "/elsewhere";
  CHECK_INT(wb_judge_again(judge, &options, &err), WB_ERR_USAGE);
  wb_judge_free(judge);
  free(path);
  free(text);
}

/* A reference that takes a small part of the time that a spec has, on a slow and busy machine, too:
 * all runs together take more than that time. */
static void each_run_has_its_own_time(void) {
  static const char SPEC[] =
      "return require('puzzle').kernel {\n"
      "  title = 'T', concept = 'C', entry = 'map',\n"
      "  params = { { name = 'out', kind = 'output', type = 'int', shape = { 4 } } },\n"
      "  cases = { { name = 'one', global = { 4 }, ['local'] = { 4 } } },\n"
      "  reference = function(case)\n"
      "    local n = 0\n    for i = 1, 5000000 do n = n + i % 3 end\n"
      "    return { out = { 7, 7, 7, 7 } }\n  end,\n}\n";
  static const char KERNEL[] =
      "__kernel void map(__global int *out) { out[get_global_id(0)] = 7; }\n";
  char folder[] = "/tmp/wb-again-XXXXXX";
  struct wb_judge *judge = NULL;
  struct wb_error err = {0};
  if (!CHECK(mkdtemp(folder) != NULL)) return;
  char *puzzles = wb_format("%s/puzzles/01-slow", folder);
  char *spec = wb_format("%s/puzzle.lua", puzzles);
  char *lua = wb_format("%s/lua", folder), *ours = wb_format("%s/lua", root);
  CHECK_INT(wb_make_directories(puzzles, &err), WB_OK);
  CHECK_INT(wb_file_create(spec, SPEC, strlen(SPEC), &err), WB_OK);
  CHECK_INT(symlink(ours, lua), 0);
  setenv("WORKBENCH_SPEC_SECONDS", "1", 1);
  for (uint64_t seed = 0; seed < 36; seed++) {
    struct wb_run_options options = {.course = folder,
                                     .puzzle = "01-slow",
                                     .file = "k.cl",
                                     .source = KERNEL,
                                     .source_length = strlen(KERNEL),
                                     .keeps_on = true,
                                     .has_seed = true,
                                     .seed = seed};
    struct wb_result result;
    if (ask(&judge, &options, &result) != WB_OK) break;
    if (!CHECK_INT(result.verdict, WB_VERDICT_ACCEPTED)) printf("# %s\n", result.detail);
    wb_result_release(&result);
  }
  unsetenv("WORKBENCH_SPEC_SECONDS");
  wb_judge_free(judge);
  char *command = wb_format("rm -rf %s", folder);
  CHECK_INT(system(command), 0);
  free(command);
  free(ours);
  free(lua);
  free(spec);
  free(puzzles);
}

int main(void) {
  char *emulator = wb_path_join(WB_TEST_BUILD, "workbench-emulator");
  const bool built = wb_file_exists(emulator);
  free(emulator);
  if (!built) {
    tap_skip("workbench-emulator is not built");
    return tap_finish();
  }
  root = realpath(WB_TEST_BUILD "/tests/course", NULL);
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 1);
  setenv("WORKBENCH_CACHE", "off", 1);
  tap_run("results are those of separate judges", results_are_those_of_separate_judges);
  tap_run("a limit, an error and a binary leave nothing",
          a_limit_an_error_and_a_binary_leave_nothing);
  tap_run("one process serves", one_process_serves);
  tap_run("a driver serves again after an author's accepted kernel alone",
          a_driver_serves_again_after_an_authors_accepted_kernel_alone);
  tap_run("one that died is replaced", one_that_died_is_replaced);
  tap_run("a worker that died meanwhile counts for nothing",
          a_worker_that_died_meanwhile_counts_for_nothing);
  tap_run("a run is cancelled by freeing it", a_run_is_cancelled_by_freeing_it);
  tap_run("what cannot be ordered is refused", what_cannot_be_ordered_is_refused);
  tap_run("each run has its own time", each_run_has_its_own_time);
  free(root);
  return tap_finish();
}
