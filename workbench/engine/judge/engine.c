#include "judge/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "device/registry.h"
#include "finding/schedule.h"
#include "judge/blame.h"
#include "judge/builder.h"
#include "judge/case_orders.h"
#include "judge/case_run.h"
#include "judge/case_sequence.h"
#include "judge/redaction.h"
#include "judge/recording.h"
#include "judge/scan.h"
#include "judge/signature.h"
#include "launch/source_file.h"

enum {
  CASE_PATIENCE_MS = 90000,
  MAX_SIGNATURE_FINDINGS = 8,
  MOST_LAUNCHES = WB_SCHEDULE_ORDERS + 2 /* of a case, the last two for where they part */
};

struct run {
  const struct wb_judge_job *job;
  struct wb_result *result;
  const struct wb_puzzle *puzzle;
  struct wb_str source;
  bool was_read; /* `source` is what the file held */
  struct wb_builder builder;
  int cancel[2];                    /* a byte in it ends what the device is doing */
  struct wb_case_sequence sequence; /* of the cases to judge */
  bool ran;                         /* the kernel, in a case */
  size_t ran_bytes;                 /* of the largest such case */
  struct wb_case *next;             /* made ahead */
  size_t next_index;
  enum wb_status next_status;
  struct wb_error next_error;
  struct wb_recording recording;
  bool may_depend_on_order; /* wb_kernel_info */
  wb_handle traced;         /* the kernel, built to be traced; 0: not yet */
};

static void tell_client(const struct run *run, const struct wb_event *event, uint32_t patience_ms) {
  if (run->job->event != NULL) run->job->event(event, patience_ms, run->job->event_data);
}

/* ---- cases ahead --------------------------------------------------------------- */

/* `turn` is the place of a case in the sequence. */
static void make_ahead(struct run *run, size_t turn) {
  if (turn >= run->sequence.count) return;
  const size_t index = run->sequence.index[turn];
  run->next_index = index;
  memset(&run->next_error, 0, sizeof run->next_error);
  run->next_status =
      run->job->cases.make(run->job->cases.data, index, &run->next, &run->next_error);
}

static struct wb_case *take_made(struct run *run, size_t index) {
  struct wb_case *made = run->next;
  if (run->next_index != index) wb_bug("case %zu was made instead of %zu", run->next_index, index);
  run->next = NULL;
  if (run->next_status == WB_OK) return made;
  wb_source_file_fail(run->result, &run->next_error);
  return NULL;
}

/* ---- results of cases ------------------------------------------------------------ */

/* A zeroed result with its name; hidden cases are called by their number. */
static struct wb_case_result *add_case(struct run *run, size_t index) {
  struct wb_case_result *result = &run->result->cases[run->result->n_cases++];
  const char *name = NULL;
  bool visible = false;
  memset(result, 0, sizeof *result);
  run->job->cases.name(run->job->cases.data, index, &name, &visible);
  result->visible = visible;
  result->name = (visible || run->job->author) && name != NULL ? wb_strdup(name)
                                                               : wb_format("hidden %zu", index + 1);
  return result;
}

static struct wb_event event_of(const struct run *run, enum wb_event_kind kind, size_t index,
                                const struct wb_case_result *result) {
  return (struct wb_event){.kind = kind,
                           .index = index + 1,
                           .total = index < run->puzzle->n_cases ? run->puzzle->n_cases : index + 1,
                           .name = result->name,
                           .verdict = result->verdict};
}

static void end_case(struct run *run, size_t index, struct wb_case_result *result) {
  if (!result->visible && !run->job->author) wb_redaction_apply(result);
  run->result->verdict = wb_verdict_worst(run->result->verdict, result->verdict);
  struct wb_event event = event_of(run, WB_EVENT_CASE_DONE, index, result);
  tell_client(run, &event, CASE_PATIENCE_MS);
}

/* Every case would fail alike. */
static void fail_all_cases(struct run *run, const struct wb_finding *findings, size_t count) {
  for (size_t i = 0; i < run->sequence.count; i++) {
    struct wb_case_result *result = add_case(run, run->sequence.index[i]);
    result->verdict = WB_VERDICT_RUNTIME_ERROR;
    result->detail = wb_strdup("");
    result->text = wb_strdup("");
    for (size_t k = 0; k < count; k++) wb_case_add_finding(result, &findings[k]);
    end_case(run, run->sequence.index[i], result);
  }
}

