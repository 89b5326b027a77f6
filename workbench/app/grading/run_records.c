#include "grading/run_records.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fields/json_tools.h"
#include "store/database.h"

enum { SCHEMA_VERSION = 2, BUSY_MS = 5000 };

static const char schema[] =
    "CREATE TABLE submissions ("
    "  pseudonym TEXT NOT NULL, attempt INTEGER NOT NULL,"
    "  received INTEGER NOT NULL," /* seconds since 1970; 0: not known */
    "  said_late INTEGER NOT NULL,"
    "  body TEXT NOT NULL," /* wb_submission_fields */
    "  PRIMARY KEY (pseudonym, attempt)) WITHOUT ROWID;"
    "CREATE TABLE people ("
    "  pseudonym TEXT NOT NULL, attempt INTEGER NOT NULL,"
    "  label TEXT NOT NULL, name TEXT,"
    "  ids TEXT NOT NULL," /* a list in JSON */
    "  PRIMARY KEY (pseudonym, attempt)) WITHOUT ROWID;"
    "CREATE TABLE choices ("
    "  pseudonym TEXT PRIMARY KEY, attempt INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE judgements ("
    "  puzzle TEXT NOT NULL, sha256 TEXT NOT NULL,"
    "  variant TEXT NOT NULL DEFAULT ''," /* wb_run_variant */
    "  state INTEGER NOT NULL DEFAULT 0," /* enum wb_judgement_state */
    "  tries INTEGER NOT NULL DEFAULT 0,"
    "  milliseconds REAL NOT NULL DEFAULT 0,"
    "  cause TEXT NOT NULL DEFAULT '', trouble TEXT,"
    "  PRIMARY KEY (puzzle, sha256, variant)) WITHOUT ROWID;"
    "CREATE TABLE overrides ("
    "  id INTEGER PRIMARY KEY,"
    "  pseudonym TEXT NOT NULL, attempt INTEGER NOT NULL,"
    "  kind TEXT NOT NULL," /* kinds */
    "  puzzle TEXT NOT NULL, points REAL NOT NULL, file TEXT,"
    "  by TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL);"
    "CREATE INDEX overrides_of ON overrides (pseudonym, attempt);"
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "INSERT INTO facts VALUES ('id', lower(hex(randomblob(16))));"
    "PRAGMA user_version = 2;";

static const struct wb_word kind_rows[] = {
    [WB_OVERRIDE_POINTS] = {"points", NULL}, [WB_OVERRIDE_JUDGED] = {"judged", NULL},
    [WB_OVERRIDE_FILE] = {"file", NULL},     [WB_OVERRIDE_WITHDRAWN] = {"withdrawn", NULL},
    [WB_OVERRIDE_RANKED] = {"ranked", NULL},
};
static const struct wb_words kinds = WB_WORDS(kind_rows);

struct wb_run_records {
  sqlite3 *database;
  char *path;
  int64_t generation;
};

static enum wb_status fail_records(const struct wb_run_records *records, int code,
                                   const char *doing, struct wb_error *err) {
  return wb_database_fail(records->database, code, records->path, doing, err);
}

/* ---- statements ---------------------------------------------------------------------------- */

/* A statement with its parameters: 't' a text (NULL is NULL), 'i' an int64_t, 'r' a double. */
static int prepare_statement(const struct wb_run_records *records, sqlite3_stmt **statement,
                             const char *sql, const char *types, va_list values) {
  int code = sqlite3_prepare_v2(records->database, sql, -1, statement, NULL);
  for (int i = 0; types[i] != '\0' && code == SQLITE_OK; i++) {
    if (types[i] == 't')
      code =
          sqlite3_bind_text(*statement, i + 1, va_arg(values, const char *), -1, SQLITE_TRANSIENT);
    else if (types[i] == 'i')
      code = sqlite3_bind_int64(*statement, i + 1, va_arg(values, int64_t));
    else
      code = sqlite3_bind_double(*statement, i + 1, va_arg(values, double));
  }
  return code;
}

