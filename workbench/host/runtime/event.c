/* Events: places in queues that others wait for. */
#include <stdlib.h>

#include "base/clock.h"
#include "runtime/private.h"

/* An event, and the command that it keeps. */
enum { EVENT_ROOM = sizeof(struct wb_host_event) + sizeof(struct wb_host_command) };

enum wb_status wb_host_event_new(struct wb_host_context *context, struct wb_host_event **out,
                                 struct wb_error *err) {
  struct wb_host *host = context->host;
  const enum wb_status status = wb_host_take_room(host, EVENT_ROOM, err);
  if (status != WB_OK) return status;
  struct wb_host_event *event = wb_alloc(sizeof *event);
  event->context = wb_context_hold(context);
  event->made = wb_host_here(host);
  event->next = host->events;
  event->link = &host->events;
  if (event->next != NULL) event->next->link = &event->next;
  host->events = event;
  *out = event;
  return WB_OK;
}

void wb_host_event_drop(struct wb_host_event *event) {
  if (event->mark != NULL) wb_command_drop(event->mark);
  *event->link = event->next;
  if (event->next != NULL) event->next->link = event->link;
  wb_host_give_room(event->context->host, EVENT_ROOM);
  wb_context_let_go(event->context);
  free(event);
}

void wb_host_free_events(struct wb_host *host) {
  for (struct wb_host_event *event = host->events, *next; event != NULL; event = next) {
    next = event->next;
    wb_host_event_drop(event);
  }
}

/* A queue that waits for an event which is recorded only now, by a queue that itself comes after
 * the wait, would wait for ever where waiting is taken at its word. */
static void check_circle(struct wb_host_queue *queue, const struct wb_host_event *event) {
  struct wb_host *host = queue->context->host;
  if (event->waited_unrecorded.line == 0) return;
  if (wb_vector_clock_of(&queue->clock, event->waiting) <= event->waiting_after) return;
  wb_host_report(host,
                 &(struct wb_host_fault){.kind = WB_EVENT_MISUSE,
                                         .severity = WB_SEVERITY_ERROR,
                                         .place = wb_host_here(host),
                                         .other = event->waited_unrecorded},
                 "records an event after commands that come after a wait for it: the two wait for "
                 "each other");
}

enum wb_status wb_host_record(struct wb_host_queue *queue, struct wb_host_event *event,
                              struct wb_error *err) {
  struct wb_host_command *command = NULL;
  if (event->context != queue->context)
    return wb_host_refuse(queue->context->host,
                          &(struct wb_host_fault){.kind = WB_WRONG_CONTEXT,
                                                  .severity = WB_SEVERITY_ERROR,
                                                  .place = wb_host_here(queue->context->host),
                                                  .other = event->made},
                          err, "an event of context %d is recorded in a queue of context %d",
                          event->context->number, queue->context->number);
  check_circle(queue, event);
  enum wb_status status = wb_command_new(queue, WB_COMMAND_MARKER, &command, err);
  if (status != WB_OK) return status;
  if (event->mark != NULL) wb_command_drop(event->mark);
  event->mark = wb_command_hold(command);
  event->recorded = command->place;
  event->asked = 0;
  status = wb_command_enqueue(command, err);
  wb_vector_clock_copy(&event->clock, &command->clock);
  return status;
}

static void report_unrecorded(struct wb_host *host, const struct wb_host_event *event) {
  wb_host_report(host,
                 &(struct wb_host_fault){.kind = WB_EVENT_MISUSE,
                                         .severity = WB_SEVERITY_ERROR,
                                         .place = wb_host_here(host),
                                         .other = event->made},
                 "waits for an event that nothing was recorded in: it waits for nothing");
}

static void check_flushed(struct wb_host_queue *queue, const struct wb_host_event *event) {
  const struct wb_host_queue *of = event->mark->queue;
  if (!of->context->explicit_flush || event->mark->state == WB_COMMAND_DONE ||
      of->flushed >= event->mark->number)
    return;
  wb_host_report(queue->context->host,
                 &(struct wb_host_fault){.kind = WB_EVENT_MISUSE,
                                         .severity = WB_SEVERITY_ERROR,
                                         .place = wb_host_here(queue->context->host),
                                         .other = event->recorded},
                 "waits for an event of a queue that was not flushed since: the device may never "
                 "get what comes before it");
}

