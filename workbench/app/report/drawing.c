#include "report/drawing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "finding/verdict.h"

enum { MOST_FINDINGS = 3, MOST_LINES = 3 };

const struct wb_case_result *wb_drawing_case(const struct wb_drawing *drawing) {
  const struct wb_result *result = drawing->result;
  if (result == NULL || result->trace_case >= result->n_cases) return NULL;
  return &result->cases[result->trace_case];
}

bool wb_drawing_is_accepted(const struct wb_drawing *drawing) {
  const struct wb_case_result *judged = wb_drawing_case(drawing);
  return judged == NULL || judged->verdict == WB_VERDICT_ACCEPTED;
}

/* ---- the head ------------------------------------------------------------------------ */

void wb_drawing_case_title(const struct wb_result *result, struct wb_str *out) {
  wb_str_addf(out, "%s, case %zu “%s”", result->puzzle,
              result->cases_before + result->trace_case + 1,
              result->cases[result->trace_case].name);
}

void wb_drawing_title(const struct wb_drawing *drawing, struct wb_str *out) {
  const struct wb_case_result *judged = wb_drawing_case(drawing);
  if (judged == NULL) {
    wb_str_addf(out, "kernel %s", wb_playback_launch(drawing->picture->playback)->kernel);
    return;
  }
  wb_drawing_case_title(drawing->result, out);
  if (drawing->result->trace_launch > 0)
    wb_str_addf(out, ", launch %u of %u", drawing->result->trace_launch, judged->launches);
  /* Lines are those of the kernel's file, which is not the judged one. */
  if (drawing->result->traced_file != NULL)
    wb_str_addf(out, ": %s of %s", wb_playback_launch(drawing->picture->playback)->kernel,
                drawing->result->traced_file);
}

static void add_id(const uint64_t id[3], unsigned dimensions, struct wb_str *out) {
  for (unsigned d = 0; d < dimensions; d++) wb_str_addf(out, "%s%" PRIu64, d > 0 ? "," : "", id[d]);
}

static void add_count(const uint64_t of[3], unsigned dimensions, struct wb_str *out) {
  for (unsigned d = 0; d < dimensions; d++) wb_str_addf(out, "%s%" PRIu64, d > 0 ? "×" : "", of[d]);
}

void wb_drawing_subtitle(const struct wb_drawing *drawing, struct wb_str *out) {
  const struct wb_picture *picture = drawing->picture;
  const struct wb_trace_launch *launch = wb_playback_launch(picture->playback);
  const struct wb_playback_group *group = wb_playback_group(picture->playback, picture->group);
  uint64_t groups[3] = {0};
  for (int d = 0; d < 3; d++) groups[d] = launch->global[d] / launch->local[d];
  wb_str_add(out, "group ");
  add_id(group->coordinates.group, launch->dimensions, out);
  wb_str_add(out, " of ");
  add_count(groups, launch->dimensions, out);
  wb_str_add(out, ", ");
  add_count(launch->local, launch->dimensions, out);
  wb_str_add(out, launch->local[0] * launch->local[1] * launch->local[2] == 1 ? " work-item"
                                                                              : " work-items");
  if (picture->n_items < launch->local[0] * launch->local[1] * launch->local[2])
    wb_str_addf(out, ", %zu of them shown", picture->n_items);
  if (!picture->whole)
    wb_str_addf(out, ", after step %zu of %zu",
                wb_playback_number(picture->playback, picture->step),
                wb_playback_numbers(picture->playback, picture->group));
}

static void add_mismatch(const struct wb_case_result *judged, struct wb_str *out) {
  const struct wb_mismatch *m = &judged->first_mismatch;
  const char *unset = wb_unset_words(m->got);
  wb_str_addf(out, "%s%s %s%s, and should be %s", m->array, m->position, unset != NULL ? "" : "is ",
              unset != NULL ? unset : m->got, m->expected);
  if (judged->mismatches > 1) wb_str_addf(out, "; %" PRIu64 " elements differ", judged->mismatches);
}

static void add_finding(const struct wb_finding *finding, struct wb_str *out) {
  if (finding->line > 0) wb_str_addf(out, "line %" PRIu32 ": ", finding->line);
  wb_str_addf(out, "%s: ", wb_finding_kind_name(finding->kind));
  wb_finding_describe(finding, out);
}

/* A case that is well may be drawn of a kernel that is not. */
static void add_whole_verdict(const struct wb_result *result, struct wb_str *out) {
  const struct wb_case_result *culprit = NULL;
  for (size_t i = 0; i < result->n_cases && culprit == NULL; i++)
    if (result->cases[i].verdict == result->verdict) culprit = &result->cases[i];
  wb_str_addf(out, "the kernel as a whole: %s", wb_verdict_name(result->verdict));
  if (culprit != NULL) wb_str_addf(out, ", because of the case “%s”", culprit->name);
  if (culprit != NULL && !culprit->visible) wb_str_add(out, ", which is not shown");
}

static void add_last_step(const struct wb_picture *picture, struct wb_str *out) {
  const struct wb_step step = wb_playback_step(picture->playback, picture->step);
  wb_str_addf(out, "step %zu", wb_playback_number(picture->playback, picture->step));
  if (step.place != NULL) wb_str_addf(out, ", line %" PRIu32, step.place->line);
  wb_str_add(out, ": ");
  wb_playback_describe(picture->playback, picture->step, out);
}

