/* Carrying commands out: what is sent to which device when, and what comes back. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "runtime/private.h"

enum { LONG_MS = 24 * 3600 * 1000 };

/* ---- sending ----------------------------------------------------------------------------------
 */

static bool is_devices(const struct wb_end *end) {
  return end->block != NULL && end->block->side == WB_DEVICE_SIDE;
}

/* A copy between two devices goes through the host's memory, in two steps. */
bool wb_command_is_relayed(const struct wb_host_command *command) {
  return command->kind == WB_COMMAND_COPY && is_devices(&command->from) &&
         is_devices(&command->to) &&
         command->from.block->context->device != command->to.block->context->device;
}

/* Where its first, or only, step is carried out. */
static struct wb_host_device *device_of(const struct wb_host_command *command) {
  if (wb_command_is_relayed(command)) return command->from.block->context->device;
  if (is_devices(&command->to)) return command->to.block->context->device;
  if (is_devices(&command->from)) return command->from.block->context->device;
  return command->queue->context->device;
}

/* Commands of one device order themselves there; others must be done first. All commands of a
 * queue but relays are of its own device. */
static bool can_be_sent(const struct wb_host_command *command) {
  const struct wb_host_device *device = device_of(command);
  const bool relayed = wb_command_is_relayed(command);
  if (!command->wanted || command->queue->relaying > 0) return false;
  if (relayed && command->queue->first != command) return false;
  for (size_t i = 0; i < command->n_waits; i++) {
    const struct wb_host_command *wait = command->waits[i];
    if (wait->state == WB_COMMAND_DONE) continue;
    if (wait->state == WB_COMMAND_HELD || relayed || wb_command_is_relayed(wait) ||
        device_of(wait) != device)
      return false;
  }
  return true;
}

static void note_sent(struct wb_host_device *device, struct wb_host_command *command) {
  struct wb_command_list *sent = &device->sent;
  if (sent->head > 0 && sent->head == sent->count) sent->head = sent->count = 0;
  sent->items = wb_grow(sent->items, &sent->capacity, sent->count + 1, sizeof *sent->items);
  sent->items[sent->count++] = wb_command_hold(command);
}

static struct wb_memory_place place_of(const struct wb_end *end) {
  const struct wb_host_block *block = end->block;
  return block->side == WB_HOST_SIDE ? (struct wb_memory_place){0, block->offset + end->offset}
                                     : (struct wb_memory_place){block->handle, end->offset};
}

static enum wb_status send_to(struct wb_host_device *device, struct wb_host_command *command,
                              const struct wb_end *from, const struct wb_end *to,
                              struct wb_error *err) {
  uint64_t after[WB_HOST_MAX_QUEUES];
  struct wb_device_command request = {.id = ++device->next_id,
                                      .queue = command->queue->number,
                                      .after = after,
                                      .kind = command->kind,
                                      .length = command->length,
                                      .pattern_length = command->pattern_length,
                                      .launch = command->launch,
                                      .timed = command->kind == WB_COMMAND_MARKER ||
                                               command->queue->context->host->timeline != NULL};
  for (size_t i = 0; i < command->n_waits && request.n_after < WB_HOST_MAX_QUEUES; i++)
    if (command->waits[i]->state == WB_COMMAND_SENT)
      after[request.n_after++] = command->waits[i]->id;
  if (from != NULL && from->block != NULL) request.from = place_of(from);
  if (to != NULL && to->block != NULL) request.to = place_of(to);
  if (command->pattern_length > 0)
    memcpy(request.pattern, command->pattern, command->pattern_length);
  command->id = request.id;
  command->state = WB_COMMAND_SENT;
  note_sent(device, command);
  return wb_device_enqueue(device->device, &request, err);
}

static enum wb_status make_relay(struct wb_host_command *command, struct wb_error *err) {
  struct wb_host_block *block = NULL;
  const struct wb_dtype bytewise = {WB_UCHAR, 1};
  enum wb_status status = wb_block_new(command->queue->context, WB_HOST_SIDE, WB_BUFFER_READ_WRITE,
                                       bytewise, command->length, &block, err);
  if (status == WB_OK) block->leaves_quietly = true;
  command->relay = (struct wb_end){.block = block};
  return status;
}

