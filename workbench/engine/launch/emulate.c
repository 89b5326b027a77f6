#include "launch/emulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

#include "base/nearest.h"
#include "launch/emulate_private.h"
#include "device/language.h"
#include "device/registry.h"
#include "launch/group_size.h"
#include "launch/source_file.h"
#include "sandbox/sandbox.h"

enum { COMPILE_MS = 20000, OUTPUT_BYTES = 1 << 20, MOST_KERNELS = 256 };

/* ---- the program ------------------------------------------------------------------ */

static struct wb_build_request request_of(const struct wb_emulate *job) {
  return (struct wb_build_request){.source = job->source,
                                   .length = job->source_length,
                                   .file_name = job->file,
                                   .include_directory = job->folder,
                                   .more_includes = job->includes,
                                   .n_more_includes = job->n_includes,
                                   .any_include = true,
                                   .options = job->options,
                                   .time_limit_ms = COMPILE_MS,
                                   .profile = job->profile};
}

enum wb_status wb_emulate_build_traced(struct wb_emulate_work *w, struct wb_error *err) {
  struct wb_build_request request = request_of(w->job);
  request.profile = true;
  wb_build_result_init(&w->built);
  return wb_device_build(w->device, &request, &w->built, err);
}

static enum wb_status build_program(struct wb_emulate_work *w, struct wb_error *err) {
  const struct wb_build_request request = request_of(w->job);
  struct wb_result *result = &w->job->result.result;
  enum wb_status status = wb_device_build(w->device, &request, &w->built, err);
  if (status != WB_OK && status != WB_ERR_COMPILE) return status;
  result->language = wb_build_language(&request);
  result->compile_log = w->built.log;
  result->diagnostics = w->built.diagnostics;
  result->n_diagnostics = w->built.n_diagnostics;
  w->built.log = NULL;
  w->built.diagnostics = NULL;
  w->built.n_diagnostics = 0;
  if (status == WB_ERR_COMPILE) {
    result->verdict = WB_VERDICT_COMPILE_ERROR;
    if (result->n_diagnostics == 0 && result->compile_log[0] == '\0')
      wb_source_file_complain(result, 0, "%s", err->message);
  }
  return status;
}

/* The names of "a;b;c", in place. */
static size_t split_names(char *text, const char **names, size_t max) {
  size_t count = 0;
  char *rest = NULL;
  for (char *name = text != NULL ? strtok_r(text, ";", &rest) : NULL; name != NULL && count < max;
       name = strtok_r(NULL, ";", &rest))
    names[count++] = name;
  return count;
}

static enum wb_status no_such_kernel(const char *wanted, const char *const *names, size_t count,
                                     struct wb_error *err) {
  const char *nearest = wanted != NULL ? wb_nearest(wanted, names, count) : NULL;
  struct wb_str text;
  wb_str_init(&text);
  if (wanted != NULL)
    wb_str_addf(&text, "there is no kernel '%s' in the file", wanted);
  else
    wb_str_addf(&text, "the file has %zu kernels; choose one with --kernel", count);
  if (nearest != NULL) wb_str_addf(&text, "; did you mean '%s'?", nearest);
  wb_str_add(&text, nearest != NULL ? " There is: " : ": ");
  for (size_t i = 0; i < count; i++) wb_str_addf(&text, "%s%s", i > 0 ? ", " : "", names[i]);
  wb_fail(err, WB_ERR_USAGE, "%s", text.data);
  wb_str_release(&text);
  return WB_ERR_USAGE;
}

static enum wb_status choose_kernel(struct wb_emulate_work *w, struct wb_error *err) {
  const char *names[MOST_KERNELS];
  const char *wanted = w->job->kernel, *chosen = NULL;
  struct wb_emulation *result = &w->job->result;
  size_t count = split_names(w->built.kernels, names, MOST_KERNELS);
  if (count == 0) {
    wb_source_file_complain(&result->result, 0,
                            "the file has no kernel; one begins with `__kernel void NAME(`");
    return WB_ERR_COMPILE;
  }
  for (size_t i = 0; i < count; i++)
    if (wanted == NULL ? count == 1 : strcmp(names[i], wanted) == 0) chosen = names[i];
  if (chosen == NULL) return no_such_kernel(wanted, names, count, err);
  result->kernel = wb_strdup(chosen);
  return wb_kernel_info(w->device, w->built.program, chosen, &w->kernel, err);
}

/* ---- the launch --------------------------------------------------------------------- */

static uint64_t memory_of_machine(void) {
  struct sysinfo system;
  return sysinfo(&system) == 0 ? (uint64_t)system.totalram * system.mem_unit : 0;
}

static void choose_local(struct wb_emulate_work *w) {
  struct wb_emulate *job = w->job;
  if (!job->has_local)
    wb_sizes_choose_local(job->dimensions, job->global, w->kernel.required_group_size,
                          (size_t)w->info.max_group_size, job->local);
  job->result.local_chosen = !job->has_local;
  memcpy(job->result.local, job->local, sizeof job->local);
}

/* Whether the kernel takes no groups of this size: then that is the outcome. */
static bool refuses_groups(struct wb_emulate_work *w) {
  const struct wb_emulate *job = w->job;
  const struct wb_sized_kernel kernel = {.name = job->result.kernel,
                                         .source = job->source,
                                         .length = job->source_length,
                                         .group_size = w->kernel.required_group_size};
  w->outcome.n_findings = wb_group_size_differs(&kernel, job->local, &w->outcome.findings[0]);
  return w->outcome.n_findings > 0;
}

