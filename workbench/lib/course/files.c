#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/slug.h"
#include "base/str.h"
#include "course/course.h"

enum { SOURCE_LIMIT = 16 << 20 };

static const char KERNEL[] = ".cl", PROGRAM[] = ".lua";

/* A kernel, or a host program. */
static bool is_answer(const char *name) {
  return name[0] != '.' && (wb_ends_with(name, KERNEL) || wb_ends_with(name, PROGRAM));
}

/* The starter says which: the shell and the screen do not read specs. */
const char *wb_course_ending(const struct wb_course *course, const char *slug) {
  char *program = wb_format("%s/kernels/%s%s", course->root, slug, PROGRAM);
  const char *ending = wb_file_exists(program) ? PROGRAM : KERNEL;
  free(program);
  return ending;
}

char *wb_course_starter(const struct wb_course *course, const char *slug) {
  return wb_format("%s/kernels/%s%s", course->root, slug, wb_course_ending(course, slug));
}

char *wb_course_lesson(const struct wb_course *course, const char *slug) {
  return wb_format("%s/puzzles/%s/lesson.md", course->root, slug);
}

char *wb_course_explained(const struct wb_course *course, const char *slug) {
  return wb_format("%s/puzzles/%s/explained.md", course->root, slug);
}

char *wb_course_file(const struct wb_course *course, const char *slug, const char *name) {
  return wb_format("%s/puzzles/%s/%s", course->root, slug, name);
}

char *wb_course_solution_that_ends(const struct wb_course *course, const char *slug,
                                   const char *ending) {
  return wb_format("%s/solutions/%s/accepted%s", course->root, slug, ending);
}

char *wb_course_solution(const struct wb_course *course, const char *slug) {
  return wb_course_solution_that_ends(course, slug, wb_course_ending(course, slug));
}

char *wb_course_glossary(const struct wb_course *course) {
  return wb_format("%s/puzzles/glossary.md", course->root);
}

