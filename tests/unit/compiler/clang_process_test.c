/* One process takes text after text (compiler/frontend.h): what comes of each is what a process of
 * its own makes of it, and what ends the process ends no other text. A sample has a tenth of the
 * corpus, and fewer texts in a row. */
#include "compiler/frontend.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "compiler/frontend_clang.h"
#include "compiler/frontend_source.h"
#include "device/precheck.h"
#include "sample.h"
#include "tap.h"

enum { MAX_KERNEL_BYTES = 1 << 20, LIMIT_MS = 60000, PERIOD = 10 };
static const char PLAIN[] =
    "struct s { int a; float b; };\n"
    "kernel void k(global struct s *o) { int unused; o[0].b = sqrt(o[1].b) * 3; }\n";

static struct wb_walls all_walls;
static char folder[] = "/var/tmp/wb-clang-process-XXXXXX";

/* ---- what comes of a text ----------------------------------------------------------------- */

struct made {
  enum wb_status status;
  struct wb_str log, bitcode;
  struct wb_names files;
  struct wb_error err;
};

static void init_made(struct made *made) {
  memset(made, 0, sizeof *made);
  wb_str_init(&made->log);
  wb_str_init(&made->bitcode);
  wb_names_init(&made->files);
}

static void release_made(struct made *made) {
  wb_str_release(&made->log);
  wb_str_release(&made->bitcode);
  wb_names_release(&made->files);
}

static struct wb_build_request request_of(const char *text, const char *options) {
  return (struct wb_build_request){.source = text,
                                   .length = strlen(text),
                                   .file_name = "k.cl",
                                   .include_directory = folder,
                                   .options = options,
                                   .time_limit_ms = LIMIT_MS};
}

static void compile_request(struct wb_frontend *frontend, const struct wb_build_request *request,
                            struct made *made) {
  init_made(made);
  made->status = wb_frontend_start(frontend, request, &made->log, &made->err);
  if (made->status == WB_OK)
    made->status =
        wb_frontend_finish(frontend, &made->bitcode, &made->log, &made->files, &made->err);
}

static void compile(struct wb_frontend *frontend, const char *text, const char *options,
                    struct made *made) {
  const struct wb_build_request request = request_of(text, options);
  compile_request(frontend, &request, made);
}

static void compile_alone(const char *text, const char *options, struct made *made) {
  struct wb_frontend frontend;
  wb_frontend_init(&frontend, &all_walls);
  compile(&frontend, text, options, made);
  wb_frontend_release(&frontend);
}

static bool same_bytes(const struct wb_str *a, const struct wb_str *b) {
  return a->length == b->length && memcmp(a->data, b->data, a->length) == 0;
}

/* Until the process has begun with a text that it does not have yet, if it did not end of its last.
 */
static void await_ahead(const struct wb_frontend *frontend) {
  const uint64_t start = wb_clock_ns();
  struct pollfd end = {.fd = frontend->socket, .events = POLLIN};
  while (frontend->socket >= 0 && !frontend->said->is_ahead && poll(&end, 1, 1) == 0 &&
         wb_elapsed_ms(start) < TAP_HANG_MS)
    continue;
  CHECK(frontend->said->is_ahead || frontend->socket < 0 || poll(&end, 1, 0) != 0);
}

/* Whether the process makes of the text what another does that has had no other. */
static bool is_as_alone(struct wb_frontend *frontend, const char *text, const char *options) {
  struct made made, alone;
  compile(frontend, text, options, &made);
  compile_alone(text, options, &alone);
  const bool same = made.status == alone.status && same_bytes(&made.log, &alone.log) &&
                    same_bytes(&made.bitcode, &alone.bitcode);
  if (!same)
    printf("# %s, alone %s\n# %s# %s", wb_status_name(made.status), wb_status_name(alone.status),
           made.log.data, alone.log.data);
  release_made(&made);
  release_made(&alone);
  return same;
}

static enum wb_status status_of(struct wb_frontend *frontend, const char *text) {
  struct made made;
  compile(frontend, text, "", &made);
  release_made(&made);
  return made.status;
}

