/* Cases drawn from a domain: its corners first, then the boundaries of each size and of groups,
 * then small sizes one after the other. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "script/domain.h"
#include "script/draw_point.h"

/* In steps of `work`, of which the emulator does some hundred million in a second. A case costs its
 * launch, too, however small it is. */
static const uint64_t MOST_WORK = 800000, LAUNCH_WORK = 4000, PROGRAM_WORK = 25000;

/* What is left to large cases: they are to leave room for many small ones. There are few of those
 * that are larger still. */
static const uint64_t LARGE_WORK = 20000, MOST_LARGE_WORK = 430000, LARGEST_WORK = 100000;

/* Of cases in which several sizes are large together, beside the others. */
static const uint64_t LONG_WORK = 10000, TOGETHER_WORK = 1200000, MOST_TOGETHER_WORK = 300000,
                      MOST_SUM_WORK = 220000, MOST_GROUPS_WORK = 150000;

enum {
  MOST_BOUNDARIES = 36, /* cases for boundaries of sizes, and so many for those of groups */
  MOST_GROUPS = 11,
  LARGE_SIZE = 2000,
  SMALL = 3,        /* other sizes beside a large one, or else 1 */
  SMALL_SIZES = 24, /* the sizes that are tried one after the other, */
  MORE_SIZES = 16,  /* and so many larger ones */
  LONG = 257        /* two of them are beyond 16 bits */
};

struct list {
  struct wb_puzzle *puzzle;
  const struct wb_spec_domain *domain;
  struct wb_spec_drawn *drawn;
  int fill;                  /* of the next cases; -1: in turn */
  uint64_t work, large_work; /* of all of them, and of the large ones */
  size_t n_largest, most_largest;
  uint64_t weight;                   /* steps for each step of work of a small case */
  uint64_t most_work;                /* of the next ones, each */
  uint64_t all_work, all_large_work; /* what `work` and `large_work` come to at most */
  enum wb_status status;
  struct wb_error *err;
};

/* Random bits for a choice of the next case. */
static uint64_t chance_of(const struct list *list, size_t choice) {
  enum { FIRST = 2000 }; /* other places are cases' */
  return wb_spec_seed(list->puzzle->slug, FIRST + WB_DRAWN_MAX * choice + list->drawn->count);
}

static bool is_listed(const struct list *list, const struct wb_draw_point *point) {
  for (size_t i = 0; i < list->drawn->count; i++)
    if (wb_draw_is_same_launch(list->domain, &list->drawn->cases[i].point, point)) return true;
  return false;
}

static bool has_local_memory(const struct wb_puzzle *puzzle) {
  bool has = false;
  for (size_t i = 0; i < puzzle->n_params; i++) has |= puzzle->params[i].kind == WB_PARAM_LOCAL;
  return has;
}

/* Where the spec does not say what a case takes: a step takes longer where work-items wait for each
 * other, and where all accesses are counted. */
static uint64_t weight_of(const struct wb_puzzle *puzzle) {
  const bool is_given = puzzle->spec->domain->work.kind != WB_QUANTITY_NONE;
  const bool counts = puzzle->has_modelled_budget || puzzle->has_array_budget;
  return is_given ? 1 : (uint64_t)(has_local_memory(puzzle) ? 3 : 1) * (counts ? 8 : 1);
}

/* There are few large cases, and these are needed. */
static bool take_work(struct list *list, uint64_t work) {
  const uint64_t fixed = list->domain->dimensions > 0 ? LAUNCH_WORK : PROGRAM_WORK;
  const bool is_large = work > LARGE_WORK, is_largest = work > LARGEST_WORK;
  const uint64_t steps = (is_large ? work : work * list->weight) + fixed;
  if (work > list->most_work || list->work + steps > list->all_work ||
      (is_large && list->large_work + work > list->all_large_work) ||
      (is_largest && list->n_largest == list->most_largest))
    return false;
  list->work += steps;
  list->n_largest += is_largest;
  list->large_work += is_large ? work : 0;
  return true;
}

/* Adds the case of a point, unless it is there or too dear. WB_DRAW_OUTSIDE: one near it may be
 * inside. */
