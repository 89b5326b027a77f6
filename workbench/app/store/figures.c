#include <stdlib.h>

#include "base/str.h"
#include "store/attempts.h"
#include "store/internal.h"

static const char sql_get[] = "SELECT counters FROM figures WHERE key = ?1";
static const char sql_put[] = "INSERT OR REPLACE INTO figures (key, counters) VALUES (?1, ?2)";

/* They can be measured again: what was kept longest goes. */
static const char sql_drop[] =
    "DELETE FROM figures WHERE id <= (SELECT id FROM figures ORDER BY id DESC LIMIT 1 OFFSET ?1)";

enum wb_status wb_store_figures(struct wb_store *store, const unsigned char *key,
                                struct wb_counters **cases, size_t *n_cases, struct wb_error *err) {
  sqlite3_stmt *statement = NULL;
  enum wb_status status = WB_OK;
  *cases = NULL;
  *n_cases = 0;
  int code = sqlite3_prepare_v2(store->database, sql_get, -1, &statement, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_bind_blob(statement, 1, key, WB_FIGURES_KEY_BYTES, SQLITE_STATIC);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  if (code == SQLITE_ROW)
    *cases = wb_store_counters_parse((const char *)sqlite3_column_text(statement, 0), n_cases);
  else if (code != SQLITE_DONE)
    status = wb_store_fail(store, code, wb_store_reading, err);
  sqlite3_finalize(statement);
  return status;
}

static int put_figures(const struct wb_store *store, const unsigned char *key, const char *text) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(store->database, sql_put, -1, &statement, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_bind_blob(statement, 1, key, WB_FIGURES_KEY_BYTES, SQLITE_STATIC);
  if (code == SQLITE_OK) code = sqlite3_bind_text(statement, 2, text, -1, SQLITE_STATIC);
  return wb_store_step(code, statement);
}

static int drop_oldest(const struct wb_store *store) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(store->database, sql_drop, -1, &statement, NULL);
  if (code == SQLITE_OK) code = sqlite3_bind_int(statement, 1, WB_FIGURES_MAX);
  return wb_store_step(code, statement);
}

enum wb_status wb_store_keep_figures(struct wb_store *store, const unsigned char *key,
                                     const struct wb_counters *cases, size_t n_cases,
                                     struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  wb_store_counters_print(cases, n_cases, &text);
  int code = put_figures(store, key, text.data);
  if (code == SQLITE_OK) code = drop_oldest(store);
  wb_str_release(&text);
  return code == SQLITE_OK ? WB_OK : wb_store_fail(store, code, wb_store_saving, err);
}
