#include "compiler/frontend.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "compiler/frontend_clang.h"
#include "compiler/frontend_source.h"
#include "device/precheck.h"

enum {
  MAX_BITCODE_BYTES = 64 << 20,
  MAX_LOG_BYTES = 64 << 10,
  MAX_SOURCE_BYTES = 4 << 20,
  DEFAULT_TIME_LIMIT_MS = 10000,
  ENDING_LIMIT_MS = 1000
};

/* ---- start --------------------------------------------------------------------------- */

void wb_frontend_init(struct wb_frontend *frontend, const struct wb_frontend_rules *rules) {
  memset(frontend, 0, sizeof *frontend);
  frontend->rules = rules;
  frontend->guard.socket = -1;
  frontend->source_fd = frontend->bitcode_fd = frontend->log_fd = -1;
  wb_str_init(&frontend->source);
  wb_str_init(&frontend->dependencies);
}

static uint32_t time_limit(const struct wb_build_request *request) {
  return request->time_limit_ms > 0 ? request->time_limit_ms : DEFAULT_TIME_LIMIT_MS;
}

/* A clang for this command, that waits for its text. */
static enum wb_status have_clang(struct wb_frontend *frontend,
                                 const struct wb_clang_command *command,
                                 const struct wb_build_request *request, struct wb_error *err) {
  const uint32_t time_limit_ms = time_limit(request);
  char *wanted = wb_clang_command_signature(command, request, time_limit_ms);
  struct pollfd ended = {.fd = frontend->bitcode_fd, .events = 0};
  /* One that has died meanwhile, as of its own limit of time, has closed its output. */
  bool waits = frontend->waiting_for != NULL && strcmp(frontend->waiting_for, wanted) == 0 &&
               poll(&ended, 1, 0) == 0;
  enum wb_status status = WB_OK;
  wb_process_continue(&frontend->process);
  if (!waits) {
    wb_frontend_release(frontend);
    frontend->time_limit_ms = time_limit_ms;
    status = wb_clang_spawn(frontend, command, request, err);
    if (status == WB_OK) frontend->waiting_for = wb_strdup(wanted);
  }
  free(wanted);
  return status;
}

void wb_frontend_prepare(struct wb_frontend *frontend, const struct wb_build_request *request) {
  struct wb_clang_command command;
  struct wb_str log;
  wb_str_init(&log);
  wb_clang_command_init(&command);
  if (wb_clang_command_make(&command, request, &log, NULL) == WB_OK)
    have_clang(frontend, &command, request, NULL);
  wb_clang_command_release(&command);
  wb_str_release(&log);
}

enum wb_status wb_frontend_start(struct wb_frontend *frontend,
                                 const struct wb_build_request *request, struct wb_str *log,
                                 struct wb_error *err) {
  struct wb_clang_command command;
  enum wb_status status = WB_OK;
  wb_clang_command_init(&command);
  if (request->length > MAX_SOURCE_BYTES) {
    wb_str_addf(log, "%s: error: the file has %zu bytes; at most %d are compiled\n",
                request->file_name, request->length, (int)MAX_SOURCE_BYTES);
    status = wb_fail(err, WB_ERR_COMPILE, "%s is too large", request->file_name);
  }
  if (status == WB_OK) status = wb_clang_command_make(&command, request, log, err);
  if (status == WB_OK) status = have_clang(frontend, &command, request, err);
  if (status == WB_OK) {
    free(frontend->waiting_for);
    frontend->waiting_for = NULL;
    frontend->deadline_ns = wb_clock_ns() + frontend->time_limit_ms * 1000000ULL;
    wb_frontend_source_prefix(&frontend->source, request->file_name);
    wb_str_add_bytes(&frontend->source, request->source, request->length);
  }
  wb_clang_command_release(&command);
  return status;
}

/* ---- to the end ------------------------------------------------------------------------ */

/* As much of the text as fits; a clang that reads no more has its reasons, and
 * says them. */
