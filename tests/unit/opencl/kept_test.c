/* Programs that are kept on disk: each is built by a device of its own, as in another run, and
 * launched. Where nothing is kept anew, what was there has been used. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "driver_leaks.h"
#include "opencl/opencl.h"
#include "sandbox/folder.h"
#include "tap.h"

enum { ELEMENTS = 4 };

static struct wb_device *device;
static struct wb_error err;
static char folder[] = "/tmp/wb-kept-XXXXXX"; /* with `kept` for programs, `include` for headers */
static char *kept, *include;

static bool have_device(void) {
  if (device == NULL) tap_skip("no OpenCL device on this machine");
  return device != NULL;
}

/* ---- what is there ------------------------------------------------------------------------- */

/* Of the only file, or of the one that is not `other`; the caller frees. */
static char *kept_file(const char *other) {
  struct wb_names names;
  char *path = NULL;
  wb_names_init(&names);
  if (wb_directory_list(kept, &names, NULL) == WB_OK)
    for (size_t i = 0; i < names.count && path == NULL; i++) {
      path = wb_path_join(kept, names.items[i]);
      if (other == NULL || strcmp(path, other) != 0) continue;
      free(path);
      path = NULL;
    }
  wb_names_release(&names);
  return path;
}

static size_t count_kept(void) {
  struct wb_names names;
  wb_names_init(&names);
  wb_directory_list(kept, &names, NULL);
  const size_t count = names.count;
  wb_names_release(&names);
  return count;
}

static void forget_all(void) {
  for (char *path = kept_file(NULL); path != NULL; path = kept_file(NULL)) {
    unlink(path);
    free(path);
  }
}

/* Which file it is: one that was written anew is another. */
static ino_t file_number(const char *path) {
  struct stat found = {.st_ino = 0};
  stat(path, &found);
  return found.st_ino;
}

static void write_header(const char *text) {
  char *path = wb_path_join(include, "step.h");
  CHECK(wb_file_write_atomic(path, text, strlen(text), &err) == WB_OK);
  free(path);
}

/* ---- a program ----------------------------------------------------------------------------- */

struct program {
  const char *text; /* with a kernel `add` of an array of int */
  const char *options, *headers;
};

/* Its kernel's launch over an array of ones: what all elements are then, or -1, and what it prints,
 * which the caller frees. */
static int launch_add(wb_handle program, char **printed) {
  const struct wb_buffer_desc desc = {.name = "a",
                                      .type = {WB_INT, 1},
                                      .bytes = ELEMENTS * sizeof(int),
                                      .access = WB_BUFFER_READ_WRITE};
  int elements[ELEMENTS] = {1, 1, 1, 1};
  wb_handle buffer = 0;
  struct wb_outcome outcome;
  wb_outcome_init(&outcome);
  CHECK(wb_buffer_create(device, &desc, &buffer, &err) == WB_OK);
  CHECK(wb_buffer_write(device, buffer, 0, elements, sizeof elements, &err) == WB_OK);
  const struct wb_arg args[] = {
      {.kind = WB_ARG_BUFFER, .name = "a", .type = {WB_INT, 1}, .value.buffer = buffer}};
  const struct wb_launch launch = {.program = program,
                                   .kernel = "add",
                                   .dimensions = 1,
                                   .global = {ELEMENTS, 1, 1},
                                   .local = {ELEMENTS, 1, 1},
                                   .args = args,
                                   .n_args = 1,
                                   .limits = {.time_ms = 10000, .output_bytes = 4096}};
  CHECK(wb_device_launch(device, &launch, &outcome, &err) == WB_OK);
  CHECK(wb_device_finish(device, &err) == WB_OK);
  CHECK(wb_buffer_read(device, buffer, 0, elements, sizeof elements, &err) == WB_OK);
  CHECK(wb_buffer_release(device, buffer, &err) == WB_OK);
  *printed = wb_strdup(outcome.text != NULL ? outcome.text : "");
  wb_outcome_release(&outcome);
  for (int i = 1; i < ELEMENTS; i++)
    if (elements[i] != elements[0]) return -1;
  return elements[0];
}

