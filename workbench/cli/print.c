#include "cli/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct wb_report_style wb_cli_style(const struct wb_invocation *invocation) {
  struct wb_report_style style = wb_report_style_of(STDOUT_FILENO);
  const char *wanted = wb_cli_value(invocation, "color");
  if (wanted != NULL && strcmp(wanted, "always") == 0) style.color = true;
  if (wanted != NULL && strcmp(wanted, "never") == 0) style.color = false;
  return style;
}

static void put(struct wb_document *document, enum wb_style style, const char *format,
                va_list args) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_vaddf(&text, format, args);
  wb_document_add(document, style, text.data, text.length);
  wb_str_release(&text);
}

void wb_put(struct wb_document *document, enum wb_style style, const char *format, ...) {
  va_list args;
  va_start(args, format);
  if (document->n_lines == 0) wb_document_add_line(document);
  put(document, style, format, args);
  va_end(args);
}

void wb_put_line(struct wb_document *document, enum wb_style style, const char *format, ...) {
  va_list args;
  va_start(args, format);
  wb_document_add_line(document);
  put(document, style, format, args);
  va_end(args);
}

void wb_print(const struct wb_invocation *invocation, struct wb_document *document) {
  struct wb_report_style style = wb_cli_style(invocation);
  struct wb_str out;
  wb_str_init(&out);
  wb_styled_to_ansi(document, &style, &out);
  fwrite(out.data, 1, out.length, stdout);
  wb_str_release(&out);
  wb_document_release(document);
  memset(document, 0, sizeof *document);
}

const char *wb_short_path(const char *path) {
  char *here = getcwd(NULL, 0);
  size_t length = here != NULL ? strlen(here) : 0;
  bool inside = length > 1 && strncmp(path, here, length) == 0 && path[length] == '/';
  free(here);
  return inside ? path + length + 1 : path;
}
