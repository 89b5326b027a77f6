/* Integer expressions over names: "local_x + k", "ceil_div(n, 8) * 8".
 *
 *   sum     = product { ("+" | "-") product }
 *   product = unary { ("*" | "/" | "%") unary }
 *   unary   = "-" unary | primary
 *   primary = number | name | "(" sum ")" | function "(" sum { "," sum } ")"
 *   function = "ceil_div" | "min" | "max" | "ceil_log2" | "ceil_pow2"
 *
 * Calculated in 64 bits; an overflow or a division by zero is an error. `/`
 * and `%` truncate toward zero, as in C. */
#ifndef WB_SCRIPT_EXPRESSION_H
#define WB_SCRIPT_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wb_expression_name {
  const char *name;
  int64_t value;
};

struct wb_scope {
  const struct wb_expression_name *bindings;
  size_t count;
};

enum { WB_EXPRESSION_MESSAGE_MAX = 256 };

/* False with a message, of what is wrong and at which character. */
bool wb_expression_eval(const char *text, const struct wb_scope *scope, int64_t *value,
                        char message[WB_EXPRESSION_MESSAGE_MAX]);

/* Whether a size may not have this name, since expressions mean something
 * else by it. */
bool wb_expression_reserves(const char *name);

#endif
