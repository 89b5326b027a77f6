/* Kernels on every OpenCL device, by the judge: solutions are accepted, and no wrong kernel is
 * the judge's fault. They are those of the whole course; a sample (tests/sample.h) has one in
 * PERIOD of the tests' course. How many wrong
 * kernels give right outputs there is printed, one line for programs and one for each kernel:
 *
 *   # let-through device=opencl:0.0 count=41 of=100
 *
 * One worker judges one kernel after the other as long as they do nothing that another
 * one could suffer from: one that strays has a worker of its own, and after any that ended
 * otherwise than with outputs, right or wrong, a new one is begun.
 *
 * depends: course.lua puzzles kernels solutions lua */
#include <unistd.h>

#include "base/file.h"
#include "device/registry.h"
#include "device/remote.h"
#include "device/worker.h"
#include "judge/engine.h"
#include "sample.h"
#include "tap.h"
#include "unit/judge/lent_device.h"

enum { MAX_KERNELS = 2000, PERIOD = 10 };

struct kernel {
  char *slug, *name, *path; /* "01-map", "01-map wrong/copy.cl" */
  char expected[64];        /* "wrong-answer", "runtime-error data-race"; "": accepted */
};

struct kernels {
  struct kernel items[MAX_KERNELS];
  size_t count;
};

/* ---- the kernels ------------------------------------------------------------------------ */

static const char *course_root(void) {
  return sample_is_wanted() ? WB_TEST_BUILD "/tests/course" : WB_TEST_ROOT;
}

static void read_expectation(struct kernel *kernel) {
  static const char sign[] = "// expect: ";
  struct wb_str text;
  wb_str_init(&text);
  if (CHECK(wb_file_read(kernel->path, 1 << 20, &text, NULL) == WB_OK) &&
      CHECK(wb_starts_with(text.data, sign)))
    snprintf(kernel->expected, sizeof kernel->expected, "%.*s",
             (int)strcspn(text.data + sizeof sign - 1, "\n"), text.data + sizeof sign - 1);
  wb_str_release(&text);
}

/* The kernels of one folder, such as wrong/; "" is the puzzle's own. */
static void add_folder(struct kernels *kernels, const char *slug, const char *folder) {
  char *path = wb_format("%s/solutions/%s/%s", course_root(), slug, folder);
  struct wb_names names;
  wb_names_init(&names);
  if (wb_is_directory(path)) wb_directory_list(path, &names, NULL);
  for (size_t i = 0; i < names.count; i++) {
    if (!wb_ends_with(names.items[i], ".cl")) continue;
    if (!CHECK(kernels->count < MAX_KERNELS)) break;
    struct kernel *kernel = &kernels->items[kernels->count++];
    *kernel = (struct kernel){.slug = wb_strdup(slug),
                              .name = wb_format("%s %s%s", slug, folder, names.items[i]),
                              .path = wb_format("%s/%s", path, names.items[i])};
    if (strcmp(folder, "wrong/") == 0) read_expectation(kernel);
  }
  wb_names_release(&names);
  free(path);
}

static void collect(struct kernels *kernels) {
  struct wb_names slugs;
  wb_names_init(&slugs);
  char *solutions = wb_path_join(course_root(), "solutions");
  CHECK(wb_directory_list(solutions, &slugs, NULL) == WB_OK);
  for (size_t i = 0; i < slugs.count; i++) {
    add_folder(kernels, slugs.items[i], "");
    add_folder(kernels, slugs.items[i], "right/");
    add_folder(kernels, slugs.items[i], "wrong/");
  }
  free(solutions);
  wb_names_release(&slugs);
}

static void forget(struct kernel *kernel) {
  free(kernel->slug);
  free(kernel->name);
  free(kernel->path);
}

/* Forgets what the sample does not have. */
static void keep_sample(struct kernels *kernels) {
  static const char *names[MAX_KERNELS];
  static bool takes[MAX_KERNELS];
  size_t kept = 0;
  for (size_t i = 0; i < kernels->count; i++) names[i] = kernels->items[i].name;
  sample_choose(names, kernels->count, PERIOD, "kernels judged on OpenCL devices", takes);
  for (size_t i = 0; i < kernels->count; i++) {
    if (takes[i])
      kernels->items[kept++] = kernels->items[i];
    else
      forget(&kernels->items[i]);
  }
  kernels->count = kept;
}