static void give_text(struct wb_frontend *frontend) {
  size_t left = frontend->source.length - frontend->sent;
  ssize_t put = write(frontend->source_fd, frontend->source.data + frontend->sent, left);
  if (put > 0) frontend->sent += (size_t)put;
  bool again = put >= 0 || errno == EAGAIN || errno == EINTR;
  if (!again || frontend->sent == frontend->source.length) wb_close_end(&frontend->source_fd);
}

/* One read; closes the descriptor at its end. False when there is too much. */
static bool read_output(int *fd, struct wb_str *out, size_t limit, bool cut) {
  char chunk[65536];
  ssize_t got = read(*fd, chunk, sizeof chunk);
  if (got <= 0) {
    wb_close_end(fd);
    return true;
  }
  size_t room = out->length < limit ? limit - out->length : 0;
  size_t length = (size_t)got < room ? (size_t)got : room;
  wb_str_add_bytes(out, chunk, length);
  return cut || length == (size_t)got;
}

static enum wb_status look_at_guard(struct wb_frontend *frontend, struct wb_error *err) {
  char call[WB_CALL_NAME_MAX];
  switch (wb_guard_look(&frontend->guard, call, err)) {
    case WB_GUARD_QUIET:
      return WB_OK;
    case WB_GUARD_BROKEN:
      return WB_ERR_MISSING;
    case WB_GUARD_REFUSED:
      break;
  }
  return wb_fail(err, WB_ERR_REFUSED,
                 "compiling the text made clang try the system call %s, which the sandbox refuses; "
                 "write it in another way",
                 call);
}

static uint32_t word_at(const struct wb_str *bytes, size_t offset) {
  uint32_t word = 0;
  if (offset + sizeof word <= bytes->length) memcpy(&word, bytes->data + offset, sizeof word);
  return word;
}

/* Bitcode is a magic word and blocks, each with two words of a header, the first of which has the
 * block's number and the second counts the words that follow. Its end is where no block begins.
 * `last` gets the number of the last block. */
static size_t bitcode_length(const struct wb_str *output, unsigned *last) {
  static const uint32_t MAGIC = 0xdec04342;
  enum { BLOCK = 1, KIND_BITS = 3, NUMBER_SHIFT = 2, NUMBER_BITS = 0xff, WORD = 4 };
  size_t at = WORD;
  *last = 0;
  if (word_at(output, 0) != MAGIC) return 0;
  while ((word_at(output, at) & KIND_BITS) == BLOCK && at < output->length) {
    *last = word_at(output, at) >> NUMBER_SHIFT & NUMBER_BITS;
    at += (size_t)WORD * (2 + (size_t)word_at(output, at + WORD));
  }
  return at < output->length ? at : output->length;
}

/* Whether the module is there with the rule that follows it, and nothing else: as far as can be
 * seen, clang has only to end. */
static bool looks_complete(const struct wb_frontend *frontend, const struct wb_str *output,
                           const struct wb_str *log) {
  static const char RULE[] = "kernel:";
  unsigned last = 0;
  const size_t length = bitcode_length(output, &last), all = output->length;
  return frontend->source_fd < 0 && log->length == 0 && length > 0 && all - length > sizeof RULE &&
         memcmp(output->data + length, RULE, sizeof RULE - 1) == 0 &&
         output->data[all - 1] == '\n' && output->data[all - 2] != '\\';
}

bool wb_frontend_is_module(const struct wb_str *output) {
  enum { STRING_TABLE = 23 }; /* LLVM writes it last */
  unsigned last = 0;
  const size_t length = bitcode_length(output, &last);
  return length > 0 && length == output->length && last == STRING_TABLE;
}

