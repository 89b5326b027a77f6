#include "session/editor.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "course/course.h"
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
  CHECK_INT(wb_editor_run("a kernel.cl", 0, NULL, false, NULL), WB_OK);
  CHECK_STRING(arguments(), "visual|a kernel.cl|");
  setenv("VISUAL", "", 1);
  CHECK_INT(wb_editor_run("a kernel.cl", 0, NULL, false, NULL), WB_OK);
  CHECK_STRING(arguments(), "editor|a kernel.cl|");
  free(visual);
  free(editor);
}

static void the_variable_may_hold_arguments(void) {
  char *editor = make_editor("code", 0);
  char *command = wb_format("%s --wait --reuse", editor);
  setenv("EDITOR", command, 1);
  CHECK_INT(wb_editor_run("k.cl", 12, NULL, false, NULL), WB_OK);
  CHECK_STRING(arguments(), "code|--wait|--reuse|--goto|k.cl:12|");
  free(command);
  free(editor);
}

static void it_opens_where_the_starter_says_that_code_goes(void) {
  char *editor = make_editor("joe", 0), *kernel = wb_format("%s/starter.cl", folder);
  const char text[] = "kernel void k(void) {\n\n  // Your code here (one line).\n}\n";
  char *at_task = wb_format("joe|+3|%s|", kernel), *at_line = wb_format("joe|+1|%s|", kernel);
  setenv("EDITOR", editor, 1);
  CHECK_INT(wb_file_write_atomic(kernel, text, sizeof text - 1, NULL), WB_OK);
  CHECK_INT(wb_editor_run(kernel, 0, NULL, false, NULL), WB_OK);
  CHECK_STRING(arguments(), at_task);
  CHECK_INT(wb_editor_run(kernel, 1, NULL, false, NULL), WB_OK);
  CHECK_STRING(arguments(), at_line);
  CHECK(wb_editor_save_key() == NULL);
  setenv("EDITOR", "vim -R", 1);
  CHECK_STRING(wb_editor_save_key(), ":w");
  unlink(kernel);
  free(at_line);
  free(at_task);
  free(kernel);
  free(editor);
}

static void editors_that_take_a_line_get_one(void) {
  char *editor = make_editor("vim", 0);
  setenv("EDITOR", editor, 1);
  CHECK_INT(wb_editor_run("k.cl", 12, NULL, false, NULL), WB_OK);
  char *files = wb_course_program_folder("editors");
  char *expected =
      wb_format("vim|--cmd|set runtimepath+=%s/vim|-c|setlocal number|+12|k.cl|", files);
  CHECK_STRING(arguments(), expected);
  free(expected);
  free(files);
  free(editor);
}

static void a_link_is_what_it_leads_to(void) {
  char *editor = make_editor("nano", 0), *link = wb_format("%s/my-editor", folder);
  CHECK(symlink(editor, link) == 0);
  setenv("EDITOR", link, 1);
  setenv("WORKBENCH_CACHE", "off", 1);
  CHECK_INT(wb_editor_run("k.cl", 3, NULL, false, NULL), WB_OK);
  CHECK_STRING(arguments(), "nano|-l|-S|--syntax=c|+3|k.cl|");
  unlink(link);
  free(link);
  free(editor);
}

/* The file that nano is told to read. */
static char *nanorc_given(void) {
  const char *given = strstr(arguments(), "--rcfile=");
  if (!CHECK(given != NULL)) return wb_strdup("");
  char *path = wb_strndup(given + 9, strcspn(given + 9, "|"));
  struct wb_str text;
  wb_str_init(&text);
  CHECK_INT(wb_file_read(path, 1 << 20, &text, NULL), WB_OK);
  unlink(path);
  free(path);
  return wb_str_detach(&text);
}

static void nano_reads_our_colours_and_the_persons_settings(void) {
  char *editor = make_editor("nano", 0), *own = wb_format("%s/.nanorc", folder);
  setenv("EDITOR", editor, 1);
  setenv("HOME", folder, 1);
  setenv("WORKBENCH_CACHE", folder, 1);
  CHECK_INT(wb_file_create(own, "set tabsize 3\n", 14, NULL), WB_OK);
  CHECK_INT(wb_editor_run("k.cl", 0, NULL, false, NULL), WB_OK);
  char *text = nanorc_given();
  const char *ours = strstr(text, "editors/opencl.nanorc\"\n");
  CHECK(ours != NULL && strstr(ours, "set tabsize 3\n") != NULL);
  free(text);
  char *command = wb_format("%s --rcfile=mine", editor);
  setenv("EDITOR", command, 1);
  CHECK_INT(wb_editor_run("k.cl", 0, NULL, false, NULL), WB_OK);
  CHECK_STRING(arguments(), "nano|--rcfile=mine|-l|-S|--syntax=c|k.cl|");
  setenv("EDITOR", editor, 1);
  CHECK_INT(wb_editor_run("notes.txt", 0, NULL, false, NULL), WB_OK);
  CHECK_STRING(arguments(), "nano|notes.txt|");
  unlink(editor); /* so that later tests find no nano */
  unlink(own);
  free(command);
  free(own);
  free(editor);
}

