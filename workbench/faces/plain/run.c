/* Judging: progress in words, Ctrl-C at any moment, and what is kept of it. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "session/run_task.h"
#include "session/watch.h"
#include "plain/commands.h"
#include "plain/dialogue.h"
#include "report/write.h"

/* Something quick is not worth a word; then not too many of them. */
enum { FIRST_WORD_MS = 1000, NEXT_WORD_MS = 3000 };

static uint64_t now_ms(void) { return wb_clock_ns() / 1000000U; }

/* A run under way. */
struct run {
  struct wb_run_task task;
  bool ended;
  uint64_t next_word_ms;
  bool spoken;           /* a word was said */
  bool spoken_compiling; /* of which stage */
  size_t spoken_index;
};

/* ---- progress ---- */

static void say_progress(struct wb_dialogue *dialogue, struct run *run) {
  const struct wb_run_task *task = &run->task;
  bool changed = !run->spoken || run->spoken_compiling != task->compiling ||
                 run->spoken_index != task->case_index;
  if (!changed || now_ms() < run->next_word_ms) return;
  const char *cancel = !run->spoken && dialogue->input.terminal ? " Ctrl-C cancels." : "";
  if (task->case_total > 0)
    wb_say(&dialogue->output, "Case %zu of %zu, %u percent.%s", task->case_index, task->case_total,
           wb_run_task_percent(task), cancel);
  else
    wb_say(&dialogue->output, "%s.%s", task->compiling ? "Compiling" : "Starting", cancel);
  run->spoken = true;
  run->spoken_compiling = task->compiling;
  run->spoken_index = task->case_index;
  run->next_word_ms = now_ms() + NEXT_WORD_MS;
}

/* Until the next word may be due. */
static int progress_timeout(const struct run *run) {
  uint64_t now = now_ms();
  return now < run->next_word_ms ? (int)(run->next_word_ms - now) : NEXT_WORD_MS;
}

/* After a pause, the next word on the progress comes at once. */
static void progress_again(struct run *run) {
  run->spoken = false;
  run->next_word_ms = now_ms();
}

/* ---- events of the judge ---- */

static void take_events(struct run *run) {
  enum wb_run_step step = WB_RUN_STEP_EVENT;
  while (step == WB_RUN_STEP_EVENT) step = wb_run_task_step(&run->task);
  run->ended = run->ended || step == WB_RUN_STEP_ENDED;
}

static bool is_saved(struct wb_watch *watch) {
  return watch != NULL && wb_watch_check(watch, now_ms());
}

/* Waits until it is over, one way or another. */
static enum wb_run_end follow_run(struct wb_dialogue *dialogue, struct run *run,
                                  struct wb_watch *watch) {
  struct wb_str none;
  enum wb_run_end end = WB_RUN_DONE;
  wb_str_init(&none);
  take_events(run);
  while (end == WB_RUN_DONE && !run->ended) {
    struct wb_input_wait wait = {
        .fds = {wb_run_task_fd(&run->task), watch != NULL ? watch->fd : -1},
        .timeout_ms = progress_timeout(run)};
    if (watch != NULL)
      wait.timeout_ms = wb_shorter_timeout(wait.timeout_ms, wb_watch_timeout(watch, now_ms()));
    say_progress(dialogue, run);
    wb_plain_output_flush(&dialogue->output);
    enum wb_input_event event = wb_plain_input_wait(&dialogue->input, &wait, &none);
    take_events(run);
    if (event == WB_INPUT_CONTINUED) progress_again(run);
    if (event == WB_INPUT_INTERRUPT || event == WB_INPUT_STOP || dialogue->output.gone)
      end = WB_RUN_CANCELLED;
    else if (!run->ended && is_saved(watch))
      end = WB_RUN_OUTDATED;
  }
  wb_str_release(&none);
  return end;
}

/* ---- a run ---- */

/* *result is set, and the caller's, where it is done. */
static enum wb_run_end judge_kernel(struct wb_dialogue *dialogue, struct wb_run_options *options,
                                    struct wb_watch *watch, struct wb_result **result) {
  struct run run = {.next_word_ms = now_ms() + FIRST_WORD_MS};
  struct wb_error err = {0};
  enum wb_run_end end = WB_RUN_FAILED;
  options->spare = &dialogue->spare;
  options->keeps_on = true;
  if (wb_run_task_start(&run.task, options, &err) == WB_OK) {
    end = follow_run(dialogue, &run, watch);
    if (end == WB_RUN_DONE && run.task.status != WB_OK) end = WB_RUN_FAILED;
    if (end == WB_RUN_FAILED) err = run.task.error;
  }
  if (end == WB_RUN_FAILED) wb_dialogue_refuse_error(dialogue, &err);
  if (end == WB_RUN_CANCELLED) wb_dialogue_cancelled(dialogue);
  *result = end == WB_RUN_DONE ? wb_run_task_take(&run.task) : NULL;
  wb_run_task_cancel(&run.task);
  wb_dialogue_keep_spare(dialogue);
  return end;
}

