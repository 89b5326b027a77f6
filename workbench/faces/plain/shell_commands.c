#include "plain/shell_commands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "commands/command.h"

bool wb_dialogue_is_shell_command(const char *word) {
  const struct wb_command *command = wb_command_named(word);
  return command != NULL && wb_is_of_shell(command) && strcmp(word, "ui") != 0;
}

/* Where TERM says "dumb", the command line writes neither colours nor a line
 * that is written over. */
static enum wb_status spawn_plainly(struct wb_process *process, const struct wb_spawn *spawn,
                                    struct wb_error *err) {
  char *term = wb_strdup(getenv("TERM"));
  setenv("TERM", "dumb", 1);
  enum wb_status status = wb_process_spawn(process, spawn, err);
  if (term != NULL)
    setenv("TERM", term, 1);
  else
    unsetenv("TERM");
  free(term);
  return status;
}

/* The child gets this terminal, and its Ctrl-C with it; but of what the dialogue
 * reads from a pipe it gets nothing. */
static enum wb_status run_process(struct wb_dialogue *dialogue, const struct wb_names *words,
                                  struct wb_exit *end, struct wb_error *err) {
  const struct wb_fd_map fds[] = {
      {STDIN_FILENO, STDIN_FILENO}, {STDOUT_FILENO, STDOUT_FILENO}, {STDERR_FILENO, STDERR_FILENO}};
  const char **argv = wb_alloc((words->count + 4) * sizeof *argv);
  struct wb_process process = {0};
  size_t count = 0, first = dialogue->input.terminal ? 0 : 1;
  argv[count++] = "/proc/self/exe";
  argv[count++] = words->items[0];
  argv[count++] = "--course";
  argv[count++] = dialogue->session.course.named;
  for (size_t i = 1; i < words->count; i++) argv[count++] = words->items[i];
  struct wb_spawn spawn = {.argv = argv, .fds = fds + first, .n_fds = 3 - first};
  enum wb_status status = spawn_plainly(&process, &spawn, err);
  if (status == WB_OK) status = wb_process_wait(&process, -1, end, err);
  free(argv);
  return status;
}

void wb_dialogue_run_shell_command(struct wb_dialogue *dialogue, const char *word,
                                   const char *argument) {
  struct wb_names words;
  struct wb_exit end = {0};
  struct wb_error err = {0};
  char *line = wb_format("%s %s", word, argument);
  wb_names_init(&words);
  if (!wb_split_words(line, &words)) {
    wb_dialogue_refuse(dialogue, "A quote is not closed.");
  } else {
    wb_plain_output_flush(&dialogue->output);
    if (run_process(dialogue, &words, &end, &err) != WB_OK)
      wb_dialogue_refuse_error(dialogue, &err);
    else if (end.exited && end.code == 2)
      dialogue->refused = true;
    wb_dialogue_handle_ending_signals(dialogue);
  }
  wb_names_release(&words);
  free(line);
}

const struct wb_command *wb_dialogue_screen_command(const char *name) {
  const struct wb_command *command = wb_command_named(name);
  const bool has_words =
      command != NULL && (command->instead.type != NULL || command->instead.why != NULL);
  return has_words ? command : NULL;
}