static void device_died(struct wb_host_device *device, const struct wb_error *why);
static void fail_command(struct wb_host_command *command, const struct wb_error *why);

static enum wb_status send_command(struct wb_host_command *command, struct wb_error *err) {
  struct wb_host_device *device = device_of(command);
  struct wb_error why = {0};
  enum wb_status status = WB_OK;
  command->queue->unsent = command->next;
  if (device->dead) {
    device_died(device, &device->death);
    command->state = WB_COMMAND_SENT;
    return wb_fail(err, WB_ERR_CRASH, "%s", device->death.message);
  }
  if (wb_command_is_relayed(command)) status = make_relay(command, &why);
  if (wb_command_is_relayed(command)) command->queue->relaying++;
  if (status != WB_OK) {
    fail_command(command, &why);
    return WB_OK;
  }
  status = send_to(device, command, &command->from,
                   wb_command_is_relayed(command) ? &command->relay : &command->to, &why);
  if (status == WB_OK) return WB_OK;
  device_died(device, &why);
  if (err != NULL) *err = why;
  return status;
}

/* Which queue goes on is left open by the language of queues; so the seed decides. */
static struct wb_host_queue *choose_queue(struct wb_host *host) {
  struct wb_host_queue *ready[WB_HOST_MAX_QUEUES];
  size_t count = 0;
  for (unsigned i = 0; i < host->n_queues; i++)
    if (host->queues[i]->unsent != NULL && can_be_sent(host->queues[i]->unsent))
      ready[count++] = host->queues[i];
  return count == 0 ? NULL : count == 1 ? ready[0] : ready[wb_host_random(host, count)];
}

enum wb_status wb_host_advance(struct wb_host *host, struct wb_error *err) {
  enum wb_status status = WB_OK;
  struct wb_host_queue *queue;
  while (status == WB_OK && (queue = choose_queue(host)) != NULL)
    status = send_command(queue->unsent, err);
  return status;
}

/* ---- what comes back ----------------------------------------------------------------------------
 */

void wb_host_keep_failure(struct wb_host *host, struct wb_host_place place,
                          const struct wb_error *why) {
  char where[WB_ERROR_WHERE_MAX];
  if (host->failure != WB_OK) return;
  snprintf(where, sizeof where, "%s:%u", place.file != NULL ? place.file : "", place.line);
  host->failure = why->status;
  wb_fail_at(&host->failure_error, why->status, where, "%s", why->message);
}

static void finish_command(struct wb_host_command *command, bool failed) {
  struct wb_host_queue *queue = command->queue;
  if (wb_command_is_relayed(command)) queue->relaying--;
  wb_lanes_done(command, failed);
  wb_command_done(command);
  queue->context->host->n_pending--;
  while (queue->first != NULL && queue->first->state == WB_COMMAND_DONE) {
    struct wb_host_command *first = queue->first;
    queue->first = first->next;
    if (queue->last == first) queue->last = NULL;
    if (queue->unsent == first) queue->unsent = queue->first;
    if (queue->unwanted == first) queue->unwanted = queue->first;
    first->next = NULL;
    wb_command_drop(first);
  }
}

static void fail_command(struct wb_host_command *command, const struct wb_error *why) {
  wb_host_keep_failure(command->queue->context->host, command->place, why);
  finish_command(command, true);
}

enum wb_status wb_host_spend(struct wb_host *host, uint64_t ns, struct wb_error *err) {
  const uint32_t limit_ms = host->options.whole_ms;
  host->spent_ns += ns;
  if (limit_ms == 0 || host->spent_ns <= (uint64_t)limit_ms * 1000000) return WB_OK;
  host->ended_by = WB_OUTCOME_TIME_LIMIT;
  return wb_fail(err, WB_ERR_LIMIT,
                 "the program's launches and compilations took more than %g s together",
                 limit_ms / 1000.0);
}

