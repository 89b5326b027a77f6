#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/str.h"
#include "device/registry.h"
#include "judge/engine_private.h"
#include "launch/orders.h"
#include "launch/source_file.h"
#include "result/groups.h"
#include "result/steps.h"

void wb_engine_tell(const struct wb_engine *run, const struct wb_event *event,
                    uint32_t patience_ms) {
  if (run->job->event != NULL) run->job->event(event, patience_ms, run->job->event_data);
}

/* ---- the cases that are wanted */

/* How many cases there are up to the last step that is wanted: steps follow each other. */
static size_t cases_until(const struct wb_engine *run) {
  const struct wb_puzzle *puzzle = run->puzzle;
  size_t count = 0;
  if (run->job->until_step == 0) return puzzle->n_cases;
  while (count < puzzle->n_cases && puzzle->case_steps[count] <= run->job->until_step) count++;
  return count;
}

static bool refuse_step(struct wb_engine *run) {
  struct wb_error err;
  const size_t steps = run->puzzle->steps.count;
  if (steps == 0)
    wb_fail(&err, WB_ERR_USAGE, "%s has no steps", run->job->slug);
  else
    wb_fail(&err, WB_ERR_USAGE, "%s has %zu steps; there is no step %u", run->job->slug, steps,
            run->job->until_step);
  wb_source_file_fail(run->result, &err);
  return false;
}

/* Which cases, and in which sequence; false where there is no such case. */
static bool choose_cases(struct wb_engine *run) {
  struct wb_error err;
  const struct wb_judge_job *job = run->job;
  const size_t all = run->puzzle->n_cases, only = (size_t)job->only_case;
  const bool has_one = job->extra_case || job->only_case > 0;
  run->result->left_out = run->puzzle->left_out;
  if (wb_engine_draw_cases(run, &err) != WB_OK) {
    wb_source_file_fail(run->result, &err);
    return false;
  }
  if (!job->extra_case && job->only_case > 0 && only > all + run->draws) {
    wb_fail(&err, WB_ERR_USAGE, "%s has %zu cases; there is no case %zu", job->slug,
            all + run->draws, only);
    wb_source_file_fail(run->result, &err);
    return false;
  }
  if (!has_one && job->until_step > run->puzzle->steps.count) return refuse_step(run);
  const size_t first = job->extra_case ? all : has_one ? only - 1 : 0;
  wb_case_sequence_set(&run->sequence, first, has_one ? first + 1 : cases_until(run));
  if (only > all) run->sequence.count = 0;
  if (job->verdicts_only) wb_case_sequence_put_large_last(&run->sequence, &job->cases);
  if (run->draws) wb_case_sequence_add(&run->sequence, all + 1, run->puzzle->n_drawn);
  run->draws = run->draws && !job->extra_case;
  return true;
}

bool wb_engine_load_puzzle(struct wb_engine *run) {
  struct wb_error err = {0};
  enum wb_status status = run->job->cases.load(run->job->cases.data, &run->puzzle, &err);
  if (status != WB_OK) wb_source_file_fail(run->result, &err);
  return status == WB_OK && choose_cases(run);
}

/* Why a run that was to be recorded has no trace. */
static void explain_no_trace(const struct wb_engine *run) {
  struct wb_result *result = run->result;
  if (result->n_cases > 0 && run->job->only_case > 0 && !result->cases[0].visible &&
      !run->job->author)
    wb_recording_note(result, "case %d is hidden: what happens in it is not shown",
                      run->job->only_case);
  if (run->draws && run->sequence.count == run->puzzle->n_drawn)
    wb_recording_note(result, "case %d is many, which were drawn: one is recorded where it fails",
                      run->job->only_case);
  if (wb_result_is_of_program(result))
    wb_recording_note(result, "there is nothing to show: the program did not run");
  wb_recording_note(result, "there is nothing to show: the kernel did not run");
}

