#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print.h"
#include "cli/session.h"

static const struct {
  const char *state, *mark;
  enum wb_style style;
} marks[] = {
    {"solved", "✓", WB_STYLE_GOOD},
    {"tried", "…", WB_STYLE_WARNING},
    {"started", "·", WB_STYLE_PLAIN},
    {"new", " ", WB_STYLE_DIM},
};

static void put_puzzle(const struct wb_session *session, const struct wb_puzzle_summary *puzzle,
                       int slug_width, struct wb_document *text) {
  const char *state = wb_session_state(session, puzzle->slug);
  wb_document_add_line(text);
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
    if (strcmp(marks[i].state, state) == 0)
      wb_put(text, marks[i].style, "%s %-7s ", marks[i].mark, state);
  wb_put(text, WB_STYLE_STRONG, "%-*s", slug_width, puzzle->slug);
  if (puzzle->error != NULL)
    wb_put(text, WB_STYLE_BAD, "  %s", puzzle->error);
  else
    wb_put(text, WB_STYLE_PLAIN, "  %s", puzzle->title);
}

static void print_text(const struct wb_invocation *invocation, const struct wb_session *session) {
  struct wb_document text = {0};
  int width = 0;
  size_t solved = 0;
  for (size_t i = 0; i < session->catalog.count; i++)
    if ((int)strlen(session->catalog.items[i].slug) > width)
      width = (int)strlen(session->catalog.items[i].slug);
  for (size_t i = 0; i < session->catalog.count; i++) {
    put_puzzle(session, &session->catalog.items[i], width, &text);
    solved += wb_session_progress(session, session->catalog.items[i].slug).solved;
  }
  wb_put_line(&text, WB_STYLE_DIM, "%zu of %zu solved", solved, session->catalog.count);
  wb_print(invocation, &text);
}

static json_t *strings(char *const *items, size_t count) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(list, json_string(items[i]));
  return list;
}

/* NULL becomes null; and text that is no UTF-8 does, too. */
static json_t *text_or_null(const char *text) {
  json_t *string = text != NULL ? json_string(text) : NULL;
  return string != NULL ? string : json_null();
}

static json_t *puzzle_json(const struct wb_session *session,
                           const struct wb_puzzle_summary *puzzle) {
  struct wb_progress progress = wb_session_progress(session, puzzle->slug);
  char *file = wb_course_work_file(&session->course, puzzle->slug);
  json_t *object = json_object();
  json_object_set_new(object, "puzzle", text_or_null(puzzle->slug));
  json_object_set_new(object, "number", json_integer((json_int_t)puzzle->number));
  json_object_set_new(object, "title", text_or_null(puzzle->title));
  json_object_set_new(object, "concept", text_or_null(puzzle->concept));
  json_object_set_new(object, "state", json_string(wb_session_state(session, puzzle->slug)));
  json_object_set_new(object, "solved", json_boolean(progress.solved));
  json_object_set_new(object, "attempts", json_integer((json_int_t)progress.attempts));
  json_object_set_new(object, "last_verdict",
                      progress.tried ? json_string(wb_verdict_name(progress.last)) : json_null());
  json_object_set_new(object, "hints", json_integer((json_int_t)puzzle->n_hints));
  json_object_set_new(object, "hints_shown", json_integer((json_int_t)progress.hints_shown));
  json_object_set_new(object, "tags", strings(puzzle->tags, puzzle->n_tags));
  json_object_set_new(object, "aliases", strings(puzzle->aliases, puzzle->n_aliases));
  json_object_set_new(object, "file", text_or_null(file));
  json_object_set_new(object, "error", text_or_null(puzzle->error));
  free(file);
  return object;
}

static void print_json(const struct wb_session *session) {
  json_t *list = json_array();
  for (size_t i = 0; i < session->catalog.count; i++)
    json_array_append_new(list, puzzle_json(session, &session->catalog.items[i]));
  json_dumpf(list, stdout, JSON_INDENT(2));
  putchar('\n');
  json_decref(list);
}

static bool has_mistakes(const struct wb_catalog *catalog) {
  for (size_t i = 0; i < catalog->count; i++)
    if (catalog->items[i].error != NULL) return true;
  return false;
}

static int run_list(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_error err;
  int code = WB_EXIT_OK;
  if (wb_session_open(&session, invocation, &err) != WB_OK) {
    code = wb_cli_fail(invocation, &err);
  } else {
    if (wb_cli_flag(invocation, "json"))
      print_json(&session);
    else
      print_text(invocation, &session);
    if (has_mistakes(&session.catalog)) code = WB_EXIT_COURSE;
  }
  wb_session_close(&session);
  return code;
}

const struct wb_command wb_cmd_list = {
    .name = "list",
    .summary = "list the puzzles and how far you are",
    .options = {{.name = "json", .kind = WB_OPTION_FLAG, .help = "a JSON array of objects"}},
    .examples = {{"workbench list", "shows all puzzles"},
                 {"workbench list --json", "the same for programs"}},
    .run = run_list,
};
