#include "base/tokens.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "tap.h"

/* All tokens of a text, comments too, each with a sign for its kind: n(ame), 1, s(ign), t(ext),
 * c(omment). */
static char *shown(const char *text) {
  static const char KINDS[] = "n1stc";
  struct wb_token_reader reader = wb_token_reader_of(text, strlen(text));
  struct wb_token token;
  struct wb_str out;
  wb_str_init(&out);
  while (wb_token_next(&reader, &token))
    wb_str_addf(&out, "%s%c:%.*s", out.length > 0 ? " " : "", KINDS[token.kind], (int)token.length,
                token.text);
  return wb_str_detach(&out);
}

static void check_shown(const char *text, const char *expected) {
  char *got = shown(text);
  CHECK_STRING(got, expected);
  free(got);
}

static void a_text_falls_into_tokens(void) {
  check_shown("", "");
  check_shown("a<<=b1+_c$;", "n:a s:<<= n:b1 s:+ n:_c$ s:;");
  check_shown("x.s0->y ... ##", "n:x s:. n:s0 s:-> n:y s:... s:##");
  check_shown("\xC3\xA9", "s:\xC3 s:\xA9");
}

static void numbers_are_whole(void) {
  check_shown("1.0f+0x1Fp-3 .5e+2 3ul 1-2 1e5",
              "1:1.0f s:+ 1:0x1Fp-3 1:.5e+2 1:3ul 1:1 s:- 1:2 1:1e5");
}

static void strings_end_with_their_quote_or_line(void) {
  check_shown("\"a\\\"b\"'c'\"open\nif", "t:\"a\\\"b\" t:'c' t:\"open n:if");
  check_shown("\"/* no */\" x", "t:\"/* no */\" n:x");
  check_shown("\"goes \\\n on\" x", "t:\"goes \\\n on\" n:x");
  check_shown("\"\\\\\\\n\" x\" y", "t:\"\\\\\\\n\" n:x t:\" y");
  check_shown("\"\\", "t:\"\\");
}

static void comments_are_one_token(void) {
  check_shown("a/* x\n y */b // c \\\nd\ne", "n:a c:/* x\n y */ n:b c:// c \\\nd n:e");
  check_shown("/*/ x */ y", "c:/*/ x */ n:y");
  check_shown("/* open", "c:/* open");
  check_shown("a /", "n:a s:/");
}

static void check_place(const struct wb_tokens *tokens, const char *name, uint32_t line,
                        uint32_t column, uint32_t directive) {
  for (size_t i = 0; i < tokens->count; i++) {
    if (!wb_token_is(&tokens->items[i], name)) continue;
    CHECK_INT(tokens->items[i].line, line);
    CHECK_INT(tokens->items[i].column, column);
    CHECK_INT(tokens->items[i].directive, directive);
    return;
  }
  CHECK_STRING("", name);
}

static void places_are_those_of_the_file(void) {
  static const char text[] =
      "#define A \\\n  B /* c\nc */ C\n"
      "/* x */ # pragma P\n"
      "d # E \"s\\\n\" F\r\n"
      "G // \\\r\nno\nH";
  struct wb_tokens tokens;
  wb_tokens_read(&tokens, text, sizeof text - 1);
  check_place(&tokens, "A", 1, 9, 1);
  check_place(&tokens, "B", 2, 3, 1);
  check_place(&tokens, "C", 3, 6, 1); /* a comment does not end a directive */
  check_place(&tokens, "P", 4, 18, 2);
  check_place(&tokens, "E", 5, 5, 0); /* only what begins a line is a directive */
  check_place(&tokens, "F", 6, 3, 0);
  check_place(&tokens, "G", 7, 1, 0);
  check_place(&tokens, "H", 9, 1, 0);
  for (size_t i = 0; i < tokens.count; i++) CHECK(!wb_token_is(&tokens.items[i], "no"));
  wb_tokens_release(&tokens);
}

static void check_integer(const char *text, bool expected, uint64_t number) {
  struct wb_token_reader reader = wb_token_reader_of(text, strlen(text));
  struct wb_token token;
  uint64_t value = 0;
  CHECK(wb_token_next(&reader, &token));
  CHECK_INT(wb_token_integer(&token, &value), expected);
  if (expected) CHECK_INT(value, number);
}

static void integers_have_values(void) {
  check_integer("42", true, 42);
  check_integer("0x1Ful+1", true, 31);
  check_integer("010", true, 8);
  check_integer("1.0", false, 0);
  check_integer("1e3", false, 0);
  check_integer("12ab", false, 0);
  check_integer("n", false, 0);
  check_integer("\"1\"", false, 0);
}

static void any_cut_is_read_to_its_end(void) {
  static const char text[] = "#a \"b\\\n\" /* c */ 'd' 1e- // e\\\r\n<<=";
  for (size_t length = 0; length < sizeof text; length++) {
    char *copy = wb_strndup(text, length);
    struct wb_token_reader reader = wb_token_reader_of(copy, length);
    struct wb_token token;
    const char *end = copy;
    while (wb_token_next(&reader, &token)) {
      CHECK(token.length > 0 && token.text >= end);
      end = token.text + token.length;
    }
    CHECK(end <= copy + length && reader.at == copy + length);
    free(copy);
  }
}

int main(void) {
  tap_run("a text falls into names, numbers, signs and strings", a_text_falls_into_tokens);
  tap_run("numbers are whole, with exponents and suffixes", numbers_are_whole);
  tap_run("strings end with their quote or their line", strings_end_with_their_quote_or_line);
  tap_run("comments are one token", comments_are_one_token);
  tap_run("lines, columns and directives are those of the file", places_are_those_of_the_file);
  tap_run("integers have values", integers_have_values);
  tap_run("a text is read to its end wherever it is cut", any_cut_is_read_to_its_end);
  return tap_finish();
}
