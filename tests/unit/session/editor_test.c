#include "session/editor.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "tap.h"

static char folder[] = "/tmp/editor-test-XXXXXX";

/* An editor NAME in the folder that writes its arguments to FOLDER/args and
 * ends with `code`. */
static char *make_editor(const char *name, int code) {
  char *path = wb_format("%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  if (!CHECK(file != NULL)) return path;
  fprintf(file, "#!/bin/sh\nprintf '%%s|' \"%s\" \"$@\" > %s/args\nexit %d\n", name, folder, code);
  fclose(file);
  chmod(path, 0700);
  return path;
}

static const char *arguments(void) {
  static char text[1024];
  struct wb_str read;
  char *path = wb_format("%s/args", folder);
  wb_str_init(&read);
  text[0] = '\0';
  if (wb_file_read(path, sizeof text - 1, &read, NULL) == WB_OK) {
    snprintf(text, sizeof text, "%s", read.data);
  }
  wb_str_release(&read);
  unlink(path);
  free(path);
  return text;
}

static void visual_wins_over_editor(void) {
  char *visual = make_editor("visual", 0), *editor = make_editor("editor", 0);
  setenv("VISUAL", visual, 1);
  setenv("EDITOR", editor, 1);
  CHECK_INT(wb_editor_run("a kernel.cl", 0, false, NULL), WB_OK);
  CHECK_STRING(arguments(), "visual|a kernel.cl|");
  setenv("VISUAL", "", 1);
  CHECK_INT(wb_editor_run("a kernel.cl", 0, false, NULL), WB_OK);
  CHECK_STRING(arguments(), "editor|a kernel.cl|");
  free(visual);
  free(editor);
}

static void the_variable_may_hold_arguments(void) {
  char *editor = make_editor("code", 0);
  char *command = wb_format("%s --wait --reuse", editor);
  setenv("EDITOR", command, 1);
  CHECK_INT(wb_editor_run("k.cl", 12, false, NULL), WB_OK);
  CHECK_STRING(arguments(), "code|--wait|--reuse|k.cl|");
  free(command);
  free(editor);
}

static void editors_that_take_a_line_get_one(void) {
  char *editor = make_editor("vim", 0);
  setenv("EDITOR", editor, 1);
  CHECK_INT(wb_editor_run("k.cl", 12, false, NULL), WB_OK);
  CHECK_STRING(arguments(), "vim|+12|k.cl|");
  free(editor);
}

static void failing_editors_say_how(void) {
  struct wb_error err;
  char *editor = make_editor("bad", 4);
  setenv("EDITOR", editor, 1);
  CHECK_INT(wb_editor_run("k.cl", 0, false, &err), WB_ERR_CRASH);
  CHECK(strstr(err.message, "($EDITOR) ended with exit code 4") != NULL);
  setenv("EDITOR", "/nonexistent/editor", 1);
  CHECK_INT(wb_editor_run("k.cl", 0, false, &err), WB_ERR_MISSING);
  CHECK(strstr(err.message, "cannot be run") != NULL);
  free(editor);
}

static void without_any_editor_it_says_what_to_set(void) {
  struct wb_error err;
  unsetenv("EDITOR");
  setenv("PATH", folder, 1);
  CHECK_INT(wb_editor_run("k.cl", 0, false, &err), WB_ERR_MISSING);
  CHECK_STRING(err.message, "set $EDITOR; nano and vi were not found");
  char *vi = make_editor("vi", 0);
  CHECK_INT(wb_editor_run("k.cl", 0, false, &err), WB_OK);
  CHECK_STRING(arguments(), "vi|k.cl|");
  free(vi);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("$VISUAL wins over $EDITOR, and an empty one is none", visual_wins_over_editor);
  tap_run("the variable may hold arguments", the_variable_may_hold_arguments);
  tap_run("editors that take a line get one", editors_that_take_a_line_get_one);
  tap_run("editors that fail or are not there say so", failing_editors_say_how);
  tap_run("without any editor it says what to set, and nano or vi are found",
          without_any_editor_it_says_what_to_set);
  static const char *const made[] = {"visual", "editor", "code", "vim", "bad", "vi"};
  for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
    char *path = wb_format("%s/%s", folder, made[i]);
    unlink(path);
    free(path);
  }
  rmdir(folder);
  return tap_finish();
}