size_t wb_engine_orders(const struct wb_engine *run, bool checks, uint32_t n_orders,
                        const struct wb_case_result *result) {
  /* Nothing but the schedules says whether lines always come in the order that is given. */
  if (wb_puzzle_prints_in_order(run->puzzle) && n_orders < WB_SCHEDULE_USUAL_ORDERS)
    n_orders = WB_SCHEDULE_USUAL_ORDERS;
  return wb_case_orders(checks, n_orders, result);
}

void wb_engine_note_order(struct wb_engine *run, bool checks, uint32_t n_orders,
                          const struct wb_case_result *result) {
  run->may_depend_on_order |= !checks || wb_engine_orders(run, true, n_orders, result) > 1;
}

/* Of one case alone there is nothing to say. */
static bool is_of_one_case(const struct wb_engine *run) {
  return run->job->extra_case || run->job->only_case > 0;
}

static void count_steps(struct wb_engine *run) {
  const bool one = is_of_one_case(run);
  if (run->puzzle != NULL && !one && run->result->verdict != WB_VERDICT_JUDGE_ERROR)
    wb_result_count_steps(run->result, run->puzzle->steps.items, run->puzzle->steps.count);
}

/* Gives the result the puzzle's groups, and the score that they come to. A part of the cases says
 * nothing of points. `drawn`: drawn cases are in the result. */
static void count_groups(struct wb_engine *run, bool drawn) {
  const struct wb_puzzle *puzzle = run->puzzle;
  struct wb_result *result = run->result;
  if (puzzle == NULL || puzzle->n_groups == 0 || result->n_cases == 0 || is_of_one_case(run) ||
      run->job->until_step > 0 || result->verdict == WB_VERDICT_JUDGE_ERROR)
    return;
  result->groups = wb_alloc(puzzle->n_groups * sizeof *result->groups);
  result->n_groups = puzzle->n_groups;
  for (size_t i = 0; i < puzzle->n_groups; i++) {
    const struct wb_puzzle_group *group = &puzzle->groups[i];
    result->groups[i] = (struct wb_result_group){.name = wb_strdup(group->name),
                                                 .points = group->points,
                                                 .each = group->each,
                                                 .needs = group->needed};
  }
  result->score = wb_result_score_groups(result, puzzle->has_budget,
                                         run->draws && !drawn ? puzzle->drawn_group : 0);
}

