/* Templates: the folders of the program's own data (workbench/templates) from which puzzles and
 * courses are made. In their files blanks, "@title@", stand for what differs. */
#ifndef WB_AUTHORING_TEMPLATE_H
#define WB_AUTHORING_TEMPLATE_H

#include "base/file.h"

/* What stands for what. Zeroed, nothing does. */
struct wb_blanks {
  struct wb_blank {
    char *name, *value;
  } * items;
  size_t count, capacity;
};

/* Instead of an earlier one of that name. Takes the value. */
void wb_blanks_set(struct wb_blanks *blanks, const char *name, char *value);

/* Lines of a text: "@concept@ Each run computes one element.". Others are comments. Changes the
 * text. */
void wb_blanks_read(struct wb_blanks *blanks, char *text);
void wb_blanks_release(struct wb_blanks *blanks);

/* The folder of all templates; the caller frees. */
enum wb_status wb_template_folder(char **folder, struct wb_error *err);

/* Appends a file of a template, its blanks filled. */
enum wb_status wb_template_read(const char *path, const struct wb_blanks *blanks,
                                struct wb_str *out, struct wb_error *err);

/* "Prefix Sum" of "prefix-sum". The caller frees. */
char *wb_template_title(const char *name);

/* A title stands in a text of Lua, in Markdown and in a comment of C. */
enum wb_status wb_template_check_title(const char *title, struct wb_error *err);

#endif