/* The rest of a word of `text` that begins so; the caller frees. */
static char *word_after(const char *text, const char *begin) {
  const char *at = strstr(text, begin);
  if (!CHECK(at != NULL)) return wb_strdup("");
  at += strlen(begin);
  return wb_strndup(at, strcspn(at, " \n|"));
}

static void editors_are_told_what_was_found(void) {
  char *seen = wb_format("%s/seen", folder);
  char *command = wb_format("cp \"$WORKBENCH_FINDINGS\" %s; echo", seen);
  struct wb_str text;
  setenv("EDITOR", command, 1);
  CHECK_INT(wb_editor_run("k.cl", 0, "k.cl:1:1: error: no\n", false, NULL), WB_OK);
  wb_str_init(&text);
  CHECK_INT(wb_file_read(seen, 1000, &text, NULL), WB_OK);
  CHECK_STRING(text.data, "k.cl:1:1: error: no\n");
  unlink(seen);
  setenv("EDITOR", "test -z \"$WORKBENCH_FINDINGS\" && echo", 1);
  CHECK_INT(wb_editor_run("k.cl", 0, "", false, NULL), WB_OK);
  char *editor = make_editor("nano", 0);
  setenv("EDITOR", editor, 1);
  CHECK_INT(wb_editor_run("k.cl", 0, "k.cl:1:1: error: no\n", false, NULL), WB_OK);
  char *rules = nanorc_given();
  char *file = word_after(rules, "linter cat ");
  CHECK(strstr(file, folder) == file && !wb_file_exists(file)); /* it is removed afterwards */
  unlink(editor);
  free(file);
  free(rules);
  free(editor);
  wb_str_release(&text);
  free(command);
  free(seen);
}

static void only_editors_that_can_be_told_are_typed_into(void) {
  static const struct {
    const char *name, *keys;
  } editors[] = {{"vim",
                  "\x1c\x0e"
                  "12G"},
                 {"nano", "\x03\033[24;2~12\r"},
                 {"emacs", "\033[9001~12~"},
                 {"hx", "\033[27u:12\r"},
                 {"gvim", NULL}, /* it has a window of its own */
                 {"micro", NULL},
                 {"code", NULL}};
  for (size_t i = 0; i < sizeof editors / sizeof editors[0]; i++) {
    struct wb_str keys, why;
    wb_str_init(&keys);
    wb_str_init(&why);
    setenv("EDITOR", editors[i].name, 1);
    CHECK(wb_editor_go_to(12, &keys, &why) == (editors[i].keys != NULL));
    CHECK_STRING(keys.data, editors[i].keys != NULL ? editors[i].keys : "");
    CHECK((why.length > 0) == (editors[i].keys == NULL));
    wb_str_release(&keys);
    wb_str_release(&why);
  }
}

static void failing_editors_say_how(void) {
  struct wb_error err;
  char *editor = make_editor("bad", 4);
  setenv("EDITOR", editor, 1);
  CHECK_INT(wb_editor_run("k.cl", 0, NULL, false, &err), WB_ERR_CRASH);
  CHECK(strstr(err.message, "($EDITOR) ended with exit code 4") != NULL);
  setenv("EDITOR", "/nonexistent/editor", 1);
  CHECK_INT(wb_editor_run("k.cl", 0, NULL, false, &err), WB_ERR_MISSING);
  CHECK(strstr(err.message, "cannot be run") != NULL);
  free(editor);
}

static void without_any_editor_it_says_what_to_set(void) {
  struct wb_error err;
  unsetenv("EDITOR");
  setenv("PATH", folder, 1);
  CHECK_INT(wb_editor_run("k.cl", 0, NULL, false, &err), WB_ERR_MISSING);
  CHECK_STRING(err.message, "set $EDITOR; nano and vi were not found");
  char *vi = make_editor("vi", 0);
  CHECK_INT(wb_editor_run("k.cl", 0, NULL, false, &err), WB_OK);
  CHECK_STRING(arguments(), "vi|-c|set number|k.cl|");
  free(vi);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("an editor opens where the starter says that code goes",
          it_opens_where_the_starter_says_that_code_goes);
  tap_run("$VISUAL wins over $EDITOR, and an empty one is none", visual_wins_over_editor);
  tap_run("the variable may hold arguments", the_variable_may_hold_arguments);
  tap_run("editors that take a line get one", editors_that_take_a_line_get_one);
  tap_run("a link is the editor that it leads to", a_link_is_what_it_leads_to);
  tap_run("nano reads our colours, and after them the person's own settings",
          nano_reads_our_colours_and_the_persons_settings);
  tap_run("editors are told what was found, in a file for as long as they run",
          editors_are_told_what_was_found);
  tap_run("only editors that are known to understand it are typed into",
          only_editors_that_can_be_told_are_typed_into);
  tap_run("editors that fail or are not there say so", failing_editors_say_how);
  tap_run("without any editor it says what to set, and nano or vi are found",
          without_any_editor_it_says_what_to_set);
  static const char *const made[] = {"visual", "editor", "code", "vim", "bad", "vi", "nano"};
  for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
    char *path = wb_format("%s/%s", folder, made[i]);
    unlink(path);
    free(path);
  }
  rmdir(folder);
  return tap_finish();
}
