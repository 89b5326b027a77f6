/* Measuring the learner's answer to a puzzle, a kernel or a host program: the judge runs one case
 * again and again, each time with other inputs, and judges what comes out. Of a program it tells
 * what each command took, as the host's runtime has it from the device. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "device/registry.h"
#include "report/write.h"
#include "result/puzzle_data.h"
#include "session/data_task.h"
#include "session/run_task.h"
#include "tensor/dtype.h"
#include "verbs/bench.h"

enum { LEAST_RUNS = 3, SOURCE_MAX = 4 << 20, TICK_MS = 100 };

struct measure {
  const struct wb_bench_order *order;
  struct wb_result *result;
  struct wb_bench *bench;
  struct wb_str source;
  size_t number; /* of the case, from 1 */
  double bytes;
  struct wb_judge *judge; /* that goes on from run to run */
  bool is_program;
  double *ns; /* of each run that is measured: of its launches, together */
  size_t n_ns;
  struct wb_bench_runs runs; /* of a program */
  uint64_t start_ns;
};

static void set_text(char **text, const char *value) {
  free(*text);
  *text = wb_strdup(value);
}

/* Waits for what `fd` tells, or for Ctrl-C. */
static enum wb_status wait_for(const struct measure *m, int fd, struct wb_error *err) {
  struct pollfd fds[] = {{fd, POLLIN, 0}, {m->order->cancel_fd, POLLIN, 0}};
  poll(fds, 2, TICK_MS);
  return fds[1].revents != 0 ? wb_fail(err, WB_ERR_CANCELLED, "interrupted") : WB_OK;
}

/* ---- which case ----------------------------------------------------------------------------- */

/* Each input is read once, at least, and each output written once. */
static double bytes_of_array(const struct wb_array_data *array) {
  struct wb_dtype type;
  const bool in = strcmp(array->role, "input") == 0, out = strcmp(array->role, "output") == 0;
  const bool both = strcmp(array->role, "inout") == 0;
  if (!(in || out || both) || !wb_dtype_parse(array->type, &type)) return 0;
  return (double)array->total * (double)wb_dtype_size(type) * (both ? 2 : 1);
}

static double bytes_of_case(const struct wb_case_data *one) {
  double bytes = 0;
  for (size_t i = 0; i < one->n_arrays; i++) bytes += bytes_of_array(&one->arrays[i]);
  return bytes;
}

static void take_case(struct measure *m, const struct wb_case_data *one) {
  m->number = (size_t)one->number;
  m->bytes = m->order->bytes > 0 ? m->order->bytes : bytes_of_case(one);
  free(m->bench->input);
  if (m->order->extra_case != NULL)
    m->bench->input = wb_strdup(one->outline);
  else if (one->visible)
    m->bench->input = wb_format("case %zu: %s", m->number, one->outline);
  else
    m->bench->input = wb_format("case %zu, which is hidden", m->number);
  if (m->bytes > 0)
    set_text(&m->bench->bytes_of, m->order->bytes > 0
                                      ? "as --bytes says"
                                      : "each input read once, each output written once");
}

static enum wb_status choose_case(struct measure *m, const struct wb_puzzle_data *data,
                                  struct wb_error *err) {
  const struct wb_case_data *best = NULL;
  for (size_t i = 0; i < data->n_cases; i++)
    if (best == NULL || bytes_of_case(&data->cases[i]) > bytes_of_case(best))
      best = &data->cases[i];
  if (best == NULL) return wb_fail(err, WB_ERR_USAGE, "%s has no case", m->order->slug);
  take_case(m, best);
  return WB_OK;
}

/* The judge of the run may know hidden cases, and tells nothing of them but that. */
static enum wb_status find_case(struct measure *m, struct wb_error *err) {
  const struct wb_bench_order *order = m->order;
  struct wb_data_task task = {0};
  const struct wb_data_options options = {.course = order->course,
                                          .puzzle = order->slug,
                                          .only_case = order->only_case,
                                          .extra_case = order->extra_case,
                                          .author = true};
  enum wb_status status = wb_data_task_start(&task, &options, err);
  while (status == WB_OK && !wb_data_task_step(&task)) {
    wb_bench_show(order, "making the cases", 0, 0);
    status = wait_for(m, wb_data_task_fd(&task), err);
  }
  if (status == WB_OK && task.status != WB_OK) {
    *err = task.error;
    status = task.status;
  }
  if (status == WB_OK) status = choose_case(m, task.data, err);
  wb_data_task_cancel(&task);
  return status;
}

/* ---- one run of the judge ------------------------------------------------------------------- */

