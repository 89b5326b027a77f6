#include "emulator/frontend.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "emulator/frontend_source.h"
#include "sandbox/limits.h"

enum {
  MAX_BITCODE_BYTES = 64 << 20,
  MAX_LOG_BYTES = 64 << 10,
  MAX_SOURCE_BYTES = 4 << 20,
  MAX_ARGUMENTS = 192,
  DEFAULT_TIME_LIMIT_MS = 10000
};
static const uint64_t CLANG_ADDRESS_SPACE = 4ULL << 30;

/* Why these:
 *  - nvptx64 has libclc's address spaces and mangling;
 *  - O1 without passes keeps every access of the source, and marks where the
 *    life of a scoped variable begins;
 *  - float3 accesses stay three elements wide;
 *  - a*b+c is not fused, so that a verdict is the same on every machine. */
static const char *const FIXED_ARGUMENTS[] = {WB_CLANG,
                                              "-x",
                                              "cl",
                                              "-target",
                                              "nvptx64--",
                                              "-Xclang",
                                              "-fdeclare-opencl-builtins",
                                              "-Xclang",
                                              "-finclude-default-header",
                                              "-O1",
                                              "-Xclang",
                                              "-disable-llvm-passes",
                                              "-Xclang",
                                              "-fpreserve-vec3-type",
                                              "-fno-strict-aliasing",
                                              "-fno-discard-value-names",
                                              "-ffp-contract=off",
                                              "-cl-kernel-arg-info",
                                              "-g",
                                              "-Wall",
                                              "-Wno-unused-function",
                                              "-fno-color-diagnostics",
                                              "-fno-diagnostics-show-option",
                                              NULL};

struct child {
  struct wb_sandbox limits;
  const char *directory;
};

static int prepare_child(void *data) {
  struct child *child = data;
  if (chdir(child->directory) != 0) return -1;
  return wb_sandbox_enter(&child->limits);
}

static int source_fd(const struct wb_build_request *request, struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  wb_source_name_line(&text, request->file_name);
  wb_str_add_bytes(&text, request->source, request->length);
  int fd = memfd_create("kernel", MFD_CLOEXEC);
  if (fd < 0) {
    wb_fail_errno(err, "cannot hand the kernel to the compiler");
  } else if (wb_write_exact(fd, text.data, text.length, -1, err) != WB_OK ||
             lseek(fd, 0, SEEK_SET) != 0) {
    close(fd);
    fd = -1;
  }
  wb_str_release(&text);
  return fd;
}

static enum wb_status spawn(struct wb_frontend *frontend, const char *const *argv, int source,
                            struct child *child, struct wb_error *err) {
  int bitcode[2] = {-1, -1}, log[2] = {-1, -1};
  enum wb_status status = wb_pipe(bitcode, err);
  if (status == WB_OK) status = wb_pipe(log, err);
  if (status == WB_OK) {
    const struct wb_fd_map fds[] = {{source, 0}, {bitcode[1], 1}, {log[1], 2}};
    const struct wb_spawn how = {.argv = argv,
                                 .fds = fds,
                                 .n_fds = 3,
                                 .new_group = true,
                                 .die_with_parent = true,
                                 .prepare = prepare_child,
                                 .prepare_data = child};
    status = wb_process_spawn(&frontend->process, &how, err);
  }
  if (bitcode[1] >= 0) close(bitcode[1]);
  if (log[1] >= 0) close(log[1]);
  frontend->bitcode_fd = bitcode[0];
  frontend->log_fd = log[0];
  return status;
}

enum wb_status wb_frontend_start(struct wb_frontend *frontend,
                                 const struct wb_build_request *request, struct wb_str *log,
                                 struct wb_error *err) {
  enum wb_status status = WB_OK;
  struct wb_options options;
  char *include = NULL;
  int source = -1;
  const char *argv[MAX_ARGUMENTS + 1];
  size_t n = 0;
  *frontend = (struct wb_frontend){.bitcode_fd = -1, .log_fd = -1};
  frontend->time_limit_ms =
      request->time_limit_ms > 0 ? request->time_limit_ms : DEFAULT_TIME_LIMIT_MS;
  frontend->deadline_ns = wb_clock_ns() + frontend->time_limit_ms * 1000000ULL;
  wb_options_init(&options);

  if (request->length > MAX_SOURCE_BYTES) {
    wb_str_addf(log, "%s: error: the file has %zu bytes; at most %d are compiled\n",
                request->file_name, request->length, (int)MAX_SOURCE_BYTES);
    status = wb_fail(err, WB_ERR_COMPILE, "%s is too large", request->file_name);
  }
  if (status == WB_OK) status = wb_options_parse(&options, request->options, log, err);
  if (status == WB_OK && !request->any_include)
    status = wb_source_check_includes(request, log, err);
  if (status != WB_OK) goto out;

  if (request->include_directory != NULL) include = realpath(request->include_directory, NULL);
  for (; FIXED_ARGUMENTS[n] != NULL; n++) argv[n] = FIXED_ARGUMENTS[n];
  for (size_t i = 0; i < options.count; i++) argv[n++] = options.items[i];
  if (include != NULL) {
    argv[n++] = "-I";
    argv[n++] = include;
  }
  for (size_t i = 0; i < request->n_more_includes; i++) {
    argv[n++] = "-I";
    argv[n++] = request->more_includes[i];
  }
  argv[n++] = "-emit-llvm";
  argv[n++] = "-c";
  argv[n++] = "-o";
  argv[n++] = "-";
  argv[n++] = "-";
  argv[n] = NULL;

  source = source_fd(request, err);
  if (source < 0) {
    status = err != NULL && err->status != WB_OK ? err->status : WB_ERR_IO;
    goto out;
  }
  struct child child = {.limits = {.cpu_seconds = frontend->time_limit_ms / 1000 + 1,
                                   .address_space = CLANG_ADDRESS_SPACE,
                                   .no_core = 1},
                        .directory = include != NULL ? include : "/"};
  status = spawn(frontend, argv, source, &child, err);
out:
  if (source >= 0) close(source);
  free(include);
  wb_options_release(&options);
  return status;
}

