/* Contexts, queues and events. */
#include <string.h>

#include "library/interrupt.h"
#include "library/object.h"
#include "library/script.h"

/* ---- contexts ---------------------------------------------------------------------------------
 */

static struct workbench_queue *add_queue(struct workbench_context *context,
                                         struct wb_host_queue *handle) {
  struct workbench_queue *queue =
      wb_api_object_new(context->object.host, WB_OBJECT_QUEUE, sizeof *queue);
  queue->handle = handle;
  queue->context = context;
  return queue;
}

workbench_status workbench_context_new_at(workbench_host *host,
                                          const workbench_context_options *options,
                                          workbench_context **out, const char *file, int line) {
  workbench_context_options given = {.size = sizeof given};
  struct wb_host_context *handle = NULL;
  struct wb_error err = {.status = WB_OK};
  if (out == NULL) return wb_api_refuse(__func__, "there is no place for the context: it is NULL");
  *out = NULL;
  workbench_status checked = wb_api_object_check(__func__, host, WB_OBJECT_HOST);
  if (checked == WORKBENCH_OK && options != NULL)
    checked = wb_api_take(__func__, options, &given, sizeof given);
  if (checked != WORKBENCH_OK) return checked;
  if (given.id > INT32_MAX) return wb_api_refuse(__func__, "there is no device %u", given.id);
  wb_api_object_enter(host, file, line);
  const bool usual = given.api == NULL && given.id == 0;
  const struct wb_host_context_options how = {.api = given.api,
                                              .id = usual ? -1 : (int)given.id,
                                              .explicit_flush = given.explicit_flush != 0};
  wb_api_interrupt_begin(host, NULL);
  enum wb_status status = wb_host_context_new(host->handle, &how, &handle, &err);
  status = wb_api_interrupt_end(host, NULL, status, &err);
  if (status != WB_OK) return wb_api_end(status, &err);
  struct workbench_context *context = wb_api_object_new(host, WB_OBJECT_CONTEXT, sizeof *context);
  context->handle = handle;
  context->queue = add_queue(context, wb_host_context_queue(handle));
  *out = context;
  return WORKBENCH_OK;
}

workbench_status workbench_context_release(workbench_context *context) {
  workbench_status checked = wb_api_object_check(__func__, context, WB_OBJECT_CONTEXT);
  if (checked != WORKBENCH_OK) return checked;
  wb_api_scripts_end_context(context);
  wb_host_context_drop(context->handle);
  context->object.released = context->queue->object.released = true;
  return WORKBENCH_OK;
}

workbench_queue *workbench_context_queue(workbench_context *context) {
  return wb_api_object_check(__func__, context, WB_OBJECT_CONTEXT) == WORKBENCH_OK ? context->queue
                                                                                   : NULL;
}

workbench_status workbench_context_synchronize_at(workbench_context *context, const char *file,
                                                  int line) {
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = wb_api_object_check(__func__, context, WB_OBJECT_CONTEXT);
  if (checked != WORKBENCH_OK) return checked;
  wb_api_object_enter(context, file, line);
  wb_api_interrupt_begin(context->object.host, NULL);
  const enum wb_status status = wb_host_synchronize_context(context->handle, &err);
  return wb_api_end(wb_api_interrupt_end(context->object.host, NULL, status, &err), &err);
}

/* ---- queues -----------------------------------------------------------------------------------
 */

workbench_status workbench_queue_new(workbench_context *context, workbench_queue **out) {
  struct wb_host_queue *handle = NULL;
  struct wb_error err = {.status = WB_OK};
  if (out == NULL) return wb_api_refuse(__func__, "there is no place for the queue: it is NULL");
  *out = NULL;
  workbench_status checked = wb_api_object_check(__func__, context, WB_OBJECT_CONTEXT);
  if (checked != WORKBENCH_OK) return checked;
  const enum wb_status status = wb_host_queue_new(context->handle, &handle, &err);
  if (status == WB_OK) *out = add_queue(context, handle);
  return wb_api_end(status, &err);
}

workbench_status workbench_queue_release(workbench_queue *queue) {
  workbench_status checked = wb_api_object_check(__func__, queue, WB_OBJECT_QUEUE);
  if (checked != WORKBENCH_OK) return checked;
  if (queue == queue->context->queue)
    return wb_api_refuse(__func__, "this is the context's own queue: release the context");
  wb_host_queue_drop(queue->handle);
  queue->object.released = true;
  return WORKBENCH_OK;
}

/* A call with a queue and nothing else. */
static workbench_status call_queue(const char *call, workbench_queue *queue, const char *file,
                                   int line,
                                   enum wb_status (*step)(struct wb_host_queue *queue,
                                                          struct wb_error *err)) {
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = wb_api_object_check(call, queue, WB_OBJECT_QUEUE);
  if (checked != WORKBENCH_OK) return checked;
  wb_api_object_enter(queue, file, line);
  wb_api_interrupt_begin(queue->object.host, NULL);
  const enum wb_status status = step(queue->handle, &err);
  return wb_api_end(wb_api_interrupt_end(queue->object.host, NULL, status, &err), &err);
}

