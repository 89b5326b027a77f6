/* Commands: copies and fills, checked when they are enqueued. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/private.h"

/* ---- memory for them ------------------------------------------------------------------------- */

void wb_fetch_ahead(const void *memory, size_t bytes) {
  enum { LINE = 64 };
  for (size_t at = 0; memory != NULL && at < bytes; at += LINE)
    __builtin_prefetch((const char *)memory + at, 1);
}

static struct wb_host_command *take_spare(struct wb_host *host) {
  struct wb_host_command *command = host->spare_commands;
  if (command == NULL) return wb_alloc(sizeof *command);
  host->spare_commands = command->next;
  /* Its clock has no entries, whatever is in them. */
  memset(command, 0, offsetof(struct wb_host_command, clock));
  command->clock.n_set = 0;
  wb_fetch_ahead(host->spare_commands, offsetof(struct wb_host_command, clock.of[1]));
  return command;
}

enum { LEAST_ARGS = 4 };

/* With its arrays behind it, the long one last. */
static struct wb_launch_room *new_room(size_t n_args) {
  const struct wb_launch_room *like = NULL;
  const size_t one = sizeof *like->ends + sizeof *like->counts + sizeof *like->args;
  struct wb_launch_room *room = wb_alloc(sizeof *room + n_args * one);
  room->capacity = n_args;
  room->ends = (struct wb_end *)(room + 1);
  room->counts = (uint64_t *)(room->ends + n_args);
  room->args = (struct wb_arg *)(room->counts + n_args);
  return room;
}

/* All of a small one but most of the arguments. */
static void fetch_room_ahead(const struct wb_launch_room *room) {
  wb_fetch_ahead(room, sizeof *room + LEAST_ARGS * (sizeof *room->ends + sizeof *room->counts) +
                           sizeof *room->args / 2);
}

/* The last that was given back, where it is large enough. */
void wb_command_take_room(struct wb_host_command *command, size_t n_args) {
  struct wb_host *host = command->queue->context->host;
  struct wb_launch_room *room = host->spare_rooms;
  if (room != NULL) host->spare_rooms = room->next;
  if (room != NULL && room->capacity < n_args) {
    free(room);
    room = NULL;
  }
  if (room == NULL) room = new_room(n_args > LEAST_ARGS ? n_args : LEAST_ARGS);
  fetch_room_ahead(host->spare_rooms);
  command->room = room;
  command->launch = &room->launch;
  command->ends = room->ends;
  command->counts = room->counts;
}

void wb_host_free_spares(struct wb_host *host) {
  while (host->spare_commands != NULL) {
    struct wb_host_command *command = host->spare_commands;
    host->spare_commands = command->next;
    free(command);
  }
  while (host->spare_rooms != NULL) {
    struct wb_launch_room *room = host->spare_rooms;
    host->spare_rooms = room->next;
    free(room);
  }
}

/* ---- making one ------------------------------------------------------------------------------ */

/* Commands that wait take memory: where there are very many, some are carried out, which is as
 * right as to hold them back. */
static enum wb_status make_room(struct wb_host_queue *queue, struct wb_error *err) {
  struct wb_host *host = queue->context->host;
  enum wb_status status = WB_OK;
  if (host->n_pending >= host->options.max_pending) status = wb_host_poll(host, err);
  for (unsigned i = 0;
       i < host->n_queues && status == WB_OK && host->n_pending >= host->options.max_pending; i++) {
    if (host->queues[i]->last == NULL) continue;
    struct wb_host_command *last = wb_command_hold(host->queues[i]->last);
    status = wb_host_complete(last, err);
    wb_command_drop(last);
  }
  return status;
}

enum wb_status wb_command_new(struct wb_host_queue *queue, enum wb_command_kind kind,
                              struct wb_host_command **out, struct wb_error *err) {
  struct wb_host *host = queue->context->host;
  enum wb_status status = make_room(queue, err);
  if (status != WB_OK) return status;
  if (queue->context->device->dead)
    return wb_fail(err, WB_ERR_CRASH, "%s", queue->context->device->death.message);
  struct wb_host_command *command = take_spare(host);
  command->references = 1;
  command->queue = queue;
  queue->uses++;
  wb_context_hold(queue->context);
  command->kind = kind;
  command->place = wb_host_here(host);
  *out = command;
  return WB_OK;
}

struct wb_host_command *wb_command_hold(struct wb_host_command *command) {
  command->references++;
  return command;
}

static void release_launch(struct wb_host_command *command) {
  for (size_t i = 0; command->ends != NULL && i < command->launch->n_args; i++)
    if (command->ends[i].block != NULL) wb_block_drop(command->ends[i].block);
  if (command->room != NULL) {
    struct wb_host *host = command->queue->context->host;
    command->room->next = host->spare_rooms;
    host->spare_rooms = command->room;
  }
  command->room = NULL;
  command->launch = NULL;
  command->ends = NULL;
  command->counts = NULL;
  if (command->function != NULL) wb_function_drop_reference(command->function);
  command->function = NULL;
}