static enum wb_draw_fit add_point(struct list *list, struct wb_draw_point *point) {
  struct wb_drawn_case one;
  if (list->status != WB_OK || list->drawn->count == WB_DRAWN_MAX) return WB_DRAW_WRONG;
  point->fill = list->fill >= 0 ? (unsigned)list->fill : (unsigned)list->drawn->count;
  point->seed = wb_spec_seed(list->puzzle->slug, 1000 + list->drawn->count);
  enum wb_draw_fit fit = wb_draw_case(list->puzzle, point, &one, list->err);
  /* There is room for a large case or two: what most mistakes show in is random numbers, and wide
   * sub-groups are the fewest. */
  if (fit == WB_DRAW_FITS && list->fill < 0 && one.work > LARGE_WORK &&
      (point->fill % WB_DRAW_FILLS != WB_DRAW_RANDOM || point->subgroup != list->domain->wide)) {
    wb_drawn_case_release(&one, list->puzzle->n_params);
    point->fill = WB_DRAW_RANDOM;
    point->subgroup = list->domain->wide;
    fit = wb_draw_case(list->puzzle, point, &one, list->err);
  }
  if (fit == WB_DRAW_WRONG) list->status = WB_ERR_SPEC;
  if (fit != WB_DRAW_FITS) return fit;
  if (is_listed(list, &one.point) || !take_work(list, one.work))
    wb_drawn_case_release(&one, list->puzzle->n_params);
  else
    list->drawn->cases[list->drawn->count++] = one;
  return WB_DRAW_FITS;
}

/* Of a large size also one less: what comes out even at its most does not there. */
static int64_t most_of(const struct wb_domain_range *range, bool one_less) {
  return range->high - (one_less && range->high > LARGE_SIZE && range->low < range->high);
}

/* All sizes and groups at one end, and at the other, without a group to spare. Where that is too
 * dear, or outside, each size alone is (below). */
static void add_corners(struct list *list) {
  const struct wb_spec_domain *domain = list->domain;
  for (unsigned corner = 0; corner < 4; corner++) {
    struct wb_draw_point point = wb_draw_usual(domain);
    for (size_t i = 0; i < domain->n_sizes; i++)
      point.sizes[i] =
          corner & 1 ? most_of(&domain->sizes[i].range, corner == 1) : domain->sizes[i].range.low;
    wb_draw_set_groups(domain, &point, corner & 2);
    wb_draw_vary_launch(list->domain, &point, 0);
    add_point(list, &point);
  }
}

/* The same with smaller groups, where conditions keep the case out. */
static enum wb_draw_fit add_with_groups(struct list *list, const struct wb_draw_point *from) {
  const struct wb_domain_range *side = &list->domain->local[0];
  struct wb_draw_point point = *from;
  const bool has_groups = list->domain->dimensions > 0 && !side->follows;
  enum wb_draw_fit fit = add_point(list, &point);
  while (fit == WB_DRAW_OUTSIDE && has_groups && (int64_t)point.local[0] > side->low) {
    point.local[0]--;
    fit = add_point(list, &point);
  }
  return fit;
}

/* With all other sizes small, or else with other groups. */
static enum wb_draw_fit add_fitting(struct list *list, const struct wb_draw_point *from,
                                    size_t size) {
  struct wb_draw_point point = *from;
  enum wb_draw_fit fit = add_point(list, &point);
  for (int64_t small = SMALL; small > 0 && fit == WB_DRAW_OUTSIDE; small -= SMALL - 1) {
    wb_draw_make_small(list->domain, &point, size, small);
    fit = add_point(list, &point);
  }
  point = *from;
  if (fit == WB_DRAW_OUTSIDE) fit = add_with_groups(list, &point);
  for (size_t turn = 0; turn < 3 && fit == WB_DRAW_OUTSIDE; turn++) {
    wb_draw_vary_groups(list->domain, &point, turn, chance_of(list, 0));
    fit = add_with_groups(list, &point);
  }
  wb_draw_set_groups(list->domain, &point, true);
  return fit == WB_DRAW_OUTSIDE ? add_with_groups(list, &point) : fit;
}

