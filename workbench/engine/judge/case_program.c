#include "judge/case_budgets.h"
#include "judge/case_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/str.h"
#include "judge/case_compare.h"
#include "judge/case_run.h"
#include "judge/program_launches.h"
#include "judge/recording.h"
#include "launch/outcome.h"
#include "result/host_protocol.h"

/* ---- what the program gets ------------------------------------------------------------------ */

static uint32_t time_limit(const struct wb_program_job *job) {
  return job->time_limit_ms > 0 ? job->time_limit_ms : job->puzzle->limits.time_ms;
}

/* By the wall clock: one that takes so long hangs. */
static uint32_t patience_ms(const struct wb_program_job *job) {
  return (uint32_t)wb_hang_limit_ms(time_limit(job) + WB_HOST_JUDGED_MORE_MS);
}

/* Which kernels an output must come from; released with the request. */
static char *makers_of(const struct wb_puzzle *puzzle, const struct wb_param *param) {
  struct wb_str names;
  wb_str_init(&names);
  if (param->from == WB_FROM_KERNELS) wb_str_add(&names, WB_ANY_KERNEL);
  for (size_t i = 0; i < puzzle->launches.count && param->from == WB_FROM_LAUNCHES; i++)
    wb_str_addf(&names, "%s%s", i > 0 ? " " : "", puzzle->launches.items[i]);
  return wb_str_detach(&names);
}

/* Lists of values as long as the puzzle's parameters; the text and files are the job's. */
static void make_request(const struct wb_program_job *job, const struct wb_case *made,
                         const struct wb_schedule *order, struct wb_host_request *request) {
  const struct wb_puzzle *puzzle = job->puzzle;
  *request = (struct wb_host_request){
      .label = (char *)job->label,
      .device = (char *)job->device,
      .text = (unsigned char *)job->text,
      .length = job->length,
      .files = (struct wb_host_file *)job->files,
      .n_files = job->n_files,
      .inputs = wb_alloc((puzzle->n_params + 1) * sizeof *request->inputs),
      .outputs = wb_alloc((puzzle->n_params + 1) * sizeof *request->outputs),
      .seed = made->order_seed,
      .schedule = (uint32_t)order->kind,
      .schedule_seed = order->seed,
      .subgroup = job->subgroup,
      .memory_bytes = puzzle->limits.memory_bytes,
      .output_bytes = puzzle->limits.output_bytes,
      .time_ms = time_limit(job),
      .timeline = puzzle->launches.count > 0 || job->timed,
      .takes_inputs_alone = wb_puzzle_follows_launches(puzzle),
      .keeps_on = job->timed || job->once || job->shares_process,
      .shares_process = job->shares_process,
  };
  for (size_t i = 0; i < puzzle->n_params; i++) {
    const struct wb_param *param = &puzzle->params[i];
    const struct wb_case_arg *arg = &made->args[i];
    const bool is_scalar = param->kind == WB_PARAM_SCALAR;
    if (is_scalar || wb_param_has_input(param->kind))
      wb_host_value_take(&request->inputs[request->n_inputs++], param->name, &arg->before,
                         is_scalar, true);
    if (!wb_param_is_judged(param->kind)) continue;
    struct wb_host_value *output = &request->outputs[request->n_outputs++];
    wb_host_value_take(output, param->name, &arg->expected, false, false);
    free(output->makers);
    output->makers = makers_of(puzzle, param);
  }
}

static void release_request(struct wb_host_request *request) {
  wb_host_values_release(request->inputs, request->n_inputs);
  wb_host_values_release(request->outputs, request->n_outputs);
}

/* ---- what is compiled ahead ------------------------------------------------------------------ */

/* A program that ends gets so far in a part of its time, and one that does not is to take little
 * longer than its limit. What is not compiled by then the case's own worker compiles. */
enum { PREPARED_PART = 10, PREPARED_MS = 500 };

static uint32_t prepared_ms(uint32_t limit_ms) {
  const uint32_t part =
      limit_ms / PREPARED_PART > PREPARED_MS ? limit_ms / PREPARED_PART : PREPARED_MS;
  return part < limit_ms ? part : limit_ms;
}

/* By the program itself, since it alone says with which options; but none of its kernels runs, so
 * that a driver that compiles has nothing of a kernel's doing. */
