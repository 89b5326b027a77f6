#include <string.h>

#include "report/list.h"

static const struct wb_list_format *const formats[] = {
#define WB_FORMAT(name)
#define WB_FORMAT_OF_LISTS(name) &wb_list_##name,
#include "commands/formats.inc"
    &wb_list_json, NULL};

static const struct wb_list_format *find_among(const struct wb_list_format *const *among,
                                               const char *name) {
  while (among != NULL && *among != NULL && strcmp((*among)->name, name) != 0) among++;
  return among != NULL ? *among : NULL;
}

const struct wb_list_format *wb_list_format_find(const struct wb_list_kind *kind,
                                                 const char *name) {
  const struct wb_list_format *own = find_among(kind->formats, name);
  return own != NULL ? own : find_among(formats, name);
}
