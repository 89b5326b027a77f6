/* Commands of the command line, run as processes: this program again. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/store_tasks.h"
#include "commands/command.h"
#include "tui/command_line.h"

enum { CHUNK = 16384, CHUNKS_AT_ONCE = 16, COMMAND_END_MS = 10 };

static char *own_path(void) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return wb_strdup("workbench");
  path[length] = '\0';
  return wb_strdup(path);
}

/* Its output goes to an overlay: as wide as that is, and with styles, which
 * are shown as this screen shows them. */
static void add_program(const struct wb_app *app, struct wb_names *argv) {
  char *columns = wb_format("COLUMNS=%d", app->model.layout.columns);
  char *program = own_path();
  wb_names_add(argv, "env");
  wb_names_add(argv, columns);
  wb_names_add(argv, program);
  free(program);
  free(columns);
}

/* "--course" comes first: one that is typed wins. */
static enum wb_status spawn(struct wb_app *app, const struct wb_names *words, int fd,
                            struct wb_error *err) {
  struct wb_names argv;
  wb_names_init(&argv);
  add_program(app, &argv);
  wb_names_add(&argv, "--color");
  wb_names_add(&argv, "always");
  wb_names_add(&argv, "--course");
  wb_names_add(&argv, app->course.named);
  for (size_t i = 0; i < words->count; i++) wb_names_add(&argv, words->items[i]);
  const char **list = wb_alloc((argv.count + 1) * sizeof *list);
  for (size_t i = 0; i < argv.count; i++) list[i] = argv.items[i];
  const struct wb_fd_map map[] = {{fd, STDOUT_FILENO}, {fd, STDERR_FILENO}};
  const struct wb_spawn how = {
      .argv = list, .fds = map, .n_fds = 2, .new_group = true, .die_with_parent = true};
  enum wb_status status = wb_process_spawn(&app->command.process, &how, err);
  free(list);
  wb_names_release(&argv);
  return status;
}

void wb_app_start_command(struct wb_app *app, const char *line) {
  struct wb_names words;
  struct wb_error err = {0};
  int ends[2] = {-1, -1};
  wb_app_stop_command(app);
  wb_names_init(&words);
  wb_split_words(line, &words);
  enum wb_status status = wb_pipe(ends, &err);
  if (status == WB_OK) {
    status = spawn(app, &words, ends[1], &err);
    close(ends[1]);
  }
  if (status == WB_OK) {
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    app->command.fd = ends[0];
    wb_model_output_started(&app->model, line);
  } else {
    if (ends[0] >= 0) close(ends[0]);
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
  }
  wb_names_release(&words);
}

void wb_app_order_command(struct wb_app *app, const char *line) {
  const struct wb_item *item = wb_model_item(&app->model);
  if (item == NULL) {
    wb_app_start_command(app, line);
  } else {
    app->remembered = app->model.selected;
    wb_store_task_place(app, item->slug, line);
  }
}

void wb_app_stop_command(struct wb_app *app) {
  wb_process_abandon(&app->command.process, COMMAND_END_MS);
  if (app->command.fd >= 0) close(app->command.fd);
  app->command.fd = -1;
  app->command.process.pid = 0;
}

bool wb_app_runs_command(const struct wb_app *app) { return app->command.process.pid > 0; }

/* It may have judged a kernel, put a starter back, shown a hint. */
static void look_again(struct wb_app *app) {
  app->remembered = SIZE_MAX;
  wb_store_task_ask_progress(app);
  wb_watch_sync(&app->watch);
  wb_app_load(app);
}

void wb_app_cancel_command(struct wb_app *app) {
  if (!wb_app_runs_command(app)) return;
  wb_app_stop_command(app);
  wb_model_output_ended(&app->model, "cancelled");
  look_again(app);
}

static char *words_of_end(const struct wb_exit *end) {
  if (!end->exited)
    return wb_format("ended by signal %d (%s)", end->signal, strsignal(end->signal));
  return end->code == 0 ? wb_strdup("done") : wb_format("ended with exit code %d", end->code);
}

/* Its output is at its end: so is it, or very soon. */
static void collect(struct wb_app *app) {
  struct wb_exit end = {0};
  struct wb_error err = {0};
  enum wb_status status = wb_process_wait(&app->command.process, 0, &end, &err);
  if (status == WB_ERR_LIMIT) return;
  char *how = status == WB_OK ? words_of_end(&end) : wb_strdup(err.message);
  app->command.process.pid = 0;
  wb_model_output_ended(&app->model, how);
  free(how);
  look_again(app);
}

void wb_app_read_command(struct wb_app *app) {
  char bytes[CHUNK];
  for (int i = 0; i < CHUNKS_AT_ONCE && app->command.fd >= 0; i++) {
    const ssize_t got = read(app->command.fd, bytes, sizeof bytes);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (got > 0) {
      wb_model_output(&app->model, bytes, (size_t)got);
    } else {
      close(app->command.fd);
      app->command.fd = -1;
    }
  }
  if (app->command.fd < 0 && wb_app_runs_command(app)) collect(app);
}
