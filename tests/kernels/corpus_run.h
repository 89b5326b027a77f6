/* Runs kernels of the corpus (kernels/corpus.h) on a device and compares what
 * is found with what the kernels' comments expect. One TAP line a file.
 *
 * On a device that checks, every kernel runs in four orders of work-items and
 * findings must be the expected ones exactly. On others only kernels that are
 * clean run, and their outputs are compared; what a driver is known not to do
 * (tests/kernels/drivers.txt) is skipped.
 *
 * A sample (tests/sample.h) has two of the orders, forward and one that is drawn for the kernel,
 * and of the kernels one in corpus_period, or in CORPUS_PERIOD of the environment. */
#ifndef WB_TESTS_KERNELS_CORPUS_RUN_H
#define WB_TESTS_KERNELS_CORPUS_RUN_H

#include "device/param.h"
#include "kernels/corpus.h"
#include "launch/arguments.h"
#include "sample.h"
#include "tap.h"
#include "tensor/compare.h"

static const struct {
  const char *name;
  struct wb_schedule schedule;
} corpus_schedules[] = {
    {"forward", {.kind = WB_SCHEDULE_FORWARD}},
    {"reverse", {.kind = WB_SCHEDULE_REVERSE}},
    {"shuffle", {.kind = WB_SCHEDULE_SHUFFLE, .seed = 7}},
    {"interleave", {.kind = WB_SCHEDULE_INTERLEAVE, .seed = 7}},
    {"stale", {.kind = WB_SCHEDULE_STALE}},
};
enum { CORPUS_SCHEDULES = sizeof corpus_schedules / sizeof corpus_schedules[0] };

/* Of so many kernels a sample has one. */
static uint32_t corpus_period = 1;

/* Where kernels may take the device with them: gives one that lives, the same as long
 * as it does. */
static struct wb_device *(*corpus_device)(void);

/* Every kernel is built to be profiled, and traced: what is found is the same. */
static bool corpus_is_profiled;

/* Every kernel is launched once more, in slices that run in processes of their own as soon as
 * there are several groups: findings and outputs are the same. */
static bool corpus_is_sliced;

