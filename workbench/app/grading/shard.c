#include "grading/shard.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fields/json_tools.h"

enum {
  PLAN_MAX_BYTES = 1 << 20,
  SHARD_MAX_BYTES = 512 << 20,
  NOTES_MAX_BYTES = 512 << 20,
  JUDGEMENTS_MAX = 4000000,
  RANDOM_DIGITS = 17
};

/* ---- fields ---------------------------------------------------------------------------------- */

#define WB_OF struct wb_shard_plan
static const struct wb_field plan_rows[] = {
    {"schema", WB_CONSTANT(WB_SHARD_SCHEMA)},
    {"id", WB_VALUE(id)},
    {"round", WB_VALUE(round)},
    {"shards", WB_VALUE(shards)},
    {"jobs", WB_VALUE(jobs)},
    {"engine", WB_VALUE(engine)},
    {"command", WB_VALUE(command), .or_null = true},
    {"partition", WB_VALUE(partition), .or_null = true},
    {"gres", WB_VALUE(gres), .or_null = true},
    {"generation", WB_VALUE(generation)},
    {"course", WB_VALUE(course)},
    {"secret", WB_VALUE(secret)},
};
static const struct wb_fields plan_fields = {WB_ROWS(plan_rows)};
#undef WB_OF

static const struct wb_word state_rows[] = {
    [WB_JUDGEMENT_PLANNED] = {"planned", NULL},
    [WB_JUDGEMENT_DONE] = {"done", NULL},
    [WB_JUDGEMENT_FAILED] = {"failed", NULL},
};
static const struct wb_words states = WB_WORDS(state_rows);

#define WB_OF struct wb_run_judgement
static const struct wb_field planned_rows[] = {
    {"puzzle", WB_VALUE(puzzle)}, {"sha256", WB_NAME(sha256)}, {"variant", WB_NAME(variant)}};
static const struct wb_fields planned_fields = {WB_ROWS(planned_rows)};

static const struct wb_field note_rows[] = {
    {"puzzle", WB_VALUE(puzzle)},
    {"sha256", WB_NAME(sha256)},
    {"variant", WB_NAME(variant)},
    {"state", WB_VALUE(state), .words = &states},
    {"milliseconds", WB_VALUE(milliseconds)},
    {"cause", WB_VALUE(cause), .words = &wb_statuses},
    {"trouble", WB_VALUE(trouble), .or_null = true},
};
static const struct wb_fields note_fields = {WB_ROWS(note_rows)};
#undef WB_OF

#define WB_OF struct wb_shard
static const struct wb_field shard_rows[] = {
    {"schema", WB_CONSTANT(WB_SHARD_SCHEMA)},
    {"plan", WB_VALUE(plan)},
    {"shard", WB_VALUE(number)},
    {"judgements", WB_LIST(judgements.items, judgements.count, JUDGEMENTS_MAX),
     .fields = &planned_fields},
};
static const struct wb_fields shard_fields = {WB_ROWS(shard_rows)};
#undef WB_OF

void wb_shard_plan_release(struct wb_shard_plan *plan) {
  free(plan->path);
  wb_fields_release(&plan_fields, plan);
  *plan = (struct wb_shard_plan){0};
}

void wb_shard_release(struct wb_shard *shard) {
  wb_run_judgements_release(&shard->judgements);
  free(shard->plan);
  *shard = (struct wb_shard){0};
}

static enum wb_status write_fields(const char *path, const struct wb_fields *fields,
                                   const void *from, struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  wb_fields_print(fields, from, &text);
  enum wb_status status = wb_file_create(path, text.data, text.length, err);
  wb_str_release(&text);
  return status;
}

static enum wb_status read_fields(const char *path, size_t most, const struct wb_fields *fields,
                                  void *to, struct wb_error *err) {
  const char *bad = NULL;
  struct wb_str text;
  wb_str_init(&text);
  enum wb_status status = wb_file_read(path, most, &text, err);
  if (status == WB_OK) {
    json_t *json = json_loadb(text.data, text.length, 0, NULL);
    wb_fields_from_json(fields, (struct wb_json_reader){json, &bad, NULL}, to);
    json_decref(json);
    if (bad != NULL)
      status = wb_fail(err, WB_ERR_USAGE,
                       "%s is damaged, or of another workbench: \"%s\" is missing or cannot be",
                       path, bad);
  }
  wb_str_release(&text);
  return status;
}

