#include "authoring/check_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"

static const char CHECK[] = "stray-files";

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
  size_t found;
};

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
    if (!is_left_alone(name) && !is_expected(expected, name, is_folder))
      add_stray(search, expected, folder, name, is_folder);
    free(entry);
  }
  wb_names_release(&found);
  free(path);
}

/* The same with names that end with NULL, in a folder of the puzzle. */
static void search_own(struct stray_search *search, const char *above, const char *below,
                       const char *const *names, const char *ending) {
  struct wb_names list;
  char *folder = wb_format("%s/%s%s", above, search->slug, below);
  wb_names_init(&list);
  for (size_t i = 0; names[i] != NULL; i++) wb_names_add(&list, names[i]);
  search_folder(search, folder, &(struct expected_names){.names = &list, .ending = ending});
  wb_names_release(&list);
  free(folder);
}

static void conclude_search(const struct stray_search *search) {
  const struct wb_check_place place = {.puzzle = search->slug};
  if (search->found == 0) wb_check_passed(search->report, CHECK, &place);
}

/* The puzzle's own folder, with the files that its programs may read. */
static void search_puzzle(struct stray_search *search, const struct wb_puzzle_summary *summary) {
  static const char *const usual[] = {"puzzle.lua", "lesson.md", "explained.md"};
  enum { USUAL = sizeof usual / sizeof usual[0] };
  const size_t n_files = summary != NULL ? summary->n_files : 0;
  const char **names = wb_alloc((USUAL + n_files + 1) * sizeof *names);
  for (size_t i = 0; i < USUAL; i++) names[i] = usual[i];
  for (size_t i = 0; i < n_files; i++) names[USUAL + i] = summary->files[i];
  search_own(search, "puzzles", "", names, ".lua");
  free(names);
}

void wb_check_puzzle_files(struct wb_check_report *report, const struct wb_course *course,
                           const char *slug, const struct wb_puzzle_summary *summary) {
  static const char *const kernels[] = {NULL};
  const char *ending = wb_course_ending(course, slug);
  char *accepted = wb_format("accepted%s", ending);
  const char *const solution[] = {accepted, "right/", "wrong/", "equivalent.txt", NULL};
  struct stray_search search = {.report = report, .course = course, .slug = slug};
  search_puzzle(&search, summary);
  search_own(&search, "solutions", "", solution, NULL);
  search_own(&search, "solutions", "/right", kernels, ending);
  search_own(&search, "solutions", "/wrong", kernels, ending);
  conclude_search(&search);
  free(accepted);
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
  wb_names_add(&puzzles, "chapters/");
  wb_names_add(&puzzles, "glossary.md");
  wb_names_add(&starters, "include/");
  search_folder(&search, "puzzles", &(struct expected_names){.names = &puzzles});
  search_folder(&search, "kernels", &(struct expected_names){.names = &starters});
  search_folder(&search, "solutions", &(struct expected_names){.names = &folders});
  wb_names_release(&puzzles);
  wb_names_release(&starters);
  wb_names_release(&folders);
  conclude_search(&search);
}
