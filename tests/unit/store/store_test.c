#include "store/attempts.h"
#include "store/store.h"

#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "tap.h"

static char folder[] = "/tmp/wb-store-XXXXXX";

static char *in_folder(const char *name) { return wb_path_join(folder, name); }

/* Opens a database that must open without anything to say. */
static struct wb_store *open_quietly(const char *path) {
  struct wb_store *store = NULL;
  struct wb_error err = {0};
  char *notice = NULL;
  CHECK_INT(wb_store_open(&store, path, &notice, &err), WB_OK);
  CHECK_STRING(err.message, "");
  CHECK_STRING(notice, NULL);
  free(notice);
  return store;
}

static void execute(const char *path, const char *sql) {
  sqlite3 *database = NULL;
  CHECK_INT(sqlite3_open(path, &database), SQLITE_OK);
  CHECK_INT(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(database);
}

/* A run of the learner's own file that counts, without a version to keep. */
static enum wb_status record_run(struct wb_store *store, const char *course, const char *slug,
                                 enum wb_verdict verdict, double score, struct wb_error *err) {
  const struct wb_judged judged = {.course = course,
                                   .slug = slug,
                                   .counts = true,
                                   .note = "",
                                   .verdict = verdict,
                                   .score = score,
                                   .device = "emulator"};
  return wb_store_keep(store, &judged, err);
}

static void record_steps(struct wb_store *store, const char *slug, enum wb_verdict verdict,
                         double score, unsigned steps) {
  const struct wb_judged judged = {.course = "/c",
                                   .slug = slug,
                                   .counts = true,
                                   .note = "",
                                   .verdict = verdict,
                                   .score = score,
                                   .steps = steps,
                                   .device = "emulator"};
  CHECK_INT(wb_store_keep(store, &judged, NULL), WB_OK);
}

static void nothing_known_is_zero(void) {
  char *path = in_folder("a.db");
  struct wb_progress p;
  char *last = NULL;
  struct wb_store *store = open_quietly(path);
  CHECK_INT(wb_store_get(store, "/c", "01-map", &p, NULL), WB_OK);
  CHECK(!p.tried && !p.solved && p.attempts == 0 && p.hints_shown == 0 && p.solved_at == 0);
  CHECK_INT(wb_store_last_puzzle(store, "/c", &last, NULL), WB_OK);
  CHECK_STRING(last, NULL);
  wb_store_close(store);
  free(path);
}

static void attempts_count_judged_runs(void) {
  char *path = in_folder("b.db");
  struct wb_progress p;
  struct wb_store *store = open_quietly(path);
  record_run(store, "/c", "01-map", WB_VERDICT_JUDGE_ERROR, 0, NULL);
  wb_store_get(store, "/c", "01-map", &p, NULL);
  CHECK(!p.tried);
  record_run(store, "/c", "01-map", WB_VERDICT_COMPILE_ERROR, 0, NULL);
  wb_store_get(store, "/c", "01-map", &p, NULL);
  CHECK(p.tried);
  CHECK_INT(p.last, WB_VERDICT_COMPILE_ERROR);
  CHECK_INT(p.attempts, 1);
  record_run(store, "/c", "01-map", WB_VERDICT_WRONG_ANSWER, 0.5, NULL);
  record_run(store, "/c", "01-map", WB_VERDICT_ACCEPTED, 1, NULL);
  wb_store_get(store, "/c", "01-map", &p, NULL);
  CHECK_INT(p.attempts, 3);
  CHECK(p.solved && p.solved_at > 1500000000 && p.best_score == 1.0);
  wb_store_get(store, "/other", "01-map", &p, NULL);
  CHECK(!p.tried);
  wb_store_close(store);
  free(path);
}

static void progress_goes_on_under_another_name(void) {
  char *path = in_folder("renamed.db"), *last = NULL;
  struct wb_progress p;
  struct wb_store *store = open_quietly(path);
  record_run(store, "/c", "03-guards", WB_VERDICT_ACCEPTED, 1, NULL);
  record_run(store, "/other", "03-guards", WB_VERDICT_ACCEPTED, 1, NULL);
  wb_store_set_last_puzzle(store, "/c", "03-guards", NULL);
  CHECK_INT(wb_store_rename(store, "/c", "guards", "04-bounds", NULL), WB_OK);
  wb_store_get(store, "/c", "bounds", &p, NULL);
  CHECK(p.solved && p.attempts == 1);
  wb_store_get(store, "/c", "guards", &p, NULL);
  CHECK(!p.tried);
  wb_store_get(store, "/other", "guards", &p, NULL);
  CHECK(p.solved);
  wb_store_last_puzzle(store, "/c", &last, NULL);
  CHECK_STRING(last, "bounds");
  record_run(store, "/c", "guards", WB_VERDICT_WRONG_ANSWER, 0, NULL);
  CHECK_INT(wb_store_rename(store, "/c", "guards", "bounds", NULL), WB_OK);
  wb_store_get(store, "/c", "bounds", &p, NULL);
  CHECK(p.solved && p.attempts == 1);
  wb_store_get(store, "/c", "guards", &p, NULL);
  CHECK_INT(p.attempts, 1);
  wb_store_close(store);
  free(last);
  free(path);
}

/* What the screen counts by itself is what the store would say. */
static void counting_is_one_rule(void) {
  static const enum wb_verdict verdicts[] = {WB_VERDICT_JUDGE_ERROR, WB_VERDICT_COMPILE_ERROR,
                                             WB_VERDICT_OVER_BUDGET, WB_VERDICT_ACCEPTED,
                                             WB_VERDICT_RUNTIME_ERROR};
  static const double scores[] = {0, 0, 0.5, 1, 0.25};
  static const unsigned steps[] = {6, 0, 2, 3, 1};
  char *path = in_folder("rule.db");
  struct wb_store *store = open_quietly(path);
  struct wb_progress counted = {0}, kept;
  for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++) {
    wb_store_progress_count(&counted, verdicts[i], scores[i], steps[i], 1700000000);
    record_steps(store, "x", verdicts[i], scores[i], steps[i]);
    wb_store_get(store, "/c", "x", &kept, NULL);
    CHECK_INT(counted.tried, kept.tried);
    CHECK_INT(counted.last, kept.last);
    CHECK_INT(counted.attempts, kept.attempts);
    CHECK_INT(counted.solved, kept.solved);
    CHECK(counted.best_score == kept.best_score);
    CHECK_INT(counted.steps, kept.steps);
    CHECK_INT(counted.solved_at > 0, kept.solved_at > 0);
  }
  CHECK_INT(counted.attempts, 4);
  CHECK_INT(kept.steps, 3); /* the most of any run; none of a judge-error */
  wb_store_close(store);
  free(path);
}