static void *prepare_case(void *data) {
  static const struct wb_schedule usual = {.kind = WB_SCHEDULE_FORWARD};
  struct wb_program_preparation *preparation = data;
  const struct wb_program_job *job = preparation->job;
  struct wb_host_request request;
  make_request(job, preparation->made, &usual, &request);
  request.withholds_kernels = true;
  request.poison = WB_POISON_BYTE;
  request.keeps_on = true;
  request.time_ms = prepared_ms(request.time_ms);
  preparation->prepared = job->programs->prepare(job->programs->data, &request, patience_ms(job));
  release_request(&request);
  return NULL;
}

void wb_program_prepare_start(struct wb_program_preparation *preparation) {
  preparation->running = pthread_create(&preparation->thread, NULL, prepare_case, preparation) == 0;
  if (!preparation->running) prepare_case(preparation);
}

void wb_program_prepare_join(struct wb_program_preparation *preparation) {
  if (preparation->running) pthread_join(preparation->thread, NULL);
  preparation->running = false;
}

/* ---- what it returns ------------------------------------------------------------------------ */

/* What came back for a parameter: only its note and bytes are taken, as names and types are ours.
 */
static enum wb_status compare_output(const struct wb_program_job *job, const struct wb_case *made,
                                     size_t index, const struct wb_host_value *value,
                                     struct wb_case_result *result, struct wb_error *err) {
  /* What a device never wrote is told from its bytes. */
  static const struct wb_buffer_state state = {.guards_intact = true};
  const struct wb_tensor *expected = &made->args[index].expected;
  const char *name = job->puzzle->params[index].name;
  struct wb_tensor got = {0};
  if (value->length != wb_tensor_bytes(expected)) {
    const bool says = value->note != NULL && value->note[0] != '\0';
    char note[400];
    wb_clean_into(note, sizeof note, says ? value->note : "");
    if (says)
      wb_case_verdict(result, WB_VERDICT_WRONG_ANSWER, "%s", note);
    else
      wb_case_verdict(result, WB_VERDICT_WRONG_ANSWER, "the program does not return %s", name);
    return WB_OK;
  }
  enum wb_status status = wb_tensor_init(&got, expected->type, &expected->shape, err);
  if (status == WB_OK) {
    const struct wb_judged_output output = {.puzzle = job->puzzle,
                                            .made = made,
                                            .index = index,
                                            .got = &got,
                                            .state = &state,
                                            .measures = job->measures};
    if (value->length > 0) memcpy(got.data, value->bytes, (size_t)value->length);
    status = wb_case_judge_output(&output, result, err);
  }
  wb_tensor_release(&got);
  return status;
}

static enum wb_status compare_outputs(const struct wb_program_job *job, const struct wb_case *made,
                                      const struct wb_host_reply *reply,
                                      struct wb_case_result *result, struct wb_error *err) {
  static const struct wb_host_value nothing = {.length = UINT64_MAX};
  enum wb_status status = WB_OK;
  uint32_t next = 0;
  for (size_t i = 0; i < job->puzzle->n_params && status == WB_OK; i++) {
    if (!wb_param_is_judged(job->puzzle->params[i].kind)) continue;
    const struct wb_host_value *value = next < reply->n_outputs ? &reply->outputs[next] : &nothing;
    next++;
    status = compare_output(job, made, i, value, result, err);
  }
  return status;
}

/* ---- what it did ---------------------------------------------------------------------------- */

/* "": the judged file. */
static void name_judged_file(const struct wb_program_job *job, struct wb_finding *finding) {
  if (strcmp(finding->file, job->label) == 0) finding->file[0] = '\0';
  if (strcmp(finding->other.file, job->label) == 0) finding->other.file[0] = '\0';
}

static void take_findings(const struct wb_program_job *job, struct wb_host_result *host,
                          struct wb_case_result *result) {
  wb_case_be_strict(job->puzzle, host->findings, host->n_findings);
  for (size_t i = 0; i < host->n_findings; i++) {
    /* Whoever writes a program for themselves may leave that to its end; an answer may not. */
    if (host->findings[i].kind == WB_LEAK) host->findings[i].severity = WB_SEVERITY_ERROR;
    name_judged_file(job, &host->findings[i]);
    if (host->findings[i].severity == WB_SEVERITY_ERROR)
      wb_case_verdict(result, WB_VERDICT_RUNTIME_ERROR, "%s", "");
    wb_case_add_finding(result, &host->findings[i]);
  }
  result->findings_dropped = host->findings_dropped;
}