/* ---- plans ----------------------------------------------------------------------------------- */

static enum wb_status random_digits(char digits[RANDOM_DIGITS], struct wb_error *err) {
  unsigned char bytes[RANDOM_DIGITS / 2];
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
    return wb_fail_errno(err, "there are no random numbers");
  for (size_t i = 0; i < sizeof bytes; i++) snprintf(digits + 2 * i, 3, "%02x", bytes[i]);
  return WB_OK;
}

static enum wb_status make_folder(const char *path, struct wb_error *err) {
  if (mkdir(path, 0700) != 0 && errno != EEXIST)
    return wb_fail_errno(err, "cannot make the folder %s", path);
  return WB_OK;
}

/* The largest number of a plan that is whole; 0: there is none. */
static unsigned long newest_number(const char *shards) {
  unsigned long newest = 0;
  struct wb_names names;
  wb_names_init(&names);
  if (wb_is_directory(shards)) wb_directory_list(shards, &names, NULL);
  for (size_t i = 0; i < names.count; i++) {
    char *end = NULL;
    const unsigned long number = strtoul(names.items[i], &end, 10);
    if (*end == '\0' && number > newest) newest = number;
  }
  wb_names_release(&names);
  return newest;
}

static enum wb_status write_shards(const struct wb_shard_plan *plan, const char *folder,
                                   const struct wb_run_judgements *judgements,
                                   struct wb_error *err) {
  const size_t count = judgements->count;
  struct wb_run_judgement *order = wb_alloc((count + 1) * sizeof *order);
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < count; i++)
    order[i] = judgements->items[plan->round > 1 ? count - 1 - i : i];
  for (uint32_t i = 0; i < plan->shards && status == WB_OK; i++) {
    const size_t first = count * i / plan->shards, end = count * (i + 1) / plan->shards;
    struct wb_shard shard = {.plan = plan->id,
                             .number = i + 1,
                             .judgements = {.items = order + first, .count = end - first}};
    char *path = wb_format("%s/%u.json", folder, shard.number);
    status = write_fields(path, &shard_fields, &shard, err);
    free(path);
  }
  free(order);
  return status;
}

static enum wb_status fill_folder(const struct wb_shard_plan *plan, const char *folder,
                                  const struct wb_run_judgements *judgements,
                                  struct wb_error *err) {
  static const char *const names[] = {"", "log", "attempts"};
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < sizeof names / sizeof names[0] && status == WB_OK; i++) {
    char *path = wb_path_join(folder, names[i]);
    status = make_folder(path, err);
    free(path);
  }
  char *manifest = wb_path_join(folder, "plan.json");
  if (status == WB_OK) status = write_shards(plan, folder, judgements, err);
  if (status == WB_OK) status = write_fields(manifest, &plan_fields, plan, err);
  free(manifest);
  return status;
}

static uint32_t count_shards(uint32_t wanted, size_t judgements) {
  size_t count = wanted > 0
                     ? wanted
                     : (judgements + WB_SHARD_USUAL_JUDGEMENTS - 1) / WB_SHARD_USUAL_JUDGEMENTS;
  if (count > judgements) count = judgements;
  return (uint32_t)(count > WB_SHARDS_MAX ? WB_SHARDS_MAX : count);
}

/* It gets its number when it is whole: whoever is killed before leaves a folder that is no plan. */
enum wb_status wb_shard_plan_make(struct wb_shard_plan *plan, const struct wb_run_folder *run,
                                  const struct wb_run_judgements *judgements,
                                  struct wb_error *err) {
  char digits[RANDOM_DIGITS];
  char *root = realpath(run->path, NULL);
  if (root == NULL) return wb_fail_errno(err, "cannot find %s", run->path);
  char *shards = wb_path_join(root, "shards");
  plan->path = wb_format("%s/%lu", shards, newest_number(shards) + 1);
  plan->generation = run->generation;
  plan->shards = count_shards(plan->shards, judgements->count);
  enum wb_status status = random_digits(digits, err);
  plan->id = wb_strdup(status == WB_OK ? digits : "");
  char *unfinished = wb_format("%s/.%s", shards, plan->id);
  if (status == WB_OK) status = make_folder(shards, err);
  if (status == WB_OK) status = fill_folder(plan, unfinished, judgements, err);
  if (status == WB_OK && rename(unfinished, plan->path) != 0)
    status = wb_fail_errno(err, "cannot make %s", plan->path);
  free(unfinished);
  free(shards);
  free(root);
  return status;
}

