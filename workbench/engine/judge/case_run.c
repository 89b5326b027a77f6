#include "judge/case_run.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/counters.h"
#include "judge/blame.h"
#include "judge/case_budgets.h"
#include "judge/case_compare.h"
#include "judge/case_printed.h"

/* ---- before ------------------------------------------------------------------ */

struct wb_case_run *wb_case_run_new(void) {
  struct wb_case_run *run = malloc(sizeof *run);
  if (run == NULL) wb_bug("out of memory");
  memset(run, 0, offsetof(struct wb_case_run, arguments));
  run->arguments.count = 0;
  wb_outcome_init(&run->outcome);
  return run;
}

static enum wb_buffer_access access_of(enum wb_param_kind kind) {
  static const enum wb_buffer_access accesses[] = {[WB_PARAM_INPUT] = WB_BUFFER_READ_ONLY,
                                                   [WB_PARAM_OUTPUT] = WB_BUFFER_WRITE_ONLY,
                                                   [WB_PARAM_INOUT] = WB_BUFFER_READ_WRITE};
  return accesses[kind];
}

/* What the argument's tensor looks like: an output has none before. */
static const struct wb_tensor *tensor_of(const struct wb_param *param,
                                         const struct wb_case_arg *arg) {
  return param->kind == WB_PARAM_OUTPUT ? &arg->expected : &arg->before;
}

size_t wb_case_buffer_bytes(const struct wb_puzzle *puzzle, const struct wb_case *made, size_t i) {
  const struct wb_param *param = &puzzle->params[i];
  const bool buffer = param->kind != WB_PARAM_SCALAR && param->kind != WB_PARAM_LOCAL;
  return buffer ? wb_tensor_bytes(tensor_of(param, &made->args[i])) : 0;
}

size_t wb_case_bytes(const struct wb_puzzle *puzzle, const struct wb_case *made) {
  size_t bytes = 0;
  for (size_t i = 0; i < made->n_args; i++) bytes += wb_case_buffer_bytes(puzzle, made, i);
  return bytes;
}

static enum wb_status make_buffer(struct wb_case_run *run, size_t i, struct wb_error *err) {
  const struct wb_param *param = &run->job->puzzle->params[i];
  const struct wb_case_arg *arg = &run->made->args[i];
  const struct wb_buffer_desc desc = {.name = param->name,
                                      .type = param->type,
                                      .bytes = wb_tensor_bytes(tensor_of(param, arg)),
                                      .access = access_of(param->kind)};
  return wb_arguments_add_buffer(&run->arguments, &desc, err);
}

static enum wb_status fill_buffer(struct wb_case_run *run, size_t i, struct wb_error *err) {
  const struct wb_content content = {.kind = WB_CONTENT_BYTES,
                                     .bytes = run->made->args[i].before.data};
  return wb_param_has_input(run->job->puzzle->params[i].kind)
             ? wb_arguments_fill(&run->arguments, i, &content, err)
             : WB_OK;
}

static enum wb_status make_arg(struct wb_case_run *run, size_t i, struct wb_error *err) {
  const struct wb_param *param = &run->job->puzzle->params[i];
  const struct wb_case_arg *arg = &run->made->args[i];
  enum wb_status status = WB_OK;
  if (param->kind == WB_PARAM_LOCAL)
    wb_arguments_add_local(&run->arguments, param->name, param->type, arg->local_bytes);
  else if (param->kind == WB_PARAM_SCALAR)
    wb_arguments_add_scalar(&run->arguments, param->name, param->type, 0, arg->before.data);
  else
    status = make_buffer(run, i, err);
  return status;
}

/* Of one launch. */
static uint32_t time_limit(const struct wb_case_job *job) {
  return job->time_limit_ms > 0 ? job->time_limit_ms : job->puzzle->limits.time_ms;
}

/* Of all of them. */
static uint64_t whole_time_limit(const struct wb_case_run *run) {
  return (uint64_t)time_limit(run->job) * (run->made->n_stages > 1 ? WB_CASE_TIME_LIMITS : 1);
}

/* What is left of that for the launch that comes next, at least as much as lets it end with words
 * of its own. */
static uint32_t time_left(const struct wb_case_run *run) {
  const uint64_t whole = whole_time_limit(run), spent = run->spent_ns / 1000000;
  const uint64_t left = spent < whole ? whole - spent : 1;
  return left < time_limit(run->job) ? (uint32_t)left : time_limit(run->job);
}

