#include "report/write.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text/wrap.h"

void wb_write(struct wb_document *document, enum wb_style style, const char *text) {
  wb_document_add(document, style, text, strlen(text));
}

void wb_write_paragraph(struct wb_document *document, unsigned width, unsigned indent,
                        const char *lead, enum wb_style style, const char *text) {
  struct wb_wrap wrap;
  if (text[0] == '\0') return;
  wb_wrap_init(&wrap, document, width);
  for (unsigned i = 0; i < indent; i++) wb_str_add_char(&wrap.indent, ' ');
  wb_wrap_marker(&wrap, WB_STYLE_STRONG, lead);
  wb_wrap_text(&wrap, style, text, strlen(text));
  wb_wrap_end_line(&wrap);
  wb_wrap_release(&wrap);
}

void wb_write_block(struct wb_document *document, unsigned indent, enum wb_style style,
                    const char *text, size_t most) {
  size_t shown = 0;
  while (*text != '\0' && shown < most) {
    size_t length = strcspn(text, "\n");
    size_t visible = length > 0 && text[length - 1] == '\r' ? length - 1 : length;
    wb_document_add_line(document);
    if (visible > 0) wb_put(document, WB_STYLE_PLAIN, "%*s", (int)indent, "");
    wb_document_add(document, style, text, visible);
    text += length + (text[length] == '\n');
    shown++;
  }
  if (*text == '\0') return;
  size_t left = 0;
  for (; *text != '\0'; left++) {
    text += strcspn(text, "\n");
    text += *text == '\n';
  }
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_DIM, "%*s… %zu more lines", (int)indent, "", left);
}

void wb_write_time(struct wb_str *out, uint64_t ns) {
  const double value = (double)ns;
  if (ns < 1000000)
    wb_str_addf(out, "%.1f µs", value / 1e3);
  else if (ns < 1000000000)
    wb_str_addf(out, "%.1f ms", value / 1e6);
  else
    wb_str_addf(out, "%.1f s", value / 1e9);
}
