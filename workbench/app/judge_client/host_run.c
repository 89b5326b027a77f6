#include "judge_client/host_run.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/process.h"
#include "base/utf8.h"
#include "device/registry.h"
#include "result/host_protocol.h"

enum {
  RESULT_MAX = 256 << 20, /* bytes: a timeline of 2^16 entries has some 30 MB */
  CAPTURED_MAX = 64 << 20,
  PIECE = 1 << 16,
  GRACE_MS = 1000, /* after its time, in which it ends itself and says at which line */
  END_WAIT_MS = 5000
};

struct run {
  const struct wb_host_order *order;
  struct wb_process process;
  struct wb_str result, output; /* output: what is not shown yet, or is captured */
  int result_fd, output_fd;     /* -1: closed */
  uint64_t start_ns, output_bytes, runs;
  enum wb_status ended_by; /* WB_OK: by itself */
};

/* ---- starting ------------------------------------------------------------------------------ */

/* Ctrl-C is for the terminal's foreground; who started us in the background wants it ignored, and
 * a child begins with signals as they are at first. */
static int ignore_interrupt(void *data) {
  (void)data;
  signal(SIGINT, SIG_IGN);
  return 0;
}

static void add_option(struct wb_names *words, const char *name, const char *value) {
  if (value == NULL) return;
  wb_names_add(words, name);
  wb_names_add(words, value);
}

static void add_number(struct wb_names *words, const char *name, uint64_t value) {
  char text[24];
  snprintf(text, sizeof text, "%" PRIu64, value);
  if (value > 0) add_option(words, name, text);
}

static void add_measuring(struct wb_names *words, const struct wb_host_measuring *measuring) {
  if (measuring->runs == 0) return;
  char *text = wb_format("%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu64, measuring->warm_ups,
                         measuring->runs, measuring->time_ms, measuring->seed);
  add_option(words, "--bench", text);
  free(text);
}

static void put_words(const struct wb_host_order *order, const char *program,
                      struct wb_names *words) {
  wb_names_add(words, program);
  add_option(words, "--label", order->label);
  add_option(words, "--device", order->device);
  add_option(words, "--course", order->course);
  add_option(words, "--untrusted", order->untrusted ? "yes" : NULL);
  add_option(words, "--timeline", order->timeline ? "yes" : NULL);
  add_option(words, "--explain", order->explain ? "yes" : NULL);
  add_option(words, "--warn-all", order->warn_all ? "yes" : NULL);
  add_measuring(words, &order->measuring);
  add_number(words, "--seed", order->seed);
  add_option(words, "--schedule", order->schedule);
  add_number(words, "--time-ms", order->time_ms);
  add_number(words, "--memory-bytes", order->memory_bytes);
  add_number(words, "--output-bytes", order->output_bytes);
  wb_names_add(words, "--");
  wb_names_add(words, order->script);
  for (size_t i = 0; i < order->n_args; i++) wb_names_add(words, order->args[i]);
}

