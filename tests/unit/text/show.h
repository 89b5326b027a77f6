/* A document as text that shows its styles: "{keyword:if} (x)". */
#ifndef WB_TESTS_TEXT_SHOW_H
#define WB_TESTS_TEXT_SHOW_H

#include "base/str.h"
#include "text/styled.h"

static const char *const style_letters[WB_STYLE_COUNT] = {
    "",        "head",   "strong", "em",      "code",      "quote", "link", "keyword", "type",
    "builtin", "number", "string", "comment", "directive", "good",  "bad",  "warning", "dim",
};

static inline char *show(const struct wb_document *document, bool styles) {
  struct wb_str out;
  wb_str_init(&out);
  for (size_t i = 0; i < document->n_lines; i++) {
    for (size_t j = 0; j < document->lines[i].n_spans; j++) {
      const struct wb_span *span = &document->lines[i].spans[j];
      if (styles && span->style != WB_STYLE_PLAIN)
        wb_str_addf(&out, "{%s:%s}", style_letters[span->style], span->text);
      else
        wb_str_add(&out, span->text);
    }
    wb_str_add_char(&out, '\n');
  }
  return wb_str_detach(&out);
}

#endif
