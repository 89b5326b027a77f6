#include "store/attempts.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/sha256.h"
#include "base/str.h"
#include "store/counters_text.h"
#include "store/internal.h"

static const char sql_add_source[] = "INSERT OR IGNORE INTO sources (hash, text) VALUES (?1, ?2)";

/* The newest attempt, if it is of the same text and came to the same. */
static const char sql_again[] =
    "UPDATE attempts SET runs = runs + 1, last_at = ?3, elapsed_ms = ?4, counters = ?5"
    " WHERE id = (SELECT id FROM attempts WHERE course = ?1 AND slug = ?2"
    "             ORDER BY number DESC LIMIT 1)"
    "  AND source = (SELECT id FROM sources WHERE hash = ?6)"
    "  AND verdict = ?7 AND score = ?8 AND device = ?9 AND note = ?10";

static const char sql_add[] =
    "INSERT INTO attempts (course, slug, number, source, first_at, last_at, verdict, score, device,"
    "  note, elapsed_ms, counters)"
    " VALUES (?1, ?2,"
    "  (SELECT coalesce(max(number), 0) + 1 FROM attempts WHERE course = ?1 AND slug = ?2),"
    "  (SELECT id FROM sources WHERE hash = ?6), ?3, ?3, ?7, ?8, ?9, ?10, ?4, ?5)";

/* How many attempts a puzzle has, and how many bytes of text. */
static const char sql_size[] =
    "SELECT (SELECT count(*) FROM attempts WHERE course = ?1 AND slug = ?2),"
    " (SELECT coalesce(sum(length(text)), 0) FROM sources WHERE id IN"
    "   (SELECT source FROM attempts WHERE course = ?1 AND slug = ?2))";

static const char sql_drop_one[] =
    "DELETE FROM attempts WHERE id = (SELECT id FROM attempts WHERE course = ?1 AND slug = ?2"
    "  AND number < (SELECT max(number) FROM attempts WHERE course = ?1 AND slug = ?2)"
    " ORDER BY verdict = 'accepted' AND note = '', number LIMIT 1)";

static const char sql_drop_sources[] =
    "DELETE FROM sources WHERE id NOT IN (SELECT source FROM attempts)";

static const char sql_measured[] =
    "UPDATE attempts SET counters = ?3 WHERE course = ?1 AND slug = ?2 AND note = ''"
    "  AND source = (SELECT id FROM sources WHERE hash = ?4)";

/* ---- keeping ---------------------------------------------------------------------- */

static void hash_source(const struct wb_judged *judged, unsigned char hash[WB_SHA256_BYTES]) {
  struct wb_sha256 sha;
  wb_sha256_init(&sha);
  wb_sha256_add(&sha, judged->source, judged->source_length);
  wb_sha256_finish(&sha, hash);
}

static char *counters_of(const struct wb_judged *judged) {
  const bool many = judged->n_cases > WB_ATTEMPT_MAX_CASES;
  struct wb_str text;
  wb_str_init(&text);
  wb_counters_print(judged->cases, many ? WB_ATTEMPT_MAX_CASES : judged->n_cases, &text);
  return wb_str_detach(&text);
}

static int add_source(const struct wb_store *store, const struct wb_judged *judged,
                      const unsigned char *hash) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(store->database, sql_add_source, -1, &statement, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_bind_blob(statement, 1, hash, WB_SHA256_BYTES, SQLITE_TRANSIENT);
  if (code == SQLITE_OK)
    code = sqlite3_bind_blob64(statement, 2, judged->source, judged->source_length, SQLITE_STATIC);
  return wb_store_step(code, statement);
}

/* sql_again or sql_add: they have the same parameters. */
static int change_attempts(const struct wb_store *store, const char *sql,
                           const struct wb_judged *judged, const unsigned char *hash) {
  sqlite3_stmt *statement = NULL;
  char *counters = counters_of(judged);
  int code = wb_store_prepare(store, sql, judged->course, judged->slug, &statement);
  if (code == SQLITE_OK) code = sqlite3_bind_int64(statement, 3, (sqlite3_int64)time(NULL));
  if (code == SQLITE_OK) code = sqlite3_bind_double(statement, 4, judged->elapsed_ms);
  if (code == SQLITE_OK) code = sqlite3_bind_text(statement, 5, counters, -1, SQLITE_STATIC);
  if (code == SQLITE_OK)
    code = sqlite3_bind_blob(statement, 6, hash, WB_SHA256_BYTES, SQLITE_STATIC);
  if (code == SQLITE_OK)
    code = sqlite3_bind_text(statement, 7, wb_verdict_name(judged->verdict), -1, SQLITE_STATIC);
  if (code == SQLITE_OK) code = sqlite3_bind_double(statement, 8, judged->score);
  if (code == SQLITE_OK) code = sqlite3_bind_text(statement, 9, judged->device, -1, SQLITE_STATIC);
  if (code == SQLITE_OK) code = sqlite3_bind_text(statement, 10, judged->note, -1, SQLITE_STATIC);
  code = wb_store_step(code, statement);
  free(counters);
  return code;
}

