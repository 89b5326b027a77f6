/* How learning platforms call what they give to download. Facts are of their exports; learners
 * choose the names of files, which therefore come last in every rule. */
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/slug.h"
#include "base/str.h"
#include "grading/answer_name.h"
#include "grading/intake_private.h"
#include "grading/match_name.h"

static const char digits[] = "0123456789";

void wb_owner_release(struct wb_owner *owner) {
  free(owner->key);
  free(owner->id);
  free(owner->person);
  free(owner->shown);
  *owner = (struct wb_owner){.key = NULL};
}

static bool is_folder(const struct wb_listing *listing, size_t index) {
  return S_ISDIR(listing->modes[index]);
}

static char *cut(const char *from, const char *to) { return wb_strndup(from, (size_t)(to - from)); }

/* ---- Moodle: NAME_123_assignsubmission_file_/…, or …_file_FILE ------------------------------- */

static bool moodle_owner(const struct wb_listing *listing, size_t index, struct wb_owner *owner) {
  static const char middle[] = "_assignsubmission_";
  const char *name = listing->names.items[index], *end = strstr(name, middle);
  const char *number, *next;
  if (end == NULL) return false;
  while (is_folder(listing, index) && (next = strstr(end + 1, middle)) != NULL) end = next;
  number = end;
  while (number > name && strchr(digits, number[-1]) != NULL) number--;
  if (number == end || number - 1 <= name || number[-1] != '_') return false;
  const char *kind = end + strlen(middle), *file = strchr(kind, '_');
  const bool is_flat = !is_folder(listing, index) && file != NULL;
  *owner = (struct wb_owner){.key = cut(name, end),
                             .id = cut(number, end),
                             .person = cut(name, number - 1),
                             .shown = wb_strdup(is_flat ? file + 1 : "")};
  return true;
}

/* ---- Canvas: name_[LATE_]123_456_FILE, name_[LATE_]123_text.html, and of people without names
 * [LATE_]anon_Ab1cD_456_FILE, [LATE_]anon_Ab1cD_text.html -------------------------------------- */

static const char canvas_text[] = "text.html"; /* what was written into Canvas' own field */

/* Behind "NUMBER_"; NULL: it is none. */
static const char *after_number(const char *at) {
  const size_t length = strspn(at, digits);
  return length > 0 && at[length] == '_' ? at + length + 1 : NULL;
}

/* Behind "anon_Ab1cD"; NULL: it is none. */
static const char *after_anonymous(const char *name) {
  static const char begin[] = "anon_";
  enum { ID_LENGTH = 5 };
  const char *id = name + strlen(begin);
  size_t length = 0;
  if (!wb_starts_with(name, begin)) return NULL;
  while (isalnum((unsigned char)id[length])) length++;
  return length == ID_LENGTH && id[length] == '_' ? id + length : NULL;
}

/* "map" of map_1024_2048_fast.cl is nobody's name. */
static bool is_puzzle(const struct wb_listing *listing, const char *person) {
  if (listing->rules == NULL) return false;
  char *stem = wb_slug_of(person);
  const struct wb_named_puzzle named = wb_match_name(listing->rules, stem);
  free(stem);
  return named.puzzle != NULL && !named.is_loose;
}

static const char canvas_late[] = "LATE_";

/* Where the file's own name begins, behind its number or without one; NULL: it is no such name. */
static const char *canvas_file(const char *at) {
  enum { NUMBER_DIGITS = 3 }; /* at least: real ones have more */
  const char *file = after_number(at);
  if (file == NULL) return strcmp(at, canvas_text) == 0 ? at : NULL;
  return file - at > NUMBER_DIGITS && file[0] != '\0' ? file : NULL;
}

static bool anonymous_owner(const char *name, struct wb_owner *owner) {
  const bool is_late = wb_starts_with(name, canvas_late);
  if (is_late) name += strlen(canvas_late);
  const char *end = after_anonymous(name);
  const char *file = end != NULL ? canvas_file(end + 1) : NULL;
  if (file == NULL) return false;
  *owner = (struct wb_owner){
      .id = cut(name, end), .key = cut(name, end), .shown = wb_strdup(file), .late = is_late};
  return true;
}

