#include "base/home.h"

#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/str.h"

const char *wb_absolute_env(const char *name) {
  const char *value = getenv(name);
  return value != NULL && value[0] == '/' ? value : NULL;
}

char *wb_home_path(void) {
  const char *home = wb_absolute_env("HOME");
  char buffer[4096];
  struct passwd entry;
  struct passwd *found = NULL;
  if (home == NULL && getpwuid_r(getuid(), &entry, buffer, sizeof buffer, &found) == 0 &&
      found != NULL && found->pw_dir != NULL && found->pw_dir[0] == '/')
    home = found->pw_dir;
  return wb_strdup(home);
}
