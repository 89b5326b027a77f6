#include "compiler/frontend.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "device/precheck.h"
#include "compiler/frontend_source.h"
#include "sandbox/limits.h"

enum {
  MAX_BITCODE_BYTES = 64 << 20,
  MAX_LOG_BYTES = 64 << 10,
  MAX_SOURCE_BYTES = 4 << 20,
  MAX_ARGUMENTS = 192,
  DEFAULT_TIME_LIMIT_MS = 10000,
  START_LIMIT_MS = 10000,
  ENDING_LIMIT_MS = 1000,
  FILE_SYSTEM_FD = 4
};
#define FILE_SYSTEM_PATH "/dev/fd/4"
static const uint64_t CLANG_ADDRESS_SPACE = 4ULL << 30;

/* Why these:
 *  - nvptx64 has libclc's address spaces and mangling;
 *  - O1 without passes keeps every access of the source, and marks where the
 *    life of a scoped variable begins;
 *  - half's arithmetic is what the emulator has and that target does not say;
 *  - float3 accesses stay three elements wide;
 *  - __has_include would say which files there are;
 *  - a text can ask clang to crash or hang, and a crash would run another clang, which the
 *    walls refuse, to leave files for its makers;
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
                                              "-Xclang",
                                              "-cl-ext=+cl_khr_fp16,+cl_khr_3d_image_writes,"
                                              "+__opencl_c_3d_image_writes,+__opencl_c_images",
                                              "-D__OPENCL_VERSION__=300",
                                              "-D__IMAGE_SUPPORT__=1",
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
                                              "-Wno-builtin-macro-redefined",
                                              "-D__has_include(name)=0",
                                              "-D__has_include_next(name)=0",
                                              "-D__has_embed(name)=0",
                                              "-Xclang",
                                              "-disable-pragma-debug-crash",
                                              "-fno-crash-diagnostics",
                                              "-fno-color-diagnostics",
                                              "-fno-diagnostics-show-option",
                                              NULL};

/* What clang has beyond OpenCL C, and a text may switch on: calls of any address. Behind all
 * other options, one of which may name all extensions. */
static const char WITHOUT_FUNCTION_POINTERS[] =
    "-cl-ext=-__cl_clang_function_pointers,-__cl_clang_variadic_functions";

static const char *clang_program(void) {
  const char *chosen = getenv(WB_TEST_CLANG);
  return chosen != NULL && chosen[0] == '/' ? chosen : WB_CLANG;
}

/* ---- the command ------------------------------------------------------------------- */

struct command {
  struct wb_options options;
  char *include;             /* the request's include folder, resolved */
  struct wb_str file_system; /* all the files that clang finds; empty: those of the machine */
  const char *argv[MAX_ARGUMENTS + 1];
  size_t n;
};

static void add_argument(struct command *command, const char *argument) {
  command->argv[command->n++] = argument;
}

/* Clang tells which files it read after its bitcode, where that goes: it may open nothing
 * to write. */
static enum wb_status make_command(struct command *command, const struct wb_build_request *request,
                                   struct wb_str *log, struct wb_error *err) {
  static const char *const LAST[] = {"-MD",        "-MF", "-",  "-MT", "kernel",
                                     "-emit-llvm", "-c",  "-o", "-",   "-"};
  enum wb_status status = wb_frontend_options_parse(&command->options, request->options, log, err);
  if (status != WB_OK) return status;
  wb_frontend_options_add_extensions(&command->options);
  if (request->include_directory != NULL)
    command->include = realpath(request->include_directory, NULL);
  for (size_t i = 0; FIXED_ARGUMENTS[i] != NULL; i++) add_argument(command, FIXED_ARGUMENTS[i]);
  command->argv[0] = clang_program();
  for (size_t i = 0; i < command->options.count; i++)
    add_argument(command, command->options.items[i]);
  if (wb_precheck_stands(WB_PRECHECK_TEXT)) {
    add_argument(command, "-Xclang");
    add_argument(command, WITHOUT_FUNCTION_POINTERS);
  }
  if (command->include != NULL) {
    add_argument(command, "-I");
    add_argument(command, command->include);
  }
  for (size_t i = 0; i < request->n_more_includes; i++) {
    add_argument(command, "-I");
    add_argument(command, request->more_includes[i]);
  }
  if (!request->any_include && wb_precheck_stands(WB_PRECHECK_FILES)) {
    wb_frontend_source_system(request, command->include, &command->file_system);
    add_argument(command, "-ivfsoverlay");
    add_argument(command, FILE_SYSTEM_PATH);
  }
  for (size_t i = 0; i < sizeof LAST / sizeof LAST[0]; i++) add_argument(command, LAST[i]);
  command->argv[command->n] = NULL;
  return WB_OK;
}