/* With the size that is nearest, where they tie sizes to each other. */
static void add_near(struct list *list, struct wb_draw_point *point, size_t size) {
  enum { NEAR = 16 };
  const struct wb_domain_range *range = &list->domain->sizes[size].range;
  const int64_t wanted = point->sizes[size];
  enum wb_draw_fit fit = WB_DRAW_OUTSIDE;
  for (int64_t by = 0; by <= 2 * NEAR && fit == WB_DRAW_OUTSIDE; by++) {
    point->sizes[size] = wanted + (by % 2 == 0 ? by / 2 : -(by + 1) / 2);
    if (point->sizes[size] >= range->low && point->sizes[size] <= range->high)
      fit = add_fitting(list, point, size);
  }
}

/* One size is so large that there is room for the case only if all others are small. It takes half
 * of the room: another size may be large, too. At its most there are as many groups as there can
 * be, too. */
static void add_affordable(struct list *list, const struct wb_draw_point *from, size_t size) {
  const struct wb_spec_domain *domain = list->domain;
  const size_t before = list->drawn->count;
  struct wb_draw_point point = *from;
  if (point.sizes[size] == domain->sizes[size].range.high)
    wb_draw_set_groups(domain, &point, false);
  list->most_work = MOST_LARGE_WORK / 2;
  for (int64_t small = SMALL; small > 0 && list->drawn->count == before; small -= SMALL - 1) {
    struct wb_draw_point one = point;
    wb_draw_make_small(domain, &one, size, small);
    add_near(list, &one, size);
  }
  list->most_work = MOST_WORK;
}

/* A loop over one size may need another one for its rounds to have an effect: so all others are
 * large, too, as far as work allows, and groups where conditions want them so. False: there is no
 * such case. */
static bool add_long(struct list *list, const struct wb_draw_point *from, size_t size) {
  enum { SHORTEST = 16 };
  const size_t before = list->drawn->count;
  struct wb_draw_point point = *from;
  int64_t length = LONG - (int64_t)(chance_of(list, 1) % (LONG / 2));
  list->most_work = LONG_WORK / list->weight;
  while (length > SHORTEST && wb_draw_make_long(list->domain, &point, size, length) &&
         list->drawn->count == before) {
    struct wb_draw_point larger = point;
    wb_draw_set_groups(list->domain, &larger, true);
    if (add_point(list, &point) == WB_DRAW_OUTSIDE) add_point(list, &larger);
    length /= 2;
  }
  list->most_work = MOST_WORK;
  return list->drawn->count > before;
}

static void add_size(struct list *list, size_t size, int64_t value) {
  const struct wb_domain_range *range = &list->domain->sizes[size].range;
  struct wb_draw_point point = wb_draw_usual(list->domain);
  const size_t turn = list->drawn->count;
  if (!wb_draw_varies(list->domain, size) || value < range->low || value > range->high) return;
  wb_draw_vary_groups(list->domain, &point, turn + turn / 3, chance_of(list, 0));
  wb_draw_vary_launch(list->domain, &point, turn);
  point.sizes[size] = value;
  if (chance_of(list, 2) % 3 == 0 && value <= LARGE_SIZE && add_long(list, &point, size)) return;
  add_near(list, &point, size);
  point.sizes[size] = value;
  if (value > LARGE_SIZE && list->drawn->count == turn) add_affordable(list, &point, size);
}

static void add_marked_size(struct list *list, size_t size, const struct wb_draw_mark *mark) {
  const int64_t most = list->domain->sizes[size].range.high;
  list->fill = mark->low < mark->high ? WB_DRAW_RANDOM : -1;
  add_size(list, size, wb_draw_pick(mark, most, chance_of(list, 3)));
  list->fill = -1;
}

/* Numbers at which counters of few bits, and groups of usual sizes, end. They leave some room for
 * what groups end at. */
static void add_boundaries(struct list *list) {
  static const struct wb_draw_mark marks[] = {
      {65537, 65537}, {257, 257},   {255, 255},   {41, 61},    {65, 65}, {33, 33}, {17, 17},
      {256, 256},     {64, 64},     {15, 15},     {1, 1},      {2, 2},   {0, 0},   {-1, -1},
      {65536, 65536}, {129, 129},   {63, 63},     {32, 32},    {31, 31}, {16, 16}, {128, 128},
      {127, 127},     {1025, 1025}, {1024, 1024}, {1023, 1023}};
  const struct wb_spec_domain *domain = list->domain;
  const size_t most = list->drawn->count + MOST_BOUNDARIES;
  if (domain->dimensions > 0 && !domain->local_by_kernel) list->all_work = MOST_WORK / 4 * 3;
  for (size_t i = 0; i < domain->n_sizes; i++) add_size(list, i, domain->sizes[i].range.high);
  for (size_t i = 0; i < domain->n_sizes; i++) {
    add_size(list, i, domain->sizes[i].range.low);
    add_size(list, i, domain->sizes[i].range.high - 1);
  }
  for (size_t k = 0; k < sizeof marks / sizeof marks[0]; k++)
    for (size_t i = 0; i < domain->n_sizes && list->drawn->count < most; i++)
      add_marked_size(list, i, &marks[k]);
  list->all_work = MOST_WORK;
}

