/* The trace: what the work-items of the learner's own run did. */
#include <stdlib.h>
#include <string.h>

#include "text/columns.h"
#include "tui/view_trace_parts.h"

/* ---- what the step does ---- */

static void put_badge(const struct wb_trace_picture *picture) {
  const struct wb_step *step = &picture->moment.step;
  struct wb_str name;
  if (step->kind == WB_TRACE_PASS) return;
  wb_str_init(&name);
  wb_trace_view_item_name(picture->view->playback, step->group, step->item, &name);
  wb_pane_text_putf(picture->rows, wb_trace_view_item_look(step->item) | WB_LOOK_REVERSE, "[%s]",
                    name.data);
  wb_pane_text_put(picture->rows, WB_STYLE_PLAIN, " ");
  wb_str_release(&name);
}

static void put_what_it_does(const struct wb_trace_picture *picture) {
  struct wb_str text;
  wb_str_init(&text);
  wb_pane_text_start(picture->rows);
  if (wb_playback_numbers(picture->view->playback, picture->view->group) == 0) {
    wb_pane_text_put(picture->rows, WB_STYLE_STRONG,
                     "The work-items of this group read and write nothing.");
  } else if (picture->moment.has_step) {
    put_badge(picture);
    wb_playback_describe(picture->view->playback, picture->view->step, &text);
    wb_pane_text_put(picture->rows, WB_STYLE_STRONG, text.data);
  } else {
    wb_trace_view_group_name(picture->view->playback, picture->view->group, &text);
    wb_pane_text_putf(picture->rows, WB_STYLE_STRONG, "Nothing has happened yet in group %s.",
                      text.data);
    wb_pane_text_put(picture->rows, WB_STYLE_PLAIN, " l: the first step, Space: play");
  }
  wb_str_release(&text);
}

static void put_line(const struct wb_trace_picture *picture) {
  const struct wb_trace_place *place = picture->moment.step.place;
  wb_pane_text_start(picture->rows);
  if (!picture->moment.has_step || place == NULL || place->line == 0) return;
  char *source = wb_trace_view_source_line(picture->view, &picture->moment.step);
  const char *file = place->file[0] != '\0' ? place->file : picture->view->kernel_file;
  if (file != NULL) {
    wb_pane_text_putf(picture->rows, WB_LOOK_DIM, "%s:%u", file, place->line);
  } else {
    wb_pane_text_putf(picture->rows, WB_LOOK_DIM, "line %u", place->line);
  }
  if (source != NULL) wb_pane_text_putf(picture->rows, WB_STYLE_CODE, "  %s", source);
  free(source);
}

static bool has_trouble(const struct wb_trace_picture *picture) {
  return picture->moment.has_step &&
         wb_trace_view_trouble(picture->view, picture->view->step, NULL) != WB_TRACE_FINE;
}

static void put_trouble(const struct wb_trace_picture *picture) {
  struct wb_str text;
  const size_t first = picture->rows->count;
  wb_pane_text_start(picture->rows);
  if (!has_trouble(picture)) return;
  wb_str_init(&text);
  const bool wrong =
      wb_trace_view_trouble(picture->view, picture->view->step, &text) == WB_TRACE_WRONG;
  const struct wb_glyphs *glyphs = picture->model->glyphs;
  const unsigned look = wrong ? WB_LOOK_BAD : WB_LOOK_WARN;
  wb_pane_text_putf(picture->rows, look, "%s ", wrong ? glyphs->error : glyphs->unwritten);
  wb_pane_text_wrap(picture->rows, look, (size_t)picture->plan.width, 2, text.data);
  wb_pane_text_keep(picture->rows, first + (size_t)picture->plan.trouble, glyphs->more);
  wb_str_release(&text);
}

static void put_note(const struct wb_trace_picture *picture) {
  const char *missing = wb_playback_missing(picture->view->playback);
  wb_pane_text_start(picture->rows);
  if (picture->view->old) {
    wb_pane_text_put(picture->rows, WB_LOOK_WARN,
                     picture->view->kernel_file != NULL
                         ? "The program has changed since; r runs it again."
                         : "The kernel has changed since; r runs it again.");
  } else if (missing != NULL) {
    wb_pane_text_put(picture->rows, WB_LOOK_WARN, missing);
  }
}

static void put_header(const struct wb_trace_picture *picture) {
  put_what_it_does(picture);
  if (picture->plan.header == 2 && has_trouble(picture)) {
    put_trouble(picture);
  } else if (picture->plan.header >= 2) {
    put_line(picture);
  }
  if (picture->plan.header >= 3) put_trouble(picture);
  if (picture->plan.note) put_note(picture);
}

