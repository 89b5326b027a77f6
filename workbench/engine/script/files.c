#include "script/files.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

void wb_script_files_add(struct wb_script_files *files, const char *path,
                         const struct wb_str *text) {
  struct wb_script_file *file = wb_alloc(sizeof *file);
  file->path = wb_strdup(path);
  file->missing = text == NULL;
  wb_str_init(&file->text);
  if (text != NULL) wb_str_add_bytes(&file->text, text->data, text->length);
  file->next = files->first;
  files->first = file;
}

static bool is_current(const struct wb_script_file *file) {
  struct wb_str text;
  if (file->missing) return !wb_is_regular_file(file->path);
  wb_str_init(&text);
  const bool same = wb_file_read(file->path, file->text.length, &text, NULL) == WB_OK &&
                    text.length == file->text.length &&
                    memcmp(text.data, file->text.data, text.length) == 0;
  wb_str_release(&text);
  return same;
}

bool wb_script_files_are_current(const struct wb_script_files *files) {
  const struct wb_script_file *file = files->first;
  while (file != NULL && is_current(file)) file = file->next;
  return file == NULL;
}

void wb_script_files_release(struct wb_script_files *files) {
  while (files->first != NULL) {
    struct wb_script_file *file = files->first;
    files->first = file->next;
    free(file->path);
    wb_str_release(&file->text);
    free(file);
  }
}