/* The size that groups share out: the one that may be largest. */
static size_t main_size(const struct wb_spec_domain *domain) {
  size_t size = domain->n_sizes;
  for (size_t i = 0; i < domain->n_sizes; i++)
    if (wb_draw_varies(domain, i) &&
        (size == domain->n_sizes || domain->sizes[i].range.high > domain->sizes[size].range.high))
      size = i;
  return size;
}

/* Groups of so many work-items, and a size that is one less, as many, and one more, of one group or
 * of several. */
static void add_group(struct list *list, unsigned dimension, int64_t value, int64_t count) {
  const struct wb_spec_domain *domain = list->domain;
  const struct wb_domain_range *range = &domain->local[dimension];
  const size_t turn = list->drawn->count, size = main_size(domain);
  struct wb_draw_point point = wb_draw_usual(domain);
  if (range->follows || value < range->low || value > range->high) return;
  point.local[dimension] = (size_t)value;
  wb_draw_vary_launch(list->domain, &point, turn);
  if (size == domain->n_sizes) {
    add_point(list, &point);
    return;
  }
  point.sizes[size] = wb_draw_clamp(count * value + (int64_t)(turn % 3) - 1,
                                    domain->sizes[size].range.low, domain->sizes[size].range.high);
  add_near(list, &point, size);
}

/* The largest groups, full of the most, of the least, and of what is near either: that is where
 * sums are largest, and where most work-items meet. */
static void add_full_groups(struct list *list, unsigned dimension) {
  for (list->fill = WB_DRAW_HIGH; list->fill <= WB_DRAW_LEAST; list->fill++)
    add_group(list, dimension, list->domain->local[dimension].high, 1);
  list->fill = -1;
}

/* Of any one of some sizes there are several groups of random numbers, so that what is wrong with
 * it shows, or else, where these are dear, one. */
static void add_marked_group(struct list *list, unsigned dimension,
                             const struct wb_draw_mark *mark) {
  const size_t before = list->drawn->count;
  const int64_t most = list->domain->local[dimension].high,
                value = wb_draw_pick(mark, most, chance_of(list, 3));
  if (mark->low < mark->high) {
    list->fill = WB_DRAW_RANDOM;
    list->most_work = LONG_WORK / list->weight;
    add_group(list, dimension, value, 3);
    list->most_work = MOST_WORK;
  }
  if (list->drawn->count == before) add_group(list, dimension, value, 1);
  list->fill = -1;
}

/* Where work-items go in blocks of 32, 64 or 128, the number of these is to be odd, too. */
static void add_groups(struct list *list) {
  static const struct wb_draw_mark marks[] = {
      {3, 3},     {129, 160}, {9, 15},    {65, 96}, {64, 64}, {33, 33}, {41, 61}, {257, 384},
      {256, 256}, {31, 31},   {128, 128}, {2, 2},   {7, 7},   {16, 16}, {5, 5},   {255, 255}};
  const struct wb_spec_domain *domain = list->domain;
  const size_t most = list->drawn->count + MOST_GROUPS;
  if (domain->local_by_kernel) return;
  for (unsigned d = 0; d < domain->dimensions; d++) add_group(list, d, domain->local[d].low, 1);
  for (size_t k = 0; k < sizeof marks / sizeof marks[0]; k++)
    for (unsigned d = 0; d < domain->dimensions && list->drawn->count < most; d++)
      add_marked_group(list, d, &marks[k]);
  for (unsigned d = 0; d < domain->dimensions; d++) add_full_groups(list, d);
}

/* ---- large together ---- */

