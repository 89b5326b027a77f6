/* What clang is given, and what it can do, on behalf of a text where nothing looks at the text
 * first: by the rule for files, and within each wall alone. That clang itself can open nothing is
 * tested with the walls (unit/sandbox/walls_test.c), and that the compiler's process can open no
 * more than the request's folders in tests/cheats/emulator.t. */
#include "compiler/frontend.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/precheck.h"
#include "tap.h"

/* Where the attacks' files lie. */
static char folder[] = "/var/tmp/wb-clang-walls-XXXXXX";

struct compiled {
  enum wb_status status;
  struct wb_error err;
  struct wb_str log, bitcode;
};

static void compile_in(const struct wb_walls *walls, const char *text, const char *includes,
                       bool any_include, struct compiled *compiled) {
  const struct wb_build_request request = {.source = text,
                                           .length = strlen(text),
                                           .file_name = "kernel.cl",
                                           .include_directory = includes,
                                           .any_include = any_include,
                                           .options = "",
                                           .time_limit_ms = 60000};
  struct wb_frontend frontend;
  struct wb_names files;
  memset(&compiled->err, 0, sizeof compiled->err);
  wb_str_init(&compiled->log);
  wb_str_init(&compiled->bitcode);
  wb_names_init(&files);
  wb_frontend_init(&frontend, walls);
  compiled->status = wb_frontend_start(&frontend, &request, &compiled->log, &compiled->err);
  if (compiled->status == WB_OK)
    compiled->status =
        wb_frontend_finish(&frontend, &compiled->bitcode, &compiled->log, &files, &compiled->err);
  wb_frontend_release(&frontend);
  wb_names_release(&files);
}

static void release(struct compiled *compiled) {
  wb_str_release(&compiled->log);
  wb_str_release(&compiled->bitcode);
}

static bool has(uint32_t which, struct wb_walls *walls) {
  wb_walls_probe(walls);
  const bool there = (walls->which & which) == which;
  if (!there) tap_skip("this kernel does not grant the wall");
  walls->which = which;
  return there;
}

static char *path_of(const char *name) { return wb_path_join(folder, name); }

static void put(const char *name, const char *content) {
  char *path = path_of(name);
  FILE *file = fopen(path, "w");
  if (CHECK(file != NULL)) {
    fputs(content, file);
    fclose(file);
  }
  free(path);
}

/* Whether the text `before` + the path of a file outside + `after` shows its content. */
static bool shows(bool any_include, const char *before, const char *after) {
  static const struct wb_walls NONE = {0};
  struct compiled compiled;
  char *text =
      wb_format("%s%s/secret%s\nkernel void f(global int *o) { *o = 1; }\n", before, folder, after);
  compile_in(&NONE, text, "/usr/share", any_include, &compiled);
  /* Included it is an error that says its content, embedded it is none. */
  const bool shown = strstr(compiled.log.data, "sesame") != NULL || compiled.status == WB_OK;
  free(text);
  release(&compiled);
  return shown;
}

static void files_outside_are_not_given(void) {
  static const char *const READERS[][2] = {
      {"#include \"", "\""},
      {"#include \"/proc/self/root/", "\""},
      {"#include \"/usr/share/../..", "\""},
      {"constant char s[] = {\n#embed \"", "\"\n}; kernel void g(global char *o) { *o = s[*o]; }"},
  };
  for (size_t i = 0; i < sizeof READERS / sizeof READERS[0]; i++) {
    if (!CHECK(shows(true, READERS[i][0], READERS[i][1]))) printf("# %s\n", READERS[i][0]);
    if (!CHECK(!shows(false, READERS[i][0], READERS[i][1]))) printf("# %s\n", READERS[i][0]);
  }
}

/* A device never ends, a pipe waits: neither is read, whoever asks. */
static void files_that_are_none_are_compile_errors(void) {
  static const struct wb_walls NONE = {0};
  static const char *const TEXTS[] = {"#include \"/dev/zero\"\n", "#include \"/dev/stdin\"\n",
                                      "#include \"/usr\"\n",      "#include \"/no/such/file\"\n",
                                      "#include \"/var/tmp/\"\n", "#include \"pipe\"\n"};
  struct compiled compiled;
  char *pipe = path_of("pipe");
  CHECK_INT(mkfifo(pipe, 0600), 0);
  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    compile_in(&NONE, TEXTS[i], folder, true, &compiled);
    CHECK_INT(compiled.status, WB_ERR_COMPILE);
    if (!CHECK(strstr(compiled.log.data, "error: ") != NULL)) printf("# %s\n", compiled.log.data);
    release(&compiled);
  }
  unlink(pipe);
  free(pipe);
}

static void folders_of_the_request_are_given(void) {
  struct wb_walls walls;
  struct compiled compiled;
  if (!has(WB_WALLS_ALL, &walls)) return;
  compile_in(&walls, "#include \"shared.h\"\nkernel void f(global int *o) { *o = SHARED; }\n",
             folder, false, &compiled);
  CHECK_INT(compiled.status, WB_OK);
  CHECK_STRING(compiled.log.data, "");
  CHECK(compiled.bitcode.length > 0);
  release(&compiled);
}

/* A kernel that lies at the root must not open all that is below. */
static void the_root_opens_nothing(void) {
  struct wb_walls walls;
  struct compiled compiled;
  if (!has(WB_WALLS_ALL, &walls)) return;
  compile_in(&walls, "kernel void f(global int *o) { *o = 1; }\n", "/", false, &compiled);
  if (!CHECK_INT(compiled.status, WB_OK)) printf("# %s\n", compiled.err.message);
  release(&compiled);
  compile_in(&walls, "#include \"etc/passwd\"\n", "/", false, &compiled);
  CHECK_INT(compiled.status, WB_ERR_COMPILE);
  CHECK(strstr(compiled.log.data, "root:") == NULL);
  release(&compiled);
}