static void forget_all(struct kernels *kernels) {
  for (size_t i = 0; i < kernels->count; i++) forget(&kernels->items[i]);
}

static bool is_wrong(const struct kernel *kernel) { return kernel->expected[0] != '\0'; }

/* Right but for its budget, which such a device does not count. */
static bool is_only_slow(const struct kernel *kernel) {
  return wb_starts_with(kernel->expected, "over-budget");
}

/* It touches nothing outside its arrays, by the emulator's word. */
static bool is_harmless(const struct kernel *kernel) {
  return !is_wrong(kernel) || is_only_slow(kernel) ||
         wb_starts_with(kernel->expected, "wrong-answer") ||
         wb_starts_with(kernel->expected, "runtime-error data-race");
}

/* ---- one kernel --------------------------------------------------------------------------- */

struct bench {
  const char *selector;
  struct wb_device *worker; /* NULL: to be started */
  unsigned started;
  unsigned wrong, right_output;
};

static void end_worker(struct bench *bench) {
  wb_device_close(bench->worker);
  bench->worker = NULL;
}

static enum wb_status lend_worker(void *data, int cancel_fd, struct wb_device **device,
                                  struct wb_error *err) {
  struct bench *bench = data;
  static const char *const folders[] = {NULL};
  enum wb_status status = WB_OK;
  if (bench->worker == NULL) {
    status = wb_device_start(bench->selector, folders, cancel_fd, &bench->worker, err);
    bench->started++;
  } else {
    wb_remote_cancel_by(bench->worker, cancel_fd);
  }
  *device = status == WB_OK ? lend(bench->worker) : NULL;
  return status;
}

struct spec {
  const char *slug;
  struct wb_puzzle *puzzle;
};

static enum wb_status spec_load(void *data, const struct wb_puzzle **puzzle, struct wb_error *err) {
  struct spec *spec = data;
  enum wb_status status = wb_puzzle_load(course_root(), spec->slug, 0, &spec->puzzle, err);
  *puzzle = spec->puzzle;
  return status;
}

static enum wb_status spec_name(void *data, size_t index, const char **name, bool *visible) {
  return wb_puzzle_case_name(((struct spec *)data)->puzzle, index, name, visible);
}

static enum wb_status spec_make(void *data, size_t index, struct wb_case **made,
                                struct wb_error *err) {
  return wb_case_make(((struct spec *)data)->puzzle, index, false, 0, made, err);
}

static void spec_set_group(void *data, const uint32_t group[3]) {
  wb_puzzle_set_group(((struct spec *)data)->puzzle, group);
}

static void judge_there(struct bench *bench, const struct kernel *kernel,
                        struct wb_result *result) {
  struct spec spec = {.slug = kernel->slug};
  const struct wb_judge_job job = {
      .slug = kernel->slug,
      .file = kernel->path,
      .device = bench->selector,
      .cases = {&spec, spec_load, spec_name, spec_make, wb_case_free, spec_set_group},
      .devices = {bench, lend_worker}};
  wb_judge_run(&job, result);
  wb_puzzle_free(spec.puzzle);
}

static void judge(struct bench *bench, const struct kernel *kernel, struct wb_result *result) {
  if (!is_harmless(kernel)) end_worker(bench);
  judge_there(bench, kernel, result);
  const bool calm =
      result->verdict == WB_VERDICT_ACCEPTED || result->verdict == WB_VERDICT_WRONG_ANSWER;
  if (!is_harmless(kernel) || !calm) end_worker(bench);
}

/* What strays is compiled by one worker, which runs nothing (device/worker.h), and the worker that
 * runs it finds it there: for each that compiles, a driver loads its library of builtins, which
 * takes longer than all else. */
static void compile_strays(const char *selector, const struct kernels *kernels,
                           const char *folder) {
  struct bench compiler = {.selector = selector};
  setenv(WB_PROGRAMS_TO, folder, 1);
  for (size_t i = 0; i < kernels->count; i++) {
    struct wb_result result;
    if (is_harmless(&kernels->items[i])) continue;
    judge_there(&compiler, &kernels->items[i], &result);
    wb_result_release(&result);
  }
  end_worker(&compiler);
  unsetenv(WB_PROGRAMS_TO);
}