static bool is_affordable(struct list *list, const struct wb_draw_point *point) {
  struct wb_drawn_case one;
  const enum wb_draw_fit fit = wb_draw_case(list->puzzle, point, &one, list->err);
  const bool good = fit == WB_DRAW_FITS && one.work <= list->most_work;
  if (fit == WB_DRAW_WRONG) list->status = WB_ERR_SPEC;
  if (fit == WB_DRAW_FITS) wb_drawn_case_release(&one, list->puzzle->n_params);
  return good;
}

/* Adds the case with as large a value of the size as conditions and work allow: by bisection, as
 * what is too large stays so. */
static void add_most_of(struct list *list, struct wb_draw_point *point, size_t size) {
  const struct wb_domain_range *range = &list->domain->sizes[size].range;
  int64_t good = range->low - 1, bad = range->high + 1;
  point->sizes[size] = range->high;
  if (is_affordable(list, point)) good = range->high;
  while (bad - good > 1 && list->status == WB_OK) {
    point->sizes[size] = good + (bad - good) / 2;
    *(is_affordable(list, point) ? &good : &bad) = point->sizes[size];
  }
  point->sizes[size] = good;
  if (good >= range->low) add_point(list, point);
}

/* Whether a case is there that has as much of both sizes, but for what rounds off. */
static bool is_reached(const struct list *list, size_t i, int64_t of_i, size_t j, int64_t of_j) {
  bool is = false;
  for (size_t k = 0; k < list->drawn->count && !is; k++) {
    const int64_t *sizes = list->drawn->cases[k].point.sizes;
    is = sizes[i] >= of_i - 1 && sizes[j] >= of_j - 1;
  }
  return is;
}

/* Two sizes at their most, or else one as large as the other leaves room for, in groups of varied
 * sizes, or else in the smallest: an index that is made of two has other limits than each of them.
 */
static void add_pair(struct list *list, size_t shorter, int64_t value, size_t longer) {
  const struct wb_spec_domain *domain = list->domain;
  const struct wb_domain_range *range = &domain->sizes[shorter].range;
  const size_t before = list->drawn->count;
  for (unsigned turn = 0; turn < 4 && list->drawn->count == before; turn++) {
    struct wb_draw_point point = wb_draw_usual(domain);
    wb_draw_vary_launch(list->domain, &point, before);
    wb_draw_make_small(domain, &point, domain->n_sizes, turn % 2 == 0 ? SMALL : 1);
    if (turn % 2 == 0)
      wb_draw_vary_groups(domain, &point, before, chance_of(list, 0));
    else
      wb_draw_set_groups(domain, &point, false);
    point.sizes[shorter] = turn < 2 ? value : wb_draw_clamp(LONG, range->low, range->high);
    point.sizes[longer] = domain->sizes[longer].range.high;
    if (turn < 2)
      add_with_groups(list, &point);
    else
      add_most_of(list, &point, longer);
  }
}

static void add_pairs(struct list *list) {
  const struct wb_spec_domain *domain = list->domain;
  for (size_t i = 0; i < domain->n_sizes; i++)
    for (size_t j = 0; j < domain->n_sizes; j++) {
      const struct wb_domain_range *of_i = &domain->sizes[i].range, *of_j = &domain->sizes[j].range;
      if (i == j || !wb_draw_varies(domain, i) || !wb_draw_varies(domain, j) ||
          wb_draw_is_offset(domain, j))
        continue;
      if (wb_draw_is_offset(domain, i)) {
        list->most_work = LARGE_WORK;
        add_pair(list, i, of_i->high - SMALL, j);
        add_pair(list, i, of_i->low + SMALL, j);
        list->most_work = MOST_TOGETHER_WORK;
      } else if ((of_i->high < of_j->high || (of_i->high == of_j->high && i < j)) &&
                 !is_reached(list, i, of_i->high, j, of_j->high)) {
        add_pair(list, i, of_i->high, j);
      }
    }
}

/* Several of the largest groups, and all sizes as large as several groups, of any numbers, the
 * largest, and the least. */