/* An error of Lua that nothing caught, as a finding with its line. */
static void add_script_error(const struct wb_program_job *job, const struct wb_host_result *host,
                             struct wb_case_result *result) {
  struct wb_finding finding = {
      .kind = WB_SCRIPT_ERROR, .severity = WB_SEVERITY_ERROR, .line = host->line, .count = 1};
  wb_clean_into(finding.message, sizeof finding.message, host->detail);
  snprintf(finding.file, sizeof finding.file, "%s", host->file);
  name_judged_file(job, &finding);
  wb_case_verdict(result, WB_VERDICT_RUNTIME_ERROR, "%s", "");
  wb_case_add_finding(result, &finding);
}

static enum wb_verdict verdict_of(uint32_t limit) {
  return limit == WB_HOST_MEMORY   ? WB_VERDICT_MEMORY_LIMIT
         : limit == WB_HOST_OUTPUT ? WB_VERDICT_OUTPUT_LIMIT
                                   : WB_VERDICT_TIME_LIMIT;
}

/* WB_OK where the end is one of the program. */
static enum wb_status take_end(const struct wb_program_job *job, const struct wb_host_result *host,
                               uint32_t limit, struct wb_case_result *result,
                               struct wb_program_end *end, struct wb_error *err) {
  enum wb_status status = WB_OK;
  switch (host->verdict) {
    case WB_HOST_SCRIPT_ERROR:
      add_script_error(job, host, result);
      break;
    case WB_HOST_COMPILE_ERROR:
      end->compiles = false;
      end->complaint = wb_strdup(host->detail);
      end->line = strcmp(host->file, job->label) == 0 ? host->line : 0;
      wb_case_verdict(result, WB_VERDICT_COMPILE_ERROR, "%s", "");
      break;
    case WB_HOST_LIMIT:
      wb_case_verdict(result, verdict_of(limit), "%s", host->detail);
      break;
    case WB_HOST_JUDGE_ERROR:
      status = wb_fail(err, host->cause, "%s", host->detail);
      break;
    default: /* findings tell the rest */
      break;
  }
  return status;
}

static void take_text(const struct wb_host_reply *reply, struct wb_case_result *result) {
  struct wb_str text;
  wb_str_init(&text);
  if (reply->printed_length > 0)
    wb_clean_text(&text, (const char *)reply->printed, (size_t)reply->printed_length);
  free(result->text);
  result->text = wb_str_detach(&text);
}

/* Everything came to its end, well or not. */
static bool came_to_end(const struct wb_host_result *host) {
  return host->cause == WB_OK && host->verdict != WB_HOST_ENDED_ITSELF;
}

/* The host's own is taken away from it. */
static void take_times(const struct wb_program_job *job, struct wb_host_result *host,
                       struct wb_program_end *end) {
  if (!job->timed || !host->has_timeline) return;
  end->has_timeline = true;
  end->timeline = host->timeline;
  host->timeline = (struct wb_timeline){.n_lanes = 0};
  host->has_timeline = false;
}

void wb_program_end_release(struct wb_program_end *end) {
  free(end->complaint);
  wb_launched_kernels_release(end->kernels, end->n_kernels);
  if (end->has_timeline) wb_timeline_release(&end->timeline);
  *end = (struct wb_program_end){.complaint = NULL};
}

static enum wb_status judge_reply(const struct wb_program_job *job, const struct wb_case *made,
                                  const struct wb_host_reply *reply, struct wb_case_result *result,
                                  struct wb_program_end *end, struct wb_error *err) {
  struct wb_host_result host;
  enum wb_status status =
      wb_host_result_read((const char *)reply->result, (size_t)reply->length, &host, err);
  if (status != WB_OK) return status;
  end->has_walls = host.has_walls;
  end->walls = host.walls;
  result->counters = host.counters;
  result->launches = host.sums.launches > 1 ? (uint32_t)host.sums.launches : 0;
  take_text(reply, result);
  take_findings(job, &host, result);
  status = take_end(job, &host, reply->limit, result, end, err);
  if (status == WB_OK && came_to_end(&host))
    status = compare_outputs(job, made, reply, result, err);
  if (status == WB_OK && came_to_end(&host)) {
    const struct wb_program_files files = {job->files, job->n_files};
    wb_program_check_launches(job->puzzle, files, &host.timeline, result);
    end->kernels = wb_launched_kernels_asked(job->puzzle, files, &host.timeline);
    end->n_kernels = end->kernels != NULL ? job->puzzle->launches.count : 0;
  }
  if (status == WB_OK) wb_case_check_budgets(made, reply->checks, result);
  take_times(job, &host, end);
  wb_host_result_release(&host);
  return status;
}

