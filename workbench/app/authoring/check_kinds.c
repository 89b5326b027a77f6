#include "authoring/check_kinds.h"

#include <string.h>

static const struct wb_check_kind kinds[] = {
#define WB_CHECK(name, part, summary) {name, part, summary},
#include "authoring/checks.inc"
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

const struct wb_check_kind *wb_check_kinds(size_t *count) {
  *count = KINDS;
  return kinds;
}

const struct wb_check_kind *wb_check_kind_find(const char *name) {
  for (size_t i = 0; i < KINDS; i++)
    if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
  return NULL;
}
