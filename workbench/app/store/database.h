/* Opening the database file: where it is, its schema, and what to do about a
 * file that is damaged, too new or read-only; and what every database of ours needs. */
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

/* Opens one that is there and is read alone, also where neither it nor its folder can be written,
 * which WAL asks for even of readers: then it is read as it stands. *database is the caller's to
 * close, after an error as well. */
enum wb_status wb_database_open_to_read(const char *path, sqlite3 **database, struct wb_error *err);

/* Chooses how commits are kept safe, and gives SQLite's code. A write-ahead log
 * lets readers and a writer go side by side, but needs memory that all processes
 * share: on a file system that other machines reach as well it is unsafe, and a
 * rollback journal, which needs locks alone, takes its place. */
int wb_database_journal(sqlite3 *database, bool network);

/* Whether the file, or the folder where it is to be, lies on a file system that
 * other machines may write to at the same time (NFS, SMB, 9P, sshfs …). */
bool wb_is_on_network(const char *path);

/* The same by the kernel's number of a file system (statfs(2)). */
bool wb_is_network_type(unsigned long type);

/* Fills *err with what SQLite says, and what a person can do about it. */
enum wb_status wb_database_fail(sqlite3 *database, int code, const char *path, const char *doing,
                                struct wb_error *err);

#endif