/* ---- the same as alone -------------------------------------------------------------------- */

static void add_kernels(struct wb_names *paths, const char *where) {
  struct wb_names names;
  wb_names_init(&names);
  if (wb_directory_list(where, &names, NULL) == WB_OK)
    for (size_t i = 0; i < names.count; i++) {
      char *path = wb_path_join(where, names.items[i]);
      if (wb_ends_with(path, ".cl"))
        wb_names_add(paths, path);
      else if (wb_is_directory(path))
        add_kernels(paths, path);
      free(path);
    }
  wb_names_release(&names);
}

static void modules_are_those_of_a_process_of_their_own(void) {
  struct wb_frontend frontend;
  struct wb_names paths;
  size_t taken = 0;
  wb_names_init(&paths);
  add_kernels(&paths, WB_TEST_ROOT "/tests/kernels");
  add_kernels(&paths, WB_TEST_ROOT "/solutions");
  CHECK(paths.count > 1000);
  wb_frontend_init(&frontend, &all_walls);
  for (size_t i = 0; i < paths.count; i++) {
    if (!sample_takes(paths.items[i] + strlen(WB_TEST_ROOT), PERIOD)) continue;
    if (taken > 0 && taken % 2 == 0) await_ahead(&frontend);
    char *text = wb_file_read_text(paths.items[i], MAX_KERNEL_BYTES, NULL);
    if (!CHECK(text != NULL && is_as_alone(&frontend, text, ""))) printf("# %s\n", paths.items[i]);
    taken++;
    free(text);
  }
  sample_say(paths.count - taken, paths.count, "kernels in a process that has had others");
  wb_frontend_release(&frontend);
  wb_names_release(&paths);
}

/* What could be kept of a text that must not: states of warnings and pragmas, macros, names of
 * types, poisoned words, modules, what is wrong and said. */
static void nothing_of_a_text_is_left(void) {
  static const struct {
    const char *text, *options;
  } BEFORE[] = {
      {"#pragma clang diagnostic ignored \"-Wall\"\nkernel void k(void) { int unused; }\n", ""},
      {"#pragma clang diagnostic error \"-Weverything\"\nkernel void k(void) { int unused; }\n",
       ""},
      {"#pragma clang system_header\nkernel void k(void) { int unused; }\n", ""},
      {"#pragma clang attribute push(__attribute__((noinline)), apply_to = function)\n", ""},
      {"#pragma OPENCL EXTENSION all : disable\nkernel void k(global int *o) { o[0] = 1; }\n", ""},
      {"#pragma OPENCL FP_CONTRACT ON\nkernel void k(global float *o) { o[0] += o[1] * o[2]; }\n",
       ""},
      {"#pragma pack(1)\nstruct s { char a; int b; };\nkernel void k(global struct s *o) {}\n", ""},
      {"#pragma GCC poison sqrt k unused\n", ""},
      {"#pragma clang module build x\nmodule x {}\n#pragma clang module contents\n"
       "#pragma clang module endbuild\n",
       ""},
      {"#pragma push_macro(\"sqrt\")\n#define sqrt(x) 0\n#define struct union\n", ""},
      {"struct s { double a[3]; };\nkernel void k(global struct s *o) { o[0].a[0] = 1; }\n", ""},
      {"kernel void k(global int *o) { o[0] = no_such_function(; }\n", ""},
      {"kernel void k(global int *o) { o[0] = /* no end", ""},
      {"#error no\n", ""},
      {"#line 99 \"other.cl\"\nkernel void k(void) { int unused; }\n", ""},
      {"kernel void k(void) { int unused; }\n", "-w"},
      {"kernel void k(void) { int unused; }\n", "-Werror"},
      {"kernel void k(void) {}\n", "-Dsqrt(x)=0 -Dint=float -DSTATE"},
      {"kernel void k(global float *o) { o[0] = 1 / 3.0; }\n",
       "-cl-single-precision-constant -cl-std=CL2.0"},
      {"kernel void k(global float *o) {}\n", "-cl-std=CL3.0 -cl-ext=-all"},
      {"kernel void k(global float *o) {}\n", "-cl-std=CL9"},
  };
  struct wb_frontend frontend;
  wb_frontend_init(&frontend, &all_walls);
  setenv(WB_NO_TEXT_CHECK, "1", 1);
  for (size_t i = 0; i < sizeof BEFORE / sizeof BEFORE[0]; i++) {
    struct made made;
    compile(&frontend, BEFORE[i].text, BEFORE[i].options, &made);
    release_made(&made);
    if (i % 2 == 0) {
      compile(&frontend, "", "", &made); /* then it is ahead of one with the same words */
      release_made(&made);
      await_ahead(&frontend);
    }
    if (!CHECK(is_as_alone(&frontend, PLAIN, ""))) printf("# after %s\n", BEFORE[i].text);
  }
  unsetenv(WB_NO_TEXT_CHECK);
  wb_frontend_release(&frontend);
}

