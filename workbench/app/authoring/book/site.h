/* A folder of files that appears whole or not at all: the pages of a book.
 *
 * Files are kept in memory until wb_site_publish writes them into a folder beside the wanted
 * one, which then takes its name. A folder that is there already is replaced only where it holds
 * a book, which its list of files WB_SITE_LIST says, and nothing beside it. */
#ifndef WB_AUTHORING_BOOK_SITE_H
#define WB_AUTHORING_BOOK_SITE_H

#include <stddef.h>

#include "base/status.h"
#include "base/str.h"

#define WB_SITE_LIST "book-files.txt"

struct wb_site_file {
  char *name; /* without a slash */
  struct wb_str bytes;
};

/* Zeroed, it is empty. */
struct wb_site {
  struct wb_site_file *files; /* in the order in which they were added */
  size_t count, capacity;
};

/* Takes over the bytes and leaves them empty. Two files of one name are a mistake of ours. */
void wb_site_add(struct wb_site *site, const char *name, struct wb_str *bytes);
void wb_site_release(struct wb_site *site);

/* Whether a site may be put there: WB_ERR_USAGE, and what to do, where it may not. To be asked
 * before the long work; wb_site_publish asks again. */
enum wb_status wb_site_check_target(const char *folder, struct wb_error *err);

/* Writes the files. After an error the folder is as it was, and nothing else is left. */
enum wb_status wb_site_publish(const struct wb_site *site, const char *folder,
                               struct wb_error *err);

#endif
