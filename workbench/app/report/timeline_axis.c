/* What pictures and tables of a timeline share: the order of its entries, and time on a page. */
#include <stdlib.h>
#include <string.h>

#include "report/timeline.h"

void wb_timeline_place(const struct wb_timeline_entry *entry, struct wb_str *out) {
  const char *name = strrchr(entry->file, '/');
  if (entry->line == 0) return;
  wb_str_addf(out, "%s:%u", name != NULL ? name + 1 : entry->file, entry->line);
}

/* Seconds would be too coarse. */
void wb_report_timeline_moment(uint64_t ns, struct wb_str *out) {
  if (ns < 1000000)
    wb_str_addf(out, "%.1f µs", (double)ns / 1e3);
  else
    wb_str_addf(out, "%.1f ms", (double)ns / 1e6);
}

/* ---- the order of time -------------------------------------------------------------------- */

struct moment {
  uint64_t at;
  size_t index;
};

static int compare_moments(const void *a, const void *b) {
  const struct moment *left = a, *right = b;
  if (left->at != right->at) return left->at < right->at ? -1 : 1;
  return (left->index > right->index) - (left->index < right->index);
}

size_t *wb_timeline_order(const struct wb_timeline *timeline) {
  struct moment *moments = wb_alloc((timeline->n_entries + 1) * sizeof *moments);
  size_t *order = wb_alloc((timeline->n_entries + 1) * sizeof *order);
  for (size_t i = 0; i < timeline->n_entries; i++) {
    const struct wb_timeline_entry *entry = &timeline->entries[i];
    moments[i] = (struct moment){entry->has_started ? entry->started : entry->enqueued, i};
  }
  qsort(moments, timeline->n_entries, sizeof *moments, compare_moments);
  for (size_t i = 0; i < timeline->n_entries; i++) order[i] = moments[i].index;
  free(moments);
  return order;
}

/* ---- the axis ----------------------------------------------------------------------------- */

static void add_piece(struct wb_time_axis *axis, uint64_t begin, uint64_t end) {
  if (end > begin) axis->pieces[axis->count++] = (struct wb_time_piece){.begin = begin, .end = end};
}

/* Pieces in which some device is busy and pieces in which none is, one after the other: a break
 * for now. */
static void cut_at_work(struct wb_time_axis *axis, const struct wb_timeline *timeline) {
  size_t *order = wb_timeline_order(timeline);
  uint64_t begin = 0, end = 0; /* of the work under way */
  for (size_t i = 0; i < timeline->n_entries; i++) {
    const struct wb_timeline_entry *entry = &timeline->entries[order[i]];
    if (!entry->has_ended || !wb_timeline_is_work(entry->kind)) continue;
    if (entry->started > end) {
      add_piece(axis, begin, end);
      add_piece(axis, end, entry->started);
      if (axis->count > 0) axis->pieces[axis->count - 1].is_break = true;
      begin = entry->started;
    }
    if (entry->ended > end) end = entry->ended;
  }
  add_piece(axis, begin, end);
  add_piece(axis, end, timeline->ended);
  if (axis->count > 0 && timeline->ended > end) axis->pieces[axis->count - 1].is_break = true;
  free(order);
}

static double length_of(const struct wb_time_piece *piece) {
  return (double)(piece->end - piece->begin);
}

/* Neighbours without a break between them have one scale, and become one piece. */
static void join_pieces(struct wb_time_axis *axis) {
  size_t kept = 0;
  for (size_t i = 0; i < axis->count; i++) {
    const struct wb_time_piece *piece = &axis->pieces[i];
    if (kept > 0 && !piece->is_break && !axis->pieces[kept - 1].is_break)
      axis->pieces[kept - 1].end = piece->end;
    else
      axis->pieces[kept++] = *piece;
  }
  axis->count = kept;
}

/* A piece without work that is no longer than a quarter of all work stays as it is. A longer one is
 * a break, as wide as a tenth of the work; those together no wider than the work. */
static void choose_breaks(struct wb_time_axis *axis) {
  double work = 0;
  size_t breaks = 0;
  for (size_t i = 0; i < axis->count; i++)
    if (!axis->pieces[i].is_break) work += length_of(&axis->pieces[i]);
  for (size_t i = 0; i < axis->count; i++) {
    struct wb_time_piece *piece = &axis->pieces[i];
    piece->is_break = piece->is_break && work > 0 && length_of(piece) > work / 4;
    breaks += piece->is_break;
  }
  join_pieces(axis);
  const double width = breaks > 10 ? work / (double)breaks : work / 10;
  double all = 0;
  for (size_t i = 0; i < axis->count; i++) {
    struct wb_time_piece *piece = &axis->pieces[i];
    piece->from = all;
    all += piece->is_break ? width : length_of(piece);
    piece->to = all;
  }
  for (size_t i = 0; i < axis->count; i++) {
    axis->pieces[i].from /= all;
    axis->pieces[i].to /= all;
  }
}

void wb_time_axis_make(struct wb_time_axis *axis, const struct wb_timeline *timeline) {
  axis->count = 0;
  axis->pieces = wb_alloc((2 * timeline->n_entries + 3) * sizeof *axis->pieces);
  cut_at_work(axis, timeline);
  if (axis->count == 0) /* nothing took any time */
    axis->pieces[axis->count++] = (struct wb_time_piece){.end = 1};
  choose_breaks(axis);
}

void wb_time_axis_release(struct wb_time_axis *axis) {
  free(axis->pieces);
  *axis = (struct wb_time_axis){.count = 0};
}

/* The first piece that ends after the time, or else after the place; else the last. */
static const struct wb_time_piece *find_piece(const struct wb_time_axis *axis, bool by_time,
                                              uint64_t ns, double place) {
  size_t low = 0, high = axis->count - 1;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const struct wb_time_piece *piece = &axis->pieces[middle];
    if (by_time ? ns >= piece->end : place >= piece->to)
      low = middle + 1;
    else
      high = middle;
  }
  return &axis->pieces[low];
}

double wb_time_axis_place(const struct wb_time_axis *axis, uint64_t ns) {
  const struct wb_time_piece *piece = find_piece(axis, true, ns, 0);
  const uint64_t at = ns > piece->end ? piece->end : ns;
  return piece->from + (piece->to - piece->from) * (double)(at - piece->begin) / length_of(piece);
}

uint64_t wb_time_axis_time(const struct wb_time_axis *axis, double place) {
  const struct wb_time_piece *piece = find_piece(axis, false, 0, place);
  const double share = (place - piece->from) / (piece->to - piece->from);
  return piece->begin + (uint64_t)(share * length_of(piece) + 0.5);
}
