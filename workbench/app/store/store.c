#include "store/store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/slug.h"
#include "base/str.h"
#include "store/internal.h"

const char wb_store_saving[] = "save your progress in";
const char wb_store_reading[] = "read your progress from";

static const char sql_get[] =
    "SELECT last, attempts, best_score, hints_shown, solved_at, steps FROM progress"
    " WHERE course = ?1 AND puzzle = ?2";

/* One statement, so that two processes that finish at once both count. */
static const char sql_record[] =
    "INSERT INTO progress (course, puzzle, last, attempts, best_score, solved_at, steps)"
    " VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6)"
    " ON CONFLICT (course, puzzle) DO UPDATE SET"
    "  last = excluded.last,"
    "  attempts = attempts + 1,"
    "  best_score = max(best_score, excluded.best_score),"
    "  steps = max(steps, excluded.steps),"
    "  solved_at = coalesce(solved_at, excluded.solved_at)";

static const char sql_hint[] =
    "INSERT INTO progress (course, puzzle, hints_shown) VALUES (?1, ?2, ?3)"
    " ON CONFLICT (course, puzzle) DO UPDATE SET"
    "  hints_shown = max(hints_shown, excluded.hints_shown)";

static const char sql_last[] = "SELECT puzzle FROM place WHERE course = ?1";

static const char sql_set_last[] =
    "INSERT INTO place (course, puzzle) VALUES (?1, ?2)"
    " ON CONFLICT (course) DO UPDATE SET puzzle = excluded.puzzle,"
    "  view = CASE WHEN puzzle = excluded.puzzle THEN view END";

static const char sql_view[] = "SELECT view FROM place WHERE course = ?1";
static const char sql_set_view[] = "UPDATE place SET view = ?2 WHERE course = ?1";

static const char *const sql_rename[] = {
    "UPDATE progress SET puzzle = ?3 WHERE course = ?1 AND puzzle = ?2 AND NOT EXISTS"
    " (SELECT 1 FROM progress WHERE course = ?1 AND puzzle = ?3)",
    "UPDATE attempts SET puzzle = ?3 WHERE course = ?1 AND puzzle = ?2 AND NOT EXISTS"
    " (SELECT 1 FROM attempts WHERE course = ?1 AND puzzle = ?3)",
    "UPDATE place SET puzzle = ?3 WHERE course = ?1 AND puzzle = ?2",
};

static const char sql_setting[] = "SELECT value FROM settings WHERE name = ?1";
static const char sql_set_setting[] =
    "INSERT INTO settings (name, value) VALUES (?1, ?2)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value";

enum wb_status wb_store_open(struct wb_store **store, const char *path, char **notice,
                             struct wb_error *err) {
  enum wb_status status = WB_OK;
  struct wb_store *made = wb_alloc(sizeof *made);
  char *said = NULL;
  bool read_only = false;
  *store = NULL;
  made->path = wb_strdup(path);
  if (path == NULL) status = wb_database_default_path(&made->path, err);
  if (status == WB_OK)
    status = wb_database_open(made->path, &made->database, &read_only, &said, err);
  if (status == WB_OK && read_only && said == NULL)
    said = wb_format("Progress is shown but not saved: %s cannot be written.", made->path);
  if (status == WB_OK)
    *store = made;
  else
    wb_store_close(made);
  if (notice != NULL)
    *notice = said;
  else
    free(said);
  return status;
}

void wb_store_close(struct wb_store *store) {
  if (store == NULL) return;
  sqlite3_close(store->database);
  free(store->path);
  free(store);
}

enum wb_status wb_store_fail(const struct wb_store *store, int code, const char *doing,
                             struct wb_error *err) {
  return wb_database_fail(store->database, code, store->path, doing, err);
}

int wb_store_prepare(const struct wb_store *store, const char *sql, const char *course,
                     const char *slug, sqlite3_stmt **statement) {
  int code = sqlite3_prepare_v2(store->database, sql, -1, statement, NULL);
  if (code == SQLITE_OK) code = sqlite3_bind_text(*statement, 1, course, -1, SQLITE_TRANSIENT);
  if (code == SQLITE_OK && slug != NULL)
    code = sqlite3_bind_text(*statement, 2, wb_slug_name(slug), -1, SQLITE_TRANSIENT);
  return code;
}