/* The cases from `turn` on share the fate of `because`. */
static void skip_cases(struct run *run, size_t turn, enum wb_verdict verdict, const char *because) {
  for (; turn < run->sequence.count; turn++) {
    const size_t index = run->sequence.index[turn];
    struct wb_case_result *result = add_case(run, index);
    result->verdict = verdict;
    result->detail = wb_format(WB_NOT_RUN ", because of what happened in \"%s\"", because);
    result->text = wb_strdup("");
    end_case(run, index, result);
  }
}

/* ---- before the first case ------------------------------------------------------ */

/* Which cases, and in which sequence; false where there is no such case. */
static bool choose_cases(struct run *run) {
  struct wb_error err;
  const struct wb_judge_job *job = run->job;
  const size_t all = run->puzzle->n_cases, only = (size_t)job->only_case;
  const bool has_one = job->extra_case || job->only_case > 0;
  run->result->left_out = run->puzzle->left_out;
  if (!job->extra_case && job->only_case > 0 && only > all) {
    wb_fail(&err, WB_ERR_USAGE, "%s has %zu cases; there is no case %zu", job->slug, all, only);
    wb_source_file_fail(run->result, &err);
    return false;
  }
  const size_t first = job->extra_case ? all : has_one ? only - 1 : 0;
  wb_case_sequence_set(&run->sequence, first, has_one ? first + 1 : all);
  if (job->verdicts_only) wb_case_sequence_put_large_last(&run->sequence, &job->cases);
  return true;
}

static bool load_puzzle(struct run *run) {
  struct wb_error err = {0};
  enum wb_status status = run->job->cases.load(run->job->cases.data, &run->puzzle, &err);
  if (status != WB_OK) wb_source_file_fail(run->result, &err);
  return status == WB_OK && choose_cases(run);
}

static bool start_building(struct run *run) {
  struct wb_error err = {0};
  enum wb_status status = wb_pipe(run->cancel, &err);
  if (status == WB_OK)
    status =
        run->job->devices.open(run->job->devices.data, run->cancel[0], &run->builder.device, &err);
  if (status != WB_OK) {
    wb_source_file_fail(run->result, &err);
    return false;
  }
  run->builder.request = (struct wb_build_request){.source = run->source.data,
                                                   .length = run->source.length,
                                                   .file_name = run->job->file,
                                                   .include_directory = run->job->includes,
                                                   .options = "",
                                                   .time_limit_ms = WB_BUILD_LIMIT_MS,
                                                   .profile = run->job->profile,
                                                   .mutant = run->job->mutant,
                                                   .lists_mutants = run->job->lists_mutants};
  tell_client(run, &(struct wb_event){.kind = WB_EVENT_COMPILING}, CASE_PATIENCE_MS);
  wb_builder_start(&run->builder);
  return true;
}

/* The spec, which was loaded meanwhile, asks for more than the kernel that is
 * being built can count: another one takes its place. */
static void build_for_budgets(struct run *run) {
  struct wb_builder *builder = &run->builder;
  if (!run->puzzle->has_modelled_budget || builder->request.profile) return;
  wb_builder_join(builder);
  if (builder->status != WB_OK || !builder->info.checks) return;
  if (wb_program_release(builder->device, builder->result.program, &builder->error) != WB_OK)
    return;
  wb_builder_release(builder);
  builder->request.profile = true;
  wb_builder_start(builder);
}

/* A driver that fails on whatever it is to compile. What it fails on is the machine's matter
 * then, and counts against nobody. */
static bool driver_fails(struct run *run, enum wb_status status, const struct wb_error *err) {
  const struct wb_device_source *devices = &run->job->devices;
  const struct wb_blame blame = {.checks = run->builder.info.checks, .stage = WB_KERNEL_COMPILED};
  struct wb_error why;
  if (!run->builder.has_info || !wb_blame_is_kernels(&blame, status) || devices->works == NULL ||
      devices->works(devices->data))
    return false;
  wb_fail(&why, WB_ERR_MISSING,
          "the driver of %s does not work on this machine: it fails on the simplest kernel, too "
          "(%s); try another --device, and see `workbench doctor`",
          run->builder.info.name, err->message);
  wb_source_file_fail(run->result, &why);
  return true;
}

