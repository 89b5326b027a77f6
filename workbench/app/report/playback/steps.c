/* Steps: what each is, and which comes next. */
#include <stdlib.h>
#include <string.h>

#include "report/playback/private.h"

const struct wb_trace_launch *wb_playback_launch(const struct wb_playback *playback) {
  return &playback->trace.launch;
}

const char *wb_playback_missing(const struct wb_playback *playback) { return playback->missing; }

/* ---- groups ---------------------------------------------------------------------- */

size_t wb_playback_groups(const struct wb_playback *playback) { return playback->n_groups; }

const struct wb_playback_group *wb_playback_group(const struct wb_playback *playback,
                                                  size_t index) {
  return &playback->groups[index];
}

size_t wb_playback_find_group(const struct wb_playback *playback, const uint64_t group[3]) {
  for (size_t i = 0; i < playback->n_groups; i++)
    if (memcmp(playback->groups[i].coordinates.group, group, 3 * sizeof *group) == 0) return i;
  return WB_PLAYBACK_NONE;
}

/* ---- one step -------------------------------------------------------------------- */

struct wb_item_id wb_playback_item(const struct wb_playback *playback, size_t index) {
  return wb_play_who(playback, &playback->steps[index]);
}

size_t wb_playback_steps(const struct wb_playback *playback) { return playback->n_steps; }

static void add_access(const struct wb_playback *p, const struct wb_play_step *inner,
                       struct wb_step *step) {
  const struct wb_trace_place *place = wb_play_place(p, inner);
  const struct wb_play_array *array = &p->arrays[place->array];
  const int64_t last = inner->at + (int64_t)place->bytes - 1;
  step->array = place->array;
  step->element = wb_play_element(array, inner->at);
  step->elements = (uint32_t)(wb_play_element(array, last) - step->element) + 1;
  if (inner->kind == WB_TRACE_ACCESS) step->value = p->bytes + inner->value;
  step->unset = inner->unset;
}

struct wb_step wb_playback_step(const struct wb_playback *playback, size_t index) {
  const struct wb_play_step *inner = &playback->steps[index];
  struct wb_step step = {.kind = (enum wb_trace_kind)inner->kind,
                         .group = inner->group,
                         .item = inner->item,
                         .phase = inner->phase,
                         .array = WB_PLAYBACK_NONE,
                         .elements = 1};
  const bool accesses = inner->kind == WB_TRACE_ACCESS || inner->kind == WB_TRACE_REFUSED;
  if (inner->kind != WB_TRACE_PASS && inner->kind != WB_TRACE_ITEM_END)
    step.place = wb_play_place(playback, inner);
  if (accesses) add_access(playback, inner, &step);
  if (inner->kind == WB_TRACE_BRANCH || inner->kind == WB_TRACE_MEET)
    step.way = (uint64_t)inner->at;
  return step;
}

static size_t count_steps(const struct wb_playback *p, size_t first, size_t end) {
  size_t count = 0;
  for (size_t i = first; i < end; i++) count += p->steps[i].kind != WB_TRACE_ITEM_END;
  return count;
}

size_t wb_playback_numbers(const struct wb_playback *playback, size_t group) {
  const struct wb_playback_group *g = &playback->groups[group];
  return count_steps(playback, g->first, g->first + g->count);
}

size_t wb_playback_number(const struct wb_playback *playback, size_t step) {
  return count_steps(playback, playback->groups[playback->steps[step].group].first, step + 1);
}

size_t wb_playback_numbered(const struct wb_playback *playback, size_t group, size_t number) {
  const struct wb_playback_group *g = &playback->groups[group];
  size_t seen = 0;
  for (size_t i = g->first; i < g->first + g->count; i++) {
    seen += playback->steps[i].kind != WB_TRACE_ITEM_END;
    if (seen == number && number > 0) return i;
  }
  return WB_PLAYBACK_NONE;
}

/* ---- the next one ---------------------------------------------------------------- */

static bool is_any(const struct wb_playback *p, const struct wb_playback_group *group, size_t i) {
  (void)group;
  return p->steps[i].kind != WB_TRACE_ITEM_END;
}

/* The barrier is nobody's turn. */
static bool begins_turn(const struct wb_playback *p, const struct wb_playback_group *group,
                        size_t i) {
  const struct wb_play_step *step = &p->steps[i];
  if (step->kind == WB_TRACE_PASS) return false;
  return i == group->first || step[-1].kind == WB_TRACE_PASS || step[-1].item != step->item;
}

static bool begins_phase(const struct wb_playback *p, const struct wb_playback_group *group,
                         size_t i) {
  return i == group->first || p->steps[i - 1].phase != p->steps[i].phase;
}

static bool is_trouble(const struct wb_playback *p, const struct wb_playback_group *group,
                       size_t i) {
  (void)group;
  return p->steps[i].collides || p->steps[i].kind == WB_TRACE_REFUSED;
}

size_t wb_playback_next(const struct wb_playback *playback, size_t group, size_t from,
                        enum wb_stride stride, bool forward) {
  static bool (*const counts[])(const struct wb_playback *, const struct wb_playback_group *,
                                size_t) = {[WB_STRIDE_ACCESS] = is_any,
                                           [WB_STRIDE_ITEM] = begins_turn,
                                           [WB_STRIDE_PHASE] = begins_phase,
                                           [WB_STRIDE_TROUBLE] = is_trouble};
  const struct wb_playback_group *g = &playback->groups[group];
  const size_t end = g->first + g->count;
  size_t i;
  if (forward) {
    i = from == WB_PLAYBACK_START || from < g->first ? g->first : from + 1;
    while (i < end && !counts[stride](playback, g, i)) i++;
    return i < end ? i : WB_PLAYBACK_NONE;
  }
  if (from == WB_PLAYBACK_START) return WB_PLAYBACK_NONE;
  for (i = from < end ? from : end; i > g->first; i--)
    if (counts[stride](playback, g, i - 1)) return i - 1;
  return WB_PLAYBACK_NONE;
}

