#include "compiler/frontend.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "compiler/frontend_clang.h"
#include "compiler/frontend_source.h"
#include "emulator/compile/compiler_protocol.h"

enum {
  MAX_BITCODE_BYTES = 64 << 20,
  MAX_SOURCE_BYTES = 4 << 20,
  DEFAULT_TIME_LIMIT_MS = 10000,
  HANG_MS = 120000, /* without an answer, whatever the process's own time says */
  END_MS = 5000,    /* of a process that has closed its socket */
  MAX_TEXTS = 2000, /* of one process */
  MAX_MEMORY_KIB = 1 << 19
};

void wb_frontend_init(struct wb_frontend *frontend, const struct wb_walls *walls) {
  memset(frontend, 0, sizeof *frontend);
  frontend->walls = *walls;
  frontend->guard.socket = -1;
  frontend->socket = -1;
  wb_str_init(&frontend->header);
  wb_names_init(&frontend->files);
}

static void end_process(struct wb_frontend *frontend) {
  if (frontend->socket >= 0) close(frontend->socket);
  frontend->socket = -1;
  wb_process_kill(&frontend->process);
  wb_guard_close(&frontend->guard);
}

void wb_frontend_release(struct wb_frontend *frontend) {
  end_process(frontend);
  if (frontend->said != NULL) munmap(frontend->said, sizeof *frontend->said);
  frontend->said = NULL;
  wb_str_release(&frontend->header);
  wb_names_release(&frontend->files);
}

/* A process that waits says nothing: if there is something to read, it has ended. */
static bool still_waits(const struct wb_frontend *frontend) {
  struct pollfd end = {.fd = frontend->socket, .events = POLLIN};
  return frontend->socket >= 0 && poll(&end, 1, 0) == 0;
}

static enum wb_status have_process(struct wb_frontend *frontend, struct wb_error *err) {
  wb_process_continue(&frontend->process);
  if (still_waits(frontend)) return WB_OK;
  end_process(frontend);
  const enum wb_status status = wb_clang_spawn(frontend, err);
  if (status != WB_OK) end_process(frontend);
  return status;
}

void wb_frontend_prepare(struct wb_frontend *frontend) { have_process(frontend, NULL); }

void wb_frontend_warm_up(struct wb_frontend *frontend, const char *text, size_t length) {
  wb_frontend_release(frontend);
  if (wb_clang_warm_up(frontend, text, length) == WB_OK) frontend->is_warm = true;
}

/* ---- a text ---------------------------------------------------------------------------- */

/* Adds what lies at a path, unless it is a file: clang asks for a content when it wants that. */
static void put_known(struct wb_frontend *frontend, const char *path, struct wb_str *known,
                      bool *is_folder, bool *is_file) {
  struct wb_str content;
  wb_str_init(&content);
  *is_folder = false;
  const int error =
      wb_frontend_source_find(frontend->request, path, is_folder, &content, &frontend->files);
  *is_file = error == 0 && !*is_folder;
  if (!*is_file) {
    wb_put_text(known, path);
    wb_put_u32(known, (uint32_t)error);
    wb_put_u32(known, *is_folder);
  }
  wb_str_release(&content);
}

/* Not one that clang would give another form. */
static bool is_plain(const char *path) {
  return path[0] == '/' && strstr(path, "//") == NULL && strstr(path, "/.") == NULL &&
         !wb_ends_with(path, "/");
}

static void add_header_in(struct wb_names *headers, const char *folder) {
  char *header = wb_path_join(folder, strrchr(wb_frontend_source_header, '/') + 1);
  if (!wb_names_have(headers, header)) wb_names_add(headers, header);
  free(header);
}

/* Clang looks for each folder of -I, and for its own header in these, where it is not as a rule: so
 * it need not ask. In the order in which it would. */
static void put_known_places(struct wb_frontend *frontend, const struct wb_names *words,
                             struct wb_str *known) {
  struct wb_names headers;
  bool is_folder, is_file = false;
  wb_names_init(&headers);
  for (size_t i = 1; i < words->count; i++) {
    const char *folder = words->items[i];
    if (strcmp(words->items[i - 1], "-I") != 0) continue;
    if (!is_plain(folder)) break;
    put_known(frontend, folder, known, &is_folder, &is_file);
    if (is_folder) add_header_in(&headers, folder);
  }
  is_file = false;
  for (size_t i = 0; i < headers.count && !is_file; i++)
    put_known(frontend, headers.items[i], known, &is_folder, &is_file);
  wb_names_release(&headers);
}

