/* Working: the editor, the starter, hints and the solution. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/editor.h"
#include "session/mistake.h"
#include "session/signals.h"
#include "plain/commands.h"
#include "plain/dialogue.h"
#include "verbs/hints.h"
#include "verbs/origin.h"
#include "verbs/versions.h"

/* ---- editing ---- */

/* Where the learner wants to be: at the line that is named, else at the first
 * thing to mend. */
static int line_to_edit(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_marks marks = {0};
  int line = (int)strtol(argument, NULL, 10);
  if (line == 0 && wb_dialogue_result_is_fresh(dialogue)) {
    wb_dialogue_collect_findings(wb_dialogue_open_work(dialogue)->result, &marks);
    if (marks.count > 0 && marks.items[0].kind == WB_MARK_ERROR) line = (int)marks.items[0].line;
  }
  wb_marks_release(&marks);
  return line > 0 ? line : 0;
}

static enum wb_status edit_file(struct wb_dialogue *dialogue, const char *path, int line,
                                struct wb_error *err) {
  struct wb_marks marks = {0};
  struct wb_str findings;
  wb_str_init(&findings);
  if (wb_dialogue_result_is_fresh(dialogue))
    wb_marks_collect(wb_dialogue_open_work(dialogue)->result, &marks);
  wb_marks_list(&marks, path, &findings);
  if (marks.count > 0 && wb_editor_findings_key() != NULL)
    wb_say(&dialogue->output, "In your editor %s goes through what was found.",
           wb_editor_findings_key());
  wb_plain_output_flush(&dialogue->output);
  bool terminal = dialogue->input.terminal && isatty(STDOUT_FILENO);
  enum wb_status status = wb_editor_run(path, line, findings.data, terminal, err);
  wb_dialogue_handle_ending_signals(dialogue);
  wb_marks_release(&marks);
  wb_str_release(&findings);
  return status;
}

