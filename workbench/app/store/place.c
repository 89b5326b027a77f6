#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/home.h"
#include "base/str.h"
#include "store/database.h"

/* $XDG_STATE_HOME where it is absolute, else ~/.local/state. */
static char *state_home(void) {
  const char *named = wb_absolute_env("XDG_STATE_HOME");
  if (named != NULL) return wb_strdup(named);
  char *home = wb_home_path();
  char *path = home != NULL ? wb_path_join(home, ".local/state") : NULL;
  free(home);
  return path;
}

/* The XDG specification wants folders that only their owner sees. */
static enum wb_status make_private(const char *path, struct wb_error *err) {
  if (mkdir(path, 0700) != 0 && (errno != EEXIST || !wb_is_directory(path)))
    return wb_fail_errno(err, "cannot create the folder %s for your progress", path);
  return WB_OK;
}

enum wb_status wb_database_default_path(char **path, struct wb_error *err) {
  char *state = state_home();
  char *folder = NULL;
  *path = NULL;
  if (state == NULL)
    return wb_fail(err, WB_ERR_IO,
                   "there is no place for your progress: set HOME or XDG_STATE_HOME to a folder");
  folder = wb_path_join(state, "gpu-workbench");
  enum wb_status status = wb_make_directories(state, err);
  if (status == WB_OK) status = make_private(folder, err);
  if (status == WB_OK) *path = wb_path_join(folder, "progress.db");
  free(folder);
  free(state);
  return status;
}
