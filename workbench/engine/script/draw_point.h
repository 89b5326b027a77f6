/* Points of a domain that cases are drawn from: the usual one, and what varies around it. Where any
 * number will do, it follows from `chance`: random bits of the puzzle's seed. */
#ifndef WB_SCRIPT_DRAW_POINT_H
#define WB_SCRIPT_DRAW_POINT_H

#include "script/domain.h"

/* A number, or any one of some. */
struct wb_draw_mark {
  int64_t low, high;
};

int64_t wb_draw_clamp(int64_t value, int64_t low, int64_t high);
bool wb_draw_varies(const struct wb_spec_domain *domain, size_t size);

/* What is at its most just outside of what it is laid on has an effect a little below. */
bool wb_draw_is_offset(const struct wb_spec_domain *domain, size_t size);

struct wb_draw_point wb_draw_usual(const struct wb_spec_domain *domain);

/* All groups at their largest, or smallest. */
void wb_draw_set_groups(const struct wb_spec_domain *domain, struct wb_draw_point *point,
                        bool largest);

/* The groups and the launch of a case that is about something else: they change from turn to turn.
 */
void wb_draw_vary_groups(const struct wb_spec_domain *domain, struct wb_draw_point *point,
                         size_t turn, uint64_t chance);
void wb_draw_vary_launch(const struct wb_spec_domain *domain, struct wb_draw_point *point,
                         size_t turn);

/* All sizes but one (all: n_sizes) are small, offsets 0; or all but these, and but one, are long.
 * False: there are none. */
void wb_draw_make_small(const struct wb_spec_domain *domain, struct wb_draw_point *point,
                        size_t size, int64_t small);
bool wb_draw_make_long(const struct wb_spec_domain *domain, struct wb_draw_point *point,
                       size_t size, int64_t length);

/* One of the numbers of a mark, none beyond `most` if there is one. */
int64_t wb_draw_pick(const struct wb_draw_mark *mark, int64_t most, uint64_t chance);

#endif