static void solved_never_goes_back(void) {
  char *path = in_folder("c.db");
  struct wb_progress p, q;
  struct wb_store *store = open_quietly(path);
  record_run(store, "/c", "x", WB_VERDICT_ACCEPTED, 1, NULL);
  wb_store_get(store, "/c", "x", &p, NULL);
  record_run(store, "/c", "x", WB_VERDICT_RUNTIME_ERROR, 0.25, NULL);
  wb_store_show_hint(store, "/c", "x", 2, NULL);
  wb_store_show_hint(store, "/c", "x", 1, NULL);
  wb_store_get(store, "/c", "x", &q, NULL);
  CHECK(q.solved && q.solved_at == p.solved_at && q.best_score == 1.0);
  CHECK_INT(q.last, WB_VERDICT_RUNTIME_ERROR);
  CHECK_INT(q.hints_shown, 2);
  wb_store_close(store);
  free(path);
}

static void hints_alone_are_no_try(void) {
  char *path = in_folder("d.db");
  struct wb_progress p;
  struct wb_store *store = open_quietly(path);
  wb_store_show_hint(store, "/c", "x", 1, NULL);
  wb_store_get(store, "/c", "x", &p, NULL);
  CHECK(!p.tried && p.hints_shown == 1);
  wb_store_close(store);
  free(path);
}