/* ---- lists ----------------------------------------------------------------------- */

void wb_step_list_release(struct wb_step_list *list) {
  free(list->steps);
  list->steps = NULL;
  list->count = 0;
}

static void add_step(struct wb_step_list *list, size_t *capacity, size_t step) {
  list->steps = wb_grow(list->steps, capacity, list->count + 1, sizeof *list->steps);
  list->steps[list->count++] = step;
}

void wb_playback_item_steps(const struct wb_playback *playback, size_t group, uint64_t item,
                            struct wb_step_list *out) {
  const struct wb_playback_group *g = &playback->groups[group];
  size_t capacity = 0;
  *out = (struct wb_step_list){0};
  for (size_t i = g->first; i < g->first + g->count; i++)
    if (playback->steps[i].kind != WB_TRACE_PASS && playback->steps[i].item == item)
      add_step(out, &capacity, i);
}

static int by_number(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* Those of every work-item, each of which has an array of its own. */
static void private_touches(const struct wb_playback *p, size_t group, size_t array,
                            int64_t element, struct wb_step_list *out) {
  const struct wb_playback_group *g = &p->groups[group];
  size_t capacity = 0;
  for (size_t i = g->first; i < g->first + g->count; i++) {
    const struct wb_step step = wb_playback_step(p, i);
    if (step.kind == WB_TRACE_ACCESS && step.array == array && element >= step.element &&
        element < step.element + (int64_t)step.elements)
      add_step(out, &capacity, i);
  }
}

/* A step that touches several units of the element counts once. */
static void sort_steps(struct wb_step_list *list) {
  size_t kept = 0;
  if (list->count == 0) return;
  qsort(list->steps, list->count, sizeof *list->steps, by_number);
  for (size_t i = 0; i < list->count; i++)
    if (i == 0 || list->steps[i] != list->steps[i - 1]) list->steps[kept++] = list->steps[i];
  list->count = kept;
}

void wb_playback_touches(const struct wb_playback *playback, size_t group, size_t array,
                         uint64_t element, struct wb_step_list *out) {
  const struct wb_play_units units = wb_play_units_of(playback, array, element);
  size_t capacity = 0;
  *out = (struct wb_step_list){0};
  if (playback->arrays[array].by_item) {
    private_touches(playback, group, array, (int64_t)element, out);
    return;
  }
  for (uint32_t k = 0; k < units.count; k++) {
    const struct wb_play_unit *unit =
        wb_play_find(playback, wb_play_key_of(playback, array, group, 0, units.first + k));
    for (size_t i = 0; unit != NULL && i < unit->count; i++)
      add_step(out, &capacity, wb_play_touches(playback, unit)[i].step);
  }
  if (units.count > 1) sort_steps(out);
}

/* ---- findings -------------------------------------------------------------------- */

void wb_playback_name_file(struct wb_playback *playback, const char *name) {
  free(playback->file);
  playback->file = wb_strdup(name);
}

/* A trace calls the kernel's file "". */
static bool is_in_file(const struct wb_playback *p, const struct wb_finding *finding,
                       const struct wb_trace_place *place) {
  const bool own = strcmp(finding->file, p->file != NULL ? p->file : "") == 0;
  const bool other = finding->file[0] != '\0' && strcmp(place->file, finding->file) == 0;
  return own ? place->file[0] == '\0' : other;
}

/* How well a step answers a finding; 0: not at all. */
static int rate_step(const struct wb_playback *p, const struct wb_finding *finding, size_t index) {
  const struct wb_step step = wb_playback_step(p, index);
  int points = 0;
  if (step.place == NULL || step.place->line != finding->line ||
      !is_in_file(p, finding, step.place))
    return 0;
  points = 1 + 2 * (step.place->column == finding->column);
  if (step.array == WB_PLAYBACK_NONE) return points;
  const struct wb_playback_array *array = &p->arrays[step.array].seen;
  if (finding->array[0] != '\0' && strcmp(array->name, finding->array) == 0) points += 4;
  if (finding->has_index && finding->index >= step.element &&
      finding->index < step.element + (int64_t)step.elements)
    points += 8;
  if ((step.kind == WB_TRACE_REFUSED) == (finding->kind == WB_OUT_OF_BOUNDS)) points += 16;
  return points;
}

size_t wb_playback_find(const struct wb_playback *playback, const struct wb_finding *finding) {
  size_t best = WB_PLAYBACK_NONE;
  int most = 0;
  for (size_t g = 0; g < playback->n_groups; g++) {
    const struct wb_playback_group *group = &playback->groups[g];
    if (finding->has_item && memcmp(group->coordinates.group, finding->first[0].group,
                                    sizeof finding->first[0].group) != 0)
      continue;
    for (size_t i = group->first; i < group->first + group->count; i++) {
      const struct wb_item_id who = wb_play_who(playback, &playback->steps[i]);
      if (finding->has_item && memcmp(who.item, finding->first[0].item, sizeof who.item) != 0)
        continue;
      const int points = rate_step(playback, finding, i);
      if (points > most) best = i;
      if (points > most) most = points;
    }
  }
  return best;
}