static enum wb_status change(const struct wb_run_records *records, struct wb_error *err,
                             const char *sql, const char *types, ...) {
  sqlite3_stmt *statement = NULL;
  va_list values;
  va_start(values, types);
  int code = prepare_statement(records, &statement, sql, types, values);
  va_end(values);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  enum wb_status status = code == SQLITE_DONE || code == SQLITE_ROW
                              ? WB_OK
                              : fail_records(records, code, "keep the run in", err);
  sqlite3_finalize(statement);
  return status;
}

/* Calls `take` for each row. */
static enum wb_status query(const struct wb_run_records *records,
                            enum wb_status (*take)(sqlite3_stmt *row, void *data,
                                                   struct wb_error *err),
                            void *data, struct wb_error *err, const char *sql, const char *types,
                            ...) {
  sqlite3_stmt *statement = NULL;
  enum wb_status status = WB_OK;
  va_list values;
  va_start(values, types);
  int code = prepare_statement(records, &statement, sql, types, values);
  va_end(values);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  while (code == SQLITE_ROW && status == WB_OK) {
    status = take(statement, data, err);
    if (status == WB_OK) code = sqlite3_step(statement);
  }
  if (status == WB_OK && code != SQLITE_DONE)
    status = fail_records(records, code, "read the run in", err);
  sqlite3_finalize(statement);
  return status;
}

static const char *text_of(sqlite3_stmt *row, int column) {
  return (const char *)sqlite3_column_text(row, column);
}

static enum wb_status take_number(sqlite3_stmt *row, void *data, struct wb_error *err) {
  (void)err;
  *(int64_t *)data = sqlite3_column_int64(row, 0);
  return WB_OK;
}

/* ---- opening ------------------------------------------------------------------------------- */

/* Of a run that was begun a moment ago. */
static enum wb_status fail_empty(const struct wb_run_records *records, struct wb_error *err) {
  return wb_fail(err, WB_ERR_USAGE, "%s has no submissions yet; try again when they are read",
                 records->path);
}

static enum wb_status set_up(const struct wb_run_records *records, bool writes,
                             struct wb_error *err) {
  int64_t version = 0;
  enum wb_status status = query(records, take_number, &version, err, "PRAGMA user_version", "");
  if (status == WB_OK && version != 0 && version != SCHEMA_VERSION)
    status = wb_fail(
        err, WB_ERR_USAGE, "%s was made by %s workbench (schema %lld; this one knows %d); %s",
        records->path, version > SCHEMA_VERSION ? "a newer" : "an older", (long long)version,
        SCHEMA_VERSION, version > SCHEMA_VERSION ? "update this one" : "grade anew");
  if (status != WB_OK || version == SCHEMA_VERSION) return status;
  if (!writes) return fail_empty(records, err);
  wb_database_journal(records->database, wb_is_on_network(records->path));
  status = wb_run_records_begin((struct wb_run_records *)records, err);
  const int code =
      status == WB_OK ? sqlite3_exec(records->database, schema, NULL, NULL, NULL) : SQLITE_OK;
  if (code != SQLITE_OK) status = fail_records(records, code, "set up", err);
  return status == WB_OK ? wb_run_records_commit((struct wb_run_records *)records, err) : status;
}

static enum wb_status open_to_write(struct wb_run_records *records, struct wb_error *err) {
  static const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(records->path, &records->database, flags, NULL);
  return code == SQLITE_OK ? WB_OK : fail_records(records, code, "open", err);
}

