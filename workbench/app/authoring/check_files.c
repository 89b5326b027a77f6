#include "authoring/check_files.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "base/slug.h"
#include "base/str.h"
#include "base/utf8.h"
#include "session/glossary.h"

static const char CHECK[] = "stray-files";
enum { TEXT_MAX = 4 << 20 };

/* What may be in a folder. */
struct expected_names {
  const struct wb_names *names; /* "accepted.cl", and "right/", which is a folder */
  const char *ending;           /* files that end so are read, too; NULL: none are */
};

static bool is_left_alone(const char *name) {
  return name[0] == '.' || wb_ends_with(name, "~") || wb_ends_with(name, ".swp") ||
         wb_ends_with(name, ".orig");
}

static bool is_expected(const struct expected_names *expected, const char *name, bool is_folder) {
  char *shown = wb_format("%s%s", name, is_folder ? "/" : "");
  const bool found =
      (!is_folder && expected->ending != NULL && wb_ends_with(name, expected->ending)) ||
      wb_names_have(expected->names, shown);
  free(shown);
  return found;
}

/* "Did you mean wrong/?" in `remedy`, else "". */
static char *suggest_name(const struct expected_names *expected, const char *shown) {
  const char *nearest =
      wb_nearest(shown, (const char *const *)expected->names->items, expected->names->count);
  return nearest != NULL ? wb_format("Did you mean %s?", nearest) : wb_strdup("");
}

struct stray_search {
  struct wb_check_report *report;
  const struct wb_course *course;
  const char *slug; /* "" where it is about the course */
  size_t found, odd_texts;
};

/* ---- texts ---------------------------------------------------------------------------------- */

static bool is_text(const char *name) {
  static const char *const endings[] = {".md", ".lua", ".cl", ".h", ".txt"};
  bool found = false;
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
    found = found || wb_ends_with(name, endings[i]);
  for (enum wb_language at = 0; at < WB_LANGUAGE_COUNT; at++)
    found = found || (wb_language_ending(at) != NULL && wb_ends_with(name, wb_language_ending(at)));
  return found;
}

/* The first line that is not UTF-8, from 1; 0: all are. */
static unsigned odd_line(const struct wb_str *text) {
  unsigned line = 0;
  for (size_t at = 0; at < text->length; line++) {
    const char *end = memchr(text->data + at, '\n', text->length - at);
    const size_t length = end != NULL ? (size_t)(end - text->data) - at : text->length - at;
    if (!wb_utf8_is_valid(text->data + at, length)) return line + 1;
    at += length + 1;
  }
  return 0;
}

/* `file` is relative to the course. */
static void check_text(struct stray_search *search, const char *file) {
  struct wb_str text;
  char *path = wb_path_join(search->course->root, file);
  wb_str_init(&text);
  const bool read = wb_is_regular_file(path) && wb_file_read(path, TEXT_MAX, &text, NULL) == WB_OK;
  const unsigned line = read ? odd_line(&text) : 0;
  const struct wb_check_place place = {
      .puzzle = search->slug, .part = wb_path_basename(file), .file = file, .line = line};
  if (line > 0) {
    wb_check_fault(search->report, "text-encoding", &place,
                   "Save it as UTF-8, which texts of a course are.",
                   "this line has bytes that are not UTF-8");
    search->odd_texts++;
  }
  wb_str_release(&text);
  free(path);
}

/* ---- names ---------------------------------------------------------------------------------- */

static void add_stray(struct stray_search *search, const struct expected_names *expected,
                      const char *folder, const char *name, bool is_folder) {
  char *file = wb_format("%s/%s", folder, name);
  char *shown = wb_format("%s%s", name, is_folder ? "/" : "");
  char *remedy = suggest_name(expected, shown);
  const struct wb_check_place place = {.puzzle = search->slug, .part = name, .file = file};
  wb_check_fault(search->report, CHECK, &place, remedy, "nothing reads %s/%s", folder, shown);
  search->found++;
  free(remedy);
  free(shown);
  free(file);
}

/* A folder that is not there has no strays. `folder` is relative to the course. */
static void search_folder(struct stray_search *search, const char *folder,
                          const struct expected_names *expected) {
  struct wb_names found;
  char *path = wb_path_join(search->course->root, folder);
  wb_names_init(&found);
  if (wb_is_directory(path)) wb_directory_list(path, &found, NULL);
  for (size_t i = 0; i < found.count; i++) {
    char *entry = wb_path_join(path, found.items[i]);
    const char *name = wb_path_basename(found.items[i]);
    const bool is_folder = wb_is_directory(entry);
    char *file = wb_path_join(folder, name);
    if (!is_left_alone(name) && !is_expected(expected, name, is_folder))
      add_stray(search, expected, folder, name, is_folder);
    else if (!is_left_alone(name) && !is_folder && is_text(name))
      check_text(search, file);
    free(file);
    free(entry);
  }
  wb_names_release(&found);
  free(path);
}

/* The same in a folder of the puzzle, where these names are expected. */
static void search_own(struct stray_search *search, const char *above, const char *below,
                       const struct wb_names *names, const char *ending) {
  char *folder = wb_format("%s/%s%s", above, search->slug, below);
  search_folder(search, folder, &(struct expected_names){.names = names, .ending = ending});
  free(folder);
}

static void conclude_search(const struct stray_search *search) {
  const struct wb_check_place place = {.puzzle = search->slug};
  if (search->found == 0) wb_check_passed(search->report, CHECK, &place);
  if (search->odd_texts == 0) wb_check_passed(search->report, "text-encoding", &place);
}

