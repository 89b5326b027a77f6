/* What ran when, for the timeline. */
#include "base/clock.h"
#include "runtime/private.h"
#include "result/timeline.h"

static uint64_t since_start(const struct wb_host *host, uint64_t ns) {
  return ns > host->start_ns ? ns - host->start_ns : 0;
}

static enum wb_timeline_kind kind_of(const struct wb_host_command *command) {
  const struct wb_host_block *from = command->from.block, *to = command->to.block;
  if (command->kind == WB_COMMAND_LAUNCH) return WB_TIMELINE_KERNEL;
  if (command->kind == WB_COMMAND_FILL) return WB_TIMELINE_FILL;
  if (command->kind == WB_COMMAND_MARKER) return WB_TIMELINE_MARKER;
  if (from->side == WB_HOST_SIDE)
    return to->side == WB_HOST_SIDE ? WB_TIMELINE_COPY_ON_HOST : WB_TIMELINE_COPY_TO_DEVICE;
  if (to->side == WB_HOST_SIDE) return WB_TIMELINE_COPY_TO_HOST;
  return from->context == to->context ? WB_TIMELINE_COPY_ON_DEVICE : WB_TIMELINE_COPY_BETWEEN;
}

static const char *name_of(const struct wb_host_command *command) {
  if (command->kind == WB_COMMAND_LAUNCH) return command->function->name;
  if (command->to.block != NULL) return wb_host_block_name(command->to.block);
  return "";
}

/* Of a launch. */
static const char *kernel_file_of(const struct wb_host_command *command) {
  if (command->kind != WB_COMMAND_LAUNCH || !command->function->program->is_file) return "";
  return command->function->program->file;
}

static const char *options_of(const struct wb_host_command *command) {
  const bool launches = command->kind == WB_COMMAND_LAUNCH;
  return launches ? command->function->program->options : "";
}

void wb_lanes_command(struct wb_host_command *command) {
  struct wb_host_queue *queue = command->queue;
  struct wb_host *host = queue->context->host;
  const struct wb_launch *launch = command->launch;
  uint64_t after[WB_TIMELINE_MAX_AFTER];
  if (host->timeline == NULL) return;
  struct wb_timeline_entry entry = {
      .kind = kind_of(command),
      .lane = wb_timeline_lane(host->timeline, (uint32_t)queue->context->number, queue->lane,
                               queue->context->device->info.name, queue->context->api),
      .context = (uint32_t)queue->context->number,
      .command = command->number,
      .name = (char *)name_of(command),
      .kernel_file = (char *)kernel_file_of(command),
      .options = (char *)options_of(command),
      .file = (char *)(command->place.file != NULL ? command->place.file : ""),
      .line = command->place.line,
      .enqueued = since_start(host, wb_clock_ns()),
      .bytes = command->length,
      .after = after};
  if (launch != NULL) {
    entry.dimensions = launch->dimensions;
    for (unsigned d = 0; d < 3; d++) {
      entry.global[d] = launch->global[d];
      entry.local[d] = launch->local[d];
    }
  }
  for (size_t i = 0; i < command->n_waits && entry.n_after < WB_TIMELINE_MAX_AFTER; i++)
    if (command->waits[i]->entry > 0) after[entry.n_after++] = command->waits[i]->entry;
  command->entry = wb_timeline_add(host->timeline, &entry);
}

void wb_lanes_done(struct wb_host_command *command, bool failed) {
  struct wb_host *host = command->queue->context->host;
  if (host->timeline == NULL || command->entry == 0) return;
  wb_timeline_ran(host->timeline, command->entry, since_start(host, command->times.start_ns),
                  since_start(host, command->times.end_ns),
                  failed ? WB_TIMELINE_FAILED : WB_TIMELINE_DONE);
}

void wb_lanes_found(const struct wb_host_command *command, size_t findings) {
  struct wb_host *host = command->queue->context->host;
  struct wb_timeline_entry *entry =
      host->timeline != NULL ? wb_timeline_entry(host->timeline, command->entry) : NULL;
  if (entry != NULL) entry->findings += (uint32_t)findings;
}

void wb_lanes_wait(struct wb_host *host, const struct wb_host_context *context,
                   enum wb_host_wait wait, uint64_t bytes, struct wb_host_place place,
                   uint64_t start_ns) {
  static const enum wb_timeline_kind kinds[] = {[WB_TIMELINE_WAITS] = WB_TIMELINE_SYNCHRONIZE,
                                                [WB_TIMELINE_WAITS_EVENT] = WB_TIMELINE_EVENT_WAIT,
                                                [WB_TIMELINE_WAITS_MAP] = WB_TIMELINE_MAP};
  const uint64_t now = wb_clock_ns();
  host->counts.waits++;
  host->counts.wait_ns += now - start_ns;
  if (host->timeline == NULL) return;
  const struct wb_timeline_entry entry = {.kind = kinds[wait],
                                          .context = (uint32_t)context->number,
                                          .name = "",
                                          .file = (char *)(place.file != NULL ? place.file : ""),
                                          .line = place.line,
                                          .bytes = bytes,
                                          .enqueued = since_start(host, start_ns)};
  wb_timeline_ran(host->timeline, wb_timeline_add(host->timeline, &entry),
                  since_start(host, start_ns), since_start(host, now), WB_TIMELINE_DONE);
}