size_t wb_drawing_notes(const struct wb_drawing *drawing,
                        struct wb_str notes[WB_DRAWING_MOST_NOTES]) {
  const struct wb_case_result *judged = wb_drawing_case(drawing);
  const char *missing = wb_playback_missing(drawing->picture->playback);
  size_t count = 0, shown = 0;
  if (!drawing->picture->whole) {
    wb_str_init(&notes[count]);
    add_last_step(drawing->picture, &notes[count++]);
  }
  if (judged != NULL) {
    for (size_t i = 0; i < judged->n_findings && shown < MOST_FINDINGS; i++) {
      if (!wb_finding_is_of_launch(&judged->findings[i], drawing->result->trace_launch)) continue;
      shown++;
      wb_str_init(&notes[count]);
      add_finding(&judged->findings[i], &notes[count++]);
    }
    if (judged->first_mismatch.present) {
      wb_str_init(&notes[count]);
      add_mismatch(judged, &notes[count++]);
    } else if (judged->detail != NULL && judged->detail[0] != '\0') {
      wb_str_init(&notes[count]);
      wb_str_add(&notes[count++], judged->detail);
    }
  }
  if (judged != NULL && judged->verdict != drawing->result->verdict) {
    wb_str_init(&notes[count]);
    add_whole_verdict(drawing->result, &notes[count++]);
  }
  if (missing != NULL) {
    wb_str_init(&notes[count]);
    wb_str_add(&notes[count++], missing);
  }
  return count;
}

/* ---- cells --------------------------------------------------------------------------- */

/* Later groups may still change what this one has not touched. */
const char *wb_drawing_expected(const struct wb_drawing *drawing,
                                const struct wb_picture_panel *panel,
                                const struct wb_picture_array *array, size_t cell) {
  const struct wb_picture *picture = drawing->picture;
  const struct wb_case_result *judged = wb_drawing_case(drawing);
  const struct wb_playback_array *seen = wb_playback_array(picture->playback, array->array);
  const struct wb_picture_place *place = &array->grid.places[cell];
  if (judged == NULL || !picture->whole || array->side != WB_SIDE_WRITES) return NULL;
  if (place->kind != WB_PLACE_ELEMENT || panel != &picture->panels[picture->n_panels - 1])
    return NULL;
  if (!array->cells[cell].touched && !array->cells[cell].never_written) return NULL;
  for (size_t i = 0; i < judged->n_previews; i++) {
    const struct wb_preview *preview = &judged->previews[i];
    const uint64_t at = (uint64_t)place->element - preview->first; /* may wrap */
    if (strcmp(preview->array, seen->name) == 0 && at < preview->n && preview->differs[at])
      return preview->expected[at];
  }
  return NULL;
}

void wb_drawing_item(const struct wb_drawing *drawing, uint32_t item, struct wb_str *out) {
  const struct wb_picture *picture = drawing->picture;
  add_id(picture->items[item].who.item, wb_playback_launch(picture->playback)->dimensions, out);
}

size_t wb_drawing_who(const struct wb_drawing *drawing, const struct wb_picture_panel *panel,
                      size_t array, size_t cell, size_t most, struct wb_str *out) {
  uint32_t last = UINT32_MAX;
  size_t count = 0;
  for (size_t i = 0; i < panel->n_links; i++) {
    const struct wb_picture_link *link = &panel->links[i];
    if (link->array != array || link->cell != cell || link->item == last) continue;
    last = link->item;
    if (count < most) {
      if (count > 0) wb_str_add_char(out, ' ');
      wb_drawing_item(drawing, link->item, out);
    }
    count++;
  }
  if (count > most) wb_str_addf(out, " +%zu", count - most);
  return count;
}

/* ---- lines of the source --------------------------------------------------------------- */

void wb_drawing_lines(const struct wb_picture_lines *lines, struct wb_str *out) {
  if (lines->count == 0) return;
  if (lines->count > MOST_LINES) {
    wb_str_addf(out, "lines %" PRId64 " to %" PRId64, lines->at[0], lines->at[lines->count - 1]);
    return;
  }
  wb_str_add(out, lines->count > 1 ? "lines " : "line ");
  for (size_t i = 0; i < lines->count; i++) {
    const bool last = i > 0 && i + 1 == lines->count;
    wb_str_add(out, i == 0 ? "" : last ? " and " : ", ");
    wb_str_addf(out, "%" PRId64, lines->at[i]);
  }
}

void wb_drawing_barrier(const struct wb_picture_panel *panel, struct wb_str *out) {
  wb_str_add(out, "barrier");
  if (panel->barriers.count > 0 && panel->barriers.at[0] > 0) {
    wb_str_add(out, ", ");
    wb_drawing_lines(&panel->barriers, out);
  }
  if (panel->stuck) wb_str_add(out, ": not all come");
  if (panel->skipped > 0) wb_str_addf(out, "; %" PRIu32 " phases left out", panel->skipped);
}

static void add_line(struct wb_picture_lines *lines, int64_t at) {
  size_t i = 0;
  if (at <= 0) return;
  while (i < lines->count && lines->at[i] < at) i++;
  if (i < lines->count && lines->at[i] == at) return;
  lines->at = wb_grow(lines->at, &lines->capacity, lines->count + 1, sizeof *lines->at);
  memmove(&lines->at[i + 1], &lines->at[i], (lines->count - i) * sizeof *lines->at);
  lines->at[i] = at;
  lines->count++;
}

void wb_drawing_source_lines(const struct wb_drawing *drawing, struct wb_picture_lines *lines) {
  const struct wb_picture *picture = drawing->picture;
  memset(lines, 0, sizeof *lines);
  for (size_t i = 0; i < picture->n_panels; i++) {
    const struct wb_picture_panel *panel = &picture->panels[i];
    for (size_t k = 0; k < panel->barriers.count; k++) add_line(lines, panel->barriers.at[k]);
    for (size_t a = 0; a < panel->n_arrays; a++)
      for (size_t k = 0; k < panel->arrays[a].lines.count; k++)
        add_line(lines, panel->arrays[a].lines.at[k]);
  }
}
