/* The source files that a report quotes, read when it asks for them. */
#ifndef WB_REPORT_SOURCE_TEXTS_H
#define WB_REPORT_SOURCE_TEXTS_H

#include "base/str.h"

enum { WB_MAX_SOURCES = 16, WB_MAX_SOURCE_FOLDERS = 36 };
struct wb_source_texts {
  const char *own; /* the text of the file that is called ""; may be NULL */
  const char *folders[WB_MAX_SOURCE_FOLDERS];
  size_t n_folders;
  /* The rest is zero at first. */
  char *names[WB_MAX_SOURCES];
  struct wb_str texts[WB_MAX_SOURCES];
  size_t count;
};
void wb_source_texts_release(struct wb_source_texts *sources);

/* NULL is left out, and so is what finds no room. */
void wb_source_texts_add_folder(struct wb_source_texts *sources, const char *folder);

/* The text of a file as findings name it ("": the own), or NULL; of a struct wb_source_texts. The
 * first folder that has the file gives it. */
const char *wb_source_texts_find(void *sources, const char *file);

#endif
