#include "report/playback/picture.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_LINE = 24, /* elements, or work-items, of one dimension */
  MOST_ROWS = 12,
  MOST_COLUMNS = 12,
  MOST_SOURCE_LINES = 64,
  MOST_LEFT_OUT = 12,
  MOST_ASKED = 1 << 16 /* elements of an output, whether they are left out */
};

/* A larger group shows only its first work-items, and those in trouble. */
enum { ALL_OF_LINE = 24, SOME_OF_LINE = 12, ALL_OF_ROW = 8, SOME_OF_ROW = 4, MOST_TROUBLED = 8 };

/* ---- the work-items -------------------------------------------------------------------- */

struct list {
  int64_t *items;
  size_t count, capacity;
};

static void add_value(struct list *list, int64_t value) {
  if (list->count > 0 && list->items[list->count - 1] == value) return;
  list->items = wb_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
  list->items[list->count++] = value;
}

static struct wb_grid_wish wish_for(struct wb_picture_shape shape, uint64_t elements,
                                    const struct list *wanted) {
  const bool line = shape.width == 1;
  return (struct wb_grid_wish){.shape = shape,
                               .elements = elements,
                               .most_rows = line ? MOST_LINE : MOST_ROWS,
                               .most_columns = MOST_COLUMNS,
                               .wanted = wanted->items,
                               .n_wanted = wanted->count};
}

static uint64_t how_many(uint64_t size, bool line) {
  const uint64_t all = line ? ALL_OF_LINE : ALL_OF_ROW, some = line ? SOME_OF_LINE : SOME_OF_ROW;
  return size <= all ? size : some;
}

static void want_first_items(const struct wb_trace_launch *launch, struct list *wanted) {
  const bool line = launch->dimensions == 1;
  uint64_t size[3];
  for (int d = 0; d < 3; d++) size[d] = how_many(launch->local[d], line);
  for (uint64_t z = 0; z < size[2]; z++)
    for (uint64_t y = 0; y < size[1]; y++)
      for (uint64_t x = 0; x < size[0]; x++)
        add_value(wanted, (int64_t)((z * launch->local[1] + y) * launch->local[0] + x));
}

/* Some of those in trouble must show, then those that come first. */
static void choose_items(struct wb_picture *picture) {
  const struct wb_playback *p = picture->playback;
  const struct wb_trace_launch *launch = wb_playback_launch(p);
  const struct wb_playback_group *group = wb_playback_group(p, picture->group);
  const uint64_t items = launch->local[0] * launch->local[1] * launch->local[2];
  const struct wb_picture_shape shape = {launch->dimensions > 1 ? launch->local[0] : 1,
                                         launch->dimensions > 2 ? launch->local[1] : 0};
  struct list wanted = {0};
  for (size_t i = group->first; i < group->first + group->count; i++)
    if (wb_playback_trouble(p, i, NULL) && wanted.count < MOST_TROUBLED)
      add_value(&wanted, (int64_t)wb_playback_step(p, i).item);
  want_first_items(launch, &wanted);
  const struct wb_grid_wish wish = wish_for(shape, items, &wanted);
  wb_grid_make(&picture->item_grid, &wish);
  free(wanted.items);
}

static void name_items(struct wb_picture *picture) {
  const struct wb_trace trace = {.launch = *wb_playback_launch(picture->playback)};
  const uint64_t group = wb_playback_group(picture->playback, picture->group)->id;
  for (size_t i = 0; i < picture->item_grid.count; i++) {
    const struct wb_picture_place *place = &picture->item_grid.places[i];
    if (place->kind != WB_PLACE_ELEMENT) continue;
    const struct wb_trace_record record = {.group = group, .item = (uint64_t)place->element};
    picture->items = wb_grow(picture->items, &picture->items_capacity, picture->n_items + 1,
                             sizeof *picture->items);
    picture->items[picture->n_items++] = (struct wb_picture_item){
        .item = record.item, .who = wb_trace_who(&trace, &record), .place = (uint32_t)i};
  }
}

