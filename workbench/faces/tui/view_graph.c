/* What the graphs of a host program became: the text that the program's run gave, as it is. */
#include <stdlib.h>
#include <string.h>

#include "text/columns.h"
#include "tui/timeline.h"
#include "tui/views.h"

enum { INDENT = 4 };

static bool begins_with(const char *line, const char *word) {
  return strncmp(line, word, strlen(word)) == 0;
}

static bool is_headings(const char *line) {
  return begins_with(line, "kernel  ") || begins_with(line, "step  ");
}

/* Titles stand out, headings do not. */
static unsigned look_of(const char *line) {
  if (begins_with(line, "Graph ")) return WB_STYLE_HEADING;
  return is_headings(line) || begins_with(line, "Stored") ? WB_LOOK_DIM : WB_LOOK_PLAIN;
}

/* Lines go on in the next row, but those of tables are cut. */
static void put_lines(const char *text, size_t width, struct wb_pane_text *rows) {
  bool in_table = false;
  while (*text != '\0') {
    const size_t length = strcspn(text, "\n");
    char *line = wb_strndup(text, length);
    in_table = is_headings(line) || (in_table && length > 0);
    wb_pane_text_start(rows);
    if (in_table || wb_text_width(line) <= width)
      wb_pane_text_put(rows, look_of(line), line);
    else
      wb_pane_text_wrap(rows, look_of(line), width, INDENT, line);
    free(line);
    text += length + (text[length] != '\0');
  }
}

void wb_view_graph(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const struct wb_result *result = wb_timeline_view_result(model);
  if (result == NULL) {
    wb_pane_text_wrap_message(rows, WB_LOOK_DIM, (size_t)width, 0, wb_trace_view_why_none(model));
    return;
  }
  if (model->items[model->selected].result_is_old)
    wb_pane_text_paragraph(rows, WB_LOOK_WARN, width, 0,
                           "The program has changed since; r runs it again.");
  if (result->graphs == NULL)
    wb_pane_text_paragraph(rows, WB_LOOK_DIM, width, 0,
                           "The program compiled no graph in this case.");
  else
    put_lines(result->graphs, (size_t)width, rows);
}