static void odd_names_are_data(void) {
  char *path = in_folder("e.db");
  const char *course = "/it's \"a\" course'); DROP TABLE progress; --";
  char *last = NULL;
  struct wb_store *store = open_quietly(path);
  CHECK_INT(wb_store_set_last_puzzle(store, course, "ünï'x", NULL), WB_OK);
  CHECK_INT(wb_store_set_last_puzzle(store, course, "2'", NULL), WB_OK);
  wb_store_close(store);
  store = open_quietly(path);
  CHECK_INT(wb_store_last_puzzle(store, course, &last, NULL), WB_OK);
  CHECK_STRING(last, "2'");
  free(last);
  wb_store_close(store);
  free(path);
}

static void default_place_follows_xdg(void) {
  char *state = in_folder("state");
  char *home = in_folder("home");
  char *expected = in_folder("state/gpu-workbench/progress.db");
  char *fallback = in_folder("home/.local/state/gpu-workbench/progress.db");
  struct stat info;
  setenv("XDG_STATE_HOME", state, 1);
  setenv("HOME", home, 1);
  wb_store_close(open_quietly(NULL));
  CHECK(wb_is_regular_file(expected));
  char *private = in_folder("state/gpu-workbench");
  CHECK_INT(stat(private, &info), 0);
  CHECK_INT(info.st_mode & 0777, 0700);
  setenv("XDG_STATE_HOME", "relative/state", 1);
  wb_store_close(open_quietly(NULL));
  CHECK(wb_is_regular_file(fallback));
  CHECK(!wb_file_exists("relative"));
  free(private);
  free(fallback);
  free(expected);
  free(home);
  free(state);
}

static void damage_is_moved_aside(void) {
  static const char *const junk[] = {
      "this is no database, but it is long enough to be read as one. "
      "this is no database, but it is long enough to be read.",
      "SQLite format 3"};
  char *path = in_folder("f.db");
  for (int i = 0; i < 2; i++) {
    struct wb_store *store = NULL;
    struct wb_str text;
    char *notice = NULL;
    char *aside = wb_format("%s.damaged-%d", path, i + 1);
    wb_file_write_atomic(path, junk[i], strlen(junk[i]), NULL);
    CHECK_INT(wb_store_open(&store, path, &notice, NULL), WB_OK);
    CHECK(notice != NULL && strstr(notice, aside) != NULL);
    CHECK_INT(record_run(store, "/c", "x", WB_VERDICT_ACCEPTED, 1, NULL), WB_OK);
    wb_str_init(&text);
    CHECK_INT(wb_file_read(aside, 1000, &text, NULL), WB_OK);
    CHECK_STRING(text.data, junk[i]);
    wb_str_release(&text);
    free(notice);
    free(aside);
    wb_store_close(store);
  }
  free(path);
}

/* The header is sound here, and a page behind it is not. */
static void damage_inside_is_found(void) {
  char *path = in_folder("g.db");
  struct wb_store *store = open_quietly(path);
  char *notice = NULL;
  char zeros[512] = {0};
  for (int i = 0; i < 50; i++) {
    char *slug = wb_format("%02d-puzzle", i);
    record_run(store, "/c", slug, WB_VERDICT_ACCEPTED, 1, NULL);
    free(slug);
  }
  wb_store_close(store);
  memset(zeros, 0x5A, sizeof zeros);
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  CHECK(pwrite(fd, zeros, sizeof zeros, 4096) == (ssize_t)sizeof zeros);
  close(fd);
  CHECK_INT(wb_store_open(&store, path, &notice, NULL), WB_OK);
  CHECK(notice != NULL);
  free(notice);
  wb_store_close(store);
  free(path);
}

