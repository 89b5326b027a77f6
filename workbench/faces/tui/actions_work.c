/* Working: run, edit, hints, solution, reset, devices, and leaving. */
#include "tui/actions.h"

#include <stdlib.h>
#include <string.h>

#include "tui/counters_model.h"
#include "tui/search.h"
#include "tui/views.h"
#include "verbs/hints.h"

static bool need_puzzle(struct wb_model *model) {
  if (wb_model_item(model) != NULL) return true;
  wb_model_say(model, WB_TONE_WARN, "This course has no puzzles.");
  return false;
}

void wb_do_run(struct wb_model *model) {
  if (need_puzzle(model)) wb_model_effect(model, WB_EFFECT_RUN);
}

/* ---- hints ---- */

/* At the end of the lesson. */
static void show_hints(struct wb_model *model) {
  struct wb_pane_state *pane = &model->panes[WB_PANE_LESSON];
  wb_model_pane_stale(model, WB_PANE_LESSON);
  wb_model_pane_stale(model, WB_PANE_RESULT); /* it points to the next hint */
  if (!model->layout.pane[WB_PANE_LESSON].shown && !wb_model_chose_editor(model))
    wb_model_focus(model, WB_PANE_LESSON);
  wb_model_prepare(model);
  pane->top = (int)pane->rows.count;
}

/* Before that it is not known what the course lets learners see. */
static bool is_described(struct wb_model *model) {
  const bool described = wb_model_item(model)->described;
  if (!described)
    wb_model_say(model, WB_TONE_PLAIN, "The puzzle is still being read; try again in a moment.");
  return described;
}

/* In the result, below the verdict. */
static void show_mistake(struct wb_model *model, struct wb_item *item) {
  item->told_mistake = true;
  wb_model_pane_stale(model, WB_PANE_RESULT);
  if (wb_counters_model_shows(model)) wb_do_counters(model);
  if (!model->layout.pane[WB_PANE_RESULT].shown && !wb_model_chose_editor(model))
    wb_model_focus(model, WB_PANE_RESULT);
  model->panes[WB_PANE_RESULT].top = model->panes[WB_PANE_RESULT].cursor = 0;
}

void wb_do_hint(struct wb_model *model) {
  struct wb_item *item = wb_model_item(model);
  if (!need_puzzle(model) || !is_described(model)) return;
  const struct wb_request request = wb_model_request(model, NULL, false);
  struct wb_hints hints = wb_hints_next(&request, false);
  wb_hints_add_mistake(&hints, item->result_is_old ? NULL : item->mistake, item->told_mistake);
  char *notice = wb_hints_notice(&request, &hints);
  wb_model_say(model, WB_TONE_PLAIN, "%s", notice != NULL ? notice : "");
  if (hints.shown > 0) {
    item->progress.hints_shown = hints.shown;
    wb_model_effect_with(model, WB_EFFECT_SAVE_HINTS, (int)hints.shown, NULL);
  }
  if (hints.mistake_first)
    show_mistake(model, item);
  else if (item->about.n_hints > 0)
    show_hints(model);
  free(notice);
}

/* ---- solution and reset ---- */

/* They change the file, or want the pane, that the editor has. */
static bool editor_is_closed(struct wb_model *model) {
  if (!wb_model_shows_editor(model)) return true;
  wb_model_say(model, WB_TONE_WARN, "Close your editor first; 3 goes to it.");
  return false;
}

void wb_do_solution(struct wb_model *model) {
  model->solution_language = WB_LANGUAGE_OPENCL;
  if (need_puzzle(model) && is_described(model)) wb_model_effect(model, WB_EFFECT_SOLUTION);
}

void wb_action_ask_restore(struct wb_model *model, uint64_t number) {
  if (!editor_is_closed(model)) return;
  model->restoring = number;
  wb_model_effect(model, WB_EFFECT_RESTORE);
}

void wb_line_reset(struct wb_model *model, const char *argument) {
  (void)argument;
  if (need_puzzle(model) && editor_is_closed(model)) wb_model_effect(model, WB_EFFECT_RESET);
}

/* ---- devices ---- */

void wb_do_devices(struct wb_model *model) {
  model->mode = WB_MODE_DEVICES;
  model->overlay.top = model->overlay.cursor = 0;
  model->overlay.stale = true;
  wb_action_ask_devices(model);
}

void wb_action_ask_devices(struct wb_model *model) {
  if (model->devices_asked) return;
  model->devices_asked = true;
  wb_model_effect(model, WB_EFFECT_DEVICES);
}

/* ---- courses ---- */

void wb_do_courses(struct wb_model *model) {
  model->mode = WB_MODE_COURSES;
  model->overlay.top = model->overlay.cursor = 0;
  model->overlay.stale = true;
  wb_model_effect(model, WB_EFFECT_COURSES);
}

/* ---- what the learner knows, and the menu ---- */

void wb_do_origins(struct wb_model *model) {
  model->mode = WB_MODE_ORIGINS;
  model->overlay.top = 0;
  model->overlay.cursor = (int)model->origin;
  model->overlay.stale = true;
}

