/* Carrying out what the model asks for. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/app.h"
#include "tui/draw.h"
#include "tui/editing.h"
#include "tui/store_tasks.h"
#include "tui/counters_run.h"
#include "session/gpu_calls.h"
#include "session/editor.h"
#include "session/signals.h"
#include "session/work.h"
#include "verbs/courses.h"

void wb_app_draw(struct wb_app *app) {
  wb_model_prepare(&app->model);
  wb_editing_resize(app);
  wb_draw(&app->model, &app->cells);
  if (app->screen == NULL || wb_cells_equal(&app->cells, &app->shown)) return;
  wb_screen_show(app->screen, &app->cells);
  wb_cells_copy(&app->shown, &app->cells);
}

static void redraw_screen(struct wb_app *app) {
  if (app->screen == NULL) return;
  wb_screen_redraw(app->screen);
  wb_cells_clear(&app->shown, 0, 0);
}

void wb_app_measure(struct wb_app *app) {
  int lines, columns;
  if (app->screen == NULL) return;
  wb_screen_measure(app->screen, &lines, &columns);
  wb_model_resize(&app->model, lines, columns);
}

/* After another program had the terminal: it may have another size, and shows something else. */
static void measure_screen(struct wb_app *app) {
  wb_app_measure(app);
  redraw_screen(app);
}

/* ---- editing ---- */

/* Ctrl-C in the editor reached this process too, but was not meant for it; the
 * size is asked for anyway. What ends the program still does. */
static void forget_signals(struct wb_app *app) {
  for (int number = wb_signals_next(); number != 0; number = wb_signals_next()) {
    if (number != SIGTERM && number != SIGHUP) continue;
    app->raised = number;
    app->quit = true;
  }
}

static enum wb_status edit_file(struct wb_app *app, int line, struct wb_error *err) {
  struct wb_str findings;
  wb_str_init(&findings);
  wb_marks_list(&app->model.marks, app->watch.path, &findings);
  if (app->screen != NULL) wb_screen_leave(app->screen);
  wb_signals_allow_stop(true);
  enum wb_status status =
      wb_editor_run(app->watch.path, line, findings.data, app->screen != NULL, err);
  wb_signals_allow_stop(false);
  wb_str_release(&findings);
  forget_signals(app);
  if (app->screen != NULL) wb_screen_return(app->screen);
  measure_screen(app);
  return status;
}

/* Whether there is a file of the learner's now. */
static bool begin_kernel(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  struct wb_error err = {0};
  if (item == NULL) return false;
  if (wb_work_open(&app->course, item->slug, NULL, &err) != WB_OK) {
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
    return false;
  }
  wb_app_remember_puzzle(app);
  wb_watch_sync(&app->watch);
  return true;
}

static void edit_in_pane(struct wb_app *app, const struct wb_effect *effect) {
  if (!begin_kernel(app)) return;
  wb_app_load(app);
  if (app->editor == NULL)
    wb_editing_start(app, effect->number);
  else if (!wb_model_shows_editor(&app->model))
    wb_editing_start_after(app, effect->number);
}

static void edit_at(struct wb_app *app, const struct wb_effect *effect) {
  wb_editing_go_to(app, effect->number);
}

static void type_in_editor(struct wb_app *app, const struct wb_effect *effect) {
  wb_editing_key(app, effect->number);
}

static void point_in_editor(struct wb_app *app, const struct wb_effect *effect) {
  wb_editing_point(app, &effect->mouse);
}

static void edit_in_terminal(struct wb_app *app, const struct wb_effect *effect) {
  struct wb_error err = {0};
  if (!begin_kernel(app)) return;
  enum wb_status status = edit_file(app, effect->number, &err);
  bool changed = wb_watch_sync(&app->watch);
  wb_app_load(app);
  app->model.now_ms = wb_app_now();
  if (status != WB_OK) {
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
  } else if (changed) {
    wb_app_run(app, true);
  } else {
    wb_model_say(&app->model, WB_TONE_PLAIN, "Not changed. r runs it as it is.");
  }
}

/* ---- the others ---- */

