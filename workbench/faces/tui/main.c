#include "tui/tui.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/slug.h"
#include "tui/actions.h"
#include "tui/store_tasks.h"
#include "session/crash.h"
#include "session/exit_code.h"
#include "session/glossary.h"
#include "session/session.h"
#include "tui/editing.h"
#include "session/signals.h"
#include "session/work.h"
#include "report/summary.h"
#include "result/missing_walls.h"

enum { EXIT_SCRIPT_FAILED = 1 };

static int environment_number(const char *name, int otherwise) {
  const char *text = getenv(name);
  long value = text != NULL ? strtol(text, NULL, 10) : 0;
  return value >= 1 && value <= 9999 ? (int)value : otherwise;
}

/* ---- opening ---- */

/* Read before the thread takes the store over. */
static void load_progress(struct wb_app *app, struct wb_store *store) {
  struct wb_error err = {0};
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < app->model.n_items && status == WB_OK; i++) {
    struct wb_item *item = &app->model.items[i];
    status = wb_store_get(store, app->course.key, item->slug, &item->progress, &err);
  }
  if (status != WB_OK) wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
  wb_model_pane_stale(&app->model, WB_PANE_LIST);
  wb_store_last_puzzle(store, app->course.key, &app->last_puzzle, NULL);
  wb_store_view(store, app->course.key, &app->last_view, NULL);
}

static void open_store(struct wb_app *app) {
  struct wb_error err = {0};
  struct wb_store *store = NULL;
  char *notice = NULL;
  if (wb_store_open(&store, app->options->store, &notice, &err) != WB_OK) {
    wb_model_say(&app->model, WB_TONE_WARN, "Progress is not kept: %s", err.message);
    app->model.origin = wb_origin_of(app->options->from);
  } else {
    if (notice != NULL) wb_model_say(&app->model, WB_TONE_WARN, "%s", notice);
    wb_session_follow_names(&app->course, store);
    load_progress(app, store);
    app->model.origin = wb_origin_keep(store, app->options->from);
    app->store_thread = wb_store_thread_open(store);
    if (app->store_thread == NULL) {
      wb_store_close(store);
      wb_model_say(&app->model, WB_TONE_WARN, "Progress is not kept: no thread can be started.");
    }
  }
  free(notice);
}

static void select_puzzle(struct wb_model *model, const char *name) {
  for (size_t i = 0; i < model->n_items; i++)
    if (wb_slug_is_same(model->items[i].slug, name)) wb_model_select(model, i);
}

/* Nobody waits for it, and it is no harm where it cannot be kept. */
static void keep_view(struct wb_app *app) {
  struct wb_str view;
  wb_str_init(&view);
  wb_model_view(&app->model, &view);
  wb_store_task_view(app, view.data);
  wb_str_release(&view);
}

/* The puzzle that was asked for, else where the learner was, else a welcome. */
static void choose_first_puzzle(struct wb_app *app) {
  struct wb_model *model = &app->model;
  const char *last = app->last_puzzle;
  if (app->options->puzzle != NULL) {
    char *command = wb_format("puzzle %s", app->options->puzzle);
    wb_model_command(model, command);
    free(command);
    wb_model_focus(model, WB_PANE_LESSON);
  } else if (last != NULL) {
    select_puzzle(model, last);
    app->remembered = model->selected;
    if (app->last_view != NULL) wb_model_take_view(model, app->last_view);
  } else if (model->message == NULL) {
    wb_model_say(model, WB_TONE_PLAIN,
                 "Welcome. Enter opens a puzzle, e edits its kernel, r runs it, ? helps, q quits.");
  }
  wb_app_load(app);
}

/* Nobody said which course it is to be, and there are several. */
static void offer_courses(struct wb_app *app) {
  struct wb_course_place place;
  const struct wb_tui_options *options = app->options;
  if (options->course != NULL || options->puzzle != NULL || options->edit) return;
  if (wb_course_find(&place, NULL, NULL) == WB_OK && place.is_guess) wb_do_courses(&app->model);
  free(place.path);
}

static bool knows_other_words(const struct wb_course *course) {
  struct wb_glossary glossary = {0};
  struct wb_error err = {0};
  bool found = false;
  wb_glossary_load(course, &glossary, &err); /* K says what is wrong with it */
  for (size_t i = 0; i < glossary.count; i++)
    for (size_t k = 0; k < WB_LANGUAGE_COUNT; k++)
      found = found || glossary.terms[i].names[k] != NULL;
  wb_glossary_release(&glossary);
  return found;
}

/* At the first start, once: who knows CUDA reads other words than who knows C. A script presses
 * the keys that it has. */
