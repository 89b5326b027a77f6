/* Findings and diagnostics in the words and layout of a compiler. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

static char *note_of(const struct wb_finding *finding) {
  const struct wb_other_access *other = &finding->other;
  struct wb_str text;
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
    wb_str_addf(&text, "by %" PRIu64 " work-items, first by ", items);
  else
    wb_str_add(&text, finding->items > 0 || finding->count == items ? "by " : "first by ");
  for (uint32_t i = 0; i < finding->n_first; i++) {
    const struct wb_item_id *who = &finding->first[i];
    wb_str_addf(&text, "%s(%" PRIu64 ",%" PRIu64 ",%" PRIu64 ")",
                i == 0                      ? ""
                : i + 1 == finding->n_first ? " and "
                                            : ", ",
                who->item[0], who->item[1], who->item[2]);
  }
  return wb_str_detach(&text);
}

static bool same_place(const struct wb_finding *finding) {
  return finding->line == finding->other.line && finding->column == finding->other.column;
}

void wb_write_compiler_finding(struct wb_document *document, const struct wb_finding *finding,
                               const char *file, const char *source, unsigned width) {
  const struct wb_other_access *other = &finding->other;
  const enum wb_style style = style_of(finding->severity);
  struct wb_finding alone = *finding;
  struct wb_str sentence;
  wb_str_init(&sentence);
  /* The other side has a note of its own. */
  alone.other.present = alone.other.present && alone.other.line == 0;
  wb_finding_describe(&alone, &sentence);
  write_head(document, file, finding->line, finding->column, style,
             wb_severity_name(finding->severity), wb_finding_kind_name(finding->kind),
             sentence.data, width);
  wb_write_excerpt(document, source, finding->line, finding->column, style, "", width);
  if (other->present && other->line > 0) {
    char *note = note_of(finding);
    write_head(document, file, other->line, other->column, WB_STYLE_KEYWORD, "note", NULL, note,
               width);
    if (!same_place(finding))
      wb_write_excerpt(document, source, other->line, other->column, WB_STYLE_KEYWORD, "", width);
    free(note);
  }
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
             wb_severity_name(diagnostic->severity), NULL, diagnostic->message, width);
  wb_write_excerpt(document, source, diagnostic->line, diagnostic->column, style, "", width);
}