static inline bool fail(const char *schedule, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static inline bool fail(const char *schedule, const char *format, ...) {
  va_list args;
  va_start(args, format);
  printf("#   %s: ", schedule);
  vprintf(format, args);
  printf("\n");
  va_end(args);
  tap_state.current_failed = true;
  return false;
}

/* ---- findings ------------------------------------------------------------------ */

static inline void print_finding(const char *schedule, const struct wb_finding *f,
                                 const char *what) {
  fail(schedule, "%s: line %u: %s %s %s[%lld] (other line %u): %s", what, f->line,
       wb_severity_name(f->severity), wb_finding_kind_name(f->kind), f->array, (long long)f->index,
       f->other.line, f->message);
}

/* Which of its two sides a race is reported at depends on the order, and so
 * does the barrier at which a divergence is noticed. */
static inline bool lines_match(const struct corpus_expect *e, const struct wb_finding *f) {
  if (e->kind == WB_BARRIER_DIVERGENCE && !e->has_other_line)
    return e->line == f->line || (f->other.present && e->line == f->other.line);
  if (e->kind != WB_DATA_RACE && e->kind != WB_BARRIER_DIVERGENCE)
    return e->line == f->line && (!e->has_other_line || e->other_line == f->other.line);
  return (e->line == f->line && e->other_line == f->other.line) ||
         (e->line == f->other.line && e->other_line == f->line);
}

static inline bool matches(const struct corpus_expect *e, const struct wb_finding *f,
                           bool forward) {
  return e->kind == f->kind && e->severity == f->severity && lines_match(e, f) &&
         (e->array[0] == '\0' || strcmp(e->array, f->array) == 0) &&
         (e->cause == WB_RACE_NO_CAUSE || e->cause == f->cause) &&
         (!e->has_index || !forward || (f->has_index && e->index == f->index));
}

/* What no launch finds whose work-items are interleaved: it does not ask what is ordered. */
static inline bool needs_order(enum wb_finding_kind kind) {
  return kind == WB_DATA_RACE || kind == WB_DEADLOCK || kind == WB_ASYNC_COPY_MISUSE;
}

/* Whether the kernel waits for what never comes. Where work-items are interleaved, a wait ends in
 * time, or at the limit. */
static inline bool waits_in_vain(const struct corpus *c) {
  bool waits = false;
  for (size_t i = 0; i < c->n_expects; i++)
    waits |= c->expects[i].kind == WB_DEADLOCK && c->expects[i].severity == WB_SEVERITY_ERROR;
  return waits;
}

static inline void compare_findings(const struct corpus *c, const struct wb_outcome *outcome,
                                    const char *schedule, bool forward) {
  const bool interleaved = strcmp(schedule, "interleave") == 0;
  bool met[CORPUS_MAX_EXPECTS] = {false};
  for (size_t i = 0; i < outcome->n_findings; i++) {
    bool expected = false;
    for (size_t k = 0; k < c->n_expects; k++) {
      if (!matches(&c->expects[k], &outcome->findings[i], forward)) continue;
      met[k] = expected = true;
    }
    if (!expected) print_finding(schedule, &outcome->findings[i], "not expected");
  }
  for (size_t k = 0; k < c->n_expects; k++) {
    const struct corpus_expect *e = &c->expects[k];
    if (e->required && !met[k] && !(interleaved && needs_order(e->kind)))
      fail(schedule, "missing: line %u: %s %s %s", e->line, wb_severity_name(e->severity),
           wb_finding_kind_name(e->kind), e->array);
  }
}

/* ---- one launch ------------------------------------------------------------------ */

static inline enum wb_buffer_access access_of(const struct corpus_arg *arg) {
  if (arg->spec.read_only) return WB_BUFFER_READ_ONLY;
  return arg->content.data == NULL ? WB_BUFFER_WRITE_ONLY : WB_BUFFER_READ_WRITE;
}

/* A null pointer is of the parameter's type. */
static inline struct wb_dtype null_type(struct wb_device *device, wb_handle program,
                                        const char *kernel, size_t index) {
  struct wb_kernel_info *info = wb_alloc(sizeof *info);
  struct wb_param_type type = {.type = {WB_UCHAR, 1}};
  if (wb_kernel_info(device, program, kernel, info, NULL) == WB_OK && index < info->n_params)
    type = wb_param_type_of(info->params[index].type_name);
  free(info);
  return type.type;
}

static inline enum wb_status make_arg(struct wb_arguments *arguments, const struct corpus_arg *from,
                                      struct wb_dtype type, struct wb_error *err) {
  struct wb_buffer_desc desc = {.name = from->name, .type = type, .access = access_of(from)};
  const struct wb_content content = {
      .kind = from->content.data != NULL ? WB_CONTENT_BYTES : WB_CONTENT_UNWRITTEN,
      .bytes = from->content.data};
  enum wb_status status = WB_OK;
  wb_arg_spec_bytes(&from->spec, &desc.bytes);
  switch (from->spec.kind) {
    case WB_SPEC_NULL:
      wb_arguments_add_null(arguments, from->name, type);
      break;
    case WB_SPEC_LOCAL:
      wb_arguments_add_local(arguments, from->name, type, desc.bytes);
      break;
    case WB_SPEC_VALUE:
      wb_arguments_add_scalar(arguments, from->name, type, 0, from->content.data);
      break;
    case WB_SPEC_BUFFER:
      status = wb_arguments_add_buffer(arguments, &desc, err);
      if (status == WB_OK)
        status = wb_arguments_fill(arguments, arguments->count - 1, &content, err);
      break;
  }
  if (status == WB_OK) wb_arguments_last(arguments)->image = from->image;
  return status;
}

/* All arguments of the kernel, on the device of `arguments`. */
static inline enum wb_status make_args(struct wb_arguments *arguments, const struct corpus *c,
                                       wb_handle program, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < c->n_args && status == WB_OK; i++) {
    const struct corpus_arg *arg = &c->args[i];
    const bool null = arg->spec.kind == WB_SPEC_NULL;
    status =
        make_arg(arguments, arg,
                 null ? null_type(arguments->device, program, c->kernel, i) : arg->spec.type, err);
  }
  return status;
}