int wb_store_step(int code, sqlite3_stmt *statement) {
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  sqlite3_finalize(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Runs a statement that changes something, and finishes it. */
static enum wb_status carry_out(const struct wb_store *store, int code, sqlite3_stmt *statement,
                                struct wb_error *err) {
  code = wb_store_step(code, statement);
  return code == SQLITE_OK ? WB_OK : wb_store_fail(store, code, wb_store_saving, err);
}

void wb_store_progress_count(struct wb_progress *progress, enum wb_verdict verdict, double score,
                             unsigned steps, int64_t when) {
  if (verdict == WB_VERDICT_JUDGE_ERROR) return;
  progress->tried = true;
  progress->last = verdict;
  progress->attempts++;
  if (score > progress->best_score) progress->best_score = score;
  if (steps > progress->steps) progress->steps = steps;
  if (verdict != WB_VERDICT_ACCEPTED || progress->solved) return;
  progress->solved = true;
  progress->solved_at = when;
}

static void read_progress(sqlite3_stmt *statement, struct wb_progress *progress) {
  const char *last = (const char *)sqlite3_column_text(statement, 0);
  progress->tried = last != NULL && wb_verdict_parse(last, &progress->last);
  progress->attempts = (uint64_t)sqlite3_column_int64(statement, 1);
  /* Older versions did not count a kernel that does not compile. */
  if (progress->tried && progress->attempts == 0) progress->attempts = 1;
  progress->best_score = sqlite3_column_double(statement, 2);
  progress->hints_shown = (unsigned)sqlite3_column_int(statement, 3);
  progress->solved = sqlite3_column_type(statement, 4) != SQLITE_NULL;
  progress->solved_at = sqlite3_column_int64(statement, 4);
  progress->steps = (unsigned)sqlite3_column_int(statement, 5);
}

enum wb_status wb_store_get(struct wb_store *store, const char *course, const char *slug,
                            struct wb_progress *progress, struct wb_error *err) {
  enum wb_status status = WB_OK;
  sqlite3_stmt *statement = NULL;
  memset(progress, 0, sizeof *progress);
  int code = wb_store_prepare(store, sql_get, course, slug, &statement);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  if (code == SQLITE_ROW)
    read_progress(statement, progress);
  else if (code != SQLITE_DONE)
    status = wb_store_fail(store, code, wb_store_reading, err);
  sqlite3_finalize(statement);
  return status;
}

/* As wb_store_progress_count() says, but in the database, where others may count, too. */
int wb_store_count_run(const struct wb_store *store, const struct wb_judged *judged) {
  sqlite3_stmt *statement = NULL;
  int code = wb_store_prepare(store, sql_record, judged->course, judged->slug, &statement);
  if (code == SQLITE_OK)
    code = sqlite3_bind_text(statement, 3, wb_verdict_name(judged->verdict), -1, SQLITE_STATIC);
  if (code == SQLITE_OK) code = sqlite3_bind_double(statement, 4, judged->score);
  if (code == SQLITE_OK && judged->verdict == WB_VERDICT_ACCEPTED)
    code = sqlite3_bind_int64(statement, 5, (sqlite3_int64)time(NULL));
  if (code == SQLITE_OK) code = sqlite3_bind_int64(statement, 6, judged->steps);
  return wb_store_step(code, statement);
}

enum wb_status wb_store_show_hint(struct wb_store *store, const char *course, const char *slug,
                                  unsigned shown, struct wb_error *err) {
  sqlite3_stmt *statement = NULL;
  int code = wb_store_prepare(store, sql_hint, course, slug, &statement);
  if (code == SQLITE_OK) code = sqlite3_bind_int64(statement, 3, shown);
  return carry_out(store, code, statement, err);
}

enum wb_status wb_store_rename(struct wb_store *store, const char *course, const char *from,
                               const char *to, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < sizeof sql_rename / sizeof sql_rename[0] && status == WB_OK; i++) {
    sqlite3_stmt *statement = NULL;
    int code = wb_store_prepare(store, sql_rename[i], course, from, &statement);
    if (code == SQLITE_OK)
      code = sqlite3_bind_text(statement, 3, wb_slug_name(to), -1, SQLITE_TRANSIENT);
    status = carry_out(store, code, statement, err);
  }
  return status;
}

/* The one text that a question about the course has as its answer. */
static enum wb_status read_text(struct wb_store *store, const char *sql, const char *course,
                                char **text, struct wb_error *err) {
  enum wb_status status = WB_OK;
  sqlite3_stmt *statement = NULL;
  *text = NULL;
  int code = wb_store_prepare(store, sql, course, NULL, &statement);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  if (code == SQLITE_ROW)
    *text = wb_strdup((const char *)sqlite3_column_text(statement, 0));
  else if (code != SQLITE_DONE)
    status = wb_store_fail(store, code, wb_store_reading, err);
  sqlite3_finalize(statement);
  return status;
}

enum wb_status wb_store_last_puzzle(struct wb_store *store, const char *course, char **name,
                                    struct wb_error *err) {
  return read_text(store, sql_last, course, name, err);
}

enum wb_status wb_store_view(struct wb_store *store, const char *course, char **view,
                             struct wb_error *err) {
  return read_text(store, sql_view, course, view, err);
}

enum wb_status wb_store_set_view(struct wb_store *store, const char *course, const char *view,
                                 struct wb_error *err) {
  sqlite3_stmt *statement = NULL;
  int code = wb_store_prepare(store, sql_set_view, course, NULL, &statement);
  if (code == SQLITE_OK) code = sqlite3_bind_text(statement, 2, view, -1, SQLITE_STATIC);
  return carry_out(store, code, statement, err);
}

enum wb_status wb_store_set_last_puzzle(struct wb_store *store, const char *course,
                                        const char *slug, struct wb_error *err) {
  sqlite3_stmt *statement = NULL;
  int code = wb_store_prepare(store, sql_set_last, course, slug, &statement);
  return carry_out(store, code, statement, err);
}

enum wb_status wb_store_setting(struct wb_store *store, const char *name, char **value,
                                struct wb_error *err) {
  return read_text(store, sql_setting, name, value, err);
}
enum wb_status wb_store_set_setting(struct wb_store *store, const char *name, const char *value,
                                    struct wb_error *err) {
  sqlite3_stmt *statement = NULL;
  int code = wb_store_prepare(store, sql_set_setting, name, NULL, &statement);
  if (code == SQLITE_OK) code = sqlite3_bind_text(statement, 2, value, -1, SQLITE_STATIC);
  return carry_out(store, code, statement, err);
}
