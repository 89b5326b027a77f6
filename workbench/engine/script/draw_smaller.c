/* Of a drawn case that fails, smaller and simpler ones. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "script/domain.h"
#include "script/draw_point.h"

/* What is as near to `low` as can be, then half, a quarter … as far from `size`. */
static int64_t smaller_size(int64_t size, int64_t low, size_t way) {
  const int64_t far = size - low;
  return way == 0 ? low : size - (far >> way);
}

/* One change after the other: simple data, no spare groups, then each size and each dimension of
 * groups smaller. False: there are no more. */
static bool change_point(const struct wb_spec_domain *domain, unsigned attempt,
                         struct wb_draw_point *point) {
  enum { WAYS = 24 };
  int64_t size, low;
  if (attempt == 0) point->fill = WB_DRAW_SIMPLE;
  if (attempt == 1) memset(point->spare, 0, sizeof point->spare);
  if (attempt < 2) return true;
  const size_t place = (attempt - 2) / WAYS, way = (attempt - 2) % WAYS;
  const unsigned d = (unsigned)(place - domain->n_sizes);
  if (place >= domain->n_sizes + domain->dimensions) return false;
  const bool is_size = place < domain->n_sizes;
  const struct wb_domain_range *range = is_size ? &domain->sizes[place].range : &domain->local[d];
  if (range->follows || (!is_size && domain->local_by_kernel)) return true;
  size = is_size ? point->sizes[place] : (int64_t)point->local[d];
  low = range->low <= 0 && range->high >= 0 && is_size ? 0 : range->low;
  size = smaller_size(size, low, way);
  if (is_size)
    point->sizes[place] = wb_draw_clamp(size, range->low, range->high);
  else
    point->local[d] = (size_t)wb_draw_clamp(size, range->low, range->high);
  return true;
}

void wb_puzzle_find_case(struct wb_puzzle *puzzle, size_t drawn) {
  struct wb_spec_drawn *all = puzzle->spec->drawn;
  wb_drawn_case_release(&all->found, puzzle->n_params);
  if (wb_draw_case(puzzle, &all->cases[drawn].point, &all->found, NULL) != WB_DRAW_FITS)
    wb_bug("case %zu of %s was drawn, and cannot be drawn again", drawn, puzzle->slug);
  all->found.one.visible = true;
  all->attempt = 0;
}

bool wb_puzzle_try_smaller(struct wb_puzzle *puzzle) {
  struct wb_spec_drawn *all = puzzle->spec->drawn;
  const struct wb_spec_domain *domain = puzzle->spec->domain;
  struct wb_error unsaid = {0};
  for (;;) {
    struct wb_draw_point point = all->found.point;
    if (!change_point(domain, all->attempt++, &point)) return false;
    if (wb_draw_is_same_launch(domain, &point, &all->found.point) &&
        point.fill == all->found.point.fill)
      continue;
    wb_drawn_case_release(&all->tried, puzzle->n_params);
    if (wb_draw_case(puzzle, &point, &all->tried, &unsaid) != WB_DRAW_FITS) continue;
    all->tried.one.visible = true;
    return true;
  }
}

void wb_puzzle_take_smaller(struct wb_puzzle *puzzle) {
  struct wb_spec_drawn *all = puzzle->spec->drawn;
  wb_drawn_case_release(&all->found, puzzle->n_params);
  all->found = all->tried;
  all->tried = (struct wb_drawn_case){.work = 0};
  all->attempt--; /* what has made it smaller may do so again, and larger steps would not */
}
