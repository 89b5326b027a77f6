#include "store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/file.h"
#include "base/slug.h"
#include "base/str.h"

/* ---- schema ---- */

enum {
  SCHEMA_VERSION = 6,
  SCHEMA_APPLICATION = 0x77626E63 /* "wbnc": tells `file` and us whose database it is */
};

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
    "  counters TEXT NOT NULL," /* a line a case */
    "  UNIQUE (course, slug, number));"
    "CREATE INDEX attempts_source ON attempts (source);"
    /* What other kernels were measured to do, by what the figures depend on. */
    "CREATE TABLE figures (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE,"
    "  counters TEXT NOT NULL);",

    /* How the workbench lay on the screen; the screen's own words. */
    "ALTER TABLE place ADD COLUMN view TEXT;",

    /* A puzzle goes by its name, which stays when its number changes. Where a puzzle was renumbered
     * before, its rows come together: the older versions first, each once. */
    "CREATE TABLE named AS SELECT course, slug, puzzle_name(slug) AS puzzle,"
    "  min(first_at) AS began, max(last_at) AS ended, max(number) AS top, 0 AS base"
    "  FROM attempts GROUP BY course, slug;"
    "UPDATE named SET base = (SELECT coalesce(sum(top), 0) FROM named AS older"
    "  WHERE older.course = named.course AND older.puzzle = named.puzzle"
    "   AND (older.began, older.slug) < (named.began, named.slug));"
    "ALTER TABLE progress RENAME TO old_progress;"
    "CREATE TABLE progress ("
    "  course TEXT NOT NULL, puzzle TEXT NOT NULL,"
    "  last TEXT,"
    "  attempts INTEGER NOT NULL DEFAULT 0,"
    "  best_score REAL NOT NULL DEFAULT 0,"
    "  hints_shown INTEGER NOT NULL DEFAULT 0,"
    "  solved_at INTEGER,"
    "  PRIMARY KEY (course, puzzle)) WITHOUT ROWID;"
    "INSERT INTO progress SELECT course, puzzle_name(slug),"
    "  (SELECT one.last FROM old_progress AS one LEFT JOIN named USING (course, slug)"
    "   WHERE one.course = every.course AND puzzle_name(one.slug) = puzzle_name(every.slug)"
    "   ORDER BY one.last IS NULL, named.ended DESC, one.slug DESC LIMIT 1),"
    "  sum(attempts), max(best_score), max(hints_shown), min(solved_at)"
    "  FROM old_progress AS every GROUP BY course, puzzle_name(slug);"
    "DROP TABLE old_progress;"
    "ALTER TABLE attempts RENAME TO old_attempts;"
    "DROP INDEX attempts_source;"
    "CREATE TABLE attempts ("
    "  id INTEGER PRIMARY KEY,"
    "  course TEXT NOT NULL, puzzle TEXT NOT NULL,"
    "  number INTEGER NOT NULL,"
    "  source INTEGER NOT NULL REFERENCES sources (id),"
    "  first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,"
    "  runs INTEGER NOT NULL DEFAULT 1,"
    "  verdict TEXT NOT NULL, score REAL NOT NULL,"
    "  device TEXT NOT NULL,"
    "  note TEXT NOT NULL,"
    "  elapsed_ms REAL NOT NULL,"
    "  counters TEXT NOT NULL,"
    "  UNIQUE (course, puzzle, number));"
    "INSERT INTO attempts SELECT id, course, puzzle, base + number, source, first_at, last_at,"
    "  runs, verdict, score, device, note, elapsed_ms, counters"
    "  FROM old_attempts JOIN named USING (course, slug);"
    "DROP TABLE old_attempts;"
    "DROP TABLE named;"
    "CREATE INDEX attempts_source ON attempts (source);"
    "ALTER TABLE place RENAME COLUMN slug TO puzzle;"
    "UPDATE place SET puzzle = puzzle_name(puzzle);",

    /* What holds for all courses. */
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;",

    /* The most steps of a puzzle that a run has done. */
    "ALTER TABLE progress ADD COLUMN steps INTEGER NOT NULL DEFAULT 0;",
};
_Static_assert(sizeof steps / sizeof steps[0] == SCHEMA_VERSION, "a step for every version");

/* puzzle_name(SLUG), for the steps. */
static void answer_puzzle_name(sqlite3_context *context, int count, sqlite3_value **values) {
  const char *slug = (const char *)sqlite3_value_text(values[count - 1]);
  sqlite3_result_text(context, slug != NULL ? wb_slug_name(slug) : "", -1, SQLITE_TRANSIENT);
}