static int measure_puzzle(const struct wb_store *store, const struct wb_judged *judged,
                          sqlite3_int64 *count, sqlite3_int64 *bytes) {
  sqlite3_stmt *statement = NULL;
  int code = wb_store_prepare(store, sql_size, judged->course, judged->slug, &statement);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  if (code == SQLITE_ROW) {
    *count = sqlite3_column_int64(statement, 0);
    *bytes = sqlite3_column_int64(statement, 1);
    code = SQLITE_OK;
  }
  sqlite3_finalize(statement);
  return code;
}

static int drop_one(const struct wb_store *store, const struct wb_judged *judged) {
  sqlite3_stmt *statement = NULL;
  int code = wb_store_prepare(store, sql_drop_one, judged->course, judged->slug, &statement);
  code = wb_store_step(code, statement);
  if (code == SQLITE_OK) code = sqlite3_exec(store->database, sql_drop_sources, NULL, NULL, NULL);
  return code;
}

static int stay_within_bounds(const struct wb_store *store, const struct wb_judged *judged) {
  sqlite3_int64 count = 0, bytes = 0;
  int code = measure_puzzle(store, judged, &count, &bytes);
  while (code == SQLITE_OK && count > 1 &&
         (count > WB_ATTEMPTS_MAX || bytes > WB_ATTEMPTS_MAX_BYTES)) {
    code = drop_one(store, judged);
    if (code == SQLITE_OK) code = measure_puzzle(store, judged, &count, &bytes);
  }
  return code;
}

static int keep_attempt(const struct wb_store *store, const struct wb_judged *judged) {
  unsigned char hash[WB_SHA256_BYTES];
  hash_source(judged, hash);
  int code = add_source(store, judged, hash);
  if (code == SQLITE_OK) code = change_attempts(store, sql_again, judged, hash);
  if (code == SQLITE_OK && sqlite3_changes(store->database) == 0) {
    code = change_attempts(store, sql_add, judged, hash);
    if (code == SQLITE_OK) code = stay_within_bounds(store, judged);
  }
  return code;
}

enum wb_status wb_store_keep(struct wb_store *store, const struct wb_judged *judged,
                             struct wb_error *err) {
  if (judged->verdict == WB_VERDICT_JUDGE_ERROR) return WB_OK;
  int code = sqlite3_exec(store->database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  const bool begun = code == SQLITE_OK;
  if (code == SQLITE_OK && judged->counts)
    code = wb_store_count_run(store, judged->course, judged->slug, judged->verdict, judged->score);
  if (code == SQLITE_OK && judged->source != NULL) code = keep_attempt(store, judged);
  if (code == SQLITE_OK) code = sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL);
  const enum wb_status status =
      code == SQLITE_OK ? WB_OK : wb_store_fail(store, code, wb_store_saving, err);
  if (status != WB_OK && begun && sqlite3_get_autocommit(store->database) == 0)
    sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
  return status;
}

enum wb_status wb_store_measured(struct wb_store *store, const struct wb_judged *judged,
                                 struct wb_error *err) {
  unsigned char hash[WB_SHA256_BYTES];
  sqlite3_stmt *statement = NULL;
  if (judged->source == NULL) return WB_OK;
  hash_source(judged, hash);
  char *counters = counters_of(judged);
  int code = wb_store_prepare(store, sql_measured, judged->course, judged->slug, &statement);
  if (code == SQLITE_OK) code = sqlite3_bind_text(statement, 3, counters, -1, SQLITE_STATIC);
  if (code == SQLITE_OK)
    code = sqlite3_bind_blob(statement, 4, hash, WB_SHA256_BYTES, SQLITE_STATIC);
  code = wb_store_step(code, statement);
  free(counters);
  return code == SQLITE_OK ? WB_OK : wb_store_fail(store, code, wb_store_saving, err);
}