const char *wb_course_relative(const struct wb_course *course, const char *path) {
  const size_t length = strlen(course->root);
  return strncmp(path, course->root, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}

char *wb_course_chapter(const struct wb_course *course, const char *title) {
  char *slug = wb_slug_of(title);
  char *path = wb_format("%s/puzzles/chapters/%s.md", course->root, slug);
  free(slug);
  return path;
}

static const struct wb_word solutions_words[] = {
    [WB_SOLUTIONS_ASKED] = {.name = "asked"},
    [WB_SOLUTIONS_SOLVED] = {.name = "solved"},
    [WB_SOLUTIONS_NEVER] = {.name = "never"},
};
const struct wb_words wb_solutions_words = WB_WORDS(solutions_words);

/* ---- names that puzzles had ---- */

static const char FORMERLY[] = ".formerly-";

char *wb_course_former_mark(const char *slug, const char *name) {
  return wb_format("kernels/%s%s%s", slug, FORMERLY, name);
}

void wb_course_former_names(const struct wb_course *course, struct wb_former_names *former) {
  struct wb_names files;
  char *folder = wb_path_join(course->root, "kernels");
  wb_names_init(&files);
  wb_names_init(&former->slugs);
  wb_names_init(&former->names);
  if (wb_is_directory(folder)) wb_directory_list(folder, &files, NULL);
  for (size_t i = 0; i < files.count; i++) {
    char *mark = strstr(files.items[i], FORMERLY);
    if (mark == NULL) continue;
    wb_names_add(&former->names, mark + strlen(FORMERLY));
    *mark = '\0';
    wb_names_add(&former->slugs, files.items[i]);
  }
  wb_names_release(&files);
  free(folder);
}

void wb_former_names_release(struct wb_former_names *former) {
  wb_names_release(&former->slugs);
  wb_names_release(&former->names);
}

/* The puzzle that once had this slug's name; NULL: none. The caller frees. */
static char *formerly_named(const struct wb_course *course, const char *slug) {
  char *found = NULL;
  struct wb_former_names former;
  wb_course_former_names(course, &former);
  for (size_t i = 0; i < former.slugs.count && found == NULL; i++)
    if (strcmp(former.names.items[i], wb_slug_name(slug)) == 0 &&
        wb_course_has_puzzle(course, former.slugs.items[i]))
      found = wb_strdup(former.slugs.items[i]);
  wb_former_names_release(&former);
  return found;
}

/* Whether `other` was the puzzle's name, and is no other puzzle's now. */
static bool was_named(const struct wb_course *course, const struct wb_former_names *former,
                      const char *slug, const char *other) {
  bool was = false;
  for (size_t i = 0; i < former->slugs.count && !was; i++)
    was = strcmp(former->slugs.items[i], slug) == 0 &&
          strcmp(former->names.items[i], wb_slug_name(other)) == 0;
  char *now = was ? wb_course_slug_named(course, other) : NULL;
  was = now != NULL && strcmp(now, slug) == 0;
  free(now);
  return was;
}

/* ---- learners' files ---- */

/* "03-guards" of "03-guards.cl"; NULL: not the file of a learner. The caller frees. */
static char *slug_of_work_file(const char *name) {
  return is_answer(name) ? wb_strndup(name, (size_t)(strrchr(name, '.') - name)) : NULL;
}

/* Keeps the newer one of `*found` (NULL: nothing yet) and the file `path`, which it takes. */
static void keep_newer(char **found, struct timespec *changed, char *path) {
  struct stat about = {0};
  const bool there = stat(path, &about) == 0;
  const bool newer =
      about.st_mtim.tv_sec > changed->tv_sec ||
      (about.st_mtim.tv_sec == changed->tv_sec && about.st_mtim.tv_nsec > changed->tv_nsec);
  if (there && (*found == NULL || newer)) {
    free(*found);
    *found = path;
    *changed = about.st_mtim;
  } else {
    free(path);
  }
}

/* The learner's file under another number or name; NULL: there is none. */
static char *older_work_file(const struct wb_course *course, const char *slug) {
  char *found = NULL;
  struct timespec changed = {0};
  struct wb_names names;
  struct wb_former_names former;
  wb_course_former_names(course, &former);
  wb_names_init(&names);
  if (wb_is_directory(course->work)) wb_directory_list(course->work, &names, NULL);
  for (size_t i = 0; i < names.count; i++) {
    char *other = slug_of_work_file(names.items[i]);
    if (other != NULL && (wb_slug_is_same(other, slug) || was_named(course, &former, slug, other)))
      keep_newer(&found, &changed, wb_path_join(course->work, names.items[i]));
    free(other);
  }
  wb_names_release(&names);
  wb_former_names_release(&former);
  return found;
}

char *wb_course_work_file(const struct wb_course *course, const char *slug) {
  char *path = wb_format("%s/%s%s", course->work, slug, wb_course_ending(course, slug));
  char *older = wb_file_exists(path) ? NULL : older_work_file(course, slug);
  if (older == NULL) return path;
  free(path);
  return older;
}

bool wb_course_has_puzzle(const struct wb_course *course, const char *slug) {
  char *spec = wb_format("%s/puzzles/%s/puzzle.lua", course->root, slug);
  const bool there = wb_file_exists(spec);
  free(spec);
  return there;
}

enum wb_status wb_course_entries(const struct wb_course *course, struct wb_names *names,
                                 struct wb_error *err) {
  char *folder = wb_path_join(course->root, "puzzles");
  enum wb_status status = wb_directory_list(folder, names, err);
  free(folder);
  return status;
}

enum wb_status wb_course_slugs(const struct wb_course *course, struct wb_names *slugs,
                               struct wb_error *err) {
  struct wb_names names;
  wb_names_init(&names);
  enum wb_status status = wb_course_entries(course, &names, err);
  for (size_t i = 0; i < names.count; i++)
    if (wb_course_has_puzzle(course, names.items[i])) wb_names_add(slugs, names.items[i]);
  wb_names_release(&names);
  return status;
}

/* Whether a slug has the number that `wanted` is, or else the same name. */
static bool answers_to(const char *slug, const char *wanted) {
  return wb_slug_is_number(wanted)
             ? wb_slug_digits(slug) > 0 && wb_slug_number(slug) == wb_slug_number(wanted)
             : wb_slug_is_same(slug, wanted);
}

char *wb_course_slug_named(const struct wb_course *course, const char *slug) {
  const char *named = NULL;
  size_t count = 0;
  struct wb_names names;
  wb_names_init(&names);
  wb_course_entries(course, &names, NULL);
  for (size_t i = 0; i < names.count; i++)
    if (answers_to(names.items[i], slug) && wb_course_has_puzzle(course, names.items[i])) {
      named = names.items[i];
      count++;
    }
  char *found = count == 1 ? wb_strdup(named) : count == 0 ? formerly_named(course, slug) : NULL;
  wb_names_release(&names);
  return found;
}

/* The kernels in a folder of the puzzle's solutions; none where it is not there. */
static enum wb_status list_kernels(const struct wb_course *course, const char *slug,
                                   const char *kind, struct wb_names *paths, struct wb_error *err) {
  enum wb_status status = WB_OK;
  char *folder = wb_format("%s/solutions/%s/%s", course->root, slug, kind);
  struct wb_names names;
  wb_names_init(&names);
  if (wb_file_exists(folder)) status = wb_directory_list(folder, &names, err);
  for (size_t i = 0; i < names.count; i++) {
    if (!is_answer(names.items[i])) continue;
    char *path = wb_path_join(folder, names.items[i]);
    wb_names_add(paths, path);
    free(path);
  }
  wb_names_release(&names);
  free(folder);
  return status;
}

enum wb_status wb_course_right(const struct wb_course *course, const char *slug,
                               struct wb_names *paths, struct wb_error *err) {
  return list_kernels(course, slug, "right", paths, err);
}

enum wb_status wb_course_wrong(const struct wb_course *course, const char *slug,
                               struct wb_names *paths, struct wb_error *err) {
  return list_kernels(course, slug, "wrong", paths, err);
}

static enum wb_status read_starter(const struct wb_course *course, const char *slug,
                                   struct wb_str *text, struct wb_error *err) {
  enum wb_status status = WB_OK;
  char *starter = wb_course_starter(course, slug);
  if (!wb_file_exists(starter))
    status =
        wb_fail(err, WB_ERR_SPEC, "the puzzle %s has no starter: %s is missing", slug, starter);
  else
    status = wb_file_read(starter, SOURCE_LIMIT, text, err);
  free(starter);
  return status;
}

/* A taken name is no failure, whoever took it, even between our look and our
 * attempt: the learner's file wins. */
static enum wb_status create_unless_there(const struct wb_course *course, const char *path,
                                          const char *slug, bool *created, struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  enum wb_status status = read_starter(course, slug, &text, err);
  if (status == WB_OK) status = wb_make_directories(course->work, err);
  if (status == WB_OK) {
    status = wb_file_create(path, text.data, text.length, err);
    *created = status == WB_OK;
    if (status != WB_OK && wb_file_exists(path)) status = WB_OK;
  }
  wb_str_release(&text);
  return status;
}

enum wb_status wb_course_begin(const struct wb_course *course, const char *slug, bool *created,
                               struct wb_error *err) {
  enum wb_status status = WB_OK;
  bool made = false;
  char *path = wb_course_work_file(course, slug);
  if (!wb_file_exists(path)) status = create_unless_there(course, path, slug, &made, err);
  if (status == WB_OK && !made && !wb_is_regular_file(path))
    status = wb_fail(err, WB_ERR_IO,
                     "%s exists but cannot be read as a file; move it away to start afresh", path);
  if (created != NULL) *created = made;
  free(path);
  return status;
}

bool wb_course_is_begun(const struct wb_course *course, const char *slug) {
  struct wb_str own, starter;
  char *path = wb_course_work_file(course, slug);
  wb_str_init(&own);
  wb_str_init(&starter);
  bool begun = wb_file_exists(path);
  if (begun && wb_file_read(path, SOURCE_LIMIT, &own, NULL) == WB_OK &&
      read_starter(course, slug, &starter, NULL) == WB_OK)
    begun = own.length != starter.length || memcmp(own.data, starter.data, starter.length) != 0;
  wb_str_release(&starter);
  wb_str_release(&own);
  free(path);
  return begun;
}

/* Keeps a copy of `path` as the first PATH.~N~ that is free. A copy, not
 * another name: the learner's file may be a symbolic link, and what it names
 * is about to be overwritten. */
static enum wb_status keep_backup(const char *path, char **backup, struct wb_error *err) {
  struct wb_str text;
  char *name = NULL;
  wb_str_init(&text);
  enum wb_status status = wb_file_read(path, SOURCE_LIMIT, &text, err);
  for (unsigned n = 1; status == WB_OK && *backup == NULL; n++) {
    free(name);
    name = wb_format("%s.~%u~", path, n);
    if (wb_file_exists(name)) continue;
    enum wb_status made = wb_file_create(name, text.data, text.length, err);
    if (made == WB_OK)
      *backup = wb_strdup(name);
    else if (!wb_file_exists(name)) /* else somebody was quicker: the next number */
      status = made;
  }
  free(name);
  wb_str_release(&text);
  return status;
}

enum wb_status wb_course_replace(const struct wb_course *course, const char *slug,
                                 const void *bytes, size_t length, char **backup,
                                 struct wb_error *err) {
  char *path = wb_course_work_file(course, slug);
  char *kept = NULL;
  enum wb_status status = wb_make_directories(course->work, err);
  if (status == WB_OK && wb_is_regular_file(path)) status = keep_backup(path, &kept, err);
  if (status == WB_OK) status = wb_file_write_atomic(path, bytes, length, err);
  if (backup != NULL)
    *backup = kept;
  else
    free(kept);
  free(path);
  return status;
}

enum wb_status wb_course_reset(const struct wb_course *course, const char *slug, char **backup,
                               struct wb_error *err) {
  struct wb_str starter;
  if (backup != NULL) *backup = NULL;
  wb_str_init(&starter);
  enum wb_status status = read_starter(course, slug, &starter, err);
  if (status == WB_OK)
    status = wb_course_replace(course, slug, starter.data, starter.length, backup, err);
  wb_str_release(&starter);
  return status;
}
