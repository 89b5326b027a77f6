#include "judge/scan.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"

struct scanner {
  const char *next, *end;
  uint32_t line;
};

struct token {
  char text[64]; /* an identifier, or one character; "" at the end */
  bool is_name;
  uint32_t line;
};

static char peek_byte(const struct scanner *in, size_t ahead) {
  return (size_t)(in->end - in->next) > ahead ? in->next[ahead] : '\0';
}

static void step_byte(struct scanner *in) {
  if (in->next == in->end) return;
  if (*in->next == '\n') in->line++;
  in->next++;
}

static void skip_line(struct scanner *in) {
  while (in->next < in->end && *in->next != '\n') step_byte(in);
}

static void skip_comment(struct scanner *in) {
  step_byte(in);
  step_byte(in);
  while (in->next < in->end && !(peek_byte(in, 0) == '*' && peek_byte(in, 1) == '/')) step_byte(in);
  step_byte(in);
  step_byte(in);
}

static void skip_quoted(struct scanner *in) {
  char quote = peek_byte(in, 0);
  step_byte(in);
  while (in->next < in->end && *in->next != quote && *in->next != '\n') {
    if (*in->next == '\\') step_byte(in);
    step_byte(in);
  }
  step_byte(in);
}

/* Space, comments, literals and preprocessor lines. */
static void skip_blank(struct scanner *in) {
  for (;;) {
    char c = peek_byte(in, 0);
    if (in->next == in->end) return;
    if (isspace((unsigned char)c))
      step_byte(in);
    else if (c == '#' || (c == '/' && peek_byte(in, 1) == '/'))
      skip_line(in);
    else if (c == '/' && peek_byte(in, 1) == '*')
      skip_comment(in);
    else if (c == '"' || c == '\'')
      skip_quoted(in);
    else
      return;
  }
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static struct token next_token(struct scanner *in) {
  struct token token = {.text = ""};
  size_t length = 0;
  skip_blank(in);
  token.line = in->line;
  token.is_name = is_word(peek_byte(in, 0));
  while (in->next < in->end && (length == 0 || (token.is_name && is_word(*in->next)))) {
    if (length + 1 < sizeof token.text) token.text[length] = *in->next;
    length++;
    step_byte(in);
  }
  return token;
}

static void skip_parentheses(struct scanner *in) {
  int depth = 0;
  do {
    struct token token = next_token(in);
    if (token.text[0] == '\0') return;
    if (token.text[0] == '(') depth++;
    if (token.text[0] == ')') depth--;
  } while (depth > 0);
}

/* From after "kernel" to the name before the parameters. */
static struct token kernel_name(struct scanner *in) {
  struct token name = {.text = ""};
  for (;;) {
    struct token token = next_token(in);
    if (strcmp(token.text, "__attribute__") == 0) {
      skip_parentheses(in);
    } else if (token.is_name) {
      name = token;
    } else {
      if (token.text[0] != '(') name.text[0] = '\0';
      return name;
    }
  }
}

static bool is_known(const struct wb_kernel_place *places, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(places[i].name, name) == 0) return true;
  return false;
}

size_t wb_scan_kernels(const char *source, size_t length, struct wb_kernel_place *places) {
  struct scanner in = {source, source + length, 1};
  size_t count = 0;
  while (count < WB_SCAN_KERNELS_MAX) {
    struct token token = next_token(&in);
    if (token.text[0] == '\0') break;
    if (strcmp(token.text, "kernel") != 0 && strcmp(token.text, "__kernel") != 0) continue;
    struct token name = kernel_name(&in);
    if (name.text[0] == '\0' || is_known(places, count, name.text)) continue;
    memcpy(places[count].name, name.text, sizeof places[count].name);
    places[count++].line = name.line;
  }
  return count;
}

uint32_t wb_scan_kernel_line(const char *source, size_t length, const char *name) {
  struct wb_kernel_place places[WB_SCAN_KERNELS_MAX];
  size_t count = wb_scan_kernels(source, length, places);
  for (size_t i = 0; i < count; i++)
    if (strcmp(places[i].name, name) == 0) return places[i].line;
  return 0;
}
