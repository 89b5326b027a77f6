#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "opencl/internal.h"

/* PoCL's own choice: $XDG_CACHE_HOME/pocl, else ~/.cache/pocl. */
static char *default_cache(void) {
  const char *cache = wb_absolute_env("XDG_CACHE_HOME");
  char *home = wb_home_path(), *path = NULL;
  if (cache != NULL)
    path = wb_path_join(cache, "pocl");
  else if (home != NULL)
    path = wb_path_join(home, ".cache/pocl");
  free(home);
  return path;
}

static bool can_write(const char *path) {
  return path != NULL && wb_make_directories(path, NULL) == WB_OK && wb_is_writable_directory(path);
}

/* A folder in /tmp is ours only if nobody else could have made it: compiled
 * kernels that lie there are run. */
static bool is_private(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid() &&
         (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

void wb_cl_choose_cache(void) {
  char *usual = NULL, *private_cache = NULL;
  const char *temporary = wb_absolute_env("TMPDIR");
  if (getenv("POCL_CACHE_DIR") != NULL) return;
  usual = default_cache();
  if (can_write(usual)) goto out;
  private_cache =
      wb_format("%s/gpu-workbench-%u", temporary != NULL ? temporary : "/tmp", (unsigned)geteuid());
  if (mkdir(private_cache, 0700) == 0 || is_private(private_cache))
    setenv("POCL_CACHE_DIR", private_cache, 1);
out:
  free(usual);
  free(private_cache);
}
