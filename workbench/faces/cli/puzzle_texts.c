#include "cli/puzzle_texts.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "text/styled.h"

enum { TEXT_MAX_BYTES = 4 << 20 };

static enum wb_status check_drawings(const char *file, const struct wb_str *text,
                                     struct wb_error *err) {
  const unsigned line = wb_markdown_silent_drawing(text->data, text->length);
  char where[WB_ERROR_WHERE_MAX];
  if (line == 0) return WB_OK;
  snprintf(where, sizeof where, "%s:%u", file, line);
  return wb_fail_at(err, WB_ERR_SPEC, where,
                    "the drawing has no words for who cannot see it: put what it shows right "
                    "before it, as <!-- drawing: ... -->");
}

/* "right/" need not be written: the names say enough. */
static enum wb_status check_names(const char *file, const struct wb_str *text,
                                  const struct wb_names *right, struct wb_error *err) {
  for (size_t i = 0; i < right->count; i++) {
    const char *name = wb_path_basename(right->items[i]);
    if (strstr(text->data, name) == NULL)
      return wb_fail_at(err, WB_ERR_SPEC, file,
                        "the explanation does not name right/%s: say what that way costs", name);
  }
  return WB_OK;
}

static enum wb_status check_text(const char *file, const struct wb_names *right,
                                 struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  enum wb_status status = wb_file_read(file, TEXT_MAX_BYTES, &text, err);
  if (status == WB_OK) status = check_drawings(file, &text, err);
  if (status == WB_OK && right != NULL) status = check_names(file, &text, right, err);
  wb_str_release(&text);
  return status;
}

enum wb_status wb_cli_check_lesson(const char *file, struct wb_error *err) {
  return check_text(file, NULL, err);
}

enum wb_status wb_cli_check_explained(const char *file, const struct wb_names *right,
                                      struct wb_error *err) {
  return check_text(file, right, err);
}
