#include "authoring/template.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "course/course.h"

enum { TITLE_MAX_BYTES = 60, FILE_MAX_BYTES = 1 << 20 };

void wb_blanks_set(struct wb_blanks *blanks, const char *name, char *value) {
  for (size_t i = 0; i < blanks->count; i++)
    if (strcmp(blanks->items[i].name, name) == 0) {
      free(blanks->items[i].value);
      blanks->items[i].value = value;
      return;
    }
  blanks->items =
      wb_grow(blanks->items, &blanks->capacity, blanks->count + 1, sizeof *blanks->items);
  blanks->items[blanks->count++] = (struct wb_blank){wb_strdup(name), value};
}

void wb_blanks_release(struct wb_blanks *blanks) {
  for (size_t i = 0; i < blanks->count; i++) {
    free(blanks->items[i].name);
    free(blanks->items[i].value);
  }
  free(blanks->items);
}

void wb_blanks_read(struct wb_blanks *blanks, char *text) {
  char *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
    char *value = strchr(line, ' ');
    if (line[0] != '@' || value == NULL) continue;
    *value = '\0';
    wb_blanks_set(blanks, line, wb_strdup(value + 1));
  }
}

enum wb_status wb_template_folder(char **folder, struct wb_error *err) {
  *folder = wb_course_program_folder("templates");
  if (*folder != NULL) return WB_OK;
  return wb_fail(err, WB_ERR_MISSING,
                 "the program's folder of templates is not there; install it again");
}

static void add_filled(struct wb_str *out, const char *text, const struct wb_blanks *blanks) {
  while (*text != '\0') {
    size_t which = 0;
    while (which < blanks->count && !wb_starts_with(text, blanks->items[which].name)) which++;
    if (which < blanks->count) {
      wb_str_add(out, blanks->items[which].value);
      text += strlen(blanks->items[which].name);
    } else {
      wb_str_add_char(out, *text++);
    }
  }
}

enum wb_status wb_template_read(const char *path, const struct wb_blanks *blanks,
                                struct wb_str *out, struct wb_error *err) {
  char *text = wb_file_read_text(path, FILE_MAX_BYTES, err);
  if (text == NULL) return WB_ERR_IO;
  add_filled(out, text, blanks);
  free(text);
  return WB_OK;
}

char *wb_template_title(const char *name) {
  char *title = wb_strdup(name);
  for (char *at = title; *at != '\0'; at++) {
    if (*at == '-') *at = ' ';
    if (at == title || at[-1] == ' ') *at = (char)toupper((unsigned char)*at);
  }
  return title;
}

enum wb_status wb_template_check_title(const char *title, struct wb_error *err) {
  const size_t length = strlen(title);
  bool sound = length > 0 && length <= TITLE_MAX_BYTES && title[0] != ' ' &&
               title[length - 1] != ' ' && wb_utf8_is_valid(title, length);
  for (const char *at = title; *at != '\0'; at++)
    sound = sound && (unsigned char)*at >= ' ' && *at != 0x7F && strchr("\"\\@", *at) == NULL;
  if (sound) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE,
                 "this cannot be a title: one line of at most %d bytes, without quotes, "
                 "backslashes and @",
                 TITLE_MAX_BYTES);
}
