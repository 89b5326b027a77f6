/* The worker's side of compiling: asks the cache, else the compiler's process. */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fork_server.h"
#include "base/process.h"
#include "device/registry.h"
#include "emulator/compile/compiler_protocol.h"
#include "emulator/compile/diagnostics.h"
#include "emulator/compile/compile_cache.h"
#include "emulator/compile/package.h"

enum {
  DEFAULT_TIME_LIMIT_MS = 10000,
  CODE_GRACE_MS = 1500, /* clang's process has the limit for itself; so much more has the rest */
  HANG_MS = 300000      /* without an answer, whatever the process's own time says */
};

/* A reply, and what it depends on. */
struct unkept {
  bool is_there;
  unsigned char key[WB_SHA256_BYTES];
  struct wb_str reply;
  struct wb_names files;
  struct timespec start;
};

struct wb_compiler {
  char *path; /* of the compiler's program; NULL: it was not built */
  struct wb_process process;
  int control;   /* of a process that is forked for each fork of this one; -1: it is not */
  bool is_fork;  /* what is at `socket` is one of those, and nobody's child here, */
  pid_t fork;    /* with this number; 0: it has not said so yet */
  int socket;    /* -1: the process does not run */
  char *folders; /* that the process was started for, one a line; what it may read */
  /* Digest of the programs and libraries that the process was started from. */
  unsigned char tools[WB_SHA256_BYTES];
  char *cache;          /* folder, or NULL */
  struct unkept unkept; /* what is to be put into it yet */
};

enum wb_status wb_compiler_new(struct wb_compiler **compiler, struct wb_error *err) {
  (void)err;
  *compiler = wb_alloc(sizeof **compiler);
  (*compiler)->socket = (*compiler)->control = -1;
  (*compiler)->path = wb_helper_path("workbench-compiler");
  (*compiler)->cache = wb_cache_folder_of_kernels();
  return WB_OK;
}

static void stop_compiler(struct wb_compiler *compiler) {
  wb_process_kill(&compiler->process);
  if (compiler->socket >= 0) close(compiler->socket);
  compiler->socket = -1;
  compiler->is_fork = false; /* what forked it ends it */
  compiler->fork = 0;
}

void wb_compiler_keep(struct wb_compiler *compiler) {
  struct unkept *unkept = &compiler->unkept;
  if (!unkept->is_there) return;
  wb_compile_cache_put(compiler->cache, unkept->key, &unkept->reply, &unkept->files,
                       &unkept->start);
  wb_str_release(&unkept->reply);
  wb_names_release(&unkept->files);
  unkept->is_there = false;
}

void wb_compiler_free(struct wb_compiler *compiler) {
  if (compiler == NULL) return;
  wb_compiler_keep(compiler);
  stop_compiler(compiler);
  if (compiler->control >= 0) close(compiler->control);
  free(compiler->path);
  free(compiler->folders);
  free(compiler->cache);
  free(compiler);
}

/* ---- the process ----------------------------------------------------------------------- */

/* The key of a request that asks for nothing, so that only the tools count. */
static void identify_tools(const struct wb_compiler *compiler,
                           unsigned char tools[WB_SHA256_BYTES]) {
  static const struct wb_build_request NOTHING = {.source = "", .file_name = "", .options = ""};
  memset(tools, 0, WB_SHA256_BYTES);
  wb_compile_cache_key(&NOTHING, compiler->path, tools);
}

/* A process that waits says nothing: if there is something to read, it has ended. One whose
 * programs were replaced meanwhile is of no use either: what it makes would be kept as the work
 * of the new ones. */
static bool still_serves(const struct wb_compiler *compiler) {
  struct pollfd end = {.fd = compiler->socket, .events = POLLIN};
  unsigned char now[WB_SHA256_BYTES];
  identify_tools(compiler, now);
  return poll(&end, 1, 0) == 0 && memcmp(now, compiler->tools, sizeof now) == 0;
}

/* A process has the request's folders within its walls, and no others. */
static char *folders_of(const struct wb_build_request *request) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "%s", request->any_include ? "--anywhere" : "--in");
  const char *folders[WB_MAX_INCLUDE_FOLDERS];
  const size_t count = wb_include_folders(request, folders);
  for (size_t i = 0; i < count; i++) wb_str_addf(&text, "\n%s", folders[i]);
  return wb_str_detach(&text);
}

