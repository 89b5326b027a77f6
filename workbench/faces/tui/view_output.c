/* What a command of the command line printed, over the panes. */
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "tui/views.h"

enum { HANG = 2 }; /* a line that goes on stands under its first word and so far to the right */

static size_t indent_of(const char *line, size_t length) {
  size_t blanks = 0;
  while (blanks < length && line[blanks] == ' ') blanks++;
  return blanks;
}

static size_t trimmed_length(const char *text) {
  size_t length = strlen(text);
  while (length > 0 && text[length - 1] == ' ') length--;
  return length;
}

/* The parameters of "ESC [ … m" at `at`, or NULL where something else stands. */
static const char *sequence_end(const char *at, const char *end) {
  if (end - at < 3 || at[0] != '\033' || at[1] != '[') return NULL;
  const char *last = at + 2;
  while (last < end && (*last == ';' || (*last >= '0' && *last <= '9'))) last++;
  return last < end && *last == 'm' ? last : NULL;
}

/* The command's own colours become looks, everything else is text. */
static void put_line(struct wb_pane_text *rows, int width, const char *line, size_t length,
                     unsigned *look) {
  const char *end = line + length, *from = line;
  const size_t indent = indent_of(line, length) + HANG;
  wb_pane_text_start(rows);
  while (from < end) {
    const char *escape = memchr(from, '\033', (size_t)(end - from));
    const char *last = escape != NULL ? sequence_end(escape, end) : NULL;
    const char *to = last != NULL ? escape : end;
    char *text = wb_strndup(from, (size_t)(to - from));
    const size_t blanks = strlen(text) - trimmed_length(text);
    wb_pane_text_wrap(rows, *look, (size_t)width, indent, text);
    /* Wrapping leaves them out, and more of the line may follow. */
    wb_pane_text_putf(rows, *look, "%*s", (int)blanks, "");
    free(text);
    from = to;
    if (last == NULL) continue;
    *look = wb_style_of_ansi(escape + 2, (size_t)(last - escape) - 2);
    from = last + 1;
  }
}

void wb_view_output(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const struct wb_output *output = &model->output;
  unsigned look = WB_STYLE_PLAIN;
  for (const char *at = output->text.data; *at != '\0';) {
    const size_t length = strcspn(at, "\n");
    put_line(rows, width, at, length, &look);
    at += length + (at[length] == '\n');
  }
  if (output->cut) {
    wb_pane_text_start(rows);
    wb_pane_text_wrap(rows, WB_LOOK_WARN, (size_t)width, 0,
                      "It printed more than is shown here; in a shell it shows all.");
  }
  if (output->text.length > 0 || output->running) return;
  wb_pane_text_put(rows, WB_LOOK_DIM, "It printed nothing.");
}

void wb_output_title(const struct wb_model *model, struct wb_str *out) {
  const struct wb_output *output = &model->output;
  wb_str_addf(out, "%s: ", output->line != NULL ? output->line : "");
  if (output->running)
    wb_str_add(out, "runs; Esc cancels");
  else
    wb_str_addf(out, "%s; Esc closes", output->end != NULL ? output->end : "done");
}