enum wb_status wb_run_records_open(struct wb_run_records **out, struct wb_run_folder *run,
                                   bool writes, struct wb_error *err) {
  struct wb_run_records *records = wb_alloc(sizeof *records);
  records->path = wb_path_join(run->path, "run.db");
  enum wb_status status =
      writes || wb_file_exists(records->path) ? WB_OK : fail_empty(records, err);
  if (status == WB_OK && !writes)
    status = wb_database_open_to_read(records->path, &records->database, err);
  else if (status == WB_OK)
    status = open_to_write(records, err);
  if (status == WB_OK) {
    sqlite3_busy_timeout(records->database, BUSY_MS);
    /* What it forgets when the machine loses power is found again in the folder `judged`. */
    sqlite3_exec(records->database, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
    status = set_up(records, writes, err);
  }
  records->generation = 1;
  if (status == WB_OK)
    status = query(records, take_number, &records->generation, err,
                   "SELECT CAST(value AS INTEGER) FROM facts WHERE name = 'generation'", "");
  if (status == WB_OK && records->generation > 1)
    status = wb_run_folder_choose(run, wb_run_records_generation(records), err);
  if (status != WB_OK) {
    wb_run_records_close(records);
    records = NULL;
  }
  *out = records;
  return status;
}

void wb_run_records_close(struct wb_run_records *records) {
  if (records == NULL) return;
  sqlite3_close(records->database);
  free(records->path);
  free(records);
}

enum wb_status wb_run_records_begin(struct wb_run_records *records, struct wb_error *err) {
  return change(records, err, "BEGIN IMMEDIATE", "");
}

enum wb_status wb_run_records_commit(struct wb_run_records *records, struct wb_error *err) {
  return change(records, err, "COMMIT", "");
}

static enum wb_status take_text(sqlite3_stmt *row, void *data, struct wb_error *err) {
  (void)err;
  *(char **)data = wb_strdup(text_of(row, 0));
  return WB_OK;
}

enum wb_status wb_run_records_fact(struct wb_run_records *records, const char *name, char **value,
                                   struct wb_error *err) {
  *value = NULL;
  return query(records, take_text, value, err, "SELECT value FROM facts WHERE name = ?1", "t",
               name);
}

enum wb_status wb_run_records_set_fact(struct wb_run_records *records, const char *name,
                                       const char *value, struct wb_error *err) {
  return change(records, err, "INSERT OR REPLACE INTO facts VALUES (?1, ?2)", "tt", name, value);
}

/* ---- submissions --------------------------------------------------------------------------- */

static char *compact(json_t *json) {
  char *text = json_dumps(json, JSON_COMPACT);
  if (text == NULL) wb_bug("a submission that is not JSON");
  json_decref(json);
  return text;
}

static char *ids_text(const struct wb_submission *submission) {
  json_t *ids = json_array();
  for (size_t i = 0; i < submission->n_ids; i++)
    json_array_append_new(ids, wb_json_text(submission->ids[i]));
  return compact(ids);
}

enum wb_status wb_run_records_add(struct wb_run_records *records, const char *pseudonym,
                                  const struct wb_submission *submission, struct wb_error *err) {
  const int64_t attempt = submission->attempt, late = submission->said_late;
  char *body = compact(wb_fields_to_json(&wb_submission_fields, submission, NULL));
  char *ids = ids_text(submission);
  enum wb_status status =
      change(records, err, "INSERT INTO submissions VALUES (?1, ?2, ?3, ?4, ?5)", "tiiit",
             pseudonym, attempt, submission->received, late, body);
  /* Of people who are forgotten a regrade knows as little as its run. */
  if (status == WB_OK && submission->label != NULL)
    status = change(records, err, "INSERT INTO people VALUES (?1, ?2, ?3, ?4, ?5)", "tittt",
                    pseudonym, attempt, submission->label, submission->name, ids);
  free(ids);
  free(body);
  return status;
}

enum wb_status wb_run_records_number(struct wb_run_records *records, const char *pseudonym,
                                     uint32_t attempt, uint32_t number, struct wb_error *err) {
  enum wb_status status = change(
      records, err, "UPDATE submissions SET attempt = ?3 WHERE pseudonym = ?1 AND attempt = ?2",
      "tii", pseudonym, (int64_t)attempt, (int64_t)number);
  return status == WB_OK
             ? change(records, err,
                      "UPDATE people SET attempt = ?3 WHERE pseudonym = ?1 AND attempt = ?2", "tii",
                      pseudonym, (int64_t)attempt, (int64_t)number)
             : status;
}

enum wb_status wb_run_records_rematch(struct wb_run_records *records, const char *pseudonym,
                                      uint32_t attempt, const struct wb_submission *submission,
                                      struct wb_error *err) {
  char *body = compact(wb_fields_to_json(&wb_submission_fields, submission, NULL));
  enum wb_status status =
      change(records, err, "UPDATE submissions SET body = ?3 WHERE pseudonym = ?1 AND attempt = ?2",
             "tit", pseudonym, (int64_t)attempt, body);
  free(body);
  return status;
}

enum wb_status wb_run_records_set_taken(struct wb_run_records *records, struct wb_error *err) {
  return wb_run_records_set_fact(records, "taken", "yes", err);
}

bool wb_run_records_are_taken(struct wb_run_records *records) {
  int64_t count = 0;
  return query(records, take_number, &count, NULL,
               "SELECT count(*) FROM facts WHERE name = 'taken'", "") == WB_OK &&
         count > 0;
}

bool wb_run_records_are_untouched(struct wb_run_records *records) {
  int64_t count = 1;
  return query(records, take_number, &count, NULL,
               "SELECT (SELECT count(*) FROM judgements WHERE state = 1)"
               " + (SELECT count(*) FROM overrides) + (SELECT count(*) FROM choices)",
               "") == WB_OK &&
         count == 0;
}

enum wb_status wb_run_records_clear(struct wb_run_records *records, struct wb_error *err) {
  static const char *const parts[] = {"DELETE FROM submissions", "DELETE FROM people",
                                      "DELETE FROM judgements",
                                      "DELETE FROM facts WHERE name <> 'id'"};
  enum wb_status status = wb_run_records_begin(records, err);
  for (size_t i = 0; i < sizeof parts / sizeof parts[0] && status == WB_OK; i++)
    status = change(records, err, parts[i], "");
  return status == WB_OK ? wb_run_records_commit(records, err) : status;
}

static enum wb_status read_body(const char *text, struct wb_submission *out, struct wb_error *err) {
  const char *bad = NULL;
  json_t *json = json_loads(text != NULL ? text : "", 0, NULL);
  wb_fields_from_json(&wb_submission_fields, (struct wb_json_reader){json, &bad, NULL}, out);
  json_decref(json);
  return bad == NULL ? WB_OK
                     : wb_fail(err, WB_ERR_IO, "run.db is damaged: \"%s\" of a submission", bad);
}

static void read_people(sqlite3_stmt *row, int column, struct wb_submission *out) {
  json_t *ids =
      json_loads(text_of(row, column + 2) != NULL ? text_of(row, column + 2) : "[]", 0, NULL);
  out->label = wb_strdup(text_of(row, column));
  out->name = wb_strdup(text_of(row, column + 1));
  out->ids = wb_alloc((json_array_size(ids) + 1) * sizeof *out->ids);
  for (size_t i = 0; i < json_array_size(ids); i++)
    if (json_is_string(json_array_get(ids, i)))
      out->ids[out->n_ids++] = wb_strdup(json_string_value(json_array_get(ids, i)));
  json_decref(ids);
}

static enum wb_status take_body(sqlite3_stmt *row, void *data, struct wb_error *err) {
  return read_body(text_of(row, 0), data, err);
}

enum wb_status wb_run_records_submission(struct wb_run_records *records, const char *pseudonym,
                                         uint32_t attempt, struct wb_submission *out,
                                         struct wb_error *err) {
  return query(records, take_body, out, err,
               "SELECT body FROM submissions WHERE pseudonym = ?1 AND attempt = ?2", "ti",
               pseudonym, (int64_t)attempt);
}

struct walk {
  enum wb_status (*each)(const struct wb_run_submission *one, void *data, struct wb_error *err);
  void *data;
  bool with_people;
};

static enum wb_status take_submission(sqlite3_stmt *row, void *data, struct wb_error *err) {
  const struct walk *walk = data;
  char *pseudonym = wb_strdup(text_of(row, 0));
  struct wb_run_submission one = {.pseudonym = pseudonym,
                                  .attempt = (uint32_t)sqlite3_column_int64(row, 1),
                                  .attempts = (uint32_t)sqlite3_column_int64(row, 5),
                                  .chosen = (uint32_t)sqlite3_column_int64(row, 9)};
  enum wb_status status = read_body(text_of(row, 4), &one.about, err);
  one.about.attempt = one.attempt;
  one.about.received = sqlite3_column_int64(row, 2);
  one.about.said_late = sqlite3_column_int64(row, 3) != 0;
  if (walk->with_people) read_people(row, 6, &one.about);
  if (status == WB_OK) status = walk->each(&one, walk->data, err);
  wb_submission_release(&one.about);
  free(pseudonym);
  return status;
}

enum wb_status wb_run_records_each(struct wb_run_records *records, const char *pseudonym,
                                   bool with_people,
                                   enum wb_status (*each)(const struct wb_run_submission *one,
                                                          void *data, struct wb_error *err),
                                   void *data, struct wb_error *err) {
  struct walk walk = {each, data, with_people};
  return query(records, take_submission, &walk, err,
               "SELECT pseudonym, attempt, received, said_late, body,"
               " (SELECT max(attempt) FROM submissions AS every"
               "   WHERE every.pseudonym = submissions.pseudonym),"
               " label, name, ids,"
               " (SELECT attempt FROM choices WHERE choices.pseudonym = submissions.pseudonym)"
               " FROM submissions LEFT JOIN people USING (pseudonym, attempt)"
               " WHERE ?1 IS NULL OR pseudonym = ?1 ORDER BY pseudonym, attempt",
               "t", pseudonym);
}

/* ---- people -------------------------------------------------------------------------------- */

static enum wb_status take_pseudonym(sqlite3_stmt *row, void *data, struct wb_error *err) {
  struct wb_names *names = data;
  (void)err;
  wb_names_add(names, text_of(row, 0));
  return WB_OK;
}

enum wb_status wb_run_records_find(struct wb_run_records *records, const char *id,
                                   char pseudonym[WB_PSEUDONYM_MAX], struct wb_error *err) {
  struct wb_names found;
  wb_names_init(&found);
  enum wb_status status =
      query(records, take_pseudonym, &found, err,
            "SELECT DISTINCT pseudonym FROM submissions LEFT JOIN people USING (pseudonym, attempt)"
            " WHERE pseudonym = ?1 OR label = ?1 OR name = ?1"
            "  OR substr(?1, 1, length(label) + 18) = label || '_assignsubmission_'"
            "  OR EXISTS (SELECT 1 FROM json_each(ids) WHERE value = ?1)",
            "t", id);
  if (status == WB_OK && found.count == 0)
    status = wb_fail(
        err, WB_ERR_NOT_FOUND,
        "the run has nobody called '%.80s'; name an id, a folder's name or a pseudonym", id);
  else if (status == WB_OK && found.count > 1)
    status = wb_fail(err, WB_ERR_USAGE,
                     "several people of the run are called '%.80s'; name a pseudonym: %s, %s …", id,
                     found.items[0], found.items[1]);
  if (status == WB_OK) {
    strncpy(pseudonym, found.items[0], WB_PSEUDONYM_MAX - 1);
    pseudonym[WB_PSEUDONYM_MAX - 1] = '\0';
  }
  wb_names_release(&found);
  return status;
}

enum wb_status wb_run_records_forget(struct wb_run_records *records, const char *id,
                                     struct wb_error *err) {
  char pseudonym[WB_PSEUDONYM_MAX];
  enum wb_status status = wb_run_records_find(records, id, pseudonym, err);
  if (status == WB_OK) status = change(records, err, "PRAGMA secure_delete = ON", "");
  /* Of a group one member's id; the names of its members are one text. */
  if (status == WB_OK)
    status = change(records, err,
                    "UPDATE people SET name = NULL, ids ="
                    " (SELECT json_group_array(value) FROM json_each(ids) WHERE value <> ?2)"
                    " WHERE pseudonym = ?1 AND EXISTS"
                    "  (SELECT 1 FROM json_each(ids) WHERE value = ?2)",
                    "tt", pseudonym, id);
  if (status == WB_OK && sqlite3_changes(records->database) == 0)
    status = change(records, err, "DELETE FROM people WHERE pseudonym = ?1", "t", pseudonym);
  if (status == WB_OK)
    status = change(records, err, "DELETE FROM people WHERE pseudonym = ?1 AND ids = '[]'", "t",
                    pseudonym);
  return status;
}

enum wb_status wb_run_records_choose(struct wb_run_records *records, const char *pseudonym,
                                     uint32_t attempt, struct wb_error *err) {
  int64_t there = 0;
  enum wb_status status =
      query(records, take_number, &there, err,
            "SELECT count(*) FROM submissions WHERE pseudonym = ?1 AND attempt = ?2", "ti",
            pseudonym, (int64_t)attempt);
  if (status != WB_OK) return status;
  if (attempt == 0)
    return change(records, err, "DELETE FROM choices WHERE pseudonym = ?1", "t", pseudonym);
  if (there == 0)
    return wb_fail(err, WB_ERR_NOT_FOUND, "there is no attempt %u of %s", attempt, pseudonym);
  return change(records, err, "INSERT OR REPLACE INTO choices VALUES (?1, ?2)", "ti", pseudonym,
                (int64_t)attempt);
}

/* ---- judgements ----------------------------------------------------------------------------- */

void wb_run_judgements_release(struct wb_run_judgements *judgements) {
  for (size_t i = 0; i < judgements->count; i++) {
    free(judgements->items[i].puzzle);
    free(judgements->items[i].trouble);
  }
  free(judgements->items);
  *judgements = (struct wb_run_judgements){0};
}

enum wb_status wb_run_records_plan(struct wb_run_records *records, const char *puzzle,
                                   const char *sha256, const char *variant, struct wb_error *err) {
  return change(records, err,
                "INSERT OR IGNORE INTO judgements (puzzle, sha256, variant) VALUES (?1, ?2, ?3)",
                "ttt", puzzle, sha256, variant);
}

enum wb_status wb_run_records_plan_files(struct wb_run_records *records,
                                         const struct wb_run_about *about, const char *pseudonym,
                                         const struct wb_submission *submission,
                                         struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < submission->n_files && status == WB_OK; i++) {
    const struct wb_submitted_file *file = &submission->files[i];
    if (wb_run_judges(about, file))
      status = wb_run_records_plan(records, file->puzzle, file->sha256,
                                   wb_run_variant(about, pseudonym), err);
  }
  return status;
}