static wb_handle build(const struct program *program) {
  const struct wb_build_request request = {
      .source = program->text,
      .length = strlen(program->text),
      .file_name = "add.cl",
      .include_directory = program->headers,
      .any_include = program->headers != NULL,
      .options = program->options != NULL ? program->options : "",
      .time_limit_ms = 60000};
  struct wb_build_result result;
  wb_build_result_init(&result);
  CHECK(wb_device_build(device, &request, &result, &err) == WB_OK);
  const wb_handle handle = result.program;
  wb_build_result_release(&result);
  return handle;
}

static int run_printing(const struct program *program, char **printed) {
  const wb_handle handle = build(program);
  const int value = launch_add(handle, printed);
  CHECK(wb_program_release(device, handle, &err) == WB_OK);
  return value;
}

static int run(const struct program *program) {
  char *printed = NULL;
  const int value = run_printing(program, &printed);
  free(printed);
  return value;
}

/* ---- the tests ------------------------------------------------------------------------------ */

static const struct program add_6 = {
    .text = "__kernel void add(__global int *a) { int unused; a[get_global_id(0)] += 6; }\n"};
static const struct program add_7 = {
    .text = "__kernel void add(__global int *a) { int unused; a[get_global_id(0)] += 7; }\n"};

static void uses_what_is_kept(void) {
  if (!have_device()) return;
  forget_all();
  CHECK_INT(run(&add_6), 7);
  CHECK_INT(count_kept(), 1);
  char *path = kept_file(NULL);
  const ino_t before = file_number(path);
  CHECK_INT(run(&add_6), 7);
  CHECK(file_number(path) == before);
  CHECK_INT(count_kept(), 1);
  free(path);
}

static void tells_programs_apart(void) {
  if (!have_device()) return;
  forget_all();
  struct program with_macro = add_6;
  with_macro.options = "-D MORE=1";
  CHECK_INT(run(&add_6), 7);
  CHECK_INT(run(&add_7), 8);
  CHECK_INT(run(&with_macro), 7);
  CHECK_INT(count_kept(), 3);
}

static void keeps_one_with_a_macro_of_two_lines(void) {
  if (!have_device()) return;
  const struct program program = {
      .text =
          "#define STEP \\\n  9\n__kernel void add(__global int *a) { a[get_global_id(0)] += "
          "STEP; }\n"};
  forget_all();
  CHECK_INT(run(&program), 10);
  CHECK_INT(count_kept(), 1);
}

static void describes_a_kept_one(void) {
  if (!have_device()) return;
  const struct program program = {
      .text = "__kernel void add(__global int *a, int more) { a[get_global_id(0)] += more; }\n"};
  struct wb_kernel_info infos[2];
  forget_all();
  for (int i = 0; i < 2; i++) {
    const wb_handle handle = build(&program);
    CHECK(wb_kernel_info(device, handle, "add", &infos[i], &err) == WB_OK);
    CHECK(wb_program_release(device, handle, &err) == WB_OK);
  }
  CHECK_INT(infos[0].n_params, 2);
  CHECK_STRING(infos[0].params[1].name, "more");
  CHECK(memcmp(&infos[0], &infos[1], sizeof infos[0]) == 0);
}

/* What reads a header has its words after each of the ways to say so. */
static void reads_headers_again(void) {
  if (!have_device()) return;
  static const char *const ways[] = {"#include \"step.h\"", "#inc\\\nlude \"step.h\"",
                                     "%:include \"step.h\""};
  forget_all();
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
    char *text = wb_format(
        "%s\n__kernel void add(__global int *a) { a[get_global_id(0)] += STEP; }\n", ways[i]);
    const struct program program = {.text = text, .headers = include};
    write_header("#define STEP 2\n");
    CHECK_INT(run(&program), 3);
    write_header("#define STEP 3\n");
    CHECK_INT(run(&program), 4);
    free(text);
  }
  CHECK_INT(count_kept(), 0);
}

