#include "judge/client.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "device/clean.h"
#include "device/registry.h"
#include "judge/event_json.h"
#include "judge/main.h"

enum {
  EVENTS_MAX = 64 << 20, /* bytes of one line */
  OUTPUT_MAX = 64 << 10, /* of the judge's stdout and stderr */
  PATIENCE_MS = 60000,   /* for an event where the judge does not say */
  END_WAIT_MS = 2000     /* from the end of the events to the end of the process */
};

struct wb_judge {
  struct wb_process process;
  pid_t group;
  int events_fd, output_fd;
  struct wb_str events; /* read, not yet taken; `taken` bytes of it are */
  size_t taken, scanned;
  struct wb_str output;
  bool describing; /* a description: ends with WB_EVENT_END */
  bool done;       /* its last event was given out */
  char *course, *puzzle, *file, *device;
  uint64_t since_ns; /* the last event, or the start */
  uint32_t patience_ms;
};

/* ---- start ------------------------------------------------------------------- */

static enum wb_status spawn(struct wb_judge *judge, const char *const *argv, struct wb_error *err) {
  int events[2] = {-1, -1}, output[2] = {-1, -1};
  enum wb_status status = wb_pipe(events, err);
  if (status == WB_OK) status = wb_pipe(output, err);
  if (status == WB_OK) {
    struct wb_fd_map fds[] = {{output[1], 1}, {output[1], 2}, {events[1], WB_JUDGE_EVENT_FD}};
    struct wb_spawn how = {
        .argv = argv, .fds = fds, .n_fds = 3, .new_group = true, .die_with_parent = true};
    status = wb_process_spawn(&judge->process, &how, err);
    judge->group = judge->process.pid;
  }
  judge->events_fd = events[0];
  judge->output_fd = output[0];
  if (events[0] >= 0) fcntl(events[0], F_SETFL, O_NONBLOCK);
  if (output[0] >= 0) fcntl(output[0], F_SETFL, O_NONBLOCK);
  if (events[1] >= 0) close(events[1]);
  if (output[1] >= 0) close(output[1]);
  return status;
}

static struct wb_judge *judge_new(const char *course, const char *puzzle) {
  struct wb_judge *judge = wb_alloc(sizeof *judge);
  judge->events_fd = judge->output_fd = -1;
  judge->course = wb_strdup(course);
  judge->puzzle = wb_strdup(puzzle);
  judge->since_ns = wb_clock_ns();
  judge->patience_ms = PATIENCE_MS;
  wb_str_init(&judge->events);
  wb_str_init(&judge->output);
  return judge;
}

static enum wb_status start(struct wb_judge *made, const char **argv, struct wb_judge **judge,
                            struct wb_error *err) {
  char *path = wb_helper_path("workbench-judge");
  enum wb_status status;
  argv[0] = path;
  status = path != NULL ? spawn(made, argv, err)
                        : wb_fail(err, WB_ERR_MISSING,
                                  "workbench-judge is not beside this program; build it with make");
  free(path);
  *judge = status == WB_OK ? made : NULL;
  if (status != WB_OK) wb_judge_free(made);
  return status;
}

enum wb_status wb_run_start(const struct wb_run_options *options, struct wb_judge **judge,
                            struct wb_error *err) {
  const char *device = options->device != NULL ? options->device : "emulator";
  char number[32], seed[32], schedule[48];
  const char *argv[24] = {NULL,       "run",           "--course", options->course,
                          "--puzzle", options->puzzle, "--file",   options->file,
                          "--device", device};
  size_t n = 10;
  struct wb_judge *made = judge_new(options->course, options->puzzle);
  made->file = wb_strdup(options->file);
  made->device = wb_strdup(device);
  if (options->only_case > 0) {
    snprintf(number, sizeof number, "%d", options->only_case);
    argv[n++] = "--case";
    argv[n++] = number;
  }
  if (options->has_seed) {
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)options->seed);
    argv[n++] = "--seed";
    argv[n++] = seed;
  }
  if (options->profile) {
    argv[n++] = "--profile";
    argv[n++] = "yes";
  }
  wb_schedule_text(&options->schedule, schedule, sizeof schedule);
  argv[n++] = "--schedule";
  argv[n++] = schedule;
  return start(made, argv, judge, err);
}