static uint64_t output_left(const struct wb_case_run *run) {
  const uint64_t limit = wb_case_output_bytes(run->job->puzzle, run->made);
  return run->printed < limit ? limit - run->printed : 0;
}

static uint64_t step_limit(const struct wb_case_job *job) {
  const uint64_t usual = job->puzzle->limits.steps;
  return job->step_limit > 0 && job->step_limit < usual ? job->step_limit : usual;
}

/* As wb_launch_change_apply, but for groups whose size the kernel has chosen. */
static bool change_sizes(const struct wb_case *made, enum wb_launch_change change,
                         unsigned dimensions, size_t global[3], size_t local[3]) {
  size_t more[3], others[3];
  memcpy(more, global, sizeof more);
  memcpy(others, local, sizeof others);
  if (!wb_launch_change_apply(change, dimensions, more, others)) return false;
  if (made->local_by_kernel && memcmp(others, local, dimensions * sizeof others[0]) != 0)
    return false;
  memcpy(global, more, sizeof more);
  memcpy(local, others, sizeof others);
  return true;
}

bool wb_case_takes_change(const struct wb_case *made, enum wb_launch_change change) {
  bool takes = change == WB_LAUNCH_AS_IT_IS;
  for (size_t i = 0; i < made->n_stages && !takes; i++) {
    struct wb_case_stage sizes = made->stages[i];
    takes = change_sizes(made, change, sizes.dimensions, sizes.global, sizes.local);
  }
  return takes;
}

/* The case's arguments, in the order of the launch's kernel and with its values. */
static void choose_arguments(struct wb_case_run *run, const struct wb_case_stage *stage) {
  for (size_t i = 0; i < stage->n_args; i++) {
    const struct wb_case_stage_arg *from = &stage->args[i];
    run->given[i] = run->arguments.items[from->param];
    if (from->has_value)
      memcpy(run->given[i].value.scalar, from->value, wb_dtype_size(run->given[i].type));
  }
}

static struct wb_launch describe_launch(const struct wb_case_run *run) {
  const struct wb_puzzle_limits *limits = &run->job->puzzle->limits;
  const struct wb_case *made = run->made;
  const struct wb_case_stage *stage = &made->stages[run->stage];
  const bool traced = run->stage == run->job->traced_stage;
  struct wb_launch launch = {
      .program = run->job->program,
      .kernel = stage->entry,
      .dimensions = stage->dimensions,
      .args = run->given,
      .n_args = stage->n_args,
      .limits = {.time_ms = time_left(run),
                 .memory_bytes = limits->memory_bytes,
                 .output_bytes = output_left(run),
                 .steps = step_limit(run->job)},
      .schedule = run->job->schedule,
      .subgroup = run->job->subgroup != 0 ? run->job->subgroup : made->subgroup,
      .trace_bytes = traced ? run->job->trace_bytes : 0,
      .arrays_alone = run->job->arrays_alone,
      .prints_told = run->job->puzzle->printed != NULL,
      .prints_in_time = wb_puzzle_prints_in_order(run->job->puzzle)};
  for (unsigned d = 0; d < 3; d++) {
    launch.global[d] = d < stage->dimensions ? stage->global[d] : 1;
    launch.local[d] = d < stage->dimensions ? stage->local[d] : 1;
  }
  change_sizes(made, run->job->launch_change, stage->dimensions, launch.global, launch.local);
  return launch;
}

static enum wb_status start_launch(struct wb_case_run *run, struct wb_error *err) {
  choose_arguments(run, &run->made->stages[run->stage]);
  const struct wb_launch launch = describe_launch(run);
  return wb_device_launch(run->job->device, &launch, &run->outcome, err);
}

enum wb_status wb_case_launch(struct wb_case_run *run, const struct wb_case_job *job,
                              const struct wb_case *made, struct wb_error *err) {
  enum wb_status status = WB_OK;
  run->job = job;
  run->made = made;
  run->stage = 0;
  run->arguments.device = job->device;
  wb_case_text_init(&run->text);
  wb_outcome_init(&run->outcome);
  if (made->n_args != job->puzzle->n_params || made->n_args > WB_MAX_ARGS)
    wb_bug("a case with %zu arguments for %zu parameters", made->n_args, job->puzzle->n_params);
  if (made->n_stages == 0) wb_bug("a case without a launch");
  for (size_t i = 0; i < made->n_args && status == WB_OK; i++) status = make_arg(run, i, err);
  for (size_t i = 0; i < made->n_args && status == WB_OK; i++) status = fill_buffer(run, i, err);
  return status == WB_OK ? start_launch(run, err) : status;
}