/* A kernel that was ended, as an error for whoever waits for it. */
static bool take_outcome(struct wb_host_command *command, const struct wb_outcome *outcome) {
  static const enum wb_status statuses[] = {
      [WB_OUTCOME_DONE] = WB_OK,
      [WB_OUTCOME_TIME_LIMIT] = WB_ERR_LIMIT,
      [WB_OUTCOME_MEMORY_LIMIT] = WB_ERR_LIMIT,
      [WB_OUTCOME_OUTPUT_LIMIT] = WB_ERR_LIMIT,
      [WB_OUTCOME_CRASHED] = WB_ERR_CRASH,
      [WB_OUTCOME_SECURITY] = WB_ERR_REFUSED,
      [WB_OUTCOME_CANCELLED] = WB_ERR_CANCELLED,
  };
  struct wb_error why;
  struct wb_host *host = command->queue->context->host;
  enum { LAUNCH_NS = 500000 }; /* of the process that each is */
  const bool within = wb_host_spend(host, outcome->spent_ns + LAUNCH_NS, &why) == WB_OK;
  if (outcome->kind == WB_OUTCOME_DONE && within) return true;
  if (outcome->kind != WB_OUTCOME_DONE) {
    host->ended_by = outcome->kind;
    wb_fail(&why, statuses[outcome->kind], "the launch of %s was ended: %s",
            command->function->name, outcome->detail);
  }
  wb_host_keep_failure(host, command->place, &why);
  return false;
}

struct taking {
  struct wb_host *host;
  struct wb_host_device *device;
};

static struct wb_host_command *take_sent(struct wb_host_device *device, uint64_t id) {
  struct wb_command_list *sent = &device->sent;
  for (size_t i = sent->head; i < sent->count; i++) {
    struct wb_host_command *command = sent->items[i];
    if (command == NULL || command->id != id) continue;
    sent->items[i] = NULL;
    while (sent->head < sent->count && sent->items[sent->head] == NULL) sent->head++;
    if (sent->head + 1 < sent->count)
      wb_fetch_ahead(sent->items[sent->head + 1], offsetof(struct wb_host_command, clock));
    return command;
  }
  return NULL;
}

static void begin_second_step(struct wb_host_command *command) {
  struct wb_host_device *device = command->to.block->context->device;
  struct wb_error why = {0};
  command->relayed = true;
  if (send_to(device, command, &command->relay, &command->to, &why) != WB_OK)
    device_died(device, &why);
}

static void take_completion(void *data, const struct wb_device_completion *completion) {
  struct taking *taking = data;
  struct wb_host *host = taking->host;
  struct wb_host_command *command = take_sent(taking->device, completion->id);
  bool fine = completion->status == WB_OK;
  if (command == NULL) return;
  if (!command->relayed) command->times.queued_ns = completion->queued_ns;
  if (!command->relayed) command->times.start_ns = completion->start_ns;
  command->times.end_ns = completion->end_ns;
  host->counts.device_ns += completion->end_ns - completion->start_ns;
  if (!fine) wb_host_keep_failure(host, command->place, &completion->error);
  if (fine && completion->outcome != NULL) fine = take_outcome(command, completion->outcome);
  if (completion->status == WB_OK) wb_effects_of(command, completion);
  if (fine && wb_command_is_relayed(command) && !command->relayed)
    begin_second_step(command);
  else
    finish_command(command, !fine);
  wb_command_drop(command);
}

/* Nothing more comes from it: what it had is done with, unsuccessfully. */
static void device_died(struct wb_host_device *device, const struct wb_error *why) {
  if (!device->dead) device->death = *why;
  device->dead = true;
  for (size_t i = device->sent.head; i < device->sent.count; i++) {
    struct wb_host_command *command = device->sent.items[i];
    device->sent.items[i] = NULL;
    if (command == NULL) continue;
    fail_command(command, why);
    wb_command_drop(command);
  }
  device->sent.head = device->sent.count = 0;
}