/* One read; closes the descriptor at its end. False when there is too much. */
static bool take(int *fd, struct wb_str *out, size_t limit, bool cut) {
  char chunk[65536];
  ssize_t got = read(*fd, chunk, sizeof chunk);
  if (got <= 0) {
    close(*fd);
    *fd = -1;
    return true;
  }
  size_t room = out->length < limit ? limit - out->length : 0;
  size_t length = (size_t)got < room ? (size_t)got : room;
  wb_str_add_bytes(out, chunk, length);
  return cut || length == (size_t)got;
}

static enum wb_status collect(struct wb_frontend *frontend, struct wb_str *bitcode,
                              struct wb_str *log, struct wb_error *err) {
  while (frontend->bitcode_fd >= 0 || frontend->log_fd >= 0) {
    struct pollfd items[2] = {{.fd = frontend->bitcode_fd, .events = POLLIN},
                              {.fd = frontend->log_fd, .events = POLLIN}};
    uint64_t now = wb_clock_ns();
    int left = now < frontend->deadline_ns ? (int)((frontend->deadline_ns - now) / 1000000) + 1 : 0;
    int ready = left > 0 ? poll(items, 2, left) : 0;
    if (ready == 0)
      return wb_fail(err, WB_ERR_LIMIT, "the compiler did not finish within %u ms",
                     frontend->time_limit_ms);
    if (items[0].revents != 0 && !take(&frontend->bitcode_fd, bitcode, MAX_BITCODE_BYTES, false))
      return wb_fail(err, WB_ERR_LIMIT, "the compiled program is larger than %d bytes",
                     (int)MAX_BITCODE_BYTES);
    if (items[1].revents != 0) take(&frontend->log_fd, log, MAX_LOG_BYTES, true);
  }
  return WB_OK;
}

/* The log goes to terminals: nothing in it may control one. */
static void strip_controls(struct wb_str *log) {
  size_t kept = 0;
  for (size_t i = 0; i < log->length; i++) {
    unsigned char c = (unsigned char)log->data[i];
    if (c == '\n' || c == '\t' || (c >= 0x20 && c != 0x7f)) log->data[kept++] = (char)c;
  }
  if (log->capacity > 0) log->data[kept] = '\0';
  log->length = kept;
}

/* A clang that crashed asks to be reported to its makers, with its command
 * line and stack: of no use to a learner, who can only write it otherwise. */
static void shorten_crash(struct wb_str *log) {
  static const char CRASH[] = "PLEASE submit a bug report to ";
  char *at = strstr(log->data, CRASH);
  if (at == NULL) return;
  *at = '\0';
  log->length = (size_t)(at - log->data);
  wb_str_add(log, "error: the compiler crashed on this text; write it in another way\n");
}

enum wb_status wb_frontend_finish(struct wb_frontend *frontend, struct wb_str *bitcode,
                                  struct wb_str *log, struct wb_error *err) {
  struct wb_exit end = {0};
  enum wb_status status = collect(frontend, bitcode, log, err);
  if (status == WB_OK) {
    uint64_t now = wb_clock_ns();
    int left = now < frontend->deadline_ns ? (int)((frontend->deadline_ns - now) / 1000000) + 1 : 0;
    status = wb_process_wait(&frontend->process, left, &end, err);
  }
  strip_controls(log);
  shorten_crash(log);
  if (status == WB_OK && end.exited && end.code == 127 && log->length == 0)
    status = wb_fail(err, WB_ERR_MISSING, "cannot run the compiler %s", WB_CLANG);
  else if (status == WB_OK && end.exited && end.code != 0)
    status = wb_fail(err, WB_ERR_COMPILE, "the kernel does not compile");
  else if (status == WB_OK && !end.exited)
    status = wb_fail(err, WB_ERR_CRASH, "the compiler %s died of signal %d", WB_CLANG, end.signal);
  return status;
}

void wb_frontend_release(struct wb_frontend *frontend) {
  if (frontend->bitcode_fd >= 0) close(frontend->bitcode_fd);
  if (frontend->log_fd >= 0) close(frontend->log_fd);
  frontend->bitcode_fd = frontend->log_fd = -1;
  wb_process_kill(&frontend->process);
}
