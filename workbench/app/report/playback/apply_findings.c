/* What the judge knows better than the trace. */
#include <stdlib.h>
#include <string.h>

#include "report/playback/private.h"

static bool names_array(const struct wb_finding *finding, const struct wb_play_array *array) {
  return finding->kind == WB_DATA_RACE &&
         (finding->array[0] == '\0' || strcmp(finding->array, array->seen.name) == 0);
}

/* Accesses that look like a collision where the judge saw none were in order. */
static void forget_collisions(struct wb_playback *p, const bool *races) {
  for (size_t i = 0; i < p->n_steps; i++) {
    struct wb_play_step *step = &p->steps[i];
    if (step->kind == WB_TRACE_ACCESS && !races[wb_play_place(p, step)->array])
      step->collides = false;
  }
  for (size_t i = 0; i < p->n_units; i++)
    if (!races[p->units[i].key.array]) p->units[i].collision = WB_PLAY_NO_STEP;
}

/* The step of the other side of a race. */
static size_t find_other(const struct wb_playback *p, const struct wb_finding *finding) {
  struct wb_finding other = *finding;
  other.line = finding->other.line;
  other.column = finding->other.column;
  other.first[0] = finding->other.who;
  return finding->other.present ? wb_playback_find(p, &other) : WB_PLAYBACK_NONE;
}

static void mark_trouble(struct wb_playback *p, size_t number, size_t since) {
  struct wb_play_step *step = &p->steps[number];
  if (step->kind != WB_TRACE_ACCESS) return;
  const struct wb_trace_place *place = wb_play_place(p, step);
  const uint32_t bytes = p->arrays[place->array].unit_bytes;
  step->collides = true;
  for (uint64_t k = 0; k < place->bytes / bytes; k++) {
    const struct wb_play_key key =
        wb_play_key_of(p, place->array, step->group, step->item, (uint64_t)step->at / bytes + k);
    struct wb_play_unit *unit = wb_play_find(p, key);
    if (unit != NULL && since < unit->collision) unit->collision = (uint32_t)since;
  }
}

/* A race that barriers seem to part: they do not order this memory. */
static void mark_race(struct wb_playback *p, const struct wb_finding *finding) {
  const size_t a = wb_playback_find(p, finding), b = find_other(p, finding);
  if (a == WB_PLAYBACK_NONE || b == WB_PLAYBACK_NONE) return;
  mark_trouble(p, a, a > b ? a : b);
  mark_trouble(p, b, a > b ? a : b);
}

void wb_playback_apply_findings(struct wb_playback *playback, const struct wb_finding *findings,
                                size_t count, bool complete, uint32_t launch) {
  bool *races = wb_alloc((playback->n_arrays + 1) * sizeof *races);
  for (size_t a = 0; a < playback->n_arrays; a++)
    for (size_t i = 0; i < count; i++)
      races[a] = races[a] || (wb_finding_is_of_launch(&findings[i], launch) &&
                              names_array(&findings[i], &playback->arrays[a]));
  if (complete) forget_collisions(playback, races);
  for (size_t i = 0; i < count; i++)
    if (findings[i].kind == WB_DATA_RACE && wb_finding_is_of_launch(&findings[i], launch))
      mark_race(playback, &findings[i]);
  free(races);
}