/* Its result takes the place of the one before. */
static enum wb_status judge(struct measure *m, const struct wb_run_options *options,
                            const char *doing, uint64_t done, uint64_t total,
                            struct wb_error *err) {
  struct wb_run_task task = {0};
  enum wb_status status = m->judge != NULL ? wb_run_task_start_by(&task, m->judge, options, err)
                                           : wb_run_task_start(&task, options, err);
  m->judge = NULL;
  while (status == WB_OK) {
    const enum wb_run_step step = wb_run_task_step(&task);
    if (step == WB_RUN_STEP_ENDED) break;
    wb_bench_show(m->order, doing, done, total);
    if (step == WB_RUN_STEP_NONE) status = wait_for(m, wb_run_task_fd(&task), err);
  }
  if (status == WB_OK && task.status != WB_OK) {
    *err = task.error;
    status = task.status;
  }
  if (status == WB_OK) {
    struct wb_result *result = wb_run_task_take(&task);
    wb_result_release(m->result);
    *m->result = *result;
    free(result);
    m->judge = wb_run_task_take_judge(&task);
    /* Ours, or the machine's: nothing was judged. */
    if (m->result->verdict == WB_VERDICT_JUDGE_ERROR)
      status = wb_fail(err, m->result->cause, "%s", m->result->detail);
  }
  wb_run_task_cancel(&task);
  return status;
}

static struct wb_run_options options_of(const struct measure *m) {
  return (struct wb_run_options){.course = m->order->course,
                                 .puzzle = m->order->slug,
                                 .file = m->order->file,
                                 .source = m->source.data,
                                 .source_length = m->source.length};
}

static bool is_right(const struct wb_result *result) {
  return result->verdict == WB_VERDICT_ACCEPTED || result->verdict == WB_VERDICT_OVER_BUDGET;
}

/* Every case, as `run` judges them. */
static enum wb_status judge_first(struct measure *m, struct wb_error *err) {
  const struct wb_run_options options = options_of(m);
  char *worker = wb_helper_path("workbench-emulator");
  enum wb_status status = WB_OK;
  if (worker != NULL) status = judge(m, &options, "judging it on the emulator", 0, 0, err);
  wb_judge_free(m->judge);
  m->judge = NULL;
  free(worker);
  return status;
}

/* ---- all runs ------------------------------------------------------------------------------- */

/* What is wrong with the last run, in words that the caller frees; of a hidden case, which. */
static char *reason_of(const struct measure *m) {
  struct wb_str why;
  wb_str_init(&why);
  if (strstr(m->bench->input, "hidden") == NULL) wb_write_reason(m->result, NULL, &why);
  if (why.length == 0) wb_str_add(&why, wb_verdict_name(m->result->verdict));
  return wb_str_detach(&why);
}

static void take_kernel_run(struct measure *m, bool warm_up) {
  const struct wb_result *result = m->result;
  const bool timed = result->n_cases == 1 && result->cases[0].time_ns > 0;
  if (!is_right(result) && m->bench->wrong++ == 0) {
    free(m->bench->why);
    m->bench->why = reason_of(m);
  }
  if (!warm_up && timed && is_right(result)) m->ns[m->n_ns++] = (double)result->cases[0].time_ns;
  if (warm_up)
    m->bench->warm_ups++;
  else
    m->bench->runs++;
}

static void take_program_run(struct measure *m, bool warm_up, uint64_t seed) {
  const struct wb_result *result = m->result;
  struct wb_bench_run *run = wb_bench_runs_add(&m->runs);
  run->warm_up = warm_up;
  run->seed = seed;
  run->wrong = !is_right(result);
  if (run->wrong) {
    free(run->why);
    run->why = reason_of(m);
  }
  if (!result->has_timeline) return;
  wb_bench_run_take_all(run, &result->timeline);
  if (!warm_up) m->ns[m->n_ns++] = (double)wb_timeline_sums(&result->timeline).kernel_ns;
}

static bool goes_on(const struct measure *m, uint64_t done) {
  const struct wb_bench_order *order = m->order;
  const bool late = order->time_ms > 0 && wb_elapsed_ms(m->start_ns) > order->time_ms;
  return done < (uint64_t)order->warm_ups + order->runs &&
         (!late || done < (uint64_t)order->warm_ups + LEAST_RUNS);
}

/* As an author's the judge keeps its device, with its driver, from run to run, as long as the
 * kernel is right: the emulator has seen nothing wrong in it. */
static enum wb_status measure_runs(struct measure *m, struct wb_error *err) {
  const struct wb_bench_order *order = m->order;
  struct wb_run_options options = options_of(m);
  enum wb_status status = WB_OK;
  options.device = order->device;
  options.only_case = order->extra_case != NULL ? 0 : (int)m->number;
  options.extra_case = order->extra_case;
  options.author = options.keeps_on = options.has_seed = true;
  options.timed = m->is_program;
  m->start_ns = wb_clock_ns();
  for (uint64_t i = 0; status == WB_OK && goes_on(m, i); i++) {
    options.seed = order->seed + i;
    status = judge(m, &options, order->slug, i, (uint64_t)order->warm_ups + order->runs, err);
    if (status != WB_OK) break;
    if (m->is_program)
      take_program_run(m, i < order->warm_ups, options.seed);
    else
      take_kernel_run(m, i < order->warm_ups);
    /* One that does not compile, or hangs, does so each time. */
    if (m->result->n_cases == 0 || m->result->verdict == WB_VERDICT_TIME_LIMIT) break;
  }
  wb_judge_free(m->judge);
  m->judge = NULL;
  return status;
}