/* Brings a database of schema `version` (0: an empty one) to the present one, inside the
 * caller's transaction. SQLite's code. */
static int upgrade_schema(sqlite3 *database, int version) {
  int code =
      sqlite3_create_function_v2(database, "puzzle_name", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                 NULL, answer_puzzle_name, NULL, NULL, NULL);
  for (; version < SCHEMA_VERSION && code == SQLITE_OK; version++)
    code = sqlite3_exec(database, steps[version], NULL, NULL, NULL);
  if (code == SQLITE_OK) {
    char *marks = wb_format("PRAGMA application_id=%d; PRAGMA user_version=%d", SCHEMA_APPLICATION,
                            SCHEMA_VERSION);
    code = sqlite3_exec(database, marks, NULL, NULL, NULL);
    free(marks);
  }
  return code;
}

enum { BUSY_MS = 5000, CHECKED_PAGES = 256 /* of 4 KiB, mostly */ };

/* What opening found. */
enum health { HEALTHY, DAMAGED, FAILED };

struct opening {
  const char *path;
  sqlite3 *database;
  bool read_only;
  struct wb_error *err;
  enum wb_status status; /* when FAILED */
  int code;              /* SQLite's primary code of the last failure */
};

struct advice {
  int code; /* SQLite's primary result code */
  enum wb_status status;
  const char *text;
};

static const struct advice advices[] = {
    {SQLITE_FULL, WB_ERR_IO, "the disk is full"},
    {SQLITE_READONLY, WB_ERR_IO, "it is read-only"},
    {SQLITE_CANTOPEN, WB_ERR_IO, "it cannot be opened; may you write to its folder?"},
    {SQLITE_PERM, WB_ERR_IO, "its permissions do not allow it"},
    {SQLITE_BUSY, WB_ERR_LIMIT, "another workbench has held it for too long; try again"},
    {SQLITE_NOMEM, WB_ERR_NOMEM, "out of memory"},
    {SQLITE_CORRUPT, WB_ERR_IO, "a part of it is damaged; move it away, and a new one begins"},
};

enum wb_status wb_database_fail(sqlite3 *database, int code, const char *path, const char *doing,
                                struct wb_error *err) {
  for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++)
    if (advices[i].code == (code & 0xFF))
      return wb_fail(err, advices[i].status, "cannot %s %s: %s", doing, path, advices[i].text);
  return wb_fail(err, WB_ERR_IO, "cannot %s %s: %s", doing, path,
                 database != NULL ? sqlite3_errmsg(database) : sqlite3_errstr(code));
}

static enum health open_failed(struct opening *o, int code, const char *doing) {
  o->code = code & 0xFF;
  if (o->code == SQLITE_CORRUPT || o->code == SQLITE_NOTADB) return DAMAGED;
  o->status = wb_database_fail(o->database, code, o->path, doing, o->err);
  return FAILED;
}

/* The integer that a pragma answers. */
static int query_integer(sqlite3 *database, const char *question, int *answer) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(database, question, -1, &statement, NULL);
  if (code == SQLITE_OK) {
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
      *answer = sqlite3_column_int(statement, 0);
      code = SQLITE_OK;
    }
  }
  sqlite3_finalize(statement);
  return code;
}

/* A database that is not ours, or from the future, is left as it is. */
static enum health refuse_database(struct opening *o, int version, int application) {
  if (application != SCHEMA_APPLICATION)
    o->status = wb_fail(o->err, WB_ERR_IO,
                        "%s is some other program's database; move it away, or set XDG_STATE_HOME "
                        "to another folder",
                        o->path);
  else
    o->status = wb_fail(o->err, WB_ERR_IO,
                        "%s was written by a newer workbench (schema %d; this one knows %d). "
                        "Update the workbench, or set XDG_STATE_HOME to another folder",
                        o->path, version, SCHEMA_VERSION);
  return FAILED;
}

