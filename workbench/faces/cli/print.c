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

void wb_print(const struct wb_invocation *invocation, struct wb_document *document) {
  struct wb_report_style style = wb_cli_style(invocation);
  struct wb_str out;
  wb_str_init(&out);
  for (size_t i = 0; i < document->n_lines; i++) add_line(&document->lines[i], &style, &out);
  fwrite(out.data, 1, out.length, stdout);
  wb_str_release(&out);
  wb_document_release(document);
  memset(document, 0, sizeof *document);
}

/* ---- JSON ---- */

json_t *wb_json_strings(char *const *items, size_t count) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(list, json_string(items[i]));
  return list;
}

json_t *wb_json_text_or_null(const char *text) {
  json_t *string = text != NULL ? json_string(text) : NULL;
  return string != NULL ? string : json_null();
}

json_t *wb_puzzle_json(const struct wb_session *session, const struct wb_puzzle_summary *puzzle) {
  struct wb_progress progress = wb_session_progress(session, puzzle->slug);
  char *file = wb_course_work_file(&session->course, puzzle->slug);
  json_t *object = json_object();
  json_object_set_new(object, "puzzle", wb_json_text_or_null(puzzle->slug));
  json_object_set_new(object, "number", json_integer((json_int_t)puzzle->number));
  json_object_set_new(object, "title", wb_json_text_or_null(puzzle->title));
  json_object_set_new(object, "concept", wb_json_text_or_null(puzzle->concept));
#define WB_SPEC_TEXT_IF(name) \
  json_object_set_new(object, #name, wb_json_text_or_null(puzzle->name));
#include "result/summary_fields.inc"
  json_object_set_new(object, "state", json_string(wb_session_state(session, puzzle->slug)));
  json_object_set_new(object, "solved", json_boolean(progress.solved));
  json_object_set_new(object, "attempts", json_integer((json_int_t)progress.attempts));
  json_object_set_new(object, "last_verdict",
                      progress.tried ? json_string(wb_verdict_name(progress.last)) : json_null());
  json_object_set_new(object, "hints", json_integer((json_int_t)puzzle->n_hints));
  json_object_set_new(object, "hints_shown", json_integer((json_int_t)progress.hints_shown));
#define WB_SPEC_TEXTS_COUNTED(name)
#define WB_SPEC_TEXTS(name) \
  json_object_set_new(object, #name, wb_json_strings(puzzle->name, puzzle->n_##name));
#include "result/summary_fields.inc"
  json_object_set_new(object, "file", wb_json_text_or_null(file));
  json_object_set_new(object, "error", wb_json_text_or_null(puzzle->error));
  free(file);
  return object;
}

void wb_print_json(json_t *json) {
  json_dumpf(json, stdout, JSON_INDENT(2));
  putchar('\n');
  json_decref(json);
}
