/* A diff in the forms in which it is shown. */
#include <stdlib.h>

#include "base/str.h"
#include "text/diff.h"

/* ---- side by side ---- */

static void add_pair(struct wb_diff_pairs *pairs, long old_line, long new_line, char sign) {
  pairs->items = wb_grow(pairs->items, &pairs->capacity, pairs->count + 1, sizeof *pairs->items);
  pairs->items[pairs->count++] = (struct wb_diff_pair){old_line, new_line, sign};
}

/* `removed` lines beside `added` ones, either of which may be none. */
static void add_change(struct wb_diff_pairs *pairs, const struct wb_diff_run *at, size_t removed,
                       size_t added) {
  for (size_t i = 0; i < removed || i < added; i++) {
    long old_line = i < removed ? (long)(at->old_line + i) : WB_DIFF_NO_LINE;
    long new_line = i < added ? (long)(at->new_line + i) : WB_DIFF_NO_LINE;
    add_pair(pairs, old_line, new_line, i >= removed ? '>' : i >= added ? '<' : '|');
  }
}

void wb_diff_pair_lines(const struct wb_diff *diff, struct wb_diff_pairs *pairs) {
  for (size_t i = 0; i < diff->n_runs; i++) {
    const struct wb_diff_run *run = &diff->runs[i];
    const struct wb_diff_run *next = i + 1 < diff->n_runs ? run + 1 : NULL;
    if (run->kind == WB_DIFF_SAME) {
      for (size_t k = 0; k < run->count; k++)
        add_pair(pairs, (long)(run->old_line + k), (long)(run->new_line + k), ' ');
    } else if (run->kind == WB_DIFF_ADDED) {
      add_change(pairs, run, 0, run->count);
    } else if (next != NULL && next->kind == WB_DIFF_ADDED) {
      add_change(pairs, run, run->count, next->count);
      i++;
    } else {
      add_change(pairs, run, run->count, 0);
    }
  }
}

void wb_diff_pairs_release(struct wb_diff_pairs *pairs) {
  free(pairs->items);
  *pairs = (struct wb_diff_pairs){0};
}

/* ---- one below the other ---- */

static void add_piece(struct wb_diff_pieces *pieces, const struct wb_diff_run *run, size_t skip,
                      size_t count) {
  if (count == 0) return;
  pieces->items =
      wb_grow(pieces->items, &pieces->capacity, pieces->count + 1, sizeof *pieces->items);
  pieces->items[pieces->count++] = (struct wb_diff_piece){
      {run->kind, run->old_line + skip, run->new_line + skip, count}, pieces->gap};
  pieces->gap = 0;
}

/* What is the same between two changes: its ends, where the middle is long. */
static void add_same(struct wb_diff_pieces *pieces, const struct wb_diff_run *run, size_t before,
                     size_t after) {
  if (before + after >= run->count) {
    add_piece(pieces, run, 0, run->count);
    return;
  }
  add_piece(pieces, run, 0, before);
  pieces->gap += run->count - before - after;
  add_piece(pieces, run, run->count - after, after);
}

void wb_diff_cut(const struct wb_diff *diff, size_t around, struct wb_diff_pieces *pieces) {
  for (size_t i = 0; i < diff->n_runs; i++) {
    const struct wb_diff_run *run = &diff->runs[i];
    if (run->kind != WB_DIFF_SAME)
      add_piece(pieces, run, 0, run->count);
    else
      add_same(pieces, run, i > 0 ? around : 0, i + 1 < diff->n_runs ? around : 0);
  }
}

void wb_diff_pieces_release(struct wb_diff_pieces *pieces) {
  free(pieces->items);
  *pieces = (struct wb_diff_pieces){0};
}
