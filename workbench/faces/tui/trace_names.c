#include <stdlib.h>
#include <string.h>

#include "tui/model.h"

uint64_t wb_trace_spot_pack(const struct wb_trace_spot *spot) {
  return (uint64_t)spot->target << 62 | (uint64_t)(spot->array & 0x3fff) << 48 |
         (spot->which & 0xffffffffffffU);
}

struct wb_trace_spot wb_trace_spot_unpack(uint64_t packed) {
  return (struct wb_trace_spot){.target = (enum wb_trace_target)(packed >> 62),
                                .array = (size_t)(packed >> 48 & 0x3fff),
                                .which = packed & 0xffffffffffffU};
}

static void add_ids(const uint64_t *ids, unsigned dimensions, struct wb_str *out) {
  for (unsigned i = 0; i < dimensions; i++) {
    wb_str_addf(out, "%s%llu", i > 0 ? "," : "", (unsigned long long)ids[i]);
  }
}

void wb_trace_view_item_name(const struct wb_playback *playback, size_t group, uint64_t item,
                             struct wb_str *out) {
  const struct wb_trace_launch *launch = wb_playback_launch(playback);
  const struct wb_playback_group *of = wb_playback_group(playback, group);
  uint64_t ids[3], rest = item;
  for (unsigned i = 0; i < 3; i++) {
    const uint64_t size = launch->local[i] > 0 ? launch->local[i] : 1;
    ids[i] = launch->offset[i] + of->coordinates.group[i] * size + rest % size;
    rest /= size;
  }
  add_ids(ids, launch->dimensions, out);
}

void wb_trace_view_group_name(const struct wb_playback *playback, size_t group,
                              struct wb_str *out) {
  add_ids(wb_playback_group(playback, group)->coordinates.group,
          wb_playback_launch(playback)->dimensions, out);
}

bool wb_trace_view_is_access(const struct wb_step *step) {
  return (step->kind == WB_TRACE_ACCESS || step->kind == WB_TRACE_REFUSED) &&
         step->array != WB_PLAYBACK_NONE;
}

char wb_trace_view_access_letter(const struct wb_step *step) {
  static const char letters[] = {[WB_ACCESS_NONE] = ' ',
                                 [WB_ACCESS_READ] = 'r',
                                 [WB_ACCESS_WRITE] = 'w',
                                 [WB_ACCESS_ATOMIC] = 'a'};
  return wb_trace_view_is_access(step) && step->place != NULL ? letters[step->place->access] : ' ';
}

bool wb_trace_view_is_stray(const struct wb_playback *playback, const struct wb_step *step) {
  if (step->kind != WB_TRACE_REFUSED || !wb_trace_view_is_access(step)) return false;
  const struct wb_playback_array *array = wb_playback_array(playback, step->array);
  return step->element < 0 || (uint64_t)step->element + step->elements > array->elements;
}

char *wb_trace_view_source_line(const struct wb_trace_view *view, const struct wb_step *step) {
  const char *at = view->source;
  if (step->place == NULL || step->place->file[0] != '\0' || step->place->line == 0) return NULL;
  for (uint32_t line = 1; at != NULL && line < step->place->line; line++) {
    at = strchr(at, '\n');
    if (at != NULL) at++;
  }
  if (at == NULL) return NULL;
  at += strspn(at, " \t");
  size_t length = strcspn(at, "\r\n");
  while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t')) length--;
  return wb_strndup(at, length);
}

static void add_group(const struct wb_trace_view *view, struct wb_str *out) {
  const size_t count = wb_playback_groups(view->playback);
  if (count == 1) return;
  wb_str_add(out, ", group ");
  wb_trace_view_group_name(view->playback, view->group, out);
  wb_str_addf(out, " (%zu of %zu)", view->group + 1, count);
}

static void add_file(const struct wb_trace_view *view, struct wb_str *out) {
  const char *slash = view->file != NULL ? strrchr(view->file, '/') : NULL;
  if (view->file != NULL)
    wb_str_addf(out, ", %s", slash != NULL ? slash + 1 : view->file);
  else
    wb_str_addf(out, ", case %zu", view->case_index + 1);
  if (view->file == NULL && view->launch > 0) wb_str_addf(out, ", launch %u", view->launch);
}

void wb_trace_view_caption(const struct wb_model *model, struct wb_str *out) {
  const struct wb_trace_view *view = &model->trace;
  if (view->playback == NULL) return;
  const struct wb_playback_group *group = wb_playback_group(view->playback, view->group);
  const bool begun = wb_trace_view_has_step(view);
  wb_str_addf(out, "step %zu of %zu", begun ? wb_playback_number(view->playback, view->step) : 0,
              wb_playback_numbers(view->playback, view->group));
  if (view->playing) wb_str_addf(out, ", %u/s", wb_trace_view_speed(view));
  if (group->phases > 1) {
    const uint32_t phase = begun ? wb_playback_step(view->playback, view->step).phase : 0;
    wb_str_addf(out, ", phase %u of %u", phase + 1, group->phases);
  }
  add_group(view, out);
  add_file(view, out);
}