/* Every case ran to its end, and no output differs; of hidden cases the verdict alone says so. */
static bool outputs_are_right(const struct wb_result *result) {
  bool right = result->n_cases > 0;
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *c = &result->cases[i];
    right = right && c->mismatches == 0 &&
            (c->verdict == WB_VERDICT_ACCEPTED || c->verdict == WB_VERDICT_RUNTIME_ERROR);
  }
  return right;
}

/* What the puzzle needs of a device. */
static bool lacks_feature(const struct wb_result *result) {
  return result->verdict == WB_VERDICT_JUDGE_ERROR && result->cause == WB_ERR_MISSING &&
         strstr(result->detail, WB_LACKS_FEATURE) != NULL;
}

/* A wrong kernel may well be accepted where only outputs are compared. */
static bool came_out_right(const struct kernel *kernel, const struct wb_result *result) {
  if (!is_wrong(kernel)) return result->verdict == WB_VERDICT_ACCEPTED;
  return result->verdict != WB_VERDICT_JUDGE_ERROR;
}

static void count(struct bench *bench, const struct kernel *kernel,
                  const struct wb_result *result) {
  if (!is_wrong(kernel) || is_only_slow(kernel)) return;
  bench->wrong++;
  if (!outputs_are_right(result)) return;
  bench->right_output++;
  printf("#   right output: %s\n", kernel->name);
}

/* ---- tests ---------------------------------------------------------------------------------- */

static struct {
  struct bench *bench;
  const struct kernel *kernel;
} current;

static void judge_current(void) {
  struct wb_result result;
  judge(current.bench, current.kernel, &result);
  if (lacks_feature(&result)) {
    tap_skip(result.detail);
  } else {
    count(current.bench, current.kernel, &result);
    if (!CHECK(came_out_right(current.kernel, &result)))
      printf("# %s: %s %s\n", current.kernel->path, wb_verdict_name(result.verdict), result.detail);
  }
  wb_result_release(&result);
}

static void try_kernel(const struct kernel *kernel) {
  char *sentence = wb_format("%s: %s is %s", current.bench->selector, kernel->name,
                             is_wrong(kernel) ? "not the judge's fault" : "accepted");
  current.kernel = kernel;
  tap_run(sentence, judge_current);
  free(sentence);
}

static void try_device(const char *selector, const struct kernels *kernels) {
  struct bench bench = {.selector = selector};
  current.bench = &bench;
  char folder[] = "/tmp/wb-strays-XXXXXX";
  CHECK(mkdtemp(folder) != NULL);
  /* Those that need no worker of their own first, so that they share one. */
  for (size_t i = 0; i < kernels->count; i++)
    if (is_harmless(&kernels->items[i])) try_kernel(&kernels->items[i]);
  compile_strays(selector, kernels, folder);
  setenv(WB_PROGRAMS_FROM, folder, 1);
  for (size_t i = 0; i < kernels->count; i++)
    if (!is_harmless(&kernels->items[i])) try_kernel(&kernels->items[i]);
  unsetenv(WB_PROGRAMS_FROM);
  char *command = wb_format("rm -rf %s", folder);
  CHECK_INT(system(command), 0);
  free(command);
  end_worker(&bench);
  printf("# let-through device=%s count=%u of=%u\n", selector, bench.right_output, bench.wrong);
  printf("# %u workers for %zu kernels\n", bench.started, kernels->count);
}

static struct kernels kernels;

int main(void) {
  struct wb_device_list devices;
  size_t tried = 0;
  wb_device_list(&devices, NULL, NULL);
  collect(&kernels);
  keep_sample(&kernels);
  for (size_t i = 0; i < devices.count; i++) {
    if (!wb_starts_with(devices.items[i].selector, "opencl:")) continue;
    try_device(devices.items[i].selector, &kernels);
    tried++;
  }
  wb_device_list_release(&devices);
  forget_all(&kernels);
  if (tried == 0 && tap_state.run == 0) {
    printf("1..0 # SKIP no OpenCL device on this machine\n");
    return 0;
  }
  return tap_finish();
}