static void settings_hold_for_all_courses(void) {
  char *path = in_folder("settings.db");
  struct wb_store *store = open_quietly(path);
  char *value = NULL;
  CHECK_INT(wb_store_setting(store, "from", &value, NULL), WB_OK);
  CHECK(value == NULL);
  CHECK_INT(wb_store_set_setting(store, "from", "mojo", NULL), WB_OK);
  CHECK_INT(wb_store_set_setting(store, "from", "cuda", NULL), WB_OK);
  CHECK_INT(wb_store_set_setting(store, "else", "x", NULL), WB_OK);
  wb_store_close(store);
  store = open_quietly(path);
  CHECK_INT(wb_store_setting(store, "from", &value, NULL), WB_OK);
  CHECK_STRING(value, "cuda");
  free(value);
  wb_store_close(store);
  free(path);
}

static void how_the_screen_was_left_is_kept_with_the_puzzle(void) {
  char *path = in_folder("view.db");
  struct wb_store *store = open_quietly(path);
  char *view = NULL;
  CHECK_INT(wb_store_view(store, "/c", &view, NULL), WB_OK);
  CHECK(view == NULL);
  CHECK_INT(wb_store_set_view(store, "/c", "pane 2", NULL), WB_OK); /* nothing was opened */
  CHECK_INT(wb_store_set_last_puzzle(store, "/c", "01-map", NULL), WB_OK);
  CHECK_INT(wb_store_set_view(store, "/c", "pane 3", NULL), WB_OK);
  CHECK_INT(wb_store_set_last_puzzle(store, "/c", "01-map", NULL), WB_OK);
  CHECK_INT(wb_store_view(store, "/c", &view, NULL), WB_OK);
  CHECK_STRING(view, "pane 3");
  free(view);
  CHECK_INT(wb_store_set_last_puzzle(store, "/c", "02-zip", NULL), WB_OK);
  CHECK_INT(wb_store_view(store, "/c", &view, NULL), WB_OK);
  CHECK(view == NULL); /* it was another puzzle's */
  wb_store_close(store);
  free(path);
}

static void newer_schema_is_refused_untouched(void) {
  char *path = in_folder("h.db");
  struct wb_store *store = open_quietly(path);
  struct wb_error err = {0};
  struct wb_str before, after;
  wb_store_close(store);
  execute(path, "PRAGMA journal_mode=DELETE; PRAGMA user_version=99");
  wb_str_init(&before);
  wb_str_init(&after);
  wb_file_read(path, 1 << 20, &before, NULL);
  CHECK_INT(wb_store_open(&store, path, NULL, &err), WB_ERR_IO);
  CHECK(store == NULL);
  CHECK(strstr(err.message, "newer workbench (schema 99; this one knows 6)") != NULL);
  wb_file_read(path, 1 << 20, &after, NULL);
  CHECK(before.length == after.length && memcmp(before.data, after.data, after.length) == 0);
  wb_str_release(&before);
  wb_str_release(&after);
  free(path);
}

static void foreign_database_is_refused(void) {
  char *path = in_folder("i.db");
  struct wb_store *store = NULL;
  struct wb_error err = {0};
  execute(path, "CREATE TABLE cookies (a)");
  CHECK_INT(wb_store_open(&store, path, NULL, &err), WB_ERR_IO);
  CHECK(strstr(err.message, "some other program's database") != NULL);
  free(path);
}

static void unusable_place_is_an_error(void) {
  char *file = in_folder("plain");
  char *path = in_folder("plain/state");
  struct wb_store *store = NULL;
  struct wb_error err = {0};
  wb_file_write_atomic(file, "x", 1, NULL);
  setenv("XDG_STATE_HOME", path, 1);
  CHECK_INT(wb_store_open(&store, NULL, NULL, &err), WB_ERR_IO);
  CHECK(store == NULL);
  CHECK(strstr(err.message, path) != NULL);
  free(path);
  free(file);
}

/* Runs a check as somebody whom permissions bind, in a child. */
static int as_nobody(int (*check)(const char *path), const char *path) {
  int raw = 0;
  pid_t child = fork();
  if (child == 0) {
    bool dropped =
        getuid() != 0 || (setgroups(0, NULL) == 0 && setgid(65534) == 0 && setuid(65534) == 0);
    _exit(dropped ? check(path) : 77);
  }
  waitpid(child, &raw, 0);
  return WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
}

