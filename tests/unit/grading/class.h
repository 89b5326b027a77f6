/* A class of submissions in a folder of its own, and what the intake makes of it, in words. */
#ifndef WB_TESTS_UNIT_GRADING_CLASS_H
#define WB_TESTS_UNIT_GRADING_CLASS_H

#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "grading/intake.h"
#include "sandbox/folder.h"
#include "tap.h"

struct class {
  char folder[32];
  struct wb_submission items[400];
  size_t count;
  struct wb_str passed_over;
  struct wb_error err;
};

/* A new empty folder. */
static inline struct class *class_begin(void) {
  struct class *it = wb_alloc(sizeof *it);
  strcpy(it->folder, "/tmp/wb-class-XXXXXX");
  CHECK(mkdtemp(it->folder) != NULL);
  wb_str_init(&it->passed_over);
  return it;
}

static inline void class_clear(struct class *it) {
  for (size_t i = 0; i < it->count; i++) wb_submission_release(&it->items[i]);
  it->count = 0;
  wb_str_clear(&it->passed_over);
  it->err = (struct wb_error){0};
}

static inline void class_end(struct class *it) {
  class_clear(it);
  wb_str_release(&it->passed_over);
  wb_folder_remove_tree(it->folder);
  free(it);
}

/* A file with its folders. */
static inline void class_put_bytes(struct class *it, const char *name, const void *bytes,
                                   size_t length) {
  char *path = wb_path_join(it->folder, name), *folder = wb_path_dirname(path);
  CHECK_INT(wb_make_directories(folder, NULL), WB_OK);
  FILE *file = fopen(path, "w");
  CHECK(file != NULL && fwrite(bytes, 1, length, file) == length);
  if (file != NULL) fclose(file);
  free(folder);
  free(path);
}

static inline void class_put(struct class *it, const char *name, const char *text) {
  class_put_bytes(it, name, text, strlen(text));
}

/* A kernel of this name. */
static inline void class_put_kernel(struct class *it, const char *name, const char *kernel) {
  char *text = wb_format("kernel void %s(global int *out) { out[0] = 1; }\n", kernel);
  class_put(it, name, text);
  free(text);
}

/* A command of the shell in the class's folder. */
__attribute__((format(printf, 2, 3))) static inline void class_do(struct class *it,
                                                                  const char *format, ...) {
  va_list args;
  struct wb_str command;
  wb_str_init(&command);
  wb_str_addf(&command, "cd %s && ", it->folder);
  va_start(args, format);
  wb_str_vaddf(&command, format, args);
  va_end(args);
  CHECK_INT(system(command.data), 0);
  wb_str_release(&command);
}

/* A zip of all below `folder`, whose names are simple. */
static inline void class_zip(struct class *it, const char *zip, const char *folder) {
  class_do(it,
           "(cd %s && find . -type f -printf '%%P\\n' | sort | while read -r f; do "
           "printf '%%s %%s\\n' $(stat -c %%s \"$f\") \"$f\"; cat \"$f\"; done; echo) | "
           "$WORKBENCH_LIBEXEC/workbench-archive pack .zip >fresh.zip && mv fresh.zip '%s'",
           folder, zip);
}

static inline void class_take(struct wb_submission *submission, void *data) {
  struct class *it = data;
  if (it->count < 400) it->items[it->count++] = *submission;
}

static inline void class_pass_over(const char *name, const char *why, void *data) {
  struct class *it = data;
  (void)why;
  wb_str_addf(&it->passed_over, "%s\n", name);
}

static inline enum wb_status class_run(struct class *it, const char *name, enum wb_intake_form form,
                                       const char *store) {
  char *path = wb_path_join(it->folder, name);
  const char *const paths[] = {path};
  const struct wb_intake order = {.paths = paths,
                                  .n_paths = 1,
                                  .form = form,
                                  .store = store,
                                  .stop_fd = -1,
                                  .taken = class_take,
                                  .passed_over = class_pass_over,
                                  .data = it};
  class_clear(it);
  const enum wb_status status = wb_intake_run(&order, &it->err);
  free(path);
  return status;
}

static inline bool class_read(struct class *it, const char *name) {
  const bool is_read = class_run(it, name, WB_INTAKE_EITHER, NULL) == WB_OK;
  if (!is_read) printf("# %s: %s\n", it->err.where, it->err.message);
  return CHECK(is_read);
}

static inline void class_say_file(struct wb_str *text, const struct wb_submitted_file *file) {
  static const char *const states[] = {"", " passed over", " other", " unreadable"};
  wb_str_addf(text, " %s%s%s;", file->name, file->repaired ? " repaired" : "", states[file->state]);
}

/* "LABEL [ID, ID] NAME late: FILE; FILE unreadable;" a line each. The caller frees. */
static inline char *class_said(const struct class *it) {
  struct wb_str text;
  wb_str_init(&text);
  for (size_t i = 0; i < it->count; i++) {
    const struct wb_submission *one = &it->items[i];
    wb_str_addf(&text, "%s [", one->label);
    for (size_t k = 0; k < one->n_ids; k++)
      wb_str_addf(&text, "%s%s", k > 0 ? ", " : "", one->ids[k]);
    wb_str_addf(&text, "]%s%s%s:", one->name != NULL ? " " : "", one->name != NULL ? one->name : "",
                one->said_late ? " late" : "");
    for (size_t k = 0; k < one->n_files; k++) class_say_file(&text, &one->files[k]);
    wb_str_add(&text, "\n");
  }
  return wb_str_detach(&text);
}

static inline bool class_is(const struct class *it, const char *expected, const char *file,
                            int line) {
  char *said = class_said(it);
  const bool is = tap_string_at(said, expected, file, line);
  free(said);
  return is;
}
#define CHECK_CLASS(it, expected) class_is((it), (expected), __FILE__, __LINE__)

static inline struct wb_submitted_file *class_file(struct class *it, size_t submission,
                                                   const char *name) {
  static struct wb_submitted_file none;
  struct wb_submission *one = &it->items[submission];
  for (size_t i = 0; submission < it->count && i < one->n_files; i++)
    if (strcmp(one->files[i].name, name) == 0) return &one->files[i];
  CHECK_NEVER(name);
  return &none;
}

#endif
