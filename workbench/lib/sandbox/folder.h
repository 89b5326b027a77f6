/* A private folder for temporary files: made for one process, empty, readable by nobody
 * else, and gone with it.
 *
 * It lies in $TMPDIR (else /tmp), where there is room, under workbench-UID/, which must be the
 * user's alone. Its owner holds a lock on it. A folder whose lock nobody holds belonged to a
 * process that was killed: whoever makes the next one removes it. */
#ifndef WB_SANDBOX_FOLDER_H
#define WB_SANDBOX_FOLDER_H

#include <stdbool.h>

#include "base/status.h"

struct wb_folder {
  char *path; /* absolute; NULL: none */
  int lock;   /* a descriptor of the folder, locked; -1: none */
};

/* WB_ERR_IO where there is no place for it, or somebody else's is in the way. */
enum wb_status wb_folder_make(struct wb_folder *folder, struct wb_error *err);

/* Removes what is in it and itself; links are removed, never followed. NULL is fine. */
void wb_folder_remove(struct wb_folder *folder);

/* Removes a folder and all that is in it, however deep; links are removed, never followed. */
void wb_folder_remove_tree(const char *path);

/* Forgets the path and closes the lock: another process of the same folder removes it. */
void wb_folder_forget(struct wb_folder *folder);

#endif
