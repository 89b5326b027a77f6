#include "emulator/profile/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/profile/profile.h"

static const uint64_t NO_ITEM = UINT64_MAX;

void wb_profile_trace_init(struct wb_profile_trace *trace, struct wbrt_run *run) {
  const struct wb_launch *launch = run->launch;
  struct wb_trace_launch header = {
      .dimensions = launch->dimensions,
      .subgroup = launch->subgroup != 0 ? launch->subgroup : WB_DEFAULT_SUBGROUP};
  if (launch->trace_bytes == 0) return;
  snprintf(header.kernel, sizeof header.kernel, "%s", run->image->name);
  for (int d = 0; d < 3; d++) {
    header.global[d] = launch->global[d];
    header.local[d] = launch->local[d];
    header.offset[d] = launch->offset[d];
  }
  trace->wanted = true;
  trace->item = NO_ITEM;
  trace->recent = wb_alloc(((size_t)run->image->n_sites + 1) * sizeof *trace->recent);
  wb_trace_begin(&trace->writer, wb_shared_trace(run->shared), launch->trace_bytes,
                 &run->shared->trace_length, &header);
}

/* ---- arrays and places ------------------------------------------------------------ */

static uint32_t array_of(struct wb_profile_trace *trace, const struct wbrt_run *run,
                         uint32_t object, uint32_t site) {
  const struct wbrt_object *o = &run->context->objects[object];
  const bool own = o->memory == WB_MEMORY_LOCAL || o->memory == WB_MEMORY_PRIVATE;
  struct wb_trace_array array = {.memory = (enum wb_memory)o->memory,
                                 .element_bytes = wb_run_element(run, object, site),
                                 .bytes = wb_object_bytes(run, o),
                                 .empty = own || run->info[object].fresh};
  if (trace->arrays[object] != 0) return trace->arrays[object] - 1;
  snprintf(array.name, sizeof array.name, "%s", wb_run_array(run, object, site));
  memcpy(array.inner, run->info[object].inner, sizeof array.inner);
  const uint32_t number = wb_trace_put_array(&trace->writer, &array);
  if (!trace->writer.full) trace->arrays[object] = number + 1;
  return number;
}

static uint32_t new_place(struct wb_profile_trace *trace, const struct wbrt_run *run,
                          const struct wb_profile_place *wanted, uint32_t flags) {
  const struct wbrt_site *site = wb_launch_report_site(&run->report, wanted->site);
  struct wb_trace_place place = {
      .line = site->line, .column = site->column, .array = WB_TRACE_NO_ARRAY};
  if (site->file != NULL) snprintf(place.file, sizeof place.file, "%s", site->file);
  if (wanted->object != WBRT_NO_OBJECT) {
    place.array = array_of(trace, run, wanted->object, wanted->site);
    place.bytes = wanted->size;
    place.access = wb_access_of(flags & WBRT_ACCESS_MASK);
    place.only_reads = (flags & WBRT_WRITE) == 0;
    place.unused = (flags & WBRT_VALUE_UNUSED) != 0;
    place.lane_bytes = flags >> WBRT_VALUE_LANE_SHIFT & WBRT_VALUE_LANE_MASK;
    place.real = (flags & WBRT_VALUE_REAL) != 0;
    place.natural = !place.real && place.lane_bytes > 0 &&
                    place.lane_bytes == run->info[wanted->object].natural_bytes;
  }
  return wb_trace_put_place(&trace->writer, &place);
}

static bool same_place(const struct wb_profile_place *a, const struct wb_profile_place *b) {
  return a->known && a->site == b->site && a->object == b->object && a->size == b->size &&
         a->flags == b->flags;
}

/* Numbers of places: nearly always the last one of the site. */
static uint32_t place_of(struct wb_profile_trace *trace, const struct wbrt_run *run, uint32_t site,
                         uint32_t object, uint32_t size, uint32_t flags) {
  struct wb_profile_place *recent = &trace->recent[site];
  struct wb_profile_place wanted = {
      .known = true, .object = object, .size = size, .site = site, .flags = flags};
  size_t i = 0;
  if (trace->writer.full) return 0;
  if (same_place(recent, &wanted)) return recent->place;
  while (i < trace->n_all && !same_place(&trace->all[i], &wanted)) i++;
  if (i == trace->n_all) {
    wanted.place = new_place(trace, run, &wanted, flags);
    if (trace->writer.full) return 0;
    trace->all = wb_grow(trace->all, &trace->all_capacity, i + 1, sizeof *trace->all);
    trace->all[trace->n_all++] = wanted;
  }
  *recent = trace->all[i];
  return recent->place;
}

/* ---- records ----------------------------------------------------------------------- */

