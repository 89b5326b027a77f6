#include <stdlib.h>
#include <string.h>

#include "text/columns.h"
#include "tui/counters_model.h"
#include "tui/views.h"

/* What one source line needs to know of the pane. */
struct gutter {
  int digits;    /* of line numbers */
  size_t indent; /* columns before the source */
  size_t width;  /* of the pane */
};

static const struct wb_mark *worst_mark(const struct wb_marks *marks, uint32_t line) {
  const struct wb_mark *worst = NULL;
  for (size_t i = 0; i < marks->count; i++) {
    const struct wb_mark *mark = &marks->items[i];
    if (mark->line == line && (worst == NULL || mark->kind > worst->kind)) worst = mark;
  }
  return worst;
}

static unsigned mark_look(enum wb_mark_kind kind) {
  static const unsigned looks[] = {[WB_MARK_OTHER] = WB_LOOK_WARN,
                                   [WB_MARK_WARNING] = WB_LOOK_WARN,
                                   [WB_MARK_ERROR] = WB_LOOK_BAD};
  return looks[kind];
}

static const char *mark_sign(const struct wb_glyphs *glyphs, enum wb_mark_kind kind) {
  return kind == WB_MARK_ERROR     ? glyphs->error
         : kind == WB_MARK_WARNING ? glyphs->warning
                                   : glyphs->other;
}

static void put_gutter(const struct wb_model *model, const struct gutter *gutter, uint32_t line,
                       struct wb_pane_text *rows) {
  const struct wb_mark *mark = worst_mark(&model->marks, line);
  bool here = model->at_line == line;
  wb_pane_text_start(rows)->source_line = line;
  wb_pane_text_put(rows, WB_STYLE_STRONG, here ? ">" : " ");
  if (mark != NULL) {
    wb_pane_text_put(rows, mark_look(mark->kind), mark_sign(model->glyphs, mark->kind));
  } else {
    wb_pane_text_put(rows, WB_STYLE_PLAIN, " ");
  }
  unsigned look = mark != NULL ? mark_look(mark->kind) : WB_LOOK_DIM;
  wb_pane_text_putf(rows, look, "%*u ", gutter->digits, line);
}

enum { WORD_MAX_COLUMNS = 24 }; /* longer ones are broken anywhere */

/* How many bytes of `text` go into the `room` columns that are left of a row:
 * all where they fit, else up to a blank near the end, else none where the row
 * has something and a fresh one will do better. */
static size_t bytes_for_row(const char *text, size_t room, bool fresh) {
  size_t fits = wb_text_fit(text, room);
  if (text[fits] == '\0') return fits;
  for (size_t i = fits; i > 0 && fits - i < WORD_MAX_COLUMNS; i--) {
    if (text[i - 1] == ' ') return i;
  }
  bool word_is_short = strcspn(text, " ") <= WORD_MAX_COLUMNS;
  if (!fresh && word_is_short) return 0;
  return fresh && fits == 0 ? strlen(text) : fits;
}

/* Source is never cut: a long line goes on beneath, after a sign. */
static void put_source(const struct wb_model *model, const struct gutter *gutter,
                       const struct wb_line *line, struct wb_pane_text *rows) {
  for (size_t i = 0; i < line->n_spans; i++) {
    const char *text = line->spans[i].text;
    while (*text != '\0') {
      size_t used = wb_pane_text_width(rows);
      size_t room = used < gutter->width ? gutter->width - used : 0;
      size_t length = bytes_for_row(text, room, used <= gutter->indent);
      char *part = wb_strndup(text, length);
      wb_pane_text_put(rows, (unsigned)line->spans[i].style, part);
      free(part);
      text += length;
      if (*text == '\0') break;
      wb_pane_text_start(rows);
      wb_pane_text_pad(rows, gutter->indent - 2);
      wb_pane_text_putf(rows, WB_LOOK_DIM, "%s ", model->glyphs->wrap);
    }
  }
}

/* The column on the screen of byte `column` (from 1) of source line `line`. */
static size_t screen_column(const char *source, uint32_t line, uint32_t column) {
  for (uint32_t i = 1; i < line && source != NULL; i++) {
    source = strchr(source, '\n');
    if (source != NULL) source++;
  }
  if (source == NULL || column == 0) return 0;
  return wb_text_column(source, strcspn(source, "\n"), column - 1);
}

enum { NOTE_MIN_COLUMNS = 30 }; /* less room than this beside the caret: beneath it */