static uint32_t find_item(const struct wb_picture *picture, uint64_t item) {
  size_t low = 0, high = picture->n_items;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (picture->items[middle].item < item)
      low = middle + 1;
    else
      high = middle;
  }
  return low < picture->n_items && picture->items[low].item == item ? (uint32_t)low : UINT32_MAX;
}

/* ---- arrays ---------------------------------------------------------------------------- */

struct phase {
  const struct wb_playback *p;
  size_t first, end; /* its steps up to the picture's */
  bool last;         /* no other comes */
};

/* What work-items do with their own private memory concerns nobody else, unless it
 * was refused. */
static bool is_drawn(const struct wb_playback *p, const struct wb_step *step) {
  return step->kind == WB_TRACE_REFUSED ||
         (step->kind == WB_TRACE_ACCESS &&
          wb_playback_array(p, step->array)->memory != WB_MEMORY_PRIVATE);
}

static bool on_side(const struct wb_playback *p, const struct wb_step *step, enum wb_side side) {
  if (!is_drawn(p, step)) return false;
  return (step->place->access == WB_ACCESS_READ) == (side == WB_SIDE_READS);
}

static bool is_target(const struct wb_picture *picture, size_t array, enum wb_side side) {
  return picture->wish.has_target && picture->wish.target_array == array && side == WB_SIDE_WRITES;
}

/* Slices as the work-items have them, where the rows agree. */
static struct wb_picture_shape shape_of(const struct wb_picture *picture, size_t array) {
  struct wb_picture_shape shape = wb_playback_shape(picture->playback, array);
  if (picture->wish.rows == NULL || picture->wish.rows[array] == shape.width) return shape;
  return (struct wb_picture_shape){
      .width = picture->wish.rows[array] > 0 ? picture->wish.rows[array] : 1};
}

/* The first elements of an output that nobody has written in the whole launch. */
static void find_left_out(const struct wb_picture *picture, size_t array, struct list *out) {
  const struct wb_playback *p = picture->playback;
  const uint64_t elements = wb_playback_array(p, array)->elements;
  for (uint64_t i = 0; i < elements && i < MOST_ASKED && out->count < MOST_LEFT_OUT; i++) {
    const struct wb_cell_view view = wb_playback_cell(p, picture->group, picture->step, array, i);
    if ((view.marks & WB_CELL_NEVER_WRITTEN) != 0) add_value(out, (int64_t)i);
  }
}

/* What the work-items that show touch, in any phase, so that panels can be
 * compared; those in trouble first. */
static void make_grid(const struct wb_picture *picture, struct wb_picture_array *array) {
  const struct wb_playback *p = picture->playback;
  const struct wb_playback_group *group = wb_playback_group(p, picture->group);
  struct list wanted = {0};
  for (int round = 0; round < 2; round++) {
    for (size_t i = group->first; i < group->first + group->count; i++) {
      const struct wb_step step = wb_playback_step(p, i);
      if (!is_drawn(p, &step) || step.array != array->array) continue;
      const bool outside = step.kind == WB_TRACE_REFUSED;
      if (outside && !on_side(p, &step, array->side)) continue;
      if (wb_playback_trouble(p, i, NULL) != (round == 0)) continue;
      if (find_item(picture, step.item) == UINT32_MAX) continue;
      for (uint32_t k = 0; k < step.elements; k++) add_value(&wanted, step.element + k);
    }
  }
  if (wanted.count == 0) find_left_out(picture, array->array, &wanted);
  if (is_target(picture, array->array, array->side))
    add_value(&wanted, (int64_t)picture->wish.target);
  const struct wb_grid_wish wish = wish_for(shape_of(picture, array->array),
                                            wb_playback_array(p, array->array)->elements, &wanted);
  wb_grid_make(&array->grid, &wish);
  array->cells = wb_alloc((array->grid.count + 1) * sizeof *array->cells);
  free(wanted.items);
}

