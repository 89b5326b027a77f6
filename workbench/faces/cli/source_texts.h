/* The source files that the report of an emulation quotes, read when it asks
 * for them. */
#ifndef WB_CLI_SOURCE_TEXTS_H
#define WB_CLI_SOURCE_TEXTS_H

#include "base/str.h"
#include "launch/emulate.h"

enum { WB_MAX_SOURCES = 16 };
struct wb_source_texts {
  const struct wb_emulate *job; /* whose file and folders they are */
  char *names[WB_MAX_SOURCES];
  struct wb_str texts[WB_MAX_SOURCES];
  size_t count;
};
void wb_source_texts_release(struct wb_source_texts *sources);

/* The text of a file as findings name it ("": the kernel's own), or NULL; of a
 * struct wb_source_texts. The first folder that has the file gives it. */
const char *wb_source_texts_find(void *sources, const char *file);

#endif