/* What it needed to be carried out; events may still hold the rest. */
static void release_parts(struct wb_host_command *command) {
  release_launch(command);
  if (command->from.block != NULL) wb_block_drop(command->from.block);
  if (command->to.block != NULL) wb_block_drop(command->to.block);
  if (command->relay.block != NULL) wb_block_drop(command->relay.block);
  command->from.block = command->to.block = command->relay.block = NULL;
  for (size_t i = 0; i < command->n_waits; i++) wb_command_drop(command->waits[i]);
  free(command->waits);
  command->waits = NULL;
  command->n_waits = 0;
  free(command->pattern);
  command->pattern = NULL;
}

void wb_command_drop(struct wb_host_command *command) {
  if (--command->references > 0) return;
  release_parts(command);
  struct wb_host *host = command->queue->context->host;
  command->queue->uses--;
  wb_context_let_go(command->queue->context);
  command->next = host->spare_commands;
  host->spare_commands = command;
}

void wb_command_done(struct wb_host_command *command) {
  command->state = WB_COMMAND_DONE;
  release_parts(command);
}

enum wb_status wb_command_enqueue(struct wb_host_command *command, struct wb_error *err) {
  struct wb_host_queue *queue = command->queue;
  struct wb_host *host = queue->context->host;
  command->number = ++queue->n_commands;
  command->serial = ++host->n_commands;
  command->waits = queue->waits;
  command->n_waits = queue->n_waits;
  queue->waits = NULL;
  queue->n_waits = queue->waits_capacity = 0;
  wb_vector_clock_join(&queue->clock, &host->clock);
  wb_vector_clock_set(&queue->clock, queue->number, command->number);
  if (command->kind != WB_COMMAND_MARKER) queue->clock.chain++;
  if (queue->clock.chain > host->counts.longest_chain)
    host->counts.longest_chain = queue->clock.chain;
  wb_vector_clock_copy(&command->clock, &queue->clock);
  command->wanted = !queue->context->device->holds_back && !queue->context->explicit_flush;
  if (queue->last != NULL)
    queue->last->next = command;
  else
    queue->first = command;
  queue->last = command;
  if (queue->unsent == NULL) queue->unsent = command;
  if (queue->unwanted == NULL && !command->wanted) queue->unwanted = command;
  queue->news = true;
  host->n_pending++;
  wb_lanes_command(command);
  wb_effects_ahead(command);
  return command->wanted ? wb_host_advance(host, err) : WB_OK;
}

/* ---- copies ---------------------------------------------------------------------------------- */

static bool is_devices(const struct wb_host_buffer *buffer) {
  return buffer->block->side == WB_DEVICE_SIDE;
}

static enum wb_status check_contexts(struct wb_host_queue *queue, struct wb_host_buffer *to,
                                     struct wb_host_buffer *from, const char *doing,
                                     struct wb_error *err) {
  struct wb_host *host = queue->context->host;
  const bool devices = is_devices(to) || is_devices(from);
  const bool ours = (is_devices(to) && to->block->context == queue->context) ||
                    (is_devices(from) && from->block->context == queue->context);
  if (!devices || ours) return WB_OK;
  struct wb_host_buffer *foreign = is_devices(to) ? to : from;
  return wb_host_refuse(host,
                        &(struct wb_host_fault){.kind = WB_WRONG_CONTEXT,
                                                .severity = WB_SEVERITY_ERROR,
                                                .place = wb_host_here(host),
                                                .other = foreign->made,
                                                .block = foreign->block},
                        err, "%s %s, which is of context %d, in a queue of context %d", doing,
                        wb_host_block_name(foreign->block), foreign->block->context->number,
                        queue->context->number);
}

/* Whoever gives a count of elements where bytes are wanted, or the reverse, is off by the size of
 * an element. */
static const char *size_hint(const struct wb_host_buffer *to, const struct wb_host_buffer *from) {
  if (to->bytes == from->bytes * from->element_bytes ||
      to->bytes == from->bytes * to->element_bytes)
    return "; sizes count elements, not bytes";
  return "";
}