enum wb_status wb_describe_start(const char *course, const char *slug, struct wb_judge **judge,
                                 struct wb_error *err) {
  const char *argv[8] = {NULL, "describe", "--course", course};
  struct wb_judge *made = judge_new(course, slug);
  made->describing = true;
  if (slug != NULL) {
    argv[4] = "--puzzle";
    argv[5] = slug;
  }
  return start(made, argv, judge, err);
}

void wb_judge_free(struct wb_judge *judge) {
  if (judge == NULL) return;
  wb_process_kill(&judge->process);
  if (judge->events_fd >= 0) close(judge->events_fd);
  if (judge->output_fd >= 0) close(judge->output_fd);
  wb_str_release(&judge->events);
  wb_str_release(&judge->output);
  free(judge->course);
  free(judge->puzzle);
  free(judge->file);
  free(judge->device);
  free(judge);
}

int wb_judge_fd(const struct wb_judge *judge) { return judge->events_fd; }

/* ---- reading ----------------------------------------------------------------- */

static void drain_output(struct wb_judge *judge) {
  char piece[4096];
  for (int round = 0; round < 16; round++) {
    ssize_t got = read(judge->output_fd, piece, sizeof piece);
    if (got <= 0) return;
    if (judge->output.length < OUTPUT_MAX) wb_clean_text(&judge->output, piece, (size_t)got);
  }
}