static bool canvas_owner(const struct wb_listing *listing, size_t index, struct wb_owner *owner) {
  const char *name = listing->names.items[index], *end = strchr(name, '_');
  if (is_folder(listing, index) || end == NULL || end == name) return false;
  if (anonymous_owner(name, owner)) return true;
  const char *id = end + 1;
  const bool is_late = wb_starts_with(id, canvas_late);
  if (is_late) id += strlen(canvas_late);
  const char *at = after_number(id), *file = at != NULL ? canvas_file(at) : NULL;
  char *person = cut(name, end);
  const bool is_somebody = file != NULL && !is_puzzle(listing, person);
  if (is_somebody) {
    *owner = (struct wb_owner){.id = cut(id, at - 1),
                               .person = wb_strdup(person),
                               .shown = wb_strdup(file),
                               .late = is_late};
    owner->key = wb_format("%s_%s", person, owner->id);
  }
  free(person);
  return is_somebody;
}

/* What somebody would hand in. */
static bool is_handed_in(const char *shown) {
  return wb_name_is_work(shown) || strcmp(shown, canvas_text) == 0;
}

/* Whether two people have handed in something by Canvas' rule: then it is Canvas', whatever else
 * was put into its folder. */
static bool has_two_of_canvas(const struct wb_listing *listing) {
  struct wb_owner first = {.key = NULL};
  bool has_two = false;
  for (size_t i = 0; i < listing->names.count && !has_two; i++) {
    struct wb_owner owner = {.key = NULL};
    if (canvas_owner(listing, i, &owner) && is_handed_in(owner.shown)) {
      has_two = first.key != NULL && strcmp(first.id, owner.id) != 0;
      if (first.key == NULL) {
        first = owner;
        continue;
      }
    }
    wb_owner_release(&owner);
  }
  wb_owner_release(&first);
  return has_two;
}

/* ---- Gradescope: submission_123/ ---------------------------------------------------------------
 */

static bool gradescope_owner(const struct wb_listing *listing, size_t index,
                             struct wb_owner *owner) {
  static const char begin[] = "submission_";
  const char *name = listing->names.items[index];
  const char *number = name + strlen(begin);
  if (!is_folder(listing, index) || !wb_starts_with(name, begin) || number[0] == '\0' ||
      number[strspn(number, digits)] != '\0')
    return false;
  *owner = (struct wb_owner){.key = wb_strdup(name), .id = wb_strdup(name), .shown = wb_strdup("")};
  return true;
}

/* ---- Brightspace: 123-456 - NAME - DATE/…, or … - DATE - FILE ----------------------------------
 */

static bool brightspace_owner(const struct wb_listing *listing, size_t index,
                              struct wb_owner *owner) {
  static const char between[] = " - ";
  const char *name = listing->names.items[index];
  const size_t first = strspn(name, digits);
  const size_t second = name[first] == '-' ? strspn(name + first + 1, digits) : 0;
  const char *at = name + first + 1 + second;
  if (first == 0 || second == 0 || !wb_starts_with(at, between)) return false;
  const char *person = at + strlen(between), *person_end = strstr(person, between);
  if (person_end == NULL) return false;
  const char *date = person_end + strlen(between);
  const char *date_end = is_folder(listing, index) ? date + strlen(date) : strstr(date, between);
  if (date_end == NULL) return false;
  *owner = (struct wb_owner){
      .key = cut(name, date_end),
      .id = wb_strndup(name, first),
      .person = cut(person, person_end),
      .shown = wb_strdup(is_folder(listing, index) ? "" : date_end + strlen(between))};
  return true;
}

/* ---- GitHub Classroom: ASSIGNMENT-USER/.git ----------------------------------------------------
 */

static bool is_clone(const struct wb_listing *listing, size_t index) {
  struct stat found;
  if (!is_folder(listing, index)) return false;
  char *path = wb_format("%s/.git", listing->names.items[index]);
  const bool is = fstatat(listing->folder, path, &found, AT_SYMLINK_NOFOLLOW) == 0;
  free(path);
  return is;
}

/* Bytes of "ASSIGNMENT-": `gh classroom` clones into ASSIGNMENT-submissions; else what the names of
 * several have in common. */
static size_t assignment_length(const struct wb_listing *listing) {
  static const char end[] = "-submissions";
  const char *first = NULL;
  size_t common = 0, count = 0;
  for (size_t i = 0; i < listing->names.count; i++) {
    if (!listing->clones[i]) continue;
    const char *name = listing->names.items[i];
    size_t same = 0;
    if (count++ == 0) {
      first = name;
      common = strlen(name);
    }
    while (same < common && name[same] == first[same]) same++;
    common = same;
  }
  const size_t said = wb_ends_with(listing->label, end) ? strlen(listing->label) - strlen(end) : 0;
  if (said > 0 && common > said && first[said] == '-' && strncmp(first, listing->label, said) == 0)
    return said + 1;
  while (common > 0 && first[common - 1] != '-') common--;
  return count > 1 ? common : 0;
}

