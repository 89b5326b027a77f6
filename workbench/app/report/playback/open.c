/* From the bytes to steps, groups and arrays. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/playback/private.h"

enum { MOST_STEPS = 1 << 23, UNKNOWN_ELEMENT = 4 };

/* ---- groups ---------------------------------------------------------------------- */

struct wb_item_id wb_play_who(const struct wb_playback *p, const struct wb_play_step *step) {
  const struct wb_trace_record record = {.group = p->groups[step->group].id, .item = step->item};
  return wb_trace_who(&p->trace, &record);
}

static void begin_group(struct wb_playback *p, uint64_t id) {
  const struct wb_trace_record first = {.group = id};
  p->groups = wb_grow(p->groups, &p->groups_capacity, p->n_groups + 1, sizeof *p->groups);
  p->groups[p->n_groups++] = (struct wb_playback_group){
      .id = id, .coordinates = wb_trace_who(&p->trace, &first), .first = p->n_steps, .phases = 1};
}

/* ---- steps ----------------------------------------------------------------------- */

static bool is_step(enum wb_trace_kind kind) {
  return kind != WB_TRACE_GROUP && kind != WB_TRACE_ITEM && kind != WB_TRACE_GROUP_END &&
         kind != WB_TRACE_END;
}

/* The barrier belongs to the phase that it ends. */
static void add_step(struct wb_playback *p, const struct wb_trace_record *record) {
  struct wb_playback_group *group = &p->groups[p->n_groups - 1];
  struct wb_play_step step = {.item = record->kind == WB_TRACE_PASS ? 0 : record->item,
                              .group = (uint32_t)(p->n_groups - 1),
                              .phase = group->phases - 1,
                              .place = record->place,
                              .kind = (uint8_t)record->kind};
  if (record->kind == WB_TRACE_ACCESS) {
    step.at = (int64_t)record->offset;
    step.unset = record->unset;
    step.value = (uint32_t)(p->trace.next - p->bytes) - p->trace.places[record->place].bytes;
  } else if (record->kind == WB_TRACE_REFUSED) {
    step.at = record->stray;
  } else if (record->kind == WB_TRACE_BRANCH || record->kind == WB_TRACE_MEET) {
    step.at = (int64_t)record->way;
  }
  p->steps = wb_grow(p->steps, &p->steps_capacity, p->n_steps + 1, sizeof *p->steps);
  p->steps[p->n_steps++] = step;
  group->count++;
  group->phases += record->kind == WB_TRACE_PASS;
}

static enum wb_status read_steps(struct wb_playback *p, struct wb_error *err) {
  struct wb_trace_record record;
  bool inside = false;
  while (!p->too_long && wb_trace_next(&p->trace, &record)) {
    if (record.kind == WB_TRACE_GROUP) begin_group(p, record.group);
    inside = inside || record.kind == WB_TRACE_GROUP;
    if (!inside && is_step(record.kind)) begin_group(p, record.group);
    inside = inside || is_step(record.kind);
    if (record.kind == WB_TRACE_GROUP_END) inside = false;
    p->too_long = p->n_steps == MOST_STEPS;
    if (is_step(record.kind) && !p->too_long) add_step(p, &record);
  }
  if (!p->too_long && p->trace.state == WB_TRACE_BAD)
    return wb_fail(err, WB_ERR_PROTOCOL, "this trace is damaged at byte %zu of %zu",
                   (size_t)(p->trace.next - p->bytes), (size_t)(p->trace.limit - p->bytes));
  return WB_OK;
}

/* ---- arrays ---------------------------------------------------------------------- */

/* A value is best shown as those see it whose lanes are known (they are not of an
 * access that was refused), and who touch whole elements. */
static int shows_how_well(const struct wb_trace_place *place, uint32_t element_bytes) {
  return 2 * (place->lane_bytes > 0) + (place->bytes == element_bytes);
}

