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

bool wb_slug_is_number(const char *wanted) {
  enum { MOST_DIGITS = 6 };
  const size_t digits = strspn(wanted, "0123456789");
  return digits > 0 && digits <= MOST_DIGITS && wanted[digits] == '\0';
}

bool wb_slug_is_same(const char *a, const char *b) {
  return strcmp(wb_slug_name(a), wb_slug_name(b)) == 0;
}

const char *wb_slug_begun_as(const char *slug, const char *begun) {
  const char *name = wb_slug_name(slug);
  if (wb_starts_with(slug, begun)) return slug;
  return wb_starts_with(name, begun) ? name : NULL;
}

static bool is_in_slug(unsigned char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
}

char *wb_slug_of(const char *text) {
  struct wb_str slug;
  wb_str_init(&slug);
  for (const char *at = text; *at != '\0'; at++) {
    if (!is_in_slug((unsigned char)*at)) continue;
    if (slug.length > 0 && !is_in_slug((unsigned char)at[-1])) wb_str_add_char(&slug, '-');
    wb_str_add_char(&slug, *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at);
  }
  return wb_str_detach(&slug);
}