/* ---- after ------------------------------------------------------------------- */

static bool was_refused(const struct wb_outcome *outcome) {
  for (size_t i = 0; i < outcome->n_findings; i++)
    if (outcome->findings[i].kind == WB_INVALID_LAUNCH ||
        outcome->findings[i].kind == WB_INVALID_ARGUMENT)
      return true;
  return false;
}

/* Whether a launch that has ended lets another one follow, and there is one. */
static bool goes_on(const struct wb_case_run *run) {
  return run->outcome.kind == WB_OUTCOME_DONE && !was_refused(&run->outcome) &&
         run->stage + 1 < run->made->n_stages;
}

static enum wb_status launch_next(struct wb_case_run *run, struct wb_error *err) {
  run->spent_ns += run->outcome.spent_ns;
  run->printed += run->outcome.text_length;
  run->stage++;
  wb_outcome_release(&run->outcome);
  wb_outcome_init(&run->outcome);
  return start_launch(run, err);
}

enum wb_status wb_case_run_to(struct wb_case_run *run, size_t stage, struct wb_error *err) {
  enum wb_status status = wb_device_finish(run->job->device, err);
  while (status == WB_OK && run->stage < stage && goes_on(run)) {
    status = launch_next(run, err);
    if (status == WB_OK) status = wb_device_finish(run->job->device, err);
  }
  return status;
}

/* The device failed: of the kernel, or by itself. Then `status` is returned. */
static enum wb_status blame_kernel(struct wb_case_run *run, enum wb_kernel_stage stage,
                                   enum wb_status status, struct wb_case_result *result,
                                   const struct wb_error *err) {
  const struct wb_blame blame = {.checks = run->job->info->checks,
                                 .stage = run->ran_before ? WB_KERNEL_RAN : stage,
                                 .had_memory = run->had_memory || stage == WB_KERNEL_RAN};
  if (stage == WB_KERNEL_LAUNCHED && status == WB_ERR_LIMIT && !blame.checks)
    wb_case_verdict(result, WB_VERDICT_TIME_LIMIT,
                    "the kernel ran longer than the %.1f s that it may",
                    time_limit(run->job) / 1000.0);
  else if (run->ours || !wb_blame_kernel(&blame, status, err, result))
    return status;
  run->device_lost = true;
  return WB_OK;
}

/* A warning is an error where the puzzle is strict about its kind, and so is a
 * race of stores, whatever they store, unless the puzzle allows it. */
void wb_case_be_strict(const struct wb_puzzle *puzzle, struct wb_finding *findings,
                       size_t n_findings) {
  for (size_t i = 0; i < n_findings; i++) {
    struct wb_finding *finding = &findings[i];
    const bool races = finding->kind == WB_DATA_RACE &&
                       !wb_names_have(&puzzle->allow, wb_finding_kind_name(WB_DATA_RACE));
    if (races || wb_names_have(&puzzle->strict, wb_finding_kind_name(finding->kind)))
      finding->severity = WB_SEVERITY_ERROR;
  }
}

/* A limit of the case that what its launches did before had come close to: the device knows of what
 * was left of it alone. */
static void reword_limit(const struct wb_case_run *run, struct wb_outcome *outcome) {
  if (outcome->kind == WB_OUTCOME_TIME_LIMIT && time_left(run) < time_limit(run->job))
    snprintf(outcome->detail, sizeof outcome->detail,
             "the launches ran longer than the %.1f s that they may together",
             (double)whole_time_limit(run) / 1000.0);
  if (outcome->kind == WB_OUTCOME_OUTPUT_LIMIT && run->printed > 0)
    snprintf(outcome->detail, sizeof outcome->detail,
             "the launches printed more than %llu bytes together",
             (unsigned long long)wb_case_output_bytes(run->job->puzzle, run->made));
}

