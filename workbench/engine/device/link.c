#include "device/link.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/fork_server.h"
#include "base/clean.h"
#include "device/worker.h"
#include "sandbox/limits.h"

enum {
  OUTPUT_MAX = 64 << 10,
  START_LIMIT_MS = 120000,
  DEATH_WAIT_MS = 300,
  DRAIN_ROUNDS = 32,
  RECEIVED_BYTES = 64 << 10,
  OWN_ITEMS = 3,
  FOLDERS_MAX = WB_MAX_INCLUDES + 1
};

/* ---- the end of a worker ---------------------------------------------------- */

/* Keeps what the worker printed, and goes on reading when the cap is reached,
 * so that it never blocks on a full pipe. */
static void drain_output(struct wb_link *link) {
  char piece[4096];
  ssize_t got = 1;
  for (int round = 0; round < DRAIN_ROUNDS && link->output_fd >= 0; round++) {
    got = read(link->output_fd, piece, sizeof piece);
    if (got <= 0) break;
    if (link->output.length < OUTPUT_MAX) wb_clean_text(&link->output, piece, (size_t)got);
  }
  if (got != 0 || link->output_fd < 0) return;
  close(link->output_fd);
  link->output_fd = -1;
}

/* The last line that the worker printed, for a message; "" if none. */
static const char *last_words(const struct wb_link *link, int *length) {
  const char *text = link->output.data;
  size_t end = link->output.length, start;
  while (end > 0 && text[end - 1] == '\n') end--;
  start = end;
  while (start > 0 && text[start - 1] != '\n') start--;
  *length = (int)(end - start < 300 ? end - start : 300);
  return text + start;
}

static void describe_end(const struct wb_exit *end, char *text, size_t size) {
  if (end->exited)
    snprintf(text, size, "ended with exit code %d", end->code);
  else
    snprintf(text, size, "was ended by signal %d (%s)", end->signal, strsignal(end->signal));
}

static enum wb_status fail_link(struct wb_link *link, enum wb_status why, const char *what,
                                struct wb_error *err) {
  struct wb_exit end = {0};
  char how[160] = "was stopped";
  int length;
  /* A worker that has closed its socket is about to end: how it does says most. */
  bool ended = why == WB_ERR_CRASH && link->process.pid > 0 &&
               wb_process_wait(&link->process, DEATH_WAIT_MS, &end, NULL) == WB_OK;
  if (ended) describe_end(&end, how, sizeof how);
  wb_process_kill(&link->process);
  drain_output(link);
  const char *words = last_words(link, &length);
  link->dead = true;
  link->death = why;
  wb_fail(&link->last_error, why, "%s; the worker %s %s%s%.*s", what,
          wb_path_basename(link->worker), how, length > 0 ? ": " : "", length, words);
  return wb_fail(err, why, "%s", link->last_error.message);
}

enum wb_status wb_link_give_up(struct wb_link *link, const char *what, struct wb_error *err) {
  return fail_link(link, WB_ERR_LIMIT, what, err);
}

enum wb_status wb_link_distrust(struct wb_link *link, const char *what, struct wb_error *err) {
  return fail_link(link, WB_ERR_PROTOCOL, what, err);
}

/* ---- waiting ---------------------------------------------------------------- */

/* That the worker has used, in all its threads; 0: not known, or its own limits count it. */
static uint64_t processor_ns(const struct wb_link *link) {
  const struct wb_process worker = {.pid = link->worker_pid};
  return link->keeps_limits ? 0 : wb_process_time_ns(&worker);
}

struct wb_patience wb_link_patience(const struct wb_link *link, uint64_t limit_ms) {
  const uint64_t now = wb_clock_ns(), used = processor_ns(link);
  return (struct wb_patience){now, limit_ms, used, now, used};
}

