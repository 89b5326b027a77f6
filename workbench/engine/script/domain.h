/* The domain of a puzzle: for which sizes, launches and values its kernels must be right
 * (docs/puzzle-spec.md, "Domain"), and the cases that are drawn from it.
 *
 * A case is drawn from a *point*: the sizes that vary freely, the launch, and what its arrays are
 * filled with. From one that fails, points follow that are smaller or simpler. All of it follows
 * from the spec alone: every run of a puzzle draws the same cases. */
#ifndef WB_SCRIPT_DOMAIN_H
#define WB_SCRIPT_DOMAIN_H

#include "base/str.h"
#include "script/spec.h"

enum {
  WB_DOMAIN_MAX_CONDITIONS = 16,
  WB_DOMAIN_MAX_SPARE = 8,
  WB_DRAWN_MAX = 96 /* cases of a puzzle */
};

/* A size, or the work-items of a group in one dimension: anything between the two, or, where it
 * `follows` from others, an expression. */
struct wb_domain_range {
  bool follows;
  int64_t low, high;
  struct wb_quantity value;
};

struct wb_domain_size {
  char *name;
  struct wb_domain_range range;
};

/* What an input may hold. Ends may depend on sizes; infinite ones belong to the range. */
struct wb_domain_values {
  bool given;
  struct wb_quantity low, high;
  double step; /* multiples of it, counted from `low`; 0: anything between them */
  char *words; /* "any but NaN", as the spec has it; NULL: the two ends */
};

/* "k <= local_x + 1", and how a learner is told; NULL: as it is. */
struct wb_domain_condition {
  struct wb_quantity text;
  char *words;
};

struct wb_spec_domain {
  int line;
  struct wb_domain_size sizes[WB_SPEC_MAX_SIZES];
  size_t n_sizes;
  unsigned dimensions; /* of a launch; 0: of a host program */
  bool local_by_kernel;
  struct wb_domain_range local[3];
  struct wb_quantity global[3];    /* the least work-items of a launch */
  char *group;                     /* that drawn cases count in; NULL: it says none */
  unsigned spare;                  /* groups more than that in a dimension, at most */
  uint32_t narrow, wide;           /* sub-groups; 0: of the usual width */
  struct wb_domain_values *values; /* one a parameter */
  struct wb_domain_condition conditions[WB_DOMAIN_MAX_CONDITIONS];
  size_t n_conditions;
  struct wb_quantity work; /* steps of a case; kind NONE: work-items and elements */
};

/* Where a case is drawn from. */
struct wb_draw_point {
  int64_t sizes[WB_SPEC_MAX_SIZES]; /* of the domain; those that follow from others are not read */
  size_t local[3], spare[3];
  uint32_t subgroup;
  unsigned fill; /* which of the fills of a range, and whether arrays differ in that (draw.c) */
  uint64_t seed;
};

struct wb_drawn_case {
  struct wb_draw_point point;
  uint64_t work;
  struct wb_spec_case one;
};

/* The cases drawn from a domain, and two more: the smallest one known to fail, and one that may be
 * smaller yet. */
struct wb_spec_drawn {
  struct wb_drawn_case cases[WB_DRAWN_MAX];
  size_t count;
  struct wb_drawn_case found, tried;
  unsigned attempt; /* the next change that makes `found` smaller */
};

/* What came of a point: a case, none since it lies outside of the domain, or an error, since the
 * domain says what cannot be. */
enum wb_draw_fit { WB_DRAW_FITS, WB_DRAW_OUTSIDE, WB_DRAW_WRONG };

/* What arrays hold, struct wb_draw_point.fill: random numbers, extremes, numbers near either end of
 * their range, or the ends themselves; and of smaller cases a few simple ones. Other numbers are
 * taken modulo WB_DRAW_FILLS, and every second turn all arrays differ in that. */
enum {
  WB_DRAW_RANDOM,
  WB_DRAW_EXTREMES,
  WB_DRAW_HIGH,
  WB_DRAW_LOW,
  WB_DRAW_MOST,
  WB_DRAW_LEAST,
  WB_DRAW_FILLS,
  WB_DRAW_SIMPLE = 1000
};

/* The case of a point, to be released where it fits; `err` says what is WB_DRAW_WRONG. */
enum wb_draw_fit wb_draw_case(const struct wb_puzzle *puzzle, const struct wb_draw_point *from,
                              struct wb_drawn_case *out, struct wb_error *err);
void wb_drawn_case_release(struct wb_drawn_case *drawn, size_t n_params);

/* Whether two points have the same sizes and groups, whatever arrays hold. */
bool wb_draw_is_same_launch(const struct wb_spec_domain *domain, const struct wb_draw_point *a,
                            const struct wb_draw_point *b);

void wb_spec_domain_free(struct wb_spec_domain *domain, size_t n_params); /* NULL is fine */
void wb_spec_drawn_free(struct wb_spec_drawn *drawn, size_t n_params);    /* likewise */

/* The drawn case with that index (struct wb_puzzle); NULL: there is none. */
const struct wb_spec_case *wb_spec_drawn_case(const struct wb_spec_drawn *drawn, size_t place);

#endif
