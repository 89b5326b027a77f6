/* Working: the editor, the starter, hints and the solution. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/editor.h"
#include "session/signals.h"
#include "plain/commands.h"
#include "plain/dialogue.h"

/* ---- editing ---- */

/* Where the learner wants to be: at the line that is named, else at the first
 * thing to mend. */
static int line_to_edit(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_marks marks = {0};
  int line = (int)strtol(argument, NULL, 10);
  if (line == 0 && wb_result_is_fresh(dialogue)) {
    wb_collect_findings(wb_open_work(dialogue)->result, &marks);
    if (marks.count > 0 && marks.items[0].kind == WB_MARK_ERROR) line = (int)marks.items[0].line;
  }
  wb_marks_release(&marks);
  return line > 0 ? line : 0;
}

static enum wb_status edit_file(struct wb_dialogue *dialogue, const char *path, int line,
                                struct wb_error *err) {
  wb_voice_flush(&dialogue->voice);
  bool terminal = dialogue->ear.terminal && isatty(STDOUT_FILENO);
  enum wb_status status = wb_editor_run(path, line, terminal, err);
  wb_heed_ending_signals(dialogue);
  return status;
}

static void edit(struct wb_dialogue *dialogue, const char *path, int line) {
  struct wb_error err = {0};
  char *before = wb_read_text(path, &err), *after = NULL;
  if (before != NULL && edit_file(dialogue, path, line, &err) == WB_OK)
    after = wb_read_text(path, &err);
  if (after == NULL)
    wb_refuse_error(dialogue, &err);
  else if (strcmp(before, after) == 0)
    wb_say(&dialogue->voice, "Not changed. run judges it as it is.");
  else if (!dialogue->quit)
    wb_dialogue_run(dialogue, NULL);
  free(before);
  free(after);
}

static bool is_line(const char *argument) {
  return argument[0] != '\0' && argument[strspn(argument, "0123456789")] == '\0';
}

void wb_speak_edit(struct wb_dialogue *dialogue, const char *argument) {
  bool line = is_line(argument);
  if (!line && !wb_go_to(dialogue, argument)) return;
  char *path = wb_begin_own(dialogue);
  if (path != NULL) edit(dialogue, path, line_to_edit(dialogue, line ? argument : ""));
  free(path);
}

/* "--yes" and "yes": the words of the command line. True takes the word off. */
static bool has_word(char *argument, const char *word) {
  char *at = argument + strlen(argument);
  while (at > argument && at[-1] != ' ') at--;
  if (strcmp(at + strspn(at, "-"), word) != 0) return false;
  while (at > argument && at[-1] == ' ') at--;
  *at = '\0';
  return true;
}

static void reset(struct wb_dialogue *dialogue) {
  struct wb_error err = {0};
  char *backup = NULL;
  if (wb_course_reset(&dialogue->session.course, wb_open_puzzle(dialogue)->slug, &backup, &err) !=
      WB_OK)
    wb_refuse_error(dialogue, &err);
  else
    wb_say(&dialogue->voice, "The starter is back.%s%s%s",
           backup != NULL ? " Your file is kept as " : "",
           backup != NULL ? wb_path_basename(backup) : "", backup != NULL ? "." : "");
  free(backup);
}

void wb_speak_reset(struct wb_dialogue *dialogue, const char *argument) {
  char *wanted = wb_strdup(argument);
  bool sure = has_word(wanted, "yes");
  if (wb_go_to(dialogue, wanted)) {
    char *own = wb_course_work_file(&dialogue->session.course, wb_open_puzzle(dialogue)->slug);
    if (!wb_file_exists(own))
      wb_say(&dialogue->voice, "Nothing to reset: there is no file of yours yet.");
    else if (sure ||
             wb_dialogue_ask(dialogue, "Put the starter back? Your file is kept as a backup."))
      reset(dialogue);
    free(own);
  }
  free(wanted);
}

/* ---- hints ---- */

static void say_hint(struct wb_dialogue *dialogue, size_t index) {
  const struct wb_puzzle_summary *puzzle = wb_open_puzzle(dialogue);
  wb_say(&dialogue->voice, "Hint %zu of %zu: %s", index + 1, puzzle->n_hints, puzzle->hints[index]);
}

static void show_hints(struct wb_dialogue *dialogue, bool all) {
  const struct wb_puzzle_summary *puzzle = wb_open_puzzle(dialogue);
  size_t shown = wb_session_progress(&dialogue->session, puzzle->slug).hints_shown;
  size_t count = puzzle->n_hints, end = all ? count : shown + 1;
  struct wb_store *store = dialogue->session.store;
  struct wb_error err = {0};
  if (count == 0) {
    wb_say(&dialogue->voice, "This puzzle has no hints.");
  } else if (!all && shown >= count) {
    wb_say(&dialogue->voice, "All %zu hints are shown; hint all tells them again.", count);
  } else {
    for (size_t i = all ? 0 : shown; i < end; i++) say_hint(dialogue, i);
    if (end < count) wb_say(&dialogue->voice, "%zu more.", count - end);
    if (store != NULL && end > shown &&
        wb_store_show_hint(store, dialogue->session.course.root, puzzle->slug, (unsigned)end,
                           &err) != WB_OK)
      wb_say(&dialogue->voice, "Attention: progress is not kept: %s.", err.message);
  }
}

void wb_speak_hint(struct wb_dialogue *dialogue, const char *argument) {
  char *wanted = wb_strdup(argument);
  bool all = has_word(wanted, "all");
  if (wb_go_to(dialogue, wanted)) show_hints(dialogue, all);
  free(wanted);
}

/* ---- the solution ---- */

static void say_solution(struct wb_dialogue *dialogue) {
  struct wb_error err = {0};
  const char *line;
  size_t length;
  char *path = wb_course_solution(&dialogue->session.course, wb_open_puzzle(dialogue)->slug);
  char *text = wb_read_text(path, &err);
  if (text == NULL) wb_refuse_error(dialogue, &err);
  if (text != NULL) wb_say(&dialogue->voice, "A solution of ours:");
  for (uint32_t n = 1; text != NULL && wb_find_line(text, n, &line, &length); n++)
    wb_say_source(dialogue, n, line, length);
  if (text != NULL) wb_tell_explanation(dialogue, true);
  free(text);
  free(path);
}

void wb_speak_solution(struct wb_dialogue *dialogue, const char *argument) {
  char *wanted = wb_strdup(argument);
  bool sure = has_word(wanted, "spoil") || has_word(wanted, "yes");
  if (wb_go_to(dialogue, wanted)) {
    const char *slug = wb_open_puzzle(dialogue)->slug;
    if (sure || wb_session_progress(&dialogue->session, slug).solved ||
        wb_dialogue_ask(dialogue, "Not solved yet. Tell the solution all the same?"))
      say_solution(dialogue);
  }
  free(wanted);
}