/* In this process's group: whoever ends the worker with its group ends it, too. */
static enum wb_status spawn_compiler(struct wb_compiler *compiler, const char *how_to_serve,
                                     const struct wb_build_request *request, int socket,
                                     struct wb_error *err) {
  enum { BEFORE = 3 };
  const char *argv[BEFORE + WB_MAX_INCLUDE_FOLDERS + 1] = {
      compiler->path, how_to_serve, request->any_include ? "--anywhere" : "--in"};
  wb_include_folders(request, argv + BEFORE);
  const struct wb_fd_map fds[] = {{1, 1}, {2, 2}, {socket, WB_COMPILER_FD}};
  const struct wb_spawn how = {.argv = argv, .fds = fds, .n_fds = 3, .die_with_parent = true};
  return wb_process_spawn(&compiler->process, &how, err);
}

/* `socket` gets this end. */
static enum wb_status start_process(struct wb_compiler *compiler, const char *how_to_serve,
                                    const struct wb_build_request *request, int *socket,
                                    struct wb_error *err) {
  int ends[2] = {-1, -1};
  if (compiler->path == NULL)
    return wb_fail(err, WB_ERR_MISSING,
                   "workbench-compiler is not beside this program; build it with make");
  enum wb_status status = wb_socket_pair(ends, err);
  if (status != WB_OK) return status;
  identify_tools(compiler, compiler->tools);
  status = spawn_compiler(compiler, how_to_serve, request, ends[1], err);
  close(ends[1]);
  *socket = ends[0];
  return status;
}

static enum wb_status start_anew(struct wb_compiler *compiler,
                                 const struct wb_build_request *request, struct wb_error *err) {
  stop_compiler(compiler);
  const enum wb_status status = start_process(compiler, "--serve", request, &compiler->socket, err);
  if (status != WB_OK) stop_compiler(compiler);
  return status;
}

static enum wb_status start_compiler(struct wb_compiler *compiler,
                                     const struct wb_build_request *request, struct wb_error *err) {
  enum wb_status status = WB_OK;
  char *folders = folders_of(request);
  const bool serves =
      compiler->socket >= 0 && strcmp(compiler->folders, folders) == 0 && still_serves(compiler);
  if (!serves) {
    status = start_anew(compiler, request, err);
    free(compiler->folders);
    compiler->folders = folders;
  } else {
    free(folders);
  }
  return status;
}

static enum wb_status send_request(struct wb_compiler *compiler, enum wb_compiler_word word,
                                   enum wb_tier tier, const struct wb_build_request *request,
                                   struct wb_error *err) {
  struct wb_str content;
  wb_str_init(&content);
  if (word == WB_COMPILER_COMPILE) wb_put_tier(&content, tier);
  wb_put_build_request(&content, request);
  enum wb_status status = start_compiler(compiler, request, err);
  wb_process_continue(&compiler->process);
  if (status == WB_OK) status = wb_compiler_send(compiler->socket, word, &content, err);
  wb_str_release(&content);
  return status;
}

void wb_compiler_prepare(struct wb_compiler *compiler, const struct wb_build_request *request) {
  struct wb_build_request likely = *request;
  likely.source = "";
  likely.length = 0;
  if (send_request(compiler, WB_COMPILER_PREPARE, WB_TIER_QUICK, &likely, NULL) != WB_OK)
    stop_compiler(compiler);
}

/* ---- forks --------------------------------------------------------------------------------- */

enum wb_status wb_compiler_prepare_forks(struct wb_compiler *compiler,
                                         const struct wb_build_request *request,
                                         struct wb_error *err) {
  free(compiler->folders);
  compiler->folders = folders_of(request);
  return start_process(compiler, "--serve-each", request, &compiler->control, err);
}

/* The process that this one was forked from has the compiler as its child, and its own end of
 * `control`. */
enum wb_status wb_compiler_forked(struct wb_compiler *compiler, struct wb_error *err) {
  int ends[2] = {-1, -1};
  enum wb_status status = wb_socket_pair(ends, err);
  if (status == WB_OK) status = wb_fork_server_ask(compiler->control, &ends[1], 1, err);
  if (ends[1] >= 0) close(ends[1]);
  close(compiler->control);
  compiler->control = -1;
  compiler->process = (struct wb_process){.pid = 0};
  compiler->socket = ends[0];
  compiler->is_fork = true;
  return status;
}

