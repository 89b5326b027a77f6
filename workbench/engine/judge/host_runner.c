#include "judge/host_runner.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "device/registry.h"
#include "device/worker.h"
#include "result/host_protocol.h"
#include "result/host_result.h"
#include "sandbox/folder.h"

enum { CONTROL_FD = 3, DATA_FD = 4, LOCK_FD = 5, PIECE = 1 << 16, END_WAIT_MS = 5000, LOOK_MS = 5 };
/* To the child: run it as it is; with what was compiled ahead; end it. From the child: it
 * has ended, or was ended since it took too much of the processor's time. */
static const char RUN = 'r', RUN_PREPARED = 'p', END = 'k', ENDED = 'e', LATE = 'l';

/* ---- the child ------------------------------------------------------------------------------ */

/* What nobody has read is not for the next one. */
static void drain(int socket) {
  char piece[4096];
  while (recv(socket, piece, sizeof piece, MSG_DONTWAIT) > 0) continue;
}

static enum wb_status start_program(const char *program, struct wb_process *process) {
  const char *const argv[] = {program, "--judged", "yes",    "--untrusted",
                              "yes",   "--",       "judged", NULL};
  const struct wb_fd_map fds[] = {{DATA_FD, WB_HOST_RESULT_FD}};
  const struct wb_spawn how = {
      .argv = argv, .fds = fds, .n_fds = 1, .new_group = true, .die_with_parent = true};
  return wb_process_spawn(process, &how, NULL);
}

/* Waits until the program has ended, or is to be ended. False: nobody asks any more. */
static bool await_program(struct wb_process *process, char *how) {
  const int pidfd = (int)syscall(SYS_pidfd_open, process->pid, 0);
  struct wb_exit end = {.exited = true};
  bool wanted = true;
  while (process->pid != 0) {
    struct pollfd items[] = {{CONTROL_FD, POLLIN, 0}, {pidfd, POLLIN, 0}};
    char word = END;
    poll(items, 2, pidfd >= 0 ? -1 : LOOK_MS);
    if (items[0].revents != 0) {
      wanted = read(CONTROL_FD, &word, 1) == 1;
      if (!wanted || word == END) wb_process_kill(process);
    } else if (process->pid != 0) {
      wb_process_wait(process, 0, &end, NULL);
    }
  }
  if (pidfd >= 0) close(pidfd);
  if (!end.exited && end.signal == SIGXCPU) *how = LATE;
  return wanted;
}

/* The environment of the program to come; false: the word is another. */
static bool choose_programs(char word, const char *from) {
  unsetenv(WB_PROGRAMS_FROM);
  if (word == RUN_PREPARED && from != NULL) setenv(WB_PROGRAMS_FROM, from, 1);
  return word == RUN || word == RUN_PREPARED;
}

static void serve(const char *program, const char *from) {
  bool wanted = true;
  char word;
  while (wanted && read(CONTROL_FD, &word, 1) == 1) {
    struct wb_process process = {0};
    char how = ENDED;
    if (!choose_programs(word, from)) continue; /* an end that came too late */
    if (start_program(program, &process) == WB_OK) wanted = await_program(&process, &how);
    drain(DATA_FD);
    wanted = wanted && write(CONTROL_FD, &how, 1) == 1;
  }
}

/* The folder is that of a child that compiles ahead: all of its programs write there. */
static void use_folder(struct wb_folder *folder, int lock) {
  folder->lock = dup2(lock, LOCK_FD);
  if (folder->lock < 0) _exit(1);
  fcntl(folder->lock, F_SETFD, FD_CLOEXEC);
  setenv(WB_PROGRAMS_TO, folder->path, 1);
}

/* Keeps the two sockets and the folder's lock alone. In a group of its own, so that it removes its
 * folder where the judge is ended with its group; it ends by itself then. */
