#include <stdio.h>

#include "cli/print.h"
#include "cli/puzzle_json.h"
#include "cli/session.h"

static void put_hint(const struct wb_puzzle_summary *puzzle, size_t index,
                     struct wb_document *text) {
  wb_put_line(text, WB_STYLE_HEADING, "Hint %zu of %zu: ", index + 1, puzzle->n_hints);
  wb_put(text, WB_STYLE_PLAIN, "%s", puzzle->hints[index]);
}

/* The hints `first` … `end`, and what comes after them. */
static void put_hints(const struct wb_puzzle_summary *puzzle, size_t first, size_t end,
                      struct wb_document *text) {
  for (size_t i = first; i < end; i++) put_hint(puzzle, i, text);
  if (puzzle->n_hints == 0)
    wb_put_line(text, WB_STYLE_PLAIN, "%s has no hints.", puzzle->slug);
  else if (first == end)
    wb_put_line(text, WB_STYLE_DIM,
                "You have seen all hints; 'workbench hint %u --all' shows them again.",
                puzzle->number);
  else if (end < puzzle->n_hints)
    wb_put_line(text, WB_STYLE_DIM, "%zu more: workbench hint %u", puzzle->n_hints - end,
                puzzle->number);
}

static void print_json(const struct wb_puzzle_summary *puzzle, size_t first, size_t end) {
  json_t *object = json_object(), *hints = json_array();
  for (size_t i = first; i < end; i++)
    json_array_append_new(hints, wb_json_text_or_null(puzzle->hints[i]));
  json_object_set_new(object, "puzzle", wb_json_text_or_null(puzzle->slug));
  json_object_set_new(object, "first", json_integer((json_int_t)(first < end ? first + 1 : 0)));
  json_object_set_new(object, "hints", hints);
  json_object_set_new(object, "total", json_integer((json_int_t)puzzle->n_hints));
  wb_print_json(object);
}

int wb_shell_hint(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_document text = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  int code = WB_EXIT_OK;
  if (wb_session_start(&session, invocation, &puzzle, &err) == WB_OK) {
    size_t shown = wb_session_progress(&session, puzzle->slug).hints_shown;
    bool all = wb_cli_flag(invocation, "all");
    size_t first = all ? 0 : shown < puzzle->n_hints ? shown : puzzle->n_hints;
    size_t end = all || first == puzzle->n_hints ? puzzle->n_hints : first + 1;
    if (wb_cli_wants_json(invocation)) {
      print_json(puzzle, first, end);
    } else {
      put_hints(puzzle, first, end, &text);
      wb_print(invocation, &text);
    }
    wb_session_visit(&session, puzzle->slug);
    if (session.store != NULL && end > shown)
      wb_store_show_hint(session.store, session.course.root, puzzle->slug, (unsigned)end, NULL);
  } else {
    code = wb_cli_fail(invocation, &err);
  }
  wb_session_close(&session);
  return code;
}