static inline void compare_output(const struct wb_arguments *arguments, const struct corpus *c,
                                  size_t index, const char *schedule) {
  const struct corpus_arg *arg = &c->args[index];
  const struct wb_tolerance tolerance = {.atol = c->tolerance * 0.1, .rtol = c->tolerance};
  struct wb_tensor got;
  struct wb_comparison result;
  char expected_text[128], got_text[128];
  if (!CHECK(wb_tensor_copy(&got, &arg->expected, NULL) == WB_OK)) return;
  CHECK(wb_arguments_read(arguments, index, &got, NULL) == WB_OK);
  wb_tensor_compare(&arg->expected, &got, &tolerance, &result);
  if (!result.equal) {
    wb_tensor_format(&arg->expected, result.first, expected_text, sizeof expected_text);
    wb_tensor_format(&got, result.first, got_text, sizeof got_text);
    fail(schedule, "%s[%zu] is %s, expected %s", arg->name, result.first, got_text, expected_text);
  }
  wb_tensor_release(&got);
}

static inline void compare_counts(const struct corpus_counts *counts,
                                  const struct wb_outcome *outcome, const char *schedule) {
  for (size_t i = 0; i < counts->n; i++) {
    const char *name = counts->counters[i].name;
    uint64_t got = wb_counter_value(&outcome->counters, name, NULL);
    if (got != counts->counters[i].value)
      fail(schedule, "%s is %llu with sub-groups of %u, expected %llu", name,
           (unsigned long long)got, counts->width, (unsigned long long)counts->counters[i].value);
  }
}

/* What is counted of single arrays adds up to the counters, and so does what the work-item that has
 * the most has of each. */
static inline void compare_arrays(const struct wb_outcome *outcome, const char *schedule) {
  struct wb_counters counters = outcome->counters;
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++) {
    struct wb_access_counter of;
    uint64_t sum = 0;
    if (!wb_counter_is_of_accesses(i, &of)) continue;
    for (size_t k = 0; k < outcome->n_arrays; k++) {
      const struct wb_array_count *one = &outcome->arrays[k];
      if (one->memory == of.memory && one->access == of.access)
        sum += of.of_one ? one->share : one->total;
    }
    if (sum != *wb_counter_at(&counters, i))
      fail(schedule, "%s is %llu, and those of its arrays are %llu", wb_counter_names()[i],
           (unsigned long long)*wb_counter_at(&counters, i), (unsigned long long)sum);
  }
}

static inline void check_outcome(const struct corpus *c, const struct wb_outcome *outcome,
                                 const char *schedule, bool checks, bool forward) {
  if (outcome->kind != c->outcome)
    fail(schedule, "outcome %d (%s), expected %d", outcome->kind, outcome->detail, c->outcome);
  if (checks) compare_findings(c, outcome, schedule, forward);
  /* Those of a work-item that is given up, since it waits for ever, are in its arrays alone. */
  if (outcome->kind == WB_OUTCOME_DONE && outcome->counters.subgroup > 0 &&
      outcome->counters.items == (uint64_t)c->global[0] * c->global[1] * c->global[2])
    compare_arrays(outcome, schedule);
  if (c->printed[0] != '\0' && (outcome->text == NULL || strstr(outcome->text, c->printed) == NULL))
    fail(schedule, "printed \"%s\", expected \"%s\"", outcome->text != NULL ? outcome->text : "",
         c->printed);
}

/* What a launch left in its buffers, as a number; *clean: nothing was found in it. */
struct corpus_left {
  bool known; /* there was a launch */
  bool clean;
  uint64_t hash; /* FNV-1a */
};

static inline void hash_buffer(const struct wb_arguments *arguments, const struct corpus *c,
                               size_t index, struct corpus_left *left) {
  struct wb_tensor got;
  if (!CHECK(wb_tensor_copy(&got, &c->args[index].expected, NULL) == WB_OK)) return;
  CHECK(wb_arguments_read(arguments, index, &got, NULL) == WB_OK);
  const unsigned char *content = got.data;
  for (size_t i = 0; i < wb_tensor_bytes(&got); i++)
    left->hash = (left->hash ^ content[i]) * UINT64_C(0x100000001B3);
  wb_tensor_release(&got);
}

