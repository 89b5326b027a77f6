/* The files that a script was made of, as they were then. */
#ifndef WB_SCRIPT_FILES_H
#define WB_SCRIPT_FILES_H

#include <stdbool.h>

#include "base/str.h"

struct wb_script_file {
  char *path;
  bool missing; /* there was none: no regular file of this path */
  struct wb_str text;
  struct wb_script_file *next;
};

/* NULL: none. */
struct wb_script_files {
  struct wb_script_file *first;
};

/* Keeps a copy of what was read; NULL: that there was no file. */
void wb_script_files_add(struct wb_script_files *files, const char *path,
                         const struct wb_str *text);

/* Whether all of them would be read as they were, byte for byte. */
bool wb_script_files_are_current(const struct wb_script_files *files);

void wb_script_files_release(struct wb_script_files *files);

#endif
