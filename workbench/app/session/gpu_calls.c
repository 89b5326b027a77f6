#include "session/gpu_calls.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { FILE_MAX = 1 << 20 };

/* What the annotations before a function, or those of a class, have said so far. */
struct notes {
  struct wb_str words;  /* in sentences */
  struct wb_str tables; /* of parameters that are tables, and of fields */
  struct wb_str result;
  struct wb_str class; /* whose fields follow */
};

static void clear(struct notes *notes) {
  wb_str_clear(&notes->words);
  wb_str_clear(&notes->tables);
  wb_str_clear(&notes->result);
  wb_str_clear(&notes->class);
}

/* "`gpu.LaunchSizes` has `grid_dim` (work-groups), …", once all its fields are there. */
static void end_class(struct notes *notes, struct wb_str *out) {
  if (notes->class.length > 0 && notes->tables.length > 0) {
    wb_str_addf(out, "- `%s` has %s\n", notes->class.data, notes->tables.data);
  }
  clear(notes);
}

/* "NAME? TYPE # MEANING" */
static void add_field(struct notes *notes, const char *text) {
  const size_t name = strcspn(text, " ?");
  const char *meaning = strstr(text, " # ");
  if (text[0] == '[') return;
  wb_str_addf(&notes->tables, "%s`%.*s`", notes->tables.length > 0 ? ", " : "", (int)name, text);
  if (meaning != NULL) wb_str_addf(&notes->tables, " (%s)", meaning + 3);
}

/* "NAME { src: … }": what is in a table is not seen in the function's parentheses. */
static void add_parameter(struct notes *notes, const char *text) {
  const char *table = strchr(text, '{');
  if (table == NULL || table > text + strcspn(text, " ") + 1) return;
  wb_str_addf(&notes->tables, " `%.*s`: `%s`.", (int)strcspn(text, " ?"), text, table);
}

static void take_note(struct notes *notes, const char *line, struct wb_str *out) {
  if (wb_starts_with(line, "---@class ")) {
    end_class(notes, out);
    wb_str_add_bytes(&notes->class, line + 10, strcspn(line + 10, ":"));
  } else if (wb_starts_with(line, "---@field ")) {
    add_field(notes, line + 10);
  } else if (wb_starts_with(line, "---@param ")) {
    add_parameter(notes, line + 10);
  } else if (wb_starts_with(line, "---@return ")) {
    wb_str_add(&notes->result, line + 11);
  } else if (line[3] != '@') {
    wb_str_addf(&notes->words, " %s", line + 3);
  }
}

/* "ctx:enqueue_copy(ends)": programs call a context so, which has all that a queue has. */
static void add_function(struct notes *notes, const char *line, struct wb_str *out) {
  static const char *const contexts[] = {"Queue:", "DeviceContext:"};
  const char *call = line + strlen("function ");
  wb_str_add(out, "- `");
  for (size_t i = 0; i < 2; i++)
    if (wb_starts_with(call, contexts[i])) {
      wb_str_add(out, "ctx:");
      call += strlen(contexts[i]);
    }
  wb_str_add_bytes(out, call, strcspn(call, ")"));
  wb_str_add(out, ")`:");
  if (notes->result.length > 0) wb_str_addf(out, " gives `%s`.", notes->result.data);
  wb_str_addf(out, "%s%s\n", notes->words.data, notes->tables.data);
  clear(notes);
}

char *wb_gpu_calls(const struct wb_course *course) {
  char *path = wb_path_join(course->root, "lua/gpu.lua");
  struct notes notes;
  struct wb_str text, out;
  wb_str_init(&text);
  wb_str_init(&out);
  wb_str_init(&notes.words);
  wb_str_init(&notes.tables);
  wb_str_init(&notes.result);
  wb_str_init(&notes.class);
  const bool read = wb_file_read(path, FILE_MAX, &text, NULL) == WB_OK;
  for (const char *at = text.data; *at != '\0';) {
    const size_t length = strcspn(at, "\n");
    char *line = wb_strndup(at, length);
    if (wb_starts_with(line, "---"))
      take_note(&notes, line, &out);
    else if (wb_starts_with(line, "function "))
      add_function(&notes, line, &out);
    else
      end_class(&notes, &out);
    free(line);
    at += length + (at[length] == '\n');
  }
  end_class(&notes, &out);
  wb_str_release(&notes.words);
  wb_str_release(&notes.tables);
  wb_str_release(&notes.result);
  wb_str_release(&notes.class);
  wb_str_release(&text);
  free(path);
  if (read) return wb_str_detach(&out);
  wb_str_release(&out);
  return NULL;
}
