#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "launch/emulate.h"
#include "report/emulation.h"
#include "cli/run_one.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "report/source_texts.h"
#include "launch/source_file.h"
#include "sandbox/reaper.h"
#include "course/course.h"
#include "session/unknown_names.h"

enum {
  MOST_DEFINES = 128,
  TICK_MS = 50,
  DEFAULT_FINDINGS = 10,
  SOURCE_MAX = 4 << 20,
  REAPER_PATIENCE_MS = 500,
  SWEEP_LIMIT_MS = 2000
};
static const double DEFAULT_SECONDS = 10;

/* Everything of one call. */
struct emulate {
  const struct wb_invocation *invocation;
  struct wb_emulate job;
  struct wb_str source, options;
  char *folder;
  char *folders[WB_MAX_INCLUDES]; /* of -I, whole paths */
  const char *dumps[WB_MAX_ARGS];
  struct wb_arg_spec specs[WB_MAX_ARGS];
  bool json;
};

/* ---- what is asked for ---------------------------------------------------------------- */

/* Quoted for the options of a build, where blanks separate. */
static void add_quoted(struct wb_str *out, const char *text) {
  for (; *text != '\0'; text++) {
    if (strchr(" \t\n\"'\\", *text) != NULL) wb_str_add_char(out, '\\');
    wb_str_add_char(out, *text);
  }
}

static void take_options(struct emulate *e) {
  const char *values[MOST_DEFINES];
  size_t count = wb_cli_values(e->invocation, "define", values, MOST_DEFINES);
  const char *more = wb_cli_value(e->invocation, "build");
  for (size_t i = 0; i < count; i++) {
    wb_str_add(&e->options, "-D ");
    add_quoted(&e->options, values[i]);
    wb_str_add_char(&e->options, ' ');
  }
  if (more != NULL) wb_str_add(&e->options, more);
  e->job.options = e->options.data;
}

static enum wb_status take_includes(struct emulate *e, struct wb_error *err) {
  const char *values[WB_MAX_INCLUDES + 1];
  size_t count = wb_cli_values(e->invocation, "include", values, WB_MAX_INCLUDES + 1);
  if (count > WB_MAX_INCLUDES)
    return wb_fail(err, WB_ERR_USAGE, "-I is given more than %d times", (int)WB_MAX_INCLUDES);
  for (size_t i = 0; i < count; i++) {
    if (!wb_is_directory(values[i]))
      return wb_fail(err, WB_ERR_USAGE, "-I %s: there is no such folder", values[i]);
    e->folders[i] = realpath(values[i], NULL);
    if (e->folders[i] == NULL) return wb_fail_errno(err, "cannot open the folder %s", values[i]);
  }
  e->job.includes = (const char *const *)e->folders;
  e->job.n_includes = count;
  return WB_OK;
}

static enum wb_status take_args(struct emulate *e, struct wb_error *err) {
  const char *values[WB_MAX_ARGS + 1];
  size_t count = wb_cli_values(e->invocation, "arg", values, WB_MAX_ARGS + 1);
  if (count > WB_MAX_ARGS)
    return wb_fail(err, WB_ERR_USAGE, "a kernel takes at most %d arguments", (int)WB_MAX_ARGS);
  e->job.args = e->specs;
  for (size_t i = 0; i < count; i++) {
    struct wb_error why = {0};
    e->job.n_args = i + 1;
    if (wb_arg_spec_parse(&e->specs[i], values[i], &why) != WB_OK)
      return wb_fail(err, WB_ERR_USAGE, "argument %zu, %s: %s", i + 1, values[i], why.message);
  }
  return WB_OK;
}

