#include "plain/plain.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/exit_code.h"
#include "session/signals.h"
#include "result/missing_walls.h"
#include "plain/commands.h"
#include "text/columns.h"

/* ---- opening ---- */

/* Which course it is, where that is not plain. */
static void say_course(struct wb_dialogue *dialogue) {
  struct wb_course_place place;
  const struct wb_course_summary *about = &dialogue->session.catalog.course;
  const bool found = wb_course_find(&place, dialogue->options->course, NULL) == WB_OK;
  if (found && place.is_guess)
    wb_say(&dialogue->output, "There are several courses: course lists them, and goes to one.");
  else if (dialogue->switched && about->title != NULL)
    wb_say(&dialogue->output, "Course: %s.", about->title);
  free(place.path);
}

static void say_greeting(struct wb_dialogue *dialogue, const char *notice) {
  const struct wb_puzzle_summary *puzzle = wb_dialogue_puzzle(dialogue);
  struct wb_str text;
  wb_str_init(&text);
  wb_say(&dialogue->output, "GPU Puzzle Workbench, plain mode.");
  say_course(dialogue);
  wb_dialogue_say_total(dialogue);
  if (notice != NULL) wb_say(&dialogue->output, "Attention: %s.", notice);
  const struct wb_missing_walls *missing = wb_missing_walls_here();
  if (missing != NULL) wb_say(&dialogue->output, "Attention: %s.", missing->sentence);
  wb_dialogue_name_puzzle(puzzle, &text);
  wb_str_add(&text, ": ");
  wb_dialogue_name_progress(dialogue, puzzle, &text);
  wb_say(&dialogue->output, "Puzzle %s.", text.data);
  wb_dialogue_say_chapter(dialogue);
  wb_dialogue_make_own(dialogue);
  wb_say(&dialogue->output, "lesson reads its lesson, help lists the commands, quit leaves.");
  wb_str_release(&text);
}

static enum wb_status choose_first(struct wb_dialogue *dialogue, struct wb_error *err) {
  const struct wb_catalog *catalog = &dialogue->session.catalog;
  const struct wb_puzzle_summary *puzzle = NULL;
  const char *wanted = dialogue->options->puzzle;
  enum wb_status status = wb_session_choose(&dialogue->session, wanted, &puzzle, err);
  /* A spec with a mistake is no reason not to open the others. */
  if (status == WB_ERR_SPEC && catalog->count > 0 && wanted == NULL) {
    puzzle = wb_session_next(&dialogue->session);
    if (puzzle == NULL) puzzle = &catalog->items[0];
    status = WB_OK;
  }
  if (status != WB_OK) return status;
  dialogue->open = (size_t)(puzzle - catalog->items);
  return WB_OK;
}

/* Until the signals are caught, Ctrl-C ends the program as any other. */
static enum wb_status open_dialogue(struct wb_dialogue *dialogue,
                                    const struct wb_plain_options *options,
                                    struct wb_plain_input *input, char **notice,
                                    struct wb_error *err) {
  *dialogue = (struct wb_dialogue){.options = options, .input = *input};
  wb_plain_input_init(input, -1);
  wb_plain_output_init(&dialogue->output, STDOUT_FILENO);
  wb_pages_init(&dialogue->pages);
  wb_dialogue_init_changes(dialogue);
  dialogue->device = wb_strdup(options->device != NULL ? options->device : "emulator");
  enum wb_status status = wb_session_begin(&dialogue->session, options->course, NULL, notice, err);
  if (status == WB_OK) dialogue->origin = wb_origin_keep(dialogue->session.store, options->from);
  if (status == WB_OK) status = choose_first(dialogue, err);
  if (status != WB_OK) return status;
  dialogue->works = wb_alloc(dialogue->session.catalog.count * sizeof *dialogue->works);
  wb_dialogue_begin_changes(dialogue);
  return wb_signals_begin(err);
}

static void close_dialogue(struct wb_dialogue *dialogue) {
  for (size_t i = 0; dialogue->works != NULL && i < dialogue->session.catalog.count; i++)
    wb_dialogue_task_release(&dialogue->works[i]);
  free(dialogue->works);
  wb_dialogue_release_changes(dialogue);
  wb_judge_free(dialogue->spare);
  wb_dialogue_close_trace(dialogue);
  wb_pages_release(&dialogue->pages);
  wb_session_close(&dialogue->session);
  wb_plain_input_release(&dialogue->input);
  wb_plain_output_release(&dialogue->output);
  free(dialogue->device);
  wb_signals_end();
}

/* ---- talking ---- */