static int open_read_only(const char *path) {
  struct wb_store *store = NULL;
  struct wb_progress p = {0};
  struct wb_error err = {0};
  char *notice = NULL;
  if (wb_store_open(&store, path, &notice, &err) != WB_OK) return 1;
  if (notice == NULL || strstr(notice, "not saved") == NULL) return 2;
  if (wb_store_get(store, "/c", "x", &p, &err) != WB_OK || !p.solved) return 3;
  if (record_run(store, "/c", "x", WB_VERDICT_ACCEPTED, 1, &err) != WB_ERR_IO) return 4;
  if (strstr(err.message, "read-only") == NULL) return 5;
  free(notice);
  wb_store_close(store);
  return 0;
}

static int create_in_read_only(const char *path) {
  struct wb_store *store = NULL;
  struct wb_error err = {0};
  if (wb_store_open(&store, path, NULL, &err) != WB_ERR_IO) return 1;
  return store == NULL && strstr(err.message, path) != NULL ? 0 : 2;
}

static void read_only_folder_shows_progress(void) {
  char *locked = in_folder("locked");
  char *path = in_folder("locked/p?r%20o#.db");
  char *absent = in_folder("locked/absent.db");
  mkdir(locked, 0755);
  struct wb_store *store = open_quietly(path);
  record_run(store, "/c", "x", WB_VERDICT_ACCEPTED, 1, NULL);
  wb_store_close(store);
  chmod(path, 0444);
  chmod(locked, 0555);
  chmod(folder, 0755);
  CHECK_INT(as_nobody(open_read_only, path), 0);
  CHECK_INT(as_nobody(create_in_read_only, absent), 0);
  chmod(locked, 0755);
  free(absent);
  free(path);
  free(locked);
}

/* A limit on file sizes stands for a disk that is full. */
static int record_on_full_disk(const char *path) {
  struct wb_store *store = NULL;
  struct wb_error err = {0};
  struct rlimit none = {.rlim_cur = 0, .rlim_max = RLIM_INFINITY};
  struct rlimit all = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
  struct wb_progress p = {0};
  signal(SIGXFSZ, SIG_IGN);
  if (wb_store_open(&store, path, NULL, &err) != WB_OK) return 1;
  setrlimit(RLIMIT_FSIZE, &none);
  if (record_run(store, "/c", "x", WB_VERDICT_ACCEPTED, 1, &err) == WB_OK) return 2;
  if (strstr(err.message, "cannot save your progress in") == NULL) return 3;
  if (wb_store_get(store, "/c", "x", &p, &err) != WB_OK || p.solved) return 4;
  setrlimit(RLIMIT_FSIZE, &all);
  if (record_run(store, "/c", "x", WB_VERDICT_ACCEPTED, 1, &err) != WB_OK) return 5;
  wb_store_close(store);
  return 0;
}

static void full_disk_loses_one_record_only(void) {
  char *path = in_folder("full.db");
  int raw = 0;
  pid_t child = fork();
  if (child == 0) _exit(record_on_full_disk(path));
  waitpid(child, &raw, 0);
  CHECK(WIFEXITED(raw));
  CHECK_INT(WEXITSTATUS(raw), 0);
  free(path);
}

enum { WRITERS = 4, ROUNDS = 25 };

static int write_many(const char *path) {
  int failures = 0;
  for (int i = 0; i < ROUNDS; i++) {
    struct wb_store *store = NULL;
    if (wb_store_open(&store, path, NULL, NULL) != WB_OK) return 1;
    failures += record_run(store, "/c", "x", WB_VERDICT_WRONG_ANSWER, 0, NULL) != WB_OK;
    wb_store_close(store);
  }
  return failures;
}

static void many_processes(const char *path) {
  pid_t children[WRITERS];
  for (int i = 0; i < WRITERS; i++) {
    children[i] = fork();
    if (children[i] == 0) _exit(write_many(path));
  }
  for (int i = 0; i < WRITERS; i++) {
    int raw = 0;
    waitpid(children[i], &raw, 0);
    CHECK(WIFEXITED(raw));
    CHECK_INT(WEXITSTATUS(raw), 0);
  }
  struct wb_progress p = {0};
  struct wb_store *store = open_quietly(path);
  wb_store_get(store, "/c", "x", &p, NULL);
  CHECK_INT(p.attempts, WRITERS * ROUNDS);
  wb_store_close(store);
}

