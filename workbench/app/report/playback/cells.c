/* What an element holds at a step, and what has happened to it by then. */
#include <string.h>

#include "report/playback/private.h"

size_t wb_playback_arrays(const struct wb_playback *playback) { return playback->n_arrays; }

const struct wb_playback_array *wb_playback_array(const struct wb_playback *playback,
                                                  size_t index) {
  return &playback->arrays[index].seen;
}

/* ---- one unit -------------------------------------------------------------------- */

struct look {
  const struct wb_playback *p;
  const struct wb_play_array *array;
  const struct wb_play_unit *unit; /* NULL: nobody ever touches it */
  size_t done;                     /* touches that have happened */
};

/* Private memory is that of the work-item whose step it is. */
static uint64_t item_at(const struct wb_playback *p, size_t group, size_t step) {
  if (p->n_steps == 0) return 0;
  if (step >= p->n_steps || p->steps[step].group != group) step = p->groups[group].first;
  return step < p->n_steps ? p->steps[step].item : 0;
}

static struct look look_at(const struct wb_playback *p, size_t array, size_t group, uint64_t unit,
                           size_t step) {
  struct look look = {.p = p, .array = &p->arrays[array]};
  look.unit = wb_play_find(p, wb_play_key_of(p, array, group, item_at(p, group, step), unit));
  if (look.unit != NULL) look.done = wb_play_until(p, look.unit, step);
  return look;
}

/* The step whose value is the unit's, or WB_PLAY_NO_STEP. Before anybody has
 * touched it, it is what the first one will read. */
static uint32_t source_step(const struct look *look) {
  const struct wb_play_touch *touches;
  if (look->unit == NULL) return WB_PLAY_NO_STEP;
  touches = wb_play_touches(look->p, look->unit);
  const bool empty = look->array->seen.undefined &&
                     (look->done == 0 || touches[look->done - 1].written == WB_PLAY_NO_STEP);
  if (empty) return WB_PLAY_NO_STEP;
  if (look->done > 0) return touches[look->done - 1].step;
  return wb_play_writes(look->p, &look->p->steps[touches[0].step]) ? WB_PLAY_NO_STEP
                                                                   : touches[0].step;
}

/* Written by then, and never before read: the first touch that wrote. */
static size_t first_write(const struct look *look) {
  const struct wb_play_touch *touches = wb_play_touches(look->p, look->unit);
  size_t low = 0, high = look->unit->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (touches[middle].written == WB_PLAY_NO_STEP)
      low = middle + 1;
    else
      high = middle;
  }
  return low < look->unit->count ? touches[low].written : WB_PLAYBACK_NONE;
}

static unsigned marks_of(const struct look *look, size_t step) {
  const struct wb_play_touch *touches = wb_play_touches(look->p, look->unit);
  unsigned marks = 0;
  if (look->done == 0) return 0;
  if (look->unit->read <= step) marks |= WB_CELL_READ;
  if (touches[look->done - 1].written != WB_PLAY_NO_STEP) marks |= WB_CELL_WRITTEN;
  if (look->unit->collision <= step) marks |= WB_CELL_COLLISION;
  if (look->array->seen.undefined && touches[0].written == WB_PLAY_NO_STEP)
    marks |= WB_CELL_NEVER_WRITTEN;
  return marks;
}

/* ---- one element ------------------------------------------------------------------- */

static size_t later_of(size_t a, size_t b) {
  if (a == WB_PLAYBACK_NONE) return b;
  return b != WB_PLAYBACK_NONE && b > a ? b : a;
}

static void add_unit(const struct look *look, size_t step, struct wb_cell_view *view) {
  const struct wb_play_touch *touches;
  if (look->unit == NULL) return;
  touches = wb_play_touches(look->p, look->unit);
  const size_t written = first_write(look);
  view->known = view->known || source_step(look) != WB_PLAY_NO_STEP;
  view->marks |= marks_of(look, step);
  if (written < view->first_write_ever) view->first_write_ever = written;
  if (look->done == 0) return;
  const struct wb_play_touch *last = &touches[look->done - 1];
  view->last = later_of(view->last, last->step);
  if (last->written != WB_PLAY_NO_STEP)
    view->last_write = later_of(view->last_write, last->written);
}

/* An output that was left out, once all is over. */
static bool is_left_out(const struct wb_playback *p, const struct wb_play_array *array,
                        const struct wb_cell_view *view) {
  return !array->by_group && array->seen.undefined && p->missing == NULL &&
         view->first_write_ever == WB_PLAYBACK_NONE;
}

