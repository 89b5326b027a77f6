#include <stdlib.h>
#include <string.h>

#include "report/summary.h"
#include "report/write.h"
#include "text/columns.h"

static enum wb_style severity_style(enum wb_severity severity) {
  return severity == WB_SEVERITY_ERROR ? WB_STYLE_BAD : WB_STYLE_WARNING;
}

static const char *const access_notes[] = {
    [WB_ACCESS_NONE] = "here",
    [WB_ACCESS_READ] = "read",
    [WB_ACCESS_WRITE] = "write",
    [WB_ACCESS_ATOMIC] = "atomic access",
};

/* "write by work-item 3 of group 0". */
static char *access_note(enum wb_access access, const struct wb_item_id *who) {
  struct wb_str note;
  bool known = (unsigned)access < sizeof access_notes / sizeof access_notes[0];
  wb_str_init(&note);
  wb_str_add(&note, known ? access_notes[access] : "");
  if (who != NULL) {
    wb_str_add(&note, " by ");
    wb_item_id_words(who, &note);
  }
  return wb_str_detach(&note);
}

/* "file:12:5" at the end of the last line, or on a line of its own: never
 * broken, since terminals make links of it. */
static void write_place(struct wb_document *document, const char *before, const char *file,
                        uint32_t line, uint32_t column, unsigned width) {
  if (line == 0) return;
  char *place =
      column > 0 ? wb_format("%s:%u:%u", file, line, column) : wb_format("%s:%u", file, line);
  size_t used = wb_line_width(&document->lines[document->n_lines - 1]);
  bool fits = used + strlen(before) + wb_text_width(place) <= width;
  if (!fits) wb_document_add_line(document);
  wb_write(document, WB_STYLE_PLAIN, fits ? before : "  ");
  wb_write(document, WB_STYLE_STRONG, place);
  free(place);
}

char *wb_first_access_note(const struct wb_finding *finding) {
  return access_note(finding->access, finding->n_first > 0 ? &finding->first[0] : NULL);
}

/* Of a host program's finding no work-item is at the other place. */
char *wb_other_access_note(const struct wb_finding *finding) {
  const bool nobody = wb_finding_is_of_host(finding);
  return access_note(finding->other.access, nobody ? NULL : &finding->other.who);
}

/* Both sides of a race, each under its own line; on one line, under each
 * other. */
static void write_both(struct wb_document *document, const struct wb_finding *finding,
                       const char *source, unsigned width) {
  const struct wb_other_access *other = &finding->other;
  enum wb_style style = severity_style(finding->severity);
  char *first = wb_first_access_note(finding);
  char *second = wb_other_access_note(finding);
  wb_write_excerpt(document, source, finding->line, finding->column, style, first, width);
  if (other->line == finding->line)
    wb_write_caret(document, source, other->line, other->column, WB_STYLE_WARNING, second, width);
  else
    wb_write_excerpt(document, source, other->line, other->column, WB_STYLE_WARNING, second, width);
  free(second);
  free(first);
}

static bool has_source(const char *source, uint32_t line) {
  size_t length;
  return wb_find_source_line(source, line, &length) != NULL;
}

/* Without the source the other side still has a place to name. */
static void write_other_place(struct wb_document *document, const struct wb_finding *finding,
                              const char *file, unsigned width) {
  char *note = wb_other_access_note(finding);
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_PLAIN, "  the other: %s", note);
  write_place(document, " at ", file, finding->other.line, finding->other.column, width);
  free(note);
}

void wb_report_finding(const struct wb_unique_finding *unique, const char *file, const char *source,
                       unsigned width, struct wb_document *document) {
  const struct wb_finding *finding = unique->finding;
  struct wb_str sentence;
  bool elsewhere = finding->file[0] != '\0';
  const char *text = elsewhere ? NULL : source;
  wb_str_init(&sentence);
  wb_document_add_line(document);
  wb_write(document, severity_style(finding->severity), wb_severity_name(finding->severity));
  wb_write(document, WB_STYLE_PLAIN, ": ");
  wb_write(document, WB_STYLE_STRONG, wb_finding_kind_name(finding->kind));
  write_place(document, " at ", elsewhere ? finding->file : file, finding->line, finding->column,
              width);
  wb_unique_finding_describe(unique, &sentence);
  wb_write_paragraph(document, width, 2, "", WB_STYLE_PLAIN, sentence.data);
  if (finding->other.present && has_source(text, finding->other.line))
    write_both(document, finding, text, width);
  else
    wb_write_excerpt(document, text, finding->line, finding->column,
                     severity_style(finding->severity), "", width);
  if (finding->other.present && finding->other.line > 0 && !has_source(text, finding->other.line))
    write_other_place(document, finding, elsewhere ? finding->file : file, width);
  wb_str_release(&sentence);
}

void wb_write_diagnostic(struct wb_document *document, const struct wb_diagnostic *diagnostic,
                         const char *file, const char *source, unsigned width) {
  bool elsewhere = diagnostic->file[0] != '\0';
  enum wb_style style = severity_style(diagnostic->severity);
  wb_document_add_line(document);
  wb_write(document, style, wb_diagnostic_word(diagnostic));
  write_place(document, ": ", elsewhere ? diagnostic->file : file, diagnostic->line,
              diagnostic->column, width);
  wb_write_paragraph(document, width, 2, "", WB_STYLE_PLAIN, diagnostic->message);
  wb_write_excerpt(document, elsewhere ? NULL : source, diagnostic->line, diagnostic->column, style,
                   "", width);
}
