/* Opening the database file: where it is, its schema, and what to do about a
 * file that is damaged, too new or read-only. Only for store/. */
#ifndef WB_STORE_DATABASE_H
#define WB_STORE_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>

#include "base/status.h"

/* The default path; its folder is made. The caller frees. */
enum wb_status wb_database_default_path(char **path, struct wb_error *err);

/* Opens `path` and brings its schema up to date. */
enum wb_status wb_database_open(const char *path, sqlite3 **database, bool *read_only,
                                char **notice, struct wb_error *err);

/* Fills *err with what SQLite says, and what a person can do about it. */
enum wb_status wb_database_fail(sqlite3 *database, int code, const char *path, const char *doing,
                                struct wb_error *err);

#endif
