#include "authoring/new_course.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/template.h"
#include "base/str.h"

/* Of the template, and where each belongs. */
static const struct part {
  const char *name, *place;
} parts[] = {
    {"course.lua", "course.lua"},
    {"puzzles/chapters/first-steps.md", "puzzles/chapters/first-steps.md"},
    {"puzzles/glossary.md", "puzzles/glossary.md"},
    {"luarc.json", ".luarc.json"}, /* installations leave hidden files out */
};
enum { PARTS = sizeof parts / sizeof parts[0] };

static const char *const folders[] = {"puzzles",         "puzzles/chapters", "kernels",
                                      "kernels/include", "solutions",        "lua"};

/* "parallel-programming" of "Parallel Programming": a course's name has small letters, digits,
 * '-' and '.'. The caller frees. */
static char *name_of(const char *folder) {
  struct wb_str name;
  wb_str_init(&name);
  for (const char *at = wb_path_basename(folder); *at != '\0'; at++) {
    const bool fits = isalnum((unsigned char)*at) != 0 && (unsigned char)*at < 0x80;
    const bool ends_in_dash = name.length > 0 && name.data[name.length - 1] == '-';
    if (fits)
      wb_str_add_char(&name, (char)tolower((unsigned char)*at));
    else if (name.length > 0 && !ends_in_dash)
      wb_str_add_char(&name, '-');
  }
  while (name.length > 0 && name.data[name.length - 1] == '-') name.data[--name.length] = '\0';
  if (name.length == 0) wb_str_add(&name, "course");
  return wb_str_detach(&name);
}

/* Beside the course itself, what people keep in a folder of theirs. */
static bool may_be_there(const char *name) {
  static const char *const known[] = {"course.lua", "puzzles", "kernels",
                                      "solutions",  "lua",     "work"};
  bool found = name[0] == '.' || wb_starts_with(name, "README") || wb_starts_with(name, "LICENSE");
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    found = found || strcmp(known[i], name) == 0;
  return found;
}

/* A folder of something else is not to become a course by a slip of the pen. */
static enum wb_status check_folder(const char *folder, struct wb_error *err) {
  struct wb_names names;
  enum wb_status status = WB_OK;
  if (!wb_file_exists(folder)) return WB_OK;
  if (!wb_is_directory(folder))
    return wb_fail(err, WB_ERR_USAGE, "%s is a file; name a folder for the course", folder);
  wb_names_init(&names);
  status = wb_directory_list(folder, &names, err);
  for (size_t i = 0; i < names.count && status == WB_OK; i++)
    if (!may_be_there(names.items[i]))
      status = wb_fail(err, WB_ERR_USAGE,
                       "%s holds other things, such as %s; name a new or an empty folder for the "
                       "course",
                       folder, names.items[i]);
  if (status == WB_OK && wb_course_is_folder(folder))
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s is a course already; name the puzzle that is to be made in it", folder);
  wb_names_release(&names);
  return status;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* A course under way. */
struct making {
  const char *folder;
  const struct wb_blanks *blanks;
  struct wb_course_edit *edit;
};

static enum wb_status add_file(const struct making *making, const char *from, const char *place,
                               struct wb_error *err) {
  struct wb_str text;
  char *to = wb_path_join(making->folder, place);
  enum wb_status status = WB_OK;
  wb_str_init(&text);
  if (wb_file_exists(to)) goto out;
  status = wb_template_read(from, making->blanks, &text, err);
  if (status == WB_OK) status = wb_file_create(to, text.data, text.length, err);
  if (status == WB_OK) wb_course_edit_add_file(making->edit, place);
out:
  wb_str_release(&text);
  free(to);
  return status;
}

static enum wb_status add_template(const struct making *making, struct wb_error *err) {
  char *templates = NULL;
  enum wb_status status = wb_template_folder(&templates, err);
  for (size_t i = 0; i < PARTS && status == WB_OK; i++) {
    char *from = wb_format("%s/course/%s", templates, parts[i].name);
    status = add_file(making, from, parts[i].place, err);
    free(from);
  }
  free(templates);
  return status;
}

static enum wb_status add_library_of(const struct making *making, const char *program,
                                     struct wb_error *err) {
  struct wb_names names;
  char *from = wb_path_join(program, "lua");
  wb_names_init(&names);
  enum wb_status status = wb_directory_list(from, &names, err);
  for (size_t i = 0; i < names.count && status == WB_OK; i++) {
    char *path = wb_path_join(from, names.items[i]);
    char *place = wb_path_join("lua", names.items[i]);
    if (wb_ends_with(path, ".lua")) status = add_file(making, path, place, err);
    free(place);
    free(path);
  }
  wb_names_release(&names);
  free(from);
  return status;
}

/* The program has all of it built in; what editors read is beside its own course. */
static enum wb_status add_library(const struct making *making, struct wb_error *err) {
  char *program = wb_course_of_program();
  enum wb_status status = WB_OK;
  if (program == NULL)
    return wb_fail(err, WB_ERR_MISSING, "the program's folder lua/ is not there; install it again");
  status = add_library_of(making, program, err);
  free(program);
  return status;
}

static enum wb_status make_folders(const char *folder, struct wb_error *err) {
  enum wb_status status = wb_make_directories(folder, err);
  for (size_t i = 0; i < sizeof folders / sizeof folders[0] && status == WB_OK; i++) {
    char *path = wb_path_join(folder, folders[i]);
    status = wb_make_directories(path, err);
    free(path);
  }
  return status;
}

enum wb_status wb_new_course_make(const char *folder, const char *title,
                                  struct wb_course_edit *edit, struct wb_error *err) {
  struct wb_blanks blanks = {0};
  *edit = (struct wb_course_edit){0};
  enum wb_status status = check_folder(folder, err);
  if (status == WB_OK && title != NULL) status = wb_template_check_title(title, err);
  if (status == WB_OK) status = make_folders(folder, err);
  if (status == WB_OK) {
    edit->course = realpath(folder, NULL);
    if (edit->course == NULL) status = wb_fail_errno(err, "cannot open %s", folder);
  }
  if (status == WB_OK) {
    char *name = name_of(edit->course);
    wb_blanks_set(&blanks, "@title@", title != NULL ? wb_strdup(title) : wb_template_title(name));
    wb_blanks_set(&blanks, "@name@", name);
    const struct making making = {edit->course, &blanks, edit};
    status = add_template(&making, err);
    if (status == WB_OK) status = add_library(&making, err);
  }
  if (status != WB_OK) wb_course_edit_release(edit);
  wb_blanks_release(&blanks);
  return status;
}
