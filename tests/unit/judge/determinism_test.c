/* The same source, arguments and order give the same report, byte for byte:
 * over a hundred launches, in another worker, on one core and on all, in code that is
 * made quickly and in code that is made well.
 *
 * DETERMINISM_LAUNCHES and DETERMINISM_KERNELS widen it: launches of a kernel,
 * and about how many kernels of the corpus: without it 6, or in a sample
 * (tests/sample.h) 2, which are other ones with each commit. */
#include <sched.h>

#include "finding/counters.h"
#include "fuzz/lab.h"
#include "fields/json_tools.h"
#include "finding/finding_fields.h"
#include "kernels/corpus_run.h"
#include "sample.h"

enum {
  DEFAULT_LAUNCHES = 100,
  DEFAULT_KERNELS = 6,
  SAMPLE_KERNELS = 2,
  ABOUT_ALL = 200,
  FEW = 3,
  PERIOD = 4
};

static const char *const FOLDERS[] = {"bounds", "divergence", "races", "uninitialized", "loops"};

/* ---- a launch as text --------------------------------------------------------------- */

static void add_outcome(struct wb_str *out, struct wb_outcome *outcome) {
  wb_str_addf(out, "outcome %d %s\n", (int)outcome->kind, outcome->detail);
  for (size_t i = 0; i < outcome->n_findings; i++) {
    json_t *json = wb_fields_to_json(&wb_finding_fields, &outcome->findings[i], "kernel.cl");
    char *text = json_dumps(json, JSON_INDENT(1));
    wb_str_add(out, text);
    free(text);
    json_decref(json);
  }
  wb_str_addf(out, "dropped %llu\n", (unsigned long long)outcome->findings_dropped);
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++)
    wb_str_addf(out, "%s %llu\n", wb_counter_names()[i],
                (unsigned long long)*wb_counter_at(&outcome->counters, i));
  if (outcome->text != NULL) wb_str_add_bytes(out, outcome->text, outcome->text_length);
}

static void add_buffer(struct wb_str *out, struct wb_device *device, wb_handle buffer,
                       size_t size) {
  char *bytes = malloc(size + 1);
  if (bytes != NULL && wb_buffer_read(device, buffer, 0, bytes, size, NULL) == WB_OK)
    wb_str_add_bytes(out, bytes, size);
  free(bytes);
}

/* All that a launch gives but its time. */
static bool launch_as_text(struct wb_device *device, const struct corpus *c, wb_handle program,
                           struct wb_schedule order, struct wb_str *out) {
  struct wb_arguments arguments = {.device = device};
  struct wb_error err = {0};
  struct wb_outcome outcome;
  struct wb_launch launch = {.program = program,
                             .kernel = c->kernel,
                             .dimensions = c->dimensions,
                             .args = arguments.items,
                             .n_args = c->n_args,
                             .limits = {c->time_ms, 256U << 20, 65536, c->steps},
                             .schedule = order};
  memcpy(launch.global, c->global, sizeof launch.global);
  memcpy(launch.local, c->local, sizeof launch.local);
  wb_outcome_init(&outcome);
  enum wb_status status = make_args(&arguments, c, program, &err);
  if (status == WB_OK) status = wb_device_launch(device, &launch, &outcome, &err);
  if (status == WB_OK) status = wb_device_finish(device, &err);
  if (status == WB_OK) add_outcome(out, &outcome);
  for (size_t i = 0; i < arguments.count; i++) {
    const wb_handle buffer = wb_arguments_buffer(&arguments, i);
    if (buffer != 0) add_buffer(out, device, buffer, arguments.bytes[i]);
  }
  wb_arguments_release(&arguments, NULL);
  if (!CHECK(status == WB_OK)) printf("# %s\n", err.message);
  wb_outcome_release(&outcome);
  return status == WB_OK;
}

/* ---- a kernel, many times ---------------------------------------------------------------- */

static const struct wb_schedule ORDERS[] = {{WB_SCHEDULE_FORWARD, 0},
                                            {WB_SCHEDULE_REVERSE, 0},
                                            {WB_SCHEDULE_SHUFFLE, 11},
                                            {WB_SCHEDULE_INTERLEAVE, 11}};
