#include "archive/manifest.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

void wb_manifest_add(struct wb_str *list, const unsigned char digest[WB_SHA256_BYTES],
                     const char *path) {
  char hex[WB_SHA256_HEX];
  wb_sha256_hex(digest, hex);
  wb_str_addf(list, "%s  %s\n", hex, path);
}

enum { DIGITS = WB_SHA256_HEX - 1, PATH_AT = DIGITS + 2 };

/* The lines as names that sort by path: "PATH\tHEX". */
static void split_lines(const struct wb_str *text, const char *folder, struct wb_names *lines) {
  const char *at = text->data;
  while (*at != '\0') {
    const size_t length = strcspn(at, "\n");
    char *line = length > PATH_AT ? wb_format("%s%.*s\t%.*s", folder, (int)(length - PATH_AT),
                                              at + PATH_AT, (int)DIGITS, at)
                                  : wb_strdup("?\t?");
    wb_names_add(lines, line);
    free(line);
    at += length;
    at += *at == '\n';
  }
  wb_names_sort(lines);
}

static enum wb_status fail_line(const char *line, const char *what, struct wb_error *err) {
  return wb_fail(err, WB_ERR_SPEC, "the archive is damaged: %.*s %s", (int)strcspn(line, "\t"),
                 line, what);
}

static bool is_same_path(const char *a, const char *b) {
  const size_t length = strcspn(a, "\t");
  return strcspn(b, "\t") == length && memcmp(a, b, length) == 0;
}

/* Which of two sorted lists has a line at `i` that the other has not: below 0 the first, above 0
 * the second, 0: they agree. */
static int compare_lines(const struct wb_names *a, const struct wb_names *b, size_t i) {
  if (i >= a->count) return 1;
  return i >= b->count ? -1 : strcmp(a->items[i], b->items[i]);
}

enum wb_status wb_manifest_check(const struct wb_str *manifest, const struct wb_str *list,
                                 const char *folder, struct wb_error *err) {
  struct wb_names wanted, found;
  enum wb_status status = WB_OK;
  wb_names_init(&wanted);
  wb_names_init(&found);
  split_lines(manifest, folder, &wanted);
  split_lines(list, "", &found);
  for (size_t i = 0; status == WB_OK && (i < wanted.count || i < found.count); i++) {
    const int order = compare_lines(&wanted, &found, i);
    if (order == 0) continue;
    if (i < wanted.count && i < found.count && is_same_path(wanted.items[i], found.items[i]))
      status = fail_line(found.items[i], "is not what was packed", err);
    else if (order < 0)
      status = fail_line(wanted.items[i], "is missing", err);
    else
      status = fail_line(found.items[i], "is not in its manifest", err);
  }
  wb_names_release(&found);
  wb_names_release(&wanted);
  return status;
}
