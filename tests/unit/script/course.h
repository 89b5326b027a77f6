/* A throw-away course with one puzzle, for tests of the script module. */
#ifndef WB_TESTS_SCRIPT_COURSE_H
#define WB_TESTS_SCRIPT_COURSE_H

#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "script/puzzle.h"
#include "script/spec.h"
#include "tap.h"

#define COURSE_SLUG "07-test"
#define COURSE_LABEL "puzzles/" COURSE_SLUG "/puzzle.lua"

static char course_root[64];

static inline void course_write(const char *name, const char *text, size_t length) {
  char *path = wb_path_join(course_root, name);
  char *folder = wb_path_dirname(path);
  if (wb_make_directories(folder, NULL) != WB_OK) exit(2);
  FILE *file = fopen(path, "w"); /* no fsync: tests write thousands of times */
  if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0) exit(2);
  free(folder);
  free(path);
}

static inline void course_begin(void) {
  snprintf(course_root, sizeof course_root, "/tmp/workbench-test-XXXXXX");
  if (mkdtemp(course_root) == NULL) exit(2);
}

static inline void course_end(void) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf '%s'", course_root);
  if (system(command) != 0) printf("# cannot remove %s\n", course_root);
}

/* Loads the text as the course's puzzle. NULL with *err on failure. */
static inline struct wb_puzzle *course_load(const char *text, size_t length,
                                            const struct wb_script_options *options,
                                            struct wb_error *err) {
  static const struct wb_script_options none;
  struct wb_puzzle *puzzle = NULL;
  course_write(COURSE_LABEL, text, length);
  err->status = WB_OK;
  err->where[0] = err->message[0] = '\0';
  enum wb_status status = wb_puzzle_load_with(course_root, COURSE_SLUG,
                                              options != NULL ? options : &none, &puzzle, err);
  CHECK((status == WB_OK) == (puzzle != NULL));
  return puzzle;
}

/* A kernel puzzle around a body for its reference: out and a are float[n], in
 * one case with n elements. */
static inline char *course_spec(const char *body) {
  return wb_format(
      "local puzzle = require 'puzzle'\nlocal tensor = require 'tensor'\n"
      "return puzzle.kernel { title = 'T', concept = 'C', entry = 'k',\n"
      "  params = { { name = 'out', kind = 'output', type = 'float', shape = { 'n' } },\n"
      "    { name = 'a', kind = 'input', type = 'float', shape = { 'n' } } },\n"
      "  cases = { { name = 'one', sizes = { n = 4 }, global = { 4 }, ['local'] = { 4 } } },\n"
      "  reference = function(case)\n%s\nend }\n",
      body);
}

#endif