/* The device failed while it had the kernel and nothing else to do. */
static void fail_with_kernel(struct run *run, enum wb_status status, const struct wb_error *err) {
  const struct wb_blame blame = {.checks = run->builder.info.checks, .stage = WB_KERNEL_COMPILED};
  struct wb_case_result *result;
  if (!run->builder.has_info || !wb_blame_is_kernels(&blame, status)) {
    wb_source_file_fail(run->result, err);
    return;
  }
  result = add_case(run, run->sequence.index[0]);
  wb_case_begin(result);
  wb_blame_kernel(&blame, status, err, result);
  end_case(run, run->sequence.index[0], result);
  skip_cases(run, 1, result->verdict, result->name);
}

/* The compiler's words, whether or not it was content. */
static void take_build(struct run *run) {
  struct wb_build_result *build = &run->builder.result;
  struct wb_result *result = run->result;
  if (run->builder.info.name[0] != '\0') {
    free(result->device);
    result->device = wb_strdup(run->builder.info.name);
    result->checks = run->builder.info.checks;
    wb_result_take_walls(result, &run->builder.info.walls);
  }
  result->mutants = build->mutants;
  build->mutants = (struct wb_code_mutants){0};
  free(result->fingerprint);
  result->fingerprint = wb_strdup(build->fingerprint);
  free(result->compile_log);
  result->compile_log = wb_strdup(build->log != NULL ? build->log : "");
  result->diagnostics = build->diagnostics;
  result->n_diagnostics = build->n_diagnostics;
  build->diagnostics = NULL;
  build->n_diagnostics = 0;
}

static bool finish_building(struct run *run) {
  const struct wb_builder *builder = &run->builder;
  struct wb_result *result = run->result;
  wb_builder_join(&run->builder);
  take_build(run);
  if (builder->status == WB_ERR_COMPILE) {
    result->verdict = WB_VERDICT_COMPILE_ERROR;
    if (result->n_diagnostics == 0 && result->compile_log[0] == '\0')
      wb_source_file_complain(result, 0, "%s", builder->error.message);
  } else if (driver_fails(run, builder->status, &builder->error)) {
    return false;
  } else if (builder->status == WB_ERR_LIMIT && builder->has_info) {
    result->verdict = WB_VERDICT_TIME_LIMIT;
    free(result->detail);
    result->detail = wb_format("the kernel took too long to compile: %s", builder->error.message);
  } else if (builder->status == WB_ERR_REFUSED) {
    result->verdict = WB_VERDICT_SECURITY_VIOLATION;
    free(result->detail);
    result->detail = wb_strdup(builder->error.message);
  } else if (builder->status != WB_OK) {
    fail_with_kernel(run, builder->status, &builder->error);
  }
  return builder->status == WB_OK;
}

/* Features that the puzzle needs and the device has not. */
static bool check_features(struct run *run) {
  const struct {
    const char *name;
    bool there;
  } features[] = {{"fp64", run->builder.info.fp64}, {"fp16", run->builder.info.fp16}};
  const struct wb_names *wanted = &run->puzzle->requires;
  struct wb_error err;
  for (size_t i = 0; i < wanted->count; i++) {
    for (size_t k = 0; k < sizeof features / sizeof features[0]; k++) {
      if (strcmp(wanted->items[i], features[k].name) != 0 || features[k].there) continue;
      wb_fail(&err, WB_ERR_MISSING, "%s needs %s, which %s does not have; try another --device",
              run->job->slug, features[k].name, run->builder.info.name);
      wb_source_file_fail(run->result, &err);
      return false;
    }
  }
  return true;
}

/* The kernel that the puzzle launches is not there. */
static void complain_of_entry(struct run *run) {
  struct wb_kernel_place places[WB_SCAN_KERNELS_MAX];
  size_t count = wb_scan_kernels(run->source.data, run->source.length, places);
  struct wb_str names;
  wb_str_init(&names);
  for (size_t i = 0; i < count && names.length < 200; i++)
    wb_str_addf(&names, "%s%s", i > 0 ? ", " : "", places[i].name);
  wb_source_file_complain(
      run->result, count > 0 ? places[0].line : 0,
      "the puzzle launches a kernel called \"%s\", but %s%s", run->puzzle->entry,
      count > 0 ? "the file has " : "the file has no __kernel function", names.data);
  wb_str_release(&names);
}

