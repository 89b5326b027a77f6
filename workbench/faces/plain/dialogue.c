#include "plain/dialogue.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "session/signals.h"

const struct wb_puzzle_summary *wb_dialogue_puzzle(const struct wb_dialogue *dialogue) {
  return &dialogue->session.catalog.items[dialogue->open];
}

struct wb_dialogue_task *wb_dialogue_open_work(struct wb_dialogue *dialogue) {
  return &dialogue->works[dialogue->open];
}

void wb_dialogue_task_release(struct wb_dialogue_task *work) {
  wb_result_delete(work->result);
  free(work->judged);
  free(work->ours);
  *work = (struct wb_dialogue_task){0};
}

void wb_dialogue_refuse(struct wb_dialogue *dialogue, const char *format, ...) {
  va_list args;
  va_start(args, format);
  wb_say_va(&dialogue->output, format, args);
  va_end(args);
  dialogue->refused = true;
}

/* Messages are written to stand after a name; here they are sentences. */
void wb_dialogue_refuse_error(struct wb_dialogue *dialogue, const struct wb_error *err) {
  const char *text = err->message;
  size_t length = strlen(text);
  bool ends = length > 0 && strchr(".?!", text[length - 1]) != NULL;
  if (err->where[0] != '\0')
    wb_dialogue_refuse(dialogue, "%s: %s%s", err->where, text, ends ? "" : ".");
  else
    wb_dialogue_refuse(dialogue, "%c%s%s", toupper((unsigned char)text[0]), text + (length > 0),
                       ends ? "" : ".");
}

/* ---- event that is no line ---- */

void wb_dialogue_handle(struct wb_dialogue *dialogue, enum wb_input_event event) {
  bool person = dialogue->input.terminal;
  if (event == WB_INPUT_INTERRUPT && person) {
    wb_plain_input_drop(&dialogue->input);
    wb_say_line_end(&dialogue->output);
    wb_say(&dialogue->output, "Nothing is running. quit, or Ctrl-D on an empty line, leaves.");
  } else if (event == WB_INPUT_INTERRUPT) {
    dialogue->interrupted = dialogue->quit = true;
  } else if (event == WB_INPUT_END) {
    wb_say_line_end(&dialogue->output);
    dialogue->quit = true;
  } else if (event == WB_INPUT_STOP) {
    dialogue->quit = true;
  } else if (event == WB_INPUT_CONTINUED) {
    wb_say_line_end(&dialogue->output);
  }
}

void wb_dialogue_cancelled(struct wb_dialogue *dialogue) {
  if (dialogue->input.raised != 0) {
    dialogue->quit = true;
  } else if (!dialogue->input.terminal) {
    dialogue->interrupted = dialogue->quit = true;
  } else {
    wb_plain_input_drop(&dialogue->input);
    wb_say_line_end(&dialogue->output);
    wb_say(&dialogue->output, "Cancelled. quit, or Ctrl-D, leaves.");
  }
}

bool wb_dialogue_await(struct wb_dialogue *dialogue, const struct wb_dialogue_wait *wait) {
  enum { LOOK_MS = 1000 }; /* a judge that hangs says nothing that could be read */
  struct wb_str none;
  bool over = false, stopped = false, said = false;
  wb_str_init(&none);
  over = wait->step(wait->data);
  while (!over && !stopped) {
    const struct wb_input_wait input = {.fds = {wait->fd, -1}, .timeout_ms = LOOK_MS};
    enum wb_input_event event = wb_plain_input_wait(&dialogue->input, &input, &none);
    stopped = event == WB_INPUT_INTERRUPT || event == WB_INPUT_STOP;
    if (stopped) wb_dialogue_cancelled(dialogue);
    if (event == WB_INPUT_TIMEOUT && !said) wb_say(&dialogue->output, "%s", wait->word);
    said = said || event == WB_INPUT_TIMEOUT;
    wb_plain_output_flush(&dialogue->output);
    over = !stopped && wait->step(wait->data);
  }
  wb_str_release(&none);
  return over;
}

bool wb_dialogue_is_stopped(struct wb_dialogue *dialogue) {
  const struct wb_input_wait wait = {.fds = {-1, -1}, .timeout_ms = 0};
  struct wb_str none;
  wb_str_init(&none);
  enum wb_input_event event = wb_plain_input_wait(&dialogue->input, &wait, &none);
  bool stopped = event == WB_INPUT_INTERRUPT || event == WB_INPUT_STOP;
  if (stopped) wb_dialogue_cancelled(dialogue);
  wb_str_release(&none);
  return stopped;
}

/* A Ctrl-C was another program's. */
void wb_dialogue_handle_ending_signals(struct wb_dialogue *dialogue) {
  for (int number = wb_signals_next(); number != 0; number = wb_signals_next()) {
    if (number != SIGTERM && number != SIGHUP) continue;
    dialogue->input.raised = number;
    dialogue->quit = true;
  }
}

static bool ask_yes_or_no(struct wb_dialogue *dialogue, const char *question,
                          const char *declined) {
  const struct wb_input_wait wait = {.lines = true, .fds = {-1, -1}, .timeout_ms = -1};
  struct wb_str line;
  enum wb_input_event event = WB_INPUT_CONTINUED;
  wb_str_init(&line);
  while (event == WB_INPUT_CONTINUED) {
    wb_say_prompt(&dialogue->output, "%s yes or no: ", question);
    wb_plain_output_flush(&dialogue->output);
    event = wb_plain_input_wait(&dialogue->input, &wait, &line);
  }
  if (event != WB_INPUT_LINE) wb_dialogue_handle(dialogue, event);
  if (event == WB_INPUT_LINE && dialogue->options->script != NULL)
    wb_say_as_is(&dialogue->output, "%s", line.data);
  const char *answer = line.data + strspn(line.data, " \t");
  bool yes = event == WB_INPUT_LINE &&
             (strcasecmp(answer, "y") == 0 || strncasecmp(answer, "yes", 3) == 0);
  if (!yes && !dialogue->quit) wb_say(&dialogue->output, "%s", declined);
  wb_str_release(&line);
  return yes;
}

/* ---- verbs ---- */

struct wb_request wb_dialogue_request(const struct wb_dialogue *dialogue, bool sure) {
  return wb_session_request(&dialogue->session, WB_FACE_DIALOGUE, wb_dialogue_puzzle(dialogue),
                            sure);
}

bool wb_dialogue_agrees(struct wb_dialogue *dialogue, struct wb_request *request,
                        struct wb_reply *reply) {
  if (reply->kind != WB_REPLY_QUESTION ||
      !ask_yes_or_no(dialogue, reply->question, reply->declined))
    return false;
  request->sure = true;
  wb_reply_release(reply);
  return true;
}

void wb_dialogue_say_reply(struct wb_dialogue *dialogue, const struct wb_reply *reply,
                           enum wb_status status, const struct wb_error *err) {
  if (status != WB_OK)
    wb_dialogue_refuse_error(dialogue, err);
  else if (reply->notice != NULL)
    wb_say(&dialogue->output, "%s", reply->notice);
}

/* ---- the trace ---- */

void wb_dialogue_close_trace(struct wb_dialogue *dialogue) {
  wb_playback_free(dialogue->stepper.playback);
  free(dialogue->stepper.text);
  free(dialogue->stepper.kernel_file);
  free(dialogue->stepper.kernel_text);
  dialogue->stepper = (struct wb_stepper){.step = WB_PLAYBACK_START};
}