static void load_puzzle(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  wb_app_load(app);
}

/* Where its file cannot be made, e or r will say so: reading is no reason to. A file that is new is
 * seen, and needs no words. */
static void open_puzzle(struct wb_app *app, const struct wb_effect *effect) {
  const struct wb_item *item = wb_model_item(&app->model);
  struct wb_work_made made;
  char *notice = NULL;
  (void)effect;
  if (item != NULL && wb_work_open(&app->course, item->slug, &made, NULL) == WB_OK) {
    made.file = false;
    notice = wb_work_notice(&app->course, item->slug, &made);
  }
  if (notice != NULL) wb_model_say(&app->model, WB_TONE_WARN, "%s", notice);
  free(notice);
  wb_watch_sync(&app->watch);
  wb_app_load(app);
}

static void run_kernel(struct wb_app *app, const struct wb_effect *effect) {
  open_puzzle(app, effect);
  wb_app_run(app, false);
}

static void cancel_run(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  wb_app_cancel(app);
}

static void reset_kernel(struct wb_app *app, const struct wb_effect *effect) {
  wb_app_reset(app, effect->number != 0);
}

static void compare_solution(struct wb_app *app, const struct wb_effect *effect) {
  wb_app_compare_solution(app, effect->number != 0);
}

static void record_trace(struct wb_app *app, const struct wb_effect *effect) {
  wb_app_trace(app, effect->number);
}

static void load_trace(struct wb_app *app, const struct wb_effect *effect) {
  wb_app_load_trace(app, effect->text);
}

static void make_data(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  wb_app_make_data(app);
}

static void load_glossary(struct wb_app *app, const struct wb_effect *effect) {
  struct wb_glossary glossary = {0};
  struct wb_error err = {0};
  (void)effect;
  const bool read = wb_glossary_load(&app->course, &glossary, &err) == WB_OK;
  free(app->model.calls);
  app->model.calls = wb_model_is_of_program(&app->model) ? wb_gpu_calls(&app->course) : NULL;
  wb_model_glossary_loaded(&app->model, &glossary, read ? NULL : err.message);
}

static void load_chapter(struct wb_app *app, const struct wb_effect *effect) {
  const struct wb_item *item = wb_model_item(&app->model);
  (void)effect;
  if (item != NULL)
    wb_model_chapter_loaded(&app->model, wb_session_chapter(&app->course, &item->about));
}

static void compare_starter(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  wb_app_compare_starter(app);
}

static void compare_version(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  wb_app_compare_version(app);
}

static void compare_before(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  wb_app_compare_before(app);
}

static void load_history(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  wb_store_task_ask_attempts(app, app->model.selected);
}

static void restore_version(struct wb_app *app, const struct wb_effect *effect) {
  wb_app_restore(app, effect->number != 0);
}

static void look_for_mistake(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  wb_app_look_for_mistake(app);
}

static void keep_origin(struct wb_app *app, const struct wb_effect *effect) {
  app->model.origin = wb_origin_of(effect->text);
  wb_store_task_origin(app, effect->text);
  wb_app_load(app);
  wb_model_stale(&app->model);
  wb_model_say(&app->model, WB_TONE_PLAIN, "%s", wb_origin_notice(app->model.origin));
}

static void save_hints(struct wb_app *app, const struct wb_effect *effect) {
  const struct wb_item *item = wb_model_item(&app->model);
  if (item != NULL) wb_store_task_hints(app, item->slug, (unsigned)effect->number);
}

static void look_for_devices(struct wb_app *app, const struct wb_effect *effect) {
  struct wb_error err = {0};
  struct wb_device_list none = {0};
  (void)effect;
  if (wb_probe_start(&app->probe, &err) != WB_OK) {
    wb_model_devices(&app->model, &none, err.message);
  }
}

static void list_courses(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  wb_names_release(&app->model.courses);
  wb_names_init(&app->model.courses);
  wb_course_paths(app->course.named, &app->model.courses);
  app->model.overlay.stale = true;
}

