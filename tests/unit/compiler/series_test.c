/* One clang for several texts makes of each what a clang of its own makes, or leaves it to one. */
#include "compiler/frontend_series.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/precheck.h"
#include "tap.h"

enum { MAX_KERNEL_BYTES = 1 << 16 };

static struct wb_frontend_rules rules;
static const struct wb_frontend_rules no_rules; /* and no walls */

static struct wb_build_request request_of(const char *text) {
  return (struct wb_build_request){.source = text,
                                   .length = strlen(text),
                                   .file_name = "folder/kernel.cl",
                                   .options = "",
                                   .time_limit_ms = 60000};
}

/* The module as text, but for the name of the file that clang read; NULL: it is none. */
static char *text_of(const struct wb_str *bitcode) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode->data, bitcode->length, "bitcode");
  LLVMModuleRef module = NULL;
  char *copy = NULL;
  if (LLVMParseBitcodeInContext2(context, buffer, &module) == 0) {
    LLVMSetModuleIdentifier(module, "", 0);
    LLVMSetSourceFileName(module, "", 0);
    char *printed = LLVMPrintModuleToString(module);
    copy = wb_strdup(printed);
    LLVMDisposeMessage(printed);
    LLVMDisposeModule(module);
  }
  LLVMDisposeMemoryBuffer(buffer);
  LLVMContextDispose(context);
  return copy;
}

/* NULL where clang has something to say. */
static char *compile_alone_with(const char *text, const char *options) {
  struct wb_build_request request = request_of(text);
  struct wb_frontend frontend;
  struct wb_str bitcode, log;
  wb_str_init(&bitcode);
  wb_str_init(&log);
  request.options = options;
  wb_frontend_init(&frontend, &rules);
  enum wb_status status = wb_frontend_start(&frontend, &request, &log, NULL);
  if (status == WB_OK) status = wb_frontend_finish(&frontend, &bitcode, &log, NULL);
  char *made = status == WB_OK && log.length == 0 ? text_of(&bitcode) : NULL;
  wb_frontend_release(&frontend);
  wb_str_release(&bitcode);
  wb_str_release(&log);
  return made;
}

static char *compile_alone(const char *text) { return compile_alone_with(text, ""); }

/* NULL where it is left to a clang of its own. */
static char *compile_next_with(struct wb_frontend_series *series, const char *text,
                               const char *options) {
  struct wb_build_request request = request_of(text);
  struct wb_str bitcode;
  request.options = options;
  wb_str_init(&bitcode);
  char *made = wb_frontend_series_compile(series, &request, &bitcode) ? text_of(&bitcode) : NULL;
  wb_frontend_series_note(series, true);
  if (made == NULL) CHECK_INT(bitcode.length, 0);
  wb_str_release(&bitcode);
  return made;
}

static char *compile_next(struct wb_frontend_series *series, const char *text) {
  return compile_next_with(series, text, "");
}

static const char PLAIN[] = "kernel void k(global int *o) { o[get_global_id(0)] = 1; }\n";

static bool is_taken(struct wb_frontend_series *series, const char *text) {
  char *made = compile_next(series, text);
  const bool taken = made != NULL;
  free(made);
  return taken;
}

/* One that has compiled a text. */
static void begin(struct wb_frontend_series *series) {
  wb_frontend_series_init(series, &rules);
  CHECK(!is_taken(series, PLAIN)); /* whether there will be others is not known */
  CHECK(is_taken(series, PLAIN));
}

/* What is said of the file that clang read is not what the text makes. */
static char *without_file(const char *text) {
  struct wb_str out;
  wb_str_init(&out);
  for (const char *at = text; *at != '\0';) {
    const size_t length = strcspn(at, "\n");
    char *line = wb_strndup(at, length);
    if (strstr(line, "!DIFile(") == NULL || strstr(line, "folder/kernel.cl") != NULL)
      wb_str_addf(&out, "%s\n", line);
    free(line);
    at += length + (at[length] == '\n');
  }
  return wb_str_detach(&out);
}

/* Whether both are there, and the same. */
static bool are_same(const char *made, const char *alone) {
  char *a = made != NULL ? without_file(made) : NULL;
  char *b = alone != NULL ? without_file(alone) : NULL;
  const bool same = a != NULL && b != NULL && strcmp(a, b) == 0;
  free(a);
  free(b);
  return same;
}