/* It could have had so much by now, were it alone. */
static bool has_had_its_share(const struct wb_patience *wait, uint64_t used_ns) {
  enum { MOST_PROCESSORS = 2 };
  cpu_set_t set;
  int processors = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  if (processors > MOST_PROCESSORS) processors = MOST_PROCESSORS;
  return (double)(used_ns - wait->processor_ns) / 1e6 >= (double)wait->limit_ms * processors;
}

/* Whether it has used next to nothing for as long as it may take. */
static bool hangs(struct wb_patience *wait, uint64_t used_ns) {
  enum { LEAST_PART = 1000 };
  if (wb_elapsed_ms(wait->seen_ns) < (double)wait->limit_ms) return false;
  const double used_ms = (double)(used_ns - wait->seen_processor_ns) / 1e6;
  wait->seen_ns = wb_clock_ns();
  wait->seen_processor_ns = used_ns;
  return used_ms < (double)wait->limit_ms / LEAST_PART;
}

bool wb_link_patience_is_over(const struct wb_link *link, struct wb_patience *wait) {
  enum { MOST_TIMES = 20 };
  const double elapsed_ms = wb_elapsed_ms(wait->start_ns), limit_ms = (double)wait->limit_ms;
  if (elapsed_ms < limit_ms) return false;
  const uint64_t used_ns = processor_ns(link);
  return elapsed_ms >= limit_ms * MOST_TIMES || has_had_its_share(wait, used_ns) ||
         hangs(wait, used_ns);
}

/* Until it may be over: what poll takes. */
static int time_left(const struct wb_patience *wait) {
  enum { LOOK_MS = 100 };
  const double left = (double)wait->limit_ms - wb_elapsed_ms(wait->start_ns);
  return left <= 0 ? LOOK_MS : left > 1e9 ? 1000000000 : (int)left + 1;
}

/* A process that is held in a refused call never goes on: it ends. */
static enum wb_status die_refused(struct wb_link *link, const char *call, struct wb_error *err) {
  char what[240];
  snprintf(what, sizeof what,
           "the kernel, or the driver that compiles it, tried the system call %s, which the "
           "sandbox refuses; kernels call OpenCL C's functions and their own",
           call);
  return fail_link(link, WB_ERR_REFUSED, what, err);
}

/* Reads what the worker's walls report. */
static enum wb_status hear_guard(struct wb_link *link, struct wb_error *err) {
  char call[WB_CALL_NAME_MAX];
  struct wb_error why = {0};
  const enum wb_guard_news news =
      link->supervised ? wb_guard_look(&link->guard, call, &why) : WB_GUARD_QUIET;
  if (news == WB_GUARD_BROKEN) return fail_link(link, why.status, why.message, err);
  return news == WB_GUARD_REFUSED ? die_refused(link, call, err) : WB_OK;
}

static size_t wait_items(const struct wb_link *link, short events, struct pollfd *items) {
  items[0] = (struct pollfd){.fd = link->socket, .events = events};
  items[1] = (struct pollfd){.fd = link->output_fd, .events = POLLIN};
  items[2] = (struct pollfd){.fd = link->cancel_fd, .events = POLLIN};
  return OWN_ITEMS + (link->supervised ? wb_guard_items(&link->guard, items + OWN_ITEMS) : 0);
}

/* Until the socket is ready for `events`; meanwhile keeps the worker's output flowing, watches
 * for a cancellation and for calls that its walls refuse. */
static enum wb_status wait_for(struct wb_link *link, short events, struct wb_patience *wait,
                               struct wb_error *err) {
  for (;;) {
    struct pollfd items[OWN_ITEMS + WB_GUARD_ITEMS];
    const size_t count = wait_items(link, events, items);
    const bool over = wb_link_patience_is_over(link, wait);
    int ready = poll(items, count, over ? 0 : time_left(wait));
    if (ready < 0 && errno != EINTR) return wb_fail_errno(err, "cannot wait for a worker");
    if (ready < 0) continue;
    if (items[2].revents != 0) return fail_link(link, WB_ERR_CANCELLED, "cancelled", err);
    enum wb_status status = hear_guard(link, err);
    if (status != WB_OK) return status;
    if (items[1].revents != 0) drain_output(link);
    if (items[0].revents != 0) return WB_OK;
    if (over) {
      char what[80];
      snprintf(what, sizeof what, "no answer within %.1f s", (double)wait->limit_ms / 1000);
      return fail_link(link, WB_ERR_LIMIT, what, err);
    }
  }
}

