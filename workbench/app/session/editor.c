#include "session/editor.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/file.h"
#include "base/process.h"
#include "base/str.h"
#include "course/course.h"
#include "session/crash.h"
#include "session/known_editor.h"

static bool is_set(const char *value) { return value != NULL && value[0] != '\0'; }

/* The command as a shell reads it, and what it came from. */
static const char *find_editor(const char **origin) {
  static const char *const variables[] = {"VISUAL", "EDITOR"};
  static const char *const usual[] = {"nano", "vi"};
  for (size_t i = 0; i < 2; i++) {
    *origin = i == 0 ? "$VISUAL" : "$EDITOR";
    if (is_set(getenv(variables[i]))) return getenv(variables[i]);
  }
  *origin = "found in PATH";
  for (size_t i = 0; i < 2; i++) {
    char *path = wb_editor_path_of_program(usual[i]);
    const bool there = path != NULL;
    free(path);
    if (there) return usual[i];
  }
  return NULL;
}

static bool is_kernel(const char *path) {
  const size_t length = strlen(path);
  return length > 3 && strcmp(path + length - 3, ".cl") == 0;
}

static void add_editor_options(struct wb_editor_command *command,
                               const struct wb_known_editor *editor, const char *findings) {
  char *files = wb_course_program_folder("editors");
  const struct wb_editor_setup setup = {command->command, files, findings};
  editor->add_options(&setup, &command->words);
  free(files);
}

/* The file, and the line in it as the editor takes it. */
static void add_place(struct wb_editor_command *command, const struct wb_known_editor *editor,
                      const char *path, int line) {
  const bool knows = line > 0 && editor != NULL;
  char *at_line = wb_format("+%d", line), *place = wb_format("%s:%d", path, line);
  if (knows && editor->takes_line) wb_names_add(&command->words, at_line);
  if (knows && editor->takes_place) wb_names_add(&command->words, "--goto");
  wb_names_add(&command->words, knows && editor->takes_place ? place : path);
  free(at_line);
  free(place);
}

static void point_at_words(struct wb_editor_command *command) {
  command->argv = wb_alloc((command->words.count + 1) * sizeof *command->argv);
  for (size_t i = 0; i < command->words.count; i++) command->argv[i] = command->words.items[i];
}

enum { TEXT_MAX = 1 << 20 };

/* The line of a file where its starter says that code goes; 0: it does not. */
static int line_of_task(const char *path) {
  struct wb_str text;
  int line = 0;
  wb_str_init(&text);
  wb_file_read(path, TEXT_MAX, &text, NULL);
  const char *task = strstr(text.data, "Your code here");
  for (const char *c = text.data; task != NULL && c <= task; c++)
    line += c == text.data || c[-1] == '\n';
  wb_str_release(&text);
  return line;
}

enum wb_status wb_editor_command_init(struct wb_editor_command *command, const char *path, int line,
                                      const char *findings, struct wb_error *err) {
  *command = (struct wb_editor_command){0};
  wb_names_init(&command->words);
  command->command = find_editor(&command->origin);
  if (command->command == NULL)
    return wb_fail(err, WB_ERR_MISSING, "set $EDITOR; nano and vi were not found");
  /* The shell outlives a Ctrl-C that the editor handles, and the end of the terminal, at which an
   * editor still saves what is not saved: with the shell its whole group ends. */
  char *script = wb_format(
      "trap : INT QUIT HUP TERM; WORKBENCH_FINDINGS=$1; export WORKBENCH_FINDINGS; "
      "shift; %s \"$@\"",
      command->command);
  const char *const shell[] = {"/bin/sh", "-c", script, "sh", findings != NULL ? findings : ""};
  for (size_t i = 0; i < sizeof shell / sizeof shell[0]; i++)
    wb_names_add(&command->words, shell[i]);
  free(script);
  const struct wb_known_editor *editor = wb_editor_known(command->command);
  if (editor != NULL && editor->add_options != NULL && is_kernel(path))
    add_editor_options(command, editor, findings);
  add_place(command, editor, path, line > 0 ? line : line_of_task(path));
  point_at_words(command);
  return WB_OK;
}

void wb_editor_command_release(struct wb_editor_command *command) {
  free(command->argv);
  wb_names_release(&command->words);
  *command = (struct wb_editor_command){0};
}