/* Accepted is said only here, and only where every case says it, and one was run at least. */
static void conclude_run(struct wb_engine *run) {
  struct wb_result *result = run->result;
  const size_t drawn = run->draws ? run->puzzle->n_drawn : 0; /* which are one case */
  size_t accepted = 0, right = 0, ran = 0, wanted = run->sequence.count - drawn + (drawn > 0);
  bool has_drawn = false;
  for (size_t i = 0; i < result->n_cases; i++) {
    const enum wb_verdict verdict = result->cases[i].verdict;
    ran += wb_case_was_run(&result->cases[i]);
    has_drawn |= result->cases[i].drawn > 0;
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
  /* Where a written case explains what is wrong, no case is drawn, and none is shown. */
  const size_t shown = wanted - (drawn > 0 && !has_drawn);
  result->score = wb_score(right, accepted, shown, run->puzzle != NULL && run->puzzle->has_budget);
  if (result->verdict == WB_VERDICT_JUDGE_ERROR) result->score = 0;
  result->same_in_any_order = result->verdict == WB_VERDICT_ACCEPTED && !run->may_depend_on_order;
  count_steps(run);
  count_groups(run, has_drawn);
}

/* What is wrong with the launches of the first case is wrong with all: no kernel is run. */
static bool check_first_case(struct wb_engine *run) {
  struct wb_launch_check *check = wb_alloc(sizeof *check);
  const bool there = wb_engine_check_launches(run, 0, run->next, check);
  const bool fits = there && check->n_findings == 0 && wb_engine_group_fits(run, run->next);
  if (there && check->n_findings > 0)
    wb_engine_fail_all_cases(run, check->findings, check->n_findings);
  free(check);
  return fits;
}

/* Whoever solves a host puzzle with a kernel is told. */
static bool is_for_kernels(struct wb_engine *run) {
  if (run->puzzle->is_host)
    wb_source_file_complain(run->result, 0,
                            "%s wants a host program: a file with Lua whose name ends with .lua",
                            run->job->slug);
  return !run->puzzle->is_host;
}

/* The kernel is compiled while the spec is loaded and the first case made: either takes long enough
 * to be worth it. */
static void judge_kernel(struct wb_engine *run) {
  bool going = wb_engine_start_building(run), built = false;
  if (going) {
    going = wb_engine_load_puzzle(run) && is_for_kernels(run);
    if (going) wb_engine_build_for_spec(run);
    run->result->cases = wb_alloc((run->sequence.count + 1) * sizeof *run->result->cases);
    /* Then cases cannot be made before the kernel is known. */
    built = going && run->puzzle->kernel_chooses;
    if (built) going = wb_engine_finish_building(run) && wb_engine_choose_group(run);
    if (going) wb_engine_make_first(run);
    if (!going || run->next_status != WB_OK) {
      /* The compiler need not go on for a spec that is wrong. */
      if (going) wb_engine_take_made(run, run->sequence.index[0]);
      ssize_t told = write(run->cancel[1], "", 1);
      (void)told; /* a builder that is not told ends by itself, later */
      wb_builder_join(&run->builder);
      going = false;
    }
  }
  if (run->result->cases == NULL) run->result->cases = wb_alloc(sizeof *run->result->cases);
  if (!built) going = going && wb_engine_finish_building(run);
  going = going && check_first_case(run) && wb_engine_check_printing(run);
  if (going) wb_engine_judge_cases(run);
  wb_engine_sort_cases(run);
}

/* Before anything is compiled: whatever may be included, as it is by then. */
static void add_includes(struct wb_engine *run) {
  if (run->job->course == NULL) return;
  char *folder = wb_path_join(run->job->course, "kernels/include");
  wb_file_states_add_all(&run->result->files, folder);
  free(folder);
}

static void add_spec(struct wb_engine *run) {
  const struct wb_case_source *cases = &run->job->cases;
  if (cases->add_files != NULL) cases->add_files(cases->data, &run->result->files);
}

static void release_run(struct wb_engine *run) {
  const struct wb_device_source *devices = &run->job->devices;
  wb_builder_join(&run->builder);
  if (devices->close != NULL && run->builder.device != NULL)
    devices->close(devices->data, run->builder.device, run->result);
  else
    wb_device_close(run->builder.device);
  wb_builder_release(&run->builder);
  wb_engine_forget_ahead(run);
  if (run->next != NULL) run->job->cases.free(run->next);
  run->job->cases.free(run->recording.made);
  wb_case_sequence_release(&run->sequence);
  for (size_t i = 0; i < run->n_kernels; i++) free(run->kernels[i].entry);
  free(run->kernels);
  for (int i = 0; i < 2; i++)
    if (run->cancel[i] >= 0) close(run->cancel[i]);
  wb_str_release(&run->source);
}

/* What was judged, for whoever keeps it: the file may be another by now. */
static void hand_over_source(struct wb_engine *run) {
  if (!run->was_read) return;
  run->result->source_length = run->source.length;
  run->result->source = wb_alloc(run->source.length + 1);
  memcpy(run->result->source, run->source.data, run->source.length);
}

void wb_judge_run(const struct wb_judge_job *job, struct wb_result *result) {
  struct wb_engine run = {.job = job, .result = result, .cancel = {-1, -1}};
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
  add_includes(&run);
  if (can_be_one && wb_ends_with(job->file, ".lua"))
    wb_engine_judge_program(&run);
  else if (can_be_one)
    judge_kernel(&run);
  conclude_run(&run);
  if (job->trace) explain_no_trace(&run);
  result->elapsed_ms = wb_elapsed_ms(start);
  hand_over_source(&run);
  add_spec(&run);
  /* Told before the device is closed, which takes a while and interests nobody. */
  wb_engine_tell(&run, &(struct wb_event){.kind = WB_EVENT_RESULT, .result = result}, 0);
  release_run(&run);
}