enum wb_status wb_emulate_launch(struct wb_emulate_work *w, const struct wb_schedule *schedule,
                                 uint64_t trace_bytes, struct wb_outcome *outcome,
                                 struct wb_error *err) {
  const struct wb_emulate *job = w->job;
  struct wb_launch launch = {.program = w->built.program,
                             .kernel = job->result.kernel,
                             .dimensions = job->dimensions,
                             .args = w->arguments.items,
                             .n_args = job->n_args,
                             .limits = {.time_ms = job->time_limit_ms,
                                        .memory_bytes = memory_of_machine(),
                                        .output_bytes = OUTPUT_BYTES},
                             .schedule = *schedule,
                             .subgroup = job->subgroup,
                             .trace_bytes = trace_bytes};
  for (unsigned d = 0; d < 3; d++) {
    launch.global[d] = job->global[d];
    launch.local[d] = job->local[d];
    launch.offset[d] = job->offset[d];
  }
  enum wb_status status = wb_device_launch(w->device, &launch, outcome, err);
  if (status == WB_OK) status = wb_device_finish(w->device, err);
  return status;
}

/* ---- the whole ----------------------------------------------------------------------- */

static void report_phase(struct wb_emulate_work *w, const char *what) {
  atomic_store(&w->job->phase, what);
}

/* A worker that dies or hangs in a launch, where kernels run in the worker
 * itself, is what the kernel did to it. */
static enum wb_status blame_kernel(struct wb_emulate_work *w, enum wb_status status,
                                   const struct wb_error *err) {
  if (w->info.checks ||
      (status != WB_ERR_CRASH && status != WB_ERR_LIMIT && status != WB_ERR_REFUSED))
    return status;
  w->outcome.kind = status == WB_ERR_LIMIT     ? WB_OUTCOME_TIME_LIMIT
                    : status == WB_ERR_REFUSED ? WB_OUTCOME_SECURITY
                                               : WB_OUTCOME_CRASHED;
  snprintf(w->outcome.detail, sizeof w->outcome.detail, "%.300s", err->message);
  wb_emulate_take_outcome(w);
  return WB_ERR_CRASH;
}

/* Which may read the files that the kernel includes. */
static enum wb_status start_device(struct wb_emulate_work *w, struct wb_error *err) {
  const struct wb_emulate *job = w->job;
  const char *folders[WB_MAX_INCLUDES + 2] = {job->folder};
  size_t n = job->folder != NULL;
  for (size_t i = 0; i < job->n_includes && i < WB_MAX_INCLUDES; i++)
    folders[n++] = job->includes[i];
  return wb_device_start(job->device, folders, job->cancel_fd, &w->device, err);
}

/* For all that is started from here, so that it need not be found out again. */
static enum wb_status choose_walls(struct wb_error *err) {
  struct wb_walls walls;
  enum wb_status status = wb_walls_choose(&walls, err);
  return status == WB_OK ? wb_walls_hand_on(&walls, err) : status;
}

static enum wb_status run_launch(struct wb_emulate_work *w, struct wb_error *err) {
  struct wb_emulate *job = w->job;
  report_phase(w, "compiling");
  enum wb_status status = choose_walls(err);
  if (status == WB_OK) status = start_device(w, err);
  if (status == WB_OK) status = wb_device_info(w->device, &w->info, err);
  if (status == WB_OK) {
    job->result.checks = w->info.checks;
    wb_result_take_walls(&job->result.result, &w->info.walls);
    job->result.result.device = wb_strdup(w->info.name);
    status = build_program(w, err);
  }
  if (status == WB_OK) status = choose_kernel(w, err);
  if (status == WB_OK) choose_local(w);
  report_phase(w, "making the arguments");
  w->arguments.device = w->device;
  if (status == WB_OK) status = wb_emulate_make_args(w, err);
  if (status != WB_OK) return status;
  report_phase(w, "running");
  if (refuses_groups(w)) {
    wb_emulate_take_outcome(w);
    return WB_OK;
  }
  status = wb_emulate_launch(w, &job->schedule, job->trace_file != NULL ? WB_TRACE_MAX : 0,
                             &w->outcome, err);
  if (status != WB_OK) return blame_kernel(w, status, err);
  wb_emulate_take_outcome(w);
  report_phase(w, "reading the results");
  status = wb_emulate_read_buffers(w, err);
  if (status == WB_OK) status = wb_emulate_write_trace(w, err);
  if (status == WB_OK && job->orders) report_phase(w, "running in other orders");
  if (status == WB_OK && job->orders) status = wb_emulate_try_orders(w, err);
  return status;
}

void wb_emulate_run(struct wb_emulate *job) {
  struct wb_emulate_work *w = wb_alloc(sizeof *w);
  struct wb_error err = {0};
  struct wb_result *result = &job->result.result;
  w->job = job;
  result->verdict = WB_VERDICT_ACCEPTED;
  wb_build_result_init(&w->built);
  wb_outcome_init(&w->outcome);
  enum wb_status status = run_launch(w, &err);
  bool decided = result->verdict == WB_VERDICT_COMPILE_ERROR ||
                 (status == WB_ERR_CRASH && result->n_cases > 0 && !w->info.checks);
  if (status != WB_OK && !decided) wb_source_file_fail(result, &err);
  wb_outcome_release(&w->outcome);
  wb_build_result_release(&w->built);
  wb_device_close(w->device);
  free(w);
}

void wb_emulation_release(struct wb_emulation *emulation) {
  wb_result_release(&emulation->result);
  free(emulation->kernel);
  for (size_t i = 0; i < emulation->n_dumps; i++) {
    free(emulation->dumps[i].name);
    free(emulation->dumps[i].undefined);
    wb_tensor_release(&emulation->dumps[i].content);
  }
  free(emulation->dumps);
  free(emulation->lines);
  free(emulation->trace_file);
  memset(emulation, 0, sizeof *emulation);
}
