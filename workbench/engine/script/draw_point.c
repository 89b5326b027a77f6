/* Points of a domain that cases are drawn from. */
#include "script/draw_point.h"

int64_t wb_draw_clamp(int64_t value, int64_t low, int64_t high) {
  return value < low ? low : value > high ? high : value;
}

/* Where nothing else is said: small and odd, and no two sizes alike, nor
 * 0, which hides what it is multiplied by. */
struct wb_draw_point wb_draw_usual(const struct wb_spec_domain *domain) {
  static const int64_t sizes[] = {13, 7, 5, 9, 3, 11}, groups[] = {4, 3, 2};
  struct wb_draw_point point = {.subgroup = domain->wide};
  size_t k = 0;
  for (size_t i = 0; i < domain->n_sizes; i++) {
    const struct wb_domain_range *range = &domain->sizes[i].range;
    const int64_t least = range->low < 0 && range->high > 0 ? 0 : range->low;
    const int64_t middle = (least + (range->high - least + 1) / 2) | 1;
    const int64_t most = middle < range->high ? middle : range->high;
    if (!range->follows) point.sizes[i] = wb_draw_clamp(sizes[k++ % 6], range->low, most);
  }
  for (unsigned d = 0; d < domain->dimensions; d++)
    point.local[d] =
        domain->local[d].follows || domain->local_by_kernel
            ? 1
            : (size_t)wb_draw_clamp(groups[d], domain->local[d].low, domain->local[d].high);
  return point;
}

/* What is not looked at in a case changes from case to case. */
void wb_draw_vary_launch(const struct wb_spec_domain *domain, struct wb_draw_point *point,
                         size_t turn) {
  for (unsigned d = 0; d < domain->dimensions && domain->spare > 0; d++)
    point->spare[d] = (turn + d) % (domain->spare + 1);
  if (domain->wide == 0) return;
  uint32_t widths = 0;
  while (domain->narrow << widths < domain->wide) widths++;
  point->subgroup = domain->narrow << turn % (widths + 1);
}

void wb_draw_set_groups(const struct wb_spec_domain *domain, struct wb_draw_point *point,
                        bool largest) {
  for (unsigned d = 0; d < domain->dimensions && !domain->local_by_kernel; d++)
    if (!domain->local[d].follows)
      point->local[d] = (size_t)(largest ? domain->local[d].high : domain->local[d].low);
}

bool wb_draw_varies(const struct wb_spec_domain *domain, size_t size) {
  const struct wb_domain_range *range = &domain->sizes[size].range;
  return !range->follows && range->low < range->high;
}

bool wb_draw_is_offset(const struct wb_spec_domain *domain, size_t size) {
  return domain->sizes[size].range.low < 0;
}

void wb_draw_make_small(const struct wb_spec_domain *domain, struct wb_draw_point *point,
                        size_t size, int64_t small) {
  for (size_t i = 0; i < domain->n_sizes; i++)
    if (i != size)
      point->sizes[i] = wb_draw_clamp(wb_draw_is_offset(domain, i) ? 0 : small,
                                      domain->sizes[i].range.low, domain->sizes[i].range.high);
}

bool wb_draw_make_long(const struct wb_spec_domain *domain, struct wb_draw_point *point,
                       size_t size, int64_t length) {
  bool has = false;
  for (size_t i = 0; i < domain->n_sizes; i++) {
    const struct wb_domain_range *range = &domain->sizes[i].range;
    if (i == size || !wb_draw_varies(domain, i) || wb_draw_is_offset(domain, i)) continue;
    const int64_t lower = range->high - length % (range->high / 2 + 1); /* not always the most */
    point->sizes[i] = length > range->high ? wb_draw_clamp(lower, range->low, range->high)
                                           : wb_draw_clamp(length - (int64_t)i, range->low, length);
    has = true;
  }
  return has;
}

/* Some number from 8 on: each power of two is as likely to be the one below it. */
static int64_t larger_group(int64_t most, uint64_t chance) {
  static const int64_t FEWEST = 8, MANY = 256;
  const int64_t high = most < MANY ? most : MANY;
  unsigned doublings = 0;
  while (2 * FEWEST << doublings <= high) doublings++;
  const int64_t power = FEWEST << chance % (doublings + 1);
  return power + (int64_t)(chance / 64) % power;
}

/* Powers of two, sizes up to 15, and larger ones. Of two dimensions each has 9 to 15 in turn. */
void wb_draw_vary_groups(const struct wb_spec_domain *domain, struct wb_draw_point *point,
                         size_t turn, uint64_t chance) {
  const int64_t some = 9 + (int64_t)(chance % 7), few = 3 + 2 * (int64_t)(chance / 8 % 3);
  const bool is_wide = turn / 3 % 2 == 0;
  for (unsigned d = 0; d < domain->dimensions; d++) {
    const struct wb_domain_range *range = &domain->local[d];
    const int64_t groups[3][3] = {{4, 2, 2},
                                  {is_wide ? some : few, is_wide ? few : some, 1},
                                  {larger_group(range->high, chance), 8, 2}};
    if (!range->follows && !domain->local_by_kernel)
      point->local[d] = (size_t)wb_draw_clamp(groups[turn % 3][d], range->low, range->high);
  }
}

/* Whether a number divided by this one comes out too small where it is multiplied by the rounded
 * inverse. */
static bool has_low_inverse(int64_t value) {
  const float inverse = 1.0f / (float)value, one = (float)value * inverse;
  return one < 1.0f;
}

/* Those that have a low inverse come first. */
int64_t wb_draw_pick(const struct wb_draw_mark *mark, int64_t most, uint64_t chance) {
  const int64_t high = mark->high < most ? mark->high : most, count = high - mark->low + 1;
  if (count <= 1) return mark->low;
  const int64_t first = (int64_t)(chance % (uint64_t)count);
  int64_t by = 0;
  while (by < count && !has_low_inverse(mark->low + (first + by) % count)) by++;
  return mark->low + (first + by) % count;
}
