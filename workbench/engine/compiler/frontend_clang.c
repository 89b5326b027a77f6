#include "compiler/frontend_clang.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compiler/frontend_source.h"
#include "device/precheck.h"
#include "sandbox/limits.h"

enum { START_LIMIT_MS = 10000, OWN_FDS = 5, FILE_SYSTEM_FD = 4 };
#define FILE_SYSTEM_PATH "/dev/fd/4"
static const uint64_t CLANG_ADDRESS_SPACE = 4ULL << 30;

/* Why these:
 *  - nvptx64 has libclc's address spaces and mangling;
 *  - O1 without passes keeps every access of the source, and marks where the
 *    life of a scoped variable begins;
 *  - half's arithmetic is what the emulator has and that target does not say;
 *  - float3 accesses stay three elements wide;
 *  - __has_include would say which files there are;
 *  - layout.h asks the emulator to check its indices (instrument/dimension_bounds.h);
 *  - a text can ask clang to crash or hang, and a crash would run another clang, which the
 *    walls refuse, to leave files for its makers;
 *  - a*b+c is not fused, so that a verdict is the same on every machine;
 *  - clang takes a __local variable that one work-item sets for the others as sometimes unset.
 *    What is read unset is found where the kernel runs. */
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
                                              "-Wno-sometimes-uninitialized",
                                              "-Wno-builtin-macro-redefined",
                                              "-D__has_include(name)=0",
                                              "-D__has_include_next(name)=0",
                                              "-D__has_embed(name)=0",
                                              "-D__wb_layout_checks=1",
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

static void add_argument(struct wb_clang_command *command, const char *argument) {
  command->argv[command->n++] = argument;
}

/* Clang tells which files it read after its bitcode, where that goes: it may open nothing
 * to write. */
enum wb_status wb_clang_command_make(struct wb_clang_command *command,
                                     const struct wb_build_request *request, struct wb_str *log,
                                     struct wb_error *err) {
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
  if (request->own_include != NULL) {
    add_argument(command, "-I");
    add_argument(command, request->own_include);
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

void wb_clang_command_init(struct wb_clang_command *command) {
  memset(command, 0, sizeof *command);
  wb_frontend_options_init(&command->options);
  wb_str_init(&command->file_system);
}

void wb_clang_command_release(struct wb_clang_command *command) {
  wb_frontend_options_release(&command->options);
  wb_str_release(&command->file_system);
  free(command->include);
}

/* All that a clang which waits for its text was started with. */
char *wb_clang_command_signature(const struct wb_clang_command *command,
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

/* A file that only its descriptor leads to. */
static enum wb_status text_as_file(const struct wb_str *text, int *fd, struct wb_error *err) {
  *fd = memfd_create("files", MFD_CLOEXEC);
  if (*fd < 0) return wb_fail_errno(err, "memfd_create");
  return wb_write_exact(*fd, text->data, text->length, -1, err);
}

/* The compiler's own process may open the canary, to start processes with. */
static void make_walls(struct child *child, const struct wb_frontend *frontend,
                       const struct wb_clang_command *command,
                       const struct wb_build_request *request) {
  const struct wb_frontend_rules *rules = frontend->rules;
  wb_frontend_add_places(&child->places);
  const char *const include = command->include;
  if (include != NULL) wb_frontend_add_folders(&child->places, &include, 1);
  wb_frontend_add_folders(&child->places, request->more_includes, request->n_more_includes);
  if (request->own_include != NULL)
    wb_frontend_add_folders(&child->places, &request->own_include, 1);
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

enum wb_status wb_clang_spawn(struct wb_frontend *frontend, const struct wb_clang_command *command,
                              const struct wb_build_request *request, struct wb_error *err) {
  struct child child = {
      .limits = {.cpu_seconds = frontend->time_limit_ms / 1000 + 1,
                 .address_space = CLANG_ADDRESS_SPACE,
                 .no_core = 1},
      .directory = command->include != NULL && command->n_more == 0 ? command->include : "/"};
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
    struct wb_fd_map fds[OWN_FDS + WB_CLANG_TEXTS] = {
        {source[0], 0}, {bitcode[1], 1}, {log[1], 2}, {guard, WB_GUARD_FD}};
    size_t n = OWN_FDS - 1;
    if (file_system >= 0) fds[n++] = (struct wb_fd_map){file_system, FILE_SYSTEM_FD};
    for (size_t i = 0; i < command->n_more; i++) fds[n++] = command->more[i];
    const struct wb_spawn how = {.argv = command->argv,
                                 .fds = fds,
                                 .n_fds = n,
                                 .new_group = true,
                                 .die_with_parent = true,
                                 .prepare = prepare_child,
                                 .prepare_data = &child};
    status = wb_process_spawn(&frontend->process, &how, err);
  }
  wb_close_end(&source[0]);
  wb_close_end(&bitcode[1]);
  wb_close_end(&log[1]);
  wb_close_end(&file_system);
  close_guard(frontend, guard);
  frontend->source_fd = source[1];
  frontend->bitcode_fd = bitcode[0];
  frontend->log_fd = log[0];
  /* Clang may stop reading to say something: whoever writes must go on reading what it says. */
  if (source[1] >= 0) fcntl(source[1], F_SETFL, O_NONBLOCK);
  return status == WB_OK ? let_in(frontend, err) : status;
}
