/* The attempts, read. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "store/attempts.h"
#include "store/counters_text.h"
#include "store/internal.h"
#include "text/diff.h"

static const char sql_list[] =
    "SELECT number, first_at, last_at, runs, verdict, score, device, note, elapsed_ms, counters,"
    "  text FROM attempts JOIN sources ON sources.id = attempts.source"
    " WHERE course = ?1 AND slug = ?2 ORDER BY number";

enum { NUMBER, FIRST_AT, LAST_AT, RUNS, VERDICT, SCORE, DEVICE, NOTE, ELAPSED, COUNTERS, TEXT };

/* A database of an older schema that cannot be written has none. */
static bool has_attempts(const struct wb_store *store) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(
      store->database, "SELECT 1 FROM sqlite_master WHERE name = 'attempts'", -1, &statement, NULL);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  sqlite3_finalize(statement);
  return code == SQLITE_ROW;
}

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
  attempt->cases = wb_counters_parse(column_text(statement, COUNTERS), &attempt->n_cases);
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
  if (!has_attempts(store)) return WB_OK;
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