static void compare(struct wb_frontend_series *series, const char *path, const char *text,
                    size_t *taken) {
  char *made = compile_next(series, text);
  if (made == NULL) return;
  char *alone = compile_alone(text);
  (*taken)++;
  if (!CHECK(alone != NULL)) {
    printf("# %s: clang has something to say\n", path);
    free(made);
    return;
  }
  if (!CHECK(are_same(made, alone))) printf("# %s\n", path);
  free(made);
  free(alone);
}

static void add_kernels(struct wb_names *paths, const char *folder) {
  struct wb_names names;
  wb_names_init(&names);
  if (wb_directory_list(folder, &names, NULL) == WB_OK)
    for (size_t i = 0; i < names.count; i++) {
      char *path = wb_path_join(folder, names.items[i]);
      if (wb_ends_with(path, ".cl"))
        wb_names_add(paths, path);
      else if (wb_is_directory(path))
        add_kernels(paths, path);
      free(path);
    }
  wb_names_release(&names);
}

static void modules_are_those_of_a_clang_of_their_own(void) {
  struct wb_frontend_series series;
  struct wb_names paths;
  size_t taken = 0;
  wb_names_init(&paths);
  add_kernels(&paths, WB_TEST_BUILD "/tests/course/solutions");
  begin(&series);
  for (size_t i = 0; i < paths.count; i++) {
    char *text = wb_file_read_text(paths.items[i], MAX_KERNEL_BYTES, NULL);
    if (text != NULL) compare(&series, paths.items[i], text, &taken);
    free(text);
  }
  CHECK(taken > 50);
  printf("# %zu of %zu kernels are taken\n", taken, paths.count);
  wb_frontend_series_release(&series);
  wb_names_release(&paths);
}

/* And the next is compiled as if they had not been. */
static void what_clang_speaks_of_is_left_alone(void) {
  static const char *const TEXTS[] = {
      "kernel void k(global int *o) { o[0] = }\n",
      "kernel void k(global int *o) { int unused; o[0] = 1; }\n",
      "#error no\n",
      "kernel void k(global int *o) { o[0] = no_such_function(); }\n",
      "kernel void k(global int *o) { o[0] = /* no end",
      "#warning look\nkernel void k(global int *o) { o[0] = 1; }\n",
  };
  struct wb_frontend_series series;
  begin(&series);
  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    if (!CHECK(!is_taken(&series, TEXTS[i]))) printf("# %s\n", TEXTS[i]);
    char *made = compile_next(&series, PLAIN), *alone = compile_alone(PLAIN);
    CHECK(are_same(made, alone));
    free(made);
    free(alone);
  }
  wb_frontend_series_release(&series);
}

/* They could change what clang makes of the next one, or would not be compiled as alone. */
static void what_could_matter_to_others_is_left_alone(void) {
  static const char *const TEXTS[] = {
      "#pragma clang diagnostic ignored \"-Wall\"\nkernel void k(global int *o) { o[0] = 1; }\n",
      "_Pragma(\"clang diagnostic ignored \\\"-Wall\\\"\") kernel void k(global int *o) {}\n",
      "#prag\\\nma clang diagnostic ignored \"-Wall\"\nkernel void k(global int *o) {}\n",
      "#include \"opencl-c-base.h\"\nkernel void k(global int *o) { o[0] = 1; }\n",
      "struct s { int a; };\nkernel void k(global struct s *o) { o[0].a = 1; }\n",
      "typedef union { int a; float b; } u;\nkernel void k(global u *o) { o[0].a = 1; }\n",
      "constant char f[] = __BASE_FILE__;\nkernel void k(global int *o) { o[0] = f[0]; }\n",
      "#define JOIN(a, b) a##b\nJOIN(_Prag, ma)(\"clang diagnostic ignored \\\"-Wall\\\"\")\n"
      "kernel void k(global int *o) { o[0] = 1; }\n",
      "#pragma OPENCL EXTENSION all : disable\nkernel void k(global int *o) { o[0] = 1; }\n",
      "// #pragma unroll\n#pragma clang diagnostic push\nkernel void k(global int *o) { o[0] = 1; "
      "}\n",
      "#prag\\\r\nma clang diagnostic push\nkernel void k(global int *o) { o[0] = 1; }\n",
      "#prag\\ \t\nma clang diagnostic push\nkernel void k(global int *o) { o[0] = 1; }\n",
  };
  struct wb_frontend_series series;
  begin(&series);
  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++)
    if (!CHECK(!is_taken(&series, TEXTS[i]))) printf("# %s\n", TEXTS[i]);
  CHECK(is_taken(&series, PLAIN));
  wb_frontend_series_release(&series);
}

