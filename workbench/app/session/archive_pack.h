/* Making an archive: of a course (authoring/pack.h), of what a learner hands in (verbs/hand_in.h)
 * and of what graders give back (grading/export.h). workbench-archive writes it; the same list gives the same bytes, wherever the
 * files lie and whoever packs them. */
#ifndef WB_SESSION_ARCHIVE_PACK_H
#define WB_SESSION_ARCHIVE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* What is packed. Zeroed, it is empty. */
struct wb_archive_list {
  struct wb_archive_item {
    char *path;    /* in the archive */
    char *content; /* NULL: the file of that path in the root */
    size_t length;
  } * items;
  size_t count, capacity;
};

/* Takes path and content over. */
void wb_archive_list_add(struct wb_archive_list *list, char *path, char *content, size_t length);
void wb_archive_list_release(struct wb_archive_list *list);

struct wb_archive_target {
  const char *path;   /* its name says the form */
  const char *root;   /* of the list's files; NULL: all have their content */
  const char *folder; /* in the archive, where all of it lies; NULL: at its top */
  bool bare;          /* without a manifest, for those who expect their own files alone */
  bool keep;          /* an archive that is there already stays, and that is WB_ERR_USAGE */
  int stop_fd;        /* once it can be read, WB_ERR_CANCELLED; -1: never */
};

/* WB_ERR_USAGE where the name has none of the endings .tar.gz, .tgz, .tar.xz, .tar.zst, .zip. */
enum wb_status wb_archive_check_name(const char *path, struct wb_error *err);

/* Sorts the list and writes the archive, unless it is bare with a manifest.sha256 beside its files;
 * *bytes is its size. After an error what was there before is as it was, and nothing else is left. */
enum wb_status wb_archive_write(struct wb_archive_list *list,
                                const struct wb_archive_target *target, uint64_t *bytes,
                                struct wb_error *err);

#endif