static bool check_kernel(struct run *run) {
  struct wb_finding findings[MAX_SIGNATURE_FINDINGS];
  struct wb_error err = {0};
  struct wb_kernel_info *info = wb_alloc(sizeof *info);
  size_t count = 0;
  enum wb_status status = wb_kernel_info(run->builder.device, run->builder.result.program,
                                         run->puzzle->entry, info, &err);
  if (status == WB_OK)
    count = wb_signature_check(
        run->puzzle, info,
        wb_scan_kernel_line(run->source.data, run->source.length, run->puzzle->entry), findings,
        MAX_SIGNATURE_FINDINGS);
  else if (status == WB_ERR_NOT_FOUND)
    complain_of_entry(run);
  else if (!driver_fails(run, status, &err))
    fail_with_kernel(run, status, &err);
  run->may_depend_on_order = info->may_depend_on_order;
  free(info);
  if (count > 0) fail_all_cases(run, findings, count);
  return status == WB_OK && count == 0;
}

/* ---- cases ---------------------------------------------------------------------- */

/* Verdicts after which more cases would only take time, or have no device. */
static bool ends_run(const struct run *run, enum wb_verdict verdict) {
  const bool limit = verdict == WB_VERDICT_TIME_LIMIT || verdict == WB_VERDICT_MEMORY_LIMIT;
  return (limit && !run->job->every_case) || verdict == WB_VERDICT_SECURITY_VIOLATION ||
         verdict == WB_VERDICT_JUDGE_ERROR;
}

/* Frees a case that was judged, unless it is the one to record. */
static void let_go(struct run *run, struct wb_case *made) {
  struct wb_recording *recording = &run->recording;
  if (made != NULL && run->job->trace && run->result->n_cases > 0 &&
      run->result->verdict != WB_VERDICT_JUDGE_ERROR &&
      wb_recording_takes(recording, run->result, run->job->author)) {
    struct wb_case *before = recording->made;
    recording->made = made;
    recording->index = run->result->n_cases - 1;
    made = before;
  }
  run->job->cases.free(made);
}

/* Where the orders part, if the kernel can be built for that. */
static void explain_order(struct run *run, const struct wb_case_job *how,
                          const struct wb_case *made, struct wb_case_result *result) {
  struct wb_build_request request = run->builder.request;
  struct wb_build_result built;
  struct wb_error err = {0};
  wb_build_result_init(&built);
  request.lists_mutants = false;
  if (run->traced == 0 && request.profile) run->traced = how->program;
  request.profile = true;
  if (run->traced == 0 && wb_device_build(how->device, &request, &built, &err) == WB_OK)
    run->traced = built.program;
  if (run->traced != 0) wb_case_explain_order(how, run->traced, made, result);
  wb_build_result_release(&built);
}

/* Of a launch. */
static uint32_t most_time_ms(const struct run *run) {
  const uint32_t given = run->job->time_limit_ms, usual = run->puzzle->limits.time_ms;
  return given > usual ? given : usual;
}

/* A case whose launch is to be another one, and cannot be. */
static void pass_over(struct run *run, size_t index) {
  struct wb_case_result *result = add_case(run, index);
  wb_case_begin(result);
  free(result->detail);
  result->detail = wb_format(WB_NOT_RUN ", because its launch cannot be changed so: %s",
                             wb_word_help(&wb_launch_changes, run->job->launch_change));
  end_case(run, index, result);
}

static bool needs_orders(const struct run *run, const struct wb_case_job *how,
                         const struct wb_case_result *result) {
  if (run->job->verdicts_only && result->verdict != WB_VERDICT_ACCEPTED) return false;
  return wb_case_needs_orders(how->info->checks, how->may_depend_on_order, result);
}