/* ---- clang's own program -------------------------------------------------------------------- */

/* What clang-19 itself makes of a text, by the words that a person would give it. */
static void compile_by_program(const char *text, struct made *made) {
  static const char COMMAND[] =
      "cd / && clang-19 -x cl -target nvptx64-- -Xclang -fdeclare-opencl-builtins "
      "-Xclang -finclude-default-header -Xclang -cl-ext=+cl_khr_fp16,+cl_khr_3d_image_writes,"
      "+__opencl_c_3d_image_writes,+__opencl_c_images -D__OPENCL_VERSION__=300 "
      "-D__IMAGE_SUPPORT__=1 -O1 -Xclang -disable-llvm-passes -Xclang -fpreserve-vec3-type "
      "-fno-strict-aliasing -fno-discard-value-names -ffp-contract=off -cl-kernel-arg-info -g "
      "-Wall -Wno-unused-function -Wno-sometimes-uninitialized -Wno-builtin-macro-redefined "
      "'-D__has_include(name)=0' '-D__has_include_next(name)=0' '-D__has_embed(name)=0' "
      "-D__wb_layout_checks=1 -fno-color-diagnostics -fno-diagnostics-show-option -cl-std=CL1.2 "
      "-Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics "
      "-emit-llvm -c -o - - < %s/text.cl 2> %s/log > %s/bitcode";
  char *path = wb_path_join(folder, "text.cl"), *log = wb_path_join(folder, "log");
  char *bitcode = wb_path_join(folder, "bitcode");
  char *command = wb_format(COMMAND, folder, folder, folder);
  char *prefixed = wb_format("#pragma GCC poison __asm __asm__\n#line 1 \"k.cl\"\n%s", text);
  init_made(made);
  wb_file_create(path, prefixed, strlen(prefixed), NULL);
  made->status = system(command) == 0 ? WB_OK : WB_ERR_COMPILE;
  wb_file_read(log, MAX_KERNEL_BYTES, &made->log, NULL);
  wb_file_read(bitcode, MAX_KERNEL_BYTES, &made->bitcode, NULL);
  unlink(path);
  unlink(log);
  unlink(bitcode);
  free(path);
  free(log);
  free(bitcode);
  free(command);
  free(prefixed);
}

static void words_are_those_of_clangs_program(void) {
  static const char *const TEXTS[] = {
      PLAIN,
      "kernel void k(global int *o, local float *t) { size_t i = get_local_id(0); t[i] = i;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE); for (int j = 0; j < 4; j++) o[i] += t[j] * 2.5f; }\n",
      "#define ADD(a, b) ((a) + (b)\nkernel void k(global int *o) { o[0] = ADD(1, 2; }\n",
      "kernel void k(global float3 *o, image2d_t i) { o[get_global_id(0)].xy = unknown; }\n",
  };
  if (system("command -v clang-19 >/dev/null 2>&1") != 0) {
    tap_skip("there is no clang-19");
    return;
  }
  struct wb_frontend frontend;
  wb_frontend_init(&frontend, &all_walls);
  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    struct made made, theirs;
    /* From the root, as folders are in debug information. */
    struct wb_build_request request = request_of(TEXTS[i], "");
    request.include_directory = NULL;
    if (i > 0) await_ahead(&frontend);
    compile_request(&frontend, &request, &made);
    compile_by_program(TEXTS[i], &theirs);
    CHECK_STRING(made.log.data, theirs.log.data);
    CHECK_INT(made.status, theirs.status);
    if (!CHECK(same_bytes(&made.bitcode, &theirs.bitcode))) printf("# %s\n", TEXTS[i]);
    release_made(&made);
    release_made(&theirs);
  }
  wb_frontend_release(&frontend);
}