static void take_undefined(struct wb_case_run *run) {
  const struct wb_case_stage *stage = &run->made->stages[run->stage];
  for (size_t i = 0; i < run->outcome.n_undefined; i++) {
    struct wb_undefined one = run->outcome.undefined[i];
    if (one.arg >= stage->n_args) continue;
    one.arg = (uint32_t)stage->args[one.arg].param;
    run->undefined = wb_grow(run->undefined, &run->undefined_capacity, run->n_undefined + 1,
                             sizeof *run->undefined);
    run->undefined[run->n_undefined++] = one;
  }
}

/* What a launch did, once it has ended. */
static void take_outcome(struct wb_case_run *run, struct wb_case_result *result) {
  wb_case_name_arrays(&run->made->stages[run->stage], run->outcome.arrays, run->outcome.n_arrays);
  if (run->job->puzzle->printed != NULL) wb_case_text_add(&run->text, &run->outcome, run->stage);
  wb_case_be_strict(run->job->puzzle, run->outcome.findings, run->outcome.n_findings);
  reword_limit(run, &run->outcome);
  take_undefined(run);
  wb_case_add_outcome(&run->outcome, (uint32_t)run->stage + 1, (uint32_t)run->made->n_stages,
                      result);
}

/* Waits for the launch under way, and makes those that follow. */
static enum wb_status run_launches(struct wb_case_run *run, struct wb_case_result *result,
                                   enum wb_kernel_stage *stage, struct wb_error *err) {
  enum wb_status status = WB_OK;
  bool more = true;
  while (status == WB_OK && more) {
    *stage = WB_KERNEL_LAUNCHED;
    if (run->stage + 1 == run->made->n_stages) wb_case_expect(run);
    /* Of several, none follows one of another case, which would cancel it by ending badly. */
    status = run->made->n_stages > 1
                 ? wb_device_finish(run->job->device, err)
                 : wb_device_finish_launch(run->job->device, &run->outcome, err);
    if (status != WB_OK) break;
    *stage = WB_KERNEL_RAN;
    take_outcome(run, result);
    more = goes_on(run);
    if (more) status = launch_next(run, err);
  }
  return status;
}

void wb_case_ask(const struct wb_case_run *run) {
  wb_case_expect(run);
  wb_device_ask(run->job->device, &run->outcome);
}

/* What the launches left behind, once they have ended. */
static enum wb_status look_at_buffers(struct wb_case_run *run, struct wb_case_result *result,
                                      struct wb_error *err) {
  enum wb_status status = WB_OK;
  const bool is_decided = run->job->verdict_only && result->verdict != WB_VERDICT_ACCEPTED;
  const bool compares =
      run->outcome.kind == WB_OUTCOME_DONE && !was_refused(&run->outcome) && !is_decided;
  if (compares) {
    status = wb_case_compare(run, result, err);
    wb_case_compare_printed(run->job->puzzle, run->made, &run->text, result);
  }
  /* A driver that stopped a kernel gives nothing more in this context. */
  run->device_lost = run->outcome.kind == WB_OUTCOME_CRASHED && !run->job->info->checks;
  if (status == WB_OK) status = wb_arguments_release(&run->arguments, err);
  if (status == WB_OK) wb_case_check_budgets(run->made, run->job->info->checks, result);
  return status;
}

/* A driver whose memory the kernel has overwritten dies when it likes: during
 * a launch, or when its buffers are read or released. */
enum wb_status wb_case_finish(struct wb_case_run *run, struct wb_case_result *result,
                              struct wb_error *err) {
  struct wb_error why = {0};
  enum wb_kernel_stage stage = WB_KERNEL_LAUNCHED;
  wb_case_begin(result);
  result->order = run->job->schedule;
  enum wb_status status = run_launches(run, result, &stage, &why);
  if (status == WB_OK) status = look_at_buffers(run, result, &why);
  if (status != WB_OK) status = blame_kernel(run, stage, status, result, &why);
  if (status != WB_OK && err != NULL) *err = why;
  wb_case_abandon(run);
  return status;
}

enum wb_status wb_case_not_launched(struct wb_case_run *run, enum wb_status status,
                                    struct wb_case_result *result, const struct wb_error *err) {
  wb_case_begin(result);
  status = blame_kernel(run, WB_KERNEL_COMPILED, status, result, err);
  wb_case_abandon(run);
  return status;
}

void wb_case_abandon(struct wb_case_run *run) {
  free(run->undefined);
  run->undefined = NULL;
  run->n_undefined = run->undefined_capacity = 0;
  wb_outcome_release(&run->outcome);
  wb_case_text_release(&run->text);
}