/* It says its number before it has read anything: by that its time is known. */
static enum wb_status hear_fork(struct wb_compiler *compiler, struct wb_error *err) {
  enum wb_compiler_word word = WB_COMPILER_RESULT;
  struct wb_str content;
  if (!compiler->is_fork || compiler->fork != 0) return WB_OK;
  wb_str_init(&content);
  enum wb_status status = wb_compiler_receive(
      compiler->socket, wb_clock_ns() + HANG_MS * UINT64_C(1000000), &word, &content, err);
  struct wb_reader in = wb_reader_of(content.data, content.length);
  if (status == WB_OK) compiler->fork = (pid_t)wb_get_u32(&in);
  if (status == WB_OK && (word != WB_COMPILER_READY || !wb_reader_done(&in)))
    status = wb_fail(err, WB_ERR_MISSING, "no compiler could be forked");
  wb_str_release(&content);
  return status;
}

static uint64_t used_ns(const struct wb_compiler *compiler) {
  const struct wb_process fork = {.pid = compiler->fork};
  return wb_process_time_ns(compiler->is_fork ? &fork : &compiler->process);
}

/* What was forked from it says how it ended. */
static enum wb_status take_end(const struct wb_str *content, struct wb_exit *end,
                               struct wb_error *err) {
  struct wb_reader in = wb_reader_of(content->data, content->length);
  end->code = (int)wb_get_u32(&in);
  end->signal = (int)wb_get_u32(&in);
  end->exited = end->signal == 0;
  return wb_fail(err, WB_ERR_CRASH, "the compiler ended");
}

/* ---- asking -------------------------------------------------------------------------------- */

/* What ended it, in words for the person. `stumbled` is set where it was the text,
 * as far as anybody can tell. `end` is filled where a fork has said so. */
static enum wb_status explain_end(struct wb_compiler *compiler, enum wb_status status,
                                  uint32_t limit_ms, struct wb_exit end, bool *stumbled,
                                  struct wb_error *err) {
  const bool is_known = end.exited || end.signal != 0;
  if (status == WB_ERR_LIMIT)
    return wb_fail(err, status, "the compiler did not finish within %u ms of processor time",
                   limit_ms);
  if (status != WB_ERR_CRASH ||
      (!is_known && wb_process_wait(&compiler->process, 300, &end, NULL) != WB_OK))
    return status;
  *stumbled = wb_process_stumbled(&end);
  if (end.exited)
    return wb_fail(err, status, "the emulator's compiler ended with exit code %d", end.code);
  return wb_fail(err, status, "the emulator's compiler was ended by signal %d (%s)", end.signal,
                 strsignal(end.signal));
}

/* Until the compiler has said something, or has used up its own time. */
static enum wb_status await_reply(const struct wb_compiler *compiler, uint32_t limit_ms,
                                  uint64_t before_ns, struct wb_error *err) {
  const uint64_t start = wb_clock_ns();
  struct pollfd reply = {.fd = compiler->socket, .events = POLLIN};
  while (reply.revents == 0) {
    const uint64_t used = (used_ns(compiler) - before_ns) / 1000000;
    if (used >= limit_ms)
      return wb_fail(err, WB_ERR_LIMIT,
                     "the compiler did not finish within %u ms of processor time", limit_ms);
    if (wb_elapsed_ms(start) > HANG_MS)
      return wb_fail(err, WB_ERR_MISSING, "the emulator's compiler hangs");
    poll(&reply, 1, (int)(limit_ms - used) + 1);
  }
  return WB_OK;
}

static enum wb_status ask_compiler(struct wb_compiler *compiler,
                                   const struct wb_build_request *request, enum wb_tier tier,
                                   struct wb_str *reply, bool *stumbled, struct wb_error *err) {
  uint32_t limit_ms = request->time_limit_ms > 0 ? request->time_limit_ms : DEFAULT_TIME_LIMIT_MS;
  enum wb_compiler_word word = WB_COMPILER_RESULT;
  struct wb_exit end = {0};
  enum wb_status status = send_request(compiler, WB_COMPILER_COMPILE, tier, request, err);
  if (status == WB_OK) status = hear_fork(compiler, err);
  const uint64_t before_ns = used_ns(compiler);
  if (status == WB_OK) status = await_reply(compiler, limit_ms + CODE_GRACE_MS, before_ns, err);
  if (status == WB_OK) status = wb_compiler_receive(compiler->socket, 0, &word, reply, err);
  if (status == WB_OK && word == WB_COMPILER_ENDED && compiler->is_fork)
    status = take_end(reply, &end, err);
  else if (status == WB_OK && word != WB_COMPILER_RESULT)
    status = wb_fail(err, WB_ERR_CRASH, "the compiler sent an invalid reply");
  if (status != WB_OK && compiler->socket >= 0) {
    status = explain_end(compiler, status, limit_ms, end, stumbled, err);
    stop_compiler(compiler);
  }
  return status;
}