static enum wb_status take_sizes(struct emulate *e, struct wb_error *err) {
  struct wb_emulate *job = &e->job;
  static const char *const names[] = {"local", "offset"};
  unsigned counts[2];
  job->dimensions = wb_cli_sizes(e->invocation, "global", 1, job->global);
  counts[0] = wb_cli_sizes(e->invocation, "local", 1, job->local);
  counts[1] = wb_cli_sizes(e->invocation, "offset", 0, job->offset);
  if (job->dimensions == 0)
    return wb_fail(err, WB_ERR_USAGE,
                   "--global is missing: how many work-items are to run? --global 64 or --global "
                   "64,32");
  for (int i = 0; i < 2; i++)
    if (counts[i] > job->dimensions)
      return wb_fail(err, WB_ERR_USAGE, "--%s has %u sizes, but --global %s has %u", names[i],
                     counts[i], wb_cli_value(e->invocation, "global"), job->dimensions);
  job->has_local = counts[0] > 0;
  memcpy(job->result.global, job->global, sizeof job->global);
  memcpy(job->result.local, job->local, sizeof job->local);
  memcpy(job->result.offset, job->offset, sizeof job->offset);
  job->result.dimensions = job->dimensions;
  return WB_OK;
}

static enum wb_status take_all(struct emulate *e, struct wb_error *err) {
  const struct wb_invocation *in = e->invocation;
  struct wb_emulate *job = &e->job;
  const char *device = wb_cli_value(in, "device");
  job->device = device != NULL ? device : "emulator";
  job->kernel = wb_cli_value(in, "kernel");
  job->seed = wb_cli_number(in, "seed", 1);
  job->schedule = wb_cli_schedule(in, "schedule");
  job->orders = job->result.asked_orders = wb_cli_flag(in, "orders");
  job->subgroup = (uint32_t)wb_cli_number(in, "subgroup", 0);
  job->trace_file = wb_cli_value(in, "trace");
  job->profile = wb_cli_flag(in, "stats") || job->trace_file != NULL;
  job->time_limit_ms = (uint32_t)(wb_cli_seconds(in, "time-limit", DEFAULT_SECONDS) * 1000 + 0.5);
  job->dumps = e->dumps;
  job->n_dumps = wb_cli_values(in, "dump", e->dumps, WB_MAX_ARGS);
  take_options(e);
  enum wb_status status = take_sizes(e, err);
  if (status == WB_OK) status = take_args(e, err);
  if (status == WB_OK) status = take_includes(e, err);
  return status;
}

/* ---- the source ----------------------------------------------------------------------- */

static enum wb_status read_stdin(struct wb_str *out, struct wb_error *err) {
  char chunk[65536];
  ssize_t got;
  while ((got = read(STDIN_FILENO, chunk, sizeof chunk)) > 0) {
    wb_str_add_bytes(out, chunk, (size_t)got);
    if (out->length > SOURCE_MAX)
      return wb_fail(err, WB_ERR_USAGE, "what comes from standard input is too long");
  }
  return got == 0 ? WB_OK : wb_fail_errno(err, "cannot read standard input");
}

/* False where the result is decided already. */
static bool read_source(struct emulate *e) {
  struct wb_emulate *job = &e->job;
  struct wb_result *result = &job->result.result;
  const char *path = wb_cli_operand(e->invocation);
  struct wb_error err = {0};
  bool fine;
  if (strcmp(path, "-") == 0) {
    job->file = "<stdin>";
    e->folder = getcwd(NULL, 0);
    fine = read_stdin(&e->source, &err) == WB_OK;
    if (!fine) wb_source_file_fail(result, &err);
    fine = fine && wb_source_file_check(&e->source, result);
  } else {
    char *folder = wb_path_dirname(path);
    job->file = path;
    e->folder = realpath(folder, NULL);
    free(folder);
    fine = wb_source_file_read_own(path, &e->source, result);
  }
  job->folder = e->folder;
  job->source = e->source.data;
  job->source_length = e->source.length;
  return fine;
}

/* ---- running ---------------------------------------------------------------------------- */

struct running {
  struct wb_emulate *job;
  int done_fd; /* closed when it is done */
};

static void *run_job(void *data) {
  struct running *running = data;
  wb_emulate_run(running->job);
  close(running->done_fd);
  return NULL;
}