/* One that cannot be opened leaves this one as it is. */
static void open_course(struct wb_app *app, const struct wb_effect *effect) {
  struct wb_error err = {0};
  char *path = NULL;
  if (wb_courses_choose(effect->text, &path, &err) != WB_OK) {
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
  } else if (strcmp(path, app->course.named) == 0) {
    wb_model_say(&app->model, WB_TONE_PLAIN, "This course is open.");
    free(path);
  } else {
    app->next_course = path;
    app->quit = true;
  }
}

static void start_command(struct wb_app *app, const struct wb_effect *effect) {
  wb_app_order_command(app, effect->text);
}

static void cancel_command(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  wb_app_cancel_command(app);
}

static void switch_mouse(struct wb_app *app, const struct wb_effect *effect) {
  if (app->screen != NULL) wb_screen_mouse(app->screen, effect->number != 0);
}

static void save_display(struct wb_app *app, const struct wb_effect *effect) {
  wb_app_save_display(app, effect->text, effect->number != 0);
}

static void redraw_for_effect(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  redraw_screen(app);
}

/* The whole group stops, so that a make or script that started the workbench
 * gives the terminal back to the shell as well. */
static void suspend_program(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  if (app->screen == NULL) return;
  wb_screen_leave(app->screen);
  wb_signals_allow_stop(true);
  kill(0, SIGTSTP);
  wb_signals_allow_stop(false);
  wb_screen_return(app->screen);
  measure_screen(app);
}

static void quit_loop(struct wb_app *app, const struct wb_effect *effect) {
  (void)effect;
  app->quit = true;
}

void wb_app_effects(struct wb_app *app) {
  static void (*const carry_out[])(struct wb_app *, const struct wb_effect *) = {
      [WB_EFFECT_LOAD] = load_puzzle,
      [WB_EFFECT_OPEN] = open_puzzle,
      [WB_EFFECT_RUN] = run_kernel,
      [WB_EFFECT_CANCEL] = cancel_run,
      [WB_EFFECT_EDIT] = edit_in_pane,
      [WB_EFFECT_EDIT_BARE] = edit_in_terminal,
      [WB_EFFECT_EDIT_AT] = edit_at,
      [WB_EFFECT_TYPE] = type_in_editor,
      [WB_EFFECT_POINT] = point_in_editor,
      [WB_EFFECT_RESET] = reset_kernel,
      [WB_EFFECT_SOLUTION] = compare_solution,
      [WB_EFFECT_GLOSSARY] = load_glossary,
      [WB_EFFECT_CHAPTER] = load_chapter,
      [WB_EFFECT_STARTER] = compare_starter,
      [WB_EFFECT_COMPARE_VERSION] = compare_version,
      [WB_EFFECT_COMPARE_BEFORE] = compare_before,
      [WB_EFFECT_HISTORY] = load_history,
      [WB_EFFECT_RESTORE] = restore_version,
      [WB_EFFECT_TRACE] = record_trace,
      [WB_EFFECT_LOAD_TRACE] = load_trace,
      [WB_EFFECT_DATA] = make_data,
      [WB_EFFECT_SAVE_HINTS] = save_hints,
      [WB_EFFECT_ORIGIN] = keep_origin,
      [WB_EFFECT_MISTAKE] = look_for_mistake,
      [WB_EFFECT_DEVICES] = look_for_devices,
      [WB_EFFECT_COURSES] = list_courses,
      [WB_EFFECT_OPEN_COURSE] = open_course,
      [WB_EFFECT_COMMAND] = start_command,
      [WB_EFFECT_CANCEL_COMMAND] = cancel_command,
      [WB_EFFECT_MOUSE] = switch_mouse,
      [WB_EFFECT_SAVE_DISPLAY] = save_display,
      [WB_EFFECT_REDRAW] = redraw_for_effect,
      [WB_EFFECT_SUSPEND] = suspend_program,
      [WB_EFFECT_QUIT] = quit_loop,
  };
  for (;;) {
    struct wb_effect effect = wb_model_next_effect(&app->model);
    if (effect.kind == WB_EFFECT_NONE) return;
    carry_out[effect.kind](app, &effect);
    free(effect.text);
  }
}