/* A driver's binary may have lost what kernels print. */
static void prints_again(void) {
  if (!have_device()) return;
  static const struct program programs[] = {
      {.text =
           "__kernel void add(__global int *a) { printf(\"%d\\n\", a[0]); a[get_global_id(0)] = "
           "2; }\n"},
      {.text = "#define NAME(x, y) x %:%: y\n__kernel void add(__global int *a) {\n  NAME(prin, "
               "tf)(\"one\\n\");\n  a[get_global_id(0)] = 2;\n}\n"},
      {.text = "__kernel void add(__global int *a) { say(\"one\\n\"); a[get_global_id(0)] = 2; }\n",
       .options = "-D say=printf"},
  };
  forget_all();
  for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
    char *first = NULL, *second = NULL;
    CHECK_INT(run_printing(&programs[i], &first), 2);
    CHECK_INT(run_printing(&programs[i], &second), 2);
    CHECK(first[0] != '\0');
    CHECK_STRING(second, first);
    free(first);
    free(second);
  }
  CHECK_INT(count_kept(), 0);
}

static void cut(const char *path, off_t length) { CHECK(truncate(path, length) == 0); }

static void cut_to_some(const char *path) { cut(path, 200); }
static void cut_to_nothing(const char *path) { cut(path, 0); }

static void change_bytes(const char *path, off_t first, size_t count) {
  struct stat found = {.st_size = 0};
  char *noise = wb_alloc(count + 1);
  memset(noise, 'X', count);
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  CHECK(fd >= 0 && fstat(fd, &found) == 0 && (size_t)found.st_size > count);
  CHECK(pwrite(fd, noise, count, first) == (ssize_t)count);
  close(fd);
  free(noise);
}

static void change_the_first_byte(const char *path) { change_bytes(path, 0, 1); }
static void change_the_middle(const char *path) { change_bytes(path, 1000, 1000); }

static void replace_by_another(const char *path) {
  CHECK_INT(run(&add_7), 8);
  char *other = kept_file(path);
  CHECK(other != NULL && rename(other, path) == 0);
  free(other);
}

static void takes_nothing_that_is_damaged(void) {
  if (!have_device()) return;
  static void (*const damages[])(const char *path) = {
      cut_to_some, cut_to_nothing, change_the_first_byte, change_the_middle, replace_by_another};
  forget_all();
  CHECK_INT(run(&add_6), 7);
  char *path = kept_file(NULL);
  for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
    damages[i](path);
    const ino_t before = file_number(path);
    CHECK_INT(run(&add_6), 7);
    CHECK(file_number(path) != before);
    CHECK_INT(run(&add_6), 7);
  }
  free(path);
}

/* Somebody empties the cache: its files, or all of it. */
static void needs_nothing_that_was_there(void) {
  if (!have_device()) return;
  forget_all();
  CHECK_INT(run(&add_6), 7);
  wb_folder_remove_tree(kept);
  CHECK(!wb_file_exists(kept));
  CHECK_INT(run(&add_6), 7);
  CHECK_INT(count_kept(), 1);
}

int main(void) {
  struct wb_device_info first;
  if (mkdtemp(folder) == NULL) return 1;
  kept = wb_path_join(folder, "kept");
  include = wb_path_join(folder, "include");
  CHECK(mkdir(kept, S_IRWXU) == 0 && mkdir(include, S_IRWXU) == 0);
  setenv(WB_KEPT_PROGRAMS, kept, 1);
  if (wb_opencl_list(&first, 1) == 1) CHECK(wb_opencl_open(first.selector, &device, &err) == WB_OK);
  tap_run("a program that is kept is used", uses_what_is_kept);
  tap_run("another text, or another macro, is another program", tells_programs_apart);
  tap_run("a macro of two lines is no reason to keep none", keeps_one_with_a_macro_of_two_lines);
  tap_run("the parameters of a kept program are the same", describes_a_kept_one);
  tap_run("no program is kept that reads a header, and it is read again", reads_headers_again);
  tap_run("a program that prints does so each time, since it is not kept", prints_again);
  tap_run("what is damaged, or in the place of another, is compiled anew",
          takes_nothing_that_is_damaged);
  tap_run("a folder that was removed is made again", needs_nothing_that_was_there);
  if (device != NULL) wb_device_close(device);
  wb_folder_remove_tree(folder);
  free(kept);
  free(include);
  return tap_finish();
}
