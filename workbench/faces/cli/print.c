#include "cli/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "text/columns.h"
#include "verbs/ways_on.h"

struct wb_report_style wb_cli_style(const struct wb_invocation *invocation) {
  struct wb_report_style style = wb_report_style_of(STDOUT_FILENO);
  const char *wanted = wb_cli_value(invocation, "color");
  if (wanted != NULL && strcmp(wanted, "always") == 0) style.color = true;
  if (wanted != NULL && strcmp(wanted, "never") == 0) style.color = false;
  return style;
}

const struct wb_list_format *wb_cli_list_format(const struct wb_invocation *invocation,
                                                const struct wb_list_kind *kind) {
  const char *format = wb_cli_wants_json(invocation) ? "json" : wb_cli_value(invocation, "format");
  return wb_list_format_find(kind, format != NULL ? format : "text");
}

enum { PAGE_COLUMNS = 100, PAGE_MOST_COLUMNS = 1000 };

unsigned wb_cli_page_width(const struct wb_invocation *invocation) {
  const unsigned terminal = wb_cli_style(invocation).width;
  const char *wanted = wb_cli_value_if_any(invocation, "width");
  const uint64_t number = wanted != NULL ? wb_cli_number(invocation, "width", 0) : 0;
  if (wanted != NULL) return number < PAGE_MOST_COLUMNS ? (unsigned)number : PAGE_MOST_COLUMNS;
  return terminal < PAGE_COLUMNS ? terminal : PAGE_COLUMNS;
}

/* A line that is nothing but a heading, perhaps with code in it. */
static bool is_heading(const struct wb_line *line) {
  bool heading = false;
  for (size_t i = 0; i < line->n_spans; i++) {
    enum wb_style style = line->spans[i].style;
    if (style != WB_STYLE_HEADING && style != WB_STYLE_CODE) return false;
    heading = heading || style == WB_STYLE_HEADING;
  }
  return heading;
}

/* Where no colour tells a heading from text, a rule under it does. */
static void add_line(struct wb_line *line, const struct wb_report_style *style,
                     struct wb_str *out) {
  const struct wb_document alone = {.lines = line, .n_lines = 1};
  wb_styled_to_ansi(&alone, style, out);
  if (style->color || !is_heading(line)) return;
  for (size_t i = wb_line_width(line); i > 0; i--) wb_str_add(out, style->unicode ? "─" : "-");
  wb_str_add_char(out, '\n');
}

void wb_cli_print_text(struct wb_str *text) {
  fwrite(text->data, 1, text->length, stdout);
  wb_str_release(text);
}

void wb_cli_print(const struct wb_invocation *invocation, struct wb_document *document) {
  struct wb_report_style style = wb_cli_style(invocation);
  struct wb_str out;
  wb_str_init(&out);
  for (size_t i = 0; i < document->n_lines; i++) add_line(&document->lines[i], &style, &out);
  wb_cli_print_text(&out);
  wb_document_release(document);
  memset(document, 0, sizeof *document);
}

void wb_cli_print_data(const struct wb_fields *fields, const void *of) {
  struct wb_str text;
  wb_str_init(&text);
  wb_fields_print(fields, of, &text);
  wb_cli_print_text(&text);
}

void wb_cli_print_data_list(const struct wb_fields *fields, const void *items, size_t count) {
  struct wb_str text;
  wb_str_init(&text);
  wb_fields_print_list(fields, items, count, &text);
  wb_cli_print_text(&text);
}

int wb_cli_fail(const struct wb_invocation *invocation, const struct wb_error *err) {
  const char *name =
      invocation->command == wb_cli_command_default() ? NULL : invocation->command->name;
  struct wb_str text;
  fflush(stdout);
  wb_str_init(&text);
  /* Names of files and what a person typed are in it. */
  wb_text_expand(&text, err->where, strlen(err->where));
  if (text.length > 0) wb_str_add(&text, ": ");
  wb_text_expand(&text, err->message, strlen(err->message));
  if (err->status == WB_ERR_CANCELLED)
    fputs("interrupted\n", stderr);
  else
    fprintf(stderr, "workbench%s%s: %s\n", name != NULL ? " " : "", name != NULL ? name : "",
            text.data);
  wb_str_release(&text);
  return wb_exit_of_status(err->status);
}

void wb_cli_put_ways_on(struct wb_document *document) {
  wb_put_line(document, WB_STYLE_GOOD, WB_ALL_SOLVED);
  for (size_t i = 0; i < WB_WAYS_ON; i++) {
    const struct wb_way_on way = wb_way_on(WB_FACE_SHELL, i);
    char *command = way.command[0] != '\0' ? wb_format("workbench %s", way.command) : wb_strdup("");
    wb_put_line(document, WB_STYLE_STRONG, "  %-29s", command);
    free(command);
    wb_put(document, WB_STYLE_PLAIN, "%s", way.words);
  }
}
