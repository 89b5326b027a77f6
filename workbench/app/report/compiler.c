/* Findings and diagnostics in the words and layout of a compiler. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "report/emulation.h"
#include "report/write.h"
#include "text/wrap.h"

static enum wb_style style_of(enum wb_severity severity) {
  return severity == WB_SEVERITY_ERROR ? WB_STYLE_BAD : WB_STYLE_WARNING;
}

static void add_words(struct wb_wrap *wrap, enum wb_style style, const char *text) {
  wb_wrap_text(wrap, style, text, strlen(text));
}

/* "file:3:10: error: " and running text after it. The place is never broken:
 * editors and terminals make links of it. */
static void write_head(struct wb_document *document, const char *file, uint32_t line,
                       uint32_t column, enum wb_style style, const char *level, const char *kind,
                       const char *text, unsigned width) {
  struct wb_wrap wrap;
  struct wb_str place;
  wb_str_init(&place);
  wb_str_add(&place, file);
  if (line > 0) wb_str_addf(&place, ":%" PRIu32, line);
  if (line > 0 && column > 0) wb_str_addf(&place, ":%" PRIu32, column);
  wb_str_add_char(&place, ':');
  wb_wrap_init(&wrap, document, width);
  wb_wrap_open_line(&wrap);
  wb_str_add(&wrap.indent, "    ");
  wb_wrap_glue(&wrap, WB_STYLE_STRONG, place.data, place.length);
  add_words(&wrap, WB_STYLE_PLAIN, " ");
  wb_wrap_glue(&wrap, style, level, strlen(level));
  wb_wrap_glue(&wrap, style, ":", 1);
  add_words(&wrap, WB_STYLE_PLAIN, " ");
  if (kind != NULL) {
    wb_wrap_glue(&wrap, WB_STYLE_STRONG, kind, strlen(kind));
    wb_wrap_glue(&wrap, WB_STYLE_STRONG, ":", 1);
    add_words(&wrap, WB_STYLE_PLAIN, " ");
  }
  add_words(&wrap, WB_STYLE_PLAIN, text);
  wb_wrap_end_line(&wrap);
  wb_wrap_release(&wrap);
  wb_str_release(&place);
}

/* What a kind's other place is; it is followed by who was there. */
static const struct {
  enum wb_access access;
  const char *words;
} others[] = {{WB_ACCESS_READ, "the other access is this read by "},
              {WB_ACCESS_WRITE, "the other access is this write by "},
              {WB_ACCESS_ATOMIC, "the other access is this atomic operation by "},
              {WB_ACCESS_NONE, "the other place is this one, with "}};

/* Of a host program's finding nobody is there but the program. */
static const char *host_note_of(const struct wb_finding *finding) {
  if (finding->other.access == WB_ACCESS_READ) return "this reads it";
  return finding->other.access == WB_ACCESS_WRITE ? "this writes it" : "this is the other place";
}

static char *note_of(const struct wb_finding *finding) {
  const struct wb_other_access *other = &finding->other;
  struct wb_str text;
  if (wb_finding_is_of_host(finding)) return wb_strdup(host_note_of(finding));
  wb_str_init(&text);
  if (finding->kind == WB_UNINITIALIZED_READ) {
    wb_str_add(&text, "the value comes from memory that was never written, read here by ");
  } else if (finding->kind == WB_CONVERSION_OUT_OF_RANGE) {
    wb_str_add(&text, "the result is used here by ");
  } else {
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
      if (others[i].access == other->access) wb_str_add(&text, others[i].words);
  }
  wb_item_id_words(&other->who, &text);
  return wb_str_detach(&text);
}