/* What such a pragma or macro sets is over with its text. */
static void what_ends_with_its_text_is_taken(void) {
  static const char *const TEXTS[] = {
      "#pragma OPENCL FP_CONTRACT ON\n"
      "kernel void k(global float *o) { o[0] = o[1] * o[2] + o[3]; }\n",
      "#pragma OPENCL FP_CONTRACT OFF\n"
      "kernel void k(global float *o) { o[0] = o[1] * o[2] + o[3]; }\n",
      "kernel void k(global float *o) { o[0] = o[1] * o[2] + o[3]; }\n",
      "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
      "kernel void k(global double *o) { o[0] = o[1] * 2.0; }\n",
      "kernel void k(global double *o) { o[0] = o[1] * 2.0; }\n",
      "kernel void k(global int *o) {\n#pragma unroll\n"
      "for (int i = 0; i < 9; i++) o[i] = i; }\n",
      "kernel void k(global int *o) {\n_Pragma(\"unroll\")\n"
      "for (int i = 0; i < 9; i++) o[i] = i; }\n",
      "kernel void k(global int *o) {\nfor (int i = 0; i < 9; i++) o[i] = i; }\n",
      "#define ADD(a, b) \\\n  ((a) + \\\n   (b))\n"
      "kernel void k(global int *o) {\n  o[0] = ADD(o[1], o[2]); }\n",
  };
  struct wb_frontend_series series;
  begin(&series);
  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    char *made = compile_next(&series, TEXTS[i]), *alone = compile_alone(TEXTS[i]);
    if (!CHECK(are_same(made, alone))) printf("# %s\n", TEXTS[i]);
    free(made);
    free(alone);
  }
  wb_frontend_series_release(&series);
}

static const char OF_MACROS[] =
    "#ifndef VALUE\n#define VALUE 9\n#endif\n"
    "kernel void k(global int *o) {\n  o[0] = VALUE + __LINE__; }\n";

/* Whatever they are called, and whatever the text before had. */
static void macros_of_the_options_are_of_the_text(void) {
  static const char *const OPTIONS[] = {"-DVALUE=1", "-D VALUE=(2+o[3])",     "-DVALUE",
                                        "",          "-DOTHER -DVALUE=OTHER", "-DVALUE=__LINE__"};
  struct wb_frontend_series series;
  begin(&series);
  for (size_t i = 0; i < sizeof OPTIONS / sizeof OPTIONS[0]; i++) {
    char *made = compile_next_with(&series, OF_MACROS, OPTIONS[i]);
    char *alone = compile_alone_with(OF_MACROS, OPTIONS[i]);
    if (!CHECK(are_same(made, alone))) printf("# %s\n", OPTIONS[i]);
    free(made);
    free(alone);
  }
  wb_frontend_series_release(&series);
}

/* Names that clang's own header has, or that are the compiler's, what order decides on, and what
 * would not stay in its line. */
static void other_options_are_another_command(void) {
  static const char *const OPTIONS[] = {"-cl-std=CL2.0",     "-Dint4=int2",    "-D__WORD=1",
                                        "-DVALUE=1 -UVALUE", "-D'VALUE(x)=3'", "-DVALUE=1/*",
                                        "-D'VALUE=1\\\\'",   "-cl-mad-enable"};
  struct wb_frontend_series series;
  begin(&series);
  for (size_t i = 0; i < sizeof OPTIONS / sizeof OPTIONS[0]; i++)
    for (int again = 0; again < 2; again++) {
      char *made = compile_next_with(&series, PLAIN, OPTIONS[i]);
      char *alone = compile_alone_with(PLAIN, OPTIONS[i]);
      if (!CHECK_INT(made != NULL, again > 0 && alone != NULL)) printf("# %s\n", OPTIONS[i]);
      CHECK(made == NULL || are_same(made, alone));
      free(made);
      free(alone);
    }
  wb_frontend_series_release(&series);
}

/* And may include anything, which it does not. */
static void a_text_that_includes_nothing_is_taken_wherever_others_are(void) {
  struct wb_build_request request = request_of(PLAIN);
  struct wb_frontend_series series;
  struct wb_str bitcode;
  wb_str_init(&bitcode);
  begin(&series);
  request.any_include = true;
  CHECK(wb_frontend_series_compile(&series, &request, &bitcode));
  wb_frontend_series_note(&series, true);
  request.source = "#include \"/dev/null\"\nkernel void k(global int *o) { o[0] = 1; }\n";
  request.length = strlen(request.source);
  CHECK(!wb_frontend_series_compile(&series, &request, &bitcode));
  wb_str_release(&bitcode);
  wb_frontend_series_release(&series);
}