/* One read; false at the end of the events. */
static bool fill(struct wb_judge *judge) {
  char piece[64 << 10];
  ssize_t got = read(judge->events_fd, piece, sizeof piece);
  if (got > 0) wb_str_add_bytes(&judge->events, piece, (size_t)got);
  return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

/* The next whole line, without its newline; NULL where there is none yet. */
static const char *next_line(struct wb_judge *judge, size_t *length) {
  const char *start = judge->events.data + judge->taken;
  const char *from = judge->events.data + judge->scanned;
  const char *end = memchr(from, '\n', judge->events.length - judge->scanned);
  judge->scanned = end != NULL ? (size_t)(end - judge->events.data) + 1 : judge->events.length;
  if (end == NULL) return NULL;
  *length = (size_t)(end - start);
  judge->taken = judge->scanned;
  return start;
}

static void forget_taken(struct wb_judge *judge) {
  if (judge->taken < judge->events.length) return;
  wb_str_clear(&judge->events);
  judge->taken = judge->scanned = 0;
}

/* ---- a judge that fails ------------------------------------------------------ */

/* What ended it, for the person who must act. */
static enum wb_status explain_end(struct wb_judge *judge, const struct wb_exit *end,
                                  struct wb_str *out) {
  int length = (int)(judge->output.length < 600 ? judge->output.length : 600);
  if (!end->exited && end->signal == SIGXCPU && judge->puzzle != NULL) {
    wb_str_addf(out,
                "puzzles/%s/puzzle.lua: the spec used more than %u s of CPU time; look for an "
                "endless loop or far too large sizes in inputs, reference or at the top level",
                judge->puzzle, wb_judge_cpu_seconds());
    return WB_ERR_SPEC;
  }
  if (end->exited)
    wb_str_addf(out, "the judge ended with exit code %d before its result", end->code);
  else
    wb_str_addf(out, "the judge was ended by signal %d (%s)%s", end->signal, strsignal(end->signal),
                end->signal == SIGKILL ? "; has this machine run out of memory?" : "");
  if (length > 0) wb_str_addf(out, ": %.*s", length, judge->output.data);
  return WB_ERR_CRASH;
}

static void result_of_failure(const struct wb_judge *judge, enum wb_status cause,
                              const char *detail, struct wb_event *event) {
  event->kind = WB_EVENT_RESULT;
  event->result = wb_alloc(sizeof *event->result);
  event->result->puzzle = wb_strdup(judge->puzzle);
  event->result->file = wb_strdup(judge->file);
  event->result->device = wb_strdup(judge->device);
  event->result->verdict = WB_VERDICT_JUDGE_ERROR;
  event->result->cause = cause;
  event->result->detail = wb_strdup(detail);
  event->result->compile_log = wb_strdup("");
  event->result->elapsed_ms = wb_elapsed_ms(judge->since_ns);
}

/* Ends the process; gives a result that says so, or for a description fails. */
static enum wb_status fail(struct wb_judge *judge, enum wb_status cause, const char *detail,
                           struct wb_event *event, struct wb_error *err) {
  enum wb_status status = WB_OK;
  wb_process_kill(&judge->process);
  judge->done = true;
  if (judge->describing)
    status = wb_fail(err, cause, "%s", detail);
  else
    result_of_failure(judge, cause, detail, event);
  return status;
}

static enum wb_status fail_ended(struct wb_judge *judge, struct wb_event *event,
                                 struct wb_error *err) {
  struct wb_exit end = {0};
  struct wb_str why;
  enum wb_status cause = WB_ERR_CRASH;
  wb_str_init(&why);
  if (wb_process_wait(&judge->process, END_WAIT_MS, &end, NULL) == WB_OK) {
    kill(-judge->group, SIGKILL); /* whatever it left behind */
    drain_output(judge);
    cause = explain_end(judge, &end, &why);
  } else {
    wb_str_add(&why, "the judge closed its events but did not end");
  }
  enum wb_status status = fail(judge, cause, why.data, event, err);
  wb_str_release(&why);
  return status;
}

static enum wb_status take_line(struct wb_judge *judge, const char *line, size_t length,
                                struct wb_event *event, struct wb_error *err) {
  struct wb_error why;
  if (wb_event_parse(line, length, event, &judge->patience_ms, &why) != WB_OK)
    return fail(judge, WB_ERR_PROTOCOL, why.message, event, err);
  judge->since_ns = wb_clock_ns();
  judge->done = event->kind == WB_EVENT_RESULT || event->kind == WB_EVENT_END;
  return WB_OK;
}

enum wb_status wb_judge_next(struct wb_judge *judge, struct wb_event *event, struct wb_error *err) {
  enum wb_status status = WB_OK;
  const char *line;
  size_t length;
  bool open = true;
  memset(event, 0, sizeof *event);
  if (judge->done) return WB_OK;
  drain_output(judge);
  line = next_line(judge, &length);
  if (line == NULL) {
    open = fill(judge);
    line = next_line(judge, &length);
  }
  if (line != NULL)
    status = take_line(judge, line, length, event, err);
  else if (!open)
    status = fail_ended(judge, event, err);
  else if (judge->events.length - judge->taken > EVENTS_MAX)
    status = fail(judge, WB_ERR_PROTOCOL, "the judge wrote an event without end", event, err);
  else if (wb_elapsed_ms(judge->since_ns) > judge->patience_ms)
    status =
        fail(judge, WB_ERR_LIMIT, "the judge does not answer any more; it was stopped", event, err);
  forget_taken(judge);
  return status;
}

/* ---- to the end -------------------------------------------------------------- */

static void wait_for_event(const struct wb_judge *judge) {
  struct pollfd items[] = {{.fd = judge->events_fd, .events = POLLIN},
                           {.fd = judge->output_fd, .events = POLLIN}};
  /* A signal ends the wait; the timeout is for one that came just before. */
  poll(items, judge->output.length < OUTPUT_MAX ? 1 : 2, 100);
}

enum wb_status wb_run(const struct wb_run_options *options,
                      void (*progress)(const struct wb_event *event, void *data), void *data,
                      const volatile int *cancelled, struct wb_result *result,
                      struct wb_error *err) {
  struct wb_judge *judge = NULL;
  bool done = false;
  enum wb_status status = wb_run_start(options, &judge, err);
  memset(result, 0, sizeof *result);
  while (status == WB_OK && !done) {
    struct wb_event event = {0};
    if (cancelled != NULL && *cancelled != 0)
      status = wb_fail(err, WB_ERR_CANCELLED, "cancelled");
    else
      status = wb_judge_next(judge, &event, err);
    if (status != WB_OK) break;
    if (event.kind == WB_EVENT_NONE) {
      wait_for_event(judge);
      continue;
    }
    if (progress != NULL) progress(&event, data);
    done = event.kind == WB_EVENT_RESULT;
    if (done) {
      *result = *event.result;
      free(event.result);
      event.result = NULL;
    }
    wb_event_release(&event);
  }
  wb_judge_free(judge);
  return status;
}