static enum wb_status await_device(struct wb_host *host, struct wb_host_device *device, uint64_t id,
                                   uint32_t timeout_ms, struct wb_error *err) {
  struct taking taking = {host, device};
  struct wb_error why = {0};
  bool done = false;
  enum wb_status status =
      wb_device_await(device->device, id, timeout_ms, take_completion, &taking, &done, &why);
  if (status == WB_OK) return WB_OK;
  device_died(device, &why);
  if (err != NULL) *err = why;
  return status;
}

/* ---- waiting
 * -------------------------------------------------------------------------------------- */

/* The command is wanted, and so is all that it comes after. */
static void want(struct wb_host_command *command) {
  struct wb_host *host = command->queue->context->host;
  uint64_t goals[WB_HOST_MAX_QUEUES] = {0};
  bool changed = true;
  goals[command->queue->number] = command->number;
  while (changed) {
    changed = false;
    for (unsigned i = 0; i < host->n_queues; i++) {
      struct wb_host_queue *queue = host->queues[i];
      struct wb_host_command *next = queue->unwanted;
      for (; next != NULL && next->number <= goals[i]; next = next->next) {
        next->wanted = true;
        for (size_t k = 0; k < next->n_waits; k++) {
          const struct wb_host_command *wait = next->waits[k];
          if (wait->number <= goals[wait->queue->number]) continue;
          goals[wait->queue->number] = wait->number;
          changed = true;
        }
      }
      queue->unwanted = next;
    }
  }
}

/* A device that has something to do; the command's own, where it is there. */
static struct wb_host_device *busy_device(struct wb_host *host,
                                          const struct wb_host_command *command, uint64_t *id) {
  *id = 0;
  if (command->state == WB_COMMAND_SENT) {
    struct wb_host_device *device =
        command->relayed ? command->to.block->context->device : device_of(command);
    *id = command->id;
    return device;
  }
  for (size_t i = 0; i < host->n_devices; i++) {
    struct wb_host_device *device = host->devices[i];
    if (device->sent.head == device->sent.count) continue;
    *id = device->sent.items[device->sent.head]->id;
    return device;
  }
  return NULL;
}

enum wb_status wb_host_complete(struct wb_host_command *command, struct wb_error *err) {
  struct wb_host *host = command->queue->context->host;
  enum wb_status status = WB_OK;
  want(command);
  while (status == WB_OK && command->state != WB_COMMAND_DONE) {
    uint64_t id = 0;
    status = wb_host_advance(host, err);
    struct wb_host_device *device = busy_device(host, command, &id);
    if (status != WB_OK || command->state == WB_COMMAND_DONE) break;
    if (device == NULL) wb_bug("a command waits for nothing");
    status = await_device(host, device, id, LONG_MS, err);
  }
  return status;
}

enum wb_status wb_host_complete_all(struct wb_host *host, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (unsigned i = 0; i < host->n_queues && status == WB_OK; i++) {
    if (host->queues[i] == NULL || host->queues[i]->last == NULL) continue;
    struct wb_host_command *last = wb_command_hold(host->queues[i]->last);
    status = wb_host_complete(last, err);
    wb_command_drop(last);
  }
  return status;
}

enum wb_status wb_host_poll(struct wb_host *host, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < host->n_devices && status == WB_OK; i++)
    if (host->devices[i]->sent.head < host->devices[i]->sent.count)
      status = await_device(host, host->devices[i], 0, 0, err);
  return status == WB_OK ? wb_host_advance(host, err) : status;
}

static bool reads(const struct wb_host_command *command, const struct wb_host_block *block,
                  uint64_t start, uint64_t end) {
  return command->from.block == block && command->from.offset < end &&
         start < command->from.offset + command->length;
}

enum wb_status wb_host_settle(struct wb_host_block *block, uint64_t start, uint64_t end,
                              struct wb_error *err) {
  struct wb_host *host = block->host;
  enum wb_status status = WB_OK;
  for (unsigned i = 0; i < host->n_queues && status == WB_OK; i++) {
    struct wb_host_command *last = NULL;
    for (struct wb_host_command *c = host->queues[i]->first; c != NULL; c = c->next)
      if (c->state != WB_COMMAND_DONE && reads(c, block, start, end)) last = c;
    if (last == NULL) continue;
    wb_command_hold(last);
    status = wb_host_complete(last, err);
    wb_command_drop(last);
  }
  return status;
}

