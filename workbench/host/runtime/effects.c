/* What a command did to memory: told to uses (who races with it) and to spans (who wrote what). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "finding/counters.h"
#include "runtime/private.h"

static bool is_hosts(const struct wb_end *end) { return end->block->side == WB_HOST_SIDE; }

/* A device that tells what was touched tells it in the order in which it carried commands out;
 * of others only copies and fills are known, when they are enqueued. */
static bool tells(const struct wb_end *end) { return end->block->context->device->holds_back; }

static void use(const struct wb_end *end, const struct wb_host_command *command, bool writes) {
  const struct wb_range range = {end->offset, end->offset + command->length};
  wb_uses_add(end->block, command, &range, range.start < range.end ? 1 : 0, writes);
}

static void content_changes(struct wb_host_block *block) { block->version++; }

/* ---- bytes that nobody wrote -------------------------------------------------------------------
 */

static void report_gap(const struct wb_host_command *command, uint64_t gap) {
  struct wb_host_block *block = command->from.block;
  const uint64_t start = command->from.offset;
  const size_t found = wb_spans_find(&block->spans, start);
  const struct wb_host_span *before = NULL;
  struct wb_host_fault fault = {.kind = WB_UNINITIALIZED_READ,
                                .severity = WB_SEVERITY_ERROR,
                                .place = command->place,
                                .other = block->made,
                                .block = block,
                                .access = WB_ACCESS_READ};
  for (size_t i = found; i < block->spans.count && block->spans.items[i].start < gap; i++)
    if (block->spans.items[i].writer == WB_BY_KERNEL) before = &block->spans.items[i];
  if (before == NULL) {
    wb_host_report(block->host, &fault,
                   "copies bytes %" PRIu64 " to %" PRIu64 " of %s, and nobody wrote byte %" PRIu64,
                   start, start + command->length, wb_host_block_name(block), gap);
    return;
  }
  fault.kind = WB_SHORT_LAUNCH;
  fault.other = before->place;
  wb_host_report(block->host, &fault,
                 "copies %" PRIu64 " bytes of %s, but the launch of line %u, of %" PRIu64
                 " work-items, wrote none from byte %" PRIu64 " on",
                 command->length, wb_host_block_name(block), before->place.line, before->items,
                 gap);
}

static void report_cut(const struct wb_host_command *command) {
  struct wb_host_block *block = command->from.block;
  const uint64_t start = command->from.offset, end = start + command->length;
  if (block->cut.place.line == 0 || block->cut.start >= end || start >= block->cut.end) return;
  wb_host_report(block->host,
                 &(struct wb_host_fault){.kind = WB_SHORT_LAUNCH,
                                         .severity = WB_SEVERITY_WARNING,
                                         .place = block->cut.place,
                                         .other = command->place,
                                         .block = block},
                 "launches %" PRIu64 " work-items for %" PRIu64
                 " elements: those from byte %" PRIu64 " of %s on stay what they were",
                 block->cut.items, block->cut.wanted, block->cut.start, wb_host_block_name(block));
  block->cut.place.line = 0;
}

/* ---- what is overwritten ------------------------------------------------------------------------
 */

/* A copy or a fill over what a kernel wrote and nothing read. */
static void check_overwritten(const struct wb_host_command *command, const struct wb_end *end) {
  struct wb_host_block *block = end->block;
  const uint64_t start = end->offset, stop = start + command->length;
  for (size_t i = wb_spans_find(&block->spans, start);
       i < block->spans.count && block->spans.items[i].start < stop; i++) {
    const struct wb_host_span *span = &block->spans.items[i];
    if (span->writer != WB_BY_KERNEL || span->read) continue;
    wb_host_report(block->host,
                   &(struct wb_host_fault){.kind = WB_OVERWRITTEN_UNREAD,
                                           .severity = WB_SEVERITY_WARNING,
                                           .place = command->place,
                                           .other = span->place,
                                           .block = block,
                                           .access = WB_ACCESS_WRITE},
                   "%s over what the launch of line %u wrote to %s, and nothing has read that",
                   command->kind == WB_COMMAND_FILL ? "fills" : "copies", span->place.line,
                   wb_host_block_name(block));
    return;
  }
}

/* Whether devices tell all that happens to both sides. */
static bool is_known(const struct wb_host_command *command) {
  return (is_hosts(&command->from) || tells(&command->from)) &&
         (is_hosts(&command->to) || tells(&command->to));
}

