#include "text/page_link.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"

static bool has_scheme(const char *address) {
  const size_t length = strcspn(address, ":/?#");
  return address[length] == ':';
}

static bool is_outside(const char *address) {
  static const char *const schemes[] = {"http://", "https://", "mailto:"};
  for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
    if (strncasecmp(address, schemes[i], strlen(schemes[i])) == 0) return true;
  return false;
}

static bool is_named(const char *part, size_t length, const char *name) {
  return length == strlen(name) && memcmp(part, name, length) == 0;
}

/* Takes the last component away; false: there is none. */
static bool leave_folder(struct wb_str *path) {
  const char *slash = strrchr(path->data, '/');
  if (path->length == 0) return false;
  path->length = slash != NULL ? (size_t)(slash - path->data) : 0;
  path->data[path->length] = '\0';
  return true;
}

/* Goes on from the folder `path` by the components of `relative`; false: out of the root. */
static bool follow_path(struct wb_str *path, const char *relative) {
  bool inside = true;
  for (const char *part = relative; *part != '\0' && inside;) {
    const size_t length = strcspn(part, "/");
    if (is_named(part, length, "..")) {
      inside = leave_folder(path);
    } else if (length > 0 && !is_named(part, length, ".")) {
      if (path->length > 0) wb_str_add_char(path, '/');
      wb_str_add_bytes(path, part, length);
    }
    part += length + (part[length] == '/');
  }
  return inside;
}

struct wb_page_link wb_page_link_read(const char *from, const char *address) {
  struct wb_page_link link = {.kind = WB_LINK_REFUSED};
  const char *hash = strchr(address, '#');
  struct wb_str path;
  if (is_outside(address)) link.kind = WB_LINK_OUTSIDE;
  if (has_scheme(address) || address[0] == '/' || address[0] == '\0') return link;
  wb_str_init(&path);
  wb_str_add(&path, from);
  bool inside = true;
  if (hash != address) {
    char *relative = wb_strndup(address, strcspn(address, "?#"));
    inside = leave_folder(&path) && follow_path(&path, relative);
    free(relative);
  }
  if (inside) {
    link.kind = WB_LINK_PAGE;
    link.path = wb_str_detach(&path);
    link.anchor = hash != NULL && hash[1] != '\0' ? wb_strdup(hash + 1) : NULL;
  }
  wb_str_release(&path);
  return link;
}

void wb_page_link_release(struct wb_page_link *link) {
  free(link->path);
  free(link->anchor);
  *link = (struct wb_page_link){.kind = WB_LINK_REFUSED};
}