static struct wb_picture_array *array_of(const struct wb_picture *picture,
                                         struct wb_picture_panel *panel, size_t array,
                                         enum wb_side side) {
  for (size_t i = 0; i < panel->n_arrays; i++)
    if (panel->arrays[i].array == array && panel->arrays[i].side == side) return &panel->arrays[i];
  panel->arrays =
      wb_grow(panel->arrays, &panel->arrays_capacity, panel->n_arrays + 1, sizeof *panel->arrays);
  struct wb_picture_array *made = &panel->arrays[panel->n_arrays++];
  *made = (struct wb_picture_array){.array = array, .side = side};
  make_grid(picture, made);
  return made;
}

/* All that the phase reads, then all that it writes, each in the order of first use. */
static void find_arrays(const struct wb_picture *picture, const struct phase *phase,
                        struct wb_picture_panel *panel) {
  for (enum wb_side side = WB_SIDE_READS; side < WB_N_SIDES; side++) {
    for (size_t i = phase->first; i < phase->end; i++) {
      const struct wb_step step = wb_playback_step(phase->p, i);
      if (on_side(phase->p, &step, side)) array_of(picture, panel, step.array, side);
    }
    if (side == WB_SIDE_READS || !phase->last || !picture->whole) continue;
    for (size_t a = 0; a < wb_playback_arrays(phase->p); a++) {
      const struct wb_playback_array *array = wb_playback_array(phase->p, a);
      struct list left_out = {0};
      if (array->memory == WB_MEMORY_GLOBAL && array->undefined)
        find_left_out(picture, a, &left_out);
      if (left_out.count > 0 || is_target(picture, a, WB_SIDE_WRITES))
        array_of(picture, panel, a, WB_SIDE_WRITES);
      free(left_out.items);
    }
  }
}

/* ---- links ----------------------------------------------------------------------------- */

static void add_link(struct wb_picture_panel *panel, const struct wb_picture_link *link) {
  panel->links =
      wb_grow(panel->links, &panel->links_capacity, panel->n_links + 1, sizeof *panel->links);
  panel->links[panel->n_links++] = *link;
}

static void mark_cell(struct wb_picture_cell *cell, const struct wb_picture_link *link) {
  cell->touched = true;
  cell->collides = cell->collides || link->collides;
  cell->refused = cell->refused || link->refused;
  cell->now = cell->now || link->now;
}

static void add_source_line(struct wb_picture_lines *lines, uint32_t line) {
  size_t i = 0;
  while (i < lines->count && lines->at[i] < line) i++;
  if ((i < lines->count && lines->at[i] == line) || lines->count == MOST_SOURCE_LINES) return;
  lines->at = wb_grow(lines->at, &lines->capacity, lines->count + 1, sizeof *lines->at);
  memmove(&lines->at[i + 1], &lines->at[i], (lines->count - i) * sizeof *lines->at);
  lines->at[i] = line;
  lines->count++;
}

static void add_step(struct wb_picture *picture, struct wb_picture_panel *panel, size_t index,
                     enum wb_side side) {
  const struct wb_step step = wb_playback_step(picture->playback, index);
  if (!on_side(picture->playback, &step, side)) return;
  struct wb_picture_array *array = array_of(picture, panel, step.array, side);
  struct wb_picture_link link = {.item = find_item(picture, step.item),
                                 .array = (uint32_t)(array - panel->arrays),
                                 .access = step.place->access,
                                 .line = step.place->line,
                                 .count = 1,
                                 .refused = step.kind == WB_TRACE_REFUSED,
                                 .now = !picture->whole && index == picture->step};
  link.collides = !link.refused && wb_playback_trouble(picture->playback, index, NULL);
  if (step.place->file[0] == '\0') add_source_line(&array->lines, step.place->line);
  for (uint32_t k = 0; k < step.elements; k++) {
    const struct wb_picture_place *place = wb_grid_find(&array->grid, step.element + k);
    if (place == NULL && link.item != UINT32_MAX) panel->unseen[link.item][side]++;
    if (place == NULL) continue;
    link.cell = (uint32_t)(place - array->grid.places);
    mark_cell(&array->cells[link.cell], &link);
    if (link.item != UINT32_MAX) add_link(panel, &link);
  }
}

