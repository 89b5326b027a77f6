#include "report/source_texts.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { SOURCE_MAX = 4 << 20 };

void wb_source_texts_add_folder(struct wb_source_texts *sources, const char *folder) {
  if (folder != NULL && sources->n_folders < WB_MAX_SOURCE_FOLDERS)
    sources->folders[sources->n_folders++] = folder;
}

static void read_first(const struct wb_source_texts *sources, const char *file,
                       struct wb_str *text) {
  for (size_t i = 0; i < sources->n_folders && text->length == 0; i++) {
    char *path = wb_path_join(sources->folders[i], file);
    if (wb_is_regular_file(path)) wb_file_read(path, SOURCE_MAX, text, NULL);
    free(path);
  }
}

const char *wb_source_texts_find(void *data, const char *file) {
  struct wb_source_texts *sources = data;
  if (file[0] == '\0') return sources->own;
  size_t i = 0;
  while (i < sources->count && strcmp(sources->names[i], file) != 0) i++;
  if (i == WB_MAX_SOURCES) return NULL;
  if (i == sources->count) {
    wb_str_init(&sources->texts[i]);
    sources->names[i] = wb_strdup(file);
    sources->count++;
    read_first(sources, file, &sources->texts[i]);
  }
  return sources->texts[i].length > 0 ? sources->texts[i].data : NULL;
}

void wb_source_texts_release(struct wb_source_texts *sources) {
  for (size_t i = 0; i < sources->count; i++) {
    free(sources->names[i]);
    wb_str_release(&sources->texts[i]);
  }
}
