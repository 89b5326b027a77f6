#include "compiler/frontend_guess.h"

#include <string.h>

#include "base/tokens.h"

/* What may stand before a "(" without calling a function of libclc. */
static bool is_harmless(const struct wb_token *name) {
  static const char *const NAMES[] = {"if",        "for",           "while",
                                      "switch",    "return",        "sizeof",
                                      "barrier",   "printf",        "work_group_barrier",
                                      "mem_fence", "__attribute__", "reqd_work_group_size",
                                      "float",     "int",           "uint"};
  return (name->length > 4 && memcmp(name->text, "get_", 4) == 0) ||
         WB_TOKEN_IS_ONE_OF(name, NAMES);
}

/* "void f(" declares, "return f(" calls. */
static bool is_declared_after(const struct wb_token *before) {
  static const char *const CALLING[] = {"return", "else", "do", "case"};
  return before->kind == WB_TOKEN_NAME && !WB_TOKEN_IS_ONE_OF(before, CALLING);
}

bool wb_frontend_guess_builtins(const char *source, size_t length) {
  struct wb_token_reader reader = wb_token_reader_of(source, length);
  struct wb_token before = {.kind = WB_TOKEN_SIGN}, name = before, token;
  bool calls = false;
  while (!calls && wb_token_next(&reader, &token)) {
    if (token.kind == WB_TOKEN_COMMENT) continue;
    calls = name.kind == WB_TOKEN_NAME && wb_token_is(&token, "(") && !is_harmless(&name) &&
            !is_declared_after(&before);
    before = name;
    name = token;
  }
  return calls;
}