enum wb_status wb_frontend_collect(struct wb_frontend *frontend, struct wb_str *bitcode,
                                   struct wb_str *log, wb_frontend_judgement *is_enough,
                                   struct wb_error *err) {
  enum { OWN_ITEMS = 3 };
  enum wb_status status = WB_OK;
  bool enough = false;
  while ((frontend->bitcode_fd >= 0 || frontend->log_fd >= 0) && !enough) {
    struct pollfd items[OWN_ITEMS + WB_GUARD_ITEMS] = {
        {.fd = frontend->bitcode_fd, .events = POLLIN},
        {.fd = frontend->log_fd, .events = POLLIN},
        {.fd = frontend->source_fd, .events = POLLOUT}};
    const size_t n = OWN_ITEMS + wb_guard_items(&frontend->guard, items + OWN_ITEMS);
    uint64_t now = wb_clock_ns();
    int left = now < frontend->deadline_ns ? (int)((frontend->deadline_ns - now) / 1000000) + 1 : 0;
    int ready = left > 0 ? poll(items, n, left) : 0;
    status = look_at_guard(frontend, err);
    if (status != WB_OK) return status;
    if (ready == 0)
      return wb_fail(err, WB_ERR_LIMIT, "the compiler did not finish within %u ms",
                     frontend->time_limit_ms);
    if (items[2].revents != 0) give_text(frontend);
    if (items[0].revents != 0 &&
        !read_output(&frontend->bitcode_fd, bitcode, MAX_BITCODE_BYTES, false))
      return wb_fail(err, WB_ERR_LIMIT, "the compiled program is larger than %d bytes",
                     (int)MAX_BITCODE_BYTES);
    if (items[1].revents != 0) read_output(&frontend->log_fd, log, MAX_LOG_BYTES, true);
    enough = is_enough != NULL && is_enough(frontend, bitcode, log);
  }
  return WB_OK;
}