static _Noreturn void become_runner(const char *program, int control, int data,
                                    const struct wb_runner_folders *folders) {
  const int high_control = fcntl(control, F_DUPFD, 10), high_data = fcntl(data, F_DUPFD, 10);
  struct wb_folder *to = folders->to;
  const int high_lock = to != NULL ? fcntl(to->lock, F_DUPFD, 10) : -1;
  setpgid(0, 0);
  signal(SIGINT, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  if (high_control < 0 || high_data < 0 || dup2(high_control, CONTROL_FD) < 0 ||
      dup2(high_data, DATA_FD) < 0)
    _exit(1);
  if (to != NULL) use_folder(to, high_lock);
  wb_close_from(to != NULL ? LOCK_FD + 1 : DATA_FD + 1);
  fcntl(CONTROL_FD, F_SETFD, FD_CLOEXEC);
  serve(program, folders->from);
  if (to != NULL) wb_folder_remove(to);
  _exit(0);
}

enum wb_status wb_host_runner_start(struct wb_host_runner *runner,
                                    const struct wb_runner_folders *folders, struct wb_error *err) {
  int control[2] = {-1, -1}, data[2] = {-1, -1};
  char *program = wb_helper_path("workbench-host");
  enum wb_status status = WB_OK;
  if (program == NULL)
    return wb_fail(err, WB_ERR_MISSING,
                   "workbench-host is not beside this program; build or install it again");
  status = wb_socket_pair(control, err);
  if (status == WB_OK) status = wb_socket_pair(data, err);
  const pid_t pid = status == WB_OK ? fork() : -1;
  if (pid == 0) become_runner(program, control[1], data[1], folders);
  if (status == WB_OK && pid < 0) status = wb_fail_errno(err, "cannot start a process");
  if (control[1] >= 0) close(control[1]);
  if (data[1] >= 0) close(data[1]);
  runner->started = status == WB_OK;
  runner->control = control[0];
  runner->data = data[0];
  free(program);
  return status;
}

/* ---- one program ---------------------------------------------------------------------------- */

/* What goes over the socket in both directions, with its length before it. */
struct exchange {
  struct wb_host_runner *runner;
  struct wb_str out, in;
  size_t sent;
  uint64_t start_ns;
  uint32_t patience_ms;
};

static bool is_whole(const struct exchange *exchange) {
  uint64_t length = 0;
  if (exchange->in.length < sizeof length) return false;
  memcpy(&length, exchange->in.data, sizeof length);
  return exchange->in.length - sizeof length >= length;
}

static bool is_too_long(const struct exchange *exchange) {
  return exchange->in.length > WB_HOST_REPLY_BYTES_MAX;
}

static void send_some(struct exchange *exchange) {
  const ssize_t sent = send(exchange->runner->data, exchange->out.data + exchange->sent,
                            exchange->out.length - exchange->sent, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent > 0) exchange->sent += (size_t)sent;
}

/* False: there is no more now. */
static bool take_some(struct exchange *exchange) {
  char piece[PIECE];
  const ssize_t got = recv(exchange->runner->data, piece, sizeof piece, MSG_DONTWAIT);
  if (got > 0) wb_str_add_bytes(&exchange->in, piece, (size_t)got);
  return got > 0;
}

/* The child's word that the program has ended; or the child is gone itself. */
static void take_end(struct wb_host_runner *runner) {
  char word;
  if (read(runner->control, &word, 1) == 1) {
    runner->running = runner->running && word != ENDED && word != LATE;
    runner->late = word == LATE;
  } else {
    runner->running = false;
    runner->started = false;
  }
}

static enum wb_status await_reply(struct exchange *exchange, struct wb_error *err) {
  struct wb_host_runner *runner = exchange->runner;
  while (runner->running && !is_whole(exchange) && !is_too_long(exchange)) {
    const double left = exchange->patience_ms - wb_elapsed_ms(exchange->start_ns);
    const bool sends = exchange->sent < exchange->out.length;
    struct pollfd items[] = {{runner->data, (short)(sends ? POLLIN | POLLOUT : POLLIN), 0},
                             {runner->control, POLLIN, 0}};
    if (left <= 0) return wb_fail(err, WB_ERR_CRASH, "workbench-host does not answer");
    poll(items, 2, (int)left + 1);
    if ((items[0].revents & POLLOUT) != 0) send_some(exchange);
    if ((items[0].revents & POLLIN) != 0) take_some(exchange);
    if (items[1].revents != 0) take_end(runner);
  }
  while (!is_whole(exchange) && !is_too_long(exchange) && take_some(exchange)) continue;
  if (is_whole(exchange)) return WB_OK;
  if (runner->late) return wb_fail(err, WB_ERR_LIMIT, "the program did not end");
  return wb_fail(err, WB_ERR_CRASH, "workbench-host ended before its result");
}

/* Until the child has told of the end of the last program. */
static void await_end(struct wb_host_runner *runner) {
  const uint64_t start = wb_clock_ns();
  while (runner->running && wb_elapsed_ms(start) < END_WAIT_MS) {
    struct pollfd item = {runner->control, POLLIN, 0};
    if (poll(&item, 1, END_WAIT_MS) > 0) take_end(runner);
  }
}

static void end_program(struct wb_host_runner *runner) {
  if (runner->running && write(runner->control, &END, 1) != 1) runner->running = false;
  await_end(runner);
}

static enum wb_status read_reply(const struct exchange *exchange, struct wb_host_reply *reply,
                                 struct wb_error *err) {
  const size_t before = sizeof(uint64_t);
  struct wb_reader in = wb_reader_of(exchange->in.data + before, exchange->in.length - before);
  wb_get_host_reply(&in, reply);
  return wb_reader_done(&in) ? WB_OK
                             : wb_fail(err, WB_ERR_PROTOCOL, "workbench-host gives no result");
}

/* All that is the same in requests that one process may take after each other. */
static void put_likeness(struct wb_str *out, const struct wb_host_request *request) {
  struct wb_host_request like = *request;
  like.inputs = like.outputs = NULL;
  like.n_inputs = like.n_outputs = 0;
  like.seed = 0;
  if (request->shares_process) {
    like.label = like.withheld = like.withheld_file = like.withheld_options = NULL;
    like.text = NULL;
    like.length = 0;
    like.schedule = 0;
    like.schedule_seed = 0;
    like.withholds_kernels = false;
    like.poison = 0;
    like.subgroup = 0;
  }
  wb_put_host_request(out, &like);
}

/* Whether the program that waits is the one that is asked for. */
static bool takes_next(struct wb_host_runner *runner, const struct wb_host_request *request) {
  struct pollfd end = {runner->control, POLLIN, 0};
  struct wb_str like;
  if (runner->running && poll(&end, 1, 0) > 0) take_end(runner);
  if (!runner->running || !runner->keeps_on || !request->keeps_on) return false;
  wb_str_init(&like);
  put_likeness(&like, request);
  const bool same =
      like.length == runner->kept.length && memcmp(like.data, runner->kept.data, like.length) == 0;
  wb_str_release(&like);
  return same;
}

static void forget_kept(struct wb_host_runner *runner) {
  if (runner->keeps_on) wb_str_release(&runner->kept);
  runner->keeps_on = false;
}

static void keep_program(struct wb_host_runner *runner, const struct wb_host_request *request) {
  forget_kept(runner);
  runner->keeps_on = true;
  wb_str_init(&runner->kept);
  put_likeness(&runner->kept, request);
}

/* In a new process, once the one of the program before is gone. */
static enum wb_status begin_program(struct wb_host_runner *runner, char word,
                                    struct wb_error *err) {
  if (!runner->keeps_on) await_end(runner); /* it has told its result */
  if (runner->running) end_program(runner);
  forget_kept(runner);
  if (!runner->started || runner->running)
    return wb_fail(err, WB_ERR_CRASH, "what starts host programs has ended");
  drain(runner->data);
  runner->running = write(runner->control, &word, 1) == 1;
  return WB_OK;
}

static void put_request(struct exchange *exchange, const struct wb_host_request *request) {
  struct wb_str bytes;
  wb_str_init(&bytes);
  wb_put_host_request(&bytes, request);
  const uint64_t length = bytes.length;
  wb_str_add_bytes(&exchange->out, (const char *)&length, sizeof length);
  wb_str_add_bytes(&exchange->out, bytes.data, bytes.length);
  wb_str_release(&bytes);
}

/* With a program that was begun, or has waited. */
static enum wb_status talk(struct wb_host_runner *runner, const struct wb_host_request *request,
                           uint32_t patience_ms, struct wb_host_reply *reply,
                           struct wb_error *err) {
  struct exchange exchange = {
      .runner = runner, .start_ns = wb_clock_ns(), .patience_ms = patience_ms};
  wb_str_init(&exchange.out);
  wb_str_init(&exchange.in);
  put_request(&exchange, request);
  runner->late = false;
  enum wb_status status = await_reply(&exchange, err);
  if (status == WB_OK) status = read_reply(&exchange, reply, err);
  if (status != WB_OK) end_program(runner);
  wb_str_release(&exchange.out);
  wb_str_release(&exchange.in);
  return status;
}

enum wb_status wb_host_runner_run(struct wb_host_runner *runner, bool prepared,
                                  const struct wb_host_request *request, uint32_t patience_ms,
                                  struct wb_host_reply *reply, struct wb_error *err) {
  const bool goes_on = takes_next(runner, request);
  enum wb_status status = WB_OK;
  *reply = (struct wb_host_reply){.length = 0};
  if (!goes_on) status = begin_program(runner, prepared ? RUN_PREPARED : RUN, err);
  if (status == WB_OK) status = talk(runner, request, patience_ms, reply, err);
  if (status == WB_OK && request->keeps_on && reply->keeps_on)
    keep_program(runner, request);
  else
    forget_kept(runner);
  return status;
}

/* ---- what is compiled ahead ----------------------------------------------------------------- */

/* A driver that did not come to its end may have left half of something. What becomes of a program
 * whose kernels compute nothing does not count. */
static bool driver_ended_well(const struct wb_host_reply *reply) {
  struct wb_host_result result;
  if (wb_host_result_read((const char *)reply->result, (size_t)reply->length, &result, NULL) !=
      WB_OK)
    return false;
  const bool well = result.verdict < WB_HOST_LIMIT && result.cause != WB_ERR_CRASH &&
                    result.cause != WB_ERR_REFUSED;
  wb_host_result_release(&result);
  return well;
}

bool wb_host_runner_prepare(struct wb_host_runner *compiler, const struct wb_host_request *request,
                            uint32_t patience_ms) {
  struct wb_host_reply reply = {.length = 0};
  if (!compiler->started || compiler->gave_up) return false;
  compiler->gave_up =
      wb_host_runner_run(compiler, false, request, patience_ms, &reply, NULL) != WB_OK ||
      !driver_ended_well(&reply);
  wb_host_reply_release(&reply);
  return !compiler->gave_up;
}

bool wb_host_runner_is_lost(const struct wb_host_runner *runner) {
  struct pollfd end = {.fd = runner->control};
  return runner->started && poll(&end, 1, 0) > 0;
}

void wb_host_runner_stop(struct wb_host_runner *runner) {
  if (!runner->started) return;
  end_program(runner);
  forget_kept(runner);
  close(runner->control); /* then the child ends */
  close(runner->data);
  *runner = (struct wb_host_runner){.started = false};
}