static enum wb_status transfer_failed(struct wb_link *link, ssize_t moved, struct wb_error *err) {
  if (moved < 0 && (errno == EINTR || errno == EAGAIN)) return WB_OK;
  if (moved == 0 || errno == EPIPE || errno == ECONNRESET)
    return fail_link(link, WB_ERR_CRASH, "the device stopped in the middle of its work", err);
  return wb_fail_errno(err, "cannot speak to a worker");
}

static enum wb_status await_greeting(struct wb_link *link, struct wb_error *err); /* below */

static enum wb_status send_bytes(struct wb_link *link, const void *bytes, size_t length,
                                 struct wb_patience *wait, struct wb_error *err) {
  enum wb_status status = WB_OK;
  size_t sent = 0;
  while (status == WB_OK && sent < length) {
    ssize_t put =
        send(link->socket, (const char *)bytes + sent, length - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (put > 0) {
      sent += (size_t)put;
      continue;
    }
    const bool full = put < 0 && errno == EAGAIN;
    const bool gone = put < 0 && (errno == EPIPE || errno == ECONNRESET);
    /* One that serves greets, and then reads; one that cannot has said why before it ended. */
    if (!link->greeted && (full || gone)) {
      status = await_greeting(link, err);
    } else {
      status = transfer_failed(link, put, err);
      if (status == WB_OK && full) status = wait_for(link, POLLOUT, wait, err);
    }
  }
  return status;
}

/* Reads as much as there is: many small replies come together. */
static ssize_t receive_more(struct wb_link *link) {
  const ssize_t got = recv(link->socket, link->received, RECEIVED_BYTES, MSG_DONTWAIT);
  link->received_begin = 0;
  link->received_end = got > 0 ? (size_t)got : 0;
  return got;
}

static size_t take_received(struct wb_link *link, void *bytes, size_t length) {
  const size_t there = link->received_end - link->received_begin;
  const size_t taken = there < length ? there : length;
  memcpy(bytes, link->received + link->received_begin, taken);
  link->received_begin += taken;
  return taken;
}

static enum wb_status receive_bytes(struct wb_link *link, void *bytes, size_t length,
                                    struct wb_patience *wait, struct wb_error *err) {
  enum wb_status status = WB_OK;
  size_t have = take_received(link, bytes, length);
  while (status == WB_OK && have < length) {
    const ssize_t got = receive_more(link);
    have += take_received(link, (char *)bytes + have, length - have);
    if (got > 0) continue;
    bool empty = got < 0 && errno == EAGAIN;
    status = transfer_failed(link, got, err);
    if (status == WB_OK && empty) status = wait_for(link, POLLIN, wait, err);
  }
  return status;
}

/* ---- records ---------------------------------------------------------------- */

/* Makes room for `length` bytes of a reply, in place. */
static void reserve_reply(struct wb_link *link, size_t length) {
  static const char zeros[4096];
  wb_str_clear(&link->reply);
  while (link->reply.length < length) {
    size_t left = length - link->reply.length;
    wb_str_add_bytes(&link->reply, zeros, left < sizeof zeros ? left : sizeof zeros);
  }
}

static enum wb_status receive_reply(struct wb_link *link, enum wb_operation operation,
                                    uint32_t sequence, struct wb_patience *wait,
                                    struct wb_reader *in, struct wb_error *err) {
  struct wb_record_header header;
  struct wb_error theirs = {0};
  enum wb_status status = receive_bytes(link, &header, sizeof header, wait, err);
  if (status != WB_OK) return status;
  if (header.role != WB_RECORD_REPLY || header.operation != (uint32_t)operation ||
      header.sequence != sequence || header.length > WB_RECORD_MAX)
    return wb_link_distrust(link, "the worker sent an invalid reply", err);
  reserve_reply(link, header.length);
  status = receive_bytes(link, link->reply.data, header.length, wait, err);
  if (status != WB_OK) return status;
  *in = wb_reader_of(link->reply.data, header.length);
  status = (enum wb_status)wb_get_below(in, WB_STATUS_COUNT);
  if (status != WB_OK) wb_get_error(in, &theirs);
  if (in->bad) return wb_link_distrust(link, "the worker sent a reply that is too short", err);
  if (status != WB_OK) wb_fail_at(err, status, theirs.where, "%s", theirs.message);
  return status;
}

/* With what was posted before it, in one piece. */
static enum wb_status send_request(struct wb_link *link, struct wb_patience *wait,
                                   struct wb_error *err) {
  struct wb_str *bytes = &link->request;
  if (link->posted.length > 0) {
    bytes = &link->posted;
    wb_str_add_bytes(bytes, link->request.data, link->request.length);
  }
  const enum wb_status status = send_bytes(link, bytes->data, bytes->length, wait, err);
  wb_str_clear(&link->posted);
  link->delays = false;
  return status;
}

/* The worker speaks first: its version, or why it cannot serve. */
static enum wb_status await_greeting(struct wb_link *link, struct wb_error *err) {
  struct wb_patience wait = wb_link_patience(link, link->start_limit_ms);
  struct wb_reader in;
  uint32_t version = 0;
  enum wb_status status = receive_reply(link, WB_OP_HELLO, 0, &wait, &in, err);
  if (status == WB_OK) {
    version = wb_get_u32(&in);
    link->worker_pid = (pid_t)wb_get_u32(&in);
  }
  if (status == WB_OK && (version != wb_protocol_version() || !wb_reader_done(&in)))
    return wb_link_distrust(link, "the worker is of another version; build it again", err);
  if (status == WB_OK) status = hear_guard(link, err);
  if (status == WB_OK && link->supervised && link->guard.expected.which != 0 &&
      link->guard.n_entered == 0)
    return fail_link(link, WB_ERR_MISSING, "the worker raised none of the sandbox's walls", err);
  link->greeted = status == WB_OK;
  /* A worker that cannot open its device has said so and ended. */
  if (status != WB_OK && !link->dead) {
    link->dead = true;
    link->death = status;
    if (err != NULL) link->last_error = *err;
    wb_process_kill(&link->process);
  }
  return status;
}

static enum wb_status fail_dead(const struct wb_link *link, struct wb_error *err) {
  return wb_fail(err, WB_ERR_CRASH, "the device has ended before: %s", link->last_error.message);
}

static enum wb_status seal_and_send(struct wb_link *link, enum wb_operation operation,
                                    struct wb_patience *wait, struct wb_error *err) {
  if (link->request.length > WB_RECORD_MAX)
    return wb_fail(err, WB_ERR_USAGE, "a request of %zu bytes is too large", link->request.length);
  /* From here on what is refused is the doing of the text, or of what came of it. */
  if (operation == WB_OP_BUILD) link->guard.forgiving = false;
  wb_protocol_record_seal(&link->request, operation, ++link->sequence, WB_RECORD_REQUEST);
  return send_request(link, wait, err);
}

enum wb_status wb_link_send(struct wb_link *link, enum wb_operation operation, uint64_t timeout_ms,
                            struct wb_error *err) {
  struct wb_patience wait = wb_link_patience(link, timeout_ms);
  struct wb_error local;
  if (err == NULL) err = &local;
  return link->dead ? fail_dead(link, err) : seal_and_send(link, operation, &wait, err);
}

enum wb_status wb_link_call(struct wb_link *link, enum wb_operation operation, uint64_t timeout_ms,
                            struct wb_reader *in, struct wb_error *err) {
  struct wb_error local;
  enum wb_status status = WB_OK;
  if (err == NULL) err = &local;
  if (link->dead) return fail_dead(link, err);
  if (!link->greeted) status = await_greeting(link, err);
  if (status != WB_OK || operation == WB_OP_HELLO) return status;
  struct wb_patience wait = wb_link_patience(link, timeout_ms);
  status = seal_and_send(link, operation, &wait, err);
  if (status != WB_OK || in == NULL) return status;
  link->staged = 0; /* once the reply is there */
  return receive_reply(link, operation, link->sequence, &wait, in, err);
}

enum wb_status wb_link_post(struct wb_link *link, enum wb_operation operation, uint64_t timeout_ms,
                            struct wb_error *err) {
  if (link->dead) return fail_dead(link, err);
  wb_protocol_record_seal(&link->request, operation, 0, WB_RECORD_POST);
  wb_str_add_bytes(&link->posted, link->request.data, link->request.length);
  if (link->posted.length <= WB_POSTED_MAX) return WB_OK;
  wb_protocol_record_begin(&link->request);
  return wb_link_call(link, WB_OP_WAKE, timeout_ms, NULL, err);
}

enum wb_status wb_link_delay(struct wb_link *link, enum wb_operation operation, uint64_t timeout_ms,
                             struct wb_error *err) {
  if (link->dead) return fail_dead(link, err);
  wb_protocol_record_seal(&link->request, operation, ++link->sequence, WB_RECORD_REQUEST);
  wb_str_add_bytes(&link->posted, link->request.data, link->request.length);
  link->delays = true;
  return link->posted.length > WB_POSTED_MAX ? wb_link_flush(link, timeout_ms, err) : WB_OK;
}

enum wb_status wb_link_flush(struct wb_link *link, uint64_t timeout_ms, struct wb_error *err) {
  struct wb_patience wait = wb_link_patience(link, timeout_ms);
  struct wb_error local;
  if (err == NULL) err = &local;
  if (!link->delays) return WB_OK;
  if (link->dead) return fail_dead(link, err);
  const enum wb_status status =
      send_bytes(link, link->posted.data, link->posted.length, &wait, err);
  wb_str_clear(&link->posted);
  link->delays = false;
  return status;
}

enum wb_status wb_link_answer(struct wb_link *link, enum wb_operation operation, uint32_t sequence,
                              uint64_t timeout_ms, struct wb_reader *in, struct wb_error *err) {
  struct wb_error local;
  enum wb_status status = WB_OK;
  if (err == NULL) err = &local;
  link->staged = 0;
  if (link->dead && link->greeted) return fail_dead(link, err);
  if (link->dead) { /* it never spoke: nobody has been told why */
    *err = link->last_error;
    return link->death;
  }
  if (!link->greeted) status = await_greeting(link, err);
  if (status == WB_OK) status = wb_link_flush(link, timeout_ms, err);
  struct wb_patience wait = wb_link_patience(link, timeout_ms);
  return status == WB_OK ? receive_reply(link, operation, sequence, &wait, in, err) : status;
}

/* ---- commands --------------------------------------------------------------- */

/* Until the worker has taken all that is in the ring. The request stays as it is. */
static enum wb_status drain_ring(struct wb_link *link, uint64_t timeout_ms, struct wb_error *err) {
  struct wb_str command = link->request;
  struct wb_reader in;
  wb_str_init(&link->request);
  wb_protocol_record_begin(&link->request);
  const enum wb_status status = wb_link_call(link, WB_OP_DRAIN, timeout_ms, &in, err);
  wb_str_release(&link->request);
  link->request = command;
  return status;
}

static enum wb_status wake_worker(struct wb_link *link, uint64_t timeout_ms, struct wb_error *err) {
  const struct wb_record_header header = {.operation = WB_OP_WAKE, .sequence = ++link->sequence};
  struct wb_patience wait = wb_link_patience(link, timeout_ms);
  return send_bytes(link, &header, sizeof header, &wait, err);
}

enum wb_status wb_link_command(struct wb_link *link, uint64_t timeout_ms, struct wb_error *err) {
  const char *command = link->request.data + sizeof(struct wb_record_header);
  const size_t length = link->request.length - sizeof(struct wb_record_header);
  struct wb_error local;
  enum wb_status status = WB_OK;
  enum wb_ring_room room = WB_RING_FULL;
  if (err == NULL) err = &local;
  if (link->ring.shared == NULL || link->dead)
    return wb_link_call(link, WB_OP_ENQUEUE, timeout_ms, NULL, err);
  if (length > WB_COMMAND_RING_BYTES / 2)
    return wb_fail(err, WB_ERR_USAGE, "a command of %zu bytes is too large", length);
  if (link->greeted) room = wb_command_ring_room(&link->ring, length);
  if (room == WB_RING_FULL) { /* or its first one: the call waits for the greeting, too */
    status = drain_ring(link, timeout_ms, err);
    if (status == WB_OK) room = wb_command_ring_room(&link->ring, length);
  }
  if (status != WB_OK) return status;
  if (room != WB_RING_HAS_ROOM)
    return wb_link_distrust(link, "the worker says that it took other commands than there are",
                            err);
  const bool sleeps = wb_command_ring_put(&link->ring, command, length);
  return sleeps ? wake_worker(link, timeout_ms, err) : WB_OK;
}

/* ---- start and end ---------------------------------------------------------- */

/* Sealed, so that a worker cannot take pages away under us. */
static enum wb_status make_staging(struct wb_link *link, struct wb_error *err) {
  link->staging_fd = memfd_create("workbench-staging", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (link->staging_fd < 0 || fcntl(link->staging_fd, F_ADD_SEALS, F_SEAL_SHRINK) != 0)
    return wb_fail_errno(err, "cannot make a memory area to share with a worker");
  return WB_OK;
}

enum wb_status wb_link_stage(struct wb_link *link, size_t size, struct wb_error *err) {
  if (size <= link->staging_size) return WB_OK;
  size_t wanted = link->staging_size > 0 ? link->staging_size : WB_STAGING_MAX;
  while (wanted < size) wanted *= 2;
  if (ftruncate(link->staging_fd, (off_t)wanted) != 0)
    return wb_fail_errno(err, "cannot make room for %zu bytes to share with a worker", wanted);
  if (link->staging != NULL) munmap(link->staging, link->staging_size);
  link->staging_size = 0;
  link->staging = mmap(NULL, wanted, PROT_READ | PROT_WRITE, MAP_SHARED, link->staging_fd, 0);
  if (link->staging == MAP_FAILED) {
    link->staging = NULL;
    return wb_fail_errno(err, "cannot map %zu bytes to share with a worker", wanted);
  }
  link->staging_size = wanted;
  return WB_OK;
}

static enum wb_status make_ring(struct wb_link *link, struct wb_error *err) {
  link->ring_fd = memfd_create("workbench-commands", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (link->ring_fd < 0 || ftruncate(link->ring_fd, (off_t)wb_command_ring_size()) != 0 ||
      fcntl(link->ring_fd, F_ADD_SEALS, F_SEAL_SHRINK) != 0 ||
      !wb_command_ring_open(&link->ring, link->ring_fd))
    return wb_fail_errno(err, "cannot make memory for commands");
  return WB_OK;
}

/* What workers and drivers go by. What else a person's shell holds, tokens and passwords
 * among it, is none of their business. */
static const char *const ENVIRONMENT[] = {"PATH",      "HOME",     "TMPDIR",
                                          "LANG",      "LC_*",     "TZ",
                                          "XDG_*",     "LD_*",     "WORKBENCH_*",
                                          "OCL_*",     "OPENCL_*", "POCL_*",
                                          "CL_*",      "CUDA_*",   "NVIDIA_*",
                                          "GPU_*",     "HIP_*",    "ROCR_*",
                                          "ROCM_*",    "HSA_*",    "AMD_*",
                                          "ZE_*",      "ZES_*",    "ONEAPI_*",
                                          "SYCL_*",    "IGC_*",    "NEO*",
                                          "INTEL_*",   "MESA_*",   "LIBGL_*",
                                          "RUSTICL_*", "DRI_*",    "OMP_*",
                                          "HWLOC_*",   "ASAN_*",   "UBSAN_*",
                                          "LSAN_*",    "TSAN_*",   "LLVM_PROFILE_FILE",
                                          NULL};

static enum wb_status open_guard(struct wb_link *link, int *child_end, struct wb_error *err) {
  struct wb_walls walls;
  enum wb_status status = wb_walls_choose(&walls, err);
  if (status == WB_OK) status = wb_guard_open(&link->guard, &walls, child_end, err);
  link->guard.forgiving = true;
  return status;
}

/* `guard` is the worker's end, or -1. */
static enum wb_status spawn_worker(struct wb_link *link, const struct wb_remote_options *options,
                                   int worker_socket, int output, int guard, struct wb_error *err) {
  struct wb_sandbox sandbox = {.file_bytes = (uint64_t)1 << 30, .no_core = 1};
  const char *serve = options->forks            ? "--serve-each"
                      : options->keeps_programs ? "--serve-own"
                                                : "--serve";
  const char *argv[FOLDERS_MAX + 4] = {link->worker, serve, options->selector};
  for (size_t i = 0; i < FOLDERS_MAX && options->folders != NULL; i++) {
    if (options->folders[i] == NULL) break;
    argv[i + 3] = options->folders[i];
  }
  struct wb_fd_map fds[7] = {{output, 1}, {output, 2}, {worker_socket, WB_WORKER_FD}};
  size_t count = 3;
  if (link->staging_fd >= 0) fds[count++] = (struct wb_fd_map){link->staging_fd, WB_STAGING_FD};
  if (options->host_memory > 0)
    fds[count++] = (struct wb_fd_map){options->host_memory, WB_HOST_MEMORY_FD};
  if (link->ring_fd >= 0) fds[count++] = (struct wb_fd_map){link->ring_fd, WB_COMMAND_RING_FD};
  if (guard >= 0) fds[count++] = (struct wb_fd_map){guard, WB_GUARD_FD};
  struct wb_spawn how = {.argv = argv,
                         .fds = fds,
                         .n_fds = count,
                         .new_group = true,
                         .die_with_parent = !options->outlives_thread,
                         .has_reaper = true,
                         .environment = ENVIRONMENT,
                         .prepare = wb_sandbox_enter,
                         .prepare_data = &sandbox};
  return wb_process_spawn(&link->process, &how, err);
}

static void release_staging(struct wb_link *link) {
  if (link->staging != NULL) munmap(link->staging, link->staging_size);
  if (link->staging_fd >= 0) close(link->staging_fd);
  link->staging = NULL;
  link->staging_size = link->staged = 0;
  link->staging_fd = -1;
}

/* Asks the worker for a process that has the other end of `socket`, and the staging area. */
static enum wb_status ask_for_fork(struct wb_link *link, struct wb_error *err) {
  int ends[2] = {-1, -1};
  enum wb_status status = make_staging(link, err);
  if (status == WB_OK) status = wb_socket_pair(ends, err);
  const int fds[] = {ends[1], link->staging_fd};
  if (status == WB_OK) status = wb_fork_server_ask(link->control, fds, 2, err);
  if (ends[1] >= 0) close(ends[1]);
  link->socket = ends[0];
  return status;
}

enum wb_status wb_link_renew(struct wb_link *link, struct wb_error *err) {
  if (link->control < 0) return wb_fail(err, WB_ERR_USAGE, "this worker is not forked");
  if (link->dead) return fail_dead(link, err);
  if (link->socket >= 0) close(link->socket);
  link->socket = -1;
  release_staging(link);
  wb_str_clear(&link->request);
  wb_str_clear(&link->posted);
  link->delays = false;
  wb_str_clear(&link->reply);
  link->received_begin = link->received_end = 0;
  link->sequence = 0;
  link->greeted = false;
  return ask_for_fork(link, err);
}

/* Where it is forked, its end of the pair is for control, and there is a first fork. */
static enum wb_status start_forks(struct wb_link *link, struct wb_error *err) {
  link->control = link->socket;
  link->socket = -1;
  return ask_for_fork(link, err);
}

enum wb_status wb_link_open(struct wb_link *link, const struct wb_remote_options *options,
                            struct wb_error *err) {
  int sockets[2] = {-1, -1}, output[2] = {-1, -1}, guard = -1;
  enum wb_status status;
  memset(link, 0, sizeof *link);
  link->socket = link->output_fd = link->staging_fd = link->ring_fd = link->control = -1;
  link->guard.socket = -1;
  link->supervised = options->supervised;
  link->cancel_fd = options->cancel_fd;
  link->worker = wb_strdup(options->worker);
  link->keeps_limits = options->keeps_limits;
  link->start_limit_ms = options->start_limit_ms > 0 ? options->start_limit_ms : START_LIMIT_MS;
  wb_str_init(&link->request);
  wb_str_init(&link->posted);
  wb_str_init(&link->reply);
  wb_str_init(&link->output);
  link->received = wb_alloc(RECEIVED_BYTES);
  status = options->forks ? WB_OK : make_staging(link, err);
  if (status == WB_OK && options->has_ring && options->host_memory > 0)
    status = make_ring(link, err);
  if (status == WB_OK) status = wb_socket_pair(sockets, err);
  if (status == WB_OK) status = wb_pipe(output, err);
  if (status == WB_OK && link->supervised) status = open_guard(link, &guard, err);
  if (status == WB_OK) status = spawn_worker(link, options, sockets[1], output[1], guard, err);
  link->socket = sockets[0];
  link->output_fd = output[0];
  if (link->output_fd >= 0) fcntl(link->output_fd, F_SETFL, O_NONBLOCK);
  if (sockets[1] >= 0) close(sockets[1]);
  if (output[1] >= 0) close(output[1]);
  if (guard >= 0) close(guard);
  if (status == WB_OK && options->forks) status = start_forks(link, err);
  if (status == WB_OK && !options->deferred) status = wb_link_call(link, WB_OP_HELLO, 0, NULL, err);
  if (status != WB_OK) wb_link_close(link);
  return status;
}

bool wb_link_is_quiet(const struct wb_link *link) {
  struct pollfd item = {.fd = link->socket, .events = POLLIN};
  return !link->dead && link->received_begin == link->received_end && poll(&item, 1, 0) == 0;
}

bool wb_link_is_starting(const struct wb_link *link) {
  return !link->greeted && wb_link_is_quiet(link);
}

void wb_link_close(struct wb_link *link) {
  wb_process_kill(&link->process);
  wb_guard_close(&link->guard);
  if (link->socket >= 0) close(link->socket);
  if (link->control >= 0) close(link->control);
  if (link->output_fd >= 0) close(link->output_fd);
  release_staging(link);
  wb_command_ring_close(&link->ring);
  if (link->ring_fd >= 0) close(link->ring_fd);
  wb_str_release(&link->request);
  wb_str_release(&link->posted);
  wb_str_release(&link->reply);
  wb_str_release(&link->output);
  free(link->received);
  free(link->worker);
  memset(link, 0, sizeof *link);
  link->socket = link->output_fd = link->staging_fd = link->ring_fd = link->control = -1;
}