/* ---- texts that end the process ---------------------------------------------------------------
 */

static const char CRASHING[] = "#pragma clang __debug crash\nkernel void k(void) {}\n";
#if !defined(__SANITIZE_ADDRESS__)
static const char LARGE[] =
    "constant int a[] = {[0 ... 2000000000] = 1};\nkernel void k(void) {}\n";
#endif

/* In which no machine reads a million words, where such a text would be told to be too long. */
enum { NO_TIME_MS = 20 };

/* Macros that double one another: more tokens than fit into any time. */
static char *endless_text(void) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add(&text, "#define M0 o[0] = o[0] * 3;\n");
  for (int i = 1; i < 40; i++) wb_str_addf(&text, "#define M%d M%d M%d\n", i, i - 1, i - 1);
  wb_str_add(&text, "kernel void k(global int *o) { M39 }\n");
  return wb_str_detach(&text);
}

/* What makes clang print is no attempt at anything. */
static void what_clang_prints_is_no_violation(void) {
  static const char *const TEXTS[] = {
      "constant char when[] = __DATE__ __TIME__ __TIMESTAMP__;\nkernel void k(void) {}\n",
      "#define M 1\n#pragma clang __debug macro M\nkernel void k(void) {}\n",
      "#pragma clang __debug dump k\nkernel void k(void) {}\n",
      "kernel void k(void) {}\n#pragma clang __debug diag_mapping\n",
      "#pragma clang __debug sloc_usage\nkernel void k(void) {}\n",
      "#pragma clang __debug module_map x\nkernel void k(void) {}\n"};
  struct wb_frontend frontend;
  wb_frontend_init(&frontend, &all_walls);
  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    struct made made;
    compile(&frontend, TEXTS[i], "", &made);
    if (!CHECK(made.status == WB_OK || made.status == WB_ERR_COMPILE))
      printf("# %s%s\n", TEXTS[i], made.err.message);
    release_made(&made);
  }
  wb_frontend_release(&frontend);
}

static void what_ends_the_process_ends_no_other_text(void) {
  struct wb_frontend frontend;
  struct made made;
  char *endless = endless_text();
  struct wb_build_request slow = request_of(endless, "");
  wb_frontend_init(&frontend, &all_walls);
  CHECK_INT(status_of(&frontend, CRASHING), WB_OK); /* clang is told to pass over it */
  setenv(WB_NO_TEXT_CHECK, "1", 1);
  compile(&frontend, CRASHING, "", &made);
  CHECK_INT(made.status, WB_ERR_COMPILE);
  CHECK(strstr(made.log.data, "the compiler crashed on this text") != NULL);
  release_made(&made);
  unsetenv(WB_NO_TEXT_CHECK);
  CHECK(is_as_alone(&frontend, PLAIN, ""));
#if !defined(__SANITIZE_ADDRESS__)
  compile(&frontend, LARGE, "", &made);
  if (!CHECK_INT(made.status, WB_ERR_COMPILE)) printf("# %s\n", made.err.message);
  CHECK(strstr(made.log.data, "takes more memory to compile") != NULL);
  release_made(&made);
  CHECK(is_as_alone(&frontend, PLAIN, ""));
#endif
  slow.time_limit_ms = NO_TIME_MS;
  compile_request(&frontend, &slow, &made);
  if (!CHECK_INT(made.status, WB_ERR_LIMIT)) printf("# %s\n", made.err.message);
  release_made(&made);
  CHECK(is_as_alone(&frontend, PLAIN, ""));
  wb_frontend_release(&frontend);
  free(endless);
}