static void init_command(struct command *command) {
  memset(command, 0, sizeof *command);
  wb_frontend_options_init(&command->options);
  wb_str_init(&command->file_system);
}

static void release_command(struct command *command) {
  wb_frontend_options_release(&command->options);
  wb_str_release(&command->file_system);
  free(command->include);
}

/* All that a clang which waits for its text was started with. */
static char *command_signature(const struct command *command,
                               const struct wb_build_request *request, uint32_t time_limit_ms) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "%u %d\n%s", time_limit_ms, request->any_include,
              command->include != NULL ? command->include : "");
  for (size_t i = 0; i < command->n; i++) wb_str_addf(&text, "\n%s", command->argv[i]);
  wb_str_addf(&text, "\n%s", command->file_system.data);
  return wb_str_detach(&text);
}

/* ---- its walls --------------------------------------------------------------------- */

/* Landlock has no rule for all but some. In the folders left out files are devices, or speak of
 * processes. */
void wb_frontend_find_anywhere(struct wb_names *folders) {
  static const char *const NOT[] = {".", "..", "dev", "proc", "run", "sys"};
  DIR *root = opendir("/");
  if (root == NULL) return;
  for (struct dirent *entry = readdir(root); entry != NULL; entry = readdir(root)) {
    bool left_out = false;
    for (size_t i = 0; i < sizeof NOT / sizeof NOT[0]; i++)
      left_out |= strcmp(entry->d_name, NOT[i]) == 0;
    char *path = wb_path_join("/", entry->d_name);
    if (!left_out) wb_names_add(folders, path);
    free(path);
  }
  closedir(root);
}

void wb_frontend_add_places(struct wb_places *places) {
  wb_places_add_libraries(places);
  wb_places_add(places, WB_CLANG, WB_MAY_RUN);
  wb_places_add(places, WB_LLVM_LIBRARIES, WB_MAY_READ);
}

static bool is_root(const char *folder) {
  char *resolved = realpath(folder, NULL);
  const bool root = resolved != NULL && strcmp(resolved, "/") == 0;
  free(resolved);
  return root;
}

/* `-I /` is no leave to read the whole machine. */
void wb_frontend_add_folders(struct wb_places *places, const char *const *folders, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!is_root(folders[i])) wb_places_add(places, folders[i], WB_MAY_READ);
}

/* ---- the child ---------------------------------------------------------------------- */

struct child {
  struct wb_sandbox limits;
  const char *directory;
  struct wb_places places;
  struct wb_enclosure walls;
};

/* Dates and times in the text are the same in every run: what one text
 * compiles to does not change. */
static char *const ENVIRONMENT[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", "SOURCE_DATE_EPOCH=0",
                                    "TMPDIR=/dev/null", /* no folder: nothing is left in one */
                                    /* which a crash would start a process for */
                                    "LLVM_DISABLE_SYMBOLIZATION=1", NULL};

static int prepare_child(void *data) {
  struct child *child = data;
  if (chdir(child->directory) != 0) return -1;
  environ = (char **)(uintptr_t)ENVIRONMENT;
  return wb_sandbox_enter(&child->limits) == 0 && wb_walls_raise(&child->walls, NULL) == 0 ? 0 : -1;
}

