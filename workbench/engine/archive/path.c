/* Names in archives: which may be, and how archives themselves are called. */
#include <string.h>

#include "archive/archive.h"
#include "base/clean.h"

static bool is_shown_as_it_is(const char *path) {
  struct wb_str clean;
  wb_str_init(&clean);
  const bool changes = wb_clean_name(&clean, path, strlen(path));
  wb_str_release(&clean);
  return !changes;
}

/* What is wrong with one component. */
static const char *component_fault(const char *at, size_t length) {
  if (length == 0) return "has an empty part";
  if (length == 1 && at[0] == '.') return "has '.' as a part";
  if (length == 2 && at[0] == '.' && at[1] == '.') return "leads out of the archive";
  return length > 255 ? "has a part of more than 255 bytes" : NULL;
}

bool wb_archive_path_is_good(const char *path, const char **why) {
  size_t depth = 0;
  *why = NULL;
  if (path[0] == '/')
    *why = "is absolute";
  else if (strlen(path) > WB_ARCHIVE_PATH_MAX)
    *why = "is too long";
  else if (!is_shown_as_it_is(path))
    *why = "is not text that can be shown";
  else if (strchr(path, '\\') != NULL)
    *why = "has a backslash";
  for (const char *at = path; *why == NULL; at++) {
    const size_t length = strcspn(at, "/");
    *why = component_fault(at, length);
    if (*why == NULL && ++depth > WB_ARCHIVE_DEPTH_MAX) *why = "is too deep";
    at += length;
    if (*at == '\0') break;
  }
  return *why == NULL;
}

const char *wb_archive_suffix(enum wb_archive_form form) {
  static const char *const suffixes[WB_ARCHIVE_FORM_COUNT] = {[WB_ARCHIVE_TAR_GZ] = ".tar.gz",
                                                              [WB_ARCHIVE_TAR_XZ] = ".tar.xz",
                                                              [WB_ARCHIVE_TAR_ZST] = ".tar.zst",
                                                              [WB_ARCHIVE_ZIP] = ".zip"};
  return suffixes[form];
}