/* Once, with work-items in this order. */
static enum wb_status judge_once(const struct wb_program_job *job, const struct wb_case *made,
                                 const struct wb_schedule *order, struct wb_case_result *result,
                                 struct wb_program_end *end, struct wb_error *err) {
  struct wb_host_request request;
  struct wb_host_reply reply;
  struct wb_error why = {0};
  *end = (struct wb_program_end){.compiles = true};
  wb_case_begin(result);
  result->order = *order;
  make_request(job, made, order, &request);
  enum wb_status status = job->programs->run(job->programs->data, job->prepared, &request,
                                             patience_ms(job), &reply, &why);
  if (status == WB_OK) {
    end->checks = reply.checks;
    end->n_orders = reply.n_orders;
    status = judge_reply(job, made, &reply, result, end, &why);
  } else if (status == WB_ERR_LIMIT) {
    wb_case_verdict(result, WB_VERDICT_TIME_LIMIT,
                    "the program ran longer than the %.1f s that it may", time_limit(job) / 1000.0);
    status = WB_OK;
  }
  if (status != WB_OK && err != NULL) *err = why;
  wb_host_reply_release(&reply);
  release_request(&request);
  return status;
}

/* ---- what kernels are for -------------------------------------------------------------------- */

/* Whether the program returns what is expected where this kernel computes nothing, and such bytes
 * are in the place of its results; NULL: none does. */
static enum wb_status is_right_with(const struct wb_program_job *job, const struct wb_case *made,
                                    const struct wb_case_result *result,
                                    const struct wb_launched_kernel *kernel, unsigned char poison,
                                    bool *right, struct wb_error *err) {
  struct wb_host_request request;
  struct wb_host_reply reply;
  struct wb_host_result host;
  struct wb_case_result without = {.name = NULL};
  make_request(job, made, &result->order, &request);
  request.withholds_kernels = true;
  request.poison = poison;
  if (kernel != NULL) {
    request.withheld = kernel->name;
    request.withheld_file = kernel->file;
    request.withheld_options = kernel->options;
  }
  /* However it ends: only whoever gets through without kernels does not need them. */
  enum wb_status status = job->programs->run(job->programs->data, job->prepared, &request,
                                             patience_ms(job), &reply, NULL);
  const bool ran =
      status == WB_OK &&
      wb_host_result_read((const char *)reply.result, (size_t)reply.length, &host, NULL) == WB_OK;
  *right = false;
  status = WB_OK;
  if (ran) {
    wb_case_begin(&without);
    if (came_to_end(&host)) {
      status = compare_outputs(job, made, &reply, &without, err);
      *right = status == WB_OK && without.verdict == WB_VERDICT_ACCEPTED;
    }
    wb_case_result_release(&without);
    wb_host_result_release(&host);
  }
  wb_host_reply_release(&reply);
  release_request(&request);
  return status;
}

/* Any of such bytes alone may be right by chance: as floats they are nearly 0, so that they may be
 * added, large, and far below 0. */
static enum wb_status is_right_without(const struct wb_program_job *job, const struct wb_case *made,
                                       const struct wb_case_result *result,
                                       const struct wb_launched_kernel *kernel, bool *right,
                                       struct wb_error *err) {
  static const unsigned char poisons[] = {WB_POISON_BYTE, 0x7e, 0xfe};
  enum wb_status status = WB_OK;
  *right = true;
  for (size_t i = 0; i < sizeof poisons && status == WB_OK && *right; i++)
    status = is_right_with(job, made, result, kernel, poisons[i], right, err);
  return status;
}

/* A program that computes on the host, and launches the puzzle's kernels for show, returns what is
 * expected even where no kernel computes anything; one that has kernels of its own do the work,
 * where one of the puzzle's computes nothing. */
