/* The event loop: it waits for descriptors, and for nothing else. */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "tui/counters_model.h"
#include "tui/counters_run.h"
#include "tui/editing.h"
#include "session/signals.h"

enum { SPINNER_MS = 100, SCRIPT_POLL_MS = 20, EDITOR_END_POLL_MS = 20 };

uint64_t wb_app_now(void) { return wb_clock_ns() / 1000000U; }

/* ---- what arrived ---- */

static void read_keys(struct wb_app *app) {
  struct wb_mouse mouse;
  for (int i = 0; i < 256; i++) {
    int key = wb_screen_key(app->screen, &mouse);
    if (key == WB_KEY_NONE) return;
    if (key == WB_KEY_MOUSE) {
      wb_model_mouse(&app->model, &mouse);
    } else {
      wb_model_key(&app->model, key);
    }
    wb_model_prepare(&app->model);
    wb_app_effects(app);
    if (app->quit) return;
  }
}

/* After SIGSTOP and fg the shell may have changed the modes. */
static void continued(struct wb_app *app) {
  if (app->screen == NULL) return;
  wb_screen_return(app->screen);
  wb_model_effect(&app->model, WB_EFFECT_REDRAW);
  wb_app_measure(app);
}

static void read_signals(struct wb_app *app) {
  for (int number = wb_signals_next(); number != 0; number = wb_signals_next()) {
    if (number == SIGWINCH) wb_app_measure(app);
    if (number == SIGCONT) continued(app);
    if (number == SIGTSTP) wb_model_effect(&app->model, WB_EFFECT_SUSPEND);
    if (number == SIGINT) wb_model_key(&app->model, WB_CTRL('C'));
    if (number == SIGTERM || number == SIGHUP) {
      app->raised = number;
      app->quit = true;
    }
  }
}

static void read_probe(struct wb_app *app) {
  struct wb_device_list list;
  char *problems = NULL;
  if (!wb_probe_read(&app->probe, &list, &problems)) return;
  wb_model_devices(&app->model, &list, problems);
  free(problems);
}

static void check_file(struct wb_app *app) {
  if (!wb_watch_check(&app->watch, app->model.now_ms)) return;
  wb_app_load(app);
  if (app->model.is_starter) {
    wb_model_say(&app->model, WB_TONE_WARN, "Your file is gone; e begins again from the starter.");
  } else {
    app->editor_has_saved = true;
    wb_app_run(app, true);
  }
}

/* After an editor in the pane. */
static void take_last_save(struct wb_app *app) {
  const bool ended = app->editor_has_ended;
  app->editor_has_ended = false;
  if (!ended) return;
  if (wb_watch_sync(&app->watch)) {
    wb_app_load(app);
    wb_app_run(app, true);
  } else if (!app->silence.broken && !app->editor_has_saved) {
    wb_model_say(
        &app->model, WB_TONE_PLAIN,
        "Your editor ended without drawing anything here. If it has a window of its own, what "
        "you save there is judged.");
  } else if (!app->editor_has_saved) {
    wb_model_say(&app->model, WB_TONE_PLAIN, "Not changed. r runs it as it is.");
  }
}

/* ---- waiting ---- */

static bool is_authored_pending(const struct wb_app *app) {
  bool pending = false;
  for (int i = 0; i < WB_AUTHORED_COUNT; i++) pending = pending || app->authored[i].pending;
  return pending;
}

bool wb_app_is_idle(const struct wb_app *app) {
  return !wb_run_task_is_running(&app->run) && !wb_run_task_is_running(&app->tracing) &&
         app->describe == NULL && !wb_data_task_is_running(&app->data) && app->probe.child == 0 &&
         !wb_app_runs_command(app) && !wb_follow_is_busy(&app->follow) && !app->watch.pending &&
         !is_authored_pending(app) && app->model.n_effects == 0 &&
         !wb_run_task_is_running(&app->counters_run) && !wb_mistake_is_running(&app->mistake) &&
         !wb_counters_model_is_pending(&app->model) && wb_store_thread_is_idle(app->store_thread) &&
         !app->list_is_old;
}

static int timeout_of(const struct wb_app *app) {
  if (app->model.n_effects > 0) return 0; /* drawing may ask for some */
  int timeout = wb_watch_timeout(&app->watch, app->model.now_ms);
  for (int i = 0; i < WB_AUTHORED_COUNT; i++)
    timeout = wb_shorter_timeout(timeout, wb_watch_timeout(&app->authored[i], app->model.now_ms));
  if (wb_run_task_is_running(&app->run))
    timeout = app->unread ? 0 : wb_shorter_timeout(timeout, SPINNER_MS);
  timeout = wb_shorter_timeout(timeout, wb_trace_view_timeout(&app->model));
  if (wb_run_task_is_running(&app->tracing))
    timeout = wb_shorter_timeout(timeout, WB_WATCH_POLL_MS);                          /* may hang */
  if (app->describe != NULL) timeout = wb_shorter_timeout(timeout, WB_WATCH_POLL_MS); /* may hang */
  if (wb_data_task_is_running(&app->data))
    timeout = wb_shorter_timeout(timeout, WB_WATCH_POLL_MS); /* may hang */
  timeout = wb_shorter_timeout(timeout, wb_app_follow_timeout(app));
  if (app->has_script) timeout = wb_shorter_timeout(timeout, SCRIPT_POLL_MS);
  /* It has closed its terminal, and ends without a word. */
  if (app->editor != NULL && wb_terminal_fd(app->editor) < 0)
    timeout = wb_shorter_timeout(timeout, EDITOR_END_POLL_MS);
  timeout = wb_shorter_timeout(timeout, wb_editing_timeout(app));
  if (wb_app_runs_command(app) && app->command.fd < 0)
    timeout = wb_shorter_timeout(timeout, EDITOR_END_POLL_MS);
  return timeout;
}