struct planning {
  struct wb_run_records *records;
  const struct wb_run_about *about;
};

static enum wb_status plan_submission(const struct wb_run_submission *one, void *data,
                                      struct wb_error *err) {
  const struct planning *planning = data;
  return wb_run_records_plan_files(planning->records, planning->about, one->pseudonym, &one->about,
                                   err);
}

enum wb_status wb_run_records_plan_all(struct wb_run_records *records,
                                       const struct wb_run_about *about, bool again,
                                       struct wb_error *err) {
  struct planning planning = {records, about};
  enum wb_status status = change(
      records, err, "DELETE FROM judgements WHERE state = ?1 OR state = ?2", "ii",
      (int64_t)WB_JUDGEMENT_PLANNED, (int64_t)(again ? WB_JUDGEMENT_FAILED : WB_JUDGEMENT_PLANNED));
  return status == WB_OK
             ? wb_run_records_each(records, NULL, false, plan_submission, &planning, err)
             : status;
}

enum wb_status wb_run_records_note(struct wb_run_records *records,
                                   const struct wb_run_judgement *judgement, struct wb_error *err) {
  return change(records, err,
                "UPDATE judgements SET state = ?3, tries = ?4, milliseconds = ?5, cause = ?6,"
                " trouble = ?7 WHERE puzzle = ?1 AND sha256 = ?2 AND variant = ?8",
                "ttiirttt", judgement->puzzle, judgement->sha256, (int64_t)judgement->state,
                (int64_t)judgement->tries, judgement->milliseconds,
                wb_status_name(judgement->cause), judgement->trouble, judgement->variant);
}