/* The puzzle's own folder, with the files that its programs may read. */
static void search_puzzle(struct stray_search *search, const struct wb_puzzle_summary *summary) {
  static const char *const usual[] = {"puzzle.lua", "lesson.md", "explained.md"};
  struct wb_names names;
  wb_names_init(&names);
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) wb_names_add(&names, usual[i]);
  for (size_t i = 0; summary != NULL && i < summary->n_files; i++)
    wb_names_add(&names, summary->files[i]);
  search_own(search, "puzzles", "", &names, ".lua");
  wb_names_release(&names);
}

static void add_accepted(struct wb_names *names, const char *ending) {
  char *name = wb_format("accepted%s", ending);
  wb_names_add(names, name);
  free(name);
}

static void search_solution(struct stray_search *search) {
  static const char *const usual[] = {"right/", "wrong/", "equivalent.txt"};
  const char *ending = wb_course_ending(search->course, search->slug);
  struct wb_names names, none;
  wb_names_init(&names);
  wb_names_init(&none);
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) wb_names_add(&names, usual[i]);
  add_accepted(&names, ending);
  for (enum wb_language at = 0; at < WB_LANGUAGE_COUNT; at++)
    if (wb_language_ending(at) != NULL) add_accepted(&names, wb_language_ending(at));
  search_own(search, "solutions", "", &names, NULL);
  search_own(search, "solutions", "/right", &none, ending);
  search_own(search, "solutions", "/wrong", &none, ending);
  wb_names_release(&names);
}

void wb_check_puzzle_files(struct wb_check_report *report, const struct wb_course *course,
                           const char *slug, const struct wb_puzzle_summary *summary) {
  struct stray_search search = {.report = report, .course = course, .slug = slug};
  search_puzzle(&search, summary);
  search_solution(&search);
  conclude_search(&search);
}

/* Texts of the course that no puzzle has: whatever lies there is read. */
static void search_shared(struct stray_search *search) {
  static const char *const folders[] = {"puzzles/chapters", "kernels/include", "lua"};
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
    struct wb_names found;
    char *path = wb_path_join(search->course->root, folders[i]);
    wb_names_init(&found);
    if (wb_is_directory(path)) wb_directory_list(path, &found, NULL);
    for (size_t k = 0; k < found.count; k++) {
      char *file = wb_path_join(folders[i], found.items[k]);
      if (is_text(file) && !is_left_alone(found.items[k])) check_text(search, file);
      free(file);
    }
    wb_names_release(&found);
    free(path);
  }
  check_text(search, "course.lua");
}

/* ---- puzzles that cannot be told apart ------------------------------------------------------ */

/* What two puzzles have in common by which people ask for one of them; NULL: nothing. */
static const char *common_word(const struct wb_puzzle_summary *a,
                               const struct wb_puzzle_summary *b) {
  const bool has_titles = a->title != NULL && b->title != NULL && a->title[0] != '\0';
  if (a->number == b->number) return "number";
  if (wb_slug_is_same(a->slug, wb_slug_name(b->slug))) return "name";
  return has_titles && strcasecmp(a->title, b->title) == 0 ? "title" : NULL;
}

static void check_twins(struct wb_check_report *report, const struct wb_catalog *catalog) {
  const struct wb_check_place whole = {.file = "puzzles"};
  size_t twins = 0;
  for (size_t i = 0; i < catalog->count; i++)
    for (size_t k = 0; k < i; k++) {
      const struct wb_puzzle_summary *one = &catalog->items[i], *before = &catalog->items[k];
      const char *word = common_word(before, one);
      if (word == NULL) continue;
      char *file = wb_format("puzzles/%s", one->slug);
      const struct wb_check_place place = {.part = one->slug, .file = file};
      wb_check_fault(report, "puzzle-twins", &place, "Give one of them another.",
                     "%s has the %s of %s, so that only one of them is found by it", one->slug,
                     word, before->slug);
      free(file);
      twins++;
    }
  if (twins == 0) wb_check_passed(report, "puzzle-twins", &whole);
}

/* Beside the starters of puzzles that were renamed. */
static void expect_former_names(const struct wb_course *course, struct wb_names *starters) {
  struct wb_former_names former;
  wb_course_former_names(course, &former);
  for (size_t i = 0; i < former.slugs.count; i++) {
    char *mark = wb_course_former_mark(former.slugs.items[i], former.names.items[i]);
    if (wb_course_has_puzzle(course, former.slugs.items[i]))
      wb_names_add(starters, wb_path_basename(mark));
    free(mark);
  }
  wb_former_names_release(&former);
}

void wb_check_course_files(struct wb_check_report *report, const struct wb_course *course,
                           const struct wb_catalog *catalog) {
  struct stray_search search = {.report = report, .course = course, .slug = ""};
  struct wb_names folders, starters, puzzles;
  wb_names_init(&folders);
  wb_names_init(&starters);
  wb_names_init(&puzzles);
  for (size_t i = 0; i < catalog->count; i++) {
    char *folder = wb_format("%s/", catalog->items[i].slug);
    char *starter =
        wb_format("%s%s", catalog->items[i].slug, wb_course_ending(course, catalog->items[i].slug));
    wb_names_add(&folders, folder);
    wb_names_add(&puzzles, folder);
    wb_names_add(&starters, starter);
    free(starter);
    free(folder);
  }
  expect_former_names(course, &starters);
  wb_names_add(&puzzles, "chapters/");
  wb_names_add(&puzzles, "glossary.md");
  wb_names_add(&starters, "include/");
  search_folder(&search, "puzzles", &(struct expected_names){.names = &puzzles});
  search_folder(&search, "kernels", &(struct expected_names){.names = &starters});
  search_folder(&search, "solutions", &(struct expected_names){.names = &folders});
  wb_names_release(&puzzles);
  wb_names_release(&starters);
  wb_names_release(&folders);
  search_shared(&search);
  conclude_search(&search);
  check_twins(report, catalog);
}