static void edit_kernel(struct wb_dialogue *dialogue, const char *path, int line) {
  struct wb_error err = {0};
  char *before = wb_dialogue_read_text(path, &err), *after = NULL;
  if (before != NULL && edit_file(dialogue, path, line, &err) == WB_OK)
    after = wb_dialogue_read_text(path, &err);
  if (after == NULL)
    wb_dialogue_refuse_error(dialogue, &err);
  else if (strcmp(before, after) == 0)
    wb_say(&dialogue->output, "Not changed. run judges it as it is.");
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
  if (!line && !wb_dialogue_go_to(dialogue, argument)) return;
  char *path = wb_dialogue_begin_own(dialogue);
  if (path != NULL) edit_kernel(dialogue, path, line_to_edit(dialogue, line ? argument : ""));
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

void wb_speak_reset(struct wb_dialogue *dialogue, const char *argument) {
  char *wanted = wb_strdup(argument);
  struct wb_reply reply = {0};
  struct wb_error err = {0};
  const bool sure = has_word(wanted, "yes");
  if (wb_dialogue_go_to(dialogue, wanted)) {
    struct wb_request request = wb_dialogue_request(dialogue, sure);
    enum wb_status status = wb_versions_reset(&request, &reply, &err);
    if (wb_dialogue_agrees(dialogue, &request, &reply))
      status = wb_versions_reset(&request, &reply, &err);
    wb_dialogue_say_reply(dialogue, &reply, status, &err);
  }
  wb_reply_release(&reply);
  free(wanted);
}

/* ---- hints ---- */

static bool is_stopped(void *data) { return wb_dialogue_is_stopped(data); }

/* What the course knows of the kernel as it was judged; it may have to judge for that. */
static void look_for_mistake(struct wb_dialogue *dialogue, struct wb_mistake_search *search) {
  if (!wb_dialogue_result_is_fresh(dialogue)) return;
  wb_mistake_begin(search, &dialogue->session.course, wb_dialogue_puzzle(dialogue)->slug,
                   wb_dialogue_open_work(dialogue)->result);
  wb_mistake_wait(search, is_stopped, dialogue);
}

static void show_hints(struct wb_dialogue *dialogue, bool all) {
  const struct wb_request request = wb_dialogue_request(dialogue, false);
  struct wb_dialogue_task *work = wb_dialogue_open_work(dialogue);
  struct wb_mistake_search search = {.course = NULL};
  struct wb_hints hints = wb_hints_next(&request, all);
  look_for_mistake(dialogue, &search);
  if (all || !work->told_mistake) wb_hints_add_mistake(&hints, search.why, all);
  work->told_mistake = search.why != NULL;
  struct wb_document text = {0};
  struct wb_error err = {0};
  char *notice = wb_hints_notice(&request, &hints);
  wb_hints_write(&request, &hints, WB_HINTS_UNWRAPPED, &text);
  wb_say_paragraphs(&dialogue->output, &text);
  if (notice != NULL) wb_say(&dialogue->output, "%s", notice);
  if (wb_hints_keep(&dialogue->session, &request, &hints, &err) != WB_OK)
    wb_say(&dialogue->output, "Warning: progress is not kept: %s.", err.message);
  wb_mistake_release(&search);
  wb_document_release(&text);
  free(notice);
}

void wb_speak_hint(struct wb_dialogue *dialogue, const char *argument) {
  char *wanted = wb_strdup(argument);
  bool all = has_word(wanted, "all");
  if (wb_dialogue_go_to(dialogue, wanted)) show_hints(dialogue, all);
  free(wanted);
}

/* ---- the solution ---- */

/* The language that the argument ends with, which is taken off. */
static enum wb_language take_language(char *argument) {
  for (size_t i = WB_LANGUAGE_OPENCL + 1; i < WB_LANGUAGE_COUNT; i++)
    if (has_word(argument, wb_origin_word((enum wb_language)i))) return (enum wb_language)i;
  return WB_LANGUAGE_OPENCL;
}

static void say_languages(struct wb_dialogue *dialogue, const char *slug) {
  const struct wb_course *course = &dialogue->session.course;
  for (enum wb_language at = wb_versions_next_language(course, slug, WB_LANGUAGE_OPENCL);
       at != WB_LANGUAGE_OPENCL; at = wb_versions_next_language(course, slug, at))
    wb_say(&dialogue->output, "solution %s reads it in %s.", wb_origin_word(at),
           wb_language_name(at));
}

static void say_solution(struct wb_dialogue *dialogue, const struct wb_version_text *kernel) {
  const char *line;
  size_t length;
  wb_say(&dialogue->output, "%c%s:", toupper((unsigned char)kernel->name[0]), kernel->name + 1);
  for (uint32_t n = 1; wb_dialogue_find_line(kernel->text, n, &line, &length); n++)
    wb_dialogue_say_source(dialogue, n, line, length);
  wb_dialogue_tell_explanation(dialogue, true);
}

void wb_speak_solution(struct wb_dialogue *dialogue, const char *argument) {
  char *wanted = wb_strdup(argument);
  struct wb_version_text kernel = {0};
  struct wb_reply reply = {0};
  struct wb_error err = {0};
  const bool sure = has_word(wanted, "spoil") || has_word(wanted, "yes");
  const enum wb_language language = take_language(wanted);
  if (wb_dialogue_go_to(dialogue, wanted)) {
    struct wb_request request = wb_dialogue_request(dialogue, sure);
    enum wb_status status = wb_versions_read_solution(&request, language, &kernel, &reply, &err);
    if (wb_dialogue_agrees(dialogue, &request, &reply))
      status = wb_versions_read_solution(&request, language, &kernel, &reply, &err);
    if (status != WB_OK)
      wb_dialogue_refuse_error(dialogue, &err);
    else if (kernel.text != NULL)
      say_solution(dialogue, &kernel);
    if (kernel.text != NULL && language == WB_LANGUAGE_OPENCL)
      say_languages(dialogue, request.slug);
  }
  wb_version_text_release(&kernel);
  wb_reply_release(&reply);
  free(wanted);
}