void wb_do_menu(struct wb_model *model) {
  model->mode = WB_MODE_MENU;
  model->overlay.top = model->overlay.cursor = 0;
  model->overlay.stale = true;
}

void wb_model_open_course(struct wb_model *model, const char *path) {
  if (model->editor.open)
    wb_model_say(model, WB_TONE_WARN, "Close your editor first; 3 goes to it.");
  else
    wb_model_effect_with(model, WB_EFFECT_OPEN_COURSE, 0, path);
}

/* ---- prompts, help and the rest ---- */

static void open_overlay(struct wb_model *model, enum wb_mode mode) {
  wb_model_say(model, WB_TONE_PLAIN, "%s", "");
  model->mode = mode;
  wb_str_clear(&model->help.wanted);
  model->help.typing = false;
  model->overlay.top = 0;
  model->overlay.stale = true;
}

void wb_do_help(struct wb_model *model) { open_overlay(model, WB_MODE_HELP); }

/* ---- the glossary and the chapter's page ---- */

void wb_do_glossary(struct wb_model *model) { wb_model_effect(model, WB_EFFECT_GLOSSARY); }

void wb_model_glossary_loaded(struct wb_model *model, struct wb_glossary *glossary,
                              const char *trouble) {
  wb_glossary_release(&model->glossary);
  model->glossary = *glossary;
  *glossary = (struct wb_glossary){0};
  if (trouble != NULL)
    wb_model_say(model, WB_TONE_BAD, "%s", trouble);
  else if (model->glossary.count == 0)
    wb_model_say(model, WB_TONE_WARN, "This course has no glossary.");
  else
    open_overlay(model, WB_MODE_GLOSSARY);
}

void wb_do_chapter(struct wb_model *model) {
  if (need_puzzle(model) && is_described(model)) wb_model_effect(model, WB_EFFECT_CHAPTER);
}

void wb_model_chapter_loaded(struct wb_model *model, char *page) {
  free(model->chapter);
  model->chapter = page;
  if (page != NULL && model->mode == WB_MODE_CHAPTER)
    model->overlay.stale = true; /* its author has saved it */
  else if (page != NULL)
    open_overlay(model, WB_MODE_CHAPTER);
  else
    wb_model_say(model, WB_TONE_WARN, "This puzzle's chapter has no page.");
}

void wb_line_mouse(struct wb_model *model, const char *argument) {
  (void)argument;
  model->mouse = !model->mouse;
  wb_model_effect_with(model, WB_EFFECT_MOUSE, model->mouse, NULL);
  wb_model_say(model, WB_TONE_PLAIN,
               model->mouse
                   ? "The mouse works here again."
                   : "The mouse is the terminal's: select and copy. :mouse takes it back.");
}

void wb_do_redraw(struct wb_model *model) { wb_model_effect(model, WB_EFFECT_REDRAW); }
void wb_do_suspend(struct wb_model *model) { wb_model_effect(model, WB_EFFECT_SUSPEND); }

static void quit_now(struct wb_model *model) {
  model->stopping = true;
  wb_model_effect(model, WB_EFFECT_QUIT);
}

void wb_line_quit(struct wb_model *model, const char *argument) {
  (void)argument;
  if (model->editor.open)
    wb_model_ask(model, "Your editor is still open; what is not saved is lost. Quit all the same?",
                 "Your editor is still open.", quit_now);
  else
    quit_now(model);
}

void wb_do_back(struct wb_model *model) {
  if (wb_trace_view_leave_pointing(model)) return;
  if (model->zoomed) {
    model->zoomed = false;
  } else if (model->focus != WB_PANE_LIST) {
    wb_model_focus(model, WB_PANE_LIST);
  } else {
    wb_line_quit(model, "");
  }
}

void wb_do_escape(struct wb_model *model) {
  if (model->run.active) {
    wb_model_effect(model, WB_EFFECT_CANCEL);
  } else if (wb_trace_view_leave_pointing(model)) {
    wb_model_say(model, WB_TONE_PLAIN, "%s", "");
  } else if (model->zoomed) {
    model->zoomed = false;
  } else if (model->search.text.length > 0) {
    wb_search_end(model);
  } else if (model->filter.length > 0 || model->show != WB_SHOW_ALL) {
    wb_model_show_all(model);
  } else {
    wb_model_say(model, WB_TONE_PLAIN, "%s", "");
  }
}

enum { QUIT_AGAIN_MS = 3000 }; /* a second Ctrl-C within this quits */

void wb_do_interrupt(struct wb_model *model) {
  bool again = model->quit_asked_ms != 0 && model->now_ms - model->quit_asked_ms < QUIT_AGAIN_MS;
  if (model->run.active) {
    wb_model_effect(model, WB_EFFECT_CANCEL);
  } else if (again) {
    wb_line_quit(model, "");
  } else {
    model->quit_asked_ms = model->now_ms > 0 ? model->now_ms : 1;
    wb_model_say(model, WB_TONE_WARN, "Ctrl-C again quits.");
  }
}
