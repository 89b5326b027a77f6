#include "session/work.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/slug.h"
#include "base/str.h"
#include "device/registry.h"
#include "text/columns.h"

/* A folder of the course as a file in the work folder names it: relative where both move
 * together. The caller frees. */
static char *path_from_work(const struct wb_course *course, const char *folder) {
  char *within = wb_path_join(course->root, "work");
  const bool together = strcmp(within, course->work) == 0;
  free(within);
  return together ? wb_format("../%s", folder) : wb_path_join(course->root, folder);
}

/* An option a line, as clangd reads them. One file is for all puzzles, so it names the newest
 * version of OpenCL C: better that clangd passes what the judge refuses in a puzzle of 1.2 than
 * that it marks what is right in one of 3.0. Any target with OpenCL's address spaces does; this
 * one has all extensions in every clang, and all features but one in clang 14. */
static char *clangd_options(const struct wb_course *course) {
  char *include = path_from_work(course, "kernels/include"), *own = wb_own_include_folder();
  char *own_option = own != NULL ? wb_format("-I%s\n", own) : wb_strdup("");
  char *text = wb_format(
      "-xcl\n"
      "--target=spir64\n"
      "-cl-std=CL3.0\n"
      "-D__opencl_c_work_group_collective_functions=1\n"
      "-Xclang\n-finclude-default-header\n"
      "-Xclang\n-fdeclare-opencl-builtins\n"
      "-ffp-contract=off\n"
      "-Wall\n"
      "-Wno-unused-function\n"
      "-Wno-sometimes-uninitialized\n" /* local memory that one work-item of the group sets */
      "-I%s\n"
      "%s",
      include, own_option);
  free(own_option);
  free(own);
  free(include);
  return text;
}

/* A path is bytes, and may hold what ends a string. */
static void add_json_string(struct wb_str *out, const char *text) {
  wb_str_add_char(out, '"');
  for (const char *at = text; *at != '\0'; at++) {
    if (*at == '"' || *at == '\\') wb_str_add_char(out, '\\');
    if ((unsigned char)*at < ' ')
      wb_str_addf(out, "\\u%04x", (unsigned)*at);
    else
      wb_str_add_char(out, *at);
  }
  wb_str_add_char(out, '"');
}

static char *lua_settings(const struct wb_course *course) {
  char *library = path_from_work(course, "lua");
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add(&text, "{\n  \"runtime.version\": \"Lua 5.4\",\n  \"workspace.library\": [");
  add_json_string(&text, library);
  wb_str_add(&text, "],\n  \"workspace.checkThirdParty\": false\n}\n");
  free(library);
  return wb_str_detach(&text);
}

/* Nothing is said where it fails: no verdict depends on it. */
static void create_if_missing(const struct wb_course *course, const char *name, char *text) {
  char *path = wb_path_join(course->work, name);
  if (!wb_file_exists(path)) wb_file_create(path, text, strlen(text), NULL);
  free(path);
  free(text);
}

enum wb_status wb_work_open(const struct wb_course *course, const char *slug,
                            struct wb_work_made *made, struct wb_error *err) {
  const bool has_folder = wb_file_exists(course->work);
  bool created = false;
  enum wb_status status = wb_course_begin(course, slug, &created, err);
  if (made != NULL) *made = (struct wb_work_made){created, created && !has_folder};
  if (status == WB_OK) {
    create_if_missing(course, "compile_flags.txt", clangd_options(course));
    create_if_missing(course, ".luarc.json", lua_settings(course));
  }
  return status;
}

enum wb_status wb_work_check(const struct wb_course *course, struct wb_error *err) {
  if (!wb_file_exists(course->work) || wb_is_directory(course->work)) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE, "%s is to be the folder of your kernels, and is no folder%s",
                 course->work,
                 wb_course_is_archive(course->work)
                     ? "; unpack the archive, and set WORKBENCH_WORK to the folder"
                     : "; set WORKBENCH_WORK to another");
}

enum wb_status wb_work_check_named(const struct wb_course *course, struct wb_error *err) {
  const char *named = getenv("WORKBENCH_WORK");
  if (named == NULL || named[0] == '\0' || wb_is_directory(course->work)) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE,
                 "there is no folder %s, which WORKBENCH_WORK names; set it to the folder with the "
                 "answers",
                 course->work);
}

/* ---- what nobody can read ---- */

static const char *kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "is a folder";
  if (S_ISFIFO(mode)) return "is a FIFO";
  if (S_ISSOCK(mode)) return "is a socket";
  return "is a device";
}

char *wb_work_unreadable(const struct wb_course *course, const char *slug) {
  struct stat info;
  char *path = wb_course_work_file(course, slug);
  const char *why = NULL;
  if (stat(path, &info) != 0)
    why = wb_file_exists(path) ? "is a link to a file that is not there" : NULL;
  else if (!S_ISREG(info.st_mode))
    why = kind_of(info.st_mode);
  else if (access(path, R_OK) != 0)
    why = "may not be read";
  char *line = why != NULL ? wb_format(
                                 "unreadable: %s %s; there must be a file with the answer's "
                                 "text",
                                 wb_path_basename(path), why)
                           : NULL;
  free(path);
  return line;
}

/* ---- what nobody reads ---- */

