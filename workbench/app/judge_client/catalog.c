#include "judge_client/catalog.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "base/slug.h"
#include "judge_client/client.h"

static int by_number(const void *a, const void *b) {
  const struct wb_puzzle_summary *left = a, *right = b;
  if (left->number != right->number) return left->number < right->number ? -1 : 1;
  return strcmp(left->slug, right->slug);
}

static void add_puzzle(struct wb_catalog *catalog, size_t *capacity, struct wb_event *event) {
  catalog->items = wb_grow(catalog->items, capacity, catalog->count + 1, sizeof *catalog->items);
  catalog->items[catalog->count++] = *event->puzzle;
  free(event->puzzle);
  event->puzzle = NULL;
}

static enum wb_status take_course(struct wb_catalog *catalog, struct wb_event *event,
                                  struct wb_error *err) {
  wb_course_summary_release(&catalog->course);
  catalog->course = *event->course;
  free(event->course);
  event->course = NULL;
  if (catalog->course.error == NULL) return WB_OK;
  return wb_fail(err, WB_ERR_SPEC, "%s", catalog->course.error);
}

enum wb_status wb_catalog_load_one(const char *course, const char *slug, struct wb_catalog *catalog,
                                   struct wb_error *err) {
  struct wb_judge *judge = NULL;
  size_t capacity = 0;
  bool done = false;
  memset(catalog, 0, sizeof *catalog);
  enum wb_status status = wb_judge_describe(course, slug, &judge, err);
  while (status == WB_OK && !done) {
    struct wb_event event;
    status = wb_judge_next(judge, &event, err);
    if (status != WB_OK) break;
    if (event.kind == WB_EVENT_NONE)
      poll(&(struct pollfd){.fd = wb_judge_fd(judge), .events = POLLIN}, 1, 100);
    if (event.kind == WB_EVENT_COURSE) status = take_course(catalog, &event, err);
    if (event.kind == WB_EVENT_PUZZLE) add_puzzle(catalog, &capacity, &event);
    done = event.kind == WB_EVENT_END;
    wb_event_release(&event);
  }
  wb_judge_free(judge);
  if (status != WB_OK) wb_catalog_release(catalog);
  if (catalog->count > 1) qsort(catalog->items, catalog->count, sizeof *catalog->items, by_number);
  return status;
}

enum wb_status wb_catalog_load(const char *course, struct wb_catalog *catalog,
                               struct wb_error *err) {
  return wb_catalog_load_one(course, NULL, catalog, err);
}

void wb_catalog_release(struct wb_catalog *catalog) {
  for (size_t i = 0; i < catalog->count; i++) wb_puzzle_summary_release(&catalog->items[i]);
  wb_course_summary_release(&catalog->course);
  free(catalog->items);
  memset(catalog, 0, sizeof *catalog);
}

/* ---- finding ----------------------------------------------------------------- */

static bool starts_without_case(const char *text, const char *prefix) {
  return text != NULL && strncasecmp(text, prefix, strlen(prefix)) == 0;
}

static bool fits_exactly(const struct wb_puzzle_summary *puzzle, const char *wanted) {
  bool fits = strcasecmp(puzzle->slug, wanted) == 0 ||
              (wb_slug_is_number(wanted) && puzzle->number == wb_slug_number(wanted));
  for (size_t i = 0; i < puzzle->n_aliases && !fits; i++)
    fits = strcasecmp(puzzle->aliases[i], wanted) == 0;
  return fits;
}

/* The whole title, or the name: "map" is 01-map, though 04-map-2d begins so, too, and so is
 * "03-map", which may have been its slug before puzzles were added to the course. */
static bool fits_name(const struct wb_puzzle_summary *puzzle, const char *wanted) {
  return strcasecmp(wb_slug_name(puzzle->slug), wb_slug_name(wanted)) == 0 ||
         (puzzle->title != NULL && strcasecmp(puzzle->title, wanted) == 0);
}

/* A prefix of the slug, of the name, or of a title's word. */
static bool fits_prefix(const struct wb_puzzle_summary *puzzle, const char *wanted) {
  const char *word = puzzle->title;
  bool fits = starts_without_case(puzzle->slug, wanted) ||
              starts_without_case(wb_slug_name(puzzle->slug), wanted) ||
              starts_without_case(puzzle->title, wanted);
  while (!fits && word != NULL && (word = strchr(word, ' ')) != NULL)
    fits = starts_without_case(++word, wanted);
  return fits;
}

static size_t collect_matches(const struct wb_puzzle_list *list, const char *wanted,
                              bool (*fits)(const struct wb_puzzle_summary *, const char *),
                              size_t *index, struct wb_str *names) {
  size_t count = 0;
  for (size_t i = 0; i < list->count; i++) {
    const struct wb_puzzle_summary *puzzle = list->puzzle(list->data, i);
    if (!fits(puzzle, wanted)) continue;
    wb_str_addf(names, "%s%s", count > 0 ? ", " : "", puzzle->slug);
    if (count++ == 0) *index = i;
  }
  return count;
}