void wb_listing_find_clones(struct wb_listing *listing) {
  listing->clones = wb_alloc(listing->names.count + 1);
  for (size_t i = 0; i < listing->names.count; i++) listing->clones[i] = is_clone(listing, i);
  listing->assignment = assignment_length(listing);
}

static bool github_owner(const struct wb_listing *listing, size_t index, struct wb_owner *owner) {
  if (!listing->clones[index]) return false;
  const char *name = listing->names.items[index], *user = name + listing->assignment;
  *owner = (struct wb_owner){.key = wb_strdup(name),
                             .id = wb_strdup(user[0] != '\0' ? user : name),
                             .shown = wb_strdup("")};
  return true;
}

/* ---- which it is -------------------------------------------------------------------------------
 */

enum { CANVAS = 1 };
static const struct wb_bulk platforms[] = {{"Moodle", moodle_owner},
                                           [CANVAS] = {"Canvas", canvas_owner},
                                           {"Gradescope", gradescope_owner},
                                           {"Brightspace", brightspace_owner},
                                           {"GitHub Classroom", github_owner}};

static size_t count_owners(const struct wb_bulk *bulk, const struct wb_listing *listing) {
  size_t count = 0;
  for (size_t i = 0; i < listing->names.count; i++) {
    struct wb_owner owner = {.key = NULL};
    count += bulk->owner_of(listing, i, &owner);
    wb_owner_release(&owner);
  }
  return count;
}

const struct wb_bulk *wb_bulk_of(const struct wb_listing *listing) {
  const struct wb_bulk *best = NULL;
  size_t most = 0, others = 0;
  for (size_t i = 0; i < sizeof platforms / sizeof platforms[0]; i++) {
    const size_t count = count_owners(&platforms[i], listing);
    if (count > most) best = &platforms[i];
    if (count > most) most = count;
  }
  for (size_t i = 0; i < listing->names.count; i++)
    others += !wb_name_is_junk(listing->names.items[i]);
  if (2 * most >= others) return best;
  return has_two_of_canvas(listing) ? &platforms[CANVAS] : NULL;
}

/* ---- Gradescope's metadata ---------------------------------------------------------------------
 */

/* A plain or quoted scalar of YAML, on one line. */
static char *yaml_text(const char *at, size_t length) {
  struct wb_str text;
  char *shown;
  const char quote =
      length > 1 && (at[0] == '"' || at[0] == '\'') && at[length - 1] == at[0] ? at[0] : '\0';
  wb_str_init(&text);
  for (size_t i = quote != '\0'; i < length - (quote != '\0'); i++) {
    if (i + 2 < length &&
        ((quote == '\'' && at[i] == '\'' && at[i + 1] == '\'') || (quote == '"' && at[i] == '\\')))
      i++;
    wb_str_add_char(&text, at[i]);
  }
  shown = wb_shown_name(text.data, NULL);
  wb_str_release(&text);
  return shown;
}