static void close_end(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

static bool reads_output(const struct wb_host_order *order) {
  return order->capture || order->untrusted;
}

static bool is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static enum wb_status spawn_host(struct run *run, const struct wb_names *words,
                                 struct wb_error *err) {
  const struct wb_host_order *order = run->order;
  int result[2] = {-1, -1}, output[2] = {-1, -1};
  enum wb_status status = wb_pipe(result, err);
  if (status == WB_OK && reads_output(order)) status = wb_pipe(output, err);
  if (status == WB_OK) {
    const char **argv = wb_alloc((words->count + 1) * sizeof *argv);
    for (size_t i = 0; i < words->count; i++) argv[i] = words->items[i];
    const int out = reads_output(order) ? output[1] : STDOUT_FILENO;
    struct wb_fd_map fds[] = {{result[1], WB_HOST_RESULT_FD},
                              {out, STDOUT_FILENO},
                              {order->untrusted ? out : STDERR_FILENO, STDERR_FILENO},
                              {STDIN_FILENO, STDIN_FILENO}};
    struct wb_spawn how = {.argv = argv,
                           .fds = fds,
                           .n_fds = order->untrusted ? 3 : 4,
                           .new_group = order->untrusted,
                           .die_with_parent = true,
                           .prepare = is_ignored(SIGINT) ? ignore_interrupt : NULL};
    status = wb_process_spawn(&run->process, &how, err);
    free(argv);
  }
  close_end(&result[1]);
  close_end(&output[1]);
  run->result_fd = result[0];
  run->output_fd = output[0];
  return status;
}

static enum wb_status start_host(struct run *run, struct wb_error *err) {
  char *program = wb_helper_path("workbench-host");
  struct wb_names words;
  if (program == NULL)
    return wb_fail(err, WB_ERR_MISSING,
                   "workbench-host is not beside this program; build or install it again");
  wb_names_init(&words);
  put_words(run->order, program, &words);
  enum wb_status status = spawn_host(run, &words, err);
  wb_names_release(&words);
  free(program);
  return status;
}

/* ---- while it runs ------------------------------------------------------------------------- */

/* Of a program that is not trusted nothing reaches the terminal as it is. */
static void show_output(struct run *run, bool all) {
  struct wb_str clean;
  const size_t whole =
      all ? run->output.length : wb_utf8_whole(run->output.data, run->output.length);
  if (run->order->capture || whole == 0) return;
  wb_str_init(&clean);
  wb_clean_text(&clean, run->output.data, whole);
  fwrite(clean.data, 1, clean.length, stdout);
  fflush(stdout);
  wb_str_release(&clean);
  memmove(run->output.data, run->output.data + whole, run->output.length - whole);
  run->output.length -= whole;
  run->output.data[run->output.length] = '\0';
}

/* One read; closes at the end. */
static void read_some(int *fd, struct wb_str *into, size_t most, uint64_t *bytes) {
  char piece[PIECE];
  const ssize_t got = read(*fd, piece, sizeof piece);
  if (got > 0) {
    if (into->length < most) wb_str_add_bytes(into, piece, (size_t)got);
    if (bytes != NULL) *bytes += (uint64_t)got;
  } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
    close_end(fd);
  }
}

/* The full stops that come before the result. */
static void count_runs(struct run *run) {
  size_t n = 0;
  while (n < run->result.length && run->result.data[n] == '.') n++;
  if (n == 0) return;
  memmove(run->result.data, run->result.data + n, run->result.length - n + 1);
  run->result.length -= n;
  run->runs += n;
  if (run->order->run_done != NULL) run->order->run_done(run->order->data, run->runs);
}

static uint32_t time_limit_ms(const struct wb_host_order *order) {
  if (order->time_ms > 0) return order->time_ms;
  return order->untrusted ? WB_HOST_TIME_MS : 0;
}

/* By the wall clock, after which a program hangs. One that is a person's own may wait for something
 * else than the processor and devices, which is for that person to say. */
static uint64_t most_ms(const struct wb_host_order *order) {
  enum { TIMES = 10 };
  const uint32_t limit = time_limit_ms(order);
  return GRACE_MS + (order->untrusted ? wb_hang_limit_ms(limit) : (uint64_t)limit * TIMES);
}

/* Milliseconds that poll may wait; -1: for ever. */
static int patience_ms(const struct run *run) {
  if (time_limit_ms(run->order) == 0) return -1;
  const double left = (double)most_ms(run->order) - wb_elapsed_ms(run->start_ns);
  return left <= 0 ? 0 : left < INT_MAX ? (int)left + 1 : INT_MAX;
}

/* Until its result is there, which it tells last: what it started may hold its output for longer.
 */
static void watch(struct run *run) {
  while (run->result_fd >= 0 && run->ended_by == WB_OK) {
    struct pollfd fds[] = {{run->result_fd, POLLIN, 0},
                           {run->output_fd, POLLIN, 0},
                           {run->order->cancel_fd, POLLIN, 0}};
    const int ready = poll(fds, 3, patience_ms(run));
    if (ready == 0) run->ended_by = run->order->untrusted ? WB_ERR_CRASH : WB_ERR_LIMIT;
    if (ready <= 0) continue;
    if (fds[1].revents != 0) {
      read_some(&run->output_fd, &run->output, CAPTURED_MAX, &run->output_bytes);
      show_output(run, false);
    }
    if (fds[0].revents != 0) read_some(&run->result_fd, &run->result, RESULT_MAX, NULL);
    if (run->order->measuring.runs > 0) count_runs(run);
    if (fds[2].revents != 0) run->ended_by = WB_ERR_CANCELLED;
  }
}