static enum wb_status check_ranges(struct wb_host_queue *queue, struct wb_host_buffer *to,
                                   struct wb_host_buffer *from, struct wb_error *err) {
  struct wb_host *host = queue->context->host;
  struct wb_host_fault fault = {.kind = WB_COPY_OUT_OF_RANGE,
                                .severity = WB_SEVERITY_ERROR,
                                .place = wb_host_here(host),
                                .other = from->made,
                                .block = from->block};
  if (to->bytes > from->bytes)
    return wb_host_refuse(
        host, &fault, err, "copies the %llu bytes that %s has room for, but %s has %llu%s",
        (unsigned long long)to->bytes, wb_host_block_name(to->block),
        wb_host_block_name(from->block), (unsigned long long)from->bytes, size_hint(to, from));
  if (to->block == from->block && to->offset < from->offset + to->bytes &&
      from->offset < to->offset + to->bytes) {
    fault.kind = WB_OVERLAPPING_COPY;
    fault.other = (struct wb_host_place){0};
    return wb_host_refuse(
        host, &fault, err, "copies bytes %llu to %llu of %s to %llu to %llu: the two overlap",
        (unsigned long long)from->offset, (unsigned long long)(from->offset + to->bytes),
        wb_host_block_name(to->block), (unsigned long long)to->offset,
        (unsigned long long)(to->offset + to->bytes));
  }
  return WB_OK;
}

static void count_copy(struct wb_host *host, const struct wb_host_buffer *to,
                       const struct wb_host_buffer *from) {
  const bool between = is_devices(to) && is_devices(from);
  host->counts.copies++;
  if (between && to->block->context->device == from->block->context->device)
    host->counts.bytes_on_device += to->bytes;
  else {
    if (is_devices(from)) host->counts.bytes_to_host += to->bytes;
    if (is_devices(to)) host->counts.bytes_to_device += to->bytes;
  }
}

static enum wb_status make_copy(struct wb_host_queue *queue, struct wb_host_buffer *to,
                                struct wb_host_buffer *from, bool unseen,
                                struct wb_host_command **out, struct wb_error *err) {
  struct wb_host_command *command = NULL;
  enum wb_status status = wb_command_new(queue, WB_COMMAND_COPY, &command, err);
  if (status != WB_OK) return status;
  command->from = (struct wb_end){wb_block_hold(from->block), from->offset, from->element_bytes,
                                  wb_buffer_elements(from)};
  command->to = (struct wb_end){wb_block_hold(to->block), to->offset, to->element_bytes,
                                wb_buffer_elements(to)};
  command->length = to->bytes;
  command->unseen = unseen;
  count_copy(queue->context->host, to, from);
  *out = command;
  return WB_OK;
}

enum wb_status wb_host_copy(struct wb_host_queue *queue, struct wb_host_buffer *to,
                            struct wb_host_buffer *from, struct wb_error *err) {
  struct wb_host_command *command = NULL;
  enum wb_status status = wb_buffer_commandable(from, "copies from", err);
  if (status == WB_OK) status = wb_buffer_commandable(to, "copies to", err);
  if (status == WB_OK) status = check_contexts(queue, to, from, "copies", err);
  if (status == WB_OK) status = check_ranges(queue, to, from, err);
  if (status == WB_OK) status = make_copy(queue, to, from, false, &command, err);
  return status == WB_OK ? wb_command_enqueue(command, err) : status;
}

enum wb_status wb_host_copy_unseen(struct wb_host_queue *queue, struct wb_host_buffer *to,
                                   struct wb_host_buffer *from, struct wb_error *err) {
  struct wb_host_command *command = NULL;
  enum wb_status status = make_copy(queue, to, from, true, &command, err);
  return status == WB_OK ? wb_command_enqueue(command, err) : status;
}

/* ---- the program's own memory ---------------------------------------------------------------- */

static enum wb_status check_length(struct wb_host_queue *queue, struct wb_host_buffer *buffer,
                                   uint64_t length, bool writes, struct wb_error *err) {
  struct wb_host *host = queue->context->host;
  if (length <= buffer->bytes) return WB_OK;
  return wb_host_refuse(host,
                        &(struct wb_host_fault){.kind = WB_COPY_OUT_OF_RANGE,
                                                .severity = WB_SEVERITY_ERROR,
                                                .place = wb_host_here(host),
                                                .other = buffer->made,
                                                .block = buffer->block},
                        err, "copies %llu bytes %s %s, which has %llu", (unsigned long long)length,
                        writes ? "to" : "from", wb_host_block_name(buffer->block),
                        (unsigned long long)buffer->bytes);
}

/* The bytes go through a host buffer of their own, so that the program may do with its memory
 * what it wants. */
static enum wb_status make_stage(struct wb_host_queue *queue, uint64_t length,
                                 struct wb_host_buffer **stage, struct wb_error *err) {
  const struct wb_host_buffer_options bytewise = {
      .type = {WB_UCHAR, 1}, .count = length, .side = WB_HOST_SIDE};
  enum wb_status status = wb_host_buffer_new(queue->context, &bytewise, stage, err);
  if (status == WB_OK) (*stage)->block->leaves_quietly = true;
  return status;
}

