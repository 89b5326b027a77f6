/* Operators that clang would compute itself: `1 << 33`, `x << WIDTH`, `5 % 0`.
 *
 * OpenCL C takes a shift's amount modulo the number's width, so clang masks a
 * literal amount without a warning, and nothing in its output shows it; division
 * of literals leaves as little. So before clang sees the text, the literals and
 * names of such operands are put into calls of a function without a body,
 * `1 << __wb_same(33)`: the operation stays, where it stays in the program at all,
 * and is checked like any other. In `if (0)`, `sizeof` or the branch of a constant
 * condition nothing stays, as before.
 *
 * Where a constant must be one (a case, the size of an array) such a text does
 * not compile; then what stands on the lines concerned is left alone. */
#ifndef WB_COMPILER_LITERALS_H
#define WB_COMPILER_LITERALS_H

#include "base/str.h"
#include "base/tokens.h"

/* The function, which is overloaded, and what its mangled names begin with. */
#define WB_LITERAL_FUNCTION "__wb_same"
#define WB_LITERAL_MANGLED "_Z9__wb_same"

/* A literal or name that is put into a call. */
struct wb_literal {
  uint32_t line, column, length;
};

/* In the order of the text. */
struct wb_literals {
  struct wb_literal *items;
  size_t count, capacity;
};

/* `options`: of the build, which may define macros; or NULL. */
void wb_literals_find(struct wb_literals *literals, const char *text, size_t length,
                      const char *options);
void wb_literals_release(struct wb_literals *literals);

/* The text with calls for all of them, and the function's declaration. */
void wb_literals_wrap(const struct wb_literals *literals, const char *text, size_t length,
                      struct wb_str *out);

/* Forgets those on lines that a compiler's log names; all, where it names none
 * of theirs. */
void wb_literals_drop(struct wb_literals *literals, const char *log);

/* The column in the text, of one in what wb_literals_wrap made of it. */
uint32_t wb_literals_column(const struct wb_literals *literals, uint32_t line, uint32_t column);

#endif