/* `counts` and `left` may be NULL. */
static inline void run_once(struct wb_device *device, const struct corpus *c, wb_handle program,
                            bool checks, size_t which, const struct corpus_counts *counts,
                            struct corpus_left *left) {
  const char *name = corpus_schedules[which].name;
  struct wb_arguments arguments = {.device = device};
  struct wb_outcome outcome;
  struct wb_error err = {0};
  struct wb_launch launch = {.program = program,
                             .kernel = c->kernel,
                             .dimensions = c->dimensions,
                             .args = arguments.items,
                             .n_args = c->n_args,
                             .limits = {c->time_ms, 256u << 20, 65536, c->steps},
                             .schedule = corpus_schedules[which].schedule,
                             .subgroup = c->subgroup,
                             .prints_told = c->prints_judged};
  if (counts != NULL) launch.subgroup = counts->width;
  if (corpus_is_profiled) launch.trace_bytes = 1 << 16;
  memcpy(launch.global, c->global, sizeof launch.global);
  memcpy(launch.local, c->local, sizeof launch.local);
  enum wb_status status = make_args(&arguments, c, program, &err);
  wb_outcome_init(&outcome);
  if (status == WB_OK) status = wb_device_launch(device, &launch, &outcome, &err);
  if (status == WB_OK) status = wb_device_finish(device, &err);
  if (status == WB_OK) check_outcome(c, &outcome, name, checks, which == 0);
  if (status == WB_OK && counts != NULL)
    compare_counts(counts, &outcome, name);
  else if (status != WB_OK)
    fail(name, "%s", err.message);
  for (size_t i = 0; i < arguments.count && status == WB_OK; i++) {
    if (wb_arguments_buffer(&arguments, i) == 0) continue;
    if (c->args[i].has_expected) compare_output(&arguments, c, i, name);
    if (left != NULL) hash_buffer(&arguments, c, i, left);
  }
  wb_arguments_release(&arguments, NULL);
  if (left != NULL)
    left->clean = status == WB_OK && outcome.kind == WB_OUTCOME_DONE && outcome.n_findings == 0;
  wb_outcome_release(&outcome);
}

/* ---- orders -------------------------------------------------------------------- */

/* Which orders a kernel runs in: bit i is corpus_schedules[i]. */
enum { CORPUS_FORWARD = 1, CORPUS_EVERY_ORDER = (1 << CORPUS_SCHEDULES) - 1 };

/* All, or in a sample forward and one of the others. */
static inline unsigned orders_of(const char *path) {
  if (!sample_is_wanted()) return CORPUS_EVERY_ORDER;
  return CORPUS_FORWARD | 2U << sample_draw(path, corpus_period, CORPUS_SCHEDULES - 1);
}

/* All, or in a sample one of them. */
static inline unsigned sliced_orders_of(const char *path) {
  if (!sample_is_wanted()) return CORPUS_EVERY_ORDER;
  return 1U << sample_draw(path, corpus_period, CORPUS_SCHEDULES);
}

/* ---- one file ------------------------------------------------------------------ */

static inline void check_compile_error(const struct corpus *c,
                                       const struct wb_build_result *result) {
  for (size_t i = 0; i < result->n_diagnostics; i++)
    if (result->diagnostics[i].line == c->compile_error_line) return;
  fail("build", "no error at line %u in: %s", c->compile_error_line, result->log);
}

static inline void run_counts(struct wb_device *device, const struct corpus *c,
                              const struct wb_build_request *plain, unsigned orders) {
  struct wb_build_result result;
  struct wb_build_request request = *plain;
  struct wb_error err = {0};
  request.profile = true;
  wb_build_result_init(&result);
  if (wb_device_build(device, &request, &result, &err) == WB_OK) {
    for (size_t i = 0; i < c->n_counts; i++)
      for (size_t k = 0; k < CORPUS_SCHEDULES; k++)
        if ((orders >> k & 1) != 0)
          run_once(device, c, result.program, true, k, &c->counts[i], NULL);
    wb_program_release(device, result.program, NULL);
  } else {
    fail("profile", "%s", err.message);
  }
  wb_build_result_release(&result);
}

/* Whether launches of this process are cut into slices from now on, however little they do. */
static inline void slice_launches(bool sliced) {
  if (sliced) {
    setenv("WORKBENCH_JOBS", "3", 1);
    setenv("WORKBENCH_SLICE", "1", 1);
  } else {
    unsetenv("WORKBENCH_JOBS");
    unsetenv("WORKBENCH_SLICE");
  }
}