/* The same copy again, with nothing changed on either side? And then it is the last one. */
static void check_redundant(const struct wb_host_command *command, uint64_t from_version) {
  struct wb_host_block *to = command->to.block;
  const struct wb_last_copy now = {.from = command->from.block->serial,
                                   .from_start = command->from.offset,
                                   .to_start = command->to.offset,
                                   .length = command->length,
                                   .from_version = from_version,
                                   .to_version = to->version + 1,
                                   .place = command->place};
  const struct wb_last_copy last = to->last_copy;
  if (!is_known(command) || command->length == 0) return;
  to->last_copy = now;
  if (command->unseen || last.from != now.from || last.from_start != now.from_start ||
      last.to_start != now.to_start || last.length != now.length ||
      last.from_version != from_version || last.to_version != to->version)
    return;
  wb_host_report(to->host,
                 &(struct wb_host_fault){.kind = WB_REDUNDANT_WORK,
                                         .severity = WB_SEVERITY_WARNING,
                                         .place = command->place,
                                         .other = last.place,
                                         .block = to},
                 "copies to %s what the copy of line %u brought there; nothing has changed since",
                 wb_host_block_name(to), last.place.line);
}

/* ---- copies and fills
 * ------------------------------------------------------------------------------ */

static struct wb_host_span copied_span(const struct wb_host_command *command) {
  return (struct wb_host_span){
      .writer = WB_BY_COPY, .place = command->place, .version = command->serial};
}

/* The target has what the source has: also where nobody wrote it. */
static void copy_spans(const struct wb_host_command *command) {
  const struct wb_spans *from = &command->from.block->spans;
  const uint64_t start = command->from.offset, end = start + command->length;
  const struct wb_host_span like = copied_span(command);
  struct wb_range *ranges = NULL;
  size_t count = 0, capacity = 0;
  for (size_t i = wb_spans_find(from, start); i < from->count && from->items[i].start < end; i++) {
    const uint64_t first = from->items[i].start > start ? from->items[i].start : start;
    const uint64_t last = from->items[i].end < end ? from->items[i].end : end;
    ranges = wb_grow(ranges, &capacity, count + 1, sizeof *ranges);
    ranges[count++] =
        (struct wb_range){first - start + command->to.offset, last - start + command->to.offset};
    if (count > 1 && ranges[count - 2].end == ranges[count - 1].start) {
      ranges[count - 2].end = ranges[count - 1].end;
      count--;
    }
  }
  wb_spans_forget(&command->to.block->spans, command->to.offset,
                  command->to.offset + command->length);
  wb_spans_write(&command->to.block->spans, ranges, count, &like);
  free(ranges);
}

static void read_source(const struct wb_host_command *command) {
  struct wb_host_block *block = command->from.block;
  const struct wb_range range = {command->from.offset, command->from.offset + command->length};
  uint64_t gap = 0;
  const bool on_device = command->to.block->side == WB_DEVICE_SIDE && block->side == WB_DEVICE_SIDE;
  if (!command->unseen && !on_device &&
      wb_block_gap(block, &command->from.elements, command->from.offset, range.start, range.end,
                   &gap)) {
    if (block->side == WB_DEVICE_SIDE)
      report_gap(command, gap);
    else
      wb_host_report(block->host,
                     &(struct wb_host_fault){.kind = WB_UNINITIALIZED_READ,
                                             .severity = WB_SEVERITY_ERROR,
                                             .place = command->place,
                                             .other = block->made,
                                             .block = block,
                                             .access = WB_ACCESS_READ},
                     "copies bytes %" PRIu64 " to %" PRIu64
                     " of %s, and nobody wrote byte %" PRIu64,
                     range.start, range.end, wb_host_block_name(block), gap);
  }
  if (!command->unseen) report_cut(command);
  wb_spans_mark_read(&block->spans, &range, 1);
}

static bool fills_with_zeros(const struct wb_host_command *command) {
  bool zeros = command->kind == WB_COMMAND_FILL;
  for (size_t i = 0; zeros && i < command->pattern_length; i++)
    zeros = ((const unsigned char *)command->pattern)[i] == 0;
  return zeros;
}

