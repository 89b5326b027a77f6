#include "compiler/frontend_clang.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "compiler/clang.h"
#include "compiler/frontend_source.h"
#include "device/precheck.h"
#include "emulator/compile/compiler_protocol.h"
#include "sandbox/limits.h"

static const uint64_t CLANG_ADDRESS_SPACE = 1ULL << 30;

/* ---- the words ---------------------------------------------------------------------- */

/* Why these:
 *  - nvptx64 has libclc's address spaces and mangling;
 *  - O1 without passes keeps every access of the source, and marks where the
 *    life of a scoped variable begins;
 *  - half's arithmetic is what the emulator has and that target does not say;
 *  - float3 accesses stay three elements wide;
 *  - __has_include would say which files there are;
 *  - layout.h asks the emulator to check its indices (instrument/dimension_bounds.h);
 *  - a text can ask clang to crash or hang;
 *  - a*b+c is not fused, so that a verdict is the same on every machine;
 *  - names, lines and scopes stay, since findings are told by them;
 *  - clang takes a __local variable that one work-item sets for the others as sometimes unset.
 *    What is read unset is found where the kernel runs.
 * The rest is what clang's driver adds for this target. */
static const char *const FIXED_WORDS[] = {
    "-triple",
    "nvptx64-unknown-unknown",
    "-target-feature",
    "+ptx85",
    "-emit-llvm-bc",
    "-x",
    "cl",
    "-main-file-name",
    "-",
    "-mrelocation-model",
    "static",
    "-mframe-pointer=all",
    "-fmath-errno",
    "-fno-rounding-math",
    "-fno-threadsafe-statics",
    "-fgnuc-version=4.2.1",
    "-D__GCC_HAVE_DWARF2_CFI_ASM=1",
    "-ferror-limit",
    "19",
    "-fdeclare-opencl-builtins",
    "-finclude-default-header",
    "-cl-ext=+cl_khr_fp16,+cl_khr_3d_image_writes,+__opencl_c_3d_image_writes,+__opencl_c_images",
    "-D__OPENCL_VERSION__=300",
    "-D__IMAGE_SUPPORT__=1",
    "-O1",
    "-disable-llvm-passes",
    "-disable-llvm-verifier",
    "-fpreserve-vec3-type",
    "-relaxed-aliasing",
    "-ffp-contract=off",
    "-cl-kernel-arg-info",
    "-debug-info-kind=constructor",
    "-dwarf-version=5",
    "-debugger-tuning=gdb",
    "-Wall",
    "-Wno-unused-function",
    "-Wno-sometimes-uninitialized",
    "-Wno-builtin-macro-redefined",
    "-D__has_include(name)=0",
    "-D__has_include_next(name)=0",
    "-D__has_embed(name)=0",
    "-D__wb_layout_checks=1",
    "-fno-diagnostics-show-option",
    "-nostdsysteminc",
    "-resource-dir",
    wb_frontend_source_resources,
};

static const char WITHOUT_CRASHES[] = "-disable-pragma-debug-crash";

/* What clang has beyond OpenCL C, and a text may switch on: calls of any address. Behind all
 * other options, one of which may name all extensions. */
static const char WITHOUT_FUNCTION_POINTERS[] =
    "-cl-ext=-__cl_clang_function_pointers,-__cl_clang_variadic_functions";

static void add_folder(struct wb_names *words, const char *folder) {
  if (folder == NULL) return;
  wb_names_add(words, "-I");
  wb_names_add(words, folder);
}

enum wb_status wb_clang_words(const struct wb_build_request *request, struct wb_names *words,
                              struct wb_str *log, struct wb_error *err) {
  struct wb_names options;
  wb_names_init(&options);
  enum wb_status status = wb_frontend_options_parse(&options, request->options, log, err);
  if (status == WB_OK) wb_frontend_options_add_extensions(&options);
  for (size_t i = 0; i < sizeof FIXED_WORDS / sizeof FIXED_WORDS[0]; i++)
    wb_names_add(words, FIXED_WORDS[i]);
  for (size_t i = 0; i < options.count; i++) wb_names_add(words, options.items[i]);
  if (wb_precheck_stands(WB_PRECHECK_TEXT)) {
    wb_names_add(words, WITHOUT_CRASHES);
    wb_names_add(words, WITHOUT_FUNCTION_POINTERS);
  }
  char *include =
      request->include_directory != NULL ? realpath(request->include_directory, NULL) : NULL;
  add_folder(words, include);
  for (size_t i = 0; i < request->n_more_includes; i++)
    add_folder(words, request->more_includes[i]);
  add_folder(words, request->own_include);
  free(include);
  wb_names_release(&options);
  return status;
}