/* `*version_found`: 0 for an empty database. */
static enum health check_schema(struct opening *o, int *version_found) {
  int version = 0, application = 0, tables = 0;
  int code = query_integer(o->database, "PRAGMA user_version", &version);
  if (code == SQLITE_OK) code = query_integer(o->database, "PRAGMA application_id", &application);
  if (code == SQLITE_OK && version == 0) /* to ask takes as long as the rest */
    code = query_integer(o->database, "SELECT count(*) FROM sqlite_master", &tables);
  if (code != SQLITE_OK) return open_failed(o, code, "read your progress from");
  *version_found = version;
  bool empty = version == 0 && application == 0 && tables == 0;
  bool ours =
      empty || (application == SCHEMA_APPLICATION && version > 0 && version <= SCHEMA_VERSION);
  return ours ? HEALTHY : refuse_database(o, version, application);
}

/* Creates or upgrades the tables unless another process was quicker: the lock
 * comes first, then the look. All of it or nothing: whoever is killed in the
 * middle leaves the database as it was. */
static enum health set_up(struct opening *o) {
  int version = 0;
  int code = sqlite3_exec(o->database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  if (code != SQLITE_OK) return open_failed(o, code, "set up your progress in");
  enum health health = check_schema(o, &version);
  if (health == HEALTHY) {
    code = upgrade_schema(o->database, version);
    if (code != SQLITE_OK) health = open_failed(o, code, "set up your progress in");
  }
  code = sqlite3_exec(o->database, health == HEALTHY ? "COMMIT" : "ROLLBACK", NULL, NULL, NULL);
  if (health == HEALTHY && code != SQLITE_OK)
    health = open_failed(o, code, "set up your progress in");
  return health;
}

int wb_database_journal(sqlite3 *database, bool network) {
  const char *const wish = network ? "PRAGMA journal_mode=DELETE" : "PRAGMA journal_mode=WAL";
  return sqlite3_exec(database, wish, NULL, NULL, NULL);
}

/* A journal that could not be changed, since another process has the database
 * open or since the file system cannot have WAL, serves as well: locks are the
 * same in both. */
static void choose_journal(struct opening *o, bool is_new) {
  const bool network = wb_is_on_network(o->path);
  if (is_new || network) wb_database_journal(o->database, network);
}

static enum health check_with(struct opening *o, const char *pragma) {
  sqlite3_stmt *statement = NULL;
  bool sound = false;
  int code = sqlite3_prepare_v2(o->database, pragma, -1, &statement, NULL);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  if (code == SQLITE_ROW) {
    const char *answer = (const char *)sqlite3_column_text(statement, 0);
    sound = answer != NULL && strcmp(answer, "ok") == 0;
  }
  sqlite3_finalize(statement);
  if (code != SQLITE_ROW) return open_failed(o, code, "read your progress from");
  return sound ? HEALTHY : DAMAGED;
}

/* All of a small database. Of one that has many versions only the progress: reading megabytes at
 * each start would be noticed, and damage there shows when it is used and spoils nothing else. */
static enum health check_pages(struct opening *o) {
  int pages = 0;
  int code = query_integer(o->database, "PRAGMA page_count", &pages);
  if (code != SQLITE_OK) return open_failed(o, code, "read your progress from");
  if (pages <= CHECKED_PAGES) return check_with(o, "PRAGMA quick_check(1)");
  enum health health = check_with(o, "PRAGMA quick_check(progress)");
  return health == HEALTHY ? check_with(o, "PRAGMA quick_check(place)") : health;
}

static void close_database(struct opening *o) {
  sqlite3_close(o->database);
  o->database = NULL;
}

/* In a transaction, so that it does not see half of what another process sets
 * up meanwhile: a version without tables, tables without a version. */
static enum health look_at_schema(struct opening *o, int *version) {
  int code = sqlite3_exec(o->database, "BEGIN", NULL, NULL, NULL);
  if (code != SQLITE_OK) return open_failed(o, code, "read your progress from");
  enum health health = check_schema(o, version);
  sqlite3_exec(o->database, "COMMIT", NULL, NULL, NULL);
  return health;
}

/* Goes on with a copy in memory, which can be brought up to date and takes nothing new: an older
 * database that cannot be written. */
static enum health read_old_copy(struct opening *o) {
  sqlite3 *file = o->database;
  o->database = NULL;
  int code =
      sqlite3_open_v2(":memory:", &o->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
  sqlite3_backup *backup =
      code == SQLITE_OK ? sqlite3_backup_init(o->database, "main", file, "main") : NULL;
  if (backup != NULL) sqlite3_backup_step(backup, -1);
  if (code == SQLITE_OK)
    code = backup != NULL ? sqlite3_backup_finish(backup) : sqlite3_errcode(o->database);
  sqlite3_close(file);
  if (code != SQLITE_OK) return open_failed(o, code, "read your progress from");
  enum health health = set_up(o);
  if (health == HEALTHY) sqlite3_exec(o->database, "PRAGMA query_only=ON", NULL, NULL, NULL);
  o->read_only = true;
  return health;
}

static enum health open_with(struct opening *o, const char *name, int flags) {
  const bool may_write = (flags & SQLITE_OPEN_READWRITE) != 0;
  int version = 0;
  close_database(o);
  int code = sqlite3_open_v2(name, &o->database, flags | SQLITE_OPEN_NOMUTEX, NULL);
  if (code != SQLITE_OK) return open_failed(o, code, "open your progress in");
  sqlite3_busy_timeout(o->database, BUSY_MS);
  enum health health = look_at_schema(o, &version);
  if (health == HEALTHY && version < SCHEMA_VERSION)
    health = may_write || version == 0 ? set_up(o) : read_old_copy(o);
  if (health == HEALTHY && may_write) choose_journal(o, version == 0);
  return health == HEALTHY ? check_pages(o) : health;
}

/* A file: URI for a path; what has a meaning in a URI is escaped. */
static char *immutable_uri(const char *path) {
  struct wb_str uri;
  wb_str_init(&uri);
  wb_str_add(&uri, "file:");
  while (path[0] == '/' && path[1] == '/') path++; /* what follows two would be a host */
  for (const char *c = path; *c != '\0'; c++)
    if (strchr("?#%", *c) != NULL)
      wb_str_addf(&uri, "%%%02X", (unsigned)(unsigned char)*c);
    else
      wb_str_add_char(&uri, *c);
  wb_str_add(&uri, "?immutable=1");
  return wb_str_detach(&uri);
}

/* Whether it was refused since something of it cannot be written. */
static bool may_be_read_alone(const char *path, int code) {
  const int kind = code & 0xFF;
  return (kind == SQLITE_CANTOPEN || kind == SQLITE_READONLY) && access(path, R_OK) == 0;
}

/* Where nothing can be written, not even the lock files of WAL, what is there
 * is read as it stands. */
static enum health open_any(struct opening *o) {
  enum health health = open_with(o, o->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  if (health == FAILED && may_be_read_alone(o->path, o->code)) {
    char *uri = immutable_uri(o->path);
    health = open_with(o, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    free(uri);
  }
  if (health == HEALTHY) o->read_only |= sqlite3_db_readonly(o->database, "main") == 1;
  return health;
}

static bool has_bytes(const char *path, const char *suffix) {
  struct stat found;
  char *companion = wb_format("%s%s", path, suffix);
  const bool has = stat(companion, &found) == 0 && found.st_size > 0;
  free(companion);
  return has;
}

enum wb_status wb_database_open_to_read(const char *path, sqlite3 **database,
                                        struct wb_error *err) {
  static const int plain = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  static const int as_it_stands = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
  int version = 0;
  int code = sqlite3_open_v2(path, database, plain, NULL);
  /* To open it does not look at it yet. */
  if (code == SQLITE_OK) sqlite3_busy_timeout(*database, BUSY_MS);
  if (code == SQLITE_OK) code = query_integer(*database, "PRAGMA user_version", &version);
  if (may_be_read_alone(path, code)) {
    if (has_bytes(path, "-wal") || has_bytes(path, "-journal"))
      return wb_fail(err, WB_ERR_IO,
                     "cannot read %s: the program that wrote it last was cut off, and the database "
                     "must be repaired first; copy the folder to a place where you may write",
                     path);
    char *uri = immutable_uri(path);
    sqlite3_close(*database);
    code = sqlite3_open_v2(uri, database, as_it_stands, NULL);
    free(uri);
  }
  return code == SQLITE_OK ? WB_OK : wb_database_fail(*database, code, path, "open", err);
}

/* ---- damage ------------------------------------------------------------------ */

static void move_companion(const char *path, const char *aside, const char *suffix) {
  char *from = wb_format("%s%s", path, suffix);
  char *to = wb_format("%s%s", aside, suffix);
  rename(from, to); /* mostly there is none */
  free(from);
  free(to);
}

/* Renames the file to the first free PATH.damaged-N. */
static enum wb_status move_aside(const char *path, char **aside, struct wb_error *err) {
  enum wb_status status = WB_OK;
  char *name = NULL;
  unsigned n = 0;
  do {
    free(name);
    name = wb_format("%s.damaged-%u", path, ++n);
  } while (wb_file_exists(name));
  if (rename(path, name) != 0) {
    status = wb_fail_errno(err, "your progress in %s is damaged and cannot be moved aside", path);
    free(name);
  } else {
    move_companion(path, name, "-wal");
    move_companion(path, name, "-shm");
    *aside = name;
  }
  return status;
}

/* The folder's lock, held while a damaged file is replaced, so that a second
 * process does not move away the fresh database of the first. */
static int lock_folder(const char *path) {
  char *folder = wb_path_dirname(path);
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) flock(fd, LOCK_EX);
  free(folder);
  return fd;
}

static enum health replace_damaged(struct opening *o, char **notice) {
  int lock = lock_folder(o->path);
  enum health health = open_any(o);
  if (health == DAMAGED) {
    char *aside = NULL;
    close_database(o);
    o->status = move_aside(o->path, &aside, o->err);
    health = o->status == WB_OK ? open_any(o) : FAILED;
    if (health == HEALTHY)
      *notice =
          wb_format("Your progress in %s was damaged. It is kept as %s, and a new one begins.",
                    o->path, aside);
    free(aside);
  }
  if (lock >= 0) close(lock);
  return health;
}

enum wb_status wb_database_open(const char *path, sqlite3 **database, bool *read_only,
                                char **notice, struct wb_error *err) {
  struct opening o = {.path = path, .err = err, .status = WB_OK};
  enum health health = open_any(&o);
  if (health == DAMAGED) health = replace_damaged(&o, notice);
  if (health == DAMAGED) o.status = wb_fail(err, WB_ERR_IO, "your progress in %s is damaged", path);
  if (health != HEALTHY) close_database(&o);
  *database = o.database;
  *read_only = o.read_only;
  return health == HEALTHY ? WB_OK : o.status;
}

/* ---- place ---- */

/* $XDG_STATE_HOME where it is absolute, else ~/.local/state. */
static char *state_home(void) {
  const char *named = wb_absolute_env("XDG_STATE_HOME");
  if (named != NULL) return wb_strdup(named);
  char *home = wb_home_path();
  char *path = home != NULL ? wb_path_join(home, ".local/state") : NULL;
  free(home);
  return path;
}

/* The XDG specification wants folders that only their owner sees. */
static enum wb_status make_private(const char *path, struct wb_error *err) {
  if (mkdir(path, 0700) != 0 && (errno != EEXIST || !wb_is_directory(path)))
    return wb_fail_errno(err, "cannot create the folder %s for your progress", path);
  return WB_OK;
}

enum wb_status wb_database_default_path(char **path, struct wb_error *err) {
  char *state = state_home();
  char *folder = NULL;
  *path = NULL;
  if (state == NULL)
    return wb_fail(err, WB_ERR_IO,
                   "there is no place for your progress: set HOME or XDG_STATE_HOME to a folder");
  folder = wb_path_join(state, "gpu-workbench");
  enum wb_status status = wb_make_directories(state, err);
  if (status == WB_OK) status = make_private(folder, err);
  if (status == WB_OK) *path = wb_path_join(folder, "progress.db");
  free(folder);
  free(state);
  return status;
}

/* ---- file systems of networks ---- */

/* From statfs(2) and linux/magic.h. FUSE may be anything, sshfs among it. */
static const unsigned long network_types[] = {
    0x6969,     /* NFS */
    0x517B,     /* SMB */
    0xFE534D42, /* SMB 2 */
    0xFF534D42, /* CIFS */
    0x01021997, /* 9P */
    0x65735546, /* FUSE */
    0x5346414F, /* AFS */
    0x6B414653, /* kAFS */
    0x73757245, /* Coda */
    0x00C36400, /* Ceph */
    0x0BD00BD0, /* Lustre */
    0x47504653, /* GPFS */
    0x7461636F, /* OCFS2 */
    0x01161970, /* GFS2 */
    0x19830326, /* BeeGFS */
    0x786F4256, /* a folder shared with a virtual machine */
};

bool wb_is_network_type(unsigned long type) {
  for (size_t i = 0; i < sizeof network_types / sizeof network_types[0]; i++)
    if (network_types[i] == (type & 0xFFFFFFFFUL)) return true;
  return false;
}

bool wb_is_on_network(const char *path) {
  struct statfs about;
  char *folder = wb_path_dirname(path);
  const bool known = statfs(folder, &about) == 0;
  free(folder);
  return known && wb_is_network_type((unsigned long)about.f_type);
}
