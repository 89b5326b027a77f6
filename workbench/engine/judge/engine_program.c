/* A run whose file is a host program. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "judge/case_program.h"
#include "judge/engine_private.h"
#include "launch/source_file.h"
#include "result/host_protocol.h"

enum { FILE_BYTES_MAX = 4 << 20 };

static void fail_run(struct wb_engine *run, const struct wb_error *err) {
  wb_source_file_fail(run->result, err);
}

static bool is_for_programs(struct wb_engine *run) {
  if (!run->puzzle->is_host)
    wb_source_file_complain(run->result, 0,
                            "%s wants a kernel: a file with OpenCL C whose name ends with .cl",
                            run->job->slug);
  return run->puzzle->is_host;
}

/* A program launches what it wants. */
static bool has_usual_launch(struct wb_engine *run) {
  struct wb_error err;
  if (run->job->launch_change == WB_LAUNCH_AS_IT_IS) return true;
  wb_fail(&err, WB_ERR_USAGE, "the launches of a host program cannot be changed");
  fail_run(run, &err);
  return false;
}

/* Those that the puzzle has for its programs. */
static bool read_files(struct wb_engine *run, struct wb_program_job *job) {
  const struct wb_names *names = &run->puzzle->files;
  struct wb_host_file *files = wb_alloc((names->count + 1) * sizeof *files);
  struct wb_error err = {0};
  enum wb_status status = WB_OK;
  job->files = files;
  for (size_t i = 0; i < names->count && status == WB_OK; i++) {
    struct wb_str text;
    char *path = wb_format("%s/puzzles/%s/%s", run->job->course, run->job->slug, names->items[i]);
    wb_str_init(&text);
    status = wb_file_read(path, FILE_BYTES_MAX, &text, &err);
    wb_file_states_add_text(&run->result->files, path, text.data, text.length);
    if (status != WB_OK) err.status = WB_ERR_SPEC; /* the puzzle says that it is there */
    struct wb_host_file *file = &files[job->n_files++];
    file->name = wb_strdup(names->items[i]);
    file->length = text.length;
    file->bytes = (unsigned char *)wb_str_detach(&text);
    free(path);
  }
  if (status != WB_OK) fail_run(run, &err);
  return status == WB_OK;
}

static void release_files(struct wb_program_job *job) {
  for (uint32_t i = 0; i < job->n_files; i++) {
    free(job->files[i].name);
    free(job->files[i].bytes);
  }
  free((struct wb_host_file *)job->files);
}

/* What does not compile does not in any case. */
static void take_complaint(struct wb_engine *run, const struct wb_program_end *end) {
  struct wb_result *result = run->result;
  if (end->compiles) return;
  for (size_t i = 0; i < result->n_cases; i++) wb_case_result_release(&result->cases[i]);
  result->n_cases = 0;
  wb_source_file_complain(result, end->line, "%s", end->complaint);
  free(result->compile_log);
  result->compile_log = wb_strdup(end->complaint);
}

/* Of the only case. */
static void take_times(struct wb_result *result, struct wb_program_end *end) {
  if (!end->has_timeline || result->has_timeline) return;
  result->has_timeline = true;
  result->timeline = end->timeline;
  result->trace_case = result->n_cases - 1;
  end->has_timeline = false;
}

static void take_walls(struct wb_result *result, const struct wb_program_end *end) {
  if (!end->has_walls) return;
  result->has_walls = true;
  result->walls = end->walls;
}

/* A program that is measured, and so runs alone, compiles as fast itself. */
static bool is_to_prepare(const struct wb_program_job *job) {
  return job->programs->prepare != NULL && !job->timed;
}

/* What the case at hand needs is compiled by then, and what the next one needs from then on. */
static void prepare(struct wb_engine *run, struct wb_program_job *job,
                    struct wb_program_preparation *ahead, const struct wb_case *made, size_t turn) {
  if (turn == 0) {
    *ahead = (struct wb_program_preparation){.job = job, .made = made};
    wb_program_prepare_start(ahead);
  }
  wb_program_prepare_join(ahead);
  job->prepared = ahead->prepared;
  wb_engine_make_ahead(run, turn + 1);
  *ahead = (struct wb_program_preparation){.job = job, .made = run->next};
  if (run->next != NULL) wb_program_prepare_start(ahead);
}

/* Takes the case whose turn it is. False where the run is over. */
static bool judge_case(struct wb_engine *run, struct wb_program_job *job,
                       struct wb_program_preparation *ahead, size_t turn) {
  const size_t index = run->sequence.index[turn];
  struct wb_case *made = wb_engine_take_made(run, index);
  struct wb_program_end end = {0};
  struct wb_error err = {0};
  bool goes_on = true;
  if (made == NULL) return false;
  struct wb_case_result *result = wb_engine_add_case(run, index);
  const bool prepares = is_to_prepare(job);
  wb_engine_begin_case(run, index, result,
                       (prepares ? 2 : 1) * (run->puzzle->limits.time_ms + WB_HOST_JUDGED_MORE_MS));
  if (prepares) prepare(run, job, ahead, made, turn);
  /* A copy: the case to come is being prepared for the other one. */
  struct wb_program_job one = *job;
  one.once = wb_engine_is_drawn(run, index);
  one.in_one_order = wb_engine_skips_orders(run, index);
  const enum wb_status status = wb_program_judge(&one, made, result, &end, &err);
  if (status == WB_OK) wb_engine_note_order(run, end.checks, end.n_orders, result);
  if (status == WB_OK && wb_engine_needs_arrays(run, result))
    wb_program_explain_budget(&one, made, result);
  take_walls(run->result, &end);
  run->result->checks = run->result->checks && end.checks;
  if (status == WB_OK && end.compiles && !wb_engine_is_drawn(run, index))
    wb_engine_let_go(run, made);
  else
    run->job->cases.free(made);
  if (status != WB_OK) {
    run->result->n_cases--;
    wb_case_result_release(result);
    fail_run(run, &err);
    goes_on = false;
  } else if (!end.compiles) {
    take_complaint(run, &end);
    goes_on = false;
  } else {
    wb_engine_end_case(run, result);
    goes_on = !wb_engine_ends_with(run, result->verdict);
    if (goes_on && !prepares) wb_engine_make_ahead(run, turn + 1);
    if (!goes_on) wb_engine_skip_cases(run, turn + 1, result->verdict, result->name);
  }
  if (status == WB_OK && end.compiles) take_times(run->result, &end);
  wb_program_end_release(&end);
  return goes_on;
}