/* The result is the open puzzle's now; `text` is the file as it was read. */
static void take_result(struct wb_dialogue *dialogue, struct wb_result *result, const char *text) {
  struct wb_dialogue_task *work = wb_dialogue_open_work(dialogue);
  wb_result_delete(work->result);
  free(work->judged);
  /* What was judged is what the judge has read: it may have been saved meanwhile. */
  work->result = result;
  work->told_mistake = work->by_old_spec = false;
  work->judged = wb_strdup(result->source != NULL ? result->source : text);
  work->told = 0;
}

static void keep_result(struct wb_dialogue *dialogue, const struct wb_run_options *options,
                        const struct wb_result *result) {
  struct wb_error err = {0};
  if (wb_session_record(&dialogue->session, options, result, &err) != WB_OK)
    wb_say(&dialogue->output, "Warning: progress is not kept: %s.", err.message);
}

struct wb_run_options wb_dialogue_run_options(const struct wb_dialogue *dialogue,
                                              const char *path) {
  return (struct wb_run_options){.course = dialogue->session.course.root,
                                 .puzzle = wb_dialogue_puzzle(dialogue)->slug,
                                 .file = path,
                                 .device = dialogue->device,
                                 .author = dialogue->options->author,
                                 .stands_back = true};
}

enum wb_run_end wb_dialogue_run(struct wb_dialogue *dialogue, struct wb_watch *watch) {
  char *path = NULL;
  bool is_starter = false;
  enum wb_run_end end = WB_RUN_FAILED;
  struct wb_result *result = NULL;
  wb_dialogue_close_trace(dialogue);
  char *text = wb_dialogue_read_kernel(dialogue, &path, &is_starter);
  if (text != NULL) {
    struct wb_run_options options = wb_dialogue_run_options(dialogue, path);
    wb_session_visit(&dialogue->session, options.puzzle);
    if (is_starter)
      wb_say(&dialogue->output, "This is the unchanged starter; edit makes your own file of it.");
    end = judge_kernel(dialogue, &options, watch, &result);
    if (end == WB_RUN_DONE) {
      keep_result(dialogue, &options, result);
      take_result(dialogue, result, text);
      wb_dialogue_tell_in_short(dialogue);
    }
  }
  free(text);
  free(path);
  return end;
}

enum wb_run_end wb_dialogue_try(struct wb_dialogue *dialogue, struct wb_run_options *options,
                                struct wb_result **result) {
  return judge_kernel(dialogue, options, NULL, result);
}

void wb_dialogue_keep_spare(struct wb_dialogue *dialogue) {
  if (!dialogue->quit)
    wb_judge_spare_keep(&dialogue->spare, dialogue->session.course.root, dialogue->device);
}

void wb_speak_run(struct wb_dialogue *dialogue, const char *argument) {
  if (wb_dialogue_go_to(dialogue, argument)) wb_dialogue_run(dialogue, NULL);
}

/* ---- watching ---- */

/* Waits for the next save; false when it is over. A line that says something is
 * the next command. */
static bool wait_for_save(struct wb_dialogue *dialogue, struct wb_watch *watch) {
  struct wb_str line;
  bool saved = false, over = false;
  wb_str_init(&line);
  while (!saved && !over) {
    const struct wb_input_wait wait = {
        .lines = true, .fds = {watch->fd, -1}, .timeout_ms = wb_watch_timeout(watch, now_ms())};
    wb_plain_output_flush(&dialogue->output);
    enum wb_input_event event = wb_plain_input_wait(&dialogue->input, &wait, &line);
    over = event != WB_INPUT_READY && event != WB_INPUT_TIMEOUT && event != WB_INPUT_CONTINUED;
    if (event == WB_INPUT_LINE && line.data[strspn(line.data, " \t")] != '\0')
      wb_plain_input_unread(&dialogue->input, line.data);
    if (event == WB_INPUT_INTERRUPT && dialogue->input.terminal)
      wb_say_line_end(&dialogue->output);
    else if (event != WB_INPUT_LINE && over)
      wb_dialogue_handle(dialogue, event);
    saved = !over && wb_watch_check(watch, now_ms());
  }
  wb_str_release(&line);
  return saved;
}

void wb_speak_watch(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_watch watch;
  if (!wb_dialogue_go_to(dialogue, argument)) return;
  char *path = wb_dialogue_begin_own(dialogue);
  if (path == NULL) return;
  wb_watch_init(&watch);
  wb_watch_set(&watch, path);
  const char *shown = wb_short_path(path);
  wb_say(&dialogue->output, "Watching %s. Each save runs it; Enter or Ctrl-C ends that.", shown);
  bool goes_on = true;
  while (goes_on) {
    enum wb_run_end end = wb_dialogue_run(dialogue, &watch);
    goes_on = end != WB_RUN_CANCELLED && !dialogue->quit;
    if (end == WB_RUN_OUTDATED) continue;
    if (goes_on) goes_on = wait_for_save(dialogue, &watch);
  }
  if (!dialogue->quit) wb_say(&dialogue->output, "Watching has ended.");
  wb_watch_release(&watch);
  free(path);
}