static void close_end(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

/* A file that only its descriptor leads to. */
static enum wb_status text_as_file(const struct wb_str *text, int *fd, struct wb_error *err) {
  *fd = memfd_create("files", MFD_CLOEXEC);
  if (*fd < 0) return wb_fail_errno(err, "memfd_create");
  return wb_write_exact(*fd, text->data, text->length, -1, err);
}

/* The compiler's own process may open the canary, to start processes with. */
static void make_walls(struct child *child, const struct wb_frontend *frontend,
                       const struct command *command, const struct wb_build_request *request) {
  const struct wb_frontend_rules *rules = frontend->rules;
  wb_frontend_add_places(&child->places);
  const char *const include = command->include;
  if (include != NULL) wb_frontend_add_folders(&child->places, &include, 1);
  wb_frontend_add_folders(&child->places, request->more_includes, request->n_more_includes);
  if (request->any_include)
    wb_frontend_add_folders(&child->places, (const char *const *)rules->anywhere.items,
                            rules->anywhere.count);
  child->walls = (struct wb_enclosure){.role = WB_ROLE_CLANG,
                                       .walls = rules->walls,
                                       .places = &child->places,
                                       .canary = "/dev/null",
                                       .guard = WB_GUARD_FD};
}

static void close_guard(struct wb_frontend *frontend, int child_end) {
  if (child_end >= 0) close(child_end);
  if (frontend->process.pid == 0) wb_guard_close(&frontend->guard);
}

/* Until clang runs: the supervisor, which is this process, lets the child start that one
 * program. */
static enum wb_status let_in(struct wb_frontend *frontend, struct wb_error *err) {
  char call[WB_CALL_NAME_MAX];
  frontend->guard.execs = (frontend->rules->walls.which & WB_WALL_SECCOMP) != 0;
  switch (wb_guard_await(&frontend->guard, 1, START_LIMIT_MS, call, err)) {
    case WB_GUARD_QUIET:
      return WB_OK;
    case WB_GUARD_BROKEN:
      return WB_ERR_MISSING;
    case WB_GUARD_REFUSED:
      break;
  }
  return wb_fail(err, WB_ERR_MISSING, "the sandbox refuses clang the system call %s at its start",
                 call);
}

static enum wb_status spawn_clang(struct wb_frontend *frontend, const struct command *command,
                                  const struct wb_build_request *request, struct wb_error *err) {
  struct child child = {.limits = {.cpu_seconds = frontend->time_limit_ms / 1000 + 1,
                                   .address_space = CLANG_ADDRESS_SPACE,
                                   .no_core = 1},
                        .directory = command->include != NULL ? command->include : "/"};
  int source[2] = {-1, -1}, bitcode[2] = {-1, -1}, log[2] = {-1, -1};
  int guard = -1, file_system = -1;
  make_walls(&child, frontend, command, request);
  enum wb_status status = wb_pipe(source, err);
  if (status == WB_OK) status = wb_pipe(bitcode, err);
  if (status == WB_OK) status = wb_pipe(log, err);
  if (status == WB_OK && command->file_system.length > 0)
    status = text_as_file(&command->file_system, &file_system, err);
  if (status == WB_OK)
    status = wb_guard_open(&frontend->guard, &frontend->rules->walls, &guard, err);
  if (status == WB_OK) {
    const struct wb_fd_map fds[] = {{source[0], 0},
                                    {bitcode[1], 1},
                                    {log[1], 2},
                                    {guard, WB_GUARD_FD},
                                    {file_system, FILE_SYSTEM_FD}};
    const struct wb_spawn how = {.argv = command->argv,
                                 .fds = fds,
                                 .n_fds = file_system >= 0 ? 5 : 4,
                                 .new_group = true,
                                 .die_with_parent = true,
                                 .prepare = prepare_child,
                                 .prepare_data = &child};
    status = wb_process_spawn(&frontend->process, &how, err);
  }
  close_end(&source[0]);
  close_end(&bitcode[1]);
  close_end(&log[1]);
  close_end(&file_system);
  close_guard(frontend, guard);
  frontend->source_fd = source[1];
  frontend->bitcode_fd = bitcode[0];
  frontend->log_fd = log[0];
  /* Clang may stop reading to say something: whoever writes must go on reading what it says. */
  if (source[1] >= 0) fcntl(source[1], F_SETFL, O_NONBLOCK);
  return status == WB_OK ? let_in(frontend, err) : status;
}

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
static enum wb_status have_clang(struct wb_frontend *frontend, const struct command *command,
                                 const struct wb_build_request *request, struct wb_error *err) {
  const uint32_t time_limit_ms = time_limit(request);
  char *wanted = command_signature(command, request, time_limit_ms);
  struct pollfd ended = {.fd = frontend->bitcode_fd, .events = 0};
  /* One that has died meanwhile, as of its own limit of time, has closed its output. */
  bool waits = frontend->waiting_for != NULL && strcmp(frontend->waiting_for, wanted) == 0 &&
               poll(&ended, 1, 0) == 0;
  enum wb_status status = WB_OK;
  wb_process_continue(&frontend->process);
  if (!waits) {
    wb_frontend_release(frontend);
    frontend->time_limit_ms = time_limit_ms;
    status = spawn_clang(frontend, command, request, err);
    if (status == WB_OK) frontend->waiting_for = wb_strdup(wanted);
  }
  free(wanted);
  return status;
}

void wb_frontend_prepare(struct wb_frontend *frontend, const struct wb_build_request *request) {
  struct command command;
  struct wb_str log;
  wb_str_init(&log);
  init_command(&command);
  if (make_command(&command, request, &log, NULL) == WB_OK)
    have_clang(frontend, &command, request, NULL);
  release_command(&command);
  wb_str_release(&log);
}

enum wb_status wb_frontend_start(struct wb_frontend *frontend,
                                 const struct wb_build_request *request, struct wb_str *log,
                                 struct wb_error *err) {
  struct command command;
  enum wb_status status = WB_OK;
  init_command(&command);
  if (request->length > MAX_SOURCE_BYTES) {
    wb_str_addf(log, "%s: error: the file has %zu bytes; at most %d are compiled\n",
                request->file_name, request->length, (int)MAX_SOURCE_BYTES);
    status = wb_fail(err, WB_ERR_COMPILE, "%s is too large", request->file_name);
  }
  if (status == WB_OK) status = make_command(&command, request, log, err);
  if (status == WB_OK) status = have_clang(frontend, &command, request, err);
  if (status == WB_OK) {
    free(frontend->waiting_for);
    frontend->waiting_for = NULL;
    frontend->deadline_ns = wb_clock_ns() + frontend->time_limit_ms * 1000000ULL;
    wb_frontend_source_prefix(&frontend->source, request->file_name);
    wb_str_add_bytes(&frontend->source, request->source, request->length);
  }
  release_command(&command);
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
  if (!again || frontend->sent == frontend->source.length) close_end(&frontend->source_fd);
}

/* One read; closes the descriptor at its end. False when there is too much. */
static bool read_output(int *fd, struct wb_str *out, size_t limit, bool cut) {
  char chunk[65536];
  ssize_t got = read(*fd, chunk, sizeof chunk);
  if (got <= 0) {
    close_end(fd);
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

/* Bitcode is a magic word and blocks, each with two words of a header, the second of
 * which counts the words that follow. Its end is where no block begins. */
static size_t bitcode_length(const struct wb_str *output) {
  static const uint32_t MAGIC = 0xdec04342;
  enum { BLOCK = 1, KIND_BITS = 3, WORD = 4 };
  size_t at = WORD;
  if (word_at(output, 0) != MAGIC) return 0;
  while ((word_at(output, at) & KIND_BITS) == BLOCK && at < output->length)
    at += (size_t)WORD * (2 + (size_t)word_at(output, at + WORD));
  return at < output->length ? at : output->length;
}

/* Whether the module is there with the rule that follows it, and nothing else: as far as can be
 * seen, clang has only to end. */
static bool looks_complete(const struct wb_frontend *frontend, const struct wb_str *output,
                           const struct wb_str *log) {
  static const char RULE[] = "kernel:";
  const size_t length = bitcode_length(output), all = output->length;
  return frontend->source_fd < 0 && log->length == 0 && length > 0 && all - length > sizeof RULE &&
         memcmp(output->data + length, RULE, sizeof RULE - 1) == 0 &&
         output->data[all - 1] == '\n' && output->data[all - 2] != '\\';
}

/* Until both are closed; where `complete` is given, until it can be set. */
static enum wb_status collect_output(struct wb_frontend *frontend, struct wb_str *bitcode,
                                     struct wb_str *log, bool *complete, struct wb_error *err) {
  enum { OWN_ITEMS = 3 };
  enum wb_status status = WB_OK;
  while ((frontend->bitcode_fd >= 0 || frontend->log_fd >= 0) && (complete == NULL || !*complete)) {
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
    if (complete != NULL) *complete = looks_complete(frontend, bitcode, log);
  }
  return WB_OK;
}

/* What follows the bitcode is a rule for make, which names the files that clang read. */
static void part_dependencies(struct wb_frontend *frontend, struct wb_str *output) {
  const size_t length = bitcode_length(output);
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
  if (ends != NULL) *ends = false;
  enum wb_status status = collect_output(frontend, bitcode, log, ends, err);
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
  enum wb_status status = collect_output(frontend, &output, &log, NULL, NULL);
  if (status == WB_OK) status = await_end(frontend, &end, NULL);
  const bool silent = output.length == 0 && log.length == 0;
  wb_str_release(&output);
  wb_str_release(&log);
  return status == WB_OK && silent && end.exited && end.code == 0;
}

void wb_frontend_release(struct wb_frontend *frontend) {
  close_end(&frontend->source_fd);
  close_end(&frontend->bitcode_fd);
  close_end(&frontend->log_fd);
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