struct wb_cell_view wb_playback_cell(const struct wb_playback *playback, size_t group, size_t step,
                                     size_t array, uint64_t element) {
  struct wb_cell_view view = {.last = WB_PLAYBACK_NONE,
                              .last_write = WB_PLAYBACK_NONE,
                              .first_write_ever = WB_PLAYBACK_NONE};
  const struct wb_play_units units = wb_play_units_of(playback, array, element);
  for (uint32_t k = 0; k < units.count; k++) {
    const struct look look = look_at(playback, array, group, units.first + k, step);
    add_unit(&look, step, &view);
  }
  if (is_left_out(playback, &playback->arrays[array], &view)) view.marks |= WB_CELL_NEVER_WRITTEN;
  return view;
}

/* ---- as text --------------------------------------------------------------------- */

enum { MOST_BYTES = WB_PLAY_MAX_UNITS * WB_TRACE_VALUE_MAX };

struct content {
  unsigned char bytes[MOST_BYTES];
  bool known[MOST_BYTES], unset[MOST_BYTES];
  uint32_t size; /* up to the last byte that is known */
};

/* The bytes of a unit as its source has them, if anybody knows. */
static void get_unit(const struct look *look, uint64_t unit, uint32_t at, struct content *content) {
  const uint32_t number = source_step(look);
  const uint32_t size = look->array->unit_bytes;
  if (number == WB_PLAY_NO_STEP) return;
  const struct wb_play_step *step = &look->p->steps[number];
  const uint64_t first = unit * size - (uint64_t)step->at;
  memcpy(&content->bytes[at], look->p->bytes + step->value + first, size);
  memset(&content->known[at], true, size);
  for (uint32_t i = 0; i < size; i++)
    content->unset[at + i] = (step->unset >> (first + i) & 1) != 0;
  content->size = at + size;
}

static void get_element(const struct wb_playback *p, size_t group, size_t step, size_t array,
                        uint64_t element, struct content *content) {
  const struct wb_play_units units = wb_play_units_of(p, array, element);
  const uint32_t size = p->arrays[array].unit_bytes;
  memset(content, 0, sizeof *content);
  for (uint32_t k = 0; k < units.count; k++) {
    const struct look look = look_at(p, array, group, units.first + k, step);
    get_unit(&look, units.first + k, k * size, content);
  }
}

static bool all_known(const struct content *content, uint32_t first, uint32_t count) {
  bool known = first + count <= content->size;
  for (uint32_t i = 0; known && i < count; i++) known = content->known[first + i];
  return known;
}

/* Lane by lane, as those who touch it see it; "?" is a lane that nobody knows. What is not set is
 * as short as in tables of arrays. */
static void add_lanes(const struct wb_trace_place *shown, uint32_t lane,
                      const struct content *content, struct wb_str *out) {
  struct wb_trace_place place = *shown;
  const uint32_t lanes = (content->size + lane - 1) / lane;
  place.bytes = lane;
  if (lane != place.lane_bytes) place.lane_bytes = place.real = place.natural = 0;
  for (uint32_t i = 0; i < lanes; i++) {
    wb_str_add(out, i > 0 ? ", " : lanes > 1 ? "(" : "");
    if (!all_known(content, i * lane, lane))
      wb_str_add(out, "?");
    else if (memchr(&content->unset[i * lane], true, lane) != NULL)
      wb_str_add(out, "unset");
    else
      wb_trace_value(&place, &content->bytes[i * lane], 0, out);
  }
  if (lanes > 1) wb_str_add(out, ")");
}

void wb_playback_cell_text(const struct wb_playback *playback, size_t group, size_t step,
                           size_t array, uint64_t element, struct wb_str *out) {
  const struct wb_playback_array *seen = &playback->arrays[array].seen;
  struct content content;
  uint32_t lane;
  if (seen->shown_by == NULL) return;
  get_element(playback, group, step, array, element, &content);
  lane = seen->shown_by->lane_bytes;
  if (lane == 0 || seen->element_bytes % lane != 0)
    lane = seen->element_bytes < WB_TRACE_VALUE_MAX ? seen->element_bytes : WB_TRACE_VALUE_MAX;
  if (content.size > 0) add_lanes(seen->shown_by, lane, &content, out);
}