/* What is left in the pipe. */
static void drain_output(struct run *run) {
  if (run->output_fd >= 0) fcntl(run->output_fd, F_SETFL, O_NONBLOCK);
  while (run->output_fd >= 0) {
    struct pollfd item = {run->output_fd, POLLIN, 0};
    if (poll(&item, 1, 0) <= 0) break;
    read_some(&run->output_fd, &run->output, CAPTURED_MAX, &run->output_bytes);
  }
  show_output(run, true);
}

/* ---- its end ------------------------------------------------------------------------------- */

/* It was ended, or died: nothing is known but that. */
static void make_result(const struct run *run, const struct wb_exit *end,
                        struct wb_host_result *result) {
  const struct wb_host_order *order = run->order;
  char *detail;
  enum wb_status cause = run->ended_by;
  if (cause == WB_OK && !end->exited && end->signal == SIGINT) cause = WB_ERR_CANCELLED;
  if (cause == WB_OK && !end->exited && end->signal == SIGXCPU) cause = WB_ERR_LIMIT;
  if (cause == WB_ERR_CANCELLED) {
    detail = wb_strdup("interrupted");
  } else if (cause == WB_ERR_LIMIT) {
    detail = wb_format("the program ran for more than %g s", time_limit_ms(order) / 1000.0);
  } else if (cause == WB_ERR_CRASH) {
    detail = wb_strdup("the program hangs: it was ended");
  } else {
    cause = WB_ERR_CRASH;
    detail = end->exited
                 ? wb_format("workbench-host ended with exit code %d before its result", end->code)
                 : wb_format("workbench-host was ended by signal %d (%s)", end->signal,
                             strsignal(end->signal));
  }
  *result = (struct wb_host_result){
      .script = wb_strdup(order->label != NULL ? order->label : order->script),
      .cause = cause,
      .detail = detail,
      .file = wb_strdup("")};
  result->verdict = wb_host_result_judge(result);
}

static void take_result(struct run *run, const struct wb_exit *end, struct wb_host_result *result) {
  struct wb_error why;
  /* Told in whole it is true, however the process then ended. */
  if (run->ended_by != WB_OK || run->result.length == 0 ||
      wb_host_result_read(run->result.data, run->result.length, result, &why) != WB_OK)
    make_result(run, end, result);
  if (reads_output(run->order)) result->output_bytes = run->output_bytes;
  if (!run->order->capture) return;
  struct wb_str clean;
  wb_str_init(&clean);
  wb_clean_text(&clean, run->output.data, run->output.length);
  free(result->output);
  result->output = wb_str_detach(&clean);
}

enum wb_status wb_host_run(const struct wb_host_order *order, struct wb_host_result *result,
                           struct wb_error *err) {
  struct run run = {.order = order, .result_fd = -1, .output_fd = -1, .start_ns = wb_clock_ns()};
  struct wb_exit end = {.exited = false};
  wb_str_init(&run.result);
  wb_str_init(&run.output);
  enum wb_status status = start_host(&run, err);
  if (status == WB_OK) {
    watch(&run);
    /* Once it has told its result it has only to end its workers. */
    if (run.ended_by != WB_OK || wb_process_wait(&run.process, END_WAIT_MS, &end, NULL) != WB_OK)
      wb_process_kill(&run.process);
    drain_output(&run);
    take_result(&run, &end, result);
    result->elapsed_ms = wb_elapsed_ms(run.start_ns);
  }
  close_end(&run.result_fd);
  close_end(&run.output_fd);
  wb_str_release(&run.result);
  wb_str_release(&run.output);
  return status;
}