static void write_target(const struct wb_host_command *command) {
  struct wb_host_block *block = command->to.block;
  const struct wb_range range = {command->to.offset, command->to.offset + command->length};
  const bool zeros = fills_with_zeros(command);
  const struct wb_host_span filled = {.writer = WB_BY_FILL,
                                      .zeroed = zeros,
                                      .place = command->place,
                                      .version = command->serial,
                                      .origin = wb_origin_of_fill(command, zeros)};
  const bool telling = command->kind == WB_COMMAND_COPY && tells(&command->from);
  if (block->side == WB_DEVICE_SIDE) check_overwritten(command, &command->to);
  block->cut.place.line = 0;
  if (command->kind == WB_COMMAND_FILL) {
    wb_spans_write(&block->spans, &range, 1, &filled);
  } else if ((command->unseen && (telling || is_hosts(&command->from))) ||
             (command->from.block->side == WB_DEVICE_SIDE && block->side == WB_DEVICE_SIDE)) {
    copy_spans(command);
  } else {
    const struct wb_host_span like = copied_span(command);
    wb_spans_write(&block->spans, &range, 1, &like);
  }
}

/* A mapping brings bytes back that nobody wrote: they stay so on the device, too. */
static void forget_unwritten(const struct wb_host_command *command) {
  struct wb_host_block *block = command->to.block;
  uint64_t at = command->to.offset, gap = 0;
  const uint64_t end = at + command->length;
  enum wb_status status = WB_OK;
  struct wb_error why = {0};
  while (status == WB_OK && wb_spans_gap(&block->spans, at, end, &gap)) {
    const size_t next = wb_spans_find(&block->spans, gap);
    at = next < block->spans.count && block->spans.items[next].start < end
             ? block->spans.items[next].start
             : end;
    status = wb_buffer_forget(block->context->device->device, block->handle, gap, at - gap, &why);
  }
  if (status != WB_OK) wb_host_keep_failure(block->host, command->place, &why);
}

/* ---- ahead: what the program can see
 * ---------------------------------------------------------------- */

/* Bytes that a held copy is to write are others until then. */
static void poison_target(const struct wb_host_command *command) {
  struct wb_host_block *block = command->to.block;
  const uint64_t start = command->to.offset;
  if (!command->queue->context->device->holds_back || block->host->options.unchecked) return;
  if (wb_host_settle(block, start, start + command->length, NULL) != WB_OK) return;
  memset(block->memory + start, WB_POISON_BYTE, command->length);
}

void wb_effects_ahead(struct wb_host_command *command) {
  const bool unchecked = command->queue->context->host->options.unchecked;
  if (command->kind != WB_COMMAND_COPY && command->kind != WB_COMMAND_FILL) return;
  const bool fills = command->kind == WB_COMMAND_FILL;
  const bool reads_now = !fills && (is_hosts(&command->from) || !tells(&command->from));
  const bool writes_now = is_hosts(&command->to) || !tells(&command->to);
  if (!fills && is_hosts(&command->from)) command->from_version = command->from.block->version;
  if (reads_now && !unchecked) {
    use(&command->from, command, false);
    if (is_hosts(&command->from)) read_source(command);
  }
  if (!is_hosts(&command->to) && (fills || is_hosts(&command->from)) && !unchecked)
    wb_origins_check_given(command);
  if (writes_now && !unchecked) use(&command->to, command, true);
  const bool known_later = command->unseen && tells(&command->from);
  if (writes_now && is_hosts(&command->to) && !known_later) {
    if (!unchecked) write_target(command);
    if (!command->unseen) poison_target(command);
  } else if (writes_now && !unchecked && !is_hosts(&command->to)) {
    write_target(command);
  }
}

/* ---- launches
 * ------------------------------------------------------------------------------------------ */

struct touched_ranges {
  struct wb_range *items;
  size_t count, capacity;
};

static void add_range(struct touched_ranges *ranges, uint64_t start, uint64_t end) {
  if (ranges->count > 0 && ranges->items[ranges->count - 1].end == start) {
    ranges->items[ranges->count - 1].end = end;
    return;
  }
  ranges->items =
      wb_grow(ranges->items, &ranges->capacity, ranges->count + 1, sizeof *ranges->items);
  ranges->items[ranges->count++] = (struct wb_range){start, end};
}

static uint64_t items_of(const struct wb_launch *launch) {
  return (uint64_t)launch->global[0] * launch->global[1] * launch->global[2];
}