/* Says whose records follow, where that has changed. */
static void tell_item(struct wb_profile_trace *trace, const struct wbrt_run *run) {
  const uint64_t item = run->context->local_linear_id;
  if (trace->item == item || trace->writer.full) return;
  trace->item = item;
  wb_trace_put(&trace->writer, WB_TRACE_ITEM, item);
}

void wb_profile_trace_access(struct wb_profile_trace *trace, struct wbrt_run *run,
                             const struct wbrt_object *object, uint64_t address, uint32_t size,
                             uint32_t flags, uint32_t site) {
  if (!trace->wanted) return;
  const uint32_t number = (uint32_t)(object - run->context->objects);
  const uint64_t offset = address - object->base;
  const uint64_t bytes = wb_object_bytes(run, object);
  if (offset > bytes || size > bytes - offset) return; /* another's private one */
  const void *value = (const void *)(uintptr_t)address;
  uint16_t unset = wb_run_unset(run, number, address, size, (flags & WBRT_WRITE) != 0);
  if (run->stale.address == address) { /* it has read, whatever else it can */
    value = &run->stale.value;
    unset = run->stale.unset;
    flags &= ~(uint32_t)WBRT_WRITE;
    run->stale.address = 0;
  }
  tell_item(trace, run);
  const uint32_t place = place_of(trace, run, site, number, size, flags);
  wb_trace_put_access(&trace->writer, place, offset, value, size, unset);
}

void wb_profile_trace_refused(struct wb_profile_trace *trace, struct wbrt_run *run,
                              const struct wbrt_object *object, uint64_t address, uint32_t size,
                              uint32_t flags, uint32_t site) {
  const uint32_t number = (uint32_t)(object - run->context->objects);
  const uint32_t bytes = size < WB_PROFILE_PIECE ? size : WB_PROFILE_PIECE;
  if (!trace->wanted || number == WBRT_NO_OBJECT || size == 0) return;
  tell_item(trace, run);
  const uint32_t place = place_of(trace, run, site, number, bytes, flags & WBRT_ACCESS_MASK);
  wb_trace_put_refused(&trace->writer, place, (int64_t)(address - object->base));
}

void wb_profile_trace_branch(struct wb_profile_trace *trace, struct wbrt_run *run, uint64_t way,
                             uint32_t site) {
  if (!trace->wanted) return;
  tell_item(trace, run);
  wb_trace_put_branch(&trace->writer, place_of(trace, run, site, WBRT_NO_OBJECT, 0, 0), way);
}

void wb_profile_trace_collective(struct wb_profile_trace *trace, struct wbrt_run *run,
                                 bool of_group, uint32_t site) {
  if (!trace->wanted) return;
  tell_item(trace, run);
  wb_trace_put_meet(&trace->writer, place_of(trace, run, site, WBRT_NO_OBJECT, 0, 0), of_group);
}

void wb_profile_trace_group(struct wb_profile_trace *trace, struct wbrt_run *run) {
  const struct wbrt_context *context = run->context;
  if (!trace->wanted) return;
  trace->item = NO_ITEM;
  wb_trace_put(&trace->writer, WB_TRACE_GROUP, (context->group_first - 1) / context->group_items);
}

void wb_profile_trace_wait(struct wb_profile_trace *trace, struct wbrt_run *run, uint32_t site) {
  if (!trace->wanted) return;
  tell_item(trace, run);
  wb_trace_put(&trace->writer, WB_TRACE_WAIT, place_of(trace, run, site, WBRT_NO_OBJECT, 0, 0));
}

void wb_profile_trace_pass(struct wb_profile_trace *trace) {
  if (trace->wanted) wb_trace_put(&trace->writer, WB_TRACE_PASS, 0);
}

void wb_profile_trace_end_item(struct wb_profile_trace *trace, struct wbrt_run *run) {
  if (!trace->wanted) return;
  tell_item(trace, run);
  wb_trace_put(&trace->writer, WB_TRACE_ITEM_END, 0);
}

void wb_profile_trace_end_group(struct wb_profile_trace *trace) {
  if (trace->wanted) wb_trace_put(&trace->writer, WB_TRACE_GROUP_END, 0);
}

/* Arguments that the kernel never touched: an output among them is worth seeing. */
static void tell_rest(struct wb_profile_trace *trace, const struct wbrt_run *run) {
  for (uint32_t i = 0; i < run->launch->n_args; i++) {
    const uint32_t object = WBRT_FIRST_ARGUMENT + i;
    if (run->context->objects[object].base != 0 && run->info[object].name != NULL)
      array_of(trace, run, object, 0);
  }
}

void wb_profile_trace_end(struct wb_profile_trace *trace, const struct wbrt_run *run) {
  if (!trace->wanted) return;
  tell_rest(trace, run);
  wb_trace_finish(&trace->writer);
  free(trace->recent);
  free(trace->all);
  trace->recent = trace->all = NULL;
  trace->wanted = false;
}