/* ---- compiling ------------------------------------------------------------------------- */

/* What the program must know so that better code can be asked for. */
static void add_origin(struct wb_program *program, const struct wb_build_request *request,
                       const struct timespec *start) {
  program->origin = wb_alloc(sizeof *program->origin);
  program->origin->start = *start;
  wb_str_init(&program->origin->request);
  wb_put_build_request(&program->origin->request, request);
}

static enum wb_status take_package(const struct wb_str *bytes, struct wb_compilation *compilation,
                                   struct wb_program **program, struct wb_error *err) {
  struct wb_reader in = wb_reader_of(bytes->data, bytes->length);
  wb_get_compilation(&in, compilation);
  if (!wb_reader_done(&in)) return wb_fail(err, WB_ERR_CRASH, "the compiler sent an invalid reply");
  if (compilation->status == WB_OK)
    return wb_package_open(compilation->package.data, compilation->package.length, program, err);
  if (err != NULL) *err = compilation->error;
  return compilation->status;
}

/* Whether a line says "FILE:7:3: error: …": somebody read the text and found something. */
static bool names_a_place(const char *log) {
  static const char *const WORDS[] = {": error: ", ": fatal error: "};
  for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
    for (const char *at = log; (at = strstr(at, WORDS[i])) != NULL; at++)
      if (at > log && at[-1] >= '0' && at[-1] <= '9') return true;
  return false;
}

/* Errors are kept where clang or the emulator names what is wrong with the
 * text: another reason may be gone the next time. */
static bool is_worth_keeping(const struct wb_compilation *compilation) {
  return compilation->status == WB_OK ||
         (compilation->status == WB_ERR_COMPILE && names_a_place(compilation->log.data));
}

/* What an earlier run kept; anything odd about it is as if there were nothing. */
static bool load_cached(const struct wb_compiler *compiler, const unsigned char *key,
                        struct wb_compilation *compilation, struct wb_program **program,
                        enum wb_status *status, struct wb_error *err) {
  struct wb_str record;
  wb_str_init(&record);
  bool found = wb_compile_cache_get(compiler->cache, key, &record);
  if (found) {
    *status = take_package(&record, compilation, program, err);
    found = *status == WB_OK || *status == WB_ERR_COMPILE;
  }
  if (!found) {
    wb_compilation_release(compilation);
    wb_compilation_init(compilation);
  }
  wb_str_release(&record);
  return found;
}

/* File times are as coarse as the clock's ticks. */
static struct timespec just_before_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  now.tv_nsec -= 20000000;
  if (now.tv_nsec < 0) {
    now.tv_nsec += 1000000000;
    now.tv_sec--;
  }
  return now;
}

/* A compiler that crashed on a text does so again, if it was the text: then a
 * person can only write it in another way. One that waited may have been ended by
 * somebody else before it read the text. */
static enum wb_status ask_twice(struct wb_compiler *compiler,
                                const struct wb_build_request *request, enum wb_tier tier,
                                struct wb_str *reply, struct wb_compilation *compilation,
                                struct wb_error *err) {
  bool stumbled = false;
  enum wb_status status = ask_compiler(compiler, request, tier, reply, &stumbled, err);
  if (status == WB_ERR_CRASH) {
    stumbled = false;
    status = ask_compiler(compiler, request, tier, reply, &stumbled, err);
  }
  if (!stumbled) return status;
  wb_str_addf(&compilation->log,
              "%s: error: the emulator's compiler crashed on this text; write it in another way\n",
              request->file_name);
  return wb_fail(err, WB_ERR_COMPILE, "the emulator's compiler crashed on %s", request->file_name);
}

static enum wb_status compile_anew(struct wb_compiler *compiler,
                                   const struct wb_build_request *request, enum wb_tier tier,
                                   const unsigned char *key, const struct timespec *start,
                                   struct wb_compilation *compilation, struct wb_program **program,
                                   struct wb_error *err) {
  struct wb_str reply;
  wb_str_init(&reply);
  wb_compiler_keep(compiler);
  enum wb_status status = ask_twice(compiler, request, tier, &reply, compilation, err);
  if (status == WB_OK) {
    status = take_package(&reply, compilation, program, err);
    if (key != NULL && status == compilation->status && is_worth_keeping(compilation)) {
      struct unkept *unkept = &compiler->unkept;
      *unkept = (struct unkept){true, {0}, reply, compilation->files, *start};
      memcpy(unkept->key, key, sizeof unkept->key);
      wb_str_init(&reply);
      wb_names_init(&compilation->files);
      /* What has no code is launched by nobody. */
      if (status != WB_OK) wb_compiler_keep(compiler);
    }
  }
  wb_str_release(&reply);
  return status;
}