/* ---- in the process ------------------------------------------------------------------- */

/* A file that came over the socket. */
struct received {
  struct received *next;
  struct wb_str bytes;
};

struct clang_process {
  const struct wb_frontend *frontend;
  struct wb_str record;   /* to be sent, or received */
  bool has_record;        /* a text that is yet to be taken out of it */
  struct wb_str context;  /* all that came with the last text */
  struct wb_reader known; /* the part of that which says what lies where */
  struct wb_str text;     /* at hand */
  struct received *files; /* of that */
  bool has_text;
  bool has_guessed; /* before there was a text, clang wanted or said more than that */
  bool has_answered;
};

/* This process is of no use without the other one. */
static void exchange_record(struct clang_process *process, enum wb_compiler_word word,
                            enum wb_compiler_word *answer) {
  if (wb_compiler_send(WB_ANSWERS_FD, word, &process->record, NULL) != WB_OK) _exit(0);
  if (answer != NULL &&
      wb_compiler_receive(WB_ANSWERS_FD, 0, answer, &process->record, NULL) != WB_OK)
    _exit(0);
}

static int ask_for_file(struct clang_process *process, const char *path,
                        struct wb_clang_file *file) {
  enum wb_compiler_word answer;
  size_t length;
  wb_str_clear(&process->record);
  wb_put_text(&process->record, path);
  exchange_record(process, WB_CLANG_FIND, &answer);
  struct wb_reader in = wb_reader_of(process->record.data, process->record.length);
  const int error = (int)wb_get_u32(&in);
  file->is_folder = wb_get_bool(&in);
  const char *bytes = wb_get_bytes(&in, &length);
  if (answer != WB_CLANG_FILE || !wb_reader_done(&in)) _exit(1);
  struct received *kept = wb_alloc(sizeof *kept);
  wb_str_init(&kept->bytes);
  if (length > 0) wb_str_add_bytes(&kept->bytes, bytes, length);
  kept->next = process->files;
  process->files = kept;
  file->bytes = kept->bytes.data;
  file->length = length;
  return error;
}

/* Whether the text came with an answer. */
static bool is_known(const struct clang_process *process, const char *path, int *error,
                     bool *is_folder) {
  struct wb_reader in = process->known;
  bool found = false;
  while (!found && !in.bad && in.next != in.end) {
    char *place = wb_get_long_text(&in);
    *error = (int)wb_get_u32(&in);
    *is_folder = wb_get_bool(&in);
    found = !in.bad && strcmp(place, path) == 0;
    free(place);
  }
  return found;
}

static int answer_without_text(struct clang_process *process) {
  process->has_guessed = true;
  return ENOENT;
}

/* Clang's own header is here already. */
static int find_file(void *data, const char *path, struct wb_clang_file *file) {
  struct clang_process *process = data;
  int error = 0;
  const struct wb_str *header = &process->frontend->header;
  const size_t folder =
      (size_t)(strrchr(wb_frontend_source_header, '/') - wb_frontend_source_header);
  if (strcmp(path, wb_frontend_source_header) == 0) {
    *file = (struct wb_clang_file){.bytes = header->data, .length = header->length};
    return 0;
  }
  file->is_folder = strlen(path) == folder && strncmp(path, wb_frontend_source_header, folder) == 0;
  if (file->is_folder || is_known(process, path, &error, &file->is_folder)) return error;
  return process->frontend->said->has_text ? ask_for_file(process, path, file)
                                           : answer_without_text(process);
}

/* What is said of no text, or after its end, nobody reads. */
static void say_words(void *data, const char *bytes, size_t length) {
  struct clang_process *process = data;
  struct wb_clang_log *said = process->frontend->said;
  process->has_guessed |= !process->has_text;
  const size_t room = said->has_text ? sizeof said->bytes - said->length : 0;
  const size_t part = length < room ? length : room;
  memcpy(said->bytes + said->length, bytes, part);
  said->length += (uint32_t)part;
}

static uint32_t memory_kib(void) {
  struct rusage used;
  return getrusage(RUSAGE_SELF, &used) == 0 ? (uint32_t)used.ru_maxrss : 0;
}

