/* A folder of files that appears whole or not at all: a web site.
 *
 * Files are written into a folder beside the wanted one, which in the end takes its name: none of
 * them has to stay in memory. A folder that is there already is replaced only where it holds a
 * site of the same kind, which its list of files says, and nothing beside it. */
#ifndef WB_REPORT_SITE_H
#define WB_REPORT_SITE_H

#include <stddef.h>

#include "base/file.h"
#include "base/status.h"
#include "base/str.h"

struct wb_site_kind {
  const char *noun;    /* "book" */
  const char *command; /* that makes it: "`workbench book`" */
  const char *list;    /* the file with its list of files: "book-files.txt" */
};

/* Zeroed, it may be closed. */
struct wb_site {
  const struct wb_site_kind *kind;
  char *folder, *fresh;    /* the wanted one, and the one beside it */
  struct wb_names files;   /* in the order in which they were added */
  enum wb_status status;   /* of what could not be written, */
  struct wb_error trouble; /* likewise */
};

/* Whether a site may be put there: WB_ERR_USAGE, and what to do, where it may not. To be asked
 * before the long work; wb_site_publish asks again. */
enum wb_status wb_site_check_target(const struct wb_site_kind *kind, const char *folder,
                                    struct wb_error *err);
/* Whether a site of this kind is there, which would be replaced. */
bool wb_site_is_there(const struct wb_site_kind *kind, const char *folder);

enum wb_status wb_site_begin(struct wb_site *site, const struct wb_site_kind *kind,
                             const char *folder, struct wb_error *err);

/* Writes a file; `name` has no slash. The bytes are empty afterwards. What cannot be written is
 * kept for wb_site_publish to tell, and nothing more is written then. */
void wb_site_add(struct wb_site *site, const char *name, struct wb_str *bytes);

/* Puts the folder in its place. After an error the old one is as it was. */
enum wb_status wb_site_publish(struct wb_site *site, struct wb_error *err);

/* Removes what was not published. */
void wb_site_close(struct wb_site *site);

#endif