/* Said before the crash, it is still said. */
static void what_was_said_before_a_crash_is_known(void) {
  struct wb_frontend frontend;
  struct made made;
  wb_frontend_init(&frontend, &all_walls);
  setenv(WB_NO_TEXT_CHECK, "1", 1);
  compile(&frontend, "#warning look\n#pragma clang __debug crash\n", "", &made);
  CHECK(strstr(made.log.data, "k.cl:1:2: warning: look") != NULL);
  unsetenv(WB_NO_TEXT_CHECK);
  release_made(&made);
  wb_frontend_release(&frontend);
}

static void a_process_that_was_ended_is_replaced(void) {
  struct wb_frontend frontend;
  wb_frontend_init(&frontend, &all_walls);
  CHECK_INT(status_of(&frontend, PLAIN), WB_OK);
  const pid_t first = frontend.process.pid;
  CHECK_INT(status_of(&frontend, PLAIN), WB_OK);
  CHECK_INT(frontend.process.pid, first);
  kill(first, SIGSTOP);
  CHECK_INT(status_of(&frontend, PLAIN), WB_OK);
  CHECK_INT(frontend.process.pid, first);
  kill(first, SIGKILL);
  siginfo_t info;
  CHECK_INT(waitid(P_PID, (id_t)first, &info, WEXITED | WNOWAIT), 0);
  CHECK_INT(status_of(&frontend, PLAIN), WB_OK);
  CHECK(frontend.process.pid != first);
  if (all_walls.which != 0) CHECK_INT(frontend.guard.n_entered, 1);
  wb_frontend_release(&frontend);
}

/* Killed with a text that never ends, while the process says that it has that text, or not. */
static enum wb_status status_of_killed(struct wb_frontend *frontend, const char *endless,
                                       bool has_text) {
  struct wb_build_request request = request_of(endless, "");
  struct made made;
  init_made(&made);
  request.time_limit_ms = NO_TIME_MS;
  CHECK_INT(wb_frontend_start(frontend, &request, &made.log, &made.err), WB_OK);
  siginfo_t info;
  kill(frontend->process.pid, SIGKILL);
  CHECK_INT(waitid(P_PID, (id_t)frontend->process.pid, &info, WEXITED | WNOWAIT), 0);
  frontend->said->has_text = has_text;
  made.status = wb_frontend_finish(frontend, &made.bitcode, &made.log, &made.files, &made.err);
  release_made(&made);
  return made.status;
}

/* It may end when it has answered the last one, of what that left. */
static void a_process_that_ends_before_it_begins_with_a_text_is_replaced(void) {
  struct wb_frontend frontend;
  char *endless = endless_text();
  wb_frontend_init(&frontend, &all_walls);
  CHECK_INT(status_of_killed(&frontend, endless, false), WB_ERR_CRASH); /* it has had no other */
  CHECK_INT(status_of(&frontend, PLAIN), WB_OK);
  CHECK_INT(status_of_killed(&frontend, endless, false), WB_ERR_LIMIT); /* of the next process */
  CHECK_INT(status_of(&frontend, PLAIN), WB_OK);
  CHECK_INT(status_of_killed(&frontend, endless, true), WB_ERR_CRASH);
  CHECK(is_as_alone(&frontend, PLAIN, ""));
  wb_frontend_release(&frontend);
  free(endless);
}

static unsigned long pages_of(pid_t pid) {
  char *path = wb_format("/proc/%d/statm", (int)pid);
  unsigned long size = 0, resident = 0;
  FILE *file = fopen(path, "r");
  if (file != NULL) {
    if (fscanf(file, "%lu %lu", &size, &resident) != 2) resident = 0;
    fclose(file);
  }
  free(path);
  return resident;
}

