/* What changed between two texts, by lines: the shortest script of lines that
 * go and lines that come (E. W. Myers, "An O(ND) Difference Algorithm and Its
 * Variations", Algorithmica 1, 1986; the variation in linear space).
 *
 * Lines end at a newline; one at the end of a text begins no line. Texts may
 * hold any bytes. Where two texts have very much that differs, the script is
 * right but may be longer than the shortest. */
#ifndef WB_TEXT_DIFF_H
#define WB_TEXT_DIFF_H

#include <stdbool.h>
#include <stddef.h>

enum wb_diff_kind { WB_DIFF_SAME, WB_DIFF_REMOVED, WB_DIFF_ADDED };

/* `count` lines of one kind. Positions are lines from 0: where the run begins
 * in the old and in the new text. */
struct wb_diff_run {
  enum wb_diff_kind kind;
  size_t old_line, new_line;
  size_t count;
};

/* The runs in order, neighbours of different kinds; of a change what goes
 * stands before what comes. A zeroed diff is one of two empty texts. */
struct wb_diff {
  struct wb_diff_run *runs;
  size_t n_runs, capacity;
  size_t removed, added; /* lines */
};

/* Fills a zeroed diff. */
void wb_diff_texts(struct wb_diff *diff, const char *old, size_t old_length, const char *new,
                   size_t new_length);
void wb_diff_release(struct wb_diff *diff);

/* Only how many lines go and come. */
void wb_diff_count(const char *old, size_t old_length, const char *new, size_t new_length,
                   size_t *removed, size_t *added);

/* ---- side by side ---- */

enum { WB_DIFF_NO_LINE = -1 };

/* A line beside a line: the same, changed (' ', '|'), only old ('<') or only
 * new ('>'). The line that is missing is WB_DIFF_NO_LINE. */
struct wb_diff_pair {
  long old_line, new_line;
  char sign;
};
struct wb_diff_pairs {
  struct wb_diff_pair *items;
  size_t count, capacity;
};

/* Puts the lines that go beside those that come in their place. Appends. */
void wb_diff_pair_lines(const struct wb_diff *diff, struct wb_diff_pairs *pairs);
void wb_diff_pairs_release(struct wb_diff_pairs *pairs);

/* ---- one below the other ---- */

/* Changes with `around` lines of what is the same before and after them: runs
 * of the same diff, cut. Where lines are left out between two of them, `gap` is
 * how many. */
struct wb_diff_piece {
  struct wb_diff_run run;
  size_t gap; /* lines left out before it */
};
struct wb_diff_pieces {
  struct wb_diff_piece *items;
  size_t count, capacity;
  size_t gap; /* lines left out at the end */
};
void wb_diff_cut(const struct wb_diff *diff, size_t around, struct wb_diff_pieces *pieces);
void wb_diff_pieces_release(struct wb_diff_pieces *pieces);

#endif
