#include "text/html.h"

#include <string.h>

#include "base/clean.h"
#include "base/utf8.h"
#include "text/styled.h"

static const char *name_of_character(unsigned character) {
  static const struct {
    unsigned character;
    const char *name;
  } names[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  const char *name = NULL;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (names[i].character == character) name = names[i].name;
  return name;
}

/* Two that no XML may hold are neither controls nor in disguise. */
static bool is_no_character(unsigned character) { return (character & 0xFFFE) == 0xFFFE; }

void wb_html_text(struct wb_str *out, const char *text) {
  struct wb_str clean;
  wb_str_init(&clean);
  wb_clean_text(&clean, text, strlen(text));
  for (size_t at = 0; at < clean.length;) {
    unsigned character;
    at += wb_utf8_decode(clean.data + at, clean.length - at, &character);
    const char *name = name_of_character(character);
    if (name != NULL)
      wb_str_add(out, name);
    else
      wb_utf8_add(out, is_no_character(character) ? WB_REPLACEMENT : character);
  }
  wb_str_release(&clean);
}

/* ---- source ---------------------------------------------------------------------- */

static const char *class_of_style(enum wb_style style) {
  static const char *const classes[WB_STYLE_COUNT] = {
      [WB_STYLE_KEYWORD] = "k",  [WB_STYLE_TYPE] = "t",   [WB_STYLE_BUILTIN] = "b",
      [WB_STYLE_NUMBER] = "n",   [WB_STYLE_STRING] = "s", [WB_STYLE_COMMENT] = "c",
      [WB_STYLE_DIRECTIVE] = "d"};
  return classes[style];
}

static void add_line(struct wb_str *out, const struct wb_line *line, bool marked) {
  wb_str_addf(out, "<span class=\"line%s\">", marked ? " marked" : "");
  for (size_t i = 0; i < line->n_spans; i++) {
    const char *class = class_of_style(line->spans[i].style);
    if (class != NULL) wb_str_addf(out, "<span class=\"%s\">", class);
    wb_html_text(out, line->spans[i].text);
    if (class != NULL) wb_str_add(out, "</span>");
  }
  wb_str_add(out, "</span>\n");
}

void wb_html_noted_source(struct wb_str *out, enum wb_source_kind language, const char *source,
                          size_t length, const struct wb_html_notes *notes) {
  struct wb_document lines = {0};
  struct wb_str below;
  wb_str_init(&below);
  wb_source_render(language, source, length, &lines);
  wb_str_add(out, "<pre class=\"source\" tabindex=\"0\"><code>"); /* keys scroll it */
  for (size_t i = 0; i < lines.n_lines; i++) {
    const bool marked = notes != NULL && notes->note(i + 1, &below, notes->data);
    add_line(out, &lines.lines[i], marked);
    if (below.length > 0) wb_str_addf(out, "<span class=\"note\">%s</span>\n", below.data);
    wb_str_clear(&below);
  }
  wb_str_add(out, "</code></pre>\n");
  wb_str_release(&below);
  wb_document_release(&lines);
}

void wb_html_source(struct wb_str *out, enum wb_source_kind language, const char *source,
                    size_t length) {
  wb_html_noted_source(out, language, source, length, NULL);
}