static void memory_is_flat(void) {
#if defined(__SANITIZE_ADDRESS__)
  tap_skip("the sanitizer keeps what is freed");
  return;
#endif
  const int texts = sample_is_wanted() ? 600 : 10000;
  struct wb_frontend frontend;
  struct made last;
  unsigned long first = 0, most = 0;
  int failed = 0;
  wb_frontend_init(&frontend, &all_walls);
  for (int i = 0; i < texts; i++) {
    char *text = wb_format("kernel void k(global int *o) { o[%d] = %d; }\n", i % 7, i);
    failed += status_of(&frontend, text) != WB_OK;
    if (i == 100) first = pages_of(frontend.process.pid);
    const unsigned long now = pages_of(frontend.process.pid);
    if (i > 100 && now > most) most = now;
    free(text);
  }
  CHECK_INT(failed, 0);
  if (!CHECK(first > 0 && most < first + first / 10))
    printf("# %lu pages, then %lu\n", first, most);
  compile(&frontend, PLAIN, "", &last);
  CHECK_INT(last.status, WB_OK);
  release_made(&last);
  CHECK(is_as_alone(&frontend, PLAIN, ""));
  wb_frontend_release(&frontend);
}

/* ---- files ------------------------------------------------------------------------------------
 */

static void put(const char *name, const char *content) {
  char *path = wb_path_join(folder, name);
  unlink(path);
  CHECK_INT(wb_file_create(path, content, strlen(content), NULL), WB_OK);
  free(path);
}

static void headers_are_read_anew_for_each_text(void) {
  static const char TEXT[] =
      "#include \"value.h\"\nkernel void k(global int *o) { o[0] = VALUE; }\n";
  struct wb_frontend frontend;
  struct made first, second, missing;
  char *path = wb_path_join(folder, "value.h");
  wb_frontend_init(&frontend, &all_walls);
  put("value.h", "#define VALUE 1\n");
  compile(&frontend, TEXT, "", &first);
  put("value.h", "#define VALUE 2\n");
  compile(&frontend, TEXT, "", &second);
  unlink(path);
  compile(&frontend, TEXT, "", &missing);
  CHECK_INT(first.status, WB_OK);
  CHECK_INT(second.status, WB_OK);
  CHECK(!same_bytes(&first.bitcode, &second.bitcode));
  CHECK(wb_names_have(&first.files, path));
  CHECK_INT(missing.status, WB_ERR_COMPILE);
  CHECK(strstr(missing.log.data, "k.cl:1:10: fatal error: 'value.h' file not found") != NULL);
  /* Were it there, the text would be another program. */
  CHECK(wb_names_have(&missing.files, path));
  release_made(&first);
  release_made(&second);
  release_made(&missing);
  wb_frontend_release(&frontend);
  free(path);
}

/* By which it is known that the text may speak of them. The text itself is no file. */
static void headers_have_the_names_of_their_folders(void) {
  static const char TEXT[] = "#include \"value.h\"\nkernel void k(global int *o) { VALUE }\n";
  struct wb_frontend frontend;
  struct made made;
  char *path = wb_path_join(folder, "value.h");
  char *said = wb_format("\n%s:1:2: warning: mine\n", path);
  const struct wb_build_request request = request_of(TEXT, "");
  wb_frontend_init(&frontend, &all_walls);
  put("value.h", "#warning mine\n#define VALUE o[0] = 1;\n");
  compile_request(&frontend, &request, &made);
  CHECK_INT(made.status, WB_OK);
  if (!CHECK(strstr(made.log.data, said) != NULL)) printf("# %s", made.log.data);
  CHECK(wb_frontend_source_is_contained(&request, &made.log));
  release_made(&made);
  compile(&frontend, "#include \"<stdin>\"\n", "", &made);
  CHECK(strstr(made.log.data, "'<stdin>' file not found") != NULL);
  release_made(&made);
  wb_frontend_release(&frontend);
  unlink(path);
  free(said);
  free(path);
}

