/* What the parts of the store share. Only for store/. */
#ifndef WB_STORE_INTERNAL_H
#define WB_STORE_INTERNAL_H

#include "base/str.h"
#include "finding/counters.h"
#include "store/attempts.h"
#include "store/database.h"
#include "store/store.h"

struct wb_store {
  sqlite3 *database;
  char *path;
};

extern const char wb_store_saving[];  /* "save your progress in": what went wrong */
extern const char wb_store_reading[]; /* "read your progress from" */

enum wb_status wb_store_fail(const struct wb_store *store, int code, const char *doing,
                             struct wb_error *err);

/* A statement with its first two parameters: the course, and the name of the puzzle that has this
 * slug (NULL: the statement has no such parameter). SQLite's code. */
int wb_store_prepare(const struct wb_store *store, const char *sql, const char *course,
                     const char *slug, sqlite3_stmt **statement);

/* Runs a statement that gives no rows, if `code` is SQLITE_OK, and finishes it.
 * SQLite's code, SQLITE_OK where it was carried out. */
int wb_store_step(int code, sqlite3_stmt *statement);

/* Counts a run as progress, inside the caller's transaction. SQLite's code. */
int wb_store_count_run(const struct wb_store *store, const struct wb_judged *judged);

/* ---- counters as text ---- */

/* Counters of several cases as text: a line a case, "global_reads 8 items 4",
 * without those that are 0. Names that are not known are passed over, so that
 * another version's text can be read. */
void wb_store_counters_print(const struct wb_counters *cases, size_t n_cases, struct wb_str *out);

/* NULL where there are none; the caller frees. */
struct wb_counters *wb_store_counters_parse(const char *text, size_t *n_cases);

#endif