/* Folders in debug information are relative to the request's own. */
static enum wb_status send_text(struct wb_frontend *frontend,
                                const struct wb_build_request *request,
                                const struct wb_names *words, struct wb_error *err) {
  struct wb_str record, context, text;
  char *folder =
      request->include_directory != NULL ? realpath(request->include_directory, NULL) : NULL;
  wb_str_init(&record);
  wb_str_init(&context);
  wb_str_init(&text);
  wb_put_u32(&context, (uint32_t)words->count);
  for (size_t i = 0; i < words->count; i++) wb_put_text(&context, words->items[i]);
  wb_put_text(&context, folder != NULL ? folder : "/");
  put_known_places(frontend, words, &context);
  wb_frontend_source_prefix(&text, request->file_name);
  wb_str_add_bytes(&text, request->source, request->length);
  wb_put_bytes(&record, context.data, context.length);
  wb_put_bytes(&record, text.data, text.length);
  const enum wb_status status = wb_compiler_send(frontend->socket, WB_CLANG_TEXT, &record, err);
  wb_str_release(&record);
  wb_str_release(&context);
  wb_str_release(&text);
  free(folder);
  return status;
}

enum wb_status wb_frontend_start(struct wb_frontend *frontend,
                                 const struct wb_build_request *request, struct wb_str *log,
                                 struct wb_error *err) {
  struct wb_names words;
  enum wb_status status = WB_OK;
  wb_names_init(&words);
  if (request->length > MAX_SOURCE_BYTES) {
    wb_str_addf(log, "%s: error: the file has %zu bytes; at most %d are compiled\n",
                request->file_name, request->length, (int)MAX_SOURCE_BYTES);
    status = wb_fail(err, WB_ERR_COMPILE, "%s is too large", request->file_name);
  }
  if (status == WB_OK) status = wb_clang_words(request, &words, log, err);
  if (status == WB_OK) status = have_process(frontend, err);
  if (status == WB_OK) {
    frontend->request = request;
    frontend->time_limit_ms =
        request->time_limit_ms > 0 ? request->time_limit_ms : DEFAULT_TIME_LIMIT_MS;
    frontend->said->length = 0;
    frontend->started_ns = wb_clock_ns();
    frontend->used_ns = wb_process_time_ns(&frontend->process);
    frontend->texts++;
    wb_names_release(&frontend->files);
    wb_names_add(&frontend->files, wb_frontend_source_header);
    status = send_text(frontend, request, &words, err);
    /* One that has ended meanwhile says why in wb_frontend_finish. */
    if (status == WB_ERR_CRASH) status = WB_OK;
  }
  wb_names_release(&words);
  return status;
}

/* ---- waiting ------------------------------------------------------------------------------ */

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

/* How long the process may be waited for before its time is looked at again; 0: it is over. */
static int patience_ms(const struct wb_frontend *frontend) {
  const uint64_t used = (wb_process_time_ns(&frontend->process) - frontend->used_ns) / 1000000;
  return used < frontend->time_limit_ms ? (int)(frontend->time_limit_ms - used) + 1 : 0;
}

/* Until the process has said something. */
static enum wb_status await_word(struct wb_frontend *frontend, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (int ready = 0; status == WB_OK && ready == 0;) {
    struct pollfd items[1 + WB_GUARD_ITEMS] = {{.fd = frontend->socket, .events = POLLIN}};
    const size_t n = 1 + wb_guard_items(&frontend->guard, items + 1);
    const int patience = patience_ms(frontend);
    if (patience == 0)
      return wb_fail(err, WB_ERR_LIMIT,
                     "the compiler did not finish within %u ms of processor time",
                     frontend->time_limit_ms);
    if (wb_elapsed_ms(frontend->started_ns) > (double)HANG_MS + frontend->time_limit_ms)
      return wb_fail(err, WB_ERR_MISSING, "the compiler's process hangs");
    poll(items, n, patience);
    status = look_at_guard(frontend, err);
    ready = items[0].revents != 0;
  }
  return status;
}

static enum wb_status answer_for_file(struct wb_frontend *frontend, const struct wb_str *record,
                                      struct wb_error *err) {
  struct wb_reader in = wb_reader_of(record->data, record->length);
  struct wb_str content, answer;
  bool is_folder = false;
  char *path = wb_get_long_text(&in);
  wb_str_init(&content);
  wb_str_init(&answer);
  const bool good = wb_reader_done(&in) && path[0] == '/';
  const int error = good ? wb_frontend_source_find(frontend->request, path, &is_folder, &content,
                                                   &frontend->files)
                         : ENOENT;
  wb_put_u32(&answer, (uint32_t)error);
  wb_put_u32(&answer, is_folder);
  wb_put_bytes(&answer, content.data, content.length);
  const enum wb_status status = wb_compiler_send(frontend->socket, WB_CLANG_FILE, &answer, err);
  wb_str_release(&content);
  wb_str_release(&answer);
  free(path);
  return status;
}