/* The first of several work-items that the message itself does not name. */
static char *more_items(const struct wb_finding *finding) {
  struct wb_str text;
  if (!finding->has_item || finding->n_first < 2) return NULL;
  wb_str_init(&text);
  const uint64_t items = finding->items > 0 ? finding->items : finding->n_first;
  wb_str_addf(&text, "%" PRIu64 " times, ", finding->count);
  if (items > finding->n_first)
    wb_str_addf(&text, "by %" PRIu64 " work-items, first by", items);
  else
    wb_str_add(&text, finding->items > 0 || finding->count == items ? "by" : "first by");
  wb_str_add(&text, " work-items ");
  for (uint32_t i = 0; i < finding->n_first; i++) {
    const struct wb_item_id *who = &finding->first[i];
    char id[WB_ID_TEXT_MAX];
    wb_str_addf(&text, "%s%s",
                i == 0                      ? ""
                : i + 1 == finding->n_first ? " and "
                                            : ", ",
                wb_id_text(who->item, who->dimensions, id));
  }
  return wb_str_detach(&text);
}

static bool same_place(const struct wb_finding *finding) {
  return finding->line == finding->other.line && finding->column == finding->other.column;
}

static const char *text_of(const struct wb_source_view *sources, const char *file) {
  return sources->find != NULL ? sources->find(sources->data, file) : NULL;
}

static void write_note(struct wb_document *document, const char *file, const char *source,
                       uint32_t line, uint32_t column, const char *note, bool quoted,
                       unsigned width) {
  write_head(document, file, line, column, WB_STYLE_KEYWORD, "note", NULL, note, width);
  if (quoted) wb_write_excerpt(document, source, line, column, WB_STYLE_KEYWORD, "", width);
}

/* Where the other place is: a host program may have several files. */
static void write_other(struct wb_document *document, const struct wb_finding *finding,
                        const char *file, const char *source, const struct wb_source_view *sources,
                        unsigned width) {
  const struct wb_other_access *other = &finding->other;
  char *note = note_of(finding);
  const bool elsewhere = other->file[0] != '\0' && strcmp(other->file, finding->file) != 0;
  if (elsewhere)
    write_note(document, wb_short_path(other->file), text_of(sources, other->file), other->line,
               other->column, note, true, width);
  else
    write_note(document, file, source, other->line, other->column, note, !same_place(finding),
               width);
  free(note);
}

void wb_write_compiler_finding(struct wb_document *document, const struct wb_finding *finding,
                               const char *file, const struct wb_source_view *sources,
                               unsigned width) {
  const struct wb_other_access *other = &finding->other;
  const enum wb_style style = style_of(finding->severity);
  const char *source = text_of(sources, finding->file);
  struct wb_finding alone = *finding;
  struct wb_str sentence;
  wb_str_init(&sentence);
  /* The other side, and where it was launched, have notes of their own. */
  alone.other.present = alone.other.present && alone.other.line == 0;
  alone.host_line = 0;
  wb_finding_describe(&alone, &sentence);
  write_head(document, file, finding->line, finding->column, style,
             wb_severity_name(finding->severity), wb_finding_kind_name(finding->kind),
             sentence.data, width);
  wb_write_excerpt(document, source, finding->line, finding->column, style, "", width);
  if (other->present && other->line > 0)
    write_other(document, finding, file, source, sources, width);
  if (finding->host_line > 0 && !wb_finding_is_of_host(finding))
    write_note(document, wb_short_path(finding->host_file), text_of(sources, finding->host_file),
               finding->host_line, 0, "the kernel was launched here", true, width);
  char *more = more_items(finding);
  if (more != NULL) wb_write_paragraph(document, width, 8, "= ", WB_STYLE_DIM, more);
  free(more);
  wb_str_release(&sentence);
}

void wb_write_compiler_diagnostic(struct wb_document *document,
                                  const struct wb_diagnostic *diagnostic, const char *file,
                                  const char *source, unsigned width) {
  const enum wb_style style = style_of(diagnostic->severity);
  write_head(document, file, diagnostic->line, diagnostic->column, style,
             wb_diagnostic_word(diagnostic), NULL, diagnostic->message, width);
  wb_write_excerpt(document, source, diagnostic->line, diagnostic->column, style, "", width);
}
