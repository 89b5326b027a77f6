#include "emulator/compile/frontend_source.h"

#include <string.h>

void wb_source_name_line(struct wb_str *text, const char *file_name) {
  wb_str_add(text, "#line 1 \"");
  for (const char *c = file_name; *c != '\0'; c++) {
    if ((unsigned char)*c < 0x20) continue;
    if (*c == '"' || *c == '\\') wb_str_add_char(text, '\\');
    wb_str_add_char(text, *c);
  }
  wb_str_add(text, "\"\n");
}

/* Walks the text as a preprocessor does: over spliced lines and comments. */
struct walker {
  const char *at, *end;
  uint32_t line;
};

static int peek(struct walker *w) {
  for (;;) {
    size_t left = (size_t)(w->end - w->at);
    size_t splice = left >= 2 && w->at[0] == '\\' && w->at[1] == '\n' ? 2
                    : left >= 3 && memcmp(w->at, "\\\r\n", 3) == 0    ? 3
                    : left >= 4 && memcmp(w->at, "?\?/\n", 4) == 0    ? 4
                                                                      : 0;
    if (splice == 0) return left > 0 ? (unsigned char)*w->at : -1;
    w->at += splice;
    w->line++;
  }
}

static int next(struct walker *w) {
  int c = peek(w);
  if (c == '\n') w->line++;
  if (c >= 0) w->at++;
  return c;
}

static bool skip_comment(struct walker *w) {
  struct walker saved = *w;
  next(w);
  int kind = peek(w);
  if (kind == '/') {
    while (peek(w) != '\n' && peek(w) >= 0) next(w);
  } else if (kind == '*') {
    next(w);
    for (int last = 0, c = next(w); c >= 0 && !(last == '*' && c == '/'); last = c, c = next(w)) {
    }
  } else {
    *w = saved;
    return false;
  }
  return true;
}

static void skip_blanks(struct walker *w) {
  for (;;) {
    int c = peek(w);
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v')
      next(w);
    else if (c != '/' || !skip_comment(w))
      return;
  }
}

static void skip_literal(struct walker *w) {
  int quote = next(w);
  for (int c = peek(w); c >= 0 && c != '\n'; c = peek(w)) {
    next(w);
    if (c == quote) return;
    if (c == '\\') next(w);
  }
}

static size_t word(struct walker *w, char *out, size_t size) {
  size_t n = 0;
  for (int c = peek(w); c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); c = peek(w)) {
    next(w);
    if (n + 1 < size) out[n++] = (char)c;
  }
  out[n] = '\0';
  return n;
}

/* Whether the operand is "plain/name" or <plain/name>, going nowhere else. */
static bool plain_name(struct walker *w, char *name, size_t size) {
  size_t n = 0;
  int open = next(w), close = open == '<' ? '>' : '"';
  bool good = open == '<' || open == '"';
  for (int c = peek(w); good && c >= 0 && c != '\n' && c != close; c = peek(w)) {
    next(w);
    if (n + 1 < size) name[n++] = (char)c;
  }
  name[n] = '\0';
  return good && peek(w) == close && name[0] != '/' && name[0] != '\\' &&
         strstr(name, "..") == NULL;
}

/* A #line, or what stands for one, must be a plain number: a name would make
 * findings point at another file. */
static bool only_a_number(struct walker *w) {
  skip_blanks(w);
  while (peek(w) >= '0' && peek(w) <= '9') next(w);
  skip_blanks(w);
  return peek(w) == '\n' || peek(w) < 0;
}

static bool directive_is_fine(struct walker *w, const char **why) {
  static const char *const READERS[] = {"include", "include_next", "import", "embed",
                                        "__include_macros"};
  char name[256], target[512];
  bool reads = false;
  skip_blanks(w);
  word(w, name, sizeof name);
  if (strcmp(name, "line") == 0 || (name[0] == '\0' && peek(w) >= '0' && peek(w) <= '9')) {
    *why = "#line may give a number, but no file";
    return only_a_number(w);
  }
  for (size_t i = 0; i < sizeof READERS / sizeof READERS[0]; i++)
    reads |= strcmp(name, READERS[i]) == 0;
  if (!reads) return true;
  skip_blanks(w);
  return strcmp(name, "embed") != 0 && plain_name(w, target, sizeof target);
}

enum wb_status wb_source_check_includes(const struct wb_build_request *request, struct wb_str *log,
                                        struct wb_error *err) {
  struct walker w = {.at = request->source, .end = request->source + request->length, .line = 1};
  const char *why = "only plain file names from the course's include folder can be included";
  bool start = true, fine = true;
  uint32_t line = 0;
  while (fine && (skip_blanks(&w), peek(&w)) >= 0) {
    int c = peek(&w);
    bool hash = false;
    line = w.line;
    if (c == '"' || c == '\'') {
      skip_literal(&w);
    } else {
      next(&w);
      hash = c == '#' || (c == '%' && peek(&w) == ':' && next(&w) >= 0) ||
             (c == '?' && w.end - w.at >= 2 && memcmp(w.at, "?=", 2) == 0 && next(&w) + next(&w));
    }
    if (hash && start) fine = directive_is_fine(&w, &why);
    start = c == '\n';
  }
  if (fine) return WB_OK;
  wb_str_addf(log, "%s:%u:1: error: %s\n", request->file_name, line, why);
  return wb_fail(err, WB_ERR_COMPILE, "%s:%u: %s", request->file_name, line, why);
}
