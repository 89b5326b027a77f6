#include "session/editor.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/str.h"
#include "session/crash.h"

static bool is_set(const char *value) { return value != NULL && value[0] != '\0'; }

static bool in_path(const char *name) {
  const char *path = getenv("PATH");
  bool found = false;
  while (path != NULL && *path != '\0' && !found) {
    size_t length = strcspn(path, ":");
    char *folder = wb_strndup(path, length);
    char *file = wb_path_join(length > 0 ? folder : ".", name);
    found = wb_is_regular_file(file) && access(file, X_OK) == 0;
    free(file);
    free(folder);
    path += length + (path[length] == ':');
  }
  return found;
}

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
    if (in_path(usual[i])) return usual[i];
  }
  return NULL;
}

/* Editors that take "+LINE" before the file. */
static bool takes_line(const char *command) {
  static const char *const known[] = {"nano",  "vi",          "vim", "nvim",  "view",
                                      "emacs", "emacsclient", "kak", "micro", "joe",
                                      "ne",    "pico",        "mg",  "jed"};
  char *word = wb_strndup(command, strcspn(command, " \t"));
  const char *name = wb_path_basename(word);
  bool takes = false;
  for (size_t i = 0; i < sizeof known / sizeof known[0] && !takes; i++) {
    takes = strcmp(known[i], name) == 0;
  }
  free(word);
  return takes;
}

enum wb_status wb_editor_command_init(struct wb_editor_command *command, const char *path, int line,
                                      struct wb_error *err) {
  *command = (struct wb_editor_command){0};
  command->command = find_editor(&command->origin);
  if (command->command == NULL)
    return wb_fail(err, WB_ERR_MISSING, "set $EDITOR; nano and vi were not found");
  /* The shell outlives a Ctrl-C that the editor handles. */
  command->script = wb_format("trap : INT QUIT; %s \"$@\"", command->command);
  command->at_line = wb_format("+%d", line);
  command->path = wb_strdup(path);
  const char *argv[] = {"/bin/sh", "-c", command->script, "sh", command->path, NULL, NULL};
  if (line > 0 && takes_line(command->command)) {
    argv[4] = command->at_line;
    argv[5] = command->path;
  }
  memcpy(command->argv, argv, sizeof argv);
  return WB_OK;
}

void wb_editor_command_release(struct wb_editor_command *command) {
  free(command->script);
  free(command->at_line);
  free(command->path);
  *command = (struct wb_editor_command){0};
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

enum wb_status wb_editor_run(const char *path, int line, bool terminal, struct wb_error *err) {
  struct wb_editor_command command;
  struct wb_exit end = {0};
  enum wb_status status = wb_editor_command_init(&command, path, line, err);
  if (status == WB_OK) status = spawn_and_wait(command.argv, terminal, &end, err);
  if (status == WB_OK) status = wb_editor_judge_end(&command, &end, err);
  wb_editor_command_release(&command);
  return status;
}
