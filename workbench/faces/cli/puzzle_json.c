#include "cli/puzzle_json.h"

#include <stdio.h>
#include <stdlib.h>

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
  json_object_set_new(object, "chapter", wb_json_text_or_null(puzzle->chapter));
  json_object_set_new(object, "state", json_string(wb_session_state(session, puzzle->slug)));
  json_object_set_new(object, "solved", json_boolean(progress.solved));
  json_object_set_new(object, "attempts", json_integer((json_int_t)progress.attempts));
  json_object_set_new(object, "last_verdict",
                      progress.tried ? json_string(wb_verdict_name(progress.last)) : json_null());
  json_object_set_new(object, "hints", json_integer((json_int_t)puzzle->n_hints));
  json_object_set_new(object, "hints_shown", json_integer((json_int_t)progress.hints_shown));
  json_object_set_new(object, "tags", wb_json_strings(puzzle->tags, puzzle->n_tags));
  json_object_set_new(object, "aliases", wb_json_strings(puzzle->aliases, puzzle->n_aliases));
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
