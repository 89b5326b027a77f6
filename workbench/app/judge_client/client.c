#include "judge_client/client.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/clean.h"
#include "device/registry.h"
#include "result/event_json.h"
#include "result/judge_protocol.h"
#include "judge_client/private.h"

enum {
  EVENTS_MAX = 64 << 20, /* bytes of one line */
  OUTPUT_MAX = 64 << 10, /* of the judge's stdout and stderr */
  END_WAIT_MS = 8000,    /* a hang: from the end of the events to the end of the process */
  END_LOOK_MS = 3        /* so long for it in one call: whoever reads has keys to answer */
};

/* ---- reading ----------------------------------------------------------------- */

/* As much as a pipe holds; then it is the events' turn, however much is printed. */
static void drain_output(struct wb_judge *judge) {
  char piece[4096];
  for (int round = 0; round < 16; round++) {
    ssize_t got = read(judge->output_fd, piece, sizeof piece);
    if (got <= 0) return;
    if (judge->output.length < OUTPUT_MAX) wb_clean_text(&judge->output, piece, (size_t)got);
  }
}

/* One read; false at the end of the events. A part of an event is a sign of life,
 * too: whoever was stopped for long finds no more than what a pipe holds. */
static bool read_more(struct wb_judge *judge) {
  char piece[4 * 4096]; /* each page of it is touched */
  ssize_t got = read(judge->events_fd, piece, sizeof piece);
  if (got > 0) {
    wb_str_add_bytes(&judge->events, piece, (size_t)got);
    judge->since_ns = wb_clock_ns();
  }
  return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

/* The next whole line, without its newline; NULL where there is none yet. */
static const char *next_line(struct wb_judge *judge, size_t *length) {
  if (judge->held.result != NULL) return NULL; /* what comes is no line */
  const char *start = judge->events.data + judge->taken;
  const char *from = judge->events.data + judge->scanned;
  const char *end = memchr(from, '\n', judge->events.length - judge->scanned);
  judge->scanned = end != NULL ? (size_t)(end - judge->events.data) + 1 : judge->events.length;
  if (end == NULL) return NULL;
  *length = (size_t)(end - start);
  judge->taken = judge->scanned;
  return start;
}

static void forget_taken(struct wb_judge *judge) {
  if (judge->taken < judge->events.length) return;
  wb_str_clear(&judge->events);
  judge->taken = judge->scanned = 0;
}

/* ---- a judge that fails ------------------------------------------------------ */

/* What ended it, for the person who must act. */
static enum wb_status explain_end(struct wb_judge *judge, const struct wb_exit *end,
                                  struct wb_str *out) {
  int length = (int)(judge->output.length < 600 ? judge->output.length : 600);
  if (!end->exited && end->signal == SIGXCPU && judge->puzzle != NULL) {
    wb_str_addf(out,
                "puzzles/%s/puzzle.lua: the spec used more than %u s of CPU time; look for an "
                "endless loop or far too large sizes in inputs, reference or at the top level",
                judge->puzzle, wb_judge_cpu_seconds());
    return WB_ERR_SPEC;
  }
  if (end->exited)
    wb_str_addf(out, "the judge ended with exit code %d before its result", end->code);
  else
    wb_str_addf(out, "the judge was ended by signal %d (%s)%s", end->signal, strsignal(end->signal),
                end->signal == SIGKILL ? "; has this machine run out of memory?" : "");
  if (length > 0) wb_str_addf(out, ": %.*s", length, judge->output.data);
  return WB_ERR_CRASH;
}

static void result_of_failure(const struct wb_judge *judge, enum wb_status cause,
                              const char *detail, struct wb_event *event) {
  event->kind = WB_EVENT_RESULT;
  event->result = wb_alloc(sizeof *event->result);
  event->result->puzzle = wb_strdup(judge->puzzle);
  event->result->file = wb_strdup(judge->file);
  event->result->device = wb_strdup(wb_device_label(judge->device));
  event->result->verdict = WB_VERDICT_JUDGE_ERROR;
  event->result->cause = cause;
  event->result->detail = wb_strdup(detail);
  event->result->compile_log = wb_strdup("");
  event->result->elapsed_ms = wb_elapsed_ms(judge->since_ns);
}

/* Ends the process; gives a result that says so, or for a description fails. */
static enum wb_status end_with_error(struct wb_judge *judge, enum wb_status cause,
                                     const char *detail, struct wb_event *event,
                                     struct wb_error *err) {
  enum wb_status status = WB_OK;
  /* One that waited too long, or died meanwhile, is nobody's fault. */
  if (judge->waited) return wb_judge_replace(judge, err);
  wb_process_abandon(&judge->process, WB_JUDGE_END_MS);
  judge->done = true;
  if (judge->describing)
    status = wb_fail(err, cause, "%s", detail);
  else
    result_of_failure(judge, cause, detail, event);
  return status;
}

static enum wb_status fail_ended(struct wb_judge *judge, struct wb_event *event,
                                 struct wb_error *err) {
  struct wb_exit end = {0};
  struct wb_str why;
  enum wb_status cause = WB_ERR_CRASH;
  if (judge->ended_ns == 0) judge->ended_ns = wb_clock_ns();
  const bool gone = wb_process_wait(&judge->process, END_LOOK_MS, &end, NULL) == WB_OK;
  if (!gone && wb_elapsed_ms(judge->ended_ns) < (double)END_WAIT_MS) return WB_OK; /* not yet */
  wb_str_init(&why);
  if (gone) {
    kill(-judge->group, SIGKILL); /* whatever it left behind */
    drain_output(judge);
    cause = explain_end(judge, &end, &why);
  } else {
    wb_str_add(&why, "the judge closed its events but did not end");
  }
  enum wb_status status = end_with_error(judge, cause, why.data, event, err);
  wb_str_release(&why);
  return status;
}

/* Where a trace belongs to the result, that waits for its bytes. */
static void keep_result(struct wb_judge *judge, struct wb_event *event) {
  if (event->kind != WB_EVENT_RESULT || event->result->trace_length == 0) return;
  judge->held = *event;
  judge->done = false;
  memset(event, 0, sizeof *event);
}

/* Gives out the result that was held, once its bytes are there, or will not
 * come: it counts without them. */
static bool take_held(struct wb_judge *judge, bool open, struct wb_event *event) {
  const size_t length = judge->held.result->trace_length;
  const bool there = judge->events.length - judge->taken >= length;
  if (!there && open) return false;
  *event = judge->held;
  memset(&judge->held, 0, sizeof judge->held);
  if (there) {
    event->result->trace = wb_alloc(length);
    memcpy(event->result->trace, judge->events.data + judge->taken, length);
    judge->taken += length;
    judge->scanned = judge->taken;
  } else {
    event->result->trace_length = 0;
    event->result->trace_note = wb_strdup("the judge ended before it gave its trace");
  }
  judge->done = true;
  return true;
}

static enum wb_status take_line(struct wb_judge *judge, const char *line, size_t length,
                                struct wb_event *event, struct wb_error *err) {
  struct wb_error why;
  if (wb_event_parse(line, length, event, &judge->patience_ms, &why) != WB_OK)
    return end_with_error(judge, WB_ERR_PROTOCOL, why.message, event, err);
  judge->since_ns = wb_clock_ns();
  judge->waited = false;
  judge->done = event->kind == WB_EVENT_RESULT || event->kind == WB_EVENT_DATA ||
                event->kind == WB_EVENT_AUDIT || event->kind == WB_EVENT_END;
  keep_result(judge, event);
  return WB_OK;
}

static uint32_t wait_limit(const struct wb_judge *judge) {
  return judge->waited ? WB_SPARE_PATIENCE_MS : judge->patience_ms;
}

/* What a spec's `print` wrote came before the result, so all of it is there. */
static void take_printed(struct wb_judge *judge, struct wb_event *event) {
  char **printed = event->kind == WB_EVENT_RESULT  ? &event->result->printed
                   : event->kind == WB_EVENT_AUDIT ? &event->audit->printed
                                                   : NULL;
  if (printed == NULL || *printed != NULL) return;
  drain_output(judge);
  *printed = wb_strdup(judge->output.data);
}

enum wb_status wb_judge_next(struct wb_judge *judge, struct wb_event *event, struct wb_error *err) {
  enum wb_status status = WB_OK;
  const char *line;
  size_t length;
  bool open = true;
  memset(event, 0, sizeof *event);
  if (judge->done) return WB_OK;
  drain_output(judge);
  line = next_line(judge, &length);
  if (line == NULL) {
    open = read_more(judge);
    line = next_line(judge, &length);
  }
  const bool in_time = wb_elapsed_ms(judge->since_ns) <= wait_limit(judge);
  if (judge->held.result != NULL && take_held(judge, open && in_time, event)) {
    take_printed(judge, event);
    forget_taken(judge);
    return WB_OK;
  }
  if (line != NULL) {
    status = take_line(judge, line, length, event, err);
    if (status == WB_OK) take_printed(judge, event);
  } else if (!open) {
    status = fail_ended(judge, event, err);
  } else if (judge->events.length - judge->taken > EVENTS_MAX) {
    status =
        end_with_error(judge, WB_ERR_PROTOCOL, "the judge wrote an event without end", event, err);
  } else if (!in_time) {
    status = end_with_error(judge, WB_ERR_LIMIT,
                            "the judge does not answer any more; it was stopped", event, err);
  }
  forget_taken(judge);
  return status;
}