workbench_status workbench_synchronize_at(workbench_queue *queue, const char *file, int line) {
  return call_queue(__func__, queue, file, line, wb_host_synchronize);
}

workbench_status workbench_flush_at(workbench_queue *queue, const char *file, int line) {
  return call_queue(__func__, queue, file, line, wb_host_flush);
}

/* ---- events -----------------------------------------------------------------------------------
 */

workbench_status workbench_event_new_at(workbench_context *context, workbench_event **out,
                                        const char *file, int line) {
  struct wb_host_event *handle = NULL;
  struct wb_error err = {.status = WB_OK};
  if (out == NULL) return wb_api_refuse(__func__, "there is no place for the event: it is NULL");
  *out = NULL;
  workbench_status checked = wb_api_object_check(__func__, context, WB_OBJECT_CONTEXT);
  if (checked != WORKBENCH_OK) return checked;
  wb_api_object_enter(context, file, line);
  const enum wb_status status = wb_host_event_new(context->handle, &handle, &err);
  if (status != WB_OK) return wb_api_end(status, &err);
  *out = wb_api_object_new(context->object.host, WB_OBJECT_EVENT, sizeof **out);
  (*out)->handle = handle;
  return WORKBENCH_OK;
}

workbench_status workbench_event_release(workbench_event *event) {
  workbench_status checked = wb_api_object_check(__func__, event, WB_OBJECT_EVENT);
  if (checked != WORKBENCH_OK) return checked;
  wb_host_event_drop(event->handle);
  event->handle = NULL;
  event->object.released = true;
  return WORKBENCH_OK;
}

/* A call with a queue and an event. */
static workbench_status call_both(const char *call, workbench_queue *queue, workbench_event *event,
                                  const char *file, int line,
                                  enum wb_status (*step)(struct wb_host_queue *queue,
                                                         struct wb_host_event *event,
                                                         struct wb_error *err)) {
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = wb_api_object_check(call, queue, WB_OBJECT_QUEUE);
  if (checked == WORKBENCH_OK)
    checked = wb_api_object_check_same(call, event, WB_OBJECT_EVENT, queue);
  if (checked != WORKBENCH_OK) return checked;
  wb_api_object_enter(queue, file, line);
  return wb_api_end(step(queue->handle, event->handle, &err), &err);
}

workbench_status workbench_record_at(workbench_queue *queue, workbench_event *event,
                                     const char *file, int line) {
  return call_both(__func__, queue, event, file, line, wb_host_record);
}

workbench_status workbench_wait_for_at(workbench_queue *queue, workbench_event *event,
                                       const char *file, int line) {
  return call_both(__func__, queue, event, file, line, wb_host_wait_event);
}

workbench_status workbench_event_synchronize_at(workbench_event *event, const char *file,
                                                int line) {
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = wb_api_object_check(__func__, event, WB_OBJECT_EVENT);
  if (checked != WORKBENCH_OK) return checked;
  wb_api_object_enter(event, file, line);
  wb_api_interrupt_begin(event->object.host, NULL);
  const enum wb_status status = wb_host_await_event(event->handle, &err);
  return wb_api_end(wb_api_interrupt_end(event->object.host, NULL, status, &err), &err);
}

workbench_status workbench_event_is_done_at(workbench_event *event, int *done, const char *file,
                                            int line) {
  struct wb_error err = {.status = WB_OK};
  bool is_done = false;
  workbench_status checked = wb_api_object_check(__func__, event, WB_OBJECT_EVENT);
  if (checked != WORKBENCH_OK) return checked;
  if (done == NULL) return wb_api_refuse(__func__, "there is no place for the answer: it is NULL");
  wb_api_object_enter(event, file, line);
  const enum wb_status status = wb_host_event_is_done(event->handle, &is_done, &err);
  *done = is_done;
  return wb_api_end(status, &err);
}

workbench_status workbench_event_times_at(workbench_event *event, workbench_times *times,
                                          const char *file, int line) {
  struct wb_error err = {.status = WB_OK};
  struct wb_host_times found = {0};
  workbench_status checked = wb_api_object_check(__func__, event, WB_OBJECT_EVENT);
  if (checked != WORKBENCH_OK) return checked;
  wb_api_object_enter(event, file, line);
  wb_api_interrupt_begin(event->object.host, NULL);
  enum wb_status status = wb_host_event_times(event->handle, &found, &err);
  status = wb_api_interrupt_end(event->object.host, NULL, status, &err);
  if (status != WB_OK) return wb_api_end(status, &err);
  const workbench_times shown = {.size = sizeof shown,
                                 .queued_ns = found.queued_ns,
                                 .start_ns = found.start_ns,
                                 .end_ns = found.end_ns};
  return wb_api_give(__func__, &shown, sizeof shown, times);
}
