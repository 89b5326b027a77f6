#include "base/slug.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

int wb_slug_digits(const char *slug) {
  const size_t digits = strspn(slug, "0123456789");
  return slug[digits] == '-' && slug[digits + 1] != '\0' ? (int)digits : 0;
}

const char *wb_slug_name(const char *slug) {
  const int digits = wb_slug_digits(slug);
  return digits > 0 ? slug + digits + 1 : slug;
}

unsigned wb_slug_number(const char *slug) {
  const size_t digits = strspn(slug, "0123456789");
  const bool is_numbered = slug[digits] == '-' || slug[digits] == '\0';
  return is_numbered ? (unsigned)strtoul(slug, NULL, 10) : 0;
}

bool wb_slug_is_same(const char *a, const char *b) {
  return strcmp(wb_slug_name(a), wb_slug_name(b)) == 0;
}

const char *wb_slug_begun_as(const char *slug, const char *begun) {
  const char *name = wb_slug_name(slug);
  if (wb_starts_with(slug, begun)) return slug;
  return wb_starts_with(name, begun) ? name : NULL;
}