static void add_many_groups(struct list *list) {
  static const int64_t many[] = {5, 3, 2};
  enum { BELOW = 16 };
  const struct wb_spec_domain *domain = list->domain;
  const size_t before = list->drawn->count, size = main_size(domain);
  struct wb_draw_point point = wb_draw_usual(domain);
  if (domain->dimensions == 0 || size == domain->n_sizes) return;
  wb_draw_set_groups(domain, &point, true);
  wb_draw_vary_launch(list->domain, &point, before);
  for (size_t k = 0; k < sizeof many / sizeof many[0] && list->drawn->count == before; k++) {
    enum wb_draw_fit fit = WB_DRAW_OUTSIDE;
    for (size_t i = 0; i < domain->n_sizes; i++)
      if (wb_draw_varies(domain, i) && !wb_draw_is_offset(domain, i))
        point.sizes[i] = wb_draw_clamp(many[k] * (int64_t)point.local[0] + 1 + list->fill,
                                       domain->sizes[i].range.low, domain->sizes[i].range.high);
    for (int below = 0; below < BELOW && fit == WB_DRAW_OUTSIDE; below++) {
      fit = add_point(list, &point);
      point.sizes[size]--;
    }
  }
}

/* As large as a size may be beside the others in the smallest groups, where conditions limit it:
 * loops are longest there. */
static void add_longest(struct list *list, size_t size) {
  struct wb_draw_point point = wb_draw_usual(list->domain);
  const int64_t most = list->domain->sizes[size].range.high;
  wb_draw_set_groups(list->domain, &point, false);
  if (!is_reached(list, size, most, size, most)) add_most_of(list, &point, size);
}

/* The largest sums: as many elements as there can be, each nearly as large as it can be, in the
 * smallest groups that they fit in: there one work-item has most of them. */
static void add_largest_sum(struct list *list, size_t size) {
  const struct wb_spec_domain *domain = list->domain;
  const int64_t most = domain->sizes[size].range.high;
  const size_t before = list->drawn->count;
  if (most <= LARGE_SIZE) return;
  list->fill = WB_DRAW_HIGH;
  list->most_work = MOST_SUM_WORK;
  for (size_t turn = 0; turn < 10 && list->drawn->count == before; turn++) {
    struct wb_draw_point point = wb_draw_usual(domain);
    wb_draw_make_small(domain, &point, domain->n_sizes, 1);
    point.sizes[size] = turn < 5 ? most : most - 2; /* the first may be there already */
    wb_draw_set_groups(domain, &point, turn % 5 == 4);
    if (turn % 5 > 0 && turn % 5 < 4)
      wb_draw_vary_groups(domain, &point, turn % 5 - 1, chance_of(list, 0));
    add_near(list, &point, size);
  }
  list->most_work = MOST_TOGETHER_WORK;
}

/* All sizes beyond 8 bits, where two are not all. */
static void add_all_long(struct list *list) {
  const struct wb_spec_domain *domain = list->domain;
  struct wb_draw_point point = wb_draw_usual(domain);
  size_t count = 0;
  for (size_t i = 0; i < domain->n_sizes; i++)
    count += wb_draw_varies(domain, i) && !wb_draw_is_offset(domain, i);
  wb_draw_make_small(domain, &point, domain->n_sizes, LONG);
  if (count > 2) add_with_groups(list, &point);
}

/* A group of the most sub-groups. */
static void add_many_subgroups(struct list *list) {
  const struct wb_spec_domain *domain = list->domain;
  const size_t size = main_size(domain);
  struct wb_draw_point point = wb_draw_usual(domain);
  if (domain->narrow == domain->wide || size == domain->n_sizes) return;
  wb_draw_set_groups(domain, &point, true);
  point.subgroup = domain->narrow;
  point.sizes[size] = (int64_t)point.local[0];
  add_near(list, &point, size);
}

static void add_together(struct list *list) {
  const struct list before = *list;
  list->work = list->large_work = 0;
  list->all_work = list->all_large_work = TOGETHER_WORK;
  list->most_work = MOST_GROUPS_WORK;
  list->most_largest = WB_DRAWN_MAX;
  list->fill = WB_DRAW_RANDOM;
  add_many_groups(list);
  add_many_subgroups(list);
  list->most_work = MOST_TOGETHER_WORK;
  add_all_long(list);
  add_pairs(list);
  for (size_t i = 0; i < list->domain->n_sizes; i++)
    if (wb_draw_varies(list->domain, i) && list->domain->sizes[i].range.high > LARGE_SIZE) {
      list->fill = WB_DRAW_RANDOM;
      add_longest(list, i);
      add_largest_sum(list, i);
    }
  list->most_work = LARGEST_WORK;
  for (list->fill = WB_DRAW_HIGH; list->fill <= WB_DRAW_LOW; list->fill++) add_many_groups(list);
  const enum wb_status status = list->status;
  *list = before;
  list->status = status;
}