#define JUDGEMENT_COLUMNS "puzzle, sha256, state, tries, milliseconds, cause, trouble, variant"

static void read_judgement(sqlite3_stmt *row, struct wb_run_judgement *out) {
  unsigned cause = WB_OK;
  *out = (struct wb_run_judgement){.puzzle = wb_strdup(text_of(row, 0)),
                                   .state = (enum wb_judgement_state)sqlite3_column_int(row, 2),
                                   .tries = (uint32_t)sqlite3_column_int64(row, 3),
                                   .milliseconds = sqlite3_column_double(row, 4),
                                   .trouble = wb_strdup(text_of(row, 6))};
  strncpy(out->sha256, text_of(row, 1), sizeof out->sha256 - 1);
  strncpy(out->variant, text_of(row, 7), sizeof out->variant - 1);
  wb_word_parse(&wb_statuses, text_of(row, 5), &cause);
  out->cause = (enum wb_status)cause;
}

static enum wb_status take_judgement(sqlite3_stmt *row, void *data, struct wb_error *err) {
  struct wb_run_judgements *out = data;
  (void)err;
  out->items = wb_grow(out->items, &out->capacity, out->count + 1, sizeof *out->items);
  read_judgement(row, &out->items[out->count++]);
  return WB_OK;
}

enum wb_status wb_run_records_list(struct wb_run_records *records, enum wb_judgement_state state,
                                   struct wb_run_judgements *out, struct wb_error *err) {
  return query(records, take_judgement, out, err,
               "SELECT " JUDGEMENT_COLUMNS
               " FROM judgements WHERE state = ?1 ORDER BY puzzle, sha256, variant",
               "i", (int64_t)state);
}