enum {
  FD_SIGNALS,
  FD_KEYS,
  FD_RUN,
  FD_TRACING,
  FD_DESCRIBE,
  FD_WATCH,
  FD_LESSON,
  FD_EXPLAINED,
  FD_SPEC,
  FD_CHAPTER,
  FD_COURSE,
  FD_PROBE,
  FD_EDITOR,
  FD_STORE,
  FD_COUNTERS,
  FD_MISTAKE,
  FD_DATA,
  FD_FOLLOW,
  FD_COMMAND,
  FD_COUNT
};

static short editor_events(const struct wb_app *app) {
  return app->editor != NULL && wb_terminal_has_output(app->editor) ? POLLIN | POLLOUT : POLLIN;
}

static void wait_for_something(struct wb_app *app) {
  struct pollfd fds[FD_COUNT] = {
      [FD_SIGNALS] = {wb_signals_fd(), POLLIN, 0},
      [FD_KEYS] = {app->screen != NULL ? STDIN_FILENO : -1, POLLIN, 0},
      [FD_RUN] = {wb_run_task_fd(&app->run), POLLIN, 0},
      [FD_TRACING] = {wb_run_task_fd(&app->tracing), POLLIN, 0},
      [FD_DESCRIBE] = {app->describe != NULL ? wb_judge_fd(app->describe) : -1, POLLIN, 0},
      [FD_WATCH] = {app->watch.fd, POLLIN, 0},
      [FD_LESSON] = {app->authored[WB_AUTHORED_LESSON].fd, POLLIN, 0},
      [FD_EXPLAINED] = {app->authored[WB_AUTHORED_EXPLAINED].fd, POLLIN, 0},
      [FD_SPEC] = {app->authored[WB_AUTHORED_SPEC].fd, POLLIN, 0},
      [FD_CHAPTER] = {app->authored[WB_AUTHORED_CHAPTER].fd, POLLIN, 0},
      [FD_COURSE] = {app->authored[WB_AUTHORED_COURSE].fd, POLLIN, 0},
      [FD_PROBE] = {app->probe.fd, POLLIN, 0},
      [FD_COUNTERS] = {wb_run_task_fd(&app->counters_run), POLLIN, 0},
      [FD_MISTAKE] = {wb_mistake_fd(&app->mistake), POLLIN, 0},
      [FD_DATA] = {wb_data_task_fd(&app->data), POLLIN, 0},
      [FD_FOLLOW] = {wb_run_task_fd(&app->follow.run), POLLIN, 0},
      [FD_STORE] = {app->store_thread != NULL ? wb_store_thread_fd(app->store_thread) : -1, POLLIN,
                    0},
      [FD_EDITOR] = {app->editor != NULL ? wb_terminal_fd(app->editor) : -1, editor_events(app), 0},
      [FD_COMMAND] = {app->command.fd, POLLIN, 0},
  };
  int ready = poll(fds, FD_COUNT, timeout_of(app));
  app->model.now_ms = wb_app_now();
  read_signals(app);
  if (ready > 0 && fds[FD_KEYS].revents != 0) {
    read_keys(app);
    /* A terminal that is gone reads as its end for ever. */
    if ((fds[FD_KEYS].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) app->quit = true;
  }
  /* Each of them looks for itself, and never blocks: several have news without a descriptor. */
  wb_app_read_run(app);
  wb_app_read_trace(app);
  wb_app_read_description(app);
  wb_app_read_data(app);
  read_probe(app);
  wb_app_read_command(app);
  wb_editing_update(app);
  take_last_save(app);
  wb_store_thread_collect(app->store_thread, app);
  wb_app_read_counters(app);
  wb_app_read_mistake(app);
  wb_app_run_counters(app);
  check_file(app);
  wb_app_check_authored(app);
  wb_app_follow(app);
  wb_trace_view_tick(&app->model);
  wb_app_keep_spare(app);
}

/* The last save's verdict is waited for: it is what is said at the end. */
static bool is_over(const struct wb_app *app) {
  return app->edit.ended && app->editor == NULL && !wb_run_task_is_running(&app->run) &&
         !app->watch.pending;
}

/* True: another line may follow at once. */
static bool step_script(struct wb_app *app, enum wb_status *status, struct wb_error *err) {
  enum wb_script_state state;
  *status =
      wb_key_script_step(&app->script, &app->model, &app->cells, wb_app_is_idle(app), &state, err);
  if (*status != WB_OK || state == WB_SCRIPT_ENDED) app->quit = true;
  return state == WB_SCRIPT_WENT_ON && *status == WB_OK;
}

enum wb_status wb_app_loop(struct wb_app *app, struct wb_error *err) {
  enum wb_status status = WB_OK;
  while (!app->quit) {
    app->model.now_ms = wb_app_now();
    wb_app_effects(app);
    if (app->quit) break;
    wb_app_draw(app);
    if (app->has_script && step_script(app, &status, err)) continue;
    if (is_over(app)) break;
    if (!app->quit) wait_for_something(app);
  }
  return status;
}