enum { N_ORDERS = sizeof ORDERS / sizeof ORDERS[0] };

/* Launches `times` times in each order, in turn; the first of each becomes
 * *expected where that is still empty. */
static void repeat(const char *worker, const struct corpus *c, const char *path,
                   struct wb_str expected[N_ORDERS], uint64_t times) {
  struct wb_device *device = lab_open(worker);
  wb_handle program = device != NULL ? lab_build_with(device, c->source, c->options) : 0;
  for (uint64_t i = 0; i < times && program != 0; i++) {
    struct wb_str *wanted = &expected[i % N_ORDERS];
    struct wb_str got;
    wb_str_init(&got);
    launch_as_text(device, c, program, ORDERS[i % N_ORDERS], &got);
    if (wanted->length == 0) wb_str_add_bytes(wanted, got.data, got.length);
    bool same = got.length == wanted->length && memcmp(got.data, wanted->data, got.length) == 0;
    if (!CHECK(same))
      printf("# %s, launch %llu:\n%s# not\n%s", path, (unsigned long long)i, got.data,
             wanted->data);
    wb_str_release(&got);
    if (!same) break;
  }
  CHECK(program != 0);
  wb_device_close(device);
}

/* Workers started from now on run on the first core alone; false where the
 * machine does not let us say so. */