static int by_item(const void *a, const void *b) {
  const struct wb_picture_link *x = a, *y = b;
  int order = (x->item > y->item) - (x->item < y->item);
  if (order == 0) order = (x->array > y->array) - (x->array < y->array);
  if (order == 0) order = (x->cell > y->cell) - (x->cell < y->cell);
  if (order == 0) order = (x->refused > y->refused) - (x->refused < y->refused);
  if (order == 0) order = (x->access > y->access) - (x->access < y->access);
  return order;
}

static void merge_links(struct wb_picture_panel *panel) {
  size_t kept = 0;
  if (panel->n_links == 0) return;
  qsort(panel->links, panel->n_links, sizeof *panel->links, by_item);
  for (size_t i = 1; i < panel->n_links; i++) {
    struct wb_picture_link *last = &panel->links[kept], *link = &panel->links[i];
    if (by_item(last, link) == 0) {
      last->count += link->count;
      last->collides = last->collides || link->collides;
      last->now = last->now || link->now;
    } else {
      panel->links[++kept] = *link;
    }
  }
  panel->n_links = kept + 1;
}

/* ---- values ---------------------------------------------------------------------------- */

/* What is read is shown as the first one in the phase reads it; what is written,
 * as it is in the end. */
static size_t step_to_show(const struct wb_picture *picture, const struct phase *phase,
                           const struct wb_picture_array *array, uint64_t element) {
  struct wb_step_list touches;
  size_t shown = phase->first == 0 ? WB_PLAYBACK_START : phase->first - 1;
  if (array->side == WB_SIDE_WRITES) return phase->end == 0 ? WB_PLAYBACK_START : phase->end - 1;
  wb_playback_touches(phase->p, picture->group, array->array, element, &touches);
  for (size_t i = 0; i < touches.count; i++) {
    const size_t step = touches.steps[i];
    if (step < phase->first || step >= phase->end) continue;
    if (wb_playback_step(phase->p, step).place->access != WB_ACCESS_READ) continue;
    shown = step;
    break;
  }
  wb_step_list_release(&touches);
  return shown;
}

static void fill_cell(const struct wb_picture *picture, const struct phase *phase,
                      const struct wb_picture_array *array, size_t index) {
  struct wb_picture_cell *cell = &array->cells[index];
  const struct wb_picture_place *place = &array->grid.places[index];
  struct wb_str text;
  wb_str_init(&text);
  const bool shared = wb_playback_array(phase->p, array->array)->memory != WB_MEMORY_PRIVATE;
  if (place->kind == WB_PLACE_ELEMENT && shared) {
    const uint64_t element = (uint64_t)place->element;
    const size_t step = step_to_show(picture, phase, array, element);
    const struct wb_cell_view view =
        wb_playback_cell(phase->p, picture->group, step, array->array, element);
    const bool over = phase->last && picture->whole;
    wb_playback_cell_text(phase->p, picture->group, step, array->array, element, &text);
    cell->never_written = (view.marks & WB_CELL_NEVER_WRITTEN) != 0 && text.length == 0 &&
                          (array->side == WB_SIDE_READS ? cell->touched : over);
  }
  cell->text = wb_str_detach(&text);
}

/* ---- panels ---------------------------------------------------------------------------- */

/* Which work-items reached the barrier that ends the phase, where some did not. */
static void see_barrier(const struct wb_picture *picture, const struct phase *phase,
                        struct wb_picture_panel *panel) {
  size_t waiting = 0;
  bool passed = false;
  panel->waits = wb_alloc((picture->n_items + 1) * sizeof *panel->waits);
  panel->ended = wb_alloc((picture->n_items + 1) * sizeof *panel->ended);
  for (size_t i = wb_playback_group(phase->p, picture->group)->first; i < phase->end; i++) {
    const struct wb_step step = wb_playback_step(phase->p, i);
    const uint32_t item = find_item(picture, step.item);
    const bool here = i >= phase->first;
    if (here && step.kind == WB_TRACE_WAIT) {
      panel->barrier = step.place->line;
      add_source_line(&panel->barriers, step.place->line);
    }
    waiting += here && step.kind == WB_TRACE_WAIT;
    passed = passed || (here && step.kind == WB_TRACE_PASS);
    if (item == UINT32_MAX) continue;
    if (here && step.kind == WB_TRACE_WAIT) panel->waits[item] = step.place->line;
    if (step.kind == WB_TRACE_ITEM_END) panel->ended[item] = true;
  }
  for (size_t i = 0; i < picture->n_items && (passed || waiting == 0); i++)
    panel->waits[i] = panel->ended[i] = 0;
  panel->stuck = waiting > 0 && !passed && phase->last && picture->whole &&
                 wb_playback_missing(phase->p) == NULL;
}