static enum wb_status check_use(const struct wb_program_job *job, const struct wb_case *made,
                                const struct wb_program_end *end, struct wb_case_result *result,
                                struct wb_error *err) {
  bool right = false;
  enum wb_status status = is_right_without(job, made, result, NULL, &right, err);
  if (right)
    wb_case_verdict(result, WB_VERDICT_WRONG_ANSWER,
                    "the program returns the right values even where %s computes nothing: they "
                    "are to come from the device",
                    job->puzzle->launches.items[0]);
  for (size_t i = 0; i < end->n_kernels && status == WB_OK && !right; i++) {
    status = is_right_without(job, made, result, &end->kernels[i], &right, err);
    if (right)
      wb_case_verdict(result, WB_VERDICT_WRONG_ANSWER,
                      "the program returns the right values even where %s computes nothing: it "
                      "does not use what that kernel computes",
                      end->kernels[i].name);
  }
  return status;
}

/* In each case, as a program may do something else where it knows the inputs; and only where
 * something is returned. */
static bool has_use_to_check(const struct wb_program_job *job, const struct wb_case *made) {
  bool returns = false;
  for (size_t i = 0; i < job->puzzle->n_params; i++)
    returns = returns || (wb_param_is_judged(job->puzzle->params[i].kind) &&
                          wb_tensor_bytes(&made->args[i].expected) > 0);
  return job->puzzle->launches.count > 0 && returns;
}

/* Within the budget or not. */
static bool is_right(const struct wb_case_result *result) {
  return result->verdict == WB_VERDICT_ACCEPTED || result->verdict == WB_VERDICT_OVER_BUDGET;
}

/* ---- other orders of work-items ---------------------------------------------------------------
 */

static void add_dependence(struct wb_case_result *result) {
  struct wb_finding finding = {.kind = WB_ORDER_DEPENDENCE,
                               .severity = WB_SEVERITY_ERROR,
                               .memory = WB_MEMORY_GLOBAL,
                               .count = 1};
  char words[WB_SCHEDULE_WORDS_MAX];
  wb_schedule_words(&result->order, words);
  wb_schedule_text(&result->order, finding.order, sizeof finding.order);
  snprintf(finding.message, sizeof finding.message,
           "the program is right when work-items run forward and wrong when they run %s", words);
  wb_case_verdict(result, WB_VERDICT_RUNTIME_ERROR, "%s", "");
  wb_case_add_finding(result, &finding);
}

/* What was right is replaced by what is wrong, but for what says which case it is. */
static void replace(struct wb_case_result *result, struct wb_case_result *wrong) {
  struct wb_case_result before = *result;
  wrong->name = before.name;
  wrong->visible = before.visible;
  wrong->step = before.step;
  wrong->group = before.group;
  before.name = NULL;
  wb_case_result_release(&before);
  *result = *wrong;
}

/* A kernel whose result may depend on the order is right only if it is in all. */
static enum wb_status try_orders(const struct wb_program_job *job, const struct wb_case *made,
                                 size_t orders, struct wb_case_result *result,
                                 struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 1; i < orders && status == WB_OK; i++) {
    const struct wb_schedule order = wb_schedule_order(i, made->order_seed);
    struct wb_case_result other = {.name = NULL};
    struct wb_program_end end;
    status = judge_once(job, made, &order, &other, &end, err);
    wb_program_end_release(&end);
    const bool parts = status == WB_OK && !is_right(&other);
    if (!parts) {
      wb_case_result_release(&other);
      continue;
    }
    replace(result, &other);
    add_dependence(result);
    break;
  }
  return status;
}

enum wb_status wb_program_judge(const struct wb_program_job *job, const struct wb_case *made,
                                struct wb_case_result *result, struct wb_program_end *end,
                                struct wb_error *err) {
  enum wb_status status = judge_once(job, made, &job->schedule, result, end, err);
  const bool forward = job->schedule.kind == WB_SCHEDULE_FORWARD && !job->in_one_order;
  if (job->timed) return status;
  if (status == WB_OK && end->checks && is_right(result) && forward)
    status = try_orders(job, made, end->n_orders, result, err);
  if (status == WB_OK && is_right(result) && end->compiles && !job->once && !job->knows_use &&
      has_use_to_check(job, made))
    status = check_use(job, made, end, result, err);
  return status;
}