/* Whether the device proves for the kernel that no order of work-items matters; that is compared
 * with what the file says of it. */
static inline bool is_proven(struct wb_device *device, const struct corpus *c, wb_handle program) {
  struct wb_kernel_info info;
  struct wb_error err = {0};
  if (wb_kernel_info(device, program, c->kernel, &info, &err) != WB_OK) return false;
  const bool proven = info.n_orders <= 1;
  if (c->order[0] != '\0' && proven != (strcmp(c->order, "proven") == 0))
    fail("order", "%s", proven ? "proven not to matter" : "not proven not to matter");
  return proven;
}

/* In these orders. Where the device has `proven` that none matters, and nothing is found that could
 * make one matter, all of them leave the same behind as the first launch, which is *first. */
static inline void run_orders(struct wb_device *device, const struct corpus *c, wb_handle program,
                              bool checks, unsigned orders, bool proven,
                              struct corpus_left *first) {
  for (size_t i = 0; i < CORPUS_SCHEDULES; i++) {
    struct corpus_left left = {.known = true, .hash = UINT64_C(0xCBF29CE484222325)};
    if ((orders >> i & 1) == 0) continue;
    if (corpus_schedules[i].schedule.kind == WB_SCHEDULE_INTERLEAVE && waits_in_vain(c)) continue;
    run_once(device, c, program, checks, i, NULL, &left);
    if (!first->known) *first = left;
    if (proven && first->clean && left.clean && left.hash != first->hash)
      fail(corpus_schedules[i].name, "other bytes than before, though no order is to matter");
  }
}

/* Whole and in slices; on a device without checks once. */
static inline void run_built(struct wb_device *device, const struct corpus *c, const char *path,
                             wb_handle program, bool checks) {
  const bool proven = checks && is_proven(device, c, program);
  struct corpus_left first = {0};
  run_orders(device, c, program, checks, checks ? orders_of(path) : CORPUS_FORWARD, proven, &first);
  if (!corpus_is_sliced) return;
  const bool failed = tap_state.current_failed;
  slice_launches(true);
  run_orders(device, c, program, checks, sliced_orders_of(path), proven, &first);
  slice_launches(false);
  if (!failed && tap_state.current_failed) printf("# that was in slices\n");
}

static inline void run_corpus(struct wb_device *device, const struct corpus *c, const char *path,
                              bool checks) {
  struct wb_build_result result;
  struct wb_error err = {0};
  struct wb_build_request request = {.source = c->source,
                                     .length = strlen(c->source),
                                     .file_name = "corpus.cl",
                                     .options = c->options,
                                     .time_limit_ms = 10000,
                                     .profile = corpus_is_profiled};
  wb_build_result_init(&result);
  enum wb_status status = wb_device_build(device, &request, &result, &err);
  if (c->compile_error_line > 0 && status == WB_ERR_COMPILE)
    check_compile_error(c, &result);
  else if (c->compile_error_line > 0)
    fail("build", "status %s, expected an error in line %u", wb_status_name(status),
         c->compile_error_line);
  else if (status != WB_OK)
    fail("build", "%s: %s", err.message, result.log);
  if (status == WB_OK) {
    run_built(device, c, path, result.program, checks);
    wb_program_release(device, result.program, NULL);
    if (checks && c->n_counts > 0) run_counts(device, c, &request, orders_of(path));
  }
  wb_build_result_release(&result);
}

/* A kernel that a device without checks can be asked to run. */
static inline bool is_clean(const struct corpus *c) {
  return c->n_expects == 0 && c->outcome == WB_OUTCOME_DONE && c->compile_error_line == 0;
}

/* Why the device cannot do what the file asks: a line "DRIVER | FILE | REASON" of
 * tests/kernels/drivers.txt, whose DRIVER is a part of the device's vendor and whose
 * FILE is one, or a folder. The caller frees; NULL: it can. */