static void receive_text(struct clang_process *process) {
  enum wb_compiler_word word;
  if (wb_compiler_receive(WB_ANSWERS_FD, 0, &word, &process->record, NULL) != WB_OK) _exit(0);
  if (word != WB_CLANG_TEXT) _exit(1);
  process->has_record = true;
}

/* Takes the text out of the record. Where the last one came with other words or places, only if it
 * `may_differ` in these. */
static bool take_text(struct clang_process *process, bool may_differ) {
  struct wb_reader in = wb_reader_of(process->record.data, process->record.length);
  size_t context_length, length;
  const char *context = wb_get_bytes(&in, &context_length);
  const char *text = wb_get_bytes(&in, &length);
  if (!wb_reader_done(&in)) _exit(1);
  if (context_length != process->context.length ||
      memcmp(context, process->context.data, context_length) != 0) {
    if (!may_differ) return false;
    wb_str_clear(&process->context);
    wb_str_add_bytes(&process->context, context, context_length);
  }
  wb_str_clear(&process->text);
  wb_str_add_bytes(&process->text, text, length);
  process->has_record = false;
  process->frontend->said->has_text = true;
  process->has_text = true;
  return true;
}

/* Where there is no text yet, clang is ahead of it and waits here. */
static bool give_text(void *data, const char **text, size_t *length) {
  struct clang_process *process = data;
  if (!process->has_text) {
    process->frontend->said->is_ahead = true;
    receive_text(process);
    process->frontend->said->is_ahead = false;
    if (process->has_guessed || !take_text(process, false)) return false;
  }
  *text = process->text.data;
  *length = process->text.length;
  return true;
}

/* The other process goes on while clang destroys what it had for the text. */
static void answer_text(void *data, bool compiled, const char *bytes, size_t length) {
  struct clang_process *process = data;
  process->has_text = false;
  if (!process->frontend->said->has_text) return;
  wb_str_clear(&process->record);
  wb_put_u32(&process->record, compiled);
  wb_put_u32(&process->record, memory_kib());
  wb_put_bytes(&process->record, bytes, length);
  process->frontend->said->has_text = false;
  exchange_record(process, WB_CLANG_DONE, NULL);
  process->has_answered = true;
}

static void forget_files(struct clang_process *process) {
  while (process->files != NULL) {
    struct received *file = process->files;
    process->files = file->next;
    wb_str_release(&file->bytes);
    free(file);
  }
}

static void compile_by(struct clang_process *process, const struct wb_names *words,
                       const char *folder) {
  const struct wb_clang_text given = {.words = (const char *const *)words->items,
                                      .n_words = words->count,
                                      .folder = folder,
                                      .begin = give_text,
                                      .find = find_file,
                                      .say = say_words,
                                      .end = answer_text,
                                      .data = process};
  wb_clang_compile(&given);
  forget_files(process);
}

static void compile_text(struct clang_process *process) {
  struct wb_reader in = wb_reader_of(process->context.data, process->context.length);
  struct wb_names words;
  wb_names_init(&words);
  for (uint32_t count = wb_get_u32(&in); count > 0 && !in.bad; count--) {
    char *word = wb_get_long_text(&in);
    wb_names_add(&words, word);
    free(word);
  }
  char *folder = wb_get_long_text(&in);
  if (in.bad) _exit(1);
  process->known = in;
  compile_by(process, &words, folder);
  free(folder);
  wb_names_release(&words);
}

static void init_process(struct clang_process *process, const struct wb_frontend *frontend) {
  *process = (struct clang_process){.frontend = frontend};
  wb_str_init(&process->record);
  wb_str_init(&process->context);
  wb_str_init(&process->text);
}

/* Half of what the first text costs is to touch clang's code and tables. */
static void warm_up(struct clang_process *process, const char *text, size_t length) {
  const struct wb_build_request plain = {.options = ""};
  struct wb_names words;
  struct wb_str log;
  wb_names_init(&words);
  wb_str_init(&log);
  wb_str_add_bytes(&process->text, text, length);
  process->has_text = true;
  if (wb_clang_words(&plain, &words, &log, NULL) == WB_OK) compile_by(process, &words, "/");
  wb_names_release(&words);
  wb_str_release(&log);
}

static bool record_waits(int timeout_ms) {
  struct pollfd item = {.fd = WB_ANSWERS_FD, .events = POLLIN};
  return poll(&item, 1, timeout_ms) != 0;
}