static void ask_origin(struct wb_app *app) {
  const struct wb_tui_options *options = app->options;
  const bool is_first = app->last_puzzle == NULL && app->store_thread != NULL;
  if (!is_first || options->from != NULL || options->puzzle != NULL || options->edit) return;
  if (app->has_script || app->model.mode != WB_MODE_NORMAL) return;
  if (app->model.origin == WB_LANGUAGE_OPENCL && knows_other_words(&app->course))
    wb_do_origins(&app->model);
}

/* What the learner sees first is the editor, and what was found as soon as it is. */
static void begin_editing(struct wb_app *app) {
  wb_do_edit(&app->model);
  if (!app->options->judge_first) return;
  wb_app_run(app, false);
  app->run_is_own = app->run_is_own && !app->options->was_judged;
}

/* Which chapters have a page. Without the folder, none has. */
static void list_chapters(struct wb_app *app) {
  char *folder = wb_path_join(app->course.root, "puzzles/chapters");
  if (wb_is_directory(folder)) wb_directory_list(folder, &app->model.chapters, NULL);
  free(folder);
}

static enum wb_status open_model(struct wb_app *app, struct wb_error *err) {
  struct wb_names slugs;
  bool unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  wb_names_init(&slugs);
  enum wb_status status = wb_course_slugs(&app->course, &slugs, err);
  if (status == WB_OK) {
    wb_model_init(&app->model, &slugs, app->options->device, unicode);
    list_chapters(app);
    app->model.course_named = wb_strdup(app->course.named);
    app->model.complete = app->options->complete;
    app->model.now_ms = wb_app_now();
    app->model.mouse = !app->options->no_mouse;
    app->model.author = app->options->author;
    wb_cells_init(&app->cells, !unicode);
    wb_cells_init(&app->shown, !unicode);
    wb_authored_watch(app->authored, &app->course, NULL, NULL);
  }
  wb_names_release(&slugs);
  return status;
}

static enum wb_status open_screen(struct wb_app *app, struct wb_error *err) {
  int lines = environment_number("LINES", 24), columns = environment_number("COLUMNS", 80);
  if (app->has_script) {
    wb_model_resize(&app->model, lines, columns);
    return WB_OK;
  }
  enum wb_status status = wb_screen_open(&app->screen, app->model.mouse, err);
  if (status != WB_OK) return status;
  wb_screen_measure(app->screen, &lines, &columns);
  wb_model_resize(&app->model, lines, columns);
  return WB_OK;
}

static void init_watches(struct wb_app *app) {
  wb_watch_init(&app->watch);
  for (int i = 0; i < WB_AUTHORED_COUNT; i++) wb_watch_init(&app->authored[i]);
}

static void release_watches(struct wb_app *app) {
  wb_watch_release(&app->watch);
  for (int i = 0; i < WB_AUTHORED_COUNT; i++) wb_watch_release(&app->authored[i]);
}

static void close_app(struct wb_app *app) {
  wb_app_remember_puzzle(app);
  if (!app->options->edit) keep_view(app);
  wb_editing_stop(app);
  wb_run_task_cancel(&app->run);
  wb_run_task_cancel(&app->tracing);
  wb_judge_free(app->spare);
  wb_judge_free(app->describe);
  wb_run_task_cancel(&app->counters_run);
  wb_data_task_cancel(&app->data);
  wb_follow_release(&app->follow);
  wb_mistake_release(&app->mistake);
  wb_app_stop_command(app);
  wb_probe_release(&app->probe);
  release_watches(app);
  wb_key_script_release(&app->script);
  wb_cells_release(&app->cells);
  wb_cells_release(&app->shown);
  wb_model_release(&app->model);
  wb_store_thread_close(app->store_thread);
  free(app->last_puzzle);
  free(app->last_view);
  wb_course_release(&app->course);
}

/* ---- running ---- */

/* What the title says until the end, and a message once: whoever runs kernels here
 * ought to know before the first of them. Before any thread is there, since it forks. */
static void look_for_walls(struct wb_app *app) {
  const struct wb_missing_walls *missing = wb_missing_walls_here();
  if (missing == NULL) return;
  app->model.lacks = missing->brief;
  wb_model_say(&app->model, WB_TONE_WARN, "%s.", missing->sentence);
}

static enum wb_status run_app(struct wb_app *app, struct wb_error *err) {
  enum wb_status status = wb_signals_begin(err);
  if (status != WB_OK) return status;
  if (!app->has_script) wb_crash_begin();
  status = open_screen(app, err);
  if (status == WB_OK) {
    wb_app_draw(app); /* before anything that takes time, as making a database does */
    look_for_walls(app);
    open_store(app);
    choose_first_puzzle(app);
    offer_courses(app);
    ask_origin(app);
    wb_app_describe(app);
    if (app->options->edit) begin_editing(app);
    status = wb_app_loop(app, err);
  }
  wb_screen_close(app->screen);
  if (!app->has_script) wb_crash_end();
  wb_signals_end();
  return status;
}