static void make_panel(struct wb_picture *picture, struct wb_picture_panel *panel,
                       const struct phase *phase) {
  panel->unseen = wb_alloc((picture->n_items + 1) * sizeof *panel->unseen);
  find_arrays(picture, phase, panel);
  for (enum wb_side side = WB_SIDE_READS; side < WB_N_SIDES; side++)
    for (size_t i = phase->first; i < phase->end; i++) add_step(picture, panel, i, side);
  merge_links(panel);
  for (size_t a = 0; a < panel->n_arrays; a++)
    for (size_t i = 0; i < panel->arrays[a].grid.count; i++)
      fill_cell(picture, phase, &panel->arrays[a], i);
  see_barrier(picture, phase, panel);
}

static bool is_left_out(uint32_t phase, uint32_t phases) {
  return phases > WB_PICTURE_MOST_PHASES &&
         phase >= WB_PICTURE_MOST_PHASES - WB_PICTURE_LAST_PHASES &&
         phase < phases - WB_PICTURE_LAST_PHASES;
}

static void make_panels(struct wb_picture *picture, const struct wb_playback_group *group) {
  const struct wb_playback *p = picture->playback;
  const size_t stop = picture->whole ? group->first + group->count : picture->step + 1;
  const uint32_t phases =
      picture->whole ? group->phases : wb_playback_step(p, picture->step).phase + 1;
  size_t first = group->first;
  for (uint32_t number = 0; number < phases; number++) {
    size_t next = first;
    while (next < stop && wb_playback_step(p, next).phase == number) next++;
    const struct phase phase = {.p = p, .first = first, .end = next, .last = number + 1 == phases};
    if (is_left_out(number, phases)) {
      picture->panels[picture->n_panels - 1].skipped++;
    } else {
      picture->panels[picture->n_panels].phase = number;
      make_panel(picture, &picture->panels[picture->n_panels++], &phase);
    }
    first = next;
  }
}

void wb_picture_make(struct wb_picture *picture, const struct wb_playback *playback,
                     const struct wb_picture_wish *wish) {
  const struct wb_playback_group *g = wb_playback_group(playback, wish->group);
  const size_t end = g->first + g->count;
  *picture = (struct wb_picture){
      .playback = playback, .wish = *wish, .group = wish->group, .step = wish->step};
  picture->whole = wish->step == WB_PLAYBACK_NONE || wish->step + 1 >= end;
  if (picture->whole) picture->step = end == 0 ? WB_PLAYBACK_START : end - 1;
  choose_items(picture);
  name_items(picture);
  picture->panels = wb_alloc(((size_t)WB_PICTURE_MOST_PHASES + 1) * sizeof *picture->panels);
  make_panels(picture, g);
}

static void panel_release(struct wb_picture_panel *panel) {
  for (size_t a = 0; a < panel->n_arrays; a++) {
    struct wb_picture_array *array = &panel->arrays[a];
    for (size_t i = 0; i < array->grid.count; i++) free(array->cells[i].text);
    free(array->cells);
    free(array->lines.at);
    wb_grid_release(&array->grid);
  }
  free(panel->arrays);
  free(panel->links);
  free(panel->unseen);
  free(panel->waits);
  free(panel->barriers.at);
  free(panel->ended);
}

void wb_picture_release(struct wb_picture *picture) {
  for (size_t i = 0; i < picture->n_panels; i++) panel_release(&picture->panels[i]);
  free(picture->panels);
  free(picture->items);
  wb_grid_release(&picture->item_grid);
  memset(picture, 0, sizeof *picture);
}
