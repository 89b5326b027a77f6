#include "tui/store_thread.h"

#include <poll.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "tap.h"

static char folder[] = "/tmp/wb-thread-XXXXXX";

/* What tasks leave behind; the store's thread writes `worked`. */
static char worked[64], told[64];
static int released;

struct note {
  struct wb_task base;
  char letter;
};

static void add_letter(char *text, char letter) {
  const size_t length = strlen(text);
  text[length] = letter;
  text[length + 1] = '\0';
}

static void work(struct wb_task *base, struct wb_store *store) {
  const struct note *note = (struct note *)base;
  const struct wb_judged one = {.course = "/c",
                                .slug = "01-map",
                                .counts = true,
                                .note = "",
                                .verdict = WB_VERDICT_WRONG_ANSWER,
                                .device = "emulator",
                                .source = &note->letter,
                                .source_length = 1};
  if (wb_store_keep(store, &one, NULL) == WB_OK) add_letter(worked, note->letter);
}

static void tell(struct wb_task *base, struct wb_app *app) {
  (void)app;
  add_letter(told, ((struct note *)base)->letter);
}

static void release(struct wb_task *base) {
  released++;
  free(base);
}

static void add(struct wb_store_thread *thread, char letter) {
  struct note *note = wb_alloc(sizeof *note);
  *note = (struct note){.base = {.work = work, .done = tell, .release = release}, .letter = letter};
  wb_store_thread_add(thread, &note->base);
}

static struct wb_store_thread *open_thread(const char *name, char **path) {
  struct wb_store *store = NULL;
  *path = wb_path_join(folder, name);
  worked[0] = told[0] = '\0';
  released = 0;
  CHECK_INT(wb_store_open(&store, *path, NULL, NULL), WB_OK);
  return wb_store_thread_open(store);
}

/* Until as many as that were told. */
static void collect(struct wb_store_thread *thread, size_t count) {
  struct pollfd fd = {.fd = wb_store_thread_fd(thread), .events = POLLIN};
  while (strlen(told) < count && poll(&fd, 1, 180000) > 0) wb_store_thread_collect(thread, NULL);
}

static size_t kept(const char *path) {
  struct wb_store *store = NULL;
  struct wb_attempts attempts = {0};
  wb_store_open(&store, path, NULL, NULL);
  wb_store_attempts(store, "/c", "01-map", &attempts, NULL);
  const size_t count = attempts.count;
  wb_attempts_release(&attempts);
  wb_store_close(store);
  return count;
}

static void tasks_are_done_and_told_in_order(void) {
  char *path;
  struct wb_store_thread *thread = open_thread("order.db", &path);
  CHECK(wb_store_thread_is_idle(thread));
  for (const char *c = "abcde"; *c != '\0'; c++) add(thread, *c);
  collect(thread, 5);
  CHECK_STRING(worked, "abcde");
  CHECK_STRING(told, "abcde");
  CHECK_INT(released, 5);
  CHECK(wb_store_thread_is_idle(thread));
  wb_store_thread_close(thread);
  free(path);
}

static void closing_carries_out_what_was_added(void) {
  char *path;
  struct wb_store_thread *thread = open_thread("close.db", &path);
  for (const char *c = "abcde"; *c != '\0'; c++) add(thread, *c);
  wb_store_thread_close(thread);
  CHECK_STRING(told, "");
  CHECK_INT(released, 5);
  CHECK_INT(kept(path), 5);
  free(path);
}

/* Another workbench holds the database. */
static void a_locked_database_keeps_nobody_waiting(void) {
  char *path;
  sqlite3 *other = NULL;
  struct wb_store_thread *thread = open_thread("locked.db", &path);
  CHECK_INT(sqlite3_open(path, &other), SQLITE_OK);
  CHECK_INT(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
  add(thread, 'a');
  wb_store_thread_collect(thread, NULL);
  CHECK(!wb_store_thread_is_idle(thread)); /* whoever waits for the database finds it done */
  CHECK_STRING(told, "");
  sqlite3_exec(other, "COMMIT", NULL, NULL, NULL);
  sqlite3_close(other);
  collect(thread, 1);
  CHECK_STRING(worked, "a");
  wb_store_thread_close(thread);
  CHECK_INT(kept(path), 1);
  free(path);
}

static void without_a_keeper_a_task_is_released(void) {
  released = 0;
  add(NULL, 'a');
  CHECK_INT(released, 1);
  wb_store_thread_collect(NULL, NULL);
  wb_store_thread_close(NULL);
  CHECK(wb_store_thread_is_idle(NULL));
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("tasks are done and told in order", tasks_are_done_and_told_in_order);
  tap_run("closing carries out what was added", closing_carries_out_what_was_added);
  tap_run("a locked database keeps nobody waiting", a_locked_database_keeps_nobody_waiting);
  tap_run("without a thread a task is released", without_a_keeper_a_task_is_released);
  char *remove = wb_format("rm -rf %s", folder);
  if (system(remove) != 0) printf("# %s is left behind\n", folder);
  free(remove);
  return tap_finish();
}