/* ---- once more, to be looked at ------------------------------------------------------------- */

void wb_program_explain_budget(const struct wb_program_job *job, const struct wb_case *made,
                               struct wb_case_result *result) {
  struct wb_host_request request;
  struct wb_host_reply reply;
  struct wb_host_result host;
  struct wb_case_result counted = {.name = NULL};
  make_request(job, made, &result->order, &request);
  request.counts_arrays = true;
  request.keeps_on = request.shares_process = false; /* it has other kernels */
  const bool ran =
      job->programs->run(job->programs->data, job->prepared, &request, patience_ms(job), &reply,
                         NULL) == WB_OK &&
      wb_host_result_read((const char *)reply.result, (size_t)reply.length, &host, NULL) == WB_OK;
  if (ran && came_to_end(&host) && host.n_arrays > 0) {
    counted.arrays = host.arrays;
    counted.n_arrays = host.n_arrays;
    host.arrays = NULL;
    host.n_arrays = 0;
    wb_case_take_arrays(made, result, &counted);
  }
  if (ran) wb_host_result_release(&host);
  wb_host_reply_release(&reply);
  release_request(&request);
}

enum { MOST_ENTRIES = 2000 }; /* of a timeline that people look at */

static void take_traced(const struct wb_host_reply *reply, struct wb_result *result) {
  if (reply->trace_length == 0) return;
  result->trace = wb_alloc((size_t)reply->trace_length);
  memcpy(result->trace, reply->trace, (size_t)reply->trace_length);
  result->trace_length = (size_t)reply->trace_length;
  result->traced_file = wb_strdup(reply->traced_file);
  result->traced_text =
      wb_strndup((const char *)reply->traced_text, (size_t)reply->traced_text_length);
}

/* The result's own timeline is taken away from `host`. */
static void take_timeline(struct wb_host_result *host, struct wb_result *result) {
  if (!host->has_timeline) return;
  wb_timeline_cut(&host->timeline, MOST_ENTRIES);
  result->has_timeline = true;
  result->timeline = host->timeline;
  host->timeline = (struct wb_timeline){.n_lanes = 0};
  host->has_timeline = false;
}

static enum wb_status take_record(const struct wb_host_reply *reply, const struct wb_case *made,
                                  uint32_t asked, uint32_t launch, struct wb_result *result,
                                  struct wb_error *err) {
  struct wb_host_result host;
  enum wb_status status =
      wb_host_result_read((const char *)reply->result, (size_t)reply->length, &host, err);
  if (status != WB_OK) return status;
  take_timeline(&host, result);
  result->graphs = host.graphs;
  host.graphs = NULL;
  take_traced(reply, result);
  const uint64_t launches = host.sums.launches;
  if (result->trace != NULL)
    result->trace_launch = launches > 1 ? launch : 0;
  else if (wb_recording_has_launch(made->name, (size_t)launches, asked, result) && launches == 0)
    wb_recording_note(result, "the program launches no kernel");
  else if (!reply->checks)
    wb_recording_note(result, "%s records no steps; only the emulator does", result->device);
  wb_recording_note(result, "launch %u did not run", launch);
  wb_host_result_release(&host);
  return status;
}

enum wb_status wb_program_record(const struct wb_program_job *job, const struct wb_case *made,
                                 size_t index, uint32_t launch, struct wb_result *result,
                                 struct wb_error *err) {
  const struct wb_case_result *judged = &result->cases[index];
  const uint32_t traced = launch > 0 ? launch : wb_recording_launch(judged);
  struct wb_program_job once = *job;
  struct wb_host_request request;
  struct wb_host_reply reply;
  once.time_limit_ms = wb_recording_time_limit(judged, time_limit(job));
  make_request(&once, made, &judged->order, &request);
  request.timeline = true;
  request.explains = true;
  request.traced_launch = traced;
  result->trace_case = index;
  enum wb_status status = job->programs->run(job->programs->data, job->prepared, &request,
                                             patience_ms(&once), &reply, err);
  if (status == WB_OK) status = take_record(&reply, made, launch, traced, result, err);
  wb_host_reply_release(&reply);
  release_request(&request);
  return status;
}
