/* Puzzles that come from another course, and puzzles that go. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/new.h"
#include "base/slug.h"
#include "base/str.h"

enum { FILE_MAX_BYTES = 64 << 20, DEEPEST = 8 };

/* ---- a puzzle's files ---- */

/* `folder` is relative to the course. */
static enum wb_status add_files_of(const struct wb_course *course, const char *folder,
                                   unsigned depth, struct wb_names *files, struct wb_error *err) {
  struct wb_names names;
  char *path = wb_path_join(course->root, folder);
  wb_names_init(&names);
  enum wb_status status = wb_is_directory(path) ? wb_directory_list(path, &names, err) : WB_OK;
  wb_names_sort(&names);
  for (size_t i = 0; i < names.count && status == WB_OK; i++) {
    char *name = wb_path_join(folder, names.items[i]);
    char *whole = wb_path_join(course->root, name);
    if (names.items[i][0] != '.' && wb_is_regular_file(whole))
      wb_names_add(files, name);
    else if (names.items[i][0] != '.' && wb_is_directory(whole) && depth > 0)
      status = add_files_of(course, name, depth - 1, files, err);
    free(whole);
    free(name);
  }
  wb_names_release(&names);
  free(path);
  return status;
}

/* Starters of every kind: SLUG and what follows a dot. */
static enum wb_status add_starters(const struct wb_course *course, const char *slug,
                                   struct wb_names *files, struct wb_error *err) {
  struct wb_names names;
  char *path = wb_path_join(course->root, "kernels");
  wb_names_init(&names);
  const enum wb_status status = wb_directory_list(path, &names, err);
  wb_names_sort(&names);
  for (size_t i = 0; i < names.count; i++) {
    char *name = wb_path_join("kernels", names.items[i]);
    if (wb_starts_with(names.items[i], slug) && names.items[i][strlen(slug)] == '.')
      wb_names_add(files, name);
    free(name);
  }
  wb_names_release(&names);
  free(path);
  return status;
}

enum wb_status wb_puzzle_list_files(const struct wb_course *course, const char *slug,
                                    struct wb_names *files, struct wb_error *err) {
  char *puzzle = wb_path_join("puzzles", slug), *solution = wb_path_join("solutions", slug);
  enum wb_status status = add_files_of(course, puzzle, DEEPEST, files, err);
  if (status == WB_OK) status = add_starters(course, slug, files, err);
  if (status == WB_OK) status = add_files_of(course, solution, DEEPEST, files, err);
  free(solution);
  free(puzzle);
  return status;
}

/* ---- import ---- */

static bool is_named(const char *slug, const char *word) {
  char *end;
  const unsigned long number = strtoul(word, &end, 10);
  return strcmp(slug, word) == 0 || strcmp(wb_slug_name(slug), word) == 0 ||
         (end != word && *end == '\0' && wb_slug_digits(slug) > 0 &&
          wb_slug_number(slug) == number);
}

/* Its slug in the other course; the caller frees. */
static enum wb_status find_puzzle(const struct wb_course *from, const char *word, char **slug,
                                  struct wb_error *err) {
  struct wb_names slugs;
  wb_names_init(&slugs);
  *slug = NULL;
  enum wb_status status = wb_course_slugs(from, &slugs, err);
  for (size_t i = 0; i < slugs.count && *slug == NULL; i++)
    if (is_named(slugs.items[i], word)) *slug = wb_strdup(slugs.items[i]);
  if (status == WB_OK && *slug == NULL)
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s has no puzzle \"%s\"; `workbench list --course %s` lists those it has",
                     from->root, word, from->root);
  wb_names_release(&slugs);
  return status;
}

static enum wb_status check_is_new(const struct wb_session *session, const char *slug,
                                   const char *root, struct wb_error *err) {
  if (strcmp(session->course.root, root) == 0)
    return wb_fail(err, WB_ERR_USAGE, "--from names the course that the puzzle is to come to: %s",
                   root);
  for (size_t i = 0; i < session->catalog.count; i++)
    if (wb_slug_is_same(session->catalog.items[i].slug, slug))
      return wb_fail(err, WB_ERR_USAGE, "there is a puzzle of this name: %s; remove it first",
                     session->catalog.items[i].slug);
  return WB_OK;
}

static bool lists_chapter(const struct wb_course_summary *course, const char *name, size_t length) {
  for (size_t i = 0; i < course->n_chapters; i++)
    if (strlen(course->chapters[i]) == length && memcmp(course->chapters[i], name, length) == 0)
      return true;
  return false;
}

/* A spec with a chapter that the course does not list gets one that it does: else it would not
 * load. */
static void add_spec(const struct wb_session *session, const struct wb_puzzle_place *place,
                     const char *text, struct wb_str *out) {
  static const char KEY[] = "chapter = \"";
  while (*text != '\0') {
    const size_t length = strcspn(text, "\n"), blanks = strspn(text, " \t");
    const char *name = text + blanks + strlen(KEY);
    const bool has = wb_starts_with(text + blanks, KEY) && session->catalog.course.n_chapters > 0 &&
                     !lists_chapter(&session->catalog.course, name, strcspn(name, "\"\n"));
    char *line = has ? wb_new_chapter_line(session, place) : NULL;
    if (has)
      wb_str_addf(out, "%.*s%s", (int)blanks, text, line);
    else
      wb_str_add_bytes(out, text, length);
    if (text[length] == '\n') wb_str_add_char(out, '\n');
    text += length + (text[length] == '\n');
    free(line);
  }
}

