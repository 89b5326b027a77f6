#include "store/attempts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/sha256.h"
#include "base/str.h"
#include "store/internal.h"
#include "text/diff.h"

static const char sql_add_source[] = "INSERT OR IGNORE INTO sources (hash, text) VALUES (?1, ?2)";

/* The newest attempt, if it is of the same text and came to the same. */
static const char sql_again[] =
    "UPDATE attempts SET runs = runs + 1, last_at = ?3, elapsed_ms = ?4, counters = ?5"
    " WHERE id = (SELECT id FROM attempts WHERE course = ?1 AND puzzle = ?2"
    "             ORDER BY number DESC LIMIT 1)"
    "  AND source = (SELECT id FROM sources WHERE hash = ?6)"
    "  AND verdict = ?7 AND score = ?8 AND device = ?9 AND note = ?10";

static const char sql_add[] =
    "INSERT INTO attempts (course, puzzle, number, source, first_at, last_at, verdict, score, "
    "device,"
    "  note, elapsed_ms, counters)"
    " VALUES (?1, ?2,"
    "  (SELECT coalesce(max(number), 0) + 1 FROM attempts WHERE course = ?1 AND puzzle = ?2),"
    "  (SELECT id FROM sources WHERE hash = ?6), ?3, ?3, ?7, ?8, ?9, ?10, ?4, ?5)";

/* How many attempts a puzzle has, and how many bytes of text. */
static const char sql_size[] =
    "SELECT (SELECT count(*) FROM attempts WHERE course = ?1 AND puzzle = ?2),"
    " (SELECT coalesce(sum(length(text)), 0) FROM sources WHERE id IN"
    "   (SELECT source FROM attempts WHERE course = ?1 AND puzzle = ?2))";

static const char sql_drop_one[] =
    "DELETE FROM attempts WHERE id = (SELECT id FROM attempts WHERE course = ?1 AND puzzle = ?2"
    "  AND number < (SELECT max(number) FROM attempts WHERE course = ?1 AND puzzle = ?2)"
    " ORDER BY verdict = 'accepted' AND note = '', number LIMIT 1)";

static const char sql_drop_sources[] =
    "DELETE FROM sources WHERE id NOT IN (SELECT source FROM attempts)";

static const char sql_measured[] =
    "UPDATE attempts SET counters = ?3 WHERE course = ?1 AND puzzle = ?2 AND note = ''"
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
  wb_store_counters_print(judged->cases, many ? WB_ATTEMPT_MAX_CASES : judged->n_cases, &text);
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
  /* That changes nothing where the last run was of another text or came to something else. */
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
  if (code == SQLITE_OK && judged->counts) code = wb_store_count_run(store, judged);
  if (code == SQLITE_OK && judged->source != NULL) code = keep_attempt(store, judged);
  if (code == SQLITE_OK) code = sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL);
  const enum wb_status status =
      code == SQLITE_OK ? WB_OK : wb_store_fail(store, code, wb_store_saving, err);
  /* After some failures SQLite has rolled back by itself. */
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

/* ---- counters as text ---- */

void wb_store_counters_print(const struct wb_counters *cases, size_t n_cases, struct wb_str *out) {
  for (size_t i = 0; i < n_cases; i++) {
    struct wb_counters counters = cases[i];
    for (unsigned k = 0; k < WB_COUNTER_COUNT; k++) {
      const uint64_t value = *wb_counter_at(&counters, k);
      if (value > 0) wb_str_addf(out, "%s %" PRIu64 " ", wb_counter_names()[k], value);
    }
    wb_str_add_char(out, '\n');
  }
}

static void parse_line(const char *line, size_t length, struct wb_counters *counters) {
  char *text = wb_strndup(line, length), *rest = text;
  for (char *name = strsep(&rest, " "); name != NULL; name = strsep(&rest, " ")) {
    const char *value = strsep(&rest, " ");
    const unsigned at = wb_counter_index(name);
    if (value != NULL && at < WB_COUNTER_COUNT)
      *wb_counter_at(counters, at) = strtoull(value, NULL, 10);
  }
  free(text);
}