/* "Guards: runtime error: line 11: …", after an editor of the shell. */
static void print_outcome(const struct wb_app *app) {
  const struct wb_model *model = &app->model;
  struct wb_str text;
  wb_str_init(&text);
  for (size_t i = 0; i < model->n_items; i++) {
    const struct wb_item *item = &model->items[i];
    if (strcmp(item->slug, app->options->puzzle) != 0 || item->result == NULL) continue;
    if (item->result_is_old) continue;
    wb_result_in_short(item->result, &text);
    printf("%s: %s\n", wb_item_title(item), text.data);
  }
  wb_str_release(&text);
}

/* How the editor ended, where all was for it: a failing one is not our fault. */
static int code_of_edit(const struct wb_app *app, enum wb_status *status, struct wb_error *err) {
  if (!app->options->edit || *status != WB_OK) return wb_exit_of_status(*status);
  print_outcome(app);
  *status = app->edit.status;
  *err = app->edit.err;
  return *status == WB_ERR_CRASH ? WB_EXIT_NOT_ACCEPTED : wb_exit_of_status(*status);
}

bool wb_tui_can_show(int lines, int columns) {
  const char *term = getenv("TERM");
  struct winsize size = {0};
  const bool shows = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term != NULL &&
                     term[0] != '\0' && strcmp(term, "dumb") != 0;
  /* A terminal may not know its size; curses then takes the usual one. */
  const bool known = shows && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
  return shows && (!known || (size.ws_row >= lines && size.ws_col >= columns));
}

static void carry_out_effects(void *app) { wb_app_effects(app); }

/* One course, until the learner quits or opens another: *next is that one's path. What is left of a
 * script goes on there. */
static int run_course(const struct wb_tui_options *options, struct wb_key_script *script,
                      char **next) {
  struct wb_app app = {.options = options,
                       .has_script = options->script != NULL,
                       .remembered = SIZE_MAX,
                       .command.fd = -1};
  struct wb_error err = {0};
  bool opened = false;
  setlocale(LC_CTYPE, "");
  /* Editors in the pane cannot ask the terminal what is behind them. */
  if (wb_background() == WB_BACKGROUND_LIGHT) wb_background_keep(WB_BACKGROUND_LIGHT);
  wb_probe_init(&app.probe);
  init_watches(&app);
  enum wb_status status = wb_session_open_course(&app.course, options->course, &err);
  if (status == WB_OK) status = wb_work_check(&app.course, &err);
  if (status == WB_OK && app.has_script) {
    app.script = *script;
    *script = (struct wb_key_script){0};
    app.script.pressed = carry_out_effects;
    app.script.data = &app;
  }
  if (status == WB_OK) {
    status = open_model(&app, &err);
    opened = status == WB_OK;
  }
  if (status == WB_OK) status = run_app(&app, &err);
  const int code_at_end = code_of_edit(&app, &status, &err);
  if (status != WB_OK) {
    fprintf(stderr, "workbench%s: %s%s%s\n", options->edit ? " edit" : "", err.where,
            err.where[0] != '\0' ? ": " : "", err.message);
  }
  int raised = app.raised;
  const bool script_failed = app.has_script && opened && status != WB_OK;
  const int code = script_failed ? EXIT_SCRIPT_FAILED : code_at_end;
  *next = app.next_course;
  if (*next != NULL && app.has_script) {
    *script = app.script;
    script->wait = WB_WAIT_NONE;
    script->results_seen = 0;
    app.script = (struct wb_key_script){0};
  }
  if (opened) {
    close_app(&app);
  } else {
    wb_probe_release(&app.probe);
    release_watches(&app);
    wb_key_script_release(&app.script);
    wb_course_release(&app.course);
  }
  if (raised != 0) raise(raised);
  return code;
}

int wb_tui_main(const struct wb_tui_options *options) {
  struct wb_tui_options own = *options;
  struct wb_key_script script = {0};
  struct wb_error err = {0};
  char *course = NULL;
  int code = WB_EXIT_OK;
  if (options->script != NULL && wb_key_script_open(&script, options->script, &err) != WB_OK) {
    fprintf(stderr, "workbench: %s%s%s\n", err.where, err.where[0] != '\0' ? ": " : "",
            err.message);
    return WB_EXIT_USAGE;
  }
  do {
    char *next = NULL;
    code = run_course(&own, &script, &next);
    free(course);
    course = next;
    own.course = course;
    own.puzzle = NULL;
  } while (course != NULL);
  wb_key_script_release(&script);
  return code;
}