/* One file to its place under the new slug. */
static enum wb_status copy_file(const struct wb_session *session, const struct wb_course *from,
                                const char *file, const char *slug,
                                const struct wb_puzzle_import *wanted, const char *to,
                                struct wb_course_change *change, struct wb_error *err) {
  struct wb_str bytes, spec;
  char *path = wb_path_join(from->root, file);
  const size_t folder = (size_t)(strchr(file, '/') + 1 - file);
  char *place = wb_format("%.*s%s%s", (int)folder, file, to, file + folder + strlen(slug));
  wb_str_init(&bytes);
  wb_str_init(&spec);
  const enum wb_status status = wb_file_read(path, FILE_MAX_BYTES, &bytes, err);
  const bool is_spec = wb_starts_with(file, "puzzles/") && wb_ends_with(file, "/puzzle.lua");
  if (status == WB_OK && is_spec) {
    add_spec(session, &wanted->place, bytes.data, &spec);
    wb_course_change_write(change, place, spec.data);
  } else if (status == WB_OK) {
    wb_course_change_write_bytes(change, place, bytes.data, bytes.length);
  }
  wb_str_release(&spec);
  wb_str_release(&bytes);
  free(place);
  free(path);
  return status;
}

static enum wb_status copy_puzzle(const struct wb_session *session, const struct wb_course *from,
                                  const char *slug, const struct wb_puzzle_import *wanted,
                                  struct wb_course_edit *edit, struct wb_error *err) {
  struct wb_course_change change;
  struct wb_names files;
  wb_names_init(&files);
  wb_course_change_init(&change, session->course.root);
  enum wb_status status = wb_renumbering_insert(&session->course, wb_slug_name(slug),
                                                &wanted->place, &edit->slug, &edit->places, err);
  if (status == WB_OK) status = wb_puzzle_list_files(from, slug, &files, err);
  for (size_t i = 0; i < files.count && status == WB_OK; i++)
    status = copy_file(session, from, files.items[i], slug, wanted, edit->slug, &change, err);
  if (status == WB_OK) status = wb_course_edit_commit(&session->course, &change, edit, err);
  wb_course_change_release(&change);
  wb_names_release(&files);
  return status;
}

enum wb_status wb_puzzle_import(const struct wb_session *session,
                                const struct wb_puzzle_import *wanted, struct wb_course_edit *edit,
                                struct wb_error *err) {
  struct wb_course from = {0};
  char *slug = NULL;
  *edit = (struct wb_course_edit){0};
  enum wb_status status = wb_course_edit_check(&session->course, err);
  if (status == WB_OK) status = wb_course_open(&from, wanted->from, NULL, err);
  if (status == WB_OK) status = find_puzzle(&from, wanted->puzzle, &slug, err);
  if (status == WB_OK) status = check_is_new(session, slug, from.root, err);
  if (status == WB_OK) status = copy_puzzle(session, &from, slug, wanted, edit, err);
  if (status == WB_OK) edit->from = wb_strdup(from.root);
  if (status != WB_OK) wb_course_edit_release(edit);
  wb_course_release(&from);
  free(slug);
  return status;
}

/* ---- remove ---- */

/* What goes as a whole: the two folders, and each starter. */
static void remove_units(const struct wb_course *course, const char *slug,
                         const struct wb_names *files, struct wb_course_change *change) {
  static const char *const folders[] = {"puzzles", "solutions"};
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
    char *unit = wb_path_join(folders[i], slug), *path = wb_path_join(course->root, unit);
    if (wb_file_exists(path)) wb_course_change_remove(change, unit);
    free(path);
    free(unit);
  }
  for (size_t i = 0; i < files->count; i++)
    if (wb_starts_with(files->items[i], "kernels/"))
      wb_course_change_remove(change, files->items[i]);
}

enum wb_status wb_puzzle_remove(const struct wb_session *session, const char *slug,
                                struct wb_course_edit *edit, struct wb_error *err) {
  struct wb_course_change change;
  struct wb_names files;
  *edit = (struct wb_course_edit){.slug = wb_strdup(slug), .removed = true};
  wb_names_init(&files);
  wb_course_change_init(&change, session->course.root);
  enum wb_status status = wb_course_edit_check(&session->course, err);
  if (status == WB_OK) status = wb_puzzle_list_files(&session->course, slug, &files, err);
  for (size_t i = 0; i < files.count && status == WB_OK; i++)
    wb_course_edit_add_file(edit, files.items[i]);
  if (status == WB_OK) remove_units(&session->course, slug, &files, &change);
  if (status == WB_OK) status = wb_course_edit_commit(&session->course, &change, edit, err);
  if (status != WB_OK) wb_course_edit_release(edit);
  wb_course_change_release(&change);
  wb_names_release(&files);
  return status;
}
