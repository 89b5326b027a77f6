#include "session/work.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "tap.h"

static char *folder; /* empty at first */

static void put(const char *name, const char *text) {
  char *path = wb_path_join(folder, name);
  char *parent = wb_path_dirname(path);
  CHECK_INT(wb_make_directories(parent, NULL), WB_OK);
  CHECK_INT(wb_file_write_atomic(path, text, strlen(text), NULL), WB_OK);
  free(parent);
  free(path);
}

/* The text of a file in the folder; the caller frees. */
static char *text_of(const char *name) {
  struct wb_str text;
  wb_str_init(&text);
  char *path = wb_path_join(folder, name);
  CHECK_INT(wb_file_read(path, 10000, &text, NULL), WB_OK);
  free(path);
  return wb_str_detach(&text);
}

static void check_has(const char *name, const char *part) {
  char *text = text_of(name);
  if (!CHECK(strstr(text, part) != NULL)) printf("# no %s in:\n# %s\n", part, text);
  free(text);
}

static struct wb_course course_with(const char *root, const char *work) {
  return (struct wb_course){.root = wb_path_join(folder, root), .work = wb_path_join(folder, work)};
}

static void opening_makes_the_kernel_and_what_editors_read(void) {
  struct wb_course course = course_with("course", "course/work");
  struct wb_work_made made;
  CHECK_INT(wb_work_open(&course, "01-map", &made, NULL), WB_OK);
  CHECK(made.file && made.folder);
  check_has("course/work/01-map.cl", "starter\n");
  check_has("course/work/compile_flags.txt", "-xcl\n");
  check_has("course/work/compile_flags.txt", "-I../kernels/include\n");
  check_has("course/work/compile_flags.txt", "/workbench/include\n");
  check_has("course/work/.luarc.json", "[\"../lua\"]");
  wb_course_release(&course);
}

static void nothing_that_is_there_is_changed(void) {
  struct wb_course course = course_with("course", "mine");
  struct wb_work_made made;
  char *dangling = wb_path_join(folder, "mine/.luarc.json");
  put("mine/01-map.cl", "mine\n");
  put("mine/compile_flags.txt", "-DMINE\n");
  CHECK_INT(symlink("nowhere", dangling), 0);
  CHECK_INT(wb_work_open(&course, "01-map", &made, NULL), WB_OK);
  CHECK(!made.file && !made.folder);
  check_has("mine/01-map.cl", "mine\n");
  check_has("mine/compile_flags.txt", "-DMINE\n");
  char *pointed = wb_path_join(folder, "mine/nowhere");
  CHECK(!wb_file_exists(pointed));
  free(pointed);
  free(dangling);
  wb_course_release(&course);
}

static void a_folder_elsewhere_names_the_course_in_full(void) {
  struct wb_course course = course_with("a \"quoted\" course", "elsewhere");
  put("a \"quoted\" course/kernels/01-map.cl", "starter\n");
  char *expected = wb_format("-I%s/a \"quoted\" course/kernels/include\n", folder);
  CHECK_INT(wb_work_open(&course, "01-map", NULL, NULL), WB_OK);
  check_has("elsewhere/compile_flags.txt", expected);
  check_has("elsewhere/.luarc.json", "/a \\\"quoted\\\" course/lua\"]");
  free(expected);
  wb_course_release(&course);
}

static void without_a_starter_nothing_is_made(void) {
  struct wb_course course = course_with("course", "new");
  struct wb_error err = {0};
  CHECK_INT(wb_work_open(&course, "99-none", NULL, &err), WB_ERR_SPEC);
  CHECK(!wb_file_exists(course.work));
  wb_course_release(&course);
}

int main(void) {
  char template[] = "/tmp/work-test-XXXXXX";
  folder = mkdtemp(template);
  if (folder == NULL) return 1;
  put("course/kernels/01-map.cl", "starter\n");
  tap_run("opening makes the kernel and what editors read",
          opening_makes_the_kernel_and_what_editors_read);
  tap_run("nothing that is there is changed", nothing_that_is_there_is_changed);
  tap_run("a work folder elsewhere names the course in full",
          a_folder_elsewhere_names_the_course_in_full);
  tap_run("without a starter nothing is made", without_a_starter_nothing_is_made);
  char *command = wb_format("rm -rf '%s'", folder);
  const int removed = system(command);
  free(command);
  return tap_finish() + (removed != 0);
}
