/* What the name of a file says about which puzzle it answers; match.h has the rules. */
#ifndef WB_GRADING_MATCH_NAME_H
#define WB_GRADING_MATCH_NAME_H

#include "grading/match.h"

struct wb_named_puzzle {
  const struct wb_match_puzzle *puzzle; /* NULL: the name says none */
  enum wb_match_rule rule;
  unsigned additions; /* of browsers and editors */
  bool is_loose;      /* there is more in the name than the puzzle's, or another name */
};

/* `stem` is of a struct wb_answer_name. Where two puzzles are as sure it is neither. */
struct wb_named_puzzle wb_match_name(const struct wb_match_rules *rules, const char *stem);

#endif
