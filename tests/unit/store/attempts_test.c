#include "store/attempts.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "store/database.h"
#include "tap.h"

static char folder[] = "/tmp/wb-attempts-XXXXXX";

static char *in_folder(const char *name) { return wb_path_join(folder, name); }

static struct wb_store *open_store(const char *path) {
  struct wb_store *store = NULL;
  struct wb_error err = {0};
  CHECK_INT(wb_store_open(&store, path, NULL, &err), WB_OK);
  CHECK_STRING(err.message, "");
  return store;
}

static struct wb_judged judged(const char *source, enum wb_verdict verdict) {
  static const struct wb_counters cases[2] = {{.global_reads = 8, .items = 4},
                                              {.barriers = 2, .occupancy_percent = 50}};
  return (struct wb_judged){.course = "/c",
                            .slug = "01-map",
                            .counts = true,
                            .note = "",
                            .verdict = verdict,
                            .score = verdict == WB_VERDICT_ACCEPTED ? 1 : 0.5,
                            .device = "emulator",
                            .elapsed_ms = 12.5,
                            .source = source,
                            .source_length = strlen(source),
                            .cases = cases,
                            .n_cases = 2};
}

static void keep(struct wb_store *store, const char *source, enum wb_verdict verdict) {
  const struct wb_judged one = judged(source, verdict);
  struct wb_error err = {0};
  CHECK_INT(wb_store_keep(store, &one, &err), WB_OK);
  CHECK_STRING(err.message, "");
}

static struct wb_attempts list(struct wb_store *store) {
  struct wb_attempts attempts = {0};
  struct wb_error err = {0};
  CHECK_INT(wb_store_attempts(store, "/c", "01-map", &attempts, &err), WB_OK);
  CHECK_STRING(err.message, "");
  return attempts;
}

static sqlite3_int64 ask(const char *path, const char *question) {
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;
  sqlite3_int64 answer = -1;
  sqlite3_open(path, &database);
  sqlite3_busy_timeout(database, 5000);
  if (sqlite3_prepare_v2(database, question, -1, &statement, NULL) == SQLITE_OK &&
      sqlite3_step(statement) == SQLITE_ROW)
    answer = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  sqlite3_close(database);
  return answer;
}