static void note_place(struct wb_playback *p, const struct wb_trace_place *place) {
  struct wb_playback_array *array;
  if (place->array == WB_TRACE_NO_ARRAY) return;
  array = &p->arrays[place->array].seen;
  if (array->shown_by == NULL || shows_how_well(place, array->element_bytes) >
                                     shows_how_well(array->shown_by, array->element_bytes))
    array->shown_by = place;
}

static void make_arrays(struct wb_playback *p) {
  p->n_arrays = p->trace.n_arrays;
  p->arrays = wb_alloc((p->n_arrays + 1) * sizeof *p->arrays);
  for (size_t i = 0; i < p->n_arrays; i++) {
    const struct wb_trace_array *told = &p->trace.arrays[i];
    struct wb_play_array *array = &p->arrays[i];
    memcpy(array->seen.name, told->name, sizeof array->seen.name);
    memcpy(array->seen.inner, told->inner, sizeof array->seen.inner);
    array->seen.memory = told->memory;
    array->seen.element_bytes = told->element_bytes > 0 ? told->element_bytes : UNKNOWN_ELEMENT;
    array->seen.elements =
        told->bytes / array->seen.element_bytes + (told->bytes % array->seen.element_bytes > 0);
    array->by_group = told->memory == WB_MEMORY_LOCAL || told->memory == WB_MEMORY_PRIVATE;
    array->by_item = told->memory == WB_MEMORY_PRIVATE;
    array->seen.undefined = array->by_group || told->empty;
  }
  for (size_t i = 0; i < p->trace.n_places; i++) note_place(p, &p->trace.places[i]);
  for (size_t i = 0; i < p->n_steps; i++) {
    const struct wb_play_step *step = &p->steps[i];
    if (step->kind == WB_TRACE_ACCESS && wb_play_writes(p, step))
      p->arrays[wb_play_place(p, step)->array].seen.is_written = true;
  }
}

/* ---- the whole ------------------------------------------------------------------- */

static char *what_is_missing(const struct wb_playback *p) {
  char *text = NULL;
  if (p->too_long)
    text = wb_format("Only the first %zu steps are shown.", p->n_steps);
  else if (p->trace.state != WB_TRACE_COMPLETE)
    text = wb_strdup("The launch was stopped; this is what it did until then.");
  else if (p->trace.dropped_groups > 0)
    text = wb_format("The trace is full: %" PRIu64 " more steps, and %" PRIu64
                     " whole work-groups, were not recorded.",
                     p->trace.dropped_records, p->trace.dropped_groups);
  else if (p->trace.dropped_records > 0)
    text = wb_format("The trace is full: %" PRIu64 " more steps were not recorded.",
                     p->trace.dropped_records);
  return text;
}

enum wb_status wb_playback_open(struct wb_playback **playback, const void *bytes, size_t length,
                                struct wb_error *err) {
  struct wb_playback *p = wb_alloc(sizeof *p);
  enum wb_status status = WB_OK;
  *playback = NULL;
  if (length >= UINT32_MAX)
    status = wb_fail(err, WB_ERR_PROTOCOL, "a trace of %zu bytes is too long", length);
  if (status == WB_OK) {
    p->bytes = wb_alloc(length + 1);
    if (length > 0) memcpy(p->bytes, bytes, length);
    status = wb_trace_open(&p->trace, p->bytes, length, err);
  }
  if (status == WB_OK) status = read_steps(p, err);
  if (status == WB_OK) {
    make_arrays(p);
    wb_play_index(p);
    wb_play_collide(p);
    p->missing = what_is_missing(p);
    *playback = p;
    p = NULL;
  }
  wb_playback_free(p);
  return status;
}

void wb_playback_free(struct wb_playback *playback) {
  if (playback == NULL) return;
  wb_trace_release(&playback->trace);
  free(playback->bytes);
  free(playback->steps);
  free(playback->groups);
  free(playback->arrays);
  free(playback->missing);
  free(playback->file);
  free(playback->units);
  free(playback->touches);
  free(playback->slots);
  free(playback);
}
