/* What a spec demands of kernels, as it is written there, and where: for whoever compares it with
 * what kernels need. */
#ifndef WB_SCRIPT_BOUNDS_H
#define WB_SCRIPT_BOUNDS_H

#include "base/str.h"
#include "script/puzzle.h"

/* Where the budget of a counter stands (finding/counters.h), and appends what it is, as Lua has it:
 * 1, or "k + 2" with its quotes. 0: there is none, and nothing is appended. */
unsigned wb_puzzle_budget(const struct wb_puzzle *puzzle, unsigned counter, struct wb_str *text);

struct wb_puzzle_limit {
  const char *field;     /* "time_ms" */
  uint64_t value, usual; /* in the field's unit; what it is where a spec says nothing */
  unsigned line;         /* 0: the spec says nothing */
};
enum { WB_PUZZLE_LIMITS = 4 };
struct wb_puzzle_limit wb_puzzle_limit(const struct wb_puzzle *puzzle, size_t index);

/* The line of what a spec says of the tolerance of parameter `index`, 0: nothing; and what scales
 * it, as above, or nothing. */
unsigned wb_puzzle_tolerance_line(const struct wb_puzzle *puzzle, size_t index);
void wb_puzzle_tolerance_scale(const struct wb_puzzle *puzzle, size_t index, struct wb_str *text);

/* Sizes of the first case, in its order; NULL: there are no more. */
const char *wb_puzzle_size_name(const struct wb_puzzle *puzzle, size_t index);
/* False where the case has no such size. */
bool wb_puzzle_case_size(const struct wb_puzzle *puzzle, size_t index, const char *name,
                         int64_t *value);

/* The same of the index-th budget of a single array, that of puzzle->params[*param]: appends
 * "max_global_reads.a" to `name`. 0 where there are not so many. */
unsigned wb_puzzle_array_budget(const struct wb_puzzle *puzzle, size_t index, size_t *param,
                                struct wb_str *name, struct wb_str *text);

/* Whether a budget is for reads of global memory, those of the parameter among them. */
bool wb_puzzle_limits_reads(const struct wb_puzzle *puzzle, size_t param);

#endif
