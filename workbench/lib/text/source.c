#include <stdbool.h>
#include <string.h>

#include "text/styled.h"
#include "text/words.h"

/* A scanner of OpenCL C that never fails: what it does not understand is
 * plain text. State that outlives a line is the position alone, since tokens
 * that span lines are emitted line by line. */
struct scanner {
  const char *text;
  size_t length, at;
  bool line_start; /* only blanks so far on this line: '#' begins a directive */
  bool include;    /* after #include: <...> is a name */
  struct wb_document *document;
};

static char peek_byte(const struct scanner *s, size_t ahead) {
  return s->at + ahead < s->length ? s->text[s->at + ahead] : '\0';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_name(char c) { return is_name_start(c) || is_digit(c); }

/* Emits the bytes up to `end` in one style, breaking lines where they do. */
static void emit_span(struct scanner *s, enum wb_style style, size_t end) {
  while (s->at < end) {
    const char *newline = memchr(s->text + s->at, '\n', end - s->at);
    size_t stop = newline != NULL ? (size_t)(newline - s->text) : end;
    size_t shown = stop > s->at && newline != NULL && s->text[stop - 1] == '\r' ? stop - 1 : stop;
    wb_document_add(s->document, style, s->text + s->at, shown - s->at);
    s->at = stop;
    if (newline != NULL) {
      s->at++;
      if (s->at < s->length) wb_document_add_line(s->document);
    }
  }
}

static size_t block_comment_end(const struct scanner *s) {
  size_t end = s->at + 2;
  while (end < s->length && !(s->text[end] == '/' && s->text[end - 1] == '*' && end > s->at + 2))
    end++;
  return end < s->length ? end + 1 : s->length;
}

/* The end of the line; a backslash before it takes the next line along. */
static size_t line_comment_end(const struct scanner *s) {
  size_t end = s->at;
  while (end < s->length && (s->text[end] != '\n' || s->text[end - 1] == '\\')) end++;
  return end;
}

/* A string or character constant; one that is not closed ends with its line. */
static size_t quoted_end(const struct scanner *s, char quote) {
  size_t end = s->at + 1;
  while (end < s->length && s->text[end] != quote && s->text[end] != '\n')
    end += s->text[end] == '\\' && end + 1 < s->length ? 2 : 1;
  if (end < s->length && s->text[end] == quote) end++;
  return end < s->length ? end : s->length;
}

/* A preprocessing number: C17, section 6.4.8. */
static size_t number_end(const struct scanner *s) {
  size_t end = s->at;
  while (end < s->length) {
    char c = s->text[end];
    char before = end > s->at ? s->text[end - 1] : '\0';
    bool sign = (c == '+' || c == '-') && strchr("eEpP", before) != NULL && before != '\0';
    if (!is_name(c) && c != '.' && !sign) break;
    end++;
  }
  return end;
}

static size_t name_end(const struct scanner *s) {
  size_t end = s->at;
  while (end < s->length && is_name(s->text[end])) end++;
  return end;
}

static void scan_name(struct scanner *s) {
  size_t end = name_end(s);
  emit_span(s, wb_word_style(s->text + s->at, end - s->at), end);
}

/* "#", blanks, and the directive's name. */
static void scan_directive(struct scanner *s) {
  static const char include[] = "include";
  size_t end = s->at + 1;
  while (end < s->length && (s->text[end] == ' ' || s->text[end] == '\t')) end++;
  size_t name = end;
  while (end < s->length && is_name(s->text[end])) end++;
  s->include = end - name == strlen(include) && memcmp(s->text + name, include, end - name) == 0;
  emit_span(s, WB_STYLE_DIRECTIVE, end);
}

/* Whether a byte can begin any of the tokens above. */
static bool begins_token(const struct scanner *s, char c) {
  return is_name_start(c) || is_digit(c) || (s->include && c == '<') ||
         (c != '\0' && strchr("/#\"'.\r\n", c) != NULL);
}

/* Blanks and punctuation, as long as nothing else can begin. */
static void scan_other(struct scanner *s) {
  size_t end = s->at + 1;
  bool newline = s->text[s->at] == '\n';
  while (!newline && end < s->length && !begins_token(s, s->text[end])) end++;
  emit_span(s, WB_STYLE_PLAIN, end);
}

static void scan_token(struct scanner *s) {
  char c = peek_byte(s, 0);
  char next = peek_byte(s, 1);
  if (c == '\r' && next == '\n')
    emit_span(s, WB_STYLE_PLAIN, s->at + 2);
  else if (c == '/' && next == '*')
    emit_span(s, WB_STYLE_COMMENT, block_comment_end(s));
  else if (c == '/' && next == '/')
    emit_span(s, WB_STYLE_COMMENT, line_comment_end(s));
  else if (c == '#' && s->line_start)
    scan_directive(s);
  else if (c == '"' || c == '\'')
    emit_span(s, WB_STYLE_STRING, quoted_end(s, c));
  else if (c == '<' && s->include)
    emit_span(s, WB_STYLE_STRING, quoted_end(s, '>'));
  else if (is_digit(c) || (c == '.' && is_digit(next)))
    emit_span(s, WB_STYLE_NUMBER, number_end(s));
  else if (is_name_start(c))
    scan_name(s);
  else
    scan_other(s);
}

static bool has_ink(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (text[i] != ' ' && text[i] != '\t') return true;
  return false;
}

void wb_source_render(const char *source, size_t length, struct wb_document *document) {
  struct scanner s = {.text = source, .length = length, .line_start = true, .document = document};
  if (length > 0) wb_document_add_line(document);
  while (s.at < s.length) {
    size_t start = s.at;
    scan_token(&s);
    if (s.text[s.at - 1] == '\n') {
      s.line_start = true;
      s.include = false;
    } else if (has_ink(s.text + start, s.at - start)) {
      s.line_start = false;
    }
  }
}
