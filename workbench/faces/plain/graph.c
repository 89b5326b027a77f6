/* What the graphs of a host program became, told: the text that the run gave
 * (lua/graph/explain.lua), line by line; of its tables each cell with the heading of its column. */
#include <string.h>

#include "plain/commands.h"
#include "plain/trace.h"

/* The cells of a line of a table: what two blanks or more divide. */
enum { MOST_CELLS = 16 };
struct cells {
  const char *at[MOST_CELLS];
  int length[MOST_CELLS];
  size_t count;
};

static void split(const char *line, size_t length, struct cells *cells) {
  const char *end = line + length;
  cells->count = 0;
  while (line < end && cells->count < MOST_CELLS) {
    const char *from = line + strspn(line, " ");
    if (from > end) from = end;
    const char *to = from;
    while (to < end && !(to[0] == ' ' && to[1] == ' ')) to++;
    if (from < to) {
      cells->at[cells->count] = from;
      cells->length[cells->count++] = (int)(to - from);
    }
    line = to;
  }
}

static bool is_headings(const char *line) {
  return strncmp(line, "kernel  ", 8) == 0 || strncmp(line, "step  ", 6) == 0;
}

/* Where cells are missing, they are those behind the first. */
static void tell_row(struct wb_dialogue *dialogue, const struct cells *headings,
                     const struct cells *row) {
  struct wb_str text;
  wb_str_init(&text);
  for (size_t i = 0; i < row->count && i < headings->count; i++) {
    const size_t column = i == 0 ? 0 : headings->count - row->count + i;
    if (row->length[i] == 1 && row->at[i][0] == '-') continue;
    wb_str_addf(&text, "%s%.*s %.*s", text.length > 0 ? ", " : "", headings->length[column],
                headings->at[column], row->length[i], row->at[i]);
  }
  wb_say(&dialogue->output, "%s.", text.data);
  wb_str_release(&text);
}

static void tell_line(struct wb_dialogue *dialogue, const char *line, size_t length,
                      struct cells *headings) {
  struct cells row;
  if (length == 0) {
    headings->count = 0;
  } else if (is_headings(line)) {
    split(line, length, headings);
  } else if (headings->count > 0) {
    split(line, length, &row);
    tell_row(dialogue, headings, &row);
  } else {
    wb_say(&dialogue->output, "%.*s", (int)length, line);
  }
}

static void tell_graphs(struct wb_dialogue *dialogue, const char *text) {
  struct cells headings = {.count = 0};
  while (*text != '\0') {
    const size_t length = strcspn(text, "\n");
    tell_line(dialogue, text, length, &headings);
    text += length + (text[length] != '\0');
  }
}

void wb_speak_graph(struct wb_dialogue *dialogue, const char *argument) {
  int only_case = 0;
  struct wb_result *result = wb_dialogue_record(dialogue, "graph", argument,
                                                "Only host programs have graphs.", &only_case);
  if (result == NULL) return;
  if (result->graphs != NULL) {
    const size_t number = only_case > 0 ? (size_t)only_case : result->trace_case + 1;
    wb_say(&dialogue->output, "Graphs of case %zu, %s.", number,
           result->cases[result->trace_case].name);
    tell_graphs(dialogue, result->graphs);
  } else {
    wb_dialogue_refuse(dialogue, "The program compiled no graph in this case.");
  }
  wb_result_delete(result);
}