/* What follows the bitcode is a rule for make, which names the files that clang read. */
static void part_dependencies(struct wb_frontend *frontend, struct wb_str *output) {
  unsigned last = 0;
  const size_t length = bitcode_length(output, &last);
  if (output->length == 0) return;
  wb_str_add_bytes(&frontend->dependencies, output->data + length, output->length - length);
  output->length = length;
  output->data[length] = '\0';
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

/* A clang that crashed asks to be reported to its makers, with its command line and stack. That
 * is of no use to a learner, who can only write the kernel in another way. */
static const char CRASHED[] = "error: the compiler crashed on this text; write it in another way\n";
static void shorten_crash(struct wb_str *log) {
  static const char CRASH[] = "PLEASE submit a bug report to ";
  char *at = strstr(log->data, CRASH);
  if (at == NULL) return;
  *at = '\0';
  log->length = (size_t)(at - log->data);
  wb_str_add(log, CRASHED);
}

/* Says in our words that the text uses one of those that wb_frontend_source_prefix forbids. */
static void explain_refused_words(struct wb_str *log) {
  static const char THEIRS[] = "attempt to use a poisoned identifier";
  static const char OURS[] = "assembly and names for the assembler are not OpenCL C";
  struct wb_str out;
  const char *at = log->data;
  wb_str_init(&out);
  for (const char *found; (found = strstr(at, THEIRS)) != NULL; at = found + strlen(THEIRS)) {
    wb_str_add_bytes(&out, at, (size_t)(found - at));
    wb_str_add(&out, OURS);
  }
  wb_str_add(&out, at);
  wb_str_release(log);
  *log = out;
}

static enum wb_status await_end(struct wb_frontend *frontend, struct wb_exit *end,
                                struct wb_error *err) {
  uint64_t now = wb_clock_ns();
  int left = now < frontend->deadline_ns ? (int)((frontend->deadline_ns - now) / 1000000) + 1 : 0;
  return wb_process_wait(&frontend->process, left, end, err);
}

enum wb_status wb_frontend_finish(struct wb_frontend *frontend, struct wb_str *bitcode,
                                  struct wb_str *log, struct wb_error *err) {
  return wb_frontend_take(frontend, bitcode, log, NULL, err);
}

enum wb_status wb_frontend_take(struct wb_frontend *frontend, struct wb_str *bitcode,
                                struct wb_str *log, bool *ends, struct wb_error *err) {
  struct wb_exit end = {0};
  enum wb_status status =
      wb_frontend_collect(frontend, bitcode, log, ends != NULL ? looks_complete : NULL, err);
  if (ends != NULL) *ends = status == WB_OK && looks_complete(frontend, bitcode, log);
  part_dependencies(frontend, bitcode);
  if (status == WB_OK && ends != NULL && *ends) return WB_OK;
  if (status == WB_OK) status = await_end(frontend, &end, err);
  strip_controls(log);
  shorten_crash(log);
  explain_refused_words(log);
  /* 127 is what a child exits with that could not become clang (base/process.h). */
  if (status == WB_OK && end.exited && end.code == 127 && log->length == 0)
    status = wb_fail(err, WB_ERR_MISSING, "cannot run the compiler %s", WB_CLANG);
  else if (status == WB_OK && end.exited && end.code != 0)
    status = wb_fail(err, WB_ERR_COMPILE, "the kernel does not compile");
  else if (status == WB_OK && wb_process_stumbled(&end)) {
    if (strstr(log->data, CRASHED) == NULL) wb_str_add(log, CRASHED);
    status = wb_fail(err, WB_ERR_COMPILE, "the compiler crashed on this text");
  } else if (status == WB_OK && !end.exited && end.signal == SIGSYS) {
    status = wb_fail(err, WB_ERR_REFUSED,
                     "compiling the text made clang try a system call of another architecture, "
                     "which the sandbox refuses; write it in another way");
  } else if (status == WB_OK && !end.exited)
    status = wb_fail(err, WB_ERR_CRASH, "the compiler %s died of signal %d", WB_CLANG, end.signal);
  return status;
}

bool wb_frontend_ended_well(struct wb_frontend *frontend) {
  struct wb_exit end = {0};
  struct wb_str output, log;
  wb_str_init(&output);
  wb_str_init(&log);
  frontend->deadline_ns = wb_clock_ns() + ENDING_LIMIT_MS * UINT64_C(1000000);
  enum wb_status status = wb_frontend_collect(frontend, &output, &log, NULL, NULL);
  if (status == WB_OK) status = await_end(frontend, &end, NULL);
  const bool silent = output.length == 0 && log.length == 0;
  wb_str_release(&output);
  wb_str_release(&log);
  return status == WB_OK && silent && end.exited && end.code == 0;
}

void wb_frontend_release(struct wb_frontend *frontend) {
  wb_close_end(&frontend->source_fd);
  wb_close_end(&frontend->bitcode_fd);
  wb_close_end(&frontend->log_fd);
  wb_process_kill(&frontend->process);
  wb_guard_close(&frontend->guard);
  wb_str_release(&frontend->source);
  wb_str_release(&frontend->dependencies);
  frontend->sent = 0;
  free(frontend->waiting_for);
  frontend->waiting_for = NULL;
}

/* ---- files that were read ---------------------------------------------------------------- */

/* One name of a rule for make, where blanks, '#' and '$' are escaped; NULL at
 * the end. */
static char *next_name(const char **cursor) {
  const char *at = *cursor;
  struct wb_str name;
  while (*at == ' ' || *at == '\n' || (*at == '\\' && at[1] == '\n')) at++;
  *cursor = at;
  if (*at == '\0') return NULL;
  wb_str_init(&name);
  for (; *at != '\0' && *at != ' ' && *at != '\n'; at++) {
    if ((*at == '\\' && (at[1] == ' ' || at[1] == '#')) || (*at == '$' && at[1] == '$')) at++;
    wb_str_add_char(&name, *at);
  }
  *cursor = at;
  return wb_str_detach(&name);
}

bool wb_frontend_files(const struct wb_frontend *frontend, struct wb_names *files) {
  const char *at = frontend->dependencies.data;
  char *name = next_name(&at);
  bool known = name != NULL && strcmp(name, "kernel:") == 0;
  free(name);
  while (known && (name = next_name(&at)) != NULL) {
    known = name[0] == '/';
    if (known) wb_names_add(files, name);
    free(name);
  }
  return known && frontend->dependencies.length < MAX_LOG_BYTES;
}