enum wb_status wb_run_records_judgement(struct wb_run_records *records, const char *puzzle,
                                        const char *sha256, const char *variant,
                                        struct wb_run_judgement *out, struct wb_error *err) {
  struct wb_run_judgements found = {0};
  enum wb_status status =
      query(records, take_judgement, &found, err,
            "SELECT " JUDGEMENT_COLUMNS
            " FROM judgements WHERE puzzle = ?1 AND sha256 = ?2 AND variant = ?3",
            "ttt", puzzle, sha256, variant);
  if (status == WB_OK && found.count == 0)
    status = wb_fail(err, WB_ERR_NOT_FOUND, "the run has no such judgement");
  if (status == WB_OK) {
    *out = found.items[0];
    found.count = 0; /* its texts are the caller's now */
  }
  wb_run_judgements_release(&found);
  return status;
}

static enum wb_status take_counts(sqlite3_stmt *row, void *data, struct wb_error *err) {
  (void)err;
  *(struct wb_run_counts *)data =
      (struct wb_run_counts){.submissions = (uint64_t)sqlite3_column_int64(row, 0),
                             .people = (uint64_t)sqlite3_column_int64(row, 1),
                             .planned = (uint64_t)sqlite3_column_int64(row, 2),
                             .done = (uint64_t)sqlite3_column_int64(row, 3),
                             .failed = (uint64_t)sqlite3_column_int64(row, 4),
                             .milliseconds = sqlite3_column_double(row, 5)};
  return WB_OK;
}