/* Runs the job on a thread and shows that something is going on. */
static void run_on_thread(struct wb_emulate *job) {
  struct wb_interrupt interrupt;
  struct wb_cli_progress progress;
  struct running running = {.job = job};
  struct wb_error err;
  pthread_t thread;
  int ends[2];
  wb_interrupt_open(&interrupt);
  wb_cli_progress_begin(&progress);
  job->cancel_fd = interrupt.fd;
  atomic_store(&job->phase, "starting");
  if (wb_pipe(ends, &err) == WB_OK) {
    running.done_fd = ends[1];
    struct pollfd done = {.fd = ends[0], .events = POLLIN};
    if (pthread_create(&thread, NULL, run_job, &running) != 0) {
      run_job(&running);
    } else {
      while (poll(&done, 1, TICK_MS) == 0)
        wb_cli_progress_show(&progress, atomic_load(&job->phase));
      pthread_join(thread, NULL);
    }
    close(ends[0]);
  } else {
    wb_source_file_fail(&job->result.result, &err);
  }
  wb_cli_progress_clear(&progress);
  wb_interrupt_close(&interrupt);
}

/* ---- the report --------------------------------------------------------------------------- */

static void print_report(const struct emulate *e) {
  const struct wb_emulate *job = &e->job;
  struct wb_source_texts sources = {.own = job->source};
  struct wb_str out;
  struct wb_report_style style = wb_cli_style(e->invocation);
  struct wb_emulation_view view = {
      .most_findings = wb_cli_number(e->invocation, "max-findings",
                                     e->json ? WB_MAX_OUTCOME_FINDINGS : DEFAULT_FINDINGS),
      .stats = wb_cli_flag(e->invocation, "stats"),
      .sources = {wb_source_texts_find, &sources}};
  wb_source_texts_add_folder(&sources, job->folder != NULL ? job->folder : ".");
  for (size_t i = 0; i < job->n_includes; i++)
    wb_source_texts_add_folder(&sources, job->includes[i]);
  wb_str_init(&out);
  if (e->json)
    wb_report_emulation_json(&job->result, &view, &out);
  else if (job->result.result.verdict != WB_VERDICT_JUDGE_ERROR)
    wb_report_emulation(&job->result, &view, &style, &out);
  fwrite(out.data, 1, out.length, stdout);
  wb_str_release(&out);
  wb_source_texts_release(&sources);
}

/* No course need be at hand: the words are those of the program's own. */
static void explain_names(struct wb_result *result) {
  char *course = wb_course_of_program();
  if (course != NULL) wb_unknown_names_explain(result, course);
  free(course);
}

/* An error of ours or of what was asked for stands where errors do. */
static int report_outcome(const struct emulate *e) {
  const struct wb_result *result = &e->job.result.result;
  struct wb_error err;
  print_report(e);
  if (result->verdict != WB_VERDICT_JUDGE_ERROR) return wb_exit_of_result(result);
  wb_fail(&err, result->cause, "%s", result->detail);
  return wb_cli_fail(e->invocation, &err);
}

static void release_job(struct emulate *e) {
  wb_emulation_release(&e->job.result);
  for (size_t i = 0; i < e->job.n_args; i++) wb_arg_spec_release(&e->specs[i]);
  for (size_t i = 0; i < e->job.n_includes; i++) free(e->folders[i]);
  wb_str_release(&e->source);
  wb_str_release(&e->options);
  free(e->folder);
  free(e);
}

int wb_shell_emulate(const struct wb_invocation *invocation) {
  const uint64_t start = wb_clock_ns();
  struct emulate *e = wb_alloc(sizeof *e);
  struct wb_result *result = &e->job.result.result;
  struct wb_error err = {0};
  e->invocation = invocation;
  e->json = wb_cli_wants_json(invocation);
  e->job.file = wb_cli_operand(invocation);
  result->verdict = WB_VERDICT_ACCEPTED;
  wb_reaper_adopt(); /* what a worker's reaper leaves, should somebody kill it */
  wb_str_init(&e->source);
  wb_str_init(&e->options);
  if (take_all(e, &err) != WB_OK)
    wb_source_file_fail(result, &err);
  else if (read_source(e))
    run_on_thread(&e->job);
  explain_names(result);
  result->file = wb_strdup(e->job.file);
  result->elapsed_ms = wb_elapsed_ms(start);
  int code = report_outcome(e);
  release_job(e);
  wb_reaper_sweep(REAPER_PATIENCE_MS, SWEEP_LIMIT_MS);
  return code;
}