static void execute(const char *path, const char *sql) {
  sqlite3 *database = NULL;
  CHECK_INT(sqlite3_open(path, &database), SQLITE_OK);
  CHECK_INT(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(database);
}

/* ---- what is kept ---- */

static void versions_come_back_as_they_were_judged(void) {
  static const char bytes[] = "a\0\xFF\r\nb";
  char *path = in_folder("a.db");
  struct wb_store *store = open_store(path);
  struct wb_judged odd = judged("", WB_VERDICT_COMPILE_ERROR);
  struct wb_progress p;
  keep(store, "one\ntwo\n", WB_VERDICT_WRONG_ANSWER);
  odd.source = bytes;
  odd.source_length = sizeof bytes - 1;
  odd.n_cases = 0;
  CHECK_INT(wb_store_keep(store, &odd, NULL), WB_OK);
  keep(store, "one\nthree\nfour\n", WB_VERDICT_ACCEPTED);
  struct wb_attempts attempts = list(store);
  if (CHECK_INT(attempts.count, 3)) {
    const struct wb_attempt *first = &attempts.items[0], *third = &attempts.items[2];
    CHECK_STRING(first->source, "one\ntwo\n");
    CHECK(first->number == 1 && first->runs == 1 && first->first_at > 1500000000);
    CHECK_INT(first->verdict, WB_VERDICT_WRONG_ANSWER);
    CHECK(first->score == 0.5 && first->elapsed_ms == 12.5);
    CHECK_STRING(first->device, "emulator");
    CHECK_INT(first->n_cases, 2);
    CHECK(first->cases[0].global_reads == 8 && first->cases[1].occupancy_percent == 50);
    CHECK(attempts.items[1].source_length == sizeof bytes - 1 &&
          memcmp(attempts.items[1].source, bytes, sizeof bytes) == 0);
    CHECK_INT(attempts.items[1].n_cases, 0);
    CHECK(third->number == 3 && third->removed == 2 && third->added == 3);
    CHECK(wb_attempt_numbered(&attempts, 3) == third);
    CHECK(wb_attempt_numbered(&attempts, 4) == NULL);
  }
  wb_attempts_release(&attempts);
  wb_store_get(store, "/c", "01-map", &p, NULL);
  CHECK(p.attempts == 3 && p.solved);
  wb_store_close(store);
  free(path);
}

static void the_same_again_is_one_attempt(void) {
  char *path = in_folder("b.db");
  struct wb_store *store = open_store(path);
  struct wb_judged special = judged("a", WB_VERDICT_WRONG_ANSWER);
  struct wb_progress p;
  keep(store, "a", WB_VERDICT_WRONG_ANSWER);
  keep(store, "a", WB_VERDICT_WRONG_ANSWER);
  keep(store, "b", WB_VERDICT_WRONG_ANSWER);
  keep(store, "a", WB_VERDICT_WRONG_ANSWER);
  special.note = "case 2";
  special.counts = false;
  CHECK_INT(wb_store_keep(store, &special, NULL), WB_OK);
  struct wb_attempts attempts = list(store);
  if (CHECK_INT(attempts.count, 4)) {
    CHECK_INT(attempts.items[0].runs, 2);
    CHECK_INT(attempts.items[2].runs, 1);
    CHECK_STRING(attempts.items[3].note, "case 2");
  }
  CHECK_INT(ask(path, "SELECT count(*) FROM sources"), 2);
  wb_attempts_release(&attempts);
  wb_store_get(store, "/c", "01-map", &p, NULL);
  CHECK_INT(p.attempts, 4);
  wb_store_close(store);
  free(path);
}

static void a_judge_error_is_not_kept(void) {
  char *path = in_folder("c.db");
  struct wb_store *store = open_store(path);
  struct wb_judged unread = judged("", WB_VERDICT_SECURITY_VIOLATION);
  struct wb_progress p;
  keep(store, "a", WB_VERDICT_JUDGE_ERROR);
  unread.source = NULL;
  CHECK_INT(wb_store_keep(store, &unread, NULL), WB_OK);
  struct wb_attempts attempts = list(store);
  CHECK_INT(attempts.count, 0);
  wb_store_get(store, "/c", "01-map", &p, NULL);
  CHECK(p.tried && p.attempts == 1);
  wb_attempts_release(&attempts);
  wb_store_close(store);
  free(path);
}

static void more_counters_are_added_later(void) {
  static const struct wb_counters more = {.global_reads = 8, .bank_conflicts = 3, .subgroup = 32};
  char *path = in_folder("measured.db");
  struct wb_store *store = open_store(path);
  struct wb_judged one = judged("a", WB_VERDICT_ACCEPTED);
  keep(store, "a", WB_VERDICT_ACCEPTED);
  keep(store, "b", WB_VERDICT_ACCEPTED);
  one.cases = &more;
  one.n_cases = 1;
  CHECK_INT(wb_store_measured(store, &one, NULL), WB_OK);
  struct wb_attempts attempts = list(store);
  if (CHECK_INT(attempts.count, 2)) {
    CHECK_INT(attempts.items[0].n_cases, 1);
    CHECK_INT(attempts.items[0].cases[0].bank_conflicts, 3);
    CHECK_INT(attempts.items[1].n_cases, 2);
  }
  wb_attempts_release(&attempts);
  wb_store_close(store);
  free(path);
}

static void figures_are_kept_by_their_key(void) {
  static const unsigned char key[WB_FIGURES_KEY_BYTES] = {1}, other[WB_FIGURES_KEY_BYTES] = {2};
  static const struct wb_counters cases[2] = {{.barriers = 1}, {.items = 9}};
  char *path = in_folder("figures.db");
  struct wb_store *store = open_store(path);
  struct wb_counters *got = NULL;
  size_t n = 7;
  CHECK_INT(wb_store_figures(store, key, &got, &n, NULL), WB_OK);
  CHECK(got == NULL && n == 0);
  CHECK_INT(wb_store_keep_figures(store, key, cases, 2, NULL), WB_OK);
  CHECK_INT(wb_store_keep_figures(store, other, cases, 1, NULL), WB_OK);
  CHECK_INT(wb_store_figures(store, key, &got, &n, NULL), WB_OK);
  CHECK(n == 2 && got != NULL && got[1].items == 9 && got[0].barriers == 1);
  free(got);
  wb_store_close(store);
  free(path);
}

/* ---- bounds ---- */

static void the_oldest_that_failed_go_first(void) {
  char *path = in_folder("bounds.db");
  struct wb_store *store = open_store(path);
  execute(path, "PRAGMA synchronous=OFF");
  for (int i = 1; i <= WB_ATTEMPTS_MAX + 5; i++) {
    char *source = wb_format("version %d\n", i);
    keep(store, source, i == 2 ? WB_VERDICT_ACCEPTED : WB_VERDICT_WRONG_ANSWER);
    free(source);
  }
  struct wb_attempts attempts = list(store);
  CHECK_INT(attempts.count, WB_ATTEMPTS_MAX);
  CHECK_INT(attempts.items[0].number, 2);
  CHECK_INT(attempts.items[1].number, 7);
  CHECK_INT(attempts.items[attempts.count - 1].number, WB_ATTEMPTS_MAX + 5);
  CHECK_INT(ask(path, "SELECT count(*) FROM sources"), WB_ATTEMPTS_MAX);
  wb_attempts_release(&attempts);
  wb_store_close(store);
  free(path);
}

static void large_texts_push_others_out_but_never_the_newest(void) {
  enum { LARGE = 1 << 20 };
  char *path = in_folder("large.db");
  struct wb_store *store = open_store(path);
  char *text = wb_alloc(LARGE + 1);
  memset(text, 'x', LARGE);
  for (int i = 0; i < 12; i++) {
    text[0] = (char)('a' + i);
    keep(store, text, WB_VERDICT_ACCEPTED);
  }
  struct wb_attempts attempts = list(store);
  CHECK_INT(attempts.count, WB_ATTEMPTS_MAX_BYTES / LARGE);
  CHECK_INT(attempts.items[attempts.count - 1].number, 12);
  wb_attempts_release(&attempts);
  wb_store_close(store);
  free(text);
  free(path);
}

/* ---- older databases ---- */

/* As the first schema was. */
static const char first_schema[] =
    "CREATE TABLE progress (course TEXT NOT NULL, slug TEXT NOT NULL, last TEXT,"
    "  attempts INTEGER NOT NULL DEFAULT 0, best_score REAL NOT NULL DEFAULT 0,"
    "  hints_shown INTEGER NOT NULL DEFAULT 0, solved_at INTEGER,"
    "  PRIMARY KEY (course, slug)) WITHOUT ROWID;"
    "CREATE TABLE place (course TEXT PRIMARY KEY, slug TEXT NOT NULL) WITHOUT ROWID;"
    "INSERT INTO progress VALUES ('/c', '01-map', 'accepted', 3, 1, 2, 1700000000);"
    "INSERT INTO place VALUES ('/c', '01-map');"
    "PRAGMA application_id=0x77626E63; PRAGMA user_version=1;";

static void check_upgraded(struct wb_store *store) {
  struct wb_progress p;
  char *last = NULL;
  CHECK_INT(wb_store_get(store, "/c", "01-map", &p, NULL), WB_OK);
  CHECK(p.solved && p.attempts == 3 && p.hints_shown == 2 && p.solved_at == 1700000000);
  CHECK_INT(p.steps, 0); /* nobody knows */
  CHECK_INT(wb_store_last_puzzle(store, "/c", &last, NULL), WB_OK);
  CHECK_STRING(last, "map");
  free(last);
}

static void an_older_database_is_upgraded(void) {
  char *path = in_folder("old.db");
  execute(path, "PRAGMA journal_mode=WAL");
  execute(path, first_schema);
  struct wb_store *store = open_store(path);
  check_upgraded(store);
  keep(store, "a", WB_VERDICT_WRONG_ANSWER);
  wb_store_close(store);
  CHECK_INT(ask(path, "PRAGMA user_version"), 6);
  store = open_store(path);
  struct wb_attempts attempts = list(store);
  CHECK_INT(attempts.count, 1);
  wb_attempts_release(&attempts);
  wb_store_close(store);
  free(path);
}

/* What the third schema had more than the first, and the rows of a learner whose puzzle `map` was
 * number 1, then 7, then 3, beside one that never had a number. */
static const char third_schema[] =
    "CREATE TABLE sources (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, text BLOB NOT NULL);"
    "CREATE TABLE attempts (id INTEGER PRIMARY KEY, course TEXT NOT NULL, slug TEXT NOT NULL,"
    "  number INTEGER NOT NULL, source INTEGER NOT NULL REFERENCES sources (id),"
    "  first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, runs INTEGER NOT NULL DEFAULT 1,"
    "  verdict TEXT NOT NULL, score REAL NOT NULL, device TEXT NOT NULL, note TEXT NOT NULL,"
    "  elapsed_ms REAL NOT NULL, counters TEXT NOT NULL, UNIQUE (course, slug, number));"
    "CREATE INDEX attempts_source ON attempts (source);"
    "CREATE TABLE figures (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE,"
    "  counters TEXT NOT NULL);"
    "ALTER TABLE place ADD COLUMN view TEXT;"
    "UPDATE place SET view = 'as it was';"
    "INSERT INTO progress VALUES ('/c', '07-map', 'wrong-answer', 5, 0.5, 4, NULL),"
    "  ('/c', '03-map', NULL, 0, 0, 1, NULL), ('/c', 'plain', 'accepted', 1, 1, 0, 1700000009),"
    "  ('/other', '07-map', 'over-budget', 1, 0.25, 0, NULL);"
    "INSERT INTO sources VALUES (1, x'01', 'first'), (2, x'02', 'second'), (3, x'03', 'third');"
    "INSERT INTO attempts VALUES"
    "  (1, '/c', '01-map', 2, 1, 100, 150, 1, 'wrong-answer', 0, 'emulator', '', 1, ''),"
    "  (2, '/c', '07-map', 1, 3, 300, 300, 3, 'wrong-answer', 0, 'emulator', '', 1, ''),"
    "  (3, '/c', '01-map', 5, 2, 200, 250, 1, 'accepted', 1, 'emulator', '', 1, 'items 4 '),"
    "  (4, '/other', '07-map', 1, 3, 50, 50, 1, 'over-budget', 0, 'emulator', '', 1, '');"
    "PRAGMA user_version=3;";

static void check_versions(const struct wb_attempts *attempts) {
  static const struct {
    uint64_t number;
    const char *source;
  } expected[] = {{2, "first"}, {5, "second"}, {6, "third"}};
  if (!CHECK_INT(attempts->count, 3)) return;
  for (size_t i = 0; i < 3; i++) {
    CHECK_INT(attempts->items[i].number, expected[i].number);
    CHECK_STRING(attempts->items[i].source, expected[i].source);
  }
  CHECK_INT(attempts->items[2].runs, 3);
  CHECK_INT(attempts->items[1].cases[0].items, 4);
}

/* By any number, and by none. */
static void check_all_rows(struct wb_store *store, const char *slug) {
  struct wb_progress p;
  struct wb_attempts attempts = {0};
  CHECK_INT(wb_store_get(store, "/c", slug, &p, NULL), WB_OK);
  CHECK(p.tried && p.solved && p.best_score == 1 && p.solved_at == 1700000000);
  CHECK_INT(p.attempts, 8);
  CHECK_INT(p.hints_shown, 4);
  CHECK_INT(p.last, WB_VERDICT_WRONG_ANSWER);
  CHECK_INT(wb_store_attempts(store, "/c", slug, &attempts, NULL), WB_OK);
  check_versions(&attempts);
  wb_attempts_release(&attempts);
}

static void rows_under_all_numbers_come_together(void) {
  char *path = in_folder("numbers.db"), *view = NULL;
  struct wb_progress p;
  execute(path, first_schema);
  execute(path, third_schema);
  struct wb_store *store = open_store(path);
  check_all_rows(store, "01-map");
  check_all_rows(store, "52-map");
  check_all_rows(store, "map");
  CHECK_INT(wb_store_get(store, "/c", "09-plain", &p, NULL), WB_OK);
  CHECK(p.solved && p.solved_at == 1700000009);
  CHECK_INT(wb_store_get(store, "/other", "01-map", &p, NULL), WB_OK);
  CHECK(p.attempts == 1 && p.last == WB_VERDICT_OVER_BUDGET);
  CHECK_INT(wb_store_set_last_puzzle(store, "/c", "12-map", NULL), WB_OK);
  CHECK_INT(wb_store_view(store, "/c", &view, NULL), WB_OK);
  CHECK_STRING(view, "as it was");
  keep(store, "fourth", WB_VERDICT_ACCEPTED);
  struct wb_attempts attempts = list(store);
  if (CHECK_INT(attempts.count, 4)) CHECK_INT(attempts.items[3].number, 7);
  wb_attempts_release(&attempts);
  free(view);
  wb_store_close(store);
  CHECK_INT(ask(path, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"),
            0);
  free(path);
}

/* All of many processes find an old database at once. */
static void many_may_upgrade_at_once(void) {
  enum { MANY = 6 };
  char *path = in_folder("old-many.db");
  pid_t children[MANY];
  execute(path, first_schema);
  for (int i = 0; i < MANY; i++) {
    children[i] = fork();
    if (children[i] != 0) continue;
    struct wb_store *store = NULL;
    const struct wb_judged one = judged("a", WB_VERDICT_WRONG_ANSWER);
    bool kept = wb_store_open(&store, path, NULL, NULL) == WB_OK &&
                wb_store_keep(store, &one, NULL) == WB_OK;
    _exit(kept ? 0 : 1);
  }
  for (int i = 0; i < MANY; i++) {
    int raw = 0;
    waitpid(children[i], &raw, 0);
    CHECK(WIFEXITED(raw) && WEXITSTATUS(raw) == 0);
  }
  struct wb_store *store = open_store(path);
  struct wb_attempts attempts = list(store);
  if (CHECK_INT(attempts.count, 1)) CHECK_INT(attempts.items[0].runs, MANY);
  wb_attempts_release(&attempts);
  wb_store_close(store);
  free(path);
}

static void an_older_database_that_is_read_only_is_read(void) {
  char *path = in_folder("locked/old.db"), *locked = in_folder("locked");
  int raw = 0;
  mkdir(locked, 0755);
  chmod(folder, 0755);
  execute(path, first_schema);
  execute(path, third_schema);
  chmod(path, 0444);
  chmod(locked, 0555);
  pid_t child = fork();
  if (child == 0) {
    struct wb_store *store = NULL;
    struct wb_attempts attempts = {0};
    struct wb_progress p = {0};
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(77);
    if (wb_store_open(&store, path, NULL, NULL) != WB_OK) _exit(1);
    if (wb_store_get(store, "/c", "01-map", &p, NULL) != WB_OK || !p.solved) _exit(2);
    if (wb_store_attempts(store, "/c", "01-map", &attempts, NULL) != WB_OK) _exit(3);
    if (attempts.count != 3 || attempts.items[2].number != 6) _exit(4);
    _exit(wb_store_show_hint(store, "/c", "01-map", 7, NULL) != WB_OK ? 0 : 5);
  }
  waitpid(child, &raw, 0);
  CHECK(WIFEXITED(raw));
  CHECK_INT(WEXITSTATUS(raw), 0);
  chmod(locked, 0755);
  free(locked);
  free(path);
}

/* ---- trouble ---- */

/* Progress and attempts were kept together or not at all, and nothing of an
 * attempt is missing. */
static void check_consistent(const char *path) {
  CHECK_INT(ask(path, "SELECT count(*) FROM attempts WHERE source NOT IN (SELECT id FROM sources)"),
            0);
  CHECK_INT(ask(path, "SELECT count(*) FROM sources WHERE id NOT IN (SELECT source FROM attempts)"),
            0);
  CHECK_INT(ask(path,
                "SELECT coalesce(sum(runs), 0) - (SELECT coalesce(sum(attempts), 0)"
                " FROM progress) FROM attempts"),
            0);
  CHECK_INT(ask(path, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"),
            0);
}

static void keep_until_killed(const char *path, int done) {
  struct wb_store *store = NULL;
  if (wb_store_open(&store, path, NULL, NULL) != WB_OK) _exit(1);
  for (int i = 0;; i++) {
    char *source = wb_format("%d of %d\n", i, (int)getpid());
    const struct wb_judged one = judged(source, WB_VERDICT_WRONG_ANSWER);
    if (wb_store_keep(store, &one, NULL) != WB_OK) _exit(2);
    free(source);
    if (write(done, "", 1) != 1) _exit(3);
  }
}

static void killing_loses_nothing_that_was_kept(void) {
  char *path = in_folder("killed.db");
  uint64_t kept = 0;
  struct wb_progress p;
  execute(path, first_schema);
  execute(path, "DELETE FROM progress");
  for (int round = 0; round < 20; round++) {
    int ends[2];
    char bytes[4096];
    CHECK_INT(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) keep_until_killed(path, ends[1]);
    close(ends[1]);
    usleep((unsigned)(500 + round * 900));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    for (ssize_t n; (n = read(ends[0], bytes, sizeof bytes)) > 0;) kept += (uint64_t)n;
    close(ends[0]);
  }
  struct wb_store *store = open_store(path);
  wb_store_get(store, "/c", "01-map", &p, NULL);
  CHECK(p.attempts >= kept && p.attempts <= kept + 20);
  wb_store_close(store);
  check_consistent(path);
  free(path);
}

static void two_writers_lose_nothing(void) {
  enum { WRITERS = 2, ROUNDS = 40 };
  char *path = in_folder("two.db");
  pid_t children[WRITERS];
  for (int w = 0; w < WRITERS; w++) {
    children[w] = fork();
    if (children[w] != 0) continue;
    struct wb_store *store = NULL;
    int failures = wb_store_open(&store, path, NULL, NULL) != WB_OK;
    for (int i = 0; i < ROUNDS && failures == 0; i++) {
      char *source = wb_format("%d by %d\n", i, w);
      const struct wb_judged one = judged(source, WB_VERDICT_WRONG_ANSWER);
      failures += wb_store_keep(store, &one, NULL) != WB_OK;
      free(source);
    }
    _exit(failures);
  }
  for (int w = 0; w < WRITERS; w++) {
    int raw = 0;
    waitpid(children[w], &raw, 0);
    CHECK(WIFEXITED(raw) && WEXITSTATUS(raw) == 0);
  }
  struct wb_store *store = open_store(path);
  struct wb_attempts attempts = list(store);
  CHECK_INT(attempts.count, WRITERS * ROUNDS);
  for (size_t i = 0; i < attempts.count; i++) CHECK_INT(attempts.items[i].number, i + 1);
  wb_attempts_release(&attempts);
  wb_store_close(store);
  check_consistent(path);
  free(path);
}

/* A limit on file sizes that grows by a page stands for a disk that is full at
 * every point of a record. */
static int keep_on_full_disks(const char *path) {
  enum { PAGE = 4096, TEXT = 3 * PAGE };
  char text[TEXT + 1];
  bool once_failed = false, at_last = false;
  struct wb_store *store = NULL;
  signal(SIGXFSZ, SIG_IGN);
  if (wb_store_open(&store, path, NULL, NULL) != WB_OK) return 1;
  memset(text, 'x', TEXT);
  text[TEXT] = '\0';
  for (rlim_t size = 0; size < 64 * PAGE && !at_last; size += PAGE / 2) {
    struct rlimit limit = {.rlim_cur = size, .rlim_max = RLIM_INFINITY};
    struct wb_error err = {0};
    struct wb_judged one = judged(text, WB_VERDICT_WRONG_ANSWER);
    setrlimit(RLIMIT_FSIZE, &limit);
    at_last = wb_store_keep(store, &one, &err) == WB_OK;
    once_failed = once_failed || !at_last;
    if (!at_last && strstr(err.message, "cannot save your progress in") == NULL) return 2;
  }
  wb_store_close(store);
  return once_failed && at_last ? 0 : 3;
}

static void a_full_disk_keeps_all_or_nothing(void) {
  char *path = in_folder("full.db");
  int raw = 0;
  struct wb_progress p;
  pid_t child = fork();
  if (child == 0) _exit(keep_on_full_disks(path));
  waitpid(child, &raw, 0);
  CHECK(WIFEXITED(raw));
  CHECK_INT(WEXITSTATUS(raw), 0);
  struct wb_store *store = open_store(path);
  wb_store_get(store, "/c", "01-map", &p, NULL);
  CHECK_INT(p.attempts, 1);
  wb_store_close(store);
  check_consistent(path);
  free(path);
}

/* A large database is not read through at each start. */
static void damage_among_many_versions_takes_no_progress_along(void) {
  enum { PAGE = 4096, TEXT = 8 * PAGE };
  char *path = in_folder("damaged.db"), *text = wb_alloc(TEXT + 1), junk[PAGE];
  struct wb_store *store = open_store(path);
  struct wb_attempts attempts = {0};
  struct wb_progress p;
  struct wb_error err = {0};
  char *notice = NULL;
  memset(text, 'x', TEXT);
  for (int i = 0; i < 60; i++) {
    text[i] = 'y';
    keep(store, text, WB_VERDICT_ACCEPTED);
  }
  wb_store_close(store);
  memset(junk, 0x5A, sizeof junk);
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  const off_t size = lseek(fd, 0, SEEK_END);
  for (off_t at = size / 2; at < size; at += PAGE)
    CHECK(pwrite(fd, junk, sizeof junk, at) == (ssize_t)sizeof junk);
  close(fd);
  CHECK_INT(wb_store_open(&store, path, &notice, &err), WB_OK);
  CHECK_STRING(notice, NULL);
  CHECK_INT(wb_store_get(store, "/c", "01-map", &p, NULL), WB_OK);
  CHECK(p.solved && p.attempts == 60);
  CHECK_INT(wb_store_attempts(store, "/c", "01-map", &attempts, &err), WB_ERR_IO);
  CHECK(strstr(err.message, "move it away") != NULL);
  CHECK_INT(attempts.count, 0);
  wb_store_close(store);
  free(text);
  free(path);
}

/* ---- file systems of a network ---- */

static void a_network_gets_a_rollback_journal(void) {
  char *path = in_folder("network.db");
  sqlite3 *database = NULL;
  CHECK(wb_is_network_type(0x6969) && wb_is_network_type(0xFF534D42UL));
  CHECK(!wb_is_network_type(0xEF53) && !wb_is_network_type(0x01021994)); /* ext4, tmpfs */
  CHECK(!wb_is_on_network(path));
  struct wb_store *store = open_store(path);
  keep(store, "a", WB_VERDICT_WRONG_ANSWER);
  wb_store_close(store);
  sqlite3_open(path, &database);
  CHECK_INT(wb_database_journal(database, true), SQLITE_OK);
  sqlite3_close(database);
  CHECK_INT(ask(path, "SELECT count(*) FROM pragma_journal_mode WHERE journal_mode = 'delete'"), 1);
  store = open_store(path); /* stays as it is, and works */
  keep(store, "b", WB_VERDICT_WRONG_ANSWER);
  wb_store_close(store);
  CHECK_INT(ask(path, "SELECT count(*) FROM attempts"), 2);
  free(path);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("versions come back as they were judged", versions_come_back_as_they_were_judged);
  tap_run("the same again is one attempt", the_same_again_is_one_attempt);
  tap_run("a judge error is not kept, and what could not be read has no version",
          a_judge_error_is_not_kept);
  tap_run("more counters are added later", more_counters_are_added_later);
  tap_run("figures are kept by their key", figures_are_kept_by_their_key);
  tap_run("the oldest that failed go first", the_oldest_that_failed_go_first);
  tap_run("large texts push others out, but never the newest",
          large_texts_push_others_out_but_never_the_newest);
  tap_run("an older database is upgraded", an_older_database_is_upgraded);
  tap_run("many may upgrade at once", many_may_upgrade_at_once);
  tap_run("progress and versions of a puzzle under all its numbers come together",
          rows_under_all_numbers_come_together);
  tap_run("an older database that is read-only is read, and takes nothing",
          an_older_database_that_is_read_only_is_read);
  tap_run("kill -9 loses nothing that was kept", killing_loses_nothing_that_was_kept);
  tap_run("two writers lose nothing", two_writers_lose_nothing);
  tap_run("a full disk keeps all or nothing", a_full_disk_keeps_all_or_nothing);
  tap_run("damage among many versions takes no progress along",
          damage_among_many_versions_takes_no_progress_along);
  tap_run("a network gets a rollback journal", a_network_gets_a_rollback_journal);
  char *remove = wb_format("rm -rf %s", folder);
  if (system(remove) != 0) printf("# %s is left behind\n", folder);
  free(remove);
  return tap_finish();
}
