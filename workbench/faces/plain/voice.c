#include "plain/voice.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "report/report.h"
#include "text/utf8.h"
#include "text/wrap.h"

enum { MOST_COLUMNS = 80 };

void wb_voice_init(struct wb_voice *voice, int fd) {
  *voice = (struct wb_voice){.fd = fd, .unicode = wb_report_style_of(fd).unicode};
  wb_str_init(&voice->waiting);
}

void wb_voice_release(struct wb_voice *voice) { wb_str_release(&voice->waiting); }

unsigned wb_voice_width(const struct wb_voice *voice) {
  unsigned width = wb_report_style_of(voice->fd).width;
  return width > MOST_COLUMNS && !isatty(voice->fd) ? MOST_COLUMNS : width;
}

void wb_spell_document(const struct wb_voice *voice, const struct wb_document *document,
                       struct wb_str *out) {
  const struct wb_report_style style = {.unicode = voice->unicode};
  wb_styled_to_ansi(document, &style, out);
}

void wb_say_document(struct wb_voice *voice, const struct wb_document *document) {
  wb_spell_document(voice, document, &voice->waiting);
}

void wb_say_spelled(struct wb_voice *voice, const char *text) { wb_str_add(&voice->waiting, text); }

void wb_vsay(struct wb_voice *voice, const char *format, va_list args) {
  struct wb_document document = {0};
  struct wb_wrap wrap;
  struct wb_str text;
  wb_str_init(&text);
  wb_str_vaddf(&text, format, args);
  wb_wrap_init(&wrap, &document, wb_voice_width(voice));
  wb_wrap_text(&wrap, WB_STYLE_PLAIN, text.data, text.length);
  wb_wrap_end_line(&wrap);
  wb_wrap_release(&wrap);
  wb_say_document(voice, &document);
  wb_document_release(&document);
  wb_str_release(&text);
}

void wb_say(struct wb_voice *voice, const char *format, ...) {
  va_list args;
  va_start(args, format);
  wb_vsay(voice, format, args);
  va_end(args);
}

void wb_say_paragraphs(struct wb_voice *voice, const struct wb_document *document) {
  for (size_t i = 0; i < document->n_lines; i++) {
    const struct wb_line *line = &document->lines[i];
    struct wb_str text;
    wb_str_init(&text);
    for (size_t k = 0; k < line->n_spans; k++) wb_str_add(&text, line->spans[k].text);
    wb_say(voice, "%s", text.data);
    wb_str_release(&text);
  }
}

/* On the line as it stands. */
static void say_words(struct wb_voice *voice, const char *format, va_list args) {
  struct wb_str text, clean;
  wb_str_init(&text);
  wb_str_init(&clean);
  wb_str_vaddf(&text, format, args);
  wb_text_clean_line(&clean, text.data, text.length, NULL);
  if (voice->unicode)
    wb_str_add(&voice->waiting, clean.data);
  else
    wb_text_ascii(&voice->waiting, clean.data);
  wb_str_release(&clean);
  wb_str_release(&text);
}

void wb_say_as_is(struct wb_voice *voice, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say_words(voice, format, args);
  va_end(args);
  wb_say_line_end(voice);
}

void wb_say_prompt(struct wb_voice *voice, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say_words(voice, format, args);
  va_end(args);
}

void wb_say_line_end(struct wb_voice *voice) { wb_str_add_char(&voice->waiting, '\n'); }

void wb_voice_flush(struct wb_voice *voice) {
  size_t at = 0;
  while (at < voice->waiting.length && !voice->gone) {
    ssize_t written = write(voice->fd, voice->waiting.data + at, voice->waiting.length - at);
    if (written > 0) at += (size_t)written;
    voice->gone = written < 0 && errno != EINTR;
    voice->why = voice->gone ? errno : 0;
  }
  wb_str_clear(&voice->waiting);
}

unsigned wb_percent(size_t part, size_t whole) {
  return whole > 0 ? (unsigned)(part * 100 / whole) : 100;
}

const char *wb_plural(unsigned long long number) { return number == 1 ? "" : "s"; }
