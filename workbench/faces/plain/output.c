#include "plain/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/mentions.h"
#include "report/report.h"
#include "text/columns.h"
#include "text/wrap.h"

enum { MOST_COLUMNS = 80 };

void wb_plain_output_init(struct wb_plain_output *output, int fd) {
  *output = (struct wb_plain_output){.fd = fd, .unicode = wb_report_style_of(fd).unicode};
  wb_str_init(&output->waiting);
}

void wb_plain_output_release(struct wb_plain_output *output) { wb_str_release(&output->waiting); }

unsigned wb_plain_output_width(const struct wb_plain_output *output) {
  unsigned width = wb_report_style_of(output->fd).width;
  return width > MOST_COLUMNS && !isatty(output->fd) ? MOST_COLUMNS : width;
}

void wb_say_document(const struct wb_plain_output *output, const struct wb_document *document,
                     struct wb_str *out) {
  const struct wb_report_style style = {.unicode = output->unicode};
  wb_styled_to_ansi(document, &style, out);
}

static void say_document(struct wb_plain_output *output, const struct wb_document *document) {
  wb_say_document(output, document, &output->waiting);
}

void wb_say_spelled(struct wb_plain_output *output, const char *text) {
  wb_str_add(&output->waiting, text);
}

void wb_say_va(struct wb_plain_output *output, const char *format, va_list args) {
  struct wb_document document = {0};
  struct wb_wrap wrap;
  struct wb_str text;
  wb_str_init(&text);
  wb_str_vaddf(&text, format, args);
  char *said = wb_mentions_in(WB_FACE_DIALOGUE, text.data);
  wb_wrap_init(&wrap, &document, wb_plain_output_width(output));
  wb_wrap_text(&wrap, WB_STYLE_PLAIN, said, strlen(said));
  wb_wrap_end_line(&wrap);
  wb_wrap_release(&wrap);
  say_document(output, &document);
  wb_document_release(&document);
  free(said);
  wb_str_release(&text);
}

void wb_say(struct wb_plain_output *output, const char *format, ...) {
  va_list args;
  va_start(args, format);
  wb_say_va(output, format, args);
  va_end(args);
}

void wb_say_paragraphs(struct wb_plain_output *output, const struct wb_document *document) {
  for (size_t i = 0; i < document->n_lines; i++) {
    const struct wb_line *line = &document->lines[i];
    struct wb_str text;
    wb_str_init(&text);
    for (size_t k = 0; k < line->n_spans; k++) wb_str_add(&text, line->spans[k].text);
    wb_say(output, "%s", text.data);
    wb_str_release(&text);
  }
}

/* On the line as it stands. */
static void say_words(struct wb_plain_output *output, const char *format, va_list args) {
  struct wb_str text, clean;
  wb_str_init(&text);
  wb_str_init(&clean);
  wb_str_vaddf(&text, format, args);
  wb_text_expand_line(&clean, text.data, text.length, NULL);
  if (output->unicode)
    wb_str_add(&output->waiting, clean.data);
  else
    wb_text_ascii(&output->waiting, clean.data);
  wb_str_release(&clean);
  wb_str_release(&text);
}

void wb_say_as_is(struct wb_plain_output *output, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say_words(output, format, args);
  va_end(args);
  wb_say_line_end(output);
}

void wb_say_prompt(struct wb_plain_output *output, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say_words(output, format, args);
  va_end(args);
}

void wb_say_line_end(struct wb_plain_output *output) { wb_str_add_char(&output->waiting, '\n'); }

void wb_plain_output_flush(struct wb_plain_output *output) {
  size_t at = 0;
  while (at < output->waiting.length && !output->gone) {
    ssize_t written = write(output->fd, output->waiting.data + at, output->waiting.length - at);
    if (written > 0) at += (size_t)written;
    output->gone = written < 0 && errno != EINTR;
    output->why = output->gone ? errno : 0;
  }
  wb_str_clear(&output->waiting);
}

unsigned wb_percent(size_t part, size_t whole) {
  return whole > 0 ? (unsigned)(part * 100 / whole) : 100;
}

const char *wb_plural(unsigned long long number) { return number == 1 ? "" : "s"; }
