#include "text/diff.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* How many steps of a search are worth taking: beyond them, that a part of the
 * texts differs is said of all its lines. */
enum { MOST_STEPS = 1500 };

/* A text as numbers: equal lines have equal numbers. */
struct side {
  uint32_t *lines;
  bool *differs;
  long count;
};

struct search {
  struct side old, new;
  /* By diagonal (old - new line): the furthest old line that a path of the
   * present length reaches, from the start and from the end. */
  long *forth, *back;
};

/* ---- lines as numbers ------------------------------------------------------------- */

struct word {
  const char *text;
  size_t length;
  uint32_t number; /* 0: the slot is free */
};

struct words {
  struct word *slots;
  size_t n_slots; /* a power of two */
  uint32_t count;
};

static size_t hash_of(const char *text, size_t length) {
  uint64_t hash = 14695981039346656037U;
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 1099511628211U;
  return (size_t)(hash ^ hash >> 32);
}

static uint32_t number_of(struct words *words, const char *text, size_t length) {
  size_t at = hash_of(text, length) & (words->n_slots - 1);
  for (; words->slots[at].number != 0; at = (at + 1) & (words->n_slots - 1)) {
    const struct word *word = &words->slots[at];
    if (word->length == length && memcmp(word->text, text, length) == 0) return word->number;
  }
  words->slots[at] = (struct word){text, length, ++words->count};
  return words->count;
}

static size_t line_length(const char *text, size_t length) {
  const char *end = length > 0 ? memchr(text, '\n', length) : NULL;
  return end != NULL ? (size_t)(end - text) : length;
}

static size_t count_lines(const char *text, size_t length) {
  size_t lines = 0;
  for (size_t at = 0; at < length; lines++) at += line_length(text + at, length - at) + 1;
  return lines;
}

static void number_lines(struct side *side, struct words *words, const char *text, size_t length) {
  for (size_t at = 0; at < length;) {
    size_t bytes = line_length(text + at, length - at);
    side->lines[side->count++] = number_of(words, text + at, bytes);
    at += bytes + 1;
  }
}

static void open_search(struct search *search, const char *old, size_t old_length, const char *new,
                        size_t new_length) {
  size_t n_old = count_lines(old, old_length), n_new = count_lines(new, new_length);
  struct words words = {.n_slots = 16};
  while (words.n_slots < 2 * (n_old + n_new)) words.n_slots *= 2;
  words.slots = wb_alloc(words.n_slots * sizeof *words.slots);
  search->old =
      (struct side){wb_alloc((n_old + 1) * sizeof *search->old.lines), wb_alloc(n_old + 1), 0};
  search->new =
      (struct side){wb_alloc((n_new + 1) * sizeof *search->new.lines), wb_alloc(n_new + 1), 0};
  number_lines(&search->old, &words, old, old_length);
  number_lines(&search->new, &words, new, new_length);
  /* Diagonals go from -new to old, with one more on both sides. */
  search->forth = wb_alloc((n_old + n_new + 3) * sizeof *search->forth);
  search->back = wb_alloc((n_old + n_new + 3) * sizeof *search->back);
  free(words.slots);
}

static void close_search(struct search *search) {
  free(search->old.lines);
  free(search->old.differs);
  free(search->new.lines);
  free(search->new.differs);
  free(search->forth);
  free(search->back);
}

/* ---- the search ------------------------------------------------------------------- */

/* The lines [old, old_end) and [new, new_end): x is old, y is new. */
struct box {
  long x, x_end, y, y_end;
};

static long *forth_at(const struct search *search, long diagonal) {
  return &search->forth[diagonal + search->new.count + 1];
}

static long *back_at(const struct search *search, long diagonal) {
  return &search->back[diagonal + search->new.count + 1];
}

static bool lines_equal(const struct search *search, long x, long y) {
  return search->old.lines[x] == search->new.lines[y];
}

/* The diagonals that paths of the present length reach, within the box. */
struct reach {
  long low, high;
};

/* One step longer: paths go to both sides, and turn back at the box's edges.
 * Beyond the outermost diagonals stands what no path prefers. */
static void widen_reach(struct reach *reach, long *(*at)(const struct search *, long),
                        const struct search *search, const struct box *box, long nothing) {
  long lowest = box->x - box->y_end, highest = box->x_end - box->y;
  if (reach->low > lowest)
    *at(search, --reach->low - 1) = nothing;
  else
    reach->low++;
  if (reach->high < highest)
    *at(search, ++reach->high + 1) = nothing;
  else
    reach->high--;
}

/* Goes one step on from the start; true where a path meets one from the end,
 * and then (*x, *y) lies on a shortest path. */