/* A count among the arguments that is larger than the grid, and not than the buffer. */
static uint64_t wanted_items(const struct wb_launch *launch, uint64_t items, uint64_t elements) {
  uint64_t wanted = 0;
  for (size_t i = 0; i < launch->n_args; i++) {
    const struct wb_arg *arg = &launch->args[i];
    uint64_t value = 0;
    if (arg->kind != WB_ARG_SCALAR || arg->type.lanes != 1 || wb_scalar_is_float(arg->type.scalar))
      continue;
    const size_t size = wb_arg_bytes(arg);
    if (size > sizeof value) continue;
    memcpy(&value, arg->value.scalar, size);
    if (value > items && value <= elements && value > wanted) wanted = value;
  }
  return wanted;
}

/* The kernel wrote the first elements, as many as it has work-items, and is told of more. */
static void note_cut(const struct wb_host_command *command, size_t index,
                     const struct touched_ranges *writes) {
  const struct wb_end *end = &command->ends[index];
  struct wb_host_block *block = end->block;
  const uint64_t items = items_of(command->launch);
  block->cut.place.line = 0;
  if (writes->count != 1 || end->element_bytes == 0 || writes->items[0].start != end->offset ||
      writes->items[0].end != end->offset + items * end->element_bytes)
    return;
  const uint64_t wanted = wanted_items(command->launch, items, command->counts[index]);
  uint64_t gap = 0; /* what nobody wrote is told where it is read */
  if (wanted == 0 || wb_spans_gap(&block->spans, writes->items[0].end,
                                  end->offset + wanted * end->element_bytes, &gap))
    return;
  block->cut.place = command->place;
  block->cut.start = writes->items[0].end;
  block->cut.end = end->offset + wanted * end->element_bytes;
  block->cut.items = items;
  block->cut.wanted = wanted;
}

/* How much of what a copy brought is overwritten without having been read. */
static uint64_t lost_bytes(const struct wb_host_block *block, const struct touched_ranges *writes) {
  uint64_t lost = 0;
  for (size_t i = 0; i < writes->count; i++)
    for (size_t k = wb_spans_find(&block->spans, writes->items[i].start);
         k < block->spans.count && block->spans.items[k].start < writes->items[i].end; k++) {
      const struct wb_host_span *span = &block->spans.items[k];
      const uint64_t start =
          span->start > writes->items[i].start ? span->start : writes->items[i].start;
      const uint64_t end = span->end < writes->items[i].end ? span->end : writes->items[i].end;
      if (span->writer == WB_BY_COPY && !span->read) lost += end - start;
    }
  return lost;
}

/* Nothing but zeros that a fill left, or nobody wrote: other numbers may be an input. */
static bool has_no_input(const struct wb_host_block *block, const struct touched_ranges *reads) {
  for (size_t i = 0; i < reads->count; i++)
    for (size_t k = wb_spans_find(&block->spans, reads->items[i].start);
         k < block->spans.count && block->spans.items[k].start < reads->items[i].end; k++)
      if (!block->spans.items[k].zeroed) return false;
  return reads->count > 0;
}

struct touched_args {
  struct touched_ranges reads[WB_MAX_ARGS], writes[WB_MAX_ARGS];
};

/* An input is overwritten unread, and what is read in its place never got any data. */
static void check_swapped(const struct wb_host_command *command,
                          const struct touched_args *touched) {
  struct wb_host *host = command->queue->context->host;
  for (size_t out = 0; out < command->launch->n_args; out++) {
    const struct wb_host_block *block = command->ends[out].block;
    if (block == NULL || touched->writes[out].count == 0 || touched->reads[out].count > 0 ||
        2 * lost_bytes(block, &touched->writes[out]) < block->bytes || block->bytes == 0)
      continue;
    for (size_t in = 0; in < command->launch->n_args; in++) {
      const struct wb_host_block *other = command->ends[in].block;
      if (other == NULL || other == block || !has_no_input(other, &touched->reads[in])) continue;
      wb_host_report(host,
                     &(struct wb_host_fault){.kind = WB_INVALID_ARGUMENT,
                                             .severity = WB_SEVERITY_ERROR,
                                             .place = command->place,
                                             .other = block->made,
                                             .block = block,
                                             .access = WB_ACCESS_WRITE},
                     "%s writes over %s, whose data it never reads, and reads %s, which has none: "
                     "arguments %zu and %zu seem to be swapped",
                     command->function->name, wb_host_block_name(block), wb_host_block_name(other),
                     out + 1, in + 1);
      return;
    }
  }
}