static size_t files_in(const char *path) {
  size_t n = 0;
  DIR *list = opendir(path);
  for (struct dirent *entry = list != NULL ? readdir(list) : NULL; entry != NULL;
       entry = readdir(list))
    n += strstr(entry->d_name, ".cl") != NULL || strstr(entry->d_name, "-crash") != NULL ||
         strstr(entry->d_name, ".tmp") != NULL;
  if (list != NULL) closedir(list);
  return n;
}

/* A clang that comes to grief is the text's fault in words, and is no violation. One that
 * is to write a file cannot. Neither leaves anything in the folder for temporary files. */
static void crashes_leave_nothing(void) {
  static const char *const TEXTS[] = {"#pragma clang __debug crash\n",
                                      "#pragma clang __debug llvm_fatal_error\n",
                                      "#pragma clang __debug parser_crash\n"};
  static const char MODULE[] =
      "#pragma clang module build x\nmodule x {}\n"
      "#pragma clang module contents\n#pragma clang module endbuild\n";
  struct wb_walls walls;
  struct compiled compiled;
  if (!has(WB_WALLS_ALL, &walls)) return;
  const size_t before = files_in("/tmp");
  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    compile_in(&walls, TEXTS[i], NULL, false, &compiled);
    if (!CHECK(compiled.status == WB_OK || compiled.status == WB_ERR_COMPILE))
      printf("# %s# %d %s\n# %s\n", TEXTS[i], (int)compiled.status, compiled.err.message,
             compiled.log.data);
    release(&compiled);
  }
  compile_in(&walls, MODULE, NULL, false, &compiled);
  if (!CHECK(compiled.status == WB_ERR_REFUSED || compiled.status == WB_ERR_COMPILE))
    printf("# %d %s\n", (int)compiled.status, compiled.err.message);
  release(&compiled);
  CHECK_INT(files_in("/tmp"), before);
}

/* Texts that make clang take a thread with a larger stack, or much memory. */
static void deep_texts_compile(void) {
  enum { DEPTH = 3000 };
  struct wb_walls walls;
  struct compiled compiled;
  struct wb_str text;
  if (!has(WB_WALLS_ALL, &walls)) return;
  wb_str_init(&text);
  wb_str_add(&text,
             "#pragma clang diagnostic ignored \"-Weverything\"\n"
             "kernel void f(global int *o) { *o = ");
  for (int i = 0; i < DEPTH; i++) wb_str_add(&text, i % 2 == 0 ? "1 + (2 * " : "*o - ~(");
  wb_str_add(&text, "3");
  for (int i = 0; i < DEPTH; i++) wb_str_add(&text, ")");
  wb_str_add(&text, "; }\n");
  compile_in(&walls, text.data, NULL, false, &compiled);
  if (!CHECK(compiled.status == WB_OK || compiled.status == WB_ERR_COMPILE))
    printf("# %d %s\n# %.300s\n", (int)compiled.status, compiled.err.message, compiled.log.data);
  release(&compiled);
  wb_str_release(&text);
}

static void each_wall_lets_clang_work(void) {
  static const uint32_t WALLS[] = {0, WB_WALL_LANDLOCK, WB_WALL_SECCOMP, WB_WALLS_ALL};
  struct wb_walls walls;
  struct compiled compiled;
  if (!has(WB_WALLS_ALL, &walls)) return;
  for (size_t i = 0; i < sizeof WALLS / sizeof WALLS[0]; i++) {
    walls.which = WALLS[i];
    compile_in(&walls, "kernel void f(global float4 *o) { *o = sqrt(*o); }\n", NULL, false,
               &compiled);
    if (!CHECK_INT(compiled.status, WB_OK)) printf("# %s\n", compiled.err.message);
    release(&compiled);
  }
}

/* Told apart from a text's violation: a wall that does not come to stand. */
static void a_missing_wall_is_no_compile_error(void) {
  struct wb_walls walls;
  struct compiled compiled;
  if (!has(WB_WALLS_ALL, &walls)) return;
  walls.landlock_abi = 0; /* no kernel has this one */
  compile_in(&walls, "kernel void f(void) {}\n", NULL, false, &compiled);
  CHECK_INT(compiled.status, WB_ERR_MISSING);
  CHECK(strstr(compiled.err.message, "landlock") != NULL);
  release(&compiled);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  setenv(WB_NO_TEXT_CHECK, "1", 1);
  put("secret", "#error sesame\n");
  put("shared.h", "#define SHARED 5\n");
  tap_run("files outside of the request's folders are not given", files_outside_are_not_given);
  tap_run("what is no regular file is a compile error", files_that_are_none_are_compile_errors);
  tap_run("the request's folders are given", folders_of_the_request_are_given);
  tap_run("the root as a folder of the request opens nothing", the_root_opens_nothing);
  tap_run("a clang that crashes is no violation, and leaves no file; nor does one that would write",
          crashes_leave_nothing);
  tap_run("deep texts compile, or not, without a violation", deep_texts_compile);
  tap_run("clang works within each wall alone", each_wall_lets_clang_work);
  tap_run("a wall that does not stand is no compile error", a_missing_wall_is_no_compile_error);
  char *secret = path_of("secret"), *shared = path_of("shared.h");
  unlink(secret);
  unlink(shared);
  rmdir(folder);
  free(secret);
  free(shared);
  return tap_finish();
}
