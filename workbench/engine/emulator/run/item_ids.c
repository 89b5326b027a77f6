/* Ids: from positions and segments to work-items and back. */
#include "emulator/run/order.h"
#include "emulator/run/run.h"

static void split_linear(uint64_t linear, const uint64_t sizes[3], uint64_t out[3]) {
  out[0] = linear % sizes[0];
  out[1] = linear / sizes[0] % sizes[1];
  out[2] = linear / sizes[0] / sizes[1];
}

/* From one to the next. */
static void step_linear(const uint64_t sizes[3], uint64_t at[3]) {
  for (int d = 0; d < 3 && ++at[d] >= sizes[d] && d < 2; d++) at[d] = 0;
}

static uint64_t join_linear(const uint64_t at[3], const uint64_t sizes[3]) {
  return (at[2] * sizes[1] + at[1]) * sizes[0] + at[0];
}

static uint64_t group_at(const struct wbrt_run *run, uint64_t position) {
  return wb_order_at(&run->launch->schedule, 0, run->n_groups, position);
}

struct wb_item_id wb_item_ids_at(const struct wbrt_run *run, uint64_t group_position,
                                 uint64_t local_linear) {
  const struct wbrt_context *context = run->context;
  struct wb_item_id who = {.dimensions = run->launch->dimensions};
  uint64_t local[3];
  split_linear(group_at(run, group_position), context->n_groups, who.group);
  split_linear(local_linear, context->local_size, local);
  for (int d = 0; d < 3; d++)
    who.item[d] = context->offset[d] + who.group[d] * context->local_size[d] + local[d];
  return who;
}

struct wb_item_id wb_item_ids_running(const struct wbrt_run *run) {
  struct wb_item_id who = {.dimensions = run->launch->dimensions};
  for (int d = 0; d < 3; d++) {
    who.item[d] = run->context->global_id[d];
    who.group[d] = run->context->group_id[d];
  }
  return who;
}

/* The last that began at or before it. */
uint64_t wb_item_ids_group_position(const struct wbrt_run *run, uint64_t segment) {
  uint64_t low = 0, high = run->group_position;
  if (run->group_segments == NULL)
    return (segment - run->first_segment) / run->context->group_items;
  while (low < high) {
    uint64_t middle = low + (high - low + 1) / 2;
    if (run->group_segments[middle] <= segment)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

struct wb_item_id wb_item_ids_of_segment(const struct wbrt_run *run, uint64_t segment) {
  const uint64_t items = run->context->group_items;
  uint64_t position = wb_item_ids_group_position(run, segment);
  uint64_t first = run->group_segments != NULL ? run->group_segments[position]
                                               : run->first_segment + position * items;
  return wb_item_ids_at(run, position, (segment - first) % items);
}

void wb_item_ids_set_group(struct wbrt_run *run, uint64_t position) {
  struct wbrt_context *context = run->context;
  const uint64_t linear = group_at(run, position);
  const bool follows =
      run->launch->schedule.kind == WB_SCHEDULE_FORWARD && position == run->group_position + 1;
  run->group_position = position;
  /* Of many small groups, divisions of 64 bits would take as long as all else. */
  if (follows)
    step_linear(context->n_groups, context->group_id);
  else
    split_linear(linear, context->n_groups, context->group_id);
  context->group_first = (uint32_t)(1 + linear * context->group_items);
}

/* As split_linear(), for what is done at every switch: groups are small, and most
 * have one dimension, so that no 64-bit division is needed. */
static void split_local(uint32_t linear, const uint64_t sizes[3], uint64_t out[3]) {
  const uint32_t width = sizes[0] > 1 ? (uint32_t)sizes[0] : 1;
  const uint32_t height = sizes[1] > 1 ? (uint32_t)sizes[1] : 1;
  const bool row = linear < width;
  const uint32_t rows = row ? 0 : linear / width;
  out[0] = row ? linear : linear % width;
  out[1] = rows < height ? rows : rows % height;
  out[2] = rows < height ? 0 : rows / height;
}

void wb_item_ids_set(struct wbrt_run *run, uint64_t local_linear) {
  struct wbrt_context *context = run->context;
  uint64_t relative[3];
  split_local((uint32_t)local_linear, context->local_size, context->local_id);
  for (int d = 0; d < 3; d++) {
    relative[d] = context->group_id[d] * context->local_size[d] + context->local_id[d];
    context->global_id[d] = context->offset[d] + relative[d];
  }
  context->local_linear_id = local_linear;
  context->global_linear_id = join_linear(relative, context->global_size);
  context->item = context->group_first + (uint32_t)local_linear;
}