enum wb_status wb_host_after_wait(struct wb_host *host, struct wb_error *err) {
  if (host->printed.length > 0 && host->options.print != NULL)
    host->options.print(host->options.data, host->printed.data, host->printed.length);
  wb_str_clear(&host->printed);
  if (host->failure == WB_OK) return WB_OK;
  const enum wb_status status = host->failure;
  host->failure = WB_OK;
  if (err != NULL) *err = host->failure_error;
  return status;
}

/* ---- the program waits
 * ------------------------------------------------------------------------------ */

static enum wb_status complete_queue(struct wb_host_queue *queue, struct wb_error *err) {
  struct wb_host *host = queue->context->host;
  enum wb_status status = WB_OK;
  queue->flushed = queue->n_commands;
  if (queue->last != NULL) {
    struct wb_host_command *last = wb_command_hold(queue->last);
    status = wb_host_complete(last, err);
    wb_command_drop(last);
  }
  wb_vector_clock_join(&host->clock, &queue->clock);
  return status;
}

static void report_useless(struct wb_host_queue *queue, struct wb_host_place here) {
  wb_host_report(queue->context->host,
                 &(struct wb_host_fault){.kind = WB_REDUNDANT_WORK,
                                         .severity = WB_SEVERITY_WARNING,
                                         .place = here,
                                         .other = queue->waited},
                 "waits for a queue that got nothing since the last wait");
}

enum wb_status wb_host_synchronize_quietly(struct wb_host_queue *queue, uint64_t bytes,
                                           struct wb_error *err) {
  struct wb_host *host = queue->context->host;
  const struct wb_host_place here = wb_host_here(host);
  const uint64_t start = wb_clock_ns();
  enum wb_status status = complete_queue(queue, err);
  wb_uses_prune(host);
  wb_lanes_wait(host, queue->context, WB_TIMELINE_WAITS_MAP, bytes, here, start);
  return status == WB_OK ? wb_host_after_wait(host, err) : status;
}

static enum wb_status synchronize_queues(struct wb_host_context *context,
                                         struct wb_host_queue *only, struct wb_error *err) {
  struct wb_host *host = context->host;
  const struct wb_host_place here = wb_host_here(host);
  const uint64_t start = wb_clock_ns();
  enum wb_status status = WB_OK;
  bool news = false;
  for (unsigned i = 0; i < host->n_queues; i++) {
    struct wb_host_queue *queue = host->queues[i];
    if (only != NULL ? queue != only : queue->context != context) continue;
    news = news || queue->news;
  }
  if (!news) report_useless(only != NULL ? only : context->queue, here);
  for (unsigned i = 0; i < host->n_queues && status == WB_OK; i++) {
    struct wb_host_queue *queue = host->queues[i];
    if (only != NULL ? queue != only : queue->context != context) continue;
    status = complete_queue(queue, err);
    queue->news = false;
    queue->waited = here;
  }
  wb_uses_prune(host);
  wb_lanes_wait(host, context, WB_TIMELINE_WAITS, 0, here, start);
  const enum wb_status after = wb_host_after_wait(host, status == WB_OK ? err : NULL);
  return status != WB_OK ? status : after;
}

enum wb_status wb_host_synchronize(struct wb_host_queue *queue, struct wb_error *err) {
  return synchronize_queues(queue->context, queue, err);
}

enum wb_status wb_host_synchronize_context(struct wb_host_context *context, struct wb_error *err) {
  return synchronize_queues(context, NULL, err);
}

enum wb_status wb_host_flush(struct wb_host_queue *queue, struct wb_error *err) {
  struct wb_host_device *device = queue->context->device;
  enum wb_status status = WB_OK;
  queue->flushed = queue->n_commands;
  if (device->holds_back) return WB_OK;
  if (queue->last != NULL) want(queue->last);
  status = wb_host_advance(queue->context->host, err);
  return status == WB_OK ? wb_device_flush(device->device, err) : status;
}