static bool step_forth(const struct search *search, const struct box *box, struct reach *reach,
                       const struct reach *other, bool odd, long *x, long *y) {
  widen_reach(reach, forth_at, search, box, -1);
  for (long d = reach->high; d >= reach->low; d -= 2) {
    long from_below = *forth_at(search, d - 1), from_above = *forth_at(search, d + 1);
    long at = from_below < from_above ? from_above : from_below + 1;
    while (at < box->x_end && at - d < box->y_end && lines_equal(search, at, at - d)) at++;
    *forth_at(search, d) = at;
    if (odd && other->low <= d && d <= other->high && *back_at(search, d) <= at) {
      *x = at;
      *y = at - d;
      return true;
    }
  }
  return false;
}

static bool step_back(const struct search *search, const struct box *box, struct reach *reach,
                      const struct reach *other, bool odd, long *x, long *y) {
  widen_reach(reach, back_at, search, box, INT32_MAX);
  for (long d = reach->high; d >= reach->low; d -= 2) {
    long from_below = *back_at(search, d - 1), from_above = *back_at(search, d + 1);
    long at = from_below < from_above ? from_below : from_above - 1;
    while (at > box->x && at - d > box->y && lines_equal(search, at - 1, at - d - 1)) at--;
    *back_at(search, d) = at;
    if (!odd && other->low <= d && d <= other->high && at <= *forth_at(search, d)) {
      *x = at;
      *y = at - d;
      return true;
    }
  }
  return false;
}

/* A point in the middle of a shortest path through the box; false where that
 * would take too long. */
static bool find_middle(const struct search *search, const struct box *box, long *x, long *y) {
  const long start = box->x - box->y, end = box->x_end - box->y_end;
  const bool odd = ((start - end) & 1) != 0;
  struct reach forth = {start, start}, back = {end, end};
  *forth_at(search, start) = box->x;
  *back_at(search, end) = box->x_end;
  for (int step = 0; step < MOST_STEPS; step++)
    if (step_forth(search, box, &forth, &back, odd, x, y) ||
        step_back(search, box, &back, &forth, odd, x, y))
      return true;
  return false;
}

/* Drops what both have at the start and at the end. */
static void shrink_box(const struct search *search, struct box *box) {
  while (box->x < box->x_end && box->y < box->y_end && lines_equal(search, box->x, box->y)) {
    box->x++;
    box->y++;
  }
  while (box->x < box->x_end && box->y < box->y_end &&
         lines_equal(search, box->x_end - 1, box->y_end - 1)) {
    box->x_end--;
    box->y_end--;
  }
}

static void mark_changed(struct side *side, long from, long to) {
  for (; from < to; from++) side->differs[from] = true;
}

static void compare_box(struct search *search, struct box box) {
  long x = 0, y = 0;
  shrink_box(search, &box);
  if (box.x == box.x_end || box.y == box.y_end || !find_middle(search, &box, &x, &y)) {
    mark_changed(&search->old, box.x, box.x_end);
    mark_changed(&search->new, box.y, box.y_end);
  } else {
    compare_box(search, (struct box){box.x, x, box.y, y});
    compare_box(search, (struct box){x, box.x_end, y, box.y_end});
  }
}

/* ---- runs --------------------------------------------------------------------------- */

static void add_line(struct wb_diff *diff, enum wb_diff_kind kind, long x, long y) {
  struct wb_diff_run *last = diff->n_runs > 0 ? &diff->runs[diff->n_runs - 1] : NULL;
  diff->removed += kind == WB_DIFF_REMOVED;
  diff->added += kind == WB_DIFF_ADDED;
  if (last != NULL && last->kind == kind) {
    last->count++;
    return;
  }
  diff->runs = wb_grow(diff->runs, &diff->capacity, diff->n_runs + 1, sizeof *diff->runs);
  diff->runs[diff->n_runs++] = (struct wb_diff_run){kind, (size_t)x, (size_t)y, 1};
}

static void collect_pieces(const struct search *search, struct wb_diff *diff) {
  long x = 0, y = 0;
  while (x < search->old.count || y < search->new.count) {
    if (x < search->old.count && search->old.differs[x]) {
      add_line(diff, WB_DIFF_REMOVED, x, y);
      x++;
    } else if (y < search->new.count && search->new.differs[y]) {
      add_line(diff, WB_DIFF_ADDED, x, y);
      y++;
    } else {
      add_line(diff, WB_DIFF_SAME, x++, y++);
    }
  }
}

void wb_diff_texts(struct wb_diff *diff, const char *old, size_t old_length, const char *new,
                   size_t new_length) {
  struct search search = {0};
  open_search(&search, old, old_length, new, new_length);
  compare_box(&search, (struct box){0, search.old.count, 0, search.new.count});
  collect_pieces(&search, diff);
  close_search(&search);
}

void wb_diff_release(struct wb_diff *diff) {
  free(diff->runs);
  *diff = (struct wb_diff){0};
}

void wb_diff_count(const char *old, size_t old_length, const char *new, size_t new_length,
                   size_t *removed, size_t *added) {
  struct wb_diff diff = {0};
  wb_diff_texts(&diff, old, old_length, new, new_length);
  *removed = diff.removed;
  *added = diff.added;
  wb_diff_release(&diff);
}