/* Whether the simplest of kernels comes through. */
static bool compiler_works(struct wb_compiler *compiler, uint32_t time_limit_ms) {
  const struct wb_build_request request = wb_simplest_request(time_limit_ms);
  struct wb_compilation compilation;
  struct wb_program *program = NULL;
  struct wb_str reply;
  bool stumbled = false;
  wb_compilation_init(&compilation);
  wb_str_init(&reply);
  enum wb_status status = ask_compiler(compiler, &request, WB_TIER_QUICK, &reply, &stumbled, NULL);
  if (status == WB_OK) status = take_package(&reply, &compilation, &program, NULL);
  wb_program_free(program);
  wb_compilation_release(&compilation);
  wb_str_release(&reply);
  return status == WB_OK;
}

/* A compiler that crashed, took too long or failed without naming a place may have stumbled
 * over the text, or may not work here at all: no memory, no address space, a clang that is
 * broken or hangs. That is this machine's fault, and counts against nobody. */
static enum wb_status blame_text(struct wb_compiler *compiler,
                                 const struct wb_build_request *request, enum wb_status status,
                                 const struct wb_compilation *compilation, struct wb_error *err) {
  const bool doubtful =
      status == WB_ERR_LIMIT || (status == WB_ERR_COMPILE && !names_a_place(compilation->log.data));
  if (!doubtful || compiler_works(compiler, wb_build_doubt_ms(request))) return status;
  return wb_fail(err, WB_ERR_MISSING,
                 "the emulator's compiler does not work on this machine: it fails on the simplest "
                 "kernel, too; look for too little memory or address space (ulimit -v, ulimit -t) "
                 "and a full disk; `workbench doctor` says what is missing");
}

static bool may_keep(const struct wb_compiler *compiler, const struct wb_build_request *request,
                     unsigned char key[WB_SHA256_BYTES]) {
  return compiler->cache != NULL && compiler->path != NULL &&
         wb_compile_cache_key(request, compiler->path, key);
}

enum wb_status wb_compile(struct wb_compiler *compiler, const struct wb_build_request *request,
                          struct wb_program **program, struct wb_build_result *result,
                          struct wb_error *err) {
  uint64_t start_ns = wb_clock_ns();
  const struct timespec start = just_before_now();
  unsigned char key[WB_SHA256_BYTES];
  struct wb_compilation compilation;
  enum wb_status status = WB_OK;
  wb_compilation_init(&compilation);
  wb_compiler_keep(compiler);
  *program = NULL;
  bool keeps = may_keep(compiler, request, key);
  if (!keeps || !load_cached(compiler, key, &compilation, program, &status, err)) {
    status = compile_anew(compiler, request, WB_TIER_QUICK, keeps ? key : NULL, &start,
                          &compilation, program, err);
    status = blame_text(compiler, request, status, &compilation, err);
  }
  if (status == WB_OK && *program != NULL && compilation.has_better)
    add_origin(*program, request, &start);
  wb_diagnostics_parse(result, compilation.log.data, request);
  free(result->log);
  result->log = wb_str_detach(&compilation.log);
  wb_build_result_hide_folders(result, request);
  result->mutants = compilation.mutants;
  compilation.mutants = (struct wb_code_mutants){0};
  result->time_ns = wb_clock_ns() - start_ns;
  wb_compilation_release(&compilation);
  return status;
}

void wb_compiler_improve(struct wb_compiler *compiler, struct wb_program **program) {
  struct wb_program_origin *origin = (*program)->origin;
  struct wb_program *better = NULL;
  struct wb_compilation compilation;
  struct wb_build_request request;
  unsigned char key[WB_SHA256_BYTES];
  if (origin == NULL) return;
  struct wb_reader in = wb_reader_of(origin->request.data, origin->request.length);
  wb_compilation_init(&compilation);
  wb_get_build_request(&in, &request);
  bool keeps = may_keep(compiler, &request, key);
  enum wb_status status = compile_anew(compiler, &request, WB_TIER_OPTIMISED, keeps ? key : NULL,
                                       &origin->start, &compilation, &better, NULL);
  wb_compiler_keep(compiler);
  wb_build_request_release(&request);
  wb_compilation_release(&compilation);
  if (status == WB_OK) {
    wb_program_free(*program);
    *program = better;
  } else {
    wb_program_free(better);
    wb_str_release(&origin->request);
    free(origin);
    (*program)->origin = NULL;
  }
}