enum wb_status wb_shard_plan_newest(struct wb_shard_plan *plan, const struct wb_run_folder *run,
                                    struct wb_error *err) {
  *plan = (struct wb_shard_plan){0};
  char *root = realpath(run->path, NULL);
  char *shards = wb_path_join(root != NULL ? root : run->path, "shards");
  const unsigned long number = newest_number(shards);
  enum wb_status status = WB_OK;
  if (number == 0) {
    status = wb_fail(err, WB_ERR_NOT_FOUND, "%s has no shards", run->path);
  } else {
    char *manifest = wb_format("%s/%lu/plan.json", shards, number);
    status = read_fields(manifest, PLAN_MAX_BYTES, &plan_fields, plan, err);
    plan->path = wb_path_dirname(manifest);
    free(manifest);
  }
  free(shards);
  free(root);
  return status;
}

bool wb_shard_plan_is(const struct wb_shard_plan *plan, const char *state) {
  char *path = wb_path_join(plan->path, state);
  const bool is = wb_file_exists(path);
  free(path);
  return is;
}

enum wb_status wb_shard_plan_set(const struct wb_shard_plan *plan, const char *state,
                                 struct wb_error *err) {
  char *path = wb_path_join(plan->path, state);
  enum wb_status status = wb_file_write_atomic(path, "", 0, err);
  free(path);
  return status;
}

/* ---- shards ---------------------------------------------------------------------------------- */

char *wb_shard_path(const struct wb_shard_plan *plan, uint32_t number) {
  return wb_format("%s/%u.json", plan->path, number);
}

enum wb_status wb_shard_read(const char *path, struct wb_shard *shard, struct wb_shard_plan *plan,
                             char **run, struct wb_error *err) {
  *shard = (struct wb_shard){0};
  *plan = (struct wb_shard_plan){0};
  *run = NULL;
  char *real = realpath(path, NULL);
  if (real == NULL) return wb_fail_errno(err, "cannot find the shard %s", path);
  char *folder = wb_path_dirname(real);
  char *shards = wb_path_dirname(folder);
  char *manifest = wb_path_join(folder, "plan.json");
  enum wb_status status = read_fields(real, SHARD_MAX_BYTES, &shard_fields, shard, err);
  if (status == WB_OK) status = read_fields(manifest, PLAN_MAX_BYTES, &plan_fields, plan, err);
  if (status == WB_OK && strcmp(shard->plan, plan->id) != 0)
    status = wb_fail(err, WB_ERR_USAGE, "%s does not belong to the plan beside it", path);
  plan->path = folder;
  *run = wb_path_dirname(shards);
  free(manifest);
  free(shards);
  free(real);
  return status;
}

/* ---- attempts -------------------------------------------------------------------------------- */

/* Job numbers come again and processes, too: the random part is what nobody else has. */
static enum wb_status name_attempt(const struct wb_shard_plan *plan, const struct wb_shard *shard,
                                   char **path, struct wb_error *err) {
  char digits[RANDOM_DIGITS], host[256] = "";
  enum wb_status status = random_digits(digits, err);
  if (status != WB_OK) return status;
  gethostname(host, sizeof host - 1);
  *path = wb_format("%s/attempts/%s-%u-%s-%ld-%s", plan->path, plan->id, shard->number, host,
                    (long)getpid(), digits);
  return WB_OK;
}