static bool has_error(const struct wb_outcome *outcome) {
  bool found = outcome->kind != WB_OUTCOME_DONE;
  for (size_t i = 0; i < outcome->n_findings; i++)
    found = found || outcome->findings[i].severity == WB_SEVERITY_ERROR;
  return found;
}

static void check_idle(const struct wb_host_command *command, const struct wb_outcome *outcome) {
  /* What a work-item did wrong was not carried out, and says that it was not idle. */
  if (outcome->idle_groups == 0 || has_error(outcome)) return;
  const uint64_t groups =
      items_of(command->launch) /
      (command->launch->local[0] * command->launch->local[1] * command->launch->local[2]);
  const bool most = 2 * outcome->idle_items >= outcome->total_items;
  if (!most) return;
  wb_host_report(
      command->queue->context->host,
      &(struct wb_host_fault){
          .kind = WB_IDLE_LAUNCH, .severity = WB_SEVERITY_WARNING, .place = command->place},
      "%" PRIu64 " of %" PRIu64 " work-items of %s do nothing, %" PRIu64 " of %" PRIu64
      " groups among them: is the grid's shape the data's (x first)?",
      outcome->idle_items, outcome->total_items, command->function->name, outcome->idle_groups,
      groups);
}

static void apply_argument(const struct wb_host_command *command, size_t index,
                           const struct touched_args *touched) {
  struct wb_host_block *block = command->ends[index].block;
  const struct touched_ranges *reads = &touched->reads[index], *writes = &touched->writes[index];
  const struct wb_host_span like = {.writer = WB_BY_KERNEL,
                                    .place = command->place,
                                    .version = command->serial,
                                    .items = items_of(command->launch),
                                    .origin = wb_origin_of_launch(command)};
  wb_uses_add(block, command, reads->items, reads->count, false);
  wb_uses_add(block, command, writes->items, writes->count, true);
  wb_spans_mark_read(&block->spans, reads->items, reads->count);
  if (writes->count == 0) return;
  wb_spans_write(&block->spans, writes->items, writes->count, &like);
  note_cut(command, index, writes);
  content_changes(block);
}

static void apply_touched(const struct wb_host_command *command, const struct wb_outcome *outcome) {
  struct touched_args *touched = wb_alloc(sizeof *touched);
  for (size_t i = 0; i < outcome->n_touched; i++) {
    const struct wb_touched *one = &outcome->touched[i];
    if (one->arg >= command->launch->n_args || command->ends[one->arg].block == NULL ||
        one->end > command->ends[one->arg].block->bytes)
      continue;
    if (one->reads) add_range(&touched->reads[one->arg], one->start, one->end);
    if (one->writes) add_range(&touched->writes[one->arg], one->start, one->end);
  }
  check_swapped(command, touched);
  check_idle(command, outcome);
  for (size_t i = 0; i < command->launch->n_args; i++)
    if (command->ends[i].block != NULL) apply_argument(command, i, touched);
  for (size_t i = 0; i < command->launch->n_args; i++) {
    free(touched->reads[i].items);
    free(touched->writes[i].items);
  }
  free(touched);
}

static bool tells_touched(const struct wb_host_command *command) {
  return command->queue->context->device->holds_back;
}

/* Not all that it touched is known: there were too many ranges, or it was ended. It may have read
 * all that it was given, and written what it may write; nothing is said that rests on less. */
static void assume_touched(const struct wb_host_command *command) {
  const struct wb_host_span like = {.writer = WB_BY_KERNEL,
                                    .read = true,
                                    .place = command->place,
                                    .version = command->serial,
                                    .origin = wb_origin_of_launch(command)};
  for (size_t i = 0; i < command->launch->n_args; i++) {
    struct wb_host_block *block = command->ends[i].block;
    const struct wb_arg *arg = &command->launch->args[i];
    if (block == NULL) continue;
    const struct wb_range all = {arg->buffer_offset, arg->buffer_bytes > 0
                                                         ? arg->buffer_offset + arg->buffer_bytes
                                                         : block->bytes};
    block->cut.place.line = 0;
    if (all.start == all.end) continue;
    wb_spans_mark_read(&block->spans, &all, 1);
    if (command->function->info.params[i].is_const || block->access == WB_BUFFER_READ_ONLY)
      continue;
    wb_spans_write(&block->spans, &all, 1, &like);
    content_changes(block);
  }
}