/* The record that ends a text. */
static enum wb_status await_result(struct wb_frontend *frontend, struct wb_str *record,
                                   struct wb_error *err) {
  enum wb_compiler_word word = WB_CLANG_FIND;
  enum wb_status status = WB_OK;
  while (status == WB_OK && word == WB_CLANG_FIND) {
    status = await_word(frontend, err);
    if (status == WB_OK)
      status = wb_compiler_receive(frontend->socket, wb_clock_ns() + HANG_MS * UINT64_C(1000000),
                                   &word, record, err);
    if (status == WB_OK && word == WB_CLANG_FIND) status = answer_for_file(frontend, record, err);
  }
  if (status == WB_OK && word != WB_CLANG_DONE)
    status = wb_fail(err, WB_ERR_CRASH, "clang's process sent an invalid reply");
  if (status == WB_OK && frontend->walls.which != 0 && frontend->guard.n_entered == 0)
    status = wb_fail(err, WB_ERR_MISSING, "clang's process has raised no walls");
  return status;
}

/* ---- what came of it ------------------------------------------------------------------------ */

/* The log goes to terminals: nothing in it may control one. */
static void take_log(const struct wb_frontend *frontend, struct wb_str *log) {
  const struct wb_clang_log *said = frontend->said;
  const size_t length = said->length < sizeof said->bytes ? said->length : sizeof said->bytes;
  for (size_t i = 0; i < length; i++) {
    const unsigned char c = (unsigned char)said->bytes[i];
    if (c == '\n' || c == '\t' || (c >= 0x20 && c != 0x7f)) wb_str_add_char(log, (char)c);
  }
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

static enum wb_status take_result(const struct wb_frontend *frontend, const struct wb_str *record,
                                  struct wb_str *bitcode, bool *is_large, struct wb_error *err) {
  struct wb_reader in = wb_reader_of(record->data, record->length);
  size_t length;
  const bool compiled = wb_get_bool(&in);
  *is_large = wb_get_u32(&in) > MAX_MEMORY_KIB || frontend->texts >= MAX_TEXTS;
  const char *bytes = wb_get_bytes(&in, &length);
  if (!wb_reader_done(&in))
    return wb_fail(err, WB_ERR_CRASH, "clang's process sent an invalid reply");
  if (length > MAX_BITCODE_BYTES)
    return wb_fail(err, WB_ERR_LIMIT, "the compiled program is larger than %d bytes",
                   (int)MAX_BITCODE_BYTES);
  if (!compiled) return wb_fail(err, WB_ERR_COMPILE, "the kernel does not compile");
  wb_str_add_bytes(bitcode, bytes, length);
  return WB_OK;
}

/* Why a process has closed its socket in the middle of a text. */
static enum wb_status explain_end(struct wb_frontend *frontend, struct wb_str *log,
                                  struct wb_error *err) {
  struct wb_exit end = {0};
  enum wb_status status = look_at_guard(frontend, err);
  if (status == WB_OK) status = wb_process_wait(&frontend->process, END_MS, &end, err);
  if (status != WB_OK) return status;
  /* 127 is what a child exits with that could not begin (base/process.h). */
  if (end.exited && end.code == 127)
    return wb_fail(err, WB_ERR_MISSING, "cannot start clang's process");
  if (end.exited) return wb_fail(err, WB_ERR_COMPILE, "the kernel does not compile");
  if (wb_process_stumbled(&end)) {
    wb_str_add(log, "error: the compiler crashed on this text; write it in another way\n");
    return wb_fail(err, WB_ERR_COMPILE, "the compiler crashed on this text");
  }
  if (end.signal == SIGSYS)
    return wb_fail(err, WB_ERR_REFUSED,
                   "compiling the text made clang try a system call of another architecture, "
                   "which the sandbox refuses; write it in another way");
  return wb_fail(err, WB_ERR_CRASH, "clang's process died of signal %d", end.signal);
}

enum wb_status wb_frontend_finish(struct wb_frontend *frontend, struct wb_str *bitcode,
                                  struct wb_str *log, struct wb_names *files,
                                  struct wb_error *err) {
  struct wb_str record;
  bool is_large = false;
  wb_str_init(&record);
  enum wb_status status = await_result(frontend, &record, err);
  /* What a process does before it begins with a text is the fault of an earlier one, if any. */
  if (status != WB_OK && !frontend->said->has_text && frontend->texts > 1) {
    end_process(frontend);
    status = wb_frontend_start(frontend, frontend->request, log, err);
    if (status == WB_OK) status = await_result(frontend, &record, err);
  }
  take_log(frontend, log);
  if (status == WB_ERR_CRASH)
    status = explain_end(frontend, log, err);
  else if (status == WB_OK)
    status = take_result(frontend, &record, bitcode, &is_large, err);
  const bool stays = !is_large && (status == WB_OK || status == WB_ERR_COMPILE);
  explain_refused_words(log);
  for (size_t i = 0; i < frontend->files.count; i++) wb_names_add(files, frontend->files.items[i]);
  if (!stays) end_process(frontend);
  wb_str_release(&record);
  return status;
}