struct wb_counters *wb_store_counters_parse(const char *text, size_t *n_cases) {
  struct wb_counters *cases = NULL;
  size_t capacity = 0, count = 0;
  while (text != NULL && *text != '\0') {
    const size_t length = strcspn(text, "\n");
    cases = wb_grow(cases, &capacity, count + 1, sizeof *cases);
    memset(&cases[count], 0, sizeof cases[count]);
    parse_line(text, length, &cases[count++]);
    text += length + (text[length] == '\n');
  }
  *n_cases = count;
  return cases;
}

/* ---- lists ---- */

/* The attempts, read. */
static const char sql_list[] =
    "SELECT number, first_at, last_at, runs, verdict, score, device, note, elapsed_ms, counters,"
    "  text FROM attempts JOIN sources ON sources.id = attempts.source"
    " WHERE course = ?1 AND puzzle = ?2 ORDER BY number";

enum { NUMBER, FIRST_AT, LAST_AT, RUNS, VERDICT, SCORE, DEVICE, NOTE, ELAPSED, COUNTERS, TEXT };

static const char *column_text(sqlite3_stmt *statement, int column) {
  const char *text = (const char *)sqlite3_column_text(statement, column);
  return text != NULL ? text : "";
}

/* A verdict that only another version knows says nothing better than this. */
static enum wb_verdict verdict_of(const char *word) {
  enum wb_verdict verdict = WB_VERDICT_JUDGE_ERROR;
  wb_verdict_parse(word, &verdict);
  return verdict;
}

static void read_attempt(sqlite3_stmt *statement, struct wb_attempt *attempt) {
  const size_t bytes = (size_t)sqlite3_column_bytes(statement, TEXT);
  const void *text = sqlite3_column_blob(statement, TEXT);
  *attempt = (struct wb_attempt){
      .number = (uint64_t)sqlite3_column_int64(statement, NUMBER),
      .first_at = sqlite3_column_int64(statement, FIRST_AT),
      .last_at = sqlite3_column_int64(statement, LAST_AT),
      .runs = (uint64_t)sqlite3_column_int64(statement, RUNS),
      .verdict = verdict_of(column_text(statement, VERDICT)),
      .score = sqlite3_column_double(statement, SCORE),
      .device = wb_strdup(column_text(statement, DEVICE)),
      .note = wb_strdup(column_text(statement, NOTE)),
      .elapsed_ms = sqlite3_column_double(statement, ELAPSED),
      .source = wb_alloc(bytes + 1),
      .source_length = bytes,
  };
  if (bytes > 0) memcpy(attempt->source, text, bytes);
  attempt->cases = wb_store_counters_parse(column_text(statement, COUNTERS), &attempt->n_cases);
}

static void compare_neighbours(struct wb_attempts *attempts) {
  for (size_t i = 1; i < attempts->count; i++) {
    const struct wb_attempt *before = &attempts->items[i - 1];
    struct wb_attempt *attempt = &attempts->items[i];
    wb_diff_count(before->source, before->source_length, attempt->source, attempt->source_length,
                  &attempt->removed, &attempt->added);
  }
}

enum wb_status wb_store_attempts(struct wb_store *store, const char *course, const char *slug,
                                 struct wb_attempts *attempts, struct wb_error *err) {
  sqlite3_stmt *statement = NULL;
  *attempts = (struct wb_attempts){0};
  int code = wb_store_prepare(store, sql_list, course, slug, &statement);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  for (; code == SQLITE_ROW; code = sqlite3_step(statement)) {
    attempts->items =
        wb_grow(attempts->items, &attempts->capacity, attempts->count + 1, sizeof *attempts->items);
    read_attempt(statement, &attempts->items[attempts->count++]);
  }
  sqlite3_finalize(statement);
  compare_neighbours(attempts);
  if (code == SQLITE_DONE) return WB_OK;
  wb_attempts_release(attempts);
  return wb_store_fail(store, code, wb_store_reading, err);
}

void wb_attempts_release(struct wb_attempts *attempts) {
  for (size_t i = 0; i < attempts->count; i++) {
    free(attempts->items[i].device);
    free(attempts->items[i].note);
    free(attempts->items[i].source);
    free(attempts->items[i].cases);
  }
  free(attempts->items);
  *attempts = (struct wb_attempts){0};
}

const struct wb_attempt *wb_attempt_numbered(const struct wb_attempts *attempts, uint64_t number) {
  for (size_t i = 0; i < attempts->count; i++)
    if (attempts->items[i].number == number) return &attempts->items[i];
  return NULL;
}