/* ---- what the signs mean ---- */

static void put_legend(const struct wb_trace_picture *picture, int lines) {
  const struct wb_glyphs *glyphs = picture->model->glyphs;
  const struct {
    const char *sign, *meaning;
  } signs[] = {{"r3 w3 a3", "last read, written, updated by 3"},
               {glyphs->collision, "a collision"},
               {glyphs->refused, "refused"},
               {glyphs->unwritten, "never written"},
               {glyphs->waits, "waits"},
               {glyphs->good, "done"}};
  const int width = picture->plan.width;
  wb_pane_text_start(picture->rows);
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
    const int columns = (int)(wb_text_width(signs[i].sign) + strlen(signs[i].meaning)) + 1;
    if ((int)wb_pane_text_width(picture->rows) + columns > width) {
      if (--lines < 1) return;
      wb_pane_text_start(picture->rows);
    }
    wb_pane_text_putf(picture->rows, WB_STYLE_STRONG, "%s", signs[i].sign);
    wb_pane_text_putf(picture->rows, WB_LOOK_DIM, " %s  ", signs[i].meaning);
  }
}

/* ---- nothing to draw ---- */

/* Of a program, where other words are needed. */
static const char *why_no_program(const struct wb_result *result, bool old) {
  if (result == NULL)
    return "Nothing has been run yet: r runs the program, and here you see what it did.";
  if (old) return "The program has changed since its last run; r runs it again.";
  if (result->verdict == WB_VERDICT_COMPILE_ERROR)
    return "The program, or a kernel of it, does not compile, so nothing ran. 4 shows why.";
  return NULL;
}

static const char *why_no_kernel(const struct wb_result *result, bool old) {
  if (result == NULL)
    return "Nothing has been run yet: r runs your code, and here you see what its work-items did.";
  if (old) return "The kernel has changed since its last run; r runs it again.";
  if (result->verdict == WB_VERDICT_COMPILE_ERROR)
    return "The kernel does not compile, so nothing ran. 4 shows what the compiler says.";
  return NULL;
}

const char *wb_trace_view_why_none(const struct wb_model *model) {
  const struct wb_trace_view *view = &model->trace;
  const struct wb_item *item = wb_model_item(model);
  const struct wb_result *result = item != NULL ? item->result : NULL;
  const bool old = item != NULL && item->result_is_old;
  const bool program = wb_model_is_of_program(model);
  if (view->problem != NULL) return view->problem;
  if (model->run.active && model->run.item == model->selected) return "Running. Esc cancels.";
  const char *why = program ? why_no_program(result, old) : why_no_kernel(result, old);
  if (why != NULL) return why;
  if (result->trace_note != NULL) return result->trace_note;
  if (view->recording)
    return program ? "Recording what the program does; this takes a moment."
                   : "Recording what the work-items do; this takes a moment.";
  return program ? "There is no record of this run; r runs the program again."
                 : "There is no trace of this run; r runs your code again.";
}

static void draw_picture(struct wb_trace_picture *picture) {
  const struct wb_trace_plan *plan = &picture->plan;
  struct wb_pane_text *rows = picture->rows;
  put_header(picture);
  wb_view_trace_items(picture);
  if (plan->gaps) wb_pane_text_start(rows);
  wb_view_trace_arrays(picture);
  const int bottom = plan->lines - plan->details;
  const int left = bottom - (int)rows->count;
  if (plan->legend && left >= 2) {
    wb_pane_text_start(rows);
    put_legend(picture, left - 1 < 2 ? 1 : 2);
  }
  while ((int)rows->count < bottom && plan->details > 0) wb_pane_text_start(rows);
  if (plan->details > 0) wb_view_trace_details(picture);
}

void wb_view_trace(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  if (model->trace.playback == NULL) {
    wb_pane_text_wrap_message(rows, WB_LOOK_DIM, (size_t)width, 0, wb_trace_view_why_none(model));
    return;
  }
  struct wb_trace_picture picture = {.model = model, .view = &model->trace, .rows = rows};
  const int lines = model->layout.pane[WB_PANE_TRACE].lines - 1;
  wb_trace_moment_find(&model->trace, &picture.moment);
  wb_trace_plan_make(model, &picture.moment, width, lines, &picture.plan);
  draw_picture(&picture);
  wb_trace_plan_release(&picture.plan);
  wb_trace_moment_release(&picture.moment);
}
