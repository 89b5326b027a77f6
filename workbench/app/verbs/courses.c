#include "verbs/courses.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

#define WB_OF struct wb_course_entry
static const struct wb_field rows[] = {
    {"name", WB_VALUE(name)},
    {"path", WB_VALUE(path)},
    {"title", WB_VALUE(title)},
    {"archive", WB_VALUE(archive)},
    {"current", WB_VALUE(current)},
    {"pack", WB_VALUE(pack), .or_null = true},
    {"puzzles", WB_VALUE(puzzles)},
    {"solved", WB_VALUE(solved)},
    {"error", WB_VALUE(error), .or_null = true},
};
const struct wb_fields wb_course_entry_fields = {WB_ROWS(rows)};
#undef WB_OF

static void add_once(struct wb_names *paths, const char *path) {
  if (!wb_names_have(paths, path)) wb_names_add(paths, path);
}

void wb_course_paths(const char *current, struct wb_names *paths) {
  struct wb_names listed;
  char *own = wb_course_of_program();
  wb_names_init(&listed);
  wb_course_list(&listed);
  if (current != NULL) add_once(paths, current);
  if (own != NULL) add_once(paths, own);
  for (size_t i = 0; i < listed.count; i++) add_once(paths, listed.items[i]);
  wb_names_release(&listed);
  free(own);
}

/* Its name where that finds it, else its path. */
static char *name_of(const char *path) {
  struct wb_course_place place;
  char *name = wb_course_name_of(path);
  const bool finds = wb_course_find(&place, name, NULL) == WB_OK && strcmp(place.path, path) == 0;
  free(place.path);
  if (finds) return name;
  free(name);
  return wb_strdup(path);
}

static void look_into(struct wb_course_entry *entry) {
  struct wb_session session;
  struct wb_error err = {0};
  char *notice = NULL;
  enum wb_status status = wb_session_begin(&session, entry->path, NULL, &notice, &err);
  const struct wb_course_summary *about = &session.catalog.course;
  if (status == WB_OK) {
    entry->title = wb_strdup(about->title != NULL ? about->title : "");
    entry->pack = wb_strdup(about->pack);
    entry->puzzles = session.catalog.count;
    entry->solved = wb_session_solved(&session, 0, session.catalog.count);
  } else {
    entry->title = wb_strdup("");
    entry->error = wb_format("%s%s%s", err.where, err.where[0] != '\0' ? ": " : "", err.message);
  }
  wb_session_close(&session);
  free(notice);
}

void wb_courses_load(const char *current, struct wb_courses *courses) {
  struct wb_names paths;
  *courses = (struct wb_courses){.items = NULL};
  wb_names_init(&paths);
  wb_course_paths(current, &paths);
  for (size_t i = 0; i < paths.count; i++) {
    const char *path = paths.items[i];
    courses->items = wb_grow(courses->items, &courses->capacity, i + 1, sizeof *courses->items);
    courses->items[courses->count++] =
        (struct wb_course_entry){.name = name_of(path),
                                 .path = wb_strdup(path),
                                 .archive = !wb_is_directory(path),
                                 .current = current != NULL && strcmp(current, path) == 0};
    look_into(&courses->items[i]);
  }
  wb_names_release(&paths);
}

void wb_courses_release(struct wb_courses *courses) {
  for (size_t i = 0; i < courses->count; i++)
    wb_fields_release(&wb_course_entry_fields, &courses->items[i]);
  free(courses->items);
  *courses = (struct wb_courses){.items = NULL};
}

enum wb_status wb_courses_choose(const char *wanted, char **path, struct wb_error *err) {
  struct wb_course course = {0};
  *path = NULL;
  enum wb_status status = wb_session_open_course(&course, wanted, err);
  if (status == WB_OK) status = wb_course_choose(course.named, err);
  if (status == WB_OK) *path = wb_strdup(course.named);
  wb_course_release(&course);
  return status;
}