/* Judges the case whose turn it is. False where the run is over. */
static bool judge_case(struct run *run, const struct wb_case_job *how, size_t turn) {
  const size_t index = run->sequence.index[turn];
  struct wb_case_run *at = wb_alloc(sizeof *at);
  struct wb_error err = {0};
  struct wb_case *made = take_made(run, index);
  enum wb_status status = made != NULL ? WB_OK : WB_ERR_SPEC;
  bool lost = false;
  if (made != NULL && !wb_case_takes_change(made, how->launch_change)) {
    make_ahead(run, turn + 1);
    pass_over(run, index);
  } else if (made != NULL) {
    struct wb_case_result *result = add_case(run, index);
    struct wb_event event = event_of(run, WB_EVENT_CASE, index, result);
    tell_client(run, &event, CASE_PATIENCE_MS + MOST_LAUNCHES * most_time_ms(run));
    const size_t bytes = wb_case_bytes(run->puzzle, made);
    at->ran_before = run->ran;
    at->had_memory = bytes <= run->ran_bytes;
    status = wb_case_launch(at, how, made, &err);
    if (status == WB_OK) {
      make_ahead(run, turn + 1); /* while the device runs the kernel */
      status = wb_case_finish(at, result, &err);
      if (status == WB_OK && needs_orders(run, how, result))
        status = wb_case_try_orders(how, made, index + 1, result, &err);
      if (status == WB_OK && wb_case_depends_on_order(result) && !run->job->verdicts_only)
        explain_order(run, how, made, result);
    } else {
      status = wb_case_not_launched(at, status, result, &err);
    }
    if (status == WB_OK) {
      run->ran = true;
      if (bytes > run->ran_bytes) run->ran_bytes = bytes;
      end_case(run, index, result);
      let_go(run, made);
      made = NULL;
      lost = ends_run(run, result->verdict) || at->device_lost;
      if (lost) skip_cases(run, turn + 1, result->verdict, result->name);
    } else {
      /* What was not judged is no result: conclude_run sees that one lacks. */
      run->result->n_cases--;
      wb_case_result_release(result);
      wb_source_file_fail(run->result, &err);
    }
  }
  run->job->cases.free(made);
  free(at);
  return status == WB_OK && !lost;
}

/* Whether only large cases are left, and another one has decided. */
static bool may_spare_rest(const struct run *run, size_t turn) {
  return turn >= run->sequence.n_small && run->result->verdict != WB_VERDICT_ACCEPTED;
}

static void spare_rest(struct run *run, size_t turn) {
  const struct wb_result *result = run->result;
  size_t decided = 0;
  while (decided + 1 < result->n_cases && result->cases[decided].verdict == WB_VERDICT_ACCEPTED)
    decided++;
  skip_cases(run, turn, result->cases[decided].verdict, result->cases[decided].name);
}

static void judge_cases(struct run *run) {
  struct wb_case_job how = {.device = run->builder.device,
                            .info = &run->builder.info,
                            .puzzle = run->puzzle,
                            .program = run->builder.result.program,
                            .schedule = run->job->schedule,
                            .subgroup = run->job->subgroup,
                            .launch_change = run->job->launch_change,
                            .time_limit_ms = run->job->time_limit_ms,
                            .step_limit = run->job->step_limit,
                            .measures = run->job->author,
                            .may_depend_on_order = run->may_depend_on_order};
  bool goes_on = true;
  for (size_t turn = 0; turn < run->sequence.count && goes_on; turn++) {
    const bool spares = may_spare_rest(run, turn);
    if (spares) spare_rest(run, turn);
    goes_on = !spares && judge_case(run, &how, turn);
  }
  if (run->recording.made != NULL && run->result->verdict != WB_VERDICT_JUDGE_ERROR)
    wb_recording_run(&run->recording, &run->builder, &how, run->result);
}

/* Why a run that was to be recorded has no trace. */
static void explain_no_trace(const struct run *run) {
  struct wb_result *result = run->result;
  if (result->n_cases > 0 && run->job->only_case > 0 && !result->cases[0].visible &&
      !run->job->author)
    wb_recording_note(result, "case %d is hidden: what happens in it is not shown",
                      run->job->only_case);
  wb_recording_note(result, "there is nothing to show: the kernel did not run");
}