/* "2026-03-01 10:00:00.53 Z", "… -08:00"; 0 for what is no such time. */
static int64_t yaml_time(const char *text) {
  struct tm at = {.tm_isdst = 0};
  int hours = 0, minutes = 0, end = 0;
  char sign = '\0';
  if (sscanf(text, "%4d-%2d-%2d%*[ T]%2d:%2d:%2d%n", &at.tm_year, &at.tm_mon, &at.tm_mday,
             &at.tm_hour, &at.tm_min, &at.tm_sec, &end) != 6)
    return 0;
  const char *zone = text + end;
  if (*zone == '.') zone += 1 + strspn(zone + 1, digits);
  zone += strspn(zone, " ");
  const bool is_utc = zone[0] == 'Z' || wb_starts_with(zone, "UTC");
  if (!is_utc &&
      (sscanf(zone, "%c%2d%*[:]%2d", &sign, &hours, &minutes) != 3 || (sign != '+' && sign != '-')))
    return 0;
  at.tm_year -= 1900;
  at.tm_mon -= 1;
  const int64_t offset = (sign == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
  return (int64_t)timegm(&at) - offset;
}

static void add_person(struct wb_submission *submission, char *ids[3]) {
  size_t best = 0;
  while (best < 3 && (ids[best] == NULL || ids[best][0] == '\0')) best++;
  if (best < 3) {
    size_t capacity = submission->n_ids;
    submission->ids =
        wb_grow(submission->ids, &capacity, submission->n_ids + 1, sizeof *submission->ids);
    submission->ids[submission->n_ids++] = wb_strdup(ids[best]);
    const char *name = ids[2] != NULL && ids[2][0] != '\0' ? ids[2] : ids[best];
    char *all = submission->name;
    submission->name = all != NULL ? wb_format("%s, %s", all, name) : wb_strdup(name);
    free(all);
  }
  for (size_t i = 0; i < 3; i++) {
    free(ids[i]);
    ids[i] = NULL;
  }
}

/* One line of a submission's block. Keys are taken at their own depth alone: what a program of a
 * learner printed stands deeper. */
static void take_metadata(struct wb_submission *submission, const char *line, size_t length,
                          bool *in_people, char *ids[3]) {
  static const char *const keys[3] = {":sid: ", ":email: ", ":name: "};
  static const char people[] = "  :submitters:", created[] = "  :created_at: ";
  const bool is_item = length > 4 && (strncmp(line, "  - ", 4) == 0);
  const bool is_more = length > 4 && strncmp(line, "    ", 4) == 0;
  if (!is_item && !is_more) *in_people = strncmp(line, people, strlen(people)) == 0;
  if (strncmp(line, created, strlen(created)) == 0) {
    char *text = yaml_text(line + strlen(created), length - strlen(created));
    const int64_t at = yaml_time(text);
    if (at > 0) submission->received = at;
    submission->is_received_said = at > 0;
    free(text);
  }
  if (!*in_people || (!is_item && !is_more)) return;
  if (is_item) add_person(submission, ids);
  for (size_t i = 0; i < 3; i++) {
    const size_t begin = 4 + strlen(keys[i]);
    if (length <= begin || strncmp(line + 4, keys[i], strlen(keys[i])) != 0) continue;
    free(ids[i]);
    ids[i] = yaml_text(line + begin, length - begin);
  }
}

static int compare_blocks(const void *one, const void *other) {
  const struct wb_metadata_block *a = one, *b = other;
  const size_t shorter = a->length < b->length ? a->length : b->length;
  const int order = memcmp(a->key, b->key, shorter);
  return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

/* The line after `line`, and in *length how long this is. */
static const char *next_line(const char *line, size_t *length) {
  *length = strcspn(line, "\n");
  const char *next = line + *length + (line[*length] == '\n');
  if (*length > 0 && line[*length - 1] == '\r') --*length;
  return next;
}

void wb_metadata_init(struct wb_metadata *metadata, struct wb_str *text) {
  size_t length;
  *metadata = (struct wb_metadata){.text = *text};
  wb_str_init(text);
  for (const char *line = metadata->text.data, *next; *line != '\0'; line = next) {
    next = next_line(line, &length);
    if (length < 2 || line[0] == ' ' || line[length - 1] != ':') continue;
    metadata->blocks = wb_grow(metadata->blocks, &metadata->capacity, metadata->count + 1,
                               sizeof *metadata->blocks);
    metadata->blocks[metadata->count++] = (struct wb_metadata_block){line, length - 1};
  }
  if (metadata->count > 1)
    qsort(metadata->blocks, metadata->count, sizeof *metadata->blocks, compare_blocks);
}

void wb_metadata_release(struct wb_metadata *metadata) {
  wb_str_release(&metadata->text);
  free(metadata->blocks);
}

static void take_block(struct wb_submission *submission, const char *line) {
  char *ids[3] = {NULL};
  bool in_people = false;
  size_t length;
  for (line = next_line(line, &length); line[0] == ' ' || line[0] == '\n' || line[0] == '\r';) {
    const char *next = next_line(line, &length);
    take_metadata(submission, line, length, &in_people, ids);
    line = next;
  }
  add_person(submission, ids);
}

void wb_metadata_apply(const struct wb_metadata *metadata, const char *key,
                       struct wb_submission *submission) {
  const struct wb_metadata_block wanted = {key, strlen(key)};
  const struct wb_metadata_block *block = metadata->count > 0
                                              ? bsearch(&wanted, metadata->blocks, metadata->count,
                                                        sizeof *metadata->blocks, compare_blocks)
                                              : NULL;
  char **fallback = submission->ids;
  const size_t n_fallback = submission->n_ids;
  if (block == NULL) return;
  submission->ids = NULL;
  submission->n_ids = 0;
  take_block(submission, block->key);
  if (submission->n_ids == 0) {
    submission->ids = fallback;
    submission->n_ids = n_fallback;
  } else {
    for (size_t i = 0; i < n_fallback; i++) free(fallback[i]);
    free(fallback);
  }
}