static void name_array(const struct wb_host_command *command, struct wb_finding *finding) {
  const struct wb_kernel_info *info = &command->function->info;
  if (finding->file[0] == '\0')
    snprintf(finding->file, sizeof finding->file, "%s", command->function->program->file);
  if (finding->kind != WB_UNINITIALIZED_READ) return;
  for (size_t i = 0; i < info->n_params; i++) {
    const struct wb_host_block *block = command->ends[i].block;
    const size_t length = strlen(finding->message);
    if (block == NULL || strcmp(info->params[i].name, finding->array) != 0) continue;
    snprintf(finding->message + length, sizeof finding->message - length,
             "; %s is %s, of line %u of the program", finding->array, wb_host_block_name(block),
             block->made.line);
    return;
  }
}

/* One launch alone is traced. */
static void take_trace(const struct wb_host_command *command, const struct wb_outcome *outcome) {
  struct wb_host *host = command->queue->context->host;
  if (outcome->trace_length == 0 || host->trace != NULL) return;
  host->trace = wb_alloc(outcome->trace_length);
  memcpy(host->trace, outcome->trace, outcome->trace_length);
  host->trace_length = outcome->trace_length;
  host->traced = command->function->program;
}

/* Arguments of several kernels have nothing in common: their names are what people know. */
static void count_arrays(const struct wb_host_command *command, const struct wb_outcome *outcome) {
  struct wb_host *host = command->queue->context->host;
  if (!host->options.counts_arrays) return;
  for (size_t i = 0; i < outcome->n_arrays; i++) {
    struct wb_array_count one = outcome->arrays[i];
    one.argument = 0;
    snprintf(one.file, sizeof one.file, "%s", command->function->program->file);
    wb_array_counts_add(&host->arrays, &host->n_arrays, &one, 1);
  }
}

static void apply_outcome(const struct wb_host_command *command, const struct wb_outcome *outcome) {
  struct wb_host *host = command->queue->context->host;
  for (size_t i = 0; i < outcome->n_findings; i++) {
    struct wb_finding finding = outcome->findings[i];
    name_array(command, &finding);
    finding.launch = finding.last_launch = command->launch_number;
    wb_host_add_finding(host, &finding, command->place);
  }
  take_trace(command, outcome);
  count_arrays(command, outcome);
  wb_lanes_found(command, outcome->n_findings);
  wb_counters_add(&host->counts.counters, &outcome->counters);
  if (outcome->text != NULL) wb_str_add_bytes(&host->printed, outcome->text, outcome->text_length);
  if (host->options.unchecked || !tells_touched(command)) return;
  if (outcome->knows_touched && outcome->touched_whole)
    apply_touched(command, outcome);
  else
    assume_touched(command);
}

/* ---- done
 * ------------------------------------------------------------------------------------------------
 */

void wb_effects_of(struct wb_host_command *command, const struct wb_device_completion *completion) {
  const bool unchecked = command->queue->context->host->options.unchecked;
  const bool copies = command->kind == WB_COMMAND_COPY, fills = command->kind == WB_COMMAND_FILL;
  if (command->kind == WB_COMMAND_LAUNCH && completion->outcome != NULL)
    apply_outcome(command, completion->outcome);
  if (unchecked || (!copies && !fills)) return;
  const bool reads_now = copies && !is_hosts(&command->from) && tells(&command->from);
  const bool writes_now = !is_hosts(&command->to) && tells(&command->to);
  const bool second = command->relayed, relayed = wb_command_is_relayed(command);
  if (reads_now && !second) {
    use(&command->from, command, false);
    read_source(command);
    if (command->unseen && is_hosts(&command->to)) write_target(command);
  }
  if (writes_now && (second || !relayed)) {
    use(&command->to, command, true);
    write_target(command);
    if (command->unseen) forget_unwritten(command);
  }
  if (relayed && !second) return;
  if (copies) wb_origins_copy(command);
  if (copies)
    check_redundant(
        command, is_hosts(&command->from) ? command->from_version : command->from.block->version);
  content_changes(command->to.block);
}