static void add_kernel_row(struct measure *m) {
  struct wb_bench *bench = m->bench;
  const struct wb_case_result *one = m->result->n_cases > 0 ? &m->result->cases[0] : NULL;
  const uint32_t launches = one != NULL && one->launches > 0 ? one->launches : 1;
  char *what = launches > 1 ? wb_format("the %u launches of the case, together", launches)
                            : wb_strdup("the launch of the case");
  if (m->result->device != NULL) set_text(&bench->device, m->result->device);
  bench->results_checked = true;
  wb_bench_add_row(bench, what, m->order->slug, 1, m->ns, m->n_ns, m->bytes, m->order->flops);
  free(what);
}

/* ---- a program's rows ------------------------------------------------------------------------ */

/* The launch of a run, where each has one and it is the same; else NULL. */
static const struct wb_bench_item *only_launch(const struct wb_bench_runs *runs) {
  const struct wb_bench_item *only = NULL;
  bool one = true;
  for (size_t i = 0; i < runs->n_runs && one; i++) {
    size_t launches = 0;
    for (size_t k = 0; k < runs->runs[i].n_items; k++) {
      const struct wb_bench_item *item = &runs->runs[i].items[k];
      if (item->kind != WB_TIMELINE_KERNEL) continue;
      launches += item->count;
      one = one && (only == NULL || strcmp(only->name, item->name) == 0);
      if (only == NULL) only = item;
    }
    one = one && launches == 1;
  }
  return one ? only : NULL;
}

static void say_dropped(struct measure *m) {
  uint64_t dropped = 0;
  for (size_t i = 0; i < m->runs.n_runs; i++)
    if (m->runs.runs[i].dropped > dropped) dropped = m->runs.runs[i].dropped;
  if (dropped == 0) return;
  free(m->bench->trouble);
  m->bench->trouble = wb_format("%llu commands of a run are more than can be measured",
                                (unsigned long long)dropped);
}

/* What the case reads and writes is what one launch does, or all of them together. */
static void add_program_rows(struct measure *m) {
  struct wb_bench *bench = m->bench;
  const struct wb_bench_item *launch = only_launch(&m->runs);
  m->runs.checks = true;
  if (launch != NULL) {
    m->runs.works = wb_alloc(sizeof *m->runs.works);
    m->runs.works[m->runs.n_works++] = (struct wb_bench_work){
        .kernel = wb_strdup(launch->name), .bytes = m->bytes, .flops = m->order->flops};
  }
  wb_bench_take_commands(bench, &m->runs);
  if (bench->device[0] == '\0' && m->result->device != NULL)
    set_text(&bench->device, m->result->device);
  if (launch == NULL)
    wb_bench_add_row(bench, "the launches of a run, together", m->order->slug, 1, m->ns, m->n_ns,
                     m->bytes, m->order->flops);
  wb_bench_add_whole(bench, &m->runs,
                     "the whole run, from its first command enqueued to the end of its last");
  say_dropped(m);
}

static void add_rows(struct measure *m) {
  m->bench->emulated = m->result->checks;
  if (m->is_program)
    add_program_rows(m);
  else
    add_kernel_row(m);
}

enum wb_status wb_bench_puzzle(const struct wb_bench_order *order, struct wb_result *result,
                               struct wb_bench *bench, struct wb_error *err) {
  struct measure m = {.order = order, .result = result, .bench = bench};
  *result = (struct wb_result){.verdict = WB_VERDICT_ACCEPTED};
  wb_bench_init(bench, order->slug);
  wb_str_init(&m.source);
  m.is_program = wb_ends_with(order->file, ".lua");
  m.ns = wb_alloc((order->runs + 1) * sizeof *m.ns);
  enum wb_status status = wb_file_read(order->file, SOURCE_MAX, &m.source, err);
  if (status == WB_OK) status = find_case(&m, err);
  if (status == WB_OK) status = judge_first(&m, err);
  if (status == WB_OK && !is_right(result)) {
    set_text(&bench->trouble, m.is_program ? "the program is not right, and is not measured"
                                           : "the kernel is not right, and is not measured");
  } else if (status == WB_OK) {
    status = wb_bench_measure_peaks(order, bench, err);
    if (status == WB_OK) status = measure_runs(&m, err);
    if (status == WB_OK) add_rows(&m);
    if (status == WB_OK) status = wb_bench_measure_peaks(order, bench, err);
  }
  free(m.ns);
  wb_bench_runs_release(&m.runs);
  wb_str_release(&m.source);
  return status;
}