static void say_puzzle_prompt(struct wb_dialogue *dialogue) {
  struct wb_str name;
  wb_str_init(&name);
  wb_dialogue_name_puzzle(wb_dialogue_puzzle(dialogue), &name);
  wb_say_prompt(&dialogue->output, "%s> ", name.data);
  wb_str_release(&name);
}

/* A script's lines are not on the screen yet. */
static void execute_line(struct wb_dialogue *dialogue, const char *line) {
  if (dialogue->options->script != NULL) wb_say_as_is(&dialogue->output, "%s", line);
  dialogue->refused = false;
  unsigned number = dialogue->input.line;
  wb_dialogue_take_up_changes(dialogue);
  wb_dialogue_execute(dialogue, line);
  if (!dialogue->refused) return;
  dialogue->failed = true;
  if (dialogue->options->script == NULL) return;
  wb_plain_output_flush(&dialogue->output);
  fprintf(stderr, "workbench: %s:%u: this line failed\n", dialogue->options->script, number);
  dialogue->quit = true;
}

static void run_dialogue(struct wb_dialogue *dialogue) {
  struct wb_str line;
  wb_str_init(&line);
  while (!dialogue->quit && !dialogue->output.gone) {
    const struct wb_input_wait wait = {.lines = true, .fds = {-1, -1}, .timeout_ms = -1};
    wb_dialogue_follow_puzzle(dialogue);
    if (dialogue->quit) break;
    say_puzzle_prompt(dialogue);
    wb_plain_output_flush(&dialogue->output);
    enum wb_input_event event = wb_plain_input_wait(&dialogue->input, &wait, &line);
    if (event == WB_INPUT_LINE)
      execute_line(dialogue, line.data);
    else
      wb_dialogue_handle(dialogue, event);
  }
  wb_plain_output_flush(&dialogue->output);
  wb_str_release(&line);
}

static int exit_code(const struct wb_dialogue *dialogue) {
  bool gone = dialogue->output.gone && dialogue->output.why != EPIPE && dialogue->output.why != EIO;
  if (gone) fprintf(stderr, "workbench: cannot write: %s\n", strerror(dialogue->output.why));
  if (gone) return WB_EXIT_MISSING;
  if (dialogue->interrupted) return WB_EXIT_INTERRUPTED;
  return dialogue->failed && !dialogue->input.terminal ? WB_EXIT_NOT_ACCEPTED : 0;
}

/* Names of files and what a person typed are in it. */
static void print_error(const struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  wb_text_expand(&text, err->where, strlen(err->where));
  if (text.length > 0) wb_str_add(&text, ": ");
  wb_text_expand(&text, err->message, strlen(err->message));
  fprintf(stderr, "workbench: %s\n", text.data);
  wb_str_release(&text);
}

/* One course, until the learner leaves or goes to another: *next is that one's path. */
static int talk_about_course(const struct wb_plain_options *options, struct wb_plain_input *input,
                             bool switched, char **next) {
  struct wb_dialogue dialogue;
  struct wb_error err = {0};
  char *notice = NULL;
  int code;
  enum wb_status status = open_dialogue(&dialogue, options, input, &notice, &err);
  dialogue.switched = switched;
  if (status == WB_OK) {
    wb_signals_allow_stop(true);
    say_greeting(&dialogue, notice);
    wb_dialogue_keep_spare(&dialogue);
    run_dialogue(&dialogue);
    code = exit_code(&dialogue);
  } else {
    print_error(&err);
    code = wb_exit_of_status(status);
  }
  int raised = dialogue.input.raised;
  *next = dialogue.next_course;
  if (*next != NULL) {
    *input = dialogue.input;
    wb_plain_input_init(&dialogue.input, -1);
  }
  close_dialogue(&dialogue);
  free(notice);
  if (raised != 0) raise(raised);
  return code;
}

int wb_plain_main(const struct wb_plain_options *options) {
  struct wb_plain_options own = *options;
  struct wb_plain_input input;
  struct wb_error err = {0};
  char *course = NULL;
  int code = WB_EXIT_OK;
  wb_plain_input_init(&input, STDIN_FILENO);
  if (options->script != NULL &&
      wb_plain_input_read_script(&input, options->script, &err) != WB_OK) {
    print_error(&err);
    code = WB_EXIT_USAGE;
  }
  while (code != WB_EXIT_USAGE) {
    char *next = NULL;
    const int ended = talk_about_course(&own, &input, course != NULL, &next);
    if (ended != WB_EXIT_OK) code = ended;
    free(course);
    course = next;
    own.course = course;
    own.puzzle = NULL;
    if (course == NULL) break;
  }
  free(course);
  wb_plain_input_release(&input);
  return code;
}