static void concurrent_writers_all_count(void) {
  char *path = in_folder("many.db");
  many_processes(path);
  free(path);
}

/* All find the damage at once; only one may move it, and nobody's records
 * may go with it. */
static void concurrent_repair_loses_nothing(void) {
  char *path = in_folder("many-damaged.db");
  char *second = in_folder("many-damaged.db.damaged-2");
  char junk[4096];
  memset(junk, 'x', sizeof junk);
  wb_file_write_atomic(path, junk, sizeof junk, NULL);
  many_processes(path);
  CHECK(!wb_file_exists(second));
  free(second);
  free(path);
}

/* Records for ever, saying after each that it is done. */
static void record_until_killed(const char *path, int done) {
  struct wb_store *store = NULL;
  if (wb_store_open(&store, path, NULL, NULL) != WB_OK) _exit(1);
  for (;;) {
    if (record_run(store, "/c", "x", WB_VERDICT_WRONG_ANSWER, 0, NULL) != WB_OK) _exit(2);
    if (write(done, "", 1) != 1) _exit(3);
  }
}

static void killing_loses_nothing_recorded(void) {
  char *path = in_folder("killed.db");
  uint64_t recorded = 0;
  struct wb_progress p = {0};
  for (int round = 0; round < 10; round++) {
    int ends[2];
    char bytes[4096];
    CHECK_INT(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) record_until_killed(path, ends[1]);
    close(ends[1]);
    usleep((unsigned)(2000 + round * 1700));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    for (ssize_t n; (n = read(ends[0], bytes, sizeof bytes)) > 0;) recorded += (uint64_t)n;
    close(ends[0]);
  }
  struct wb_store *store = open_quietly(path);
  CHECK_INT(wb_store_get(store, "/c", "x", &p, NULL), WB_OK);
  /* The last of each round may have been kept before it could be said. */
  CHECK(p.attempts >= recorded && p.attempts <= recorded + 10);
  wb_store_close(store);
  free(path);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("a puzzle that nobody tried has no progress", nothing_known_is_zero);
  tap_run("every verdict but a judge error is an attempt", attempts_count_judged_runs);
  tap_run("what is counted at once is what is kept", counting_is_one_rule);
  tap_run("progress goes on under another name, and replaces none",
          progress_goes_on_under_another_name);
  tap_run("a solved puzzle stays solved, and hints stay shown", solved_never_goes_back);
  tap_run("looking at a hint is no try", hints_alone_are_no_try);
  tap_run("quotes in names are data", odd_names_are_data);
  tap_run("the default place is XDG's, and a relative XDG path is ignored",
          default_place_follows_xdg);
  tap_run("a file that is no database is moved aside, never overwriting", damage_is_moved_aside);
  tap_run("damage behind a sound header is found", damage_inside_is_found);
  tap_run("how the screen was left is kept with the puzzle",
          how_the_screen_was_left_is_kept_with_the_puzzle);
  tap_run("a newer schema is refused and left as it is", newer_schema_is_refused_untouched);
  tap_run("another program's database is refused", foreign_database_is_refused);
  tap_run("a place that cannot be is an error that names it", unusable_place_is_an_error);
  tap_run("in a read-only folder progress is shown and not saved", read_only_folder_shows_progress);
  tap_run("a full disk fails one record, and the next works", full_disk_loses_one_record_only);
  tap_run("settings hold for all courses", settings_hold_for_all_courses);
  tap_run("records of several processes at once all count", concurrent_writers_all_count);
  tap_run("a process that is killed loses nothing that it recorded",
          killing_loses_nothing_recorded);
  tap_run("several processes repair a damaged file once", concurrent_repair_loses_nothing);
  char *command = wb_format("rm -rf %s", folder);
  int removed = system(command);
  free(command);
  return tap_finish() + (removed != 0);
}