/* As it was judged when its turn came. */
static bool judge_apart(struct wb_engine *run, const void *data, size_t index, struct wb_case *made,
                        struct wb_case_result *result) {
  const uint32_t limit_ms = run->puzzle->limits.time_ms;
  struct wb_program_job job = *(const struct wb_program_job *)data;
  struct wb_program_end end = {0};
  struct wb_error unsaid = {0};
  job.once = true;
  job.in_one_order = false;
  job.prepared = false;
  wb_engine_begin_case(run, index, result, limit_ms + WB_HOST_JUDGED_MORE_MS);
  const bool judged = wb_program_judge(&job, made, result, &end, &unsaid) == WB_OK && end.compiles;
  /* One that hangs is not tried again and again. */
  if (result->verdict == WB_VERDICT_TIME_LIMIT) result->spent_ns = (uint64_t)limit_ms * 1000000;
  wb_program_end_release(&end);
  return judged;
}

static void record(struct wb_engine *run, const struct wb_program_job *job) {
  const struct wb_recording *recording = &run->recording;
  struct wb_error err = {0};
  /* The cases are gone where the program turned out not to compile. */
  if (recording->made == NULL || recording->index >= run->result->n_cases ||
      run->result->verdict == WB_VERDICT_JUDGE_ERROR)
    return;
  const enum wb_status status = wb_program_record(job, recording->made, recording->index,
                                                  run->job->trace_launch, run->result, &err);
  if (status != WB_OK)
    wb_recording_note(run->result, "the run could not be recorded: %s", err.message);
}

static bool is_in_another_order(const struct wb_judge_job *job) {
  return job->subgroup > 0 || job->schedule.kind != WB_SCHEDULE_FORWARD;
}

/* An author's mutants, and right programs with other seeds, orders and devices, are hundreds of
 * runs alike: to start a process for each case takes longer than to run it. What a learner is
 * judged by, a program as it is on the emulator, has a process for each case, in which nothing of
 * another one can be left. */
static bool shares_process(const struct wb_engine *run) {
  const struct wb_judge_job *job = run->job;
  const bool is_variant = job->verdicts_only || job->has_seed || is_in_another_order(job) ||
                          job->programs.prepare != NULL;
  return job->author && is_variant && !job->timed;
}

/* An author's program was judged as it is before. */
static bool knows_use(const struct wb_judge_job *job) {
  return job->author && (is_in_another_order(job) || job->has_seed);
}

static void judge_cases(struct wb_engine *run) {
  struct wb_program_job job = {.puzzle = run->puzzle,
                               .programs = &run->job->programs,
                               .label = wb_path_basename(run->job->file),
                               .device = run->job->device,
                               .text = run->source.data,
                               .length = run->source.length,
                               .schedule = run->job->schedule,
                               .subgroup = run->job->subgroup,
                               .measures = run->job->author,
                               .time_limit_ms = run->job->time_limit_ms,
                               .timed = run->job->timed,
                               .shares_process = shares_process(run),
                               .knows_use = knows_use(run->job)};
  struct wb_program_preparation ahead = {.running = false};
  bool goes_on = read_files(run, &job);
  run->result->checks = run->sequence.count > 0;
  if (goes_on) wb_engine_make_ahead(run, 0);
  for (size_t turn = 0; turn < run->sequence.count && goes_on; turn++)
    goes_on = !wb_engine_skip_if_decided(run, turn) && wb_engine_goes_on(run, turn) &&
              judge_case(run, &job, &ahead, turn);
  wb_program_prepare_join(&ahead);
  wb_engine_conclude_drawn(run, &(struct wb_engine_judge){judge_apart, &job});
  record(run, &job);
  release_files(&job);
}

void wb_engine_judge_program(struct wb_engine *run) {
  const struct wb_program_source *programs = &run->job->programs;
  struct wb_error err = {0};
  const enum wb_status status = programs->start(programs->data, &err);
  if (status != WB_OK) fail_run(run, &err);
  if (status == WB_OK && wb_engine_load_puzzle(run) && is_for_programs(run) &&
      has_usual_launch(run)) {
    run->result->cases = wb_alloc((run->sequence.count + 1) * sizeof *run->result->cases);
    judge_cases(run);
    wb_engine_sort_cases(run);
  }
  if (run->result->cases == NULL) run->result->cases = wb_alloc(sizeof *run->result->cases);
}