/* The next text is likely to be compiled in the same way as the last one: then clang has begun by
 * the time it comes, and has read its header. Whether it has been answered. */
static bool compile_ahead(struct clang_process *process) {
  process->has_guessed = process->has_answered = false;
  compile_text(process);
  return process->has_answered;
}

static _Noreturn void serve_texts(const struct wb_frontend *frontend) {
  enum { QUIET_MS = 20 }; /* a text's run is over by then, and nothing of this in its way */
  const struct wb_build_request simplest = wb_simplest_request(0);
  struct clang_process process;
  init_process(&process, frontend);
  if (!frontend->is_warm && !record_waits(0)) warm_up(&process, simplest.source, simplest.length);
  receive_text(&process);
  for (;;) {
    take_text(&process, true);
    compile_text(&process);
    while (!frontend->is_warm && !record_waits(QUIET_MS) && compile_ahead(&process)) continue;
    if (!process.has_record) receive_text(&process);
  }
}

/* The environment and the time are the same for every text: what one compiles to does not
 * change. */
static char *const ENVIRONMENT[] = {"LC_ALL=C", "SOURCE_DATE_EPOCH=0", "TZ=UTC0", NULL};

static int run_process(void *data) {
  const struct wb_frontend *frontend = data;
  struct wb_sandbox limits = {.address_space = CLANG_ADDRESS_SPACE, .no_core = 1};
  /* The compiler's own process may open the canary. */
  const struct wb_enclosure enclosure = {
      .role = WB_ROLE_CLANG, .walls = frontend->walls, .canary = "/dev/null", .guard = WB_GUARD_FD};
  environ = (char **)(uintptr_t)ENVIRONMENT;
  tzset(); /* which looks for a file of that name, but only once */
  prctl(PR_SET_NAME, "workbench-clang", 0, 0, 0);
  if (wb_sandbox_enter(&limits) != 0 || wb_walls_raise(&enclosure, NULL) != 0) return -1;
  serve_texts(frontend);
}

/* ---- its start -------------------------------------------------------------------------- */

static enum wb_status map_log(struct wb_frontend *frontend, struct wb_error *err) {
  if (frontend->said != NULL) return WB_OK;
  void *map =
      mmap(NULL, sizeof *frontend->said, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (map == MAP_FAILED) return wb_fail_errno(err, "no memory for what clang says");
  frontend->said = map;
  return WB_OK;
}

/* What a process has of this one: clang's header, and the way for what it says. */
static enum wb_status get_ready(struct wb_frontend *frontend, struct wb_error *err) {
  enum wb_status status = map_log(frontend, err);
  if (status == WB_OK) frontend->said->has_text = frontend->said->is_ahead = 0;
  if (status == WB_OK && frontend->header.length == 0)
    status = wb_file_read(wb_frontend_source_header, WB_CLANG_HEADER_BYTES, &frontend->header, err);
  return status;
}

/* What it said goes: memory that both processes see must not be that of other forks. */
enum wb_status wb_clang_warm_up(struct wb_frontend *frontend, const char *text, size_t length) {
  struct clang_process process;
  const enum wb_status status = get_ready(frontend, NULL);
  if (status != WB_OK) return status;
  init_process(&process, frontend);
  warm_up(&process, text, length);
  wb_str_release(&process.text);
  munmap(frontend->said, sizeof *frontend->said);
  frontend->said = NULL;
  return WB_OK;
}

enum wb_status wb_clang_spawn(struct wb_frontend *frontend, struct wb_error *err) {
  int ends[2] = {-1, -1}, guard = -1;
  enum wb_status status = get_ready(frontend, err);
  if (status == WB_OK) status = wb_socket_pair(ends, err);
  if (status == WB_OK) status = wb_guard_open(&frontend->guard, &frontend->walls, &guard, err);
  if (status == WB_OK) {
    const struct wb_fd_map fds[] = {{ends[1], WB_ANSWERS_FD}, {guard, WB_GUARD_FD}};
    const struct wb_spawn how = {.fds = fds,
                                 .n_fds = sizeof fds / sizeof fds[0],
                                 .die_with_parent = true,
                                 .prepare = run_process,
                                 .prepare_data = frontend};
    status = wb_process_spawn(&frontend->process, &how, err);
  }
  if (guard >= 0) close(guard);
  if (ends[1] >= 0) close(ends[1]);
  frontend->socket = ends[0];
  frontend->texts = 0;
  return status;
}