/* Accepted is said only here, and only where every case says it, and one was run at least. */
static void conclude_run(struct run *run) {
  struct wb_result *result = run->result;
  size_t accepted = 0, right = 0, ran = 0, wanted = run->sequence.count;
  for (size_t i = 0; i < result->n_cases; i++) {
    const enum wb_verdict verdict = result->cases[i].verdict;
    ran += wb_case_was_run(&result->cases[i]);
    accepted += verdict == WB_VERDICT_ACCEPTED;
    right += verdict == WB_VERDICT_ACCEPTED || verdict == WB_VERDICT_OVER_BUDGET;
  }
  if (result->verdict == WB_VERDICT_ACCEPTED && (accepted != wanted || wanted == 0)) {
    struct wb_error err;
    wb_fail(&err, WB_ERR_CRASH, "%zu of %zu cases were judged", accepted, wanted);
    wb_source_file_fail(result, &err);
  } else if (result->verdict == WB_VERDICT_ACCEPTED && ran == 0) {
    struct wb_error err;
    wb_fail(&err, WB_ERR_USAGE, "no case has a launch that can be changed so: %s",
            wb_word_help(&wb_launch_changes, run->job->launch_change));
    wb_source_file_fail(result, &err);
  }
  result->score = wb_score(right, accepted, wanted, run->puzzle != NULL && run->puzzle->has_budget);
  if (result->verdict == WB_VERDICT_JUDGE_ERROR) result->score = 0;
}

/* The kernel is compiled while the spec is loaded and the first case made: either takes long enough
 * to be worth it. */
static void judge_kernel(struct run *run) {
  bool going = start_building(run);
  if (going) {
    going = load_puzzle(run);
    if (going) build_for_budgets(run);
    if (going) make_ahead(run, 0);
    if (!going || run->next_status != WB_OK) {
      /* The compiler need not go on for a spec that is wrong. */
      if (going) take_made(run, run->sequence.index[0]);
      ssize_t told = write(run->cancel[1], "", 1);
      (void)told; /* a builder that is not told ends by itself, later */
      wb_builder_join(&run->builder);
      going = false;
    }
  }
  run->result->cases = wb_alloc((run->sequence.count + 1) * sizeof *run->result->cases);
  going = going && finish_building(run);
  going = going && check_features(run) && check_kernel(run);
  if (going) judge_cases(run);
  wb_case_sequence_sort(&run->sequence, run->result->cases, run->result->n_cases);
}

static void release_run(struct run *run) {
  const struct wb_device_source *devices = &run->job->devices;
  wb_builder_join(&run->builder);
  if (devices->close != NULL && run->builder.device != NULL)
    devices->close(devices->data, run->builder.device, run->result);
  else
    wb_device_close(run->builder.device);
  wb_builder_release(&run->builder);
  if (run->next != NULL) run->job->cases.free(run->next);
  run->job->cases.free(run->recording.made);
  wb_case_sequence_release(&run->sequence);
  for (int i = 0; i < 2; i++)
    if (run->cancel[i] >= 0) close(run->cancel[i]);
  wb_str_release(&run->source);
}

/* What was judged, for whoever keeps it: the file may be another by now. */
static void hand_over_source(struct run *run) {
  if (!run->was_read) return;
  run->result->source_length = run->source.length;
  run->result->source = wb_alloc(run->source.length + 1);
  memcpy(run->result->source, run->source.data, run->source.length);
}

void wb_judge_run(const struct wb_judge_job *job, struct wb_result *result) {
  struct run run = {.job = job, .result = result, .cancel = {-1, -1}};
  uint64_t start = wb_clock_ns();
  memset(result, 0, sizeof *result);
  wb_str_init(&run.source);
  result->puzzle = wb_strdup(job->slug);
  result->file = wb_strdup(job->file);
  result->device = wb_strdup(job->device != NULL ? wb_device_label(job->device) : "");
  result->detail = wb_strdup("");
  result->compile_log = wb_strdup("");
  result->verdict = WB_VERDICT_ACCEPTED;
  const bool can_be_one = job->source != NULL ? wb_source_file_take(job->source, job->source_length,
                                                                    &run.source, result)
                                              : wb_source_file_read(job->file, &run.source, result);
  run.was_read = can_be_one || run.source.length > 0;
  if (can_be_one) judge_kernel(&run);
  conclude_run(&run);
  if (job->trace) explain_no_trace(&run);
  result->elapsed_ms = wb_elapsed_ms(start);
  hand_over_source(&run);
  /* Told before the device is closed, which takes a while and interests nobody. */
  tell_client(&run, &(struct wb_event){.kind = WB_EVENT_RESULT, .result = result}, 0);
  release_run(&run);
}