enum wb_status wb_run_records_count(struct wb_run_records *records, struct wb_run_counts *out,
                                    struct wb_error *err) {
  return query(records, take_counts, out, err,
               "SELECT (SELECT count(*) FROM submissions),"
               " (SELECT count(DISTINCT pseudonym) FROM submissions),"
               " count(*), coalesce(sum(state = 1), 0), coalesce(sum(state = 2), 0),"
               " coalesce(sum(CASE WHEN state = 1 THEN milliseconds END), 0) FROM judgements",
               "");
}

/* ---- generations ---------------------------------------------------------------------------- */

uint32_t wb_run_records_generation(const struct wb_run_records *records) {
  return (uint32_t)records->generation;
}

static enum wb_status set_generation(struct wb_run_records *records, uint32_t generation,
                                     struct wb_error *err) {
  char *number = wb_format("%u", generation);
  enum wb_status status = wb_run_records_set_fact(records, "generation", number, err);
  if (status == WB_OK) records->generation = generation;
  free(number);
  return status;
}

enum wb_status wb_run_records_push(struct wb_run_records *records, struct wb_error *err) {
  const uint32_t generation = wb_run_records_generation(records);
  char *sql = wb_format("CREATE TABLE judgements_%u AS SELECT * FROM judgements", generation);
  enum wb_status status = change(records, err, sql, "");
  if (status == WB_OK) status = set_generation(records, generation + 1, err);
  free(sql);
  return status;
}

