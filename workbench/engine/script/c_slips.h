/* What somebody who knows C writes in a program in Lua by habit, and what Lua has instead. The
 * course explains the same in a table, "Lua for C programmers". */
#ifndef WB_SCRIPT_C_SLIPS_H
#define WB_SCRIPT_C_SLIPS_H

#include <stddef.h>

/* A text as Lua's parser has it when it gives up in `line`, from 1. */
struct wb_slip_source {
  const char *text;
  size_t length;
  int line;
};

/* Adds "; C's 'i++' is 'i = i + 1' in Lua" to an error of Lua in a buffer of `size` bytes, where
 * the error is likely such a slip. `source` is NULL for an error of a program that runs. */
void wb_slip_explain(char *message, size_t size, const struct wb_slip_source *source);

#endif
