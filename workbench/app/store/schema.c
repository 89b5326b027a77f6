#include "store/schema.h"

#include <stdlib.h>

#include "base/str.h"

/* Step i leads from schema i to schema i + 1. What was released is not changed
 * any more: databases of every step are out there. */
static const char *const steps[] = {
    "CREATE TABLE progress ("
    "  course TEXT NOT NULL, slug TEXT NOT NULL,"
    "  last TEXT," /* the verdict's word; NULL: not tried */
    "  attempts INTEGER NOT NULL DEFAULT 0,"
    "  best_score REAL NOT NULL DEFAULT 0,"
    "  hints_shown INTEGER NOT NULL DEFAULT 0,"
    "  solved_at INTEGER," /* seconds since 1970; NULL: not solved */
    "  PRIMARY KEY (course, slug)) WITHOUT ROWID;"
    "CREATE TABLE place (course TEXT PRIMARY KEY, slug TEXT NOT NULL) WITHOUT ROWID;",

    /* Each text once, however often it was judged. */
    "CREATE TABLE sources ("
    "  id INTEGER PRIMARY KEY,"
    "  hash BLOB NOT NULL UNIQUE," /* SHA-256 of the text */
    "  text BLOB NOT NULL);"
    "CREATE TABLE attempts ("
    "  id INTEGER PRIMARY KEY,"
    "  course TEXT NOT NULL, slug TEXT NOT NULL,"
    "  number INTEGER NOT NULL," /* from 1 in the puzzle */
    "  source INTEGER NOT NULL REFERENCES sources (id),"
    "  first_at INTEGER NOT NULL, last_at INTEGER NOT NULL," /* seconds since 1970 */
    "  runs INTEGER NOT NULL DEFAULT 1,"
    "  verdict TEXT NOT NULL, score REAL NOT NULL,"
    "  device TEXT NOT NULL,"
    "  note TEXT NOT NULL," /* what was special about the run: 'case 2'; or '' */
    "  elapsed_ms REAL NOT NULL,"
    "  counters TEXT NOT NULL," /* a line a case: figures.h */
    "  UNIQUE (course, slug, number));"
    "CREATE INDEX attempts_source ON attempts (source);"
    /* What other kernels were measured to do, by what the figures depend on. */
    "CREATE TABLE figures (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE,"
    "  counters TEXT NOT NULL);",

    /* How the workbench lay on the screen; the screen's own words. */
    "ALTER TABLE place ADD COLUMN view TEXT;",
};
_Static_assert(sizeof steps / sizeof steps[0] == WB_SCHEMA_VERSION, "a step for every version");

int wb_schema_upgrade(sqlite3 *database, int version) {
  int code = SQLITE_OK;
  for (; version < WB_SCHEMA_VERSION && code == SQLITE_OK; version++)
    code = sqlite3_exec(database, steps[version], NULL, NULL, NULL);
  if (code == SQLITE_OK) {
    char *marks = wb_format("PRAGMA application_id=%d; PRAGMA user_version=%d",
                            WB_SCHEMA_APPLICATION, WB_SCHEMA_VERSION);
    code = sqlite3_exec(database, marks, NULL, NULL, NULL);
    free(marks);
  }
  return code;
}