enum wb_status wb_run_records_pop(struct wb_run_records *records, struct wb_error *err) {
  const uint32_t generation = wb_run_records_generation(records) - 1;
  char *copy = wb_format("INSERT INTO judgements SELECT * FROM judgements_%u", generation);
  char *drop = wb_format("DROP TABLE judgements_%u", generation);
  enum wb_status status = change(records, err, "DELETE FROM judgements", "");
  if (status == WB_OK) status = change(records, err, copy, "");
  if (status == WB_OK) status = change(records, err, drop, "");
  if (status == WB_OK) status = set_generation(records, generation, err);
  free(drop);
  free(copy);
  return status;
}

/* ---- overrides ------------------------------------------------------------------------------ */

void wb_run_overrides_release(struct wb_run_overrides *overrides) {
  for (size_t i = 0; i < overrides->count; i++) {
    free(overrides->items[i].puzzle);
    free(overrides->items[i].file);
    free(overrides->items[i].by);
    free(overrides->items[i].reason);
  }
  free(overrides->items);
  *overrides = (struct wb_run_overrides){0};
}

enum wb_status wb_run_records_override(struct wb_run_records *records, const char *pseudonym,
                                       uint32_t attempt, const struct wb_run_override *override,
                                       struct wb_error *err) {
  return change(records, err,
                "INSERT INTO overrides"
                " (pseudonym, attempt, kind, puzzle, points, file, by, reason, at)"
                " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                "tittrttti", pseudonym, (int64_t)attempt, wb_word_name(&kinds, override->kind),
                override->puzzle, override->points, override->file, override->by, override->reason,
                override->at);
}

static enum wb_status take_override(sqlite3_stmt *row, void *data, struct wb_error *err) {
  struct wb_run_overrides *out = data;
  unsigned kind = WB_OVERRIDE_POINTS;
  (void)err;
  wb_word_parse(&kinds, text_of(row, 5), &kind);
  out->items = wb_grow(out->items, &out->capacity, out->count + 1, sizeof *out->items);
  out->items[out->count++] = (struct wb_run_override){.kind = (enum wb_override_kind)kind,
                                                      .puzzle = wb_strdup(text_of(row, 0)),
                                                      .points = sqlite3_column_double(row, 1),
                                                      .by = wb_strdup(text_of(row, 2)),
                                                      .reason = wb_strdup(text_of(row, 3)),
                                                      .at = sqlite3_column_int64(row, 4),
                                                      .file = wb_strdup(text_of(row, 6))};
  return WB_OK;
}

enum wb_status wb_run_records_overrides(struct wb_run_records *records, const char *pseudonym,
                                        uint32_t attempt, struct wb_run_overrides *out,
                                        struct wb_error *err) {
  return query(records, take_override, out, err,
               "SELECT puzzle, points, by, reason, at, kind, file FROM overrides"
               " WHERE pseudonym = ?1 AND attempt = ?2 ORDER BY id",
               "ti", pseudonym, (int64_t)attempt);
}