static enum wb_status not_found(const struct wb_puzzle_list *list, const char *wanted,
                                struct wb_error *err) {
  const char **names = wb_alloc((3 * list->count + 1) * sizeof *names);
  const char *suggestion = NULL;
  size_t count = 0;
  for (size_t i = 0; i < list->count; i++) {
    const struct wb_puzzle_summary *puzzle = list->puzzle(list->data, i);
    names[count++] = puzzle->slug;
    names[count++] = wb_slug_name(puzzle->slug);
    names[count++] = puzzle->title != NULL ? puzzle->title : puzzle->slug;
  }
  const char *nearest = wb_nearest(wanted, names, count);
  for (size_t i = 0; nearest != NULL && i < count; i++)
    if (names[i] == nearest) suggestion = list->puzzle(list->data, i / 3)->slug;
  free(names);
  if (suggestion != NULL)
    return wb_fail(err, WB_ERR_NOT_FOUND, "there is no puzzle \"%s\"; did you mean \"%s\"?", wanted,
                   suggestion);
  return wb_fail(err, WB_ERR_NOT_FOUND, "there is no puzzle \"%s\"; `workbench list` shows all",
                 wanted);
}

enum wb_status wb_puzzle_list_find(const struct wb_puzzle_list *list, const char *wanted,
                                   size_t *index, struct wb_error *err) {
  static bool (*const stages[])(const struct wb_puzzle_summary *, const char *) = {
      fits_exactly, fits_name, fits_prefix};
  enum wb_status status = WB_OK;
  struct wb_str names;
  size_t count = 0;
  wb_str_init(&names);
  for (size_t i = 0; i < sizeof stages / sizeof stages[0] && count == 0 && *wanted != '\0'; i++)
    count = collect_matches(list, wanted, stages[i], index, &names);
  if (count == 0) status = not_found(list, wanted, err);
  if (count > 1)
    status = wb_fail(err, WB_ERR_NOT_FOUND, "\"%s\" could be any of %s; write more of it", wanted,
                     names.data);
  wb_str_release(&names);
  return status;
}

static const struct wb_puzzle_summary *puzzle_at(const void *data, size_t index) {
  const struct wb_catalog *catalog = data;
  return &catalog->items[index];
}

const struct wb_puzzle_summary *wb_catalog_puzzle(const struct wb_catalog *catalog,
                                                  const char *slug) {
  for (size_t i = 0; i < catalog->count; i++)
    if (strcmp(catalog->items[i].slug, slug) == 0) return &catalog->items[i];
  return NULL;
}

struct wb_puzzle_list wb_catalog_list(const struct wb_catalog *catalog) {
  return (struct wb_puzzle_list){catalog, puzzle_at, catalog->count};
}

enum wb_status wb_catalog_find(const struct wb_catalog *catalog, const char *wanted,
                               const struct wb_puzzle_summary **found, struct wb_error *err) {
  const struct wb_puzzle_list list = wb_catalog_list(catalog);
  size_t index = 0;
  const enum wb_status status = wb_puzzle_list_find(&list, wanted, &index, err);
  *found = status == WB_OK ? &catalog->items[index] : NULL;
  return status;
}

/* ---- chapters ---- */

static bool goes_on(const char *name, const struct wb_puzzle_summary *puzzle) {
  if (puzzle->error != NULL) return true; /* what it belongs to cannot be read */
  if (name == NULL || puzzle->chapter == NULL) return name == puzzle->chapter;
  return strcmp(name, puzzle->chapter) == 0;
}

bool wb_chapter_next(const struct wb_puzzle_list *list, struct wb_chapter *chapter) {
  const size_t first = chapter->end;
  if (first >= list->count) return false;
  *chapter = (struct wb_chapter){
      .name = list->puzzle(list->data, first)->chapter, .first = first, .end = first + 1};
  while (chapter->end < list->count &&
         goes_on(chapter->name, list->puzzle(list->data, chapter->end)))
    chapter->end++;
  return true;
}

const char *wb_chapter_begun_by(const struct wb_puzzle_list *list, size_t index, size_t *end) {
  for (struct wb_chapter chapter = {0}; wb_chapter_next(list, &chapter);) {
    if (chapter.first != index) continue;
    if (end != NULL) *end = chapter.end;
    return chapter.name;
  }
  return NULL;
}

bool wb_chapters_are_used(const struct wb_puzzle_list *list) {
  for (size_t i = 0; i < list->count; i++)
    if (list->puzzle(list->data, i)->chapter != NULL) return true;
  return false;
}

const char *wb_chapter_title(const struct wb_chapter *chapter) {
  return chapter->name != NULL ? chapter->name : "Other puzzles";
}

size_t wb_chapter_bar(size_t done, size_t total) {
  if (total <= WB_CHAPTER_BAR_MAX) return done;
  size_t cells = done * WB_CHAPTER_BAR_MAX / total;
  return cells == 0 && done > 0 ? 1 : cells;
}