static void add_small_sizes(struct list *list) {
  const struct wb_spec_domain *domain = list->domain;
  for (int64_t value = 0; value <= SMALL_SIZES; value++)
    for (size_t i = 0; i < domain->n_sizes; i++) add_size(list, i, value);
  for (size_t k = 0; k < MORE_SIZES; k++)
    for (size_t i = 0; i < domain->n_sizes; i++) {
      const int64_t high = domain->sizes[i].range.high, most = high < LONG ? high : LONG;
      if (most > SMALL_SIZES)
        add_size(list, i,
                 most - (int64_t)(chance_of(list, 4 + k) % (uint64_t)(most - SMALL_SIZES)));
    }
}

/* How many are small. Large cases come last: many small ones are launched in one process as long as
 * no large one has had a kernel built for speed. */
static size_t put_large_last(struct wb_spec_drawn *drawn) {
  struct wb_drawn_case *large = wb_alloc((drawn->count + 1) * sizeof *large);
  size_t n_large = 0, n_small = 0;
  for (size_t i = 0; i < drawn->count; i++) {
    const struct wb_drawn_case one = drawn->cases[i];
    if (one.work > LARGE_WORK)
      large[n_large++] = one;
    else
      drawn->cases[n_small++] = one;
  }
  memcpy(drawn->cases + n_small, large, n_large * sizeof *large);
  free(large);
  return n_small;
}

/* Of each size one, which has as many groups as there are elements; and where work-items do
 * something together one more, in groups of the most. */
static size_t count_largest(const struct wb_puzzle *puzzle) {
  const struct wb_spec_domain *domain = puzzle->spec->domain;
  size_t count = domain->wide > 0 || has_local_memory(puzzle);
  for (size_t i = 0; i < domain->n_sizes; i++) count += wb_draw_varies(domain, i);
  return count;
}

enum wb_status wb_puzzle_draw(struct wb_puzzle *puzzle, struct wb_error *err) {
  struct wb_spec *spec = puzzle->spec;
  struct list list = {.puzzle = puzzle,
                      .domain = spec->domain,
                      .fill = -1,
                      .most_work = MOST_WORK,
                      .all_work = MOST_WORK,
                      .all_large_work = MOST_LARGE_WORK,
                      .status = WB_OK,
                      .err = err};
  if (spec->drawn != NULL || spec->domain == NULL || puzzle->left_out > 0) return WB_OK;
  list.most_largest = count_largest(puzzle);
  list.weight = weight_of(puzzle);
  list.drawn = wb_alloc(sizeof *list.drawn);
  add_corners(&list);
  add_boundaries(&list);
  add_groups(&list);
  add_together(&list);
  add_small_sizes(&list);
  puzzle->n_drawn_small = put_large_last(list.drawn);
  if (list.status == WB_OK && list.drawn->count == 0)
    list.status = wb_fail_at(err, WB_ERR_SPEC, puzzle->script->label,
                             "domain: no case of it can be drawn; see its holds and work");
  if (list.status == WB_OK) {
    spec->drawn = list.drawn;
    puzzle->n_drawn = list.drawn->count;
  } else {
    wb_spec_drawn_free(list.drawn, puzzle->n_params);
  }
  return list.status;
}

void wb_spec_drawn_free(struct wb_spec_drawn *drawn, size_t n_params) {
  if (drawn == NULL) return;
  for (size_t i = 0; i < drawn->count; i++) wb_drawn_case_release(&drawn->cases[i], n_params);
  wb_drawn_case_release(&drawn->found, n_params);
  wb_drawn_case_release(&drawn->tried, n_params);
  free(drawn);
}

const struct wb_spec_case *wb_spec_drawn_case(const struct wb_spec_drawn *drawn, size_t place) {
  const struct wb_drawn_case *one = place < drawn->count        ? &drawn->cases[place]
                                    : place == drawn->count     ? &drawn->found
                                    : place == drawn->count + 1 ? &drawn->tried
                                                                : NULL;
  return one != NULL && one->one.name != NULL ? &one->one : NULL;
}