/* Whether a file's name is the puzzle's, whatever its number, letters and ending. */
static bool means_puzzle(const char *name, const char *slug) {
  const char *own = wb_slug_name(name), *wanted = wb_slug_name(slug);
  const size_t length = strlen(wanted);
  if (strncasecmp(own, wanted, length) != 0) return false;
  return isalnum((unsigned char)own[length]) == 0 && strchr("-_", own[length]) == NULL;
}

/* Whether it is the puzzle's answer, or one that was begun under another number. */
static bool is_read(const char *name, const char *slug) {
  const size_t length = strlen(wb_slug_name(slug));
  const char *own = wb_slug_name(name);
  return strncmp(own, wb_slug_name(slug), length) == 0 &&
         (strcmp(own + length, ".cl") == 0 || strcmp(own + length, ".lua") == 0);
}

/* A puzzle that the file was meant for, and that does not read it; NULL: it is none's, or read. */
static const char *missed_puzzle(const char *name, const struct wb_names *slugs) {
  const char *missed = NULL;
  if (name[0] == '.' || wb_ends_with(name, "~")) return NULL;
  if (strcasestr(name, ".cl") == NULL && strcasestr(name, ".lua") == NULL) return NULL;
  for (size_t i = 0; i < slugs->count; i++) {
    if (is_read(name, slugs->items[i])) return NULL;
    if (means_puzzle(name, slugs->items[i])) missed = slugs->items[i];
  }
  return missed;
}

static void add_unread(const struct wb_course *course, const struct wb_names *files,
                       const struct wb_names *slugs, struct wb_str *out) {
  enum { MOST = 5 };
  size_t count = 0;
  for (size_t i = 0; i < files->count; i++) {
    const char *missed = missed_puzzle(files->items[i], slugs);
    if (missed == NULL) continue;
    if (count == 0)
      wb_str_addf(out,
                  "not read in %s, where an answer is called %s%s:", wb_short_path(course->work),
                  missed, wb_course_ending(course, missed));
    if (count < MOST) {
      wb_str_add(out, count > 0 ? ", '" : " '");
      wb_text_expand_line(out, files->items[i], strlen(files->items[i]), NULL);
      wb_str_add_char(out, '\'');
    }
    count++;
  }
  if (count > MOST) wb_str_addf(out, ", and %zu more", count - MOST);
}

char *wb_work_unread(const struct wb_course *course) {
  struct wb_names files, slugs;
  struct wb_str out;
  wb_names_init(&files);
  wb_names_init(&slugs);
  wb_str_init(&out);
  if (wb_is_directory(course->work)) {
    wb_directory_list(course->work, &files, NULL);
    wb_course_slugs(course, &slugs, NULL);
  }
  add_unread(course, &files, &slugs, &out);
  const bool any = out.length > 0;
  char *line = wb_str_detach(&out);
  wb_names_release(&slugs);
  wb_names_release(&files);
  if (any) return line;
  free(line);
  return NULL;
}

/* ---- what is said of a file ---- */

static bool is_newer(const char *path, const char *than) {
  struct stat one, other;
  return stat(path, &one) == 0 && stat(than, &other) == 0 &&
         (one.st_mtim.tv_sec > other.st_mtim.tv_sec ||
          (one.st_mtim.tv_sec == other.st_mtim.tv_sec &&
           one.st_mtim.tv_nsec > other.st_mtim.tv_nsec));
}

static bool differ(const char *path, const char *other) {
  enum { MOST_BYTES = 1 << 20 };
  struct wb_str texts[2];
  for (int i = 0; i < 2; i++) wb_str_init(&texts[i]);
  const bool differs = wb_file_read(path, MOST_BYTES, &texts[0], NULL) == WB_OK &&
                       wb_file_read(other, MOST_BYTES, &texts[1], NULL) == WB_OK &&
                       strcmp(texts[0].data, texts[1].data) != 0;
  for (int i = 0; i < 2; i++) wb_str_release(&texts[i]);
  return differs;
}

/* "/opt/course is read-only, so your files are in /home/ada/gpu-workbench." Only for who has none
 * yet. */
static void add_read_only(const struct wb_course *course, struct wb_str *out) {
  char *folder = wb_course_read_only_folder(course);
  if (folder != NULL)
    wb_str_addf(out, "%s%s is read-only, so your files are in %s.", out->length > 0 ? " " : "",
                folder, course->work);
  free(folder);
}

/* After `git pull`, too: that is worth knowing as well. */
char *wb_work_notice(const struct wb_course *course, const char *slug,
                     const struct wb_work_made *made) {
  char *starter = wb_course_starter(course, slug), *own = wb_course_work_file(course, slug);
  char *shown = wb_strdup(wb_short_path(starter));
  struct wb_str notice;
  wb_str_init(&notice);
  if (made->file)
    wb_str_addf(&notice, "Made %s from the starter.", wb_short_path(own));
  else if (is_newer(starter, own) && differ(starter, own))
    wb_str_addf(&notice,
                "%s was changed later than your file, %s, which is the one that counts; "
                "`workbench reset %s` takes the starter, and keeps your version.",
                shown, wb_short_path(own), slug);
  if (made->folder) add_read_only(course, &notice);
  const bool is_silent = notice.length == 0;
  char *text = wb_str_detach(&notice);
  if (is_silent) {
    free(text);
    text = NULL;
  }
  free(shown);
  free(starter);
  free(own);
  return text;
}