/* What the process has done before a text came is of use for the same words and files alone. */
static void words_and_files_are_those_of_the_text(void) {
  static const char TEXT[] = "kernel void k(global int *o) { o[0] = VALUE; }\n";
  struct wb_frontend frontend;
  struct made made;
  char *path = wb_path_join(folder, "opencl-c-base.h");
  wb_frontend_init(&frontend, &all_walls);
  CHECK(is_as_alone(&frontend, TEXT, "-DVALUE=1"));
  await_ahead(&frontend);
  CHECK(is_as_alone(&frontend, TEXT, "-DVALUE=2"));
  await_ahead(&frontend);
  CHECK(is_as_alone(&frontend, TEXT, "-DVALUE=2"));
  await_ahead(&frontend);
  put("opencl-c-base.h", "struct s { int a; };\nint b;\ninline int c(void) { return 1; }\n");
  compile(&frontend, "kernel void k(global struct s *o) { o->a = c() + VALUE; }\n", "-DVALUE=2",
          &made);
  CHECK_INT(made.status, WB_ERR_COMPILE); /* as b is no variable of OpenCL's */
  CHECK(strstr(made.log.data, "opencl-c-base.h:2:5: error: ") != NULL);
  release_made(&made);
  put("opencl-c-base.h", "struct s { int a; };\ninline int c(void) { return 1; }\n");
  CHECK(is_as_alone(&frontend, "kernel void k(global struct s *o) { o->a = c() + VALUE; }\n",
                    "-DVALUE=2"));
  unlink(path);
  CHECK(is_as_alone(&frontend, TEXT, "-DVALUE=2"));
  await_ahead(&frontend);
  const pid_t first = frontend.process.pid;
  kill(first, SIGKILL);
  CHECK(is_as_alone(&frontend, TEXT, "-DVALUE=2"));
  CHECK(frontend.process.pid != first);
  wb_frontend_release(&frontend);
  free(path);
}

/* A file that clang looks for before it finds its own: read where it is there, and where it is not
 * the text depends on that. */
static void a_header_of_clangs_name_is_found(void) {
  struct wb_frontend frontend;
  struct made before, there, after;
  char *path = wb_path_join(folder, "opencl-c-base.h");
  wb_frontend_init(&frontend, &all_walls);
  compile(&frontend, PLAIN, "", &before);
  put("opencl-c-base.h", "inline int unused_here(void) { return 1; }\n#error mine\n");
  compile(&frontend, PLAIN, "", &there);
  CHECK(is_as_alone(&frontend, PLAIN, ""));
  unlink(path);
  compile(&frontend, PLAIN, "", &after);
  CHECK_INT(before.files.count, 2);
  CHECK_STRING(before.files.items[0], wb_frontend_source_header);
  CHECK_STRING(before.files.items[1], path);
  CHECK_INT(there.status, WB_ERR_COMPILE);
  CHECK(strstr(there.log.data, "opencl-c-base.h:2:2: error: mine") != NULL);
  CHECK_INT(there.files.count, 2);
  CHECK_INT(after.status, WB_OK);
  CHECK_INT(after.files.count, 2);
  CHECK(same_bytes(&before.bitcode, &after.bitcode));
  release_made(&before);
  release_made(&there);
  release_made(&after);
  wb_frontend_release(&frontend);
  free(path);
}

int main(void) {
  struct wb_error err;
  if (mkdtemp(folder) == NULL || wb_walls_choose(&all_walls, &err) != WB_OK) return 1;
  tap_run("modules and messages are those of a process of their own",
          modules_are_those_of_a_process_of_their_own);
  tap_run("nothing of a text is left for the next", nothing_of_a_text_is_left);
  tap_run("they are those of clang's own program, too", words_are_those_of_clangs_program);
  tap_run("a text that crashes clang, or takes all memory or time, ends alone",
          what_ends_the_process_ends_no_other_text);
  tap_run("what clang prints is no violation", what_clang_prints_is_no_violation);
  tap_run("what was said before a crash is known", what_was_said_before_a_crash_is_known);
  tap_run("a process that was ended is replaced, one that was stopped goes on",
          a_process_that_was_ended_is_replaced);
  tap_run("a process that ends before it begins with a text is replaced",
          a_process_that_ends_before_it_begins_with_a_text_is_replaced);
  tap_run("memory is flat", memory_is_flat);
  tap_run("headers are read anew for each text", headers_are_read_anew_for_each_text);
  tap_run("and have the names of their folders", headers_have_the_names_of_their_folders);
  tap_run("a header of the name of clang's own is found before that",
          a_header_of_clangs_name_is_found);
  tap_run("what is begun ahead of a text has its words and its files, or is begun again",
          words_and_files_are_those_of_the_text);
  rmdir(folder);
  return tap_finish();
}