static void report_useless_wait(struct wb_host *host, const struct wb_host_event *event) {
  wb_host_report(host,
                 &(struct wb_host_fault){.kind = WB_REDUNDANT_WORK,
                                         .severity = WB_SEVERITY_WARNING,
                                         .place = wb_host_here(host),
                                         .other = event->recorded},
                 "waits for an event that orders nothing new");
}

enum wb_status wb_host_wait_event(struct wb_host_queue *queue, struct wb_host_event *event,
                                  struct wb_error *err) {
  struct wb_host *host = queue->context->host;
  struct wb_host_command *mark = event->mark;
  (void)err;
  if (mark == NULL) {
    report_unrecorded(host, event);
    event->waited_unrecorded = wb_host_here(host);
    event->waiting = queue->number;
    event->waiting_after = queue->n_commands;
    return WB_OK;
  }
  check_flushed(queue, event);
  if (wb_vector_clock_of(&queue->clock, mark->queue->number) >= mark->number ||
      wb_vector_clock_of(&host->clock, mark->queue->number) >= mark->number)
    report_useless_wait(host, event);
  wb_vector_clock_join(&queue->clock, &event->clock);
  if (mark->queue == queue || mark->state == WB_COMMAND_DONE) return WB_OK;
  queue->waits = wb_grow(queue->waits, &queue->waits_capacity, queue->n_waits + 1, sizeof(void *));
  queue->waits[queue->n_waits++] = wb_command_hold(mark);
  return WB_OK;
}

enum wb_status wb_host_await_event(struct wb_host_event *event, struct wb_error *err) {
  struct wb_host *host = event->context->host;
  const struct wb_host_place here = wb_host_here(host);
  const uint64_t start = wb_clock_ns();
  if (event->mark == NULL) {
    report_unrecorded(host, event);
    return WB_OK;
  }
  if (wb_vector_clock_of(&host->clock, event->mark->queue->number) >= event->mark->number)
    report_useless_wait(host, event);
  enum wb_status status = wb_host_complete(event->mark, err);
  if (status != WB_OK) return status;
  wb_vector_clock_join(&host->clock, &event->clock);
  wb_uses_prune(host);
  wb_lanes_wait(host, event->context, WB_TIMELINE_WAITS_EVENT, 0, here, start);
  return wb_host_after_wait(host, err);
}

/* A command that is held back would never be done for a program that only asks; so the second
 * question carries it out. */
enum wb_status wb_host_event_is_done(struct wb_host_event *event, bool *done,
                                     struct wb_error *err) {
  struct wb_host *host = event->context->host;
  enum wb_status status = WB_OK;
  *done = false;
  if (event->mark == NULL) {
    report_unrecorded(host, event);
    *done = true;
    return WB_OK;
  }
  if (event->mark->state != WB_COMMAND_DONE && event->asked++ > 0 &&
      event->mark->queue->context->device->holds_back)
    status = wb_host_complete(event->mark, err);
  else
    status = wb_host_poll(host, err);
  if (status != WB_OK) return status;
  *done = event->mark->state == WB_COMMAND_DONE;
  if (*done) {
    wb_vector_clock_join(&host->clock, &event->clock);
    wb_uses_prune(host);
    status = wb_host_after_wait(host, err);
  }
  return status;
}

enum wb_status wb_host_event_times(struct wb_host_event *event, struct wb_host_times *times,
                                   struct wb_error *err) {
  if (event->mark == NULL)
    return wb_fail(err, WB_ERR_USAGE, "an event that nothing was recorded in has no times");
  enum wb_status status = WB_OK;
  if (event->mark->state != WB_COMMAND_DONE) status = wb_host_await_event(event, err);
  if (status == WB_OK) *times = event->mark->times;
  return status;
}