enum wb_status wb_shard_attempt_begin(struct wb_shard_attempt *attempt,
                                      const struct wb_shard_plan *plan,
                                      const struct wb_shard *shard, struct wb_error *err) {
  *attempt = (struct wb_shard_attempt){.notes = -1};
  enum wb_status status = name_attempt(plan, shard, &attempt->path, err);
  if (status == WB_OK) status = make_folder(attempt->path, err);
  if (status != WB_OK) return status;
  char *notes = wb_path_join(attempt->path, "judgements.jsonl");
  attempt->notes = open(notes, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
  if (attempt->notes < 0) status = wb_fail_errno(err, "cannot make %s", notes);
  free(notes);
  return status;
}

enum wb_status wb_shard_attempt_note(struct wb_shard_attempt *attempt,
                                     const struct wb_run_judgement *judgement,
                                     struct wb_error *err) {
  json_t *json = wb_fields_to_json(&note_fields, judgement, NULL);
  char *text = json_dumps(json, JSON_COMPACT);
  char *line = wb_format("%s\n", text);
  enum wb_status status = WB_OK;
  if (!wb_fd_write(attempt->notes, line, strlen(line)))
    status = wb_fail_errno(err, "cannot write in %s", attempt->path);
  free(line);
  free(text);
  json_decref(json);
  return status;
}

void wb_shard_attempt_end(struct wb_shard_attempt *attempt) {
  if (attempt->path != NULL && attempt->notes >= 0) close(attempt->notes);
  free(attempt->path);
  *attempt = (struct wb_shard_attempt){.notes = -1};
}

/* ---- what attempts have left ------------------------------------------------------------------
 */

static enum wb_status read_line(const char *line, size_t length,
                                const struct wb_shard_reader *reader, struct wb_error *err) {
  struct wb_run_judgement judgement = {0};
  const char *bad = NULL;
  enum wb_status status = WB_OK;
  json_t *json = json_loadb(line, length, 0, NULL);
  wb_fields_from_json(&note_fields, (struct wb_json_reader){json, &bad, NULL}, &judgement);
  if (bad == NULL) status = reader->noted(&judgement, reader->data, err);
  wb_fields_release(&note_fields, &judgement);
  json_decref(json);
  return status;
}

static enum wb_status read_notes(const char *path, const struct wb_shard_reader *reader,
                                 struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  enum wb_status status = wb_file_read(path, NOTES_MAX_BYTES, &text, err);
  for (const char *line = text.data; status == WB_OK && line < text.data + text.length;) {
    const char *end = memchr(line, '\n', (size_t)(text.data + text.length - line));
    if (end == NULL) break;
    status = read_line(line, (size_t)(end - line), reader, err);
    line = end + 1;
  }
  wb_str_release(&text);
  return status;
}

/* Of SLUG-SHA256[-PSEUDONYM].json; false: it is something else. */
static bool parse_result_name(const char *name, struct wb_run_judgement *judgement) {
  const size_t digits = WB_SHA256_HEX - 1, letters = WB_PSEUDONYM_MAX - 1;
  if (name[0] == '.' || !wb_ends_with(name, ".json")) return false;
  size_t length = strlen(name) - strlen(".json");
  /* In a digest there is no dash. */
  if (length > digits && name[length - letters - 1] == '-') {
    memcpy(judgement->variant, name + length - letters, letters);
    length -= letters + 1;
  }
  if (length < digits + 2) return false;
  memcpy(judgement->sha256, name + length - digits, digits);
  judgement->puzzle = wb_strndup(name, length - digits - 1);
  return true;
}

static enum wb_status read_attempt(const char *folder, const struct wb_shard_reader *reader,
                                   struct wb_error *err) {
  struct wb_names names;
  wb_names_init(&names);
  enum wb_status status = wb_directory_list(folder, &names, err);
  for (size_t i = 0; i < names.count && status == WB_OK; i++) {
    struct wb_run_judgement judgement = {0};
    char *path = wb_path_join(folder, names.items[i]);
    if (strcmp(names.items[i], "judgements.jsonl") == 0)
      status = read_notes(path, reader, err);
    else if (parse_result_name(names.items[i], &judgement))
      status = reader->unpublished(&judgement, path, reader->data, err);
    free(judgement.puzzle);
    free(path);
  }
  wb_names_release(&names);
  return status;
}

enum wb_status wb_shard_read_attempts(const struct wb_shard_plan *plan,
                                      const struct wb_shard_reader *reader, struct wb_error *err) {
  struct wb_names names;
  char *attempts = wb_path_join(plan->path, "attempts");
  wb_names_init(&names);
  enum wb_status status = wb_directory_list(attempts, &names, err);
  for (size_t i = 0; i < names.count && status == WB_OK; i++) {
    char *folder = wb_path_join(attempts, names.items[i]);
    status = read_attempt(folder, reader, err);
    free(folder);
  }
  wb_names_release(&names);
  free(attempts);
  return status;
}