bool wb_editor_go_to(uint32_t line, struct wb_str *keys, struct wb_str *why) {
  const char *origin, *command = find_editor(&origin);
  const struct wb_known_editor *editor = command != NULL ? wb_editor_known(command) : NULL;
  const bool can = editor != NULL && editor->go_to != NULL;
  if (can) {
    wb_str_addf(keys, "%s%u%s", editor->go_to, line, editor->after_line);
  } else {
    wb_str_addf(why, "\"%s\" cannot be told where to go", command != NULL ? command : "");
  }
  return can;
}

static const struct wb_known_editor *find_known(void) {
  const char *origin, *command = find_editor(&origin);
  return command != NULL ? wb_editor_known(command) : NULL;
}

const char *wb_editor_findings_key(void) {
  const struct wb_known_editor *editor = find_known();
  return editor != NULL ? editor->findings : NULL;
}

const char *wb_editor_save_key(void) {
  const struct wb_known_editor *editor = find_known();
  return editor != NULL ? editor->save : NULL;
}

struct wb_editor_leave wb_editor_leave(void) {
  const char *origin, *command = find_editor(&origin);
  const struct wb_known_editor *editor = command != NULL ? wb_editor_known(command) : NULL;
  if (editor == NULL) return (struct wb_editor_leave){NULL, NULL};
  return (struct wb_editor_leave){editor->leave, editor->stay};
}

enum wb_status wb_editor_judge_end(const struct wb_editor_command *command,
                                   const struct wb_exit *end, struct wb_error *err) {
  if (end->exited && end->code == 0) return WB_OK;
  if (end->exited && (end->code == 127 || end->code == 126)) {
    return wb_fail(err, WB_ERR_MISSING,
                   "the editor \"%s\" (%s) cannot be run; set $EDITOR to one that is installed",
                   command->command, command->origin);
  }
  if (end->exited) {
    return wb_fail(err, WB_ERR_CRASH, "the editor \"%s\" (%s) ended with exit code %d",
                   command->command, command->origin, end->code);
  }
  return wb_fail(err, WB_ERR_CRASH, "the editor \"%s\" (%s) was ended by signal %d",
                 command->command, command->origin, end->signal);
}

static enum wb_status spawn_and_wait(const char *const *argv, bool terminal, struct wb_exit *end,
                                     struct wb_error *err) {
  const struct wb_fd_map fds[] = {
      {STDIN_FILENO, STDIN_FILENO}, {STDOUT_FILENO, STDOUT_FILENO}, {wb_crash_stderr(), 2}};
  struct wb_spawn spawn = {.argv = argv, .fds = fds, .n_fds = terminal ? 3 : 0};
  struct wb_process process = {0};
  /* Ctrl-\ is the editor's; the child has the default again. */
  const struct sigaction ignored = {.sa_handler = SIG_IGN};
  struct sigaction before;
  sigaction(SIGQUIT, &ignored, &before);
  enum wb_status status = wb_process_spawn(&process, &spawn, err);
  if (status == WB_OK) status = wb_process_wait(&process, -1, end, err);
  sigaction(SIGQUIT, &before, NULL);
  return status;
}

/* The path of a file with them; NULL: there are none, or it cannot be made. The caller removes
 * and frees. */
static char *write_findings(const char *findings) {
  char *folder = findings != NULL && findings[0] != '\0' ? wb_cache_folder() : NULL;
  char *path = NULL;
  if (folder == NULL) return NULL;
  wb_cache_make(folder);
  path = wb_format("%s/findings-%d", folder, (int)getpid());
  if (wb_file_write_atomic(path, findings, strlen(findings), NULL) != WB_OK) {
    free(path);
    path = NULL;
  }
  free(folder);
  return path;
}

enum wb_status wb_editor_run(const char *path, int line, const char *findings, bool terminal,
                             struct wb_error *err) {
  struct wb_editor_command command;
  struct wb_exit end = {0};
  char *file = write_findings(findings);
  enum wb_status status = wb_editor_command_init(&command, path, line, file, err);
  if (status == WB_OK) status = spawn_and_wait(command.argv, terminal, &end, err);
  if (status == WB_OK) status = wb_editor_judge_end(&command, &end, err);
  wb_editor_command_release(&command);
  if (file != NULL) unlink(file);
  free(file);
  return status;
}
