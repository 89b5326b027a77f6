/* What is pointed at: who touched the cell, or what the work-item did. */
#include <stdlib.h>
#include <string.h>

#include "tui/view_trace_parts.h"

static void put_title(const struct wb_trace_picture *picture, size_t count) {
  const struct wb_trace_view *view = picture->view;
  const struct wb_trace_spot *pointer = &view->pointer;
  struct wb_str text;
  wb_str_init(&text);
  wb_pane_text_start(picture->rows);
  if (pointer->target == WB_TARGET_CELL) {
    const struct wb_playback_array *array = wb_playback_array(view->playback, pointer->array);
    wb_playback_cell_text(view->playback, view->group, view->step, pointer->array, pointer->which,
                          &text);
    wb_pane_text_putf(picture->rows, WB_STYLE_HEADING, "%s[%llu]", array->name,
                      (unsigned long long)pointer->which);
    if (text.length > 0) wb_pane_text_putf(picture->rows, WB_STYLE_STRONG, " = %s", text.data);
    wb_pane_text_putf(picture->rows, WB_STYLE_PLAIN, ": touched %zu %s", count,
                      count == 1 ? "time" : "times");
  } else {
    wb_trace_view_item_name(view->playback, view->group, pointer->which, &text);
    wb_pane_text_putf(picture->rows, WB_STYLE_HEADING, "work-item %s", text.data);
    wb_pane_text_putf(picture->rows, WB_STYLE_PLAIN, ": %zu %s", count,
                      count == 1 ? "step" : "steps");
  }
  if (count > 0) wb_pane_text_put(picture->rows, WB_LOOK_DIM, "  Enter goes to the next");
  wb_str_release(&text);
}

/* Without the "work-item 3" that the title says already. */
static const char *what_it_did(const char *text) {
  static const char item[] = "work-item ";
  const char *end = wb_starts_with(text, item) ? strchr(text + sizeof item - 1, ' ') : NULL;
  return end != NULL ? end + 1 : text;
}

enum { NUMBER_COLUMNS = 6, SOURCE_COLUMN = 46 };

static void put_step(const struct wb_trace_picture *picture, size_t index) {
  const struct wb_trace_view *view = picture->view;
  const struct wb_step step = wb_playback_step(view->playback, index);
  const struct wb_playback_group *group = wb_playback_group(view->playback, step.group);
  const bool of_item = view->pointer.target == WB_TARGET_ITEM;
  const bool trouble = wb_trace_view_trouble(view, index, NULL) == WB_TRACE_WRONG;
  struct wb_str text;
  wb_str_init(&text);
  wb_playback_describe(view->playback, index, &text);
  wb_pane_text_start(picture->rows)->source_line = step.place != NULL ? step.place->line : 0;
  wb_pane_text_put(picture->rows, WB_STYLE_STRONG, index == view->step ? ">" : " ");
  wb_pane_text_put(picture->rows, WB_LOOK_BAD, trouble ? picture->model->glyphs->error : " ");
  wb_pane_text_putf(picture->rows, WB_LOOK_DIM, "%*zu ", NUMBER_COLUMNS - 2,
                    wb_playback_number(view->playback, index));
  if (group->phases > 1)
    wb_pane_text_putf(picture->rows, WB_LOOK_DIM, "phase %u  ", step.phase + 1);
  wb_pane_text_put(picture->rows, wb_trace_view_item_look(step.item),
                   of_item ? what_it_did(text.data) : text.data);
  if (step.place != NULL && step.place->line > 0) {
    char *source = wb_trace_view_source_line(view, &step);
    wb_pane_text_put(picture->rows, WB_STYLE_PLAIN, "  ");
    wb_pane_text_pad(picture->rows, SOURCE_COLUMN);
    wb_pane_text_putf(picture->rows, WB_LOOK_DIM, "line %u  ", step.place->line);
    if (source != NULL) wb_pane_text_put(picture->rows, WB_STYLE_CODE, source);
    free(source);
  }
  wb_str_release(&text);
}

/* How many of the steps have happened. */
static size_t happened(const struct wb_trace_view *view, const struct wb_step_list *list) {
  size_t count = 0;
  while (view->step != WB_PLAYBACK_START && count < list->count && list->steps[count] <= view->step)
    count++;
  return count;
}

void wb_view_trace_details(const struct wb_trace_picture *picture) {
  struct wb_step_list list = {0};
  const size_t lines = (size_t)picture->plan.details - 1;
  wb_trace_view_pointed_steps(picture->model, &list);
  const size_t done = happened(picture->view, &list);
  size_t first = done > lines / 2 + 1 ? done - lines / 2 - 1 : 0;
  if (first + lines > list.count) first = list.count > lines ? list.count - lines : 0;
  put_title(picture, list.count);
  for (size_t i = first; i < list.count && i < first + lines; i++) {
    put_step(picture, list.steps[i]);
  }
  wb_step_list_release(&list);
}