static bool use_cores(bool all, cpu_set_t *before) {
  cpu_set_t one;
  if (all) return sched_setaffinity(0, sizeof *before, before) == 0;
  if (sched_getaffinity(0, sizeof *before, before) != 0) return false;
  CPU_ZERO(&one);
  for (size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
    if (CPU_ISSET(i, before)) CPU_SET(i, &one);
  return sched_setaffinity(0, sizeof one, &one) == 0;
}

/* In code of one kind alone. The hundred launches began in quick code and took so long together
 * that better was made on the way. */
static void repeat_in_tier(const char *tier, const struct corpus *c, const char *path,
                           struct wb_str expected[N_ORDERS]) {
  setenv("WORKBENCH_TIER", tier, 1);
  repeat("emulator", c, path, expected, FEW);
  unsetenv("WORKBENCH_TIER");
}

static void check_kernel(const char *path) {
  struct corpus c;
  struct wb_str expected[N_ORDERS];
  cpu_set_t before;
  for (int i = 0; i < N_ORDERS; i++) wb_str_init(&expected[i]);
  corpus_read(&c, path);
  repeat("emulator", &c, path, expected, lab_setting("DETERMINISM_LAUNCHES", DEFAULT_LAUNCHES));
  repeat("emulator", &c, path, expected, FEW);
  repeat_in_tier("quick", &c, path, expected);
  repeat_in_tier("optimised", &c, path, expected);
  if (use_cores(false, &before)) {
    repeat("emulator", &c, path, expected, FEW);
    CHECK(use_cores(true, &before));
  }
  for (int i = 0; i < N_ORDERS; i++) wb_str_release(&expected[i]);
  corpus_release(&c);
}

/* ---- large launches, which may be cut into slices ------------------------------------- */

enum { LARGE = 1 << 18 };

static const char *const LARGE_KERNELS[] = {
    "__kernel void test(__global int *x, __global const int *a) {\n"
    "  size_t i = get_global_id(0);\n"
    "  int sum = 0;\n"
    "  for (int k = 0; k < 8; k++) sum += a[(i + k) % 262144];\n"
    "  x[i] = sum;\n}\n",
    "__kernel void test(__global int *x, __global const int *a) {\n"
    "  size_t i = get_global_id(0);\n"
    "  x[i] = a[i + (i % 1000 == 999 ? 200000 : 0)];\n}\n",
    "__kernel void test(__global int *x, __global const int *a) {\n"
    "  size_t i = get_global_id(0);\n"
    "  x[i] = a[i];\n"
    "  if (i % 5000 == 1) x[(i + 70000) % 262144] = a[i] + 1;\n}\n",
    "__kernel void test(__global int *x, __global const int *a) {\n"
    "  size_t i = get_global_id(0);\n"
    "  x[i] = 0;\n"
    "  if (i % 50000 == 1) atomic_add(&x[0], a[i]);\n}\n",
    "__kernel void test(__global int *x, __global const int *a) {\n"
    "  __local int tile[64];\n"
    "  size_t i = get_global_id(0), l = get_local_id(0);\n"
    "  tile[l] = a[i];\n"
    "  if (i < 200000) barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  x[i] = tile[63 - l];\n}\n",
};

/* What a launch on at most `jobs` processors gives. */
static void large_as_text(const char *jobs, const char *source, struct wb_str *out) {
  static int x[LARGE], a[LARGE];
  struct wb_outcome outcome;
  struct wb_error err = {0};
  for (int i = 0; i < LARGE; i++) a[i] = i * 7 % 1000;
  setenv("WORKBENCH_JOBS", jobs, 1);
  struct wb_device *device = lab_open("emulator");
  unsetenv("WORKBENCH_JOBS");
  wb_handle program = device != NULL ? lab_build(device, source) : 0;
  const struct lab_launch lab = {.kernel = "test",
                                 .global = {LARGE},
                                 .local = {64},
                                 .arrays = {{"x", {WB_INT, 1}, WB_BUFFER_WRITE_ONLY, x, sizeof x},
                                            {"a", {WB_INT, 1}, WB_BUFFER_READ_ONLY, a, sizeof a}},
                                 .n_arrays = 2};
  wb_outcome_init(&outcome);
  if (CHECK(program != 0) && CHECK(lab_run(device, program, &lab, &outcome, &err) == WB_OK)) {
    add_outcome(out, &outcome);
    wb_str_add_bytes(out, (const char *)x, sizeof x);
  }
  wb_outcome_release(&outcome);
  wb_device_close(device);
}

static void check_slices(size_t k) {
  struct wb_str one, many;
  static const char *const jobs[] = {"2", "7"};
  wb_str_init(&one);
  large_as_text("1", LARGE_KERNELS[k], &one);
  for (int i = 0; i < 2; i++) {
    wb_str_init(&many);
    large_as_text(jobs[i], LARGE_KERNELS[k], &many);
    if (!CHECK(one.length == many.length && memcmp(one.data, many.data, one.length) == 0))
      printf("# kernel %zu on %s processors:\n%.2000s# not\n%.2000s", k, jobs[i], many.data,
             one.data);
    wb_str_release(&many);
  }
  wb_str_release(&one);
}

static void slices_change_nothing(void) {
  enum { KERNELS = sizeof LARGE_KERNELS / sizeof LARGE_KERNELS[0] };
  bool takes[KERNELS];
  struct wb_device *device = lab_open("emulator");
  if (device == NULL) return;
  wb_device_close(device);
  sample_choose(LARGE_KERNELS, KERNELS, PERIOD, "large launches", takes);
  for (size_t k = 0; k < KERNELS; k++)
    if (takes[k]) check_slices(k);
}

/* ---- launches that turn out long ------------------------------------------------------ */

/* Few work-items, whose loops nobody can foresee: a trial in quick code is given up on the way.
 * What it had written must be taken back: all of it is read again, or never written elsewhere. */
static const char *const LONG_KERNELS[] = {
    "__kernel void test(__global int *x, __global int *y) {\n"
    "  size_t i = get_global_id(0);\n"
    "  for (int k = 0; k < 100000; k++) x[i] += y[i] ^ k;\n}\n",
    "__kernel void test(__global int *x, __global int *y) {\n"
    "  size_t i = get_global_id(0);\n"
    "  if (i == 7) y[i] = x[8];\n"
    "  for (int k = 0; k < 100000; k++) x[i] = x[i] * 3 + k;\n}\n",
    "__kernel void test(__global int *x, __global int *y) {\n"
    "  size_t i = get_global_id(0);\n"
    "  int sum = 0;\n"
    "  for (int k = 0; k < 100000; k++) sum += x[i] ^ k;\n"
    "  x[i] = sum;\n"
    "  y[i] = i % 3 == 0 ? y[i] : 1;\n}\n",
};
enum { FEW_ITEMS = 64 };

static void long_as_text(const char *tier, const char *source, struct wb_str *out) {
  int x[FEW_ITEMS], y[FEW_ITEMS];
  struct wb_outcome outcome;
  struct wb_error err = {0};
  for (int i = 0; i < FEW_ITEMS; i++) x[i] = y[i] = i * 7;
  if (tier != NULL) setenv("WORKBENCH_TIER", tier, 1);
  struct wb_device *device = lab_open("emulator");
  unsetenv("WORKBENCH_TIER");
  wb_handle program = device != NULL ? lab_build(device, source) : 0;
  const struct lab_launch lab = {.kernel = "test",
                                 .global = {FEW_ITEMS},
                                 .local = {16},
                                 .arrays = {{"x", {WB_INT, 1}, WB_BUFFER_READ_WRITE, x, sizeof x},
                                            {"y", {WB_INT, 1}, WB_BUFFER_WRITE_ONLY, y, sizeof y}},
                                 .n_arrays = 2};
  wb_outcome_init(&outcome);
  if (CHECK(program != 0) && CHECK(lab_run(device, program, &lab, &outcome, &err) == WB_OK)) {
    add_outcome(out, &outcome);
    wb_str_add_bytes(out, (const char *)x, sizeof x);
    wb_str_add_bytes(out, (const char *)y, sizeof y);
  }
  wb_outcome_release(&outcome);
  wb_device_close(device);
}

static void check_trial(size_t k) {
  static const char *const TIERS[] = {"quick", "optimised"};
  struct wb_str chosen;
  wb_str_init(&chosen);
  long_as_text(NULL, LONG_KERNELS[k], &chosen);
  for (int i = 0; i < 2; i++) {
    struct wb_str forced;
    wb_str_init(&forced);
    long_as_text(TIERS[i], LONG_KERNELS[k], &forced);
    if (!CHECK(chosen.length == forced.length &&
               memcmp(chosen.data, forced.data, chosen.length) == 0))
      printf("# kernel %zu in %s code:\n%.2000s# not\n%.2000s", k, TIERS[i], forced.data,
             chosen.data);
    wb_str_release(&forced);
  }
  wb_str_release(&chosen);
}

static void trials_change_nothing(void) {
  enum { KERNELS = sizeof LONG_KERNELS / sizeof LONG_KERNELS[0] };
  bool takes[KERNELS];
  struct wb_device *device = lab_open("emulator");
  if (device == NULL) return;
  wb_device_close(device);
  sample_choose(LONG_KERNELS, KERNELS, KERNELS, "long launches", takes);
  for (size_t k = 0; k < KERNELS; k++)
    if (takes[k]) check_trial(k);
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* A kernel that ends quickly and has findings. */
static bool is_interesting(const char *path) {
  struct corpus c;
  corpus_read(&c, path);
  bool interesting = c.problem[0] == '\0' && c.n_expects > 0 && c.compile_error_line == 0 &&
                     c.outcome == WB_OUTCOME_DONE;
  corpus_release(&c);
  return interesting;
}

static void reports_repeat(void) {
  const uint64_t otherwise = sample_is_wanted() ? SAMPLE_KERNELS : DEFAULT_KERNELS;
  uint64_t wanted = lab_setting("DETERMINISM_KERNELS", otherwise), seen = 0;
  uint64_t every = wanted < ABOUT_ALL && wanted > 0 ? ABOUT_ALL / wanted : 1;
  struct wb_device *device = lab_open("emulator");
  if (device == NULL) return;
  wb_device_close(device);
  for (size_t f = 0; f < sizeof FOLDERS / sizeof FOLDERS[0]; f++) {
    char *folder = wb_path_join("tests/kernels", FOLDERS[f]);
    struct wb_names names;
    wb_names_init(&names);
    CHECK(wb_directory_list(folder, &names, NULL) == WB_OK);
    for (size_t i = 0; i < names.count; i++) {
      char *path = wb_path_join(folder, names.items[i]);
      if (wb_ends_with(path, ".cl") && is_interesting(path) &&
          (seen++ + sample_commits()) % every == 0)
        check_kernel(path);
      free(path);
    }
    wb_names_release(&names);
    free(folder);
  }
  CHECK(seen > 0);
}

int main(void) {
  lab_use_build();
  tap_run("a report is the same every time and on any number of cores", reports_repeat);
  tap_run("a large launch gives the same on any number of processors", slices_change_nothing);
  tap_run("a launch that turns out long gives the same in better code", trials_change_nothing);
  return tap_finish();
}