/* More than one clang has pipes for; and one that died meanwhile. */
static void another_takes_over(void) {
  struct wb_frontend_series series;
  begin(&series);
  for (int i = 0; i < 3 * WB_CLANG_TEXTS; i++) CHECK(is_taken(&series, PLAIN));
  kill(series.clang.process.pid, SIGKILL);
  usleep(50000);
  is_taken(&series, PLAIN); /* either is right: it may be noticed too late */
  CHECK(is_taken(&series, PLAIN));
  wb_frontend_series_release(&series);
}

static void a_clang_that_has_not_been_seen_to_end_well_is_not_kept(void) {
  const struct wb_build_request request = request_of(PLAIN);
  struct wb_frontend_series series;
  struct wb_str bitcode;
  wb_str_init(&bitcode);
  begin(&series);
  wb_frontend_series_note(&series, false);
  CHECK(!wb_frontend_series_compile(&series, &request, &bitcode));
  CHECK(!wb_frontend_series_compile(&series, &request, &bitcode));
  wb_frontend_series_note(&series, true);
  CHECK(wb_frontend_series_compile(&series, &request, &bitcode));
  wb_str_release(&bitcode);
  wb_frontend_series_release(&series);
}

/* How often a clang was started that does not do what is asked of a series: each leaves a folder
 * behind, for files it may not write. */
static size_t count_starts(const char *folder, const char *script) {
  char *path = wb_path_join(folder, "clang");
  char *text = wb_format("#!/bin/sh\nmkdir %s/$$\n%s\n", folder, script);
  struct wb_frontend_series series;
  struct wb_names names;
  size_t count = 0;
  CHECK_INT(wb_file_create(path, text, strlen(text), NULL), WB_OK);
  CHECK_INT(chmod(path, 0755), 0);
  setenv(WB_TEST_CLANG, path, 1);
  wb_frontend_series_init(&series, &no_rules);
  for (int i = 0; i < 20; i++) CHECK(!is_taken(&series, PLAIN));
  wb_frontend_series_release(&series);
  unsetenv(WB_TEST_CLANG);
  unlink(path);
  wb_names_init(&names);
  CHECK_INT(wb_directory_list(folder, &names, NULL), WB_OK);
  for (size_t i = 0; i < names.count; i++) {
    char *left = wb_path_join(folder, names.items[i]);
    count += rmdir(left) == 0;
    free(left);
  }
  wb_names_release(&names);
  free(text);
  free(path);
  return count;
}

static void what_does_not_work_is_not_tried_for_ever(void) {
  char folder[] = "/var/tmp/wb-series-XXXXXX";
  CHECK(mkdtemp(folder) != NULL);
  CHECK_INT(count_starts(folder, "exit 0"), 1);
  CHECK_INT(count_starts(folder,
                         "case \"$*\" in *-###*) echo ' \"x\" \"-cc1\" \"-\"' >&2 ;;\n"
                         "*) exit 1 ;;\nesac"),
            9);
  CHECK_INT(rmdir(folder), 0);
}

/* A supervisor has let clang in, so its walls stand. */
static void its_walls_stand(void) {
  struct wb_frontend_series series;
  begin(&series);
  if (rules.walls.which == 0)
    tap_skip("this kernel grants no walls");
  else
    CHECK(series.clang.guard.n_entered > 0);
  wb_frontend_series_release(&series);
}

int main(void) {
  struct wb_error err;
  signal(SIGPIPE, SIG_IGN);
  if (wb_walls_choose(&rules.walls, &err) != WB_OK) return 1;
  tap_run("modules are those of a clang of their own", modules_are_those_of_a_clang_of_their_own);
  tap_run("what clang speaks of is left to a clang of its own", what_clang_speaks_of_is_left_alone);
  tap_run("what could matter to others is left to a clang of its own",
          what_could_matter_to_others_is_left_alone);
  tap_run("what ends with its text is taken", what_ends_with_its_text_is_taken);
  tap_run("macros of the options are of the text", macros_of_the_options_are_of_the_text);
  tap_run("a text that includes nothing is taken wherever others are",
          a_text_that_includes_nothing_is_taken_wherever_others_are);
  tap_run("other options are another command", other_options_are_another_command);
  tap_run("another takes over where all texts are used or clang has died", another_takes_over);
  tap_run("a clang that has not been seen to end well is not kept",
          a_clang_that_has_not_been_seen_to_end_well_is_not_kept);
  tap_run("what does not work is not tried for ever", what_does_not_work_is_not_tried_for_ever);
  tap_run("its walls stand", its_walls_stand);
  return tap_finish();
}