/* What was found is said whole in one place. */
static const char *note_text(const struct wb_model *model, const struct wb_mark *mark) {
  return wb_model_shows_findings(model) ? mark->brief : mark->text;
}

static void put_note(const struct wb_model *model, const struct gutter *gutter,
                     const struct wb_mark *mark, struct wb_pane_text *rows) {
  unsigned look = mark_look(mark->kind);
  size_t column = gutter->indent + screen_column(model->kernel, mark->line, mark->column);
  wb_pane_text_start(rows);
  if (mark->column > 0 && column + 2 < gutter->width) {
    wb_pane_text_pad(rows, column);
    wb_pane_text_put(rows, look, model->glyphs->caret);
    if (column + 2 + NOTE_MIN_COLUMNS <= gutter->width) {
      wb_pane_text_put(rows, look, " ");
      wb_pane_text_wrap(rows, look, gutter->width, column + 2, note_text(model, mark));
      return;
    }
    wb_pane_text_start(rows);
  }
  wb_pane_text_pad(rows, gutter->indent);
  wb_pane_text_wrap(rows, look, gutter->width, gutter->indent, note_text(model, mark));
}

static void put_notes(const struct wb_model *model, const struct gutter *gutter, uint32_t line,
                      struct wb_pane_text *rows) {
  for (size_t i = 0; i < model->marks.count; i++) {
    if (model->marks.items[i].line == line) put_note(model, gutter, &model->marks.items[i], rows);
  }
}

static void put_finding_line(const struct wb_model *model, const struct wb_mark *mark, int width,
                             struct wb_pane_text *rows) {
  wb_pane_text_start(rows)->source_line = mark->line;
  wb_pane_text_putf(rows, mark_look(mark->kind), "%s ", mark_sign(model->glyphs, mark->kind));
  wb_pane_text_putf(rows, WB_STYLE_STRONG, "line %u: ", mark->line);
  wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 2, mark->text);
}

/* Why it was not accepted, where no line is to blame and no result is beside the editor. */
static void put_reason(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const struct wb_item *item = &model->items[model->selected];
  if (item->result == NULL || item->result_is_old || model->layout.pane[WB_PANE_RESULT].shown ||
      item->result->verdict == WB_VERDICT_ACCEPTED)
    return;
  struct wb_str why;
  wb_str_init(&why);
  wb_result_in_short(item->result, &why);
  wb_pane_text_start(rows);
  wb_pane_text_putf(rows, WB_LOOK_BAD, "%s ", model->glyphs->bad);
  wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 2, why.data);
  wb_str_release(&why);
}

/* Above the editor, which marks no line, where the result is hidden: the finding that was gone to,
 * and as many of the others as there is room for. All are rows, so that their number stays when
 * another comes first: the editor keeps its size. */
static void put_findings_of_editor(const struct wb_model *model, int width,
                                   struct wb_pane_text *rows) {
  const struct wb_marks *marks = &model->marks;
  const size_t first = wb_model_mark_meant(model);
  if (wb_model_shows_findings(model)) return;
  for (size_t i = 0; i < marks->count; i++) {
    put_finding_line(model, &marks->items[(first + i) % marks->count], width, rows);
  }
  if (marks->count == 0) put_reason(model, width, rows);
}

void wb_view_kernel(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const char *source = model->kernel;
  struct wb_document document = {0};
  if (source == NULL) {
    if (model->load_error == NULL) return;
    wb_pane_text_start(rows);
    wb_pane_text_wrap(rows, WB_LOOK_BAD, (size_t)width, 0, model->load_error);
    return;
  }
  if (wb_model_shows_editor(model)) {
    put_findings_of_editor(model, width, rows);
    return;
  }
  wb_source_render(wb_model_is_of_program(model) ? WB_SOURCE_LUA : WB_SOURCE_OPENCL_C, source,
                   strlen(source), &document);
  struct gutter gutter = {.digits = wb_line_number_columns(document.n_lines),
                          .width = (size_t)width};
  gutter.indent = (size_t)gutter.digits + 3;
  for (size_t i = 0; i < document.n_lines; i++) {
    put_gutter(model, &gutter, (uint32_t)(i + 1), rows);
    put_source(model, &gutter, &document.lines[i], rows);
    put_notes(model, &gutter, (uint32_t)(i + 1), rows);
  }
  wb_document_release(&document);
}
