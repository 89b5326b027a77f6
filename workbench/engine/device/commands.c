/* Commands on devices that have no queues of their own: each is carried out when it comes, by the
 * device's other calls, and its completion is kept until somebody asks. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/str.h"
#include "device/device.h"
#include "device/host_memory.h"
#include "device/protocol.h"

/* As it goes over the wire: an outcome has much room that it does not use, and there may be many of
 * them while every launch of the emulator copies the process. */
struct done {
  struct done *next;
  struct wb_str bytes;
};

struct wb_device_commands {
  struct wb_host_memory memory;
  struct done *first, **end;
  uint64_t last_id; /* carried out */
};

static struct wb_device_base *base_of(struct wb_device *device) {
  if (device == NULL) wb_bug("a device call without a device");
  return (struct wb_device_base *)device;
}

static struct wb_device_commands *commands_of(struct wb_device *device) {
  struct wb_device_base *base = base_of(device);
  if (base->commands == NULL) {
    base->commands = wb_alloc(sizeof *base->commands);
    wb_host_memory_init(&base->commands->memory, -1);
    base->commands->end = &base->commands->first;
  }
  return base->commands;
}

static void free_done(struct done *done) {
  wb_str_release(&done->bytes);
  free(done);
}

void wb_device_commands_free(struct wb_device_commands *commands) {
  if (commands == NULL) return;
  while (commands->first != NULL) {
    struct done *done = commands->first;
    commands->first = done->next;
    free_done(done);
  }
  wb_host_memory_end(&commands->memory);
  free(commands);
}

enum wb_status wb_device_set_host_memory(struct wb_device *device, int memory,
                                         struct wb_error *err) {
  const struct wb_device_ops *ops = base_of(device)->ops;
  if (ops->set_host_memory != NULL) return ops->set_host_memory(device, memory, err);
  wb_host_memory_end(&commands_of(device)->memory);
  wb_host_memory_init(&commands_of(device)->memory, memory);
  return WB_OK;
}

/* ---- carrying out --------------------------------------------------------------------------- */

static enum wb_status carry_copy(struct wb_device *device, const struct wb_device_command *command,
                                 struct wb_error *err) {
  struct wb_host_memory *memory = &commands_of(device)->memory;
  const struct wb_memory_place *from = &command->from, *to = &command->to;
  unsigned char *source = NULL, *target = NULL;
  enum wb_status status = WB_OK;
  if (command->length == 0) return WB_OK;
  if (from->buffer == 0)
    status = wb_host_memory_at(memory, from->offset, command->length, &source, err);
  if (status == WB_OK && to->buffer == 0)
    status = wb_host_memory_at(memory, to->offset, command->length, &target, err);
  if (status != WB_OK) return status;
  if (source != NULL && target != NULL) {
    memmove(target, source, command->length);
    return WB_OK;
  }
  if (source != NULL)
    return wb_buffer_write(device, to->buffer, to->offset, source, command->length, err);
  if (target != NULL)
    return wb_buffer_read(device, from->buffer, from->offset, target, command->length, err);
  return wb_buffer_copy(device, from->buffer, from->offset, to->buffer, to->offset, command->length,
                        err);
}

static enum wb_status carry_launch(struct wb_device *device,
                                   const struct wb_device_command *command,
                                   struct wb_outcome *outcome, struct wb_error *err) {
  enum wb_status status = wb_device_launch(device, command->launch, outcome, err);
  return status == WB_OK ? wb_device_finish(device, err) : status;
}

static enum wb_status carry_out(struct wb_device *device, const struct wb_device_command *command,
                                struct wb_outcome *outcome, struct wb_error *err) {
  switch (command->kind) {
    case WB_COMMAND_COPY:
      return carry_copy(device, command, err);
    case WB_COMMAND_FILL:
      return wb_buffer_fill(device, command->to.buffer, command->to.offset, command->length,
                            command->pattern, command->pattern_length, err);
    case WB_COMMAND_LAUNCH:
      return carry_launch(device, command, outcome, err);
    default:
      return WB_OK;
  }
}

enum wb_status wb_device_enqueue(struct wb_device *device, const struct wb_device_command *command,
                                 struct wb_error *err) {
  const struct wb_device_ops *ops = base_of(device)->ops;
  if (ops->enqueue != NULL) return ops->enqueue(device, command, err);
  struct wb_device_commands *commands = commands_of(device);
  struct wb_outcome *outcome =
      command->kind == WB_COMMAND_LAUNCH ? wb_alloc(sizeof *outcome) : NULL;
  struct wb_device_completion completion = {.id = command->id, .outcome = outcome};
  struct done *done = wb_alloc(sizeof *done);
  completion.queued_ns = completion.start_ns = wb_clock_ns();
  completion.status = carry_out(device, command, outcome, &completion.error);
  completion.end_ns = wb_clock_ns();
  wb_str_init(&done->bytes);
  wb_put_completion(&done->bytes, &completion);
  if (outcome != NULL) wb_outcome_release(outcome);
  free(outcome);
  commands->last_id = command->id;
  *commands->end = done;
  commands->end = &done->next;
  return WB_OK;
}

enum wb_status wb_device_flush(struct wb_device *device, struct wb_error *err) {
  const struct wb_device_ops *ops = base_of(device)->ops;
  return ops->flush != NULL ? ops->flush(device, err) : WB_OK;
}

static void give_completion(const struct done *done, struct wb_outcome *outcome,
                            wb_take_completion take, void *data) {
  struct wb_device_completion completion = {.id = 0};
  struct wb_reader in = wb_reader_of(done->bytes.data, done->bytes.length);
  wb_get_completion(&in, &completion, outcome);
  if (!wb_reader_done(&in)) wb_bug("a completion that was kept cannot be read");
  take(data, &completion);
  if (completion.outcome == NULL) return;
  wb_outcome_release(outcome);
  wb_outcome_init(outcome);
}

enum wb_status wb_device_await(struct wb_device *device, uint64_t id, uint32_t timeout_ms,
                               wb_take_completion take, void *data, bool *done,
                               struct wb_error *err) {
  const struct wb_device_ops *ops = base_of(device)->ops;
  if (ops->await != NULL) return ops->await(device, id, timeout_ms, take, data, done, err);
  struct wb_device_commands *commands = commands_of(device);
  struct wb_outcome *outcome = commands->first != NULL ? wb_alloc(sizeof *outcome) : NULL;
  while (commands->first != NULL) {
    struct done *next = commands->first;
    commands->first = next->next;
    if (commands->first == NULL) commands->end = &commands->first;
    give_completion(next, outcome, take, data);
    free_done(next);
  }
  free(outcome);
  *done = id <= commands->last_id;
  return WB_OK;
}