enum wb_status wb_host_write(struct wb_host_queue *queue, struct wb_host_buffer *to,
                             const void *bytes, uint64_t length, struct wb_error *err) {
  struct wb_host_buffer *stage = NULL;
  struct wb_host_buffer part = *to;
  void *room = NULL;
  enum wb_status status = wb_buffer_commandable(to, "copies to", err);
  if (status == WB_OK) status = check_contexts(queue, to, to, "copies to", err);
  if (status == WB_OK) status = check_length(queue, to, length, true, err);
  if (status == WB_OK && to->block->side == WB_HOST_SIDE) {
    status = wb_host_buffer_touch(to, 0, length / to->element_bytes, WB_ACCESS_WRITE, &room, err);
    if (status == WB_OK) memcpy(room, bytes, length);
    return status;
  }
  if (status == WB_OK) status = make_stage(queue, length, &stage, err);
  if (status != WB_OK) return status;
  status = wb_host_buffer_touch(stage, 0, length, WB_ACCESS_WRITE, &room, err);
  if (status == WB_OK) memcpy(room, bytes, length);
  part.bytes = length;
  if (status == WB_OK) status = wb_host_copy(queue, &part, stage, err);
  wb_host_buffer_drop(stage);
  return status;
}

enum wb_status wb_host_read(struct wb_host_queue *queue, struct wb_host_buffer *from, void *bytes,
                            uint64_t length, struct wb_error *err) {
  struct wb_host_buffer *stage = NULL;
  void *room = NULL;
  enum wb_status status = wb_buffer_commandable(from, "copies from", err);
  if (status == WB_OK) status = check_contexts(queue, from, from, "copies from", err);
  if (status == WB_OK) status = check_length(queue, from, length, false, err);
  if (status == WB_OK && from->block->side == WB_HOST_SIDE) {
    status =
        wb_host_buffer_touch(from, 0, length / from->element_bytes, WB_ACCESS_READ, &room, err);
    if (status == WB_OK) memcpy(bytes, room, length);
    return status;
  }
  if (status == WB_OK) status = make_stage(queue, length, &stage, err);
  if (status != WB_OK) return status;
  status = wb_host_copy(queue, stage, from, err);
  if (status == WB_OK) status = wb_host_synchronize_quietly(queue, length, err);
  if (status == WB_OK) memcpy(bytes, stage->block->memory, length);
  wb_host_buffer_drop(stage);
  return status;
}

/* ---- fills ------------------------------------------------------------------------------------
 */

/* The length is a multiple of the pattern's. What is filled already is what the rest is copied
 * from, in pieces that stay in a cache. */
static void fill_host(unsigned char *memory, uint64_t length, const void *pattern, size_t size) {
  enum { PIECE = 1 << 16 };
  uint64_t filled = length < size ? 0 : size, piece;
  memcpy(memory, pattern, filled);
  for (; filled > 0 && filled < length; filled += piece) {
    piece = filled < PIECE ? filled : PIECE / size * size;
    if (piece > length - filled) piece = length - filled;
    memcpy(memory + filled, memory, piece);
  }
}

enum wb_status wb_host_fill(struct wb_host_queue *queue, struct wb_host_buffer *buffer,
                            const void *pattern, size_t pattern_length, struct wb_error *err) {
  struct wb_host_command *command = NULL;
  void *room = NULL;
  enum wb_status status = wb_buffer_commandable(buffer, "fills", err);
  if (status == WB_OK) status = check_contexts(queue, buffer, buffer, "fills", err);
  if (status == WB_OK && (pattern_length == 0 || pattern_length > WB_FILL_PATTERN_MAX ||
                          buffer->bytes % pattern_length != 0))
    return wb_fail(err, WB_ERR_USAGE, "a pattern of %zu bytes does not fill %llu bytes",
                   pattern_length, (unsigned long long)buffer->bytes);
  if (status == WB_OK && buffer->block->side == WB_HOST_SIDE) {
    status = wb_host_buffer_touch(buffer, 0, buffer->count, WB_ACCESS_WRITE, &room, err);
    if (status == WB_OK) fill_host(room, buffer->bytes, pattern, pattern_length);
    return status;
  }
  if (status == WB_OK) status = wb_command_new(queue, WB_COMMAND_FILL, &command, err);
  if (status != WB_OK) return status;
  command->to =
      (struct wb_end){wb_block_hold(buffer->block), buffer->offset, buffer->element_bytes, {0}};
  command->length = buffer->bytes;
  command->pattern = wb_alloc(pattern_length);
  memcpy(command->pattern, pattern, pattern_length);
  command->pattern_length = pattern_length;
  queue->context->host->counts.fills++;
  return wb_command_enqueue(command, err);
}