static inline char *known_inability(struct wb_device *device, const char *path) {
  static const char list[] = WB_TEST_ROOT "/tests/kernels/drivers.txt";
  struct wb_device_info info = {0};
  char line[512], *reason = NULL;
  FILE *file = fopen(list, "r");
  if (file == NULL) return wb_strdup("tests/kernels/drivers.txt cannot be read");
  wb_device_info(device, &info, NULL);
  while (reason == NULL && fgets(line, sizeof line, file) != NULL) {
    char driver[128], name[256], why[256];
    if (sscanf(line, "%127[^#|] | %255[^|] | %255[^\n]", driver, name, why) != 3) continue;
    driver[strcspn(driver, "\t")] = '\0';
    for (char *text = driver; text != NULL; text = text == driver ? name : NULL) {
      size_t length = strlen(text);
      while (length > 0 && text[length - 1] == ' ') text[--length] = '\0';
    }
    const char *below = strstr(path, "tests/kernels/");
    if (below != NULL && strstr(info.vendor, driver) != NULL &&
        wb_starts_with(below + strlen("tests/kernels/"), name))
      reason = wb_strdup(why);
  }
  fclose(file);
  return reason;
}

static inline void print_result(const struct corpus *c, const char *path, const char *skip) {
  const bool failed = tap_state.current_failed && skip == NULL;
  tap_state.run++;
  if (failed) tap_state.failed++;
  printf("%sok %d - %s: %s", failed ? "not " : "", tap_state.run, path, c->title);
  if (skip != NULL) printf(" # SKIP %s", skip);
  printf("\n");
  fflush(stdout);
}

static inline void test_file(struct wb_device *device, const char *path, bool checks) {
  struct corpus c;
  char *inability = NULL;
  tap_state.current_failed = false;
  corpus_read(&c, path);
  if (corpus_device != NULL) device = corpus_device();
  if (c.problem[0] != '\0')
    fail(path, "%s", c.problem);
  else if (!checks)
    inability = known_inability(device, path);
  if (c.problem[0] == '\0' && inability == NULL) run_corpus(device, &c, path, checks);
  print_result(&c, path, inability);
  free(inability);
  corpus_release(&c);
}

/* Whether the device is asked to run the file; one with a mistake fails on every device. */
static inline bool is_asked(const char *path, bool checks) {
  struct corpus c;
  corpus_read(&c, path);
  const bool asked = checks || c.problem[0] != '\0' || (is_clean(&c) && !c.emulator_only);
  corpus_release(&c);
  return asked;
}

/* Adds the files of a tree that the device is asked to run. */
static inline void add_tree(const char *path, bool checks, struct wb_names *files) {
  struct wb_names names;
  wb_names_init(&names);
  if (wb_is_directory(path)) {
    wb_directory_list(path, &names, NULL);
    for (size_t i = 0; i < names.count; i++) {
      char *child = wb_path_join(path, names.items[i]);
      add_tree(child, checks, files);
      free(child);
    }
  } else if (wb_ends_with(path, ".cl") && is_asked(path, checks)) {
    wb_names_add(files, path);
  }
  wb_names_release(&names);
}

static inline void test_files(struct wb_device *device, const struct wb_names *files,
                              const char *what, bool checks) {
  bool *takes = wb_alloc(files->count + 1);
  sample_choose((const char *const *)files->items, files->count, corpus_period, what, takes);
  for (size_t i = 0; i < files->count; i++)
    if (takes[i]) test_file(device, files->items[i], checks);
  free(takes);
}

/* Runs the folders and files that the arguments name, or all; `what`: "kernels on the emulator". */
static inline int corpus_main(struct wb_device *device, const char *what, int argc, char **argv) {
  struct wb_device_info info;
  struct wb_names files;
  const char *period = getenv("CORPUS_PERIOD");
  if (!CHECK(wb_device_info(device, &info, NULL) == WB_OK)) return 1;
  if (period != NULL) corpus_period = (uint32_t)strtoul(period, NULL, 10);
  corpus_is_profiled = getenv("CORPUS_PROFILED") != NULL;
  wb_names_init(&files);
  if (argc < 2) add_tree("tests/kernels", info.checks, &files);
  for (int i = 1; i < argc; i++) add_tree(argv[i], info.checks, &files);
  test_files(device, &files, what, info.checks);
  wb_names_release(&files);
  if (corpus_device == NULL) wb_device_close(device);
  return tap_finish();
}

#endif
